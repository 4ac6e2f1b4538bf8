/* Two runs' output compared (job/program/exec_output.h): times and rates may differ, results may not. */
#include <check.h>
#include <string.h>

#include "job/program/exec_output.h"
#include "job/program/exec_schedules.h"

static bool prints_otherwise(const char *want, const char *kernels, const char *got, const char *others)
{
	struct exec_report a = { .exited = true, .output = want, .printed = kernels },
			   b = { .exited = true, .output = got, .printed = others };
	struct buf why;
	bool r;

	buf_init(&why);
	r = exec_differs(&a, &a, &b, &why);
	buf_release(&why);
	return r;
}

/* Threads print in any order; what the host prints comes in its own. */
START_TEST(kernels_print_in_any_order)
{
	const char *want = "begin\nt 0\nt 1\nt 1\nend\n", *kernels = "t 0\nt 1\nt 1\n";

	ck_assert(!prints_otherwise(want, kernels, "begin\nt 1\nt 0\nt 1\nend\n", "t 1\nt 0\nt 1\n"));
	ck_assert(!prints_otherwise(want, kernels, "t 1\nbegin\nt 1\nt 0\nend\n", "t 1\nt 1\nt 0\n"));
	ck_assert(prints_otherwise(want, kernels, "begin\nt 1\nt 0\nt 0\nend\n", "t 1\nt 0\nt 0\n"));
	ck_assert(prints_otherwise(want, kernels, "begin\nt 1\nt 0\nend\n", "t 1\nt 0\n"));
	ck_assert(prints_otherwise(want, kernels, "end\nt 1\nt 0\nt 1\nbegin\n", "t 1\nt 0\nt 1\n"));
	ck_assert(prints_otherwise(want, "", "begin\nt 1\nt 0\nt 1\nend\n", ""));
	ck_assert(prints_otherwise("t 1\nt 0\nx 0\nx 1\n", "x 0\nx 1\n", "t 0\nt 1\nx 1\nx 0\n", "x 1\nx 0\n"));
}
END_TEST

Suite *job_output_suite(void);

static bool same(const char *a, const char *b)
{
	return exec_same_line(a, strlen(a), b, strlen(b)) && exec_same_line(b, strlen(b), a, strlen(a));
}

START_TEST(times_may_differ)
{
	ck_assert(same("", ""));
	ck_assert(same("sum 12 in 0.15 ms", "sum 12 in 10.5 ms"));
	ck_assert(same("block  32 | time   9.50 ms | bandwidth 812.25 GB/s",
		"block  32 | time  10.50 ms | bandwidth 77.00 GB/s"));
	ck_assert(same("Average elapsed time: (0.000152) s, performance: (  221.1) GFLOPS.",
		"Average elapsed time: (0.000181) s, performance: ( 1021.9) GFLOPS."));
	ck_assert(same("Time (ms): 0.5", "Time (ms): 1.25e-05"));
	ck_assert(same("took 5us", "took 17us"));
	ck_assert(same("kernel: 3 s", "kernel: 4 s"));
	ck_assert(same("Gsamples/s: 0.0145603", "Gsamples/s: 0.00898969"));
	ck_assert(same("Billions of options per second   : 54.434", "Billions of options per second   : 31.66"));
	ck_assert(same("0.18042 sec, 5.8118 MB/sec", "0.15252 sec, 6.8751 MB/sec"));
	ck_assert(same("12 KParticles/s, 7 rays per second", "120 KParticles/s, 8 rays per second"));
	ck_assert(same("inserted 64 items in 0.5 ms (128.5 million keys/second)",
		"inserted 64 items in 0.25 ms (257.0 million keys/second)"));
	ck_assert(same("mean_sec 0.000003709", "mean_sec 0.000004132"));
	ck_assert(same("candidates_per_sec 2.696144e+10", "candidates_per_sec 1.2e+09"));
	ck_assert(same("latency: 3.5, 2 items/ms", "latency: 12.5, 3 items/ms"));
}
END_TEST

START_TEST(results_may_not)
{
	ck_assert(!same("sum 12 in 0.15 ms", "sum 13 in 0.15 ms"));
	ck_assert(!same("sum 12.5", "sum 12.6"));
	ck_assert(!same("0.15 ms, worst 0.5", "0.15 ms, worst 0.7"));
	ck_assert(!same("time 0.5 ms: 3 differ", "time 0.5 ms: 4 differ"));
	ck_assert(!same("ran 3 times, got 4.5", "ran 3 times, got 5.5"));
	ck_assert(!same("it took 4 steps", "it took 5 steps"));
	ck_assert(!same("x1 ms", "x2 ms"));
	ck_assert(!same("-1 ms", "1 ms"));
	ck_assert(!same("passed 0.1 ms", "failed 0.1 ms"));
	ck_assert(!same("0.1 ms", "0.1 GB"));
	ck_assert(!same("0.1 ms", "0.1 ms more"));
	ck_assert(!same("1 ms", ""));
	ck_assert(!same("12 of 12", "12 of 1"));
	ck_assert(!same("0.5 GB/step", "0.7 GB/step"));
	ck_assert(!same("Gsamples/stage: 0.5", "Gsamples/stage: 0.7"));
	ck_assert(!same("5 GB/s, 3 options per trader", "5 GB/s, 4 options per trader"));
	ck_assert(!same("4 /s", "5 /s"));
	ck_assert(!same("4 errors 5.0 GB/s", "5 errors 5.0 GB/s"));
	ck_assert(!same("4 wrong of all items in each GB/s", "5 wrong of all items in each GB/s"));
	ck_assert(!same("items_per_sector 0.5", "items_per_sector 0.7"));
	ck_assert(!same("second 0.5", "second 0.7"));
	ck_assert(!same("12 samples/s of 3", "12 samples/s of 4"));
}
END_TEST

static bool differs(const char *want, const char *again, const char *got)
{
	struct exec_report a = { .exited = true, .output = (char *)want },
			   b = { .exited = true, .output = (char *)again },
			   c = { .exited = true, .output = (char *)got };
	struct buf why;
	bool r;

	buf_init(&why);
	r = exec_differs(&a, &b, &c, &why);
	buf_release(&why);
	return r;
}

/* A loop that ends by the clock: two natural runs go round it 3 times and 4 times, another order once. */
START_TEST(a_loop_that_ends_by_the_clock)
{
	const char *three = "n 1\nn 2\nn 3\ndone\n", *four = "n 1\nn 2\nn 3\nn 4\ndone\n";

	ck_assert(!differs(three, four, "n 1\ndone\n"));
	ck_assert(!differs(four, three, "n 1\ndone\n"));
	ck_assert(!differs(four, three, "n 1\nn 2\nn 3\nn 4\nn 5\ndone\n"));
	ck_assert(differs(four, three, "n 7\ndone\n"));
	ck_assert(differs(three, three, "n 1\ndone\n")); /* it went round as often in both: no clock */
}
END_TEST

Suite *job_output_suite(void)
{
	Suite *s = suite_create("job: two runs' output");
	TCase *tc = tcase_create("lines");

	tcase_add_test(tc, times_may_differ);
	tcase_add_test(tc, results_may_not);
	tcase_add_test(tc, a_loop_that_ends_by_the_clock);
	tcase_add_test(tc, kernels_print_in_any_order);
	suite_add_tcase(s, tc);
	return s;
}
