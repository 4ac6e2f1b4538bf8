/* judge: gates are judged on what was counted, and a pass is given only when nothing denies it. */
#include <check.h>
#include <string.h>

#include "judge/gates.h"
#include "judge/verdict.h"

Suite *judge_suite(void);

/* ---- words */

START_TEST(words_and_verdicts)
{
	ck_assert_str_eq(verdict_word(VERDICT_PASS), "pass");
	for (int v = 0; v < VERDICT_COUNT; v++) {
		ck_assert_int_eq(verdict_find(verdict_word((enum verdict)v)), v);
		ck_assert_uint_gt(strlen(verdict_meaning((enum verdict)v)), 10);
	}
	ck_assert_int_eq(verdict_find("perfect"), -1);
	ck_assert_str_eq(verdict_word((enum verdict) - 1), "unknown");
	ck_assert_str_eq(verdict_word(VERDICT_COUNT), "unknown");
}
END_TEST

static const struct {
	const char *word, *says;
} planned[] = { { "gate-failed", NULL }, { "race", NULL }, { "gate-missed", "no verdict 'gate-missed'" },
	{ "pass", "can't be planned" }, { "todo", "can't be planned" }, { "not-judged", "can't be planned" } };

START_TEST(planned_mistakes_have_verdicts)
{
	const struct lab lab = { .manifest = "labs/01-x/lab.yaml" };
	struct mistake m[] = { { .file = "wrong-1-a.cu", .verdict = "race", .line = 8 },
		{ .file = "wrong-1-b.cu", .verdict = planned[_i].word, .line = 9 } };
	struct step s = { .lab = &lab, .mistakes = m, .nmistakes = 2 };
	struct err e = ERR_INIT;

	for (int second = 0; second < 2; second++) {
		ck_assert_int_eq(verdict_check_mistakes(&s, &e), planned[_i].says ? -1 : 0);
		if (planned[_i].says) {
			ck_assert_int_eq(e.line, 9);
			ck_assert_ptr_nonnull(strstr(e.msg, planned[_i].says));
		}
		m[1].verdict = "race"; /* the same as its second verdict */
		m[1].or_verdict = planned[_i].word;
	}
}
END_TEST

/* ---- gates: two kernels, "copy" with 10 loads of 4 sectors and "fill" with none */

static struct arena arena;
static struct kernel_run kernels[2], ref_kernels[1];
static struct side student, reference;
static struct gate gate;
static struct step step;

static void setup(void)
{
	arena_init(&arena);
	memset(kernels, 0, sizeof kernels);
	memset(ref_kernels, 0, sizeof ref_kernels);
	kernels[0].name = "copy(float*)";
	kernels[0].has_counters = true;
	kernels[0].c.v[CTR_GLOBAL_LD_REQUESTS] = 10;
	kernels[0].c.v[CTR_GLOBAL_LD_SECTORS] = 40;
	kernels[1].name = "fill(float*)";
	kernels[1].has_counters = true;
	kernels[1].c.v[CTR_GLOBAL_ST_REQUESTS] = 5;
	kernels[1].c.v[CTR_GLOBAL_ST_SECTORS] = 20;
	kernels[1].c.v[CTR_INST] = 7;
	ref_kernels[0] = kernels[0];
	student = (struct side){ .ran = true, .has_counters = true, .kernels = kernels, .nkernels = 2 };
	reference = (struct side){ .ran = true, .has_counters = true, .kernels = ref_kernels, .nkernels = 1 };
	gate = (struct gate){ .what = "sectors for one load",
		.counter = CTR_LD_SECTORS_PER_REQUEST,
		.has_max = true,
		.max = 4,
		.why = "Because." };
	step = (struct step){ .gates = &gate, .ngates = 1 };
}

static void teardown(void)
{
	arena_release(&arena);
}

/* Of each variant of the step, or NULL. */
static const struct side *variants;

static struct gate_result judge(void)
{
	return gates_evaluate(&arena, &step, &student, &reference, variants, true)[0];
}

