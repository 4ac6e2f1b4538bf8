/* timeline report: sums by hand, drawings that fit every width, names that are hostile, nothing to draw. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/timeline.h"

Suite *report_timeline_suite(void);

/* Two copies in, side by side with a kernel, a copy out; the host waits for all of it. */
static struct timeline_span sample[] = {
	{ "copy", "h2d", "pinned", 0, 1, 1000, 0, 0, 10 },
	{ "kernel", "compute", "saxpy", 0, 1, 0, 1, 10, 40 },
	{ "copy", "h2d", "pinned", 0, 2, 1000, 2, 10, 20 },
	{ "event", NULL, NULL, 0, 1, 0, 3, 40, 41 },
	{ "wait", "host", "cudaDeviceSynchronize", 0, 0, 0, 4, 4, 60 },
	{ "copy", "d2h", "pinned", 0, 1, 1000, 3, 40, 50 },
	{ "host function", "host", NULL, 0, 2, 0, 3, 20, 30 },
};

static struct timeline made(void)
{
	return (struct timeline){ .spans = sample, .n = sizeof sample / sizeof *sample, .processes = 1 };
}

START_TEST(sums_are_those_of_the_spans)
{
	struct timeline t = made();
	struct timeline_sums s;

	timeline_sum(&t, 0, &s);
	ck_assert(s.total == 60 && s.busy[0] == 20 && s.busy[1] == 10 && s.busy[2] == 30 && s.busy[3] == 56);
	ck_assert_uint_eq(s.operations[0], 2);
	ck_assert_uint_eq(s.operations[3], 2);
	ck_assert(s.device == 50 && s.overlap == 10); /* 10 to 20: a copy beside the kernel */
	timeline_sum(&t, 1, &s);
	ck_assert(s.total == 0 && s.device == 0);
}
END_TEST

static void text_of(const struct timeline *t, int width, struct buf *out)
{
	struct text_style st = { false, false, width };

	buf_init(out);
	report_timeline_text(t, "saxpy.cu", "NVIDIA H200 (emulated)", &st, out);
}

START_TEST(the_drawing)
{
	struct timeline t = made();
	struct buf b;

	text_of(&t, 70, &b); /* 60 columns for 60 us */
	ck_assert_ptr_nonnull(strstr(b.data, "saxpy.cu on a modelled NVIDIA H200, not measured\n"));
	ck_assert_ptr_nonnull(
		strstr(b.data, "h2d     |11111111112222222222                                        |\n"));
	ck_assert_ptr_nonnull(
		strstr(b.data, "d2h     |                                        1111111111          |\n"));
	ck_assert_ptr_nonnull(
		strstr(b.data, "compute |          111111111111111111111111111111                    |\n"));
	/* The host waits while its function runs: both were at it for the whole of these slices. */
	ck_assert_ptr_nonnull(
		strstr(b.data, "host    |    WWWWWWWWWWWWWWWW++++++++++WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW|\n"));
	ck_assert_ptr_nonnull(strstr(b.data, "saxpy x 1"));
	ck_assert_msg(strstr(b.data, "engines were for 10.0 us (20 %)") != NULL, "%s", b.data);
	buf_release(&b);
}
END_TEST

