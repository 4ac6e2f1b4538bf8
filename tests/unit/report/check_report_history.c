/* report: the attempts at a step: rows, the plot below them, what changed between two. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "report/history.h"
#include "report_kit.h"

static struct attempt attempts[] = {
	{ .verdict = VERDICT_COMPILE_ERROR, .source = "a\n" },
	{ .verdict = VERDICT_GATE_FAILED, .time_us = 8, .counters = "load sectors=800\n", .source = "a\nb\n" },
	{ .verdict = VERDICT_WRONG_ANSWER, .source = "a\nb\nc\n" },
	{ .verdict = VERDICT_PASS, .time_us = 2, .counters = "load sectors=100\n", .source = "a\nd\n" },
};
static struct gate gate = { .counter = CTR_GLOBAL_LD_SECTORS };
static const struct step step = { .id = "01-warm-up/1", .gates = &gate, .ngates = 1 };

static char *doc_of(size_t n, size_t earlier, size_t marked, int width, bool utf8)
{
	struct history h = { .v = attempts, .n = n, .earlier = earlier };
	struct doc d;
	struct buf b;

	doc_init(&d, width, utf8);
	ck_assert_uint_eq(history_doc(&h, &step, marked, &d), n);
	buf_init(&b);
	doc_text(&d, &b);
	doc_release(&d);
	return buf_detach(&b);
}

START_TEST(each_measure_has_a_bar_for_each_attempt)
{
	char *text = doc_of(4, 0, 0, 90, false);

	has(text, "4 attempts, 1 passed");
	has(text, "             time   # :  2.00 us to 8.00 us\n"); /* the first and the third were not timed */
	has(text, "     load sectors   # .  100 to 800\n");
	free(text);
	text = doc_of(4, 0, 0, 90, true);
	has(text, "\xE2\x96\x88 \xE2\x96\x83  2.00 us to 8.00 us\n");
	free(text);
	/* Of one attempt that was timed there is nothing to see. */
	text = doc_of(3, 7, 0, 90, false);
	ck_assert_ptr_null(strstr(text, "From attempt to attempt"));
	has(text, "10 attempts, 0 passed");
	free(text);
}
END_TEST

/* Who has only run the starter looks in vain for it: that is said. */
START_TEST(an_empty_history_says_why)
{
	char *text = doc_of(0, 0, 0, 90, false);

	ck_assert_str_eq(text,
		"No attempt at this step yet: run your file (r, or `warplings run`). A run of the untouched\nstarter "
		"is no attempt.\n");
	free(text);
}
END_TEST

/* A column's head is whole words of the counter's name, never the end of one. */
START_TEST(long_names_are_cut_between_words)
{
	for (int c = 0; c < CTR_COUNT; c++) {
		struct gate g = { .counter = c };
		struct step long_name = { .id = "01-warm-up/1", .gates = &g, .ngates = 1 };
		struct history h = { .v = attempts, .n = 4 };
		const char *name = counter_alias((enum counter_id)c), *word;
		struct doc d;
		struct buf b;
		char *head, *end;

		doc_init(&d, 100, false);
		history_doc(&h, &long_name, 0, &d);
		buf_init(&b);
		doc_text(&d, &b);
		head = strstr(b.data, " time ");
		ck_assert_ptr_nonnull(head);
		end = strchr(head, '\n');
		*end = '\0';
		head += strlen(" time ");
		head += strspn(head, " ");
		word = strstr(name, head);
		ck_assert_msg(word && *head && (word == name || word[-1] == ' '), "'%s' of '%s'", head, name);
		buf_release(&b);
		doc_release(&d);
	}
}
END_TEST

START_TEST(a_narrow_page_shows_the_newest)
{
	struct attempt many[100];
	struct history h = { .v = many, .n = 100 };
	struct doc d;

	for (int i = 0; i < 100; i++)
		many[i] = (struct attempt){ .verdict = VERDICT_PASS, .time_us = 1 + i };
	for (int width = 40; width < 200; width += 10) {
		doc_init(&d, width, true);
		history_doc(&h, &step, 0, &d);
		for (size_t i = 0; i < d.nlines; i++) {
			struct buf b;

			buf_init(&b);
			doc_line_text(&d, i, &b);
			if (b.len && strstr(b.data, " time ") && strstr(b.data, " to "))
				ck_assert(strstr(b.data, "100 us") != NULL);
			buf_release(&b);
		}
		doc_release(&d);
	}
}
END_TEST

START_TEST(the_marked_attempt_has_a_sign)
{
	char *text = doc_of(4, 0, 2, 90, false);

	has(text, "\n   2+");
	has(text, "\n   3 ");
	free(text);
}
END_TEST

static char *changes(size_t from, size_t i)
{
	struct history h = { .v = attempts, .n = 4, .earlier = 10 };
	struct doc d;
	struct buf b;

	doc_init(&d, 80, false);
	history_diff_doc(&h, from, i, &d);
	buf_init(&b);
	doc_text(&d, &b);
	doc_release(&d);
	return buf_detach(&b);
}

START_TEST(any_two_attempts_are_compared)
{
	char *text = changes(1, 3);

	has(text, "attempt 12: gate-failed, then attempt 14: pass");
	has(text, "- b");
	has(text, "+ d");
	ck_assert_ptr_null(strstr(text, "c\n"));
	free(text);
	text = changes(SIZE_MAX, 0);
	has(text, "There is no attempt before this one.");
	has(text, "  a\n");
	free(text);
}
END_TEST

START_TEST(as_json)
{
	struct history h = { .v = attempts, .n = 4 };
	struct buf b;

	buf_init(&b);
	report_history_diff_json(&h, 0, 1, &step, &b);
	has(b.data, "\"warplings.diff/1\"");
	has(b.data, "\"since\": 1");
	has(b.data, "\"attempt\": 2");
	has(b.data, "\"sign\": \"+\"");
	buf_release(&b);
}
END_TEST

Suite *report_history_suite(void);
Suite *report_history_suite(void)
{
	Suite *s = suite_create("report_history");
	TCase *t = tcase_create("history");

	tcase_add_test(t, an_empty_history_says_why);
	tcase_add_test(t, each_measure_has_a_bar_for_each_attempt);
	tcase_add_test(t, long_names_are_cut_between_words);
	tcase_add_test(t, a_narrow_page_shows_the_newest);
	tcase_add_test(t, the_marked_attempt_has_a_sign);
	tcase_add_test(t, any_two_attempts_are_compared);
	tcase_add_test(t, as_json);
	suite_add_tcase(s, t);
	return s;
}
