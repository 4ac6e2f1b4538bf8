/* clock: each rule of streams, events and engines, held to the sentence of NVIDIA's documentation that it rests on. PG:
 * CUDA C++ Programming Guide; RT: CUDA Runtime API. Times are plain numbers here: what matters is what waits for what.
 */
#include <check.h>

#include "base/rng.h"
#include "tests/unit/device/clock_kit.h"

Suite *device_clock_suite(void);

/* PG, Streams: a stream is a sequence of commands that execute in order. */
START_TEST(a_stream_is_in_order)
{
	struct clock *c = modern();
	uint32_t s = clock_stream_open(c, false, 0);

	work(c, s, CLOCK_H2D, 10, "in");
	work(c, s, CLOCK_COMPUTE, 20, "kernel");
	work(c, s, CLOCK_D2H, 30, "out");
	ck_assert_int_eq(clock_now(c), 0); /* nothing of this holds the host up */
	ck_assert(!clock_stream_idle(c, s));
	clock_wait_stream(c, s);
	spans("in", 0, 10);
	spans("kernel", 10, 30);
	spans("out", 30, 60);
	ck_assert_int_eq(clock_now(c), 60);
	ck_assert(clock_stream_idle(c, s));
	clock_free(c);
}
END_TEST

/* PG, Streams: different streams may execute out of order with respect to one another, or concurrently. */
START_TEST(streams_overlap)
{
	struct clock *c = modern();
	uint32_t a = clock_stream_open(c, false, 0), b = clock_stream_open(c, false, 0),
		 d = clock_stream_open(c, false, 0);

	work(c, a, CLOCK_H2D, 10, "in");
	work(c, b, CLOCK_COMPUTE, 10, "kernel");
	work(c, d, CLOCK_D2H, 10, "out");
	clock_wait_all(c);
	spans("in", 0, 10);
	spans("kernel", 0, 10);
	spans("out", 0, 10);
	clock_free(c);
}
END_TEST

/* RT, Stream synchronization behavior, Legacy default stream: k_1 in s, k_2 in the legacy stream, k_3 in s: k_2 blocks
 * on k_1 and k_3 on k_2. */
START_TEST(the_legacy_stream_waits_and_is_waited_for)
{
	struct clock *c = modern();
	uint32_t s = clock_stream_open(c, false, 0), t = clock_stream_open(c, false, 0);

	small(c, s, 10, 1, "k_1");
	small(c, CLOCK_LEGACY, 10, 1, "k_2");
	small(c, s, 10, 1, "k_3");
	small(c, t, 10, 1, "other");
	clock_wait_all(c);
	spans("k_1", 0, 10);
	spans("k_2", 10, 20);
	spans("k_3", 20, 30);
	spans("other", 20, 30);
	clock_free(c);
}
END_TEST

/* The same place: any action counts, "such as a kernel launch or cudaStreamWaitEvent()"; an event recorded in the
 * legacy stream is one. */
START_TEST(an_event_in_the_legacy_stream_is_an_action)
{
	struct clock *c = modern();
	uint32_t s = clock_stream_open(c, false, 0), t = clock_stream_open(c, false, 0);

	small(c, s, 10, 1, "before");
	event(c, CLOCK_LEGACY, (struct clock_ref){ 0, 0 }, "record");
	small(c, t, 10, 1, "behind");
	clock_wait_all(c);
	spans("record", 10, 10);
	spans("behind", 10, 20);
	clock_free(c);
}
END_TEST

/* The same place: non-blocking streams do not synchronize with the legacy stream. */
START_TEST(non_blocking_streams_do_neither)
{
	struct clock *c = modern();
	uint32_t n = clock_stream_open(c, true, 0);

	small(c, n, 10, 1, "a");
	small(c, CLOCK_LEGACY, 15, 1, "legacy");
	small(c, n, 10, 1, "b");
	clock_wait_all(c);
	spans("a", 0, 10);
	spans("legacy", 0, 15);
	spans("b", 10, 20);
	clock_free(c);
}
END_TEST

/* RT, Per-thread default stream: local to the thread, no synchronization with other streams, but with the legacy one:
 * to the clock it is a blocking stream like any other. */
START_TEST(per_thread_streams_are_blocking_streams)
{
	struct clock *c = modern();
	uint32_t one = clock_stream_open(c, false, 0), two = clock_stream_open(c, false, 0);

	small(c, one, 10, 1, "one");
	small(c, two, 10, 1, "two");
	small(c, CLOCK_LEGACY, 10, 1, "legacy");
	clock_wait_all(c);
	spans("one", 0, 10);
	spans("two", 0, 10);
	spans("legacy", 10, 20);
	clock_free(c);
}
END_TEST

