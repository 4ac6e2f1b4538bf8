/* What progress remembers of a student, read back through a second opening each time: what is not on the disk does not
 * count. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "progress/progress.h"

static char *dir;
static struct progress *p;
static struct err e;

static void setup(void)
{
	err_clear(&e);
	dir = fs_temp_dir("warplings-check-", &e);
	ck_assert_ptr_nonnull(dir);
	ck_assert_msg(progress_open(&p, dir, &e) == 0, "%s", e.msg);
}

static void teardown(void)
{
	progress_close(p);
	fs_remove_tree(dir, NULL);
	free(dir);
}

static void reopen(void)
{
	progress_close(p);
	ck_assert_msg(progress_open(&p, dir, &e) == 0, "%s", e.msg);
}

static void attempt(enum verdict v, double us, enum time_kind kind)
{
	struct result r;

	result_init(&r);
	r.step_id = "02-coalescing/1";
	r.file = "1-neighbours.cu";
	r.verdict = v;
	r.seed = UINT64_MAX;
	r.student.ran = true;
	r.student.time_kind = kind;
	r.student.time_us = us;
	r.student.time_device = kind == TIME_MEASURED ? "NVIDIA H200" : "NVIDIA H200 (emulated)";
	ck_assert_msg(progress_record(p, &r, &e) == 0, "%s", e.msg);
	result_release(&r);
}

static struct progress_step get(const char *id)
{
	struct progress_step s;

	ck_assert_msg(progress_get(p, id, &s, &e) == 0, "%s", e.msg);
	return s;
}

START_TEST(nothing_yet)
{
	struct progress_step s = get("02-coalescing/1");

	ck_assert_int_eq(s.attempts, 0);
	ck_assert(!s.passed && !s.predicted);
	ck_assert_int_eq(s.last, VERDICT_TODO);
	ck_assert_int_eq(s.hints_shown, 0);
	ck_assert(s.best_time_us == 0);
}
END_TEST

START_TEST(attempts_are_kept)
{
	struct progress_step s;

	attempt(VERDICT_WRONG_ANSWER, 5, TIME_MODELLED);
	attempt(VERDICT_PASS, 9, TIME_MODELLED);
	attempt(VERDICT_COMPILE_ERROR, 0, TIME_NONE);
	reopen();
	s = get("02-coalescing/1");
	ck_assert_int_eq(s.attempts, 3);
	ck_assert(s.passed);
	ck_assert_int_eq(s.last, VERDICT_COMPILE_ERROR);
	/* The faster one was wrong. */
	ck_assert(s.best_time_us == 9);
	ck_assert_int_eq(get("02-coalescing/2").attempts, 0);
}
END_TEST

/* A step that gives a thread more to do than its reference does says so in its notes. */
START_TEST(a_step_may_allow_more_time_for_the_star)
{
	struct step step = { .notes.time = NOTES_TIME };
	struct result r;

	result_init(&r);
	r.step = &step;
	r.student = (struct side){ .ran = true, .time_kind = TIME_MODELLED, .time_us = 17 };
	r.reference = (struct side){ .ran = true, .time_kind = TIME_MODELLED, .time_us = 10 };
	ck_assert(!result_as_fast(&r));
	step.notes.time = 2;
	ck_assert(result_as_fast(&r));
	step.notes.time = 1.8; /* any told one, not only a larger one than the notes' own */
	ck_assert(result_as_fast(&r));
	step.notes.time = 1.35;
	r.student.time_us = 13;
	ck_assert(result_as_fast(&r));
	r.student.time_us = 13.6;
	ck_assert(!result_as_fast(&r));
	result_release(&r);
}
END_TEST

START_TEST(stars_are_kept)
{
	const double reference[] = { 10, 10, 10, 0 }, yours[] = { 11.5, 10, 10.9, 5 };
	/* The second one's kernels are as fast, but it copies besides; the third one stays. */
	static const bool fast[] = { false, false, true, true };
	int of;

	for (int i = 0; i < 4; i++) {
		struct gate_result gates[2] = { { .judged = true, .pass = true }, { .judged = true, .pass = i > 0 } };
		struct progress_step s;
		struct result r;

		result_init(&r);
		r.step_id = "01-x/1";
		r.file = "x.cu";
		r.verdict = VERDICT_PASS;
		r.student = (struct side){ .ran = true, .time_kind = TIME_MODELLED, .time_us = yours[i] };
		r.reference =
			(struct side){ .ran = reference[i] > 0, .time_kind = TIME_MODELLED, .time_us = reference[i] };
		r.student.total.v[CTR_TL_ELAPSED] = i == 1 ? 25000 : 10900;
		r.reference.total.v[CTR_TL_ELAPSED] = 10000;
		r.gates = gates;
		r.ngates = 2;
		ck_assert_int_eq(progress_record(p, &r, &e), 0);
		result_release(&r);
		reopen();
		s = get("01-x/1");
		ck_assert_int_eq(s.fast, fast[i]);
		ck_assert_int_eq(s.gates, 2);
		ck_assert_int_eq(s.gates_met, i > 0 ? 2 : 1);
		ck_assert_int_eq(progress_stars(&s, false, &of), 1 + fast[i]);
		ck_assert_int_eq(of, 2);
	}
	ck_assert_int_eq(progress_predict(p, "01-x/1", 0, 4, &e), 0);
	ck_assert_int_eq(progress_predicted(p, "01-x/1", 0, true, &e), 0);
	ck_assert_int_eq(progress_stars(&(struct progress_step){ .predictions = 1, .close = 1 }, true, &of), 0);
	{
		struct progress_step s = get("01-x/1");

		ck_assert_int_eq(progress_stars(&s, true, &of), 3);
		ck_assert_int_eq(of, 3);
		s.predictions++;
		ck_assert_int_eq(progress_stars(&s, true, &of), 2);
	}
}
END_TEST

