/* Products that go into sums: where PTX leaves it open, ptxas rounds the two once, and which ones it takes has its rules (engine/emulator/code/contract.c). Each
 * kernel here is a few instructions of inline PTX, so that no compiler before ptxas has a say; the host says which bits come of it. */
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include "check.h"

enum { N = 256 };

template <class T> static T F(T a, T b, T c) { return std::fma(a, b, c); }         /* one rounding */
template <class T> static T P(T a, T b) { volatile T y = a * b; return y; }        /* a product with a rounding of its own */
template <class T> static T S(T a, T b) { volatile T y = a + b; return y; }
template <class T> struct Case { const char *name; void (*kernel)(const T *, T *); void (*want)(T, T, T, T, T, T *); };

/* Of the inputs a to e the outputs %0, %1 and %2, which begin as c. m to l are for products. */
#define KERNEL(name, type, letter, text) \
	__global__ void name(const type *in, type *out) \
	{ \
		int t = blockIdx.x * blockDim.x + threadIdx.x; \
		const type *v = in + 5 * t; \
		type x = v[2], y = v[2], z = v[2]; \
		asm volatile(text : "+" letter(x), "+" letter(y), "+" letter(z) : letter(v[0]), letter(v[1]), letter(v[2]), letter(v[3]), letter(v[4])); \
		out[3 * t] = x; \
		out[3 * t + 1] = y; \
		out[3 * t + 2] = z; \
	}
