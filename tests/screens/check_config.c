/* The config file and the mouse; terminals of all kinds; windows that change while something is asked or runs. */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/fs.h"
#include "harness.h"

static const char *const args[] = { "--start", "01/1", NULL };

/* With this config file, at step 01/1. The file is forgotten by config_end. */
static char *config_start(struct harness *h, const char *text, const char *const *more)
{
	char *dir = fs_temp_dir("check-config", NULL), *path = xasprintf("%s/config", dir),
	     *word = xasprintf("WARPLINGS_CONFIG=%s", path);
	const char *env[8] = { word };

	for (int i = 0; more && more[i] && i < 6; i++)
		env[i + 1] = more[i];
	ck_assert_int_eq(fs_write_atomic(path, text, strlen(text), 0644, NULL), 0);
	h_start(h, &(struct harness_spec){ .args = args, .env = env });
	free(word);
	free(path);
	return dir;
}

static void config_end(struct harness *h, char *dir)
{
	h_end(h);
	fs_remove_tree(dir, NULL);
	free(dir);
}

START_TEST(own_keys_do_what_they_say)
{
	struct harness h;
	char *dir = config_start(&h, "bind step F5 run\nbind step r none\n", NULL);

	h_wait(&h, "F5 run");
	h_send(&h, "r?");
	h_wait(&h, "Reveal the next hint.");
	h_send(&h, "q\033[15~");
	h_wait(&h, "Your prediction");
	config_end(&h, dir);
}
END_TEST

START_TEST(a_wrong_line_is_told_and_the_others_hold)
{
	struct harness h;
	char *dir = config_start(&h, "them = dark\nbind step F5 run\n", NULL);

	h_wait(&h, "config:1: There is no setting \"them\"");
	h_wait(&h, "F5 run");
	config_end(&h, dir);
}
END_TEST

/* The colour of a text's first letter as an index of the palette; -1: the terminal's own. */
static int colour_of(struct harness *h, const char *text)
{
	VTermScreenCell cell;
	int row, col;

	h_find(h, text, &row, &col);
	h_cell(h, row, col, &cell);
	return VTERM_COLOR_IS_DEFAULT_FG(&cell.fg) ? -1 : cell.fg.indexed.idx;
}

START_TEST(themes_and_colours)
{
	static const struct {
		const char *config, *env[3];
		int colour;
	} rows[] = {
		{ "", { NULL }, 27 },
		{ "theme = auto\n", { NULL }, 27 },
		{ "theme = dark\n", { NULL }, 75 },
		{ "theme = light\n", { NULL }, 25 },
		{ "theme = dark\ncolours = none\n", { NULL }, -1 },
		{ "theme = dark\ncolours = 256\n", { "NO_COLOR=1", NULL }, -1 },
		{ "theme = dark\ncolours = 8\n", { NULL }, -1 }, /* of 8, headings have none */
		{ "theme = dark\n", { "TERM=vt100", NULL }, -1 },
	};
	struct harness h;
	char *dir = config_start(&h, rows[_i].config, rows[_i].env);

	h_wait(&h, "Add two");
	h_wait(&h, "Every thread adds");
	h_settle(&h);
	ck_assert_int_eq(colour_of(&h, "Step 1"), rows[_i].colour);
	config_end(&h, dir);
}
END_TEST

/* Of eight colours green is too pale on white. */
START_TEST(green_is_for_dark_windows)
{
	struct harness h;
	char *dir = config_start(&h, _i ? "theme = light\ncolours = 8\n" : "theme = dark\ncolours = 8\n", NULL);

	h_wait(&h, "Every thread adds");
	h_write(&h, H_ADD, "// fake: pass\n", true);
	h_wait(&h, "Your prediction");
	h_send(&h, "\033");
	h_wait(&h, "Next: 01/2");
	h_drawn(&h);
	ck_assert_int_eq(colour_of(&h, "Next: 01/2"), _i ? -1 : 2);
	config_end(&h, dir);
}
END_TEST

START_TEST(ascii_by_wish)
{
	struct harness h;
	char *dir = config_start(&h, "characters = ascii\n", NULL);

	h_wait(&h, "01 Warm-up > 1 Add two vectors");
	h_settle(&h);
	for (size_t i = 0; i < h.raw.len; i++)
		ck_assert_int_lt((unsigned char)h.raw.data[i], 0x80);
	config_end(&h, dir);
}
END_TEST

