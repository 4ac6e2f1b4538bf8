/* report: a result as lines: nothing is lost and nothing too wide, at any width, whatever the result holds. */
#include <check.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "judge/gates.h"
#include "judge/verdict.h"
#include "report/shown.h"
#include "report/result_doc.h"
#include "report/doc/text.h"

static struct gate gates[] = {
	{ .what = "sectors moved by loads",
		.counter = CTR_GLOBAL_LD_SECTORS,
		.has_max = true,
		.max = 100,
		.why = "Because of that." },
	{ .what = "sectors of the second kernel",
		.counter = CTR_GLOBAL_ST_SECTORS,
		.kernel = "second",
		.has_min = true,
		.min = 1 },
};
static int show[] = { CTR_GLOBAL_LD_SECTORS, CTR_LD_SECTORS_PER_REQUEST };
static struct test_case step_cases[] = { { .name = "one", .sweep = true },
	{ .name = "a case with quite a long name", .perf = true, .sweep = true } };
static struct step step = { .id = "02-x/1",
	.title = "X",
	.cases = step_cases,
	.ncases = 2,
	.gates = gates,
	.ngates = 2,
	.show = show,
	.nshow = 2,
	.has_predict = true,
	.predict = { .question = "?", .counter = CTR_LD_SECTORS_PER_REQUEST, .explain = "An explanation." },
	.sweep_table = true };

static void fill(struct result *r)
{
	static const char *notes[] = {
		"A note that is long enough to be wrapped in every window that has less than a hundred columns or so."
	};
	struct side *s[2] = { &r->student, &r->reference };

	result_init(r);
	r->step = &step;
	r->step_id = step.id;
	r->verdict = VERDICT_WRONG_ANSWER;
	r->message = "Something is wrong.";
	r->device_kind = "emulator";
	r->device_name = "NVIDIA H200 (emulated)";
	r->diagnostics = "printed by the program\n";
	r->seed = UINT64_MAX;
	r->wall_ms = 1234;
	for (int i = 0; i < 2; i++) {
		s[i]->ran = s[i]->has_counters = true;
		s[i]->time_us = 1500;
		s[i]->time_kind = i ? TIME_MODELLED : TIME_MEASURED;
		s[i]->time_device = i ? "NVIDIA H200 (emulated)" : "NVIDIA H200";
		s[i]->time_n = 9;
		s[i]->total.v[CTR_GLOBAL_LD_SECTORS] = 1048576;
		s[i]->total.v[CTR_GLOBAL_LD_REQUESTS] = 32768;
		s[i]->kernels = arena_alloc(&r->arena, sizeof(struct kernel_run));
		s[i]->kernels[0] = (struct kernel_run){ .name = "kernel<float, 32>(float const*, float*)",
			.grid = { 4, 3, 1 },
			.block = { 32, 8, 2 },
			.launches = 3,
			.regs = 18,
			.regs_arch = i ? 90 : 0,
			.limit = "limited by memory bandwidth: it is busy 93 % of the time",
			.bound = "dram",
			.shared_bytes = 1024,
			.time_us = 12,
			.c = s[i]->total,
			.has_counters = true };
		s[i]->nkernels = 1;
	}
	r->cases = arena_alloc(&r->arena, 2 * sizeof *r->cases);
	r->ncases = 2;
	for (int i = 0; i < 2; i++) {
		r->cases[i].name = step_cases[i].name;
		r->cases[i].verdict = i ? VERDICT_WRONG_ANSWER : VERDICT_PASS;
		r->cases[i].ran = true;
	}
	r->cases[1].mismatch = (struct mismatch){ .any = true,
		.where = "out[3][17]",
		.got = "1.25",
		.want = "-0.5",
		.wrong = 1234567,
		.total = 7654321,
		.worst = 12.5,
		.worst_index = 99,
		.pattern = "every second element" };
	r->cases[1].mismatch.written = arena_alloc(&r->arena, 4 * sizeof *r->cases[1].mismatch.written);
	r->cases[1].mismatch.nwritten = 4;
	for (int i = 0; i < 4; i++)
		r->cases[1].mismatch.written[i] = (struct written){ .by = (enum writer)i,
			.where = "out[3][17]",
			.n = i * 1000,
			.kernel = "kernel",
			.at = { .file = "1-x.cu", .line = 21 },
			.pattern = i ? "every second element" : NULL };
	r->cases[1].findings = arena_alloc(&r->arena, 5 * sizeof *r->cases[1].findings);
	r->cases[1].nfindings = 5;
	for (int i = 0; i < 5; i++)
		r->cases[1].findings[i] = (struct kernel_finding){ .name = i ? "write after read hazard" :
									       "something new",
			.severity = (enum severity)(i % 3),
			.message = i ? "Race reported between Read access and Write access of __shared__ memory" : NULL,
			.has_other = i != 1,
			.at = { .file = i == 2 ? NULL : "1-x.cu",
				.line = 21,
				.thread = { UINT32_MAX, UINT32_MAX, UINT32_MAX } } };
	r->cases[1].place = (struct fault_place){ .kernel = "kernel", .file = "1-x.cu", .line = 21 };
	r->gates = gates_evaluate(&r->arena, &step, &r->student, &r->reference, NULL, true);
	r->ngates = 2;
	r->prediction = (struct prediction){ .made = true, .value = 4, .known = true, .observed = 32 };
	r->excerpts[0] = (struct excerpt){ .file = "1-x.cu",
		.line = 21,
		.first = 19,
		.n = 5,
		.lines = { "\tif (i < n)", "\t\t{", "\t\tout[i] = 2 * in[i];", "\t\t}", "" },
		.note = "wrote out[3][17] last" };
	r->nexcerpts = 1;
	r->advice = "Follow that thread by hand.";
	r->printed_in = "one";
	r->notes = notes;
	r->nnotes = 1;
}

