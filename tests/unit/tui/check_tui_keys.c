/* tui: keys, questions, scripts, colours, the pager: what needs no terminal. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/number.h"
#include "report/doc/text.h"
#include "tui/keys.h"
#include "tui/pager.h"
#include "tui/prompt.h"
#include "tui/script.h"
#include "report/doc/theme.h"

START_TEST(keys_have_names)
{
	static const struct {
		const char *name;
		int key;
	} rows[] = {
		{ "j", 'j' },
		{ "Enter", KEYC_ENTER },
		{ "Esc", KEYC_ESC },
		{ "Space", ' ' },
		{ "Ctrl-L", 12 },
		{ "PgUp", KEYC_PGUP },
		{ "\xc3\xa9", 0xe9 },
		{ "", KEYC_NONE },
		{ "Enterx", KEYC_NONE },
		{ "Ctrl-l", KEYC_NONE },
		{ "jj", KEYC_NONE },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		ck_assert_int_eq(key_parse(rows[i].name), rows[i].key);
}
END_TEST

static const struct {
	enum key_context context;
	const char *key;
} bindings[] = {
#define KEY(context, key, request) { CTX_##context, key },
#include "tui/keys.def"
};
#define N (sizeof bindings / sizeof *bindings)

START_TEST(the_table_is_sound)
{
	struct keymap map;
	struct buf help;
	struct doc d;

	doc_init(&d, 80, true);
	keymap_init(&map);
	keys_help(&map, CTX_ANY, &d);
	keymap_release(&map);
	buf_init(&help);
	doc_text(&d, &help);
	for (size_t i = 0; i < N; i++) {
		ck_assert_int_ne(key_parse(bindings[i].key), KEYC_NONE);
		for (size_t k = 0; k < i; k++) /* a key means one thing in a context */
			ck_assert(bindings[i].context != bindings[k].context ||
				strcmp(bindings[i].key, bindings[k].key) != 0);
		if (bindings[i].context != CTX_HELP && bindings[i].context != CTX_PREDICTIONS)
			ck_assert_ptr_nonnull(strstr(help.data, bindings[i].key));
	}
	buf_release(&help);
	doc_release(&d);
}
END_TEST

/* Who asks for help in the stepper is shown the stepper's keys first, and each section once. */
START_TEST(help_begins_where_it_is_asked_for)
{
	static const char own[] = "In the steps of a run";
	struct keymap map;
	struct buf help;
	struct doc d;

	doc_init(&d, 80, true);
	keymap_init(&map);
	keys_help(&map, CTX_STEPPER, &d);
	keymap_release(&map);
	buf_init(&help);
	doc_text(&d, &help);
	ck_assert_int_eq(strncmp(help.data, own, strlen(own)), 0);
	ck_assert_ptr_null(strstr(help.data + 1, own));
	ck_assert_ptr_nonnull(strstr(help.data, "In a lesson and in a result"));
	buf_release(&help);
	doc_release(&d);
}
END_TEST

START_TEST(a_screens_own_binding_wins)
{
	struct keymap map;

	keymap_init(&map);
	ck_assert_int_eq(key_request(&map, CTX_STEP, 'h'), REQ_HINT);
	ck_assert_int_eq(key_request(&map, CTX_LIST, 'h'), REQ_NONE);
	ck_assert_int_eq(key_request(&map, CTX_LIST, KEYC_ENTER), REQ_OPEN);
	ck_assert_int_eq(key_request(&map, CTX_STEP, 'q'), REQ_BACK);
	ck_assert_int_eq(key_request(&map, CTX_HELP, 'r'), REQ_NONE);
	ck_assert_int_eq(key_request(&map, CTX_STEP, 0), REQ_NONE);
	keymap_release(&map);
}
END_TEST

START_TEST(the_footer_fits_and_keeps_help_and_back)
{
	struct keymap map;

	keymap_init(&map);
	for (int width = 38; width < 120; width++)
		for (int c = 0; c < CTX_COUNT; c++) {
			if (c == CTX_ANY || c == CTX_HELP)
				continue;
			struct doc d;
			struct buf b;

			doc_init(&d, width, true);
			keys_footer(&map, (enum key_context)c, (struct footer_now){ 0 }, &d);
			buf_init(&b);
			doc_text(&d, &b);
			ck_assert_int_le(text_width(b.data, b.len - 1), width);
			ck_assert_ptr_nonnull(strstr(b.data, "? help"));
			ck_assert_ptr_nonnull(strstr(b.data, c == CTX_LIST ? "q quit" : "q back"));
			buf_release(&b);
			doc_release(&d);
		}
	keymap_release(&map);
}
END_TEST

