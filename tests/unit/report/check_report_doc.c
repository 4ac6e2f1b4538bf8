/* report: safe characters, their columns, paragraphs and tables. */
#include <check.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "report/doc/doc.h"
#include "report/doc/table.h"
#include "report/doc/text.h"

static char *clean(const char *s, bool utf8)
{
	struct buf b;
	char *copy;

	buf_init(&b);
	text_clean(&b, s, strlen(s), utf8, 0);
	copy = xstrdup(b.data);
	buf_release(&b);
	return copy;
}

/* A tab in front is two columns; one further on still goes to the next multiple of eight. */
START_TEST(tabs_in_front_of_code_are_narrow)
{
	static const char *const rows[][2] = { { "\t\tx\ty", "    x   y" }, { "  \tx", "        x" }, { "", "" },
		{ "\t", "  " } };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf b;

		buf_init(&b);
		text_code(&b, rows[i][0], strlen(rows[i][0]), true);
		ck_assert_str_eq(b.data ? b.data : "", rows[i][1]);
		buf_release(&b);
	}
}
END_TEST

START_TEST(foreign_bytes_become_harmless)
{
	static const struct {
		const char *in, *utf8, *ascii;
	} rows[] = {
		{ "plain", "plain", "plain" },
		{ "\033[31mred\033]0;title\007", "?[31mred?]0;title?", "?[31mred?]0;title?" },
		{ "a\tb", "a       b", "a       b" },
		{ "two\nlines", "two lines", "two lines" },
		{ "\x9b"
		  "31m",
			"?31m", "?31m" }, /* a bare C1 byte */
		{ "\xc2\x9b"
		  "31m",
			"?31m", "?31m" },               /* the same in UTF-8 */
		{ "\xc0\xaf", "??", "??" },             /* overlong */
		{ "\xed\xa0\x80", "???", "???" },       /* a surrogate */
		{ "\xf4\x90\x80\x80", "????", "????" }, /* beyond Unicode */
		{ "\xe2\x82", "??", "??" },             /* cut short */
		{ "\xe2\x80\xae"
		  "evil",
			"?evil", "?evil" }, /* right-to-left override */
		{ "e\xcc\x81\xe2\x80\xa6", "e\xcc\x81\xe2\x80\xa6", "e..." },
		{ "\xe2\x89\xa4 4 \xc3\x97 \xe2\x9c\x93", "\xe2\x89\xa4 4 \xc3\x97 \xe2\x9c\x93", "<= 4 x +" },
		{ "\x7f", "?", "?" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *u = clean(rows[i].in, true), *a = clean(rows[i].in, false);

		ck_assert_str_eq(u, rows[i].utf8);
		ck_assert_str_eq(a, rows[i].ascii);
		free(u);
		free(a);
	}
}
END_TEST

START_TEST(every_byte_string_is_safe_and_fits)
{
	/* All pairs of bytes, and what stands behind them. */
	for (int a = 1; a < 256; a++)
		for (int b = 1; b < 256; b++) {
			char s[] = { (char)a, (char)b, 'x', '\0' };
			char *c = clean(s, true);

			for (const char *p = c; *p; p++)
				ck_assert((unsigned char)*p >= 0x20 && *p != 0x7f);
			ck_assert_int_ge(text_width(c, strlen(c)), 1);
			free(c);
		}
}
END_TEST

START_TEST(widths_and_cuts)
{
	const char *wide = "\xe7\xb7\x9a\xe5\xbd\xa2"; /* two characters of two columns */
	const char *marked = "e\xcc\x81x";

	ck_assert_int_eq(text_width(wide, strlen(wide)), 4);
	ck_assert_int_eq(text_width(marked, strlen(marked)), 2);
	ck_assert_uint_eq(text_cut(wide, strlen(wide), 3), 3); /* half a character is none */
	ck_assert_uint_eq(text_cut(wide, strlen(wide), 1), 0);
	ck_assert_uint_eq(text_cut(marked, strlen(marked), 1), 3); /* the mark stays with its letter */
	ck_assert_uint_eq(text_cut("abc", 3, 0), 0);
}
END_TEST

static void check_doc(struct doc *d, const char *want)
{
	struct buf b;

	buf_init(&b);
	doc_text(d, &b);
	ck_assert_str_eq(b.data, want);
	buf_release(&b);
}

START_TEST(paragraphs_wrap)
{
	static const struct {
		const char *in, *want;
	} rows[] = {
		{ "one two three four five", "  one two\n  three four\n  five\n" },
		{ "exactly-ten", "  exactly-te\n  n\n" },
		{ "abcdefghijklmnopqrstuvwxyz", "  abcdefghij\n  klmnopqrst\n  uvwxyz\n" },
		{ "a  b   c", "  a b c\n" },
		{ "", "" },
		{ "line\nbreak", "  line\n  break\n" },
		{ "\xe7\xb7\x9a\xe5\xbd\xa2\xe4\xbb\xa3\xe6\x95\xb0\xe7\xb7\x9a\xe5\xbd\xa2",
			"  \xe7\xb7\x9a\xe5\xbd\xa2\xe4\xbb\xa3\xe6\x95\xb0\xe7\xb7\x9a\n  \xe5\xbd\xa2\n" },
		{ "eeeeeeeeee\xcc\x81 x", "  eeeeeeeeee\xcc\x81\n  x\n" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct doc d;

		doc_init(&d, 12, true);
		doc_wrap(&d, STYLE_TEXT, 2, rows[i].in);
		check_doc(&d, rows[i].want);
		doc_release(&d);
	}
}
END_TEST

START_TEST(no_line_is_wider_than_the_doc)
{
	static const char text[] =
		"a bb ccc dddd eeeee ffffff ggggggg hhhhhhhh \xe7\xb7\x9a\xe5\xbd\xa2 iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii "
		"e\xcc\x81\xcc\x81 \xe4\xbb\xa3\xe6\x95\xb0";

	for (int width = 10; width < 60; width++)
		for (int indent = 0; indent < 8; indent++) {
			struct doc d;

			doc_init(&d, width, true);
			doc_wrap(&d, STYLE_TEXT, indent, text);
			doc_pre(&d, STYLE_CODE, "    ", text, strlen(text));
			for (size_t i = 0; i < d.nlines; i++) {
				struct buf b;

				buf_init(&b);
				doc_line_text(&d, i, &b);
				ck_assert_int_le(text_width(b.data, b.len), width);
				buf_release(&b);
			}
			doc_release(&d);
		}
}
END_TEST

START_TEST(what_is_cut_says_so)
{
	static const struct {
		const char *text;
		int room;
		const char *shown;
	} rows[] = { { "int i = 0;", 10, "int i = 0;" }, { "int i = 0;", 9, "int i ..." }, { "\tx", 9, "        x" },
		{ "\tx", 8, "     ..." }, { "abc", 2, "." }, { "abc", 0, "" }, { "", 5, "" },
		{ "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 4, "\xC3\xA9..." } };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct doc d;
		struct buf b;

		doc_init(&d, 40, true);
		buf_init(&b);
		doc_put(&d, STYLE_TEXT, "|");
		doc_put_cut(&d, STYLE_TEXT, rows[i].text, strlen(rows[i].text), rows[i].room);
		doc_break(&d);
		doc_text(&d, &b);
		ck_assert_int_eq(b.data[0], '|');
		b.data[b.len - 1] = '\0';
		ck_assert_str_eq(b.data + 1, rows[i].shown);
		buf_release(&b);
		doc_release(&d);
	}
}
END_TEST

START_TEST(styles_survive_wrapping)
{
	struct doc d;
	struct flow f;

	doc_init(&d, 10, true);
	flow_init(&f, true);
	flow_add(&f, STYLE_TEXT, "one ", 4);
	flow_add(&f, STYLE_CODE, "two three", 9);
	doc_flow(&d, &f, "- ", "  ", STYLE_DIM);
	check_doc(&d, "- one two\n  three\n");
	ck_assert_int_eq(d.spans[d.lines[0].first].style, STYLE_DIM);
	ck_assert_int_eq(d.spans[d.lines[0].first + d.lines[0].n - 1].style, STYLE_CODE);
	ck_assert_int_eq(d.spans[d.lines[1].first + 1].style, STYLE_CODE);
	flow_release(&f);
	doc_release(&d);
}
END_TEST

START_TEST(verbatim_lines_go_on_below)
{
	struct doc d;

	doc_init(&d, 10, true);
	doc_pre(&d, STYLE_CODE, "> ", "0123456789abc\r\n\nx\n", 18);
	check_doc(&d, "> 01234567\n> 89abc\n>\n> x\n");
	doc_release(&d);
	/* Sentences are broken after a blank, where one is not too far back. */
	doc_init(&d, 14, true);
	doc_pre_words(&d, STYLE_CODE, "> ", "never referenced\na 0123456789abc\nas it is", 41);
	check_doc(&d, "> never\n> referenced\n> a 0123456789\n> abc\n> as it is\n");
	doc_release(&d);
}
END_TEST

START_TEST(tables_become_lists_where_they_do_not_fit)
{
	struct doc d;

	for (int width = 12; width <= 40; width += 28) {
		struct table t;

		doc_init(&d, width, true);
		table_init(&t, true);
		table_row(&t);
		table_put(&t, false, STYLE_TEXT, "name");
		table_put(&t, true, STYLE_TEXT, "value");
		table_row(&t);
		table_put(&t, false, STYLE_TEXT, "load sectors");
		table_put(&t, true, STYLE_TEXT, "8");
		table_layout(&t, &d, 2);
		check_doc(&d,
			width == 40 ? "  name          value\n  load sectors      8\n" :
				      "  load\n    sectors\n    value: 8\n");
		table_release(&t);
		doc_release(&d);
	}
}
END_TEST

START_TEST(searching_ignores_case)
{
	ck_assert(text_contains("A Sweep", "sweep"));
	ck_assert(text_contains("abc", "BC"));
	ck_assert(!text_contains("abc", "abcd"));
	ck_assert(!text_contains("abc", ""));
}
END_TEST

Suite *report_doc_suite(void);
Suite *report_doc_suite(void)
{
	Suite *s = suite_create("report_doc");
	TCase *t = tcase_create("text");

	setlocale(LC_CTYPE, "C.UTF-8");
	tcase_add_test(t, foreign_bytes_become_harmless);
	tcase_add_test(t, tabs_in_front_of_code_are_narrow);
	tcase_add_test(t, every_byte_string_is_safe_and_fits);
	tcase_add_test(t, widths_and_cuts);
	tcase_add_test(t, paragraphs_wrap);
	tcase_add_test(t, no_line_is_wider_than_the_doc);
	tcase_add_test(t, what_is_cut_says_so);
	tcase_add_test(t, styles_survive_wrapping);
	tcase_add_test(t, verbatim_lines_go_on_below);
	tcase_add_test(t, tables_become_lists_where_they_do_not_fit);
	tcase_add_test(t, searching_ignores_case);
	suite_add_tcase(s, t);
	return s;
}