/* RT, cudaStreamWaitEvent: all future work submitted to the stream waits for the event; nothing else does. */
START_TEST(a_wait_holds_its_own_stream)
{
	struct clock *c = modern();
	uint32_t a = clock_stream_open(c, false, 0), b = clock_stream_open(c, false, 0),
		 d = clock_stream_open(c, false, 0);
	struct clock_ref recorded;

	small(c, a, 10, 1, "first");
	recorded = event(c, a, (struct clock_ref){ 0, 0 }, "record");
	small(c, a, 10, 1, "second"); /* after the record: nobody waits for it */
	small(c, b, 3, 1, "before");
	event(c, b, recorded, "wait");
	small(c, b, 10, 1, "after");
	small(c, d, 10, 1, "free");
	ck_assert(!clock_over(c, recorded));
	clock_wait(c, recorded);
	ck_assert_int_eq(clock_now(c), 10); /* cudaEventSynchronize waits for the event, not for its stream */
	clock_wait_all(c);
	spans("record", 10, 10);
	spans("second", 10, 20);
	spans("before", 0, 3);
	spans("after", 10, 20);
	spans("free", 0, 10);
	clock_free(c);
}
END_TEST

/* RT, cudaEventRecord: the event captures what is in the stream at the time of the call. */
START_TEST(a_record_is_stamped_when_its_stream_gets_there)
{
	struct clock *c = modern();
	uint32_t s = clock_stream_open(c, false, 0);

	event(c, s, (struct clock_ref){ 0, 0 }, "idle");
	clock_host(c, 5);
	event(c, s, (struct clock_ref){ 0, 0 }, "later");
	small(c, s, 10, 1, "kernel");
	event(c, s, (struct clock_ref){ 0, 0 }, "stop");
	clock_wait_all(c);
	ck_assert_int_eq(find("idle")->end, 0);
	ck_assert_int_eq(find("later")->end, 5);
	ck_assert_int_eq(find("stop")->end, 15);
	clock_free(c);
}
END_TEST

/* PG, Implicit Synchronization: commands from different streams cannot run concurrently when, say, an allocation was
 * issued in between. */
START_TEST(what_orders_everything)
{
	struct clock *c = modern();
	uint32_t a = clock_stream_open(c, false, 0), n = clock_stream_open(c, true, 0);

	small(c, a, 10, 1, "before");
	event(c, CLOCK_EVERYTHING, (struct clock_ref){ 0, 0 }, "allocation");
	small(c, n, 10, 1, "behind");
	ck_assert_int_eq(clock_now(c), 0);
	clock_wait_all(c);
	spans("allocation", 10, 10);
	spans("behind", 10, 20);
	clock_free(c);
}
END_TEST

/* PG, Concurrent Execution between Host and Device: the host goes on; only waiting makes it late. */
START_TEST(the_host_has_a_time_of_its_own)
{
	struct clock *c = modern();
	uint32_t s = clock_stream_open(c, false, 0);

	for (int i = 0; i < 10; i++) { /* issuing takes longer than running: the host bounds */
		clock_host(c, 7);
		small(c, s, 5, 1, NULL);
	}
	clock_wait_all(c);
	ck_assert_int_eq(clock_now(c), 75);
	clock_host(c, 100); /* meanwhile nothing is lost or gained */
	ck_assert_int_eq(clock_now(c), 175);
	small(c, s, 50, 1, "behind");
	clock_host(c, 20);
	ck_assert(!clock_stream_idle(c, s));
	clock_host(c, 30);
	ck_assert(clock_stream_idle(c, s));
	spans("behind", 175, 225);
	clock_free(c);
}
END_TEST

/* A stream that is destroyed with work in it: the work still runs (RT, cudaStreamDestroy), and its number is not given
 * out before. */
START_TEST(closed_streams)
{
	struct clock *c = modern();
	uint32_t a = clock_stream_open(c, false, 0), b;
	struct clock_ref ref = small(c, a, 10, 1, "late");

	clock_stream_close(c, a);
	b = clock_stream_open(c, false, 0);
	ck_assert_uint_ne(a, b);
	clock_wait(c, ref);
	spans("late", 0, 10);
	ck_assert_uint_eq(clock_stream_open(c, false, 0), a);
	small(c, a, 10, 1, "new");
	ck_assert(clock_over(c, ref)); /* an old reference stays over */
	clock_wait_all(c);
	clock_free(c);
}
END_TEST

