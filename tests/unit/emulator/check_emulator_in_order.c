/* Loops whose machine code is known: a warp waits once for each batch of loads that are asked for together, and its
 * instructions start in order. Loops that are not the same as any of the machine code's stay what the PTX says. */
#include "emulator/cost/critical_path.h"
#include "emulator_kit.h"

Suite *emulator_in_order_suite(void);

enum { BYTES = 1 << 16, TURNS = 12, NONE = 7 };

/* One loop of so many instructions. */
static struct em_work run(const char *name, struct em_code *code, uint32_t n)
{
	struct em_code_loop l = { .n = n };

	for (uint32_t k = 0; k < n; k++)
		l.words[code[k].kind] += code[k].words;
	return rig_timed("emulator/in_order", name,
		(struct timed){ 4, 4, 1, 32, BYTES, { .code = code, .v = &l, .n = n ? 1 : 0, .ncode = n } });
}

static int64_t waits(const struct em_work *w, enum em_wait what)
{
	return w->wait[what] / (int64_t)w->warps / EM_WAIT_UNIT;
}

/* Wherever the loads found their data. */
static int64_t memory_waits(const struct em_work *w)
{
	return (w->wait[EM_WAIT_L1] + w->wait[EM_WAIT_L2] + w->wait[EM_WAIT_LATE] + w->wait[EM_WAIT_DRAM]) /
		(int64_t)w->warps / EM_WAIT_UNIT;
}

static struct em_code asks(enum em_code_kind kind, int words, int tells, int stall)
{
	return (struct em_code){ .kind = (uint8_t)kind,
		.words = (uint8_t)words,
		.tells = (uint8_t)tells,
		.reads = NONE,
		.stall = (uint8_t)stall };
}

static struct em_code plain(int waits, int stall)
{
	return (struct em_code){
		.words = 1, .tells = NONE, .reads = NONE, .waits = (uint8_t)waits, .stall = (uint8_t)stall
	};
}

START_TEST(batches)
{
	/* two turns side by side, both loads before the first wait; then one after the other */
	struct em_code both[] = { asks(EM_CODE_LOAD_SHARED, 1, 0, 1), asks(EM_CODE_LOAD_SHARED, 1, 1, 1), plain(1, 4),
		plain(2, 4), plain(0, 5) },
		       each[] = { asks(EM_CODE_LOAD_SHARED, 1, 0, 1), plain(1, 4), asks(EM_CODE_LOAD_SHARED, 1, 0, 1),
			       plain(1, 4), plain(0, 5) };
	struct em_work w = run("one load", both, 5), x = run("one load", each, 5);

	ck_assert_int_eq(waits(&w, EM_WAIT_SHARED), TURNS / 2);
	ck_assert_int_eq(waits(&x, EM_WAIT_SHARED), TURNS);
	/* what is loaded at once may be one access */
	both[0].words = 2;
	both[1] = plain(0, 1);
	w = run("two loads", both, 5);
	ck_assert_int_eq(waits(&w, EM_WAIT_SHARED), TURNS);
	ck_assert_int_eq(waits(&w, EM_WAIT_BRANCH), TURNS);
}
END_TEST

/* The next turn's load comes after all of this one: 26 cycles for shared memory (two less, as the next one
 * starts six cycles after the sum that makes its address), 10 for the branch, and what the instructions say. */
START_TEST(stalls)
{
	struct em_code code[] = { asks(EM_CODE_LOAD_SHARED, 1, 0, 1), plain(1, 9), plain(0, 12), plain(0, 5) };
	struct em_work w = run("one load", code, 4), without = run("one load", NULL, 0);

	ck_assert_int_eq(waits(&w, EM_WAIT_ISSUE) - waits(&without, EM_WAIT_ISSUE), TURNS * (9 + 12 + 5 - 2));
	/* A jump past a call is taken, as the loop's own is. */
	ck_assert_int_eq(waits(&w, EM_WAIT_BRANCH), TURNS);
	code[2].kind = EM_CODE_PAST;
	w = run("one load", code, 4);
	ck_assert_int_eq(waits(&w, EM_WAIT_BRANCH), 2 * TURNS);
}
END_TEST

