/* report/variables.h: what a line of the source sets, and which registers are the student's variables. */
#include <check.h>
#include <string.h>

#include "report/assigned.h"
#include "report/variables.h"

START_TEST(a_line_sets_one_variable_or_none)
{
	static const struct {
		const char *line, *name;
		char kind;
		bool compound;
	} rows[] = {
		{ "	int i = blockIdx.x * blockDim.x + threadIdx.x;", "i", 'i', false },
		{ "const float *p = in + i; // where it begins", "p", 'l', false },
		{ "unsigned long long at = (size_t)row * n;", "at", 'l', false },
		{ "bool even = i % 2 == 0;", "even", 'p', false },
		{ "float y = 2.0f * in[i] + f(a, b);", "y", 'f', false },
		{ "sum += in[i];", "sum", 0, true },
		{ "if (i < n) sum -= x;", "sum", 0, true },
		{ "} else total = sum;", "total", 0, false },
		{ "k++;", "k", 0, true },
		{ "--k;", "k", 0, true },
		{ "for (int c = tid; c < cols; c += blockDim.x)", "c", 'i', true },
		{ "for (int s = 32; s > 0; s >>= 1) {", "s", 'i', true },
		{ "/* a */ int j = 3; /* b */", "j", 'i', false },
		/* Elements, two at once, what goes on below, other words: none. */
		{ "out[i] = in[i];", NULL, 0, false },
		{ "*p = 3;", NULL, 0, false },
		{ "a.x = 3;", NULL, 0, false },
		{ "int i = 1, j = 2;", NULL, 0, false },
		{ "i = j = 2;", NULL, 0, false },
		{ "i = k++;", NULL, 0, false },
		{ "i = 1; j = 2;", NULL, 0, false },
		{ "int i = blockIdx.x *", NULL, 0, false },
		{ "for (int i = 0, j = 3; i < j; i++)", NULL, 0, false },
		{ "for (int i = 0; i < n; j++)", NULL, 0, false },
		{ "for (int i = 0; i < n; i++, j += 2)", NULL, 0, false },
		{ "for (int i = 0; i < n; i++) sum += i;", NULL, 0, false },
		{ "auto x = f();", NULL, 0, false },
		{ "if (i == n)", NULL, 0, false },
		{ "// int i = 3;", NULL, 0, false },
		{ "#define N = 3;", NULL, 0, false },
		{ "return;", NULL, 0, false },
		{ "int x = ((((", NULL, 0, false },
		{ "if (", NULL, 0, false },
		{ "", NULL, 0, false },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bool in_comment = false;
		struct assigned a = assigned_by_line(rows[i].line, strlen(rows[i].line), &in_comment);

		ck_assert_msg(!a.name == !rows[i].name, "%s", rows[i].line);
		if (!a.name)
			continue;
		ck_assert_msg(a.n == strlen(rows[i].name) && !memcmp(a.name, rows[i].name, a.n), "%s", rows[i].line);
		ck_assert_msg(a.kind == rows[i].kind && a.compound == rows[i].compound, "%s", rows[i].line);
	}
}
END_TEST

START_TEST(comments_go_on_from_line_to_line)
{
	bool in_comment = false;

	ck_assert_ptr_null(assigned_by_line("/* int i = 3;", 13, &in_comment).name);
	ck_assert(in_comment);
	ck_assert_ptr_null(assigned_by_line("int j = 3;", 10, &in_comment).name);
	ck_assert_ptr_nonnull(assigned_by_line("*/ int k = 3;", 13, &in_comment).name);
	ck_assert(!in_comment);
}
END_TEST

static const char source[] =
	"__global__ void other(int a) {}\n"
	"template <int N> __global__ void __launch_bounds__(256) sum(const float *__restrict__ in,\n"
	"	float *out, int n)\n"
	"{\n"
	"	int i = threadIdx.x;\n"
	"	float total = 0;\n"
	"	for (int k = i; k < n; k += 32)\n"
	"		total += in[k];\n"
	"	int a = i * 2;\n"
	"	int b = a;\n"
	"}\n";

START_TEST(parameters_are_counted)
{
	static const char *const names[] = { "in", "out", "n" }, kinds[] = "lli";

	for (size_t k = 0; k < 3; k++) {
		struct assigned p = assigned_parameter(source, "sum", 3, k);

		ck_assert_ptr_nonnull(p.name);
		ck_assert(p.n == strlen(names[k]) && !memcmp(p.name, names[k], p.n) && p.kind == kinds[k]);
	}
	ck_assert_ptr_null(assigned_parameter(source, "sum", 3, 3).name);
	ck_assert_ptr_null(assigned_parameter(source, "um", 2, 0).name);
	ck_assert_ptr_null(assigned_parameter("__global__", "sum", 3, 0).name);
	ck_assert_ptr_null(assigned_parameter("__global__ void sum(", "sum", 3, 0).name);
}
END_TEST

static const char *name_of(const struct variables *v, const struct trace *t, const char *reg)
{
	const struct variable *x = variables_of(v, t, reg, strlen(reg));

	return x ? x->name : "";
}