/* Who issues without end waits, and memory stays bounded. */
START_TEST(a_full_queue_holds_the_host)
{
	struct clock *c = modern();
	uint32_t s = clock_stream_open(c, false, 0);

	for (int i = 0; i < CLOCK_MAX_PENDING + 100; i++)
		small(c, s, 10, CLOCK_WHOLE, NULL);
	ck_assert_int_eq(clock_now(c), 1000);
	clock_wait_all(c);
	ck_assert_int_eq(nrows, CLOCK_MAX_PENDING + 100);
	ck_assert_int_eq(clock_now(c), 10 * (CLOCK_MAX_PENDING + 100));
	clock_free(c);
}
END_TEST

START_TEST(hostile_lengths)
{
	struct clock *c = modern();

	small(c, CLOCK_LEGACY, INT64_MAX, 1, "long");
	small(c, CLOCK_LEGACY, INT64_MIN, 1, "negative");
	clock_host(c, INT64_MIN);
	clock_wait_all(c);
	spans("long", 0, CLOCK_MAX_NS);
	spans("negative", CLOCK_MAX_NS, CLOCK_MAX_NS);
	clock_free(c);
}
END_TEST

/* Whatever is issued: it ends; streams keep their order, engines hold one copy, nothing begins before it was issued,
 * and the same calls give the same times. */
START_TEST(invariants)
{
	static struct clock_span first[MOST];
	struct clock_span *order[16];
	int nfirst = 0;

	for (int again = 0; again < 2; again++) {
		struct clock *c = make(_i % 4 % 3, 1u << _i % 5, 1 + (uint32_t)_i % 7, _i % 2);
		struct clock_ref refs[64] = { { 0, 0 } };
		uint32_t s[6] = { CLOCK_LEGACY };
		int64_t free_at[5] = { 0 };

		for (int i = 1; i < 6; i++)
			s[i] = clock_stream_open(c, i > 3, -(i % 3));
		for (int i = 0; i < 1000; i++) {
			uint32_t x = (uint32_t)rng_u64((uint64_t)_i, 1, (uint64_t)i), stream = s[x % 6];

			refs[i % 64] = clock_issue(c,
				&(struct clock_work){ .engine = (enum clock_engine)(x >> 8 & 15) % 5,
					.stream = x >> 12 & 63 ? stream : CLOCK_EVERYTHING,
					.ns = x >> 16 & 127,
					.share = x >> 8 & 0xfffff,
					.after = x >> 28 ? (struct clock_ref){ 0, 0 } : refs[x >> 20 & 63] });
			if (!(x >> 20 & 31))
				clock_host(c, x & 255);
			if (!(x >> 22 & 63))
				clock_wait(c, refs[x >> 3 & 63]);
		}
		clock_wait_all(c);
		ck_assert_int_eq(nrows, 1000);
		memset(order, 0, sizeof order);
		for (int i = 0; i < nrows; i++) {
			struct clock_span *p = &rows[i].span;

			ck_assert_int_ge(p->begin, p->issued);
			ck_assert(i == 0 || p->end >= rows[i - 1].span.end);
			if (order[p->stream]) {
				ck_assert_uint_gt(p->id, order[p->stream]->id);
				ck_assert_int_ge(p->begin, order[p->stream]->end);
			}
			order[p->stream] = p;
			if (p->engine == CLOCK_H2D || p->engine == CLOCK_D2H || p->engine == CLOCK_HOST) {
				ck_assert_int_ge(p->begin, free_at[p->engine]);
				free_at[p->engine] = p->end;
			}
			if (again)
				ck_assert(!memcmp(p, &first[i], sizeof *p));
			else
				first[nfirst++] = *p;
		}
		clock_free(c);
	}
}
END_TEST

Suite *device_clock_suite(void)
{
	Suite *s = suite_create("device_clock");
	TCase *t = tcase_create("rules");

	tcase_add_test(t, a_stream_is_in_order);
	tcase_add_test(t, streams_overlap);
	tcase_add_test(t, the_legacy_stream_waits_and_is_waited_for);
	tcase_add_test(t, an_event_in_the_legacy_stream_is_an_action);
	tcase_add_test(t, non_blocking_streams_do_neither);
	tcase_add_test(t, per_thread_streams_are_blocking_streams);
	tcase_add_test(t, a_wait_holds_its_own_stream);
	tcase_add_test(t, a_record_is_stamped_when_its_stream_gets_there);
	tcase_add_test(t, what_orders_everything);
	tcase_add_test(t, the_host_has_a_time_of_its_own);
	suite_add_tcase(s, t);
	t = tcase_create("edges");
	tcase_add_test(t, closed_streams);
	tcase_add_test(t, a_full_queue_holds_the_host);
	tcase_add_test(t, hostile_lengths);
	tcase_add_loop_test(t, invariants, 0, 60);
	suite_add_tcase(s, t);
	return s;
}