START_TEST(the_environment_is_no_attempt)
{
	attempt(VERDICT_NOT_JUDGED, 0, TIME_NONE);
	attempt(VERDICT_TODO, 0, TIME_NONE);
	ck_assert_int_eq(get("02-coalescing/1").attempts, 0);
	attempt(VERDICT_CRASHED, 0, TIME_NONE);
	ck_assert_int_eq(get("02-coalescing/1").attempts, 1);
}
END_TEST

START_TEST(measured_before_modelled)
{
	struct progress_step s;

	attempt(VERDICT_PASS, 3, TIME_MODELLED);
	s = get("02-coalescing/1");
	ck_assert_int_eq(s.best_time_kind, TIME_MODELLED);
	attempt(VERDICT_PASS, 7, TIME_MEASURED);
	attempt(VERDICT_PASS, 6, TIME_MEASURED);
	s = get("02-coalescing/1");
	ck_assert_int_eq(s.best_time_kind, TIME_MEASURED);
	ck_assert(s.best_time_us == 6);
	ck_assert_str_eq(s.best_time_device, "NVIDIA H200");
}
END_TEST

START_TEST(hints_never_go_back)
{
	ck_assert_int_eq(progress_reveal_hint(p, "a/1", 2, &e), 0);
	ck_assert_int_eq(progress_reveal_hint(p, "a/1", 1, &e), 0);
	reopen();
	ck_assert_int_eq(get("a/1").hints_shown, 2);
}
END_TEST

START_TEST(reset_forgets_hints_and_keeps_history)
{
	attempt(VERDICT_PASS, 3, TIME_MODELLED);
	ck_assert_int_eq(progress_reveal_hint(p, "02-coalescing/1", 2, &e), 0);
	ck_assert_int_eq(progress_predict(p, "02-coalescing/1", 0, 32, &e), 0);
	ck_assert(get("02-coalescing/1").predicted);
	ck_assert_int_eq(get("02-coalescing/1").hints_shown, 2);
	ck_assert_int_eq(progress_reset(p, "02-coalescing/1", &e), 0);
	reopen();
	ck_assert(!get("02-coalescing/1").predicted);
	ck_assert_int_eq(get("02-coalescing/1").hints_shown, 0);
	ck_assert_int_eq(get("02-coalescing/1").attempts, 1);
}
END_TEST

START_TEST(the_newest_prediction_counts)
{
	ck_assert_int_eq(progress_predict(p, "a/1", 0, 32, &e), 0);
	ck_assert_int_eq(progress_predict(p, "a/1", 0, -4.5, &e), 0);
	reopen();
	ck_assert(get("a/1").predicted);
	ck_assert(get("a/1").prediction == -4.5);
	ck_assert_int_eq(progress_predict(p, "a/1", 0, NAN, &e), -1);
	ck_assert_int_eq(e.kind, ERR_USAGE);
	ck_assert(get("a/1").prediction == -4.5);
	/* A hint beside it changes neither. */
	ck_assert_int_eq(progress_reveal_hint(p, "a/1", 1, &e), 0);
	ck_assert(get("a/1").prediction == -4.5);
}
END_TEST

START_TEST(calibration_counts_what_was_compared)
{
	struct result r;
	int close, compared;

	for (int i = 0; i < 3; i++) {
		char id[] = { 'a', '/', (char)('1' + i), 0 };

		ck_assert_int_eq(progress_predict(p, id, 0, 4, &e), 0);
		result_init(&r);
		r.step_id = id;
		r.verdict = VERDICT_TODO; /* no attempt, and still a comparison */
		r.prediction = (struct prediction){ .made = true, .value = 4, .known = i < 2, .close = i == 0 };
		ck_assert_int_eq(progress_record(p, &r, &e), 0);
		result_release(&r);
	}
	reopen();
	ck_assert_int_eq(progress_calibration(p, NULL, &close, &compared, &e), 0);
	ck_assert_int_eq(close, 1);
	ck_assert_int_eq(compared, 2);
	ck_assert_int_eq(get("a/1").attempts, 0);
	/* A new answer has not been compared. */
	ck_assert_int_eq(progress_predict(p, "a/1", 0, 5, &e), 0);
	ck_assert_int_eq(progress_calibration(p, NULL, &close, &compared, &e), 0);
	ck_assert_int_eq(compared, 1);
}
END_TEST

