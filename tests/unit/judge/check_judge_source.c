/* judge/source_lines: what is found in the text of a student's file, and what is not taken for it. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "judge/source_lines.h"
#include "judge/source_shape.h"
#include "judge/source_shared.h"
#include "judge/source_unset.h"

Suite *judge_source_suite(void);

static struct arena a;

static void setup(void)
{
	arena_init(&a);
}

static void teardown(void)
{
	arena_release(&a);
}

START_TEST(comments_and_strings_are_no_code)
{
	ck_assert_int_eq(
		source_only_line("/* cudaMemset\n cudaMemset */\n\"cudaMemset \\\" cudaMemset\"\ncudaMemset(p);\n",
			"cudaMemset"),
		4);
	ck_assert_int_eq(source_only_line("int n = 1'000'000; // cudaMemset\ncudaMemset(p);", "cudaMemset"), 2);
	ck_assert_int_eq(source_only_line("cudaMemset(p); cudaMemset(q);\n", "cudaMemset"), 1);
	ck_assert_int_eq(source_only_line("cudaMemset(p);\ncudaMemset(q);\n", "cudaMemset"), 0);
	ck_assert_int_eq(source_only_line("cudaMemsetAsync(p);\nmycudaMemset(q);\n", "cudaMemset"), 0);
	ck_assert_int_eq(source_only_line("/* cudaMemset", "cudaMemset"), 0);
	ck_assert_int_eq(source_only_line("'", "cudaMemset"), 0);
	ck_assert_int_eq(source_only_line(NULL, "cudaMemset"), 0);
}
END_TEST

START_TEST(launches)
{
	ck_assert_int_eq(source_launch_line("__global__ void add() {}\n\tadd<<<1, 2>>>();\n", "add"), 2);
	ck_assert_int_eq(source_launch_line("add(1);\n\tadd<float, 3> <<<1, 2>>>();\n", "add<float, 3>(float*)"), 2);
	ck_assert_int_eq(source_launch_line("add<<<1, 2>>>();\nadd<<<2, 2>>>();\n", "add"), 0);
	ck_assert_int_eq(source_launch_line("bool b = add < 3;\n", "add"), 0);
	ck_assert_int_eq(source_launch_line("add<<<1, 2>>>();\n", ""), 0);
}
END_TEST

START_TEST(stores)
{
	ck_assert_int_eq(source_store_line("x = c[i];\nif (c[i] == 2)\n\tc[f(a[i])] = x;\n", "c"), 3);
	ck_assert_int_eq(source_store_line("c[i][j] += 1;\n", "c"), 1);
	ck_assert_int_eq(source_store_line("c [i] <<= 1;\n", "c"), 1);
	ck_assert_int_eq(source_store_line("c[i]++;\n", "c"), 1);
	ck_assert_int_eq(source_store_line("c[i] = 1;\nc[j] = 2;\n", "c"), 0);
	ck_assert_int_eq(source_store_line("cc[i] = 1; c[i] < 2; c[i] + 1;\n", "c"), 0);
	ck_assert_int_eq(source_store_line("c[i", "c"), 0);
	ck_assert_int_eq(source_store_line("c[i] = 1", NULL), 0);
}
END_TEST

static const char *names(const char *source, int line)
{
	const char *s = source_names(&a, source_condition(&a, source, line));

	return s ? s : "";
}

