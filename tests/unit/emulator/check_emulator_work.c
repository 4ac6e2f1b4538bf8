/* What a launch costs beyond its bytes and instructions, each by two kernels that differ in that alone: room that
 * stores take in the L1, rows of the memory, lines that a load looks up at once, lines that are written in part, loads
 * of which one comes late, atomics that meet, pieces over the link, divisions whose reciprocal is kept, loads that wait
 * for stores or for registers, branches, pipes that hand on their results, ports of the registers. */
#include <math.h>

#include "emulator_kit.h"

Suite *emulator_work_suite(void);

enum { BYTES = 1 << 24 };

struct setting {
	uint32_t blocks, registers;
	bool over_link;
};

static struct em_work run_text(const char *text, struct setting set)
{
	struct em_timing t = { .multiprocessors = 4,
		.resident_blocks = 4,
		.l1_bytes = 256 << 10,
		.l2_bytes = 1 << 20,
		.fill_sectors = 2,
		.read_row_bytes = 512,
		.write_row_bytes = 256,
		.registers = set.registers,
		.wait_clk = { [EM_WAIT_ALU] = 4,
			[EM_WAIT_GUARD] = 9,
			[EM_WAIT_BRANCH] = 10,
			[EM_WAIT_FALL] = 5,
			[EM_WAIT_L1] = 36,
			[EM_WAIT_L2] = 284,
			[EM_WAIT_DRAM] = 680 } };
	struct rig g;
	uint64_t memory;

	rig_open(&g, text, 1, false);
	memory = rig_alloc(&g, BYTES);
	if (set.over_link)
		em_host_shares(g.d, memory, true);
	return rig_work(&g,
		(struct em_launch){
			.grid = { set.blocks, 1, 1 }, .block = { 128, 1, 1 }, .params = &memory, .timing = &t });
}
/* A case of ptx/work.ptx. */
static struct em_work run(const char *name, struct setting set)
{
	return run_text(ptx_of("emulator/work", name), set);
}

/* 32 KB are read, then stores pass, then the same 32 KB are read again. */
START_TEST(stores_take_room)
{
	struct em_work w = run("few stores between", (struct setting){ .blocks = 1 });

	ck_assert_uint_eq(w.traffic.l1_read, 2 * 64 * 4 * 4);
	ck_assert_uint_eq(w.traffic.l1_hit, w.traffic.l1_read / 2);
	w = run("many stores between", (struct setting){ .blocks = 1 });
	ck_assert_uint_eq(w.traffic.l1_read, 2 * 64 * 4 * 4);
	ck_assert(w.traffic.l1_hit < w.traffic.l1_read / 8);
}
END_TEST

/* Words side by side are a sweep. Words 1 KB apart open a row each; of each, 64 bytes are read. */
START_TEST(rows_of_the_memory)
{
	struct em_work swept = run("words side by side", (struct setting){ .blocks = 1024 });
	struct em_work apart = run("words 1 KB apart", (struct setting){ .blocks = 128 });
	struct em_work written = run("stores 1 KB apart", (struct setting){ .blocks = 128 });

	ck_assert(swept.traffic.dram_read >= 1024 * 16 && swept.traffic.rows_read <= swept.traffic.dram_read / 64);
	ck_assert_uint_eq(apart.traffic.dram_read, 2 * 128 * 128);
	ck_assert(apart.traffic.rows_read > 13 * 1024 && apart.traffic.rows_read <= 16 * 1024);
	ck_assert(written.traffic.rows_written > written.traffic.dram_write / 2);
}
END_TEST

/* Lanes a line apart meet in a bank of the L1 and go one by one; a line and a word apart, several go at once. Lanes
 * that want one word have it at once, though others of its bank come between: 16 rows are in two banks. */
START_TEST(lines_at_once)
{
	struct em_work meet = run("words a line apart", (struct setting){ .blocks = 256 });
	struct em_work apart = run("words a line and a word apart", (struct setting){ .blocks = 256 });
	struct em_work both = run("rows a line and a half apart, by both halves", (struct setting){ .blocks = 256 });

	ck_assert_uint_eq(meet.traffic.passes, 256 * 4 * 32);
	ck_assert(apart.traffic.passes > 256 * 4 * 7 && apart.traffic.passes < 256 * 4 * 11);
	ck_assert(both.traffic.passes > 256 * 4 * 7 && both.traffic.passes < 256 * 4 * 9);
}
END_TEST

