/* report: sources with their words styled, and with what their lines counted; long messages folded. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "report/highlight.h"
#include "report/lines.h"
#include "report/result_doc.h"
#include "report_kit.h"

/* Each span as "STYLE:text|" of the styles that a source has. */
static void spans(const struct doc *d, struct buf *out)
{
	for (size_t i = 0; i < d->nspans; i++) {
		enum style s = d->spans[i].style;

		buf_printf(out, "%c:%.*s|",
			s == STYLE_KEYWORD         ? 'k' :
				s == STYLE_CUDA    ? 'c' :
				s == STYLE_COMMENT ? '/' :
				s == STYLE_LITERAL ? '1' :
						     '-',
			(int)d->spans[i].len, d->text.data + d->spans[i].off);
	}
}

START_TEST(words_of_a_source)
{
	static const struct {
		const char *line, *want;
		bool before, after; /* in a comment */
	} rows[] = {
		{ "int i = 0x1F;", "k:int|-: i = |1:0x1F|-:;|", false, false },
		{ "__global__ void f(float *x)", "c:__global__|-: |k:void|-: f(|k:float|-: *x)|", false, false },
		{ "threadIdxy interest", "-:threadIdxy interest|", false, false },
		{ "a /* b */ c // int", "-:a |/:/* b */|-: c |/:// int|", false, false },
		{ "a /* b", "-:a |/:/* b|", false, true },
		{ "int */ int", "/:int */|-: |k:int|", true, false },
		{ "/*/ a", "/:/*/ a|", false, true },
		{ "\"a // \\\" b\" + 'c'", "1:\"a // \\\" b\"|-: + |1:'c'|", false, false },
		{ "\"open", "1:\"open|", false, false },
		{ "\"open\\", "1:\"open\\|", false, false },
		{ "#define N 16", "c:#define|-: N |1:16|", false, false },
		{ "", "", false, false },
		{ "/", "-:/|", false, false },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct highlight h = { rows[i].before };
		struct doc d;
		struct buf b;

		doc_init(&d, 80, true);
		buf_init(&b);
		highlight_line(&h, rows[i].line, strlen(rows[i].line), &d);
		doc_break(&d);
		spans(&d, &b);
		ck_assert_str_eq(b.len ? b.data : "", rows[i].want);
		ck_assert_int_eq(h.in_comment, rows[i].after);
		buf_release(&b);
		doc_release(&d);
	}
}
END_TEST

/* Nothing is hidden at the right edge: a long line goes on below, at a blank where there is one. */
START_TEST(a_long_line_goes_on_below)
{
	static const struct {
		const char *line, *want;
		bool after;
	} rows[] = {
		{ "\t12345678901234567890 /* on", "  123456789012345678\n      90 /* on\n", true },
		{ "\tint first = second + third;", "  int first = second\n      + third;\n", false },
		{ "12345678901234567890", "12345678901234567890\n", false },
		{ "a \"b c d e f g h i j k l m n\"", "a \"b c d e f g h i j\n    k l m n\"\n", false },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct highlight h = { false };
		struct doc d;
		struct buf b, text;

		doc_init(&d, 20, true);
		highlight_line(&h, rows[i].line, strlen(rows[i].line), &d);
		doc_break(&d);
		buf_init(&b);
		buf_init(&text);
		doc_text(&d, &b);
		for (const char *p = b.data; *p; p++) /* blanks at a line's end show nothing */
			if (*p != ' ' || p[strspn(p, " ")] != '\n')
				buf_putc(&text, *p);
		ck_assert_str_eq(text.data, rows[i].want);
		ck_assert_int_eq(h.in_comment, rows[i].after);
		for (size_t l = 0; l < d.nlines; l++) {
			buf_clear(&text);
			doc_line_text(&d, l, &text);
			ck_assert_uint_le(text.len, 20);
		}
		buf_release(&b);
		buf_release(&text);
		doc_release(&d);
	}
}
END_TEST

static const char source[] = "one\ntwo\nthree // TODO\nfour\n";
static const char *around[] = { "one", "two", "three // TODO" };
static struct line_count counts[] = { { .line = 1, .times = 1 }, { .line = 2, .times = 9 }, { .line = 4, .times = 2 } };

static struct result counted(void)
{
	struct result r = { .verdict = VERDICT_GATE_FAILED, .source = source, .lines = counts, .nlines = 3 };