static void text_of(const struct result *r, int width, bool utf8, struct buf *out)
{
	struct result_view v = { .r = r, .details = true, .legend = true };
	struct doc d;

	doc_init(&d, width, utf8);
	result_doc(&v, &d);
	buf_clear(out);
	doc_text(&d, out);
	for (size_t i = 0; i < d.nlines; i++) {
		struct buf line;

		buf_init(&line);
		doc_line_text(&d, i, &line);
		while (line.len > 0 && line.data[line.len - 1] == ' ')
			line.len--;
		ck_assert_msg(text_width(line.data, line.len) <= width, "%d: %s", width, line.data);
		buf_release(&line);
	}
	doc_release(&d);
}

/* Lines are broken anywhere: look at the words only. */
static void squeeze(char *s)
{
	char *to = s;

	for (; *s; s++)
		if ((*s != ' ' && *s != '\n') || s[1] != ' ')
			*to++ = *s == '\n' ? ' ' : *s;
	*to = '\0';
}

START_TEST(every_width_shows_everything)
{
	static const char *const words[] = { "wrong-answer", "out[3][17]", "1.25", "-0.5", "1,234,567", "every second",
		"1,048,576", "32.00", "modelled", "1-x.cu:21", "out[i] = 2 * in[i];", "Follow that thread by hand.",
		"You said 4", "printed by",
		"4\xC3\x97"
		"3",
		"18", "100" };
	struct result r;
	struct buf b;

	fill(&r);
	buf_init(&b);
	for (int width = 38; width <= 120; width++) {
		text_of(&r, width, true, &b);
		squeeze(b.data);
		for (size_t i = 0; i < sizeof words / sizeof *words; i++)
			ck_assert_msg(strstr(b.data, words[i]) != NULL, "%s at width %d:\n%s", words[i], width, b.data);
	}
	text_of(&r, 80, false, &b);
	for (const char *p = b.data; *p; p++)
		ck_assert((unsigned char)*p < 0x80);
	buf_release(&b);
	result_release(&r);
}
END_TEST

static void in_order(const char *text, const char *const *parts)
{
	const char *at = text;

	for (; *parts; parts++) {
		const char *next = strstr(at, *parts);

		ck_assert_msg(next != NULL, "\"%s\" is not there, or too early", *parts);
		at = next;
	}
}

START_TEST(first_what_is_wrong_then_what_to_do_then_numbers)
{
	static const char *const wrong[] = { "wrong-answer", "1,234,567 of the 7,654,321 elements of", "1-x.cu",
		"21 \xE2\x94\x82 ", "wrote out[3][17] last", "First wrong element", "1.25", "-0.5",
		"Follow that thread", "Cases", "yours", "reference", "What the checkers saw", NULL };
	static const char *const race[] = { "race", "21 \xE2\x94\x82 ", "First wrong element", "Follow that thread",
		"Cases", "yours", "What the checkers saw besides", NULL };
	struct result r;
	struct buf b;

	fill(&r);
	r.cases[1].mismatch.arg = "out";
	buf_init(&b);
	text_of(&r, 100, true, &b);
	in_order(b.data, wrong);
	r.verdict = r.cases[1].verdict = VERDICT_RACE;
	for (size_t i = 0; i < r.cases[1].nfindings; i++)
		r.cases[1].findings[i].verdict = VERDICT_RACE;
	text_of(&r, 100, true, &b);
	in_order(b.data, race);
	buf_release(&b);
	result_release(&r);
}
END_TEST