START_TEST(registers_get_the_names_of_the_source)
{
	static struct trace_inst insts[] = {
		{ "x.cu", "ld.param.u64 %rd1, [_Z3sumPKfPfi_param_0];", "%rd1", 2, TRACE_OTHER, "u64", 'u', 64 },
		{ "x.cu", "ld.param.u32 %r9, [_Z3sumPKfPfi_param_2];", "%r9", 2, TRACE_OTHER, "u32", 'u', 32 },
		{ "x.cu", "ld.param.u32 %r8, [_Z3sumPKfPfi_param_2+4];", "%r8", 2, TRACE_OTHER, "u32", 'u', 32 },
		{ "x.cu", "cvta.to.global.u64 %rd2, %rd1;", "%rd2", 5, TRACE_OTHER, "u64", 'u', 64 },
		{ "x.cu", "mov.u32 %r1, %tid.x;", "%r1", 5, TRACE_OTHER, "u32", 'u', 32 },
		{ "x.cu", "setp.ge.s32 %p1, %r2, %r9;", "%p1", 7, TRACE_OTHER, "pred", 'p', 1 },
		{ "x.cu", "add.s32 %r2, %r2, 32;", "%r2", 7, TRACE_OTHER, "s32", 's', 32 },
		{ "x.cu", "ld.global.f32 %f1, [%rd5];", "%f1", 8, TRACE_LOAD, "f32", 'f', 32 },
		{ "x.cu", "add.f32 %f2, %f4, %f1;", "%f2", 8, TRACE_OTHER, "f32", 'f', 32 },
		{ "x.cu", "ld.global.f32 %f3, [%rd5+128];", "%f3", 8, TRACE_LOAD, "f32", 'f', 32 },
		{ "x.cu", "add.f32 %f4, %f2, %f3;", "%f4", 8, TRACE_OTHER, "f32", 'f', 32 },
		{ "x.cu", "shl.b32 %r5, %r1, 1;", "%r5", 9, TRACE_OTHER, "b32", 'b', 32 },
		{ "x.cu", "mov.u32 %r5, %r5;", "%r5", 10, TRACE_OTHER, "u32", 'u', 32 },
		{ NULL, "add.s32 %r6, %r1, 1;", "%r6", 9, TRACE_OTHER, "s32", 's', 32 },
	};
	static const char *const rows[][2] = { { "%rd1", "in" }, { "%rd2", "in" }, { "%r9", "n" }, { "%r8", "" },
		{ "%r1", "i" }, { "%p1", "" }, { "%r2", "k" }, { "%f1", "" }, { "%f3", "" }, { "%f4", "total" },
		{ "%f2", "total" }, /* in the middle of an unrolled loop */
		{ "%r5", "" },      /* a, and b: two names */
		{ "%r6", "" } };
	struct trace t = { .kernel = "sum(float const*, float*, int)", .insts = insts };
	struct variables v;

	t.ninsts = sizeof insts / sizeof *insts;
	variables_find(&v, &t, source);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		ck_assert_msg(!strcmp(name_of(&v, &t, rows[i][0]), rows[i][1]), "%s is \"%s\"", rows[i][0],
			name_of(&v, &t, rows[i][0]));
	ck_assert(variables_of(&v, &t, "%r9", 3)->given && !variables_of(&v, &t, "%r2", 3)->given);
	variables_release(&v);
	variables_find(&v, &t, NULL);
	ck_assert_str_eq(name_of(&v, &t, "%r9"), "");
	variables_release(&v);
}
END_TEST

/* What nvcc makes of `for (int round = 0; round < 16; round++)` where the body adds round: two counters, one from -1.
 */
START_TEST(a_loop_that_is_counted_twice)
{
	static const char counted[] = "__global__ void k(int *out)\n{\n	int tid = threadIdx.x;\n"
				      "	for (int round = 0; round < 16; round++)\n		out[tid] += round;\n"
				      "	for (int turn = 1; turn < 9; turn++)\n		out[tid] *= turn;\n}\n";
	static struct trace_inst insts[] = {
		{ "x.cu", "mov.u32 %r9, %tid.x;", "%r9", 3, TRACE_OTHER, "u32", 'u', 32 },
		{ "x.cu", "mov.u32 %r37, 0;", "%r37", 5, TRACE_OTHER, "u32", 'u', 32 },
		{ "x.cu", "mov.u32 %r36, -1;", "%r36", 5, TRACE_OTHER, "u32", 'u', 32 },
		{ "x.cu", "add.s32 %r35, %r37, %r13;", "%r35", 4, TRACE_OTHER, "s32", 's', 32 },
		{ "x.cu", "add.s32 %r37, %r37, 1;", "%r37", 4, TRACE_OTHER, "s32", 's', 32 },
		{ "x.cu", "add.s32 %r36, %r36, 1;", "%r36", 4, TRACE_OTHER, "s32", 's', 32 },
		{ "x.cu", "mov.u32 %r40, -7;", "%r40", 7, TRACE_OTHER, "u32", 'u', 32 },
		{ "x.cu", "add.s32 %r40, %r40, 1;", "%r40", 6, TRACE_OTHER, "s32", 's', 32 },
	};
	struct trace t = { .kernel = "k(int*)", .insts = insts, .ninsts = sizeof insts / sizeof *insts };
	struct variables v;

	variables_find(&v, &t, counted);
	ck_assert_str_eq(name_of(&v, &t, "%r9"), "tid"); /* the index has the student's name */
	ck_assert_str_eq(name_of(&v, &t, "%r37"), "round");
	ck_assert_str_eq(name_of(&v, &t, "%r36"), "");
	ck_assert_str_eq(name_of(&v, &t, "%r35"), "");
	ck_assert_str_eq(name_of(&v, &t, "%r40"), ""); /* never turn's value: it begins elsewhere */
	variables_release(&v);
}
END_TEST

Suite *report_variables_suite(void);
Suite *report_variables_suite(void)
{
	Suite *s = suite_create("report_variables");
	TCase *t = tcase_create("report_variables");

	tcase_add_test(t, a_line_sets_one_variable_or_none);
	tcase_add_test(t, comments_go_on_from_line_to_line);
	tcase_add_test(t, parameters_are_counted);
	tcase_add_test(t, registers_get_the_names_of_the_source);
	tcase_add_test(t, a_loop_that_is_counted_twice);
	suite_add_tcase(s, t);
	return s;
}
