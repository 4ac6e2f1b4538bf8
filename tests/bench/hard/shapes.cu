// shapes: what no set has: code larger than the instruction caches, lines that all blocks walk through in step, chains
// of votes and reductions, bins and stacks in local memory, words of one sector that lanes change by compare-and-swap,
// halves, functions of doubles, calls through pointers, one lane a warp, fences, a chain through shared memory, records
// of odd sizes.
#include "probe.h"
#include <cuda_fp16.h>
static int *out_i;
static float *out_f;

// --- code: one loop whose body is N instructions of straight code (two chains), so 16 N bytes
template <int N> __global__ void code(int *out, int turns, int m)
{
	int x = threadIdx.x + m, y = blockIdx.x + m;
#pragma unroll 1
	for (int t = 0; t < turns; t++) {
#pragma unroll
		for (int k = 0; k < N / 2; k++) {
			x = x * m + (k * 77 + 13);
			y = (y ^ x) + k * 31;
		}
	}
	if (x == 123456789 && y == 1)
		*out = x;
}
template <int N> void code_rows()
{
	for (int warps : { 1, 8 })
		for (int grid : { 1, 132 }) {
			row(nm("code.%d.%dx%d", N, grid, warps * 32),
				[=] { code<N><<<grid, warps * 32>>>(out_i, 65536 / N, 3); });
		}
}

// --- walk: all blocks go through the same lines in step; each thread a row of its own (OWN: lanes a line apart), or
// all lanes one word
template <bool LANES, int WORK> __global__ void walk(const float *a, float *out, int n, int stride)
{
	float s = 0, w = threadIdx.x * 0.001f;
	int lane = LANES ? threadIdx.x % 32 * stride : 0;
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		s += a[lane + k * (LANES ? 1 : stride)];
#pragma unroll
		for (int j = 0; j < WORK; j++)
			w = w * 0.999f + s;
	}
	if (s + w == 123.25f)
		*out = s;
}
// the address hangs on what was loaded
__global__ void walk_chain(const int *next, int *out, int n)
{
	int p = threadIdx.x % 32;
#pragma unroll 1
	for (int k = 0; k < n; k++)
		p = next[p];
	if (p == 123456789)
		*out = p;
}
// several tables side by side: each turn one line of each of T tables
template <int T> __global__ void walk_tables(const float *a, float *out, int n, int size)
{
	float s = 0;
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		float v = 1;
#pragma unroll
		for (int t = 0; t < T; t++)
			v *= a[t * size + k * 32 + threadIdx.x % 32];
		s += sqrtf(v + s * s);
	}
	if (s == 123.25f)
		*out = s;
}

// --- votes: chains of warp operations
enum { REDUX, BALLOT, MATCH, SHFL, ANY, REDUX_SHFL, SHFL_TREE, SYNCWARP };
template <int OP> __global__ void votes(unsigned *out, int n)
{
	unsigned x = threadIdx.x * 2654435761u >> 7, lane = threadIdx.x % 32;
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		if constexpr (OP == REDUX)
			x = __reduce_min_sync(~0u, x ^ lane) + lane;
		if constexpr (OP == BALLOT)
			x += __ballot_sync(~0u, x & 1);
		if constexpr (OP == MATCH)
			x += __match_any_sync(~0u, x & 7);
		if constexpr (OP == SHFL)
			x = __shfl_sync(~0u, x, x & 31) + 1;
		if constexpr (OP == ANY)
			x += __any_sync(~0u, x & 4) ? 3 : 5;
		if constexpr (OP == REDUX_SHFL) {
			unsigned least = __reduce_min_sync(~0u, x);
			int who = __ffs(__ballot_sync(~0u, x == least)) - 1;
			x = x + (__shfl_sync(~0u, x, (who + 1) & 31) & 3);
		}
		if constexpr (OP == SHFL_TREE)
			for (int d = 16; d; d >>= 1)
				x = min(x + d, __shfl_xor_sync(~0u, x, d));
		if constexpr (OP == SYNCWARP) {
			__syncwarp();
			x = x * 3 + 1;
		}
	}
	if (x == 123456789)
		*out = x;
}

