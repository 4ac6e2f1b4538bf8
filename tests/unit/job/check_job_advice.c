/* job/step/explain: what a student is told to do about a fault. Advice must be able to mend the fault beside it. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "job/step/explain.h"

Suite *job_advice_suite(void);

static const char source[] = "__global__ void k(int *out, int n)\n"
			     "{\n"
			     "\tint order[32];\n"
			     "\tint i = order[threadIdx.x];\n"
			     "\tout[i] = 2 * i;\n"
			     "}\n";

static struct arg args[] = { { .name = "out", .kind = ARG_OUT, .type = ELEM_INT } };
static struct step step = { .args = args, .nargs = 1 };
static const char *warned; /* by the compiler */

/* The advice for a case with this fault in line 5, or with a wrong element that line 5 wrote. */
static const char *advice_in(struct result *r, struct case_result *c, enum verdict v, const char *text)
{
	memset(r, 0, sizeof *r);
	arena_init(&r->arena);
	c->name = "one";
	c->ran = true;
	c->verdict = r->verdict = v;
	r->step = &step;
	r->file = "k.cu";
	r->diagnostics = warned;
	r->cases = c;
	r->ncases = 1;
	explain_result(r, text, NULL, 0);
	ck_assert_ptr_nonnull(r->advice);
	return r->advice;
}

static const char *advice(struct result *r, struct case_result *c, enum verdict v)
{
	return advice_in(r, c, v, source);
}

static const char *fault(struct result *r, const char *message, struct kernel_finding *f)
{
	struct case_result c = { .message = message, .place = { "k", "k.cu", 5 }, .findings = f, .nfindings = 1 };

	return advice(r, &c, VERDICT_MEMORY_ERROR);
}

START_TEST(garbage_index)
{
	static const char before[] =
		"Invalid __global__ write of size 4 bytes; address is 400 bytes before the 64-byte "
		"allocation";
	static const char shared[] =
		"Invalid __shared__ write of size 4 bytes; address is 400 bytes past the end of the "
		"64 bytes of shared memory";
	struct kernel_finding f = { .verdict = VERDICT_UNINITIALIZED,
		.severity = SEVERITY_ERROR,
		.space = "local",
		.message = "Uninitialized __local__ memory read of size 4 bytes: it is used as an address",
		.at = { .file = "k.cu", .line = 5 },
		.other = { .file = "k.cu", .line = 4 },
		.has_other = true };
	struct result r;
	const char *a = fault(&r, before, &f);

	ck_assert_msg(strstr(a, "line 4 reads it from local memory"), "%s", a);
	ck_assert_msg(strstr(a, "declared without __shared__"), "%s", a);
	arena_release(&r.arena);

	f.space = "shared";
	a = fault(&r, shared, &f);
	ck_assert_msg(strstr(a, "line 4 reads it from shared memory"), "%s", a);
	ck_assert_msg(strstr(a, "Do all threads get there?"), "%s", a);
	arena_release(&r.arena);

	f.message =
		"Uninitialized __shared__ memory read of size 4 bytes: an atomic operation changes bytes that nothing "
		"wrote";
	a = fault(&r, shared, &f);
	ck_assert_msg(strstr(a, "the atomic in line 5 changes shared memory"), "%s", a);
	arena_release(&r.arena);

	/* What was read elsewhere, or for something else, says nothing about the index. */
	f.at.line = 3;
	a = fault(&r, shared, &f);
	ck_assert_msg(strstr(a, "size of the shared array"), "%s", a);
	arena_release(&r.arena);
	f.at.line = 5;
	f.message = "Uninitialized __local__ memory read of size 4 bytes: it is stored to global memory";
	a = fault(&r, before, &f);
	ck_assert_msg(strstr(a, "below 0"), "%s", a);
	arena_release(&r.arena);
}
END_TEST