/* What is branched past for large numbers is not in the loop's machine code: the loop around it is known, but for one
 * that has another loop in it. */
START_TEST(past_large_numbers)
{
	struct em_code code[] = { asks(EM_CODE_LOAD_SHARED, 1, 0, 1), plain(1, 15), plain(0, 15), plain(0, 15) };
	struct em_work w = run("a load and a loop for large numbers", code, 4),
		       without = run("a load and a loop for large numbers", NULL, 0);

	ck_assert_int_gt(waits(&w, EM_WAIT_ISSUE), waits(&without, EM_WAIT_ISSUE) + 20 * TURNS);
	w = run("a load and a loop that keeps nothing", code, 4);
	without = run("a load and a loop that keeps nothing", NULL, 0);
	ck_assert_int_eq(waits(&w, EM_WAIT_ISSUE), waits(&without, EM_WAIT_ISSUE));
}
END_TEST

START_TEST(not_the_same)
{
	struct em_code code[] = { asks(EM_CODE_LOAD_SHARED, 4, 0, 1), plain(1, 15), plain(0, 15), plain(0, 15) };
	struct em_work w, without;

	/* four words where a turn loads one: four turns; of three words of two no number of turns makes one */
	without = run("two loads", NULL, 0);
	code[0].words = 3;
	w = run("two loads", code, 4);
	ck_assert_int_eq(waits(&w, EM_WAIT_ISSUE), waits(&without, EM_WAIT_ISSUE));
	/* more turns than ptxas puts side by side */
	code[0].words = 16;
	w = run("two loads", code, 4);
	ck_assert_int_eq(waits(&w, EM_WAIT_ISSUE), waits(&without, EM_WAIT_ISSUE));
	/* what jumps, or meets others */
	code[0].words = 2;
	code[2].kind = EM_CODE_BRANCH;
	w = run("two loads", code, 4);
	ck_assert_int_eq(waits(&w, EM_WAIT_ISSUE), waits(&without, EM_WAIT_ISSUE));
	without = run("one load and a barrier", NULL, 0);
	code[0].words = 1;
	code[2].kind = EM_CODE_OTHER;
	w = run("one load and a barrier", code, 4);
	ck_assert_int_eq(waits(&w, EM_WAIT_ISSUE), waits(&without, EM_WAIT_ISSUE));
}
END_TEST

/* Who waits for the one load to ask for the other waits twice; whose machine code has two turns side by side, twice in
 * two turns. The first load's word is one for all turns, so it waits for the L1 but once. */
START_TEST(memory)
{
	struct em_code one[] = { asks(EM_CODE_LOAD, 1, 0, 1), plain(1, 5), asks(EM_CODE_LOAD, 1, 0, 1), plain(1, 4),
		plain(0, 5) },
		       two[] = { asks(EM_CODE_LOAD, 1, 0, 1), asks(EM_CODE_LOAD, 1, 0, 1), plain(1, 5),
			       asks(EM_CODE_LOAD, 1, 0, 1), asks(EM_CODE_LOAD, 1, 0, 1), plain(1, 4), plain(0, 5) };
	struct em_work w, x;

	for (int k = 0; k < 7; k++)
		two[k].base = (uint16_t)(k + 1);
	for (int k = 0; k < 5; k++)
		one[k].base = (uint16_t)(k + 1);
	two[1].base = two[0].base;
	w = run("a load from memory and what it leads to", one, 5);
	x = run("a load from memory and what it leads to", two, 7);
	ck_assert_int_eq(memory_waits(&w), 2 * TURNS);
	ck_assert_int_eq(memory_waits(&x), TURNS);
}
END_TEST

/* All lanes shuffle together, so a turn goes on as if it were one block: it waits once where the machine code asks for
 * both loads first. Not where it is not the same. */
