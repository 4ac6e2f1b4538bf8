/* cubin: what is read out of machine code is what ptxas says of it, for each architecture; cut and mutilated code is
 * survived. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "base/proc.h"
#include "base/rng.h"
#include "device/code/cubin.h"
#include "device/code/cubin_guarded.h"
#include "device/code/machine_code.h"

Suite *device_cubin_suite(void);

/* Few and many registers, an array on the stack, a callee's stack, static shared memory, launch bounds that make
 * registers spill. */
static const char source[] =
	"extern \"C\" __global__ void few(float *x) { x[threadIdx.x] *= 2; }\n"
	"extern \"C\" __global__ void stack(float *x, int n) { float s[64]; for (int i = 0; i < 64; i++) s[i] = x[i * "
	"n];\n"
	"	for (int i = 0; i < n; i++) s[i * 7 & 63] += s[i & 63]; x[0] = s[n & 63]; }\n"
	"extern \"C\" __global__ void tile(float *x) { __shared__ float t[256]; t[threadIdx.x] = x[threadIdx.x]; "
	"__syncthreads();\n"
	"	x[threadIdx.x] = t[255 - threadIdx.x]; }\n"
	"__device__ __noinline__ int deep(const int *x, int n) { int s[50]; for (int i = 0; i < 50; i++) s[i] = x[i * "
	"n]; return s[n % 50]; }\n"
	"extern \"C\" __global__ void calls(int *x) { x[threadIdx.x] = deep(x, threadIdx.x) + deep(x + 1, x[0]); }\n"
	"extern \"C\" __global__ void __launch_bounds__(1024, 2) spills(float *x, int n) { float a[64];\n"
	"	_Pragma(\"unroll\") for (int i = 0; i < 64; i++) a[i] = x[i * n];\n"
	"	for (int k = 0; k < n; k++) _Pragma(\"unroll\") for (int i = 0; i < 64; i++) a[i] = a[i] * a[(i + 1) % "
	"64] + x[k];\n"
	"	float s = 0; _Pragma(\"unroll\") for (int i = 0; i < 64; i++) s += a[i] * i; x[threadIdx.x] = s; }\n"
	"extern \"C\" __global__ void big(double *x) { __shared__ double t[6000]; t[threadIdx.x] = pow(x[threadIdx.x], "
	"x[0]); __syncthreads();\n"
	"	x[threadIdx.x] = t[threadIdx.x ^ 1]; }\n"
	"extern \"C\" __global__ void four(const float4 *x, float *y) { float4 v = x[threadIdx.x];\n"
	"	y[threadIdx.x] = v.x + v.y + v.z + v.w; }\n"
	"extern \"C\" __global__ void chain(const int *x, int *y) { y[threadIdx.x] = x[x[x[threadIdx.x]]]; }\n"
	"extern \"C\" __global__ void two(const int *x, int *y, int n) { y[threadIdx.x] = x[threadIdx.x] * "
	"x[threadIdx.x + n]; }\n"
	"extern \"C\" __global__ void turns(const float4 *x, float *y, int n) { float s = 0;\n"
	"	_Pragma(\"unroll 1\") for (int i = 0; i < n; i++) { float4 v = x[i * 7 + threadIdx.x]; s += v.x * v.y "
	"+ "
	"v.z * v.w; }\n"
	"	y[threadIdx.x] = s; }\n"
	"extern \"C\" __global__ void sines(const float *x, float *y, int n) { float s = 0;\n"
	"	_Pragma(\"unroll 1\") for (int i = 0; i < n; i++) s += sinf(x[i] * threadIdx.x); y[threadIdx.x] = s; "
	"}\n"
	/* A loop that ptxas puts side by side. */
	"extern \"C\" __global__ void rest(const float *x, float *y, int n) { float s = 0;\n"
	"	for (int i = threadIdx.x; i < n; i++) s += x[i]; y[threadIdx.x] = s; }\n"
	/* Another one, in a loop with a barrier and an atomic. */
	"extern \"C\" __global__ void rows(const int *from, const float *x, float *y, int *done, int n) {\n"
	"	_Pragma(\"unroll 1\") for (int r = 0; r < n; r++) { float s = 0;\n"
	"	for (int i = from[r] + threadIdx.x; i < from[r + 1000]; i++) s += x[i]; y[r * 32 + threadIdx.x] = s;\n"
	"	__syncthreads(); atomicAdd(done, r); } }\n"
	/* Likewise, the last turns under a predicate. */
	"extern \"C\" __global__ void zeros(int *y) { __shared__ int s[2048];\n"
	"	for (int i = threadIdx.x; i < 2048; i += 128) s[i] = 0; __syncthreads(); y[threadIdx.x] = "
	"s[threadIdx.x "
	"^ 1]; }\n"
	/* And one turn under a predicate in front of the loop, of a counter that may begin beyond its end. */
	"extern \"C\" __global__ void beyond(int *y, const int *x) { __shared__ int s[2048]; unsigned i = "
	"x[threadIdx.x];\n"
	"	do { s[i & 2047] = 0; i += 128; } while (i < 2048); __syncthreads(); y[threadIdx.x] = s[threadIdx.x ^ "
	"1]; }\n"
	/* A loop of shuffles, which lanes may leave: nobody knows that they are together there. */
	"extern \"C\" __global__ void shuffles(const float *x, float *y, int n) { float s = 0;\n"
	"	_Pragma(\"unroll 1\") for (int i = threadIdx.x / 32; i < n; i += 4) { float v = x[i];\n"
	"	v += __shfl_xor_sync(~0u, v, 16); v += __shfl_xor_sync(~0u, v, 8); s = fmaxf(s, v); }\n"
	"	y[threadIdx.x] = s; }\n"
	/* A loop of two long ways. */
	"extern \"C\" __global__ void ways(const float *x, float *y, int n) { float s = 1, t = 2;\n"
	"	_Pragma(\"unroll 1\") for (int i = 0; i < n; i++) if (x[i] > s) {\n"
	"	_Pragma(\"unroll\") for (int k = 0; k < 24; k++) s = s * t + 1; } else {\n"
	"	_Pragma(\"unroll\") for (int k = 0; k < 24; k++) t = t * s + t; }\n"
	"	y[threadIdx.x] = s + t; }\n"
	/* A loop that may wait for other lanes. */
	"extern \"C\" __global__ void inserts(int *table, const int *x, int *y) { int at = x[threadIdx.x], was;\n"
	"	while ((was = atomicCAS(&table[at], 0, 7)) != 0 && was != 7) at = (at + 1) & 1023; y[threadIdx.x] = "
	"at; }\n"
	/* A loop of exact divisions, which call a function for a few numbers. */
	"extern \"C\" __global__ void divides(const float *x, float *y, int n) { float s = 1;\n"
	"	_Pragma(\"unroll 1\") for (int i = 0; i < n; i++) s = x[i] / s; y[threadIdx.x] = s; }\n"
	"extern \"C\" __global__ void roots(const float *x, float *y, int n) { float s = 1;\n"
	"	_Pragma(\"unroll 1\") for (int i = 0; i < n; i++) s = sqrtf(x[i] + s); y[threadIdx.x] = s; }\n"
	/* A body of a few instructions, and one of more than ptxas puts under a predicate. */
	"extern \"C\" __global__ void shorter(const int *x, int *y, int n) { __shared__ int s[256];\n"
	"	if (threadIdx.x < n) s[threadIdx.x] = x[threadIdx.x]; __syncthreads(); y[threadIdx.x] = s[threadIdx.x "
	"^ 1]; }\n"
	"extern \"C\" __global__ void longer(const int *x, int *y, int n) { __shared__ int s[256];\n"
	"	if (threadIdx.x < n) { int v = x[threadIdx.x]; for (int k = 0; k < 20; k++) v = v * v ^ k; "
	"s[threadIdx.x] = v; }\n"
	"	__syncthreads(); y[threadIdx.x] = s[threadIdx.x ^ 1]; }\n";