/* A press of a button at a cell, as xterm tells it (SGR); 64 and 65 are the wheel. */
static void mouse(struct harness *h, int button, int row, int col)
{
	char *text = xasprintf("\033[<%d;%d;%dM\033[<%d;%d;%dm", button, col + 1, row + 1, button, col + 1, row + 1);

	h_send(h, text);
	free(text);
}

static void mouse_at(struct harness *h, int button, const char *text)
{
	int row, col;

	h_settle(h); /* the words may stand in the last screen's footer, too, which goes last */
	h_find(h, text, &row, &col);
	mouse(h, button, row, col);
}

START_TEST(the_mouse_works)
{
	struct harness h;

	h_start(&h, &(struct harness_spec){ .cols = 120, .rows = 24 });
	h_wait(&h, "Enter opens a lab");
	h_settle(&h);
	ck_assert_ptr_nonnull(strstr(h.raw.data, "1000h")); /* libvterm looks at the first number of several alone */
	mouse_at(&h, 65, "Warm-up");                        /* a row down */
	h_settle(&h);
	mouse_at(&h, 0, "A grid of two"); /* one click chooses, the next one opens */
	h_settle(&h);
	mouse_at(&h, 0, "A grid of two");
	h_wait(&h, "The second step has");
	mouse(&h, 0, 0, 0); /* the title: nothing */
	mouse(&h, 2, 5, 5); /* another button: nothing */
	h_send(&h, "q");
	h_wait(&h, "0 of 3 passed");
	h_end(&h);
}
END_TEST

START_TEST(the_mouse_in_the_footer_and_in_halves)
{
	struct harness h;

	h_start(&h, &(struct harness_spec){ .cols = 120, .rows = 24, .args = args });
	h_wait(&h, "Every thread adds");
	mouse_at(&h, 0, "code");
	h_wait(&h, "// TODO");
	h_wait(&h, "Every thread adds");
	for (int i = 0; i < 20; i++)
		mouse(&h, 65, 5, 5); /* over the lesson, down */
	h_wait_gone(&h, "Every thread adds");
	h_wait(&h, "// TODO");
	mouse_at(&h, 0, "help");
	h_wait(&h, "Reveal the next hint.");
	mouse_at(&h, 0, "q back");
	h_wait(&h, "// TODO");
	h_send(&h, "M");
	h_wait(&h, "The mouse is the terminal's");
	h_end(&h);
}
END_TEST

START_TEST(the_mouse_can_be_left_alone)
{
	struct harness h;
	char *dir = config_start(&h, "mouse = off\n", NULL);

	h_wait(&h, "Every thread adds");
	h_settle(&h);
	ck_assert_ptr_null(strstr(h.raw.data, "1000h"));
	config_end(&h, dir);
}
END_TEST

/* Terminals of all kinds: every screen opens, and what leaves them is as before. */
START_TEST(terminals_of_all_kinds)
{
	static const char *const types[] = { "TERM=xterm-256color", "TERM=xterm", "TERM=vt100", "TERM=linux",
		"TERM=screen", "TERM=tmux-256color", "TERM=vt220", "TERM=xterm-16color" };
	static const char keys[] = "clastmwoHD?";
	const char *env[] = { types[_i], NULL };
	struct harness h;

	h_start(&h, &(struct harness_spec){ .args = args, .env = env });
	h_settle(&h);
	if (strstr(h.raw.data ? h.raw.data : "", "no terminal")) { /* not installed here */
		h_end(&h);
		return;
	}
	h_wait(&h, "Every thread adds");
	h_write(&h, H_ADD, "// fake: gate\n", true);
	h_wait(&h, "Your prediction");
	h_send(&h, "\r");
	h_wait(&h, "gate-failed");
	h_send(&h, "q");
	h_wait(&h, "Every thread adds");
	for (size_t i = 0; keys[i]; i++) {
		char key[2] = { keys[i], 0 };

		h_send(&h, key);
		if (keys[i] == 's')
			h_wait(&h, "no sweep");
		else {
			h_wait_gone(&h, "Every thread adds");
			h_send(&h, "q");
		}
		h_wait(&h, "Every thread adds");
	}
	h_send(&h, "Q");
	ck_assert_int_eq(h_wait_end(&h), 0);
	ck_assert(!h.altscreen && h.cursor);
	h_end(&h);
}
END_TEST