START_TEST(a_limit_itself_is_allowed)
{
	struct gate_result g = judge();

	ck_assert(g.judged && g.defined && g.pass && g.is_max);
	ck_assert(g.value == 4 && g.limit == 4);
	ck_assert_ptr_eq(g.gate, &gate);
	gate.max = 3.99;
	ck_assert(!judge().pass);
	gate.has_max = false;
	gate.has_min = true;
	gate.min = 4;
	ck_assert(judge().pass && !judge().is_max);
	gate.min = 4.01;
	ck_assert(!judge().pass);
}
END_TEST

START_TEST(a_gate_may_look_at_some_kernels)
{
	gate.counter = CTR_INST;
	gate.max = 7;
	ck_assert(judge().pass);
	kernels[0].c.v[CTR_INST] = 1;
	ck_assert(!judge().pass);
	gate.kernel = "fill";
	ck_assert(judge().pass);
	gate.kernel = "scan";
	ck_assert(!judge().pass && !judge().defined && judge().judged);
}
END_TEST

START_TEST(a_gate_on_the_timeline_looks_at_the_whole_run)
{
	gate.counter = CTR_TL_ELAPSED;
	gate.max = 1000;
	student.total.v[CTR_TL_ELAPSED] = 1000;
	ck_assert(judge().pass && judge().value == 1000);
	student.total.v[CTR_TL_ELAPSED] = 1001;
	ck_assert(!judge().pass && judge().defined);
}
END_TEST

START_TEST(nothing_done_is_no_pass)
{
	gate.kernel = "fill"; /* no load in it: the ratio has no value */
	ck_assert(!judge().pass && !judge().defined && judge().judged);
	gate.kernel = NULL;
	gate.counter = CTR_SHARED_EXCESSIVE;
	gate.max = 0;
	ck_assert(judge().pass);
	student.nkernels = 0; /* all work on the host: every counter is 0 */
	ck_assert(!judge().pass && !judge().defined && judge().judged);
}
END_TEST

START_TEST(limits_from_the_reference)
{
	gate = (struct gate){ .what = "w", .counter = CTR_GLOBAL_LD_SECTORS, .max_of_reference = 1.25, .why = "y" };
	ck_assert(judge().pass && judge().is_max && judge().limit == 50);
	kernels[0].c.v[CTR_GLOBAL_LD_SECTORS] = 51;
	ck_assert(!judge().pass);
	ref_kernels[0].c.v[CTR_GLOBAL_LD_SECTORS] = 20;
	gate.max_of_reference = 1.15; /* as doubles, their product is below 23 */
	kernels[0].c.v[CTR_GLOBAL_LD_SECTORS] = 23;
	ck_assert(judge().pass);
	kernels[0].c.v[CTR_GLOBAL_LD_SECTORS] = 24;
	ck_assert(!judge().pass);
	reference.nkernels = 0;
	ck_assert(!judge().pass && !judge().defined);
	reference.has_counters = false;
	ck_assert(!judge().judged && !judge().pass);
}
END_TEST

START_TEST(a_lower_limit_from_the_reference)
{
	gate = (struct gate){ .what = "w", .counter = CTR_GLOBAL_LD_SECTORS, .min_of_reference = 0.5, .why = "y" };
	ck_assert(judge().pass && !judge().is_max && judge().limit == 20);
	kernels[0].c.v[CTR_GLOBAL_LD_SECTORS] = 19;
	ck_assert(!judge().pass);
}
END_TEST

START_TEST(limits_from_a_variant)
{
	struct variant names[] = { { .name = "aos" }, { .name = "soa" } };
	struct side sides[2] = { { 0 } };

	step.variants = names;
	step.nvariants = 2;
	gate = (struct gate){
		.what = "w", .counter = CTR_GLOBAL_LD_SECTORS, .max_of_variant = 0.5, .variant = "soa", .why = "y"
	};
	ck_assert(!judge().judged && !judge().pass); /* no variant was run */
	sides[1] = reference;
	variants = sides;
	ref_kernels[0].c.v[CTR_GLOBAL_LD_SECTORS] = 80;
	ck_assert(judge().judged && judge().pass && judge().limit == 40 && judge().is_max);
	ref_kernels[0].c.v[CTR_GLOBAL_LD_SECTORS] = 79;
	ck_assert(judge().judged && !judge().pass);
	gate.variant = "aos"; /* not run */
	ck_assert(!judge().judged && !judge().pass);
	variants = NULL;
}
END_TEST

