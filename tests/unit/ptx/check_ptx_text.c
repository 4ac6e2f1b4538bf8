/* The loader of the tests' own PTX (tests/unit/ptx_text.h), on ptx/example.ptx: sections, frames, pieces, what is
 * wanted; and that a name that is not there ends a test. */
#include "tests/unit/ptx_text.h"

#include <check.h>
#include <string.h>

Suite *ptx_text_suite(void);

#define EXAMPLE "ptx/example"

START_TEST(sections)
{
	const struct ptx_cases *f = ptx_cases(EXAMPLE);
	const struct ptx_case *c = ptx_case(f, "bare");
	size_t n;

	ck_assert_ptr_eq(f, ptx_cases(EXAMPLE));
	ck_assert_uint_eq(f->ncases, 4);
	ck_assert_str_eq(c->body, "\tbare ${FOLD a|b, {c}};\n");
	ck_assert_str_eq(ptx_want(c, "wants"), "0x10 bananas");
	ck_assert_int_eq(ptx_want_number(c, "number"), 16);
	ck_assert_ptr_null(ptx_want(c, "bare"));
	ck_assert_str_eq(f->cases[2].body, "");
	ck_assert_ptr_eq(ptx_group(f, "b", &n)[0], c);
	ck_assert_uint_eq(n, 1);
}
END_TEST

START_TEST(texts)
{
	size_t n;
	const char *const *steps = ptx_list(ptx_cases(EXAMPLE), "steps", &n);

	ck_assert_uint_eq(n, 2);
	ck_assert_str_eq(steps[0], "one");
	ck_assert_str_eq(steps[1], "two, and ${HEAD}");
	ck_assert_str_eq(ptx_of(EXAMPLE, NULL), "// What stands here is the file's own text: head\n");
	ck_assert_str_eq(ptx_of(EXAMPLE, "bare"), "\tbare \tld a;\n\tst a, {b, {c}};;\n");
	ck_assert_str_eq(ptx_fill(EXAMPLE, "within a frame", "VALUE", "${HEAD}"),
		"kernel within a frame {\n\t\tld head;\n\tst head, {y};\n}\n");
	ck_assert_str_eq(ptx_of(EXAMPLE, "empty"), "kernel empty {\n\n}\n");
	ck_assert_str_eq(ptx_fill(EXAMPLE, "repeated", "N", "3"), "kernel repeated {\n\tx;x;x; z;\n}\n");
}
END_TEST

/* What a test misnames must not pass for something empty. */
START_TEST(missing_case)
{
	ptx_of(EXAMPLE, "bear");
}
END_TEST
START_TEST(missing_group)
{
	size_t n;

	ptx_group(ptx_cases(EXAMPLE), "bear", &n);
}
END_TEST
START_TEST(missing_piece)
{
	ptx_of(EXAMPLE, "within a frame");
}
END_TEST
START_TEST(missing_piece_in_all)
{
	ptx_all(EXAMPLE);
}
END_TEST
START_TEST(missing_list)
{
	size_t n;

	ptx_list(ptx_cases(EXAMPLE), "stops", &n);
}
END_TEST
START_TEST(missing_number)
{
	ptx_want_number(ptx_case(ptx_cases(EXAMPLE), "bare"), "wants");
}
END_TEST
START_TEST(missing_file)
{
	ptx_cases("ptx/sample");
}
END_TEST

START_TEST(what_is_missing_fails)
{
	const TTest *const all[] = { missing_case, missing_group, missing_piece, missing_piece_in_all, missing_list,
		missing_number, missing_file };
	const size_t n = sizeof all / sizeof *all;
	Suite *s = suite_create("missing");
	TCase *c = tcase_create("missing");
	SRunner *r = srunner_create(s);

	for (size_t k = 0; k < n; k++)
		tcase_add_test(c, all[k]);
	suite_add_tcase(s, c);
	srunner_run_all(r, CK_SILENT);
	ck_assert_int_eq(srunner_ntests_failed(r), (int)n);
	srunner_free(r);
}
END_TEST

Suite *ptx_text_suite(void)
{
	Suite *s = suite_create("ptx text");
	TCase *c = tcase_create("text");

	tcase_add_test(c, sections);
	tcase_add_test(c, texts);
	tcase_add_test(c, what_is_missing_fails);
	suite_add_tcase(s, c);
	return s;
}
