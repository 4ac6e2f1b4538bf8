/* What loops fetch whose code no near cache of instructions holds: all that runs in a turn, of a short loop in it one
 * turn, and nothing where the loop is short enough. */
#include "emulator_kit.h"

Suite *emulator_long_loops_suite(void);

enum { BLOCKS = 4, WARPS = 2, TURNS = 8, THOUSAND = 1000 };

static struct em_work run(const char *name)
{
	return rig_timed("emulator/long_loops", name, (struct timed){ 4, 4, BLOCKS, 32 * WARPS, 1 << 16, { 0 } });
}

/* Thousands of instructions that a warp fetches in a turn, but for the few that count turns. */
static int64_t thousands(const struct em_work *w, int far)
{
	return (int64_t)(w->fetched[far] / (BLOCKS * WARPS * TURNS) / THOUSAND);
}

START_TEST(what_is_fetched)
{
	static const struct {
		const char *name;
		int64_t near, far;
	} rows[] = { { "near", 0, 0 }, { "long", 3, 0 }, { "far", 0, 10 }, { "halves", 2, 0 }, { "inner", 3, 0 },
		{ "long in long", 3 * 5 + 1, 0 } };

	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		const struct em_work w = run(rows[k].name);

		ck_assert_msg(thousands(&w, 0) == rows[k].near && thousands(&w, 1) == rows[k].far,
			"%s: %d and %d thousand", rows[k].name, (int)thousands(&w, 0), (int)thousands(&w, 1));
	}
}
END_TEST

Suite *emulator_long_loops_suite(void)
{
	Suite *s = suite_create("emulator_long_loops");
	TCase *t = tcase_create("loops");

	tcase_add_test(t, what_is_fetched);
	suite_add_tcase(s, t);
	return s;
}
