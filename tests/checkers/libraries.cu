/* libraries.cu: what people take from cub and thrust: right, with every trick that its authors know. */
#include "case.h"

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/device/device_scan.cuh>
#include <thrust/device_vector.h>
#include <thrust/merge.h>
#include <thrust/remove.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/unique.h>

static const int B = 128;

// CASE block_reduce_and_scan: cub::BlockReduce and cub::BlockScan that share one piece of memory, a barrier between
// EXPECT clean
// HARDWARE none
__global__ void block(const int *in, int *sum, int *scan)
{
	using Reduce = cub::BlockReduce<int, B>;
	using Scan = cub::BlockScan<int, B>;
	__shared__ union { Reduce::TempStorage r; Scan::TempStorage s; } temp;
	int v = in[threadIdx.x], before;
	int total = Reduce(temp.r).Sum(v);
	__syncthreads();
	Scan(temp.s).ExclusiveSum(v, before);
	if (threadIdx.x == 0)
		*sum = total;
	scan[threadIdx.x] = before;
}
CASE(block_reduce_and_scan)
{
	Array<int> in(counting<int>(B)), sum(1), scan(B);
	block<<<1, B>>>(in, sum, scan);
	return ran() && sum.get()[0] == B * (B - 1) / 2 && scan.get()[100] == 4950;
}

// CASE device_scan: cub::DeviceScan: decoupled look-back
// EXPECT clean
// HARDWARE none
CASE(device_scan)
{
	const int n = 20000;
	Array<int> in(digits<int>(n)), out(n);
	size_t bytes = 0;
	said(cub::DeviceScan::InclusiveSum(nullptr, bytes, in.p, out.p, n));
	Array<char> temp(bytes);
	said(cub::DeviceScan::InclusiveSum(temp.p, bytes, in.p, out.p, n));
	auto v = digits<int>(n), w = out.get();
	bool fine = ran();
	for (int i = 0, run = 0; i < n; i++)
		fine = fine && w[i] == (run += v[i]);
	return fine;
}

// CASE thrust_sort: thrust::sort of floats
// EXPECT clean
// HARDWARE none
CASE(thrust_sort)
{
	auto v = digits<unsigned>(5000);
	thrust::device_vector<float> d(v.begin(), v.end());
	thrust::sort(d.begin(), d.end());
	std::vector<float> w(5000);
	said(cudaMemcpy(w.data(), thrust::raw_pointer_cast(d.data()), 5000 * sizeof(float), cudaMemcpyDeviceToHost));
	bool fine = ran();
	for (int i = 1; i < 5000; i++)
		fine = fine && w[i - 1] <= w[i];
	return fine;
}

template <class T> static std::vector<T> host_of(const thrust::device_vector<T> &d, size_t n)
{
	std::vector<T> v(n);
	said(cudaMemcpy(v.data(), thrust::raw_pointer_cast(d.data()), n * sizeof(T), cudaMemcpyDeviceToHost));
	return v;
}

// CASE thrust_compaction: thrust::unique and thrust::remove_if in place: blocks write over what others have read
// EXPECT clean
// HARDWARE none
struct Third { __host__ __device__ bool operator()(int x) const { return x % 3 == 0; } };
struct SameHalf { __host__ __device__ bool operator()(int x, int y) const { return x / 2 == y / 2; } };
CASE(thrust_compaction)
{
	thrust::device_vector<int> a(30000), b(30000);
	thrust::sequence(a.begin(), a.end());
	thrust::sequence(b.begin(), b.end());
	size_t halves = thrust::unique(a.begin(), a.end(), SameHalf()) - a.begin();
	size_t rest = thrust::remove_if(b.begin(), b.end(), Third()) - b.begin();
	bool fine = ran() && halves == 15000 && rest == 20000;
	auto v = host_of(a, 15000), w = host_of(b, 20000);
	for (int i = 0; i < 15000; i++)
		fine = fine && v[i] == 2 * i;
	for (int i = 0; i < 20000; i++)
		fine = fine && w[i] == 3 * (i / 2) + 1 + i % 2;
	return fine;
}

// CASE thrust_sets: thrust::merge, set_union and set_intersection: they compare with the place after their last key
// EXPECT clean
// HARDWARE none
CASE(thrust_sets)
{
	const int n = 12000;
	thrust::device_vector<int> a(n), b(n), both(2 * n), any(2 * n), merged(2 * n);
	thrust::sequence(a.begin(), a.end(), 0, 2);
	thrust::sequence(b.begin(), b.end(), 0, 3);
	thrust::merge(a.begin(), a.end(), b.begin(), b.end(), merged.begin());
	size_t common = thrust::set_intersection(a.begin(), a.end(), b.begin(), b.end(), both.begin()) - both.begin();
	size_t all = thrust::set_union(a.begin(), a.end(), b.begin(), b.end(), any.begin()) - any.begin();
	bool fine = ran() && common == n / 3 && all == 2 * n - common;
	auto v = host_of(merged, 2 * n), w = host_of(both, common);
	for (int i = 1; i < 2 * n; i++)
		fine = fine && v[i - 1] <= v[i];
	for (size_t i = 0; i < common; i++)
		fine = fine && w[i] == 6 * (int)i;
	return fine;
}
