/* Blocks that wait for words which other blocks store make a chain, with a clock of each warp (cost/links.h): which
 * waits are links of it, and which are not. */
#include "emulator_kit.h"

Suite *emulator_links_suite(void);

enum { BYTES = 1 << 16, BLOCKS = 8, HOP = 1000, ATOMIC_HOP = 5000, SHARED_HOP = 300 };

struct setting {
	uint32_t at_once; /* blocks that a device would run side by side */
	uint32_t sum_clk, looker_clk;
	uint64_t seed;
	int threads;     /* of the host, besides one */
	uint32_t blocks; /* 0: BLOCKS */
	uint32_t word;   /* what stands behind the first 4 KB */
};

static struct em_work run_of(const char *file, const char *name, struct setting set)
{
	struct em_timing t = { .multiprocessors = set.at_once,
		.resident_blocks = 1,
		.l1_bytes = 256 << 10,
		.l2_bytes = 1 << 20,
		.fill_sectors = 2,
		.hop_clk = { HOP, ATOMIC_HOP, SHARED_HOP },
		.looker_clk = { set.looker_clk * EM_WAIT_UNIT } };
	struct rig g;
	uint64_t memory;

	t.wait_clk[EM_WAIT_ALU] = set.sum_clk;
	rig_open(&g, ptx_of(file, name), 1 + set.threads, false);
	memory = rig_alloc(&g, BYTES);
	memset(rig_ptr(&g, memory, BYTES), 0, BYTES);
	((uint32_t *)rig_ptr(&g, memory, BYTES))[1024] = set.word;
	return rig_work(&g,
		(struct em_launch){ .grid = { set.blocks ? set.blocks : BLOCKS, 1, 1 },
			.block = { 64, 1, 1 },
			.params = &memory,
			.schedule_seed = set.seed,
			.timing = &t });
}

static struct em_work run(const char *name, struct setting set)
{
	return run_of("emulator/links", name, set);
}

static const struct ptx_case *const *cases_of(const char *group, size_t *n)
{
	return ptx_group(ptx_cases("emulator/links"), group, n);
}

static uint64_t wanted(const struct ptx_case *c)
{
	return (ptx_want(c, "hops") ? (uint64_t)ptx_want_number(c, "hops") * HOP : 0) +
		(ptx_want(c, "atomic") ? (uint64_t)ptx_want_number(c, "atomic") * ATOMIC_HOP : 0);
}

START_TEST(chains)
{
	size_t n;
	const struct ptx_case *const *cases = cases_of("chain: ", &n);

	ck_assert_uint_eq(n, 19);
	for (size_t k = 0; k < n; k++) {
		struct em_work w = run(cases[k]->name, (struct setting){ .at_once = BLOCKS });

		ck_assert_msg(w.links_clk == wanted(cases[k]) && w.links, "%s: %llu", cases[k]->name,
			(unsigned long long)w.links_clk);
	}
}
END_TEST

/* The order in which blocks run here makes no difference. */
START_TEST(other_orders)
{
	struct em_work w;

	for (uint64_t seed = 1; seed < 5; seed++) {
		w = run("chain: a flag of the block before", (struct setting){ .at_once = BLOCKS, .seed = seed });
		ck_assert_uint_eq(w.links_clk, 7 * HOP);
		w = run("chain: a word says whose turn it is", (struct setting){ .at_once = BLOCKS, .seed = seed });
		ck_assert_uint_eq(w.links_clk, 7 * HOP);
	}
}
END_TEST

/* In other orders more blocks are under way than a device has places for. */
START_TEST(more_than_places)
{
	enum { MANY = 512 };

	for (uint64_t seed = 1; seed < (in_short() ? 2 : 4); seed++) {
		struct em_work w = run("chain: a flag of the block before",
			(struct setting){ .at_once = 1, .seed = seed, .blocks = MANY });

		ck_assert_uint_eq(w.links_clk, (MANY - 1) * HOP);
	}
}
END_TEST

START_TEST(no_chains)
{
	size_t n;
	const struct ptx_case *const *cases = cases_of("none: ", &n);

	ck_assert_uint_eq(n, 15);
	for (size_t k = 0; k < n; k++) {
		struct em_work w = run(cases[k]->name, (struct setting){ .at_once = BLOCKS });

		ck_assert_msg(!w.links && !w.links_clk, "%s: %llu", cases[k]->name, (unsigned long long)w.links_clk);
	}
}
END_TEST

/* Each block has its own shared memory, also where its address is a generic one: nobody waits for another block. */
START_TEST(generic_addresses)
{
	struct em_work w =
		run("generic: a flag of the block's own, in shared memory", (struct setting){ .at_once = BLOCKS });

	ck_assert_uint_eq(w.links_clk, SHARED_HOP);
}
END_TEST

/* What a block does between its look and its store is a part of every hop; what it does later only of the last one. */
START_TEST(work_in_between)
{
	uint64_t before = run("sums: before the flag is told", (struct setting){ .at_once = BLOCKS, .sum_clk = 10 })
				  .links_clk,
		 after = run("sums: after the flag is told", (struct setting){ .at_once = BLOCKS, .sum_clk = 10 })
				 .links_clk;

	ck_assert(before >= 7 * (HOP + 30) && before <= 7 * (HOP + 100) + 100);
	ck_assert(after >= 7 * HOP + 30 && after + 6 * 20 < before);
}
END_TEST