START_TEST(limits_from_an_ideal)
{
	struct param n = { "n", 320 };
	struct test_case perf = { .name = "big", .params = &n, .nparams = 1, .perf = true };

	step.cases = &perf;
	step.ncases = 1;
	gate = (struct gate){
		.what = "w", .counter = CTR_GLOBAL_LD_SECTORS, .max_of_ideal = 1.05, .ideal = "n * 4 / 32", .why = "y"
	};
	ck_assert(judge().pass && judge().limit == 42 && judge().is_max);
	n.value = 296; /* 37 sectors: at most 38 */
	ck_assert(!judge().pass && judge().limit == 38);
	gate.max_of_ideal = 0;
	gate.min_of_ideal = 1;
	ck_assert(judge().pass && judge().limit == 37 && !judge().is_max);
	gate.ideal = "m";
	ck_assert(!judge().pass && !judge().defined);
}
END_TEST

START_TEST(without_counters_nothing_is_judged)
{
	student.has_counters = false;
	ck_assert(!judge().judged && !judge().pass);
	student.has_counters = true;
	kernels[1].has_counters = false;
	ck_assert(!judge().judged && !judge().pass);
}
END_TEST

START_TEST(a_wrong_answer_is_shown_not_judged)
{
	struct gate_result g = gates_evaluate(&arena, &step, &student, &reference, NULL, false)[0];

	ck_assert(!g.judged && g.defined && g.value == 4);
}
END_TEST

/* ---- the verdict of a result */

static struct result r;
static struct case_result cases[3];
static struct gate_result gates[1];

static void setup_result(void)
{
	setup();
	result_init(&r);
	memset(cases, 0, sizeof cases);
	cases[0] = (struct case_result){ .name = "one", .verdict = VERDICT_PASS, .ran = true };
	cases[1] = (struct case_result){ .name = "prime", .verdict = VERDICT_PASS, .ran = true };
	cases[2] = (struct case_result){ .name = "big", .verdict = VERDICT_PASS, .ran = true };
	gates[0] = (struct gate_result){
		.gate = &gate, .defined = true, .value = 4, .limit = 4, .is_max = true, .pass = true, .judged = true
	};
	r.step = &step;
	r.cases = cases;
	r.ncases = 3;
	r.gates = gates;
	r.ngates = 1;
}

static void teardown_result(void)
{
	result_release(&r);
	teardown();
}

static void expect(enum verdict v, const char *message)
{
	verdict_decide(&r);
	ck_assert_msg(r.verdict == v, "%s: %s", verdict_word(r.verdict), r.message);
	ck_assert_str_eq(r.message, message);
}

START_TEST(a_fresh_result_is_not_judged)
{
	struct result fresh;

	result_init(&fresh);
	ck_assert_int_eq(fresh.verdict, VERDICT_NOT_JUDGED);
	verdict_decide(&fresh);
	ck_assert_int_eq(fresh.verdict, VERDICT_NOT_JUDGED);
	ck_assert_str_eq(fresh.message, "No case was run.");
	result_release(&fresh);
}
END_TEST

START_TEST(all_right_is_a_pass)
{
	expect(VERDICT_PASS, "Right, and every gate is met.");
}
END_TEST

START_TEST(no_gates_needed)
{
	step.ngates = r.ngates = 0;
	expect(VERDICT_PASS, "Right.");
}
END_TEST

START_TEST(the_worst_case_decides)
{
	cases[1].verdict = VERDICT_WRONG_ANSWER;
	cases[1].message = "it differs";
	cases[2].verdict = VERDICT_MEMORY_ERROR;
	cases[2].message = "it faults";
	gates[0].pass = false;
	expect(VERDICT_MEMORY_ERROR, "Case 'big': it faults");
	cases[2].verdict = VERDICT_PASS;
	expect(VERDICT_WRONG_ANSWER, "Case 'prime': it differs");
	cases[0].verdict = VERDICT_NOT_JUDGED; /* the environment's fault: never scored */
	expect(VERDICT_NOT_JUDGED, "Case 'one': The machine or the lab is at fault; this is never scored.");
}
END_TEST