START_TEST(conditions)
{
	ck_assert_str_eq(source_condition(&a, "x;\n\tfor (int i = f(1, 2); i < n; i += 0)\n", 2), "i < n");
	ck_assert_str_eq(
		source_condition(&a, "while (row < rows &&\n\tcol < cols) {", 1), "row < rows &&\n\tcol < cols");
	ck_assert_ptr_null(source_condition(&a, "for (;;)\n", 1));
	ck_assert_ptr_null(source_condition(&a, "for (int x : xs)\n", 1));
	ck_assert_ptr_null(source_condition(&a, "i++;\nwhile (i < n)\n", 1));
	ck_assert_ptr_null(source_condition(&a, "// while (i < n)\n", 1));
	ck_assert_ptr_null(source_condition(&a, "while (i < n", 1));
	ck_assert_str_eq(names("while (row < rows && col < cols)", 1), "row, rows, col and cols");
	ck_assert_str_eq(names("for (int i = 0; i < min(n, 4) * blockDim.x && i < 0x10; i++)", 1), "i and n");
	ck_assert_str_eq(names("while (!done)", 1), "done");
	ck_assert_str_eq(names("while (f.load(cuda::memory_order_acquire) == n)", 1), "f and n");
	ck_assert_str_eq(names("while (true)", 1), "");
	ck_assert_str_eq(names("i++;", 1), "");
}
END_TEST

START_TEST(variables_without_a_value)
{
	int line = 0;

	ck_assert_str_eq(
		source_unset(&a, "void f()\n{\n\tfloat sum;\n\tfor (;;)\n\t\tsum += x[i];\n}\n", &line), "sum");
	ck_assert_int_eq(line, 3);
	ck_assert_ptr_null(source_unset(&a, "float sum;\nsum = 0;\nsum += x[i];\n", &line));
	ck_assert_ptr_null(source_unset(&a, "float sum = 0;\nsum += x[i];\n", &line));
	ck_assert_ptr_null(source_unset(&a, "// float sum;\nsum += x[i];\n", &line));
	ck_assert_ptr_null(source_unset(&a, "float sum;\nread(&sum);\nsum += x[i];\n", &line));
	ck_assert_ptr_null(source_unset(&a, "float sum;\nif (sum == x)\n", &line));
	ck_assert_str_eq(source_unset(&a, "float x, sum;\nsum += x;\n", &line), "sum");
	ck_assert_str_eq(source_unset(&a, "float x = f(1, 2), sum;\nsum += x;\n", &line), "sum");
	ck_assert_str_eq(source_unset(&a, "float sum[4];\nfor (;;)\n\tsum[p] += x;\n", &line), "sum");
	ck_assert_ptr_null(source_unset(&a, "float sum[4] = { 0 };\nsum[p] += x;\n", &line));
	ck_assert_ptr_null(source_unset(&a, "float sum[4];\nsum[p] = 0;\nsum[p] += x;\n", &line));
	ck_assert_ptr_null(source_unset(&a, "__shared__ float sum;\nsum += x[i];\n", &line));
	ck_assert_ptr_null(source_unset(&a, "void f(int x,\n\tint sum, int n)\n{\n\tsum += x;\n}\n", &line));
}
END_TEST