/* Shuffles that do not need each other are on their way together, a few of them. */
START_TEST(shuffles_beside_each_other)
{
	struct em_work beside = run("shuffles that do not need each other", (struct setting){ .blocks = 1 }),
		       chain = run("shuffles one after the other", (struct setting){ .blocks = 1 });

	ck_assert_int_eq(chain.wait[EM_WAIT_SHARED], (int64_t)chain.warps * 8 * EM_WAIT_UNIT);
	ck_assert_int_le(beside.wait[EM_WAIT_SHARED], (int64_t)beside.warps * 4 * EM_WAIT_UNIT);
	ck_assert_int_ge(beside.wait[EM_WAIT_SHARED], (int64_t)beside.warps * 2 * EM_WAIT_UNIT);
}
END_TEST

static int64_t loads_waited_for(const char *name)
{
	struct em_work w = run(name, (struct setting){ .blocks = 1 });

	return (w.wait[EM_WAIT_L1] + w.wait[EM_WAIT_L2] + w.wait[EM_WAIT_DRAM]) / EM_WAIT_UNIT / w.warps;
}

/* Loads do not wait for votes that they have nothing to do with. */
START_TEST(votes_beside_each_other)
{
	ck_assert_int_eq(loads_waited_for("votes on words that the vote before says where to look for"), 8);
	ck_assert_int_eq(loads_waited_for("votes on words that do not need each other"), 1);
}
END_TEST

/* Pairs of words go by half a warp, four words by a quarter: several lines at once, but for lanes that meet in a bank.
 */
START_TEST(pairs_at_once)
{
	struct em_work meet = run("pairs of words a line apart", (struct setting){ .blocks = 256 });
	struct em_work apart = run("pairs of words a line and a pair apart", (struct setting){ .blocks = 256 });
	struct em_work four = run("four words a line and as many apart", (struct setting){ .blocks = 256 });

	ck_assert_uint_eq(meet.traffic.passes, 256 * 4 * 32);
	ck_assert(apart.traffic.passes > 256 * 4 * 7 && apart.traffic.passes < 256 * 4 * 11);
	ck_assert(four.traffic.passes > 256 * 4 * 7 && four.traffic.passes < 256 * 4 * 14);
}
END_TEST

/* A run of words that straddles two lines takes one pass as one that lies in a line does; two runs do if they are in
 * different banks. */
START_TEST(straddling_runs)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases("emulator/work"), "straddling ", &n);

	ck_assert_uint_eq(n, 6);
	for (size_t k = 0; k < n; k++) {
		/* Each block has lines of its own, so that the sample is fair. */
		const struct em_work w = run(cases[k]->name, (struct setting){ .blocks = 512 });
		const double wanted = 512.0 * 4 * (double)ptx_want_number(cases[k], "passes");

		ck_assert_msg(fabs((double)w.traffic.passes - wanted) < 0.1 * wanted, "%s: %d", cases[k]->name,
			(int)w.traffic.passes);
	}
}
END_TEST

/* Sectors of a line that a store writes in part are one request for the L2. */
START_TEST(partial_lines)
{
	struct em_work one = run("stores a line apart", (struct setting){ .blocks = 256 });
	struct em_work four = run("stores a sector apart", (struct setting){ .blocks = 256 });
	struct em_work whole = run("stores side by side", (struct setting){ .blocks = 256 });

	ck_assert_uint_eq(one.traffic.l2_partial, 256 * 128);
	ck_assert_uint_eq(one.traffic.l2_parts, 256 * 128);
	ck_assert_uint_eq(four.traffic.l2_partial, 256 * 128);
	ck_assert_uint_eq(four.traffic.l2_parts, 256 * 128 / 4);
	ck_assert_uint_eq(whole.traffic.l2_parts, 0);
}
END_TEST