#define PTX(T, text) "{ .reg ." T " m, n, k, l, a, b, c, d, e; .reg .pred p; mov." T " a, %3; mov." T " b, %4; mov." T " c, %5; mov." T " d, %6; mov." T " e, %7; " text "}"
#define CASE(name, text, x, y, z) \
	KERNEL(f32_##name, float, "f", PTX("f32", text("f32"))) KERNEL(f64_##name, double, "d", PTX("f64", text("f64"))) \
	template <class T> static void want_##name(T a, T b, T c, T d, T e, T *v) { (void)d, (void)e; v[0] = x; v[1] = y; v[2] = z; }

#define PLAIN(T) "mul." T " m, a, b; add." T " %0, m, c; mul." T " n, a, b; sub." T " %1, c, n; mul." T " k, a, b; sub." T " %2, k, c;"
CASE(plain, PLAIN, F(a, b, c), F(-a, b, c), F(a, b, -c))
#define ROUNDED(T) "mul.rn." T " m, a, b; add." T " %0, m, c; mul." T " n, a, b; add.rn." T " %1, n, c; mul.rn." T " k, a, b; add.rn." T " %2, k, d;"
CASE(rounded, ROUNDED, S(P(a, b), c), S(P(a, b), c), S(P(a, b), d))
#define OF_TWO(T) "mul." T " m, a, b; mul." T " n, d, e; sub." T " %0, m, n; mul." T " k, a, c; mul." T " l, d, b; add." T " %1, l, k;"
CASE(of_two, OF_TWO, F(a, b, -P(d, e)), F(d, b, P(a, c)), c)
#define TWO_USES(T) "mul." T " m, a, b; add." T " %0, m, c; sub." T " %1, d, m;"
CASE(two_uses, TWO_USES, F(a, b, c), F(-a, b, d), c)
#define USED_ELSE(T) "mul." T " m, a, b; add." T " %0, m, c; mov." T " %1, m; mul." T " %2, m, d;"
CASE(used_else, USED_ELSE, S(P(a, b), c), P(a, b), P(P(a, b), d))
#define TWICE(T) "mul." T " m, a, b; add." T " %0, m, m;"
CASE(twice, TWICE, S(P(a, b), P(a, b)), c, c)
#define ONE_USE_FIRST(T) "mul." T " m, a, b; mul." T " n, d, e; add." T " %1, m, c; add." T " %0, m, n;"
CASE(one_use_first, ONE_USE_FIRST, F(d, e, P(a, b)), S(P(a, b), c), c)
#define BOTH_IN_BOTH(T) "mul." T " m, a, b; mul." T " n, d, e; add." T " %0, m, n; sub." T " %1, n, m;"
CASE(both_in_both, BOTH_IN_BOTH, F(a, b, P(d, e)), F(-a, b, P(d, e)), c)
#define RING(T) "mul." T " m, a, b; mul." T " n, d, e; mul." T " k, a, e; add." T " %0, m, n; add." T " %1, n, k; add." T " %2, k, m;"
CASE(ring, RING, F(a, b, P(d, e)), F(a, e, P(d, e)), F(a, e, P(a, b)))
#define CHANGED(T) "mul." T " m, a, b; add." T " a, a, e; mov." T " %1, a; add." T " %0, m, c;"
CASE(changed, CHANGED, F(a, b, c), S(a, e), c)
#define BRANCH(T) "mul." T " m, a, b; setp.le." T " p, c, d; @p bra L; add." T " %0, m, e; L: mov." T " %1, d;"
CASE(branch, BRANCH, c <= d ? c : S(P(a, b), e), d, c)
#define GUARD(T) "mul." T " m, a, b; setp.le." T " p, c, d; @p add." T " %0, m, e;"
CASE(guard, GUARD, c <= d ? F(a, b, e) : c, c, c)
#define NEGATED(T) "mul." T " m, a, b; neg." T " n, m; add." T " %0, n, c; sub." T " %1, d, n; sub." T " %2, n, e;"
CASE(negated, NEGATED, F(-a, b, c), F(a, b, d), F(-a, b, -e))
#define COPIED(T) "mul." T " m, a, b; mov." T " n, m; neg." T " l, n; mov." T " k, l; add." T " %0, n, c; sub." T " %1, k, d; add." T " %2, e, m;"
CASE(copied, COPIED, F(a, b, c), F(-a, b, -d), F(a, b, e))
#define NEGATIVE_KEPT(T) "mul." T " m, a, b; neg." T " n, m; add." T " %0, m, c; mul." T " %1, n, d;"
CASE(negative_kept, NEGATIVE_KEPT, S(P(a, b), c), P(-P(a, b), d), c)
#define WITH_ITSELF(T) "mul." T " m, a, b; neg." T " n, m; sub." T " %0, m, n; mul." T " k, d, e; mov." T " l, k; add." T " %1, l, k;"
CASE(with_itself, WITH_ITSELF, S(P(a, b), P(a, b)), S(P(d, e), P(d, e)), c)
#define UNREAD(T) "mul." T " m, a, b; add." T " %0, m, c; mul." T " n, m, d; neg." T " k, n; fma.rn." T " l, m, k, e; sub." T " %1, d, m;"
CASE(unread, UNREAD, F(a, b, c), F(-a, b, d), c)
#define DIVISION(T) "mul." T " m, a, b; div.rn." T " n, d, e; add." T " %0, m, n; mul." T " k, a, 1.5; div.rn." T " l, e, d; sub." T " %1, k, l;"
CASE(division, DIVISION, S(P(a, b), d / e), F(a, T(1.5), -(e / d)), c)
#define FENCE(T) "mul." T " m, a, b; bar.warp.sync -1; add." T " %0, m, c; mul." T " n, d, e; membar.cta; add." T " %1, n, c;"
CASE(fence, FENCE, F(a, b, c), S(P(d, e), c), c)
#define FAR(T) "mov." T " l, 1.5; mul." T " m, a, l; neg." T " n, m; setp.le." T " p, c, d; @p bra L; add." T " %0, m, e; L: sub." T " %1, n, b;"
CASE(far, FAR, c <= d ? c : F(a, T(1.5), e), F(-a, T(1.5), -b), c)
#define ONE_USE_LATER(T) "mul." T " m, a, b; mul." T " n, d, e; add." T " %1, n, c; add." T " %0, m, n;"
CASE(one_use_later, ONE_USE_LATER, F(a, b, P(d, e)), S(P(d, e), c), c)
#define FEWER_USES(T) "mul." T " m, a, b; mul." T " n, d, e; add." T " k, m, c; sub." T " l, m, e; mul." T " %0, k, l; add." T " %1, m, n; add." T " %2, n, c;"
CASE(fewer_uses, FEWER_USES, P(F(a, b, c), F(a, b, -e)), F(d, e, P(a, b)), F(d, e, c))
#define WRITTEN_TWICE(T) "mul." T " m, a, b; add." T " %0, m, c; mul." T " m, d, e; sub." T " %1, m, c; mul." T " m, m, a; add." T " m, m, b; mov." T " %2, m;"
CASE(written_twice, WRITTEN_TWICE, F(a, b, c), S(P(d, e), -c), F(P(d, e), a, b))
#define TWO_WAYS(T) "mul." T " m, a, b; setp.le." T " p, c, d; @p bra L; mul." T " m, d, e; sub." T " %1, m, a; L: add." T " %0, m, c;"
CASE(two_ways, TWO_WAYS, S(c <= d ? P(a, b) : P(d, e), c), c <= d ? c : S(P(d, e), -a), c)
#define KEPT(T) "mul." T " m, a, b; add." T " %0, m, c; setp.le." T " p, c, d; @p mov." T " m, e; add." T " %1, m, d;"
CASE(kept, KEPT, S(P(a, b), c), S(c <= d ? e : P(a, b), d), c)
#define NEEDLESS(T) "mul." T " m, a, b; setp.le." T " p, c, d; @p bra L; mul." T " n, m, d; L: add." T " %0, m, c; bra M; M: sub." T " %1, m, e; mul." T " n, m, c; mov." T " n, a; mov." T " %2, n;"
CASE(needless, NEEDLESS, F(a, b, c), F(a, b, -e), a)
#define FAR_CHANGED(T) "mov." T " k, a; mul." T " m, k, 1.5; setp.le." T " p, c, d; @p bra L; add." T " k, k, e; add." T " %0, m, k; L: sub." T " %1, m, b; mov." T " %2, k;"
CASE(far_changed, FAR_CHANGED, c <= d ? c : F(a, T(1.5), S(a, e)), F(a, T(1.5), -b), c <= d ? a : S(a, e))
#define BY_ONE(T) "mov." T " l, 1.0; mul." T " m, a, l; mul." T " n, d, e; add." T " %0, m, n; mul." T " k, a, b; mul." T " l, k, -1.0; add." T " %1, l, c;"
CASE(by_one, BY_ONE, F(d, e, a), F(-a, b, c), c)

/* Pairs: a product with one use does not come first. */
#define PAIR(name, text) \
	__global__ void name(const __half2 *in, __half2 *out) \
	{ \
		int t = blockIdx.x * blockDim.x + threadIdx.x; \
		const unsigned *v = (const unsigned *)in + 5 * t; \
		unsigned x, y; \
		asm volatile("{ .reg .b32 m, n; " text "}" : "=r"(x), "=r"(y) : "r"(v[0]), "r"(v[1]), "r"(v[2]), "r"(v[3]), "r"(v[4])); \
		((unsigned *)out)[2 * t] = x; \
		((unsigned *)out)[2 * t + 1] = y; \
	}
PAIR(pair_later, "mul.f16x2 m, %2, %3; mul.f16x2 n, %5, %6; add.f16x2 %1, n, %4; add.f16x2 %0, m, n;")
PAIR(pair_first, "mul.f16x2 m, %2, %3; mul.f16x2 n, %5, %6; add.f16x2 %0, m, n; add.f16x2 %1, n, %4;")

static double to_half(double x) { return (double)__half2float(__double2half(x)); }
static void pairs(void (*kernel)(const __half2 *, __half2 *), bool later)
{
	std::vector<__half> in(10 * N), out(4 * N);
	Random random(6);
	__half2 *d_in, *d_out;
	int shows = 0;

	for (auto &v : in)
		v = __double2half((double)(int32_t)random.next() / 3e9);
	CUDA(cudaMalloc(&d_in, in.size() * sizeof in[0]));
	CUDA(cudaMalloc(&d_out, out.size() * sizeof out[0]));
	CUDA(cudaMemcpy(d_in, in.data(), in.size() * sizeof in[0], cudaMemcpyHostToDevice));
	kernel<<<N / 64, 64>>>(d_in, d_out);
	LAUNCHED();
	CUDA(cudaMemcpy(out.data(), d_out, out.size() * sizeof out[0], cudaMemcpyDeviceToHost));
	for (int k = 0; k < 2 * N; k++) {
		double v[5], once, apart;
		for (int j = 0; j < 5; j++)
			v[j] = __half2float(in[10 * (k / 2) + 2 * j + k % 2]);
		once = to_half(v[3] * v[4] + v[2]); /* exact before it is rounded: halves of like size */
		apart = to_half(to_half(v[3] * v[4]) + v[2]);
		shows += once != apart;
		double x = __half2float(out[4 * (k / 2) + k % 2]), y = __half2float(out[4 * (k / 2) + 2 + k % 2]);
		expect(x == to_half(v[0] * v[1] + to_half(v[3] * v[4])), "pair %d: %a", k, x);
		expect(y == (later ? once : apart), "pair %d: %a, not %a", k, y, later ? once : apart);
	}
	HOLDS(shows > N / 8);
	CUDA(cudaFree(d_in));
	CUDA(cudaFree(d_out));
}

template <class T> static void compare(const Case<T> *c)
{
	std::vector<T> in(5 * N), out(3 * N);
	Random random(5);
	T *d_in, *d_out, w[3];
	int shows = 0;

	for (auto &v : in)
		v = (T)((double)(int32_t)random.next() / 3e9 + (double)(int32_t)random.next() / 9e18);
	CUDA(cudaMalloc(&d_in, in.size() * sizeof(T)));
	CUDA(cudaMalloc(&d_out, out.size() * sizeof(T)));
	CUDA(cudaMemcpy(d_in, in.data(), in.size() * sizeof(T), cudaMemcpyHostToDevice));
	c->kernel<<<N / 64, 64>>>(d_in, d_out);
	LAUNCHED();
	CUDA(cudaMemcpy(out.data(), d_out, out.size() * sizeof(T), cudaMemcpyDeviceToHost));
	for (int k = 0; k < N; k++) {
		const T *v = &in[5 * k];
		c->want(v[0], v[1], v[2], v[3], v[4], w);
		shows += F(v[0], v[1], v[2]) != S(P(v[0], v[1]), v[2]);
		for (int j = 0; j < 3; j++)
			expect(w[j] == out[3 * k + j], "%zu bytes, %s, result %d of thread %d: %a, not %a", sizeof(T), c->name, j, k, (double)out[3 * k + j], (double)w[j]);
	}
	HOLDS(shows > N / 8); /* inputs whose last bit tells one rounding from two */
	CUDA(cudaFree(d_in));
	CUDA(cudaFree(d_out));
}

#define BOTH(X) X(plain) X(rounded) X(of_two) X(two_uses) X(used_else) X(twice) X(one_use_first) X(both_in_both) X(ring) X(changed) X(branch) X(guard) \
	X(negated) X(copied) X(negative_kept) X(with_itself) X(unread) X(division) X(fence) X(far) X(one_use_later) X(fewer_uses) X(written_twice) X(two_ways) \
	X(kept) X(needless) X(far_changed) X(by_one)
#define ROW32(name) { #name, f32_##name, want_##name<float> },
#define ROW64(name) { #name, f64_##name, want_##name<double> },

int main()
{
	static const Case<float> f32[] = { BOTH(ROW32) };
	static const Case<double> f64[] = { BOTH(ROW64) };

	for (const auto &c : f32)
		compare(&c);
	for (const auto &c : f64)
		compare(&c);
	pairs(pair_later, true);
	pairs(pair_first, false);
	return finish();
}
