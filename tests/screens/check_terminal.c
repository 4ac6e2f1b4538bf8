/* How the UI treats the terminal: sizes, colours, characters, signals, crashes, its end. */
#include <check.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/proc.h"
#include "harness.h"

static void start_env(struct harness *h, const char *const *env, const char *lab)
{
	const char *args[] = { "--start", lab, NULL };

	h_start(h, &(struct harness_spec){ .args = lab ? args : NULL, .env = env });
}

START_TEST(resize_is_followed)
{
	struct harness h;

	start_env(&h, NULL, "01/1");
	h_wait(&h, "Every thread adds");
	h_resize(&h, 120, 50);
	h_wait(&h, "Your file:"); /* all of it fits now */
	h_golden(&h, "lesson-120x50");
	h_end(&h);
}
END_TEST

START_TEST(small_windows_work_and_tiny_ones_say_so)
{
	struct harness h;

	start_env(&h, NULL, "01/1");
	h_wait(&h, "Every thread adds");
	h_resize(&h, 40, 10);
	h_wait(&h, "Add two ve");
	h_send(&h, "r");
	h_wait(&h, "skips it):");
	h_wait(&h, "How many 32-byte");
	h_send(&h, "\r");
	h_wait(&h, "gate-failed");
	h_golden(&h, "result-40x10");
	h_resize(&h, 30, 8);
	h_wait(&h, "too small");
	h_golden(&h, "too-small");
	h_resize(&h, 20, 5); /* the way out is in sight there, too */
	h_wait(&h, "leaves.");
	h_resize(&h, 80, 24);
	h_wait(&h, "gate-failed");
	h_end(&h);
}
END_TEST

/* Is any cell of the screen coloured? */
static bool coloured(struct harness *h)
{
	VTermScreenCell cell;

	for (int r = 0; r < h->rows; r++)
		for (int c = 0; c < h->cols; c++)
			if (h_cell(h, r, c, &cell) && !VTERM_COLOR_IS_DEFAULT_FG(&cell.fg))
				return true;
	return false;
}

static bool background(struct harness *h)
{
	VTermScreenCell cell;

	for (int r = 0; r < h->rows; r++)
		for (int c = 0; c < h->cols; c++)
			if (h_cell(h, r, c, &cell) && !VTERM_COLOR_IS_DEFAULT_BG(&cell.bg))
				return true;
	return false;
}

START_TEST(colours_follow_the_terminal_and_no_color)
{
	static const struct {
		const char *env[3];
		bool colour;
	} rows[] = {
		{ { NULL }, true },
		{ { "TERM=xterm", NULL }, true },
		{ { "TERM=linux", NULL }, true },
		{ { "TERM=vt100", NULL }, false },
		{ { "NO_COLOR=1", NULL }, false },
		{ { "NO_COLOR=", NULL }, true },
	};
	struct harness h;

	start_env(&h, rows[_i].env, "01/1");
	h_wait(&h, "Every thread adds");
	h_settle(&h);
	ck_assert_int_eq(coloured(&h), rows[_i].colour);
	ck_assert(!background(&h)); /* the terminal's own, light or dark */
	h_end(&h);
}
END_TEST

START_TEST(without_utf8_all_is_ascii)
{
	static const char *const env[] = { "LC_ALL=C", NULL };
	struct harness h;

	start_env(&h, env, "01");
	h_wait(&h, "A quotation");
	h_golden(&h, "intro-ascii");
	h_settle(&h);
	for (size_t i = 0; i < h.raw.len; i++)
		ck_assert_int_lt((unsigned char)h.raw.data[i], 0x80);
	h_end(&h);
}
END_TEST