START_TEST(shuffles)
{
	struct em_code code[] = { asks(EM_CODE_LOAD, 1, 0, 1), asks(EM_CODE_LOAD, 1, 0, 1), plain(1, 4),
		asks(EM_CODE_SHUFFLE, 1, 1, 1), plain(2, 4), plain(0, 5) };
	struct em_work w = run("a shuffle between two loads", code, 6),
		       without = run("a shuffle between two loads", NULL, 0);

	ck_assert_int_eq(memory_waits(&w), TURNS);
	ck_assert_int_eq(waits(&w, EM_WAIT_SHARED), TURNS);
	code[2].stall = 15;
	w = run("a shuffle between two loads", code, 6);
	ck_assert_int_ne(waits(&w, EM_WAIT_ISSUE), waits(&without, EM_WAIT_ISSUE));
	code[4].kind = EM_CODE_OTHER;
	w = run("a shuffle between two loads", code, 6);
	ck_assert_int_eq(waits(&w, EM_WAIT_ISSUE), waits(&without, EM_WAIT_ISSUE));
	/* With a shuffle more it is another loop. */
	code[4] = asks(EM_CODE_SHUFFLE, 1, 2, 4);
	w = run("a shuffle between two loads", code, 6);
	ck_assert_int_eq(waits(&w, EM_WAIT_ISSUE), waits(&without, EM_WAIT_ISSUE));
}
END_TEST

/* What the compiler in front of ptxas has left over of a loop stays as it is: it does not take the code of another
 * loop, though this could be two turns of it. */
START_TEST(rest_of_a_loop)
{
	struct em_code code[] = { asks(EM_CODE_LOAD_SHARED, 1, 0, 1), asks(EM_CODE_LOAD_SHARED, 1, 0, 1), plain(1, 4),
		plain(0, 5), asks(EM_CODE_LOAD_SHARED, 1, 0, 1), plain(1, 4), plain(0, 5) };
	struct em_code_loop l[2] = { { .n = 4, .words = { [EM_CODE_PLAIN] = 2, [EM_CODE_LOAD_SHARED] = 2 } },
		{ .first = 4, .n = 3, .words = { [EM_CODE_PLAIN] = 2, [EM_CODE_LOAD_SHARED] = 1 } } };
	struct em_work w = rig_timed("emulator/in_order", "one load",
		(struct timed){ 4, 4, 1, 32, BYTES, { .code = code, .v = l, .n = 2, .ncode = 7 } });

	ck_assert_int_eq(waits(&w, EM_WAIT_SHARED), TURNS);
	w = rig_timed("emulator/in_order", "one load",
		(struct timed){ 4, 4, 1, 32, BYTES, { .code = code, .v = l, .n = 1, .ncode = 4 } });
	ck_assert_int_eq(waits(&w, EM_WAIT_SHARED), TURNS / 2);
}
END_TEST

/* Two loops that load as much, one of which ptxas unrolled: the machine code has them in the order of the PTX. */
START_TEST(loops_in_their_order)
{
	struct em_code code[] = { asks(EM_CODE_LOAD_SHARED, 1, 0, 1), plain(1, 4), plain(0, 5),
		asks(EM_CODE_LOAD_SHARED, 4, 0, 1), plain(1, 4), plain(0, 5) };
	struct em_code_loop l[2] = { { .n = 3, .words = { [EM_CODE_PLAIN] = 2, [EM_CODE_LOAD_SHARED] = 1 } },
		{ .first = 3, .n = 3, .words = { [EM_CODE_PLAIN] = 2, [EM_CODE_LOAD_SHARED] = 4 } } },
			    other[2] = { l[1], l[0] };
	struct em_work w = rig_timed("emulator/in_order", "eight turns and four of a load each",
			       (struct timed){ 4, 4, 1, 32, BYTES, { .code = code, .v = l, .n = 2, .ncode = 6 } }),
		       x = rig_timed("emulator/in_order", "eight turns and four of a load each",
			       (struct timed){ 4, 4, 1, 32, BYTES, { .code = code, .v = other, .n = 2, .ncode = 6 } });

	ck_assert_int_eq(waits(&w, EM_WAIT_SHARED), TURNS * (8 + 4 / 4));
	ck_assert_int_eq(waits(&x, EM_WAIT_SHARED), TURNS * (8 / 4 + 4));
}
END_TEST

