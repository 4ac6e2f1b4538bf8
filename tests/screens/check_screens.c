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

#define ADD "work/01-warm-up/1-add.cu"

static void start(struct harness *h, const char *lab)
{
	const char *args[] = { "--start", lab, NULL };
	struct harness_spec spec = { .args = lab ? args : NULL };

	h_start(h, &spec);
}

/* A step with a given fake behaviour, opened. */
static void start_with(struct harness *h, const char *word)
{
	char *text;

	start(h, "01/1");
	h_wait(h, "Every thread adds");
	text = xasprintf("// fake: %s\n", word);
	h_write(h, ADD, text, false);
	free(text);
}

START_TEST(list_shows_labs_steps_and_the_broken_one)
{
	struct harness h;

	start(&h, NULL);
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

	start(&h, NULL);
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

	start(&h, "01");
	h_wait(&h, "A quotation");
	h_golden(&h, "intro");
	h_send(&h, "n");
	h_wait(&h, "Every thread adds");
	h_golden(&h, "lesson");
	h_send(&h, "G");
	h_wait(&h, "Your file: " ADD);
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

	start(&h, "01/1");
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
	h_write(&h, ADD, "// fake: pass\n", true);
	h_wait(&h, "Right, and every gate is met.");
	h_wait(&h, "You said 4 for the starter: it is 32, which is not close.");
	h_end(&h);
}
END_TEST

START_TEST(a_prediction_can_be_skipped)
{
	struct harness h;

	start(&h, "01/1");
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

	start(&h, "02/1");
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

	start_with(&h, "wrong");
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

	start_with(&h, "compile");
	h_wait(&h, "compile-error"); /* saving runs it, and a file that does not compile asks for no prediction */
	h_golden(&h, "compile-error");
	ck_assert_ptr_null(strstr(h.raw.data, "owned\007"));
	ck_assert(!h.mouse);
	h_write(&h, ADD, "// fake: pass\n", true);
	h_wait(&h, "Your prediction"); /* now there is something to predict */
	h_end(&h);
}
END_TEST