/* The same after 2 ms of pinning, as in a step with buffers of the host. */
START_TEST(pinning_before_all_else_is_told_and_not_drawn)
{
	struct timeline_span spans[2 + sizeof sample / sizeof *sample] = {
		{ "pin", "host", "cudaHostRegister", 0, 0, 4096, 0, 0, 1500 },
		{ "pin", "host", "cudaHostRegister", 0, 0, 4096, 1500, 1500, 2000 },
	};
	struct timeline t = { .spans = spans, .n = sizeof spans / sizeof *spans, .processes = 1 };
	struct buf b;

	for (size_t i = 2; i < t.n; i++) {
		spans[i] = sample[i - 2];
		spans[i].issued_us += 2000;
		spans[i].begin_us += 2000;
		spans[i].end_us += 2000;
	}
	ck_assert(timeline_begin(&t) == 2000 && timeline_end(&t) == 2060);
	text_of(&t, 70, &b);
	ck_assert_msg(
		strstr(b.data, "h2d     |11111111112222222222                                        |\n") != NULL,
		"%s", b.data);
	ck_assert_msg(
		strstr(b.data, "before all of this the host pinned memory for 2.00 ms (2\n") != NULL, "%s", b.data);
	ck_assert_ptr_null(strstr(b.data, "pin x"));
	buf_release(&b);
	/* As long as the rest: it belongs into the picture. */
	spans[0].end_us = spans[1].begin_us = spans[1].issued_us = 1980;
	spans[0].begin_us = spans[0].issued_us = 1960;
	ck_assert(timeline_begin(&t) == 1960);
	text_of(&t, 70, &b);
	ck_assert_ptr_nonnull(strstr(b.data, "pin x 2"));
	ck_assert_ptr_null(strstr(b.data, "Not drawn"));
	buf_release(&b);
}
END_TEST

START_TEST(every_width_holds)
{
	struct timeline t = made();

	for (int width = 24; width <= 10000; width += width < 300 ? 1 : 97) {
		struct buf b;

		text_of(&t, width, &b);
		for (const char *s = b.data; *s;) {
			size_t n = strcspn(s, "\n");

			/* A word that is longer than a line stays whole. */
			size_t at = strspn(s, " ");
			bool one_word = at + strcspn(s + at, " \n") == n;

			ck_assert_msg((int)n <= width || (one_word && width < 40), "width %d: a line of %zu columns",
				width, n);
			s += n + (s[n] == '\n');
		}
		buf_release(&b);
	}
}
END_TEST

START_TEST(odd_spans)
{
	struct timeline_span odd[] = {
		{ "kernel", "compute", "a\033[31mred", 0, 70000, 0, 5, 5, 5 }, /* takes no time */
		{ "kernel", "compute", NULL, 0, 70000, 0, 5, 5, 9 },
		{ "kernel", "elsewhere", "x", 1, 1, 0, 0, NAN, NAN },
		{ "copy", "h2d", "pinned", 0, 0, 0, 5, 1e300, INFINITY },
	};
	struct timeline t = { .spans = odd, .n = 4, .processes = 2, .lost = 3 }, none = { 0 };
	struct buf b;

	text_of(&t, 80, &b);
	ck_assert_ptr_null(strchr(b.data, '\033'));
	ck_assert_ptr_nonnull(strstr(b.data, "3 more operations"));
	buf_release(&b);
	t.n = 2;
	text_of(&t, 80, &b);
	ck_assert_ptr_nonnull(strstr(b.data, "|######"));
	buf_release(&b);
	text_of(&none, 80, &b);
	ck_assert_ptr_nonnull(strstr(b.data, "nothing to draw"));
	buf_release(&b);
}
END_TEST

START_TEST(json)
{
	struct timeline t = made();
	json_t *a = json_timeline(&t), *o;

	ck_assert_uint_eq(json_array_size(a), 7);
	o = json_array_get(a, 1);
	ck_assert_str_eq(json_string_value(json_object_get(o, "name")), "saxpy");
	ck_assert(json_real_value(json_object_get(o, "end_us")) == 40);
	ck_assert(json_is_null(json_object_get(o, "bytes")));
	ck_assert(json_is_null(json_object_get(json_array_get(a, 3), "engine")));
	ck_assert_int_eq(json_integer_value(json_object_get(json_array_get(a, 0), "bytes")), 1000);
	json_decref(a);
}
END_TEST

Suite *report_timeline_suite(void)
{
	Suite *s = suite_create("report_timeline");
	TCase *t = tcase_create("timeline");

	tcase_add_test(t, sums_are_those_of_the_spans);
	tcase_add_test(t, the_drawing);
	tcase_add_test(t, pinning_before_all_else_is_told_and_not_drawn);
	tcase_add_test(t, every_width_holds);
	tcase_add_test(t, odd_spans);
	tcase_add_test(t, json);
	suite_add_tcase(s, t);
	return s;
}