/* A place takes a pass for a sector, and one for each further lane of a word. */
START_TEST(atomics_that_meet)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases("emulator/work"), "atomics, ", &n);

	ck_assert_uint_eq(n, 4);
	for (size_t k = 0; k < n; k++) {
		const struct em_work w = run(cases[k]->name, (struct setting){ .blocks = 1 });

		ck_assert_msg(w.traffic.atomic_lanes == (uint64_t)ptx_want_number(cases[k], "passes"),
			"%s: %llu passes", cases[k]->name, (unsigned long long)w.traffic.atomic_lanes);
	}
}
END_TEST

/* Over the link each run of bytes goes alone in a sector that is written in part. */
START_TEST(pieces_over_the_link)
{
	struct em_work two = run("stores 16 bytes apart", (struct setting){ .blocks = 256, .over_link = true });
	struct em_work one = run("stores 32 bytes apart", (struct setting){ .blocks = 256, .over_link = true });

	ck_assert_uint_eq(two.traffic.link_write, 256 * 128 / 2);
	ck_assert_uint_eq(two.traffic.link_writes, 256 * 128);
	ck_assert_uint_eq(one.traffic.link_writes, 256 * 128);
}
END_TEST

/* The divisor's reciprocal is taken once, unless the divisor changes in the loop. */
START_TEST(kept_reciprocals)
{
	struct em_work kept = run("a divisor that stays", (struct setting){ .blocks = 4 });
	struct em_work anew = run("a divisor that changes", (struct setting){ .blocks = 4 });

	ck_assert_uint_eq(anew.pipe[EM_PIPE_SPECIAL] - kept.pipe[EM_PIPE_SPECIAL], 4 * 4 * 10 * 3);
	ck_assert(kept.pipe[EM_PIPE_ISSUE] < anew.pipe[EM_PIPE_ISSUE]);
}
END_TEST

static uint64_t special(const char *name)
{
	return run(name, (struct setting){ .blocks = 4 }).pipe[EM_PIPE_SPECIAL];
}

/* It stays in the loop beside a call (an exact division's slow way), beside a loop, and after a branch; not beside a
 * quick division, which is one more special function, nor before a branch. */
START_TEST(reciprocals_that_stay)
{
	const uint64_t turns = 4 * 4 * 10, kept = special("a divisor that stays");

	ck_assert_uint_eq(special("a divisor that stays, a quick division"), kept + turns);
	ck_assert_uint_eq(special("a divisor that stays, before a branch"), kept);
	ck_assert_uint_eq(special("a divisor that stays, an exact division"), kept + (3 + 2) * turns);
	ck_assert_uint_eq(special("a divisor that changes, an exact division"), kept + (3 + 2) * turns);
	ck_assert_uint_eq(special("a divisor that stays, after a branch"), kept + 3 * turns);
	ck_assert_uint_eq(special("a divisor that changes, after a branch"), kept + 3 * turns);
	ck_assert_uint_eq(special("a divisor that stays, before a loop"), kept + 3 * turns);
	ck_assert_uint_eq(special("a divisor that changes, before a loop"), kept + 3 * turns);
}
END_TEST

/* A short loop that counts down to zero is unrolled by four, so that one in four of its counts and branches is left,
 * but where the code says nounroll. */
START_TEST(nounroll)
{
	struct em_work less = run("counting down", (struct setting){ .blocks = 1 }),
		       more = run("counting down, nounroll", (struct setting){ .blocks = 1 }),
		       other = run("counting down, another pragma", (struct setting){ .blocks = 1 });

	ck_assert_uint_eq(more.pipe[EM_PIPE_ISSUE] - less.pipe[EM_PIPE_ISSUE], 4 * 64 * 3 * 3 / 4);
	ck_assert_uint_eq(other.pipe[EM_PIPE_ISSUE], less.pipe[EM_PIPE_ISSUE]);
}
END_TEST

/* Waits for the branch back of 64 turns, in turns. */
static int64_t branches_back(const char *name)
{
	struct em_work w = run(name, (struct setting){ .blocks = 1 });

	return w.wait[EM_WAIT_BRANCH] / (int64_t)w.warps / EM_WAIT_UNIT;
}

/* Which loops are unrolled: short ones that count to a bound, longer ones if they load, and those whose condition
 * becomes a predicate. */
