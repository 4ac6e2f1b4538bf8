// blind13h: a fresh set of kernels that nobody had modelled when they were written. Whole grids, copies that overlap,
// halves, streams and ragged rows.
#include "blind7.h"
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

__device__ float opinion(const float *now, int4 friends, int i)
{
	return 0.5f * now[i] + 0.125f * (now[friends.x] + now[friends.y] + now[friends.z] + now[friends.w]);
}
__global__ void consensus_round(const int4 *friends, const float *now, float *next, int n)
{ // everyone moves towards what four friends think, a person a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		next[i] = opinion(now, friends[i], i);
}
__global__ void consensus_grid(const int4 *friends, float *a, float *b, int n, int rounds)
{ // all rounds in one launch, with a barrier of the whole grid between them
	auto grid = cg::this_grid();
	for (int r = 0; r < rounds; r++) {
		float *now = r & 1 ? b : a, *next = r & 1 ? a : b;
		for (int i = grid.thread_rank(); i < n; i += grid.size())
			next[i] = opinion(now, friends[i], i);
		grid.sync();
	}
}
const int TAPS = 33, OUTS = 256, NEED = OUTS + 32;
__constant__ float tap[TAPS];
__global__ void filter_plain(const float *in, float *out, int tiles)
{ // a filter of 33 taps over a long signal: load a tile, wait, compute, next tile
	__shared__ float part[NEED];
	int t = threadIdx.x;
	for (int k = blockIdx.x; k < tiles; k += gridDim.x) {
		part[t] = in[k * OUTS + t];
		if (t < NEED - OUTS)
			part[t + OUTS] = in[k * OUTS + t + OUTS];
		__syncthreads();
		float sum = 0;
#pragma unroll
		for (int j = 0; j < TAPS; j++)
			sum += tap[j] * part[t + j];
		out[k * OUTS + t] = sum;
		__syncthreads();
	}
}
__global__ void filter_async(const float *in, float *out, int tiles)
{ // the same with two buffers: the next tile comes by asynchronous copies while this one is computed
	__shared__ __align__(16) float part[2][NEED];
	int t = threadIdx.x, which = 0;
	auto fetch = [&](int k, int buffer) {
		if (k < tiles && t < NEED / 4)
			__pipeline_memcpy_async(&part[buffer][4 * t], in + k * OUTS + 4 * t, 16);
		__pipeline_commit();
	};
	fetch(blockIdx.x, 0);
	for (int k = blockIdx.x; k < tiles; k += gridDim.x, which ^= 1) {
		fetch(k + gridDim.x, which ^ 1);
		__pipeline_wait_prior(1);
		__syncthreads();
		float sum = 0;
#pragma unroll
		for (int j = 0; j < TAPS; j++)
			sum += tap[j] * part[which][t + j];
		out[k * OUTS + t] = sum;
		__syncthreads();
	}
}
__global__ void mixer(const __half2 *track, const __half *loud, float2 *out, int tracks, int pairs)
{ // sound tracks of halves mixed two samples at a time, then softly clipped
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= pairs)
		return;
	__half2 sum = __float2half2_rn(0);
	for (int k = 0; k < tracks; k++)
		sum = __hfma2(track[k * pairs + i], __half2half2(loud[k]), sum);
	__half2 soft = __hmul2(sum, h2rsqrt(__hfma2(sum, sum, __float2half2_rn(1))));
	out[i] = __half22float2(soft);
}
__global__ void votes_of(const unsigned *in, unsigned *count, int n, int bit)
{ // how many words have each of sixteen bits set: a ballot a bit, a block adds up first
	__shared__ unsigned sum[16];
	if (threadIdx.x < 16)
		sum[threadIdx.x] = 0;
	__syncthreads();
	int lane = threadIdx.x % 32;
	unsigned own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		for (int k = 0; k < 16; k++) {
			unsigned votes = __ballot_sync(~0u, in[i] >> (bit + k) & 1);
			if (lane == k)
				own += __popc(votes);
		}
	if (lane < 16)
		atomicAdd(&sum[lane], own);
	__syncthreads();
	if (threadIdx.x < 16)
		atomicAdd(&count[bit + threadIdx.x], sum[threadIdx.x]);
}
__global__ void majority(const unsigned *count, unsigned *out, int n)
{ // the word of the bits that most words have, by one warp
	unsigned word = __ballot_sync(~0u, count[threadIdx.x] * 2 > n);
	if (threadIdx.x == 0)
		*out = word;
}
__global__ void moments_warp(const int *start, const int *value, u64 *out, int rows)
{ // the sum and the sum of squares of each row, rows of very unequal length, a row a warp
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (r >= rows)
		return;
	long long sum = 0;
	u64 square = 0;
	for (int i = start[r] + lane; i < start[r + 1]; i += 32) {
		long long v = value[i];
		sum += v;
		square += v * v;
	}
	for (int d = 16; d; d /= 2) {
		sum += __shfl_down_sync(~0u, sum, d);
		square += __shfl_down_sync(~0u, square, d);
	}
	if (lane == 0) {
		out[2 * r] = sum;
		out[2 * r + 1] = square;
	}
}
__global__ void moments_shares(const int *start, const int *value, u64 *out, int rows, int n, int share)
{ // the same: each thread takes as many numbers, finds its first row by bisection, and adds what it has by atomics
	int i = (blockIdx.x * blockDim.x + threadIdx.x) * share, end = min(i + share, n), low = 0, high = rows;
	if (i >= n)
		return;
	while (high - low > 1) {
		int middle = (low + high) / 2;
		if (start[middle] <= i)
			low = middle;
		else
			high = middle;
	}
	while (i < end) {
		long long sum = 0;
		u64 square = 0;
		for (int stop = min(end, start[low + 1]); i < stop; i++) {
			long long v = value[i];
			sum += v;
			square += v * v;
		}
		atomicAdd(&out[2 * low], (u64)sum);
		atomicAdd(&out[2 * low + 1], square);
		low++;
	}
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	const int N = 30000, ROUNDS = 8;
	std::vector<int4> friends(N);
	std::vector<float> now(f.begin(), f.begin() + N), next(N);
	for (int i = 0; i < N; i++)
		friends[i] = { (int)(w[4 * i] % N), (i + 1) % N, (int)(i + w[4 * i + 2] % 200) % N,
			(int)(w[4 * i + 3] % N) };
	int4 *df = upload(friends);
	float *first = upload(now), *a = upload(now), *b = dev<float>(N), *o = dev<float>(1 << 20);
	for (int r = 0; r < ROUNDS; r++, std::swap(now, next))
		for (int i = 0; i < N; i++) {
			int4 p = friends[i];
			next[i] = 0.5f * now[i] + 0.125f * (now[p.x] + now[p.y] + now[p.z] + now[p.w]);
		}
	auto again = [&] { CHECK(cudaMemcpy(a, first, 4 * N, cudaMemcpyDeviceToDevice)); };
	job<float>(
		"consensus.launch_a_round",
		[&] {
			for (int r = 0; r < ROUNDS; r++)
				consensus_round<<<(N + 127) / 128, 128>>>(df, r & 1 ? b : a, r & 1 ? a : b, N);
		},
		a, N, close_to(now), again);
	job<float>(
		"consensus.barrier_of_the_grid",
		[&] {
			int n = N, rounds = ROUNDS;
			void *args[] = { &df, &a, &b, &n, &rounds };
			CHECK(cudaLaunchCooperativeKernel((void *)consensus_grid, dim3(100), dim3(160), args, 0, 0));
		},
		a, N, close_to(now), again);
	const int TILES = 1300, L = TILES * OUTS;
	std::vector<float> signal(L + 32), taps(TAPS), smooth(L);
	for (int i = 0; i < L + 32; i++)
		signal[i] = f[i] - 0.5f;
	for (int j = 0; j < TAPS; j++)
		taps[j] = (1 - std::abs(j - 16) / 17.0f) / 17;
	for (int i = 0; i < L; i++)
		for (int j = 0; j < TAPS; j++)
			smooth[i] += taps[j] * signal[i + j];
	CHECK(cudaMemcpyToSymbol(tap, taps.data(), sizeof tap));
	float *ds = upload(signal);
	job<float>(
		"long_filter.plain_tiles", [&] { filter_plain<<<264, OUTS>>>(ds, o, TILES); }, o, L, close_to(smooth));
	job<float>(
		"long_filter.two_buffers_async", [&] { filter_async<<<264, OUTS>>>(ds, o, TILES); }, o, L,
		close_to(smooth));
	const int PAIRS = 310000, TRACKS = 7;
	std::vector<__half> track(2 * PAIRS * TRACKS), loud(TRACKS);
	std::vector<float> mixed(2 * PAIRS);
	for (size_t i = 0; i < track.size(); i++)
		track[i] = __float2half(f[i % f.size()] - 0.5f);
	for (int k = 0; k < TRACKS; k++)
		loud[k] = __float2half(0.4f + 0.1f * k);
	for (int i = 0; i < 2 * PAIRS; i++) {
		double sum = 0;
		for (int k = 0; k < TRACKS; k++)
			sum += __half2float(track[k * 2 * PAIRS + i]) * __half2float(loud[k]);
		mixed[i] = sum / std::sqrt(1 + sum * sum);
	}
	__half *dt = upload(track), *dl = upload(loud);
	job<float>(
		"mixer.halves_softly_clipped",
		[&] { mixer<<<(PAIRS + 191) / 192, 192>>>((__half2 *)dt, dl, (float2 *)o, TRACKS, PAIRS); }, o,
		2 * PAIRS, close_to(mixed, 6e-3));
	const int V = 96 * 1024;
	std::vector<unsigned> most(1);
	for (int k = 0; k < 32; k++) {
		int count = 0;
		for (int i = 0; i < V; i++)
			count += w[i] >> k & 1;
		most[0] |= (unsigned)(count * 2 > V) << k;
	}
	unsigned *dw = upload(w), *count = dev<unsigned>(32), *word = dev<unsigned>(1);
	cudaStream_t one, two;
	cudaEvent_t ready;
	CHECK(cudaStreamCreate(&one));
	CHECK(cudaStreamCreate(&two));
	CHECK(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
	job<unsigned>(
		"majority_bits.two_streams_join",
		[&] {
			votes_of<<<48, 256, 0, one>>>(dw, count, V, 0);
			votes_of<<<48, 256, 0, two>>>(dw, count, V, 16);
			CHECK(cudaEventRecord(ready, one));
			CHECK(cudaStreamWaitEvent(two, ready, 0));
			majority<<<1, 32, 0, two>>>(count, word, V);
		},
		word, 1, same(most), [&] { CHECK(cudaMemset(count, 0, 128)); });
	const int ROWS = 1500;
	std::vector<int> start(ROWS + 1), value;
	for (int r = 0; r < ROWS; r++) {
		int len = w[r] % 50 == 0 ? 4000 : 1 + w[r + ROWS] % 120;
		for (int k = 0; k < len; k++)
			value.push_back((int)(w[value.size()] % 200001) - 100000);
		start[r + 1] = value.size();
	}
	std::vector<u64> moments(2 * ROWS);
	for (int r = 0; r < ROWS; r++)
		for (int i = start[r]; i < start[r + 1]; i++) {
			moments[2 * r] += (long long)value[i];
			moments[2 * r + 1] += (long long)value[i] * value[i];
		}
	int *dstart = upload(start), *dvalue = upload(value), all = value.size();
	u64 *dm = dev<u64>(2 * ROWS);
	job<u64>(
		"ragged_moments.row_a_warp", [&] { moments_warp<<<(ROWS + 3) / 4, 128>>>(dstart, dvalue, dm, ROWS); },
		dm, 2 * ROWS, same(moments));
	job<u64>(
		"ragged_moments.equal_shares",
		[&] { moments_shares<<<(all / 20 + 96) / 96, 96>>>(dstart, dvalue, dm, ROWS, all, 20); }, dm, 2 * ROWS,
		same(moments), [&] { CHECK(cudaMemset(dm, 0, 16 * ROWS)); });
}
