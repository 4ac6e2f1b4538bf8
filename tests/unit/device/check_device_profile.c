/* profiles: the files parse and hold together, bad ones are errors at their line, and docs/profiles.md lists every
 * field of each. After an intended change: GOLDEN_UPDATE=1 make unit-device. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "device/time/profile.h"

Suite *device_profile_suite(void);

#define PAGE "docs/profiles.md"
#define BEGIN "<!-- fields -->\n"
#define END "<!-- end of fields -->\n"

static const struct {
	const char *key, *meaning;
	long long lo, hi;
} fields[DP_FIELD_COUNT] = {
#define FIELD(id, key, lo, hi, meaning) [DP_FIELD_##id] = { key, meaning, lo, hi },
#include "device/profile_fields.def"
};

static void table(struct buf *b)
{
	struct profile p;

	buf_puts(b, "| field | meaning |");
	for (size_t i = 0; profile_name(i); i++)
		buf_printf(b, " %s |", profile_name(i));
	buf_puts(b, "\n|---|---|");
	for (size_t i = 0; profile_name(i); i++)
		buf_puts(b, "--:|");
	buf_puts(b, "\n");
	for (int f = 0; f < DP_FIELD_COUNT; f++) {
		buf_printf(b, "| `%s` | %s |", fields[f].key, fields[f].meaning);
		for (size_t i = 0; profile_name(i); i++) {
			ck_assert(!profile_find(&p, profile_name(i), NULL));
			buf_printf(b, " %lld |", (long long)p.field[f]);
		}
		buf_puts(b, "\n");
	}
}

START_TEST(the_page_lists_every_field)
{
	struct buf page, want;
	char *begin, *end;

	buf_init(&page);
	buf_init(&want);
	ck_assert(!fs_read(PAGE, 1 << 20, &page, NULL));
	begin = strstr(page.data, BEGIN);
	ck_assert_ptr_nonnull(begin);
	begin += strlen(BEGIN);
	end = strstr(begin, END);
	ck_assert_ptr_nonnull(end);
	table(&want);
	if (getenv("GOLDEN_UPDATE")) {
		struct buf whole;

		buf_init(&whole);
		buf_add(&whole, page.data, (size_t)(begin - page.data));
		buf_puts(&whole, want.data);
		buf_puts(&whole, end);
		ck_assert(!fs_write_atomic(PAGE, whole.data, whole.len, 0644, NULL));
		buf_release(&whole);
	} else {
		ck_assert_msg((size_t)(end - begin) == want.len && !memcmp(begin, want.data, want.len),
			PAGE " is not what the profiles say; GOLDEN_UPDATE=1 make unit-device writes it anew");
	}
	buf_release(&want);
	buf_release(&page);
}
END_TEST

/* Limits that contradict each other would refuse or admit launches without reason. */
START_TEST(profiles_hold_together)
{
	for (size_t i = 0; profile_name(i); i++) {
		struct profile p;
		const int64_t *f = p.field;

		ck_assert(!profile_find(&p, profile_name(i), NULL));
		ck_assert_int_ge(f[DP_FIELD_SHARED_PER_BLOCK_OPTIN], f[DP_FIELD_SHARED_PER_BLOCK]);
		ck_assert_int_ge(f[DP_FIELD_SHARED_PER_SM], f[DP_FIELD_SHARED_PER_BLOCK_OPTIN]);
		ck_assert_int_ge(f[DP_FIELD_REGS_PER_SM], f[DP_FIELD_REGS_PER_BLOCK]);
		ck_assert_int_ge(f[DP_FIELD_THREADS_PER_SM], f[DP_FIELD_THREADS_PER_BLOCK]);
		ck_assert_int_ge(f[DP_FIELD_L2_BYTES], f[DP_FIELD_PERSISTING_L2_BYTES]);
		ck_assert_int_ge(f[DP_FIELD_LINK_PINNED_MBPS], f[DP_FIELD_LINK_PAGEABLE_MBPS]);
		ck_assert_int_ge(f[DP_FIELD_LINK_PINNED_D2H_MBPS], f[DP_FIELD_LINK_PAGEABLE_D2H_MBPS]);
		/* The data sheet's bandwidth is above what a copy reaches. */
		ck_assert_int_gt(f[DP_FIELD_MEMORY_CLOCK_KHZ] * 2 / 8 * f[DP_FIELD_MEMORY_BUS_BITS] / 1000,
			f[DP_FIELD_DRAM_MBPS]);
	}
}
END_TEST

static void whole_text(struct buf *b, int without, int with_bad, const char *bad)
{
	buf_puts(b, "name A card\n");
	for (int i = 0; i < DP_FIELD_COUNT; i++) {
		if (i == with_bad)
			buf_printf(b, "%s %s # a number\n", fields[i].key, bad);
		else if (i != without)
			buf_printf(b, "%s %lld # a number\n", fields[i].key, fields[i].lo);
	}
}

/* Each field: missing, negative, beyond its range, no number. */
START_TEST(each_field_is_checked)
{
	char low[32], high[32];
	const char *bad[] = { low, high, "-1", "", "1.5", "0x10", "many", "99999999999999999999" };
	int line = _i + 2;

	snprintf(low, sizeof low, "%lld", fields[_i].lo - 1);
	snprintf(high, sizeof high, "%lld", fields[_i].hi + 1);
	for (size_t k = 0; k <= sizeof bad / sizeof *bad; k++) {
		struct err e = ERR_INIT;
		struct profile p;
		struct buf b;
		bool missing = k == sizeof bad / sizeof *bad;

		buf_init(&b);
		whole_text(&b, missing ? _i : -1, missing ? -1 : _i, missing ? NULL : bad[k]);
		ck_assert_msg(profile_parse(&p, "x.profile", b.data, b.len, &e) == -1, "%s %s is taken", fields[_i].key,
			missing ? "" : bad[k]);
		ck_assert_int_eq(e.kind, ERR_INPUT);
		ck_assert_ptr_nonnull(strstr(e.msg, fields[_i].key));
		if (!missing)
			ck_assert_int_eq(e.line, line);
		buf_release(&b);
	}
}
END_TEST

START_TEST(a_whole_one_is_taken)
{
	struct err e = ERR_INIT;
	struct profile p;
	struct buf b;

	buf_init(&b);
	whole_text(&b, -1, -1, NULL);
	ck_assert_msg(!profile_parse(&p, "x.profile", b.data, b.len, &e), "%s", e.msg);
	ck_assert_str_eq(p.name, "A card");
	buf_release(&b);
}
END_TEST

Suite *device_profile_suite(void)
{
	Suite *s = suite_create("device_profile");
	TCase *t = tcase_create("profiles");

	tcase_add_test(t, the_page_lists_every_field);
	tcase_add_test(t, profiles_hold_together);
	tcase_add_test(t, a_whole_one_is_taken);
	tcase_add_loop_test(t, each_field_is_checked, 0, DP_FIELD_COUNT);
	suite_add_tcase(s, t);
	return s;
}
