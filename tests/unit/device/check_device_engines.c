/* clock, what the engines allow: copy engines, kernels side by side, hardware queues and the order of issue. Each rule
 * is held to the documentation (PG: CUDA C++ Programming Guide; RT: CUDA Runtime API) or to what an H200 did. */
#include <check.h>

#include "tests/unit/device/clock_kit.h"

Suite *device_engines_suite(void);

/* PG, Concurrent Data Transfers: copies of both directions overlap where asyncEngineCount is 2; those of one direction
 * share the link. */
START_TEST(copy_engines)
{
	for (uint32_t engines = 0; engines <= 3; engines++) {
		struct clock *c = make(engines, 32, 128, false);
		uint32_t a = clock_stream_open(c, false, 0), b = clock_stream_open(c, false, 0),
			 d = clock_stream_open(c, false, 0), k = clock_stream_open(c, false, 0);

		work(c, a, CLOCK_H2D, 10, "in 1");
		work(c, b, CLOCK_H2D, 10, "in 2");
		work(c, d, CLOCK_D2H, 10, "out");
		work(c, k, CLOCK_COMPUTE, 5, "kernel");
		clock_wait_all(c);
		spans("in 1", 0, 10);
		spans("in 2", 10, 20);
		spans("out", engines > 1 ? 0 : 20, engines > 1 ? 10 : 30);
		spans("kernel", engines ? 0 : 30, engines ? 5 : 35); /* no engine: no overlap at all */
		clock_free(c);
	}
}
END_TEST

/* PG, Concurrent Kernel Execution: kernels that use much of the device are less likely to run side by side; their
 * number is bounded. */
START_TEST(kernels_side_by_side)
{
	struct clock *c = make(2, 32, 3, false);
	uint32_t s[6];

	for (int i = 0; i < 6; i++)
		s[i] = clock_stream_open(c, false, 0);
	small(c, s[0], 10, CLOCK_WHOLE / 2, "half");
	small(c, s[1], 20, CLOCK_WHOLE / 2, "other half");
	small(c, s[2], 10, CLOCK_WHOLE, "whole");
	small(c, s[3], 10, 1, "tiny"); /* would fit at 10, but "whole" is before it */
	clock_wait_all(c);
	spans("half", 0, 10);
	spans("other half", 0, 20);
	spans("whole", 20, 30);
	spans("tiny", 30, 40);
	for (int i = 0; i < 4; i++)
		small(c, s[i], 10, 1, "four");
	clock_wait_all(c);
	ck_assert_int_eq(clock_now(c), 60); /* three, then the fourth */
	clock_free(c);
}
END_TEST

/* RT, cudaStreamCreateWithPriority: pending work of a higher priority goes first; what runs is not stopped. */
START_TEST(priorities)
{
	struct clock *c = modern();
	uint32_t low = clock_stream_open(c, false, 0), high = clock_stream_open(c, false, -5);

	work(c, low, CLOCK_COMPUTE, 10, "runs");
	work(c, clock_stream_open(c, false, 0), CLOCK_COMPUTE, 10, "low");
	work(c, high, CLOCK_COMPUTE, 10, "high");
	clock_wait_all(c);
	spans("runs", 0, 10);
	spans("high", 10, 20);
	spans("low", 20, 30);
	clock_free(c);
}
END_TEST

/* Who is ready first is served first, whoever was issued first. */
START_TEST(engines_serve_what_is_ready)
{
	struct clock *c = modern();
	uint32_t a = clock_stream_open(c, false, 0), b = clock_stream_open(c, false, 0);

	work(c, a, CLOCK_COMPUTE, 50, "long");
	work(c, a, CLOCK_D2H, 10, "out of long");
	work(c, b, CLOCK_D2H, 10, "ready");
	clock_wait_all(c);
	spans("ready", 0, 10);
	spans("out of long", 50, 60);
	clock_free(c);
}
END_TEST

/* Measured on an H200 (tests/bench/streams, pipeline.cu): a stream that goes from one engine to another needs a moment;
 * the engines do not. */
START_TEST(from_engine_to_engine)
{
	struct clock_config config = { 2, 32, 128, false, 5, 0, 0, 0 };
	struct clock *c;
	uint32_t a, b;

	memset(rows, 0, sizeof rows);
	nrows = 0;
	c = clock_new(&config, ended, NULL);
	a = clock_stream_open(c, false, 0);
	b = clock_stream_open(c, false, 0);
	work(c, a, CLOCK_H2D, 10, "in 1");
	work(c, a, CLOCK_H2D, 10, "in 2");       /* the same engine: at once */
	work(c, a, CLOCK_COMPUTE, 10, "kernel"); /* another one */
	event(c, a, (struct clock_ref){ 0, 0 }, "record");
	work(c, a, CLOCK_D2H, 10, "out");
	work(c, b, CLOCK_H2D, 10, "other"); /* while `a` is on its way */
	clock_wait_all(c);
	spans("in 1", 0, 10);
	spans("in 2", 10, 20);
	spans("other", 20, 30);
	spans("kernel", 25, 35);
	spans("record", 35, 35);
	spans("out", 40, 50);
	work(c, a, CLOCK_D2H, 10, "stays");
	clock_wait_all(c);
	clock_host(c, 100);
	work(c, a, CLOCK_COMPUTE, 10, "long after"); /* the way has been gone meanwhile */
	clock_wait_all(c);
	spans("stays", 50, 60);
	spans("long after", 160, 170);
	clock_free(c);
}
END_TEST

