// blind29e: a fresh set of kernels that nobody had modelled when they were written. Atomics of all kinds and widths.
#include "blind7.h"
#include <cuda_fp16.h>

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
template <class V> __global__ void gauges_shared(const int *where, const int *what, V *out, int n, int words)
{ // sums of whole numbers kept as V in shared memory
	extern __shared__ char raw[];
	V *sum = (V *)raw;
	for (int k = threadIdx.x; k < words; k += blockDim.x)
		sum[k] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&sum[where[i] % words], (V)what[i]);
	__syncthreads();
	for (int k = threadIdx.x; k < words; k += blockDim.x)
		if (sum[k] != 0)
			atomicAdd(&out[k], sum[k]);
}
template <class V> __global__ void gauges_memory(const int *where, const int *what, V *out, int n, int words)
{ // the same straight to memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&out[where[i] % words], (V)what[i]);
}
__global__ void pairs_of_halves(const int *where, const int *what, __half2 *out, int n, int words)
{ // two half sums an atomic
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&out[where[i] % words], __floats2half2_rn(what[i] & 1, what[i] >> 1 & 1));
}
__global__ void extremes_shared(const int *where, const u64 *v, u64 *most, u64 *least, int n, int words)
{ // largest and smallest 64-bit numbers of 40 kinds
	__shared__ u64 big[40], small[40];
	if (threadIdx.x < words)
		big[threadIdx.x] = 0, small[threadIdx.x] = ~0ull;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int k = where[i] % words;
		atomicMax(&big[k], v[i]);
		atomicMin(&small[k], v[i]);
	}
	__syncthreads();
	if (threadIdx.x < words) {
		atomicMax(&most[threadIdx.x], big[threadIdx.x]);
		atomicMin(&least[threadIdx.x], small[threadIdx.x]);
	}
}
__global__ void masks_memory(const int *where, const unsigned *v, unsigned *any, unsigned *all, unsigned *odd, int n)
{ // or, and, xor of words in memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int k = where[i] & 4095;
	atomicOr(&any[k], 1u << (v[i] & 31));
	atomicAnd(&all[k], v[i] | 0xffff0fff);
	atomicXor(&odd[k], v[i]);
}
static const unsigned P = 65521;
__global__ void products_swapped(const int *where, const unsigned *v, unsigned *out, int n, int words)
{ // products modulo a prime by compare-and-swap in memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned *p = &out[where[i] % words], old = *(volatile unsigned *)p, seen;
	do {
		seen = old;
		old = atomicCAS(p, seen, (unsigned)((u64)seen * v[i] % P));
	} while (old != seen);
}
__global__ void products_shared(const int *where, const unsigned *v, unsigned *out, int n, int words)
{ // the same on words of shared memory, then once a block and word on memory
	extern __shared__ unsigned part[];
	for (int k = threadIdx.x; k < words; k += blockDim.x)
		part[k] = 1;
	__syncthreads();
	auto times = [](unsigned *p, unsigned x) {
		unsigned old = *(volatile unsigned *)p, seen;
		do {
			seen = old;
			old = atomicCAS(p, seen, (unsigned)((u64)seen * x % P));
		} while (old != seen);
	};
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		times(&part[where[i] % words], v[i]);
	__syncthreads();
	for (int k = threadIdx.x; k < words; k += blockDim.x)
		times(&out[k], part[k]);
}
__global__ void warp_sums(const int *v, const int *group, int *out, int n)
{ // 32 values of a group are added by the warp, a lane brings them to memory
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int s = __reduce_add_sync(~0u, i < n ? v[i] : 0);
	if (threadIdx.x % 32 == 0 && i < n)
		atomicAdd(&out[group[i / 32]], s);
}
__global__ void places_each(const int *v, int *out, int *many, int n)
{ // each thread that keeps its value draws its place itself
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && v[i] % 3 == 0)
		out[atomicAdd(&many[v[i] % 2], 1) + v[i] % 2 * n] = v[i];
}
__global__ void places_warp(const int *v, int *out, int *many, int n)
{ // the lanes with the same list agree first: one draws for all
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
	int x = i < n ? v[i] : 1, list = x % 3 == 0 ? x % 2 : 2;
	unsigned like = __match_any_sync(~0u, list);
	int first = __ffs(like) - 1, base = 0;
	if (list < 2 && lane == first)
		base = atomicAdd(&many[list], __popc(like));
	base = __shfl_sync(~0u, base, first);
	if (list < 2)
		out[base + __popc(like & (1u << lane) - 1) + list * n] = x;
}
static const unsigned SIZE = 1 << 16;
__global__ void pantry_insert(const unsigned *key, const unsigned *amount, unsigned *name, unsigned *sum, int n)
{ // open addressing, amounts of a key added up
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = key[i], at = k * 2654435761u >> 16;
	for (;;) {
		unsigned old = atomicCAS(&name[at], 0, k);
		if (old == 0 || old == k)
			break;
		at = (at + 1) & (SIZE - 1);
	}
	atomicAdd(&sum[at], amount[i]);
}
__global__ void pantry_look(const unsigned *key, const unsigned *name, const unsigned *sum, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = key[i], at = k * 2654435761u >> 16;
	while (name[at] != k && name[at])
		at = (at + 1) & (SIZE - 1);
	out[i] = name[at] ? sum[at] : 0;
}
__global__ void thread_beads(const int *string, int *head, int *next, int n)
{ // beads go in front of their strings
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		next[i] = atomicExch(&head[string[i]], i);
}
__global__ void sum_beads(const int *head, const int *next, const unsigned *weight, unsigned *out, int strings)
{
	int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= strings)
		return;
	unsigned sum = 0;
	for (int i = head[s]; i >= 0; i = next[i])
		sum += weight[i] * 3 + 1;
	out[s] = sum;
}
__device__ int take(u64 *top, const int *next)
{ // the top of a pile: a counter in the upper half says whether someone has been here
	u64 old = atomicAdd(top, 0ull), seen;
	do {
		seen = old;
		int at = (int)(seen & 0xffffffff);
		if (at == 0)
			return 0;
		unsigned below = *(volatile int *)&next[at];
		old = atomicCAS(top, seen, ((seen >> 32) + 1) << 32 | below);
	} while (old != seen);
	return (int)(seen & 0xffffffff);
}
__device__ void give(u64 *top, int *next, int at)
{
	u64 old = atomicAdd(top, 0ull), seen;
	do {
		seen = old;
		atomicExch(&next[at], (int)(seen & 0xffffffff));
		__threadfence();
		old = atomicCAS(top, seen, ((seen >> 32) + 1) << 32 | (unsigned)at);
	} while (old != seen);
}
__global__ void cloakroom(u64 *top, int *next, unsigned *worn, int visits)
{ // a warp's first lane takes a hook, uses it and gives it back, again and again
	if (threadIdx.x % 32)
		return;
	for (int v = 0; v < visits; v++) {
		int h;
		while (!(h = take(top, next)))
			__nanosleep(50);
		atomicAdd(&worn[h], 1);
		give(top, next, h);
	}
}
__global__ void short_locks(const unsigned *v, unsigned short *out, int n)
{ // sixteen-bit compare-and-swap: the largest short number of each place
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned short x = v[i] >> 12, *p = &out[v[i] & 1023], seen = 0;
	while (x > seen) {
		unsigned short old = atomicCAS(p, seen, x);
		if (old == seen)
			break;
		seen = old;
	}
}
template <class V>
static void gauge(const char *name, int N, int words, int blocks, int *dw, int *dv, const std::vector<int> &where,
	const std::vector<int> &what, bool shared)
{
	std::vector<V> want(words);
	for (int i = 0; i < N; i++)
		want[where[i] % words] += what[i];
	V *o = dev<V>(words);
	job<V>(
		name,
		[&] {
			if (shared)
				gauges_shared<V><<<blocks, 256, words * sizeof(V)>>>(dw, dv, o, N, words);
			else
				gauges_memory<V><<<up(N, 256), 256>>>(dw, dv, o, N, words);
		},
		o, words, same(want), [&] { CHECK(cudaMemset(o, 0, words * sizeof(V))); });
}
static void sums(const std::vector<unsigned> &w)
{
	const int N = 200000;
	std::vector<int> where(N), what(N);
	for (int i = 0; i < N; i++)
		where[i] = w[i] >> 4, what[i] = w[i + 5] % 60;
	int *dw = upload(where), *dv = upload(what);
	gauge<float>("water_meters.floats_in_four_words", N, 4, 132, dw, dv, where, what, true);
	gauge<float>("water_meters.floats_in_2000_words", N, 2000, 132, dw, dv, where, what, true);
	gauge<double>("water_meters.doubles_in_shared", N, 200, 132, dw, dv, where, what, true);
	gauge<double>("water_meters.doubles_in_memory", N, 30000, 0, dw, dv, where, what, false);
	gauge<u64>("water_meters.long_words_in_shared", N, 64, 264, dw, dv, where, what, true);
	const int WORDS = 1000;
	std::vector<int> pair(2 * WORDS);
	for (int i = 0; i < N; i++)
		pair[where[i] % WORDS * 2] += what[i] & 1, pair[where[i] % WORDS * 2 + 1] += what[i] >> 1 & 1;
	__half2 *h = dev<__half2>(WORDS);
	job<unsigned short>(
		"water_meters.pairs_of_halves", [&] { pairs_of_halves<<<up(N, 256), 256>>>(dw, dv, h, N, WORDS); },
		(unsigned short *)h, 2 * WORDS,
		[=](const std::vector<unsigned short> &v) {
			for (int k = 0; k < 2 * WORDS; k++)
				if (__half2float(__half(__half_raw{ v[k] })) != pair[k])
					return false;
			return true;
		},
		[&] { CHECK(cudaMemset(h, 0, 4 * WORDS)); });
	std::vector<u64> v(N), ends(80);
	std::vector<unsigned> u(w.begin(), w.begin() + N), masks(3 * 4096);
	for (int k = 0; k < 40; k++)
		ends[40 + k] = ~0ull;
	std::fill(masks.begin() + 4096, masks.begin() + 8192, ~0u);
	for (int i = 0; i < N; i++) {
		v[i] = (u64)w[i] << 31 ^ w[i + 9];
		int k = where[i] % 40, m = where[i] & 4095;
		ends[k] = std::max(ends[k], v[i]), ends[40 + k] = std::min(ends[40 + k], v[i]);
		masks[m] |= 1u << (u[i] & 31), masks[4096 + m] &= u[i] | 0xffff0fff, masks[8192 + m] ^= u[i];
	}
	u64 *d64 = upload(v), *oe = dev<u64>(80);
	unsigned *du = upload(u), *om = dev<unsigned>(3 * 4096);
	job<u64>(
		"ends_of_forty.long_words_in_shared",
		[&] { extremes_shared<<<100, 384>>>(dw, d64, oe, oe + 40, N, 40); }, oe, 80, same(ends),
		[&] {
			CHECK(cudaMemset(oe, 0, 320));
			CHECK(cudaMemset(oe + 40, 255, 320));
		});
	job<unsigned>(
		"three_masks.or_and_xor",
		[&] { masks_memory<<<up(N, 512), 512>>>(dw, du, om, om + 4096, om + 8192, N); }, om, 3 * 4096,
		same(masks),
		[&] {
			CHECK(cudaMemset(om, 0, 3 * 16384));
			CHECK(cudaMemset(om + 4096, 255, 16384));
		});
	const int M = 50000;
	std::vector<unsigned> f(M);
	for (int i = 0; i < M; i++)
		f[i] = u[i] % (P - 1) + 1;
	unsigned *df = upload(f);
	for (int words : { 3000, 100 }) {
		std::vector<unsigned> want(words, 1), ones(words, 1);
		for (int i = 0; i < M; i++)
			want[where[i] % words] = (u64)want[where[i] % words] * f[i] % P;
		unsigned *one = upload(ones), *o = dev<unsigned>(words);
		auto fresh = [&] { CHECK(cudaMemcpy(o, one, 4 * words, cudaMemcpyDeviceToDevice)); };
		if (words > 1000)
			job<unsigned>(
				"products_by_swapping.in_memory",
				[&] { products_swapped<<<up(M, 128), 128>>>(dw, df, o, M, words); }, o, words,
				same(want), fresh);
		else
			job<unsigned>(
				"products_by_swapping.in_shared",
				[&] { products_shared<<<66, 128, 4 * words>>>(dw, df, o, M, words); }, o, words,
				same(want), fresh);
	}
}
static void places(const std::vector<unsigned> &w)
{
	const int N = 300000;
	std::vector<int> v(N), group(N / 32 + 1), sum(64);
	std::vector<std::vector<int>> want(2);
	for (int i = 0; i < N; i++) {
		v[i] = w[i] >> 3;
		if (i % 32 == 0)
			group[i / 32] = w[i / 32 + 7] % 64;
		sum[group[i / 32]] += v[i];
		if (v[i] % 3 == 0)
			want[v[i] % 2].push_back(v[i]);
	}
	for (auto &l : want)
		std::sort(l.begin(), l.end());
	int *dv = upload(v), *dg = upload(group), *os = dev<int>(64), *o = dev<int>(2 * N), *many = dev<int>(2);
	job<int>(
		"sums_of_groups.lane_brings_them", [&] { warp_sums<<<up(N, 256), 256>>>(dv, dg, os, N); }, os, 64,
		same(sum), [&] { CHECK(cudaMemset(os, 0, 256)); });
	auto right = [=](const std::vector<int> &r) {
		for (int k = 0; k < 2; k++) {
			std::vector<int> l(r.begin() + k * N, r.begin() + k * N + want[k].size());
			std::sort(l.begin(), l.end());
			if (l != want[k])
				return false;
		}
		return true;
	};
	auto clear = [&] {
		CHECK(cudaMemset(many, 0, 8));
		CHECK(cudaMemset(o, 0, 8 * N));
	};
	job<int>(
		"drawn_places.each_draws", [&] { places_each<<<up(N, 256), 256>>>(dv, o, many, N); }, o, 2 * N, right,
		clear);
	job<int>(
		"drawn_places.like_lanes_agree", [&] { places_warp<<<up(N, 256), 256>>>(dv, o, many, N); }, o, 2 * N,
		right, clear);
}
static void tables(const std::vector<unsigned> &w)
{
	const int N = 120000, S = 3000;
	std::vector<unsigned> key(N), amount(w.begin(), w.begin() + N), sum(40000), want(N), beads(S);
	std::vector<int> string(N);
	for (int i = 0; i < N; i++) {
		key[i] = 1 + w[i + 3] % 35000;
		sum[key[i]] += amount[i];
		string[i] = w[i + 1] % S;
		beads[string[i]] += amount[i] * 3 + 1;
	}
	for (int i = 0; i < N; i++)
		want[i] = sum[key[i]];
	unsigned *dk = upload(key), *da = upload(amount), *table = dev<unsigned>(2 * SIZE), *o = dev<unsigned>(N);
	job<unsigned>(
		"pantry.put_then_look",
		[&] {
			pantry_insert<<<up(N, 192), 192>>>(dk, da, table, table + SIZE, N);
			pantry_look<<<up(N, 192), 192>>>(dk, table, table + SIZE, o, N);
		},
		o, N, same(want), [&] { CHECK(cudaMemset(table, 0, 8 * SIZE)); });
	int *ds = upload(string), *head = dev<int>(S), *next = dev<int>(N);
	job<unsigned>(
		"strings_of_beads.exchange_then_walk",
		[&] {
			thread_beads<<<up(N, 256), 256>>>(ds, head, next, N);
			sum_beads<<<up(S, 64), 64>>>(head, next, da, o, S);
		},
		o, S, same(beads), [&] { CHECK(cudaMemset(head, 255, 4 * S)); });
	const int HOOKS = 100, B = 60, VISITS = 12;
	std::vector<int> pile(HOOKS + 1);
	for (int k = 1; k < HOOKS; k++)
		pile[k] = k + 1;
	int *dp = upload(pile), *np = dev<int>(HOOKS + 1);
	u64 *top = dev<u64>(1);
	unsigned *worn = dev<unsigned>(HOOKS + 1);
	job<unsigned>(
		"cloakroom.hooks_from_a_pile", [&] { cloakroom<<<B, 128>>>(top, np, worn, VISITS); }, worn, HOOKS + 1,
		[=](const std::vector<unsigned> &v) {
			unsigned s = 0;
			for (unsigned x : v)
				s += x;
			return s == B * 4 * VISITS && v[0] == 0;
		},
		[&] {
			u64 one = 1;
			CHECK(cudaMemcpy(top, &one, 8, cudaMemcpyHostToDevice));
			CHECK(cudaMemcpy(np, dp, 4 * (HOOKS + 1), cudaMemcpyDeviceToDevice));
			CHECK(cudaMemset(worn, 0, 4 * (HOOKS + 1)));
		});
	std::vector<unsigned short> most(1024);
	for (int i = 0; i < N; i++)
		most[w[i] & 1023] = std::max(most[w[i] & 1023], (unsigned short)(w[i] >> 12));
	unsigned short *oh = dev<unsigned short>(1024);
	job<unsigned short>(
		"short_maxima.sixteen_bits_swapped", [&] { short_locks<<<up(N, 256), 256>>>(da, oh, N); }, oh, 1024,
		same(most), [&] { CHECK(cudaMemset(oh, 0, 2048)); });
}
void rows()
{
	std::vector<unsigned> w = words(400000);
	sums(w);
	places(w);
	tables(w);
}
