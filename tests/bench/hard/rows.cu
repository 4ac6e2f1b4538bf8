// Rows of local memory: which lanes store to which row, which load from which, and how many warps a multiprocessor has.
// A row is one line: a word of each lane.
#include "probe.h"
#include <string>
struct Plan {
	signed char store[32], load[32];
};
template <class T> __global__ void plan(int *o, Plan p, int turns, int zero)
{
	int lane = threadIdx.x % 32, v = lane & 7;
	T s[128 / sizeof(T)];
	for (int k = 0; k < 128 / sizeof(T); k++)
		s[k] = (T)(k * zero);
	int to = p.store[lane], from = p.load[lane];
#pragma unroll 1
	for (int t = 0; t < turns; t++) {
		int z = v & zero;
		if (to >= 0)
			s[to + z] = (T)t;
		v = s[from + z];
	}
	o[blockIdx.x * blockDim.x + threadIdx.x] = v + s[(lane + zero) & 31];
}
static int *o;
typedef std::function<int(int)> Who;
template <class T> static void four(const std::string &name, Who store, Who load)
{
	Plan p;
	for (int k = 0; k < 32; k++)
		p.store[k] = store(k), p.load[k] = load(k);
	for (int w : { 1, 2, 4, 8 })
		row(("rows." + name + ".w" + std::to_string(w)).c_str(),
			[=] { plan<T><<<132, w * 32>>>(o, p, 1000, 0); });
}
void rows()
{
	CHECK(cudaMalloc(&o, 1 << 20));
	auto all = [](int r) { return [=](int) { return r; }; };
	auto mod = [](int k, int at) { return [=](int l) { return l % k + at; }; };
	auto part = [](int n, int a, int b) { return [=](int l) { return l < n ? a : b; }; };
	auto every = [](int k, int a, int b) { return [=](int l) { return l % k == 0 ? a : b; }; };
	four<int>("none_0", all(-1), all(0));
	for (int k : { 2, 4, 8, 16 })
		four<int>("none_mod" + std::to_string(k), all(-1), mod(k, 0));
	four<int>("1_0", all(1), all(0));
	four<int>("0_0", all(0), all(0));
	for (int n : { 1, 4, 8, 12, 16, 24 }) {
		four<int>("part0." + std::to_string(n), part(n, 0, -1), all(0));
		four<int>("part1." + std::to_string(n), part(n, 1, -1), all(0));
		four<int>("split01." + std::to_string(n), part(n, 0, 1), all(0));
		four<int>("split12." + std::to_string(n), part(n, 1, 2), all(0));
	}
	for (int k : { 2, 4, 8 }) {
		four<int>("every0." + std::to_string(k), every(k, 0, -1), all(0));
		four<int>("every1." + std::to_string(k), every(k, 1, -1), all(0));
		four<int>("every01." + std::to_string(k), every(k, 0, 1), all(0));
		four<int>("every10." + std::to_string(k), every(k, 1, 0), all(0));
		four<int>("every12." + std::to_string(k), every(k, 1, 2), all(0));
	}
	for (int k : { 2, 3, 4, 6, 8, 16 }) {
		std::string s = std::to_string(k);
		four<int>("next." + s, mod(k, 1), mod(k, 0));
		four<int>("apart." + s, mod(k, 40 - 24), mod(k, 0));
		four<int>("stores_apart." + s, mod(k, 1), all(0));
		four<int>("stores." + s, mod(k, 0), all(0));
		four<int>("loads." + s, all(0), mod(k, 0));
		four<int>("loads_apart." + s, all(20), mod(k, 0));
		four<int>("same." + s, mod(k, 0), mod(k, 0));
	}
	four<unsigned char>("byte.1_0", all(1), all(0));
	four<unsigned char>("byte.0_0", all(0), all(0));
	four<unsigned char>("byte.4_0", all(4), all(0));
	four<unsigned char>("byte.every14.4", every(4, 4, 1), all(0));
	four<unsigned char>("byte.every14.2", every(2, 4, 1), all(0));
	four<unsigned char>("byte.every04.2", every(2, 4, 0), all(0));
	four<unsigned char>("byte.part1.16", part(16, 1, -1), all(0));
	four<unsigned char>("byte.part14.16", part(16, 1, 4), all(0));
	four<unsigned char>("byte.every48.2", every(2, 4, 8), all(0));
}
