// blind28h: a fresh set of kernels that nobody had modelled when they were written. Transforms, filters, alignments,
// words of genes, options, sums in pieces.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__device__ float2 times(float2 a, float2 b)
{
	return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
__device__ float2 plus(float2 a, float2 b)
{
	return make_float2(a.x + b.x, a.y + b.y);
}
__device__ float2 minus(float2 a, float2 b)
{
	return make_float2(a.x - b.x, a.y - b.y);
}
static const int F = 512;
__global__ void transform_twos(const float2 *in, float2 *out)
{ // 512 points a block of 256 threads: bits turned round, nine rounds of pairs in shared memory, sines anew
	__shared__ float2 v[F];
	int t = threadIdx.x;
	for (int k = t; k < F; k += 256)
		v[__brev(k) >> 23] = in[blockIdx.x * F + k];
	for (int half = 1; half < F; half *= 2) {
		__syncthreads();
		int j = t % half, i = (t - j) * 2 + j;
		float s, c;
		sincospif(-(float)j / half, &s, &c);
		float2 a = v[i], b = times(v[i + half], make_float2(c, s));
		v[i] = plus(a, b), v[i + half] = minus(a, b);
	}
	__syncthreads();
	for (int k = t; k < F; k += 256)
		out[blockIdx.x * F + k] = v[k];
}
__device__ void eight(float2 v[8])
{ // eight points within registers
	const float h = 0.70710678f;
#pragma unroll
	for (int k = 0; k < 4; k++) {
		float2 a = v[k], b = v[k + 4];
		v[k] = plus(a, b), v[k + 4] = minus(a, b);
	}
	v[5] = make_float2((v[5].x + v[5].y) * h, (v[5].y - v[5].x) * h);
	v[6] = make_float2(v[6].y, -v[6].x);
	v[7] = make_float2((v[7].y - v[7].x) * h, (-v[7].x - v[7].y) * h);
#pragma unroll
	for (int g = 0; g < 8; g += 4) {
		float2 a = plus(v[g], v[g + 2]), b = minus(v[g], v[g + 2]), c = plus(v[g + 1], v[g + 3]),
		       d = minus(v[g + 1], v[g + 3]);
		d = make_float2(d.y, -d.x);
		v[g] = plus(a, c), v[g + 1] = minus(a, c), v[g + 2] = plus(b, d), v[g + 3] = minus(b, d);
	}
}
__device__ int place_of(int k)
{ // where eight() leaves point k
	return (k & 1) << 2 | k & 2 | k >> 2;
}
__global__ void transform_eights(const float2 *in, float2 *out)
{ // 512 points by 64 threads: eight in registers, three rounds, two changes through shared memory, sines from a table
	__shared__ float2 v[F], turn[F];
	int t = threadIdx.x;
	for (int k = t; k < F; k += 64) {
		float s, c;
		sincospif(-k / 256.0f, &s, &c);
		turn[k] = make_float2(c, s);
	}
	float2 r[8];
	in += blockIdx.x * F, out += blockIdx.x * F;
#pragma unroll
	for (int k = 0; k < 8; k++)
		r[k] = in[k * 64 + t];
	eight(r);
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 8; k++)
		v[k * 64 + t] = times(r[place_of(k)], turn[k * t]);
	__syncthreads();
	int base = t / 8 * 64, j = t % 8;
#pragma unroll
	for (int k = 0; k < 8; k++)
		r[k] = v[base + k * 8 + j];
	eight(r);
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 8; k++)
		v[base + k * 8 + j] = times(r[place_of(k)], turn[k * j * 8]);
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 8; k++)
		r[k] = v[t * 8 + k];
	eight(r);
