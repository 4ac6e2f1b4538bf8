/* nvcc: --extended-lambda
 * cub's device-wide algorithms, against the same on the host: select, flag, unique, partition, run-length encoding, histograms, segmented reduce
 * and sort, reduce and scan by key, radix and merge sort of pairs. */
#include <cub/cub.cuh>

#include <algorithm>
#include <map>
#include <numeric>

#include "check.h"

constexpr int N = 3000;

/* Ask how much, allocate, do it. */
template <class F> static void twice(F f)
{
	size_t n = 0;

	CUDA(f(nullptr, n));
	Device<char> temp(n ? n : 1);
	CUDA(f(temp.p, n));
	CUDA(cudaDeviceSynchronize());
}

template <class T> static std::vector<T> front(const Device<T> &d, size_t n)
{
	std::vector<T> v = d.get();
	v.resize(n);
	return v;
}

struct Odd { __host__ __device__ bool operator()(int x) const { return x & 1; } };
struct Less { __host__ __device__ bool operator()(int a, int b) const { return a < b; } };

static void selection(const std::vector<int> &v, const Device<int> &in)
{
	Device<int> out(N), count(1);
	std::vector<int> want, rest;
	std::vector<char> marks(N);

	twice([&](void *t, size_t &b) { return cub::DeviceSelect::If(t, b, in.p, out.p, count.p, N, Odd()); });
	std::copy_if(v.begin(), v.end(), std::back_inserter(want), Odd());
	same("how many are odd", count.get(), { (int)want.size() });
	same("the odd ones", front(out, want.size()), want);

	for (int i = 0; i < N; i++)
		marks[i] = i % 7 == 2;
	Device<char> flags(marks);
	twice([&](void *t, size_t &b) { return cub::DeviceSelect::Flagged(t, b, in.p, flags.p, out.p, count.p, N); });
	want.clear();
	for (int i = 2; i < N; i += 7)
		want.push_back(v[i]);
	same("flagged", front(out, want.size()), want);

	twice([&](void *t, size_t &b) { return cub::DeviceSelect::Unique(t, b, in.p, out.p, count.p, N); });
	want = v;
	want.erase(std::unique(want.begin(), want.end()), want.end());
	same("how many are unique", count.get(), { (int)want.size() });
	same("unique", front(out, want.size()), want);

	twice([&](void *t, size_t &b) { return cub::DevicePartition::If(t, b, in.p, out.p, count.p, N, Odd()); });
	want.clear();
	for (int x : v)
		(x & 1 ? want : rest).push_back(x);
	want.insert(want.end(), rest.rbegin(), rest.rend());
	same("partition", out.get(), want);
}

static void runs(const std::vector<int> &v, const Device<int> &in)
{
	Device<int> keys(N), lengths(N), count(1), starts(N);
	std::vector<int> want_keys, want_lengths, nontrivial;

	for (int i = 0; i < N; i++) {
		if (i && v[i] == v[i - 1]) {
			want_lengths.back()++;
			continue;
		}
		want_keys.push_back(v[i]);
		want_lengths.push_back(1);
	}
	twice([&](void *t, size_t &b) { return cub::DeviceRunLengthEncode::Encode(t, b, in.p, keys.p, lengths.p, count.p, N); });
	same("how many runs", count.get(), { (int)want_keys.size() });
	same("keys of runs", front(keys, want_keys.size()), want_keys);
	same("lengths of runs", front(lengths, want_keys.size()), want_lengths);

	twice([&](void *t, size_t &b) { return cub::DeviceRunLengthEncode::NonTrivialRuns(t, b, in.p, starts.p, lengths.p, count.p, N); });
	for (int i = 0, k = 0; k < (int)want_lengths.size(); i += want_lengths[k++])
		if (want_lengths[k] > 1)
			nontrivial.push_back(i);
	same("where runs begin", front(starts, nontrivial.size()), nontrivial);

	Device<int> sums(N), scanned(N);
	twice([&](void *t, size_t &b) { return cub::DeviceReduce::ReduceByKey(t, b, in.p, keys.p, in.p, sums.p, count.p, cuda::std::plus<>(), N); });
	std::vector<int> want(want_keys.size());
	for (size_t k = 0; k < want.size(); k++)
		want[k] = want_keys[k] * want_lengths[k];
	same("sums by key", front(sums, want.size()), want);

	twice([&](void *t, size_t &b) { return cub::DeviceScan::ExclusiveSumByKey(t, b, in.p, in.p, scanned.p, N); });
	want.assign(N, 0);
	for (int i = 1; i < N; i++)
		want[i] = v[i] == v[i - 1] ? want[i - 1] + v[i - 1] : 0;
	same("scan by key", scanned.get(), want);
}

static void histograms()
{
	std::vector<unsigned char> bytes(N);
	std::vector<float> values = random_floats(N, 5), borders = { -1, -0.5f, 0, 0.1f, 0.75f, 1 };
	std::vector<int> want(256), ranges(5);
	Random r(4);

	for (int i = 0; i < N; i++) {
		want[bytes[i] = (unsigned char)(r.next() >> 16 & r.next() >> 16)]++;
		for (int k = 0; k < 5; k++)
			ranges[k] += values[i] >= borders[k] && values[i] < borders[k + 1];
	}
	Device<unsigned char> in(bytes);
	Device<float> floats(values), levels(borders);
	Device<int> bins(256), few(5);
	twice([&](void *t, size_t &b) { return cub::DeviceHistogram::HistogramEven(t, b, in.p, bins.p, 257, 0, 256, N); });
	same("even histogram", bins.get(), want);
	twice([&](void *t, size_t &b) { return cub::DeviceHistogram::HistogramRange(t, b, floats.p, few.p, 6, levels.p, N); });
	same("histogram of ranges", few.get(), ranges);
}