START_TEST(unrolled)
{
	/* Two more in front, as the bound is a register: what is left of the turns is looked for. */
	ck_assert_int_eq(branches_back("sums in a short loop"), 16 + 2);
	ck_assert_int_eq(branches_back("sums in a long loop"), 64);
	ck_assert_int_eq(branches_back("sums in a long loop that loads"), 16 + 2);
	ck_assert_int_eq(branches_back("sums up to a bound that changes"), 64);
	ck_assert_int_eq(branches_back("sums and a condition"), 16 + 2);
}
END_TEST

/* A warp waits for the passes of a load: of 32 lines that hit the L1, and of 32 words in one bank. An `if` with an
 * `else` is one block of machine code, unless it stores; a load that no warp runs lets nobody wait. */
START_TEST(passes)
{
	struct em_work near = run("hits in a line", (struct setting){ .blocks = 1 }),
		       far = run("hits in 32 lines", (struct setting){ .blocks = 1 }),
		       banks = run("words in 32 banks", (struct setting){ .blocks = 1 }),
		       bank = run("words in one bank", (struct setting){ .blocks = 1 });

	ck_assert_int_eq(near.wait[EM_WAIT_PASS], 0);
	ck_assert_int_ge(far.wait[EM_WAIT_PASS], (int64_t)far.warps * EM_WAIT_UNIT * 24);
	ck_assert_int_eq(banks.wait[EM_WAIT_PASS], 0);
	ck_assert_int_ge(bank.wait[EM_WAIT_PASS], (int64_t)bank.warps * EM_WAIT_UNIT * 28);
	ck_assert_int_le(bank.wait[EM_WAIT_PASS], (int64_t)bank.warps * EM_WAIT_UNIT * 32); /* three bits of it */
}
END_TEST

START_TEST(parts_of_an_if)
{
	struct em_work both = run("both parts of an if", (struct setting){ .blocks = 1 }),
		       stores = run("an if that stores", (struct setting){ .blocks = 1 }),
		       never = run("a part that never loads", (struct setting){ .blocks = 1 }),
		       always = run("a part that always loads", (struct setting){ .blocks = 1 });

	ck_assert_int_eq(both.wait[EM_WAIT_BRANCH], 0);
	ck_assert_int_gt(stores.wait[EM_WAIT_BRANCH], 0);
	ck_assert_int_eq(never.wait[EM_WAIT_DRAM] + never.wait[EM_WAIT_L2], 0);
	ck_assert_int_gt(always.wait[EM_WAIT_DRAM] + always.wait[EM_WAIT_L2], 0);
}
END_TEST

/* What each block had to do is kept where one has more than the others: its longest warp's part of it, too. */
START_TEST(shares)
{
	struct em_work even = run("no block is busier", (struct setting){ .blocks = 8 }),
		       block = run("one block is busier", (struct setting){ .blocks = 8 }),
		       warp = run("one warp is busier", (struct setting){ .blocks = 8 });

	ck_assert(!even.share && even.all_clk && even.longest_clk == even.first_clk);
	ck_assert(block.all_clk > 10 * even.all_clk && block.longest_clk == block.first_clk);
	ck_assert(!warp.share && warp.longest_clk > 20 * warp.first_clk);
}
END_TEST

/* Two blocks that wait for the second to say so: of the many looks of the first a few are counted, and none where it
 * counts its tries. */
START_TEST(polls)
{
	struct em_work w = run("looks for a word", (struct setting){ .blocks = 2 }),
		       tries = run("looks for a word and counts", (struct setting){ .blocks = 2 });

	ck_assert_uint_ge(w.waits, 1);
	ck_assert_uint_eq(tries.waits, 0);
	ck_assert_uint_le(w.pipe[EM_PIPE_ISSUE], 300);
	ck_assert_uint_ge(tries.pipe[EM_PIPE_ISSUE], 400);
}
END_TEST

static int64_t far_waits(const struct em_work *w)
{
	return (w->wait[EM_WAIT_L1] + w->wait[EM_WAIT_L2] + w->wait[EM_WAIT_LATE] + w->wait[EM_WAIT_DRAM]) /
		(int64_t)w->warps / EM_WAIT_UNIT;
}

/* Of two blocks that go on for as many turns, one that finds a new line in each of them has more to do beside the
 * others than one that finds all it wants in the L1. */
