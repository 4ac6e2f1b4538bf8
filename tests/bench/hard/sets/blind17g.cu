// blind17g: a fresh set of kernels that nobody had modelled when they were written. Money, lifts, streams and stages.
#include "blind7.h"
#include <cuda_pipeline.h>

__host__ __device__ unsigned mixed(unsigned a, unsigned b)
{ // a random word from two numbers
	unsigned x = a * 0x9e3779b1u ^ b * 0x85ebca77u;
	x ^= x >> 15, x *= 0x2c1b3c6du, x ^= x >> 12, x *= 0x297a2d39u;
	return x ^ x >> 15;
}
static const int DAYS = 40;
static const float WALL = 122, STRIKE = 97;
__host__ __device__ float paid(int path, bool *knocked)
{ // one path of a price; nothing is paid when it touches the wall
	float price = 100;
	*knocked = false;
	for (int d = 0; d < DAYS; d += 2) {
		float u = (mixed(path, d) >> 8) * (1.0f / 16777216) + 3e-8f;
		float v = (mixed(path, d + 1) >> 8) * (6.2831853f / 16777216), r = sqrtf(-2 * logf(u));
		price *= expf(0.018f * r * cosf(v));
		*knocked |= price > WALL;
		price *= expf(0.018f * r * sinf(v));
		*knocked |= price > WALL;
		if (*knocked)
			return 0;
	}
	return fmaxf(price - STRIKE, 0.0f);
}
__global__ void knock_out(double *sum, int paths)
{ // a path a thread that ends early when knocked out; warps add up, one atomic each
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	bool knocked = false;
	double v = i < paths ? paid(i, &knocked) : 0;
	for (int d = 16; d; d /= 2)
		v += __shfl_down_sync(~0u, v, d);
	if (threadIdx.x % 32 == 0)
		atomicAdd(sum, v);
}
__global__ void knock_out_refill(double *sum, int *next, int paths)
{ // the same; whoever is done takes the next path from a counter, a day pair at a time
	float price = 100;
	double own = 0;
	int path = atomicAdd(next, 1), d = 0;
	while (path < paths) {
		float u = (mixed(path, d) >> 8) * (1.0f / 16777216) + 3e-8f;
		float v = (mixed(path, d + 1) >> 8) * (6.2831853f / 16777216), r = sqrtf(-2 * logf(u)), s, c;
		sincosf(v, &s, &c);
		float a = price * expf(0.018f * r * c), b = a * expf(0.018f * r * s);
		price = b;
		d += 2;
		bool out = a > WALL || b > WALL;
		if (out || d >= DAYS) {
			own += out ? 0 : fmaxf(price - STRIKE, 0.0f);
			path = atomicAdd(next, 1), d = 0, price = 100;
		}
	}
	for (int k = 16; k; k /= 2)
		own += __shfl_down_sync(~0u, own, k);
	if (threadIdx.x % 32 == 0)
		atomicAdd(sum, own);
}
static const int MOODS = 16, BINS = 200;
__global__ void losses_thread(const unsigned *limit, const byte *owed, unsigned *bins, int debtors, int scenes)
{ // what a bank loses: a scene a thread draws a mood of the market, then each debtor's luck
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= scenes)
		return;
	int mood = mixed(i, 12345) % MOODS, loss = 0;
	for (int d = 0; d < debtors; d++)
		if (mixed(i, d) < limit[d * MOODS + mood])
			loss += owed[d];
	atomicAdd(&bins[min(loss / 4, BINS - 1)], 1);
}
__global__ void losses_warp(const unsigned *limit, const byte *owed, unsigned *bins, int debtors, int scenes)
{ // the same, a scene a warp at a time, a table of limits a mood each; counts in shared memory first
	__shared__ unsigned own[BINS];
	for (int k = threadIdx.x; k < BINS; k += blockDim.x)
		own[k] = 0;
	__syncthreads();
	int lane = threadIdx.x % 32, warps = gridDim.x * blockDim.x / 32;
	for (int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32; i < scenes; i += warps) {
		const unsigned *row = limit + mixed(i, 12345) % MOODS * debtors;
		int loss = 0;
		for (int d = lane; d < debtors; d += 32)
			if (mixed(i, d) < row[d])
				loss += owed[d];
		loss = __reduce_add_sync(~0u, loss);
		if (lane == 0)
			atomicAdd(&own[min(loss / 4, BINS - 1)], 1);
	}
	__syncthreads();
	for (int k = threadIdx.x; k < BINS; k += blockDim.x)
		if (own[k])
			atomicAdd(&bins[k], own[k]);
}
static const int FLOORS = 14;
__host__ __device__ int2 lift(int house, int ticks)
{ // a lift goes up and down; people come, wait, get in, and leave at their floor
	byte waits[FLOORS][FLOORS], inside[FLOORS];
	for (int f = 0; f < FLOORS; f++) {
		inside[f] = 0;
		for (int g = 0; g < FLOORS; g++)
			waits[f][g] = 0;
	}
	int at = 0, way = 1, load = 0, brought = 0, waited = 0, queue = 0;
	for (int t = 0; t < ticks; t++) {
		unsigned r = mixed(house, t);
		if (r % 3 == 0) {
			int f = (r >> 8) % FLOORS, g = (r >> 16) % FLOORS;
			if (f != g && waits[f][g] < 200)
				waits[f][g]++, queue++;
		}
		waited += queue;
		brought += inside[at], load -= inside[at], inside[at] = 0;
		for (int g = at + way; g >= 0 && g < FLOORS && load < 6; g += way)
			while (waits[at][g] && load < 6)
				waits[at][g]--, inside[g]++, load++, queue--;
		if (load + queue == 0)
			continue;
		if (at + way < 0 || at + way >= FLOORS)
			way = -way;
		at += way;
	}
	return make_int2(brought, waited);
}
__global__ void lifts(int2 *out, int houses, int ticks)
{ // a house a thread, all its lists in local memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < houses)
		out[i] = lift(i, ticks);
}
__global__ void parking(int *free_places, const int *stay, int *out, int n)
{ // a block waits for one of few places, does its sums there, and goes
	__shared__ int part[3];
	if (threadIdx.x == 0) {
		for (;;) {
			int seen = atomicAdd(free_places, 0);
			if (seen > 0 && atomicCAS(free_places, seen, seen - 1) == seen)
				break;
			__nanosleep(100);
		}
	}
	__syncthreads();
	int sum = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		sum += stay[blockIdx.x * n + i] / 7;
	sum = __reduce_add_sync(~0u, sum);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x == 0) {
		out[blockIdx.x] = part[0] + part[1] + part[2];
		atomicAdd(free_places, 1);
	}
}
__global__ void toned(const float *in, float *out, int n)
{ // first work on a part: a curve
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = tanhf(3 * in[i] - 1);
}
__global__ void part_sum(const float *in, float *sum, int n)
{ // second: a sum of the part in one block
	__shared__ float warp[8];
	float v = 0;
	for (int i = threadIdx.x; i < n; i += 256)
		v += in[i];
	for (int d = 16; d; d /= 2)
		v += __shfl_down_sync(~0u, v, d);
	if (threadIdx.x % 32 == 0)
		warp[threadIdx.x / 32] = v;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int k = 1; k < 8; k++)
			v += warp[k];
		*sum = v;
	}
}
__global__ void less_mean(float *x, const float *sum, int n)
{ // third: the mean is taken away
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] -= *sum / n;
}
static const int TILE = 192;
__global__ void stages_plain(const float *in, float *out, int tiles)
{ // a row of tiles a block: each is loaded, then mixed with its own other places
	__shared__ float tile[TILE];
	int t = threadIdx.x;
	float v = 0;
	in += (size_t)blockIdx.x * tiles * TILE;
	for (int k = 0; k < tiles; k++) {
		tile[t] = in[k * TILE + t];
		__syncthreads();
		for (int j = 0; j < 12; j++)
			v = 0.9f * v + tile[(t * 5 + j * 16) % TILE] * tile[(t + j) % TILE];
		__syncthreads();
	}
	out[blockIdx.x * TILE + t] = v;
}
__global__ void stages_ahead(const float *in, float *out, int tiles)
{ // the same; the next two tiles are on their way by asynchronous copies while one is worked on
	__shared__ float4 ring[3][TILE / 4];
	int t = threadIdx.x;
	float v = 0;
	const float4 *from = (const float4 *)in + (size_t)blockIdx.x * tiles * (TILE / 4);
	for (int k = 0; k < 2; k++) {
		if (t < TILE / 4 && k < tiles)
			__pipeline_memcpy_async(&ring[k][t], &from[k * (TILE / 4) + t], 16);
		__pipeline_commit();
	}
	for (int k = 0; k < tiles; k++) {
		__pipeline_wait_prior(1);
		__syncthreads();
		if (t < TILE / 4 && k + 2 < tiles)
			__pipeline_memcpy_async(&ring[(k + 2) % 3][t], &from[(k + 2) * (TILE / 4) + t], 16);
		__pipeline_commit();
		const float *tile = (const float *)ring[k % 3];
		for (int j = 0; j < 12; j++)
			v = 0.9f * v + tile[(t * 5 + j * 16) % TILE] * tile[(t + j) % TILE];
	}
	out[blockIdx.x * TILE + t] = v;
}
void rows()
{
	std::vector<unsigned> w = words(1 << 19);
	std::vector<float> f = fractions(w);
	const int PATHS = 14000;
	std::vector<double> sum(1);
	for (int i = 0; i < PATHS; i++) {
		bool knocked;
		sum[0] += paid(i, &knocked);
	}
	double *gsum = dev<double>(1);
	int *next = dev<int>(1);
	auto begin = [&] {
		CHECK(cudaMemset(gsum, 0, 8));
		CHECK(cudaMemset(next, 0, 4));
	};
	job<double>(
		"touched_the_wall.path_a_thread", [&] { knock_out<<<(PATHS + 127) / 128, 128>>>(gsum, PATHS); }, gsum,
		1, close_to(sum, 2e-3), begin);
	job<double>(
		"touched_the_wall.next_path_from_a_counter", [&] { knock_out_refill<<<40, 96>>>(gsum, next, PATHS); },
		gsum, 1, close_to(sum, 2e-3), begin);
	const int DEBTORS = 230, SCENES = 6200;
	std::vector<unsigned> limit(DEBTORS * MOODS), by_mood(DEBTORS * MOODS), bins(BINS);
	std::vector<byte> owed(DEBTORS);
	for (int d = 0; d < DEBTORS; d++) {
		owed[d] = 1 + w[d] % 40;
		for (int m = 0; m < MOODS; m++) {
			limit[d * MOODS + m] =
				(unsigned)(4294967295.0 * (0.002 + 0.1 * f[d] * m * m / (MOODS * MOODS)));
			by_mood[m * DEBTORS + d] = limit[d * MOODS + m];
		}
	}
	for (int i = 0; i < SCENES; i++) {
		int mood = mixed(i, 12345) % MOODS, loss = 0;
		for (int d = 0; d < DEBTORS; d++)
			loss += mixed(i, d) < limit[d * MOODS + mood] ? owed[d] : 0;
		bins[std::min(loss / 4, BINS - 1)]++;
	}
	unsigned *gl = upload(limit), *gm = upload(by_mood), *gbins = dev<unsigned>(BINS);
	byte *gowed = upload(owed);
	auto empty = [&] { CHECK(cudaMemset(gbins, 0, BINS * 4)); };
	job<unsigned>(
		"lost_loans.scene_a_thread",
		[&] { losses_thread<<<(SCENES + 63) / 64, 64>>>(gl, gowed, gbins, DEBTORS, SCENES); }, gbins, BINS,
		same(bins), empty);
	job<unsigned>(
		"lost_loans.scene_a_warp", [&] { losses_warp<<<100, 160>>>(gm, gowed, gbins, DEBTORS, SCENES); }, gbins,
		BINS, same(bins), empty);
	const int HOUSES = 1300, TICKS = 120;
	std::vector<int> carried(2 * HOUSES);
	for (int i = 0; i < HOUSES; i++) {
		int2 v = lift(i, TICKS);
		carried[2 * i] = v.x, carried[2 * i + 1] = v.y;
	}
	int *o = dev<int>(2 * HOUSES);
	job<int>(
		"lifts.house_a_thread", [&] { lifts<<<(HOUSES + 31) / 32, 32>>>((int2 *)o, HOUSES, TICKS); }, o,
		2 * HOUSES, same(carried));
	const int CARS = 300, PLACES = 13, STAY = 800;
	std::vector<int> stay(CARS * STAY), added(CARS), places(1, PLACES);
	for (int i = 0; i < CARS * STAY; i++) {
		stay[i] = w[i] % 1000;
		added[i / STAY] += stay[i] / 7;
	}
	int *gstay = upload(stay), *gplaces0 = upload(places), *gplaces = upload(places);
	job<int>(
		"parking.few_places", [&] { parking<<<CARS, 96>>>(gplaces, gstay, o, STAY); }, o, CARS, same(added),
		[&] { CHECK(cudaMemcpy(gplaces, gplaces0, 4, cudaMemcpyDeviceToDevice)); });
	const int PARTS = 9, SIZE = 9100;
	std::vector<float> flat(PARTS * SIZE);
	for (int p = 0; p < PARTS; p++) {
		double s = 0;
		for (int i = 0; i < SIZE; i++)
			s += flat[p * SIZE + i] = std::tanh(3 * f[p * SIZE + i] - 1);
		for (int i = 0; i < SIZE; i++)
			flat[p * SIZE + i] -= s / SIZE;
	}
	float *gf = upload(f), *of = dev<float>(PARTS * SIZE), *sums = dev<float>(PARTS);
	cudaStream_t stream[3];
	for (auto &s : stream)
		CHECK(cudaStreamCreate(&s));
	auto all_parts = [&](bool streams) {
		for (int p = 0; p < PARTS; p++) {
			cudaStream_t s = streams ? stream[p % 3] : 0;
			float *to = of + p * SIZE;
			toned<<<(SIZE + 127) / 128, 128, 0, s>>>(gf + p * SIZE, to, SIZE);
			part_sum<<<1, 256, 0, s>>>(to, sums + p, SIZE);
			less_mean<<<(SIZE + 127) / 128, 128, 0, s>>>(to, sums + p, SIZE);
		}
	};
	job<float>(
		"parts_flattened.one_after_the_other", [&] { all_parts(false); }, of, PARTS * SIZE,
		close_to(flat, 1e-3));
	job<float>(
		"parts_flattened.three_streams", [&] { all_parts(true); }, of, PARTS * SIZE, close_to(flat, 1e-3));
	const int BLOCKS = 70, TILES = 22;
	std::vector<float> stirred(BLOCKS * TILE);
	for (int b = 0; b < BLOCKS; b++)
		for (int t = 0; t < TILE; t++)
			for (int k = 0; k < TILES; k++) {
				const float *tile = &f[(b * TILES + k) * TILE];
				float &v = stirred[b * TILE + t];
				for (int j = 0; j < 12; j++)
					v = 0.9f * v + tile[(t * 5 + j * 16) % TILE] * tile[(t + j) % TILE];
			}
	job<float>(
		"tiles_stirred.loaded_when_needed", [&] { stages_plain<<<BLOCKS, TILE>>>(gf, of, TILES); }, of,
		BLOCKS * TILE, close_to(stirred, 1e-3));
	job<float>(
		"tiles_stirred.copied_ahead", [&] { stages_ahead<<<BLOCKS, TILE>>>(gf, of, TILES); }, of, BLOCKS * TILE,
		close_to(stirred, 1e-3));
}
