/* What a call keeps of its caller (code/call_saves.c): a parameter that is read once more after the call, as nvcc does
 * not write it, and an argument that was stored in front of one call for the next. tests/programs/recursion.cu has what
 * nvcc does write. */
#include "emulator_kit.h"

static uint32_t sums(uint32_t n, uint32_t w)
{
	return n ? 2 * sums(n - 1, w + 3) + n + w : 0;
}

START_TEST(parameters_too)
{
	struct rig g;
	rig_open(&g, ptx_of("emulator/call_saves", NULL), 1, _i != 0);
	uint64_t out = rig_alloc(&g, 4 * 64);
	rig_run(&g, "k", 1, 64, &out);
	rig_ok(&g);
	const uint32_t *got = rig_ptr(&g, out, 4 * 64);
	for (uint32_t t = 0; t < 64; t++)
		ck_assert_msg(got[t] == sums(t % 8, 4 * t), "thread %u: %u, not %u", t, got[t], sums(t % 8, 4 * t));
	rig_close(&g);
}
END_TEST

Suite *emulator_call_saves_suite(void);
Suite *emulator_call_saves_suite(void)
{
	Suite *s = suite_create("emulator_call_saves");
	TCase *t = tcase_create("keep");
	tcase_add_loop_test(t, parameters_too, 0, 2);
	suite_add_tcase(s, t);
	return s;
}
