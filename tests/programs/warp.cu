/* Lanes of a warp among themselves: vote, match, shuffle, redux, active masks, cooperative groups down to coalesced threads, and a grid that
 * synchronises.
 * order: what __activemask() sees is up to the hardware */
#include <cooperative_groups.h>

#include "check.h"

namespace cg = cooperative_groups;

__global__ void votes(unsigned *out)
{
	unsigned lane = threadIdx.x, full = ~0u;

	out[0 * 32 + lane] = __ballot_sync(full, lane % 3 == 0);
	out[1 * 32 + lane] = __any_sync(full, lane == 7) + 2 * __all_sync(full, lane < 32) + 4 * __all_sync(full, lane < 31);
	out[2 * 32 + lane] = __match_any_sync(full, lane / 5);
	int all;
	out[3 * 32 + lane] = __match_all_sync(full, lane / 32, &all) + all;
	out[4 * 32 + lane] = __reduce_add_sync(full, lane * lane);
	out[5 * 32 + lane] = __reduce_max_sync(full, (int)lane - 40);
	out[6 * 32 + lane] = __reduce_xor_sync(full, lane * 77);
	out[7 * 32 + lane] = __shfl_sync(full, lane * 10, lane / 2) + 1000 * __shfl_up_sync(full, lane, 3, 8);
	out[8 * 32 + lane] = __shfl_xor_sync(full, lane, 5) + 1000 * __shfl_down_sync(full, lane, 2, 16);
	unsigned mask = 0;
	if (lane % 4 == 1)
		mask = __activemask();
	out[9 * 32 + lane] = mask;
	if (lane & 1)
		out[10 * 32 + lane] = __reduce_min_sync(0xaaaaaaaau, 100 - lane);
	else
		out[10 * 32 + lane] = __ballot_sync(0x55555555u, lane > 15);
	double d = __shfl_sync(full, lane * 0.5, 31 - lane);
	out[11 * 32 + lane] = (unsigned)(d * 2);
}

static void host_votes(std::vector<unsigned> &w)
{
	unsigned sum = 0, x = 0, third = 0;

	for (unsigned i = 0; i < 32; i++)
		sum += i * i, x ^= i * 77, third |= (i % 3 == 0) << i;
	for (unsigned i = 0; i < 32; i++) {
		unsigned group = 0;

		for (unsigned j = 0; j < 32; j++)
			group |= (unsigned)(j / 5 == i / 5) << j;
		w[i] = third;
		w[32 + i] = 3;
		w[64 + i] = group;
		w[96 + i] = ~0u + 1;
		w[128 + i] = sum;
		w[160 + i] = (unsigned)-9;
		w[192 + i] = x;
		w[224 + i] = i / 2 * 10 + 1000 * (i % 8 >= 3 ? i - 3 : i);
		w[256 + i] = (i ^ 5) + 1000 * (i % 16 + 2 < 16 ? i + 2 : i);
		w[288 + i] = i % 4 == 1 ? 0x22222222u : 0;
		w[320 + i] = i & 1 ? 69 : 0x55550000u;
		w[352 + i] = 31 - i;
	}
}

__device__ int increment(int *p)
{
	cg::coalesced_group g = cg::coalesced_threads();
	int before;

	if (g.thread_rank() == 0)
		before = atomicAdd(p, g.size());
	return g.shfl(before, 0) + g.thread_rank();
}

__global__ void compact(const int *in, int *out, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n && in[i] > 0)
		out[increment(count)] = in[i];
}

__global__ void groups(int *out)
{
	cg::thread_block block = cg::this_thread_block();
	cg::thread_block_tile<4> four = cg::tiled_partition<4>(block);
	cg::coalesced_group odd = cg::labeled_partition(cg::tiled_partition<32>(block), (int)(threadIdx.x % 3));
	int x = threadIdx.x;

	for (int d = four.size() / 2; d; d /= 2)
		x += four.shfl_down(x, d);
	out[threadIdx.x] = four.thread_rank() == 0 ? x : -1;
	block.sync();
	out[64 + threadIdx.x] = four.meta_group_rank() * 1000 + odd.size() * 10 + odd.thread_rank();
	out[128 + threadIdx.x] = four.any(threadIdx.x == 5) + 2 * four.all(threadIdx.x < 60) + 4 * (int)four.ballot(threadIdx.x % 4 == 2);
}

__global__ void grid_wide(int *v, int *out, int n, int steps)
{
	cg::grid_group grid = cg::this_grid();
	int i = grid.thread_rank();

	for (int s = 0; s < steps; s++) {
		int x = v[(i + 1) % n] + v[(i + n - 1) % n];

		grid.sync();
		v[i] = x;
		grid.sync();
	}
	if (i == 0)
		*out = grid.size();
}

int main()
{
	Device<unsigned> votesd(12 * 32);
	std::vector<unsigned> want(12 * 32);
	votes<<<1, 32>>>(votesd);
	host_votes(want);
	same("votes (row = index / 32)", votesd.get(), want);

	constexpr int n = 1000;
	std::vector<int> v(n);
	long long sum = 0, positive = 0;
	for (int i = 0; i < n; i++)
		if ((v[i] = i * 37 % 101 - 50) > 0)
			sum += v[i], positive++;
	Device<int> in(v), out(n), count(1);
	compact<<<4, 256>>>(in, out, count, n);
	for (int x : out.get())
		sum -= x;
	expect(sum == 0 && count.get()[0] == positive, "compaction: %d kept, not %lld; %lld missing", count.get()[0], positive, sum);

	Device<int> g(192);
	std::vector<int> gw(192);
	groups<<<1, 64>>>(g);
	for (int i = 0; i < 64; i++) {
		int size = 0, rank = 0, w = i / 32 * 32;

		for (int j = w; j < w + 32; j++)
			size += j % 3 == i % 3, rank += j % 3 == i % 3 && j < i;
		gw[i] = i % 4 ? -1 : 4 * i + 6;
		gw[64 + i] = i / 4 * 1000 + size * 10 + rank;
		gw[128 + i] = (i / 4 == 1) + 2 * (i < 60) + 16;
	}
	same("groups", g.get(), gw);

	int cells = 256, steps = 4;
	std::vector<int> cell(cells), next(cells);
	for (int i = 0; i < cells; i++)
		cell[i] = i % 7;
	Device<int> dv(cell), total(1);
	int *pv = dv, *pt = total;
	void *args[] = { &pv, &pt, &cells, &steps };
	CUDA(cudaLaunchCooperativeKernel((void *)grid_wide, dim3(8), dim3(32), args, 0, 0));
	for (int s = 0; s < steps; s++) {
		for (int i = 0; i < cells; i++)
			next[i] = cell[(i + 1) % cells] + cell[(i + cells - 1) % cells];
		cell = next;
	}
	same("grid", dv.get(), cell);
	HOLDS(total.get()[0] == cells);
	LAUNCHED();
	return finish();
}
