/* order: which lanes coalesced_threads() finds together is the scheduler's to say
 * Cooperative groups in full: reduce and scan over tiles and coalesced groups, partitions by label and by predicate, invoke_one, memcpy_async,
 * sync of grids with several reductions between. */
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

template <int n> __device__ void tile_ops(const int *in, int *out)
{
	auto block = cg::this_thread_block();
	auto tile = cg::tiled_partition<n>(block);
	int v = in[block.thread_rank()];

	out[block.thread_rank()] = cg::reduce(tile, v, cg::plus<int>()) + 3 * cg::reduce(tile, v, cg::greater<int>()) +
		5 * cg::inclusive_scan(tile, v) + 7 * cg::exclusive_scan(tile, v) + 11 * (int)tile.meta_group_rank() +
		13 * tile.shfl_xor(v, n / 2) + 17 * (int)tile.any(v > 50) + 19 * cg::reduce(tile, v, cg::bit_xor<int>());
}

__global__ void tiles(const int *in, int *out)
{
	tile_ops<4>(in, out);
	tile_ops<16>(in, out + blockDim.x);
	tile_ops<32>(in, out + 2 * blockDim.x);
}

__global__ void coalesced(const int *in, int *out, int *calls)
{
	int i = (int)threadIdx.x, v = in[i];

	out[i] = -1;
	if (v % 3 == 0) {
		auto g = cg::coalesced_threads();

		out[i] = cg::reduce(g, v, cg::plus<int>()) * 100 + cg::inclusive_scan(g, 1) + (int)g.size();
		cg::invoke_one(g, [&] { atomicAdd(calls, 1); });
	}
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	auto same = cg::labeled_partition(warp, v % 4);
	auto half = cg::binary_partition(warp, v > 40);

	out[i + 256] = cg::reduce(same, v, cg::less<int>()) + 1000 * (int)same.size() + (int)half.thread_rank();
}

__global__ void staged(const int *in, int *out, int n)
{
	extern __shared__ int room[];
	auto block = cg::this_thread_block();

	for (int at = 0; at < n; at += 256) {
		cg::memcpy_async(block, room, in + at, sizeof(int) * 256);
		cg::wait(block);
		out[at + block.thread_rank()] = room[255 - block.thread_rank()];
		block.sync();
	}
}

__global__ void grids(int *v, int n, long long *sums, int rounds)
{
	auto grid = cg::this_grid();

	for (int r = 0; r < rounds; r++) {
		long long mine = 0;

		for (int i = (int)grid.thread_rank(); i < n; i += (int)grid.size())
			mine += v[i];
		auto warp = cg::tiled_partition<32>(cg::this_thread_block());
		mine = cg::reduce(warp, mine, cg::plus<long long>());
		if (warp.thread_rank() == 0)
			atomicAdd((unsigned long long *)&sums[r], (unsigned long long)mine);
		grid.sync();
		for (int i = (int)grid.thread_rank(); i < n; i += (int)grid.size())
			v[i] += (int)(sums[r] % 7);
		auto token = grid.barrier_arrive();
		grid.barrier_wait(std::move(token));
	}
}

static int expected(const std::vector<int> &in, int i, int n)
{
	int at = i / n * n, sum = 0, most = INT_MIN, inc = 0, x = 0, any = 0;

	for (int k = at; k < at + n; k++) {
		sum += in[k];
		most = std::max(most, in[k]);
		x ^= in[k];
		any |= in[k] > 50;
		if (k <= i)
			inc += in[k];
	}
	return sum + 3 * most + 5 * inc + 7 * (inc - in[i]) + 11 * (i / n) + 13 * in[at + ((i - at) ^ (n / 2))] + 17 * any + 19 * x;
}

/* tiles of several warps; their scratch lies beside the kernel's own shared memory */
__global__ void wide(int *sums)
{
	extern __shared__ int half[];
	__shared__ cg::block_tile_memory<256> scratch;
	auto block = cg::this_thread_block(scratch);
	auto tile = cg::tiled_partition<128>(block);
	int sum = cg::reduce(tile, (int)block.thread_rank(), cg::plus<int>());
	if (tile.thread_rank() == 0)
		half[tile.meta_group_rank()] = sum;
	block.sync();
	if (threadIdx.x < 2)
		sums[threadIdx.x] = half[threadIdx.x];
}

int main()
{
	std::vector<int> in(256), want(768), w2(512);
	Random r(5);

	for (int &x : in)
		x = (int)(r.next() % 100);
	Device<int> d(in), out(768), calls(1);
	tiles<<<1, 256>>>(d, out);
	LAUNCHED();
	for (int i = 0; i < 256; i++) {
		want[i] = expected(in, i, 4);
		want[256 + i] = expected(in, i, 16);
		want[512 + i] = expected(in, i, 32);
	}
	same("tiles", out.get(), want);

	coalesced<<<1, 256>>>(d, out, calls);
	LAUNCHED();
	for (int i = 0; i < 256; i++) {
		int at = i / 32 * 32, sum = 0, size = 0, rank = 0, least = INT_MAX, label = 0, half = 0;

		for (int k = at; k < at + 32; k++) {
			if (in[k] % 3 == 0) {
				sum += in[k];
				size++;
				rank += k <= i;
			}
			if (in[k] % 4 == in[i] % 4) {
				least = std::min(least, in[k]);
				label++;
			}
			half += k < i && (in[k] > 40) == (in[i] > 40);
		}
		w2[i] = in[i] % 3 ? -1 : sum * 100 + rank + size;
		w2[256 + i] = least + 1000 * label + half;
	}
	std::vector<int> got = out.get();
	got.resize(512);
	same("coalesced", got, w2);
	HOLDS(calls.get()[0] == 8);

	std::vector<int> longer(2048);
	for (int i = 0; i < 2048; i++)
		longer[i] = i * 3;
	Device<int> l(longer), reversed(2048);
	staged<<<1, 256, 1024>>>(l, reversed, 2048);
	LAUNCHED();
	for (int i = 0; i < 2048; i++)
		longer[i] = 3 * (i / 256 * 256 + 255 - i % 256);
	same("staged", reversed.get(), longer);

	Device<int> halves(2);
	wide<<<1, 256, 2 * sizeof(int)>>>(halves);
	LAUNCHED();
	same("wide", halves.get(), std::vector<int>{ 127 * 64, 127 * 64 + 128 * 128 });

	int n = 5000, rounds = 4;
	std::vector<int> v(n);
	for (int i = 0; i < n; i++)
		v[i] = i % 91;
	Device<int> dv(v);
	Device<long long> sums(rounds);
	long long *ps = sums;
	int *pv = dv;
	void *args[] = { &pv, &n, &ps, &rounds };
	CUDA(cudaLaunchCooperativeKernel((void *)grids, dim3(6), dim3(128), args, 0, 0));
	LAUNCHED();
	std::vector<long long> ws(rounds);
	for (int k = 0; k < rounds; k++) {
		for (int x : v)
			ws[k] += x;
		for (int &x : v)
			x += (int)(ws[k] % 7);
	}
	same("sums", sums.get(), ws);
	same("grid", dv.get(), v);
	return finish();
}
