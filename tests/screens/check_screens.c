/* What the screens show and what the keys do, by keys sent and screens compared (golden/). */
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/rng.h"
#include "harness.h"

START_TEST(list_shows_labs_steps_and_the_broken_one)
{
	struct harness h;

	h_open(&h, NULL);
	h_wait(&h, "0 of 3 passed");
	h_golden(&h, "list");
	h_send(&h, "jj");
	h_send(&h, "\r");
	h_wait(&h, "The second step has a short text");
	h_send(&h, "q");
	h_wait(&h, "0 of 3 passed");
	h_send(&h, "q");
	ck_assert_int_eq(h_wait_end(&h), 0);
	h_end(&h);
}
END_TEST

START_TEST(search_on_the_list)
{
	struct harness h;
	VTermScreenCell cell;
	int row, col;

	h_open(&h, NULL);
	h_wait(&h, "0 of 3 passed");
	h_send(&h, "/stri");
	h_wait(&h, "/stri");
	h_find(&h, "A sweep over", &row, &col);
	h_cell(&h, row, col, &cell);
	ck_assert(cell.attrs.reverse);
	h_send(&h, "\r");
	h_wait_gone(&h, "/stri");
	h_send(&h, "\r");
	h_wait(&h, "Predict first.");
	h_send(&h, "q/nowhere\r");
	h_wait(&h, "\"nowhere\" is not here.");
	h_end(&h);
}
END_TEST

START_TEST(lesson_is_laid_out_and_scrolls)
{
	struct harness h;

	h_open(&h, "01");
	h_wait(&h, "A quotation");
	h_golden(&h, "intro");
	h_send(&h, "n");
	h_wait(&h, "Every thread adds");
	h_golden(&h, "lesson");
	h_send(&h, "G");
	h_wait(&h, "Your file: " H_ADD);
	h_golden(&h, "lesson-end");
	h_send(&h, "g");
	h_wait(&h, "Every thread adds");
	h_send(&h, "/sectors\r");
	h_wait(&h, "128");
	/* As in less: n and N are matches, until Esc ends the search. */
	h_send(&h, "nN");
	h_wait(&h, "Add two vectors");
	h_send(&h, "\033");
	h_send(&h, "n");
	h_wait(&h, "The second step has");
	/* Between two labs stands the introduction of the second. */
	h_send(&h, "n");
	h_wait(&h, "02 Memory");
	h_wait_gone(&h, "A sweep over strides");
	h_send(&h, "\r");
	h_wait(&h, "A sweep over strides");
	h_send(&h, "n");
	h_wait(&h, "This is the last step.");
	h_send(&h, "pp");
	h_wait(&h, "The second step has");
	h_end(&h);
}
END_TEST

START_TEST(a_first_run_asks_for_a_prediction_and_compares_it)
{
	struct harness h;

	h_open(&h, "01/1");
	h_wait(&h, "Every thread adds");
	h_send(&h, "r");
	h_wait(&h, "Your prediction");
	h_golden(&h, "predict");
	h_send(&h, "four\r");
	h_wait(&h, "A number, please");
	h_send(&h,
		"\x15"
		"4\r");
	h_wait(&h, "gate-failed");
	h_golden(&h, "gate-failed");
	h_send(&h, "dG");
	h_wait(&h, "What was counted");
	h_golden(&h, "gate-failed-end");
	h_send(&h, "dG");
	h_wait_gone(&h, "What was counted");
	/* Asked once: the second run is judged at once, and the prediction stands. */
	h_send(&h, "r");
	h_wait(&h, "Your prediction");
	h_wait(&h, "You said 4 for the starter: it is 32, which is not close.");
	/* It is about the starter, and stays so when the file has 4 sectors a load itself. */
	h_write(&h, H_ADD, "// fake: pass\n", true);
	h_wait(&h, "Right, and every gate is met.");
	h_send(&h, "G");
	h_wait(&h, "You said 4 for the starter: it is 32, which is not close.");
	h_end(&h);
}
END_TEST

/* The run had ended, and its pass was kept, when the answer came. */
START_TEST(a_late_answer_brings_its_star)
{
	struct harness h;

	h_open_with(&h, "pass");
	h_wait(&h, "The run has ended.");
	h_send(&h, "32\r");
	h_wait(&h, "You said 32");
	h_wait(&h,
		"\xE2\x98\x85\xC2\xA0"
		"every prediction close");
	h_end(&h);
}
END_TEST