/* What the compiler warned of is told where it leads to what went wrong. */
START_TEST(warned_of)
{
	static const char warns[] =
		"k.cu(4): warning #549-D: variable \"b\" is used before its value is set\n   f(b);\n   ^\n\n"
		"h.cuh(3): warning #174-D: expression has no effect\n   x;\n   ^\n\n"
		"k.cu(3): warning #174-D: expression has no effect\n   if (i < n, j < m)\n   ^\n";
	static const char text[] = "__global__ void k(int *out)\n{\n\tif (i < n, j < m)\n\t\tf(b);\n\tout[i] = 1;\n}\n";
	struct case_result c = {
		.message = "Invalid __global__ write of size 4 bytes; address 0x7ffd60c9abe0 is not device "
			   "memory (a host pointer?)",
		.place = { "k", "k.cu", 5 }
	};
	struct result r;
	const char *a;

	warned = warns;
	a = advice_in(&r, &c, VERDICT_MEMORY_ERROR, text);
	ck_assert_msg(strstr(a, "warns of line 3: a part of it has no effect") && strstr(a, "&& joins them"), "%s", a);
	arena_release(&r.arena);
	warned = "k.cu(4): warning #549-D: variable \"b\" is used before its value is set\n   f(b);\n   ^\n";
	a = advice_in(&r, &c, VERDICT_MEMORY_ERROR, text);
	ck_assert_msg(strstr(a, "The compiler saw that b is used before it has a value"), "%s", a);
	arena_release(&r.arena);
	warned = NULL;
	a = advice_in(&r, &c, VERDICT_MEMORY_ERROR, text);
	ck_assert_msg(strstr(a, "Of the host's memory a kernel reaches"), "%s", a);
	arena_release(&r.arena);
}
END_TEST

#define COUNTS(line) \
	"__global__ void k(const char *in, int *out, int n)\n{\n\textern __shared__ int t[];\n\n" line "\n}\n"

/* Which of the accesses in a line failed decides what is said of an index that is a value. */
START_TEST(value_as_index)
{
	static const struct {
		const char *line, *message;
		bool value;
	} rows[] = {
		{ "atomicAdd(&out[in[i]], 1);",
			"Invalid __global__ atomic of size 4 bytes; address is 8 bytes before the 64-byte "
			"allocation of 'out', argument 1 of solve()",
			true },
		{ "atomicAdd(&out[in[i]], 1);",
			"Invalid __global__ read of size 1 bytes; address is right past the end of the "
			"64-byte allocation of 'in', argument 1 of solve()",
			false },
		{ "x = out[in[i]];",
			"Invalid __global__ read of size 1 bytes; address is right past the end of the 64-byte "
			"allocation of 'in', argument 1 of solve()",
			false },
		{ "x = out[in[i]];",
			"Invalid __global__ read of size 4 bytes; address is right past the end of the 64-byte "
			"allocation of 'out', argument 1 of solve()",
			true },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct case_result c = { .message = rows[i].message, .place = { "k", "k.cu", 5 } };
		char text[300];
		struct result r;
		const char *a;

		snprintf(text, sizeof text, COUNTS("%s"), rows[i].line);
		a = advice_in(&r, &c, VERDICT_MEMORY_ERROR, text);
		ck_assert_msg(!strstr(a, "is a value of in[]") == !rows[i].value, "%s: %s", rows[i].line, a);
		arena_release(&r.arena);
	}
}
END_TEST

/* An access past the end of shared memory is told by its element, where the text shows the array. */
START_TEST(shared_element)
{
	struct case_result c = { .message =
					 "Invalid __shared__ write of size 4 bytes by thread (32,0,0); address 0x80 is "
					 "right past the end of the 128 bytes of shared memory",
		.place = { "k", "k.cu", 5 } };
	struct result r;
	const char *a = advice_in(&r, &c, VERDICT_MEMORY_ERROR, COUNTS("\tt[i] = 0;"));

	ck_assert_msg(strstr(a, "room for 32 elements: t[0] to t[31]. That thread comes to t[32]."), "%s", a);
	ck_assert_msg(strstr(a, "n * sizeof(int)"), "%s", a);
	arena_release(&r.arena);
	a = advice_in(&r, &c, VERDICT_MEMORY_ERROR,
		"__global__ void k(int *out)\n{\n\t__shared__ int t[32];\n\n\tt[i] = 0;\n}\n");
	ck_assert_msg(strstr(a, "t has 32 elements, t[0] to t[31], and that thread comes to t[32]."), "%s", a);
	ck_assert_msg(!strstr(a, "<<<"), "%s", a);
	arena_release(&r.arena);
	a = advice_in(&r, &c, VERDICT_MEMORY_ERROR, COUNTS("\tp[i] = 0;")); /* p may lead anywhere */
	ck_assert_msg(strstr(a, "size of the shared array"), "%s", a);
	arena_release(&r.arena);
}
END_TEST

