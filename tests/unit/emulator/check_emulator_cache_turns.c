/* Who takes turns with whom at the caches: warps of a block at the L1, blocks at the L2, by kernels whose threads walk
 * through pieces of their own, of which all together do not fit. */
#include "emulator/cache/cache.h"
#include "emulator_kit.h"

Suite *emulator_cache_turns_suite(void);

enum {
	BYTES = 1 << 22,
	CHUNK = 128,
	ODD = 9 * 32,
	EVEN = 10 * 32,
	WORDS = 32,
	RESIDENT = 4,
	PROCESSORS = 4,
	THREADS = 256
};

/* Blocks side by side, in each of which a warp has 32 lines. The L1 has room for RESIDENT times l1 lines. */
static struct em_work run_blocks(
	const char *kernel, uint32_t turns, uint32_t chunk, uint32_t l1, uint64_t l2, uint32_t blocks)
{
	struct {
		uint64_t in, out;
		uint32_t times, chunk;
	} args = { .times = turns, .chunk = chunk };
	struct em_timing t = { .multiprocessors = PROCESSORS,
		.resident_blocks = RESIDENT,
		.l1_bytes = RESIDENT * l1 * EM_LINE_BYTES,
		.l2_bytes = l2,
		.fill_sectors = 2 };
	struct em_launch l = { .grid = { blocks, 1, 1 }, .block = { THREADS, 1, 1 }, .params = &args, .timing = &t };
	struct rig g;

	rig_open(&g, ptx_of("emulator/cache_turns", "chunks"), 1, false);
	args.in = rig_alloc(&g, BYTES);
	args.out = rig_alloc(&g, BYTES);
	return rig_work_of(&g, kernel, l);
}

/* 16 blocks: each has room for l1 lines. */
static struct em_work run_chunks(const char *kernel, uint32_t turns, uint32_t chunk, uint32_t l1, uint64_t l2)
{
	return run_blocks(kernel, turns, chunk, l1, l2, PROCESSORS * RESIDENT);
}

static struct em_work run(const char *kernel, uint32_t turns, uint32_t l1, uint64_t l2)
{
	return run_chunks(kernel, turns, CHUNK, l1, l2);
}

/* A loop of six instructions: other blocks have their turn between two of its own. Of 4096 lines an L2 of 3072 keeps
 * about half until they are wanted again; those of one block alone it would keep. One that holds all of them keeps all
 * but what is read first, two sectors at a time. */
START_TEST(blocks_take_turns_in_short_loops)
{
	struct em_work w = run("one", WORDS, 64, 3072 * EM_LINE_BYTES);

	ck_assert_msg(w.traffic.l2_hit * 100 < w.traffic.l2_read * 60, "%llu of %llu",
		(unsigned long long)w.traffic.l2_hit, (unsigned long long)w.traffic.l2_read);
	ck_assert(w.traffic.l2_hit * 100 > w.traffic.l2_read * 40);
	w = run("one", WORDS, 64, 8192 * EM_LINE_BYTES);
	ck_assert_msg(w.traffic.l2_hit * 100 > w.traffic.l2_read * 85, "%llu", (unsigned long long)w.traffic.l2_hit);
}
END_TEST

/* Four words of a sector that are asked for together: one misses. Where each is stored before the next one is loaded,
 * the warp waits each time, and the others push its line out meanwhile; not where their lines fit, nor where ptxas may
 * have all loads first. */
START_TEST(who_stores_lets_others_go_by)
{
	struct em_work w = run("add", WORDS / 4, 64, 1 << 22);

	ck_assert_msg(w.traffic.l1_hit * 100 >= w.traffic.l1_read * 40, "%llu", (unsigned long long)w.traffic.l1_hit);
	w = run("copy", WORDS / 4, 64, 1 << 22);
	ck_assert_msg(w.traffic.l1_hit * 100 <= w.traffic.l1_read * 10, "%llu", (unsigned long long)w.traffic.l1_hit);
	w = run("copy_nc", WORDS / 4, 64, 1 << 22);
	ck_assert_msg(w.traffic.l1_hit * 100 >= w.traffic.l1_read * 40, "%llu", (unsigned long long)w.traffic.l1_hit);
	w = run("copy", WORDS / 4, 1024, 1 << 22);
	ck_assert_msg(w.traffic.l1_hit * 100 >= w.traffic.l1_read * 85, "%llu", (unsigned long long)w.traffic.l1_hit);
}
END_TEST

/* Waits of a warp for the memory, in hundredths. */
static int64_t memory_waits(uint32_t chunk)
{
	struct em_work w = run_chunks("one", WORDS, chunk, 1024, 1 << 22);

	return (w.wait[EM_WAIT_DRAM] + w.wait[EM_WAIT_LATE]) * 100 / EM_WAIT_UNIT /
		(PROCESSORS * RESIDENT * THREADS / 32);
}

/* Two sectors come from the memory together. Where all lanes are at the first one of two at the same time, a warp waits
 * for the memory in every second new sector, and in between for the L2. Where half of them are at the second one, it
 * waits for the memory each time. */
START_TEST(a_warp_waits_for_its_slowest_lane)
{
	int64_t odd = memory_waits(ODD), even = memory_waits(EVEN);

	ck_assert_msg(odd >= 360 && odd <= 440, "%lld", (long long)odd);
	ck_assert_msg(even >= 180 && even <= 260, "%lld", (long long)even);
}
END_TEST

/* Five blocks on four multiprocessors: only two of them have to share an L1, which has room for the 256 lines of one
 * and a quarter. Eight blocks all have to. */
START_TEST(one_block_more_than_multiprocessors)
{
	struct em_work w = run_blocks("one", WORDS, CHUNK, 80, 1 << 22, PROCESSORS + 1);

	ck_assert_msg(w.traffic.l1_hit * 100 >= w.traffic.l1_read * 75, "%llu of %llu",
		(unsigned long long)w.traffic.l1_hit, (unsigned long long)w.traffic.l1_read);
	w = run_blocks("one", WORDS, CHUNK, 80, 1 << 22, 2 * PROCESSORS);
	ck_assert_msg(w.traffic.l1_hit * 100 <= w.traffic.l1_read * 65, "%llu of %llu",
		(unsigned long long)w.traffic.l1_hit, (unsigned long long)w.traffic.l1_read);
}
END_TEST

Suite *emulator_cache_turns_suite(void)
{
	Suite *s = suite_create("emulator_cache_turns");
	TCase *t = tcase_create("turns");

	tcase_add_test(t, blocks_take_turns_in_short_loops);
	tcase_add_test(t, who_stores_lets_others_go_by);
	tcase_add_test(t, a_warp_waits_for_its_slowest_lane);
	tcase_add_test(t, one_block_more_than_multiprocessors);
	suite_add_tcase(s, t);
	return s;
}