/* Four turns side by side, one load after the other. A loop that has one turn each time is left over of it, and waits
 * for the loads of that turn together; one of eight turns is that loop. */
START_TEST(fewer_turns_than_side_by_side)
{
	struct em_code code[24];
	struct em_code_loop l = { .n = 24, .words = { [EM_CODE_PLAIN] = 16, [EM_CODE_LOAD_SHARED] = 8 } };
	struct em_work w;

	for (int k = 0; k < 8; k++) {
		code[3 * k] = asks(EM_CODE_LOAD_SHARED, 1, 0, 1);
		code[3 * k + 1] = plain(1, 4);
		code[3 * k + 2] = plain(0, 1);
	}
	w = rig_timed("emulator/in_order", "one turn of two loads",
		(struct timed){ 4, 4, 1, 32, BYTES, { .code = code, .v = &l, .n = 1, .ncode = 24 } });
	ck_assert_int_eq(waits(&w, EM_WAIT_SHARED), TURNS);
	w = rig_timed("emulator/in_order", "eight turns of two loads",
		(struct timed){ 4, 4, 1, 32, BYTES, { .code = code, .v = &l, .n = 1, .ncode = 24 } });
	ck_assert_int_eq(waits(&w, EM_WAIT_SHARED), TURNS * 8 * 2);
}
END_TEST

static int64_t loads(const struct em_work *w)
{
	return waits(w, EM_WAIT_L1) + waits(w, EM_WAIT_L2) + waits(w, EM_WAIT_LATE) + waits(w, EM_WAIT_DRAM);
}

/* What runs in each turn may stand in front of an `if` that comes before it: then a turn waits once for both loads. Not
 * where the machine code has the second one after its branch. */
START_TEST(loads_in_front_of_an_if)
{
	struct em_code front[] = { asks(EM_CODE_LOAD, 1, 0, 1), asks(EM_CODE_LOAD, 1, 1, 1), plain(1, 4), plain(0, 5),
		plain(2, 4), plain(0, 5) },
		       after[] = { asks(EM_CODE_LOAD, 1, 0, 1), plain(1, 4), plain(0, 5), asks(EM_CODE_LOAD, 1, 1, 1),
			       plain(2, 4), plain(0, 5) };
	struct em_work w;

	front[3].kind = after[2].kind = EM_CODE_BRANCH;
	w = run("an if between two loads", front, 6);
	ck_assert_int_le(loads(&w), TURNS + 1);
	ck_assert_int_ge(loads(&w), TURNS - 1);
	w = run("an if between two loads", after, 6);
	ck_assert_int_ge(loads(&w), 2 * TURNS - 3);
	w = run("an if between two loads", NULL, 0);
	ck_assert_int_ge(loads(&w), 2 * TURNS - 3);
	w = run("a load in an if", after, 6);
	ck_assert_int_ge(loads(&w), 2 * TURNS - 3);
}
END_TEST

/* Lanes that want different words of constant memory wait for each of them. */
START_TEST(words_of_constant_memory)
{
	struct em_code code[] = { asks(EM_CODE_LOAD_SHARED, 1, 0, 1), asks(EM_CODE_CONSTANT, 1, 1, 1), plain(3, 4),
		plain(0, 5) };
	struct em_work w = run("a word of constant memory for each lane", code, 4);

	ck_assert_int_eq(waits(&w, EM_WAIT_CONSTANT), TURNS);
	ck_assert_int_eq(waits(&w, EM_WAIT_CONSTANT_WORD), TURNS * 31);
	w = run("one load", code, 4);
	ck_assert_int_eq(waits(&w, EM_WAIT_CONSTANT_WORD), 0);
}
END_TEST

/* Of `condition ? a : b` b is loaded under a predicate, after the comparison, where nobody else wants it. */
START_TEST(loads_that_some_lanes_want)
{
	struct em_work some = run("a load that some lanes want", NULL, 0),
		       all = run("a load that some lanes want, and all, too", NULL, 0);

	ck_assert_int_ge(waits(&some, EM_WAIT_SHARED), TURNS - 1);
	ck_assert_int_ge(memory_waits(&some), TURNS - 1);
	ck_assert_int_le(waits(&all, EM_WAIT_SHARED), 1);
	ck_assert_int_ge(memory_waits(&all), TURNS - 1);
}
END_TEST