/* Measured on an H200 (tests/bench/hard, forks.cu; tests/bench/streams, graph.cu): kernels of several streams begin one
 * after the other, a moment apart; the nodes of one graph, too, though a shorter one. One stream's follow each other.
 */
START_TEST(kernels_begin_apart)
{
	struct clock_config config = { 2, 32, 128, false, 0, 5, 8, 1 };
	struct clock *c;
	uint32_t a, b, d;

	memset(rows, 0, sizeof rows);
	nrows = 0;
	c = clock_new(&config, ended, NULL);
	a = clock_stream_open(c, false, 0);
	b = clock_stream_open(c, true, 0);
	d = clock_stream_open(c, false, 0);
	small(c, a, 2, 1, "a1");
	small(c, a, 30, 1, "a2"); /* the same stream: at once */
	small(c, b, 30, 1, "b1");
	small(c, d, 30, 1, "d1");
	work(c, d, CLOCK_D2H, 10, "out"); /* no kernel */
	clock_wait_all(c);
	spans("a1", 0, 2);
	spans("a2", 2, 32);
	spans("b1", 7, 37);
	spans("d1", 12, 42);
	spans("out", 42, 52);
	clock_host(c, 100);
	small(c, a, 10, 1, "later"); /* no kernel has begun just before */
	clock_wait_all(c);
	spans("later", 152, 162);
	a = clock_nodes_open(c, 0);
	b = clock_nodes_open(c, 0);
	small(c, a, 30, 1, "node 1");
	small(c, b, 30, 1, "node 2");
	clock_wait_all(c);
	spans("node 1", 162, 192);
	spans("node 2", 163, 193);
	a = clock_stream_open(c, false, 0);
	small(c, CLOCK_LEGACY, 10, 1, "all");
	small(c, a, 30, 1, "woken 1"); /* both wait for the legacy stream */
	small(c, d, 30, 1, "woken 2");
	clock_wait_all(c);
	spans("all", 193, 203);
	spans("woken 1", 203, 233);
	spans("woken 2", 211, 241);
	clock_free(c);
}
END_TEST

/* Measured (forks.cu): eight streams of sixteen do not share eight queues, whichever they are. */
START_TEST(queues_of_those_at_work)
{
	struct clock *c = make(2, 8, 128, false);
	uint32_t s[16];

	for (int i = 0; i < 16; i++)
		s[i] = clock_stream_open(c, true, 0);
	for (int round = 0; round < 2; round++) {
		const int64_t from = clock_now(c);

		for (int i = 0; i < 16; i += 2)
			for (int k = 0; k < 3; k++)
				small(c, s[i], 10, 1, NULL);
		clock_wait_all(c);
		ck_assert_int_eq(clock_now(c), from + 30);
	}
	clock_free(c);
}
END_TEST

/* The lecture notes' saxpy in two streams: two copies in, a kernel, a copy out. Issued stream by stream (depth first)
 * or step by step (breadth first). PG, Overlapping Behavior: without concurrent data transfers the first does not
 * overlap at all, the second does. */
static int64_t saxpy(struct clock *c, bool depth_first, int rounds)
{
	static const enum clock_engine engine[] = { CLOCK_H2D, CLOCK_H2D, CLOCK_COMPUTE, CLOCK_D2H };
	static const int orders[2][8][2] = {
		/* stream, step */
		{ { 0, 0 }, { 0, 1 }, { 1, 0 }, { 1, 1 }, { 0, 2 }, { 1, 2 }, { 0, 3 }, { 1, 3 } },
		{ { 0, 0 }, { 0, 1 }, { 0, 2 }, { 0, 3 }, { 1, 0 }, { 1, 1 }, { 1, 2 }, { 1, 3 } },
	};
	uint32_t s[2] = { clock_stream_open(c, false, 0), clock_stream_open(c, false, 0) };
	int64_t from = clock_now(c);

	for (int r = 0; r < rounds; r++)
		for (int i = 0; i < 8; i++) {
			int stream = orders[depth_first][i][0], step = orders[depth_first][i][1];

			work(c, s[stream], engine[step], step == 2 ? 30 : 10, NULL);
		}
	clock_wait_all(c);
	return clock_now(c) - from;
}

START_TEST(issue_order_matters_with_one_queue)
{
	struct clock *c = fermi();

	ck_assert_int_eq(saxpy(c, true, 1), 120); /* all eight, one after another */
	clock_free(c);
	c = fermi();
	/* Copies in until 40, the first kernel from 20 to 50, the second to 80. Its own copy out is the last; the first
	 * one's goes out beside the second kernel. */
	ck_assert_int_eq(saxpy(c, false, 1), 90);
	clock_free(c);
	c = fermi();
	ck_assert_int_eq(saxpy(c, true, 4), 480);
	clock_free(c);
	c = fermi();
	ck_assert_int_lt(saxpy(c, false, 4), 400);
	clock_free(c);
}
END_TEST

