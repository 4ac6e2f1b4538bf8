/* Loops around others, and those with barriers or atomics, whose machine code is known (cost/around.c): what their own
 * code takes there is what they take; the loops in them take what they took. All others stay what the PTX says. */
#include "emulator/cost/critical_path.h"
#include "emulator_kit.h"

Suite *emulator_around_suite(void);

enum { BYTES = 1 << 16, TURNS = 12, NONE = 7, LONG = 15 };

static struct em_work run(const char *name, struct em_code *code, uint32_t n, uint32_t inner)
{
	struct em_code_loop l = { .n = n, .inner = inner };

	for (uint32_t k = 0; k < n; k++)
		l.words[code[k].kind] += code[k].words;
	return rig_timed("emulator/around", name,
		(struct timed){ 4, 4, 1, 32, BYTES, { .code = code, .around = &l, .naround = n ? 1 : 0, .ncode = n } });
}

static int64_t waits(const struct em_work *w, enum em_wait what)
{
	return w->wait[what] / (int64_t)w->warps / EM_WAIT_UNIT;
}

static struct em_code one(enum em_code_kind kind, int tells, int waits_for, int stall)
{
	return (struct em_code){ .kind = (uint8_t)kind,
		.words = 1,
		.tells = (uint8_t)tells,
		.reads = NONE,
		.waits = (uint8_t)waits_for,
		.stall = (uint8_t)stall };
}

/* Of what is in the loop by itself, some 40 cycles; the loop in it is not in its code. */
START_TEST(around_another)
{
	struct em_code code[] = { one(EM_CODE_LOAD_SHARED, 0, 0, 1), one(EM_CODE_PLAIN, NONE, 1, LONG),
		one(EM_CODE_PLAIN, NONE, 0, LONG), one(EM_CODE_PLAIN, NONE, 0, LONG) };
	const struct em_work without = run("a loop in a loop", NULL, 0, 0), w = run("a loop in a loop", code, 4, 1);
	const int64_t longer = waits(&w, EM_WAIT_ISSUE) - waits(&without, EM_WAIT_ISSUE);

	ck_assert_int_ge(longer, TURNS * 3 * LONG - 3 * TURNS);
	ck_assert_int_le(longer, TURNS * 3 * LONG + TURNS);
	ck_assert_int_eq(waits(&w, EM_WAIT_SHARED), TURNS);
}
END_TEST

/* Another number of loops in it, or of words: not the same. */
START_TEST(not_the_same)
{
	struct em_code code[] = { one(EM_CODE_LOAD_SHARED, 0, 0, 1), one(EM_CODE_PLAIN, NONE, 1, LONG),
		one(EM_CODE_PLAIN, NONE, 0, LONG) };
	const struct em_work without = run("two loops in a loop", NULL, 0, 0);
	struct em_work w = run("two loops in a loop", code, 3, 1);

	ck_assert_mem_eq(w.wait, without.wait, sizeof w.wait);
	code[0].words = 2;
	w = run("two loops in a loop", code, 3, 2);
	ck_assert_mem_eq(w.wait, without.wait, sizeof w.wait);
	code[0].words = 1;
	w = run("two loops in a loop", code, 3, 2);
	ck_assert_int_gt(waits(&w, EM_WAIT_ISSUE), waits(&without, EM_WAIT_ISSUE) + TURNS * LONG);
}
END_TEST

START_TEST(barriers)
{
	struct em_code code[] = { one(EM_CODE_BARRIER, NONE, 0, 6), one(EM_CODE_PLAIN, NONE, 0, LONG),
		one(EM_CODE_PLAIN, NONE, 0, LONG) };
	const struct em_work without = run("a barrier", NULL, 0, 0);
	struct em_work w = run("a barrier", code, 3, 0);

	ck_assert_int_eq(waits(&w, EM_WAIT_BARRIER), TURNS);
	ck_assert_int_gt(waits(&w, EM_WAIT_ISSUE), waits(&without, EM_WAIT_ISSUE) + TURNS * LONG);
	code[0].kind = EM_CODE_OTHER;
	w = run("a barrier", code, 3, 0);
	ck_assert_mem_eq(w.wait, without.wait, sizeof w.wait);
}
END_TEST

/* Who needs its answer waits for it, and nobody else does. */
START_TEST(atomics)
{
	struct em_code code[] = { one(EM_CODE_ATOMIC, 0, 0, 2), one(EM_CODE_PLAIN, NONE, 1, LONG),
		one(EM_CODE_PLAIN, NONE, 0, LONG) };
	struct em_work w = run("an atomic that is asked", code, 3, 0), later;

	ck_assert_int_eq(
		waits(&w, EM_WAIT_ATOMIC) + waits(&w, EM_WAIT_ATOMIC_L2) + waits(&w, EM_WAIT_ATOMIC_NEAR), TURNS);
	code[1].waits = 0;
	later = run("an atomic that is asked", code, 3, 0);
	ck_assert_int_eq(
		waits(&later, EM_WAIT_ATOMIC) + waits(&later, EM_WAIT_ATOMIC_L2) + waits(&later, EM_WAIT_ATOMIC_NEAR),
		0);
}
END_TEST

/* Four turns side by side, whose answers are on their way together. */
START_TEST(four_turns)
{
	struct em_code code[9];
	struct em_work w;

	for (int k = 0; k < 4; k++) {
		code[k] = one(EM_CODE_ATOMIC, k, 0, 2);
		code[4 + k] = one(EM_CODE_PLAIN, NONE, 1 << k, 4);
	}
	code[8] = one(EM_CODE_PLAIN, NONE, 0, LONG);
	w = run("an atomic that is asked", code, 9, 0);
	ck_assert_int_eq(
		waits(&w, EM_WAIT_ATOMIC) + waits(&w, EM_WAIT_ATOMIC_L2) + waits(&w, EM_WAIT_ATOMIC_NEAR), TURNS / 4);
}
END_TEST

Suite *emulator_around_suite(void)
{
	Suite *s = suite_create("emulator_around");
	TCase *t = tcase_create("around");

	tcase_add_test(t, around_another);
	tcase_add_test(t, not_the_same);
	tcase_add_test(t, barriers);
	tcase_add_test(t, atomics);
	tcase_add_test(t, four_turns);
	suite_add_tcase(s, t);
	return s;
}