static const char *const kernels[] = { "few", "stack", "tile", "calls", "spills", "big", "four", "chain", "two",
	"turns", "rest", "zeros", "beyond", "shuffles", "divides", "roots", "shorter", "longer" };
static const int archs[] = { 75, 80, 89, 90, 100, 120 };
enum { KERNELS = sizeof kernels / sizeof *kernels, ARCHS = sizeof archs / sizeof *archs };

static struct buf code[ARCHS], said[ARCHS];

static void build(void)
{
	const char *set = getenv("NVCC");
	char *dir = fs_temp_dir("check-cubin", NULL), *cu = xasprintf("%s/k.cu", dir),
	     *out = xasprintf("%s/k.cubin", dir);

	ck_assert(!fs_write_atomic(cu, source, sizeof source - 1, 0600, NULL));
	for (int i = 0; i < ARCHS; i++) {
		char *arch = xasprintf("-arch=sm_%d", archs[i]);
		const char *argv[] = { set && *set ? set : "nvcc", "-cubin", "-Xptxas", "-v", arch, "-o", out, cu,
			NULL };
		struct proc_spec spec = { .argv = argv, .capture = true };
		struct err e = ERR_INIT;
		struct proc p;

		ck_assert_msg(!proc_run(&p, &spec, 120000, -1, &e), "%s", e.msg);
		ck_assert_msg(p.exited && !p.code, "sm_%d: %s", archs[i], p.out.data);
		buf_init(&said[i]);
		buf_puts(&said[i], p.out.data);
		proc_release(&p);
		buf_init(&code[i]);
		ck_assert(!fs_read(out, 64 << 20, &code[i], NULL));
		free(arch);
	}
	fs_remove_tree(dir, NULL);
	free(dir);
	free(cu);
	free(out);
}

