/* report: the PTX of a program as a column: a guard stands before its instruction, as in PTX. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "judge/listing.h"
#include "report/listing.h"
#include "report_kit.h"

static struct listing_row rows[] = { { "k", "", 0, true }, { "bra", "@%p1 $L__BB0_2", 12, false },
	{ "ret", "@!%p2 ", 12, false }, { "ld.global.u32", "%r1, [%rd1]", 14, false }, { "ret", "", 15, false } };

static char *text_of(void)
{
	struct listing l = { .title = "yours", .v = rows, .n = sizeof rows / sizeof *rows };
	struct result r = { .listings = &l, .nlistings = 1 };
	struct text_style st = { false, false, 80 };
	struct buf b;

	buf_init(&b);
	report_listing_text(&r, &st, &b);
	return buf_detach(&b);
}

START_TEST(a_guard_stands_before_its_instruction)
{
	char *text = text_of();

	has(text, " @%p1 bra $L__BB0_2\n");
	has(text, " @!%p2 ret\n");
	has(text, " ld.global.u32 %r1, [%rd1]\n");
	ck_assert_msg(!strstr(text, "bra @"), "%s", text);
	free(text);
}
END_TEST

Suite *report_listing_suite(void);
Suite *report_listing_suite(void)
{
	Suite *s = suite_create("report_listing");
	TCase *t = tcase_create("listing");

	tcase_add_test(t, a_guard_stands_before_its_instruction);
	suite_add_tcase(s, t);
	return s;
}
