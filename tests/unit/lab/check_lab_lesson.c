/* lab/lesson: what is said of a lesson's words, without a lab around it. */
#include <check.h>
#include <string.h>

#include "lab/lesson.h"

Suite *lab_lesson_suite(void);

/* Times compared in words: a figure that nobody measures again. */
static const struct {
	const char *text;
	int line; /* 0: nothing is wrong */
} compared[] = {
	{ "A tile takes less than half the time.\n", 1 },
	{ "It pays: a large\ntranspose takes less than half\nof the time of yours.\n", 2 },
	{ "It is three times as fast.\n", 1 },
	{ "It is 20 % slower.\n", 1 },
	{ "It takes twice as long; so be it.\n", 1 },
	{ "It is 10 times faster than before.\n", 1 },
	{ "It takes a third of its time.\n", 1 },
	/* Beside a measured one, or after it. */
	{ "It takes {h200:1.starter}: half the time.\n", 0 },
	{ "It takes {h200:1.starter}.\n\nThat is half the time.\n", 0 },
	{ "It takes {h200:1.starter}.\n\nMore.\n\nThat is half the time.\n", 5 },
	/* No times; a question; a heading; code. */
	{ "Twice the stride is twice the sectors, and each is loaded four times.\n", 0 },
	{ "Half the sectors. A long time.\n", 0 },
	{ "Why is it not four times as fast? Because it waits.\n", 0 },
	{ "It may take a long time.\n", 0 },
	{ "## Why not four times as fast\n", 0 },
	{ "```\nhalf the time\n```\n\n    half the time\n", 0 },
};

START_TEST(times_of_a_short_text)
{
	ck_assert(lesson_compares_times("Less than half the time."));
	ck_assert(!lesson_compares_times("Half the time, {h200:solution}."));
	ck_assert(!lesson_compares_times("{mine:time}, half the time of {starter:time}."));
	ck_assert(!lesson_compares_times("Is it half the time?"));
	ck_assert(!lesson_compares_times("Half the sectors."));
}
END_TEST

START_TEST(times_compared_in_words)
{
	struct findings f;

	findings_init(&f);
	lesson_check_figures(compared[_i].text, "lesson.md", &f);
	ck_assert_uint_eq(f.n, compared[_i].line > 0);
	if (f.n) {
		ck_assert_int_eq(f.v[0].line, compared[_i].line);
		ck_assert_str_eq(f.v[0].file, "lesson.md");
	}
	findings_release(&f);
}
END_TEST

Suite *lab_lesson_suite(void)
{
	Suite *s = suite_create("lab_lesson");
	TCase *t = tcase_create("words");

	tcase_add_loop_test(t, times_compared_in_words, 0, (int)(sizeof compared / sizeof *compared));
	tcase_add_test(t, times_of_a_short_text);
	suite_add_tcase(s, t);
	return s;
}
