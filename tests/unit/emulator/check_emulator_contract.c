/* Which products and sums the emulator rounds once (engine/emulator/code/contract.c, values.c): what
 * tests/programs/contract.cu cannot hold against a GPU, or only by the way: the cases of ptx/contract.ptx. */
#include "emulator_kit.h"

START_TEST(rounded_once_or_apart)
{
	const struct ptx_cases *all = ptx_cases("emulator/contract");

	ck_assert_uint_eq(all->ncases, 22);
	for (size_t k = 0; k < all->ncases; k++) {
		const char *rounded = ptx_want(&all->cases[k], "rounded");
		struct rig g;

		ck_assert(rounded && (!strcmp(rounded, "once") || !strcmp(rounded, "apart")));
		rig_open(&g, ptx_of("emulator/contract", all->cases[k].name), 1, _i);
		uint64_t out = rig_alloc(&g, 64);
		float *o = rig_ptr(&g, out, 64);
		o[0] = o[1] = 1 + 0x1p-12f;
		o[2] = -1 - 0x1p-11f;
		rig_run(&g, "k", 1, 1, &out);
		rig_ok(&g);
		o = rig_ptr(&g, out, 64);
		ck_assert_msg(o[0] == (strcmp(rounded, "once") ? 0.0f : 0x1p-24f), "%s: %a is not rounded %s",
			all->cases[k].name, o[0], rounded);
		rig_close(&g);
	}
}
END_TEST

Suite *emulator_contract_suite(void);
Suite *emulator_contract_suite(void)
{
	Suite *s = suite_create("emulator_contract");
	TCase *c = tcase_create("rounding");

	tcase_add_loop_test(c, rounded_once_or_apart, 0, 2);
	suite_add_tcase(s, c);
	return s;
}