/* By `warplings predict`, or in another window, while this one is open: it is not asked again. */
START_TEST(an_answer_that_was_given_elsewhere_is_known)
{
	const char *args[] = { "--start", "01/1", NULL };
	struct harness h, other;
	struct harness_spec spec = { .args = args };

	h_open(&h, "01/1");
	h_wait(&h, "Every thread adds");
	spec.dir = xasprintf("%s", h.dir);
	h_start(&other, &spec);
	h_wait(&other, "Every thread adds");
	h_send(&other, "r");
	h_wait(&other, "Your prediction");
	h_send(&other, "32\r");
	h_wait(&other, "gate-failed");
	h_send(&h, "r");
	h_wait(&h, "gate-failed");
	h_send(&h, "G");
	h_wait(&h, "You said 32 for the starter: right");
	h_end(&h);
	h_end(&other);
}
END_TEST

START_TEST(a_prediction_can_be_skipped)
{
	struct harness h;

	h_open(&h, "01/1");
	h_wait(&h, "Every thread adds");
	h_send(&h, "r");
	h_wait(&h, "Your prediction");
	h_send(&h, "\033");
	h_wait(&h, "gate-failed");
	h_send(&h, "q");
	h_wait(&h, "Every thread");
	h_send(&h, "q");
	h_wait(&h, "0 of 3 passed");
	h_wait(&h, "to do"); /* the untouched starter is no attempt */
	h_end(&h);
}
END_TEST

START_TEST(a_sweep_asks_for_each_case_and_shows_a_table)
{
	struct harness h;

	h_open(&h, "02/1");
	h_wait(&h, "Predict first.");
	h_send(&h, "r");
	h_wait(&h, "stride 1:");
	h_send(&h, "4\r");
	h_wait(&h, "stride 2:");
	h_send(&h, "\r");
	h_wait(&h, "stride 8:");
	h_send(&h, "2^5\r");
	h_wait(&h, "predicted");
	h_golden(&h, "sweep");
	h_end(&h);
}
END_TEST

START_TEST(a_wrong_answer_says_where_and_what)
{
	struct harness h;

	h_open_with(&h, "wrong");
	h_send(&h, "r");
	h_wait(&h, "Your prediction");
	h_send(&h, "\r");
	h_wait(&h, "never written");
	h_golden(&h, "wrong-answer");
	h_end(&h);
}
END_TEST

START_TEST(compiler_output_scrolls_and_is_harmless)
{
	struct harness h;

	h_open_with(&h, "compile");
	h_wait(&h, "compile-error"); /* saving runs it, and a file that does not compile asks for no prediction */
	h_golden(&h, "compile-error");
	ck_assert_ptr_null(strstr(h.raw.data, "owned\007"));
	h_write(&h, H_ADD, "// fake: pass\n", true);
	h_wait(&h, "Your prediction"); /* now there is something to predict */
	h_end(&h);
}
END_TEST

/* A save that does not compile shows its error at once; the question that stood open comes back with the next run. */
START_TEST(a_question_left_open_is_asked_again)
{
	struct harness h;

	h_open_with(&h, "pass");
	h_wait(&h, "The run has ended.");
	h_write(&h, H_ADD, "// fake: compile\n", true);
	h_wait(&h, "compile-error");
	h_wait_gone(&h, "Your prediction");
	h_write(&h, H_ADD, "// fake: pass\n", true);
	h_wait(&h, "The run has ended.");
	h_send(&h, "32\r");
	h_wait(&h, "every prediction close");
	h_send(&h, "G");
	h_wait(&h, "You said 32");
	h_end(&h);
}
END_TEST

START_TEST(hints_come_one_by_one)
{
	struct harness h;

	h_open(&h, "01/1");
	h_wait(&h, "Every thread adds");
	h_send(&h, "h");
	h_wait(&h, "a * b * c is");
	h_send(&h, "hh");
	h_wait(&h, "blockIdx.x * blockDim.x + threadIdx.x.");
	h_golden(&h, "hints");
	h_send(&h, "h");
	h_wait(&h, "That was the last hint.");
	/* They are remembered. */
	h_send(&h, "qq");
	ck_assert_int_eq(h_wait_end(&h), 0);
	h_end(&h);
}
END_TEST

