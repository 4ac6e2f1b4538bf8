/* blind8k: an eighth set of kernels that nobody had modelled when they were written. Signals and tables: filters with a
 * memory, sums along a signal, spectra, other rates and sizes, curves and tables between whose values one looks. */
#include "blind7.h"

__global__ void tones(const float *in, float *out, const float *turn, int n)
{ // Goertzel: a piece of signal a block, one of 64 frequencies a thread
	extern __shared__ float s[];
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		s[i] = in[blockIdx.x * n + i];
	__syncthreads();
	float k = turn[threadIdx.x], a = 0, b = 0;
	for (int i = 0; i < n; i++) {
		float c = s[i] + k * a - b;
		b = a;
		a = c;
	}
	out[blockIdx.x * 64 + threadIdx.x] = a * a + b * b - k * a * b;
}
struct Section {
	float b0, b1, b2, a1, a2;
};
__constant__ Section section[4];
__global__ void biquads(const float *in, float *out, int n, int across, int along)
{ // four filters of second order one after the other, a channel a thread
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	float z[4][2] = {};
	for (int i = 0; i < n; i++) {
		float v = in[c * across + i * along];
#pragma unroll
		for (int k = 0; k < 4; k++) {
			float r = section[k].b0 * v + z[k][0];
			z[k][0] = section[k].b1 * v - section[k].a1 * r + z[k][1];
			z[k][1] = section[k].b2 * v - section[k].a2 * r;
			v = r;
		}
		out[c * across + i * along] = v;
	}
}
__global__ void moving_each(const short *in, int *out, int n, int wide)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
	if (i >= n)
		return;
	for (int k = 0; k < wide; k++)
		s += in[i + k];
	out[i] = s;
}
__global__ void moving_slide(const short *in, int *out, int n, int wide)
{ // 32 places a thread: what comes in, what goes out
	int i = (blockIdx.x * blockDim.x + threadIdx.x) * 32, s = 0;
	if (i >= n)
		return;
	for (int k = 0; k < wide; k++)
		s += in[i + k];
	for (int k = 0; k < 32 && i + k < n; k++) {
		out[i + k] = s;
		s += in[i + k + wide] - in[i + k];
	}
}
__global__ void moving_sums(const short *in, int *out, int n, int wide)
{ // running sums of 1024 places in shared memory, of which 1024 - wide give results
	__shared__ int s[1025], w[32];
	int t = threadIdx.x, first = blockIdx.x * (1024 - wide), v = first + t < n + wide ? in[first + t] : 0;
	for (int d = 1; d < 32; d *= 2) {
		int u = __shfl_up_sync(~0u, v, d);
		v += t % 32 >= d ? u : 0;
	}
	if (t % 32 == 31)
		w[t / 32] = v;
	__syncthreads();
	if (t < 32) {
		int q = w[t];
		for (int d = 1; d < 32; d *= 2) {
			int u = __shfl_up_sync(~0u, q, d);
			q += t >= d ? u : 0;
		}
		w[t] = q;
	}
	__syncthreads();
	s[t + 1] = v + (t >= 32 ? w[t / 32 - 1] : 0);
	if (t == 0)
		s[0] = 0;
	__syncthreads();
	if (t < 1024 - wide && first + t < n)
		out[first + t] = s[t + wide] - s[t];
}
__global__ void autocorr_thread(const float *in, float *out, int n, int lags)
{
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;
	for (int i = 0; i < n; i++)
		s += in[i] * in[i + k];
	out[k] = s;
}
__global__ void autocorr_block(const float *in, float *out, int n, int lags)
{
	__shared__ float part[256];
	int k = blockIdx.x, t = threadIdx.x;
	float s = 0;
	for (int i = t; i < n; i += 256)
		s += in[i] * in[i + k];
	part[t] = s;
	for (int d = 128; d; d /= 2) {
		__syncthreads();
		if (t < d)
			part[t] += part[t + d];
	}
	if (t == 0)
		out[k] = part[0];
}
__global__ void spectrum(const float *in, float *power, const float2 *root, const float *window, int hop)
{ // a frame of 256 places a block of 128, one butterfly a thread and step
	__shared__ float2 s[256];
	int t = threadIdx.x;
	for (int i = t; i < 256; i += 128)
		s[__brev(i) >> 24] = make_float2(in[blockIdx.x * hop + i] * window[i], 0);
	for (int h = 1; h < 256; h *= 2) {
		__syncthreads();
		int k = t & h - 1, i = (t - k) * 2 + k;
		float2 w = root[k * (128 / h)], a = s[i], b = s[i + h], c = make_float2(b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x);
		s[i] = make_float2(a.x + c.x, a.y + c.y);
		s[i + h] = make_float2(a.x - c.x, a.y - c.y);
	}
	__syncthreads();
	power[blockIdx.x * 128 + t] = s[t].x * s[t].x + s[t].y * s[t].y;
}
__host__ __device__ float cubic(float t)
{ // Catmull and Rom's weight of a pixel so far away
	t = fabsf(t);
	return t < 1 ? (1.5f * t - 2.5f) * t * t + 1 : t < 2 ? ((-0.5f * t + 2.5f) * t - 4) * t + 2 : 0;
}
__global__ void larger_cubic(const byte *in, byte *out, int w, int h, int ow, int oh)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= ow || y >= oh)
		return;
	float u = (x + 0.5f) * w / ow - 0.5f, v = (y + 0.5f) * h / oh - 0.5f, s = 0;
	int i0 = (int)floorf(u) - 1, j0 = (int)floorf(v) - 1;
	for (int j = j0; j < j0 + 4; j++) {
		float line = 0;
		for (int i = i0; i < i0 + 4; i++)
			line += cubic(u - i) * in[min(max(j, 0), h - 1) * w + min(max(i, 0), w - 1)];
		s += cubic(v - j) * line;
	}
	out[y * ow + x] = min(max((int)(s + 0.5f), 0), 255);
}
__constant__ float cosines[64];
__global__ void dct_coefficient(const byte *in, short *out, int w)
{ // a coefficient a thread: the 8x8 pixels first along lines, then down columns
	__shared__ float a[8][33], b[8][33];
	int x = threadIdx.x, y = threadIdx.y, u = x % 8, c = x - u, at = (blockIdx.y * 8 + y) * w + blockIdx.x * 32 + x;
	a[y][x] = in[at] - 128;
	__syncthreads();
	float s = 0;
	for (int k = 0; k < 8; k++)
		s += cosines[u * 8 + k] * a[y][c + k];
	b[y][x] = s;
	__syncthreads();
	s = 0;
	for (int k = 0; k < 8; k++)
		s += cosines[y * 8 + k] * b[k][x];
	out[at] = __float2int_rn(s);
}
__device__ void dct_eight(float *v, int step)
{
	float r[8], q[8];
#pragma unroll
	for (int k = 0; k < 8; k++)
		r[k] = v[k * step];
#pragma unroll
	for (int u = 0; u < 8; u++) {
		q[u] = 0;
#pragma unroll
		for (int k = 0; k < 8; k++)
			q[u] += cosines[u * 8 + k] * r[k];
	}
#pragma unroll
	for (int k = 0; k < 8; k++)
		v[k * step] = q[k];
}
__global__ void dct_lines(const byte *in, short *out, int w)
{ // eight threads have an 8x8 piece, a line or a column each; eight pieces a block
	__shared__ float s[8][8][9];
	int piece = threadIdx.x / 8, k = threadIdx.x % 8, x0 = blockIdx.x * 64 + piece * 8, y0 = blockIdx.y * 8;
	uint2 line = *(const uint2 *)(in + (y0 + k) * w + x0);
	for (int i = 0; i < 8; i++)
		s[piece][k][i] = (int)((i < 4 ? line.x : line.y) >> i % 4 * 8 & 255) - 128;
	dct_eight(s[piece][k], 1);
	__syncwarp();
	dct_eight(&s[piece][0][k], 9);
	__syncwarp();
	for (int i = 0; i < 8; i++)
		out[(y0 + i) * w + x0 + k] = __float2int_rn(s[piece][i][k]);
}
__global__ void crossings(const float *in, int *out, int n)
{ // how often each piece of n values changes its sign; a piece a warp
	int piece = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, c = 0;
	in += piece * n;
	for (int i = lane; i < n; i += 32) {
		bool turn = i + 1 < n && (in[i] < 0) != (in[i + 1] < 0);
		c += __popc(__ballot_sync(~0u, turn));
	}
	if (lane == 0)
		out[piece] = c;
}
__constant__ float taps[3 * 16];
__global__ void three_halves(const float *in, float *out, int n)
{ // three values out for two in: three filters of 16 taps in turn
	__shared__ float s[256 * 2 / 3 + 18];
	int i = blockIdx.x * 256 + threadIdx.x, base = blockIdx.x * 256 * 2 / 3;
	for (int k = threadIdx.x; k < 256 * 2 / 3 + 18; k += 256)
		s[k] = in[base + k];
	__syncthreads();
	if (i >= n)
		return;
	float v = 0;
	int at = i * 2 / 3 - base, phase = i * 2 % 3;
	for (int k = 0; k < 16; k++)
		v += taps[phase * 16 + k] * s[at + k];
	out[i] = v;
}
const int KNOTS = 100;
struct Piece {
	float x, a, b, c, d;
};
__constant__ Piece knot_constant[KNOTS];
__device__ float on_curve(const Piece *k, float x)
{
	int lo = 0, hi = KNOTS;
	while (hi - lo > 1) {
		int mid = (lo + hi) / 2;
		if (k[mid].x <= x)
			lo = mid;
		else
			hi = mid;
	}
	float t = x - k[lo].x;
	return ((k[lo].d * t + k[lo].c) * t + k[lo].b) * t + k[lo].a;
}
__global__ void spline_constant(const float *x, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = on_curve(knot_constant, x[i]);
}
__global__ void spline_memory(const float *x, float *y, const Piece *knot, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = on_curve(knot, x[i]);
}
__global__ void spline_shared(const float *x, float *y, const Piece *knot, int n)
{
	__shared__ Piece s[KNOTS];
	for (int i = threadIdx.x; i < KNOTS * 5; i += blockDim.x)
		((float *)s)[i] = ((const float *)knot)[i];
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		y[i] = on_curve(s, x[i]);
}
__global__ void steam(const double *table, const double *p, const double *t, double *out, int n, int side)
{ // between four values of a table of side x side
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double u = p[i] * (side - 1), v = t[i] * (side - 1);
	int a = min((int)u, side - 2), b = min((int)v, side - 2);
	double fu = u - a, fv = v - b;
	const double *q = table + b * side + a;
	out[i] = (q[0] * (1 - fu) + q[1] * fu) * (1 - fv) + (q[side] * (1 - fu) + q[side + 1] * fu) * fv;
}

