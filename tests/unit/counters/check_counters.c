/* counters: the table is sound, and values follow from it. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "counters/counters.h"

Suite *counters_suite(void);

START_TEST(every_row_is_complete_and_unique)
{
	for (int i = 0; i < CTR_COUNT; i++) {
		ck_assert_ptr_nonnull(counter_name(i));
		ck_assert_int_eq(counter_find(counter_name(i)), i);
		ck_assert_int_eq(counter_find(counter_alias(i)), i);
		ck_assert_int_eq(counter_sentence(i)[strlen(counter_sentence(i)) - 1], '.');
	}
	ck_assert_int_eq(counter_find("no such counter"), -1);
}
END_TEST

/* Authors choose a counter from the page's table. */
START_TEST(the_page_has_every_row)
{
	struct buf page;
	char *row;

	buf_init(&page);
	ck_assert_int_eq(fs_read("docs/counters.md", 1 << 20, &page, NULL), 0);
	for (int i = 0; i < CTR_COUNT; i++) {
		row = xasprintf("\n| %s | `%s` | %s |\n", counter_alias(i), counter_name(i), counter_sentence(i));
		ck_assert_msg(strstr(page.data, row) != NULL, "docs/counters.md lacks the row%s", row);
		free(row);
	}
	buf_release(&page);
}
END_TEST

START_TEST(ratios_follow_from_sums)
{
	struct counters a = { { 0 } }, b = { { 0 } };

	ck_assert(!counter_defined(&a, CTR_LD_SECTORS_PER_REQUEST));
	ck_assert(counter_value(&a, CTR_LD_SECTORS_PER_REQUEST) == 0);
	a.v[CTR_GLOBAL_LD_REQUESTS] = 1;
	a.v[CTR_GLOBAL_LD_SECTORS] = 4;
	b.v[CTR_GLOBAL_LD_REQUESTS] = 1;
	b.v[CTR_GLOBAL_LD_SECTORS] = 32;
	counters_add(&a, &b);
	ck_assert(counter_value(&a, CTR_LD_SECTORS_PER_REQUEST) == 18);
	ck_assert(counter_value(&a, CTR_GLOBAL_LD_SECTORS) == 36);
}
END_TEST

Suite *counters_suite(void)
{
	Suite *s = suite_create("counters");
	TCase *t = tcase_create("counters");

	tcase_add_test(t, every_row_is_complete_and_unique);
	tcase_add_test(t, the_page_has_every_row);
	tcase_add_test(t, ratios_follow_from_sums);
	suite_add_tcase(s, t);
	return s;
}