START_TEST(hints_have_lines_of_code)
{
	struct harness h;

	h_open(&h, "01/2");
	h_wait(&h, "two dimensions");
	h_send(&h, "h");
	h_wait(&h, "There is one hint only");
	h_send(&h, "G");
	h_wait(&h, "Then go on.");
	h_golden(&h, "hint-code");
	h_end(&h);
}
END_TEST

START_TEST(help_comes_from_the_table)
{
	struct harness h;

	h_open(&h, "01/1");
	h_wait(&h, "Every thread adds");
	h_send(&h, "?");
	h_wait(&h, "Reveal the next hint.");
	h_golden(&h, "help");
	h_send(&h, "\033");
	h_wait(&h, "Every thread");
	h_end(&h);
}
END_TEST

START_TEST(progress_shows_at_once_and_escape_cancels)
{
	struct harness h;

	h_open_with(&h, "steps");
	h_wait(&h, "Your prediction");
	h_send(&h, "\033");
	h_wait(&h, "compiling\xE2\x80\xA6");
	h_wait(&h, "compiling 1-add.cu");
	h_write(&h, "work/01-warm-up/step-1", "", false);
	h_wait(&h, "case 1/3");
	/* The screen is alive while the job runs. */
	h_send(&h, "?");
	h_wait(&h, "Reveal the next hint.");
	h_send(&h, "q");
	h_wait(&h, "case one: pass");
	h_send(&h, "\033");
	h_wait(&h, "Cancelled.");
	h_wait(&h, "Not run yet.");
	h_end(&h);
}
END_TEST

START_TEST(saving_runs_and_a_newer_save_wins)
{
	struct harness h;

	h_open_with(&h, "endless");
	h_wait(&h, "Your prediction");
	h_send(&h, "\033");
	h_wait(&h, "compiling\xE2\x80\xA6");
	h_write(&h, H_ADD, "// fake: pass\n", true); /* as editors save */
	h_wait(&h, "Right, and every gate is met.");
	h_write(&h, H_ADD, "// fake: wrong\n", true);
	h_wait(&h, "wrong-answer");
	/* Another file of the folder is none of our business. */
	h_write(&h, "work/01-warm-up/other.cu", "// fake: pass\n", true);
	h_write(&h, H_ADD, "// fake: pass\n", false);
	h_wait(&h, "Right, and every gate is met.");
	h_send(&h, "q");
	h_wait(&h, "Every thread");
	h_send(&h, "q");
	h_wait(&h, "1 of 3 passed");
	h_wait(&h, "3 runs");
	h_golden(&h, "list-passed");
	h_end(&h);
}
END_TEST

/* An editor that empties the file and writes it anew: what stands there between the two is no save. */
START_TEST(a_file_that_is_being_written_is_not_run)
{
	struct harness h;
	char *path;
	FILE *f;

	h_open(&h, "01/1");
	h_wait(&h, "Every thread adds");
	path = h_path(&h, H_ADD);
	f = fopen(path, "w");
	ck_assert_ptr_nonnull(f);
	/* After a key the UI looks at the file: the change is seen, and is none. */
	h_send(&h, "v");
	h_wait(&h, "Not run yet.");
	h_settle(&h);
	fputs("// fake: gate\n", f);
	fclose(f);
	free(path);
	h_wait(&h, "Your prediction");
	h_send(&h, "\033");
	h_wait(&h, "gate-failed");
	h_send(&h, "H");
	h_wait(&h, "1 attempt, 0 passed");
	h_end(&h);
}
END_TEST

START_TEST(a_pass_leads_on_and_the_next_session_begins_there)
{
	struct harness h;

	h_open(&h, "01/1");
	h_wait(&h, "Every thread adds");
	h_send(&h, "\r");
	h_wait(&h, "when the step has passed, Enter goes on");
	h_write(&h, H_ADD, "// fake: gate\n// changed\n", true);
	h_wait(&h, "Your prediction");
	h_send(&h, "\033");
	h_wait(&h, "gate-failed");
	h_write(&h, H_ADD, "// fake: pass\n", true);
	h_wait(&h, "Next: 01/2 A grid of two dimensions");
	h_wait(&h, "Since the run before: load sectors 65,536");
	h_golden(&h, "pass");
	h_send(&h, "\r");
	h_wait(&h, "The second step has");
	h_write(&h, "work/01-warm-up/2-grid.cu", "// fake: pass\n", true);
	h_wait(&h, "The last step of lab 01: 2 of 2 have passed.");
	h_wait(&h, "Next: lab 02 Memory");
	h_send(&h, "\r");
	h_wait(&h, "02 Memory");
	h_send(&h, "\r");
	h_wait(&h, "Predict first.");
	h_write(&h, "work/02-memory/1-stride.cu", "// fake: pass\n", true);
	h_wait(&h, "stride 1:");
	h_send(&h, "\033");
	h_wait(&h, "All 3 steps of all labs have passed.");
	h_golden(&h, "end-of-course");
	h_end(&h);
}
END_TEST