START_TEST(shares_of_waits)
{
	struct em_work far = run("one block walks through new lines", (struct setting){ .blocks = 8 }),
		       near = run("one block walks through one line", (struct setting){ .blocks = 8 });

	ck_assert(far.wait[EM_WAIT_DRAM] > 1000 * EM_WAIT_UNIT && !near.wait[EM_WAIT_DRAM]);
	ck_assert(far.longest_clk > 4 * near.longest_clk && far.first_clk > 4 * near.first_clk);
}
END_TEST

/* Warps that meet in each turn all wait for the one that the memory answers: more often than each by itself where they
 * come to new lines in different turns, as often where they do in the same one. */
START_TEST(waits_of_all)
{
	struct em_work own = run("lanes come to new lines in different turns", (struct setting){ .blocks = 8 }),
		       all = run(
			       "lanes come to new lines in different turns, and meet", (struct setting){ .blocks = 8 }),
		       same = run("lanes come to new lines in the same turn", (struct setting){ .blocks = 8 }),
		       same_all = run(
			       "lanes come to new lines in the same turn, and meet", (struct setting){ .blocks = 8 });

	ck_assert_int_gt(2 * all.wait[EM_WAIT_DRAM], 3 * own.wait[EM_WAIT_DRAM]);
	ck_assert_int_gt(same.wait[EM_WAIT_DRAM], 0);
	ck_assert_int_lt(10 * same_all.wait[EM_WAIT_DRAM], 12 * same.wait[EM_WAIT_DRAM]);
}
END_TEST

/* A table that all blocks read each multiprocessor brings once: later blocks find it in its L1, though they begin with
 * an empty share of their own. */
START_TEST(tables_of_all)
{
	struct em_work all = run("all blocks read one table", (struct setting){ .blocks = 256 }),
		       own = run("each block reads a table of its own", (struct setting){ .blocks = 256 });

	ck_assert_int_gt(own.wait[EM_WAIT_L2] + own.wait[EM_WAIT_LATE] + own.wait[EM_WAIT_DRAM],
		4 * (all.wait[EM_WAIT_L2] + all.wait[EM_WAIT_LATE] + all.wait[EM_WAIT_DRAM]));
	ck_assert_uint_gt(own.traffic.l2_read, 8 * all.traffic.l2_read);
}
END_TEST

/* A store to shared memory cannot be to what is loaded from elsewhere; one to global memory can. */
START_TEST(loads_and_stores)
{
	struct em_work w = run("stores to shared memory between", (struct setting){ .blocks = 4 });

	ck_assert_int_eq(far_waits(&w), 1);
	w = run("stores to global memory between", (struct setting){ .blocks = 4 });
	ck_assert_int_eq(far_waits(&w), 2);
}
END_TEST

/* Sixteen loads, each added up: all on their way at once where there is room for them, half of them where there is not.
 */
START_TEST(loads_need_registers)
{
	struct em_work w = run("sixteen loads", (struct setting){ .blocks = 4 });

	ck_assert_int_eq(far_waits(&w), 1);
	w = run("sixteen loads", (struct setting){ .blocks = 4, .registers = 64 });
	ck_assert_int_eq(far_waits(&w), 1);
	w = run("sixteen loads", (struct setting){ .blocks = 4, .registers = 16 });
	ck_assert_int_eq(far_waits(&w), 2);
}
END_TEST

/* The slowest of 16 loads that are on their way together comes later than a single one; of loads that wait for each
 * other each is a single one. */
START_TEST(slowest_of_several)
{
	struct em_work w = run("a single load", (struct setting){ .blocks = 4 });

	ck_assert_int_eq(w.wait[EM_WAIT_SLOWER], 0);
	w = run("sixteen loads", (struct setting){ .blocks = 4 });
	ck_assert_int_eq(w.wait[EM_WAIT_SLOWER] / (int64_t)w.warps, 4 * EM_WAIT_UNIT);
	w = run("sixteen loads, one after the other", (struct setting){ .blocks = 4 });
	ck_assert_int_eq(w.wait[EM_WAIT_SLOWER] / (int64_t)w.warps, 0);
}
END_TEST