static void drop(void)
{
	for (int i = 0; i < ARCHS; i++) {
		buf_release(&code[i]);
		buf_release(&said[i]);
	}
}

/* The number before `words` in ptxas's lines about this kernel, 0 when they are not there. */
static unsigned before(const char *text, const char *kernel, const char *words)
{
	char *begin = xasprintf("Compiling entry function '%s'", kernel);
	const char *at = strstr(text, begin), *end, *found;

	ck_assert_msg(at != NULL, "ptxas does not speak of %s", kernel);
	free(begin);
	end = strstr(at + 1, "Compiling entry function");
	found = strstr(at, words);
	if (!found || (end && found > end))
		return 0;
	while (found > at && found[-1] >= '0' && found[-1] <= '9')
		found--;
	return (unsigned)strtoul(found, NULL, 10);
}

/* What its accesses to local memory store or load. */
static unsigned local_bytes(const struct cubin_kernel *x, bool store)
{
	unsigned words = 0;

	for (uint32_t i = 0; i < x->local.n; i++)
		words += x->local.v[i].store == store ? x->local.v[i].words : 0;
	return 4 * words;
}

/* A loop of one load of four words, which tells a barrier; another instruction waits for that one, and the code says
 * for how long each of them keeps the next one. */
static void has_a_loop(const struct cubin_kernel *x)
{
	const struct em_loops *l = &x->loops;
	unsigned told = 0, waited = 0;

	if (x->arch > 90) {
		ck_assert_uint_eq(l->n, 0);
		return;
	}
	ck_assert_msg(l->n == 1, "sm_%d: %u loops", x->arch, l->n);
	ck_assert_uint_eq(l->v[0].words[EM_CODE_LOAD], 4);
	ck_assert(!l->v[0].halves);
	ck_assert_uint_eq(
		l->v[0].words[EM_CODE_STORE] + l->v[0].words[EM_CODE_OTHER] + l->v[0].words[EM_CODE_BRANCH], 0);
	ck_assert_uint_eq(l->v[0].first + l->v[0].n, l->ncode);
	for (uint32_t k = 0; k < l->ncode; k++) {
		if (l->code[k].kind == EM_CODE_LOAD)
			told |= 1u << l->code[k].tells;
		ck_assert_uint_lt(l->code[k].stall, 16);
		waited |= l->code[k].waits;
	}
	ck_assert_uint_eq(told & waited, told);
	ck_assert_uint_ne(told, 0);
}