#pragma unroll
	for (int k = 0; k < 8; k++) // digits of eight turned round
		out[k * 64 + t % 8 * 8 + t / 8] = r[place_of(k)];
}
static const int TAPS = 48, DOWN = 4;
__constant__ float taps[TAPS];
__global__ void thinned_straight(const float *in, float *out, int n)
{ // a filter, of whose results one in four is kept: reads are four apart
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float s = 0;
	for (int k = 0; k < TAPS; k++)
		s += in[i * DOWN + k] * taps[k];
	out[i] = s;
}
__global__ void thinned_phases(const float4 *in, float *out, int n)
{ // four phases side by side in shared memory
	__shared__ float phase[4][128 + TAPS / 4 + 1];
	int t = threadIdx.x, i = blockIdx.x * 128 + t;
	for (int k = t; k < 128 + TAPS / 4; k += 128) {
		float4 v = in[blockIdx.x * 128 + k];
		phase[0][k] = v.x, phase[1][k] = v.y, phase[2][k] = v.z, phase[3][k] = v.w;
	}
	__syncthreads();
	float s = 0;
#pragma unroll
	for (int k = 0; k < TAPS; k++)
		s += phase[k % 4][t + k / 4] * taps[k];
	if (i < n)
		out[i] = s;
}
struct Biquad {
	float b0, b1, b2, a1, a2;
};
__global__ void channels_thread(const float *in, float *out, int channels, int length, Biquad q)
{ // two such filters one after the other; a channel a thread, channels side by side
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	if (c >= channels)
		return;
	float x1 = 0, x2 = 0, y1 = 0, y2 = 0, z1 = 0, z2 = 0;
	for (int k = 0; k < length; k++) {
		float x = in[k * channels + c];
		float y = q.b0 * x + q.b1 * x1 + q.b2 * x2 - q.a1 * y1 - q.a2 * y2;
		float z = q.b0 * y + q.b1 * y1 + q.b2 * y2 - q.a1 * z1 - q.a2 * z2;
		x2 = x1, x1 = x, y2 = y1, y1 = y, z2 = z1, z1 = z;
		out[k * channels + c] = z;
	}
}
__global__ void channels_pieces(const float *in, float *out, int length, Biquad q)
{ // a channel a block: each thread runs over its piece after a run-in of 64, by when what was before is forgotten
	const float *p = in + blockIdx.x * length;
	float x1 = 0, x2 = 0, y1 = 0, y2 = 0, z1 = 0, z2 = 0;
	int each = length / blockDim.x, from = threadIdx.x * each;
	for (int k = max(0, from - 64); k < from + each; k++) {
		float x = p[k];
		float y = q.b0 * x + q.b1 * x1 + q.b2 * x2 - q.a1 * y1 - q.a2 * y2;
		float z = q.b0 * y + q.b1 * y1 + q.b2 * y2 - q.a1 * z1 - q.a2 * z2;
		x2 = x1, x1 = x, y2 = y1, y1 = y, z2 = z1, z1 = z;
		if (k >= from)
			out[blockIdx.x * length + k] = z;
	}
}
static const int Q = 64, DB = 96; // lengths of the two texts
__global__ void local_best_thread(const byte *query, const byte *base, int *out, int n)
{ // the best local alignment, gaps have a first and a further price; a pair a thread, a line in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	short h[Q + 1], e[Q + 1];
	for (int k = 0; k <= Q; k++)
		h[k] = 0, e[k] = -99;
	int best = 0;
	for (int r = 0; r < DB; r++) {
		int letter = base[r * n + i], corner = 0, f = -99;
		for (int k = 1; k <= Q; k++) {
			e[k] = max(h[k] - 5, e[k] - 1);
			f = max(h[k - 1] - 5, f - 1);
			int v = max(max(0, corner + (letter == query[k - 1] ? 3 : -2)), max((int)e[k], f));
			corner = h[k];
			h[k] = v;
			best = max(best, v);
		}
	}
	out[i] = best;
}
__global__ void local_best_warp(const byte *query, const byte *base, int *out, int n)
{ // a pair a warp, two columns a lane; the rows go through the lanes one after the other
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x % 32;
	if (i >= n)
		return;
	byte q0 = query[2 * l], q1 = query[2 * l + 1];
	int h0 = 0, h1 = 0, e0 = -99, e1 = -99, f1 = -99, corner = 0, best = 0;
	for (int s = 0; s < DB + 31; s++) {
		int left = __shfl_up_sync(~0u, h1, 1), left_f = __shfl_up_sync(~0u, f1, 1), r = s - l;
		if (l == 0)
			left = 0, left_f = -99;
		if (r >= 0 && r < DB) {
			int letter = base[r * n + i];
			e0 = max(h0 - 5, e0 - 1), e1 = max(h1 - 5, e1 - 1);
			int f0 = max(left - 5, left_f - 1);
			int v0 = max(max(0, corner + (letter == q0 ? 3 : -2)), max(e0, f0));
			f1 = max(v0 - 5, f0 - 1);
			int v1 = max(max(0, h0 + (letter == q1 ? 3 : -2)), max(e1, f1));
			corner = left, h0 = v0, h1 = v1;
			best = max(best, max(v0, v1));
		}
	}
	best = __reduce_max_sync(~0u, best);
	if (l == 0)
		out[i] = best;
}
__global__ void words_of_five(const unsigned *gene, int *count, int n)
{ // words of five letters, two bits a letter: a thread rolls along 64 letters, counts in shared memory
	__shared__ int box[1024];
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		box[k] = 0;
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i * 64 < n) {
		unsigned word = 0;
		int last = min(i * 64 + 68, n);
		for (int k = i * 64; k < last; k++) {
			word = (word << 2 | gene[k / 16] >> k % 16 * 2 & 3) & 1023;
			if (k >= i * 64 + 4)
				atomicAdd(&box[word], 1);
		}
	}
	__syncthreads();
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		if (box[k])
			atomicAdd(&count[k], box[k]);
}
__global__ void words_of_twelve(const unsigned *gene, unsigned *twice, int n)
{ // words of twelve letters, the lesser of the word and its mirror: saturating counts of two bits by compare and swap
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 12 > n)
		return;
	unsigned word = __funnelshift_r(gene[i / 16], gene[i / 16 + 1], i % 16 * 2) & 0xffffff;
	unsigned mirror = __brev(~word) >> 8;
	mirror = mirror >> 1 & 0x555555 | mirror << 1 & 0xaaaaaa;
	word = min(word, mirror);
	unsigned *p = twice + word / 16, shift = word % 16 * 2, old = *(volatile unsigned *)p;
	while ((old >> shift & 3) < 3) {
		unsigned had = atomicCAS(p, old, old + (1u << shift));
		if (had == old)
			break;
		old = had;
	}
}
static const int LEVELS = 96;
__host__ __device__ inline float lattice(float price, float strike, float step, float up_chance, float down_by)
{ // an option that may be taken early, a lattice in a local array
	float v[LEVELS + 1];
	float s = price;
	for (int k = 0; k < LEVELS; k++)
		s /= step;
	float low = s, step2 = step * step;
	for (int k = 0; k <= LEVELS; k++, s *= step2)
		v[k] = strike > s ? strike - s : 0;
	for (int t = LEVELS - 1; t >= 0; t--) {
		low *= step;
		s = low;
		for (int k = 0; k <= t; k++, s *= step2) {
			float keep = (up_chance * v[k + 1] + (1 - up_chance) * v[k]) * down_by;
			v[k] = keep > strike - s ? keep : strike - s;
		}
	}
	return v[0];
}
__global__ void early_lattice(const float2 *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = lattice(in[i].x, in[i].y, 1.02f, 0.51f, 0.9995f);
}
__global__ void barrier_paths(const float2 *in, u64 *out, int paths, int steps)
{ // prices that must not touch a floor: an option a block, paths by whole-number draws, pence are added up
	__shared__ u64 sum;
	if (threadIdx.x == 0)
		sum = 0;
	__syncthreads();
	float2 o = in[blockIdx.x];
	u64 own = 0;
	for (int p = threadIdx.x; p < paths; p += blockDim.x) {
		unsigned r = p * 2654435761u + blockIdx.x * 40503u;
		int s = (int)(o.x * 1024), floor = (int)(o.x * 800);
		int k = 0;
		for (; k < steps; k++) {
			r ^= r << 13, r ^= r >> 17, r ^= r << 5;
			int draw = (int)(r & 255) + (int)(r >> 8 & 255) + (int)(r >> 16 & 255) + (int)(r >> 24) - 510;
			s += (s >> 14) * draw >> 3;
			if (s < floor)
				break;
		}
		if (k == steps)
			own += max(0, s - (int)(o.y * 1024));
	}
	atomicAdd(&sum, own);
	__syncthreads();
	if (threadIdx.x == 0)
		out[blockIdx.x] = sum;
}
struct Piece {
	int sum, head;
};
__device__ Piece onto(Piece a, Piece b)
{
	return { b.head ? b.sum : a.sum + b.sum, a.head | b.head };
}
__global__ void pieces_block(const int *v, const byte *head, int *out, int n, int part)
{ // running sums that begin anew at each head: a block goes over its part, 256 at once, pairs in shared memory
	__shared__ Piece s[2][256];
	int t = threadIdx.x, first = blockIdx.x * part;
	Piece carry = { 0, 0 };
	for (int at = first; at < min(first + part, n); at += 256) {
		Piece own = at + t < n ? Piece{ v[at + t], head[at + t] } : Piece{ 0, 0 };
		if (t == 0)
			own = onto(carry, own);
		int from = 0;
		s[0][t] = own;
		for (int d = 1; d < 256; d *= 2, from ^= 1) {
			__syncthreads();
			s[1 - from][t] = t >= d ? onto(s[from][t - d], s[from][t]) : s[from][t];
		}
		__syncthreads();
		if (at + t < n)
			out[at + t] = s[from][t].sum;
		carry = s[from][255];
		__syncthreads();
	}
}
__global__ void pieces_warp(const int4 *v, const uchar4 *head, int4 *out, int fours, int part)
{ // a warp goes over its part, four a lane; where the next head before is tells a vote
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x % 32, carry = 0;
	for (int at = w * part; at < min(w * part + part, fours); at += 32) {
		int4 x = at + l < fours ? v[at + l] : make_int4(0, 0, 0, 0);
		uchar4 h = at + l < fours ? head[at + l] : make_uchar4(0, 0, 0, 0);
		if (!h.y)
			x.y += x.x;
		if (!h.z)
			x.z += x.y;
		if (!h.w)
			x.w += x.z;
		bool any = h.x | h.y | h.z | h.w;
		unsigned heads = __ballot_sync(~0u, any) & (~0u >> 31 - l);
		int near_head = heads ? 31 - __clz(heads) : -1, s = x.w;
		for (int d = 1; d < 32; d *= 2) {
			int o = __shfl_up_sync(~0u, s, d);
			if (l - d >= max(near_head, 0))
				s += o;
		}
		if (near_head < 0)
			s += carry;
		int before = __shfl_up_sync(~0u, s, 1);
		if (l == 0)
			before = carry;
		carry = __shfl_sync(~0u, s, 31);
		x.x += h.x ? 0 : before;
		x.y += h.x | h.y ? 0 : before;
		x.z += h.x | h.y | h.z ? 0 : before;
		x.w += any ? 0 : before;
		if (at + l < fours)
			out[at + l] = x;
	}
}
static void signals(const std::vector<float> &f)
{
	const int N = 480;
	std::vector<float> in(f.begin(), f.begin() + 2 * F * N), want(2 * F * N);
	std::vector<double> c(F), s(F);
	for (int k = 0; k < F; k++)
		c[k] = std::cos(2 * M_PI * k / F), s[k] = -std::sin(2 * M_PI * k / F);
	for (int i = 0; i < N; i += 31)
		for (int k = 0; k < F; k++) {
			double a = 0, b = 0;
			for (int j = 0; j < F; j++) {
				const float *p = &in[2 * (i * F + j)];
				int at = j * k % F;
				a += p[0] * c[at] - p[1] * s[at], b += p[0] * s[at] + p[1] * c[at];
			}
			want[2 * (i * F + k)] = a, want[2 * (i * F + k) + 1] = b;
		}
	auto right = [want](const std::vector<float> &v) {
		for (size_t i = 0; i < v.size(); i++)
			if (i / (2 * F) % 31 == 0 && std::fabs(v[i] - want[i]) > 2e-3)
				return false;
		return true;
	};
	float *d = upload(in), *o = dev<float>(2 * F * N);
	job<float>(
		"waves_of_512.twos", [&] { transform_twos<<<N, 256>>>((float2 *)d, (float2 *)o); }, o, 2 * F * N,
		right);
	job<float>(
		"waves_of_512.eights", [&] { transform_eights<<<N, 64>>>((float2 *)d, (float2 *)o); }, o, 2 * F * N,
		right);
	const int L = 60000;
	std::vector<float> line(f.begin(), f.begin() + (up(L, 128) * 128 + 16) * DOWN), thin(L), t(TAPS);
	for (int k = 0; k < TAPS; k++)
		t[k] = std::sin(k + 0.5f) / TAPS;
	CHECK(cudaMemcpyToSymbol(taps, t.data(), sizeof taps));
	for (int i = 0; i < L; i++)
		for (int k = 0; k < TAPS; k++)
			thin[i] += line[i * DOWN + k] * t[k];
	float *dl = upload(line), *ol = dev<float>(L);
	job<float>(
		"thinned_signal.straight", [&] { thinned_straight<<<up(L, 256), 256>>>(dl, ol, L); }, ol, L,
		close_to(thin));
	job<float>(
		"thinned_signal.phases", [&] { thinned_phases<<<up(L, 128), 128>>>((float4 *)dl, ol, L); }, ol, L,
		close_to(thin));
	const int C = 768, T = 512;
	Biquad q = { 0.2f, 0.3f, 0.2f, -0.5f, 0.2f };
	std::vector<float> sound(f.begin(), f.begin() + C * T), across(C * T), heard(C * T), heard_across(C * T);
	for (int ch = 0; ch < C; ch++) {
		double x1 = 0, x2 = 0, y1 = 0, y2 = 0, z1 = 0, z2 = 0;
		for (int k = 0; k < T; k++) {
			double x = across[k * C + ch] = sound[ch * T + k];
			double y = q.b0 * x + q.b1 * x1 + q.b2 * x2 - q.a1 * y1 - q.a2 * y2;
			double z = q.b0 * y + q.b1 * y1 + q.b2 * y2 - q.a1 * z1 - q.a2 * z2;
			x2 = x1, x1 = x, y2 = y1, y1 = y, z2 = z1, z1 = z;
			heard[ch * T + k] = heard_across[k * C + ch] = z;
		}
	}
	float *ds = upload(sound), *da = upload(across), *oc = dev<float>(C * T);
	job<float>(
		"sound_filters.channel_a_thread", [&] { channels_thread<<<up(C, 64), 64>>>(da, oc, C, T, q); }, oc,
		C * T, close_to(heard_across, 1e-3));
	job<float>(
		"sound_filters.pieces_with_run_in", [&] { channels_pieces<<<C, 32>>>(ds, oc, T, q); }, oc, C * T,
		close_to(heard, 1e-3));
}
static void genes(const std::vector<unsigned> &w)
{
	const int N = 640;
	std::vector<byte> query(Q), base(N * DB);
	std::vector<int> want(N);
	for (int k = 0; k < Q; k++)
		query[k] = w[k] & 3;
	for (int i = 0; i < N; i++) {
		int h[Q + 1] = {}, e[Q + 1], from = w[i] % 40;
		std::fill(e, e + Q + 1, -99);
		for (int r = 0; r < DB; r++) {
			byte letter = i % 3 && r >= from && r - from < Q && w[i + r] % 8 ? query[r - from] :
											   w[i * DB + r] >> 5 & 3;
			base[r * N + i] = letter;
			int corner = 0, f = -99;
			for (int k = 1; k <= Q; k++) {
				e[k] = std::max(h[k] - 5, e[k] - 1), f = std::max(h[k - 1] - 5, f - 1);
				int v = std::max({ 0, corner + (letter == query[k - 1] ? 3 : -2), e[k], f });
				corner = h[k], h[k] = v;
				want[i] = std::max(want[i], v);
			}
		}
	}
	byte *dq = upload(query), *db = upload(base);
	int *o = dev<int>(N);
	job<int>(
		"local_best.pair_a_thread", [&] { local_best_thread<<<up(N, 32), 32>>>(dq, db, o, N); }, o, N,
		same(want));
	job<int>(
		"local_best.pair_a_warp", [&] { local_best_warp<<<up(N, 4), 128>>>(dq, db, o, N); }, o, N, same(want));
	const int L = 500000, K = 1 << 24;
	std::vector<unsigned> gene(w.begin(), w.begin() + L / 16 + 2);
	std::vector<int> five(1024);
	auto letter = [&](int k) { return gene[k / 16] >> k % 16 * 2 & 3; };
	unsigned word = 0;
	std::vector<unsigned> table(K / 16);
	for (int k = 0; k < L; k++) {
		word = (word << 2 | letter(k)) & 1023;
		if (k >= 4)
			five[word]++;
	}
	for (int k = 0; k + 12 <= L; k++) {
		unsigned forth = 0, back = 0;
		for (int j = 0; j < 12; j++)
			forth |= letter(k + j) << 2 * j, back |= (3 - letter(k + j)) << 2 * (11 - j);
		forth = std::min(forth, back);
		if ((table[forth / 16] >> forth % 16 * 2 & 3) < 3)
			table[forth / 16] += 1u << forth % 16 * 2;
	}
	unsigned *dg = upload(gene), *ot = dev<unsigned>(K / 16);
	int *of = dev<int>(1024);
	job<int>(
		"gene_words.five_letters_shared", [&] { words_of_five<<<up(up(L, 64), 128), 128>>>(dg, of, L); }, of,
		1024, same(five), [&] { CHECK(cudaMemset(of, 0, 4096)); });
	job<unsigned>(
		"gene_words.twelve_letters_swapped", [&] { words_of_twelve<<<up(L, 256), 256>>>(dg, ot, L); }, ot,
		K / 16, same(table), [&] { CHECK(cudaMemset(ot, 0, K / 4)); });
}
static void money(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 900;
	std::vector<float2> in(N);
	std::vector<float> want(N);
	for (int i = 0; i < N; i++) {
		in[i] = make_float2(80 + 40 * f[i], 80 + 40 * f[i + N]);
		want[i] = lattice(in[i].x, in[i].y, 1.02f, 0.51f, 0.9995f);
	}
	float2 *d = upload(in);
	float *o = dev<float>(N);
	job<float>(
		"early_options.lattice_a_thread", [&] { early_lattice<<<up(N, 32), 32>>>(d, o, N); }, o, N,
		close_to(want, 1e-3));
	const int B = 96, PATHS = 512, STEPS = 40;
	std::vector<u64> sums(B);
	for (int b = 0; b < B; b++)
		for (int p = 0; p < PATHS; p++) {
			unsigned r = p * 2654435761u + b * 40503u;
			int s = (int)(in[b].x * 1024), floor = (int)(in[b].x * 800), k = 0;
			for (; k < STEPS; k++) {
				r ^= r << 13, r ^= r >> 17, r ^= r << 5;
				int draw = (int)(r & 255) + (int)(r >> 8 & 255) + (int)(r >> 16 & 255) +
					(int)(r >> 24) - 510;
				s += (s >> 14) * draw >> 3;
				if (s < floor)
					break;
			}
			if (k == STEPS)
				sums[b] += std::max(0, s - (int)(in[b].y * 1024));
		}
	u64 *os = dev<u64>(B);
	job<u64>(
		"floor_options.option_a_block", [&] { barrier_paths<<<B, 128>>>(d, os, PATHS, STEPS); }, os, B,
		same(sums));
}
static void sums_in_pieces(const std::vector<unsigned> &w)
{
	const int PARTS = 264, PART
	= 1024, N = PARTS * PART; // each part begins with a head
	std::vector<int> v(N), want(N);
	std::vector<byte> head(N);
	for (int i = 0; i < N; i++) {
		v[i] = w[i] >> 20;
		head[i] = i % PART
		== 0 || w[i] % 300 < (i / PART % 3 ? 6 : 90);
		want[i] = v[i] + (head[i] ? 0 : want[i - 1]);
	}
	int *d = upload(v), *o = dev<int>(N);
	byte *dh = upload(head);
	job<int>(
		"sums_in_pieces.block", [&] { pieces_block<<<PARTS, 256>>>(d, dh, o, N, PART); }, o, N, same(want));
	job<int>(
		"sums_in_pieces.warp_of_fours",
		[&] { pieces_warp<<<PARTS / 4, 128>>>((int4 *)d, (uchar4 *)dh, (int4 *)o, N / 4, PART / 4); }, o, N,
		same(want));
}
void rows()
{
	std::vector<unsigned> w = words(500000);
	std::vector<float> f = fractions(w);
	signals(f);
	genes(w);
	money(w, f);
	sums_in_pieces(w);
}