/* Each turn of a loop is a branch back, which waits for its comparison. */
START_TEST(branches)
{
	struct em_work w = run("branches", (struct setting){ .blocks = 4 });

	ck_assert_int_eq(w.wait[EM_WAIT_BRANCH] / (int64_t)w.warps, 10 * EM_WAIT_UNIT);
	ck_assert_int_eq(w.wait[EM_WAIT_GUARD] / (int64_t)w.warps, 10 * EM_WAIT_UNIT);
}
END_TEST

/* A branch back is the last of its loop's instructions: it starts when what is before it has started, which may wait
 * for a load. */
START_TEST(branches_after_loads)
{
	struct em_work w = run("loads in a loop", (struct setting){ .blocks = 4 });

	ck_assert_int_eq(w.wait[EM_WAIT_BRANCH] / (int64_t)w.warps, 10 * EM_WAIT_UNIT);
	ck_assert_int_eq(far_waits(&w), 10);
}
END_TEST

/* What was asked for before a loop is waited for in its first turn; in a loop in a loop, in each turn of the outer one.
 */
START_TEST(first_turns)
{
	struct em_work once = run("a load that a loop is the first to use", (struct setting){ .blocks = 4 });
	struct em_work each = run("loads that a loop in a loop is the first to use", (struct setting){ .blocks = 4 });

	ck_assert_int_eq(far_waits(&once), 1);
	ck_assert_int_eq(far_waits(&each), 6);
}
END_TEST

/* A product of 64 bits takes the sum that it goes into along; one that is needed twice does not. */
START_TEST(wide_products)
{
	static const char *const names[3] = { "a product", "a product and a sum", "a product that is needed twice" };
	uint64_t issued[3];

	for (int k = 0; k < 3; k++)
		issued[k] = run(names[k], (struct setting){ .blocks = 1 }).pipe[EM_PIPE_ISSUE];
	ck_assert_uint_eq(issued[1], issued[0]);
	ck_assert_uint_eq(issued[2], issued[0] + 4 * 3); /* the store and a sum with carry */
}
END_TEST

/* What goes from turn to turn is copied where the old value is needed when the new one is there already; else it is the
 * same register. */
START_TEST(copies_in_loops)
{
	static const char *const names[4] = { "a register renamed", "a register copied", "without the copy",
		"without copy and use" };
	uint64_t issued[4];

	for (int k = 0; k < 4; k++)
		issued[k] = run(names[k], (struct setting){ .blocks = 1 }).pipe[EM_PIPE_ISSUE];
	ck_assert_uint_eq(issued[0], issued[3]);
	ck_assert_uint_eq(issued[1], issued[2] + 4 * 10);
}
END_TEST

/* Every kernel loads its pointers and what its accesses need, once. */
START_TEST(prologue)
{
	struct em_work none = run("no pointer", (struct setting){ .blocks = 1 });
	struct em_work global = run("a pointer to global memory", (struct setting){ .blocks = 1 });
	struct em_work both = run("both memories", (struct setting){ .blocks = 1 });

	ck_assert_uint_eq(global.pipe[EM_PIPE_ISSUE], none.pipe[EM_PIPE_ISSUE] + 4 * 2);
	ck_assert_uint_eq(both.pipe[EM_PIPE_ISSUE], global.pipe[EM_PIPE_ISSUE] + 4 * 4);
}
END_TEST

/* A loop that waits for a word, within one that goes on to another word until something is found, looks back; so does
 * one that goes on itself, where it found something. One that waits by itself does not, nor one that writes, nor who
 * waits for each of a list of words. */
START_TEST(looks_back)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases("emulator/work"), "waiting by ", &n);

	ck_assert_uint_eq(n, 16);
	for (size_t k = 0; k < n; k++) {
		const struct em_work w = run(cases[k]->name, (struct setting){ .blocks = 8 });

		ck_assert_msg(w.look_backs == (uint64_t)ptx_want_number(cases[k], "looks"), "%s: %d", cases[k]->name,
			(int)w.look_backs);
		ck_assert(w.looks_back_by_atomics == (w.look_backs && strstr(cases[k]->name, "atom")));
		ck_assert_uint_eq(w.looks_back_at, w.look_backs ? 32 : 0);
	}
}
END_TEST

