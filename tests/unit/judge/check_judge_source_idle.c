/* judge/source_idle, and what source_unset, source_calls and source_lines see besides: parts of a file that do nothing,
 * or come too late; and what looks like them and is right. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "judge/source_calls.h"
#include "judge/source_idle.h"
#include "judge/source_lines.h"
#include "judge/source_shape.h"
#include "judge/source_unset.h"

Suite *judge_source_idle_suite(void);

static struct arena a;

static void setup(void)
{
	arena_init(&a);
}

static void teardown(void)
{
	arena_release(&a);
}

static const struct {
	const char *statement, *idle;
} statements[] = {
	{ "__syncthreads;", "__syncthreads" },
	{ "__threadfence ;", "__threadfence" },
	{ "if (i < n)\n\t__syncwarp;", "__syncwarp" },
	{ "ready[p] == 1;", "ready[p] == 1" },
	{ "else *done == f;", "*done == f" },
	{ "for (int s = 1; s < n; s *= 2) {\n\t__syncthreads;\n}", "__syncthreads" },
	{ "while (ready[p] == 0)\n\t;", NULL },
	{ "for (int i = 0; i == n; i++)\n\tf(i);", NULL },
	{ "bool same = x == y;", NULL },
	{ "last[same == 1] = 2;", NULL },
	{ "return x == y;", NULL },
	{ "__syncthreads();", NULL },
	{ "// __syncthreads;", NULL },
	{ "x = y == z ? 1 : 2;", NULL },
};

static const struct {
	const char *statement, *words;
} conditions[] = {
	{ "if (j = i)\n\t\tf(j);", "j = i" },
	{ "for (int j = 0; j < n; j++)\n\t\tif (odd = 0)\n\t\t\tf(j);", "odd = 0" },
	{ "while (flag[b] = 1)\n\t\tf(b);", "flag[b] = 1" },
	{ "else if (a = b && c)\n\t\tf(b);", "a = b && c" },
	{ "if (*done = 1)\n\t\treturn;", "*done = 1" },
	{ "if (at.type = 0)\n\t\treturn;", "at.type = 0" },
	{ "if (at->type = 0)\n\t\treturn;", "at->type = 0" },
	{ "if (at.type == 0 || at->n >= 1)\n\t\treturn;", NULL },
	{ "if (a[i = 1])\n\t\treturn;", NULL },
	{ "if (j == i)\n\t\tf(j);", NULL },
	{ "if (j <= i || j >= n || j != k)\n\t\tf(j);", NULL },
	{ "while ((j = next(j)) != 0)\n\t\tf(j);", NULL },
	{ "while (j = next(j))\n\t\tf(j);", NULL },
	{ "if (int j = i)\n\t\tf(j);", NULL },
	{ "if (n -= 1)\n\t\tf(n);", NULL },
	{ "for (j = 0; j < n; j = j + 1)\n\t\tf(j);", NULL },
	{ "// if (j = i)", NULL },
};

START_TEST(conditions_that_assign)
{
	struct condition_sets k;
	char text[200];
	bool found;

	snprintf(text, sizeof text, "__global__ void f(int *x)\n{\n\t%s\n}\n", conditions[_i].statement);
	found = source_condition_sets(&a, text, &k);
	ck_assert_msg(found == (conditions[_i].words != NULL), "%s", conditions[_i].statement);
	if (!found)
		return;
	ck_assert_str_eq(k.words, conditions[_i].words);
	ck_assert_int_eq(k.line, strncmp(conditions[_i].statement, "for", 3) ? 3 : 4);
}
END_TEST

START_TEST(statements_without_effect)
{
	struct idle_statement k;
	char text[200];
	bool found;

	snprintf(text, sizeof text, "__global__ void f(int *x)\n{\n\t%s\n}\n", statements[_i].statement);
	found = source_idle(&a, text, &k);
	ck_assert_msg(found == (statements[_i].idle != NULL), "%s", statements[_i].statement);
	if (!found)
		return;
	ck_assert_str_eq(k.words, statements[_i].idle);
	ck_assert_int_eq(k.call, k.words[0] == '_');
	ck_assert_int_eq(k.line, strchr(statements[_i].statement, '\n') ? 4 : 3);
}
END_TEST

static const struct {
	const char *statement, *word;
} heads[] = {
	{ "if (i < n);\n\t\tx[i] = 1;", "if" },
	{ "if (i < n) ;\n\tx[i] = 1;", "if" },
	{ "for (int k = 0; k < n; k++);\n\t\tx[k] = 1;", "for" },
	{ "for (int k = 0; k < n; k++);\n\t{\n\t\tx[k] = 1;\n\t}", "for" },
	{ "if (i < n)\n\t\tx[i] = 1;", NULL },
	{ "if (i == n)\n\t\tx[i] = 1;", NULL },
	{ "if (i <= n)\n\t\tx[i] = 1;", NULL },
	{ "if ((e = f()) != 0)\n\t\tx[i] = 1;", NULL },
	{ "if (i < n)\n\t\t;\n\telse\n\t\tx[i] = 1;", NULL },
	{ "for (; k < n && x[k]; k++)\n\t\t;\n\tx[k] = 1;", NULL },
	{ "while (x[0] == 0);\n\t\tx[1] = 1;", NULL },
	{ "// if (i < n);\n\tx[i] = 1;", NULL },
};

START_TEST(heads_that_end_at_once)
{
	struct head_slip k;
	char text[200];
	bool found;

	snprintf(text, sizeof text, "__global__ void f(int *x)\n{\n\t%s\n}\n", heads[_i].statement);
	found = source_head_slip(text, &k);
	ck_assert_msg(found == (heads[_i].word != NULL), "%s", heads[_i].statement);
	if (!found)
		return;
	ck_assert_str_eq(k.word, heads[_i].word);
	ck_assert_int_eq(k.line, 3);
}
END_TEST

START_TEST(an_if_that_was_to_wait)
{
	struct head_slip k;

	ck_assert(source_head_slip("__global__ void f()\n{\n\tif (r.load() == 0)\n\t\t;\n\tx = 1;\n}\n", &k));
	ck_assert(k.waits);
	ck_assert(source_head_slip("__global__ void f()\n{\n\tif (atomicAdd(r, 0) == 0)\n\t\t;\n}\n", &k));
	ck_assert(k.waits);
	ck_assert(source_head_slip("__global__ void f()\n{\n\tif (r.load() == 0);\n\t\tx = 1;\n}\n", &k));
	ck_assert(!k.waits); /* the ; is the slip */
	ck_assert(source_head_slip("__global__ void f()\n{\n\tif (i < n)\n\t\t;\n}\n", &k));
	ck_assert(!k.waits);
}
END_TEST

