/* The PTX and the SASS of kernels as rows: what is an instruction, of which line, how many bytes it moves. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "judge/listing.h"
#include "tests/unit/ptx_text.h"

START_TEST(rows)
{
	static const struct listing_row want[] = { { "first", "", 0, true },
		{ "ld.param.u64", "%rd1, [first_param_0]", 12, false }, { "bra", "@%p1 $L__BB0_2", 12, false },
		{ "ld.global.nc.v2.f32", "{%f1, %f2}, [%rd2]", 14, false },
		{ "st.global.u8", "[%rd3], %rs1", 14, false }, { "ret", "", 14, false }, { "second", "", 0, true },
		{ "st.shared.u32", "[%r1], 0", 0, false }, { "ret", "", 0, false } };
	struct arena a;
	struct listing l;

	arena_init(&a);
	l = listing_of_ptx(&a, "yours", ptx_of("judge/listing", NULL));
	ck_assert_uint_eq(l.n, sizeof want / sizeof *want);
	for (size_t i = 0; i < l.n; i++) {
		ck_assert_str_eq(l.v[i].op, want[i].op);
		ck_assert_str_eq(l.v[i].rest, want[i].rest);
		ck_assert_int_eq(l.v[i].line, want[i].line);
		ck_assert_int_eq(l.v[i].kernel, want[i].kernel);
	}
	ck_assert_uint_eq(listing_instructions(&l), 7);
	ck_assert_uint_eq(listing_moves(&l, false).n, 1);
	ck_assert_uint_eq(listing_moves(&l, false).bytes, 8);
	ck_assert_uint_eq(listing_moves(&l, true).n, 1);
	ck_assert_uint_eq(listing_moves(&l, true).bytes, 1);
	arena_release(&a);
}
END_TEST

/* What nvdisasm says: guards, lines also of what was inlined, sizes in the name; a branch to itself and NOPs end a
 * kernel, and what is in no section of code is none. A loop of one instruction stays. */
START_TEST(rows_of_sass)
{
	static const struct listing_row want[] = { { "_Z5firstPKfPh", "", 0, true },
		{ "LDC", "R1, c[0x0][0x28]", 18, false }, { "BRA", "@P0 `(.L_x_1)", 24, false },
		{ "LDG.E.128.CONSTANT", "R8, desc[UR4][R4.64]", 24, false },
		{ "LDG.E", "@!P1 R7, desc[UR4][R2.64]", 24, false },
		{ "LDG.E.64", "R12, desc[UR4][R2.64+0x8]", 24, false },
		{ "STG.E.U8", "desc[UR4][R2.64], R8", 24, false }, { "LDS", "R3, [R1]", 24, false },
		{ "EXIT", "", 26, false }, { "second", "", 0, true }, { "EXIT", "", 0, false } };
	struct arena a;
	struct listing l;
	struct buf text;

	arena_init(&a);
	buf_init(&text);
	ck_assert_int_eq(fs_read("tests/unit/judge/sass/listing.sass", 1 << 16, &text, NULL), 0);
	l = listing_of_sass(&a, "yours", text.data);
	ck_assert_uint_eq(l.n, sizeof want / sizeof *want);
	for (size_t i = 0; i < l.n; i++) {
		ck_assert_str_eq(l.v[i].op, want[i].op);
		ck_assert_str_eq(l.v[i].rest, want[i].rest);
		ck_assert_int_eq(l.v[i].line, want[i].line);
		ck_assert_int_eq(l.v[i].kernel, want[i].kernel);
	}
	ck_assert_uint_eq(listing_instructions(&l), 9);
	ck_assert_uint_eq(listing_moves(&l, false).n, 3);
	ck_assert_uint_eq(listing_moves(&l, false).bytes, 16 + 4 + 8);
	ck_assert_uint_eq(listing_moves(&l, true).n, 1);
	ck_assert_uint_eq(listing_moves(&l, true).bytes, 1);
	/* Cut anywhere, it is read to its end and no further. */
	for (size_t n = text.len; n-- > 0;) {
		char *cut = xstrndup(text.data, n);

		ck_assert_uint_le(listing_of_sass(&a, "yours", cut).n, l.n);
		free(cut);
	}
	buf_release(&text);
	arena_release(&a);
}
END_TEST

START_TEST(nothing_to_list)
{
	struct arena a;

	arena_init(&a);
	ck_assert_uint_eq(listing_of_ptx(&a, "yours", "").n, 0);
	ck_assert_uint_eq(listing_of_sass(&a, "yours", "").n, 0);
	ck_assert_uint_eq(listing_of_ptx(&a, "yours", "ret;\n{\nret;\n").n, 0);
	arena_release(&a);
}
END_TEST

/* An array of a thread's own; what printf() needs is none. */
START_TEST(local_arrays)
{
	static const struct {
		const char *ptx;
		bool local;
	} cases[] = { { "{\n.local .align 4 .b8 __local_depot0[64];\nret;\n}\n", true }, { "{\nret;\n}\n", false },
		{ "{\n.local .align 4 .b8 __local_depot0[8];\ncall.uni (r), vprintf, (a, b);\n}\n", false } };
	struct arena a;

	arena_init(&a);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		ck_assert_int_eq(listing_of_ptx(&a, "yours", cases[i].ptx).local, cases[i].local);
	arena_release(&a);
}
END_TEST

Suite *judge_listing_suite(void);
Suite *judge_listing_suite(void)
{
	Suite *s = suite_create("judge_listing");
	TCase *t = tcase_create("listing");

	tcase_add_test(t, rows);
	tcase_add_test(t, rows_of_sass);
	tcase_add_test(t, nothing_to_list);
	tcase_add_test(t, local_arrays);
	suite_add_tcase(s, t);
	return s;
}