/* A block's barrier is one arrival of each warp, and no turn of the load-store unit. */
START_TEST(barriers)
{
	struct em_work w = run("barriers", (struct setting){ .blocks = 4 });

	ck_assert_uint_eq(w.pipe[EM_PIPE_BARRIER], 4 * 4);
	ck_assert_uint_eq(w.pipe[EM_PIPE_LSU], 0);
	ck_assert_int_eq(w.wait[EM_WAIT_BARRIER], 4 * 4 * EM_WAIT_UNIT);
}
END_TEST

/* From the arithmetic pipe to the integer pipe and back is longer than within one of them. */
START_TEST(across_pipes)
{
	struct em_work across = run("across pipes", (struct setting){ .blocks = 1 });
	struct em_work within = run("within a pipe", (struct setting){ .blocks = 1 });

	ck_assert_int_eq(across.wait[EM_WAIT_CROSS], 4 * 3 * EM_WAIT_UNIT);
	ck_assert_int_eq(within.wait[EM_WAIT_CROSS], 0);
}
END_TEST

/* Three different registers of a multiplication and sum are read in two cycles, unless one is a number, or a neighbour
 * has just read a factor. */
START_TEST(register_ports)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases("emulator/work"), "ports, ", &n);

	ck_assert_uint_eq(n, 7);
	for (size_t k = 0; k < n; k++) {
		/* %r8: a parameter; where lanes have gone different ways it takes a port like any other. Beside it the
		 * same with whole numbers, which have two cycles anyway. */
		static const char *const fma[2] = { "fma.rn.f32", "mad.lo.s32" };
		uint64_t issued[2];

		for (int plain = 0; plain < 2; plain++)
			issued[plain] = run_text(ptx_fill("emulator/work", cases[k]->name, "FMA", fma[plain]),
				(struct setting){ .blocks = 1 })
						.pipe[EM_PIPE_ISSUE];
		ck_assert_msg(issued[0] == issued[1] + (uint64_t)ptx_want_number(cases[k], "more"), "%s: %d, %d",
			cases[k]->name, (int)issued[0], (int)issued[1]);
	}
}
END_TEST

/* What stands under a predicate begins side by side with what is before it. */
START_TEST(guarded_loads)
{
	struct em_work w = run("guarded loads", (struct setting){ .blocks = 1 });

	ck_assert_int_eq(far_waits(&w), 1);
}
END_TEST

Suite *emulator_work_suite(void)
{
	Suite *s = suite_create("emulator_work");
	TCase *t = tcase_create("work");

	tcase_add_test(t, stores_take_room);
	tcase_add_test(t, rows_of_the_memory);
	tcase_add_test(t, lines_at_once);
	tcase_add_test(t, shuffles_beside_each_other);
	tcase_add_test(t, votes_beside_each_other);
	tcase_add_test(t, pairs_at_once);
	tcase_add_test(t, straddling_runs);
	tcase_add_test(t, partial_lines);
	tcase_add_test(t, slowest_of_several);
	tcase_add_test(t, atomics_that_meet);
	tcase_add_test(t, pieces_over_the_link);
	tcase_add_test(t, kept_reciprocals);
	tcase_add_test(t, reciprocals_that_stay);
	tcase_add_test(t, nounroll);
	tcase_add_test(t, unrolled);
	tcase_add_test(t, shares);
	tcase_add_test(t, shares_of_waits);
	tcase_add_test(t, polls);
	tcase_add_test(t, waits_of_all);
	tcase_add_test(t, tables_of_all);
	tcase_add_test(t, loads_and_stores);
	tcase_add_test(t, loads_need_registers);
	tcase_add_test(t, branches);
	tcase_add_test(t, branches_after_loads);
	tcase_add_test(t, first_turns);
	tcase_add_test(t, wide_products);
	tcase_add_test(t, copies_in_loops);
	tcase_add_test(t, prologue);
	tcase_add_test(t, looks_back);
	tcase_add_test(t, barriers);
	tcase_add_test(t, across_pipes);
	tcase_add_test(t, register_ports);
	tcase_add_test(t, guarded_loads);
	tcase_add_test(t, passes);
	tcase_add_test(t, parts_of_an_if);
	suite_add_tcase(s, t);
	return s;
}
