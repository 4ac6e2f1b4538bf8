/* tui: lessons to lines, and finding a step's part of a lesson. */
#include <check.h>
#include <locale.h>
#include <string.h>

#include "base/rng.h"
#include "tui/markdown.h"
#include "report/doc/text.h"

static void render(const char *md, int width, struct buf *out, struct doc *d)
{
	doc_init(d, width, true);
	markdown_render(d, md, strlen(md));
	buf_init(out);
	doc_text(d, out);
}

START_TEST(blocks)
{
	static const struct {
		const char *md, *want;
	} rows[] = {
		{ "# Title\n\ntext\n", "Title\n\ntext\n" },
		{ "a\nb\n\nc", "a b\n\nc\n" },
		{ "a  \nb", "a\nb\n" },
		{ "- x\n- y\n", " \xE2\x80\xA2 x\n \xE2\x80\xA2 y\n" },
		{ "- x\n\n- y\n", " \xE2\x80\xA2 x\n\n \xE2\x80\xA2 y\n" },
		{ "9. x\n10. y\n", " 9. x\n10. y\n" },
		{ "1. x\n   - deep words that wrap\n", " 1. x\n     \xE2\x80\xA2 deep words\n       that wrap\n" },
		{ "> quoted words that wrap around\n", "\xE2\x94\x82 quoted words that\n\xE2\x94\x82 wrap around\n" },
		{ "```c\nint i;\n\n  f(i);\n```\n", "  int i;\n\n    f(i);\n" },
		{ "| a | b |\n|---|--:|\n| 1 | 22 |\n", "a   b\n1  22\n" },
		{ "&lt;&amp;&#65;&#x42;&unknown;", "<&AB&unknown;\n" },
		{ "<b>html</b>", "<b>html</b>\n" },
		{ "[t](http://x.y)", "t (http://x.y)\n" },
		{ "http://x.y", "http://x.y\n" },
		{ "![alt](p.png)", "alt\n" },
		{ "a\n\n---\n\nb",
			"a\n\n\xE2\x94\x80\xE2\x94\x80\xE2\x94\x80\xE2\x94\x80\xE2\x94\x80\xE2\x94\x80\xE2\x94\x80\xE2"
			"\x94\x80\xE2\x94\x80\xE2\x94\x80"
			"\xE2\x94\x80\xE2\x94\x80\xE2\x94\x80\xE2\x94\x80\xE2\x94\x80\xE2\x94\x80\xE2\x94\x80\xE2\x94"
			"\x80\xE2\x94\x80\xE2\x94\x80\n\nb\n" },
		{ "", "" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf b;
		struct doc d;

		render(rows[i].md, 20, &b, &d);
		ck_assert_str_eq(b.data, rows[i].want);
		buf_release(&b);
		doc_release(&d);
	}
}
END_TEST

START_TEST(styles)
{
	static const struct {
		const char *md;
		enum style style;
	} rows[] = {
		{ "`x`", STYLE_CODE },
		{ "**x**", STYLE_STRONG },
		{ "*x*", STYLE_EMPH },
		{ "## x", STYLE_HEADING },
		{ "x", STYLE_TEXT },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf b;
		struct doc d;

		render(rows[i].md, 20, &b, &d);
		ck_assert_int_eq(b.data[0], 'x');
		ck_assert_int_eq(d.spans[0].style, rows[i].style);
		buf_release(&b);
		doc_release(&d);
	}
}
END_TEST

START_TEST(hints_are_plain_but_for_code)
{
	struct doc d;
	struct buf b;

	doc_init(&d, 40, true);
	markdown_plain(&d, STYLE_TEXT, 2, "a*b*c and `i * 2`, but a ` alone stays");
	buf_init(&b);
	doc_text(&d, &b);
	ck_assert_str_eq(b.data, "  a*b*c and i * 2, but a ` alone stays\n");
	buf_release(&b);
	doc_release(&d);
}
END_TEST

/* In a hint, lines indented by four are code, as they are; what is no code is laid out. */
START_TEST(hints_have_lines_of_code)
{
	static const struct {
		const char *hint, *shown;
	} rows[] = {
		{ "Plain words that go on and on and on.", "  Plain words that go on and\n  on and on.\n" },
		{ "Load:\n\n    if (a < b * c)\n        t[`x`] = *p;\n\nThen `sum` it.",
			"  Load:\n\n      if (a < b * c)\n          t[`x`] = *p;\n\n  Then sum it.\n" },
		{ "In one:\n    a();\nin two:\n    b();", "  In one:\n      a();\n  in two:\n      b();\n" },
		{ "   three\n", "  three\n" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct doc d;
		struct buf b;

		doc_init(&d, 28, true);
		markdown_hint(&d, 2, rows[i].hint);
		buf_init(&b);
		doc_text(&d, &b);
		ck_assert_str_eq(b.data, rows[i].shown);
		buf_release(&b);
		doc_release(&d);
	}
}
END_TEST

/* Nothing breaks it: nested, unbalanced and random input, and no line is too wide but verbatim tables of one wide cell.
 */
START_TEST(hostile_input)
{
	static const char alphabet[] = "#>*-_`~[]()|!<>&;1.:\n\n  \tab\xc3\xe2\x80\x1b";
	char text[400];

	for (uint64_t round = 0; round < 3000; round++) {
		struct doc d;
		struct buf b;
		size_t n = rng_below(1, round, 1000, sizeof text - 1);

		for (size_t i = 0; i < n; i++)
			text[i] = alphabet[rng_below(1, round, i, sizeof alphabet - 1)];
		text[n] = '\0';
		render(text, 24, &b, &d);
		for (const char *p = b.data; *p; p++)
			ck_assert((unsigned char)*p >= 0x20 || *p == '\n');
		buf_release(&b);
		doc_release(&d);
	}
}
END_TEST

START_TEST(deep_nesting)
{
	struct doc d;
	struct buf md;

	buf_init(&md);
	for (int i = 0; i < 2000; i++)
		buf_puts(&md, "> - ");
	buf_puts(&md, "x\n");
	doc_init(&d, 40, true);
	markdown_render(&d, md.data, md.len);
	ck_assert_uint_gt(d.nlines, 0);
	doc_release(&d);
	buf_release(&md);
}
END_TEST

static const char lesson[] =
	"# Lab\n\nIntro.\n\n"
	"## 1. First things\n\nOne.\n\n```\n## 2. not a heading\n```\n\n### Deeper\n\nStill one.\n\n"
	"## Step 2: rows\n\nTwo.\n\n"
	"## Stride\n\nThree.\n\n"
	"## 10 Ten\n\nTen.\n";

START_TEST(sections)
{
	static const struct {
		struct section_key key;
		const char *begins, *ends;
	} rows[] = {
		{ { 1, "first", "First things" }, "## 1. First", "Still one.\n\n" },
		{ { 2, "rows", "Row sums" }, "## Step 2", "Two.\n\n" },
		{ { 3, "stride", "Sweep" }, "## Stride", "Three.\n\n" },
		{ { 10, NULL, NULL }, "## 10 Ten", "Ten.\n" },
	};
	struct section_key keys[] = { { 1, "first", NULL }, { 2, "rows", NULL } };
	struct section_key missing = { 7, "nothing", "Nothing" };
	size_t start, len;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		ck_assert_int_eq(markdown_section(lesson, strlen(lesson), &rows[i].key, &start, &len), 0);
		ck_assert(!strncmp(lesson + start, rows[i].begins, strlen(rows[i].begins)));
		ck_assert(!strncmp(lesson + start + len - strlen(rows[i].ends), rows[i].ends, strlen(rows[i].ends)));
	}
	ck_assert_int_eq(markdown_section(lesson, strlen(lesson), &missing, &start, &len), -1);
	ck_assert_uint_eq(len, strlen(lesson));
	ck_assert_uint_eq(markdown_intro(lesson, strlen(lesson), keys, 2), (size_t)(strstr(lesson, "## 1.") - lesson));
	ck_assert_uint_eq(markdown_intro(lesson, strlen(lesson), &missing, 1), strlen(lesson));
}
END_TEST

Suite *tui_markdown_suite(void);
Suite *tui_markdown_suite(void)
{
	Suite *s = suite_create("tui_markdown");
	TCase *t = tcase_create("markdown");

	setlocale(LC_CTYPE, "C.UTF-8");
	tcase_add_test(t, blocks);
	tcase_add_test(t, styles);
	tcase_add_test(t, hints_are_plain_but_for_code);
	tcase_add_test(t, hints_have_lines_of_code);
	tcase_add_test(t, hostile_input);
	tcase_add_test(t, deep_nesting);
	tcase_add_test(t, sections);
	suite_add_tcase(s, t);
	return s;
}