START_TEST(no_terminal_is_told_to_the_caller)
{
	static const char *const envs[][2] = { { "TERM", NULL }, { "TERM=dumb", NULL }, { "TERM=unknown", NULL },
		{ "TERM=no-such-terminal", NULL } };
	struct harness h;

	h_start(&h,
		&(struct harness_spec){ .env = _i < 4 ? envs[_i] : NULL, .stdin_path = _i == 4 ? "/dev/null" : NULL });
	ck_assert_int_eq(WEXITSTATUS(h_wait_end(&h)), 1);
	ck_assert_ptr_nonnull(strstr(h.raw.data, "no terminal"));
	ck_assert_ptr_null(strchr(h.raw.data, '\033'));
	h_end(&h);
}
END_TEST

/* The modes that a shell's terminal had before. */
static void assert_restored(struct harness *h)
{
	struct termios t;

	ck_assert(!h->altscreen);
	ck_assert(h->cursor);
	ck_assert_int_eq(tcgetattr(h->fd, &t), 0);
	ck_assert(t.c_lflag & ICANON);
	ck_assert(t.c_lflag & ECHO);
	ck_assert(t.c_lflag & ISIG);
	ck_assert(t.c_iflag & ICRNL);
	ck_assert(t.c_oflag & OPOST);
}

START_TEST(leaving_restores_the_terminal)
{
	struct harness h;

	start_env(&h, NULL, NULL);
	h_wait(&h, "0 of 3 passed");
	ck_assert(h.altscreen);
	h_send(&h, "\003");
	ck_assert_int_eq(h_wait_end(&h), 0);
	assert_restored(&h);
	h_end(&h);
}
END_TEST

START_TEST(signals_end_it_in_order)
{
	static const int signals[] = { SIGTERM, SIGHUP, SIGINT, SIGQUIT };
	struct harness h;

	start_env(&h, NULL, "01/1");
	h_wait(&h, "Every thread adds");
	h_write(&h, H_ADD, "// fake: endless\n", false);
	h_wait(&h, "Your prediction"); /* a run is on */
	kill(h.pid, signals[_i]);
	h_wait_end(&h);
	/* In order, and by that signal: a shell's loop around it stops, too. */
	ck_assert_msg(WIFSIGNALED(h.status) && WTERMSIG(h.status) == signals[_i], "status %x", h.status);
	assert_restored(&h);
	h_end(&h);
}
END_TEST

START_TEST(a_crash_restores_the_terminal_and_stays_a_crash)
{
	static const int signals[] = { SIGSEGV, SIGABRT, SIGBUS, SIGFPE };
	struct harness h;

	start_env(&h, NULL, "01/1");
	h_wait(&h, "Every thread adds");
	if (_i == 0) {
		h_write(&h, H_ADD, "// fake: crash\n", false); /* in the job's thread */
	} else {
		kill(h.pid, signals[_i]);
	}
	h_wait_end(&h);
	ck_assert_msg(WIFSIGNALED(h.status) && WTERMSIG(h.status) == signals[_i], "status %x", h.status);
	assert_restored(&h);
	h_end(&h);
}
END_TEST

/* Idle, in a run, in an editor: SIGKILL leaves no time for anything, and the guard puts the terminal right. */
START_TEST(a_killed_ui_leaves_the_terminal_as_before)
{
	static const char *const env[] = { "VISUAL=stty -echo -icanon; echo in-editor; read line #", NULL };
	struct harness h;
	pid_t ui;

	start_env(&h, env, "01/1");
	h_wait(&h, "Every thread adds");
	ui = h_ui(&h);
	ck_assert_int_gt(ui, 0);
	if (_i == 1) {
		h_write(&h, H_ADD, "// fake: endless\n", true);
		h_wait(&h, "Your prediction");
	} else if (_i == 2) {
		h_send(&h, "e");
		h_wait(&h, "in-editor");
	} else if (_i == 3) {
		/* Stopped by somebody and woken up: the guard still waits. */
		kill(ui, SIGSTOP);
		kill(ui, SIGCONT);
		h_send(&h, "?");
		h_wait(&h, "Reveal the next hint.");
	}
	kill(ui, SIGKILL);
	h_wait_end(&h);
	ck_assert_msg(WIFSIGNALED(h.status) && WTERMSIG(h.status) == SIGKILL, "status %x", h.status);
	assert_restored(&h);
	h_wait_alone(&h, false);
	h_end(&h);
}
END_TEST

