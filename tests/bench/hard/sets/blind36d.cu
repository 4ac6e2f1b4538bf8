// blind36d: a fresh set of kernels that nobody had modelled when they were written. As in scalable suites: patterns of
// memory, chains of arithmetic, transforms, Lennard-Jones, MD5, a layer, QT clusters, radix passes, scan, rates, triad.
#include "blind7.h"

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
__global__ void read_a_stretch_each(const float *in, float *out, int n)
{ // sixteen words in a row a thread: neighbours are 64 bytes apart
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
#pragma unroll
	for (int k = 0; k < 16; k++)
		s += in[(t * 16 + k) & (n - 1)];
	out[t] = s;
}
__global__ void write_a_stretch_each(int *out, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
	for (int k = 0; k < 16; k++)
		out[(t * 16 + k) & (n - 1)] = t ^ k;
}
__global__ void shared_there_and_back(const float *in, float *out, int rounds)
{
	__shared__ float s[2048];
	int t = threadIdx.x, m = blockDim.x;
	for (int k = t; k < 2048; k += m)
		s[k] = in[k];
	__syncthreads();
	float v = t;
	int at = t * 3 & 2047;
	for (int r = 0; r < rounds; r++) {
#pragma unroll
		for (int k = 0; k < 8; k++)
			v += s[(at + k * 33) & 2047];
		at = (at + 97) & 2047;
	}
	out[blockIdx.x * m + t] = v;
}
__global__ void mul_mul_madd_float(const float *in, float *out, int rounds, float a, float b)
{ // eight chains, of three links each
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	float s[8];
#pragma unroll
	for (int k = 0; k < 8; k++)
		s[k] = in[t] + k;
	for (int r = 0; r < rounds; r++)
#pragma unroll
		for (int k = 0; k < 8; k++) {
			s[k] = a - s[k] * b;
			s[k] = s[k] * s[k] * b;
			s[k] = 0.5f * s[k] + b;
		}
	float v = 0;
	for (int k = 0; k < 8; k++)
		v += s[k];
	out[t] = v;
}
__global__ void add_chains_double(const double *in, double *out, int rounds, double step)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	double a = in[t], b = a + 1, c = a + 2, d = a + 3;
#pragma unroll 10
	for (int r = 0; r < rounds; r++)
		a = step - a, b = step - b, c = step - c, d = step - d;
	out[t] = (a + b) + (c + d);
}
__device__ __forceinline__ double2 cmul(double2 a, double2 b)
{
	return make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
__device__ __forceinline__ void two(double2 &a, double2 &b)
{
	double2 t = a;
	a = make_double2(t.x + b.x, t.y + b.y), b = make_double2(t.x - b.x, t.y - b.y);
}
__device__ __forceinline__ void eight(double2 *v)
{ // output order 0 4 2 6 1 5 3 7
	const double h = 0.70710678118654752;
	two(v[0], v[4]), two(v[1], v[5]), two(v[2], v[6]), two(v[3], v[7]);
	v[5] = make_double2(h * (v[5].x + v[5].y), h * (v[5].y - v[5].x));
	v[6] = make_double2(v[6].y, -v[6].x);
	v[7] = make_double2(h * (v[7].y - v[7].x), -h * (v[7].x + v[7].y));
#pragma unroll
	for (int o = 0; o < 8; o += 4) {
		two(v[o], v[o + 2]), two(v[o + 1], v[o + 3]);
		v[o + 3] = make_double2(v[o + 3].y, -v[o + 3].x);
		two(v[o], v[o + 1]), two(v[o + 2], v[o + 3]);
	}
}
__global__ void fft_64_doubles(double2 *data)
{ // 8 threads an array of 64 points, eight points a thread: 8 x 8 with an exchange between
	__shared__ double2 s[8][72];
	int t = threadIdx.x % 8, g = threadIdx.x / 8;
	double2 v[8], *d = data + (blockIdx.x * 8 + g) * 64;
#pragma unroll
	for (int k = 0; k < 8; k++)
		v[k] = d[k * 8 + t];
	eight(v);
	const int rev[8] = { 0, 4, 2, 6, 1, 5, 3, 7 };
#pragma unroll
	for (int k = 0; k < 8; k++) {
		double sn, cs;
		sincospi(-2.0 * t * rev[k] / 64, &sn, &cs);
		s[g][rev[k] * 9 + t] = cmul(v[k], make_double2(cs, sn));
	}
	__syncwarp();
#pragma unroll
	for (int k = 0; k < 8; k++)
		v[k] = s[g][t * 9 + k];
	eight(v);
#pragma unroll
	for (int k = 0; k < 8; k++)
		d[rev[k] * 8 + t] = v[k];
}
__global__ void lj_listed(const float4 *pos, const int *list, float4 *force, int n, int near, float cut2)
{ // neighbours by columns
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 p = pos[i], f = make_float4(0, 0, 0, 0);
	for (int k = 0; k < near; k++) {
		float4 q = __ldg(&pos[list[k * n + i]]);
		float x = p.x - q.x, y = p.y - q.y, z = p.z - q.z, r2 = x * x + y * y + z * z;
		if (r2 < cut2) {
			float r = 1 / r2, r6 = r * r * r, s = r * r6 * (1.5f * r6 - 2.0f);
			f.x += x * s, f.y += y * s, f.z += z * s, f.w++;
		}
	}
	force[i] = f;
}
__device__ __host__ inline unsigned rol(unsigned v, int s)
{
	return v << s | v >> (32 - s);
}
#define F1(b, c, d) (((c ^ d) & b) ^ d)
#define F2(b, c, d) (((b ^ c) & d) ^ c)
#define F3(b, c, d) (b ^ c ^ d)
#define F4(b, c, d) (c ^ (b | ~d))
#define ST(F, a, b, c, d, x, k, s) a += F(b, c, d) + (x) + k, a = rol(a, s) + b
__device__ __host__ inline void short_md5(unsigned w0, unsigned w1, unsigned len, unsigned *o)
{ // a shortened one: of each round the first eight steps, with the real numbers
	unsigned a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476, l = len * 8;
	ST(F1, a, b, c, d, w0, 0xd76aa478, 7), ST(F1, d, a, b, c, w1, 0xe8c7b756, 12),
		ST(F1, c, d, a, b, 0, 0x242070db, 17), ST(F1, b, c, d, a, 0, 0xc1bdceee, 22);
	ST(F1, a, b, c, d, 0, 0xf57c0faf, 7), ST(F1, d, a, b, c, 0, 0x4787c62a, 12),
		ST(F1, c, d, a, b, l, 0xa8304613, 17), ST(F1, b, c, d, a, 0, 0xfd469501, 22);
	ST(F2, a, b, c, d, w1, 0xf61e2562, 5), ST(F2, d, a, b, c, 0, 0xc040b340, 9),
		ST(F2, c, d, a, b, 0, 0x265e5a51, 14), ST(F2, b, c, d, a, w0, 0xe9b6c7aa, 20);
	ST(F2, a, b, c, d, 0, 0xd62f105d, 5), ST(F2, d, a, b, c, 0, 0x02441453, 9),
		ST(F2, c, d, a, b, 0, 0xd8a1e681, 14), ST(F2, b, c, d, a, 0, 0xe7d3fbc8, 20);
	ST(F3, a, b, c, d, 0, 0xfffa3942, 4), ST(F3, d, a, b, c, 0, 0x8771f681, 11),
		ST(F3, c, d, a, b, 0, 0x6d9d6122, 16), ST(F3, b, c, d, a, l, 0xfde5380c, 23);
	ST(F3, a, b, c, d, w1, 0xa4beea44, 4), ST(F3, d, a, b, c, 0, 0x4bdecfa9, 11),
		ST(F3, c, d, a, b, 0, 0xf6bb4b60, 16), ST(F3, b, c, d, a, 0, 0xbebfbc70, 23);
	ST(F4, a, b, c, d, w0, 0xf4292244, 6), ST(F4, d, a, b, c, 0, 0x432aff97, 10),
		ST(F4, c, d, a, b, l, 0xab9423a7, 15), ST(F4, b, c, d, a, 0, 0xfc93a039, 21);
	o[0] = a, o[1] = b, o[2] = c, o[3] = d;
}
__device__ __host__ inline void key_of(unsigned i, unsigned *w)
{ // seven letters of ten kinds as a number, then the end mark
	byte k[8];
	for (int j = 0; j < 7; j++)
		k[j] = 'a' + i % 10, i /= 10;
	k[7] = 0x80;
	w[0] = k[0] | k[1] << 8 | k[2] << 16 | k[3] << 24, w[1] = k[4] | k[5] << 8 | k[6] << 16 | k[7] << 24;
}
__global__ void find_key(unsigned d0, unsigned d1, unsigned d2, unsigned d3, unsigned *found, unsigned n, unsigned each)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x, w[2], o[4];
	for (unsigned i = t * each; i < min(n, (t + 1) * each); i++) {
		key_of(i, w);
		short_md5(w[0], w[1], 7, o);
		if (o[0] == d0 && o[1] == d1 && o[2] == d2 && o[3] == d3)
			found[0] = i, found[1] = w[0], found[2] = w[1];
	}
}
__global__ void sigmoid_layer(const float *in, const float *w, const float *bias, float *out, int batch, int ni, int no)
{ // a block a sample, four warps share its 30 units
	extern __shared__ float s[];
	for (int k = threadIdx.x; k < ni; k += blockDim.x)
		s[k] = in[blockIdx.x * ni + k];
	__syncthreads();
	int lane = threadIdx.x & 31;
	for (int o = threadIdx.x / 32; o < no; o += blockDim.x / 32) {
		float v = 0;
		for (int k = lane; k < ni; k += 32)
			v += s[k] * w[o * ni + k];
		for (int d = 16; d; d >>= 1)
			v += __shfl_down_sync(~0u, v, d);
		if (lane == 0)
			out[blockIdx.x * no + o] = 1 / (1 + expf(-v - bias[o]));
	}
}
__global__ void qt_candidates(const float2 *p, const int *near, const int *count, int most, int *size, float diameter)
{ // a block grows the cluster that a point begins: the neighbour that widens it least joins, until it is too wide
	extern __shared__ float far_[]; // how far the farthest member is, for each neighbour
	__shared__ float best[2];
	__shared__ int who[2];
	int b = blockIdx.x, t = threadIdx.x, n = count[b];
	float2 c = p[b];
	for (int k = t; k < n; k += 64) {
		float2 q = p[near[b * most + k]];
		far_[k] = sqrtf((q.x - c.x) * (q.x - c.x) + (q.y - c.y) * (q.y - c.y));
	}
	int members = 1;
	for (;;) {
		__syncthreads();
		float m = 1e30f;
		int at = -1;
		for (int k = t; k < n; k += 64)
			if (far_[k] < m)
				m = far_[k], at = k;
		for (int d = 16; d; d >>= 1) {
			float o = __shfl_xor_sync(~0u, m, d);
			int oa = __shfl_xor_sync(~0u, at, d);
			if (o < m || o == m && (unsigned)oa < (unsigned)at)
				m = o, at = oa;
		}
		if (t % 32 == 0)
			best[t / 32] = m, who[t / 32] = at;
		__syncthreads();
		int w = best[1] < best[0] || best[1] == best[0] && (unsigned)who[1] < (unsigned)who[0];
		if (best[w] > diameter)
			break;
		members++;
		float2 j = p[near[b * most + who[w]]];
		__syncthreads();
		for (int k = t; k < n; k += 64) {
			float2 q = p[near[b * most + k]];
			far_[k] = k == who[w] ?
				1e30f :
				fmaxf(far_[k], sqrtf((q.x - j.x) * (q.x - j.x) + (q.y - j.y) * (q.y - j.y)));
		}
	}
	if (t == 0)
		size[b] = members;
}
__global__ void radix_block_4bit(const uint4 *in, uint4 *out, int shift)
{ // 1024 keys a block of 256, four a thread: sorted by four bits, one split after another
	__shared__ unsigned s[1024], warp[8];
	int t = threadIdx.x, lane = t & 31;
	uint4 q = in[blockIdx.x * 256 + t];
	unsigned v[4] = { q.x, q.y, q.z, q.w };
	for (int bit = shift; bit < shift + 4; bit++) {
		unsigned zero[4], own = 0;
#pragma unroll
		for (int k = 0; k < 4; k++)
			zero[k] = !(v[k] >> bit & 1), own += zero[k];
		unsigned c = own;
		for (int d = 1; d < 32; d *= 2) {
			unsigned o = __shfl_up_sync(~0u, c, d);
			if (lane >= d)
				c += o;
		}
		if (lane == 31)
			warp[t / 32] = c;
		__syncthreads();
		unsigned before = c - own, all = 0;
		for (int k = 0; k < 8; k++) {
			if (k < t / 32)
				before += warp[k];
			all += warp[k];
		}
#pragma unroll
		for (int k = 0; k < 4; k++) {
			s[zero[k] ? before : all + t * 4 + k - before] = v[k];
			before += zero[k];
		}
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 4; k++)
			v[k] = s[t * 4 + k];
		__syncthreads();
	}
	out[blockIdx.x * 256 + t] = make_uint4(v[0], v[1], v[2], v[3]);
}
__global__ void scan_part_sums(const double *in, double *part, int n, int each)
{
	__shared__ double w[8];
	double s = 0;
	for (int i = blockIdx.x * each + threadIdx.x; i < min(n, (int)(blockIdx.x + 1) * each); i += 256)
		s += in[i];
	for (int d = 16; d; d >>= 1)
		s += __shfl_down_sync(~0u, s, d);
	if (threadIdx.x % 32 == 0)
		w[threadIdx.x / 32] = s;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int k = 1; k < 8; k++)
			s += w[k];
		part[blockIdx.x] = s;
	}
}
__global__ void scan_of_parts(double *part, int n)
{
	int lane = threadIdx.x;
	double past = 0;
	for (int b = 0; b < n; b += 32) {
		double own = b + lane < n ? part[b + lane] : 0, v = own;
		for (int d = 1; d < 32; d *= 2) {
			double o = __shfl_up_sync(~0u, v, d);
			if (lane >= d)
				v += o;
		}
		if (b + lane < n)
			part[b + lane] = past + v - own;
		past += __shfl_sync(~0u, v, 31);
	}
}
__global__ void scan_down(const double2 *in, const double *part, double2 *out, int n2, int each2)
{
	__shared__ double w[8];
	int t = threadIdx.x, lane = t & 31;
	double past = part[blockIdx.x];
	for (int i0 = blockIdx.x * each2; i0 < (blockIdx.x + 1) * each2; i0 += 256) {
		int i = i0 + t;
		double2 v = i < n2 ? in[i] : make_double2(0, 0);
		double own = v.x + v.y, s = own;
		for (int d = 1; d < 32; d *= 2) {
			double o = __shfl_up_sync(~0u, s, d);
			if (lane >= d)
				s += o;
		}
		if (lane == 31)
			w[t / 32] = s;
		__syncthreads();
		double before = past + s - own;
		for (int k = 0; k < 8; k++) {
			if (k < t / 32)
				before += w[k];
			past += w[k];
		}
		if (i < n2)
			out[i] = make_double2(before + v.x, before + v.x + v.y);
		__syncthreads();
	}
}
__constant__ float arr_a[40], arr_b[40], arr_e[40];
__constant__ byte arr_in[40][2], arr_out[40][2];
__global__ void rates_thread_a_cell(const float *temp, const float *y, float *wdot, int n)
{ // forty reactions of twelve species; amounts and sums in local arrays, which reaction moves what is in constant
  // memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float c[12], w[12], t = temp[i], lt = logf(t), it = 1 / t;
	for (int k = 0; k < 12; k++)
		c[k] = y[k * n + i], w[k] = 0;
	for (int r = 0; r < 40; r++) {
		float k = expf(arr_a[r] + arr_b[r] * lt - arr_e[r] * it), q = k * c[arr_in[r][0]] * c[arr_in[r][1]];
		w[arr_in[r][0]] -= q, w[arr_in[r][1]] -= q, w[arr_out[r][0]] += q, w[arr_out[r][1]] += q;
	}
	for (int k = 0; k < 12; k++)
		wdot[k * n + i] = w[k];
}
__global__ void rates_shared_columns(const float *temp, const float *y, float *wdot, int n)
{ // the same with each thread's column in shared memory, fast functions
	__shared__ float c[12][64], w[12][64];
	int t = threadIdx.x, i = blockIdx.x * 64 + t;
	if (i >= n)
		return;
	float T = temp[i], lt = __logf(T), it = __frcp_rn(T);
#pragma unroll
	for (int k = 0; k < 12; k++)
		c[k][t] = y[k * n + i], w[k][t] = 0;
	for (int r = 0; r < 40; r++) {
		int a = arr_in[r][0], b = arr_in[r][1];
		float q = __expf(arr_a[r] + arr_b[r] * lt - arr_e[r] * it) * c[a][t] * c[b][t];
		w[a][t] -= q, w[b][t] -= q, w[arr_out[r][0]][t] += q, w[arr_out[r][1]][t] += q;
	}
#pragma unroll
	for (int k = 0; k < 12; k++)
		wdot[k * n + i] = w[k][t];
}
__global__ void triad_doubles(const double *b, const double *c, double *a, double s, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		a[i] = b[i] + s * c[i];
}
static void memory(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 1 << 21, T = 65536;
	std::vector<float> big(N), sum(T);
	for (int i = 0; i < N; i++)
		big[i] = (w[i % 800000] & 63);
	for (int t = 0; t < T; t++)
		for (int k = 0; k < 16; k++)
			sum[t] += big[(t * 16 + k) & (N - 1)];
	float *d = upload(big), *o = dev<float>(T);
	job<float>(
		"stretches_of_16_words.read", [&] { read_a_stretch_each<<<T / 512, 512>>>(d, o, N); }, o, T, same(sum));
	std::vector<int> wr(N / 2);
	for (int i = 0; i < N / 2; i++)
		wr[i] = i / 16 ^ i % 16;
	int *oi = dev<int>(N);
	job<int>(
		"stretches_of_16_words.written", [&] { write_a_stretch_each<<<T / 128, 128>>>(oi, N); }, oi, N / 2,
		same(wr));
	const int G = 140, B = 192, R = 40;
	std::vector<float> sh(G * B);
	for (int t = 0; t < B; t++) {
		float v = t;
		int at = t * 3 & 2047;
		for (int r = 0; r < R; r++, at = (at + 97) & 2047)
			for (int k = 0; k < 8; k++)
				v += big[(at + k * 33) & 2047];
		for (int g = 0; g < G; g++)
			sh[g * B + t] = v;
	}
	job<float>(
		"shared_words_read.three_apart", [&] { shared_there_and_back<<<G, B>>>(d, o, R); }, o, G * B, same(sh));
	const int M = 132 * 256, L = 60;
	std::vector<float> x(f.begin(), f.begin() + M), y(M);
	for (int i = 0; i < M; i++)
		for (int k = 0; k < 8; k++) {
			double s = x[i] + k;
			for (int r = 0; r < L; r++)
				s = 0.9 - s * 0.35, s = s * s * 0.35, s = 0.5 * s + 0.35;
			y[i] += s;
		}
	float *dx = upload(x), *oy = dev<float>(M);
	job<float>(
		"chains_of_mul_mul_madd.eight_floats",
		[&] { mul_mul_madd_float<<<M / 256, 256>>>(dx, oy, L, 0.9f, 0.35f); }, oy, M, close_to(y, 1e-3));
	std::vector<double> p = double_fractions(w, M), q(M);
	for (int i = 0; i < M; i++) {
		double a[4];
		for (int k = 0; k < 4; k++) {
			a[k] = p[i] + k;
			for (int r = 0; r < 61; r++)
				a[k] = 1.5 - a[k];
		}
		q[i] = (a[0] + a[1]) + (a[2] + a[3]);
	}
	double *dp = upload(p), *oq = dev<double>(M);
	job<double>(
		"chains_of_additions.four_doubles", [&] { add_chains_double<<<M / 128, 128>>>(dp, oq, 61, 1.5); }, oq,
		M, close_to(q, 1e-12));
	const int D = 400000;
	std::vector<double> b = double_fractions(w, D), c(D), a(D);
	for (int i = 0; i < D; i++)
		c[i] = f[i], a[i] = b[i] + 1.75 * c[i];
	double *db = upload(b), *dc = upload(c), *da = dev<double>(D);
	job<double>(
		"triad_of_doubles.element_a_thread", [&] { triad_doubles<<<up(D, 128), 128>>>(db, dc, da, 1.75, D); },
		da, D, close_to(a, 1e-14));
}
static void science(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int A = 4000;
	std::vector<double> in = double_fractions(w, A * 128), ft(A * 128);
	double cs[64], sn[64];
	for (int k = 0; k < 64; k++)
		cs[k] = std::cos(k * 3.14159265358979323846 / 32), sn[k] = -std::sin(k * 3.14159265358979323846 / 32);
	double *src = upload(in), *d = dev<double>(A * 128);
	job<double>(
		"fourier_of_64_in_doubles.eight_points_a_thread", [&] { fft_64_doubles<<<A / 8, 64>>>((double2 *)d); },
		d, A * 128,
		[=](const std::vector<double> &v) {
			for (int a = 0; a < A; a += 13)
				for (int k = 0; k < 64; k++) {
					double x = 0, y = 0;
					for (int j = 0; j < 64; j++) {
						double c = cs[j * k & 63], s = sn[j * k & 63], p = in[(a * 64 + j) * 2],
						       q = in[(a * 64 + j) * 2 + 1];
						x += p * c - q * s, y += p * s + q * c;
					}
					if (!near(v[(a * 64 + k) * 2], x, 1e-10) ||
						!near(v[(a * 64 + k) * 2 + 1], y, 1e-10))
						return false;
				}
			return true;
		},
		[=] { CHECK(cudaMemcpy(d, src, A * 128 * 8, cudaMemcpyDeviceToDevice)); });
	const int N = 12000, K = 96;
	std::vector<float4> p(N);
	std::vector<int> list(N * K);
	for (int i = 0; i < N; i++)
		p[i] = make_float4(
			i % 20 + f[3 * i] * 0.3f, i / 20 % 20 + f[3 * i + 1] * 0.3f, i / 400 + f[3 * i + 2] * 0.3f, 0);
	for (int i = 0; i < N; i++) {
		int n = 0;
		for (int z = -2; z <= 2 && n < K; z++)
			for (int y = -2; y <= 2 && n < K; y++)
				for (int x = -2; x <= 2 && n < K; x++)
					if (x || y || z)
						list[n++ * N + i] = ((i % 20 + x + 20) % 20) +
							(i / 20 % 20 + y + 20) % 20 * 20 +
							(i / 400 + z + 30) % 30 * 400;
	}
	float4 *dpos = upload(p), *df = dev<float4>(N);
	int *dl = upload(list);
	job<float>(
		"lennard_jones.96_listed_neighbours", [&] { lj_listed<<<up(N, 256), 256>>>(dpos, dl, df, N, K, 5.0f); },
		(float *)df, 4 * N,
		[=](const std::vector<float> &v) {
			for (int i = 0; i < N; i += 5) {
				double s[3] = { 0, 0, 0 }, big = 0;
				for (int k = 0; k < K; k++) {
					float4 q = p[list[k * N + i]];
					double x = p[i].x - q.x, y = p[i].y - q.y, z = p[i].z - q.z,
					       r2 = x * x + y * y + z * z;
					if (r2 >= 5.0)
						continue;
					double r = 1 / r2, r6 = r * r * r, t = r * r6 * (1.5 * r6 - 2);
					s[0] += x * t, s[1] += y * t, s[2] += z * t, big += std::fabs(t);
				}
				for (int k = 0; k < 3; k++)
					if (!(std::fabs(v[i * 4 + k] - s[k]) < 2e-3 * (1 + big)))
						return false;
			}
			return true;
		});
	const unsigned KEYS = 160000, SECRET = 123457;
	unsigned kw[2], dg[4];
	key_of(SECRET, kw);
	short_md5(kw[0], kw[1], 7, dg);
	unsigned *fd = dev<unsigned>(3);
	job<unsigned>(
		"key_behind_a_digest.ten_keys_a_thread",
		[&] { find_key<<<up(KEYS / 10, 384), 384>>>(dg[0], dg[1], dg[2], dg[3], fd, KEYS, 10); }, fd, 3,
		same(std::vector<unsigned>{ SECRET, kw[0], kw[1] }));
	const int NI = 784, NO = 30, BA = 90;
	std::vector<float> wt(NO * NI), lo(BA * NO);
	for (int i = 0; i < NO * NI; i++)
		wt[i] = (f[i + 6] - 0.5f) * 0.2f;
	for (int b = 0; b < BA; b++)
		for (int o = 0; o < NO; o++) {
			double s = f[o];
			for (int k = 0; k < NI; k++)
				s += (double)f[b * NI + k] * wt[o * NI + k];
			lo[b * NO + o] = 1 / (1 + std::exp(-s));
		}
	float *di = upload(std::vector<float>(f.begin(), f.begin() + BA * NI)), *dw = upload(wt),
	      *ol = dev<float>(BA * NO);
	job<float>(
		"layer_of_30_sigmoids.block_a_sample",
		[&] { sigmoid_layer<<<BA, 128, NI * 4>>>(di, dw, di, ol, BA, NI, NO); }, ol, BA * NO,
		close_to(lo, 1e-3));
	const int Q = 260, MOST = 200;
	std::vector<float2> pt(Q);
	std::vector<int> nr(Q * MOST), cn(Q), size(Q);
	for (int i = 0; i < Q; i++)
		pt[i] = make_float2((int)(f[2 * i] * 64), (int)(f[2 * i + 1] * 64));
	auto dist = [&](int a, int b) {
		return std::sqrt((pt[a].x - pt[b].x) * (pt[a].x - pt[b].x) + (pt[a].y - pt[b].y) * (pt[a].y - pt[b].y));
	};
	for (int i = 0; i < Q; i++)
		for (int j = 0; j < Q; j++)
			if (j != i && dist(i, j) <= 16 && cn[i] < MOST)
				nr[i * MOST + cn[i]++] = j;
	for (int i = 0; i < Q; i++) {
		std::vector<float> far(cn[i]);
		for (int k = 0; k < cn[i]; k++)
			far[k] = dist(i, nr[i * MOST + k]);
		size[i] = 1;
		for (;;) {
			int m = std::min_element(far.begin(), far.end()) - far.begin();
			if (m == cn[i] || far[m] > 16)
				break;
			size[i]++;
			int j = nr[i * MOST + m];
			for (int k = 0; k < cn[i]; k++)
				far[k] = k == m ? 1e30f : std::max(far[k], (float)dist(j, nr[i * MOST + k]));
		}
	}
	float2 *dpt = upload(pt);
	int *dnr = upload(nr), *dcn = upload(cn), *os = dev<int>(Q);
	job<int>(
		"clusters_no_wider_than.block_a_candidate",
		[&] { qt_candidates<<<Q, 64, MOST * 4>>>(dpt, dnr, dcn, MOST, os, 16.0f); }, os, Q, same(size));
}
static void lists(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 1 << 17;
	std::vector<unsigned> k(w.begin(), w.begin() + N), s(k);
	for (int i = 0; i < N; i += 1024)
		std::stable_sort(s.begin() + i, s.begin() + i + 1024,
			[](unsigned a, unsigned b) { return (a >> 8 & 15) < (b >> 8 & 15); });
	unsigned *dk = upload(k), *ok = dev<unsigned>(N);
	job<unsigned>(
		"four_bits_of_a_key.splits_in_a_block",
		[&] { radix_block_4bit<<<N / 1024, 256>>>((uint4 *)dk, (uint4 *)ok, 8); }, ok, N, same(s));
	const int M = 300000, E = 4608, P = up(M, E);
	std::vector<double> in(M), sum(M);
	for (int i = 0; i < M; i++)
		in[i] = w[i] % 1000 - 300.0, sum[i] = in[i] + (i ? sum[i - 1] : 0);
	double *di = upload(in), *dp = dev<double>(P), *od = dev<double>(M);
	job<double>(
		"sums_so_far_of_doubles.three_launches",
		[&] {
			scan_part_sums<<<P, 256>>>(di, dp, M, E);
			scan_of_parts<<<1, 32>>>(dp, P);
			scan_down<<<P, 256>>>((double2 *)di, dp, (double2 *)od, M / 2, E / 2);
		},
		od, M, same(sum));
	const int C = 24000;
	float a[40], b[40], e[40];
	byte from[40][2], to[40][2];
	for (int r = 0; r < 40; r++) {
		a[r] = f[r] * 3 - 2, b[r] = f[r + 40] * 0.4f, e[r] = 200 + 900 * f[r + 80];
		for (int k = 0; k < 2; k++)
			from[r][k] = w[r * 4 + k] % 12, to[r][k] = w[r * 4 + k + 2] % 12;
	}
	CHECK(cudaMemcpyToSymbol(arr_a, a, sizeof a));
	CHECK(cudaMemcpyToSymbol(arr_b, b, sizeof b));
	CHECK(cudaMemcpyToSymbol(arr_e, e, sizeof e));
	CHECK(cudaMemcpyToSymbol(arr_in, from, sizeof from));
	CHECK(cudaMemcpyToSymbol(arr_out, to, sizeof to));
	std::vector<float> t(C), y(f.begin(), f.begin() + 12 * C), wd(12 * C);
	for (int i = 0; i < C; i++) {
		t[i] = 800 + 900 * f[i + 3];
		double s[12] = {};
		for (int r = 0; r < 40; r++) {
			double q = std::exp(a[r] + b[r] * std::log(t[i]) - e[r] / t[i]) * y[from[r][0] * C + i] *
				y[from[r][1] * C + i];
			s[from[r][0]] -= q, s[from[r][1]] -= q, s[to[r][0]] += q, s[to[r][1]] += q;
		}
		for (int k = 0; k < 12; k++)
			wd[k * C + i] = s[k];
	}
	float *dt = upload(t), *dy = upload(y), *o = dev<float>(12 * C);
	job<float>(
		"forty_reactions.local_columns", [&] { rates_thread_a_cell<<<up(C, 128), 128>>>(dt, dy, o, C); }, o,
		12 * C, close_to(wd, 3e-3));
	job<float>(
		"forty_reactions.shared_columns", [&] { rates_shared_columns<<<up(C, 64), 64>>>(dt, dy, o, C); }, o,
		12 * C, close_to(wd, 1e-2));
}
void rows()
{
	std::vector<unsigned> w = words(800000);
	std::vector<float> f = fractions(w);
	memory(w, f);
	science(w, f);
	lists(w, f);
}