// --- bins: an array of a thread in local memory, whose index comes from the data
template <class T, int N> __global__ void bins(const unsigned *a, unsigned *out, int n, int apart)
{
	T h[N];
	for (int i = 0; i < N; i++)
		h[i] = 0;
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = a[i & 65535];
	if (!apart)
		x = 12345;
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		x = x * 1664525 + 1013904223;
		h[x >> 8 & (N - 1)]++;
	}
	unsigned s = 0;
	for (int i = 0; i < N; i++)
		s = s * 3 + h[i];
	out[i] = s;
}
// a stack that each thread pushes and pops (a walk of a tree)
template <class T> __global__ void stack(const unsigned *a, unsigned *out, int n, int apart)
{
	T st[64];
	int top = 0;
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = apart ? a[i & 65535] : 12345, s = 0;
	st[top++] = (T)x;
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		x = x * 1664525 + 1013904223;
		if (top && (x >> 31 || top > 61))
			s += st[--top];
		else
			st[top++] = (T)(x >> 16);
	}
	out[i] = s + top;
}

// --- swaps: a loop of compare-and-swap at WORDS words of one sector or of lines of their own
template <class T> __global__ void swaps(T *p, int words, int apart, int n)
{
	int w = threadIdx.x % words * apart;
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		T old = p[w], seen;
		do {
			seen = old;
			old = atomicCAS(p + w, seen, (T)(seen * 3 + 1));
		} while (old != seen);
	}
}
__global__ void sums_double(double *p, int words, int apart, int n)
{
#pragma unroll 1
	for (int k = 0; k < n; k++)
		atomicAdd(p + (threadIdx.x + k) % words * apart, 1.5);
}

// --- functions of doubles and halves
enum { SIN, EXP, LOG, POW, DIV, SQRT, ERF, TANH, CBRT, HYPOT };
static const char *const functions[] = { "sin", "exp", "log", "pow", "div", "sqrt", "erf", "tanh", "cbrt", "hypot" };
template <class T, int F> __global__ void function(T *out, int n, T a)
{
	T x = (threadIdx.x + 1) * (T)0.01;
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		if constexpr (F == SIN)
			x = sin(x) + a;
		if constexpr (F == EXP)
			x = exp(-x) + a;
		if constexpr (F == LOG)
			x = log(x) + a;
		if constexpr (F == POW)
			x = pow(x, a);
		if constexpr (F == DIV)
			x = a / x + a;
		if constexpr (F == SQRT)
			x = sqrt(x) + a;
		if constexpr (F == ERF)
			x = erf(x) + a;
		if constexpr (F == TANH)
			x = tanh(x) + a;
		if constexpr (F == CBRT)
			x = cbrt(x) + a;
		if constexpr (F == HYPOT)
			x = hypot(x, a);
	}
	if (x == (T)123)
		*out = x;
}
template <class T, int F> void function_rows(const char *type)
{
	row(nm("function.%s.%s.1", type, functions[F]), [] { function<T, F><<<1, 32>>>((T *)out_i, 256, (T)1.7); });
	row(nm("function.%s.%s.1056", type, functions[F]),
		[] { function<T, F><<<1056, 256>>>((T *)out_i, 64, (T)1.7); });
}
template <class T> void functions_of(const char *type)
{
	function_rows<T, SIN>(type);
	function_rows<T, EXP>(type);
	function_rows<T, LOG>(type);
	function_rows<T, POW>(type);
	function_rows<T, DIV>(type);
	function_rows<T, SQRT>(type);
	function_rows<T, ERF>(type);
	function_rows<T, TANH>(type);
	function_rows<T, CBRT>(type);
	function_rows<T, HYPOT>(type);
}
enum { HADD, HFMA2, HEXP, HDIV, HMIX };
template <int F> __global__ void halves(const __half2 *a, __half2 *out, int n)
{
	__half2 x = a[threadIdx.x], c = a[0];
	__half y = __low2half(x);
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		if constexpr (F == HADD)
			y = __hadd(y, __low2half(c));
		if constexpr (F == HFMA2)
			x = __hfma2(x, c, x);
		if constexpr (F == HEXP)
			x = h2exp(x);
		if constexpr (F == HDIV)
			x = __h2div(c, x);
		if constexpr (F == HMIX)
			y = __float2half(__half2float(y) * 0.5f + 0.25f);
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = __hadd2(x, __half2half2(y));
}