static void wrong_element(struct case_result *c, uint64_t schedule)
{
	c->verdict = VERDICT_RACE;
	c->schedule = schedule;
	c->mismatch = (struct mismatch){
		.any = true, .arg = "out", .where = "out[17]", .got = "3", .want = "5", .wrong = 1, .total = 100
	};
}

/* Right in the natural order of threads and wrong in another one. */
START_TEST(another_order_of_threads)
{
	wrong_element(&cases[1], 7);
	expect(VERDICT_RACE,
		"Case 'prime': Right in the natural order of threads. In another order that hardware may take as well "
		"(schedule 7) "
		"out[17] is 3, expected 5; 1 of 100 elements are wrong. The answer depends on which thread comes "
		"first, or on work that the host does not wait for.");
	/* What a checker saw comes first, then what it does to the answer; a case that can show it goes before one that
	 * can't. */
	cases[0].verdict = VERDICT_RACE;
	cases[0].message = "A race at x.cu:3.";
	cases[1].message = "A race at x.cu:4.";
	expect(VERDICT_RACE, "Case 'prime': A race at x.cu:4. In another order (schedule 7) out[17] is 3, expected 5.");
	/* A fault that shows only there. */
	cases[2].verdict = VERDICT_MEMORY_ERROR;
	cases[2].message = "It faults.";
	cases[2].schedule = 2;
	expect(VERDICT_MEMORY_ERROR,
		"Case 'big': It faults. It shows under schedule 2, another order of threads that hardware may take as "
		"well.");
}
END_TEST

/* Wrong only after other calls: what an order of threads may do is not said then. */
START_TEST(wrong_when_called_again)
{
	wrong_element(&cases[1], 0);
	cases[1].verdict = VERDICT_WRONG_ANSWER;
	cases[1].again = true;
	expect(VERDICT_WRONG_ANSWER,
		"Case 'prime': Right when called first, wrong when called again: out[17] is 3, expected 5; 1 of 100 "
		"elements are wrong.");
	cases[1].verdict = VERDICT_MEMORY_ERROR;
	cases[1].message = "It faults.";
	expect(VERDICT_MEMORY_ERROR, "Case 'prime': Right when called first, wrong when called again: It faults.");
}
END_TEST

START_TEST(a_case_left_out_is_no_pass)
{
	cases[2].ran = false;
	expect(VERDICT_NOT_JUDGED, "Case 'big' was not run.");
	cases[1].verdict = VERDICT_TIMEOUT; /* a fault explains what was left out */
	cases[1].message = "too long";
	expect(VERDICT_TIMEOUT, "Case 'prime': too long");
}
END_TEST

START_TEST(missed_gates_say_by_how_much)
{
	gates[0].pass = false;
	gates[0].value = 31.25;
	expect(VERDICT_GATE_FAILED, "sectors for one load: 31.25, expected at most 4. Because.");
	gates[0].is_max = false;
	gates[0].value = 1048576;
	gates[0].limit = 2097152;
	expect(VERDICT_GATE_FAILED, "sectors for one load: 1,048,576, expected at least 2,097,152. Because.");
	gates[0].defined = false;
	gate.kernel = "copy";
	expect(VERDICT_GATE_FAILED,
		"sectors for one load: nothing to measure, because no kernel named copy did this. Because.");
}
END_TEST

START_TEST(unjudged_gates_are_no_pass)
{
	gates[0].judged = false;
	expect(VERDICT_NOT_JUDGED, "The answer is right, but without counters its gates can't be judged.");
	r.uncounted = "nobody could run it (timeout)";
	expect(VERDICT_NOT_JUDGED,
		"The answer is right, but without counters its gates can't be judged: nobody could run it (timeout).");
	r.uncounted = NULL;
	r.ngates = 0; /* nobody evaluated them */
	r.gates = NULL;
	expect(VERDICT_NOT_JUDGED, "The answer is right, but without counters its gates can't be judged.");
}
END_TEST

