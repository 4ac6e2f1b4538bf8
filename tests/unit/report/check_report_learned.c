/* report: what was learned, with numbers filled in; a part of a sentence whose number is missing is left out. */
#include <check.h>
#include <string.h>

#include "report/learned.h"

Suite *report_learned_suite(void);

static struct figure figures[] = { { "1.starter", "9.1 us" } };
static struct lab lab = { .measured = figures, .nmeasured = 1 };
static struct variant variants[] = { { .name = "aos" } };
static struct test_case perf = { .name = "big", .perf = true };
static struct observed observed[2];
static struct step step;
static struct result r;

static struct side side(uint64_t requests, uint64_t sectors)
{
	struct side s = {
		.ran = true, .has_counters = true, .time_us = 3.25, .time_kind = TIME_MODELLED, .time_device = "D"
	};

	s.total.v[CTR_GLOBAL_LD_REQUESTS] = requests;
	s.total.v[CTR_GLOBAL_LD_SECTORS] = sectors;
	return s;
}

static void setup(void)
{
	step = (struct step){
		.lab = &lab, .number = 1, .cases = &perf, .ncases = 1, .variants = variants, .nvariants = 1
	};
	observed[0] = (struct observed){ .of = OF_STARTER, .side = side(10, 320) };
	observed[1] = (struct observed){ .of = OF_VARIANT, .variant = "aos", .side = side(10, 75) };
	result_init(&r);
	r.step = &step;
	r.verdict = VERDICT_PASS;
	r.student = side(1000, 4000);
	r.observed = observed;
	r.nobserved = 2;
}

static void teardown(void)
{
	result_release(&r);
}

static void expect(const char *learned, const char *text)
{
	struct buf b;

	step.learned = learned;
	buf_init(&b);
	learned_text(&r, &b);
	ck_assert_str_eq(b.data, text);
	buf_release(&b);
}

static const struct {
	const char *learned, *text;
} rows[] = {
	{ "Plain.", "Plain." },
	{ "Yours {mine:sectors per load}, before {starter:sectors per load}.", "Yours 4, before 32." },
	{ "Some {variant aos:sectors per load} of {mine:load sectors}.", "Some 7.50 of 4,000." },
	{ "It took {mine:time}; an H200 {h200:starter}.", "It took 3.25 us; an H200 9.1 us." },
	/* What is missing takes its part with it. */
	{ "It took {mine:time}; an H200 {h200:solution}.", "It took 3.25 us." },
	{ "It took {mine:time}: an H200 {h200:solution}; more.", "It took 3.25 us: more." },
	{ "An H200 {h200:solution}. Yours {mine:load sectors}.", "Yours 4,000." },
	{ "1.5 times {h200:solution}. Yours.", "Yours." }, { "The reference {reference:load sectors}.", "" },
	{ "Lanes {mine:active lanes} of 32. Yes.", "Yes." }, /* a ratio of nothing */
};

START_TEST(quotes_are_filled_in)
{
	expect(rows[_i].learned, rows[_i].text);
}
END_TEST

START_TEST(only_after_a_pass)
{
	r.verdict = VERDICT_GATE_FAILED;
	expect("Plain.", "");
	r.verdict = VERDICT_PASS;
	expect(NULL, "");
}
END_TEST

/* A text without a measured figure gets the step's own; one that quotes some stays as it is. */
START_TEST(measured_times_stand_beside_it)
{
	struct figure all[] = { { "1.starter", "9.1 us" }, { "1.solution", "4.2 us" }, { "1.starter.timing", "80 us" },
		{ "1.solution.timing", "41 us" } };
	struct param big = { "n", 65536 }, timing[] = { { "rows", 4096 }, { "cols", 2 } };
	struct arg args[] = { { .name = "a", .kind = ARG_IN, .count = "rows" },
		{ .name = "n", .kind = ARG_VALUE, .value = "n" },
		{ .name = "rows", .kind = ARG_VALUE, .value = "16 * rows" },
		{ .name = "cols", .kind = ARG_VALUE, .value = "cols" } };
	struct test_case sized = perf;

	step.args = args;
	step.nargs = 2;
	sized.params = &big;
	sized.nparams = 1;
	step.cases = &sized;
	lab.measured = all;
	lab.nmeasured = 4;
	expect("Plain. ",
		"Plain. Measured on an H200, the whole solve() with n = 65,536: 9.1 us with the starter, "
		"4.2 us with the solution.");
	expect("An H200 {h200:starter}.", "An H200 9.1 us.");
	step.nargs = 1;
	expect("Plain.",
		"Plain. Measured on an H200, the whole solve(): 9.1 us with the starter, 4.2 us with the solution.");
	/* The case counts in tiles of 16, solve() in rows. */
	step.args = (struct arg[]){ args[0], args[2], args[3] };
	step.nargs = 3;
	step.has_timing = true;
	step.timing = (struct test_case){ .params = timing, .nparams = 2 };
	expect("Plain.",
		"Plain. Measured on an H200, the whole solve() with rows = 65,536, cols = 2: 80 us with the "
		"starter, 41 us with the solution.");
	all[2].key = "2.starter.timing"; /* a starter that is wrong has no time */
	expect("Plain.",
		"Plain. Measured on an H200, the whole solve() with rows = 65,536, cols = 2: 41 us with the "
		"solution.");
	all[3].key = "2.solution.timing";
	expect("Plain.", "Plain.");
	lab.measured = figures;
	lab.nmeasured = 1;
}
END_TEST

Suite *report_learned_suite(void)
{
	Suite *s = suite_create("report_learned");
	TCase *t = tcase_create("learned");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_loop_test(t, quotes_are_filled_in, 0, sizeof rows / sizeof rows[0]);
	tcase_add_test(t, only_after_a_pass);
	tcase_add_test(t, measured_times_stand_beside_it);
	suite_add_tcase(s, t);
	return s;
}