START_TEST(kernels_that_nobody_launches)
{
	int line = 0;

	ck_assert_str_eq(source_unlaunched(&a, "__global__ void f(int *x) {}\nvoid solve() {}\n", &line), "f");
	ck_assert_int_eq(line, 1);
	ck_assert_str_eq(
		source_unlaunched(&a,
			"__global__ void f() {}\n__global__ void drift() {}\nvoid solve() { f<<<1, 1>>>(); }\n", &line),
		"drift");
	ck_assert_int_eq(line, 2);
	ck_assert_ptr_null(source_unlaunched(&a, "__global__ void f() {}\nvoid solve() { f<<<1, 1>>>(); }\n", &line));
	ck_assert_ptr_null(source_unlaunched(
		&a, "template <int N> __global__ void f() {}\nvoid solve() { g((void *)f<3>); }\n", &line));
	ck_assert_ptr_null(source_unlaunched(&a, "__global__ void f() {}\n", &line)); /* who would launch it? */
	ck_assert_ptr_null(source_unlaunched(&a, "", &line));
}
END_TEST

START_TEST(kernels_that_another_replaces)
{
	static const char starter[] =
		"__global__ void f() {}\n__global__ void g() {}\nvoid solve() { f<<<1, 1>>>(); }\n";

	ck_assert(source_replaced("__global__ void h() {}\nvoid solve() { h<<<1, 1>>>(); }\n", starter, "f"));
	ck_assert(source_replaced("void solve() { h<float><<<1, 1>>>(); }\n", starter, "f"));
	/* The starter did not launch it, either; nothing new is launched. */
	ck_assert(!source_replaced("__global__ void h() {}\nvoid solve() { h<<<1, 1>>>(); }\n", starter, "g"));
	ck_assert(!source_replaced("void solve() { g<<<1, 1>>>(); }\n", starter, "f"));
	ck_assert(!source_replaced("void solve() { }\n", starter, "f"));
}
END_TEST