/* Who comes last to a node of a tree has waited for the one who is slow, and so have all above. */
START_TEST(up_a_tree)
{
	size_t n;
	const struct ptx_case *const *cases = cases_of("tree: ", &n);

	ck_assert_uint_eq(n, 6);
	for (size_t k = 0; k < n; k += 2) {
		struct em_work even = run(cases[k]->name, (struct setting){ .at_once = BLOCKS, .sum_clk = 10 }),
			       slow = run(cases[k + 1]->name, (struct setting){ .at_once = BLOCKS, .sum_clk = 10 });

		ck_assert_msg(even.links && slow.links, "%s: %llu, %llu", cases[k]->name,
			(unsigned long long)even.links, (unsigned long long)slow.links);
		ck_assert_msg(slow.links_clk == even.links_clk + 20 * 10, "%s: %llu, %llu", cases[k]->name,
			(unsigned long long)even.links_clk, (unsigned long long)slow.links_clk);
	}
}
END_TEST

/* A word says how many rounds a block has done. Who waits for as many goes on a round behind it, not when all are done.
 */
START_TEST(how_far)
{
	const struct setting set = { .at_once = BLOCKS, .sum_clk = 10 };
	const uint64_t round = run("far: round for round behind the block before", set).links_clk,
		       all = run("far: all rounds behind the block before", set).links_clk;

	ck_assert_msg(round >= 7 * (HOP + 280) + 4 * 280 && round < 7 * (HOP + 400) + 4 * 400, "%llu",
		(unsigned long long)round);
	ck_assert_msg(
		all >= 7 * (HOP + 4 * 280) && all < 7 * (HOP + 4 * 400) + 4 * 400, "%llu", (unsigned long long)all);
}
END_TEST

/* So many places for eight blocks: they go through in as many rounds as that takes, not one after the other. */
START_TEST(permits)
{
	size_t n;
	const struct ptx_case *const *cases = cases_of("permits: ", &n);

	ck_assert_uint_eq(n, 2);
	for (size_t k = 0; k < n; k++) {
		const bool bits = strstr(cases[k]->name, "bit") != NULL;
		int64_t clk[4]; /* for 1, 2, 4 and 8 places */

		for (uint32_t p = 0; p < 4; p++) {
			const uint32_t many = 1u << p, word = bits ? (1u << many) - 1 : many;
			struct em_work w =
				run(cases[k]->name, (struct setting){ .at_once = BLOCKS, .sum_clk = 10, .word = word });

			ck_assert_uint_eq(w.links != 0, many < BLOCKS);
			clk[p] = (int64_t)w.links_clk;
		}
		ck_assert_msg(clk[2] > ATOMIC_HOP && clk[0] - clk[1] == 2 * (clk[1] - clk[2]), "%s: %lld, %lld, %lld",
			cases[k]->name, (long long)clk[0], (long long)clk[1], (long long)clk[2]);
	}
}
END_TEST

/* A block begins when one of those side by side with it has ended: eight of them that count and wait cannot, where only
 * so many are there at a time; a chain does not mind. */
START_TEST(places)
{
	ck_assert_uint_eq(
		run("chain: a flag of the block before", (struct setting){ .at_once = 2 }).links_clk, 7 * HOP);
	ck_assert_uint_eq(run("chain: all wait for the first", (struct setting){ .at_once = 2 }).links_clk, HOP);
}
END_TEST

/* Whoever looks at the same word holds up the others a little. */
START_TEST(lookers)
{
	uint64_t turn =
		run("chain: a word says whose turn it is", (struct setting){ .at_once = BLOCKS, .looker_clk = 10 })
			.links_clk;
	uint64_t own = run("chain: a flag of the block before", (struct setting){ .at_once = BLOCKS, .looker_clk = 10 })
			       .links_clk;

	ck_assert_uint_eq(own, 7 * (HOP + 10));
	ck_assert_uint_eq(turn, 7 * HOP + 10 * (1 + 2 + 3 + 4 + 5 + 6 + 7));
}
END_TEST

/* Warps of a block wait for words of shared memory, of which each block has its own: all blocks are done when the first
 * one is. */
START_TEST(in_shared_memory)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases("emulator/links_shared"), "", &n);

	ck_assert_uint_eq(n, 5);
	for (size_t k = 0; k < n; k++) {
		struct em_work w = run_of("emulator/links_shared", cases[k]->name,
			(struct setting){ .at_once = BLOCKS, .threads = k & 1 ? 0 : 3 });

		ck_assert_msg(w.links_clk == (uint64_t)ptx_want_number(cases[k], "hops") * SHARED_HOP, "%s: %llu",
			cases[k]->name, (unsigned long long)w.links_clk);
	}
}
END_TEST

Suite *emulator_links_suite(void)
{
	Suite *s = suite_create("emulator_links");
	TCase *t = tcase_create("links");

	tcase_add_test(t, chains);
	tcase_add_test(t, other_orders);
	tcase_add_test(t, more_than_places);
	tcase_add_test(t, no_chains);
	tcase_add_test(t, generic_addresses);
	tcase_add_test(t, work_in_between);
	tcase_add_test(t, up_a_tree);
	tcase_add_test(t, how_far);
	tcase_add_test(t, permits);
	tcase_add_test(t, places);
	tcase_add_test(t, lookers);
	tcase_add_test(t, in_shared_memory);
	suite_add_tcase(s, t);
	return s;
}