START_TEST(issue_order_does_not_matter_with_many)
{
	for (int rounds = 1; rounds <= 4; rounds++) {
		struct clock *a = modern(), *b = modern();
		int64_t depth = saxpy(a, true, rounds), breadth = saxpy(b, false, rounds);

		/* The copies in of one stream go beside the other's kernel either way. */
		ck_assert_int_eq(depth, breadth);
		ck_assert_int_eq(depth, rounds == 1 ? 90 : depth);
		clock_free(a);
		clock_free(b);
	}
}
END_TEST

/* One queue blocks what stands after its first, in whatever stream; as many queues as streams do not. */
START_TEST(false_dependencies)
{
	for (uint32_t queues = 1; queues <= 8; queues *= 2) {
		struct clock *c = make(2, queues, 128, false);
		uint32_t s[8];

		for (int i = 0; i < 8; i++)
			s[i] = clock_stream_open(c, false, 0);
		for (int i = 0; i < 8; i++)
			for (int k = 0; k < 2; k++)
				small(c, s[i], 10, 1, NULL);
		clock_wait_all(c);
		/* Two streams' kernels overlap only at the seam of a queue: 8 / queues streams make one step more each.
		 */
		ck_assert_int_eq(clock_now(c), 10 * (8 / queues + 1));
		clock_free(c);
	}
}
END_TEST

/* What one H200 took for two kernels in each of n streams, issued depth first, in kernels' lengths
 * (tests/bench/streams: h200-measured.txt, h200-one-queue.txt); 128 kernels at once and no more. */
START_TEST(as_an_h200_measured)
{
	static const struct {
		uint32_t queues;
		int streams, rounds, kernels;
	} rows_measured[] = {
		{ 8, 8, 2, 2 },
		{ 8, 9, 2, 3 },
		{ 8, 16, 2, 3 },
		{ 8, 32, 2, 5 },
		{ 8, 33, 2, 6 },
		{ 8, 64, 2, 9 },
		{ 8, 128, 2, 17 },
		{ 1, 2, 2, 3 },
		{ 1, 8, 2, 9 },
		{ 1, 33, 2, 34 },
		{ 1, 128, 2, 129 },
		{ 32, 32, 2, 2 },
		{ 32, 33, 2, 3 },
		{ 32, 128, 2, 5 },
		{ 8, 128, 1, 1 },
		{ 8, 129, 1, 2 },
		{ 8, 160, 1, 2 },
	};

	for (size_t i = 0; i < sizeof rows_measured / sizeof *rows_measured; i++) {
		struct clock *c = make(3, rows_measured[i].queues, 128, false);

		for (int s = 0; s < rows_measured[i].streams; s++) {
			uint32_t stream = clock_stream_open(c, true, 0);

			for (int k = 0; k < rows_measured[i].rounds; k++)
				small(c, stream, 1000, 1, NULL);
		}
		clock_wait_all(c);
		ck_assert_int_eq(clock_now(c), 1000 * rows_measured[i].kernels);
		clock_free(c);
	}
}
END_TEST

/* PG, Implicit Synchronization (compute capability 3.0 and lower): what needs a dependency check begins only when all
 * blocks of all prior launches have started, and blocks all later launches until the kernel being checked is complete.
 */
START_TEST(dependency_checks)
{
	struct clock *c = make(2, 1, 16, true);
	uint32_t a = clock_stream_open(c, false, 0), b = clock_stream_open(c, false, 0);

	small(c, a, 20, 1, "first");
	work(c, a, CLOCK_D2H, 10, "out of first"); /* checks "first" */
	small(c, b, 10, 1, "second");              /* would fit beside it */
	clock_wait_all(c);
	spans("second", 20, 30);
	spans("out of first", 20, 30);
	clock_free(c);
	c = make(2, 1, 16, false);
	a = clock_stream_open(c, false, 0);
	b = clock_stream_open(c, false, 0);
	small(c, a, 20, 1, "first");
	work(c, a, CLOCK_D2H, 10, "out of first");
	small(c, b, 10, 1, "second");
	clock_wait_all(c);
	spans("second", 0, 10);
	clock_free(c);
}
END_TEST

Suite *device_engines_suite(void)
{
	Suite *s = suite_create("device_engines");
	TCase *t = tcase_create("rules");

	tcase_add_test(t, copy_engines);
	tcase_add_test(t, kernels_side_by_side);
	tcase_add_test(t, kernels_begin_apart);
	tcase_add_test(t, queues_of_those_at_work);
	tcase_add_test(t, priorities);
	tcase_add_test(t, engines_serve_what_is_ready);
	tcase_add_test(t, from_engine_to_engine);
	tcase_add_test(t, issue_order_matters_with_one_queue);
	tcase_add_test(t, issue_order_does_not_matter_with_many);
	tcase_add_test(t, false_dependencies);
	tcase_add_test(t, as_an_h200_measured);
	tcase_add_test(t, dependency_checks);
	suite_add_tcase(s, t);
	return s;
}