static const struct {
	const char *body;
	int inner; /* 0: nothing is hidden */
} hiding[] = {
	{ "float v = 0;\nfor (;;) {\nt[0] = v;\nif (n) {\nfloat v = x[1];\n}\n}", 7 },
	{ "float v = 0;\n{\nfloat v = x[1];\n}\nt[0] = v;", 5 },
	{ "float v = 0;\n{\nfloat v = x[1];\nt[1] = v;\n}\nt[0] = v;", 0 },
	{ "{\nfloat v = x[1];\n}\n{\nfloat v = x[2];\n}", 0 },
	{ "for (int k = 0; k < 2; k++)\nt[k] = 1;\nfor (int k = 0; k < 2; k++)\nt[k] = 2;", 0 },
	{ "float v = 0;\nt[0] = v;", 0 },
};

START_TEST(variables_that_hide_others)
{
	struct hidden k;
	char text[200];

	snprintf(text, sizeof text, "__global__ void f(float *t)\n{\n%s\n}\n", hiding[_i].body);
	ck_assert_msg(source_hidden(&a, text, &k) == (hiding[_i].inner != 0), "%s", hiding[_i].body);
	if (hiding[_i].inner) {
		ck_assert_str_eq(k.name, "v");
		ck_assert_int_eq(k.outer, 3);
		ck_assert_int_eq(k.inner, hiding[_i].inner);
	}
}
END_TEST

static const struct {
	const char *call; /* in line 7 */
	bool swapped;
} arguments[] = {
	{ "load(in, a, z, nx, ny, nz);", true },
	{ "load(in, a[0], z + 1, nx,\n\t     ny, nz);", true },
	{ "load<<<dim3(nx, nz), (32)>>>(in, a, z, nx, ny, nz);", true },
	{ "load(in, a, z, nz, ny, nx);", false },
	{ "load(in, a, z, nx, ny, n);", false },
	{ "load(in, a, z, nx + 1, ny, nz);", false },
	{ "other(in, a, z, nx, ny, nz);", false },
	{ "load(in, nx, nz);", false },
	{ "/* load(in, a, z, nx, ny, nz); */", false },
	{ "load(in, a, z, nx, ny, nz);\n\tload(in, a, z, nz, ny, nx);", false }, /* turns */
	{ "load(in, a, z, nx, ny, nz);\n\tload(in, a, 0, nz, ny, nx);\n\tload(in, a, 1, nz, ny, nx);", true },
	{ "load(t, in, z, nz, ny, nx);", true },
	{ "load(t, in, 1, n, n, n);\n\tload(in, t, 2, n, n, n);\n\tload(in, t, 3, n, n, n);", false },
};

START_TEST(arguments_in_each_others_place)
{
	struct swapped_arguments k;
	char text[400];

	snprintf(text, sizeof text,
		"__device__ void load(const float *in, float t[4][8],\n\tint z, int nz, int ny, int nx)\n{\n\tt[0][0] "
		"= 1;\n}\n"
		"void f() {\n\t%s\n}\n",
		arguments[_i].call);
	ck_assert_msg(source_swapped_arguments(&a, text, &k) == arguments[_i].swapped, "%s", arguments[_i].call);
	if (!arguments[_i].swapped)
		return;
	ck_assert_str_eq(k.function, "load");
	ck_assert_str_eq(k.first, strstr(arguments[_i].call, "(t") ? "t" : "nx");
	ck_assert_str_eq(k.second, strstr(arguments[_i].call, "(t") ? "in" : "nz");
	ck_assert_int_eq(k.line, 7);
}
END_TEST