/* A jump that only a warp takes whose lanes have parted is none. */
static void stays_straight(const struct cubin_kernel *x)
{
	const struct em_loops *l = &x->loops;
	unsigned found = 0;

	if (x->arch < 80) /* another jump, which is read as one */
		return;
	for (uint32_t k = 0; k < l->n; k++)
		if (l->v[k].words[EM_CODE_SHUFFLE] == 2) {
			found++;
			ck_assert_uint_eq(l->v[k].words[EM_CODE_LOAD], 1);
			ck_assert_uint_eq(l->v[k].words[EM_CODE_BRANCH], 0);
		}
	ck_assert_msg(found == (x->arch <= 90), "sm_%d: %u loops of %u", x->arch, found, l->n);
}

/* The way that goes past a call for unusual numbers is the loop's; the call is not there. */
static void goes_past_calls(const struct cubin_kernel *x)
{
	const struct em_loops *l = &x->loops;
	unsigned found = 0;

	for (uint32_t k = 0; k < l->n; k++)
		if (l->v[k].words[EM_CODE_LOAD] == 1) {
			found++;
			ck_assert_uint_eq(l->v[k].words[EM_CODE_PAST], 1);
			ck_assert_msg(!l->v[k].words[EM_CODE_BRANCH] && !l->v[k].words[EM_CODE_OTHER],
				"sm_%d: %u jumps, %u others", x->arch, l->v[k].words[EM_CODE_BRANCH],
				l->v[k].words[EM_CODE_OTHER]);
		}
	ck_assert_msg(found == (x->arch <= 90), "sm_%d: %u loops of %u", x->arch, found, l->n);
}

/* So is the way that goes past the loop which a sine has for large numbers. */
static void goes_past_large(const struct cubin_kernel *x)
{
	const struct em_loops *l = &x->loops;
	unsigned found = 0;

	for (uint32_t k = 0; k < l->n; k++)
		found += l->v[k].words[EM_CODE_LOAD] == 1 && l->v[k].words[EM_CODE_PAST] == 1 &&
			!l->v[k].words[EM_CODE_BRANCH] && !l->v[k].words[EM_CODE_OTHER] &&
			!l->v[k].words[EM_CODE_STORE_LOCAL] && !l->v[k].words[EM_CODE_LOAD_LOCAL];
	ck_assert_msg(found == (x->arch <= 90), "sm_%d: %u loops of %u", x->arch, found, l->n);
}

/* Of so many words, four turns: what is left goes by halves. That of one word, which the compiler in front of ptxas
 * made of the rest of four, stays as it is. last, first: the parts under a predicate. */
static void goes_by_halves(
	const struct cubin_kernel *x, enum em_code_kind kind, uint32_t words, unsigned last, unsigned first)
{
	unsigned halves = 0;

	for (uint32_t k = 0; k < x->loops.n; k++) {
		halves += x->loops.v[k].halves;
		ck_assert_int_eq(x->loops.v[k].halves, x->loops.v[k].words[kind] == words);
	}
	for (uint32_t k = 0; k < x->loops.n; k++)
		if (x->loops.v[k].halves)
			ck_assert_msg(x->loops.v[k].guarded_part == last && x->loops.v[k].guarded_first == first,
				"sm_%d: %u and %u, not %u and %u", x->arch, x->loops.v[k].guarded_part,
				x->loops.v[k].guarded_first, last, first);
	ck_assert_msg(halves == (x->arch <= 90), "sm_%d: %u of %u loops go by halves", x->arch, halves, x->loops.n);
}

/* Without the loop in it, and without what ptxas leaves of its turns; up to three turns stand in front of it, as the
 * compiler in front of ptxas made four of it. */
