/* report: one step of a recorded run: warps, lanes, values, shared memory by banks; and what comes first in a low
 * window.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/stepper.h"
#include "report_kit.h"

enum { WARPS = 8 };
static const char source[] = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";
static struct trace_inst insts[] = {
	{ .file = "a.cu",
		.line = 4,
		.text = "st.shared.f32 [%r1], %f1",
		.kind = TRACE_STORE,
		.type = "f32",
		.class = 'f',
		.bits = 32 },
	{ .file = "a.cu", .line = 5, .text = "bar.sync 0", .kind = TRACE_BARRIER },
	{ .file = "a.cu", .line = 6, .text = "ret", .kind = TRACE_EXIT },
	{ .file = "a.cu",
		.line = 4,
		.text = "mul.lo.s32 %r9, %r8, 2",
		.reg = "%r9",
		.type = "s32",
		.class = 's',
		.bits = 32 },
};
static struct trace_row rows[32];
static struct trace trace = { .kernel = "k", .insts = insts, .ninsts = 4, .rows = rows, .nwarps = WARPS };

static uint64_t bits_of(float f)
{
	uint32_t word;

	memcpy(&word, &f, sizeof word);
	return word;
}

static struct trace_row *add(uint32_t warp, uint32_t inst)
{
	struct trace_row *r = &rows[trace.nrows++];

	*r = (struct trace_row){ .warp = warp, .inst = inst, .mask = UINT32_MAX };
	return r;
}

/* Warp 0 stores a float in each lane; a value for each lane is written next; it waits at the barrier. */
static void record(float first)
{
	struct trace_row *r;

	trace.nrows = 0;
	r = add(0, 0);
	r->space = TRACE_SHARED;
	r->bytes = 4;
	r->valued = true;
	for (int l = 0; l < TRACE_LANES; l++) {
		r->addr[l] = 4 * (uint64_t)l;
		r->value[l] = bits_of(l ? (float)l : first);
	}
	r = add(0, 3);
	r->valued = true;
	for (int l = 0; l < TRACE_LANES; l++)
		r->value[l] = 8 * (uint64_t)l;
	add(0, 1);
}

static char *shown(size_t step, int lines)
{
	struct stepper_view v = { &trace, source, 0, step, NULL, lines };
	struct doc d;
	struct buf b;

	doc_init(&d, 78, true);
	stepper_doc(&v, &d);
	buf_init(&b);
	doc_text(&d, &b);
	doc_release(&d);
	return buf_detach(&b);
}

static void has_not(const char *text, const char *words)
{
	ck_assert_msg(strstr(text, words) == NULL, "\"%s\" in:\n%s", words, text);
}

START_TEST(warps_at_one_place_share_a_word)
{
	char *text;

	record(0.5f);
	text = shown(0, 0);
	has(text, "warps  0 here   1-7 not begun\n");
	free(text);
	for (uint32_t w = 1; w < 4; w++)
		add(w, 1);
	add(4, 2);
	add(5, 2);
	add(6, 0);
	add(0, 1);
	text = shown(3, 0);
	has(text, "warps  0 here   1-3 at the barrier   4-5 have ended   6 line 4\n       7 not begun");
	free(text);
}
END_TEST

/* Eight words in a line, each above those of its bank, also where a float has more digits than its column: it is
 * rounded. */
START_TEST(shared_memory_keeps_its_columns)
{
	static const struct {
		float f;
		const char *word;
	} floats[] = { { 0.5f, "0.5" }, { 1234567.25f, "1.2e+06" }, { -0.000012345678f, "-1e-05" },
		{ 3.14159274f, "3.1416" }, { -0.00123456f, "-0.0012" } };

	for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
		char *text, *row, *bank, word[32];

		record(floats[i].f);
		text = shown(0, 0);
		row = strstr(strstr(text, "shared by banks"), "    0: ");
		ck_assert_ptr_nonnull(row);
		bank = strstr(row, " bank 0");
		snprintf(word, sizeof word, "%7s*", floats[i].word);
		ck_assert_msg(!strncmp(row + 7, word, 8), "%s: not \"%s\" in\n%s", floats[i].word, word, text);
		ck_assert_msg(bank - row == 7 + 8 * 8, "the columns of\n%s", text);
		has(text, "   24: ");
		free(text);
	}
}
END_TEST

/* At 24 lines 21 are in sight: among them the lanes' values and 32 words of shared memory, a row of banks. */
START_TEST(a_low_window_keeps_shared_memory_in_sight)
{
	enum { SIGHT = 21 };

	for (size_t step = 0; step < 3; step++) {
		char *low, *high, *end;
		int lines = 0;

		record(0.5f);
		low = shown(step, SIGHT);
		end = strstr(low, "bank 24\n");
		ck_assert_msg(end != NULL, "%s", low);
		for (const char *p = low; p < end; p++)
			lines += *p == '\n';
		ck_assert_msg(lines < SIGHT, "%d lines:\n%s", lines, low);
		high = shown(step, 60);
		has(high, step == 2 ? "three\n" : "two\n"); /* two lines before the step's own */
		has_not(low, step == 2 ? "three\n" : "two\n");
		free(low);
		free(high);
	}
}
END_TEST

START_TEST(short_values_stand_sixteen_in_a_row_where_it_is_low)
{
	char *text;

	record(0.5f);
	text = shown(1, 21);
	has(text, "    0:    0   8  16  24  32  40  48  56  64  72  80  88  96 104 112 120\n   16:  128");
	free(text);
	text = shown(1, 60);
	has(text, "    0:         0        8       16       24       32       40       48       56\n    8:        64");
	free(text);
	rows[1].value[3] = 1234; /* too long for that */
	text = shown(1, 21);
	has(text, "    0:         0        8       16     1234");
	free(text);
}
END_TEST

Suite *report_stepper_suite(void);
Suite *report_stepper_suite(void)
{
	Suite *s = suite_create("report_stepper");
	TCase *t = tcase_create("stepper");

	tcase_add_test(t, warps_at_one_place_share_a_word);
	tcase_add_test(t, shared_memory_keeps_its_columns);
	tcase_add_test(t, a_low_window_keeps_shared_memory_in_sight);
	tcase_add_test(t, short_values_stand_sixteen_in_a_row_where_it_is_low);
	suite_add_tcase(s, t);
	return s;
}