/* The line wrote the element that it should have written, with a wrong value: both have to be asked for. */
START_TEST(wrong_value)
{
	struct written w = { .by = WRITER_KERNEL,
		.at = { .thread = { 7, 0, 0 }, .file = "k.cu", .line = 5 },
		.where = "out[7]",
		.n = 1 };
	struct case_result c = { .mismatch = { .any = true,
					 .arg = "out",
					 .where = "out[7]",
					 .got = "3",
					 .want = "4",
					 .written = &w,
					 .nwritten = 1 } };
	struct result r;
	const char *a = advice(&r, &c, VERDICT_WRONG_ANSWER);

	ck_assert_msg(strstr(a, "thread (7,0,0) of block (0,0,0) to that line"), "%s", a);
	ck_assert_msg(strstr(a, "is out[7] the element"), "%s", a);
	ck_assert_msg(strstr(a, "how does the value come about?"), "%s", a);
	arena_release(&r.arena);
}
END_TEST

/* A deadlock is a barrier's fault where others wait at one, and a timeout else: the question is the same. */
START_TEST(waits_for_ever)
{
	static const char says[] =
		"Deadlock: threads wait for ever for what no thread of the launch can change any more";
	struct case_result c = { .message = says };
	struct result r;

	ck_assert_ptr_nonnull(strstr(advice(&r, &c, VERDICT_TIMEOUT), "Which line writes what the loop waits for"));
	arena_release(&r.arena);
	ck_assert_ptr_nonnull(
		strstr(advice(&r, &c, VERDICT_BARRIER_ERROR), "Which line writes what the loop waits for"));
	arena_release(&r.arena);
	c.message =
		"Deadlock: threads wait for ever for what no thread of the launch can change any more; thread (0,0,0) "
		"of block (0,0,0) waits at k.cu:9 for the other blocks of the grid";
	ck_assert_ptr_nonnull(strstr(advice(&r, &c, VERDICT_BARRIER_ERROR), "waits for every thread of every block"));
	arena_release(&r.arena);
}
END_TEST

/* Nothing is known but that it took long: a question is better than none. */
START_TEST(took_long)
{
	struct case_result c = { .message = "solve() did not return within 10 s" };
	struct result r;
	const char *a = advice(&r, &c, VERDICT_TIMEOUT);

	ck_assert_msg(strstr(a, "how often does each turn in one thread"), "%s", a);
	arena_release(&r.arena);
}
END_TEST

/* A later turn uses what the first one freed: no size mends that. */
START_TEST(freed_memory)
{
	struct case_result c = {
		.message = "Invalid __global__ write of size 4 bytes by thread (0,0,0) in block (0,0,0) at "
			   "k.cu:5; address is 0 bytes inside the freed 28-byte allocation made by the "
			   "3rd cudaMalloc, freed by the 1st cudaFree",
		.place = { "k", "k.cu", 5 }
	};
	struct result r;
	const char *a = advice(&r, &c, VERDICT_MEMORY_ERROR);

	ck_assert_msg(strstr(a, "a cudaFree() in a loop"), "%s", a);
	ck_assert_msg(!strstr(a, "as large as"), "%s", a);
	arena_release(&r.arena);
}
END_TEST

/* One block too many comes to a loop whose end is right. */
START_TEST(a_block_too_many)
{
	static const char loop[] = "__global__ void k(int *out)\n{\n\tint t = threadIdx.x;\n"
				   "\tfor (int k = t; k < 64; k += 32)\n\t\tout[blockIdx.x * 64 + k] = 1;\n}\n";
	struct case_result c = {
		.message = "Invalid __global__ write of size 4 bytes by thread (0,0,0) in block (1,0,0) at "
			   "k.cu:5; address is right past the end of the 256-byte allocation of 'out', "
			   "argument 1 of solve()",
		.place = { "k", "k.cu", 5 }
	};
	struct result r;
	const char *a = advice_in(&r, &c, VERDICT_MEMORY_ERROR, loop);

	ck_assert_msg(strstr(a, "does the launch start too many?"), "%s", a);
	arena_release(&r.arena);
	c.message = "Invalid __global__ write of size 4 bytes by thread (0,0,0) in block (0,0,0) at k.cu:5; address is "
		    "right past the end of the 256-byte allocation of 'out', argument 1 of solve()";
	a = advice_in(&r, &c, VERDICT_MEMORY_ERROR, loop);
	ck_assert_msg(!strstr(a, "too many?"), "%s", a);
	arena_release(&r.arena);
}
END_TEST