/* A shell takes its terminal back when the guard has gone; then the UI leaves the screen and the shell its modes. */
START_TEST(a_killed_guard_ends_the_ui)
{
	const char *args[] = { "--start", "01/1", NULL };
	struct harness h;
	pid_t guard;

	h_start(&h, &(struct harness_spec){ .args = args, .under_shell = true });
	h_wait(&h, "Every thread adds");
	guard = h_ui(&h); /* the shell's only child */
	ck_assert_int_gt(guard, 0);
	kill(guard, SIGKILL);
	h_wait_alone(&h, true);
	h_settle(&h);
	ck_assert(!h.altscreen);
	ck_assert(h.cursor);
	h_end(&h);
}
END_TEST

START_TEST(a_terminal_that_goes_away_ends_it)
{
	struct harness h;
	int64_t until = time_now_ns() + 20000000000LL;

	start_env(&h, NULL, NULL);
	h_wait(&h, "0 of 3 passed");
	close(h.fd);
	while (waitpid(h.pid, &h.status, WNOHANG) == 0 && time_now_ns() < until)
		usleep(1000);
	h.reaped = kill(h.pid, 0) < 0 && errno == ESRCH;
	ck_assert(h.reaped);
	h.fd = dup(0);
	h_end(&h);
}
END_TEST

START_TEST(ctrl_z_gives_the_shell_back_and_fg_returns)
{
	const char *args[] = { "--start", "01/1", NULL };
	struct harness h;

	h_start(&h, &(struct harness_spec){ .args = args, .under_shell = true });
	h_wait(&h, "Every thread adds");
	h_send(&h, "\032");
	h_wait(&h, "stopped=");
	assert_restored(&h);
	h_send(&h, "\n");
	h_wait(&h, "Every thread adds");
	ck_assert(h.altscreen);
	h_send(&h, "Q");
	h_wait(&h, "ended=0");
	assert_restored(&h);
	h_end(&h);
}
END_TEST

START_TEST(escape_is_quick_and_arrows_are_no_escape)
{
	struct harness h;

	start_env(&h, NULL, NULL);
	h_wait(&h, "0 of 3 passed");
	h_send(&h, "\033OB\033OB\r"); /* down, down, as an application-mode keypad sends it */
	h_wait(&h, "The second step has");
	h_send(&h, "?");
	h_wait(&h, "Reveal the next hint.");
	h_send(&h, "\033");
	h_wait(&h, "The second step has");
	h_end(&h);
}
END_TEST

Suite *terminal_suite(void);
Suite *terminal_suite(void)
{
	Suite *s = suite_create("terminal");
	TCase *t = tcase_create("terminal");

	tcase_set_timeout(t, 300);
	tcase_add_test(t, resize_is_followed);
	tcase_add_test(t, small_windows_work_and_tiny_ones_say_so);
	tcase_add_loop_test(t, colours_follow_the_terminal_and_no_color, 0, 6);
	tcase_add_test(t, without_utf8_all_is_ascii);
	tcase_add_loop_test(t, no_terminal_is_told_to_the_caller, 0, 5);
	tcase_add_test(t, leaving_restores_the_terminal);
	tcase_add_loop_test(t, signals_end_it_in_order, 0, 4);
	tcase_add_loop_test(t, a_crash_restores_the_terminal_and_stays_a_crash, 0, 4);
	tcase_add_loop_test(t, a_killed_ui_leaves_the_terminal_as_before, 0, 4);
	tcase_add_test(t, a_killed_guard_ends_the_ui);
	tcase_add_test(t, a_terminal_that_goes_away_ends_it);
	tcase_add_test(t, ctrl_z_gives_the_shell_back_and_fg_returns);
	tcase_add_test(t, escape_is_quick_and_arrows_are_no_escape);
	suite_add_tcase(s, t);
	return s;
}