static void segments(const std::vector<int> &v, const Device<int> &in)
{
	std::vector<int> ends = { 0, 1, 1, 40, 300, 1300, 1301, N }, sums(7), most(7), sorted = v;
	Device<int> borders(ends), out(7), to(N);

	for (int k = 0; k < 7; k++) {
		sums[k] = std::accumulate(v.begin() + ends[k], v.begin() + ends[k + 1], 0);
		most[k] = ends[k] == ends[k + 1] ? INT_MIN : *std::max_element(v.begin() + ends[k], v.begin() + ends[k + 1]);
		std::sort(sorted.begin() + ends[k], sorted.begin() + ends[k + 1]);
	}
	twice([&](void *t, size_t &b) { return cub::DeviceSegmentedReduce::Sum(t, b, in.p, out.p, 7, borders.p, borders.p + 1); });
	same("segmented sum", out.get(), sums);
	twice([&](void *t, size_t &b) { return cub::DeviceSegmentedReduce::Max(t, b, in.p, out.p, 7, borders.p, borders.p + 1); });
	same("segmented maximum", out.get(), most);
	twice([&](void *t, size_t &b) { return cub::DeviceSegmentedSort::SortKeys(t, b, in.p, to.p, N, 7, borders.p, borders.p + 1); });
	same("segmented sort", to.get(), sorted);
}

static void sorts()
{
	std::vector<float> keys = random_floats(N, 9), sorted = keys;
	std::vector<int> index(N), want(N);

	std::iota(index.begin(), index.end(), 0);
	std::iota(want.begin(), want.end(), 0);
	std::stable_sort(want.begin(), want.end(), [&](int a, int b) { return keys[a] > keys[b]; });
	std::sort(sorted.begin(), sorted.end(), std::greater<float>());
	Device<float> in(keys), out(N);
	Device<int> places(index), moved(N);
	twice([&](void *t, size_t &b) { return cub::DeviceRadixSort::SortPairsDescending(t, b, in.p, out.p, places.p, moved.p, N); });
	same("keys, descending", out.get(), sorted);
	same("where they were", moved.get(), want);

	Random r(11);
	std::vector<int> few(N);
	for (int &x : few)
		x = (int)(r.next() % 50);
	std::iota(want.begin(), want.end(), 0);
	std::stable_sort(want.begin(), want.end(), [&](int a, int b) { return few[a] < few[b]; });
	Device<int> small(few), items(index);
	twice([&](void *t, size_t &b) { return cub::DeviceMergeSort::StableSortPairs(t, b, small.p, items.p, N, Less()); });
	std::sort(few.begin(), few.end());
	same("merge sort's keys", small.get(), few);
	same("merge sort is stable", items.get(), want);
	Device<unsigned long long> wide({ 5ull << 60, 3, 1ull << 40, 0, 77 }), ordered(5);
	twice([&](void *t, size_t &b) { return cub::DeviceRadixSort::SortKeys(t, b, wide.p, ordered.p, 5); });
	same("64-bit keys", ordered.get(), { 0, 3, 77, 1ull << 40, 5ull << 60 });
}

static void reductions(const std::vector<int> &v, const Device<int> &in)
{
	Device<cub::KeyValuePair<int, int>> at(1);
	Device<int> out(1), to(N);
	std::vector<int> want(N);

	twice([&](void *t, size_t &b) { return cub::DeviceReduce::Reduce(t, b, in.p, out.p, N, [] __device__(int a, int b) -> int { return a ^ b; }, 0); });
	same("xor of all", out.get(), { std::accumulate(v.begin(), v.end(), 0, [](int a, int b) { return a ^ b; }) });
	twice([&](void *t, size_t &b) { return cub::DeviceReduce::ArgMax(t, b, in.p, at.p, N); });
	HOLDS(at.get()[0].key == std::max_element(v.begin(), v.end()) - v.begin());
	twice([&](void *t, size_t &b) { return cub::DeviceReduce::TransformReduce(t, b, in.p, out.p, N, cuda::std::plus<>(), [] __device__(int x) -> int { return x * x; }, 0); });
	same("sum of squares", out.get(), { std::inner_product(v.begin(), v.end(), v.begin(), 0) });
	twice([&](void *t, size_t &b) { return cub::DeviceScan::ExclusiveScan(t, b, in.p, to.p, cuda::maximum<>(), -1, N); });
	want[0] = -1;
	for (int i = 1; i < N; i++)
		want[i] = std::max(want[i - 1], v[i - 1]);
	same("running maximum", to.get(), want);
	twice([&](void *t, size_t &b) { return cub::DeviceAdjacentDifference::SubtractLeftCopy(t, b, in.p, to.p, N); });
	std::adjacent_difference(v.begin(), v.end(), want.begin());
	same("differences", to.get(), want);
	CUDA(cub::DeviceFor::Bulk(N, [p = to.p] __device__(int i) { p[i] = 2 * i; }));
	for (int i = 0; i < N; i++)
		want[i] = 2 * i;
	same("for each", to.get(), want);
}

int main()
{
	std::vector<int> v(N);
	Random r(3);

	for (int i = 0; i < N; i++)
		v[i] = i && r.next() % 3 ? v[i - 1] : (int)(r.next() % 100);
	Device<int> in(v);
	selection(v, in);
	runs(v, in);
	histograms();
	segments(v, in);
	sorts();
	reductions(v, in);
	return finish();
}