/* ---- source_shape */
static const struct {
	const char *source;
	int line;
	const char *guard; /* NULL: none */
	int at;
	bool loop;
	const char *outer; /* of a loop: the if around it, too */
} guards[] = {
	{ "__global__ void f(int n)\n{\n\tif (i < n)\n\t\tc[i] = 1;\n}\n", 4, "i < n", 3, false, NULL },
	{ "__global__ void f(int n)\n{\n\tif (i < n) {\n\t\tx;\n\t\tc[i] = 1;\n\t}\n}\n", 5, "i < n", 3, false, NULL },
	{ "__global__ void f(int n)\n{\n\tif (i >= n)\n\t\treturn;\n\tc[i] = 1;\n}\n", 5, "i >= n", 3, false, NULL },
	/* It is over before the line, and it is no return. */
	{ "__global__ void f(int n)\n{\n\tif (i >= n)\n\t\tx = 1;\n\tc[i] = 1;\n}\n", 5, NULL, 0, false, NULL },
	{ "__global__ void f(int n)\n{\n\tc[i] = i < n ? a[i] : 0;\n}\n", 3, "i < n", 3, false, NULL },
	{ "__global__ void f(int n)\n{\n\tc[i] = i <= n ? a[i] : 0;\n}\n", 3, "i <= n", 3, false, NULL },
	{ "__global__ void f(int n)\n{\n\tfor (int k = 0; k < n; k++)\n\t\ts += a[k];\n}\n", 4, "k < n", 3, true,
		NULL },
	/* By way of another variable, within an if that may be to blame, too. */
	{ "__global__ void f(int n)\n{\tint i = t;\n\tif (i < n)\n\t\tfor (k = 0; k <= n; k++) {\n\t\t\tint r = k * m "
	  "+ "
	  "i;\n\t\t\ts += "
	  "a[r];\n\t\t}\n}\n",
		6, "k <= n", 4, true, "i < n" },
	/* A return before the loop; an if that is over before it. */
	{ "__global__ void f(int n)\n{\n\tif (i > n)\n\t\treturn;\n\tfor (k = 0; k < n; k++)\n\t\ts += a[i + k];\n}\n",
		6, "k < n", 5, true, "i > n" },
	{ "__global__ void f(int n)\n{\n\tif (i > n)\n\t\tx = 1;\n\tfor (k = 0; k < n; k++)\n\t\ts += a[i + k];\n}\n",
		6, "k < n", 5, true, NULL },
	/* An if in a loop whose variable stands in the index itself; and one of which it is only made. */
	{ "__global__ void f(int n)\n{\n\tfor (z = 0; z <= m; z++)\n\t\tif (x < n)\n\t\t\tc[z * n + x] = 1;\n}\n", 5,
		"z <= m", 3, true, "x < n" },
	{ "__global__ void f(int n)\n{\n\tfor (k = 0; k < n; k++) {\n\t\tint next = k + 1;\n\t\tif (next <= n)\n"
	  "\t\t\tc[next] = 1;\n\t}\n}\n",
		6, "next <= n", 5, false, NULL },
	/* By a variable that holds the answer. */
	{ "__global__ void f(int n)\n{\n\tfor (k = 0; k < m; k++) {\n\t\tint r = i + k;\n\t\tbool inside = r >= 0 && r "
	  "<= "
	  "n;\n\t\tt[k] = inside ? a[r] : 0;\n\t}\n}\n",
		6, "r >= 0 && r <= n", 5, false, NULL },
	{ "__global__ void f(int n)\n{\n\tbool inside = i <= n;\n\tif (inside)\n\t\tc[i] = 1;\n}\n", 5, "i <= n", 3,
		false, NULL },
	/* An if that does not look at the index. */
	{ "__global__ void f(int n)\n{\n\tif (v > 0)\n\t\tfor (k = 0; k < n; k++)\n\t\t\ts += a[k];\n}\n", 5, "k < n",
		4, true, NULL },
	/* A loop that does not count the index. */
	{ "__global__ void f(int n)\n{\n\tfor (int k = 0; k < n; k++)\n\t\ts += a[i];\n}\n", 4, NULL, 0, false, NULL },
	/* No comparison; another function's; a comment; no kernel. */
	{ "__global__ void f(int n)\n{\n\tif (x == 0)\n\t\tc[i] = 1;\n}\n", 4, NULL, 0, false, NULL },
	{ "__device__ void g()\n{\n\tif (i >= n) return;\n}\n__global__ void f()\n{\n\tc[i] = 1;\n}\n", 7, NULL, 0,
		false, NULL },
	{ "__global__ void f(int n)\n{\n\t// if (i < n)\n\tc[i] = 1;\n}\n", 4, NULL, 0, false, NULL },
	{ "void f(int n)\n{\n\tif (i < n)\n\t\tc[i] = 1;\n}\n", 4, NULL, 0, false, NULL },
	/* The inner one, of those that look at the index. */
	{ "__global__ void f(int n)\n{\n\tif (i < n)\n\t\tif (j < m)\n\t\t\tc[i + j] = 1;\n}\n", 5, "j < m", 4, false,
		NULL },
	{ "__global__ void f(int n)\n{\n\tif (i < n)\n\t\tif (j < m)\n\t\t\tc[i] = 1;\n}\n", 5, "i < n", 3, false,
		NULL },
	{ "__global__ void f(int n)\n{\n\tif (j < m)\n\t\tc[i] = 1;\n}\n", 4, NULL, 0, false, NULL },
	/* The value that is stored, also where it was read by this index; a limit from below; a return turned round. */
	{ "__global__ void f(int n)\n{\n\tint v = a[i];\n\tif (v < n)\n\t\tc[i] = v;\n}\n", 5, NULL, 0, false, NULL },
	{ "__global__ void f(int n)\n{\n\tif (n>i)\n\t\tc[i] = 1;\n}\n", 4, "n>i", 3, false, NULL },
	{ "__global__ void f(int n)\n{\n\tif (i > n)\n\t\tc[i] = 1;\n}\n", 4, NULL, 0, false, NULL },
	{ "__global__ void f(int n)\n{\n\tif (0 < i)\n\t\tc[i] = 1;\n}\n", 4, NULL, 0, false, NULL },
	{ "__global__ void f(int n)\n{\n\tif (i < n)\n\t\treturn;\n\tc[i] = 1;\n}\n", 5, "i < n", 3, false, NULL },
	{ "__global__ void f(int n)\n{\n\tif (i < 1)\n\t\treturn;\n\tc[i] = 1;\n}\n", 5, NULL, 0, false, NULL },
	{ "__global__ void f(int n)\n{\n\tif (!(i < n))\n\t\treturn;\n\tc[i] = 1;\n}\n", 5, "!(i < n)", 3, false,
		NULL },
	{ "__global__ void f(int n)\n{\n\tif (0 <= i && (i + 1) * m <= n)\n\t\tc[i] = 1;\n}\n", 4,
		"0 <= i && (i + 1) * m <= n", 3, false, NULL },
	/* What the index is made of, or what is made of it; a width that both count in is neither. */
	{ "__global__ void f(int n)\n{\n\tint row = i / 32;\n\tif (row >= n)\n\t\treturn;\n\tint i = 2 * j;\n\tc[i] = "
	  "1;\n}\n",
		7, "row >= n", 4, false, NULL },
	{ "__global__ void f(int n)\n{\n\tint k = t * WIDE;\n\tif (k < n)\n\t\tc[i * WIDE] = 1;\n}\n", 5, NULL, 0,
		false, NULL },
	{ "__global__ void f(int n)\n{\n\tint i = threadIdx.x;\n\tint t = threadIdx.y;\n\tif (t < n)\n\t\tc[i] = "
	  "1;\n}\n",
		6, NULL, 0, false, NULL },
	{ "__global__ void f(int n)\n{\n\tif (i < n", 3, NULL, 0, false, NULL },
	{ "", 3, NULL, 0, false, NULL },
};

