/* cub inside a kernel: loads and stores of every arrangement, scans and reductions of warps, radix and merge sort, exchange, discontinuity,
 * shuffle, histogram and adjacent difference of a block. */
#include <cub/block/block_shuffle.cuh>
#include <cub/cub.cuh>

#include <algorithm>
#include <numeric>

#include "check.h"

constexpr int T = 128, I = 4, N = T * I;

template <cub::BlockLoadAlgorithm L, cub::BlockStoreAlgorithm S> __global__ void through(const int *in, int *out, int valid)
{
	typedef cub::BlockLoad<int, T, I, L> Load;
	typedef cub::BlockStore<int, T, I, S> Store;
	__shared__ union { typename Load::TempStorage l; typename Store::TempStorage s; } temp;
	int x[I];

	Load(temp.l).Load(in, x, valid, -1);
	for (int &v : x)
		v = v * 2 + 1;
	__syncthreads();
	Store(temp.s).Store(out, x, N);
}

__global__ void warps(const int *in, int *scan, int *sums, int *most)
{
	typedef cub::WarpScan<int> Scan;
	typedef cub::WarpReduce<int> Reduce;
	typedef cub::WarpReduce<int, 8> Small;
	__shared__ typename Scan::TempStorage st[T / 32];
	__shared__ typename Reduce::TempStorage rt[T / 32];
	__shared__ typename Small::TempStorage mt[T / 8];
	int x = in[threadIdx.x], y;

	Scan(st[threadIdx.x / 32]).InclusiveSum(x, y);
	scan[threadIdx.x] = y;
	y = Reduce(rt[threadIdx.x / 32]).Sum(x);
	if (threadIdx.x % 32 == 0)
		sums[threadIdx.x / 32] = y;
	y = Small(mt[threadIdx.x / 8]).Reduce(x, cuda::maximum<>());
	if (threadIdx.x % 8 == 0)
		most[threadIdx.x / 8] = y;
}

struct Less { __device__ bool operator()(int a, int b) const { return a < b; } };

__global__ void sorting(const int *in, int *radix, int *merged, int *striped)
{
	typedef cub::BlockRadixSort<int, T, I> Radix;
	typedef cub::BlockMergeSort<int, T, I> Merge;
	typedef cub::BlockExchange<int, T, I> Exchange;
	__shared__ union { typename Radix::TempStorage r; typename Merge::TempStorage m; typename Exchange::TempStorage e; } temp;
	int x[I], y[I];

	cub::LoadDirectBlocked(threadIdx.x, in, x);
	cub::LoadDirectBlocked(threadIdx.x, in, y);
	Radix(temp.r).SortDescending(x);
	cub::StoreDirectBlocked(threadIdx.x, radix, x);
	__syncthreads();
	Merge(temp.m).Sort(y, Less());
	cub::StoreDirectBlocked(threadIdx.x, merged, y);
	__syncthreads();
	Exchange(temp.e).BlockedToStriped(y);
	cub::StoreDirectBlocked(threadIdx.x, striped, y);
}

struct Differ { __device__ bool operator()(int a, int b) const { return a != b; } };
struct Minus { __device__ int operator()(int a, int b) const { return a - b; } };

__global__ void neighbours(const int *in, int *heads, int *differences, int *bins, int *rotated)
{
	typedef cub::BlockDiscontinuity<int, T> Heads;
	typedef cub::BlockAdjacentDifference<int, T> Difference;
	typedef cub::BlockHistogram<unsigned char, T, I, 16> Histogram;
	typedef cub::BlockShuffle<int, T> Shuffle;
	__shared__ union { typename Heads::TempStorage h; typename Difference::TempStorage d; typename Histogram::TempStorage b; typename Shuffle::TempStorage s; } temp;
	__shared__ int counted[16];
	int x[I], flags[I], d[I], up;
	unsigned char small[I];

	cub::LoadDirectBlocked(threadIdx.x, in, x);
	Heads(temp.h).FlagHeads(flags, x, Differ());
	__syncthreads();
	Difference(temp.d).SubtractLeft(x, d, Minus());
	__syncthreads();
	for (int k = 0; k < I; k++)
		small[k] = (unsigned char)(x[k] & 15);
	Histogram(temp.b).Histogram(small, counted);
	__syncthreads();
	Shuffle(temp.s).Rotate(x[0], up, 3);
	cub::StoreDirectBlocked(threadIdx.x, heads, flags);
	cub::StoreDirectBlocked(threadIdx.x, differences, d);
	rotated[threadIdx.x] = up;
	if (threadIdx.x < 16)
		bins[threadIdx.x] = counted[threadIdx.x];
}

template <cub::BlockLoadAlgorithm L, cub::BlockStoreAlgorithm S> static void arrangement(const char *what, const Device<int> &in, const std::vector<int> &v)
{
	Device<int> out(N);
	std::vector<int> want(N);

	through<L, S><<<1, T>>>(in, out, N - 5);
	LAUNCHED();
	for (int i = 0; i < N; i++)
		want[i] = (i < N - 5 ? v[i] : -1) * 2 + 1;
	same(what, out.get(), want);
}

int main()
{
	std::vector<int> v(N), want(N), sorted, sums(T / 32), most(T / 8, INT_MIN), bins(16), rotated(T), heads(N), differences(N);
	Random r(8);

	for (int i = 0; i < N; i++)
		v[i] = i && r.next() % 2 ? v[i - 1] : (int)(r.next() % 1000);
	Device<int> in(v), a(N), b(N), c(N), d(N);
	arrangement<cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_DIRECT>("direct", in, v);
	arrangement<cub::BLOCK_LOAD_STRIPED, cub::BLOCK_STORE_STRIPED>("striped", in, v);
	arrangement<cub::BLOCK_LOAD_VECTORIZE, cub::BLOCK_STORE_VECTORIZE>("vectorized", in, v);
	arrangement<cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE>("transposed", in, v);
	arrangement<cub::BLOCK_LOAD_WARP_TRANSPOSE, cub::BLOCK_STORE_WARP_TRANSPOSE>("transposed by warps", in, v);

	warps<<<1, T>>>(in, a, b, c);
	LAUNCHED();
	want.resize(T);
	for (int i = 0; i < T; i++) {
		want[i] = v[i] + (i % 32 ? want[i - 1] : 0);
		sums[i / 32] += v[i];
		most[i / 8] = std::max(most[i / 8], v[i]);
	}
	same("warp scan", a.get(), want);
	same("warp sums", b.get(), sums);
	same("maxima of eight", c.get(), most);

	sorting<<<1, T>>>(in, a, b, c);
	LAUNCHED();
	sorted = v;
	std::sort(sorted.begin(), sorted.end());
	same("block merge sort", b.get(), sorted);
	want.resize(N);
	for (int i = 0; i < N; i++)
		want[i] = sorted[i % I * T + i / I];
	same("exchange", c.get(), want);
	std::reverse(sorted.begin(), sorted.end());
	same("block radix sort", a.get(), sorted);

	neighbours<<<1, T>>>(in, a, b, c, d);
	LAUNCHED();
	for (int i = 0; i < N; i++) {
		heads[i] = !i || v[i] != v[i - 1];
		differences[i] = i ? v[i] - v[i - 1] : v[i];
		bins[v[i] & 15]++;
	}
	for (int i = 0; i < T; i++)
		rotated[i] = v[(i + 3) % T * I];
	same("heads", a.get(), heads);
	same("differences", b.get(), differences);
	same("histogram", c.get(), bins);
	same("rotated", d.get(), rotated);
	return finish();
}