static const struct {
	const char *body;
	int read; /* 0: it has a value, or it can't be told */
} reads[] = {
	{ "float v;\nfor (;;) {\nt[0] = v;\nif (n)\nv = x[1];\n}", 5 },
	{ "float u, v;\nt[0] = v;", 4 },
	{ "float v;\nif (n)\nt[0] = v;\nv = 2;", 5 },
	{ "float v;\nfor (int z = 0; z < n; z++) {\nif (in)\nt[z] =\n6 * t[z] -\nv - 1;\nv = t[0];\n}", 8 },
	{ "float v;\nfor (int z = 0; z < n; z++) {\nif (z > 0)\nt[z] = v;\nv = 2;\n}", 0 }, /* not in the first turn */
	{ "float v;\nbool any = false;\nfor (;;) {\nif (any)\nt[0] = v;\nany = true;\nv = 2;\n}", 0 },
	{ "float v;\nt[0] = n ? 1 : 2 + v;", 0 },
	{ "float v;\nif (n)\nv = 1;\nelse\nt[0] = v;", 0 },
	{ "float v;\nt[0] = v++;", 0 },
	{ "float v;\nt[0] = sum(1, -v);", 0 },
	{ "float v;\nt[0] = v = 2;", 0 },
	{ "float v;\nv = 2;\nt[0] = v;", 0 },
	{ "float v;\nset(&v);\nt[0] = v;", 0 },
	{ "float v;\nset(v);\nt[0] = v;", 0 }, /* by reference, perhaps */
	{ "float v = 1;\nt[0] = v;", 0 },
};

START_TEST(variables_read_before_they_are_set)
{
	struct read_unset k;
	char text[200];

	snprintf(text, sizeof text, "__global__ void f(float *t)\n{\n%s\n}\n", reads[_i].body);
	ck_assert_msg(source_read_unset(&a, text, &k) == (reads[_i].read != 0), "%s", reads[_i].body);
	if (reads[_i].read) {
		ck_assert_str_eq(k.name, "v");
		ck_assert_int_eq(k.read, reads[_i].read);
	}
}
END_TEST

static const struct {
	const char *body;
	bool first, last; /* is missing */
} fences[] = {
	{ "while (atomicCAS(l, 0, 1) != 0)\n;\n*b = 1;\natomicExch(l, 0);", true, true },
	{ "while (atomicCAS(l, 0, 1) != 0)\n;\n__threadfence();\n*b = 1;\natomicExch(l, 0);", false, true },
	{ "while (atomicCAS(l, 0, 1) != 0)\n;\n*b = 1;\n__threadfence();\natomicExch(l, 0);", true, false },
	{ "while (atomicCAS(l, 0, 1) != 0)\n;\n__syncwarp();\n__threadfence();\n*b = 1;\n__threadfence();\n"
	  "atomicExch(l, 0);",
		false, false },
	{ "while (atomicCAS(l, 0, 1) != 0)\n;\n__threadfence();\nif (n) {\n*b = 1;\n}\n__threadfence();\n"
	  "atomicExch(l, 0);",
		false, false },
	{ "while (atomicCAS(l, 0, 1) != 0)\n;\natomicExch(l, 0);\n*b = 1;", false, false },
	{ "while (ready[p] == 0)\n;\n*b = 1;\natomicExch(l, 0);", false, false },
	{ "while (!done) {\nif (!atomicCAS(l, 0, 1)) {\n*b = 1;\natomicExch(l, 0);\n}\n}", false, false },
};

START_TEST(locks_without_fences)
{
	struct lock_fences k = { 0 };
	bool missing = fences[_i].first || fences[_i].last;
	char text[300];

	snprintf(text, sizeof text, "__global__ void f(int *b)\n{\n%s\n}\n", fences[_i].body);
	ck_assert_msg(source_lock_fences(text, &k) == missing, "%s", fences[_i].body);
	if (missing) {
		ck_assert_msg(k.first == fences[_i].first && k.last == fences[_i].last, "%s", fences[_i].body);
		ck_assert_int_eq(k.takes, 3);
		ck_assert_int_eq(k.frees, fences[_i].first && fences[_i].last ? 6 : 7);
	}
}
END_TEST