START_TEST(guards_before_a_line)
{
	struct source_guard g = source_guard(&a, guards[_i].source, guards[_i].line);

	ck_assert_pstr_eq(g.words, guards[_i].guard);
	ck_assert_pstr_eq(g.outer, guards[_i].outer);
	if (!g.words)
		return;
	ck_assert_int_eq(g.line, guards[_i].at);
	ck_assert_int_eq(g.loop, guards[_i].loop);
}
END_TEST

START_TEST(an_if_of_something_else_in_a_loop)
{
	static const char text[] = "__global__ void f(int n)\n{\n\tfor (k = 0; k < m; k += 8)\n\t\tif (i < n)\n"
				   "\t\t\tt[x] = c[k + x];\n}\n";
	struct source_guard g = source_guard(&a, text, 5);

	ck_assert_str_eq(g.words, "k < m");
	ck_assert_str_eq(g.other, "i < n");
	ck_assert_int_eq(g.other_line, 4);
}
END_TEST

#define ADD_TO "__device__ void add(int x, float3 *to)\n{\n\tfloat d = x;\n\t%s\n}\n"
START_TEST(a_sum_that_a_call_adds_to)
{
	static const struct {
		const char *function, *kernel;
		bool unset;
	} files[] = {
		{ "to->x += d;", "float3 sum;\n\tfor (;;)\n\t\tadd(1, &sum);", true },
		{ "*to += d;", "float sum;\n\tadd(f(1, 2), &sum);", true },
		{ "to->x = d;", "float3 sum;\n\tadd(1, &sum);", false },
		{ "if (to->x > 0)\n\t\tto->x += d;", "float3 sum;\n\tadd(1, &sum);", false },
		{ "to->x += d;", "float3 sum;\n\tsum.x = 0;\n\tadd(1, &sum);", false },
		{ "to->x += d;", "float3 sum = make_float3(0, 0, 0);\n\tadd(1, &sum);", false },
		{ "to->x += d;", "float3 sum;\n\tset(1, &sum);", false },
	};
	char text[400];
	int line;

	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		int n = snprintf(text, sizeof text, ADD_TO, files[i].function);

		snprintf(text + n, sizeof text - (size_t)n, "__global__ void f()\n{\n\t%s\n}\n", files[i].kernel);
		ck_assert_msg((source_unset(&a, text, &line) != NULL) == files[i].unset, "%s", text);
	}
}
END_TEST

