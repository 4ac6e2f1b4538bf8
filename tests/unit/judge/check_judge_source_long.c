/* judge/source_*: texts that are made to take long. Each is given to every reader, and the time of all is bounded. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "tests/unit/judge/every_reader.h"

Suite *judge_source_long_suite(void);

/* Where one reader alone took a quarter of an hour. Sanitizers take twenty times as long: with them a small part of
 * each text is read, and its time says nothing. */
#ifdef __SANITIZE_ADDRESS__
enum { SECONDS = 60, PART = 64 };
#else
enum { SECONDS = 10, PART = 1 };
#endif

static double seconds_of(const char *text)
{
	struct timespec from, until;
	struct arena a;

	arena_init(&a);
	source_begin();
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
	of_it_all(&a, text);
	for (int line = 1; line <= 7; line++)
		of_a_line(&a, text, line);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &until);
	arena_release(&a);
	return (double)(until.tv_sec - from.tv_sec) + (double)(until.tv_nsec - from.tv_nsec) / 1e9;
}

#define HEAD "__global__ void k(float *a, float *b, float *out, int n)\n{\n\tint i = threadIdx.x;\n"
#define TAIL "\n\tout[i] = a[i] + b[i];\n}\nvoid solve(float *a)\n{\n\tk<<<1, 32>>>(a, a, a, 3);\n}\n"

/* What stands between the head of a kernel and its end: a part so many times. */
static const struct {
	const char *name, *part;
	int times;
	bool ahead; /* before the kernel */
} table[] = {
	{ "a comment", "//x", 87500, false },
	{ "a comment ahead", "//x", 87500, true },
	{ "blanks", "        ", 32768, false },
	{ "blanks ahead", "        ", 32768, true },
	{ "lines", "\n", 1 << 18, false },
	{ "blanks and types", "int                ", 750, false },
	{ "braces", "{", 12500, false },
	{ "braces that end", "{}", 7500, false },
	{ "functions of nothing", "){", 7500, true },
	{ "round brackets", "(", 15000, false },
	{ "round brackets that end", "(a)", 5000, false },
	{ "square brackets", "[", 15000, false },
	{ "elements", "a[i]=", 3000, false },
	{ "variables", "int v = 0;\n", 1500, false },
	{ "variables, never set", "int v;\n", 2250, false },
	{ "variables of one declaration", ", int v = 0", 1250, false },
	{ "more variables than are read", "int v = 0;\n", 15000, false },
	{ "updates", "i += i;", 2000, false },
	{ "ifs", "if (i < n) ", 1500, false },
	{ "loops", "for (;i<n;)", 1250, false },
	{ "waits", "while(a[i]);\n", 1000, false },
	{ "locks", "while(atomicCAS(a,0,1));", 625, false },
	{ "kernels", "__global__ void k(){}\n", 750, true },
	{ "more kernels than are read", "__global__ void k(){}\n", 20000, true },
	{ "kernels without an end", "__global__ ", 1500, true },
	{ "launches", "k<<<1,2>>>(a,a);\n", 875, false },
	{ "launches without an end", "k<<<", 4000, false },
	{ "shared memory", "__shared__ int s[2][9];\n", 625, false },
	{ "shared memory without an end", "__shared__ ", 1500, false },
	{ "comparisons", "i<n&&", 3000, false },
	{ "calls", "cudaMemcpy(a,a,1);\n", 850, false },
	{ "calls in calls", "cudaMemcpy(", 1475, false },
	{ "macros", "#define A 1+1\n", 1250, true },
	{ "barriers", "__syncthreads();\n", 1000, false },
	{ "strings", "\"", 1 << 18, false },
	{ "shifts", "a=b;b=c;\n", 1750, false },
	{ "elses", "else ", 3000, false },
};

START_TEST(no_text_takes_long)
{
	struct buf b;
	double took;

	buf_init(&b);
	if (!table[_i].ahead)
		buf_puts(&b, HEAD);
	for (int i = 0; i < table[_i].times / PART; i++)
		buf_puts(&b, table[_i].part);
	if (table[_i].ahead)
		buf_puts(&b, "\n" HEAD);
	buf_puts(&b, TAIL);
	took = seconds_of(b.data);
	buf_release(&b);
	if (getenv("SOURCE_LONG"))
		printf("%-32s %6.2f s%s\n", table[_i].name, took, source_spent() ? ", cut" : "");
	ck_assert_msg(took < SECONDS, "%s: %.1f s", table[_i].name, took);
}
END_TEST

/* One that is as long as a long solution is read to its end, by all of them. */
START_TEST(a_long_solution_is_read)
{
	struct buf b;
	struct arena a;
	int line = 0;

	buf_init(&b);
	for (int i = 0; i < 120 / PART; i++)
		buf_printf(&b,
			"/* %d */\n__global__ void k%d(float *a, float *b, float *out, int n)\n{\n\tint i = "
			"threadIdx.x;\n\t"
			"float sum = 0;\n\tfor (int k = 0; k < n; k++)\n\t\tif (a[k] > 0)\n\t\t\tsum += a[k] * b[k];\n"
			"\tif (i < n)\n\t\tout[i] = sum;\n}\n",
			i, i);
	buf_puts(&b, "__global__ void last(float *a)\n{\n\tfloat got;\n\tgot += a[0];\n}\n");
	seconds_of(b.data);
	ck_assert(!source_spent());
	arena_init(&a);
	ck_assert_str_eq(source_unset(&a, b.data, &line), "got");
	arena_release(&a);
	buf_release(&b);
}
END_TEST

Suite *judge_source_long_suite(void)
{
	Suite *s = suite_create("judge_source_long");
	TCase *t = tcase_create("long");

	tcase_set_timeout(t, 2 * SECONDS);
	tcase_add_loop_test(t, no_text_takes_long, 0, sizeof table / sizeof *table);
	tcase_add_test(t, a_long_solution_is_read);
	suite_add_tcase(s, t);
	return s;
}
