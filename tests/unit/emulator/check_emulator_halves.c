/* Arithmetic of halves, eight at once where the CPU converts them (exec_half.c), against the executors for any x86-64,
 * which go through double precision: the same bits, for numbers of all kinds beside each other, sums that nearly cancel
 * among them, whole warps and parts of them. */
#include "base/rng.h"
#include "emulator_kit.h"

enum { LANES = 1 << 14, WORDS = 6 };

/* A half: any; near a power of two; subnormal; what has no end; or near the one before. */
static uint32_t half(uint64_t *thrown, uint32_t before)
{
	const uint32_t any = (uint32_t)rng_below(7, 0, ++*thrown, 1 << 16), sign = any & 0x8000;
	switch (rng_below(7, 1, *thrown, 8)) {
	case 0: return sign | (any & 0x7c00) | (any & 3);
	case 1: return sign | (any & 0x3ff);
	case 2: return sign | 0x7c00 | (any & 1 ? any & 0x3ff : 0);
	case 3: return (before ^ 0x8000 ^ (any & 3)) & 0xffff;
	case 4: return sign;
	case 5: return sign | 0x7800 | (any & 0x3ff);
	default: return any;
	}
}

START_TEST(as_through_double)
{
	struct rig g[2];
	uint64_t params[2][3], thrown = 0;
	const size_t n_in = 12 * LANES, n_out = 4 * WORDS * LANES;
	for (int s = 0; s < 2; s++) {
		rig_open(&g[s], ptx_of("emulator/halves", NULL), 1, s != 0);
		params[s][0] = rig_alloc(&g[s], n_in);
		params[s][1] = rig_alloc(&g[s], n_out);
	}
	for (int round = 0; round < 12; round++) {
		uint32_t *in = rig_ptr(&g[0], params[0][0], n_in);
		for (size_t k = 0; k < n_in / 4; k++)
			in[k] = half(&thrown, k ? in[k - 1] & 0xffff : 0) |
				half(&thrown, k ? in[k - 1] >> 16 : 0) << 16;
		memcpy(rig_ptr(&g[1], params[1][0], n_in), in, n_in);
		for (int s = 0; s < 2; s++) {
			params[s][2] = round % 4 ? 32 : 19;
			memset(rig_ptr(&g[s], params[s][1], n_out), 0, n_out);
			em_host_wrote(g[s].d, params[s][0], n_in);
			rig_run(&g[s], "k", LANES / 128, 128, params[s]);
			rig_ok(&g[s]);
		}
		const uint32_t *fast = rig_ptr(&g[0], params[0][1], n_out),
			       *plain = rig_ptr(&g[1], params[1][1], n_out);
		for (size_t k = 0; k < n_out / 4; k++)
			ck_assert_msg(fast[k] == plain[k], "a %08x, b %08x, c %08x, result %zu: %08x and %08x",
				in[k / WORDS * 3], in[k / WORDS * 3 + 1], in[k / WORDS * 3 + 2], k % WORDS, fast[k],
				plain[k]);
	}
	rig_close(&g[0]);
	rig_close(&g[1]);
}
END_TEST

Suite *emulator_halves_suite(void);
Suite *emulator_halves_suite(void)
{
	Suite *s = suite_create("emulator_halves");
	TCase *t = tcase_create("halves");
	tcase_set_timeout(t, 60);
	tcase_add_test(t, as_through_double);
	suite_add_tcase(s, t);
	return s;
}