START_TEST(launches_and_calls)
{
	static const char two[] = "void solve(int *out)\n{\n\tf<<<1, 2>>>(out);\n\tg<<<1, 2>>>(mine);\n}\n";

	ck_assert(source_launch_gets("f<<<1, 2>>>(in, out, n);", "out"));
	ck_assert(!source_launch_gets("f<<<1, 2>>>(in, outer, n); out = 1;", "out"));
	ck_assert(!source_launch_gets(two, "out"));
	ck_assert(!source_launch_gets("g(out);", "out"));
	ck_assert(source_calls("__pipeline_commit ();", "__pipeline_commit"));
	ck_assert(!source_calls("/* __pipeline_commit() */ __pipeline_commit;", "__pipeline_commit"));
}
END_TEST

START_TEST(a_guard_of_something_else)
{
	static const char text[] = "__global__ void f(int *out, int n)\n{\n\tint i = threadIdx.x, j = i + 7;\n"
				   "\tif (k < n)\n\t\tout[j] = 1;\n\tif (2 < n)\n\t\tout[j] = 2;\n}\n";
	struct source_guard g = source_guard(&a, text, 5);

	ck_assert_ptr_null(g.words);
	ck_assert_str_eq(g.other, "k < n");
	ck_assert_int_eq(g.other_line, 4);
	ck_assert_ptr_null(source_guard(&a, text, 7).other);
}
END_TEST

static const struct {
	const char *launch, *first; /* NULL: in their order, or it can't be told */
} swapped[] = {
	{ "f<<<block, grid>>>(x);", "block" },
	{ "f<<<threads, blocks, 0, s>>>(x);", "threads" },
	{ "f<<<threadsPerBlock, numBlocks>>>(x);", "threadsPerBlock" },
	{ "f<<<BLOCK, (n + BLOCK - 1) / BLOCK>>>(x);", "BLOCK" },
	{ "f<<<256, (n + 255) / 256>>>(x);", "256" },
	{ "g<<<grid, block>>>(x);\n\tf<<<block, grid>>>(x);", "block" },
	{ "dim3 b(8, 8);\n\tdim3 g((n + 7) / 8, 1);\n\tf<<<b, g>>>(x);", "b" },
	{ "dim3 g((n + 7) / 8, 1);\n\tf<<<dim3(8, 8), g>>>(x);", "dim3(8, 8)" },
	{ "dim3 b(8, 8);\n\tdim3 g((n + 7) / 8, 1);\n\tf<<<g, b>>>(x);", NULL },
	{ "dim3 blocks(8, 8);\n\tdim3 g((n + 7) / 8, 1);\n\tf<<<blocks, g>>>(x);", NULL },
	{ "dim3 b(n, 8);\n\tf<<<b, n / 8>>>(x);", NULL },
	{ "f<<<grid, block>>>(x);", NULL },
	{ "f<<<blocks, threads>>>(x);", NULL },
	{ "f<<<blocks_per_grid, threads_per_block>>>(x);", NULL },
	{ "f<<<(n + 255) / 256, 256>>>(x);", NULL },
	{ "f<<<BLOCKS, BLOCK>>>(x);", NULL },
	{ "f<<<1, n / 2>>>(x);", NULL },
	{ "f<<<2, n / 2>>>(x);", NULL },
	{ "f<<<m, n>>>(x);", NULL },
	{ "f<<<dim3(n, 2), block>>>(x);", NULL },
	{ "// f<<<block, grid>>>(x);", NULL },
	{ "f<<<block", NULL },
};

START_TEST(launches_with_blocks_second)
{
	struct swapped_launch k;
	char text[200];
	int lines = 0;

	snprintf(text, sizeof text, "void solve(int *x, int n)\n{\n\t%s\n}\n", swapped[_i].launch);
	ck_assert_msg(source_swapped_launch(&a, text, &k) == (swapped[_i].first != NULL), "%s", swapped[_i].launch);
	if (!swapped[_i].first)
		return;
	ck_assert_str_eq(k.first, swapped[_i].first);
	for (const char *s = swapped[_i].launch; (s = strchr(s, '\n')) != NULL; s++)
		lines++;
	ck_assert_int_eq(k.line, 3 + lines);
}
END_TEST

