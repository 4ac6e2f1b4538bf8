/* Reports of hand-made results against golden files (tests/unit/report/golden). After an intended change:
 * GOLDEN_UPDATE=1 make unit-report, then read the diff. Beside the goldens: what no golden can say (valid JSON for any
 * bytes, widths, statuses). */
#include <check.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "report/doc/text.h"
#include "report/page.h"
#include "report/report.h"
#include "base/lines.h"
#include "report_samples.h"

static const struct text_style plain = { false, false, 80 }, utf8 = { false, true, 80 }, narrow = { false, true, 44 },
			       wide = { false, true, 120 }, color = { true, true, 80 };

/* Every row of formats.def: none goes untested. */
static const struct {
	const char *golden, *golden_empty;
	report_list_fn *write;
} formats[] = {
#define REPORT_FORMAT(ID, word, ending) { "check." #word, "check-empty." #word, report_check_##word },
#include "report/formats.def"
#undef REPORT_FORMAT
};
enum { FORMATS = sizeof formats / sizeof *formats };

/* The first line in which they differ; the whole of a document may be too long for a message. */
static int first_difference(const char *want, const char *got)
{
	int line = 1;

	for (; *want && *want == *got; want++, got++)
		line += *want == '\n';
	return line;
}

static void check_golden(const char *name, const struct buf *got)
{
	char *path = xasprintf("tests/unit/report/golden/%s", name);
	struct err e = ERR_INIT;
	struct buf want;

	if (getenv("GOLDEN_UPDATE")) {
		ck_assert_msg(fs_write_atomic(path, got->data, got->len, 0644, &e) == 0, "%s", e.msg);
	} else {
		buf_init(&want);
		ck_assert_msg(
			fs_read(path, 1 << 20, &want, &e) == 0, "%s (tests run from the root of the project)", e.msg);
		const int line = first_difference(want.data, got->data);
		size_t n;
		const char *at = line_at(got->data, line, &n);

		ck_assert_msg(!strcmp(want.data, got->data), "%s:%d differs: now it is \"%.*s\"", path, line,
			at ? (int)(n < 400 ? n : 400) : 0, at ? at : "");
		buf_release(&want);
	}
	free(path);
}

static void check_text(const char *name, const struct result *r, const struct text_style *st)
{
	struct buf b;

	buf_init(&b);
	report_text(r, st, &b);
	check_golden(name, &b);
	buf_release(&b);
}

START_TEST(text_of_a_pass)
{
	struct samples s;

	samples_make(&s);
	check_text("pass.txt", &s.pass, &utf8);
	check_text("pass-ascii.txt", &s.pass, &plain);
	samples_release(&s);
}
END_TEST

START_TEST(text_of_a_wrong_answer)
{
	struct samples s;

	samples_make(&s);
	check_text("wrong.txt", &s.wrong, &utf8);
	check_text("wrong-narrow.txt", &s.wrong, &narrow);
	check_text("wrong-wide.txt", &s.wrong, &wide);
	check_text("wrong-color.txt", &s.wrong, &color);
	samples_release(&s);
}
END_TEST

START_TEST(text_of_the_others)
{
	struct samples s;

	samples_make(&s);
	check_text("compile.txt", &s.compile, &plain);
	check_text("gate.txt", &s.gate, &utf8);
	check_text("fault.txt", &s.fault, &utf8);
	check_text("sweep.txt", &s.sweep, &utf8);
	check_text("race.txt", &s.race, &utf8);
	check_text("not-judged.txt", &s.not_judged, &utf8);
	samples_release(&s);
}
END_TEST

START_TEST(json_of_runs)
{
	struct samples s;
	struct buf b;

	samples_make(&s);
	buf_init(&b);
	report_json(&s.wrong, &b);
	check_golden("wrong.json", &b);
	buf_clear(&b);
	report_json(&s.pass, &b);
	check_golden("pass.json", &b);
	buf_clear(&b);
	report_json(&s.race, &b);
	check_golden("race.json", &b);
	buf_release(&b);
	samples_release(&s);
}
END_TEST