START_TEST(loops_around_lines)
{
	static const char k[] = "__global__ void f(int n)\n{\n\tfor (int k = 0; k < 16;) {\n\t\tint i = k;\n"
				"\t\tif (i < n)\n\t\t\tout[i] = 1;\n\t}\n\tx = 1;\n}\n";

	ck_assert_int_eq(source_loop(k, 5, 6), 3);
	ck_assert_int_eq(source_loop(k, 6, 6), 3);
	ck_assert_int_eq(source_loop(k, 3, 6), 0); /* it is in them */
	ck_assert_int_eq(source_loop(k, 5, 8), 0);
	ck_assert_int_eq(source_loop(k, 5, 100), 0);
	/* The inner one; one that only a break ends; one that begins in those lines; a do-while. */
	ck_assert_int_eq(
		source_loop(
			"__global__ void f()\n{\n\twhile (a < b)\n\t\tfor (; c < d;) {\n\t\t\tx;\n\t\t}\n}\n", 5, 5),
		4);
	ck_assert_int_eq(
		source_loop("__global__ void f()\n{\n\twhile (a < b)\n\t\twhile (true) {\n\t\t\tx;\n\t\t}\n}\n", 5, 5),
		0);
	ck_assert_int_eq(
		source_loop("__global__ void f()\n{\n\twhile (a < b)\n\t\tfor (;;) {\n\t\t\tx;\n\t\t}\n}\n", 4, 5), 0);
	ck_assert_int_eq(
		source_loop("__global__ void f()\n{\n\twhile (a < b)\n\t\tdo\n\t\t\tx;\n\t\twhile (e);\n}\n", 5, 5), 0);
	ck_assert_int_eq(source_loop("", 1, 1), 0);
}
END_TEST

START_TEST(returns_before_a_barrier)
{
	int barrier = 0;

	ck_assert_int_eq(source_early_return("__global__ void f()\n{\n\tif (i >= n)\n\t\treturn;\n\tt[i] = 1;\n"
					     "\t__syncthreads();\n\tx = t[0];\n}\n",
				 7, &barrier),
		4);
	ck_assert_int_eq(barrier, 6);
	/* Behind the barrier; the line before it; another function. */
	ck_assert_int_eq(source_early_return("__global__ void f()\n{\n\t__syncthreads();\n\tif (i >= n)\n"
					     "\t\treturn;\n\tx = t[0];\n}\n",
				 6, &barrier),
		0);
	ck_assert_int_eq(source_early_return("__global__ void f()\n{\n\tif (i >= n)\n\t\treturn;\n\tx = t[0];\n"
					     "\t__syncthreads();\n}\n",
				 5, &barrier),
		0);
	ck_assert_int_eq(source_early_return("__global__ void g()\n{\n\tif (i)\n\t\treturn;\n\t__syncthreads();\n}\n"
					     "__global__ void f()\n{\n\t__syncthreads();\n\tx = t[0];\n}\n",
				 10, &barrier),
		0);
	ck_assert_int_eq(source_early_return("", 1, &barrier), 0);
}
END_TEST

