// blind23h: a fresh set of kernels that nobody had modelled when they were written. Records, sheets and spots.
#include "blind7.h"
#include <cuda/atomic>
#include <cuda_pipeline.h>

__device__ int warp_most(int v, int lane)
{
	for (int d = 1; d < 32; d *= 2) {
		int u = __shfl_up_sync(~0u, v, d);
		if (lane >= d)
			v = max(v, u);
	}
	return v;
}
__device__ int block_most(int v, int *part)
{ // running maximum in a block of 256
	int t = threadIdx.x, lane = t % 32;
	v = warp_most(v, lane);
	if (lane == 31)
		part[t / 32] = v;
	__syncthreads();
	for (int k = 0; k < t / 32; k++)
		v = max(v, part[k]);
	return v;
}
__global__ void records_blocks(const int *in, int *out, int *most, int n)
{ // the highest so far, in each block for itself
	__shared__ int part[8];
	int i = blockIdx.x * 256 + threadIdx.x, v = block_most(i < n ? in[i] : -1, part);
	if (i < n)
		out[i] = v;
	if (threadIdx.x == 255)
		most[blockIdx.x] = v;
}
__global__ void records_over(int *most, int blocks)
{ // over the blocks: one warp walks along them
	int carry = -1;
	for (int k = 0; k < blocks; k += 32) {
		int at = k + threadIdx.x, v = max(carry, warp_most(at < blocks ? most[at] : -1, threadIdx.x));
		if (at < blocks)
			most[at] = v;
		carry = __shfl_sync(~0u, v, 31);
	}
}
__global__ void records_last(int *out, const int *most, int n)
{ // what came before a block counts for it
	int i = blockIdx.x * 256 + threadIdx.x;
	if (blockIdx.x && i < n)
		out[i] = max(out[i], most[blockIdx.x - 1]);
}
__global__ void records_chain(const int *in, int *out, unsigned *ticket, u64 *state, int n)
{ // all in one launch: blocks take tickets and look back at those before (1: own maximum, 2: all up to here)
	__shared__ int part[8], own, before;
	if (threadIdx.x == 0)
		own = atomicAdd(ticket, 1);
	__syncthreads();
	int b = own, i = b * 256 + threadIdx.x, v = block_most(i < n ? in[i] : 0, part);
	if (threadIdx.x == 255) {
		cuda::atomic_ref<u64, cuda::thread_scope_device> mine(state[b]);
		mine.store((b ? 1ull : 2ull) << 32 | (unsigned)v, cuda::memory_order_release);
		int all = 0;
		for (int k = b - 1; k >= 0; k--) {
			cuda::atomic_ref<u64, cuda::thread_scope_device> that(state[k]);
			u64 s;
			while ((s = that.load(cuda::memory_order_acquire)) == 0)
				;
			all = max(all, (int)(unsigned)s);
			if (s >> 32 == 2)
				break;
		}
		mine.store(2ull << 32 | (unsigned)max(v, all), cuda::memory_order_release);
		before = all;
	}
	__syncthreads();
	if (i < n)
		out[i] = max(v, before);
}
__host__ __device__ float sheet_part(float3 c, float x, float y)
{ // how a thin sheet bends round a pin
	float dx = x - c.x, dy = y - c.y, r = dx * dx + dy * dy + 1e-12f;
	return c.z * r * logf(r);
}
__global__ void sheet_plain(const float3 *pin, const float2 *at, float *out, int pins, int n)
{ // a thin sheet over pins, a place a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float sum = 0;
	for (int k = 0; k < pins; k++)
		sum += sheet_part(pin[k], at[i].x, at[i].y);
	out[i] = sum;
}
template <int TILE> __global__ void sheet_pipe(const float3 *pin, const float2 *at, float *out, int pins, int n)
{ // the same: the next tile of pins is on its way while this one is summed up
	__shared__ float3 tile[2][TILE];
	int i = blockIdx.x * TILE + threadIdx.x, t = threadIdx.x, tiles = (pins + TILE - 1) / TILE;
	float2 p = at[min(i, n - 1)];
	auto fetch = [&](int k) {
		const float *from = (const float *)(pin + k * TILE);
		float *to = (float *)tile[k % 2];
		for (int j = t; j < 3 * min(TILE, pins - k * TILE); j += TILE)
			__pipeline_memcpy_async(to + j, from + j, 4);
		__pipeline_commit();
	};
	float sum = 0;
	fetch(0);
	for (int k = 0; k < tiles; k++) {
		if (k + 1 < tiles)
			fetch(k + 1);
		__pipeline_wait_prior(k + 1 < tiles);
		__syncthreads();
		int many = min(TILE, pins - k * TILE);
		for (int j = 0; j < many; j++)
			sum += sheet_part(tile[k % 2][j], p.x, p.y);
		__syncthreads();
	}
	if (i < n)
		out[i] = sum;
}
__global__ void rows_longest(const byte *pic, int *out, int w, int h)
{ // the longest bright run of each row, a warp a row, 32 pixels a vote
	int y = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, run = 0, best = 0;
	if (y >= h)
		return;
	for (int x = 0; x < w; x += 32) {
		unsigned bits = __ballot_sync(~0u, x + lane < w && pic[y * w + x + lane] > 60);
		for (int k = 0; k < 32; k++) {
			run = bits >> k & 1 ? run + 1 : 0;
			best = max(best, run);
		}
	}
	if (lane == 0)
		out[y] = best;
}
__global__ void columns_longest(const byte *pic, int *out, int w, int h)
{ // and of each column, a column a thread
	int x = blockIdx.x * blockDim.x + threadIdx.x, run = 0, best = 0;
	if (x >= w)
		return;
	for (int y = 0; y < h; y++) {
		run = pic[y * w + x] > 60 ? run + 1 : 0;
		best = max(best, run);
	}
	out[x] = best;
}
__global__ void squares_sum(const int *row, const int *column, int *out, int w, int h)
{ // when both are there: the product of both runs for every pixel
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < w * h)
		out[i] = row[i / w] * column[i % w];
}
__host__ __device__ int male(int n);
__host__ __device__ __noinline__ int female(int n)
{
	return n == 0 ? 1 : n - male(female(n - 1));
}
__host__ __device__ __noinline__ int male(int n)
{
	return n == 0 ? 0 : n - female(male(n - 1));
}
__global__ void married_numbers(int *out, int n)
{ // two functions that call each other (Hofstadter), a number a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = female(i % 21) * 100 + male(i % 19);
}
__host__ __device__ int largest_spot(u64 board)
{ // the largest spot of a board of eight by eight: a stack of fields still to look at
	byte stack[64];
	int best = 0;
	while (board) {
		int top = 0, size = 0, f = 0;
		while (!(board >> f & 1))
			f++;
		stack[top++] = f;
		board &= ~(1ull << f);
		while (top) {
			f = stack[--top];
			size++;
			for (int k = 0; k < 4; k++) {
				int x = f % 8 + (k == 0) - (k == 1), y = f / 8 + (k == 2) - (k == 3), g = y * 8 + x;
				if (x >= 0 && y >= 0 && x < 8 && y < 8 && board >> g & 1) {
					board &= ~(1ull << g);
					stack[top++] = g;
				}
			}
		}
		best = size > best ? size : best;
	}
	return best;
}
__global__ void spots_stack(const u64 *board, int *out, int n)
{ // a board a thread, with a stack
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = largest_spot(board[i]);
}
__global__ void spots_bits(const u64 *board, int *out, int n)
{ // the same: a spot grows in all directions at once until it grows no more
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	u64 b = board[i];
	int best = 0;
	while (b) {
		u64 spot = b & (0 - b), last;
		do {
			last = spot;
			u64 side = (spot & 0x7f7f7f7f7f7f7f7full) << 1 | (spot & 0xfefefefefefefefeull) >> 1;
			spot = (spot | side | spot << 8 | spot >> 8) & b;
		} while (spot != last);
		best = max(best, __popcll(spot));
		b &= ~spot;
	}
	out[i] = best;
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
	const int N = 200000, B = (N + 255) / 256;
	std::vector<int> in(N), high(N);
	for (int i = 0, most = 0; i < N; i++) {
		in[i] = (int)(w[i] % 100000) + i * 3;
		high[i] = most = std::max(most, in[i]);
	}
	int *di = upload(in), *o = dev<int>(1 << 20), *most = dev<int>(B);
	unsigned *ticket = dev<unsigned>(1);
	u64 *state = dev<u64>(B);
	job<int>(
		"records_so_far.three_launches",
		[&] {
			records_blocks<<<B, 256>>>(di, o, most, N);
			records_over<<<1, 32>>>(most, B);
			records_last<<<B, 256>>>(o, most, N);
		},
		o, N, same(high));
	job<int>(
		"records_so_far.look_back", [&] { records_chain<<<B, 256>>>(di, o, ticket, state, N); }, o, N,
		same(high),
		[&] {
			CHECK(cudaMemset(ticket, 0, 4));
			CHECK(cudaMemset(state, 0, B * 8));
		});
	const int PINS = 300, PLACES = 9000;
	std::vector<float3> pin(PINS);
	std::vector<float2> at(PLACES);
	std::vector<float> bent(PLACES);
	for (int k = 0; k < PINS; k++)
		pin[k] = { f[k], f[k + 300], f[k + 600] - 0.5f };
	for (int i = 0; i < PLACES; i++) {
		at[i] = { f[i + 1000], f[i + 20000] };
		double sum = 0;
		for (int k = 0; k < PINS; k++)
			sum += sheet_part(pin[k], at[i].x, at[i].y);
		bent[i] = sum;
	}
	float3 *dp = upload(pin);
	float2 *da = upload(at);
	float *of = dev<float>(PLACES);
	job<float>(
		"thin_sheet.plain", [&] { sheet_plain<<<(PLACES + 127) / 128, 128>>>(dp, da, of, PINS, PLACES); }, of,
		PLACES, close_to(bent, 1e-3));
	job<float>(
		"thin_sheet.pipeline", [&] { sheet_pipe<64><<<(PLACES + 63) / 64, 64>>>(dp, da, of, PINS, PLACES); },
		of, PLACES, close_to(bent, 1e-3));
	const int W = 500, H = 333;
	std::vector<byte> pic(W * H);
	std::vector<int> row(H), column(W), both(W * H);
	for (int i = 0; i < W * H; i++)
		pic[i] = w[i] >> 9;
	for (int pass = 0; pass < 2; pass++)
		for (int a = 0; a < (pass ? W : H); a++)
			for (int b = 0, run = 0; b < (pass ? H : W); b++) {
				run = pic[pass ? b * W + a : a * W + b] > 60 ? run + 1 : 0;
				int &best = pass ? column[a] : row[a];
				best = std::max(best, run);
			}
	for (int i = 0; i < W * H; i++)
		both[i] = row[i / W] * column[i % W];
	byte *dpic = upload(pic);
	int *dr = dev<int>(H), *dc = dev<int>(W);
	cudaStream_t one, two;
	CHECK(cudaStreamCreate(&one));
	CHECK(cudaStreamCreate(&two));
	job<int>(
		"bright_runs.two_streams",
		[&] {
			rows_longest<<<(H + 3) / 4, 128, 0, one>>>(dpic, dr, W, H);
			columns_longest<<<(W + 31) / 32, 32, 0, two>>>(dpic, dc, W, H);
			squares_sum<<<(W * H + 255) / 256, 256>>>(dr, dc, o, W, H);
		},
		o, W * H, same(both));
	const int PAIRS = 2500;
	std::vector<int> married(PAIRS);
	for (int i = 0; i < PAIRS; i++)
		married[i] = female(i % 21) * 100 + male(i % 19);
	job<int>(
		"married_numbers.recursion", [&] { married_numbers<<<(PAIRS + 63) / 64, 64>>>(o, PAIRS); }, o, PAIRS,
		same(married));
	const int BOARDS = 10000;
	std::vector<u64> board(BOARDS);
	std::vector<int> spot(BOARDS);
	for (int i = 0; i < BOARDS; i++) {
		u64 a = (u64)w[i] << 32 | w[i + 1], b = (u64)w[i + 5] << 32 | w[i + 6];
		board[i] = i % 3 ? a : a | b;
		spot[i] = largest_spot(board[i]);
	}
	u64 *db = upload(board);
	job<int>(
		"largest_spot.stack", [&] { spots_stack<<<(BOARDS + 63) / 64, 64>>>(db, o, BOARDS); }, o, BOARDS,
		same(spot));
	job<int>(
		"largest_spot.growing_bits", [&] { spots_bits<<<(BOARDS + 63) / 64, 64>>>(db, o, BOARDS); }, o, BOARDS,
		same(spot));
}
