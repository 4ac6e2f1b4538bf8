// blind26e: a fresh set of kernels that nobody had modelled when they were written. Options, sequences, transforms.
#include "blind7.h"

static int up(int n, int by)
{
	return (n + by - 1) / by;
}
__host__ __device__ double tail(double d)
{ // the normal distribution by a polynomial
	double k = 1 / (1 + 0.2316419 * fabs(d));
	double p = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
	double v = 0.39894228040143267794 * exp(-0.5 * d * d) * p;
	return d > 0 ? 1 - v : v;
}
struct Prices {
	double call, put;
};
__host__ __device__ Prices priced(double s, double x, double t, double r, double v)
{
	double root = sqrt(t), d1 = (log(s / x) + (r + 0.5 * v * v) * t) / (v * root), d2 = d1 - v * root;
	double a = tail(d1), b = tail(d2), e = exp(-r * t);
	return { s * a - x * e * b, x * e * (1 - b) - s * (1 - a) };
}
__global__ void options_pairs(const double2 *s, const double2 *x, const double2 *t, double2 *call, double2 *put, int n)
{ // two options a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double2 a = s[i], b = x[i], c = t[i];
	Prices p = priced(a.x, b.x, c.x, 0.02, 0.3), q = priced(a.y, b.y, c.y, 0.02, 0.3);
	call[i] = make_double2(p.call, q.call);
	put[i] = make_double2(p.put, q.put);
}
__global__ void paths_block(const float *normal, const float4 *option, float2 *out, int paths)
{ // an option a block: all paths' ends, mean and spread
	__shared__ float a[256], b[256];
	float4 o = option[blockIdx.x];
	float sum = 0, squares = 0;
	for (int i = threadIdx.x; i < paths; i += 256) {
		float v = fmaxf(o.x * __expf(o.z + o.w * normal[i]) - o.y, 0);
		sum += v;
		squares += v * v;
	}
	a[threadIdx.x] = sum, b[threadIdx.x] = squares;
	for (int d = 128; d; d /= 2) {
		__syncthreads();
		if (threadIdx.x < d) {
			a[threadIdx.x] += a[threadIdx.x + d];
			b[threadIdx.x] += b[threadIdx.x + d];
		}
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] =
			make_float2(a[0] / paths, sqrtf((paths * b[0] - a[0] * a[0]) / paths / (paths - 1.0f)));
}
static const int STEPS = 192;
__global__ void lattice_block(const float4 *option, float *out)
{ // the binomial way: an option a block, all prices of a time in shared memory
	__shared__ float s[2][STEPS + 1];
	float4 o = option[blockIdx.x];
	int t = threadIdx.x, now = 0;
	for (int i = t; i <= STEPS; i += blockDim.x)
		s[0][i] = fmaxf(o.x * expf(o.z * (2 * i - STEPS)) - o.y, 0);
	float up_part = o.w, down_part = 0.999f - o.w;
	for (int k = STEPS; k > 0; k--, now ^= 1) {
		__syncthreads();
		if (t < k)
			s[now ^ 1][t] = up_part * s[now][t + 1] + down_part * s[now][t];
	}
	__syncthreads();
	if (t == 0)
		out[blockIdx.x] = s[now][0];
}
static const int DIMS = 8;
__constant__ unsigned direction[DIMS][32];
__global__ void even_points_anew(unsigned *out, int n)
{ // a point's number of one dimension, from all its index's bits
	int i = blockIdx.x * blockDim.x + threadIdx.x, d = blockIdx.y;
	if (i >= n)
		return;
	unsigned g = i ^ i >> 1, v = 0;
	for (int k = 0; g; k++, g >>= 1)
		if (g & 1)
			v ^= direction[d][k];
	out[d * n + i] = v;
}
__global__ void even_points_onwards(const unsigned *dirs, float *out, int n)
{ // directions in shared memory; a thread leaps by a power of two, where only two bits of the Gray code change
	__shared__ unsigned v[32];
	int d = blockIdx.y, stride = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
	if (threadIdx.x < 32)
		v[threadIdx.x] = dirs[d * 32 + threadIdx.x];
	__syncthreads();
	int low = __ffs(stride) - 1;
	unsigned g = i ^ i >> 1, x = 0;
	for (int k = 0; k < low; k++)
		x ^= -(g >> k & 1) & v[k];
	unsigned fixed = v[low - 1];
	for (int k = low; k < 32; k++)
		x ^= -(g >> k & 1) & v[k];
	for (; i < n; i += stride) {
		out[d * n + i] = (x >> 8) * (1.0f / 16777216);
		unsigned rest = ~(unsigned)((i >> low));
		x ^= fixed ^ v[low + __ffs(rest) - 1];
	}
}
__constant__ float cosines[64];
__global__ void eights_all_terms(const byte *in, short *out, int w)
{ // a cosine transform of 8 by 8: a coefficient a thread, 64 terms each, rounded by a step
	__shared__ float s[8][8];
	int u = threadIdx.x, v = threadIdx.y, x = blockIdx.x * 8 + u, y = blockIdx.y * 8 + v;
	s[v][u] = in[y * w + x] - 128.0f;
	__syncthreads();
	float sum = 0;
	for (int j = 0; j < 8; j++) {
		float row = 0;
#pragma unroll
		for (int i = 0; i < 8; i++)
			row += s[j][i] * cosines[u * 8 + i];
		sum += row * cosines[v * 8 + j];
	}
	out[y * w + x] = (short)rintf(sum / (4 + 3 * (u + v)));
}
__global__ void eights_two_passes(const byte *in, short *out, int w)
{ // a warp has four blocks of 8 by 8; a thread does a column, then a row
	__shared__ float s[8][65];
	int t = threadIdx.x, x0 = blockIdx.x * 64, y0 = blockIdx.y * 8;
	float v[8], r[8];
	for (int k = 0; k < 8; k++)
		v[k] = in[(y0 + k) * w + x0 + t] - 128.0f;
#pragma unroll
	for (int u = 0; u < 8; u++) {
		float sum = 0;
#pragma unroll
		for (int k = 0; k < 8; k++)
			sum += v[k] * cosines[u * 8 + k];
		s[u][t] = sum;
	}
	__syncthreads();
	int row = t % 8, base = t / 8 * 8;
#pragma unroll
	for (int k = 0; k < 8; k++)
		v[k] = s[row][base + k];
	__syncthreads();
#pragma unroll
	for (int u = 0; u < 8; u++) {
		float sum = 0;
#pragma unroll
		for (int k = 0; k < 8; k++)
			sum += v[k] * cosines[u * 8 + k];
		s[row][base + u] = sum / (4 + 3 * (u + row));
	}
	__syncthreads();
	for (int k = 0; k < 8; k++)
		out[(y0 + k) * w + x0 + t] = (short)rintf(s[k][t]);
}
static const int R = 6;
__constant__ float kernel[2 * R + 1];
__global__ void smear_rows(const float *in, float *out, int w, int pitch)
{ // four results a thread, with a rim to both sides
	__shared__ float s[4][16 * 6];
	int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 64, y = blockIdx.y * 4 + ty;
	for (int k = 0; k < 6; k++) {
		int x = x0 - 16 + k * 16 + tx;
		s[ty][k * 16 + tx] = x >= 0 && x < w ? in[y * pitch + x] : 0;
	}
	__syncthreads();
	for (int k = 1; k < 5; k++) {
		float sum = 0;
#pragma unroll
		for (int j = -R; j <= R; j++)
			sum += kernel[R - j] * s[ty][k * 16 + tx + j];
		if (x0 + (k - 1) * 16 + tx < w)
			out[y * pitch + x0 + (k - 1) * 16 + tx] = sum;
	}
}
__global__ void smear_columns(const float *in, float *out, int h, int pitch)
{
	__shared__ float s[16][8 * 6 + 1];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y0 = blockIdx.y * 32;
	for (int k = 0; k < 6; k++) {
		int y = y0 - 8 + k * 8 + ty;
		s[tx][k * 8 + ty] = y >= 0 && y < h ? in[y * pitch + x] : 0;
	}
	__syncthreads();
	for (int k = 1; k < 5; k++) {
		float sum = 0;
#pragma unroll
		for (int j = -R; j <= R; j++)
			sum += kernel[R - j] * s[tx][k * 8 + ty + j];
		if (y0 + (k - 1) * 8 + ty < h)
			out[(y0 + (k - 1) * 8 + ty) * pitch + x] = sum;
	}
}
__device__ double2 operator*(double2 a, double2 b)
{
	return make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
__global__ void waves_twos(const double2 *in, double2 *out)
{ // 512 complex numbers a block in shared memory: self-sorting, radix 2, a pair a thread
	__shared__ double2 s[2][512];
	int t = threadIdx.x, now = 0;
	s[0][t] = in[blockIdx.x * 512 + t], s[0][t + 256] = in[blockIdx.x * 512 + t + 256];
	for (int len = 1; len < 512; len *= 2, now ^= 1) {
		__syncthreads();
		int k = t & (len - 1), to = (t - k) * 2 + k;
		double2 turn, a = s[now][t], b = s[now][t + 256];
		sincospi(-(double)k / len, &turn.y, &turn.x);
		b = b * turn;
		s[now ^ 1][to] = make_double2(a.x + b.x, a.y + b.y);
		s[now ^ 1][to + len] = make_double2(a.x - b.x, a.y - b.y);
	}
	__syncthreads();
	out[blockIdx.x * 512 + t] = s[now][t], out[blockIdx.x * 512 + t + 256] = s[now][t + 256];
}
__device__ float2 times(float2 a, float2 b)
{
	return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
__global__ void waves_fours(const float2 *in, float2 *out, int batch)
{ // 256 numbers by 64 threads, four each in registers; exchanges through shared memory, real parts first
	__shared__ float s[2][256];
	int t = threadIdx.x % 64, half = threadIdx.x / 64, b = blockIdx.x * 2 + half;
	float2 v[4];
	for (int k = 0; k < 4; k++)
		v[k] = in[b * 256 + t + 64 * k];
	for (int len = 1; len < 256; len *= 4) {
		int k = t & (len - 1), to = (t - k) * 4 + k;
		for (int j = 1; j < 4; j++) {
			float2 turn;
			__sincosf(-6.2831853f * j * k / (4 * len), &turn.y, &turn.x);
			v[j] = times(v[j], turn);
		}
		float2 p = make_float2(v[0].x + v[2].x, v[0].y + v[2].y),
		       q = make_float2(v[0].x - v[2].x, v[0].y - v[2].y),
		       r = make_float2(v[1].x + v[3].x, v[1].y + v[3].y),
		       u = make_float2(v[1].x - v[3].x, v[1].y - v[3].y);
		v[0] = make_float2(p.x + r.x, p.y + r.y), v[2] = make_float2(p.x - r.x, p.y - r.y);
		v[1] = make_float2(q.x + u.y, q.y - u.x), v[3] = make_float2(q.x - u.y, q.y + u.x);
		for (int part = 0; part < 2; part++) {
			for (int j = 0; j < 4; j++)
				s[half][to + j * len] = part ? v[j].y : v[j].x;
			__syncthreads();
			float got[4];
			for (int j = 0; j < 4; j++)
				got[j] = s[half][t + 64 * j];
			__syncthreads();
			// the imaginary parts have still to go out, so keep these aside
			for (int j = 0; j < 4; j++)
				(part ? v[j].y : v[j].x) = got[j];
		}
	}
	for (int k = 0; k < 4; k++)
		out[b * 256 + t + 64 * k] = v[k];
}
template <class D, class O> __host__ __device__ int below(const D *diag, const O *off, int n, double x)
{ // how many own values lie below x
	int many = 0;
	double q = 1;
	for (int i = 0; i < n; i++) {
		q = diag[i] - x - (i ? (double)off[i] * off[i] / q : 0);
		if (fabs(q) < 1e-30)
			q = -1e-30;
		many += q < 0;
	}
	return many;
}
__global__ void own_values_thread(const float *diag, const float *off, double *out, int n, double low, double high)
{ // a tridiagonal matrix: an own value a thread, by halving
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= n)
		return;
	for (int i = 0; i < 24; i++) {
		double mid = 0.5 * (low + high);
		if (below(diag, off, n, mid) > k)
			high = mid;
		else
			low = mid;
	}
	out[k] = 0.5 * (low + high);
}
__global__ void own_values_warp(const float *diag, const float *off, double *out, int n, double low, double high)
{ // an own value a warp: 32 places at once, five rounds; the matrix in shared memory
	extern __shared__ float s[];
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		s[i] = diag[i], s[n + i] = off[i];
	__syncthreads();
	int k = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	for (int i = 0; i < 5; i++) {
		double step = (high - low) / 33, x = low + (lane + 1) * step;
		int under = __popc(__ballot_sync(~0u, below(s, s + n, n, x) <= k));
		low += under * step;
		high = low + step;
	}
	if (k < n && lane == 0)
		out[k] = 0.5 * (low + high);
}
__global__ void haar_levels(const int *in, int *out)
{ // differences and means of whole numbers, ten levels of 1024 in place
	__shared__ int s[1024];
	int t = threadIdx.x;
	s[t] = in[blockIdx.x * 1024 + t], s[t + 512] = in[blockIdx.x * 1024 + t + 512];
	for (int half = 512; half; half /= 2) {
		__syncthreads();
		int a, b;
		if (t < half)
			a = s[2 * t], b = s[2 * t + 1];
		__syncthreads();
		if (t < half) {
			int d = a - b;
			s[half + t] = d;
			s[t] = b + (d >> 1);
		}
	}
	__syncthreads();
	out[blockIdx.x * 1024 + t] = s[t], out[blockIdx.x * 1024 + t + 512] = s[t + 512];
}
static const int TWIST = 19, MIDDLE = 9;
__host__ __device__ void twisted(unsigned seed, unsigned matrix, unsigned *out, int stride, int n)
{ // a small twister: its state in a local array that goes round
	unsigned state[TWIST];
	state[0] = seed;
	for (int i = 1; i < TWIST; i++)
		state[i] = 1812433253u * (state[i - 1] ^ state[i - 1] >> 30) + i;
	int at = 0;
	for (int k = 0; k < n; k++) {
		int next = at + 1 == TWIST ? 0 : at + 1, far = at + MIDDLE >= TWIST ? at + MIDDLE - TWIST : at + MIDDLE;
		unsigned x = (state[at] & 0xfffffffe) | (state[next] & 1);
		x = state[far] ^ x >> 1 ^ (x & 1 ? matrix : 0);
		state[at] = x;
		at = next;
		x ^= x >> 12;
		x ^= x << 7 & 0x9d2c5680;
		x ^= x << 15 & 0xefc60000;
		out[k * stride] = x ^ x >> 18;
	}
}
__global__ void twisters(const uint2 *seed, unsigned *out, int many, int each)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < many)
		twisted(seed[i].x, seed[i].y, out + i, many, each);
}
static void markets(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 60000;
	std::vector<double> s(N), x(N), t(N), want(2 * N);
	for (int i = 0; i < N; i++) {
		s[i] = 5 + 25 * f[i], x[i] = 1 + 99 * f[i + 3], t[i] = 0.25 + 9 * f[i + 9];
		Prices p = priced(s[i], x[i], t[i], 0.02, 0.3);
		want[i] = p.call, want[N + i] = p.put;
	}
	double *ds = upload(s), *dx = upload(x), *dt = upload(t), *o = dev<double>(2 * N);
	job<double>(
		"calls_and_puts.two_doubles_a_thread",
		[&] {
			options_pairs<<<up(N / 2, 128), 128>>>(
				(double2 *)ds, (double2 *)dx, (double2 *)dt, (double2 *)o, (double2 *)(o + N), N / 2);
		},
		o, 2 * N, close_to(want, 1e-10));
	const int PATHS = 12000, MANY = 100;
	std::vector<float> normal(PATHS), wanted(2 * MANY);
	std::vector<float4> option(MANY);
	for (int i = 0; i < PATHS; i++)
		normal[i] = f[i] + f[i + 5] + f[i + 11] + f[i + 23] - 2;
	for (int k = 0; k < MANY; k++) {
		float4 p = option[k] = make_float4(20 + 10 * f[k], 20 + 8 * f[k + 1], 0.01f, 0.2f + 0.2f * f[k + 2]);
		double sum = 0, sq = 0;
		for (float z : normal) {
			double v = std::max(p.x * expf(p.z + p.w * z) - p.y, 0.0f);
			sum += v, sq += v * v;
		}
		wanted[2 * k] = sum / PATHS;
		wanted[2 * k + 1] = sqrt((PATHS * sq - sum * sum) / PATHS / (PATHS - 1.0));
	}
	float *dn = upload(normal);
	float4 *dp = upload(option);
	float *of = dev<float>(2 * MANY);
	job<float>(
		"many_paths.option_a_block", [&] { paths_block<<<MANY, 256>>>(dn, dp, (float2 *)of, PATHS); }, of,
		2 * MANY, close_to(wanted, 1e-3));
	std::vector<float> price(MANY);
	for (int k = 0; k < MANY; k++) {
		float4 p = option[k] = make_float4(50 + 10 * f[k], 50 + 9 * f[k + 7], 0.02f, 0.5f + 0.02f * f[k + 3]);
		std::vector<double> v(STEPS + 1);
		for (int i = 0; i <= STEPS; i++)
			v[i] = std::max((double)(p.x * exp(p.z * (2 * i - STEPS)) - p.y), 0.0);
		for (int i = STEPS; i > 0; i--)
			for (int j = 0; j < i; j++)
				v[j] = p.w * v[j + 1] + (0.999 - p.w) * v[j];
		price[k] = v[0];
	}
	float4 *dl = upload(option);
	float *ol = dev<float>(MANY);
	job<float>(
		"price_lattice.option_a_block", [&] { lattice_block<<<MANY, STEPS>>>(dl, ol); }, ol, MANY,
		close_to(price, 1e-3));
}
static void sequences(const std::vector<unsigned> &w)
{
	const int N = 65536;
	std::vector<unsigned> dirs(DIMS * 32), want(DIMS * N);
	std::vector<float> wantf(DIMS * N);
	for (int d = 0; d < DIMS; d++)
		for (int k = 0; k < 32; k++)
			dirs[d * 32 + k] = (1u << (31 - k)) | (d ? w[d * 32 + k] << (31 - k) << 1 >> 0 : 0);
	for (int d = 0; d < DIMS; d++)
		for (int i = 0; i < N; i++) {
			unsigned v = 0;
			for (int k = 0; k < 17; k++)
				v ^= (i ^ i >> 1) >> k & 1 ? dirs[d * 32 + k] : 0;
			want[d * N + i] = v, wantf[d * N + i] = (v >> 8) * (1.0f / 16777216);
		}
	CHECK(cudaMemcpyToSymbol(direction, dirs.data(), DIMS * 128));
	unsigned *dd = upload(dirs), *o = dev<unsigned>(DIMS * N);
	float *of = dev<float>(DIMS * N);
	job<unsigned>(
		"evenly_spread_points.each_from_its_bits",
		[&] { even_points_anew<<<dim3(N / 256, DIMS), 256>>>(o, N); }, o, DIMS * N, same(want));
	job<float>(
		"evenly_spread_points.leaps", [&] { even_points_onwards<<<dim3(32, DIMS), 64>>>(dd, of, N); }, of,
		DIMS * N, same(wantf));
	const int MANY = 5000, EACH = 60;
	std::vector<uint2> seed(MANY);
	std::vector<unsigned> twist(MANY * EACH);
	for (int i = 0; i < MANY; i++) {
		seed[i] = make_uint2(w[i], w[i + 1] | 1u << 31);
		twisted(seed[i].x, seed[i].y, &twist[i], MANY, EACH);
	}
	uint2 *ds = upload(seed);
	unsigned *ot = dev<unsigned>(MANY * EACH);
	job<unsigned>(
		"small_twisters.state_in_a_local_array", [&] { twisters<<<up(MANY, 64), 64>>>(ds, ot, MANY, EACH); },
		ot, MANY * EACH, same(twist));
}
static void pictures(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int W = 512, H = 320, N = W * H;
	std::vector<byte> in(N);
	std::vector<float> c(64);
	std::vector<double> want(N);
	for (int u = 0; u < 8; u++)
		for (int k = 0; k < 8; k++)
			c[u * 8 + k] = (u ? 0.5 : sqrt(0.125)) * cos((2 * k + 1) * u * M_PI / 16);
	for (int i = 0; i < N; i++)
		in[i] = 100 + (i % W) / 8 + w[i] % 40;
	for (int y = 0; y < H; y += 8)
		for (int x = 0; x < W; x += 8) {
			double t[64] = {};
			for (int j = 0; j < 8; j++)
				for (int u = 0; u < 8; u++)
					for (int i = 0; i < 8; i++)
						t[j * 8 + u] += (in[(y + j) * W + x + i] - 128) * c[u * 8 + i];
			for (int v = 0; v < 8; v++)
				for (int u = 0; u < 8; u++) {
					double s = 0;
					for (int j = 0; j < 8; j++)
						s += t[j * 8 + u] * c[v * 8 + j];
					want[(y + v) * W + x + u] = s / (4 + 3 * (u + v));
				}
		}
	auto rounded = [want](const std::vector<short> &v) {
		for (size_t i = 0; i < v.size(); i++)
			if (fabs(v[i] - want[i]) > 0.5001)
				return false;
		return true;
	};
	CHECK(cudaMemcpyToSymbol(cosines, c.data(), 256));
	byte *di = upload(in);
	short *o = dev<short>(N);
	job<short>(
		"eight_by_eight_cosines.all_terms",
		[&] { eights_all_terms<<<dim3(W / 8, H / 8), dim3(8, 8)>>>(di, o, W); }, o, N, rounded);
	job<short>(
		"eight_by_eight_cosines.columns_then_rows",
		[&] { eights_two_passes<<<dim3(W / 64, H / 8), 64>>>(di, o, W); }, o, N, rounded);
	std::vector<float> k(2 * R + 1), im(f.begin(), f.begin() + N), across(N), down_(N);
	for (int i = 0; i <= 2 * R; i++)
		k[i] = 0.01f * (i + 1) * (i % 3 + 1);
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++)
			for (int j = std::max(-R, -x); j <= R && x + j < W; j++)
				across[y * W + x] += k[R - j] * im[y * W + x + j];
	for (int y = 0; y < H; y++)
		for (int j = std::max(-R, -y); j <= R && y + j < H; j++)
			for (int x = 0; x < W; x++)
				down_[y * W + x] += k[R - j] * across[(y + j) * W + x];
	CHECK(cudaMemcpyToSymbol(kernel, k.data(), k.size() * 4));
	float *df = upload(im), *t = dev<float>(N), *of = dev<float>(N);
	job<float>(
		"smeared_both_ways.four_a_thread",
		[&] {
			smear_rows<<<dim3(W / 64, H / 4), dim3(16, 4)>>>(df, t, W, W);
			smear_columns<<<dim3(W / 16, up(H, 32)), dim3(16, 8)>>>(t, of, H, W);
		},
		of, N, close_to(down_));
}
template <class T> static std::function<bool(const std::vector<T> &)> waves_right(const std::vector<T> &in, int n)
{
	return [in, n](const std::vector<T> &v) {
		for (int b = 0; b * n < (int)v.size() / 1; b += 37)
			for (int k = 0; k < n; k += 5) {
				double re = 0, im = 0;
				for (int i = 0; i < n; i++) {
					double a = -2 * M_PI * (i * k % n) / n, c = cos(a), s = sin(a);
					re += in[b * n + i].x * c - in[b * n + i].y * s;
					im += in[b * n + i].x * s + in[b * n + i].y * c;
				}
				if (fabs(v[b * n + k].x - re) > 1e-2 || fabs(v[b * n + k].y - im) > 1e-2)
					return false;
			}
		return true;
	};
}
static void spectra(const std::vector<unsigned> &w, const std::vector<float> &f)
{
	const int N = 400 * 256;
	std::vector<double2> d(N);
	std::vector<float2> s(N);
	for (int i = 0; i < N; i++) {
		d[i] = make_double2(f[i] - 0.5, f[i + 3] - 0.5);
		s[i] = make_float2(f[i] - 0.5f, f[i + 8] - 0.5f);
	}
	double2 *dd = upload(d), *od = dev<double2>(N);
	float2 *ds = upload(s), *os = dev<float2>(N);
	job<double2>(
		"waves_of_512.doubles_by_twos", [&] { waves_twos<<<N / 512, 256>>>(dd, od); }, od, N,
		waves_right(d, 512));
	job<float2>(
		"waves_of_256.floats_by_fours", [&] { waves_fours<<<N / 512, 128>>>(ds, os, N / 256); }, os, N,
		waves_right(s, 256));
	const int M = 256;
	std::vector<float> diag(M), off(M);
	for (int i = 0; i < M; i++)
		diag[i] = 4 * f[i], off[i] = f[i + 900];
	auto right = [diag, off](const std::vector<double> &v) {
		for (int k = 0; k < M; k++)
			if (below(diag.data(), off.data(), M, v[k] - 1e-5) > k ||
				below(diag.data(), off.data(), M, v[k] + 1e-5) <= k)
				return false;
		return true;
	};
	float *dg = upload(diag), *df = upload(off);
	double *o = dev<double>(M);
	job<double>(
		"own_values.one_a_thread", [&] { own_values_thread<<<M / 32, 32>>>(dg, df, o, M, -4, 8); }, o, M,
		right);
	job<double>(
		"own_values.one_a_warp", [&] { own_values_warp<<<M / 4, 128, 8 * M>>>(dg, df, o, M, -4, 8); }, o, M,
		right);
	const int L = 300 * 1024;
	std::vector<int> in(L), want(L);
	for (int i = 0; i < L; i++)
		in[i] = w[i] % 100000;
	for (int b = 0; b < L; b += 1024) {
		std::vector<int> v(in.begin() + b, in.begin() + b + 1024);
		for (int half = 512; half; half /= 2)
			for (int t = 0; t < half; t++) {
				int x = v[2 * t], y = v[2 * t + 1];
				want[b + half + t] = x - y;
				v[t] = y + ((x - y) >> 1);
			}
		want[b] = v[0];
	}
	int *di = upload(in), *oi = dev<int>(L);
	job<int>(
		"means_and_differences.ten_levels", [&] { haar_levels<<<L / 1024, 512>>>(di, oi); }, oi, L, same(want));
}
void rows()
{
	std::vector<unsigned> w = words(700000);
	std::vector<float> f = fractions(w);
	markets(w, f);
	sequences(w);
	pictures(w, f);
	spectra(w, f);
}