/* No thread stores in the host's memory. */
START_TEST(host_outputs)
{
	static const struct {
		bool time, nothing;
		const char *got, *says;
	} rows[] = {
		{ true, true, "nan", "look at what cudaEventElapsedTime() returns" },
		{ true, false, "0", "look at what cudaEventElapsedTime() returns" },
		{ true, false, "-0.5", "the other order" },
		{ true, false, "500", "are these microseconds?" },
		{ true, false, "0.9", "Yours is longer" },
		{ true, false, "0.1", "Yours is shorter" },
		{ false, true, "0", "Which copy should bring it?" },
	};
	struct result r;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct case_result c = { .mismatch = { .any = true,
						 .arg = "out",
						 .where = "out[1]",
						 .got = rows[i].got,
						 .want = "0.5",
						 .wrong = 1,
						 .total = 2,
						 .never_written = rows[i].nothing } };
		const char *a;

		args[0].host = true;
		args[0].milliseconds = rows[i].time;
		a = advice(&r, &c, VERDICT_WRONG_ANSWER);
		ck_assert_msg(strstr(a, rows[i].says), "%s", a);
		ck_assert_msg(!strstr(a, "No thread wrote"), "%s", a);
		arena_release(&r.arena);
		args[0].host = args[0].milliseconds = false;
	}
}
END_TEST

/* A time, or a value, that the text of the host's code explains. */
START_TEST(host_text)
{
	static const struct {
		bool time;
		const char *got, *source, *says;
	} rows[] = {
		{ true, "0.9", "cudaEventRecord(a);\ncudaMemcpy(d, h, n, k);\ncudaEventRecord(b);\n",
			"The copy takes" },
		{ true, "0.1", "cudaEventRecord(a);\ncudaMemcpy(d, h, n, k);\ncudaEventRecord(b);\n",
			"The copy takes 0.5 ms. Yours is shorter" },
		{ true, "0.9", "cudaEventRecord(a);\nk<<<1, 1>>>(p);\ncudaMemcpy(d, h, n, k);\ncudaEventRecord(b);\n",
			"The kernel takes" },
		{ true, "0.9", "cudaMemcpy(d, h, n, k);\ncudaEventRecord(a);\nk<<<1, 1>>>(p);\ncudaEventRecord(b);\n",
			"The kernel takes" },
		{ false, "3", "void solve(int *out)\n{\n\tout[k] = kind(k);\n}\n", "Line 3 gives out[1] its value" },
		{ false, "3", "__global__ void k(int *out)\n{\n\tout[i] = 1;\n}\n", "The host brings out[1]" },
	};
	struct result r;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct case_result c = { .mismatch = { .any = true,
						 .arg = "out",
						 .where = "out[1]",
						 .got = rows[i].got,
						 .want = "0.5",
						 .wrong = 1,
						 .total = 2 } };
		const char *a;

		args[0].host = true;
		args[0].milliseconds = rows[i].time;
		a = advice_in(&r, &c, VERDICT_WRONG_ANSWER, rows[i].source);
		ck_assert_msg(strstr(a, rows[i].says), "%s", a);
		arena_release(&r.arena);
		args[0].host = args[0].milliseconds = false;
	}
}
END_TEST

/* A whole number where one with a fraction is expected: the int that cut it. */
START_TEST(a_fraction_lost)
{
	static const char whole[] = "__global__ void k(const float *in, float *out)\n{\n\tint sum = 0;\n"
				    "\tsum += in[threadIdx.x];\n\tout[threadIdx.x] = sum;\n}\n";
	static const char *const got[] = { "3", "3.25", "nan", "3" }, *const want[] = { "3.5", "3.5", "3.5", "4" };
	struct written w = { .by = WRITER_KERNEL, .at = { .file = "k.cu", .line = 5 }, .where = "out[7]", .n = 1 };
	struct result r;

	args[0].type = ELEM_FLOAT;
	for (size_t i = 0; i < sizeof got / sizeof *got; i++) {
		struct case_result c = { .mismatch = { .any = true,
						 .arg = "out",
						 .where = "out[7]",
						 .got = got[i],
						 .want = want[i],
						 .written = &w,
						 .nwritten = 1 } };
		const char *a = advice_in(&r, &c, VERDICT_WRONG_ANSWER, whole);

		ck_assert_msg(!strstr(a, "sum is declared in line 3 as int") == (i > 0), "%s: %s", got[i], a);
		arena_release(&r.arena);
	}
	args[0].type = ELEM_INT;
}
END_TEST

