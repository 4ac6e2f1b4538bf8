/* judge: a prediction is compared with the program that its question names, and with nothing else. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "judge/prediction.h"

Suite *judge_prediction_suite(void);

static struct test_case step_cases[] = { { .name = "small" }, { .name = "big", .perf = true } };
static struct step step = { .cases = step_cases,
	.ncases = 2,
	.has_predict = true,
	.predict = { .counter = CTR_LD_SECTORS_PER_REQUEST, .tolerance = 0.1 } };
static struct case_result cases[2];
static struct observed observed[2];
static struct result r;

static struct counters sectors(unsigned n)
{
	struct counters c;

	memset(&c, 0, sizeof c);
	c.v[CTR_GLOBAL_LD_REQUESTS] = 10;
	c.v[CTR_GLOBAL_LD_SECTORS] = 10 * n;
	return c;
}

/* The student's file has 8 sectors a load, the starter 32 and the solution 4, in "big". */
static void setup(void)
{
	result_init(&r);
	r.step = &step;
	r.cases = cases;
	r.ncases = 2;
	for (int i = 0; i < 2; i++)
		cases[i] = (struct case_result){
			.ran = true, .verdict = VERDICT_PASS, .student = sectors(i ? 8 : 1), .has_counters = true
		};
	observed[0] = (struct observed){ .of = OF_STARTER, .tc = 1, .c = sectors(32) };
	observed[1] = (struct observed){ .of = OF_SOLUTION, .tc = 1, .c = sectors(4) };
	r.observed = observed;
	r.nobserved = 2;
}

static void teardown(void)
{
	result_release(&r);
}

static const char *words(enum predict_of of, double value)
{
	static char text[256];
	struct buf b;

	buf_init(&b);
	step.predict.of = of;
	prediction_check(&r, value);
	prediction_words(&r, &b);
	snprintf(text, sizeof text, "%s", b.data);
	buf_release(&b);
	return text;
}

START_TEST(of_the_named_program_only)
{
	ck_assert_str_eq(words(OF_STARTER, 32), "You said 32 for the starter: right.");
	ck_assert(r.prediction.known && r.prediction.close && r.prediction.observed == 32);
	ck_assert_str_eq(words(OF_STARTER, 8), "You said 8 for the starter: it is 32, which is not close.");
	ck_assert(r.prediction.known && !r.prediction.close);
	ck_assert_str_eq(words(OF_SOLUTION, 4.4), "You said 4.40 for the solution: it is 4, which is close.");
	ck_assert_str_eq(words(OF_SOLUTION, 4.5), "You said 4.50 for the solution: it is 4, which is not close.");
	ck_assert_str_eq(words(OF_SOLUTION, 0), "You said 0 for the solution: it is 4, which is not close.");
	ck_assert_str_eq(words(OF_YOURS, 8), "You said 8 for your file: right.");
}
END_TEST

START_TEST(a_wrong_file_changes_no_answer_about_another)
{
	cases[0].verdict = VERDICT_WRONG_ANSWER;
	cases[1].student = sectors(1);
	ck_assert_str_eq(words(OF_STARTER, 32), "You said 32 for the starter: right.");
	/* One's own file counts once it is right. */
	ck_assert_ptr_nonnull(strstr(words(OF_YOURS, 1), "as soon as your file gives the right answer"));
	ck_assert(r.prediction.made && !r.prediction.known && !r.prediction.close);
	cases[0].verdict = VERDICT_PASS;
	cases[0].ran = false;
	words(OF_YOURS, 1);
	ck_assert(!r.prediction.known);
}
END_TEST

START_TEST(the_case_is_the_named_one)
{
	step.predict.on_case = "small";
	ck_assert_uint_eq(prediction_case(&step), 0);
	ck_assert_str_eq(words(OF_YOURS, 1), "You said 1 for your file: right.");
	words(OF_STARTER, 32); /* was not run in that case */
	ck_assert(!r.prediction.known);
	step.predict.on_case = NULL;
	ck_assert_uint_eq(prediction_case(&step), 1);
}
END_TEST

START_TEST(what_was_not_observed_is_not_compared)
{
	r.nobserved = 0;
	r.unobserved = "the starter does not compile";
	ck_assert_str_eq(words(OF_STARTER, 32),
		"You said 32 for the starter. It can't be compared this time: the starter does not compile.");
	ck_assert(!r.prediction.known && !r.prediction.close);
	r.nobserved = 2;
	observed[0].c = sectors(0);
	observed[0].c.v[CTR_GLOBAL_LD_REQUESTS] = 0; /* no load at all: a ratio of nothing */
	words(OF_STARTER, 0);
	ck_assert(!r.prediction.known);
}
END_TEST

Suite *judge_prediction_suite(void)
{
	Suite *s = suite_create("judge_prediction");
	TCase *t = tcase_create("prediction");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, of_the_named_program_only);
	tcase_add_test(t, a_wrong_file_changes_no_answer_about_another);
	tcase_add_test(t, the_case_is_the_named_one);
	tcase_add_test(t, what_was_not_observed_is_not_compared);
	suite_add_tcase(s, t);
	return s;
}