START_TEST(what_is_not_finite_has_no_factor)
{
	struct result r;
	struct buf b;

	fill(&r);
	r.cases[1].mismatch.worst = INFINITY;
	buf_init(&b);
	text_of(&r, 100, true, &b);
	ck_assert_ptr_null(strstr(b.data, "inf"));
	ck_assert_ptr_nonnull(strstr(b.data, "beyond any allowance, at element 99"));
	buf_release(&b);
	result_release(&r);
}
END_TEST

/* What a wrong program takes is no time of anything. */
START_TEST(a_wrong_answer_is_given_no_time)
{
	static const char *const speed[] = { "1.50 ms", "Yours takes", "Yours is limited", NULL };
	struct result r;
	struct buf b;

	fill(&r);
	r.student.time_kind = TIME_MODELLED;
	r.student.time_device = r.reference.time_device;
	buf_init(&b);
	text_of(&r, 100, true, &b);
	for (size_t i = 0; speed[i]; i++)
		ck_assert_msg(i == 0 || !strstr(b.data, speed[i]), "%s", speed[i]);
	ck_assert_ptr_null(strstr(b.data, "time ("));
	r.verdict = VERDICT_PASS;
	r.cases[1].verdict = VERDICT_PASS;
	r.cases[1].mismatch.any = false;
	text_of(&r, 100, true, &b);
	squeeze(b.data);
	for (size_t i = 0; speed[i]; i++)
		ck_assert_msg(strstr(b.data, speed[i]) != NULL, "%s", speed[i]);
	ck_assert_ptr_nonnull(strstr(b.data, "time (modelled)"));
	buf_release(&b);
	result_release(&r);
}
END_TEST

/* A race in which all write the same value is worth a line where the answer is wrong, and a detail where it is right.
 */
START_TEST(what_cannot_matter_does_not_stand_in_the_way)
{
	struct result r;
	struct result_view v = { .r = &r };
	struct doc d;
	struct buf b;

	fill(&r);
	r.cases[1].nfindings = 1; /* an info */
	buf_init(&b);
	for (int right = 0; right < 2; right++) {
		for (int details = 0; details < 2; details++) {
			v.details = details != 0;
			r.verdict = r.cases[1].verdict = right ? VERDICT_PASS : VERDICT_WRONG_ANSWER;
			r.cases[1].mismatch.any = !right;
			doc_init(&d, 80, true);
			result_doc(&v, &d);
			buf_clear(&b);
			doc_text(&d, &b);
			ck_assert_int_eq(strstr(b.data, "What the checkers saw") != NULL, !right || details);
			ck_assert_ptr_null(strstr(b.data, "armless"));
			ck_assert_ptr_null(strstr(b.data, "What was counted")); /* definitions are asked for */
			doc_release(&d);
		}
	}
	buf_release(&b);
	result_release(&r);
}
END_TEST

/* The judge's own sentence stands there whatever the verdict is: also of a gate that could not be judged. */
START_TEST(a_gate_that_was_not_judged_says_so)
{
	struct result r;
	struct buf b;

	fill(&r);
	r.cases[1].verdict = VERDICT_PASS;
	r.cases[1].mismatch.any = false;
	r.student.has_counters = false;
	r.gates = gates_evaluate(&r.arena, &step, &r.student, &r.reference, NULL, true);
	verdict_decide(&r);
	ck_assert_int_eq(r.verdict, VERDICT_NOT_JUDGED);
	buf_init(&b);
	text_of(&r, 120, true, &b);
	ck_assert_ptr_nonnull(strstr(b.data, "The answer is right, but without counters its gates can't be judged."));
	r.student.has_counters = true;
	memset(&r.student.kernels[0].c, 0, sizeof r.student.kernels[0].c);
	r.student.nkernels = 0;
	r.gates = gates_evaluate(&r.arena, &step, &r.student, &r.reference, NULL, true);
	verdict_decide(&r);
	ck_assert_int_eq(r.verdict, VERDICT_GATE_FAILED);
	text_of(&r, 120, true, &b);
	ck_assert_ptr_nonnull(strstr(b.data, "nothing to measure"));
	ck_assert_ptr_null(strstr(b.data, "a counter is beyond its gate"));
	buf_release(&b);
	result_release(&r);
}
END_TEST

