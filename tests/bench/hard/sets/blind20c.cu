// blind20c: a fresh set of kernels that nobody had modelled when they were written. Transforms and compression.
#include "blind7.h"

#define PRIME 998244353u
__host__ __device__ inline unsigned mul_mod(unsigned a, unsigned b)
{
	return (unsigned)((u64)a * b % PRIME);
}
__host__ __device__ inline unsigned add_mod(unsigned a, unsigned b)
{
	unsigned s = a + b;
	return s >= PRIME ? s - PRIME : s;
}
static unsigned power_mod(unsigned a, unsigned n)
{
	unsigned r = 1;
	for (; n; n >>= 1, a = mul_mod(a, a))
		if (n & 1)
			r = mul_mod(r, a);
	return r;
}
__global__ void ring_stage(unsigned *a, const unsigned *roots, int half, int n)
{ // one stage of the Fourier transform over a prime field, a butterfly a thread
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= n / 2)
		return;
	int k = t & (half - 1), i = (t - k) * 2 + k;
	unsigned u = a[i], v = mul_mod(a[i + half], roots[k * (n / 2 / half)]);
	a[i] = add_mod(u, v);
	a[i + half] = add_mod(u, PRIME - v);
}
__device__ __forceinline__ unsigned mont(unsigned a, unsigned b, unsigned inverse)
{ // a times b divided by two to the 32nd, without a division
	u64 p = (u64)a * b;
	unsigned m = (unsigned)p * inverse, r = (unsigned)((p + (u64)m * PRIME) >> 32);
	return r >= PRIME ? r - PRIME : r;
}
__global__ void __launch_bounds__(256) ring_block(unsigned *a, const unsigned *shifted, unsigned inverse, int n)
{ // the first ten stages of 1024 numbers in shared memory; roots are stored multiplied by two to the 32nd
	__shared__ unsigned s[1024];
	unsigned *mine = a + blockIdx.x * 1024;
	for (int i = threadIdx.x; i < 1024; i += 256)
		s[i] = mine[i];
	for (int half = 1; half < 1024; half *= 2) {
		__syncthreads();
#pragma unroll
		for (int t = threadIdx.x; t < 512; t += 256) {
			int k = t & (half - 1), i = (t - k) * 2 + k;
			unsigned u = s[i], v = mont(s[i + half], shifted[k * (n / 2 / half)], inverse);
			s[i] = add_mod(u, v);
			s[i + half] = add_mod(u, PRIME - v);
		}
	}
	__syncthreads();
	for (int i = threadIdx.x; i < 1024; i += 256)
		mine[i] = s[i];
}
static void ring(const std::vector<unsigned> &w)
{
	const int N = 1 << 15;
	std::vector<unsigned> a(N), roots(N / 2), shifted(N / 2), want;
	unsigned g = power_mod(3, (PRIME - 1) / N), r = 1, inverse = 1;
	for (int i = 0; i < N / 2; i++, r = mul_mod(r, g)) {
		roots[i] = r;
		shifted[i] = (unsigned)(((u64)r << 32) % PRIME);
	}
	for (int k = 0; k < 5; k++)
		inverse *= 2 - PRIME * inverse;
	inverse = 0 - inverse;
	for (int i = 0; i < N; i++)
		a[i] = w[i] % PRIME;
	want = a;
	for (int half = 1; half < N; half *= 2)
		for (int t = 0; t < N / 2; t++) {
			int k = t & (half - 1), i = (t - k) * 2 + k;
			unsigned u = want[i], v = mul_mod(want[i + half], roots[k * (N / 2 / half)]);
			want[i] = add_mod(u, v), want[i + half] = add_mod(u, PRIME - v);
		}
	unsigned *first = upload(a), *d = upload(a), *dr = upload(roots), *ds = upload(shifted);
	auto back = [=] { CHECK(cudaMemcpy(d, first, N * 4, cudaMemcpyDeviceToDevice)); };
	job<unsigned>(
		"prime_fourier.launch_a_stage",
		[&] {
			for (int half = 1; half < N; half *= 2)
				ring_stage<<<N / 256, 128>>>(d, dr, half, N);
		},
		d, N, same(want), back);
	job<unsigned>(
		"prime_fourier.ten_stages_shared",
		[&] {
			ring_block<<<N / 1024, 256>>>(d, ds, inverse, N);
			for (int half = 1024; half < N; half *= 2)
				ring_stage<<<N / 512, 256>>>(d, dr, half, N);
		},
		d, N, same(want), back);
}
__host__ __device__ inline void lift(float *v, int n, int step)
{ // the 9/7 lifting of a line in place: four sweeps and a scaling
	const float k[4] = { -1.586134342f, -0.052980118f, 0.882911076f, 0.443506852f };
	for (int p = 0; p < 4; p++)
		for (int i = !(p & 1); i < n; i += 2) {
			float l = v[(i ? i - 1 : 1) * step], r = v[(i + 1 < n ? i + 1 : n - 2) * step];
			v[i * step] += k[p] * (l + r);
		}
}
__global__ void lift_columns(float *pic, int w, int h)
{ // columns of a picture, a column a thread, in place in memory
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x < w)
		lift(pic + x, h, w);
}
template <int N> __global__ void lift_rows(float *pic)
{ // rows, a row a block in shared memory, the sweeps in parallel
	__shared__ float v[N];
	float *row = pic + blockIdx.x * N;
	for (int i = threadIdx.x; i < N; i += blockDim.x)
		v[i] = row[i];
	const float k[4] = { -1.586134342f, -0.052980118f, 0.882911076f, 0.443506852f };
#pragma unroll
	for (int p = 0; p < 4; p++) {
		__syncthreads();
		for (int i = 2 * threadIdx.x + !(p & 1); i < N; i += 2 * blockDim.x)
			v[i] += k[p] * (v[i ? i - 1 : 1] + v[i + 1 < N ? i + 1 : N - 2]);
	}
	__syncthreads();
	for (int i = threadIdx.x; i < N; i += blockDim.x)
		row[i] = v[i];
}
static void lifting(const std::vector<float> &f)
{
	const int W = 640, H = 200;
	std::vector<float> pic(f.begin(), f.begin() + W * H), cols = pic, rows = pic;
	for (int x = 0; x < W; x++)
		lift(&cols[x], H, W);
	for (int y = 0; y < H; y++)
		lift(&rows[y * W], W, 1);
	float *first = upload(pic), *d = upload(pic);
	auto back = [=] { CHECK(cudaMemcpy(d, first, W * H * 4, cudaMemcpyDeviceToDevice)); };
	job<float>(
		"lifting.column_a_thread", [&] { lift_columns<<<W / 64, 64>>>(d, W, H); }, d, W * H, close_to(cols),
		back);
	job<float>(
		"lifting.row_a_block", [&] { lift_rows<W><<<H, 160>>>(d); }, d, W * H, close_to(rows), back);
}
__host__ __device__ inline double legendre_sum(const double *c, int m, int top, double x, double first)
{ // coefficients of order m times the associated Legendre functions at x, by the recurrence in degree
	double before = 0, now = first, sum = 0;
	for (int l = m; l < top; l++) {
		sum += c[l] * now;
		double next = ((2 * l + 1) * x * now - (l + m) * before) / (l - m + 1);
		before = now, now = next * 0.5, before *= 0.5;
	}
	return sum;
}
__global__ void sphere_thread(const double *c, const double *x, double *out, int top, int rings)
{ // from waves on a sphere to circles of latitude, a pair of order and circle a thread
	int r = blockIdx.x * blockDim.x + threadIdx.x, m = blockIdx.y;
	if (r < rings)
		out[m * rings + r] = legendre_sum(c + m * top, m, top, x[r], 1);
}
__global__ void sphere_pairs(const double *c, const double *x, double *out, int top, int rings)
{ // the same for both halves of the globe at once: even and odd degrees are summed apart
	extern __shared__ double own[];
	int m = blockIdx.x, half = rings / 2;
	for (int l = threadIdx.x; l < top; l += blockDim.x)
		own[l] = c[m * top + l];
	__syncthreads();
	for (int r = threadIdx.x; r < half; r += blockDim.x) {
		double at = x[r], before = 0, now = 1, sum[2] = { 0, 0 };
		for (int l = m; l < top; l++) {
			if ((l - m) & 1)
				sum[1] += own[l] * now;
			else
				sum[0] += own[l] * now;
			double next = ((2 * l + 1) * at * now - (l + m) * before) / (l - m + 1);
			before = now * 0.5, now = next * 0.5;
		}
		out[m * rings + r] = sum[0] + sum[1];
		out[m * rings + rings - 1 - r] = sum[0] - sum[1];
	}
}
static void sphere(const std::vector<float> &f)
{
	const int TOP = 96, R = 144;
	std::vector<double> c(TOP * TOP), x(R), want(TOP * R);
	for (int i = 0; i < TOP * TOP; i++)
		c[i] = f[i] - 0.5;
	for (int r = 0; r < R; r++)
		x[r] = r < R / 2 ? std::cos(M_PI * (r + 0.5) / R) : -x[R - 1 - r];
	for (int i = 0; i < TOP * R; i++)
		want[i] = legendre_sum(&c[i / R * TOP], i / R, TOP, x[i % R], 1);
	double *dc = upload(c), *dx = upload(x), *o = dev<double>(TOP * R);
	job<double>(
		"sphere_waves.pair_a_thread", [&] { sphere_thread<<<dim3(3, TOP), 48>>>(dc, dx, o, TOP, R); }, o,
		TOP * R, close_to(want, 1e-8));
	job<double>(
		"sphere_waves.both_halves", [&] { sphere_pairs<<<TOP, 72, TOP * 8>>>(dc, dx, o, TOP, R); }, o, TOP * R,
		close_to(want, 1e-8));
}
__host__ __device__ inline void blend4(int *p, int s)
{ // the turn of four whole numbers that decorrelates them
	int x = p[0], y = p[s], z = p[2 * s], w = p[3 * s];
	x += w, x >>= 1, w -= x;
	z += y, z >>= 1, y -= z;
	x += z, x >>= 1, z -= x;
	w += y, w >>= 1, y -= w;
	w += y >> 1, y -= w >> 1;
	p[0] = x, p[s] = y, p[2 * s] = z, p[3 * s] = w;
}
__host__ __device__ inline int squeeze16(const float *pic, int w, int x0, int y0, int planes, unsigned *out)
{ // a block of four by four floats: one exponent, whole numbers, two turns, and the top bit planes
	float most = 0;
	int v[16];
	for (int i = 0; i < 16; i++)
		most = fmaxf(most, fabsf(pic[(y0 + i / 4) * w + x0 + i % 4]));
	int e;
	frexpf(most, &e);
	for (int i = 0; i < 16; i++)
		v[i] = (int)ldexpf(pic[(y0 + i / 4) * w + x0 + i % 4], 26 - e);
	for (int i = 0; i < 4; i++)
		blend4(v + 4 * i, 1);
	for (int i = 0; i < 4; i++)
		blend4(v + i, 4);
	int used = 0;
	for (int p = 0; p < planes; p++) {
		unsigned bits = 0;
		for (int i = 0; i < 16; i++)
			bits |= ((((unsigned)v[i] + 0xaaaaaaaa) ^ 0xaaaaaaaa) >> (28 - p) & 1) << i;
		out[p / 2] = p & 1 ? out[p / 2] | bits << 16 : bits;
		used += bits != 0;
	}
	return e * 64 + used;
}
__global__ void squeeze_thread(const float *pic, unsigned *out, int w, int h)
{ // a block of floats a thread
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, b = y * (w / 4) + x;
	unsigned planes[8];
	if (x >= w / 4)
		return;
	out[b * 9 + 8] = squeeze16(pic, w, x * 4, y * 4, 16, planes);
	for (int k = 0; k < 8; k++)
		out[b * 9 + k] = planes[k];
}
__global__ void squeeze_half_warp(const float *pic, unsigned *out, int w, int h)
{ // the same, a block of floats in half a warp: shuffles for the turns, votes for the planes
	int lane = threadIdx.x % 32, in = lane % 16, b = (blockIdx.x * blockDim.x + threadIdx.x) / 16;
	int x = b % (w / 4) * 4 + in % 4, y = b / (w / 4) * 4 + in / 4, e, used = 0;
	float own = pic[y * w + x], most = fabsf(own);
	for (int k = 8; k; k /= 2)
		most = fmaxf(most, __shfl_xor_sync(~0u, most, k));
	frexpf(most, &e);
	int v = (int)ldexpf(own, 26 - e);
	for (int s = 1; s <= 4; s *= 4) {
		int q[4], base = lane & ~(3 * s), me = lane / s & 3;
		for (int k = 0; k < 4; k++)
			q[k] = __shfl_sync(~0u, v, base + k * s);
		blend4(q, 1);
		v = me == 0 ? q[0] : me == 1 ? q[1] : me == 2 ? q[2] : q[3];
	}
	unsigned code = ((unsigned)v + 0xaaaaaaaa) ^ 0xaaaaaaaa, mine = 0;
#pragma unroll
	for (int p = 0; p < 16; p++) {
		unsigned bits = __ballot_sync(~0u, code >> (28 - p) & 1) >> (lane & 16) & 0xffff;
		used += bits != 0;
		if (in == p / 2)
			mine |= bits << (p & 1) * 16;
	}
	if (in < 9)
		out[b * 9 + in] = in == 8 ? e * 64 + used : mine;
}
static void squeezed(const std::vector<float> &f)
{
	const int W = 336, H = 256, B = W * H / 16;
	std::vector<float> pic(W * H);
	std::vector<unsigned> want(B * 9);
	for (int i = 0; i < W * H; i++)
		pic[i] = std::sin(i % W * 0.03) * std::cos(i / W * 0.05) * 80 + f[i];
	for (int b = 0; b < B; b++)
		want[b * 9 + 8] = squeeze16(pic.data(), W, b % (W / 4) * 4, b / (W / 4) * 4, 16, &want[b * 9]);
	float *dp = upload(pic);
	unsigned *o = dev<unsigned>(B * 9);
	job<unsigned>(
		"float_blocks.block_a_thread", [&] { squeeze_thread<<<dim3(2, H / 4), 64>>>(dp, o, W, H); }, o, B * 9,
		same(want));
	job<unsigned>(
		"float_blocks.half_a_warp", [&] { squeeze_half_warp<<<B / 12, 192>>>(dp, o, W, H); }, o, B * 9,
		same(want));
}
struct Symbol {
	unsigned short start, many;
};
__host__ __device__ inline byte pull_symbol(
	unsigned &state, const unsigned short *&in, const Symbol *s, const byte *which)
{ // one symbol of an asymmetric numeral system of 4096 slots
	unsigned slot = state & 4095;
	byte c = which[slot];
	state = s[c].many * (state >> 12) + slot - s[c].start;
	if (state < 65536)
		state = state << 16 | *in++;
	return c;
}
__global__ void ans_thread(const unsigned short *in, const int *where, const unsigned *states, const Symbol *s,
	const byte *which, byte *out, int n, int streams)
{ // each thread unpacks a stream of its own, tables in memory
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= streams)
		return;
	const unsigned short *from = in + where[t];
	unsigned state = states[t];
	for (int i = 0; i < n; i++)
		out[t * n + i] = pull_symbol(state, from, s, which);
}
__global__ void ans_shared(const unsigned short *in, const int *where, const unsigned *states, const Symbol *s,
	const byte *which, unsigned *out, int n, int streams)
{ // the same with both tables in shared memory; four symbols are written as one word
	__shared__ Symbol sym[64];
	__shared__ byte slot[4096];
	for (int i = threadIdx.x; i < 1024; i += blockDim.x)
		((unsigned *)slot)[i] = ((const unsigned *)which)[i];
	if (threadIdx.x < 64)
		sym[threadIdx.x] = s[threadIdx.x];
	__syncthreads();
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= streams)
		return;
	const unsigned short *from = in + where[t];
	unsigned state = states[t];
	for (int i = 0; i < n / 4; i++) {
		unsigned four = 0;
#pragma unroll
		for (int k = 0; k < 4; k++)
			four |= pull_symbol(state, from, sym, slot) << 8 * k;
		out[t * (n / 4) + i] = four;
	}
}
static void numerals(const std::vector<unsigned> &w)
{
	const int STREAMS = 1600, N = 96;
	std::vector<Symbol> s(64);
	std::vector<byte> which(4096), want(STREAMS * N);
	std::vector<unsigned short> code;
	std::vector<unsigned> states(STREAMS);
	std::vector<int> where(STREAMS);
	for (int c = 0, at = 0; c < 64; c++) {
		int many = c == 63 ? 4096 - at : 1 + (4096 - at) / 12;
		s[c] = { (unsigned short)at, (unsigned short)many };
		for (int k = 0; k < many; k++)
			which[at++] = c;
	}
	for (int t = 0; t < STREAMS; t++) {
		std::vector<unsigned short> back;
		unsigned x = 65536;
		for (int i = N - 1; i >= 0; i--) {
			byte c = want[t * N + i] = which[w[t * N + i] % 4096];
			if (x >= (u64)s[c].many << 20)
				back.push_back(x & 0xffff), x >>= 16;
			x = (x / s[c].many << 12) + x % s[c].many + s[c].start;
		}
		states[t] = x, where[t] = code.size();
		code.insert(code.end(), back.rbegin(), back.rend());
	}
	unsigned short *dc = upload(code);
	int *dw = upload(where);
	unsigned *dst = upload(states);
	Symbol *ds = upload(s);
	byte *dwh = upload(which), *o = dev<byte>(STREAMS * N);
	job<byte>(
		"numerals.stream_a_thread",
		[&] { ans_thread<<<STREAMS / 64, 64>>>(dc, dw, dst, ds, dwh, o, N, STREAMS); }, o, STREAMS * N,
		same(want));
	job<byte>(
		"numerals.tables_shared",
		[&] { ans_shared<<<(STREAMS + 95) / 96, 96>>>(dc, dw, dst, ds, dwh, (unsigned *)o, N, STREAMS); }, o,
		STREAMS * N, same(want));
}
__constant__ int arc[28];
__global__ void cordic(const int *angle, int2 *out, int n, int rounds)
{ // sines and cosines by turning a vector with shifts and additions alone
	int stride = gridDim.x * blockDim.x;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
		int x = 652032874, y = 0, left = angle[i]; // 2^30 times 0.60725
		for (int k = 0; k < rounds; k++) {
			int sign = left >> 31, dx = y >> k, dy = x >> k;
			x -= (dx ^ sign) - sign;
			y += (dy ^ sign) - sign;
			left -= (arc[k] ^ sign) - sign;
		}
		out[i] = make_int2(x, y);
	}
}
static void turning(const std::vector<unsigned> &w)
{
	const int N = 70001;
	std::vector<int> angle(N), table(28);
	std::vector<int> want(2 * N);
	for (int k = 0; k < 28; k++)
		table[k] = (int)std::lrint(std::atan(std::ldexp(1.0, -k)) * (1 << 29));
	for (int i = 0; i < N; i++) {
		angle[i] = (int)(w[i] % 1600000000u) - 800000000;
		int x = 652032874, y = 0, left = angle[i];
		for (int k = 0; k < 28; k++) {
			int dx = y >> k, dy = x >> k;
			x += left < 0 ? dx : -dx, y += left < 0 ? -dy : dy, left += left < 0 ? table[k] : -table[k];
		}
		want[2 * i] = x, want[2 * i + 1] = y;
	}
	CHECK(cudaMemcpyToSymbol(arc, table.data(), 112));
	int *da = upload(angle), *o = dev<int>(2 * N);
	job<int>(
		"shift_and_add_sines.grid_loop", [&] { cordic<<<150, 224>>>(da, (int2 *)o, N, 28); }, o, 2 * N,
		same(want));
}
void rows()
{
	std::vector<unsigned> w = words(1 << 19);
	std::vector<float> f = fractions(w);
	ring(w);
	lifting(f);
	sphere(f);
	squeezed(f);
	numerals(w);
	turning(w);
}