START_TEST(lists)
{
	struct samples s;
	struct buf b;
	const struct result *list[SAMPLES];
	size_t n;

	samples_make(&s);
	n = samples_list(&s, list);
	buf_init(&b);
	report_check_text(list, n, &utf8, &b);
	check_golden("check.txt", &b);
	buf_clear(&b);
	report_check_text(list, 0, &utf8, &b);
	check_golden("check-empty.txt", &b);
	for (size_t k = 0; k < FORMATS; k++) {
		buf_clear(&b);
		formats[k].write(list, n, &b);
		check_golden(formats[k].golden, &b);
		buf_clear(&b);
		formats[k].write(list, 0, &b);
		check_golden(formats[k].golden_empty, &b);
	}
	buf_release(&b);
	samples_release(&s);
}
END_TEST

START_TEST(json_of_a_list)
{
	struct samples s;
	struct buf b;
	const struct result *list[SAMPLES];
	size_t n;
	json_t *j;

	samples_make(&s);
	n = samples_list(&s, list);
	buf_init(&b);
	report_check_json(list, n, &b);
	j = json_loads(b.data, 0, NULL);
	ck_assert_ptr_nonnull(j);
	ck_assert_str_eq(json_string_value(json_object_get(j, "schema")), "warplings.check/1");
	ck_assert_uint_eq(json_array_size(json_object_get(j, "results")), n);
	ck_assert_int_eq(json_integer_value(json_object_get(json_object_get(j, "summary"), "not_judged")), 1);
	ck_assert_int_eq(json_integer_value(json_object_get(json_object_get(j, "summary"), "todo")), 1);
	json_decref(j);
	buf_release(&b);
	samples_release(&s);
}
END_TEST

/* A line passes the right edge only with a last word that would fit on no line under its heading. */
static bool unbreakable(const char *line, int width)
{
	const char *last = strrchr(line, ' ');

	return text_columns(last ? last + 1 : line) > width - 15;
}

START_TEST(lines_fit)
{
	static const int widths[] = { 30, 44, 60, 80, 100, 120 };
	struct samples s;

	samples_make(&s);
	s.wrong.diagnostics = NULL; /* a compiler's lines stay as they are */
	for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
		const struct result *all[] = { &s.pass, &s.wrong, &s.gate, &s.fault, &s.sweep, &s.not_judged };
		const struct text_style st = { false, true, widths[w] };

		for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
			struct buf b;

			buf_init(&b);
			report_text(all[i], &st, &b);
			for (char *line = strtok(b.data, "\n"); line; line = strtok(NULL, "\n"))
				ck_assert_msg(text_columns(line) <= widths[w] || unbreakable(line, widths[w]),
					"wider than %d: %s", widths[w], line);
			buf_release(&b);
		}
	}
	samples_release(&s);
}
END_TEST

START_TEST(no_control_byte_gets_out)
{
	static const char evil[] = "\033]0;owned\a\033[31m \xc2\x9b 1m \xff\xfe <b>&\"' ]]> \xef\xbf\xbf \r\n\tend";
	struct samples s;
	const struct result *list[1];
	struct buf b;
	json_t *j;

	samples_make(&s);
	s.wrong.message = s.wrong.diagnostics = s.wrong.file = s.wrong.device_name = evil;
	s.wrong.cases[1].message = s.wrong.cases[1].name = s.wrong.cases[1].mismatch.got = evil;
	s.wrong.student.kernels[0].name = evil;
	list[0] = &s.wrong;
	buf_init(&b);
	report_json(&s.wrong, &b);
	j = json_loads(b.data, 0, NULL);
	ck_assert_ptr_nonnull(j);
	json_decref(j);
	report_text(&s.wrong, &utf8, &b);
	report_text(&s.wrong, &plain, &b);
	report_check_text(list, 1, &utf8, &b);
	for (size_t k = 0; k < FORMATS; k++)
		formats[k].write(list, 1, &b);
	for (size_t i = 0; i < b.len; i++)
		ck_assert_msg((unsigned char)b.data[i] >= ' ' || b.data[i] == '\n' || b.data[i] == '\t',
			"byte %02x at %zu", (unsigned char)b.data[i], i);
	ck_assert_ptr_null(strstr(b.data, "\xc2\x9b"));
	buf_clear(&b);
	report_check_junit(list, 1, &b);
	ck_assert_ptr_null(strstr(b.data, "<b>"));
	ck_assert_ptr_null(strstr(b.data, "\xef\xbf\xbf"));
	/* ASCII means ASCII. */
	buf_clear(&b);
	report_text(&s.wrong, &plain, &b);
	for (size_t i = 0; i < b.len; i++)
		ck_assert_int_lt((unsigned char)b.data[i], 0x7f);
	buf_release(&b);
	samples_release(&s);
}
END_TEST

