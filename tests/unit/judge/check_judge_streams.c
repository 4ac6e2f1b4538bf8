/* streams: what held a run up is told from its timeline: one stream, the default one, a host that waits or issues late,
 * pageable memory; and nothing of a run that overlaps. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "judge/streams.h"

Suite *judge_streams_suite(void);

enum { CHUNKS = 4, MOST = 4 * CHUNKS };

/* Four chunks of 10 us in, 2 us of kernel, 10 us out, issued at once into streams 1 to 4; two copies side by side. */
static struct timeline chunks(struct timeline_span *spans)
{
	struct timeline t = { .spans = spans, .processes = 1 };

	for (int c = 0; c < CHUNKS; c++) {
		uint32_t s = (uint32_t)c + 1;
		double at = 10.0 * c;

		spans[t.n++] = (struct timeline_span){ "copy", "h2d", "pinned", 0, s, 100, c, at, at + 10 };
		spans[t.n++] = (struct timeline_span){ "kernel", "compute", "k", 0, s, 0, c, at + 10, at + 12 };
		spans[t.n++] = (struct timeline_span){ "copy", "d2h", "pinned", 0, s, 100, c, at + 12, at + 22 };
	}
	spans[t.n++] = (struct timeline_span){ "wait", "host", "cudaDeviceSynchronize", 0, 0, 0, 5, 5, 52 };
	return t;
}

static void says(const struct timeline *t, const char *slow, const char *mixed)
{
	struct buf b;

	buf_init(&b);
	buf_puts(&b, "");
	streams_slow_words(t, &b);
	ck_assert_msg(slow ? b.len && strstr(b.data, slow) != NULL : !b.len, "%s", b.data);
	buf_clear(&b);
	streams_mixed_words(t, &b);
	ck_assert_msg(mixed ? b.len && strstr(b.data, mixed) != NULL : !b.len, "%s", b.data);
	buf_release(&b);
}

START_TEST(nothing_is_said_of_what_overlaps)
{
	struct timeline_span spans[MOST];
	struct timeline t = chunks(spans), none = { 0 };

	says(&t, NULL, NULL);
	says(&none, NULL, NULL);
	t.processes = 2;
	says(&t, NULL, NULL);
}
END_TEST

START_TEST(one_stream)
{
	struct timeline_span spans[MOST];
	struct timeline t = chunks(spans);

	for (size_t i = 0; i < t.n; i++)
		spans[i].stream = 3;
	says(&t, "All 12 operations are in one stream", NULL);
	for (size_t i = 0; i < t.n; i++)
		spans[i].stream = 0;
	says(&t, "All 12 operations are in the default stream", NULL);
}
END_TEST

START_TEST(the_default_stream_among_others)
{
	struct timeline_span spans[MOST];
	struct timeline t = chunks(spans);

	spans[1].stream = 0; /* a single one: a preparation, perhaps */
	says(&t, NULL, NULL);
	spans[4].stream = 0;
	says(&t, "there are 2 kernels,", "there are 2 kernels,");
	spans[2].stream = 0;
	says(&t, "2 kernels and 1 copy,", "fourth value");
	says(&t, "last argument of cudaMemcpyAsync()", "last argument of cudaMemcpyAsync()");
	spans[1].stream = spans[4].stream = 1;
	spans[5].stream = 0;
	says(&t, "are 2 copies,", "are 2 copies,");
}
END_TEST

START_TEST(allocations_in_the_default_stream)
{
	struct timeline_span spans[MOST];
	struct timeline t = chunks(spans);
	uint32_t streams[] = { 1, 0 };

	for (size_t i = 0; i < 2; i++) {
		t.n = chunks(spans).n;
		for (int c = 0; c < 2; c++)
			spans[t.n++] =
				(struct timeline_span){ "memory", NULL, "cudaMallocAsync", 0, streams[i], 0, c, c, c };
		if (i)
			says(&t, "are 2 calls of cudaMallocAsync and cudaFreeAsync,", "as the last argument");
		else
			says(&t, NULL, NULL); /* each stream may have its own */
	}
}
END_TEST

START_TEST(a_host_that_waits_or_comes_late)
{
	struct timeline_span spans[MOST];
	struct timeline t = chunks(spans);

	spans[9].issued_us = spans[10].issued_us = spans[11].issued_us = 52;
	says(&t, "the host waits 1 time, for 47 of 52 us", NULL);
	t.n--; /* no wait: it did something else */
	says(&t, "For 22 of 52 us an engine stands still", NULL);
	t = chunks(spans);
	spans[0].name = "pageable";
	says(&t, "pageable", NULL);
}
END_TEST

START_TEST(all_in_one_stream)
{
	struct timeline_span spans[MOST];
	struct timeline t = chunks(spans);

	ck_assert(!streams_one(&t));
	for (size_t i = 0; i < t.n; i++)
		spans[i].stream = 0;
	ck_assert(streams_one(&t));
	t.n = 0;
	ck_assert(!streams_one(&t));
}
END_TEST

Suite *judge_streams_suite(void)
{
	Suite *s = suite_create("judge_streams");
	TCase *c = tcase_create("streams");

	tcase_add_test(c, nothing_is_said_of_what_overlaps);
	tcase_add_test(c, one_stream);
	tcase_add_test(c, the_default_stream_among_others);
	tcase_add_test(c, allocations_in_the_default_stream);
	tcase_add_test(c, a_host_that_waits_or_comes_late);
	tcase_add_test(c, all_in_one_stream);
	suite_add_tcase(s, c);
	return s;
}
