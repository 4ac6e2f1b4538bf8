/* What comes with a time, the earliest first (base/earliest.h). */
#include <check.h>

#include "base/earliest.h"
#include "base/rng.h"

Suite *base_earliest_suite(void);

START_TEST(in_order)
{
	struct earliest q = { 0 };
	struct earliest_row before = { 0 };
	uint64_t in = 0, out = 0;

	for (int k = 0; k < 2000; k++) {
		for (int j = 0; j < 3 && in < 3000; j++, in++)
			earliest_put(&q, before.at + rng_below(1, 0, in, 50), in);
		before = earliest_take(&q);
		out++;
		ck_assert_uint_eq(q.n, in - out);
		for (uint64_t j = 0; j < q.n; j++)
			if (q.v[j].at < before.at || (q.v[j].at == before.at && q.v[j].nth < before.nth))
				ck_abort_msg("%llu came too late", (unsigned long long)q.v[j].what);
	}
	earliest_free(&q);
	ck_assert_ptr_null(q.v);
}
END_TEST

/* Of those with one time the first comes first. */
START_TEST(at_one_time)
{
	struct earliest q = { 0 };

	for (uint64_t k = 0; k < 100; k++)
		earliest_put(&q, k % 2, k);
	for (uint64_t k = 0; k < 100; k++)
		ck_assert_uint_eq(earliest_take(&q).what, k < 50 ? 2 * k : 2 * (k - 50) + 1);
	earliest_free(&q);
}
END_TEST

Suite *base_earliest_suite(void)
{
	Suite *s = suite_create("base_earliest");
	TCase *t = tcase_create("earliest");

	tcase_add_test(t, in_order);
	tcase_add_test(t, at_one_time);
	suite_add_tcase(s, t);
	return s;
}