START_TEST(statuses)
{
	struct samples s;
	const struct result *list[4];

	samples_make(&s);
	ck_assert_int_eq(report_exit_status(list, 0), 0);
	list[0] = &s.pass;
	list[1] = &s.todo;
	ck_assert_int_eq(report_exit_status(list, 2), 0);
	list[2] = &s.gate;
	ck_assert_int_eq(report_exit_status(list, 3), 1);
	list[3] = &s.not_judged;
	ck_assert_int_eq(report_exit_status(list, 4), 3);
	samples_release(&s);
}
END_TEST

START_TEST(numbers)
{
	static const struct {
		double v;
		const char *count;
	} counts[] = {
		{ 0, "0" },
		{ 999, "999" },
		{ 1000, "1,000" },
		{ 1234567, "1,234,567" },
		{ -1234, "-1,234" },
		{ 2.5, "2.50" },
		{ 1e17, "100,000,000,000,000,000" },
	};
	static const struct {
		double us;
		const char *text;
	} times[] = {
		{ 0.123, "0.12 us" },
		{ 9.994, "9.99 us" },
		{ 9.996, "10.0 us" },
		{ 99.94, "99.9 us" },
		{ 99.96, "100 us" },
		{ 999.4, "999 us" },
		{ 999.6, "1.00 ms" },
		{ 123456, "123 ms" },
		{ 2.5e6, "2.50 s" },
	};
	struct side side = {
		.ran = true, .time_us = 12.34, .time_kind = TIME_MODELLED, .time_device = "NVIDIA H200 (emulated)"
	};
	char text[64];
	struct buf b;

	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		format_count(counts[i].v, text, sizeof text);
		ck_assert_str_eq(text, counts[i].count);
	}
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		format_us(times[i].us, text, sizeof text);
		ck_assert_str_eq(text, times[i].text);
	}
	format_limit(CTR_GLOBAL_LD_SECTORS, 72089.6, true, text, sizeof text);
	ck_assert_str_eq(text, "72,089");
	format_limit(CTR_GLOBAL_LD_SECTORS, 72089.6, false, text, sizeof text);
	ck_assert_str_eq(text, "72,090");
	format_limit(CTR_LD_SECTORS_PER_REQUEST, 4.5, true, text, sizeof text);
	ck_assert_str_eq(text, "4.50");
	format_count(NAN, text, sizeof text);
	format_count(INFINITY, text, sizeof text);
	buf_init(&b);
	report_time(&side, &b);
	ck_assert_str_eq(b.data, "12.3 us (modelled, NVIDIA H200)");
	buf_clear(&b);
	side.time_kind = TIME_MEASURED;
	side.time_device = "NVIDIA H200";
	report_time(&side, &b);
	ck_assert_str_eq(b.data, "12.3 us (measured, NVIDIA H200)");
	buf_clear(&b);
	side.time_kind = TIME_NONE;
	report_time(&side, &b);
	ck_assert_str_eq(b.data, "not timed");
	buf_release(&b);
}
END_TEST

START_TEST(columns)
{
	ck_assert_int_eq(text_columns("abc"), 3);
	ck_assert_int_eq(text_columns("µs ≤"), 4);
	ck_assert_int_eq(text_columns("漢字"), 4);
	ck_assert_int_eq(text_columns("e\xcc\x81"), 1);
	ck_assert_int_eq(text_columns(""), 0);
}
END_TEST

Suite *report_suite(void);
Suite *report_suite(void)
{
	Suite *s = suite_create("report");
	TCase *t = tcase_create("golden"), *p = tcase_create("properties");

	tcase_add_test(t, text_of_a_pass);
	tcase_add_test(t, text_of_a_wrong_answer);
	tcase_add_test(t, text_of_the_others);
	tcase_add_test(t, json_of_runs);
	tcase_add_test(t, lists);
	suite_add_tcase(s, t);
	tcase_add_test(p, json_of_a_list);
	tcase_add_test(p, lines_fit);
	tcase_add_test(p, no_control_byte_gets_out);
	tcase_add_test(p, statuses);
	tcase_add_test(p, numbers);
	tcase_add_test(p, columns);
	suite_add_tcase(s, p);
	return s;
}