/* Sizes that come one after the other while each screen is open, a question is asked and a run is on. */
START_TEST(resize_storms)
{
	static const int sizes[][2] = { { 200, 60 }, { 40, 12 }, { 1, 1 }, { 119, 24 }, { 120, 24 }, { 500, 10 },
		{ 40, 10 }, { 39, 60 }, { 80, 24 } };
	/* What the title says of the screen that a key opens. To wait until the lesson is gone would be to wait for
	 * nothing: the terminal itself forgets it at 1 x 1. */
	static const struct {
		const char *key, *title;
	} screens[] = { { "c", "\xE2\x80\xBA code" }, { "l", "\xE2\x80\xBA lines" }, { "a", "\xE2\x80\xBA access" },
		{ "o", "\xE2\x80\xBA order" }, { "t", "\xE2\x80\xBA timeline" }, { "m", "\xE2\x80\xBA PTX" },
		{ "w", "\xE2\x80\xBA steps" }, { "H", "\xE2\x80\xBA history" }, { "D", "\xE2\x80\xBA solution" },
		{ "?", "\xE2\x80\xBA help" } };
	struct harness h;

	h_start(&h, &(struct harness_spec){ .args = args });
	h_wait(&h, "Every thread adds");
	h_write(&h, H_ADD, "// fake: endless\n", true);
	for (int k = -2; k < (int)(sizeof screens / sizeof *screens); k++) {
		h_wait(&h, k < 0 ? "Your prediction" : "Every thread adds");
		h_send(&h, k < 0 ? "" : screens[k].key);
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
			h_resize(&h, sizes[i][0], sizes[i][1]);
		if (k == -2) {
			h_wait(&h, "Your prediction");
		} else if (k == -1) { /* the question, then the run: a newer save ends it */
			h_send(&h, "\r");
			h_wait(&h, "Running");
			for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
				h_resize(&h, sizes[i][0], sizes[i][1]);
			h_write(&h, H_ADD, "// fake: gate\n", true);
			h_wait(&h, "gate-failed");
			h_send(&h, "q");
		} else {
			h_wait(&h, screens[k].title);
			h_send(&h, "q");
		}
	}
	h_wait(&h, "Every thread adds");
	h_send(&h, "Q");
	ck_assert_int_eq(h_wait_end(&h), 0);
	h_end(&h);
}
END_TEST

/* A new size is no key: what the status line says stays. */
START_TEST(a_message_outlives_a_resize)
{
	struct harness h;

	h_start(&h, &(struct harness_spec){ .args = args });
	h_wait(&h, "Every thread adds");
	h_send(&h, "N");
	h_wait(&h, "Nothing has been searched for");
	h_resize(&h, 100, 30);
	h_drawn(&h);
	h_wait(&h, "Nothing has been searched for");
	h_send(&h, "j");
	h_wait_gone(&h, "Nothing has been searched for");
	h_end(&h);
}
END_TEST

Suite *config_suite(void);
Suite *config_suite(void)
{
	Suite *s = suite_create("config");
	TCase *t = tcase_create("config");

	tcase_set_timeout(t, 300);
	tcase_add_test(t, own_keys_do_what_they_say);
	tcase_add_test(t, a_wrong_line_is_told_and_the_others_hold);
	tcase_add_loop_test(t, themes_and_colours, 0, 8);
	tcase_add_loop_test(t, green_is_for_dark_windows, 0, 2);
	tcase_add_test(t, ascii_by_wish);
	tcase_add_test(t, the_mouse_works);
	tcase_add_test(t, the_mouse_in_the_footer_and_in_halves);
	tcase_add_test(t, the_mouse_can_be_left_alone);
	tcase_add_loop_test(t, terminals_of_all_kinds, 0, 8);
	tcase_add_test(t, resize_storms);
	tcase_add_test(t, a_message_outlives_a_resize);
	suite_add_tcase(s, t);
	return s;
}