static void is_around(const struct cubin_kernel *x)
{
	const struct em_loops *l = &x->loops;

	ck_assert_uint_eq(l->naround, x->arch <= 90);
	if (!l->naround)
		return;
	ck_assert_msg(l->around->inner == 1 && l->around->words[EM_CODE_LOAD] == 5, "sm_%d: %u loops in it, %u words",
		x->arch, l->around->inner, l->around->words[EM_CODE_LOAD]);
	ck_assert_uint_eq(l->around->words[EM_CODE_STORE], 1);
	ck_assert_uint_eq(l->around->words[EM_CODE_BARRIER], 1);
	ck_assert_uint_eq(l->around->words[EM_CODE_ATOMIC], 1);
	if (x->arch >= 80) /* sm_75 has one that nobody has looked at */
		ck_assert_uint_eq(l->around->words[EM_CODE_OTHER], 0);
	ck_assert_uint_le(l->around->first + l->around->n, l->ncode);
}

/* A turn of its second loop loads two words of local memory and stores one of them. */
static void changes_its_array(const struct cubin_kernel *x)
{
	const struct em_loops *l = &x->loops;
	unsigned found = 0;

	for (uint32_t k = 0; k < l->n; k++)
		found += l->v[k].words[EM_CODE_STORE_LOCAL] && !l->v[k].words[EM_CODE_LOAD] &&
			l->v[k].words[EM_CODE_LOAD_LOCAL] == 2 * l->v[k].words[EM_CODE_STORE_LOCAL] &&
			!l->v[k].words[EM_CODE_OTHER];
	ck_assert_msg(!found == (x->arch > 90), "sm_%d: %u such loops of %u", x->arch, found, l->n);
}

/* Where its loop jumps over what the `else` does, it always jumps. */
static void jumps_over_an_else(const struct cubin_kernel *x)
{
	const struct em_loops *l = &x->loops;
	unsigned branches = 0, past = 0;

	for (uint32_t k = 0; k < l->n; k++) {
		branches += l->v[k].words[EM_CODE_BRANCH];
		past += l->v[k].words[EM_CODE_PAST];
	}
	ck_assert_msg(branches == (x->arch <= 90) && past == (x->arch <= 90), "sm_%d: %u and %u jumps", x->arch,
		branches, past);
}

/* LDS.64 R12, [R7+-0x20]; LDS R4, [UR7+0x400]: cuobjdump's words for them. */
START_TEST(addresses)
{
	static const uint64_t plain[2] = { 0xffffe000070c7984, 0x000e240000000a00 },
			      uniform[2] = { 0x00040007ff047984, 0x000e620008000800 };

	ck_assert_int_eq(machine_displacement((const uint8_t *)plain), -0x20);
	ck_assert(!machine_adds_uniform((const uint8_t *)plain));
	ck_assert_int_eq(machine_displacement((const uint8_t *)uniform), 0x400);
	ck_assert(machine_adds_uniform((const uint8_t *)uniform));
}
END_TEST

/* @P0 BRA over three times @!PT LDS RZ, [RZ], LDGSTS.E.BYPASS.128 [R5], desc[UR6][R2.64]; BSYNC B0. In the second code
 * the jump is none: MOV R5, R5 stands there. */
START_TEST(loads_before_copies)
{
	enum { IDLE = 3 };
	static const uint64_t jump[2] = { 0x0000000000100947, 0x000fea0003800000 },
			      move[2] = { 0x0000000500057202, 0x000fe20000000f00 },
			      idle[2] = { 0x00000000fffff984, 0x000fe20000000800 },
			      copy[2] = { 0x0000000002057fae, 0x0003e4000b901c46 },
			      meet[2] = { 0x0000000000007941, 0x000fea0003800000 };
	uint64_t all[IDLE + 3][2];
	struct em_guarded g;

	memcpy(all[0], jump, sizeof jump);
	for (int k = 1; k <= IDLE; k++)
		memcpy(all[k], idle, sizeof idle);
	memcpy(all[IDLE + 1], copy, sizeof copy);
	memcpy(all[IDLE + 2], meet, sizeof meet);
	g = cubin_guarded((const uint8_t *)all, sizeof all, 90);
	ck_assert(g.known && g.n == 0 && g.naround == 0);
	ck_assert_uint_eq(g.idle, IDLE);
	ck_assert_uint_eq(g.idle_around, IDLE);
	memcpy(all[0], move, sizeof move);
	g = cubin_guarded((const uint8_t *)all, sizeof all, 90);
	ck_assert_uint_eq(g.idle, IDLE);
	ck_assert_uint_eq(g.idle_around, 0);
}
END_TEST

