/* nvcc: --extended-lambda
 * thrust on device vectors: sort_by_key, stable sort with a comparison, reduce_by_key, unique, scans, transform_reduce, copy_if, remove_if, partition,
 * gather, scatter, searches, set operations, merge, iterators, min and max, inner product, managed and pinned memory, streams. */
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

#include <algorithm>
#include <numeric>

#include "check.h"

constexpr int N = 2000;
typedef thrust::device_vector<int> Ints;

static std::vector<int> host(const Ints &d, size_t n = SIZE_MAX)
{
	std::vector<int> v(std::min(n, d.size()));

	thrust::copy(d.begin(), d.begin() + v.size(), v.begin());
	return v;
}

struct Odd { __host__ __device__ bool operator()(int x) const { return x & 1; } };
struct Square { __host__ __device__ long long operator()(int x) const { return (long long)x * x; } };

static void keys(const std::vector<int> &v)
{
	Ints k(v.begin(), v.end()), i(N), keys(N), sums(N);
	std::vector<int> order(N), want, totals;

	thrust::sequence(i.begin(), i.end());
	thrust::stable_sort_by_key(k.begin(), k.end(), i.begin(), [] __device__(int a, int b) { return a % 100 > b % 100; });
	std::iota(order.begin(), order.end(), 0);
	std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return v[a] % 100 > v[b] % 100; });
	same("stable sort by key", host(i), order);

	k.assign(v.begin(), v.end());
	thrust::sequence(i.begin(), i.end());
	thrust::sort_by_key(k.begin(), k.end(), i.begin());
	std::vector<int> sorted = v;
	std::sort(sorted.begin(), sorted.end());
	same("sort by key", host(k), sorted);
	auto ends = thrust::reduce_by_key(k.begin(), k.end(), thrust::make_constant_iterator(1), keys.begin(), sums.begin());
	for (int x : sorted) {
		if (want.empty() || want.back() != x)
			want.push_back(x), totals.push_back(0);
		totals.back()++;
	}
	HOLDS(ends.first - keys.begin() == (long)want.size());
	same("keys", host(keys, want.size()), want);
	same("how many of each", host(sums, want.size()), totals);
	auto end = thrust::unique(k.begin(), k.end());
	HOLDS(end - k.begin() == (long)want.size());
	same("unique", host(k, want.size()), want);

	Ints at(N), probes(v.begin(), v.end());
	thrust::lower_bound(k.begin(), end, probes.begin(), probes.end(), at.begin());
	std::vector<int> where(N);
	for (int j = 0; j < N; j++)
		where[j] = (int)(std::lower_bound(want.begin(), want.end(), v[j]) - want.begin());
	same("searches", host(at), where);
	HOLDS(thrust::binary_search(k.begin(), end, v[17]));
}

static void scans(const std::vector<int> &v)
{
	Ints d(v.begin(), v.end()), out(N);
	std::vector<int> want(N);

	thrust::exclusive_scan(d.begin(), d.end(), out.begin(), 5);
	want[0] = 5;
	for (int i = 1; i < N; i++)
		want[i] = want[i - 1] + v[i - 1];
	same("exclusive scan", host(out), want);
	thrust::inclusive_scan(d.begin(), d.end(), out.begin(), thrust::maximum<int>());
	std::partial_sum(v.begin(), v.end(), want.begin(), [](int a, int b) { return std::max(a, b); });
	same("running maximum", host(out), want);
	thrust::adjacent_difference(d.begin(), d.end(), out.begin());
	std::adjacent_difference(v.begin(), v.end(), want.begin());
	same("adjacent difference", host(out), want);
	long long squares = thrust::transform_reduce(d.begin(), d.end(), Square(), 0LL, thrust::plus<long long>());
	HOLDS(squares == std::accumulate(v.begin(), v.end(), 0LL, [](long long a, int x) { return a + (long long)x * x; }));
	HOLDS(thrust::inner_product(d.begin(), d.end(), d.begin(), 0LL) == squares);
	HOLDS(thrust::count_if(d.begin(), d.end(), Odd()) == std::count_if(v.begin(), v.end(), Odd()));
	auto ends = thrust::minmax_element(d.begin(), d.end());
	HOLDS(ends.first - d.begin() == std::min_element(v.begin(), v.end()) - v.begin());
	HOLDS(*ends.second == *std::max_element(v.begin(), v.end()));
	HOLDS(thrust::any_of(d.begin(), d.end(), Odd()) && !thrust::all_of(d.begin(), d.end(), Odd()));
}

