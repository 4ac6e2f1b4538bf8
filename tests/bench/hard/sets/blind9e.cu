// blind9e: a ninth set of kernels that nobody had modelled when they were written. Letters, genes and tables of
// records.
#include "blind7.h"

__host__ __device__ bool fits(byte a, byte b)
{ // letters 0 to 3: A C G U
	return a + b == 3 || a + b == 5;
}
__global__ void fold_block(const byte *in, int *out, int n)
{ // most pairs of a strand that is folded (Nussinov), a strand a block
	extern __shared__ short best[];
	__shared__ byte s[128];
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		s[i] = in[blockIdx.x * n + i];
	for (int i = threadIdx.x; i < n * n; i += blockDim.x)
		best[i] = 0;
	__syncthreads();
	for (int d = 4; d < n; d++) {
		for (int i = threadIdx.x; i + d < n; i += blockDim.x) {
			int j = i + d, m = best[(i + 1) * n + j];
			for (int k = i + 4; k <= j; k++)
				if (fits(s[i], s[k]))
					m = max(m, best[(i + 1) * n + k - 1] + (k < j ? best[(k + 1) * n + j] : 0) + 1);
			best[i * n + j] = m;
		}
		__syncthreads();
	}
	if (!threadIdx.x)
		out[blockIdx.x] = best[n - 1];
}
__global__ void fold_diagonal(const byte *s, int *best, int n, int d)
{ // one strand: a launch a diagonal, a warp a place
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, j = i + d, lane = threadIdx.x % 32;
	if (j >= n)
		return;
	int m = best[(i + 1) * n + j];
	for (int k = i + 4 + lane; k <= j; k += 32)
		if (fits(s[i], s[k]))
			m = max(m, best[(i + 1) * n + k - 1] + (k < j ? best[(k + 1) * n + j] : 0) + 1);
	m = __reduce_max_sync(~0u, m);
	if (!lane)
		best[i * n + j] = m;
}
__global__ void trim_thread(const byte *q, int *out, int reads, int len)
{ // where the quality of a read gets too low: the largest of the sums from its end
	int r = blockIdx.x * blockDim.x + threadIdx.x, sum = 0, most = 0, at = len;
	if (r >= reads)
		return;
	for (int i = len - 1; i >= 0; i--) {
		sum += 20 - q[r * len + i];
		if (sum < 0)
			break;
		if (sum > most) {
			most = sum;
			at = i;
		}
	}
	out[r] = at;
}
__global__ void trim_warp(const byte *q, int *out, int reads, int len)
{ // a warp a read: sums along 32 letters at a time
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, base = 0, most = 0, at = len;
	if (r >= reads)
		return;
	for (int i0 = len - 1; i0 >= 0; i0 -= 32) {
		int i = i0 - lane, v = i >= 0 ? 20 - q[r * len + i] : 0;
		for (int d = 1; d < 32; d *= 2) {
			int u = __shfl_up_sync(~0u, v, d);
			if (lane >= d)
				v += u;
		}
		v += base;
		unsigned below = __ballot_sync(~0u, v < 0);
		int last = below ? __ffs(below) - 1 : 32, here = lane < last && i >= 0 ? v : -1;
		int m = __reduce_max_sync(~0u, here);
		if (m > most) {
			most = m;
			at = i0 - (__ffs(__ballot_sync(~0u, here == m)) - 1);
		}
		if (below)
			break;
		base = __shfl_sync(~0u, v, 31);
	}
	if (!lane)
		out[r] = at;
}
__global__ void pairs_plain(const unsigned *g, const unsigned *ill, int *out, int n, int words)
{ // two genes, each with three states as bits of people: how often together with the illness
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y, c[9] = {};
	if (i >= n || j >= n || j <= i)
		return;
	for (int k = 0; k < words; k++) {
		unsigned v = ill[k];
		for (int a = 0; a < 3; a++)
			for (int b = 0; b < 3; b++)
				c[a * 3 + b] += __popc(g[(i * 3 + a) * words + k] & g[(j * 3 + b) * words + k] & v);
	}
	int most = 0;
	for (int a = 0; a < 9; a++)
		most = max(most, c[a]);
	out[i * n + j] = most;
}
__global__ void pairs_shared(const unsigned *g, const unsigned *ill, int *out, int n, int words)
{ // 16 by 16 genes a block, 16 words at a time
	if (blockIdx.x < blockIdx.y)
		return;
	__shared__ unsigned s[48][17], t[48][17];
	int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * 16 + y, j = blockIdx.x * 16 + x, c[9] = {};
	for (int k0 = 0; k0 < words; k0 += 16) {
		for (int r = y; r < 48; r += 16) {
			s[r][x] = g[(blockIdx.y * 48 + r) * words + k0 + x] & ill[k0 + x];
			t[r][x] = g[(blockIdx.x * 48 + r) * words + k0 + x];
		}
		__syncthreads();
		for (int k = 0; k < 16; k++)
#pragma unroll
			for (int a = 0; a < 9; a++)
				c[a] += __popc(s[y * 3 + a / 3][k] & t[x * 3 + a % 3][k]);
		__syncthreads();
	}
	int most = 0;
	for (int a = 0; a < 9; a++)
		most = max(most, c[a]);
	if (j > i)
		out[i * n + j] = most;
}
const int TIPS = 12;
__constant__ float branch[2 * TIPS][16];
__constant__ byte child[TIPS - 1][2];
__global__ void likelihood(const byte *tip, float *out, int n)
{ // how likely the letters of a column are, given a tree: a column a thread, four numbers a node
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 part[2 * TIPS];
	for (int t = 0; t < TIPS; t++) {
		int c = tip[t * n + i];
		part[t] = make_float4(c == 0, c == 1, c == 2, c == 3);
	}
	for (int k = 0; k < TIPS - 1; k++) {
		float4 r = make_float4(1, 1, 1, 1);
		for (int e = 0; e < 2; e++) {
			int c = child[k][e];
			const float *m = branch[c];
			float4 v = part[c];
			r.x *= m[0] * v.x + m[1] * v.y + m[2] * v.z + m[3] * v.w;
			r.y *= m[4] * v.x + m[5] * v.y + m[6] * v.z + m[7] * v.w;
			r.z *= m[8] * v.x + m[9] * v.y + m[10] * v.z + m[11] * v.w;
			r.w *= m[12] * v.x + m[13] * v.y + m[14] * v.z + m[15] * v.w;
		}
		part[TIPS + k] = r;
	}
	float4 v = part[2 * TIPS - 2];
	out[i] = logf((v.x + v.y + v.z + v.w) * 0.25f);
}
__host__ __device__ unsigned soundex(const char *s)
{
	const char code[27] = "01230120022455012623010202";
	unsigned out = s[0] & 31;
	int n = 1, last = code[(s[0] & 31) - 1];
	for (int i = 1; s[i] && n < 4; i++) {
		int l = (s[i] & 31) - 1, c = code[l];
		if (c != '0' && c != last) {
			out = out * 8 + c - '0';
			n++;
		}
		if (l != 7 && l != 22)
			last = c;
	}
	for (; n < 4; n++)
		out *= 8;
	return out;
}
__global__ void sounds(const char *name, unsigned *out, int n)
{ // names of 16 bytes
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = soundex(name + i * 16);
}
__host__ __device__ float jaro(const char *a, const char *b)
{
	int la = 0, lb = 0, m = 0, t = 0;
	while (a[la])
		la++;
	while (b[lb])
		lb++;
	int reach = (la > lb ? la : lb) / 2 - 1;
	unsigned ua = 0, ub = 0;
	for (int i = 0; i < la; i++)
		for (int j = i > reach ? i - reach : 0; j <= i + reach && j < lb; j++)
			if (!(ub >> j & 1) && a[i] == b[j]) {
				ua |= 1u << i;
				ub |= 1u << j;
				m++;
				break;
			}
	if (!m)
		return 0;
	for (int i = 0, j = 0; i < la; i++)
		if (ua >> i & 1) {
			while (!(ub >> j & 1))
				j++;
			t += a[i] != b[j++];
		}
	return ((float)m / la + (float)m / lb + (m - t * 0.5f) / m) / 3;
}
__global__ void alike(const char *a, const char *b, float *out, int n, int m)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
	if (j < m)
		out[i * m + j] = jaro(a + i * 16, b + j * 16);
}
__global__ void letters_bytes(const byte *in, int *count, int n)
{ // letters of UTF-8: bytes that do not go on with one
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	bool first = i < n && (in[i] & 0xc0) != 0x80;
	int c = __syncthreads_count(first);
	if (!threadIdx.x)
		atomicAdd(count, c);
}
__global__ void letters_words(const uint4 *in, int *count, int n)
{
	int c = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		uint4 v = in[i];
		c += __popc((v.x >> 7 & ~(v.x >> 6)) & 0x01010101) + __popc((v.y >> 7 & ~(v.y >> 6)) & 0x01010101) +
			__popc((v.z >> 7 & ~(v.z >> 6)) & 0x01010101) + __popc((v.w >> 7 & ~(v.w >> 6)) & 0x01010101);
	}
	c = __reduce_add_sync(~0u, c);
	if (threadIdx.x % 32 == 0)
		atomicAdd(count, -c);
}
__global__ void small_bytes(byte *s, int n)
{ // capitals get small, in place
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && s[i] >= 'A' && s[i] <= 'Z')
		s[i] += 32;
}
__global__ void small_words(unsigned *s, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned v = s[i];
	s[i] = v | (__vcmpgeu4(v, 0x41414141) & __vcmpleu4(v, 0x5a5a5a5a) & 0x20202020);
}
__global__ void hex_bytes(const byte *in, char *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int h = in[i] >> 4, l = in[i] & 15;
	out[2 * i] = h < 10 ? '0' + h : 'a' + h - 10;
	out[2 * i + 1] = l < 10 ? '0' + l : 'a' + l - 10;
}
__global__ void hex_words(const unsigned *in, uint2 *out, int n)
{ // four bytes a thread; digits from a table in shared memory
	__shared__ unsigned short two[256];
	for (int i = threadIdx.x; i < 256; i += blockDim.x) {
		int h = i >> 4, l = i & 15;
		two[i] = (h < 10 ? '0' + h : 'a' + h - 10) | (l < 10 ? '0' + l : 'a' + l - 10) << 8;
	}
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned v = in[i];
		out[i] = make_uint2(two[v & 255] | two[v >> 8 & 255] << 16, two[v >> 16 & 255] | two[v >> 24] << 16);
	}
}
void rows()
{
	std::vector<unsigned> w = words(1 << 21);
	std::vector<float> f = fractions(w);
	int *io = dev<int>(1 << 21);
	float *o = (float *)io;
	byte *bo = (byte *)io;
	auto zero = [&] { CHECK(cudaMemset(io, 0, 1 << 20)); };
	const int FLEN = 96, FS = 200, FB = 2 * FLEN * FLEN;
	std::vector<byte> strand(FS * FLEN);
	std::vector<int> folded(FS);
	for (int i = 0; i < FS * FLEN; i++)
		strand[i] = w[i] % 4;
	for (int s = 0; s < FS; s++) {
		std::vector<int> best(FLEN * FLEN);
		for (int d = 4; d < FLEN; d++)
			for (int i = 0; i + d < FLEN; i++) {
				int j = i + d, m = best[(i + 1) * FLEN + j];
				for (int k = i + 4; k <= j; k++)
					if (fits(strand[s * FLEN + i], strand[s * FLEN + k]))
						m = std::max(m,
							best[(i + 1) * FLEN + k - 1] +
								(k < j ? best[(k + 1) * FLEN + j] : 0) + 1);
				best[i * FLEN + j] = m;
			}
		folded[s] = best[FLEN - 1];
	}
	byte *ds = upload(strand);
	job<int>(
		"fold.strand_a_block", [&] { fold_block<<<FS, 64, FB>>>(ds, io, FLEN); }, io, FS, same(folded));
	job<int>(
		"fold.launch_a_diagonal",
		[&] {
			for (int d = 4; d < FLEN; d++)
				fold_diagonal<<<(FLEN - d + 3) / 4, 128>>>(ds, io, FLEN, d);
		},
		io + FLEN - 1, 1, same(std::vector<int>{ folded[0] }), zero);
	const int R = 12000, L = 150;
	std::vector<byte> quality(R * L);
	std::vector<int> cut(R);
	for (int r = 0; r < R; r++) {
		int bad = w[r] % L, sum = 0, most = 0;
		for (int i = 0; i < L; i++)
			quality[r * L + i] = i > bad ? 4 + w[r * L + i] % 18 : 22 + w[r * L + i] % 19;
		cut[r] = L;
		for (int i = L - 1; i >= 0 && sum >= 0; i--) {
			sum += 20 - quality[r * L + i];
			if (sum > most)
				most = sum, cut[r] = i;
		}
	}
	byte *dq = upload(quality);
	job<int>(
		"reads.trim_thread", [&] { trim_thread<<<(R + 127) / 128, 128>>>(dq, io, R, L); }, io, R, same(cut));
	job<int>(
		"reads.trim_warp", [&] { trim_warp<<<R / 8, 256>>>(dq, io, R, L); }, io, R, same(cut));
	const int G = 256, K = 64;
	std::vector<unsigned> gene(G * 3 * K), ill(w.begin() + 500000, w.begin() + 500000 + K);
	std::vector<int> together(G * G);
	for (int i = 0; i < G * K; i++) {
		unsigned a = w[2 * i], b = w[2 * i + 1];
		gene[i / K * 3 * K + i % K] = a & b;
		gene[(i / K * 3 + 1) * K + i % K] = a & ~b;
		gene[(i / K * 3 + 2) * K + i % K] = ~a;
	}
	for (int i = 0; i < G; i++)
		for (int j = i + 1; j < G; j++)
			for (int a = 0; a < 9; a++) {
				int c = 0;
				for (int k = 0; k < K; k++)
					c += __builtin_popcount(
						gene[(i * 3 + a / 3) * K + k] & gene[(j * 3 + a % 3) * K + k] & ill[k]);
				together[i * G + j] = std::max(together[i * G + j], c);
			}
	unsigned *dg = upload(gene), *di = upload(ill);
	dim3 gg(G / 16, G / 16), b16(16, 16);
	job<int>(
		"genes.pairs_plain", [&] { pairs_plain<<<gg, b16>>>(dg, di, io, G, K); }, io, G * G, same(together),
		zero);
	job<int>(
		"genes.pairs_shared", [&] { pairs_shared<<<gg, b16>>>(dg, di, io, G, K); }, io, G * G, same(together),
		zero);
	const int LN = 60000;
	std::vector<float> br(2 * TIPS * 16), how(LN);
	std::vector<byte> tree(2 * (TIPS - 1)), tip(TIPS * LN);
	for (int k = 0; k < 2 * TIPS; k++)
		for (int e = 0; e < 16; e++)
			br[k * 16 + e] = e % 5 ? 0.02f + f[k] * 0.05f : 1 - 3 * (0.02f + f[k] * 0.05f);
	for (int k = 0; k < TIPS - 1; k++)
		tree[2 * k] = 2 * k, tree[2 * k + 1] = 2 * k + 1;
	for (int i = 0; i < LN; i++) {
		for (int t = 0; t < TIPS; t++)
			tip[t * LN + i] = w[i] % 3 ? w[i] / 8 % 4 : w[t * LN + i] % 4;
		double part[2 * TIPS][4];
		for (int k = 0; k < 2 * TIPS - 1; k++)
			for (int a = 0; a < 4; a++) {
				part[k][a] = k < TIPS ? tip[k * LN + i] == a : 1;
				for (int e = 0; e < 2 && k >= TIPS; e++) {
					double s = 0;
					for (int b = 0; b < 4; b++)
						s += br[tree[2 * (k - TIPS) + e] * 16 + a * 4 + b] *
							part[tree[2 * (k - TIPS) + e]][b];
					part[k][a] *= s;
				}
			}
		double *last = part[2 * TIPS - 2];
		how[i] = std::log((last[0] + last[1] + last[2] + last[3]) / 4);
	}
	CHECK(cudaMemcpyToSymbol(branch, br.data(), br.size() * 4));
	CHECK(cudaMemcpyToSymbol(child, tree.data(), tree.size()));
	byte *dt = upload(tip);
	job<float>(
		"tree.how_likely", [&] { likelihood<<<(LN + 127) / 128, 128>>>(dt, o, LN); }, o, LN,
		close_to(how, 1e-3));
	const int NN = 150000;
	std::vector<char> name(NN * 16);
	std::vector<unsigned> code(NN);
	for (int i = 0; i < NN; i++) {
		for (int k = 0, len = 4 + w[i] % 11; k < len; k++)
			name[i * 16 + k] = 'a' + (w[(i * 13 + k) % (1 << 21)] >> 8) % 26;
		code[i] = soundex(&name[i * 16]);
	}
	char *dn = upload(name);
	unsigned *uo = (unsigned *)io;
	job<unsigned>(
		"names.sounds", [&] { sounds<<<(NN + 255) / 256, 256>>>(dn, uo, NN); }, uo, NN, same(code));
	const int JA = 80, JB = 900;
	std::vector<float> like(JA * JB);
	for (int i = 0; i < JA * JB; i++)
		like[i] = jaro(&name[i / JB * 16], &name[(2000 + i % JB) * 16]);
	job<float>(
		"names.alike", [&] { alike<<<dim3((JB + 127) / 128, JA), 128>>>(dn, dn + 32000, o, JA, JB); }, o,
		JA * JB, close_to(like));
	const int T = 1 << 21;
	std::vector<byte> text(T), small(T), hexed(T);
	int letters = 0;
	for (int i = 0; i < T; i++) {
		text[i] = w[i] % 10 < 7 ? 32 + w[i] / 16 % 95 : 128 + w[i] / 16 % 128;
		letters += (text[i] & 0xc0) != 0x80;
		small[i] = text[i] >= 'A' && text[i] <= 'Z' ? text[i] + 32 : text[i];
	}
	for (int i = 0; i < T; i++)
		hexed[i] = "0123456789abcdef"[i % 2 ? text[i / 2] & 15 : text[i / 2] >> 4];
	byte *dx = upload(text), *dy = upload(text);
	auto full = [&] {
		int n = T;
		CHECK(cudaMemcpy(io, &n, 4, cudaMemcpyHostToDevice));
	};
	std::vector<int> many{ letters };
	job<int>(
		"utf8.bytes", [&] { letters_bytes<<<T / 256, 256>>>(dx, io, T); }, io, 1, same(many), zero);
	job<int>(
		"utf8.words", [&] { letters_words<<<132, 256>>>((uint4 *)dx, io, T / 16); }, io, 1, same(many), full);
	auto again = [&] { CHECK(cudaMemcpy(dy, dx, T, cudaMemcpyDeviceToDevice)); };
	job<byte>(
		"small.bytes", [&] { small_bytes<<<T / 256, 256>>>(dy, T); }, dy, T, same(small), again);
	job<byte>(
		"small.words", [&] { small_words<<<T / 1024, 256>>>((unsigned *)dy, T / 4); }, dy, T, same(small),
		again);
	job<byte>(
		"hex.bytes", [&] { hex_bytes<<<T / 512, 256>>>(dx, (char *)bo, T / 2); }, bo, T, same(hexed));
	job<byte>(
		"hex.words", [&] { hex_words<<<264, 256>>>((unsigned *)dx, (uint2 *)bo, T / 8); }, bo, T, same(hexed));
}