START_TEST(as_ptxas_says)
{
	struct cubin_kernels k = { 0 };
	struct err e = ERR_INIT;
	const char *text = said[_i].data;

	ck_assert_msg(!cubin_add(&k, (const uint8_t *)code[_i].data, code[_i].len, archs[_i], &e), "%s", e.msg);
	for (int i = 0; i < KERNELS; i++) {
		const struct cubin_kernel *x = cubin_find(&k, kernels[i]);
		unsigned stack = before(text, kernels[i], " bytes cumulative stack size");

		ck_assert_msg(x != NULL, "sm_%d: %s is missing", archs[_i], kernels[i]);
		ck_assert_int_eq(x->arch, archs[_i]);
		ck_assert_msg(x->regs == before(text, kernels[i], " registers"), "sm_%d: %s has %u registers",
			archs[_i], kernels[i], x->regs);
		ck_assert_msg(x->stack_bytes == stack, "sm_%d: %s has %u bytes of stack, not %u", archs[_i], kernels[i],
			x->stack_bytes, stack);
		ck_assert_msg(archs[_i] > 90 || !strcmp(kernels[i], "stack") || !strcmp(kernels[i], "calls") ||
				(local_bytes(x, true) == before(text, kernels[i], " bytes spill stores") &&
					local_bytes(x, false) == before(text, kernels[i], " bytes spill loads")),
			"sm_%d: %s spills other bytes: %u stored", archs[_i], kernels[i], local_bytes(x, true));
		ck_assert_msg(x->shared_bytes == before(text, kernels[i], " bytes smem"),
			"sm_%d: %s has %u bytes of shared memory", archs[_i], kernels[i], x->shared_bytes);
	}
	/* Words of loads that are waited for together: one of four, one after the other, two side by side. */
	static const struct {
		const char *kernel;
		uint32_t words;
	} loads[] = { { "few", 1 }, { "four", 4 }, { "chain", 1 }, { "two", 2 } };

	for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
		ck_assert_msg(cubin_find(&k, loads[i].kernel)->under_way.most[EM_ASKED_MEMORY] ==
				(archs[_i] <= 90 ? loads[i].words : 0),
			"sm_%d: %s has %u words of loads on their way", archs[_i], loads[i].kernel,
			cubin_find(&k, loads[i].kernel)->under_way.most[EM_ASKED_MEMORY]);
	for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
		ck_assert(!cubin_find(&k, loads[i].kernel)->under_way.most[EM_ASKED_SHARED] &&
			!cubin_find(&k, loads[i].kernel)->under_way.most[EM_ASKED_SPECIAL]);
	has_a_loop(cubin_find(&k, "turns"));
	goes_by_halves(cubin_find(&k, "rest"), EM_CODE_LOAD, 16, 0, 0);
	is_around(cubin_find(&k, "rows"));
	goes_by_halves(cubin_find(&k, "zeros"), EM_CODE_STORE_SHARED, 16, 4, 0);
	goes_by_halves(cubin_find(&k, "beyond"), EM_CODE_STORE_SHARED, 4, 4, 4);
	stays_straight(cubin_find(&k, "shuffles"));
	goes_past_calls(cubin_find(&k, "divides"));
	goes_past_calls(cubin_find(&k, "roots"));
	goes_past_large(cubin_find(&k, "sines"));
	changes_its_array(cubin_find(&k, "stack"));
	jumps_over_an_else(cubin_find(&k, "ways"));
	ck_assert_uint_eq(cubin_find(&k, "inserts")->loops.yields, archs[_i] <= 90);
	ck_assert_uint_eq(cubin_find(&k, "ways")->loops.yields, 0);
	ck_assert_uint_eq(cubin_find(&k, "four")->loops.n, 0);
	/* What stands under a predicate. */
	const struct em_guarded *under = &cubin_find(&k, "shorter")->guarded;

	ck_assert_uint_eq(under->known, archs[_i] <= 90);
	ck_assert_uint_eq(under->n, archs[_i] <= 90);
	ck_assert(archs[_i] > 90 ||
		(under->v[0][EM_GUARDED_SHARED_STORES] == 1 && under->v[0][EM_GUARDED_GLOBAL_STORES] == 0 &&
			under->v[0][EM_GUARDED_GLOBAL_LOADS] == 1));
	ck_assert_uint_eq(cubin_find(&k, "longer")->guarded.known, archs[_i] <= 90);
	ck_assert_uint_eq(cubin_find(&k, "longer")->guarded.n, 0);
	ck_assert_uint_eq(under->naround, 0);
	ck_assert_uint_eq(cubin_find(&k, "longer")->guarded.naround, archs[_i] <= 90);
	ck_assert(archs[_i] > 90 ||
		(cubin_find(&k, "longer")->guarded.around[0][EM_GUARDED_SHARED_STORES] == 1 &&
			cubin_find(&k, "longer")->guarded.around[0][EM_GUARDED_GLOBAL_LOADS] == 1));
	ck_assert_uint_eq(cubin_find(&k, "longer")->guarded.bare, 0);
	ck_assert_uint_eq(cubin_find(&k, "roots")->guarded.bare, archs[_i] <= 90);
	/* They are not all the same; an array is read in a loop. */
	if (archs[_i] <= 90) {
		const struct em_spills *s = &cubin_find(&k, "stack")->local;

		ck_assert_uint_gt(s->n, 0);
		ck_assert_uint_gt(s->nback, 0);
		for (uint32_t i = 0; i < s->nback; i++)
			ck_assert_uint_lt(s->back[i].to, s->back[i].at);
	}
	ck_assert_uint_gt(cubin_find(&k, "stack")->stack_bytes, 0);
	ck_assert_uint_gt(cubin_find(&k, "few")->code_bytes, 0);
	ck_assert_uint_eq(cubin_find(&k, "few")->code_bytes % 16, 0);
	ck_assert_uint_gt(cubin_find(&k, "spills")->code_bytes, cubin_find(&k, "few")->code_bytes);
	ck_assert_uint_eq(cubin_find(&k, "few")->stack_bytes, 0);
	ck_assert_uint_eq(cubin_find(&k, "tile")->shared_bytes, 1024);
	ck_assert_uint_eq(cubin_find(&k, "big")->shared_bytes, 48000);
	ck_assert_uint_ge(cubin_find(&k, "spills")->regs, 32);
	ck_assert_ptr_null(cubin_find(&k, "fe"));
	cubin_release(&k);
}
END_TEST