static void parts(const std::vector<int> &v)
{
	Ints d(v.begin(), v.end()), out(N), map(N);
	std::vector<int> odd, even, want(N);

	for (int x : v)
		(x & 1 ? odd : even).push_back(x);
	auto end = thrust::copy_if(d.begin(), d.end(), out.begin(), Odd());
	HOLDS(end - out.begin() == (long)odd.size());
	same("copy if", host(out, odd.size()), odd);
	thrust::stable_partition(d.begin(), d.end(), Odd());
	want = odd;
	want.insert(want.end(), even.begin(), even.end());
	same("stable partition", host(d), want);
	end = thrust::remove_if(d.begin(), d.end(), Odd());
	same("remove if", host(d, (size_t)(end - d.begin())), even);
	thrust::replace_if(d.begin(), end, [] __device__(int x) { return x > 500; }, -1);
	for (int &x : even)
		x = x > 500 ? -1 : x;
	same("replace if", host(d, even.size()), even);

	thrust::transform(thrust::make_counting_iterator(0), thrust::make_counting_iterator(N), map.begin(), [] __device__(int i) { return i * 7 % N; });
	thrust::sequence(d.begin(), d.end(), 10);
	thrust::gather(map.begin(), map.end(), d.begin(), out.begin());
	for (int i = 0; i < N; i++)
		want[i] = i * 7 % N + 10;
	same("gather", host(out), want);
	thrust::scatter(d.begin(), d.end(), map.begin(), out.begin());
	for (int i = 0; i < N; i++)
		want[i * 7 % N] = i + 10;
	same("scatter", host(out), want);
	int sum = thrust::reduce(thrust::make_permutation_iterator(d.begin(), map.begin()), thrust::make_permutation_iterator(d.begin(), map.begin() + 10));
	HOLDS(sum == 10 * 10 + 7 * 45);
	auto zip = thrust::make_zip_iterator(thrust::make_tuple(d.begin(), map.begin()));
	thrust::for_each(zip, zip + N, [] __device__(thrust::tuple<int &, int &> t) { thrust::get<1>(t) = thrust::get<0>(t) * 2; });
	for (int i = 0; i < N; i++)
		want[i] = 2 * (i + 10);
	same("zip", host(map), want);
}

static void sets()
{
	Ints a(300), b(300), out(600);
	std::vector<int> ha(300), hb(300), want;

	thrust::transform(thrust::make_counting_iterator(0), thrust::make_counting_iterator(300), a.begin(), [] __device__(int i) { return 2 * i; });
	thrust::transform(thrust::make_counting_iterator(0), thrust::make_counting_iterator(300), b.begin(), [] __device__(int i) { return 3 * i; });
	ha = host(a), hb = host(b);
	auto end = thrust::set_intersection(a.begin(), a.end(), b.begin(), b.end(), out.begin());
	std::set_intersection(ha.begin(), ha.end(), hb.begin(), hb.end(), std::back_inserter(want));
	HOLDS(end - out.begin() == (long)want.size());
	same("intersection", host(out, want.size()), want);
	thrust::merge(a.begin(), a.end(), b.begin(), b.end(), out.begin());
	want.clear();
	std::merge(ha.begin(), ha.end(), hb.begin(), hb.end(), std::back_inserter(want));
	same("merge", host(out), want);
}

static void memories()
{
	cudaStream_t s;
	int *managed;
	thrust::host_vector<float> h(N);
	thrust::default_random_engine engine(7);
	thrust::uniform_real_distribution<float> numbers(-1, 1);

	for (float &x : h)
		x = numbers(engine);
	thrust::device_vector<float> d = h;
	CUDA(cudaStreamCreate(&s));
	thrust::sort(thrust::cuda::par.on(s), d.begin(), d.end());
	CUDA(cudaStreamSynchronize(s));
	thrust::host_vector<float> back = d;
	std::sort(h.begin(), h.end());
	HOLDS(back == h);
	float most = thrust::reduce(thrust::cuda::par_nosync.on(s), d.begin(), d.end(), -2.f, thrust::maximum<float>());
	HOLDS(most == h.back());
	CUDA(cudaStreamDestroy(s));
	CUDA(cudaMallocManaged(&managed, N * sizeof *managed));
	thrust::fill(thrust::device, managed, managed + N, 3);
	CUDA(cudaDeviceSynchronize());
	HOLDS(managed[N - 1] == 3);
	HOLDS(thrust::reduce(thrust::device, managed, managed + N) == 3 * N);
	CUDA(cudaFree(managed));
	d.push_back(4);
	d.insert(d.begin(), 9.f);
	HOLDS(d.size() == N + 2 && d[0] == 9.f && d.back() == 4.f);
	d.resize(3);
	d.shrink_to_fit();
}

int main()
{
	std::vector<int> v(N);
	Random r(2);

	for (int &x : v)
		x = (int)(r.next() % 1000);
	keys(v);
	scans(v);
	parts(v);
	sets();
	memories();
	return finish();
}