// --- calls through a pointer, and a switch of 16 cases of which lanes take different ones
typedef float (*step_t)(float, float);
__device__ __noinline__ float s0(float x, float y)
{
	return x * y + 1;
}
__device__ __noinline__ float s1(float x, float y)
{
	return x - y * 0.5f;
}
__device__ __noinline__ float s2(float x, float y)
{
	return fabsf(x) + y;
}
__device__ __noinline__ float s3(float x, float y)
{
	return x * 0.25f + y * y;
}
__device__ step_t steps[4] = { s0, s1, s2, s3 };
__global__ void pointers(float *out, int n, int ways)
{
	float x = threadIdx.x, y = 0.5f;
#pragma unroll 1
	for (int k = 0; k < n; k++)
		x = steps[(k + threadIdx.x % ways) & 3](x, y);
	out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
__global__ void cases(const unsigned char *program, float *out, int n, int ways)
{
	float x = threadIdx.x, y = 0.5f;
	unsigned at = threadIdx.x % ways;
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		switch (program[(at * 64 + k) & 2047]) {
		case 0: x += y; break;
		case 1: x -= y * 3; break;
		case 2: x *= 0.75f; break;
		case 3: y = sqrtf(fabsf(x)); break;
		case 4: x = y / (x * x + 1); break;
		case 5: y = fminf(x, y); break;
		case 6: y = __sinf(x); break;
		case 7: x = x * x - y; break;
		case 8: {
			float t = x;
			x = y;
			y = t;
			break;
		}
		case 9: x = floorf(x); break;
		case 10: y += 1.5f; break;
		case 11: x = __expf(-fabsf(x)); break;
		case 12: y = x > y ? x : -y; break;
		case 13: x = rsqrtf(x * x + 1); break;
		case 14: y = y * 0.5f + x; break;
		default: x = -x; break;
		}
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = x + y;
}

// --- lone: one lane of each warp works
__global__ void lone(const int *next, int *out, int n, int mask)
{
	if (threadIdx.x % 32)
		return;
	int p = (blockIdx.x * blockDim.x + threadIdx.x) * 977 & mask;
#pragma unroll 1
	for (int k = 0; k < n; k++)
		p = next[p] & mask;
	if (p == 123456789)
		*out = p;
}

// --- fences: each warp stores and fences
__global__ void fences(int *p, int n, int wide)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		p[(i * (wide ? 32 : 1) + k * 8192) & 0xfffff] = k;
		__threadfence();
	}
}

// --- shared: a chain through shared memory
__global__ void shared_chain(int *out, int n, int conflict)
{
	__shared__ int s[8][1024];
	int w = threadIdx.x / 32, lane = threadIdx.x % 32;
	for (int i = lane; i < 1024; i += 32)
		s[w][i] = (i * 33 + 32 * 7) & 1023;
	__syncwarp();
	int p = lane * conflict & 1023;
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		p = s[w][p];
		s[w][lane] = p;
		__syncwarp();
		p = (s[w][(lane + 1) & 31] + lane * conflict) & 1023;
	}
	if (p == 123456789)
		*out = p;
}
template <class T> __global__ void shared_bins(const unsigned *a, unsigned *out, int n)
{
	extern __shared__ unsigned char raw[];
	T *h = (T *)raw; // a column for each thread: h[bin][thread]
	for (int i = 0; i < 64; i++)
		h[i * blockDim.x + threadIdx.x] = 0;
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = a[i & 65535];
#pragma unroll 1
	for (int k = 0; k < n; k++) {
		x = x * 1664525 + 1013904223;
		h[(x >> 26) * blockDim.x + threadIdx.x]++;
	}
	unsigned s = 0;
	for (int i = 0; i < 64; i++)
		s = s * 3 + h[i * blockDim.x + threadIdx.x];
	out[i] = s;
}

// --- records of odd sizes, one a thread
template <int WORDS> struct record {
	float v[WORDS];
};
template <int WORDS> __global__ void records(const record<WORDS> *in, record<WORDS> *out, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		record<WORDS> r = in[i];
		for (int k = 0; k < WORDS; k++)
			r.v[k] = r.v[k] * 2 + r.v[(k + 1) % WORDS];
		out[i] = r;
	}
}
// --- in place: each thread goes through a part of its own, reading what its neighbours wrote long before, and stores
// (a chunk a thread)
template <class T> __global__ void chunks(T *a, int each)
{
	T *p = a + (size_t)(blockIdx.x * blockDim.x + threadIdx.x) * each, s = 0;
#pragma unroll 1
	for (int k = 0; k < each; k++) {
		s = s * 3 + p[k];
		p[k] = s;
	}
}