#define TWO \
	"__global__ void f(const float *p, float *q, int n)\n{\n%s\n}\nvoid solve()\n{\n\tf<<<1, 2>>>(a, b + 1, " \
	"n);\n}\n"
static const struct {
	const char *line;
	enum source_access access;
	unsigned arrays; /* a is 1, b is 2 */
} arrays[] = {
	{ "\tq[i] = p[i];", SOURCE_READ, 1 },
	{ "\ttile[i] = p[i] + x[2];", SOURCE_READ, 1 },
	{ "\tx = p[i] + q[i];", SOURCE_READ, 1 }, /* b + 1 is no name: not told */
	{ "\tx = r[i];", SOURCE_READ, 0 },
	{ "\tx = p;", SOURCE_READ, 0 },
	{ "\tp[i] += 1;", SOURCE_WRITE, 1 },
	{ "\tp[i] += 1;", SOURCE_READ, 1 },
	{ "\tp[i] = 1;", SOURCE_READ, 0 },
	{ "\tp[i] = 1;", SOURCE_WRITE, 1 },
	{ "\tx = p[i", SOURCE_READ, 0 },
	{ "\tatomicAdd(&p[r[i]], 1);", SOURCE_ATOMIC, 1 },
	{ "\tatomicAdd(&p[r[i]], 1);", SOURCE_READ, 0 },
	{ "\tatomicAdd(&r[p[i]], 1);", SOURCE_READ, 1 },
	{ "\tx = r[i] && p[i];", SOURCE_ATOMIC, 0 },
};

START_TEST(arrays_of_a_line)
{
	static const char *const args[] = { "a", "b" };
	char text[400];

	snprintf(text, sizeof text, TWO, arrays[_i].line);
	ck_assert_uint_eq(source_arrays(text, 3, "f(float*)", arrays[_i].access, args, 2), arrays[_i].arrays);
	ck_assert_uint_eq(source_arrays(text, 3, "g", arrays[_i].access, args, 2), 0);
	ck_assert_uint_eq(source_arrays(text, 99, "f", arrays[_i].access, args, 2), 0);
	strcat(text, "void twice()\n{\n\tf<<<1, 2>>>(b, a, n);\n}\n"); /* which of the two it was is not known */
	ck_assert_uint_eq(source_arrays(text, 3, "f(float*)", arrays[_i].access, args, 2), 0);
}
END_TEST

#define KERNEL(text) "__global__ void f(float *out)\n{\n" text "}\n"
START_TEST(names_for_one_place)
{
	struct same_place k;

	ck_assert(source_same_place(
		&a, KERNEL("\textern __shared__ float x[];\n\textern __shared__ float y[];\n\tx[0] = y[0];\n"), &k));
	ck_assert_str_eq(k.first, "x");
	ck_assert_str_eq(k.second, "y");
	ck_assert_ptr_null(k.array);
	ck_assert_int_eq(k.line, 4);
	ck_assert(source_same_place(
		&a, KERNEL("\textern __shared__ float s[];\n\tfloat *x = s;\n\tfloat *y = s;\n\tx[0] = y[0];\n"), &k));
	ck_assert_str_eq(k.second, "y");
	ck_assert_str_eq(k.array, "s");
	ck_assert_int_eq(k.line, 5);
	ck_assert(!source_same_place(
		&a, KERNEL("\textern __shared__ float s[];\n\tfloat *x = s;\n\tfloat *y = s + n;\n"), &k));
	ck_assert(!source_same_place(&a, KERNEL("\t__shared__ float x[8];\n\t__shared__ float y[8];\n"), &k));
	/* An array in each of two kernels. */
	ck_assert(!source_same_place(&a,
		KERNEL("\textern __shared__ float x[];\n") "__global__ void g()\n{\n\textern __shared__ float "
							   "y[];\n}\n",
		&k));
}
END_TEST