/* What helps most at the moment stands behind run, once; what is never in a footer, or has no key, changes nothing. */
START_TEST(what_helps_most_stands_behind_run)
{
	static const struct {
		enum request first;
		const char *begins;
	} rows[] = {
		{ REQ_NONE, "e edit  r run  h hint" }, { REQ_ACCESS, "e edit  r run  a access  h hint" },
		{ REQ_RACE, "e edit  r run  o order  h hint" },
		{ REQ_ZOOM_IN, "e edit  r run  h hint" }, /* a timeline's */
	};
	struct keymap map;

	keymap_init(&map);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *key;
		struct doc d;
		struct buf b;

		doc_init(&d, 200, true);
		keys_footer(&map, CTX_STEP, (struct footer_now){ .first = rows[i].first }, &d);
		buf_init(&b);
		doc_text(&d, &b);
		ck_assert_msg(!strncmp(b.data, rows[i].begins, strlen(rows[i].begins)), "%s", b.data);
		key = strstr(b.data, "a access");
		ck_assert(key && !strstr(key + 1, "a access"));
		buf_release(&b);
		doc_release(&d);
	}
	keymap_release(&map);
}
END_TEST

/* A key that leads to nothing now is left out; an arrow is a sign where the characters have one. */
START_TEST(a_footer_has_no_dead_keys)
{
	for (int utf8 = 0; utf8 < 2; utf8++) {
		struct footer_now now = { .dead = { [REQ_NEXT_ACCESS] = true } };
		struct keymap map;
		struct doc d;
		struct buf b;

		keymap_init(&map);
		doc_init(&d, 78, utf8);
		keys_footer(&map, CTX_ACCESS, now, &d);
		buf_init(&b);
		doc_text(&d, &b);
		ck_assert_msg(!strstr(b.data, "next one"), "%s", b.data);
		ck_assert_msg(strstr(b.data, utf8 ? "\xE2\x86\x90 one before" : "Left one before"), "%s", b.data);
		now.dead[REQ_NEXT_ACCESS] = false;
		doc_release(&d);
		doc_init(&d, 78, utf8);
		keys_footer(&map, CTX_ACCESS, now, &d);
		buf_clear(&b);
		doc_text(&d, &b);
		ck_assert_msg(strstr(b.data, utf8 ? "\xE2\x86\x92 next one" : "Right next one"), "%s", b.data);
		buf_release(&b);
		doc_release(&d);
		keymap_release(&map);
	}
	/* As the mouse reads it there. */
	ck_assert_int_eq(key_parse("\xE2\x86\x90"), KEYC_LEFT);
	ck_assert_int_eq(key_parse("\xE2\x86\x92"), KEYC_RIGHT);
}
END_TEST

/* At 80 columns a result's footer has the lines whatever helps most, and Tab names the one place that it leads to. */
START_TEST(a_result_at_80_columns_has_the_lines)
{
	static const enum request firsts[] = { REQ_NONE, REQ_ACCESS, REQ_TIMELINE, REQ_RACE, REQ_SOLUTION };
	struct keymap map;

	keymap_init(&map);
	for (size_t i = 0; i < 2 * sizeof firsts / sizeof *firsts; i++) {
		const bool result = i % 2;
		struct doc d;
		struct buf b;

		doc_init(&d, 78, true);
		keys_footer(&map, CTX_STEP, (struct footer_now){ .first = firsts[i / 2], .result = result }, &d);
		buf_init(&b);
		doc_text(&d, &b);
		ck_assert_msg(strstr(b.data, "l lines"), "%s", b.data);
		ck_assert_msg(strstr(b.data, result ? "Tab lesson  " : "Tab result  "), "%s", b.data);
		buf_release(&b);
		doc_release(&d);
	}
	keymap_release(&map);
}
END_TEST

START_TEST(the_manual_is_up_to_date)
{
	struct buf want, have;

	buf_init(&want);
	buf_init(&have);
	keys_manual(&want);
	ck_assert_int_eq(fs_read("docs/keys.md", 1 << 20, &have, NULL), 0);
	ck_assert_msg(!strcmp(have.data, want.data), "docs/keys.md is old: make keys-manual");
	buf_release(&want);
	buf_release(&have);
}
END_TEST

