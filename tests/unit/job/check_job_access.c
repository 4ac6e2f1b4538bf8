/* The picture of an access (judge/access.h) counts as the emulator does, whatever the lanes want. */
#include <check.h>
#include <string.h>

#include "emulator/cache/sectors.h"
#include "judge/access.h"

static uint64_t state = 88172645463325252u;
static uint32_t draw(uint32_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 33) % n;
}

START_TEST(counts_as_the_emulator)
{
	static const uint32_t sizes[] = { 1, 2, 4, 8, 16 };

	for (int n = 0; n < 20000; n++) {
		struct access a = { .kind = draw(2) ? ACCESS_STORE : ACCESS_LOAD,
			.mask = draw(4) ? UINT32_MAX : draw(UINT32_MAX) | 1,
			.bytes = sizes[draw(5)] };
		uint32_t range = 1u << (1 + draw(9)), stride = draw(3) ? 0 : draw(40), at[ACCESS_LANES];
		unsigned ideal;
		struct access_cost c;

		for (int l = 0; l < ACCESS_LANES; l++) {
			a.addr[l] = (stride ? (uint32_t)l * stride : draw(range)) * a.bytes;
			at[l] = (uint32_t)a.addr[l];
		}
		c = access_cost(&a);
		ck_assert_uint_eq(c.n, em_count_sectors(a.addr, a.mask, a.bytes));
		a.shared = true;
		c = access_cost(&a);
		ck_assert_uint_eq(c.n, em_count_wavefronts(at, a.mask, a.bytes, a.kind == ACCESS_STORE, &ideal));
		ck_assert_uint_eq(c.ideal, ideal);
	}
}
END_TEST

/* Each lane's word is in some wavefront, and a bank gives one word in each. */
START_TEST(every_word_once)
{
	struct access a = { .shared = true, .mask = UINT32_MAX, .bytes = 4 };
	struct access_waves w;
	uint32_t lanes = 0;

	for (int l = 0; l < ACCESS_LANES; l++)
		a.addr[l] = 4u * 8 * (unsigned)l;
	access_waves(&a, &w);
	ck_assert_uint_eq(w.n, 8);
	for (size_t i = 0; i < w.n; i++) {
		ck_assert_int_eq(__builtin_popcount(w.v[i].lanes), 4);
		lanes |= w.v[i].lanes;
		for (int b = 0; b < ACCESS_BANKS; b++)
			ck_assert_int_eq(w.v[i].lane[b], b % 8 ? -1 : (int)(i * 4) + b / 8);
	}
	ck_assert_uint_eq(lanes, UINT32_MAX);
}
END_TEST

START_TEST(worst_and_nth)
{
	struct access v[3] = { { .file = "a", .line = 5, .mask = UINT32_MAX, .bytes = 4, .nth = 1, .launch = 1 },
		{ .file = "a", .line = 7, .mask = UINT32_MAX, .bytes = 4, .nth = 1, .launch = 1 },
		{ .file = "a", .line = 7, .mask = UINT32_MAX, .bytes = 4, .nth = 2, .launch = 1 } };
	struct access_line lines[] = { { .file = "a", .line = 5, .launch = 1, .total = 1 },
		{ .file = "a", .line = 7, .launch = 1, .total = 9 },
		{ .file = "a", .line = 7, .launch = 2, .total = 4 },
		{ .file = "b", .line = 7, .launch = 1, .total = 1 } };
	struct access_list l = { .v = v, .n = 3, .lines = lines, .nlines = 4 };
	size_t n;

	for (int i = 0; i < ACCESS_LANES; i++) {
		v[0].addr[i] = 4u * (unsigned)i;
		v[1].addr[i] = 4u * (unsigned)i;
		v[2].addr[i] = 64u * (unsigned)i;
	}
	ck_assert_ptr_eq(access_worst(&l, NULL, NULL), &v[2]);
	ck_assert_ptr_eq(access_worst(&l, "1\n2\n3\n4\nx = a[i];\n6\ny\n", "a[i]"), &v[0]);
	ck_assert_ptr_null(access_worst(&l, "1\n2\n", "a[i]"));
	ck_assert_ptr_eq(access_at(&l, 7, 1, &n), &v[2]);
	ck_assert_uint_eq(n, 2);
	ck_assert_ptr_null(access_at(&l, 7, 2, NULL));
	ck_assert_uint_eq(access_total(&l, &v[2]), 9);
	ck_assert_uint_eq(access_of_all_launches(&l, &v[2]), 13);
	l.n = 0;
	ck_assert_ptr_null(access_worst(&l, NULL, NULL));
}
END_TEST

Suite *job_access_suite(void);
Suite *job_access_suite(void)
{
	Suite *s = suite_create("job_access");
	TCase *t = tcase_create("access");

	tcase_set_timeout(t, 60);
	tcase_add_test(t, counts_as_the_emulator);
	tcase_add_test(t, every_word_once);
	tcase_add_test(t, worst_and_nth);
	suite_add_tcase(s, t);
	return s;
}
