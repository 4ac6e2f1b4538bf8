// blind31f: a fresh set of kernels that nobody had modelled when they were written. Uneven work, odd blocks, tails.
#include "blind7.h"

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
// how long until the continued fraction of a root repeats?
HD int period_of_root(int n)
{
	int r = 0;
	while ((r + 1) * (r + 1) <= n)
		r++;
	if (r * r == n)
		return 0;
	int m = 0, d = 1, a = r, many = 0;
	do {
		m = d * a - m;
		d = (n - m * m) / d;
		a = (r + m) / d;
		many++;
	} while (a != 2 * r);
	return many;
}
__global__ void period_thread(int *out, int n, int from)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = period_of_root(from + i);
}
__global__ void period_refill(int *out, int n, int from, int *next)
{ // a thread whose number is done takes a new one while its neighbours go on
	int i = -1, r, m, d, a, many;
	bool work = true;
	while (work) {
		if (i < 0) {
			i = atomicAdd(next, 1);
			if (i >= n)
				break;
			r = (int)sqrtf(from + i + 0.5f);
			m = 0, d = 1, a = r, many = 0;
			if (r * r == from + i) {
				out[i] = 0, i = -1;
				continue;
			}
		}
		m = d * a - m;
		d = (from + i - m * m) / d;
		a = (r + m) / d;
		many++;
		if (a == 2 * r) {
			out[i] = many;
			i = -1;
		}
	}
}
// for each of many rows of a triangle: how many earlier numbers have no factor with it?
HD int gcd_of(int a, int b)
{
	while (b) {
		int c = a % b;
		a = b, b = c;
	}
	return a;
}
__global__ void coprime_block(const int *v, int *out)
{ // a block a row, the long ones first
	int i = gridDim.x - 1 - blockIdx.x, s = 0;
	for (int k = threadIdx.x; k < i; k += blockDim.x)
		s += gcd_of(v[i], v[k]) == 1;
	__shared__ int sum;
	if (threadIdx.x == 0)
		sum = 0;
	__syncthreads();
	s = __reduce_add_sync(~0u, s);
	if (threadIdx.x % 32 == 0)
		atomicAdd(&sum, s);
	__syncthreads();
	if (threadIdx.x == 0)
		out[i] = sum;
}
__global__ void coprime_pair_number(const int *v, int *out, int pairs)
{ // each pair has a number, row and column by a root
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	if (p >= pairs)
		return;
	int i = (int)((1 + sqrtf(1 + 8.0f * p)) / 2);
	while (i * (i - 1) / 2 > p)
		i--;
	while (i * (i + 1) / 2 <= p)
		i++;
	if (gcd_of(v[i], v[p - i * (i - 1) / 2]) == 1)
		atomicAdd(&out[i], 1);
}
// accounts with between none and thousands of bookings: sum, and the largest balance on the way
struct Balance {
	int end, top;
};
__global__ void bookings_thread(const int *v, const int *from, Balance *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0, top = 0;
	if (i >= n)
		return;
	for (int k = from[i]; k < from[i + 1]; k++) {
		s += v[k];
		top = max(top, s);
	}
	out[i] = { s, top };
}
__device__ Balance bookings_of_warp(const int *v, int a, int b)
{
	int s = 0, top = 0, l = threadIdx.x & 31;
	for (int k = a; k < b; k += 32) {
		int x = k + l < b ? v[k + l] : 0;
		for (int d = 1; d < 32; d *= 2) {
			int y = __shfl_up_sync(~0u, x, d);
			x += l >= d ? y : 0;
		}
		top = max(top, s + x);
		s += __shfl_sync(~0u, x, 31);
	}
	return { s, __reduce_max_sync(~0u, top) };
}
__global__ void bookings_by_length(const int *v, const int *from, Balance *out, int n)
{ // short ones by a thread each, then the warp together does the long ones of its lanes
	int i = blockIdx.x * blockDim.x + threadIdx.x, a = i < n ? from[i] : 0, b = i < n ? from[i + 1] : 0;
	unsigned large = __ballot_sync(~0u, b - a > 48);
	if (i < n && b - a <= 48) {
		int s = 0, top = 0;
		for (int k = a; k < b; k++)
			s += v[k], top = max(top, s);
		out[i] = { s, top };
	}
	__syncwarp();
	for (; large; large &= large - 1) {
		int who = __ffs(large) - 1;
		Balance r = bookings_of_warp(v, __shfl_sync(~0u, a, who), __shfl_sync(~0u, b, who));
		if ((threadIdx.x & 31) == who)
			out[i] = r;
	}
}
// the same work with blocks of another form: threads, how much shared memory lies there unused
template <int T> __global__ void dough(const unsigned *in, unsigned *out, int turns)
{
	extern __shared__ unsigned bowl[];
	int t = threadIdx.x;
	bowl[t] = in[blockIdx.x * T + t];
	for (int k = 0; k < turns; k++) {
		__syncthreads();
		unsigned v = bowl[(t + 1) % T] * 3 + bowl[(t + k) % T];
		__syncthreads();
		bowl[t] = v ^ v >> 5;
	}
	out[blockIdx.x * T + t] = bowl[t];
}
// one block on its own: a heap of 4096 letters put in order of their weight by merging
__global__ void lone_merge(unsigned *v, int n)
{                                          // n of 4096, 1024 threads; each element searches its place in the other run
	extern __shared__ unsigned heap[]; // twice n
	unsigned *a = heap, *b = heap + n;
	for (int k = threadIdx.x; k < n; k += blockDim.x)
		a[k] = v[k];
	for (int run = 1; run < n; run *= 2) {
		__syncthreads();
		for (int k = threadIdx.x; k < n; k += blockDim.x) {
			int own = k & ~(run - 1), first = k & ~(2 * run - 1), other = own ^ run;
			int low = 0, high = run;
			unsigned x = a[k];
			while (low < high) {
				int mid = (low + high) / 2;
				if (a[other + mid] < x || own != first && a[other + mid] == x)
					low = mid + 1;
				else
					high = mid;
			}
			b[first + (k - own) + low] = x;
		}
		unsigned *c = a;
		a = b, b = c;
	}
	__syncthreads();
	for (int k = threadIdx.x; k < n; k += blockDim.x)
		v[k] = a[k];
}
// dice until all six faces have been seen: ends early, seldom late
__global__ void faces_seen(const unsigned *seed, int *out, int n, int sides)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, many = 0;
	if (i >= n)
		return;
	u64 seen = 0, all = (1ull << sides) - 1;
	unsigned x = seed[i];
	while (seen != all) {
		x = x * 1664525 + 1013904223;
		seen |= 1ull << (x >> 16) % sides;
		many++;
	}
	out[i] = many;
}
__global__ void faces_seen_voted(const unsigned *seed, int *out, int n, int sides)
{ // a block stops when all of it are done: eight throws between two votes
	int i = blockIdx.x * blockDim.x + threadIdx.x, many = 0;
	u64 seen = 0, all = (1ull << sides) - 1;
	if (i >= n)
		seen = all;
	unsigned x = i < n ? seed[i] : 0;
	do
		for (int k = 0; k < 8; k++) {
			x = x * 1664525 + 1013904223;
			many += seen != all;
			if (seen != all)
				seen |= 1ull << (x >> 16) % sides;
		}
	while (__syncthreads_or(seen != all));
	if (i < n)
		out[i] = many;
}
// 133 heavy blocks where 132 fit: a wave and a tail
__global__ void heavy_blocks(const unsigned *in, unsigned *out, int turns)
{
	extern __shared__ unsigned load[]; // nearly all there is
	int t = threadIdx.x;
	unsigned v = in[blockIdx.x * 256 + t];
	for (int k = 0; k < turns; k++) {
		load[t * 31 + k % 31] = v;
		v = v * 69069 + (v >> 11);
	}
	out[blockIdx.x * 256 + t] = v + load[t * 31];
}
static void periods()
{
	const int N = 9000, F = 3000;
	std::vector<int> want(N);
	for (int i = 0; i < N; i++)
		want[i] = period_of_root(F + i);
	int *o = dev<int>(N), *next = dev<int>(1);
	job<int>(
		"period_of_roots.thread", [&] { period_thread<<<up(N, 96), 96>>>(o, N, F); }, o, N, same(want));
	job<int>(
		"period_of_roots.refilled", [&] { period_refill<<<20, 96>>>(o, N, F, next); }, o, N, same(want),
		[&] { CHECK(cudaMemsetAsync(next, 0, 4)); });
}
static void coprimes(const std::vector<unsigned> &w)
{
	const int N = 900;
	std::vector<int> v(N), want(N);
	for (int i = 0; i < N; i++)
		v[i] = w[i] % 9000 + 1;
	for (int i = 0; i < N; i++)
		for (int k = 0; k < i; k++)
			want[i] += gcd_of(v[k], v[i]) == 1;
	int *d = upload(v), *o = dev<int>(N);
	job<int>(
		"nothing_in_common.row_a_block", [&] { coprime_block<<<N, 96>>>(d, o); }, o, N, same(want));
	job<int>(
		"nothing_in_common.pair_a_thread",
		[&] { coprime_pair_number<<<up(N * (N - 1) / 2, 256), 256>>>(d, o, N * (N - 1) / 2); }, o, N,
		same(want), [&] { CHECK(cudaMemsetAsync(o, 0, N * 4)); });
}
static void bookings(const std::vector<unsigned> &w)
{
	const int N = 5000;
	std::vector<int> from(N + 1), v;
	std::vector<Balance> want(N);
	for (int i = 0; i < N; i++) {
		unsigned r = w[i + 50];
		int many = r % 200 == 0 ? 1000 + (r >> 16) % 2000 :
			r % 20 == 0     ? (r >> 16) % 300 :
					  (r >> 16) % 24,
		    s = 0, t = 0;
		for (int k = 0; k < many; k++) {
			v.push_back((int)(w[(i * 31 + k) % w.size()] % 2001) - 990);
			s += v.back(), t = std::max(t, s);
		}
		want[i] = { s, t };
		from[i + 1] = v.size();
	}
	auto right = [=](const std::vector<Balance> &g) { return !memcmp(g.data(), want.data(), N * sizeof(Balance)); };
	int *d = upload(v), *df = upload(from);
	Balance *o = dev<Balance>(N);
	job<Balance>(
		"bookings_few_and_many.thread", [&] { bookings_thread<<<up(N, 128), 128>>>(d, df, o, N); }, o, N,
		right);
	job<Balance>(
		"bookings_few_and_many.by_length", [&] { bookings_by_length<<<up(N, 64), 64>>>(d, df, o, N); }, o, N,
		right);
}
template <int T> static void knead(const char *name, const std::vector<unsigned> &w, int shared, int N, int turns)
{
	std::vector<unsigned> in(w.begin() + T, w.begin() + T + N), want(N);
	for (int b = 0; b < N / T; b++) {
		std::vector<unsigned> a(in.begin() + b * T, in.begin() + b * T + T), c(T);
		for (int k = 0; k < turns; k++) {
			for (int t = 0; t < T; t++) {
				unsigned v = a[(t + 1) % T] * 3 + a[(t + k) % T];
				c[t] = v ^ v >> 5;
			}
			a = c;
		}
		std::copy(a.begin(), a.end(), want.begin() + b * T);
	}
	unsigned *d = upload(in), *o = dev<unsigned>(N);
	CHECK(cudaFuncSetAttribute(dough<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
	job<unsigned>(
		name, [&] { dough<T><<<N / T, T, shared>>>(d, o, turns); }, o, N, same(want));
}
static void lone(const std::vector<unsigned> &w)
{
	const int N = 4096;
	std::vector<unsigned> in(N), want;
	for (int i = 0; i < N; i++)
		in[i] = w[i + 9] % 30000;
	want = in;
	std::sort(want.begin(), want.end());
	unsigned *first = upload(in), *o = dev<unsigned>(N);
	job<unsigned>(
		"merged_letters.one_block_of_1024", [&] { lone_merge<<<1, 1024, N * 8>>>(o, N); }, o, N, same(want),
		[&] { CHECK(cudaMemcpyAsync(o, first, N * 4, cudaMemcpyDeviceToDevice)); });
}
static void faces(const std::vector<unsigned> &w)
{
	const int N = 40000, S = 20;
	std::vector<unsigned> seed(w.begin() + 2, w.begin() + 2 + N);
	std::vector<int> want(N);
	for (int i = 0; i < N; i++) {
		unsigned x = seed[i], seen = 0;
		while (seen != (1u << S) - 1) {
			x = x * 1664525 + 1013904223;
			seen |= 1u << (x >> 16) % S;
			want[i]++;
		}
	}
	unsigned *d = upload(seed);
	int *o = dev<int>(N);
	job<int>(
		"until_all_faces_are_seen.thread_on_its_own", [&] { faces_seen<<<up(N, 448), 448>>>(d, o, N, S); }, o,
		N, same(want));
	job<int>(
		"until_all_faces_are_seen.block_votes", [&] { faces_seen_voted<<<up(N, 448), 448>>>(d, o, N, S); }, o,
		N, same(want));
}
static void heavy(const std::vector<unsigned> &w)
{
	const int B = 133, N = B * 256, T = 155;
	std::vector<unsigned> in(w.begin(), w.begin() + N), want(N);
	for (int i = 0; i < N; i++) {
		unsigned v = in[i], kept = 0;
		for (int k = 0; k < T; k++) {
			if (k % 31 == 0)
				kept = v;
			v = v * 69069 + (v >> 11);
		}
		want[i] = v + kept;
	}
	unsigned *d = upload(in), *o = dev<unsigned>(N);
	CHECK(cudaFuncSetAttribute(heavy_blocks, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10));
	job<unsigned>(
		"heavy_blocks_one_too_many.133", [&] { heavy_blocks<<<B, 256, 200 << 10>>>(d, o, T); }, o, N,
		same(want));
}
void rows()
{
	std::vector<unsigned> w = words(200000);
	periods();
	coprimes(w);
	bookings(w);
	knead<32>("dough_in_blocks.of_32", w, 128, 32 * 1200, 40);
	knead<96>("dough_in_blocks.of_96_much_shared", w, 48 << 10, 96 * 400, 40);
	knead<1024>("dough_in_blocks.of_1024_few", w, 4096, 1024 * 7, 200);
	lone(w);
	faces(w);
	heavy(w);
}