START_TEST(numbers_as_people_type_them)
{
	static const struct {
		const char *text;
		bool ok;
		double value;
	} rows[] = {
		{ "4", true, 4 },
		{ " 4 ", true, 4 },
		{ "1.5", true, 1.5 },
		{ "-2", true, -2 },
		{ "1,048,576", true, 1048576 },
		{ "2^20", true, 1048576 },
		{ "1/4", true, 0.25 },
		{ "5e3", true, 5000 },
		{ "50%", true, 50 },
		{ "1e-3", true, 0.001 },
		{ "", false, 0 },
		{ "four", false, 0 },
		{ "4x", false, 0 },
		{ "1/0", false, 0 },
		{ "1,5", false, 0 },
		{ "nan", false, 0 },
		{ "inf", false, 0 },
		{ "1e999", false, 0 },
		{ "2^", false, 0 },
		{ "--2", false, 0 },
		{ "0x10", false, 0 },
		{ "2^3^4", false, 0 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		double v = NAN;

		ck_assert_msg(number_read(rows[i].text, &v) == rows[i].ok, "%s", rows[i].text);
		if (rows[i].ok)
			ck_assert_double_eq_tol(v, rows[i].value, 1e-12 * fabs(rows[i].value));
	}
}
END_TEST

START_TEST(a_question_takes_keys)
{
	struct prompt p;

	prompt_init(&p);
	prompt_ask(&p, PROMPT_PREDICT, "How many?");
	ck_assert_int_eq(prompt_key(&p, '4'), PROMPT_CHANGED);
	ck_assert_int_eq(prompt_key(&p, 0x7dda), PROMPT_CHANGED);
	ck_assert_int_eq(prompt_key(&p, KEYC_ENTER), PROMPT_MORE); /* no number */
	ck_assert_ptr_nonnull(p.problem);
	ck_assert_int_eq(prompt_key(&p, KEYC_BACKSPACE), PROMPT_CHANGED);
	ck_assert_str_eq(p.text.data, "4");
	ck_assert_int_eq(prompt_key(&p, KEYC_UP), PROMPT_MORE);
	ck_assert_int_eq(prompt_key(&p, KEYC_ENTER), PROMPT_DONE);
	p.problem = "No."; /* whoever asked refused it: the next digit begins anew, and is taken as it is */
	ck_assert_int_eq(prompt_key(&p, KEYC_UP), PROMPT_MORE);
	ck_assert_int_eq(prompt_key(&p, '3'), PROMPT_CHANGED);
	ck_assert_str_eq(p.text.data, "3");
	ck_assert_ptr_null(p.problem);
	prompt_key(&p, '1');
	ck_assert_str_eq(p.text.data, "31");
	prompt_ask(&p, PROMPT_ANSWER, "Two numbers?");
	prompt_key(&p, '4');
	prompt_key(&p, ' ');
	p.problem = "2 numbers, please.";
	prompt_key(&p, '8'); /* one was missing */
	ck_assert_str_eq(p.text.data, "4 8");
	prompt_ask(&p, PROMPT_PREDICT, "How many?");
	ck_assert_int_eq(prompt_key(&p, KEYC_ENTER), PROMPT_DROPPED);
	ck_assert_int_eq(prompt_key(&p, KEYC_ESC), PROMPT_DROPPED);
	for (int i = 0; i < 1000; i++)
		prompt_key(&p, '1');
	ck_assert_uint_le(p.text.len, 64);
	prompt_ask(&p, PROMPT_RESET, "Really?");
	ck_assert_int_eq(prompt_key(&p, KEYC_ENTER), PROMPT_DROPPED);
	ck_assert_int_eq(prompt_key(&p, 'n'), PROMPT_DROPPED);
	ck_assert_int_eq(prompt_key(&p, 'y'), PROMPT_DONE);
	prompt_release(&p);
}
END_TEST

START_TEST(scripts_are_read)
{
	struct script s;
	struct err e = ERR_INIT;

	ck_assert_int_eq(
		script_parse(&s, "s", "# c\n\n size 60x16\npress j Enter Ctrl-L\ntype two words\nwait x\ndump one", &e),
		0);
	ck_assert_uint_eq(s.ncommands, 5);
	ck_assert_int_eq(s.commands[0].cols, 60);
	ck_assert_uint_eq(s.commands[1].nkeys, 3);
	ck_assert_int_eq(s.commands[1].keys[2], 12);
	ck_assert_str_eq(s.commands[2].text, "two words");
	ck_assert_int_eq(s.commands[4].line, 7);
	script_release(&s);
}
END_TEST

START_TEST(wrong_scripts_are_refused_with_their_line)
{
	static const char *const wrong[] = { "press", "press Nothing", "jump x", "size 80", "size 0x9", "dump ../x",
		"dump .x", "wait", "dump" };

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct script s;
		struct err e = ERR_INIT;
		char *text = xasprintf("# first\n%s\n", wrong[i]);

		ck_assert_int_eq(script_parse(&s, "keys", text, &e), -1);
		ck_assert_int_eq(e.kind, ERR_USAGE);
		ck_assert_int_eq(e.line, 2);
		free(text);
	}
}
END_TEST

