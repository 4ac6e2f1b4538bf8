// Rare things: kinds of atomics, one long list among short ones, long code without loops, constants and parameters that
// nobody has read yet, virtual calls, recursion whose lanes part.
#include "probe.h"
#include <string>
#define I int i = blockIdx.x * blockDim.x + threadIdx.x
template <int KIND> __global__ void kinds(int *p, int places)
{ // every thread, one atomic at one of few places
	I;
	int *q = p + (places > 1 ? threadIdx.x % places * 8 : 0);
	if (KIND == 0)
		atomicAdd(q, i);
	if (KIND == 1)
		atomicInc((unsigned *)q, 16);
	if (KIND == 2)
		atomicDec((unsigned *)q, 136);
	if (KIND == 3)
		atomicMax(q, i);
	if (KIND == 4)
		atomicAnd(q, i);
	if (KIND == 5)
		atomicXor(q, i);
	if (KIND == 6)
		atomicCAS(q, i - 1, i);
	if (KIND == 7)
		atomicExch(q, i);
	if (KIND == 8)
		p[1024 + i] = atomicInc((unsigned *)q, 1000000);
	if (KIND == 9)
		p[1024 + i] = atomicExch(q, i);
	if (KIND == 10)
		p[1024 + i] = atomicCAS(q, i - 1, i);
}
template <bool LOOK> __global__ void list_thread(const int *first, const int *who, const int *age, int *out, int n)
{
	I;
	if (i >= n)
		return;
	int sum = 0;
	for (int e = first[i]; e < first[i + 1]; e++)
		sum += LOOK ? age[who[e]] : who[e];
	out[i] = sum;
}
template <bool LOOK> __global__ void list_warp(const int *first, const int *who, const int *age, int *out, int n)
{
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	int sum = 0;
	for (int e = first[i] + lane; e < first[i + 1]; e += 32)
		sum += LOOK ? age[who[e]] : who[e];
	sum = __reduce_add_sync(~0u, sum);
	if (lane == 0)
		out[i] = sum;
}
template <int N> __global__ void straight(float *o, float a, float b)
{ // N multiplications and sums, a chain, in a row
	I;
	float x = i;
#pragma unroll
	for (int k = 0; k < N; k++)
		x = x * a + b;
	o[i] = x;
}
template <int N> __global__ void wide(float *o, float a, float b)
{ // eight chains: fetching is all that holds them up
	I;
	float x[8];
	for (int k = 0; k < 8; k++)
		x[k] = i + k;
#pragma unroll
	for (int k = 0; k < N; k++)
		x[k % 8] = x[k % 8] * a + b;
	float s = 0;
	for (int k = 0; k < 8; k++)
		s += x[k];
	o[i] = s;
}
template <int N> __global__ void turns(float *o, float a, float b, int n)
{ // a loop whose body is long
	I;
	float x[8];
	for (int k = 0; k < 8; k++)
		x[k] = i + k;
#pragma unroll 1
	for (int t = 0; t < n; t++) {
#pragma unroll
		for (int k = 0; k < N; k++)
			x[k % 8] = x[k % 8] * a + b;
	}
	float s = 0;
	for (int k = 0; k < 8; k++)
		s += x[k];
	o[i] = s;
}
__constant__ float table[15000];
template <int N> __global__ void constants(float *o)
{
	I;
	float x = i;
#pragma unroll 1
	for (int k = 0; k < N; k++)
		x = x * 0.5f + table[k];
	o[i] = x;
}
template <int N> __global__ void constants_unrolled(float *o)
{
	I;
	float x = i;
#pragma unroll
	for (int k = 0; k < N; k++)
		x = x * 0.5f + table[k];
	o[i] = x;
}
template <int N> struct many {
	float v[N];
};
template <int N> __global__ void parameters(const __grid_constant__ many<N> p, float *o)
{
	I;
	float x = i;
#pragma unroll 1
	for (int k = 0; k < N; k++)
		x = x * 0.5f + p.v[k];
	o[i] = x;
}
template <int N> __global__ void parameters_unrolled(const __grid_constant__ many<N> p, float *o)
{
	I;
	float x = i;
#pragma unroll
	for (int k = 0; k < N; k++)
		x = x * 0.5f + p.v[k];
	o[i] = x;
}
template <int N> __global__ void parameters_by_lane(const __grid_constant__ many<N> p, float *o, int step)
{
	I;
	float x = i;
	for (int k = 0; k < 8; k++)
		x = x * 0.5f + p.v[(i * step + k * 37) % N];
	o[i] = x;
}
struct thing {
	__device__ virtual float at(float x) const = 0;
	float a, b;
};
template <int K> struct kind : thing {
	__device__ float at(float x) const override
	{
		return K & 1 ? x * this->a + this->b + K : x * this->b - this->a * K;
	}
};
__global__ void make_things(thing **t, int n, int kinds)
{
	for (int k = 0; k < n; k++) {
		switch (k % kinds) {
		case 0: t[k] = new kind<0>; break;
		case 1: t[k] = new kind<1>; break;
		case 2: t[k] = new kind<2>; break;
		default: t[k] = new kind<3>; break;
		}
		t[k]->a = k * 0.01f;
		t[k]->b = 0.5f;
	}
}
__global__ void ask_things(thing *const *t, float *o, int n, int step)
{
	I;
	float x = i;
	for (int k = 0; k < n; k++)
		x += t[(k + i * step) % n]->at(x);
	o[i] = x;
}
typedef float (*function)(float, float);
template <int K> __device__ float answer(float x, float a)
{
	return K & 1 ? x * a + K : x - a * K;
}
__device__ function functions[4] = { answer<0>, answer<1>, answer<2>, answer<3> };
__global__ void ask_functions(const int *which, float *o, int n, int step)
{
	I;
	float x = i;
	for (int k = 0; k < n; k++)
		x += functions[which[(k + i * step) % n]](x, 0.5f);
	o[i] = x;
}
__device__ __noinline__ int tree(unsigned seed, int depth)
{ // visits a tree whose shape the seed says
	if (depth == 0 || (seed >> 8 & 3) == 0)
		return seed & 7;
	int s = tree(seed * 1664525u + 1013904223u, depth - 1);
	if (seed >> 10 & 1)
		s += tree(seed * 22695477u + 1u, depth - 1);
	return s + depth;
}
__global__ void trees(int *o, int depth, int same)
{
	I;
	o[i] = tree((same ? 12345u : i * 2654435761u) | 0x100u, depth);
}
__device__ __noinline__ int countdown(int n)
{
	if (n <= 0)
		return 1;
	return countdown(n - 1) * 3 + n;
}
__global__ void countdowns(int *o, int n, int apart)
{
	I;
	o[i] = countdown(n + (apart ? i % 32 : 0));
}
template <int K> static void kind_rows(int *p, const char *name)
{
	for (int places : { 1, 8, 64 })
		row((std::string("kinds.") + name + "." + std::to_string(places)).c_str(),
			[&] { kinds<K><<<64, 256>>>(p, places); });
}
template <int N> static void code_rows(float *o)
{
	std::string n = std::to_string(N);
	row(("code.chain.one_warp." + n).c_str(), [&] { straight<N><<<132, 32>>>(o, 0.5f, 1); });
	row(("code.wide.one_warp." + n).c_str(), [&] { wide<N><<<132, 32>>>(o, 0.5f, 1); });
	row(("code.wide.sixteen_warps." + n).c_str(), [&] { wide<N><<<132, 512>>>(o, 0.5f, 1); });
	row(("code.turns.one_warp." + n).c_str(), [&] { turns<N><<<132, 32>>>(o, 0.5f, 1, 64000 / N); });
	row(("code.turns.sixteen_warps." + n).c_str(), [&] { turns<N><<<132, 512>>>(o, 0.5f, 1, 64000 / N); });
}
template <int N> static void constant_rows(float *o)
{
	std::string n = std::to_string(N);
	many<N> p = {};
	for (int w : { 1, 8 }) {
		std::string s = std::to_string(w) + "." + n;
		row(("constants.loop." + s).c_str(), [&] { constants<N><<<132, 32 * w>>>(o); });
		row(("constants.unrolled." + s).c_str(), [&] { constants_unrolled<N><<<132, 32 * w>>>(o); });
		row(("parameters.loop." + s).c_str(), [&] { parameters<N><<<132, 32 * w>>>(p, o); });
		row(("parameters.unrolled." + s).c_str(), [&] { parameters_unrolled<N><<<132, 32 * w>>>(p, o); });
		row(("parameters.by_lane." + s).c_str(), [&] { parameters_by_lane<N><<<132, 32 * w>>>(p, o, 1); });
		row(("parameters.by_eights." + s).c_str(), [&] { parameters_by_lane<N><<<132, 32 * w>>>(p, o, 5); });
	}
}
static void list_rows()
{
	std::vector<unsigned> w = words(400000);
	for (int n : { 1, 4000 })
		for (int table : { 1024, 16384, 262144 }) {
			std::vector<int> first(n + 1), who, age(table, 3);
			for (int i = 0; i < n; i++)
				first[i + 1] = first[i] + (i == n / 3 ? 20000 : w[i] % 30);
			for (int e = 0; e < first[n]; e++)
				who.push_back(w[e] % table);
			int *f = upload(first), *h = upload(who), *a = upload(age), *o = dev<int>(n);
			std::string s = std::to_string(n) + "." + std::to_string(table);
			row(("lists.thread." + s).c_str(),
				[&] { list_thread<true><<<(n + 127) / 128, 128>>>(f, h, a, o, n); });
			row(("lists.warp." + s).c_str(), [&] { list_warp<true><<<(n + 3) / 4, 128>>>(f, h, a, o, n); });
			if (table == 1024) {
				row(("lists.thread_sums." + std::to_string(n)).c_str(),
					[&] { list_thread<false><<<(n + 127) / 128, 128>>>(f, h, a, o, n); });
				row(("lists.warp_sums." + std::to_string(n)).c_str(),
					[&] { list_warp<false><<<(n + 3) / 4, 128>>>(f, h, a, o, n); });
			}
		}
}
static void call_rows(float *o)
{
	const int N = 64;
	for (int k : { 1, 2, 4 }) {
		thing **t = dev<thing *>(N);
		make_things<<<1, 1>>>(t, N, k);
		std::vector<int> which(N);
		for (int i = 0; i < N; i++)
			which[i] = i % k;
		int *d = upload(which);
		for (int warps : { 1, 8 })
			for (int step : { 0, 1, 4 }) {
				std::string s =
					std::to_string(k) + "." + std::to_string(warps) + "." + std::to_string(step);
				row(("calls.virtual." + s).c_str(),
					[&] { ask_things<<<132, 32 * warps>>>(t, o, N, step); });
				row(("calls.function." + s).c_str(),
					[&] { ask_functions<<<132, 32 * warps>>>(d, o, N, step); });
			}
	}
}
void rows()
{
	int *p = dev<int>(1 << 20);
	float *o = (float *)p;
	kind_rows<0>(p, "add");
	kind_rows<1>(p, "inc");
	kind_rows<2>(p, "dec");
	kind_rows<3>(p, "max");
	kind_rows<4>(p, "and");
	kind_rows<5>(p, "xor");
	kind_rows<6>(p, "cas");
	kind_rows<7>(p, "exch");
	kind_rows<8>(p, "inc_used");
	kind_rows<9>(p, "exch_used");
	kind_rows<10>(p, "cas_used");
	list_rows();
	code_rows<400>(o);
	code_rows<1600>(o);
	code_rows<3200>(o);
	code_rows<6400>(o);
	code_rows<12800>(o);
	constant_rows<64>(o);
	constant_rows<256>(o);
	constant_rows<1000>(o);
	call_rows(o);
	for (int warps : { 1, 8 })
		for (int depth : { 6, 12 })
			for (int same : { 0, 1 })
				row(("trees." + std::to_string(warps) + "." + std::to_string(depth) +
					    (same ? ".alike" : ".apart"))
						.c_str(),
					[&] { trees<<<132, 32 * warps>>>(p, depth, same); });
	for (int warps : { 1, 8 })
		for (int n : { 8, 32 })
			for (int apart : { 0, 1 })
				row(("countdown." + std::to_string(warps) + "." + std::to_string(n) +
					    (apart ? ".apart" : ".alike"))
						.c_str(),
					[&] { countdowns<<<132, 32 * warps>>>(p, n, apart); });
}
