/* cub_clean.cu: cub's warp-wide and block-wide functions in a kernel of one's own, with odd sizes. */
#include "case.h"
#include <cub/cub.cuh>

// CASE block_sums: sums over a block of 48, over some of its items, and a maximum
// EXPECT clean
// HARDWARE unmeasured
template <int N, cub::BlockReduceAlgorithm A> __global__ void block_sums(const int *in, int *out, int valid)
{
	using R = cub::BlockReduce<int, N, A>;
	__shared__ typename R::TempStorage room;
	int v = in[threadIdx.x];
	int all = R(room).Sum(v);
	__syncthreads();
	int some = R(room).Sum(v, valid);
	__syncthreads();
	int most = R(room).Reduce(v, cuda::maximum<>{}, valid);
	if (threadIdx.x == 0) {
		out[0] = all;
		out[1] = some;
		out[2] = most;
	}
}
CASE(block_sums)
{
	Array<int> in(counting<int>(256)), out(3);
	bool ok = true;
	auto right = [&](int n, int valid) {
		std::vector<int> got = out.get();
		return ran() && got[0] == n * (n - 1) / 2 && got[1] == valid * (valid - 1) / 2 && got[2] == valid - 1;
	};
	block_sums<48, cub::BLOCK_REDUCE_WARP_REDUCTIONS><<<1, 48>>>(in, out, 37);
	ok = right(48, 37) && ok;
	block_sums<200, cub::BLOCK_REDUCE_WARP_REDUCTIONS><<<1, 200>>>(in, out, 3);
	ok = right(200, 3) && ok;
	block_sums<100, cub::BLOCK_REDUCE_RAKING><<<1, 100>>>(in, out, 61);
	ok = right(100, 61) && ok;
	return ok;
}

// CASE warp_sums: sums over warps of 16 and of 20 lanes, over some of the lanes, by heads of segments
// EXPECT clean
// HARDWARE unmeasured
template <int N> __global__ void warp_sums(const int *in, int *out)
{
	using R = cub::WarpReduce<int, N>;
	__shared__ typename R::TempStorage room[4];
	int w = threadIdx.x / N, lane = threadIdx.x % N, v = in[threadIdx.x];
	int all = R(room[w]).Sum(v);
	__syncwarp();
	int some = R(room[w]).Sum(v, 5);
	__syncwarp();
	int head = R(room[w]).HeadSegmentedSum(v, lane % 3 == 0);
	if (lane == 0)
		out[w] = all + some + head;
}
CASE(warp_sums)
{
	Array<int> in(64, 1), out(4);
	warp_sums<16><<<1, 64>>>(in, out);
	bool ok = ran() && out.get() == std::vector<int>(4, 16 + 5 + 3);
	warp_sums<20><<<1, 20>>>(in, out);
	return ran() && out.get()[0] == 20 + 5 + 3 && ok;
}

// CASE scans: running sums of warps of 8, and of blocks of 96 and of 33
// EXPECT clean
// HARDWARE unmeasured
template <int N> __global__ void scans(const int *in, int *out)
{
	using S = cub::BlockScan<int, N>;
	using W = cub::WarpScan<int, 8>;
	__shared__ typename S::TempStorage room;
	__shared__ typename W::TempStorage small[(N + 7) / 8];
	int v[2] = { in[2 * threadIdx.x], in[2 * threadIdx.x + 1] }, total;
	S(room).ExclusiveSum(v, v, total);
	int w = 0, sum = 0;
	if (threadIdx.x < N / 8 * 8)
		W(small[threadIdx.x / 8]).InclusiveSum(1, w, sum);
	out[2 * threadIdx.x] = v[0] + 1000 * w;
	out[2 * threadIdx.x + 1] = v[1] + total;
}
CASE(scans)
{
	Array<int> in(200, 1), out(200, 0);
	bool ok = true;
	scans<96><<<1, 96>>>(in, out);
	ok = ran();
	std::vector<int> got = out.get();
	for (int t = 0; t < 96; t++)
		ok = ok && got[2 * t] == 2 * t + 1000 * (t % 8 + 1) && got[2 * t + 1] == 2 * t + 1 + 192;
	scans<33><<<1, 33>>>(in, out);
	return ran() && out.get()[65] == 65 + 66 && ok;
}