/* WCAG's contrast of a colour with black and with white. */
static double luminance(const int rgb[3])
{
	double c[3];

	for (int i = 0; i < 3; i++) {
		double v = rgb[i] / 255.0;

		c[i] = v <= 0.03928 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
	}
	return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
}

START_TEST(colours_are_readable_on_light_and_dark)
{
	static const double on_black[THEMES] = { 3.6, 4.5, 0 }, on_white[THEMES] = { 3.6, 0, 4.5 };

	for (int s = 0; s < STYLE_COUNT; s++) {
		const struct style_look *k = style_look(s);

		ck_assert(k->color8 == -1 || k->color8 == 1 || k->color8 == 2 || k->color8 == 5);
		for (int t = 0; t < THEMES; t++) {
			int rgb[3], c = k->color256[t];
			double l;

			ck_assert_int_eq(c < 0, k->color256[0] < 0);
			if (c < 0)
				continue;
			ck_assert_int_ge(c, 16); /* the first 16 are whatever the person chose */
			palette_rgb(c, rgb);
			l = luminance(rgb);
			ck_assert_msg((l + 0.05) / 0.05 >= on_black[t], "style %d, theme %d on black: %.2f", s, t,
				(l + 0.05) / 0.05);
			ck_assert_msg(1.05 / (l + 0.05) >= on_white[t], "style %d, theme %d on white: %.2f", s, t,
				1.05 / (l + 0.05));
		}
	}
}
END_TEST

START_TEST(the_palette_is_xterm_s)
{
	static const struct {
		int color, rgb[3];
	} some[] = { { 0, { 0, 0, 0 } }, { 1, { 205, 0, 0 } }, { 2, { 0, 205, 0 } }, { 5, { 205, 0, 205 } },
		{ 15, { 255, 255, 255 } }, { 16, { 0, 0, 0 } }, { 160, { 215, 0, 0 } }, { 231, { 255, 255, 255 } },
		{ 232, { 8, 8, 8 } }, { 255, { 238, 238, 238 } } };

	for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
		int rgb[3];

		palette_rgb(some[i].color, rgb);
		ck_assert_msg(!memcmp(rgb, some[i].rgb, sizeof rgb), "colour %d", some[i].color);
	}
}
END_TEST

static void fill(struct doc *d, int n, bool tags)
{
	doc_init(d, 40, true);
	for (int i = 0; i < n; i++) {
		doc_printf(d, STYLE_TEXT, "line %d %s", i, i % 10 == 7 ? "Seven" : "");
		doc_break(d);
		if (tags)
			d->lines[i].tag = i;
	}
}

START_TEST(the_pager_stays_in_range)
{
	struct doc d;
	struct pager p = { .height = 10, .selected = -1, .found = -1 };
	static const enum request moves[] = { REQ_UP, REQ_DOWN, REQ_PAGE_UP, REQ_PAGE_DOWN, REQ_TOP, REQ_BOTTOM,
		REQ_HALF_UP, REQ_HALF_DOWN };

	for (int n = 0; n < 30; n += 5) {
		fill(&d, n, false);
		for (int i = 0; i < 200; i++) {
			ck_assert(pager_request(&p, &d, moves[(i * 7 + i / 6) % 8]));
			ck_assert_int_ge(p.top, 0);
			ck_assert_int_le(p.top, n > 10 ? n - 10 : 0);
		}
		doc_release(&d);
	}
	fill(&d, 30, true);
	p = (struct pager){ .height = 10, .selected = 0, .ntags = 30, .found = -1 };
	for (int i = 0; i < 300; i++) {
		pager_request(&p, &d, moves[(i * 5 + i / 6) % 8]);
		ck_assert(p.selected >= 0 && p.selected < 30);
		ck_assert(p.selected >= p.top && p.selected < p.top + 10);
	}
	ck_assert(!pager_request(&p, &d, REQ_RUN));
	p = (struct pager){ .height = 11, .selected = -1, .found = -1 };
	pager_request(&p, &d, REQ_PAGE_DOWN);
	ck_assert_int_eq(p.top, 10);
	pager_request(&p, &d, REQ_HALF_UP);
	ck_assert_int_eq(p.top, 5);
	pager_request(&p, &d, REQ_HALF_DOWN);
	ck_assert_int_eq(p.top, 10);
	doc_release(&d);
}
END_TEST