START_TEST(a_save_during_a_search_leaves_the_search)
{
	struct harness h;

	h_open(&h, "01/2");
	h_wait(&h, "The second step has");
	h_send(&h, "q/gri");
	h_wait(&h, "/gri");
	h_write(&h, "work/01-warm-up/2-grid.cu", "// fake: pass\n", true);
	h_wait(&h, "Right, and every gate is met.");
	h_send(&h, "qq");
	h_wait(&h, "1 of 3 passed");
	h_send(&h, "q");
	ck_assert_int_eq(h_wait_end(&h), 0);
	h_end(&h);
}
END_TEST

START_TEST(leaving_cancels_the_run)
{
	struct harness h;

	h_open_with(&h, "endless");
	h_wait(&h, "Your prediction");
	h_send(&h, "\033");
	h_wait(&h, "compiling\xE2\x80\xA6");
	h_send(&h, "Q");
	ck_assert_int_eq(h_wait_end(&h), 0);
	h_end(&h);
}
END_TEST

START_TEST(a_refused_job_says_why)
{
	struct harness h;

	h_open_with(&h, "refused");
	h_wait(&h, "The job was refused.");
	h_end(&h);
}
END_TEST

START_TEST(reset_asks_first)
{
	struct harness h;
	struct buf b;
	char *path;

	h_open_with(&h, "compile");
	h_wait(&h, "compile-error");
	path = h_path(&h, H_ADD);
	buf_init(&b);
	h_send(&h, "x");
	h_wait(&h, "(y/n)");
	h_send(&h, "n");
	h_wait_gone(&h, "(y/n)");
	ck_assert_int_eq(fs_read(path, 1000, &b, NULL), 0);
	ck_assert_str_eq(b.data, "// fake: compile\n");
	h_send(&h, "x");
	h_wait(&h, "(y/n)");
	h_send(&h, "y");
	h_wait(&h, "is the untouched starter again");
	buf_clear(&b);
	ck_assert_int_eq(fs_read(path, 1000, &b, NULL), 0);
	ck_assert_str_eq(b.data, "// fake: gate\n// TODO\n");
	buf_release(&b);
	free(path);
	h_end(&h);
}
END_TEST

Suite *screens_suite(void);
Suite *screens_suite(void)
{
	Suite *s = suite_create("screens");
	TCase *t = tcase_create("screens");

	tcase_set_timeout(t, 300);
	tcase_add_test(t, list_shows_labs_steps_and_the_broken_one);
	tcase_add_test(t, search_on_the_list);
	tcase_add_test(t, lesson_is_laid_out_and_scrolls);
	tcase_add_test(t, a_first_run_asks_for_a_prediction_and_compares_it);
	tcase_add_test(t, a_late_answer_brings_its_star);
	tcase_add_test(t, an_answer_that_was_given_elsewhere_is_known);
	tcase_add_test(t, a_prediction_can_be_skipped);
	tcase_add_test(t, a_sweep_asks_for_each_case_and_shows_a_table);
	tcase_add_test(t, a_wrong_answer_says_where_and_what);
	tcase_add_test(t, compiler_output_scrolls_and_is_harmless);
	tcase_add_test(t, a_question_left_open_is_asked_again);
	tcase_add_test(t, hints_come_one_by_one);
	tcase_add_test(t, hints_have_lines_of_code);
	tcase_add_test(t, help_comes_from_the_table);
	tcase_add_test(t, progress_shows_at_once_and_escape_cancels);
	tcase_add_test(t, saving_runs_and_a_newer_save_wins);
	tcase_add_test(t, a_file_that_is_being_written_is_not_run);
	tcase_add_test(t, a_pass_leads_on_and_the_next_session_begins_there);
	tcase_add_test(t, a_save_during_a_search_leaves_the_search);
	tcase_add_test(t, leaving_cancels_the_run);
	tcase_add_test(t, a_refused_job_says_why);
	tcase_add_test(t, reset_asks_first);
	suite_add_tcase(s, t);
	return s;
}