// CASE sorts: a block sorts numbers by digits, pairs by merging; a warp merges
// EXPECT clean
// HARDWARE unmeasured
struct Less {
	__device__ bool operator()(int a, int b) const
	{
		return a < b;
	}
};
__global__ void sorts(const int *in, int *out)
{
	using Radix = cub::BlockRadixSort<int, 64, 4>;
	using Merge = cub::BlockMergeSort<int, 64, 4>;
	using Warp = cub::WarpMergeSort<int, 4, 32>;
	__shared__ union {
		Radix::TempStorage radix;
		Merge::TempStorage merge;
		Warp::TempStorage warp[2];
	} room;
	int v[4], t = threadIdx.x;
	for (int k = 0; k < 4; k++)
		v[k] = in[4 * t + k];
	Radix(room.radix).Sort(v);
	__syncthreads();
	for (int k = 0; k < 4; k++)
		out[4 * t + k] = v[k];
	for (int k = 0; k < 4; k++)
		v[k] = in[4 * t + k];
	Merge(room.merge).Sort(v, Less());
	__syncthreads();
	for (int k = 0; k < 4; k++)
		out[256 + 4 * t + k] = v[k];
	for (int k = 0; k < 4; k++)
		v[k] = in[4 * t + k];
	Warp(room.warp[t / 32]).Sort(v, Less());
	for (int k = 0; k < 4; k++)
		out[512 + 4 * t + k] = v[k];
}
CASE(sorts)
{
	std::vector<int> v = digits<int>(256), sorted(16, 0);
	Array<int> in(v), out(768);
	sorts<<<1, 64>>>(in, out);
	bool ok = ran();
	std::vector<int> got = out.get();
	for (int k = 1; k < 256; k++)
		ok = ok && got[k - 1] <= got[k] && got[255 + k] <= got[256 + k] && (k == 128 || got[511 + k] <= got[512 + k]);
	return ok;
}

// CASE exchanges: blocked to striped and back, guarded loads and stores, histogram, heads and differences
// EXPECT clean
// HARDWARE unmeasured
struct Differ {
	__device__ bool operator()(int a, int b) const
	{
		return a != b;
	}
};
__global__ void exchanges(const int *in, int *out, int *bins, int n)
{
	using Load = cub::BlockLoad<int, 96, 3, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
	using Store = cub::BlockStore<int, 96, 3, cub::BLOCK_STORE_TRANSPOSE>;
	using Count = cub::BlockHistogram<unsigned char, 96, 3, 16>;
	using Heads = cub::BlockDiscontinuity<int, 96>;
	using Apart = cub::BlockAdjacentDifference<int, 96>;
	__shared__ union {
		Load::TempStorage load;
		Store::TempStorage store;
		Count::TempStorage count;
		Heads::TempStorage heads;
		Apart::TempStorage apart;
	} room;
	__shared__ int histogram[16];
	int v[3], head[3], d[3];
	Load(room.load).Load(in, v, n, 0);
	__syncthreads();
	unsigned char c[3] = { (unsigned char)(v[0] & 15), (unsigned char)(v[1] & 15), (unsigned char)(v[2] & 15) };
	Count(room.count).Histogram(c, histogram);
	__syncthreads();
	if (threadIdx.x < 16)
		bins[threadIdx.x] = histogram[threadIdx.x];
	Heads(room.heads).FlagHeads(head, v, Differ());
	__syncthreads();
	Apart(room.apart).SubtractLeft(v, d, cuda::std::minus<>{});
	__syncthreads();
	for (int k = 0; k < 3; k++)
		v[k] = v[k] * 2 + head[k] + d[k];
	Store(room.store).Store(out, v, n);
}
CASE(exchanges)
{
	std::vector<int> v = digits<int>(288), want(250), count(16, 0);
	for (int k = 0; k < 250; k++)
		count[v[k]]++;
	count[0] += 38;
	for (int k = 0; k < 250; k++)
		want[k] = v[k] * 2 + (k ? v[k] != v[k - 1] : 1) + (k ? v[k] - v[k - 1] : v[k]);
	Array<int> in(v), out(250), bins(16);
	exchanges<<<1, 96>>>(in, out, bins, 250);
	return ran() && out.get() == want && bins.get() == count;
}
