/* nvcc: --extended-lambda
 * cub and thrust as the toolkit ships them: device-wide reduce, scan and radix sort, block reduce and scan; thrust sort, transform, reduce. */
#include <cub/cub.cuh>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include <algorithm>
#include <numeric>

#include "check.h"

__global__ void block_wide(const int *in, int *sums, int *scans)
{
	typedef cub::BlockReduce<int, 128> Reduce;
	typedef cub::BlockScan<int, 128> Scan;
	__shared__ union { Reduce::TempStorage r; Scan::TempStorage s; } temp;
	int x = in[blockIdx.x * 128 + threadIdx.x], y;
	int sum = Reduce(temp.r).Sum(x);

	__syncthreads();
	Scan(temp.s).ExclusiveSum(x, y);
	if (!threadIdx.x)
		sums[blockIdx.x] = sum;
	scans[blockIdx.x * 128 + threadIdx.x] = y;
}

/* Ask how much, allocate, do it. */
template <class F> static void twice(F f)
{
	size_t n = 0;

	CUDA(f(nullptr, n));
	Device<char> temp(n ? n : 1);
	CUDA(f(temp.p, n));
}

int main()
{
	constexpr int n = 5000;
	Random r(1);
	std::vector<int> v(n), scan(n), out(n);
	std::vector<unsigned> k(n), sorted;

	for (int i = 0; i < n; i++)
		v[i] = (int)(r.next() % 2000) - 1000, k[i] = r.next();
	Device<int> in(v), result(1), scanned(n);
	Device<unsigned> keys(k), to(n);

	twice([&](void *t, size_t &b) { return cub::DeviceReduce::Sum(t, b, in.p, result.p, n); });
	same("cub sum", result.get(), std::vector<int>{ std::accumulate(v.begin(), v.end(), 0) });
	twice([&](void *t, size_t &b) { return cub::DeviceScan::InclusiveSum(t, b, in.p, scanned.p, n); });
	std::partial_sum(v.begin(), v.end(), scan.begin());
	same("cub scan", scanned.get(), scan);
	twice([&](void *t, size_t &b) { return cub::DeviceRadixSort::SortKeys(t, b, keys.p, to.p, n); });
	sorted = k;
	std::sort(sorted.begin(), sorted.end());
	same("cub radix sort", to.get(), sorted);

	Device<int> sums(8), scans(1024);
	block_wide<<<8, 128>>>(in, sums, scans);
	std::vector<int> bs(8), bscan(1024);
	for (int i = 0; i < 1024; i++) {
		bs[i / 128] += v[i];
		bscan[i] = i % 128 ? bscan[i - 1] + v[i - 1] : 0;
	}
	same("cub block sum", sums.get(), bs);
	same("cub block scan", scans.get(), bscan);

	thrust::device_vector<int> tv(v.begin(), v.end()), tw(n);
	thrust::sort(tv.begin(), tv.end());
	thrust::copy(tv.begin(), tv.end(), out.begin());
	std::vector<int> tsorted = v;
	std::sort(tsorted.begin(), tsorted.end());
	same("thrust sort", out, tsorted);
	thrust::transform(tv.begin(), tv.end(), tw.begin(), [] __device__(int x) { return x * 3 + 1; });
	int most = thrust::reduce(tw.begin(), tw.end(), -1 << 30, thrust::maximum<int>());
	expect(most == tsorted.back() * 3 + 1, "thrust reduce: %d, not %d", most, tsorted.back() * 3 + 1);
	return finish();
}