START_TEST(mismatches_make_a_headline)
{
	struct mismatch *m = &cases[1].mismatch;

	cases[1].verdict = VERDICT_WRONG_ANSWER;
	*m = (struct mismatch){
		.any = true, .arg = "out", .where = "out[1][3]", .got = "5", .want = "6", .wrong = 2, .total = 12
	};
	expect(VERDICT_WRONG_ANSWER, "Case 'prime': out[1][3] is 5, expected 6; 2 of 12 elements are wrong.");
	m->pattern = "only the last column";
	expect(VERDICT_WRONG_ANSWER,
		"Case 'prime': out[1][3] is 5, expected 6; 2 of 12 elements are wrong (only the last column).");
	m->never_written = true;
	expect(VERDICT_WRONG_ANSWER,
		"Case 'prime': out[1][3] was not written, expected 6; 2 of 12 elements are wrong (only the last "
		"column).");
	m->wrong = 12;
	expect(VERDICT_WRONG_ANSWER, "Case 'prime': nothing was written to out.");
	*m = (struct mismatch){
		.any = true, .arg = "out", .where = "out[0]", .got = "5", .want = "6", .wrong = 12, .total = 12
	};
	expect(VERDICT_WRONG_ANSWER, "Case 'prime': out[0] is 5, expected 6; all 12 elements are wrong.");
	m->wrong = m->total = 1;
	expect(VERDICT_WRONG_ANSWER, "Case 'prime': out[0] is 5, expected 6.");
}
END_TEST

START_TEST(early_verdicts_and_notes)
{
	verdict_early(&r, VERDICT_COMPILE_ERROR, "%d errors", 3);
	ck_assert_int_eq(r.verdict, VERDICT_COMPILE_ERROR);
	ck_assert_str_eq(r.message, "3 errors");
	result_note(&r, "first %d", 1);
	result_note(&r, "second");
	ck_assert_uint_eq(r.nnotes, 2);
	ck_assert_str_eq(r.notes[0], "first 1");
	ck_assert_str_eq(r.notes[1], "second");
}
END_TEST

Suite *judge_suite(void)
{
	Suite *s = suite_create("judge");
	TCase *w = tcase_create("words"), *g = tcase_create("gates"), *v = tcase_create("verdict");

	tcase_add_test(w, words_and_verdicts);
	tcase_add_loop_test(w, planned_mistakes_have_verdicts, 0, sizeof planned / sizeof planned[0]);
	suite_add_tcase(s, w);
	tcase_add_checked_fixture(g, setup, teardown);
	tcase_add_test(g, a_limit_itself_is_allowed);
	tcase_add_test(g, a_gate_may_look_at_some_kernels);
	tcase_add_test(g, a_gate_on_the_timeline_looks_at_the_whole_run);
	tcase_add_test(g, nothing_done_is_no_pass);
	tcase_add_test(g, limits_from_the_reference);
	tcase_add_test(g, a_lower_limit_from_the_reference);
	tcase_add_test(g, limits_from_a_variant);
	tcase_add_test(g, limits_from_an_ideal);
	tcase_add_test(g, without_counters_nothing_is_judged);
	tcase_add_test(g, a_wrong_answer_is_shown_not_judged);
	suite_add_tcase(s, g);
	tcase_add_checked_fixture(v, setup_result, teardown_result);
	tcase_add_test(v, a_fresh_result_is_not_judged);
	tcase_add_test(v, all_right_is_a_pass);
	tcase_add_test(v, no_gates_needed);
	tcase_add_test(v, the_worst_case_decides);
	tcase_add_test(v, another_order_of_threads);
	tcase_add_test(v, wrong_when_called_again);
	tcase_add_test(v, a_case_left_out_is_no_pass);
	tcase_add_test(v, missed_gates_say_by_how_much);
	tcase_add_test(v, unjudged_gates_are_no_pass);
	tcase_add_test(v, mismatches_make_a_headline);
	tcase_add_test(v, early_verdicts_and_notes);
	suite_add_tcase(s, v);
	return s;
}
