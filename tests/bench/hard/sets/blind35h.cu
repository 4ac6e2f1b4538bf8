// blind35h: a fresh set of kernels that nobody had modelled when they were written. Strings, dynamic programming, rays,
// k-means, nearest neighbours, Mandelbrot and Julia, life, bit mixing, Floyd-Warshall.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
#define HD __host__ __device__
// no fused multiply-add, so that both sides count alike
HD float mulf(float a, float b)
{
#ifdef __CUDA_ARCH__
	return __fmul_rn(a, b);
#else
	return a * b;
#endif
}
HD double muld(double a, double b)
{
#ifdef __CUDA_ARCH__
	return __dmul_rn(a, b);
#else
	return a * b;
#endif
}
HD int mandelbrot_at(float cx, float cy, int most)
{
	float x = 0, y = 0;
	int k = 0;
	for (; k < most; k++) {
		float x2 = mulf(x, x), y2 = mulf(y, y);
		if (x2 + y2 > 4)
			break;
		y = mulf(2, mulf(x, y)) + cy, x = x2 - y2 + cx;
	}
	return k;
}
__global__ void mandelbrot_rows(unsigned short *out, int w, int h, int most)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		out[y * w + x] = mandelbrot_at(mulf(x, 3.0f / 512) - 2.2f, mulf(y, 2.4f / 512) - 1.2f, most);
}
HD byte julia_at(double x, double y)
{
	int k = 0;
	for (; k < 120; k++) {
		double x2 = muld(x, x), y2 = muld(y, y);
		if (x2 + y2 > 4)
			break;
		y = muld(2, muld(x, y)) + 0.156, x = x2 - y2 - 0.8;
	}
	return k;
}
__global__ void julia_rows_drawn(byte *out, int w, int h, int *next)
{ // a block draws the next row until none is left
	__shared__ int row;
	for (;;) {
		__syncthreads();
		if (threadIdx.x == 0)
			row = atomicAdd(next, 1);
		__syncthreads();
		if (row >= h)
			return;
		for (int x = threadIdx.x; x < w; x += blockDim.x)
			out[row * w + x] = julia_at(muld(x, 3.0 / 300) - 1.5, muld(row, 2.0 / 200) - 1);
	}
}
// a dozen patterns in constant memory, every place a thread
__constant__ char pattern[12][8];
__constant__ int length[12];
__global__ void match_many(const char *text, int *count, int n)
{
	__shared__ int c[12];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (threadIdx.x < 12)
		c[threadIdx.x] = 0;
	__syncthreads();
	for (int p = 0; p < 12; p++) {
		int m = length[p], k = 0;
		if (i + m <= n) {
			while (k < m && text[i + k] == pattern[p][k])
				k++;
			if (k == m)
				atomicAdd(&c[p], 1);
		}
	}
	__syncthreads();
	if (threadIdx.x < 12 && c[threadIdx.x])
		atomicAdd(&count[threadIdx.x], c[threadIdx.x]);
}
// edit distance of words of up to 24 letters: a thread a pair, one row in a local array
__global__ void edit_thread_pair(const byte *a, const byte *b, const byte *la, const byte *lb, byte *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	byte row[25];
	int m = la[i], k = lb[i];
	for (int y = 0; y <= k; y++)
		row[y] = y;
	for (int x = 1; x <= m; x++) {
		int diag = row[0], c = a[(x - 1) * n + i];
		row[0] = x;
		for (int y = 1; y <= k; y++) {
			int v = min(min(row[y], row[y - 1]) + 1, diag + (c != b[(y - 1) * n + i]));
			diag = row[y], row[y] = v;
		}
	}
	out[i] = row[k];
}
// longest common subsequence of 250 and 250, a block a pair, anti-diagonals in three rolling rows
__global__ void lcs_block_diagonals(const byte *a, const byte *b, int *out, int L)
{
	__shared__ short d[3][256];
	__shared__ byte s[256];
	int t = threadIdx.x; // row t + 1
	a += blockIdx.x * L, b += blockIdx.x * L;
	if (t < L)
		s[t] = b[t];
	d[0][t] = d[1][t] = d[2][t] = 0;
	byte c = t < L ? a[t] : 0;
	__syncthreads();
	for (int k = 0; k < 2 * L - 1; k++) {
		int j = k - t; // column j + 1
		short *now = d[k % 3], *one = d[(k + 2) % 3], *two = d[(k + 1) % 3];
		if (t < L && j >= 0 && j < L) {
			int left = j ? one[t + 1] : 0, above = one[t], corner = j ? two[t] : 0;
			now[t + 1] = c == s[j] ? corner + 1 : max(left, above);
		}
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = d[(2 * L - 2) % 3][L];
}
// Smith-Waterman with affine gaps, a warp a pair: a query of 64 (two letters a lane), the subject goes by
__global__ void smith_waterman_warp(const byte *query, const byte *subject, int *out, int len, int n)
{
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
	if (w >= n)
		return;
	int q0 = query[w * 64 + lane * 2], q1 = query[w * 64 + lane * 2 + 1], best = 0;
	int h0 = 0, h1 = 0, e0 = -99, e1 = -99, f1 = -99, up2 = 0, c = 0;
	for (int k = 0; k < len + 31; k++) {
		int hu = __shfl_up_sync(~0u, h1, 1), fu = __shfl_up_sync(~0u, f1, 1), cu = __shfl_up_sync(~0u, c, 1);
		c = lane ? cu : k < len ? subject[w * len + k] : 0;
		if (lane == 0)
			hu = 0, fu = -99;
		int j = k - lane;
		if (j >= 0 && j < len) {
			int d1 = h0;
			e0 = max(e0 - 1, h0 - 4), fu = max(fu - 1, hu - 4);
			h0 = max(max(0, up2 + (c == q0 ? 3 : -2)), max(e0, fu));
			e1 = max(e1 - 1, h1 - 4), f1 = max(fu - 1, h0 - 4);
			h1 = max(max(0, d1 + (c == q1 ? 3 : -2)), max(e1, f1));
			best = max(best, max(h0, h1));
			up2 = hu;
		}
	}
	best = __reduce_max_sync(~0u, best);
	if (lane == 0)
		out[w] = best;
}
// rays through a pixel against forty spheres in constant memory; one shadow ray
struct Sphere {
	float x, y, z, r;
};
__constant__ Sphere ball[40];
HD float meets(const Sphere &s, float ox, float oy, float oz, float dx, float dy, float dz)
{
	float x = ox - s.x, y = oy - s.y, z = oz - s.z, b = x * dx + y * dy + z * dz,
	      c = x * x + y * y + z * z - s.r * s.r, q = b * b - c;
	if (q < 0)
		return 1e9f;
	float t = -b - sqrtf(q);
	return t > 1e-3f ? t : 1e9f;
}
HD float shade(const Sphere *s, int n, float px, float py)
{
	float len = sqrtf(px * px + py * py + 1), dx = px / len, dy = py / len, dz = 1 / len, t = 1e9f;
	int hit = -1;
	for (int k = 0; k < n; k++) {
		float u = meets(s[k], 0, 0, 0, dx, dy, dz);
		if (u < t)
			t = u, hit = k;
	}
	if (hit < 0)
		return 0.1f;
	float x = t * dx, y = t * dy, z = t * dz, r = s[hit].r;
	float nx = (x - s[hit].x) / r, ny = (y - s[hit].y) / r, nz = (z - s[hit].z) / r;
	float light = fmaxf(0, 0.6f * nx + 0.64f * ny - 0.48f * nz);
	if (light > 0)
		for (int k = 0; k < n; k++)
			if (k != hit && meets(s[k], x, y, z, 0.6f, 0.64f, -0.48f) < 1e8f)
				return 0.2f;
	return 0.2f + 0.8f * light;
}
__global__ void cast_spheres(float *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		out[y * w + x] = shade(ball, 40, (x - w / 2) * 2.0f / w, (y - h / 2) * 2.0f / w);
}
// k-means on whole numbers: nearest of 20 centres in 8 dimensions; sums by shared atomics
__global__ void kmeans_assign_add(const short *p, const int *centre, int *name, int *sum, int n)
{
	__shared__ int c[160], s[180];
	for (int k = threadIdx.x; k < 180; k += blockDim.x)
		s[k] = 0;
	for (int k = threadIdx.x; k < 160; k += blockDim.x)
		c[k] = centre[k];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		int v[8], best = 2147483647, at = 0;
		for (int d = 0; d < 8; d++)
			v[d] = p[d * n + i];
		for (int k = 0; k < 20; k++) {
			int q = 0;
			for (int d = 0; d < 8; d++)
				q += (v[d] - c[k * 8 + d]) * (v[d] - c[k * 8 + d]);
			if (q < best)
				best = q, at = k;
		}
		name[i] = at;
		for (int d = 0; d < 8; d++)
			atomicAdd(&s[at * 9 + d], v[d]);
		atomicAdd(&s[at * 9 + 8], 1);
	}
	__syncthreads();
	for (int k = threadIdx.x; k < 180; k += blockDim.x)
		if (s[k])
			atomicAdd(&sum[k], s[k]);
}
// the six nearest of 700 for each query, an insertion into a small sorted array
__global__ void knn_insertion(const int3 *p, const int3 *q, int *out, int n, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= m)
		return;
	int3 v = q[i];
	u64 best[6];
	for (int k = 0; k < 6; k++)
		best[k] = ~0ull;
	for (int j = 0; j < n; j++) {
		int dx = p[j].x - v.x, dy = p[j].y - v.y, dz = p[j].z - v.z;
		u64 d = (u64)(dx * dx + dy * dy + dz * dz) << 32 | j;
		if (d >= best[5])
			continue;
		int k = 5;
		while (k > 0 && best[k - 1] > d)
			best[k] = best[k - 1], k--;
		best[k] = d;
	}
	for (int k = 0; k < 6; k++)
		out[i * 6 + k] = (int)best[k];
}
// life: dead rim, a tile with halo of bytes, the same block does the halo
__global__ void life_tile(const byte *in, byte *out, int w, int h)
{
	__shared__ byte s[18][34];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx, y = blockIdx.y * 16 + ty;
	for (int i = ty * 32 + tx; i < 18 * 34; i += 512) {
		int u = blockIdx.x * 32 + i % 34 - 1, v = blockIdx.y * 16 + i / 34 - 1;
		s[i / 34][i % 34] = u >= 0 && u < w && v >= 0 && v < h ? in[v * w + u] : 0;
	}
	__syncthreads();
	if (x >= w || y >= h)
		return;
	int c = 0;
	for (int a = 0; a < 3; a++)
		for (int b = 0; b < 3; b++)
			c += s[ty + a][tx + b];
	out[y * w + x] = c == 3 || (c == 4 && s[ty + 1][tx + 1]);
}
// a digest in the manner of SHA: 16 words of message spread to 48, a round each
HD unsigned turn(unsigned x, int k)
{
	return x >> k | x << (32 - k);
}
HD unsigned digest(unsigned seed)
{
	unsigned w[16], a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a;
	for (int k = 0; k < 16; k++)
		w[k] = seed * (2 * k + 1) + k * 0x9e3779b9u;
#pragma unroll
	for (int k = 0; k < 48; k++) {
		unsigned x = w[k & 15];
		unsigned t = d + (turn(a, 6) ^ turn(a, 11) ^ turn(a, 25)) + ((a & b) ^ (~a & c)) + x + k * 0x428a2f98u;
		d = c, c = b, b = a, a = t + ((a & b) ^ (a & c) ^ (b & c));
		unsigned p = w[(k + 1) & 15], q = w[(k + 14) & 15];
		w[k & 15] = x + w[(k + 9) & 15] + (turn(p, 7) ^ turn(p, 18) ^ p >> 3) +
			(turn(q, 17) ^ turn(q, 19) ^ q >> 10);
	}
	return a ^ b ^ c ^ d;
}
__global__ void mine_small_digest(unsigned *least, int n)
{ // the least digest of all, with what gave it, packed
	unsigned best = ~0u;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		best = min(best, digest(i));
	best = __reduce_min_sync(~0u, best);
	if (threadIdx.x % 32 == 0)
		atomicMin(least, best);
}
// Floyd-Warshall with tiles of 16: the pivot tile, its row and column, the rest; three launches a round
__global__ void floyd_pivot(int *d, int n, int p)
{
	__shared__ int c[16][17];
	int x = threadIdx.x, y = threadIdx.y, i = (p * 16 + y) * n + p * 16 + x;
	c[y][x] = d[i];
	__syncthreads();
	for (int k = 0; k < 16; k++) {
		int v = c[y][k] + c[k][x];
		__syncthreads();
		if (v < c[y][x])
			c[y][x] = v;
		__syncthreads();
	}
	d[i] = c[y][x];
}
__global__ void floyd_cross(int *d, int n, int p)
{
	__shared__ int c[16][17], v[16][17];
	int x = threadIdx.x, y = threadIdx.y, o = blockIdx.x;
	if (o == p)
		return;
	int i = blockIdx.y ? (o * 16 + y) * n + p * 16 + x : (p * 16 + y) * n + o * 16 + x;
	v[y][x] = d[(p * 16 + y) * n + p * 16 + x], c[y][x] = d[i];
	__syncthreads();
	for (int k = 0; k < 16; k++) {
		int t = blockIdx.y ? c[y][k] + v[k][x] : v[y][k] + c[k][x];
		__syncthreads();
		if (t < c[y][x])
			c[y][x] = t;
		__syncthreads();
	}
	d[i] = c[y][x];
}
__global__ void floyd_rest(int *d, int n, int p)
{
	__shared__ int a[16][17], b[16][17];
	int x = threadIdx.x, y = threadIdx.y, r = blockIdx.y, q = blockIdx.x;
	if (r == p || q == p)
		return;
	a[y][x] = d[(r * 16 + y) * n + p * 16 + x], b[y][x] = d[(p * 16 + y) * n + q * 16 + x];
	__syncthreads();
	int i = (r * 16 + y) * n + q * 16 + x, v = d[i];
#pragma unroll
	for (int k = 0; k < 16; k++)
		v = min(v, a[y][k] + b[k][x]);
	d[i] = v;
}
static void pictures(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int W = 300, H = 200, N = W * H;
	std::vector<unsigned short> m(N);
	std::vector<byte> j(N);
	std::vector<float> lit(N);
	std::vector<Sphere> s(40);
	for (int k = 0; k < 40; k++)
		s[k] = { f[k] * 6 - 3, f[k + 50] * 4 - 2, 3 + f[k + 100] * 5, 0.2f + 0.4f * f[k + 150] };
	CHECK(cudaMemcpyToSymbol(ball, s.data(), sizeof ball));
	for (int i = 0; i < N; i++) {
		m[i] = mandelbrot_at(i % W * (3.0f / 512) - 2.2f, i / W * (2.4f / 512) - 1.2f, 200);
		j[i] = julia_at(i % W * (3.0 / 300) - 1.5, i / W * (2.0 / 200) - 1);
		lit[i] = shade(s.data(), 40, (i % W - W / 2) * 2.0f / W, (i / W - H / 2) * 2.0f / W);
	}
	unsigned short *dm = dev<unsigned short>(N);
	byte *dj = dev<byte>(N);
	float *dl = dev<float>(N);
	int *next = dev<int>(1);
	job<unsigned short>(
		"mandelbrot_shorts.16x16",
		[&] { mandelbrot_rows<<<dim3(up(W, 16), up(H, 16)), dim3(16, 16)>>>(dm, W, H, 200); }, dm, N, same(m));
	job<byte>(
		"julia_doubles.blocks_draw_rows", [&] { julia_rows_drawn<<<132, 96>>>(dj, W, H, next); }, dj, N,
		same(j), [&] { CHECK(cudaMemset(next, 0, 4)); });
	job<float>(
		"spheres_and_one_shadow.pixel_a_thread",
		[&] { cast_spheres<<<dim3(up(W, 8), up(H, 8)), dim3(8, 8)>>>(dl, W, H); }, dl, N,
		[lit](const std::vector<float> &v) { // a rim or a shadow's edge may fall to either side
			int off = 0;
			for (size_t i = 0; i < lit.size(); i++)
				off += !near(v[i], lit[i], 1e-2);
			return off < (int)lit.size() / 500;
		});
	const int LW = 700, LH = 500, L = LW * LH;
	std::vector<byte> a(L), b(L);
	for (int i = 0; i < L; i++)
		a[i] = w[i] % 3 == 0;
	for (int i = 0; i < L; i++) {
		int c = 0;
		for (int k = 0; k < 9; k++) {
			int x = i % LW + k % 3 - 1, y = i / LW + k / 3 - 1;
			c += x >= 0 && x < LW && y >= 0 && y < LH ? a[y * LW + x] : 0;
		}
		b[i] = c == 3 || (c == 4 && a[i]);
	}
	byte *da = upload(a), *db = dev<byte>(L);
	job<byte>(
		"life_with_dead_rim.tile_of_bytes",
		[&] { life_tile<<<dim3(up(LW, 32), up(LH, 16)), dim3(32, 16)>>>(da, db, LW, LH); }, db, L, same(b));
}
static void strings(const std::vector<unsigned> &w)
{
	const int N = 200000;
	std::vector<char> text(N + 8);
	for (int i = 0; i < N; i++)
		text[i] = "etaoin"[w[i] % 6];
	char p[12][8] = {};
	int len[12];
	std::vector<int> count(12);
	for (int k = 0; k < 12; k++) {
		len[k] = 2 + k % 6;
		memcpy(p[k], &text[k * 1000], len[k]);
		for (int i = 0; i + len[k] <= N; i++)
			count[k] += !memcmp(&text[i], p[k], len[k]);
	}
	CHECK(cudaMemcpyToSymbol(pattern, p, sizeof p));
	CHECK(cudaMemcpyToSymbol(length, len, sizeof len));
	char *dt = upload(text);
	int *o = dev<int>(20000);
	job<int>(
		"twelve_patterns.constant_place_a_thread", [&] { match_many<<<up(N, 256), 256>>>(dt, o, N); }, o, 12,
		same(count), [&] { CHECK(cudaMemset(o, 0, 48)); });
	const int P = 6000;
	std::vector<byte> a(24 * P), b(24 * P), la(P), lb(P), dist(P);
	for (int i = 0; i < P; i++) {
		la[i] = 6 + w[i] % 19, lb[i] = 6 + w[i + P] % 19;
		for (int k = 0; k < 24; k++) {
			a[k * P + i] = 'a' + w[i * 24 + k] % 4;
			b[k * P + i] = w[i * 24 + k + 9] % 4 ? a[k * P + i] : 'a' + w[i + k] % 4;
		}
		int d[25][25];
		for (int x = 0; x <= la[i]; x++)
			for (int y = 0; y <= lb[i]; y++)
				d[x][y] = !x || !y ?
					x + y :
					std::min(std::min(d[x - 1][y], d[x][y - 1]) + 1,
						d[x - 1][y - 1] + (a[(x - 1) * P + i] != b[(y - 1) * P + i]));
		dist[i] = d[la[i]][lb[i]];
	}
	byte *da = upload(a), *db = upload(b), *dla = upload(la), *dlb = upload(lb), *od = dev<byte>(P);
	job<byte>(
		"edit_distance_short_words.thread_a_pair",
		[&] { edit_thread_pair<<<up(P, 64), 64>>>(da, db, dla, dlb, od, P); }, od, P, same(dist));
	const int B = 24, L = 250;
	std::vector<byte> x(B * L), y(B * L);
	std::vector<int> lcs(B);
	for (int i = 0; i < B * L; i++)
		x[i] = w[i] % 4, y[i] = w[i + 77777] % (4 + i / L % 3);
	for (int i = 0; i < B; i++) {
		std::vector<int> r(L + 1);
		for (int s = 0; s < L; s++)
			for (int t = 0, diag = 0; t < L; t++) {
				int v = x[i * L + s] == y[i * L + t] ? diag + 1 : std::max(r[t], r[t + 1]);
				diag = r[t + 1], r[t + 1] = v;
			}
		lcs[i] = r[L];
	}
	byte *dx = upload(x), *dy = upload(y);
	job<int>(
		"common_subsequence_250.block_rolling_diagonals",
		[&] { lcs_block_diagonals<<<B, 256>>>(dx, dy, o, L); }, o, B, same(lcs));
	const int Q = 500, S = 150;
	std::vector<byte> q(Q * 64), t(Q * S);
	std::vector<int> score(Q);
	for (int i = 0; i < Q * 64; i++)
		q[i] = w[i] % 5;
	for (int i = 0; i < Q * S; i++)
		t[i] = w[i + 7] % 9 ? w[(i / S * 64 + i % S * 3 / 4) % 100000] % 5 : w[i] % 5;
	for (int i = 0; i < Q; i++) {
		int h[65] = {}, e[65];
		std::fill(e, e + 65, -99);
		for (int j = 0; j < S; j++) {
			int diag = 0, f = -99;
			for (int k = 1; k <= 64; k++) {
				e[k] = std::max(e[k] - 1, h[k] - 4), f = std::max(f - 1, h[k - 1] - 4);
				int v = std::max(std::max(0, diag + (t[i * S + j] == q[i * 64 + k - 1] ? 3 : -2)),
					std::max(e[k], f));
				diag = h[k], h[k] = v, score[i] = std::max(score[i], v);
			}
		}
	}
	byte *dq = upload(q), *ds = upload(t);
	job<int>(
		"smith_waterman_affine.warp_two_letters_a_lane",
		[&] { smith_waterman_warp<<<up(Q, 4), 128>>>(dq, ds, o, S, Q); }, o, Q, same(score));
}
static void others(const std::vector<unsigned> &w)
{
	{
		const int N = 24000;
		std::vector<short> p(8 * N);
		std::vector<int> c(160), sum(180);
		for (int i = 0; i < 8 * N; i++)
			p[i] = w[i] % 2000;
		for (int k = 0; k < 160; k++)
			c[k] = w[k + 300000] % 2000;
		for (int i = 0; i < N; i++) {
			int best = 2147483647, at = 0;
			for (int k = 0; k < 20; k++) {
				int q = 0;
				for (int d = 0; d < 8; d++)
					q += (p[d * N + i] - c[k * 8 + d]) * (p[d * N + i] - c[k * 8 + d]);
				if (q < best)
					best = q, at = k;
			}
			for (int d = 0; d < 8; d++)
				sum[at * 9 + d] += p[d * N + i];
			sum[at * 9 + 8]++;
		}
		short *d = upload(p);
		int *dc = upload(c), *name = dev<int>(N), *ds = dev<int>(180);
		job<int>(
			"kmeans_8_dimensions.nearest_and_sums_in_one",
			[&] { kmeans_assign_add<<<up(N, 192), 192>>>(d, dc, name, ds, N); }, ds, 180, same(sum),
			[&] { CHECK(cudaMemset(ds, 0, 720)); });
	}
	{
		const int N = 700, M = 3500;
		std::vector<int3> p(N), q(M);
		std::vector<int> want;
		for (int i = 0; i < N; i++)
			p[i] = make_int3(w[i] % 1000, w[i + 1000] % 1000, w[i + 2000] % 1000);
		for (int i = 0; i < M; i++) {
			q[i] = make_int3(w[i + 5000] % 1000, w[i + 9000] % 1000, w[i + 20000] % 1000);
			std::vector<u64> d(N);
			for (int j = 0; j < N; j++) {
				int x = p[j].x - q[i].x, y = p[j].y - q[i].y, z = p[j].z - q[i].z;
				d[j] = (u64)(x * x + y * y + z * z) << 32 | j;
			}
			std::partial_sort(d.begin(), d.begin() + 6, d.end());
			for (int k = 0; k < 6; k++)
				want.push_back((int)d[k]);
		}
		int3 *dp = upload(p), *dq = upload(q);
		int *o = dev<int>(6 * M);
		job<int>(
			"six_nearest_whole_numbers.insertion_in_local",
			[&] { knn_insertion<<<up(M, 64), 64>>>(dp, dq, o, N, M); }, o, 6 * M, same(want));
	}
	{
		const int N = 60000;
		std::vector<unsigned> best{ ~0u };
		for (int i = 0; i < N; i++)
			best[0] = std::min(best[0], digest(i));
		unsigned *o = dev<unsigned>(1);
		job<unsigned>(
			"least_digest.48_rounds_unrolled", [&] { mine_small_digest<<<100, 128>>>(o, N); }, o, 1,
			same(best), [&] { CHECK(cudaMemset(o, 255, 4)); });
	}
	const int n = 144;
	std::vector<int> d(n * n);
	for (int i = 0; i < n * n; i++)
		d[i] = i % (n + 1) == 0 ? 0 : w[i] % 8 ? 1000000 : 1 + w[i + 50000] % 100;
	int *keep = upload(d), *dd = dev<int>(n * n);
	for (int k = 0; k < n; k++)
		for (int i = 0; i < n * n; i++)
			d[i] = std::min(d[i], d[i / n * n + k] + d[k * n + i % n]);
	job<int>(
		"floyd_warshall_144.tiles_of_16_three_launches",
		[&] {
			for (int p = 0; p < n / 16; p++) {
				floyd_pivot<<<1, dim3(16, 16)>>>(dd, n, p);
				floyd_cross<<<dim3(n / 16, 2), dim3(16, 16)>>>(dd, n, p);
				floyd_rest<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(dd, n, p);
			}
		},
		dd, n * n, same(d), [&] { CHECK(cudaMemcpy(dd, keep, n * n * 4, cudaMemcpyDeviceToDevice)); });
}
void rows()
{
	std::vector<unsigned> w = words(1000000);
	std::vector<float> f = fractions(w);
	pictures(w, f);
	strings(w);
	others(w);
}
