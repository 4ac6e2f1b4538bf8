/* libraries.cu: what people take from cub and thrust: right, with every trick that its authors know. */
#include "case.h"

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/device/device_scan.cuh>
#include <thrust/device_vector.h>
#include <thrust/sort.h>

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
