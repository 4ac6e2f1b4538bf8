/* judge/source_*: texts that are made to take long. Each is given to every reader, and the time of all is bounded. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "judge/source_array.h"
#include "judge/source_barrier.h"
#include "judge/source_buffers.h"
#include "judge/source_called.h"
#include "judge/source_calls.h"
#include "judge/source_copy.h"
#include "judge/source_declared.h"
#include "judge/source_flag.h"
#include "judge/source_given.h"
#include "judge/source_handed.h"
#include "judge/source_idle.h"
#include "judge/source_lines.h"
#include "judge/source_lock.h"
#include "judge/source_scan.h"
#include "judge/source_setter.h"
#include "judge/source_shape.h"
#include "judge/source_shared.h"
#include "judge/source_shift.h"
#include "judge/source_stale.h"
#include "judge/source_two_arrays.h"
#include "judge/source_type.h"
#include "judge/source_unset.h"

Suite *judge_source_long_suite(void);

/* Where one reader alone took a quarter of an hour. Sanitizers take several times as long. */
enum { SECONDS = 10 };

static union {
	struct shared_array shared_array;
	struct barrier_missed barrier;
	struct buffer_use buffer;
	struct still_buffer still;
	struct called called;
	struct lock_loop lock_loop;
	struct lock_fences fences;
	struct launch_args launch;
	struct swapped_launch swapped_launch;
	struct swapped_arguments swapped;
	struct handed_twice handed;
	struct idle_statement idle;
	struct condition_sets sets;
	struct head_slip slip;
	struct lock_misuse misuse;
	struct source_index index;
	struct same_place place;
	struct own_array own;
	struct loose_macro macro;
	struct stale_shift shift;
	struct stale stale;
	struct whole_variable whole;
	struct half_set half;
	struct read_unset unset;
	struct hidden hidden;
	struct todo_elsewhere todo;
} to;

static void of_a_line(struct arena *a, const char *s, int line)
{
	static const char *const params[] = { "a", "b", "out" };
	const char *word, *other;
	int barrier;

	source_shared_array(a, s, line, &to.shared_array);
	source_barrier_missed(a, s, line, &to.barrier);
	source_barrier_in_if(a, s, line, line + 2, &word);
	source_buffer(a, s, line, &to.buffer);
	source_same_buffer(a, s, line, line + 2, &to.buffer);
	source_called(a, s, line, line + 2, &to.called);
	source_wrong_order(s, line);
	source_declared(s, "i", line);
	source_wait_in(s, line);
	source_sets_atomic(s, line);
	source_plain_wait(s, line);
	source_waits_after(s, line);
	source_turn_without_barrier(s, line);
	source_condition(a, s, line);
	source_guard(a, s, line);
	source_loop(s, line, line + 2);
	source_early_return(s, line, &barrier);
	source_arrays(s, line, "k", SOURCE_READ, params, 3);
	source_shared_rows(a, s, line);
	source_index_array(a, s, line, &to.index);
	source_waiting_loop(a, s, line, line + 2, &word);
	source_line_writes(a, s, line);
	source_adds_within(s, line);
	source_rest_below(a, s, line);
	source_whole_variable(a, s, line, &to.whole);
	source_two_arrays(a, s, line, line + 2, &word, &other);
	source_todo_elsewhere(a, s, "__global__ void k()\n{\n\t/* TODO */\n}\n", line, &to.todo);
}

static void of_it_all(struct arena *a, const char *s)
{
	int line;

	source_still_buffer(a, s, &to.still);
	source_lock_loop(a, s, &to.lock_loop);
	source_lock_fences(s, &to.fences);
	source_launch_args(a, s, &to.launch);
	source_swapped_launch(a, s, &to.swapped_launch);
	source_swapped_arguments(a, s, &to.swapped);
	source_relaxed(s, "load");
	source_handed_to_read(s, "a");
	source_handed_twice(a, s, "k", &to.handed);
	source_only_launch(s);
	source_repointed(s, "a");
	source_host_element(s, "a");
	source_idle(a, s, &to.idle);
	source_condition_sets(a, s, &to.sets);
	source_head_slip(s, &to.slip);
	source_unlaunched(a, s, &line);
	source_only_line(s, "i");
	source_calls(s, "cudaMemcpy");
	source_launch_line(s, "k");
	source_launch_gets(s, "a");
	source_store_line(s, "a");
	source_lock_misuse(a, s, &to.misuse);
	source_setter(a, s, "a", &line);
	source_waits(s);
	source_same_place(a, s, &to.place);
	source_own_array(a, s, &to.own);
	source_loose_macro(a, s, &to.macro);
	source_stale_shift(a, s, &to.shift);
	source_stale(a, s, &to.stale);
	source_unset(a, s, &line);
	source_half_set(a, s, true, &to.half);
	source_half_set(a, s, false, &to.half);
	source_read_unset(a, s, &to.unset);
	source_hidden(a, s, &to.hidden);
	source_copy_line(s, "cudaMemcpy", "cudaMemcpyHostToDevice", SIDE_DEVICE, SIDE_HOST);
}

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
	{ "a comment", "//x", 350000, false },
	{ "a comment ahead", "//x", 350000, true },
	{ "blanks", "        ", 131072, false },
	{ "blanks ahead", "        ", 131072, true },
	{ "lines", "\n", 1 << 20, false },
	{ "blanks and types", "int                ", 3000, false },
	{ "braces", "{", 50000, false },
	{ "braces that end", "{}", 30000, false },
	{ "functions of nothing", "){", 30000, true },
	{ "round brackets", "(", 60000, false },
	{ "round brackets that end", "(a)", 20000, false },
	{ "square brackets", "[", 60000, false },
	{ "elements", "a[i]=", 12000, false },
	{ "variables", "int v = 0;\n", 6000, false },
	{ "variables, never set", "int v;\n", 9000, false },
	{ "variables of one declaration", ", int v = 0", 5000, false },
	{ "more variables than are read", "int v = 0;\n", 15000, false },
	{ "updates", "i += i;", 8000, false },
	{ "ifs", "if (i < n) ", 6000, false },
	{ "loops", "for (;i<n;)", 5000, false },
	{ "waits", "while(a[i]);\n", 4000, false },
	{ "locks", "while(atomicCAS(a,0,1));", 2500, false },
	{ "kernels", "__global__ void k(){}\n", 3000, true },
	{ "more kernels than are read", "__global__ void k(){}\n", 20000, true },
	{ "kernels without an end", "__global__ ", 6000, true },
	{ "launches", "k<<<1,2>>>(a,a);\n", 3500, false },
	{ "launches without an end", "k<<<", 16000, false },
	{ "shared memory", "__shared__ int s[2][9];\n", 2500, false },
	{ "shared memory without an end", "__shared__ ", 6000, false },
	{ "comparisons", "i<n&&", 12000, false },
	{ "calls", "cudaMemcpy(a,a,1);\n", 3400, false },
	{ "calls in calls", "cudaMemcpy(", 5900, false },
	{ "macros", "#define A 1+1\n", 5000, true },
	{ "barriers", "__syncthreads();\n", 4000, false },
	{ "strings", "\"", 1 << 20, false },
	{ "shifts", "a=b;b=c;\n", 7000, false },
	{ "elses", "else ", 12000, false },
};

START_TEST(no_text_takes_long)
{
	struct buf b;
	double took;

	buf_init(&b);
	if (!table[_i].ahead)
		buf_puts(&b, HEAD);
	for (int i = 0; i < table[_i].times; i++)
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
	for (int i = 0; i < 120; i++)
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