/* ptxas's options, where its note has them; another section's or no note gives none. */
/* The kind of an operand is no part of the opcode: a root of a register, a constant, a uniform register is a root. */
START_TEST(classes)
{
	static const struct {
		uint16_t bits;
		enum machine_class class;
	} rows[] = { { 0x308, MACHINE_ROOT }, { 0x908, MACHINE_ROOT }, { 0xd08, MACHINE_ROOT }, { 0x981, MACHINE_LOAD },
		{ 0x381, MACHINE_LOAD }, { 0x98c, MACHINE_ATOMIC }, { 0xf8c, MACHINE_ATOMIC },
		{ 0x9a6, MACHINE_ATOMIC }, { 0x429, MACHINE_F64 }, { 0xb1d, MACHINE_BARRIER },
		{ 0x31d, MACHINE_BARRIER }, { 0x223, MACHINE_PLAIN }, { 0x820, MACHINE_PLAIN } };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const uint8_t one[16] = { (uint8_t)rows[i].bits, (uint8_t)(0x70 | rows[i].bits >> 8) };

		ck_assert_msg(machine_class(one) == rows[i].class, "%#x", rows[i].bits);
		ck_assert_uint_eq(machine_predicate(one), MACHINE_ALWAYS);
	}
}
END_TEST

