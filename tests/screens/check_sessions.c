/* What goes on around the screens: the editor, scripts of keys, what is there after a restart. */
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

/* With a line to begin at: the first TODO. Without a word from the student: nano where there is one, else the system's
 * own, and never one that first asks which editor to take. */
START_TEST(without_a_word_a_usual_editor_opens)
{
	static const char *const args[] = { "--start", "01/1", NULL };
	static const char *const there[][3] = { { "sensible-editor", "editor", "vi" }, { "nano", "editor", "vi" } };
	static const char *const opens[] = { "this is editor, at +2", "this is nano, at +2" };
	char *dir = fs_temp_dir("check-screens-path", NULL), *path = xasprintf("PATH=%s", dir);
	const char *env[] = { path, "EDITOR=", "VISUAL=", NULL };
	struct harness h;

	for (size_t i = 0; i < 3; i++) {
		char *file = xasprintf("%s/%s", dir, there[_i][i]),
		     *text = xasprintf("#!/bin/sh\necho this is %s, at $1\nread line\n", there[_i][i]);

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

/* To a screen by keys; the next session begins there. */
static void come_back(struct harness *h, const char *keys, const char *words, int signal)
{
	h_send(h, keys);
	h_wait(h, words);
	h_again(h, signal);
	h_wait(h, words);
}

START_TEST(coming_back_lands_where_one_was)
{
	struct harness h;

	h_open(&h, NULL);
	h_wait(&h, "0 of 3 passed");
	come_back(&h, "j\r", "Every thread adds", SIGKILL);
	come_back(&h, "c", "\xE2\x80\xBA code", 0);
	come_back(&h, "qH", "No attempt at this step yet", SIGHUP);
	come_back(&h, "q", "Every thread adds", SIGTERM);
	come_back(&h, "Gk", "66%", 0); /* not at its beginning */
	h_send(&h, "g");
	h_send(&h, "q");
	h_write(&h, H_ADD, "// fake: gate\n", true);
	h_wait(&h, "Your prediction");
	h_send(&h, "\033");
	h_wait(&h, "gate-failed");
	/* The lines need a run of this session: the file runs again, which is no attempt. */
	h_send(&h, "l");
	h_wait(&h, "all of yours");
	come_back(&h, "gjjjjjj", "all of yours", 0);
	h_send(&h, "\r");
	h_wait(&h, "Line 7,"); /* the row that was chosen */
	come_back(&h, "", "Line 7,", SIGHUP);
	h_send(&h, "q");
	h_wait(&h, "all of yours");
	come_back(&h, "qwll", "step 3 of 4", 0);
	h_send(&h, "qq");
	h_wait(&h, "Every thread adds");
	h_send(&h, "v");
	h_wait(&h, "gate-failed");
	come_back(&h, "", "gate-failed", 0);
	h_wait(&h, "Your last run, before this session:");
	/* From the list: there, at the step. */
	h_send(&h, "qq");
	h_wait(&h, "of 3 passed");
	h_again(&h, 0);
	h_wait(&h, "of 3 passed");
	h_send(&h, "\r");
	h_wait(&h, "Every thread adds");
	h_end(&h);
}
END_TEST

/* Not only with the same row chosen: what stood before it is in sight again. */
START_TEST(the_code_comes_back_as_it_opened)
{
	struct harness h;
	struct buf text, before, after;

	buf_init(&text);
	buf_init(&before);
	buf_init(&after);
	buf_puts(&text, "// fake: gate\n");
	for (int i = 2; i < 60; i++)
		buf_printf(&text, "// %s %d\n", i == 20 ? "TODO" : "line", i);
	h_open(&h, "01/1");
	h_wait(&h, "Every thread adds");
	h_write(&h, H_ADD, text.data, true);
	h_wait(&h, "Your prediction");
	h_send(&h, "\033");
	h_wait(&h, "gate-failed");
	h_again(&h, 0); /* from here on there are no counts beside the code */
	h_wait(&h, "Your last run, before this session:");
	h_send(&h, "qc");
	h_wait(&h, "// TODO");
	h_drawn(&h);
	h_text(&h, &before);
	h_again(&h, 0);
	h_wait(&h, "// TODO");
	h_drawn(&h);
	h_text(&h, &after);
	ck_assert_str_eq(before.data, after.data);
	h_end(&h);
	buf_release(&text);
	buf_release(&before);
	buf_release(&after);
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

/* Another session: the list stands where the student left off, and the last result is there. */
static const char *const sessions[] = {
	"press j j Enter\nwait second step\nwait grid\npress r\nwait Right\npress Q\n",
	"wait 1 of 3\ndump again\npress Enter\nwait second step\npress Tab\nwait Your last run\nwait Right\npress Q\n"
};

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
	h_write(&h, H_ADD, fake, false);
	h_write(&h, "keys", b.data, false);
	ck_assert_msg(run_script(h.dir, line) == 0, "seed %d: %s\n%s", _i, line, b.data);
	ck_assert_str_eq(line, "left\n");
	buf_release(&b);
	fs_remove_tree(h.dir, NULL);
	free(h.dir);
}
END_TEST

Suite *sessions_suite(void);
Suite *sessions_suite(void)
{
	Suite *s = suite_create("sessions");
	TCase *t = tcase_create("sessions");

	tcase_set_timeout(t, 300);
	tcase_add_test(t, the_last_result_is_there_after_a_restart);
	tcase_add_test(t, editor_gets_the_terminal_and_its_save_runs);
	tcase_add_loop_test(t, without_a_word_a_usual_editor_opens, 0, 2);
	tcase_add_test(t, coming_back_lands_where_one_was);
	tcase_add_test(t, the_code_comes_back_as_it_opened);
	tcase_add_test(t, missing_editor_says_so);
	tcase_add_test(t, a_script_presses_keys_and_dumps_screens);
	tcase_add_test(t, a_script_that_fails_says_where);
	tcase_add_loop_test(t, random_keys_never_break_it, 0, 12);
	suite_add_tcase(s, t);
	return s;
}
