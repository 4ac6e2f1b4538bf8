/* Atomics at a place that all lanes share: ptxas adds the lanes up first where it can tell that they do. Which those
 * are was read in the machine code of such kernels (ptxas 13.0). */
#include "emulator_kit.h"

Suite *emulator_one_place_suite(void);

enum { BYTES = 1 << 12, THREADS = 128 };

/* How many lanes reach memory, of those of one block. */
static uint64_t lanes(const char *name)
{
	const struct timed x = { .multiprocessors = 1, .resident = 1, .blocks = 1, .threads = THREADS, .bytes = BYTES };

	return rig_timed("emulator/one_place", name, x).traffic.atomic_lanes;
}

static const struct {
	const char *name;
	unsigned lanes; /* 4 warps; those that go one by one are THREADS a turn, in the middle 2.5 turns */
} cases[] = {
	{ "the same number", 4 },
	{ "other numbers", 4 }, /* all lanes are on: each gets the sum of those before it */
	{ "other numbers of some lanes", THREADS / 2 },
	{ "the largest, and what was there", THREADS },
	{ "counted around", THREADS },
	{ "compared and swapped", THREADS },
	{ "put there", THREADS },
	{ "wide numbers", THREADS },
	{ "one wide number", 4 }, /* of 64 bits only where all add the same one */
	{ "one wide number in a register, and what was there", 4 },
	{ "a place that all load", 4 },
	{ "a place that each loads", THREADS },
	{ "a place that one lane shows all others", 4 },
	{ "a place that one lane of each half shows the others", THREADS },
	{ "a place that all vote for", 4 },
	{ "a place that is the sum of all", 4 },
	{ "counted by a loop that all leave together", 4 * 4 },
	{ "counted by a loop that some leave before others", THREADS * 5 / 2 },
	{ "a place in a loop that some leave before others", 4 * 4 },
	{ "counted by a loop that some leave in its middle", 4 * 4 },
	{ "counted by the loop around one that some leave before others", 4 * 4 * 4 },
};

START_TEST(added_up_first)
{
	const unsigned got = (unsigned)lanes(cases[_i].name);

	ck_assert_msg(got == cases[_i].lanes, "%s: %u lanes instead of %u", cases[_i].name, got, cases[_i].lanes);
}
END_TEST

Suite *emulator_one_place_suite(void)
{
	Suite *s = suite_create("emulator_one_place");
	TCase *t = tcase_create("one_place");

	tcase_add_loop_test(t, added_up_first, 0, sizeof cases / sizeof *cases);
	suite_add_tcase(s, t);
	return s;
}