START_TEST(a_pass_with_a_wrong_direction)
{
	struct kernel_finding f = { .name = "copy direction",
		.verdict = VERDICT_LAUNCH_ERROR,
		.severity = SEVERITY_INFO,
		.message = "cudaMemcpy with cudaMemcpyDeviceToHost copies from the host's pinned memory to device "
			   "memory",
		.host = true };
	struct case_result c = { .findings = &f, .nfindings = 1 };
	struct result r;
	const char *a = advice(&r, &c, VERDICT_PASS);

	ck_assert_msg(strstr(a, "It could be better. cudaMemcpy with cudaMemcpyDeviceToHost copies from the host's"),
		"%s", a);
	ck_assert_msg(strstr(a, "with memory of malloc() the call fails"), "%s", a);
	arena_release(&r.arena);
}
END_TEST

START_TEST(a_pass_with_a_barrier_in_an_if)
{
	static const struct {
		const char *before, *after;
		bool told;
	} rows[] = { { "if (i < n) {", "}", true }, { "", "if (i < n)", false }, { "if (n > 3) {", "}", false },
		{ "if (i >= n)\n\t\treturn;", "", false } };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct case_result c = { .name = "one", .ran = true, .verdict = VERDICT_PASS };
		struct result r = { .step = &step, .file = "k.cu", .cases = &c, .ncases = 1, .verdict = VERDICT_PASS };
		char *text = xasprintf("__global__ void k(int *out, int n)\n{\n\tint i = "
				       "threadIdx.x;\n\t%s\n\t__syncthreads();\n\t%s\n"
				       "\tout[i] = 1;\n}\n",
			rows[i].before, rows[i].after);

		arena_init(&r.arena);
		explain_result(&r, text, NULL, 0);
		ck_assert_msg(rows[i].told ==
				(r.advice && strstr(r.advice, "barrier in line 5 stands in an if (line 4: i < n)")),
			"%s: %s", rows[i].before, r.advice ? r.advice : "nothing");
		arena_release(&r.arena);
		free(text);
	}
}
END_TEST

START_TEST(a_pass_with_threads_that_leave_before_the_grid_s_barrier)
{
	static const struct {
		const char *leave, *barrier;
		bool told;
	} rows[] = { { "if (i >= n)", "grid.sync();", true }, { "if (n < 3)", "grid.sync();", false },
		{ "if (i >= n)", "__syncthreads();", false } };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct case_result c = { .name = "one", .ran = true, .verdict = VERDICT_PASS };
		struct result r = { .step = &step, .file = "k.cu", .cases = &c, .ncases = 1, .verdict = VERDICT_PASS };
		char *text = xasprintf("__global__ void k(int *out, int n)\n{\n\tauto grid = this_grid();\n\tint i = "
				       "threadIdx.x;\n\t%s\n\t\treturn;\n\t%s\n\tout[i] = 1;\n}\n",
			rows[i].leave, rows[i].barrier);

		arena_init(&r.arena);
		explain_result(&r, text, NULL, 0);
		ck_assert_msg(
			rows[i].told == (r.advice && strstr(r.advice, "Line 5 (i >= n) lets some threads end before")),
			"%s: %s", rows[i].leave, r.advice ? r.advice : "nothing");
		arena_release(&r.arena);
		free(text);
	}
}
END_TEST

Suite *job_advice_suite(void)
{
	Suite *s = suite_create("job_advice");
	TCase *t = tcase_create("advice");

	tcase_add_test(t, garbage_index);
	tcase_add_test(t, value_as_index);
	tcase_add_test(t, warned_of);
	tcase_add_test(t, shared_element);
	tcase_add_test(t, waits_for_ever);
	tcase_add_test(t, took_long);
	tcase_add_test(t, wrong_value);
	tcase_add_test(t, freed_memory);
	tcase_add_test(t, a_block_too_many);
	tcase_add_test(t, host_outputs);
	tcase_add_test(t, host_text);
	tcase_add_test(t, a_fraction_lost);
	tcase_add_test(t, a_pass_with_a_wrong_direction);
	tcase_add_test(t, a_pass_with_a_barrier_in_an_if);
	tcase_add_test(t, a_pass_with_threads_that_leave_before_the_grid_s_barrier);
	suite_add_tcase(s, t);
	return s;
}