START_TEST(hints_come_one_by_one)
{
	struct harness h;

	start(&h, "01/1");
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

START_TEST(help_comes_from_the_table)
{
	struct harness h;

	start(&h, "01/1");
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

	start_with(&h, "steps");
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

	start_with(&h, "endless");
	h_wait(&h, "Your prediction");
	h_send(&h, "\033");
	h_wait(&h, "compiling\xE2\x80\xA6");
	h_write(&h, ADD, "// fake: pass\n", true); /* as editors save */
	h_wait(&h, "Right, and every gate is met.");
	h_write(&h, ADD, "// fake: wrong\n", true);
	h_wait(&h, "wrong-answer");
	/* Another file of the folder is none of our business. */
	h_write(&h, "work/01-warm-up/other.cu", "// fake: pass\n", true);
	h_write(&h, ADD, "// fake: pass\n", false);
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

START_TEST(a_pass_leads_on_and_the_next_session_begins_there)
{
	struct harness h;

	start(&h, "01/1");
	h_wait(&h, "Every thread adds");
	h_send(&h, "\r");
	h_wait(&h, "when the step has passed, Enter goes on");
	h_write(&h, ADD, "// fake: gate\n// changed\n", true);
	h_wait(&h, "Your prediction");
	h_send(&h, "\033");
	h_wait(&h, "gate-failed");
	h_write(&h, ADD, "// fake: pass\n", true);
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

/* Another session: the list stands where the student left off, and the last result is there. */
static const char *const sessions[] = {
	"press j j Enter\nwait second step\nwait grid\npress r\nwait Right\npress Q\n",
	"wait 1 of 3\ndump again\npress Enter\nwait second step\npress Tab\nwait Your last run\nwait Right\npress Q\n"
};

START_TEST(a_save_during_a_search_leaves_the_search)
{
	struct harness h;

	start(&h, "01/2");
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

	start_with(&h, "endless");
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

	start_with(&h, "refused");
	h_wait(&h, "The job was refused.");
	h_end(&h);
}
END_TEST

START_TEST(reset_asks_first)
{
	struct harness h;
	struct buf b;
	char *path;

	start_with(&h, "compile");
	h_wait(&h, "compile-error");
	path = h_path(&h, ADD);
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

START_TEST(editor_gets_the_terminal_and_its_save_runs)
{
	static const char *const args[] = { "--start", "01/1", NULL };
	static const char *const env[] = { "VISUAL=printf 'in the editor\\n'; read line; echo '// fake: pass' >",
		"EDITOR=/nonexistent/editor", NULL };
	struct harness h;

	h_start(&h, &(struct harness_spec){ .args = args, .env = env });
	h_wait(&h, "Every thread adds");
	h_send(&h, "e");
	h_wait(&h, "in the editor");
	ck_assert(!h.altscreen);
	h_send(&h, "\n");
	h_wait(&h, "Your prediction");
	ck_assert(h.altscreen);
	h_send(&h, "\033");
	h_wait(&h, "Right, and every gate is met.");
	h_end(&h);
}
END_TEST

/* Without a word from the student: nano where there is one, else the system's own, and never one that first asks which
 * editor to take. */
START_TEST(without_a_word_a_usual_editor_opens)
{
	static const char *const args[] = { "--start", "01/1", NULL };
	static const char *const there[][3] = { { "sensible-editor", "editor", "vi" }, { "nano", "editor", "vi" } };
	static const char *const opens[] = { "this is editor", "this is nano" };
	char *dir = fs_temp_dir("check-screens-path", NULL), *path = xasprintf("PATH=%s", dir);
	const char *env[] = { path, "EDITOR=", "VISUAL=", NULL };
	struct harness h;

	for (size_t i = 0; i < 3; i++) {
		char *file = xasprintf("%s/%s", dir, there[_i][i]),
		     *text = xasprintf("#!/bin/sh\necho this is %s\nread line\n", there[_i][i]);

		ck_assert_int_eq(fs_write_atomic(file, text, strlen(text), 0755, NULL), 0);
		free(text);
		free(file);
	}
	h_start(&h, &(struct harness_spec){ .args = args, .env = env });
	h_wait(&h, "Every thread adds");
	h_send(&h, "e");
	h_wait(&h, opens[_i]);
	h_send(&h, "\n");
	h_wait(&h, "Every thread adds");
	h_end(&h);
	fs_remove_tree(dir, NULL);
	free(dir);
	free(path);
}
END_TEST

START_TEST(missing_editor_says_so)
{
	static const char *const args[] = { "--start", "01/1", NULL };
	static const char *const bad[] = { "EDITOR=/nonexistent/editor", NULL },
				 *const none[] = { "PATH=/nonexistent", NULL };
	struct harness h;

	h_start(&h, &(struct harness_spec){ .args = args, .env = bad });
	h_wait(&h, "Every thread adds");
	h_send(&h, "e");
	h_wait(&h, "/nonexistent/editor\" could not be started");
	h_end(&h);
	h_start(&h, &(struct harness_spec){ .args = args, .env = none });
	h_wait(&h, "Every thread adds");
	h_send(&h, "e");
	h_wait(&h, "No editor was found");
	h_wait(&h, "(saving it"); /* a message longer than a line is wrapped, not cut */
	h_end(&h);
}
END_TEST

/* Run a script without a terminal, in a folder that holds it as "keys". The last line that the program printed is in
 * `line`. */
static int run_script(const char *dir, char line[100])
{
	char *ui = realpath(getenv("SCREENS_UI"), NULL), *root = realpath("tests/screens/root", NULL);
	char *command = xasprintf(
		"cd %s && TERM= EDITOR=true '%s' --root '%s' --work work --script keys --dump dumps </dev/null 2>&1",
		dir, ui, root);
	FILE *f = popen(command, "r");

	ck_assert_ptr_nonnull(f);
	line[0] = '\0';
	while (fgets(line, 100, f))
		;
	free(command);
	free(ui);
	free(root);
	return pclose(f);
}

START_TEST(the_last_result_is_there_after_a_restart)
{
	struct harness h; /* only its folder */
	char line[100];

	memset(&h, 0, sizeof h);
	h.dir = fs_temp_dir("screens", NULL);
	h_write(&h, "work/01-warm-up/2-grid.cu", "// fake: pass\n", false);
	for (int i = 0; i < 2; i++) {
		h_write(&h, "keys", sessions[i], false);
		ck_assert_msg(run_script(h.dir, line) == 0, "%s", line);
	}
	fs_remove_tree(h.dir, NULL);
	free(h.dir);
}
END_TEST

/* The documented scripts: no terminal needed, screens into files. */
START_TEST(a_script_presses_keys_and_dumps_screens)
{
	static const char *const dumps[] = { "list", "result" };
	struct harness h; /* only its folder */
	char line[100];

	memset(&h, 0, sizeof h);
	h.dir = fs_temp_dir("screens", NULL);
	h_write(&h, "keys",
		"# a comment\nsize 60x16\nwait 0 of 3\ndump list\npress j j Enter\nwait second step\npress r\nwait "
		"Right\n"
		"dump result\npress Q\n",
		false);
	ck_assert_int_eq(run_script(h.dir, line), 0);
	ck_assert_str_eq(line, "left\n");
	for (int i = 0; i < 2; i++) {
		char *path = xasprintf("%s/dumps/%s.txt", h.dir, dumps[i]),
		     *name = xasprintf("script-%s-60x16", dumps[i]);
		struct buf b;

		buf_init(&b);
		ck_assert_int_eq(fs_read(path, 10000, &b, NULL), 0);
		golden_compare(name, b.data);
		buf_release(&b);
		free(path);
		free(name);
	}
	fs_remove_tree(h.dir, NULL);
	free(h.dir);
}
END_TEST

START_TEST(a_script_that_fails_says_where)
{
	struct harness h;
	char line[100];

	memset(&h, 0, sizeof h);
	h.dir = fs_temp_dir("screens", NULL);
	h_write(&h, "keys", "press j\npress Nothing\n", false);
	ck_assert_int_eq(WEXITSTATUS(run_script(h.dir, line)), 3);
	ck_assert_str_eq(line, "keys:2: There is no key named \"Nothing\".\n");
	fs_remove_tree(h.dir, NULL);
	free(h.dir);
}
END_TEST

/* Any keys at any sizes while jobs start, end and are cancelled: it must survive (run this under sanitizers). */
START_TEST(random_keys_never_break_it)
{
	static const char *const keys[] = { "j", "k", "l", "h", "n", "p", "e", "r", "x", "y", "g", "G", "/", "?", "q j",
		"Esc", "Enter", "Tab", "Left", "Right", "PgUp", "PgDn", "Home", "End", "Backspace", "Space", "4", "a",
		"Ctrl-L", "\xc3\xa9" };
	static const char *const sizes[] = { "80x24", "1x1", "39x10", "40x10", "41x11", "200x60", "60x9", "80x24" };
	static const char *const words[] = { "wrong", "endless", "compile", "gate" };
	struct harness h;
	struct buf b;
	char line[100], fake[40];

	memset(&h, 0, sizeof h);
	h.dir = fs_temp_dir("screens", NULL);
	buf_init(&b);
	for (uint64_t i = 0; i < 400; i++) {
		if (rng_below(7, (uint64_t)_i, i, 20) == 0)
			buf_printf(&b, "size %s\n", sizes[rng_below(8, (uint64_t)_i, i, 8)]);
		else
			buf_printf(&b, "press %s\n", keys[rng_below(9, (uint64_t)_i, i, sizeof keys / sizeof *keys)]);
	}
	snprintf(fake, sizeof fake, "// fake: %s\n", words[_i % 4]);
	h_write(&h, ADD, fake, false);
	h_write(&h, "keys", b.data, false);
	ck_assert_msg(run_script(h.dir, line) == 0, "seed %d: %s\n%s", _i, line, b.data);
	ck_assert_str_eq(line, "left\n");
	buf_release(&b);
	fs_remove_tree(h.dir, NULL);
	free(h.dir);
}
END_TEST

Suite *screens_suite(void);
Suite *screens_suite(void)
{
	Suite *s = suite_create("screens");
	TCase *t = tcase_create("screens");

	tcase_set_timeout(t, 60);
	tcase_add_test(t, list_shows_labs_steps_and_the_broken_one);
	tcase_add_test(t, search_on_the_list);
	tcase_add_test(t, lesson_is_laid_out_and_scrolls);
	tcase_add_test(t, a_first_run_asks_for_a_prediction_and_compares_it);
	tcase_add_test(t, a_prediction_can_be_skipped);
	tcase_add_test(t, a_sweep_asks_for_each_case_and_shows_a_table);
	tcase_add_test(t, a_wrong_answer_says_where_and_what);
	tcase_add_test(t, compiler_output_scrolls_and_is_harmless);
	tcase_add_test(t, hints_come_one_by_one);
	tcase_add_test(t, help_comes_from_the_table);
	tcase_add_test(t, progress_shows_at_once_and_escape_cancels);
	tcase_add_test(t, saving_runs_and_a_newer_save_wins);
	tcase_add_test(t, a_pass_leads_on_and_the_next_session_begins_there);
	tcase_add_test(t, the_last_result_is_there_after_a_restart);
	tcase_add_test(t, a_save_during_a_search_leaves_the_search);
	tcase_add_test(t, leaving_cancels_the_run);
	tcase_add_test(t, a_refused_job_says_why);
	tcase_add_test(t, reset_asks_first);
	tcase_add_test(t, editor_gets_the_terminal_and_its_save_runs);
	tcase_add_loop_test(t, without_a_word_a_usual_editor_opens, 0, 2);
	tcase_add_test(t, missing_editor_says_so);
	tcase_add_test(t, a_script_presses_keys_and_dumps_screens);
	tcase_add_test(t, a_script_that_fails_says_where);
	tcase_add_loop_test(t, random_keys_never_break_it, 0, 12);
	suite_add_tcase(s, t);
	return s;
}