/* A word of each lane comes to the registers in two cycles, so the second of two loads of 32 passes (33 here, as
 * numbers of passes are coarse) waits for all of the first one's. */
START_TEST(passes_of_several_loads)
{
	struct em_code code[] = { asks(EM_CODE_LOAD_SHARED, 1, 0, 1), asks(EM_CODE_LOAD_SHARED, 1, 0, 1), plain(1, 4),
		plain(0, 5) };
	struct em_work w = run("a load of which all lanes meet in a bank", NULL, 0);

	ck_assert_int_eq(waits(&w, EM_WAIT_PASS), TURNS * 32);
	w = run("two loads of which all lanes meet in a bank", NULL, 0);
	ck_assert_int_eq(waits(&w, EM_WAIT_PASS), TURNS * (33 + 32));
	w = run("two loads of which all lanes meet in a bank", code, 4);
	ck_assert_int_eq(waits(&w, EM_WAIT_PASS), TURNS * (33 + 32));
}
END_TEST

/* Cycles of a turn. */
static int64_t turn_clk(const struct em_work *w)
{
	struct em_steps s;

	for (int what = 0; what < EM_WAIT_COUNT; what++)
		s.wait[what] = (int32_t)(w->wait[what] / (int64_t)w->warps);
	return em_steps_clk(&s) / TURNS;
}

/* A loop with an `if`, all of which runs in each turn, takes what its machine code takes; not if that loads more. */
START_TEST(loops_with_branches)
{
	struct em_code code[] = { asks(EM_CODE_LOAD, 1, 0, 1), plain(1, 13), plain(0, 5), plain(0, 4), plain(0, 4),
		plain(0, 4), asks(EM_CODE_LOAD, 1, 1, 1), plain(2, 4), plain(0, 5) };
	struct em_work w, x, without = run("an if between two loads", NULL, 0);

	code[2].kind = EM_CODE_BRANCH;
	w = run("an if between two loads", code, 9);
	/* The PTX has a chain of 16 products in the `if`, this code three instructions. */
	ck_assert_int_le(turn_clk(&w), turn_clk(&without) - 40);
	ck_assert_int_eq(memory_waits(&w), memory_waits(&without));
	code[4].stall = 15;
	code[5].stall = 15;
	x = run("an if between two loads", code, 9);
	ck_assert_int_ge(turn_clk(&x) - turn_clk(&w), 21);
	ck_assert_int_le(turn_clk(&x) - turn_clk(&w), 23);
	code[4] = asks(EM_CODE_LOAD, 1, 2, 1);
	x = run("an if between two loads", code, 9);
	ck_assert_int_eq(turn_clk(&x), turn_clk(&without));
}
END_TEST

/* A division of 64-bit integers is a call of a function, which does not stand in the loop's machine code: what that
 * takes comes on top, and to the block that divides. */
START_TEST(divisions_in_branches)
{
	struct em_code code[] = { asks(EM_CODE_LOAD, 1, 0, 1), plain(1, 13), plain(0, 5), plain(0, 4), plain(0, 4),
		plain(0, 4), asks(EM_CODE_LOAD, 1, 1, 1), plain(2, 4), plain(0, 5) };
	struct em_work w, divides;

	code[2].kind = EM_CODE_BRANCH;
	w = run("an if between two loads", code, 9);
	divides = run("a division of 64-bit integers in an if", code, 9);
	ck_assert_int_ge(turn_clk(&divides) - turn_clk(&w), 2 * 300);
	ck_assert_int_le(turn_clk(&divides) - turn_clk(&w), 2 * 360);
}
END_TEST

/* Local memory is one kind of what loops load and store: a turn takes what the stall counts say, and waits for the
 * load; not where the array is in registers, and the machine code has no such load. */
