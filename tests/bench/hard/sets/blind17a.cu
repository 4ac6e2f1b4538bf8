// blind17a: a fresh set of kernels that nobody had modelled when they were written. Earth, drums and light.
#include "blind7.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <class T> __host__ __device__ T corner(T x, T y, T z)
{ // what one corner of a box of rock adds to the pull downwards
	T r = sqrt(x * x + y * y + z * z);
	return x * log(y + r) + y * log(x + r) - z * atan2(x * y, z * r);
}
template <class T> struct Box {
	T lo[3], hi[3], weight;
};
template <class T> __host__ __device__ T pull_of(const Box<T> &b, T x, T y)
{ // eight corners with changing signs
	T sum = 0;
	for (int k = 0; k < 8; k++) {
		T v = corner(
			(k & 1 ? b.hi[0] : b.lo[0]) - x, (k & 2 ? b.hi[1] : b.lo[1]) - y, k & 4 ? b.hi[2] : b.lo[2]);
		sum += (k ^ k >> 1 ^ k >> 2) & 1 ? -v : v;
	}
	return sum * b.weight;
}
template <class T> __global__ void survey_thread(const Box<T> *box, T *out, int boxes, int w, int n)
{ // a station a thread, a loop over all boxes
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	T sum = 0;
	for (int b = 0; b < boxes; b++)
		sum += pull_of(box[b], T(i % w) * T(0.25), T(i / w) * T(0.25));
	out[i] = sum;
}
__global__ void survey_warp(const Box<float> *box, float *out, int boxes, int w, int n)
{ // a station a warp, a box a lane
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	float sum = 0;
	for (int b = lane; b < boxes; b += 32)
		sum += pull_of(box[b], i % w * 0.25f, i / w * 0.25f);
	for (int d = 16; d; d /= 2)
		sum += __shfl_xor_sync(~0u, sum, d);
	if (lane == 0)
		out[i] = sum;
}
__host__ __device__ float swung(const float *u, float before, int r, int a, int rings, int angles)
{ // one point of a drum's skin in polar coordinates; the rim is held
	int i = r * angles + a;
	float own = u[i], in = r ? u[i - angles] : u[(a + angles / 2) % angles],
	      out = r + 1 < rings ? u[i + angles] : 0;
	float left = u[r * angles + (a + angles - 1) % angles], right = u[r * angles + (a + 1) % angles];
	float radius = r + 1.5f;
	float bend = in + out - 2 * own + (out - in) / (2 * radius) + (left + right - 2 * own) / (radius * radius);
	return 2 * own - before + 0.05f * bend;
}
__global__ void drum_step(const float *now, float *other, int rings, int angles)
{ // a step, a point a thread: other holds the step before, and takes the next one
	int a = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
	if (a < angles)
		other[r * angles + a] = swung(now, other[r * angles + a], r, a, rings, angles);
}
__global__ void drum_grid(float *x, float *y, int rings, int angles, int steps)
{ // all steps in one launch; the whole grid waits after each
	cg::grid_group grid = cg::this_grid();
	for (int s = 0; s < steps; s++) {
		float *now = s & 1 ? y : x, *other = s & 1 ? x : y;
		for (int i = grid.thread_rank(); i < rings * angles; i += grid.size())
			other[i] = swung(now, other[i], i / angles, i % angles, rings, angles);
		grid.sync();
	}
}
__global__ void drum_small(float *x, const float *y, int rings, int angles, int steps)
{ // a small drum a block, its skin in shared memory
	__shared__ float skin[1000];
	int t = threadIdx.x, n = rings * angles;
	float own = x[blockIdx.x * n + t], before = y[blockIdx.x * n + t];
	for (int s = 0; s < steps; s++) {
		skin[t] = own;
		__syncthreads();
		float next = swung(skin, before, t / angles, t % angles, rings, angles);
		before = own, own = next;
		__syncthreads();
	}
	x[blockIdx.x * n + t] = own;
}
__host__ __device__ float stick(float a, float b)
{ // how often drops of the two radii meet
	return (a + b) * (a + b) * fabsf(a * a - b * b) + 0.1f;
}
__global__ void clumps_thread(const float *radius, const float *n, float *out, int sizes)
{ // drops that grow by meeting: a size a thread
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= sizes)
		return;
	float gain = 0, loss = 0;
	for (int i = 0; i < k; i++)
		gain += stick(radius[i], radius[k - 1 - i]) * n[i] * n[k - 1 - i];
	for (int i = 0; i < sizes; i++)
		loss += stick(radius[i], radius[k]) * n[i];
	out[k] = 0.5f * gain - loss * n[k];
}
__global__ void clumps_shared(const float *radius, const float *n, float *out, int sizes)
{ // the same; each block copies both lists into shared memory first
	extern __shared__ float both[];
	float *r = both, *c = both + sizes;
	for (int i = threadIdx.x; i < sizes; i += blockDim.x)
		r[i] = radius[i], c[i] = n[i];
	__syncthreads();
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= sizes)
		return;
	float gain = 0, loss = 0;
	for (int i = 0; i < k / 2; i++)
		gain += stick(r[i], r[k - 1 - i]) * c[i] * c[k - 1 - i];
	gain *= 2;
	if (k & 1)
		gain += stick(r[k / 2], r[k / 2]) * c[k / 2] * c[k / 2];
	for (int i = 0; i < sizes; i++)
		loss += stick(r[i], r[k]) * c[i];
	out[k] = 0.5f * gain - loss * c[k];
}
__global__ void clumps_block(const float *radius, const float *n, float *out, int sizes)
{ // the same, a size a block of three warps
	__shared__ float part[3];
	int k = blockIdx.x, t = threadIdx.x;
	float sum = 0, rk = radius[k], nk = n[k];
	for (int i = t; i < sizes; i += 96) {
		if (i < k)
			sum += 0.5f * stick(radius[i], radius[k - 1 - i]) * n[i] * n[k - 1 - i];
		sum -= stick(radius[i], rk) * n[i] * nk;
	}
	for (int d = 16; d; d /= 2)
		sum += __shfl_down_sync(~0u, sum, d);
	if (t % 32 == 0)
		part[t / 32] = sum;
	__syncthreads();
	if (t == 0)
		out[k] = part[0] + part[1] + part[2];
}
static const int LAMPS = 32;
__constant__ float4 lamp[LAMPS];
template <bool CONSTANT> __global__ void fringes(const float4 *lamps, float *out, int w, int h)
{ // light of many small lamps on a screen: waves add up, then the brightness
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	float re = 0, im = 0;
	for (int k = 0; k < LAMPS; k++) {
		float4 l = CONSTANT ? lamp[k] : lamps[k];
		float dx = x * 0.02f - l.x, dy = y * 0.02f - l.y, r = sqrtf(dx * dx + dy * dy + l.z * l.z), s, c;
		sincosf(11 * r + l.w, &s, &c);
		re += c / r, im += s / r;
	}
	out[y * w + x] = re * re + im * im;
}
static const int LAYERS = 9;
__constant__ float2 layer[LAYERS];
__host__ __device__ float quake(float away, int layers, const float2 *l)
{ // when a quake is felt: halve the range of the slope until the ray lands there; l: thickness, speed
	float fast = 0;
	for (int k = 0; k < layers; k++)
		fast = fmaxf(fast, l[k].y);
	float lo = 0, hi = 0.9999f / fast, p = 0, x, t;
	for (int round = 0; round < 40; round++) {
		p = 0.5f * (lo + hi), x = 0, t = 0;
		for (int k = 0; k < layers; k++) {
			float s = p * l[k].y, c = sqrtf(1 - s * s);
			x += l[k].x * s / c;
			t += l[k].x / (l[k].y * c);
		}
		if (fabsf(x - away) < 1e-4f * away)
			break;
		if (x < away)
			lo = p;
		else
			hi = p;
	}
	return t + p * (away - x);
}
__global__ void quake_pairs(const float *away, const int *depth, float *out, int n)
{ // a pair of quake and station a thread; each needs another number of layers and rounds
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = quake(away[i], depth[i], layer);
}
void rows()
{
	std::vector<unsigned> w = words(1 << 18);
	std::vector<float> f = fractions(w);
	const int BOXES = 35, SW = 40, S = 1000, SD = 330;
	std::vector<Box<float>> box(BOXES);
	std::vector<Box<double>> dbox(BOXES);
	for (int b = 0; b < BOXES; b++) {
		for (int k = 0; k < 3; k++) {
			box[b].lo[k] = (k == 2 ? 0.5f : 0) + 6 * f[6 * b + k];
			box[b].hi[k] = box[b].lo[k] + 0.5f + f[6 * b + 3 + k];
			dbox[b].lo[k] = box[b].lo[k], dbox[b].hi[k] = box[b].hi[k];
		}
		dbox[b].weight = box[b].weight = f[b + 500] - 0.3f;
	}
	std::vector<double> pull(S);
	for (int i = 0; i < S; i++)
		for (int b = 0; b < BOXES; b++)
			pull[i] += pull_of(dbox[b], i % SW * 0.25, i / SW * 0.25);
	std::vector<float> pullf(pull.begin(), pull.end());
	Box<float> *gb = upload(box);
	Box<double> *gd = upload(dbox);
	float *o = dev<float>(100000);
	double *od = dev<double>(S);
	job<float>(
		"gravity_survey.station_a_thread", [&] { survey_thread<<<(S + 63) / 64, 64>>>(gb, o, BOXES, SW, S); },
		o, S, close_to(pullf, 2e-3));
	job<float>(
		"gravity_survey.station_a_warp", [&] { survey_warp<<<S / 4, 128>>>(gb, o, BOXES, SW, S); }, o, S,
		close_to(pullf, 2e-3));
	job<double>(
		"gravity_survey.doubles", [&] { survey_thread<<<(SD + 31) / 32, 32>>>(gd, od, BOXES, SW, SD); }, od, SD,
		close_to(std::vector<double>(pull.begin(), pull.begin() + SD), 1e-7));
	const int R = 90, A = 360, STEPS = 8, r = 14, a = 56, DRUMS = 20, steps = 25;
	std::vector<float> x(f.begin(), f.begin() + R * A), y = x;
	std::vector<float> x0 = x;
	for (int s = 0; s < STEPS; s++, std::swap(x, y)) {
		std::vector<float> next(R * A);
		for (int i = 0; i < R * A; i++)
			next[i] = swung(x.data(), y[i], i / A, i % A, R, A);
		y = next;
	}
	float *gx0 = upload(x0), *gx = dev<float>(R * A), *gy = dev<float>(R * A);
	auto fresh = [&] {
		CHECK(cudaMemcpy(gx, gx0, R * A * 4, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(gy, gx0, R * A * 4, cudaMemcpyDeviceToDevice));
	};
	job<float>(
		"drum.step_a_launch",
		[&] {
			for (int s = 0; s < STEPS; s++)
				drum_step<<<dim3((A + 119) / 120, R), 120>>>(s & 1 ? gy : gx, s & 1 ? gx : gy, R, A);
		},
		gx, R * A, close_to(x, 1e-3), fresh);
	job<float>(
		"drum.whole_grid_waits",
		[&] {
			int rr = R, aa = A, ss = STEPS;
			void *args[] = { &gx, &gy, &rr, &aa, &ss };
			CHECK(cudaLaunchCooperativeKernel((void *)drum_grid, 64, 256, args, 0, 0));
		},
		gx, R * A, close_to(x, 1e-3), fresh);
	std::vector<float> small(DRUMS * r * a);
	for (int d = 0; d < DRUMS; d++) {
		std::vector<float> u(x0.begin() + d * r * a, x0.begin() + (d + 1) * r * a), v = u, next(r * a);
		for (int s = 0; s < steps; s++) {
			for (int i = 0; i < r * a; i++)
				next[i] = swung(u.data(), v[i], i / a, i % a, r, a);
			v = u, u = next;
		}
		std::copy(u.begin(), u.end(), small.begin() + d * r * a);
	}
	job<float>(
		"drum.small_one_a_block", [&] { drum_small<<<DRUMS, r * a>>>(gx, gx0, r, a, steps); }, gx,
		DRUMS * r * a, close_to(small, 1e-3), fresh);
	const int K = 850;
	std::vector<float> radius(K), n(K), change(K);
	for (int k = 0; k < K; k++)
		radius[k] = 0.1f * std::cbrt(k + 1.0f), n[k] = std::exp(-k * 0.01f) * (0.2f + f[k]);
	for (int k = 0; k < K; k++) {
		double sum = 0;
		for (int i = 0; i < k; i++)
			sum += 0.5 * stick(radius[i], radius[k - 1 - i]) * n[i] * n[k - 1 - i];
		for (int i = 0; i < K; i++)
			sum -= stick(radius[i], radius[k]) * n[i] * n[k];
		change[k] = sum;
	}
	float *gr = upload(radius), *gn = upload(n);
	job<float>(
		"clumps.size_a_thread", [&] { clumps_thread<<<(K + 63) / 64, 64>>>(gr, gn, o, K); }, o, K,
		close_to(change, 1e-3));
	job<float>(
		"clumps.lists_shared", [&] { clumps_shared<<<(K + 31) / 32, 32, 8 * K>>>(gr, gn, o, K); }, o, K,
		close_to(change, 1e-3));
	job<float>(
		"clumps.size_a_block", [&] { clumps_block<<<K, 96>>>(gr, gn, o, K); }, o, K, close_to(change, 1e-3));
	const int FW = 190, FH = 85;
	std::vector<float4> lamps(LAMPS);
	std::vector<float> bright(FW * FH);
	for (int k = 0; k < LAMPS; k++)
		lamps[k] = { 4 * f[k], 2 * f[k + 50], 1 + f[k + 100], 6 * f[k + 150] };
	for (int i = 0; i < FW * FH; i++) {
		double re = 0, im = 0;
		for (auto &l : lamps) {
			double dx = i % FW * 0.02 - l.x, dy = i / FW * 0.02 - l.y,
			       q = sqrt(dx * dx + dy * dy + l.z * l.z);
			re += cos(11 * q + l.w) / q, im += sin(11 * q + l.w) / q;
		}
		bright[i] = re * re + im * im;
	}
	float4 *gl = upload(lamps);
	CHECK(cudaMemcpyToSymbol(lamp, lamps.data(), LAMPS * sizeof(float4)));
	dim3 fg((FW + 15) / 16, (FH + 7) / 8), fb(16, 8);
	job<float>(
		"fringes.lamps_in_memory", [&] { fringes<false><<<fg, fb>>>(gl, o, FW, FH); }, o, FW * FH,
		close_to(bright, 1e-3));
	job<float>(
		"fringes.lamps_constant", [&] { fringes<true><<<fg, fb>>>(gl, o, FW, FH); }, o, FW * FH,
		close_to(bright, 1e-3));
	const int Q = 6100;
	float2 earth[LAYERS] = { { 1, 2 }, { 2, 3.1f }, { 1.5f, 2.7f }, { 3, 4 }, { 5, 5.2f }, { 4, 6 }, { 8, 6.8f },
		{ 9, 7.5f }, { 12, 8.1f } };
	std::vector<float> away(Q), felt(Q);
	std::vector<int> depth(Q);
	for (int i = 0; i < Q; i++) {
		away[i] = 0.5f + 30 * f[i] * f[i + Q], depth[i] = 2 + w[i + 2 * Q] % (LAYERS - 1);
		felt[i] = quake(away[i], depth[i], earth);
	}
	CHECK(cudaMemcpyToSymbol(layer, earth, sizeof earth));
	float *ga = upload(away);
	int *gdepth = upload(depth);
	job<float>(
		"quake_felt.pair_a_thread", [&] { quake_pairs<<<(Q + 127) / 128, 128>>>(ga, gdepth, o, Q); }, o, Q,
		close_to(felt, 3e-3));
}
