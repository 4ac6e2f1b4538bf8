/* report/diff.h: from its rows both texts can be put together again, and it finds the fewest changes. */
#include <check.h>
#include <string.h>

#include "base/buf.h"
#include "report/diff.h"

static uint64_t state = 88172645463325252u;
static unsigned draw(unsigned n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(state >> 33) % n;
}

static void text_of(struct buf *b)
{
	for (unsigned n = draw(12); n; n--)
		buf_printf(b, "%c\n", 'a' + (char)draw(4));
}

static size_t changes(const char *a, const char *b)
{
	struct buf left, right;
	json_t *rows = diff_json(a, b), *row;
	size_t i, n = 0;

	buf_init(&left);
	buf_init(&right);
	json_array_foreach(rows, i, row)
	{
		const char *sign = json_string_value(json_object_get(row, "sign")),
			   *text = json_string_value(json_object_get(row, "text"));

		n += *sign != ' ';
		if (*sign != '+')
			buf_printf(&left, "%s\n", text);
		if (*sign != '-')
			buf_printf(&right, "%s\n", text);
	}
	ck_assert_str_eq(left.len ? left.data : "", a);
	ck_assert_str_eq(right.len ? right.data : "", b);
	buf_release(&left);
	buf_release(&right);
	json_decref(rows);
	return n;
}

START_TEST(rows_are_both_texts)
{
	for (int i = 0; i < 3000; i++) {
		struct buf a, b;

		buf_init(&a);
		buf_init(&b);
		text_of(&a);
		text_of(&b);
		ck_assert_uint_eq(changes(a.len ? a.data : "", b.len ? b.data : ""),
			changes(b.len ? b.data : "", a.len ? a.data : ""));
		ck_assert_uint_eq(changes(a.len ? a.data : "", a.len ? a.data : ""), 0);
		buf_release(&a);
		buf_release(&b);
	}
	ck_assert_uint_eq(changes("a\nb\nc\n", "a\nc\n"), 1);
	ck_assert_uint_eq(changes("a\nb\nc\n", "x\na\nb\ny\nc\n"), 2);
}
END_TEST

START_TEST(only_what_is_near_a_change)
{
	struct doc d;
	struct buf b;

	doc_init(&d, 60, true);
	buf_init(&b);
	ck_assert_uint_eq(diff_doc("a", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "b", "1\n2\n3\n4\n5\n6\n7\n8\nnine\n", &d), 2);
	doc_text(&d, &b);
	ck_assert_ptr_nonnull(strstr(b.data, "   9 - 9\n   9 + nine\n"));
	ck_assert_ptr_nonnull(strstr(b.data, "   6   6\n"));
	ck_assert_ptr_null(strstr(b.data, "   5   5\n"));
	doc_clear(&d);
	buf_clear(&b);
	ck_assert_uint_eq(diff_doc("a", "same\n", "b", "same\n", &d), 0);
	doc_text(&d, &b);
	ck_assert_ptr_nonnull(strstr(b.data, "The two are the same."));
	buf_release(&b);
	doc_release(&d);
}
END_TEST

/* A long line goes on between two words, further in, and has its number once. */
START_TEST(a_long_line_goes_on_below)
{
	struct doc d;
	struct buf b;

	doc_init(&d, 40, true);
	buf_init(&b);
	diff_doc("a", "\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n", "b", "\tint i;\n\n", &d);
	doc_text(&d, &b);
	ck_assert_ptr_nonnull(strstr(b.data,
		"   1 -   int i = blockIdx.x * blockDim.x\n             + threadIdx.x;\n   1 +   int i;\n   2 +\n"));
	buf_release(&b);
	doc_release(&d);
}
END_TEST

/* A tab, blanks at the end, and the line ends of another system: lines that would look alike. */
START_TEST(blanks_are_seen_where_nothing_else_differs)
{
	static const char *const cases[][4] = { /* two texts; what is shown with UTF-8, without */
		{ "\tx = 1;\n", "        x = 1;\n",
			"   1 - \xE2\x86\x92 x = 1;\n   1 + "
			"\xC2\xB7\xC2\xB7\xC2\xB7\xC2\xB7\xC2\xB7\xC2\xB7\xC2\xB7\xC2\xB7x = 1;\n",
			"   1 - > x = 1;\n   1 + ........x = 1;\n" },
		{ "x = 1;\n", "x = 1; \n", "   1 - x = 1;\n   1 + x = 1;\xC2\xB7\n", "   1 + x = 1;.\n" },
		{ "x\n", "x\r\n", "   1 - x\n   1 + x\\r\n", "   1 + x\\r\n" },
		/* What else differs is seen anyway, and its blanks are left alone. */
		{ "\tx = 1;\n", "\tx = 2;\n", "   1 -   x = 1;\n   1 +   x = 2;\n", "   1 -   x = 1;\n" }
	};

	for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
		const char *const *c = cases[i / 2];
		struct doc d;
		struct buf b;

		doc_init(&d, 80, i % 2 == 0);
		buf_init(&b);
		ck_assert_uint_eq(diff_doc("a", c[0], "b", c[1], &d), 2);
		doc_text(&d, &b);
		ck_assert_msg(strstr(b.data, c[2 + i % 2]) != NULL, "case %zu:\n%s", i, b.data);
		ck_assert_int_eq(strstr(b.data, "nothing but blanks") != NULL, i / 2 != 3);
		buf_release(&b);
		doc_release(&d);
	}
}
END_TEST

Suite *report_diff_suite(void);
Suite *report_diff_suite(void)
{
	Suite *s = suite_create("report_diff");
	TCase *t = tcase_create("diff");

	tcase_add_test(t, rows_are_both_texts);
	tcase_add_test(t, a_long_line_goes_on_below);
	tcase_add_test(t, blanks_are_seen_where_nothing_else_differs);
	tcase_add_test(t, only_what_is_near_a_change);
	suite_add_tcase(s, t);
	return s;
}