void rows()
{
	std::vector<unsigned> w = words(1 << 21);
	std::vector<float> f = fractions(w);
	float *x = upload(f), *fo = dev<float>(1 << 21);
	int *io = (int *)fo;
	std::vector<byte> pic((byte *)w.data(), (byte *)w.data() + (1 << 20));
	byte *p = upload(pic), *o = (byte *)fo;
	dim3 b32(32, 8);
	const int G = 400, GN = 512;
	std::vector<float> turn(64), tone(G * 64);
	for (int k = 0; k < 64; k++)
		turn[k] = 2 * std::cos(2 * M_PI * (k + 20) / GN);
	for (int i = 0; i < G * 64; i++) {
		double a = 0, b = 0, k = turn[i % 64];
		for (int e = 0; e < GN; e++) {
			double v = f[i / 64 * GN + e] + k * a - b;
			b = a;
			a = v;
		}
		tone[i] = a * a + b * b - k * a * b;
	}
	float *dt = upload(turn);
	job<float>("goertzel.tone_a_thread", [&] { tones<<<G, 64, GN * 4>>>(x, fo, dt, GN); }, fo, G * 64, close_to(tone, 5e-3));
	Section sec[4] = { { 0.2f, 0.3f, 0.1f, -0.5f, 0.3f }, { 0.3f, 0.1f, 0.2f, 0.2f, 0.1f }, { 0.5f, -0.2f, 0.1f, -0.3f, 0.2f },
		{ 0.4f, 0.2f, 0.3f, 0.1f, -0.2f } };
	CHECK(cudaMemcpyToSymbol(section, sec, sizeof sec));
	const int CH = 3072, L = 200;
	std::vector<float> wide(CH * L), rows(CH * L);
	for (int ch = 0; ch < 2 * CH; ch++) {
		float z[4][2] = {};
		for (int i = 0; i < L; i++) {
			int at = ch < CH ? ch + i * CH : (ch - CH) * L + i;
			float v = f[at];
			for (int k = 0; k < 4; k++) {
				float u = sec[k].b0 * v + z[k][0];
				z[k][0] = sec[k].b1 * v - sec[k].a1 * u + z[k][1];
				z[k][1] = sec[k].b2 * v - sec[k].a2 * u;
				v = u;
			}
			(ch < CH ? wide : rows)[at] = v;
		}
	}
	job<float>("biquad.channels_together", [&] { biquads<<<CH / 64, 64>>>(x, fo, L, 1, CH); }, fo, CH * L, close_to(wide));
	job<float>("biquad.channels_apart", [&] { biquads<<<CH / 64, 64>>>(x, fo, L, L, 1); }, fo, CH * L, close_to(rows));
	const int N = 500000, V = 100;
	std::vector<short> sig(N + 1024);
	for (int i = 0; i < N + 1024; i++)
		sig[i] = w[i];
	std::vector<int> sum(N);
	for (int k = 0; k < V; k++)
		sum[0] += sig[k];
	for (int i = 1; i < N; i++)
		sum[i] = sum[i - 1] + sig[i + V - 1] - sig[i - 1];
	short *ds = upload(sig);
	job<int>("moving.each", [&] { moving_each<<<(N + 255) / 256, 256>>>(ds, io, N, V); }, io, N, same(sum));
	job<int>("moving.slide", [&] { moving_slide<<<(N / 32 + 64) / 64, 64>>>(ds, io, N, V); }, io, N, same(sum));
	job<int>("moving.running_sums", [&] { moving_sums<<<(N + 923) / 924, 1024>>>(ds, io, N, V); }, io, N, same(sum));
	const int LAGS = 768, A = 6000;
	std::vector<float> cor(LAGS);
	for (int k = 0; k < LAGS; k++) {
		double v = 0;
		for (int i = 0; i < A; i++)
			v += f[i] * f[i + k];
		cor[k] = v;
	}
	job<float>("autocorr.lag_a_thread", [&] { autocorr_thread<<<LAGS / 64, 64>>>(x, fo, A, LAGS); }, fo, LAGS, close_to(cor));
	job<float>("autocorr.lag_a_block", [&] { autocorr_block<<<LAGS, 256>>>(x, fo, A, LAGS); }, fo, LAGS, close_to(cor));
	const int FR = 2500, HOP = 128;
	std::vector<float2> root(128);
	std::vector<float> win(256);
	for (int i = 0; i < 256; i++) {
		root[i % 128] = make_float2(std::cos(2 * M_PI * (i % 128) / 256), -std::sin(2 * M_PI * (i % 128) / 256));
		win[i] = 0.5 - 0.5 * std::cos(2 * M_PI * i / 256);
	}
	float2 *dr = upload(root);
	float *dw = upload(win);
	job<float>("spectrum.frame_a_block", [&] { spectrum<<<FR, 128>>>(x, fo, dr, dw, HOP); }, fo, FR * 128,
		[&](const std::vector<float> &v) {
			for (int i = 0; i < FR * 128; i += 997) {
				double re = 0, im = 0;
				for (int k = 0; k < 256; k++) {
					int e = i % 128 * k % 256, g = e < 128 ? 1 : -1;
					re += g * f[i / 128 * HOP + k] * win[k] * root[e % 128].x;
					im += g * f[i / 128 * HOP + k] * win[k] * root[e % 128].y;
				}
				if (!near(v[i], re * re + im * im, 1e-3))
					return false;
			}
			return true;
		});
	const int SW = 400, SH = 300, BW = 1000, BH = 750;
	job<byte>("larger.cubic", [&] { larger_cubic<<<dim3((BW + 31) / 32, (BH + 7) / 8), b32>>>(p, o, SW, SH, BW, BH); }, o, BW * BH,
		[&](const std::vector<byte> &v) {
			for (int k = 0; k < BW * BH; k += 7) {
				float x = (k % BW + 0.5f) * SW / BW - 0.5f, y = (k / BW + 0.5f) * SH / BH - 0.5f, s = 0;
				for (int j = std::floor(y) - 1; j <= std::floor(y) + 2; j++)
					for (int i = std::floor(x) - 1; i <= std::floor(x) + 2; i++)
						s += cubic(y - j) * cubic(x - i) *
							pic[std::min(std::max(j, 0), SH - 1) * SW + std::min(std::max(i, 0), SW - 1)];
				if (std::fabs(v[k] - std::min(std::max(s, 0.0f), 255.0f)) > 1.01f)
					return false;
			}
			return true;
		});
	const int PW = 1024, PH = 768;
	std::vector<float> co(64);
	for (int i = 0; i < 64; i++)
		co[i] = (i / 8 ? 0.5 : std::sqrt(0.125)) * std::cos((2 * (i % 8) + 1) * (i / 8) * M_PI / 16);
	CHECK(cudaMemcpyToSymbol(cosines, co.data(), 256));
	auto transformed = [&](const std::vector<short> &v) {
		for (int k = 0; k < PW * PH; k += 29) {
			int x = k % PW, y = k / PW;
			float s = 0;
			for (int e = 0; e < 64; e++)
				s += co[x % 8 * 8 + e % 8] * co[y % 8 * 8 + e / 8] * (pic[(y / 8 * 8 + e / 8) * PW + x / 8 * 8 + e % 8] - 128);
			if (std::fabs(v[k] - s) > 0.51f)
				return false;
		}
		return true;
	};
	short *so = (short *)fo;
	job<short>("jpeg_dct.coefficient_a_thread", [&] { dct_coefficient<<<dim3(PW / 32, PH / 8), b32>>>(p, so, PW); }, so, PW * PH,
		transformed);
	job<short>("jpeg_dct.line_a_thread", [&] { dct_lines<<<dim3(PW / 64, PH / 8), 64>>>(p, so, PW); }, so, PW * PH, transformed);
	const int PIECES = 3000, PN = 400;
	std::vector<float> signs(PIECES * PN);
	std::vector<int> cross(PIECES);
	for (int i = 0; i < PIECES * PN; i++)
		signs[i] = f[i] - 0.5f;
	for (int i = 0; i < PIECES * PN; i++)
		cross[i / PN] += i % PN + 1 < PN && (signs[i] < 0) != (signs[i + 1] < 0);
	float *dsigns = upload(signs);
	job<int>("crossings.piece_a_warp", [&] { crossings<<<PIECES / 4, 128>>>(dsigns, io, PN); }, io, PIECES, same(cross));
	const int R = 768000;
	std::vector<float> faster(R);
	CHECK(cudaMemcpyToSymbol(taps, f.data(), 3 * 16 * 4));
	for (int i = 0; i < R; i++)
		for (int k = 0; k < 16; k++)
			faster[i] += f[i * 2 % 3 * 16 + k] * f[i * 2 / 3 + k];
	job<float>("resample.three_halves", [&] { three_halves<<<R / 256, 256>>>(x, fo, R); }, fo, R, close_to(faster));
	const int S = 1 << 19;
	std::vector<Piece> knot(KNOTS);
	for (int i = 0; i < KNOTS; i++)
		knot[i] = { i * i / 10000.0f, f[i], f[i + 100], f[i + 200], f[i + 300] };
	std::vector<float> curve(S);
	for (int i = 0; i < S; i++) {
		int k = 0;
		while (k + 1 < KNOTS && knot[k + 1].x <= f[i])
			k++;
		float t = f[i] - knot[k].x;
		curve[i] = ((knot[k].d * t + knot[k].c) * t + knot[k].b) * t + knot[k].a;
	}
	Piece *dk = upload(knot);
	CHECK(cudaMemcpyToSymbol(knot_constant, knot.data(), KNOTS * sizeof(Piece)));
	job<float>("spline.constant", [&] { spline_constant<<<S / 256, 256>>>(x, fo, S); }, fo, S, close_to(curve));
	job<float>("spline.memory", [&] { spline_memory<<<S / 256, 256>>>(x, fo, dk, S); }, fo, S, close_to(curve));
	job<float>("spline.shared", [&] { spline_shared<<<264, 512>>>(x, fo, dk, S); }, fo, S, close_to(curve));
	const int T = 512, LOOK = 400000;
	std::vector<double> d = double_fractions(w, 2 * LOOK), value(LOOK);
	for (int i = 0; i < LOOK; i++) {
		double u = d[i] * (T - 1), v = d[LOOK + i] * (T - 1);
		int a = std::min((int)u, T - 2), b = std::min((int)v, T - 2);
		const double *q = &d[b * T + a];
		value[i] = (q[0] * (1 - u + a) + q[1] * (u - a)) * (1 - v + b) + (q[T] * (1 - u + a) + q[T + 1] * (u - a)) * (v - b);
	}
	double *dd = upload(d), *od = (double *)fo;
	job<double>("steam_table.doubles", [&] { steam<<<(LOOK + 127) / 128, 128>>>(dd, dd, dd + LOOK, od, LOOK, T); }, od, LOOK,
		close_to(value, 1e-9));
}
