/* tui: the config file: settings, keys, and what is wrong with a line. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "tui/config.h"

static int parse(struct config *c, const char *text, struct err *e)
{
	err_clear(e);
	config_init(c);
	return config_parse(c, "config", text, e);
}

START_TEST(settings)
{
	struct config c;
	struct err e = ERR_INIT;

	ck_assert_int_eq(parse(&c, "", &e), 0);
	ck_assert(c.theme == THEME_EITHER && c.colours == COLOURS_AUTO && c.mouse && !c.ascii);
	config_release(&c);
	ck_assert_int_eq(
		parse(&c, "# mine\n\n theme=light\ncolours = none\t\n\tcharacters = ascii\nmouse = off\n", &e), 0);
	ck_assert(c.theme == THEME_LIGHT && c.colours == COLOURS_NONE && !c.mouse && c.ascii);
	config_release(&c);
}
END_TEST

START_TEST(keys_are_bound)
{
	struct config c;
	struct err e = ERR_INIT;
	struct buf b;
	struct doc d;

	ck_assert_int_eq(parse(&c,
				 "bind step F5 run\nbind step x none\nbind any q none\nbind list j quit\n"
				 "bind step h edit\nbind any \xc3\xa9 help\nbind step # hint\n",
				 &e),
		0);
	ck_assert_int_eq(key_request(&c.keys, CTX_STEP, KEYC_F1 + 4), REQ_RUN);
	ck_assert_int_eq(key_request(&c.keys, CTX_STEP, 'r'), REQ_RUN); /* the built-in one stays */
	ck_assert_int_eq(key_request(&c.keys, CTX_STEP, 'x'), REQ_NONE);
	ck_assert_int_eq(key_request(&c.keys, CTX_LIST, 'x'), REQ_RESET);
	ck_assert_int_eq(key_request(&c.keys, CTX_HELP, 'q'), REQ_NONE);
	ck_assert_int_eq(key_request(&c.keys, CTX_LIST, 'j'), REQ_QUIT);
	ck_assert_int_eq(key_request(&c.keys, CTX_STEP, 'j'), REQ_DOWN);
	ck_assert_int_eq(key_request(&c.keys, CTX_STEP, 'h'), REQ_EDIT);
	ck_assert_int_eq(key_request(&c.keys, CTX_STEP, 0xe9), REQ_HELP);
	ck_assert_int_eq(key_request(&c.keys, CTX_STEP, '#'), REQ_HINT);
	/* What a person bound is what the footer and the help name. */
	ck_assert_str_eq(key_of(&c.keys, CTX_STEP, REQ_RUN), "F5");
	ck_assert_ptr_null(key_of(&c.keys, CTX_STEP, REQ_RESET));
	doc_init(&d, 78, true);
	buf_init(&b);
	keys_footer(&c.keys, CTX_STEP, (struct footer_now){ 0 }, &d);
	keys_help(&c.keys, CTX_ANY, &d);
	doc_text(&d, &b);
	ck_assert_ptr_nonnull(strstr(b.data, "F5 run"));
	ck_assert_ptr_nonnull(strstr(b.data, "F5 r "));
	buf_release(&b);
	doc_release(&d);
	config_release(&c);
}
END_TEST

/* The first wrong line is named, and the others hold. */
START_TEST(wrong_lines_say_what_would_be_right)
{
	static const struct {
		const char *line, *says;
	} rows[] = {
		{ "colour = 8", "There is no setting \"colour\"; there is: theme, colours, characters, mouse, bind." },
		{ "theme = blue", "\"blue\" is no value of theme; there is: auto, dark, light." },
		{ "theme", "\"word = value\"" },
		{ "theme =", "\"\" is no value of theme" },
		{ "bind step", "bind CONTEXT KEY REQUEST" },
		{ "bind step r run now", "bind CONTEXT KEY REQUEST" },
		{ "bind lesson r run", "There is no context \"lesson\"; there is: step, " },
		{ "bind step rr run", "There is no key named \"rr\"." },
		{ "bind step F13 run", "There is no key named \"F13\"." },
		{ "bind step F0 run", "There is no key named \"F0\"." },
		{ "bind step r walk", "There is no request \"walk\"; there is: none, " },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *text = xasprintf("mouse = off\n%s\ntheme = dark\nnonsense\n", rows[i].line);
		struct config c;
		struct err e = ERR_INIT;

		ck_assert_int_eq(parse(&c, text, &e), -1);
		ck_assert_int_eq(e.line, 2);
		ck_assert_msg(strstr(e.msg, rows[i].says) != NULL, "%s", e.msg);
		ck_assert(!c.mouse && c.theme == THEME_DARK);
		config_release(&c);
		free(text);
	}
}
END_TEST

START_TEST(one_can_always_leave)
{
	struct config c;
	struct err e = ERR_INIT;

	ck_assert_int_eq(parse(&c, "bind any q none\nbind any Q none\nbind any Ctrl-C none\n", &e), -1);
	ck_assert_ptr_nonnull(strstr(e.msg, "nobody could leave"));
	ck_assert_int_eq(key_request(&c.keys, CTX_LIST, 'q'), REQ_BACK);
	config_release(&c);
}
END_TEST

START_TEST(the_page_has_every_setting)
{
	struct buf page;

	buf_init(&page);
	ck_assert_int_eq(fs_read("docs/config.md", 1 << 20, &page, NULL), 0);
#define SETTING(w, v, statement, sentence) \
	ck_assert_msg(strstr(page.data, "`" w " = " v "`") != NULL, "docs/config.md lacks %s = %s", w, v);
#include "tui/config.def"
	buf_release(&page);
}
END_TEST

START_TEST(where_the_file_is)
{
	static const struct {
		const char *own, *xdg, *home, *path;
	} rows[] = {
		{ "/a/b", "/x", "/h", "/a/b" },
		{ "", "/x", "/h", "/x/warplings/config" },
		{ NULL, "relative", "/h", "/h/.config/warplings/config" },
		{ NULL, NULL, "/h", "/h/.config/warplings/config" },
		{ NULL, NULL, "", NULL },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *const names[] = { "WARPLINGS_CONFIG", "XDG_CONFIG_HOME", "HOME" };
		const char *const values[] = { rows[i].own, rows[i].xdg, rows[i].home };
		char *path;

		for (int k = 0; k < 3; k++)
			if (values[k])
				setenv(names[k], values[k], 1);
			else
				unsetenv(names[k]);
		path = config_path();
		if (rows[i].path)
			ck_assert_str_eq(path, rows[i].path);
		else
			ck_assert_ptr_null(path);
		free(path);
	}
}
END_TEST

START_TEST(dev_null_is_no_file)
{
	struct config c;
	struct err e = ERR_INIT;

	config_init(&c);
	ck_assert_int_eq(config_load(&c, "/dev/null", &e), 0);
	ck_assert_int_eq(config_load(&c, "/dev/zero", &e), -1);
	config_release(&c);
}
END_TEST

Suite *tui_config_suite(void);
Suite *tui_config_suite(void)
{
	Suite *s = suite_create("tui_config");
	TCase *t = tcase_create("config");

	tcase_add_test(t, settings);
	tcase_add_test(t, keys_are_bound);
	tcase_add_test(t, wrong_lines_say_what_would_be_right);
	tcase_add_test(t, one_can_always_leave);
	tcase_add_test(t, the_page_has_every_setting);
	tcase_add_test(t, where_the_file_is);
	tcase_add_test(t, dev_null_is_no_file);
	suite_add_tcase(s, t);
	return s;
}
