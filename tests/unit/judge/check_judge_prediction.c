/* judge: a prediction is compared with the program that its question names, and with nothing else. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "judge/answer.h"
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

/* What is typed for a row of four, and for a single number that is not the first question. */
START_TEST(an_answer_takes_the_numbers_that_people_write)
{
	static struct test_case four[] = { { .name = "a", .sweep = true }, { .name = "b", .sweep = true },
		{ .name = "c", .sweep = true }, { .name = "d", .sweep = true } };
	static struct predict asked[] = { { .kind = PREDICT_ROW }, { .kind = PREDICT_NUMBER },
		{ .kind = PREDICT_NUMBER, .counter = CTR_LD_SECTORS_PER_REQUEST } };
	static const struct step row = { .cases = four, .ncases = 4, .questions = asked, .nquestions = 3 };
	static const struct {
		size_t question;
		const char *typed, *stored, *problem;
	} rows[] = {
		{ 0, "1 2 4 8", "1 2 4 8", NULL },
		{ 0, "1,2,4,8", "1 2 4 8", NULL },
		{ 0, " 1, 2, 4, 8, ", "1 2 4 8", NULL },
		{ 0, "100,200,300,400", "100 200 300 400", NULL },
		{ 0, "65,536 32,768 16,384 8,192", "65536 32768 16384 8192", NULL },
		{ 0, "65,536, 32,768, 1, 0", "65536 32768 1 0", NULL },
		{ 0, "2^16 1/4 1e3 0.5", "65536 0.25 1000 0.5", NULL },
		{ 0, "64k 1 2 3", NULL, "4 numbers, please, with spaces between them. '64k' is none." },
		{ 0, "1 2 4", NULL, "4 numbers, please, with spaces between them. This is 3." },
		{ 0, "1 2 4 8 16", NULL, "4 numbers, please, with spaces between them. This is 5." },
		{ 0, ", , , ,", NULL, "4 numbers, please, with spaces between them. This is 0." },
		{ 1, "16,384", "16384", NULL },
		{ 1, "2^14", "16384", NULL },
		{ 1, "16k", NULL, NUMBER_WANTED },
		{ 1, "-5", NULL, "0 or more, please: nothing is counted or timed below 0." },
		{ 1, "2^99", NULL, "That is more than any kernel here counts. A smaller number, please." },
		{ 1, "65.536", NULL, "A point begins a fraction here, and this is a whole number. Do you mean 65536?" },
		{ 1, "1.048.576", NULL,
			"A point begins a fraction here, and this is a whole number. Do you mean 1048576?" },
		{ 1, "65.5", "65.5", NULL }, /* about so many */
		{ 2, "1.125", "1.125", NULL },
		{ 0, "65.536 2 3 4", NULL,
			"A point begins a fraction here, and this is a whole number. Do you mean 65536?" },
		{ 0, "1 2 3 -4", NULL, "0 or more, please: nothing is counted or timed below 0." },
	};
	char problem[120];
	struct buf b;

	buf_init(&b);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bool ok = answer_read(&row, rows[i].question, rows[i].typed, &b, problem, sizeof problem);

		ck_assert_msg(ok == !rows[i].problem, "%s", rows[i].typed);
		ck_assert_str_eq(ok ? b.data : problem, ok ? rows[i].stored : rows[i].problem);
	}
	buf_release(&b);
}
END_TEST

START_TEST(a_choice_may_have_two_names)
{
	static const char *names[] = { "a guard", "an operand", "a barrier" };
	static const struct {
		const char *stored, *words;
		bool close;
	} rows[] = {
		{ "1", "You said a guard: right as well. Here it is called an operand.", true },
		{ "2", "You said an operand: right.", true },
		{ "3", "You said a barrier: it is an operand.", false },
	};
	struct predict question = { .kind = PREDICT_CHOICE, .choices = names, .nchoices = 3, .answer = 1, .also = 0 };
	struct step asks = { .questions = &question, .nquestions = 1 };
	struct buf b;
	bool close;

	buf_init(&b);
	r.step = &asks;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		buf_clear(&b);
		ck_assert(answer_compare(&r, 0, rows[i].stored, &close, &b));
		ck_assert_str_eq(b.data, rows[i].words);
		ck_assert(close == rows[i].close);
	}
	question.also = question.answer; /* there is no other */
	ck_assert(answer_compare(&r, 0, "1", &close, &b) && !close);
	buf_release(&b);
}
END_TEST

Suite *judge_prediction_suite(void)
{
	Suite *s = suite_create("judge_prediction");
	TCase *t = tcase_create("prediction");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, of_the_named_program_only);
	tcase_add_test(t, a_wrong_file_changes_no_answer_about_another);
	tcase_add_test(t, an_answer_takes_the_numbers_that_people_write);
	tcase_add_test(t, a_choice_may_have_two_names);
	tcase_add_test(t, the_case_is_the_named_one);
	tcase_add_test(t, what_was_not_observed_is_not_compared);
	suite_add_tcase(s, t);
	return s;
}