#define LOOP(test, table) tcase_add_loop_test(t, test, 0, (int)(sizeof table / sizeof *table))

static const struct {
	const char *params, *calls, *first; /* NULL: nothing is said */
} halves[] = {
	{ "float4 me, float4 other, float *s", "pull(x[j], me, s);", "x[j]" },
	{ "float4 me, float4 other, float *s", "pull(other, x[j], s);", "other" },
	{ "const float4 me, const float4 other", "pull(f(1, 2), me);", "f(1, 2)" },
	{ "float4 me, float4 other, float *s", "pull(me, x[j], s);", NULL },
	{ "float4 me, float4 other, float *s", "pull(x[j], x[k], s);", NULL },
	{ "float4 me, float4 other, float *s", "pull(x[j], me, s);\n\tpull(me, x[j], s);", NULL }, /* turns */
	{ "float4 me, float4 other, float *s", "pull(me, x[j], s);\n\tpull(x[j], me, s);", NULL },
	{ "float4 me, float3 other, float *s", "pull(x[j], me, s);", NULL }, /* the compiler would say it */
	{ "float *me, float *other, int n", "pull(x, me, n);", NULL },       /* a chain of arrays */
	{ "int x, int y, int z", "pull(y, 1, z);", NULL },                   /* too many of a kind */
};

START_TEST(one_argument_in_another_ones_place)
{
	struct swapped_arguments k;
	char text[400];
	bool told;

	snprintf(text, sizeof text, "__device__ void pull(%s)\n{\n\tpull(other, 1, 2);\n}\nvoid f() {\n\t%s\n}\n",
		halves[_i].params, halves[_i].calls);
	told = source_swapped_arguments(&a, text, &k);
	ck_assert_msg(told == (halves[_i].first != NULL), "%s of %s", halves[_i].calls, halves[_i].params);
	if (!told)
		return;
	ck_assert_str_eq(k.one, "me");
	ck_assert_str_eq(k.two, "other");
	ck_assert_str_eq(k.first, halves[_i].first);
	ck_assert_int_eq(k.line, 6);
}
END_TEST

START_TEST(launches_without_threads)
{
	struct lone_launch k;

	ck_assert(source_lone_launch(&a, "void solve()\n{\n\tf<<<dim3(n, 2)>>>(a, b);\n}\n", &k));
	ck_assert_str_eq(k.words, "f<<<dim3(n, 2)>>>");
	ck_assert_str_eq(k.blocks, "dim3(n, 2)");
	ck_assert_int_eq(k.line, 3);
	ck_assert(source_lone_launch(&a, "f<<<1, 2>>>(a);\ng<<<grid>>>(a, b);\n", &k));
	ck_assert_int_eq(k.line, 2);
	ck_assert(!source_lone_launch(&a, "f<<<grid, 32>>>(a);", &k));
	ck_assert(!source_lone_launch(&a, "/* f<<<grid>>>(a); */", &k));
}
END_TEST

Suite *judge_source_idle_suite(void)
{
	Suite *s = suite_create("judge source idle");
	TCase *t = tcase_create("idle");

	tcase_add_checked_fixture(t, setup, teardown);
	LOOP(statements_without_effect, statements);
	LOOP(conditions_that_assign, conditions);
	LOOP(heads_that_end_at_once, heads);
	tcase_add_test(t, an_if_that_was_to_wait);
	tcase_add_test(t, kernels_that_nobody_launches);
	tcase_add_test(t, kernels_that_another_replaces);
	tcase_add_test(t, launches_without_threads);
	LOOP(variables_that_hide_others, hiding);
	LOOP(variables_read_before_they_are_set, reads);
	LOOP(arguments_in_each_others_place, arguments);
	LOOP(one_argument_in_another_ones_place, halves);
	LOOP(locks_without_fences, fences);
	tcase_add_test(t, launches_and_calls);
	LOOP(launches_with_blocks_second, swapped);
	tcase_add_test(t, a_guard_of_something_else);
	suite_add_tcase(s, t);
	return s;
}
