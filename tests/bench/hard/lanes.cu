// lanes: atomics of a warp's lanes at words that ptxas does not know to be one: how many lanes want a word, whether the word moves from turn to turn, and whether each warp has words of its own
#include "probe.h"
enum { ADD, MIN, EXCH, CAS };
static const char *const names[] = { "add", "min", "exch", "cas" };
template <class T, int OP, bool ASKS> __global__ void lanes(T *out, const int *at, int turns, int step)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	T *p = out + at[i], v = (T)(i + 1), x = 0, old = 0;
#pragma unroll 1
	for (int t = 0; t < turns; t++) {
		T w = v + t * 77;
		if constexpr (OP == ADD)
			old = atomicAdd(p, w);
		if constexpr (OP == MIN)
			old = atomicMin(p, w);
		if constexpr (OP == EXCH)
			old = atomicExch(p, w);
		if constexpr (OP == CAS)
			old = atomicCAS(p, w, v);
		if (ASKS)
			x += old;
		p += step;
	}
	if (ASKS && x == (T)123456789)
		*out = x;
}
template <class T, int OP, bool ASKS> void one(const char *type, T *out)
{
	static const int grids[][2] = { { 1, 32 }, { 22, 64 }, { 132, 64 }, { 132, 256 } };
	static int *at;
	if (!at)
		CHECK(cudaMalloc(&at, 132 * 256 * 4));
	for (auto &g : grids)
		for (int words : { 1, 4, 32 })
			for (int own : { 0, 1 })
				for (int step : { 0, 8, 1024 }) {
					if ((own && step == 8) || (own && words == 4 && step))
						continue;
					char name[80];
					snprintf(name, sizeof name, "lanes.%s.%s.%s.w%d.own%d.s%d.%dx%d", type, names[OP], ASKS ? "asks" : "red", words, own, step, g[0], g[1]);
					row(name, [&] { lanes<T, OP, ASKS><<<g[0], g[1]>>>(out, at, 32, step); }, [&, words, own] {
						std::vector<int> h(132 * 256);
						for (int i = 0; i < 132 * 256; i++)
							h[i] = (own ? i / 32 * 64 : 0) + i % words;
						CHECK(cudaMemcpy(at, h.data(), h.size() * 4, cudaMemcpyHostToDevice));
						CHECK(cudaMemset(out, 0, 4 << 20));
					});
				}
}
void rows()
{
	void *out;
	CHECK(cudaMalloc(&out, 4 << 20));
	one<unsigned, ADD, false>("int", (unsigned *)out);
	one<unsigned, ADD, true>("int", (unsigned *)out);
	one<unsigned, MIN, false>("int", (unsigned *)out);
	one<unsigned, EXCH, true>("int", (unsigned *)out);
	one<unsigned, CAS, true>("int", (unsigned *)out);
	one<float, ADD, false>("float", (float *)out);
	one<unsigned long long, ADD, false>("wide", (unsigned long long *)out);
	one<double, ADD, false>("double", (double *)out);
}