START_TEST(looking_makes_nothing)
{
	char *empty = fs_temp_dir("warplings-check-", &e), *path = xasprintf("%s/progress.db", empty);
	struct progress *q = p;
	struct progress_step s;

	ck_assert_int_eq(progress_open_existing(&q, empty, &e), 0);
	ck_assert_ptr_null(q);
	ck_assert(!fs_exists(path));
	ck_assert_int_eq(progress_get(q, "a/1", &s, &e), 0);
	ck_assert_int_eq(s.last, VERDICT_TODO);
	progress_close(q);
	ck_assert_int_eq(progress_open_existing(&q, dir, &e), 0);
	ck_assert_ptr_nonnull(q);
	progress_close(q);
	fs_remove_tree(empty, NULL);
	free(path);
	free(empty);
}
END_TEST

START_TEST(hostile_words_are_only_words)
{
	struct result r;

	result_init(&r);
	r.step_id = "'); DROP TABLE attempt; --";
	r.message = "\"quoted\" 'twice'; -- ?1";
	r.verdict = VERDICT_PASS;
	ck_assert_int_eq(progress_record(p, &r, &e), 0);
	ck_assert_int_eq(get(r.step_id).attempts, 1);
	ck_assert_int_eq(progress_check(p, &e), 0);
	result_release(&r);
}
END_TEST

START_TEST(history_keeps_files_and_counters)
{
	const struct gate gates[] = { { .counter = CTR_GLOBAL_LD_SECTORS } };
	const struct step step = { .gates = (struct gate *)gates, .ngates = 1 };
	struct history h;
	double v;

	attempt(VERDICT_WRONG_ANSWER, 0, TIME_NONE);
	for (int i = 0; i < 3; i++) {
		struct result r;

		result_init(&r);
		r.step_id = "02-coalescing/1";
		r.step = &step;
		r.verdict = i == 1 ? VERDICT_PASS : VERDICT_GATE_FAILED;
		r.source = i ? "new\n" : "old\n";
		r.student.ran = r.student.has_counters = true;
		r.student.total.v[CTR_GLOBAL_LD_SECTORS] = 100 + (uint64_t)i;
		r.student.time_us = 5 - i;
		r.student.time_kind = TIME_MODELLED;
		ck_assert_int_eq(progress_record(p, &r, &e), 0);
		result_release(&r);
	}
	reopen();
	history_init(&h);
	ck_assert_int_eq(progress_history(p, "02-coalescing/1", &h, &e), 0);
	ck_assert_uint_eq(h.n, 4);
	ck_assert_ptr_null(h.v[0].source);
	ck_assert(!history_counter(&h.v[0], counter_alias(CTR_GLOBAL_LD_SECTORS), &v));
	ck_assert_str_eq(h.v[1].source, "old\n");
	ck_assert_str_eq(h.v[3].source, "new\n");
	ck_assert(history_counter(&h.v[3], counter_alias(CTR_GLOBAL_LD_SECTORS), &v) && v == 102);
	ck_assert(!history_counter(&h.v[3], "sectors", &v));
	ck_assert_ptr_eq(history_best(&h), &h.v[2]);
	history_release(&h);
	/* No more than 200, and the others are counted. */
	for (int i = 0; i < 200; i++)
		attempt(VERDICT_PASS, 7, TIME_MODELLED);
	history_init(&h);
	ck_assert_int_eq(progress_history(p, "02-coalescing/1", &h, &e), 0);
	ck_assert_uint_eq(h.n, 200);
	ck_assert_uint_eq(h.earlier, 4);
	ck_assert_int_eq(progress_history(p, "no/such", &h, &e), 0);
	history_release(&h);
}
END_TEST

Suite *progress_suite(void);
Suite *progress_suite(void)
{
	Suite *s = suite_create("progress");
	TCase *t = tcase_create("memory");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, nothing_yet);
	tcase_add_test(t, history_keeps_files_and_counters);
	tcase_add_test(t, attempts_are_kept);
	tcase_add_test(t, a_step_may_allow_more_time_for_the_star);
	tcase_add_test(t, stars_are_kept);
	tcase_add_test(t, the_environment_is_no_attempt);
	tcase_add_test(t, measured_before_modelled);
	tcase_add_test(t, hints_never_go_back);
	tcase_add_test(t, reset_forgets_hints_and_keeps_history);
	tcase_add_test(t, the_newest_prediction_counts);
	tcase_add_test(t, calibration_counts_what_was_compared);
	tcase_add_test(t, looking_makes_nothing);
	tcase_add_test(t, hostile_words_are_only_words);
	suite_add_tcase(s, t);
	return s;
}