START_TEST(what_changed_since_the_run_before)
{
	struct result r;
	struct earlier before = {
		.verdict = VERDICT_GATE_FAILED, .time_us = 4000, .time_kind = TIME_MEASURED, .has_counters = true
	};
	struct result_view v = { .r = &r, .before = &before };
	struct doc d;
	struct buf b;

	fill(&r);
	before.c = r.student.total;
	before.c.v[CTR_GLOBAL_LD_SECTORS] *= 8;
	r.verdict = r.cases[1].verdict = VERDICT_PASS;
	r.cases[1].mismatch.any = false;
	buf_init(&b);
	doc_init(&d, 200, true);
	result_doc(&v, &d);
	doc_text(&d, &b);
	ck_assert_ptr_nonnull(strstr(b.data, "load sectors 8,388,608 \xE2\x86\x92 1,048,576"));
	ck_assert_ptr_nonnull(strstr(b.data, "time 4.00 ms \xE2\x86\x92 1.50 ms (measured)"));
	/* Numbers of a wrong program are not compared with. */
	before.verdict = VERDICT_WRONG_ANSWER;
	doc_clear(&d);
	buf_clear(&b);
	result_doc(&v, &d);
	doc_text(&d, &b);
	ck_assert_ptr_nonnull(strstr(b.data, "The run before this one ended with wrong-answer."));
	ck_assert_ptr_null(strstr(b.data, "8,388,608"));
	doc_release(&d);
	buf_release(&b);
	result_release(&r);
}
END_TEST

/* A result of which almost nothing is known: each verdict, no step, no strings. */
START_TEST(an_empty_result_says_its_verdict)
{
	for (int v = 0; v < VERDICT_COUNT; v++) {
		struct result r;
		struct buf b;

		result_init(&r);
		r.verdict = (enum verdict)v;
		buf_init(&b);
		text_of(&r, 60, true, &b);
		ck_assert_ptr_nonnull(strstr(b.data, verdict_word(r.verdict)));
		buf_release(&b);
		result_release(&r);
	}
}
END_TEST

START_TEST(numbers_and_times)
{
	ck_assert_str_eq(shown_count(1048576).text, "1,048,576");
	ck_assert_str_eq(shown_count(-1234).text, "-1,234");
	ck_assert_str_eq(shown_count(999).text, "999");
	ck_assert_str_eq(shown_count(0.5).text, "0.50");
	ck_assert_str_eq(shown_count(NAN).text, "nan");
	ck_assert_str_eq(shown_counter(CTR_LD_SECTORS_PER_REQUEST, 4).text, "4.00");
	ck_assert_str_eq(shown_counter(CTR_INST, 4).text, "4");
	ck_assert_str_eq(shown_us(1.234).text, "1.23 us");
	ck_assert_str_eq(shown_us(12.34).text, "12.3 us");
	ck_assert_str_eq(shown_us(999.4).text, "999 us");
	ck_assert_str_eq(shown_us(999.6).text, "1.00 ms");
	ck_assert_str_eq(shown_us(2.5e6).text, "2.50 s");
}
END_TEST

Suite *report_result_suite(void);
Suite *report_result_suite(void)
{
	Suite *s = suite_create("report_result");
	TCase *t = tcase_create("result");

	setlocale(LC_CTYPE, "C.UTF-8");
	tcase_add_test(t, every_width_shows_everything);
	tcase_add_test(t, first_what_is_wrong_then_what_to_do_then_numbers);
	tcase_add_test(t, what_is_not_finite_has_no_factor);
	tcase_add_test(t, a_wrong_answer_is_given_no_time);
	tcase_add_test(t, what_cannot_matter_does_not_stand_in_the_way);
	tcase_add_test(t, a_gate_that_was_not_judged_says_so);
	tcase_add_test(t, what_changed_since_the_run_before);
	tcase_add_test(t, an_empty_result_says_its_verdict);
	tcase_add_test(t, numbers_and_times);
	suite_add_tcase(s, t);
	return s;
}