/* Two lines of words, the head of a table, its rows: the head stays, and hides no row that is chosen. */
START_TEST(the_head_of_a_table_stays)
{
	static const enum request moves[] = { REQ_UP, REQ_DOWN, REQ_PAGE_UP, REQ_PAGE_DOWN, REQ_TOP, REQ_BOTTOM,
		REQ_HALF_UP, REQ_HALF_DOWN };
	struct pager p = { .height = 10, .selected = 0, .ntags = 37, .found = -1 };
	int hidden = 0;
	struct doc d;

	fill(&d, 40, true);
	for (int i = 0; i < 40; i++)
		d.lines[i].tag = i - 3;
	d.pinned = 3;
	for (int i = 0; i < 500; i++) {
		bool seen = false;

		pager_request(&p, &d, moves[(i * 5 + i / 6) % 8]);
		hidden += p.top > 2;
		for (int row = 0; row < p.height; row++)
			seen = seen || pager_line(&p, &d, row) == p.selected + 3;
		ck_assert_msg(seen, "row %d is hidden, top %d", p.selected, p.top);
		ck_assert_int_eq(pager_line(&p, &d, 0), p.top > 2 ? 2 : p.top);
		ck_assert_int_eq(pager_line(&p, &d, 1), p.top + 1);
	}
	ck_assert_int_gt(hidden, 0);
	p.height = 4; /* too few rows for a head */
	pager_request(&p, &d, REQ_BOTTOM);
	ck_assert_int_eq(pager_line(&p, &d, 0), p.top);
	doc_release(&d);
}
END_TEST

START_TEST(searching_goes_around)
{
	struct doc d;
	struct pager p = { .height = 10, .selected = 0, .ntags = 30, .found = -1 };

	fill(&d, 30, true);
	ck_assert(pager_find(&p, &d, "seven", 1, false));
	ck_assert_int_eq(p.selected, 7);
	ck_assert(pager_find(&p, &d, "seven", 1, true));
	ck_assert_int_eq(p.selected, 17);
	ck_assert(pager_find(&p, &d, "seven", -1, true));
	ck_assert(pager_find(&p, &d, "seven", -1, true));
	ck_assert_int_eq(p.selected, 27);
	ck_assert(!pager_find(&p, &d, "eight", 1, false));
	ck_assert_int_eq(p.selected, 27);
	doc_release(&d);
}
END_TEST

Suite *tui_keys_suite(void);
Suite *tui_keys_suite(void)
{
	Suite *s = suite_create("tui_keys");
	TCase *t = tcase_create("keys");

	tcase_add_test(t, keys_have_names);
	tcase_add_test(t, the_table_is_sound);
	tcase_add_test(t, help_begins_where_it_is_asked_for);
	tcase_add_test(t, a_screens_own_binding_wins);
	tcase_add_test(t, the_footer_fits_and_keeps_help_and_back);
	tcase_add_test(t, what_helps_most_stands_behind_run);
	tcase_add_test(t, a_footer_has_no_dead_keys);
	tcase_add_test(t, a_result_at_80_columns_has_the_lines);
	tcase_add_test(t, the_manual_is_up_to_date);
	tcase_add_test(t, numbers_as_people_type_them);
	tcase_add_test(t, a_question_takes_keys);
	tcase_add_test(t, scripts_are_read);
	tcase_add_test(t, wrong_scripts_are_refused_with_their_line);
	tcase_add_test(t, colours_are_readable_on_light_and_dark);
	tcase_add_test(t, the_palette_is_xterm_s);
	tcase_add_test(t, the_pager_stays_in_range);
	tcase_add_test(t, the_head_of_a_table_stays);
	tcase_add_test(t, searching_goes_around);
	suite_add_tcase(s, t);
	return s;
}