START_TEST(options)
{
	char arch[16];
	size_t len;
	const char *o = cubin_options((const uint8_t *)code[_i].data, code[_i].len, &len);
	char *text, *note;

	ck_assert_ptr_nonnull(o);
	text = xstrndup(o, len);
	ck_assert_uint_eq(strlen(text), len);
	snprintf(arch, sizeof arch, "sm_%d", archs[_i]);
	ck_assert_msg(strstr(text, arch) != NULL, "%s", text);
	free(text);
	note = memmem(code[_i].data, code[_i].len, ".note.nv.tkinfo", 15);
	ck_assert_ptr_nonnull(note);
	*note = '_';
	ck_assert_ptr_null(cubin_options((const uint8_t *)code[_i].data, code[_i].len, &len));
	ck_assert_uint_eq(len, 0);
}
END_TEST

/* Each cut in a block of its own size, so that a sanitizer sees a read past the end. */
START_TEST(cut_short)
{
	for (size_t n = 0; n < code[3].len; n += n < 128 ? 1 : 61) {
		struct cubin_kernels k = { 0 };
		struct err e = ERR_INIT;
		uint8_t *p = xmalloc(n ? n : 1);
		size_t len;

		memcpy(p, code[3].data, n);
		ck_assert_int_eq(cubin_add(&k, p, n, 90, &e) != 0, *e.msg != 0);
		const char *o = cubin_options(p, n, &len);
		ck_assert(o ? (const uint8_t *)o + len < p + n : !len);
		cubin_release(&k);
		free(p);
	}
}
END_TEST

START_TEST(mutated)
{
	size_t n = code[3].len, refused = 0, fewer = 0;
	uint64_t heads;
	uint8_t *p = xmalloc(n);

	memcpy(&heads, code[3].data + 40, sizeof heads);
	for (uint64_t round = 0; round < 3000; round++) {
		struct cubin_kernels k = { 0 };

		memcpy(p, code[3].data, n);
		for (uint64_t i = 0; i <= round % 4; i++) {
			/* The file's head, the table of sections, anywhere. */
			uint64_t at = i % 3 == 0 ? rng_below(7, round, i, 64) :
				i % 3 == 1       ? heads + rng_below(7, round, i, n - heads) :
						   rng_below(7, round, i, n);

			p[at] = (uint8_t)rng_u64(9, round, i);
		}
		refused += cubin_add(&k, p, n, 90, NULL) != 0;
		size_t len;
		const char *o = cubin_options(p, n, &len);
		ck_assert(o ? (const uint8_t *)o >= p && (const uint8_t *)o + len < p + n : !len);
		fewer += k.n < KERNELS;
		for (size_t i = 0; i < k.n; i++)
			ck_assert_uint_le(k.v[i].regs, 255);
		cubin_release(&k);
	}
	/* Else the mutations would not have reached anything. */
	ck_assert_uint_gt(refused, 100);
	ck_assert_uint_gt(fewer, refused);
	free(p);
}
END_TEST

Suite *device_cubin_suite(void)
{
	Suite *s = suite_create("device_cubin");
	TCase *t = tcase_create("cubin");

	tcase_set_timeout(t, 300);
	tcase_add_unchecked_fixture(t, build, drop);
	tcase_add_loop_test(t, as_ptxas_says, 0, ARCHS);
	tcase_add_loop_test(t, options, 0, ARCHS);
	tcase_add_test(t, addresses);
	tcase_add_test(t, loads_before_copies);
	tcase_add_test(t, classes);
	tcase_add_test(t, cut_short);
	tcase_add_test(t, mutated);
	suite_add_tcase(s, t);
	return s;
}
