/* The timeline's counters (job/evidence/timeline.h). */
#include <check.h>

#include "job/evidence/timeline.h"

Suite *job_timeline_suite(void);

START_TEST(counters_follow_from_the_spans)
{
	struct timeline_span spans[] = {
		{ .op = "copy", .engine = "h2d", .name = "pinned", .bytes = 100, .begin_us = 2, .end_us = 6 },
		{ .op = "event", .begin_us = 0, .end_us = 1 }, /* takes no engine */
		{ .op = "kernel", .engine = "compute", .name = "k", .begin_us = 5, .end_us = 8 },
		{ .op = "wait", .engine = "host", .name = "cudaDeviceSynchronize", .begin_us = 1, .end_us = 20 },
		{ .op = "copy", .engine = "d2h", .name = "pageable", .bytes = 7, .begin_us = 8, .end_us = 10.5 },
	};
	struct timeline t = { .spans = spans, .n = sizeof spans / sizeof *spans };
	struct counters c = { .v = { [CTR_INST] = 3 } };

	timeline_count(&t, &c);
	ck_assert_uint_eq(c.v[CTR_TL_ELAPSED], 8500);
	ck_assert_uint_eq(c.v[CTR_TL_COPY_IN], 4000);
	ck_assert_uint_eq(c.v[CTR_TL_KERNELS], 3000);
	ck_assert_uint_eq(c.v[CTR_TL_COPY_OUT], 2500);
	ck_assert_uint_eq(c.v[CTR_TL_BUSY], 9500);
	ck_assert_uint_eq(c.v[CTR_TL_BUSIEST], 4000);
	ck_assert_uint_eq(c.v[CTR_TL_PAGEABLE], 7);
	ck_assert_uint_eq(c.v[CTR_TL_COPIES], 2);
	ck_assert_uint_eq(c.v[CTR_INST], 3);
	timeline_count(&t, &c); /* sets, and does not add */
	ck_assert_uint_eq(c.v[CTR_TL_ELAPSED], 8500);
}
END_TEST

START_TEST(nothing_happened)
{
	struct timeline t = { 0 };
	struct counters c = { { 0 } };

	timeline_count(&t, &c);
	ck_assert_uint_eq(c.v[CTR_TL_ELAPSED], 0);
	ck_assert(!counter_defined(&c, CTR_TL_OVERLAP));
}
END_TEST

/* Cases before this one made 40 streams: this one's are 1 and 2 all the same. */
START_TEST(streams_are_numbered_from_one)
{
	struct device_span spans[] = { { .op = "copy", .engine = "h2d", .stream = 42 },
		{ .op = "kernel", .engine = "compute", .stream = 0 }, { .op = "copy", .engine = "d2h", .stream = 41 } };
	struct device_report rep = { .spans = spans, .nspans = 3 };
	struct timeline t = { 0 };
	struct arena a;

	arena_init(&a);
	timeline_add_report(&t, &a, &rep);
	ck_assert_uint_eq(t.spans[0].stream, 2);
	ck_assert_uint_eq(t.spans[1].stream, 0);
	ck_assert_uint_eq(t.spans[2].stream, 1);
	timeline_add_report(&t, &a, &rep);
	ck_assert_uint_eq(t.spans[3].stream, 2);
	arena_release(&a);
}
END_TEST

Suite *job_timeline_suite(void)
{
	Suite *s = suite_create("job_timeline");
	TCase *t = tcase_create("job_timeline");

	tcase_add_test(t, counters_follow_from_the_spans);
	tcase_add_test(t, nothing_happened);
	tcase_add_test(t, streams_are_numbered_from_one);
	suite_add_tcase(s, t);
	return s;
}