	counts[0].c.v[CTR_INST] = 2;
	counts[1].c.v[CTR_INST] = 90;
	counts[2].c.v[CTR_INST] = 8;
	r.nexcerpts = 1;
	r.excerpts[0] = (struct excerpt){ .line = 2, .first = 1, .n = 3, .note = "It went wrong." };
	memcpy(r.excerpts[0].lines, around, sizeof around);
	return r;
}

static char *doc_of(const struct lines_view *v, size_t rows)
{
	struct doc d;
	struct buf b;

	doc_init(&d, 78, false);
	ck_assert_uint_eq(lines_doc(v, &d), rows);
	buf_init(&b);
	doc_text(&d, &b);
	doc_release(&d);
	return buf_detach(&b);
}

START_TEST(lines_by_cost)
{
	struct result r = counted();
	struct lines_view v = { .r = &r, .by_cost = true };
	char *text = doc_of(&v, 3);
	static const int order[] = { 2, 4, 1, 0 };

	ck_assert(strstr(text, "two") < strstr(text, "four"));
	ck_assert(strstr(text, "four") < strstr(text, "one"));
	ck_assert_ptr_null(strstr(text, "three"));
	has(text, "90%    2# two");
	has(text, "8%    4+ four");
	for (size_t i = 0; i < 4; i++)
		ck_assert_int_eq(lines_of_row(&v, i), order[i]);
	ck_assert_uint_eq(lines_row_of(&v, 4), 1);
	ck_assert_uint_eq(lines_row_of(&v, 3), SIZE_MAX);
	free(text);
}
END_TEST

START_TEST(code_marks_what_went_wrong_and_what_is_to_do)
{
	struct result r = counted();
	struct lines_view v = { .r = &r, .text = source, .code = true };
	char *text = doc_of(&v, 4);

	has(text, "2x two\n");
	has(text, "It went wrong.");
	has(text, "3> three");
	ck_assert_int_eq(lines_to_edit(&r, source), 2);
	free(text);
	/* Changed: what was counted is of another text, and so is what went wrong. */
	v.text = "one\n\ntwo\nthree // TODO\n";
	text = doc_of(&v, 4);
	has(text, "the next one counts its lines");
	ck_assert_ptr_null(strstr(text, "share"));
	ck_assert_ptr_null(strstr(text, "It went wrong."));
	ck_assert_int_eq(lines_to_edit(&r, v.text), 4);
	free(text);
	/* The compiler stumbled a line behind what was missing, and that is there now. */
	v.text = "one;\ntwo\nthree // TODO\nfour\n";
	ck_assert_int_eq(lines_to_edit(&r, v.text), 2);
	r.verdict = VERDICT_COMPILE_ERROR;
	ck_assert_int_eq(lines_to_edit(&r, v.text), 3);
	ck_assert_int_eq(lines_to_edit(&r, source), 2);
	/* No run yet, and an empty file. */
	v.r = NULL;
	free(doc_of(&v, 4));
	v.text = "";
	text = doc_of(&v, 0);
	has(text, "The file is empty.");
	free(text);
	ck_assert_int_eq(lines_to_edit(NULL, "nothing\n"), 0);
}
END_TEST

START_TEST(long_messages_are_folded)
{
	struct result r = { .verdict = VERDICT_WRONG_ANSWER, .message = "No." };
	struct buf said, b[2];

	buf_init(&said);
	for (int i = 1; i <= 40; i++)
		buf_printf(&said, "said %d.\n", i);
	r.diagnostics = said.data;
	r.printed_in = "big";
	for (int fold = 0; fold < 2; fold++) {
		struct result_view v = { .r = &r, .fold = fold };
		struct doc d;

		doc_init(&d, 78, true);
		buf_init(&b[fold]);
		result_doc(&v, &d);
		doc_text(&d, &b[fold]);
		doc_release(&d);
	}
	has(b[0].data, "said 40.");
	has(b[1].data, "said 9.");
	ck_assert_ptr_null(strstr(b[1].data, "said 10."));
	has(b[1].data, "... and 31 more lines: z shows them");
	buf_release(&b[0]);
	buf_release(&b[1]);
	buf_release(&said);
}
END_TEST

Suite *report_lines_suite(void);
Suite *report_lines_suite(void)
{
	Suite *s = suite_create("report_lines");
	TCase *t = tcase_create("lines");

	tcase_add_test(t, words_of_a_source);
	tcase_add_test(t, a_long_line_goes_on_below);
	tcase_add_test(t, lines_by_cost);
	tcase_add_test(t, code_marks_what_went_wrong_and_what_is_to_do);
	tcase_add_test(t, long_messages_are_folded);
	suite_add_tcase(s, t);
	return s;
}
