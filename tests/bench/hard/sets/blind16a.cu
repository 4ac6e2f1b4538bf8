// blind16a: a fresh set of kernels that nobody had modelled when they were written. Medicine: plagues, doses, nerves.
#include "blind7.h"

__global__ void contagion_thread(const float4 *town, float *force, int n)
{ // how strongly each town is pressed by the sick of all others: a town a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 own = town[i];
	float sum = 0;
	for (int j = 0; j < n; j++) {
		float4 t = town[j];
		float dx = t.x - own.x, dy = t.y - own.y;
		sum += t.z * t.w / (0.01f + dx * dx + dy * dy);
	}
	force[i] = sum;
}
__global__ void contagion_tiles(const float4 *town, float *force, int n)
{ // the same; towns come in tiles of a block's size, and blockIdx.y says which part of them is added
	extern __shared__ float4 tile[];
	int i = blockIdx.x * blockDim.x + threadIdx.x, part = (n + gridDim.y - 1) / gridDim.y;
	int from = blockIdx.y * part, to = min(from + part, n);
	float4 own = town[min(i, n - 1)];
	float sum = 0;
	for (int base = from; base < to; base += blockDim.x) {
		int k = base + threadIdx.x;
		tile[threadIdx.x] = k < to ? town[k] : make_float4(0, 0, 0, 0);
		__syncthreads();
		for (int j = 0; j < blockDim.x; j++) {
			float4 t = tile[j];
			float dx = t.x - own.x, dy = t.y - own.y;
			sum += __fdividef(t.z * t.w, 0.01f + dx * dx + dy * dy);
		}
		__syncthreads();
	}
	if (i < n)
		atomicAdd(&force[i], sum);
}
__global__ void contagion_days(const float4 *town, float *sick, int n, int days)
{ // one block for a small country, a town a thread, day after day
	__shared__ float2 place[320];
	__shared__ float ill[320];
	int i = threadIdx.x;
	float4 own = town[i];
	place[i] = make_float2(own.x, own.y);
	float now = own.z, well = 1 - now;
	for (int d = 0; d < days; d++) {
		ill[i] = now;
		__syncthreads();
		float sum = 0;
		for (int j = 0; j < n; j++) {
			float dx = place[j].x - own.x, dy = place[j].y - own.y;
			sum += ill[j] / (0.05f + dx * dx + dy * dy);
		}
		float fresh = fminf(well, well * sum * 0.0004f);
		well -= fresh;
		now += fresh - 0.1f * now;
		__syncthreads();
	}
	sick[i] = now;
}
template <class T> struct Body {
	T gut, blood, flesh;
};
template <class T> __host__ __device__ void drug_step(Body<T> &b, T in, T out, T across, T back, T dt)
{ // a midpoint step of a drug that goes from gut to blood, to flesh, and away
	Body<T> m;
	m.gut = b.gut - dt / 2 * in * b.gut;
	m.blood = b.blood + dt / 2 * (in * b.gut - (out + across) * b.blood + back * b.flesh);
	m.flesh = b.flesh + dt / 2 * (across * b.blood - back * b.flesh);
	b.gut -= dt * in * m.gut;
	b.blood += dt * (in * m.gut - (out + across) * m.blood + back * m.flesh);
	b.flesh += dt * (across * m.blood - back * m.flesh);
}
__constant__ float pill[24];
template <class T> __global__ void dose_days(const T *rate, T *top, int n, int hours)
{ // a patient a thread; a pill every few hours as the table says; the highest level in the blood is kept
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	T in = rate[4 * i], out = rate[4 * i + 1], across = rate[4 * i + 2], back = rate[4 * i + 3], best = 0;
	Body<T> b = { 0, 0, 0 };
	for (int h = 0; h < hours; h++) {
		b.gut += pill[h % 24];
		for (int s = 0; s < 4; s++) {
			drug_step(b, in, out, across, back, T(0.25));
			best = b.blood > best ? b.blood : best;
		}
	}
	top[i] = best;
}
__global__ void dose_until(const float *rate, int *steps, int n)
{ // how long a single pill is felt: each patient's thread stops at another time
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Body<float> b = { 1, 0, 0 };
	int s = 0;
	do {
		drug_step(b, rate[4 * i], rate[4 * i + 1], rate[4 * i + 2], rate[4 * i + 3], 0.25f);
		s++;
	} while (s < 8 || (b.blood > 0.125f && s < 400));
	steps[i] = s;
}
__global__ void heartbeat_each(const short *wave, unsigned *power, int n, int window)
{ // squared slope of a heart's trace, summed over a window: each thread adds up its whole window
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned sum = 0;
	for (int k = max(i - window + 1, 1); k <= i; k++) {
		int slope = wave[k] - wave[k - 1];
		sum += slope * slope;
	}
	power[i] = sum;
}
__global__ void heartbeat_scan(const short *wave, unsigned *power, int n, int window)
{ // the same from a running sum in shared memory: doubling steps between two arrays, then one difference
	__shared__ unsigned sums[2][512];
	int first = blockIdx.x * (blockDim.x - window) - window, t = threadIdx.x, k = first + t, at = 0;
	int slope = k >= 1 && k < n ? wave[k] - wave[k - 1] : 0;
	sums[0][t] = slope * slope;
	__syncthreads();
	for (int d = 1; d < blockDim.x; d *= 2) {
		sums[1 - at][t] = sums[at][t] + (t >= d ? sums[at][t - d] : 0);
		at = 1 - at;
		__syncthreads();
	}
	if (t >= window && k < n)
		power[k] = sums[at][t] - sums[at][t - window];
}
__host__ __device__ float2 fired(float v, float w, float west, float east)
{ // a point of a nerve: excitation v, recovery w
	float dv = v * (1 - v) * (v - 0.1f) - w + 0.2f * (west + east - 2 * v);
	return make_float2(v + 0.2f * dv, w + 0.2f * 0.01f * (v - 0.5f * w));
}
__global__ void nerve_step(const float2 *in, float2 *out, int n)
{ // one step of a long ring-shaped nerve
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = fired(in[i].x, in[i].y, in[i ? i - 1 : n - 1].x, in[i + 1 < n ? i + 1 : 0].x);
}
__global__ void nerve_block(const float2 *in, float2 *out, int n, int steps)
{ // a short ring a block, all steps; neighbours through shared memory
	__shared__ float v[2][224];
	int t = threadIdx.x, west = t ? t - 1 : n - 1, east = t + 1 < n ? t + 1 : 0;
	float2 own = in[blockIdx.x * n + t];
	for (int s = 0; s < steps; s++) {
		v[s & 1][t] = own.x;
		__syncthreads();
		own = fired(own.x, own.y, v[s & 1][west], v[s & 1][east]);
	}
	out[blockIdx.x * n + t] = own;
}
__global__ void nerve_warp(const float2 *in, float2 *out, int rings, int steps)
{ // a ring of 32 points a warp; neighbours by shuffles
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
	if (i / 32 >= rings)
		return;
	float2 own = in[i];
	for (int s = 0; s < steps; s++) {
		float west = __shfl_sync(~0u, own.x, (lane + 31) & 31), east = __shfl_sync(~0u, own.x, (lane + 1) & 31);
		own = fired(own.x, own.y, west, east);
	}
	out[i] = own;
}
__global__ void codons_shared(const byte *gene, int *count, int codons)
{ // how often each of the 64 triples comes: shared atomics, then global ones
	__shared__ int bin[64];
	if (threadIdx.x < 64)
		bin[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < codons; i += gridDim.x * blockDim.x)
		atomicAdd(&bin[gene[3 * i] * 16 + gene[3 * i + 1] * 4 + gene[3 * i + 2]], 1);
	__syncthreads();
	if (threadIdx.x < 64)
		atomicAdd(&count[threadIdx.x], bin[threadIdx.x]);
}
__global__ void codons_local(const byte *gene, int *count, int codons, int each)
{ // the same; a thread counts a run of triples in an array of its own, and adds what is not zero
	byte own[64];
	for (int k = 0; k < 64; k++)
		own[k] = 0;
	int from = (blockIdx.x * blockDim.x + threadIdx.x) * each;
	for (int i = from; i < min(from + each, codons); i++)
		own[gene[3 * i] * 16 + gene[3 * i + 1] * 4 + gene[3 * i + 2]]++;
	for (int k = 0; k < 64; k++)
		if (own[k])
			atomicAdd(&count[k], own[k]);
}
void rows()
{
	std::vector<unsigned> w = words(400000);
	std::vector<float> f = fractions(w);
	const int N = 3300, SMALL = 320, DAYS = 25;
	std::vector<float4> town(N);
	std::vector<float> force(N), well(SMALL), ill(SMALL);
	for (int i = 0; i < N; i++)
		town[i] = { f[4 * i], f[4 * i + 1], f[4 * i + 2] * 0.1f, 1 + f[4 * i + 3] };
	for (int i = 0; i < N; i++) {
		double sum = 0;
		for (int j = 0; j < N; j++) {
			double dx = town[j].x - town[i].x, dy = town[j].y - town[i].y;
			sum += town[j].z * town[j].w / (0.01f + dx * dx + dy * dy);
		}
		force[i] = sum;
	}
	for (int i = 0; i < SMALL; i++)
		ill[i] = town[i].z, well[i] = 1 - ill[i];
	for (int d = 0; d < DAYS; d++) {
		std::vector<float> old = ill;
		for (int i = 0; i < SMALL; i++) {
			float sum = 0;
			for (int j = 0; j < SMALL; j++) {
				float dx = town[j].x - town[i].x, dy = town[j].y - town[i].y;
				sum += old[j] / (0.05f + dx * dx + dy * dy);
			}
			float fresh = std::min(well[i], well[i] * sum * 0.0004f);
			well[i] -= fresh, ill[i] += fresh - 0.1f * ill[i];
		}
	}
	float4 *dt = upload(town);
	float *o = dev<float>(200000);
	job<float>(
		"contagion.town_a_thread", [&] { contagion_thread<<<(N + 127) / 128, 128>>>(dt, o, N); }, o, N,
		close_to(force, 1e-3));
	job<float>(
		"contagion.tiles_in_parts",
		[&] { contagion_tiles<<<dim3((N + 159) / 160, 9), 160, 160 * 16>>>(dt, o, N); }, o, N,
		close_to(force, 1e-3), [&] { CHECK(cudaMemset(o, 0, 4 * N)); });
	job<float>(
		"contagion.small_country_one_block", [&] { contagion_days<<<1, SMALL>>>(dt, o, SMALL, DAYS); }, o,
		SMALL, close_to(ill, 1e-3));

	const int P = 7000, HOURS = 48;
	std::vector<float> pills(24), rate(4 * P), top(P);
	std::vector<double> drate(4 * P), dtop(P);
	std::vector<int> felt(P);
	for (int h = 0; h < 24; h += 6)
		pills[h] = 0.5f + 0.25f * (h == 12);
	CHECK(cudaMemcpyToSymbol(pill, pills.data(), sizeof pill));
	for (int i = 0; i < 4 * P; i++)
		drate[i] = rate[i] = 0.05f + 0.5f * f[i + 999];
	for (int i = 0; i < P; i++) {
		Body<double> b = { 0, 0, 0 };
		double best = 0;
		for (int s = 0; s < 4 * HOURS; s++) {
			if (s % 4 == 0)
				b.gut += pills[s / 4 % 24];
			drug_step(b, drate[4 * i], drate[4 * i + 1], drate[4 * i + 2], drate[4 * i + 3], 0.25);
			best = std::max(best, b.blood);
		}
		top[i] = dtop[i] = best;
		Body<double> c = { 1, 0, 0 };
		int s = 0;
		do {
			drug_step(c, drate[4 * i], drate[4 * i + 1], drate[4 * i + 2], drate[4 * i + 3], 0.25);
			s++;
		} while (s < 8 || (c.blood > 0.125 && s < 400));
		felt[i] = s;
	}
	float *dr = upload(rate);
	double *ddr = upload(drate), *dd = dev<double>(P);
	int *oi = dev<int>(P);
	job<float>(
		"dose.patient_a_thread", [&] { dose_days<float><<<(P + 95) / 96, 96>>>(dr, o, P, HOURS); }, o, P,
		close_to(top, 1e-3));
	job<double>(
		"dose.patient_a_thread_double", [&] { dose_days<double><<<(P + 63) / 64, 64>>>(ddr, dd, P, HOURS); },
		dd, P, close_to(dtop, 1e-9));
	job<int>(
		"dose.until_not_felt", [&] { dose_until<<<(P + 191) / 192, 192>>>(dr, oi, P); }, oi, P,
		[&](const std::vector<int> &v) {
			int off = 0;
			for (int i = 0; i < P; i++)
				off += std::abs(v[i] - felt[i]) > 1;
			return off == 0;
		});

	const int W = 150000, WINDOW = 72;
	std::vector<short> wave(W);
	std::vector<unsigned> power(W);
	for (int i = 0; i < W; i++)
		wave[i] = w[i] % 200 + (i % 700 < 30 ? 40 * (i % 700) : 0);
	for (int i = 0; i < W; i++)
		for (int k = std::max(i - WINDOW + 1, 1); k <= i; k++)
			power[i] += (wave[k] - wave[k - 1]) * (wave[k] - wave[k - 1]);
	short *dw = upload(wave);
	unsigned *ou = dev<unsigned>(W);
	job<unsigned>(
		"heartbeat.window_each", [&] { heartbeat_each<<<(W + 255) / 256, 256>>>(dw, ou, W, WINDOW); }, ou, W,
		same(power));
	job<unsigned>(
		"heartbeat.running_sum",
		[&] { heartbeat_scan<<<(W + 512 - WINDOW - 1) / (512 - WINDOW), 512>>>(dw, ou, W, WINDOW); }, ou, W,
		same(power));

	const int LONG = 60000, SHORT = 224, RINGS = 150, WARPS = 1000;
	auto run_rings = [&](int rings, int n, int steps, std::vector<float2> v) {
		std::vector<float2> old;
		for (int s = 0; s < steps; s++) {
			old = v;
			for (int r = 0; r < rings; r++)
				for (int i = 0; i < n; i++)
					v[r * n + i] = fired(old[r * n + i].x, old[r * n + i].y,
						old[r * n + (i + n - 1) % n].x, old[r * n + (i + 1) % n].x);
		}
		return std::vector<float>((float *)v.data(), (float *)(v.data() + v.size()));
	};
	std::vector<float2> start(LONG);
	for (int i = 0; i < LONG; i++)
		start[i] = { f[i] > 0.7f ? f[i] : 0, 0.1f * f[i + 7] };
	float2 *ds = upload(start), *da = dev<float2>(LONG), *db = dev<float2>(LONG);
	std::vector<float2> part(start.begin(), start.begin() + RINGS * SHORT),
		tiny(start.begin(), start.begin() + WARPS * 32);
	job<float>(
		"nerve.step_a_launch",
		[&] {
			for (int s = 0; s < 12; s++)
				nerve_step<<<(LONG + 383) / 384, 384>>>(s == 0 ? ds :
						s % 2                          ? da :
										 db,
					s % 2 ? db : da, LONG);
		},
		(float *)db, 2 * LONG, close_to(run_rings(1, LONG, 12, start), 1e-3));
	job<float>(
		"nerve.ring_a_block", [&] { nerve_block<<<RINGS, SHORT>>>(ds, da, SHORT, 60); }, (float *)da,
		2 * RINGS * SHORT, close_to(run_rings(RINGS, SHORT, 60, part), 2e-3));
	job<float>(
		"nerve.ring_a_warp", [&] { nerve_warp<<<(WARPS + 4) / 5, 160>>>(ds, da, WARPS, 50); }, (float *)da,
		64 * WARPS, close_to(run_rings(WARPS, 32, 50, tiny), 2e-3));

	const int CODONS = 120000;
	std::vector<byte> gene(3 * CODONS);
	std::vector<int> count(64);
	for (int i = 0; i < 3 * CODONS; i++)
		gene[i] = w[i] % 7 & 3;
	for (int i = 0; i < CODONS; i++)
		count[gene[3 * i] * 16 + gene[3 * i + 1] * 4 + gene[3 * i + 2]]++;
	byte *dg = upload(gene);
	auto clear = [&] { CHECK(cudaMemset(oi, 0, 256)); };
	job<int>(
		"codons.shared_atomics", [&] { codons_shared<<<70, 192>>>(dg, oi, CODONS); }, oi, 64, same(count),
		clear);
	job<int>(
		"codons.own_array", [&] { codons_local<<<(CODONS / 48 + 63) / 64, 64>>>(dg, oi, CODONS, 48); }, oi, 64,
		same(count), clear);
}