// --- lines: each lane its own chain, `lines` different lines a load, all in the L2 (a table of 4 MB that was just
// read), past the L1 or not
template <bool PAST> __global__ void far_lines(const int *next, int *out, int n, int lines, int seed)
{
	int p = (threadIdx.x % 32 % lines * 7919 + threadIdx.x / 32 * 104729 + blockIdx.x * 1299709 + seed) * 32 &
		0xfffff;
#pragma unroll 1
	for (int k = 0; k < n; k++)
		p = PAST ? __ldcg(next + p) : next[p];
	if (p == 123456789)
		*out = p;
}
__global__ void jumps(int *next)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 1 << 20; i += gridDim.x * blockDim.x)
		next[i] = (i * 1664525 + 1013904223) & 0xfffe0;
}
void rows()
{
	out_i = dev<int>(4 << 20);
	out_f = (float *)out_i;
	code_rows<256>();
	code_rows<1024>();
	code_rows<2048>();
	code_rows<4096>();
	code_rows<8192>();
	code_rows<16384>();

	auto w = words(1 << 20);
	float *a = upload(fractions(w));
	unsigned *u = upload(w);
	for (int grid : { 1, 33, 132, 528, 1056 }) {
		row(nm("walk.word.far.%d", grid), [=] { walk<false, 1><<<grid, 128>>>(a, out_f, 256, 1024); });
		row(nm("walk.word.work.%d", grid), [=] { walk<false, 40><<<grid, 128>>>(a, out_f, 256, 1024); });
		row(nm("walk.lanes.rows.%d", grid), [=] { walk<true, 1><<<grid, 128>>>(a, out_f, 512, 32768); });
		row(nm("walk.tables1.%d", grid), [=] { walk_tables<1><<<grid, 128>>>(a, out_f, 1024, 32768); });
		row(nm("walk.tables8.%d", grid), [=] { walk_tables<8><<<grid, 128>>>(a, out_f, 1024, 32768); });
	}
	std::vector<int> v(1 << 20);
	for (int i = 0; i < 1 << 20; i++)
		v[i] = (i + 32) & ((1 << 20) - 1);
	int *next = upload(v);
	for (int grid : { 1, 132, 1056 })
		row(nm("walk.chain.%d", grid), [=] { walk_chain<<<grid, 128>>>(next, out_i, 512); });

	int *hops = dev<int>(1 << 20);
	for (int lines : { 1, 2, 4, 8, 16, 32 })
		for (int grid : { 1, 132 })
			row(nm("lines.l2.%d.%d", lines, grid), [=] {
				jumps<<<132, 256>>>(hops);
				far_lines<true><<<grid, 32>>>(hops, out_i, 256, lines, 0);
			});
	row("lines.none", [=] {
		jumps<<<132, 256>>>(hops);
		far_lines<true><<<1, 32>>>(hops, out_i, 0, 1, 0);
	});

	for (int warps : { 1, 8 }) {
		unsigned *o = (unsigned *)out_i;
		int t = warps * 32, n = 2048;
		row(nm("votes.redux.%d", warps), [=] { votes<REDUX><<<132, t>>>(o, n); });
		row(nm("votes.ballot.%d", warps), [=] { votes<BALLOT><<<132, t>>>(o, n); });
		row(nm("votes.match.%d", warps), [=] {
			votes < MATCH
			> <<<132, t>>>(o, n / 4);
		});
		row(nm("votes.shfl.%d", warps), [=] {
			votes < SHFL
			> <<<132, t>>>(o, n);
		});
		row(nm("votes.any.%d", warps), [=] { votes<ANY><<<132, t>>>(o, n); });
		row(nm("votes.redux_shfl.%d", warps), [=] { votes<REDUX_SHFL><<<132, t>>>(o, n); });
		row(nm("votes.shfl_tree.%d", warps), [=] { votes<SHFL_TREE><<<132, t>>>(o, n); });
		row(nm("votes.syncwarp.%d", warps), [=] { votes<SYNCWARP><<<132, t>>>(o, n); });
	}
	for (int grid : { 1, 132, 528 })
		for (int apart : { 0, 1 }) {
			row(nm("bins.byte.64.%d.%d", apart, grid),
				[=] { bins<unsigned char, 64><<<grid, 128>>>(u, (unsigned *)out_i, 512, apart); });
			row(nm("bins.byte.256.%d.%d", apart, grid),
				[=] { bins<unsigned char, 256><<<grid, 128>>>(u, (unsigned *)out_i, 512, apart); });
			row(nm("bins.word.64.%d.%d", apart, grid),
				[=] { bins<unsigned, 64><<<grid, 128>>>(u, (unsigned *)out_i, 512, apart); });
			row(nm("stack.byte.%d.%d", apart, grid),
				[=] { stack<unsigned char><<<grid, 128>>>(u, (unsigned *)out_i, 512, apart); });
			row(nm("stack.word.%d.%d", apart, grid),
				[=] { stack<unsigned><<<grid, 128>>>(u, (unsigned *)out_i, 512, apart); });
		}
	for (int grid : { 1, 132 })
		for (int words : { 2, 8, 32 })
			for (int apart : { 1, 32 }) {
				auto zero = [=] { CHECK(cudaMemset(out_i, 0, 1 << 20)); };
				row(
					nm("swaps.int.w%d.a%d.%d", words, apart, grid),
					[=] { swaps<unsigned><<<grid, 64>>>((unsigned *)out_i, words, apart, 4); },
					zero);
				row(
					nm("swaps.wide.w%d.a%d.%d", words, apart, grid),
					[=] {
						swaps<unsigned long long>
							<<<grid, 64>>>((unsigned long long *)out_i, words, apart, 4);
					},
					zero);
				row(
					nm("sums.double.w%d.a%d.%d", words, apart, grid),
					[=] { sums_double<<<grid, 64>>>((double *)out_i, words, apart, 32); }, zero);
			}
	functions_of<double>("double");
	functions_of<float>("float");
	for (int grid : { 1, 1056 }) {
		__half2 *in = (__half2 *)a, *o = (__half2 *)out_i;
		row(nm("halves.add.%d", grid), [=] { halves<HADD><<<grid, 256>>>(in, o, 512); });
		row(nm("halves.fma2.%d", grid), [=] { halves<HFMA2><<<grid, 256>>>(in, o, 512); });
		row(nm("halves.exp.%d", grid), [=] { halves<HEXP><<<grid, 256>>>(in, o, 128); });
		row(nm("halves.div.%d", grid), [=] { halves<HDIV><<<grid, 256>>>(in, o, 128); });
		row(nm("halves.mix.%d", grid), [=] { halves<HMIX><<<grid, 256>>>(in, o, 512); });
	}
	std::vector<unsigned char> program(2048);
	for (int i = 0; i < 2048; i++)
		program[i] = w[i] & 15;
	unsigned char *pr = upload(program);
	for (int grid : { 1, 264 })
		for (int ways : { 1, 4, 32 }) {
			if (ways < 32)
				row(nm("pointers.%d.%d", ways, grid),
					[=] { pointers<<<grid, 128>>>(out_f, 256, ways); });
			row(nm("cases.%d.%d", ways, grid), [=] { cases<<<grid, 128>>>(pr, out_f, 256, ways); });
		}
	for (int mask : { 0xfff, 0xfffff })
		for (int grid : { 132, 1056 })
			row(nm("lone.%x.%d", mask, grid), [=] { lone<<<grid, 256>>>(next, out_i, 256, mask); });
	for (int wide : { 0, 1 })
		for (int grid : { 1, 132, 528 })
			row(nm("fences.%d.%d", wide, grid), [=] { fences<<<grid, 256>>>(out_i, 32, wide); });
	for (int conflict : { 1, 8, 32 })
		for (int grid : { 1, 264 })
			row(nm("shared.chain.%d.%d", conflict, grid),
				[=] { shared_chain<<<grid, 256>>>(out_i, 512, conflict); });
	CHECK(cudaFuncSetAttribute(
		shared_bins<unsigned short>, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 256 * 2));
	for (int grid : { 132, 528 }) {
		row(nm("shared.bins.byte.%d", grid),
			[=] { shared_bins<unsigned char><<<grid, 256, 64 * 256>>>(u, (unsigned *)out_i, 512); });
		row(nm("shared.bins.half.%d", grid),
			[=] { shared_bins<unsigned short><<<grid, 256, 64 * 256 * 2>>>(u, (unsigned *)out_i, 512); });
	}
	float *big = dev<float>(16 << 20);
	row("records.3", [=] { records<3><<<1056, 256>>>((record<3> *)big, (record<3> *)(big + (8 << 20)), 1 << 20); });
	row("records.5", [=] { records<5><<<1056, 256>>>((record<5> *)big, (record<5> *)(big + (8 << 20)), 1 << 20); });
	row("records.7", [=] { records<7><<<1056, 256>>>((record<7> *)big, (record<7> *)(big + (8 << 20)), 1 << 20); });
	row("records.12",
		[=] { records<12><<<1056, 256>>>((record<12> *)big, (record<12> *)(big + (8 << 20)), 1 << 19); });
	for (int each : { 16, 64, 256 }) {
		row(nm("chunks.int.%d", each), [=] { chunks<int><<<(1 << 20) / each / 128, 128>>>((int *)big, each); });
		row(nm("chunks.byte.%d", each),
			[=] { chunks<unsigned char><<<(1 << 20) / each / 128, 128>>>((unsigned char *)big, each); });
	}
}
