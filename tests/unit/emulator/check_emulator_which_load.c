/* A loop whose machine code is known has its loads in another order than the PTX: which is which is told by their
 * places, and of those of one sector the first one waits for it. */
#include "emulator/cost/critical_path.h"
#include "emulator_kit.h"

Suite *emulator_which_load_suite(void);

enum { BYTES = 1 << 16, TURNS = 12, NONE = 7 };

static struct em_code load(int at, int tells)
{
	return (struct em_code){ .kind = EM_CODE_LOAD,
		.words = 1,
		.tells = (uint8_t)tells,
		.reads = NONE,
		.stall = 1,
		.base = 1,
		.at = at };
}

static struct em_code use(int waits)
{
	return (struct em_code){ .words = 1, .tells = NONE, .reads = NONE, .waits = (uint8_t)waits, .stall = 4 };
}

/* How often a warp waits in a turn for what is not in the L1, in tenths. */
static int64_t far_waits(struct em_code *code, uint32_t n)
{
	struct em_code_loop l = { .n = n };
	struct em_work w;

	for (uint32_t k = 0; k < n; k++)
		l.words[code[k].kind] += code[k].words;
	w = rig_timed("emulator/which_load", "two words of each half",
		(struct timed){ 4, 4, 1, 32, BYTES, { .code = code, .v = &l, .n = 1, .ncode = n } });
	return 10 * (w.wait[EM_WAIT_L2] + w.wait[EM_WAIT_LATE] + w.wait[EM_WAIT_DRAM]) / (int64_t)w.warps /
		EM_WAIT_UNIT / TURNS;
}

START_TEST(first_of_a_sector)
{
	struct em_code each[] = { load(0, 0), load(4, 1), use(3), load(64, 2), load(68, 3), use(12) },
		       both[] = { load(0, 0), load(64, 1), use(3), load(4, 2), load(68, 3), use(12) },
		       other[] = { load(4, 0), load(68, 1), use(3), load(64, 2), load(0, 3), use(12) },
		       unknown[] = { load(4, 0), load(72, 1), use(3), load(64, 2), load(0, 3), use(12) };

	ck_assert_int_ge(far_waits(each, 6), 18);
	ck_assert_int_le(far_waits(both, 6), 11);
	ck_assert_int_ge(far_waits(both, 6), 9);
	ck_assert_int_le(far_waits(other, 6), 11);
	ck_assert_int_ge(far_waits(other, 6), 9);
	/* Places that are not the PTX's: they come in their order. */
	ck_assert_int_ge(far_waits(unknown, 6), 18);
}
END_TEST

Suite *emulator_which_load_suite(void)
{
	Suite *s = suite_create("emulator_which_load");
	TCase *t = tcase_create("loads");

	tcase_add_test(t, first_of_a_sector);
	suite_add_tcase(s, t);
	return s;
}