START_TEST(local_memory)
{
	struct em_code code[] = { asks(EM_CODE_STORE_LOCAL, 1, NONE, 1), asks(EM_CODE_LOAD_LOCAL, 1, 0, 1), plain(1, 9),
		plain(0, 12), plain(0, 5) };
	struct em_work w = run("a word of local memory", code, 5), x, without = run("a word of local memory", NULL, 0);

	ck_assert_int_eq(memory_waits(&w), TURNS);
	code[3].stall = 2;
	x = run("a word of local memory", code, 5);
	ck_assert_int_eq(turn_clk(&w) - turn_clk(&x), 10);
	code[1] = code[0] = plain(0, 1);
	x = run("a word of local memory", code, 5);
	ck_assert_int_eq(turn_clk(&x), turn_clk(&without));
}
END_TEST

static struct em_level in_turn(struct em_level l, int again)
{
	struct em_walk w = { .turns = 4, .again = again };

	return em_level_in_turn(&w, &l);
}

/* Of turns side by side: a load that misses in every second turn does so in the first and the third one, and one that
 * misses once in the first. Nothing is lost. */
START_TEST(misses_of_turns_side_by_side)
{
	static const struct em_level half = { .l1 = EM_LEVEL_UNIT / 2, .dram = EM_LEVEL_UNIT / 2 },
				     once = { .l1 = EM_LEVEL_UNIT / 4 * 3, .l2 = EM_LEVEL_UNIT / 4 },
				     both = {
					     .l1 = EM_LEVEL_UNIT / 2, .l2 = EM_LEVEL_UNIT / 4, .dram = EM_LEVEL_UNIT / 4
				     };

	for (int turn = 0; turn < 4; turn++) {
		ck_assert_int_eq(in_turn(half, turn).dram, turn % 2 ? 0 : EM_LEVEL_UNIT);
		ck_assert_int_eq(in_turn(once, turn).l2, turn ? 0 : EM_LEVEL_UNIT);
		ck_assert_int_eq(in_turn(both, turn).dram, turn ? 0 : EM_LEVEL_UNIT);
		ck_assert_int_eq(in_turn(both, turn).l2, turn == 2 ? EM_LEVEL_UNIT : 0);
	}
	for (int far = 0; far <= EM_LEVEL_UNIT; far++)
		for (int near = 0; near <= far; near++) {
			struct em_level l = {
				.l1 = (uint8_t)(EM_LEVEL_UNIT - far), .l2 = (uint8_t)(far - near), .dram = (uint8_t)near
			};
			int sum[3] = { 0 };

			for (int turn = 0; turn < 4; turn++) {
				struct em_level x = in_turn(l, turn);

				ck_assert_int_eq(x.l1 + x.l2 + x.late + x.dram, EM_LEVEL_UNIT);
				sum[0] += x.l1;
				sum[1] += x.l2;
				sum[2] += x.dram;
			}
			ck_assert_int_eq(sum[0], 4 * l.l1);
			ck_assert_int_eq(sum[1] + sum[2], 4 * far);
			ck_assert_int_le(sum[2], 4 * near);
			ck_assert_int_ge(sum[2], 4 * near - EM_LEVEL_UNIT);
		}
}
END_TEST

Suite *emulator_in_order_suite(void)
{
	Suite *s = suite_create("emulator_in_order");
	TCase *t = tcase_create("in order");

	tcase_add_test(t, batches);
	tcase_add_test(t, stalls);
	tcase_add_test(t, not_the_same);
	tcase_add_test(t, memory);
	tcase_add_test(t, shuffles);
	tcase_add_test(t, rest_of_a_loop);
	tcase_add_test(t, loops_in_their_order);
	tcase_add_test(t, fewer_turns_than_side_by_side);
	tcase_add_test(t, loads_in_front_of_an_if);
	tcase_add_test(t, passes_of_several_loads);
	tcase_add_test(t, loops_with_branches);
	tcase_add_test(t, divisions_in_branches);
	tcase_add_test(t, local_memory);
	tcase_add_test(t, misses_of_turns_side_by_side);
	tcase_add_test(t, words_of_constant_memory);
	tcase_add_test(t, past_large_numbers);
	tcase_add_test(t, loads_that_some_lanes_want);
	suite_add_tcase(s, t);
	return s;
}