START_TEST(arrays_of_one_thread)
{
	struct own_array k;

	ck_assert(source_own_array(
		&a, KERNEL("\tint x = threadIdx.x;\n\tfloat tile[8][8];\n\ttile[y][x] = out[x];\n"), &k));
	ck_assert_str_eq(k.name, "tile");
	ck_assert_int_eq(k.line, 4);
	ck_assert(source_own_array(&a, KERNEL("\tint part[8];\n\tpart[threadIdx.x] = 0;\n"), &k));
	ck_assert(!source_own_array(&a, KERNEL("\t__shared__ float tile[8];\n\ttile[threadIdx.x] = 0;\n"), &k));
	ck_assert(!source_own_array(&a, KERNEL("\tfloat sum[4];\n\tsum[p] = threadIdx.x;\n"), &k));
	ck_assert(!source_own_array(&a, KERNEL("\tfloat sum[4];\n\tsum[0] = out[threadIdx.x];\n"), &k));
}
END_TEST

START_TEST(arrays_that_lines_write)
{
	ck_assert_str_eq(source_line_writes(&a, "\ttile[y][x] = a[i];\n", 1), "tile");
	ck_assert_ptr_null(source_line_writes(&a, "\tif (tile[y] == 2)\n", 1));
	ck_assert_ptr_null(source_line_writes(&a, "\ttile[y] == 2;\n", 1));
	ck_assert_ptr_null(source_line_writes(&a, "\tx = tile[y];\n", 2));
}
END_TEST

START_TEST(macros_without_brackets)
{
	struct loose_macro k;

	ck_assert(source_loose_macro(&a, "#define TILE 16 + 16\nint n = blockIdx.x * TILE;\n", &k));
	ck_assert_str_eq(k.name, "TILE");
	ck_assert_str_eq(k.value, "16 + 16");
	ck_assert_int_eq(k.line, 1);
	ck_assert(!source_loose_macro(&a, "#define TILE (16 + 16)\nint n = blockIdx.x * TILE;\n", &k));
	ck_assert(!source_loose_macro(&a, "#define TILE -1\nint n = blockIdx.x * TILE;\n", &k));
	ck_assert(!source_loose_macro(&a, "#define TILE 16 + 16\nint n = TILE;\n", &k));
	ck_assert(!source_loose_macro(&a, "#define HALF(x) x + 1\nint n = 2 * HALF(3);\n", &k));
}
END_TEST

Suite *judge_source_suite(void)
{
	Suite *s = suite_create("judge source");
	TCase *t = tcase_create("source");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, comments_and_strings_are_no_code);
	tcase_add_test(t, launches);
	tcase_add_test(t, stores);
	tcase_add_test(t, conditions);
	tcase_add_test(t, variables_without_a_value);
	tcase_add_loop_test(t, guards_before_a_line, 0, (int)(sizeof guards / sizeof *guards));
	tcase_add_test(t, returns_before_a_barrier);
	tcase_add_test(t, loops_around_lines);
	tcase_add_test(t, an_if_of_something_else_in_a_loop);
	tcase_add_test(t, a_sum_that_a_call_adds_to);
	tcase_add_loop_test(t, arrays_of_a_line, 0, (int)(sizeof arrays / sizeof *arrays));
	tcase_add_test(t, names_for_one_place);
	tcase_add_test(t, arrays_of_one_thread);
	tcase_add_test(t, arrays_that_lines_write);
	tcase_add_test(t, macros_without_brackets);
	suite_add_tcase(s, t);
	return s;
}
