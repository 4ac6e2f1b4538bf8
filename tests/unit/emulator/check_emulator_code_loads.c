/* Loads from shared memory in a loop: as many are counted as the machine code's loop has, where it is surely the same
 * loop and has fewer. */
#include "emulator_kit.h"

Suite *emulator_code_loads_suite(void);

enum { MOST = 24 };

/* A counter of the case, whose machine code has so many loops of `loads` loads of `words` words each; barrier: and
 * something of another kind. */
static uint64_t counted(
	int counter, const char *name, uint32_t loads, uint8_t words, bool barrier, uint32_t loops, int baseline)
{
	struct em_code code[MOST + 1] = { { .kind = EM_CODE_PLAIN } };
	struct em_code_loop v[2] = { { .n = loads + barrier } };
	struct em_timing t = { .multiprocessors = 1,
		.resident_blocks = 1,
		.l1_bytes = 1 << 17,
		.l2_bytes = 1 << 20,
		.loops = { .code = code, .v = v, .n = loops, .ncode = loads + barrier } };
	struct rig g;
	struct em_result r;
	uint64_t a, n;

	ck_assert_uint_le(loads, MOST);
	for (uint32_t k = 0; k < loads; k++)
		code[k] = (struct em_code){ .kind = EM_CODE_LOAD_SHARED, .words = words };
	code[loads].kind = barrier ? EM_CODE_OTHER : EM_CODE_PLAIN;
	v[0].words[EM_CODE_LOAD_SHARED] = loads * words;
	v[0].words[EM_CODE_OTHER] = barrier;
	v[1] = v[0];
	rig_open(&g, ptx_of("emulator/code_loads", name), 1, baseline);
	a = rig_alloc(&g, 64);
	r = rig_launched(
		&g, "k", (struct em_launch){ .grid = { 1, 1, 1 }, .block = { 32, 1, 1 }, .params = &a, .timing = &t });
	ck_assert_int_eq(r.fault.kind, EM_FAULT_NONE);
	n = r.c.v[counter];
	em_result_release(&r);
	rig_close(&g);
	return n;
}

static uint64_t loads(const char *name, uint32_t loads, uint8_t words, bool barrier, uint32_t loops, int baseline)
{
	return counted(CTR_SHARED_LD_INST, name, loads, words, barrier, loops, baseline);
}

static uint64_t waves(const char *name, uint32_t loads, uint8_t words)
{
	return counted(CTR_SHARED_LD_WAVEFRONTS, name, loads, words, true, 1, 0);
}

static uint64_t by_the_ptx(const char *name)
{
	size_t n;
	const struct ptx_case *const *all = ptx_group(ptx_cases("emulator/code_loads"), name, &n);

	ck_assert_uint_eq(n, 1);
	return (uint64_t)ptx_want_number(all[0], "loads");
}

START_TEST(fewer)
{
	/* one of four words in a turn; three of them in three turns side by side */
	ck_assert_uint_eq(loads("an if between", 1, 4, false, 1, _i), 8);
	ck_assert_uint_eq(loads("an if between", 3, 4, false, 1, _i), 8);
	/* four words, in four turns of the loop within: one load, or two */
	ck_assert_uint_eq(loads("a loop within, of four turns", 1, 4, true, 1, _i), 8);
	ck_assert_uint_eq(loads("a loop within, of four turns", 2, 2, true, 1, _i), 16);
	/* three turns of the loop around it side by side */
	ck_assert_uint_eq(loads("a loop within, of four turns", 3, 4, true, 1, _i), 8);
}
END_TEST

/* A machine code of one loop, whose instructions have these words. */
static struct em_result with_loop(const char *name, struct em_code *code, uint32_t n, bool halves, int baseline)
{
	struct em_code_loop loop = { .n = n, .halves = halves };
	struct em_timing t = { .multiprocessors = 1,
		.resident_blocks = 1,
		.l1_bytes = 1 << 17,
		.l2_bytes = 1 << 20,
		.loops = { .code = code, .v = &loop, .n = 1, .ncode = n } };
	struct rig g;
	struct em_result r;
	uint64_t a;

	for (uint32_t k = 0; k < n; k++)
		loop.words[code[k].kind] += code[k].words;
	rig_open(&g, ptx_of("emulator/code_loads", name), 1, baseline);
	a = rig_alloc(&g, 64);
	r = rig_launched(
		&g, "k", (struct em_launch){ .grid = { 1, 1, 1 }, .block = { 32, 1, 1 }, .params = &a, .timing = &t });
	ck_assert_int_eq(r.fault.kind, EM_FAULT_NONE);
	rig_close(&g);
	return r;
}

/* A load from global memory in the body of an `if` is one of the loop, however often its lanes come there. */
START_TEST(bodies)
{
	struct em_code code[] = { { .kind = EM_CODE_LOAD_SHARED, .words = 4 }, { .kind = EM_CODE_LOAD, .words = 1 } };
	struct em_result r = with_loop("a body between", code, 2, false, _i);

	ck_assert_uint_eq(r.c.v[CTR_SHARED_LD_INST], 8);
	ck_assert_uint_eq(r.c.v[CTR_GLOBAL_LD_REQUESTS], 3);
	em_result_release(&r);
}
END_TEST

/* Loads of the loop "pairs over branches"; registers: of the machine code's addresses, one for each load. */
static uint64_t pairs(const uint8_t *words, const uint16_t *registers, int32_t last, uint8_t branches, int baseline)
{
	struct em_code code[6] = { { .kind = EM_CODE_BRANCH, .words = branches } };
	struct em_result r;
	uint64_t n, waves;
	uint32_t k;
	int32_t at = -32;

	for (k = 0; words[k]; k++) {
		code[k + 1] = (struct em_code){
			.kind = EM_CODE_LOAD_SHARED, .words = words[k], .base = registers[k], .at = at
		};
		at += words[k] * 4;
	}
	code[k].at += last;
	r = with_loop("pairs over branches", code, k + 1, false, baseline);
	n = r.c.v[CTR_SHARED_LD_INST];
	waves = r.c.v[CTR_SHARED_LD_WAVEFRONTS];
	em_result_release(&r);
	ck_assert_uint_eq(n, waves); /* all lanes want one word, or both of a pair */
	return n;
}

START_TEST(joined_over_branches)
{
	static const uint16_t one[] = { 8, 8, 8, 8 }, two[] = { 8, 8, 9, 9 }, unknown[] = { 8, 8, 0, 0 };
	static const uint8_t all[] = { 1, 1, 1, 1, 0 }, first[] = { 2, 1, 1, 0 }, last[] = { 1, 1, 2, 0 },
			     both[] = { 2, 2, 0 }, middle[] = { 1, 2, 1, 0 };

	ck_assert_uint_eq(pairs(all, one, 0, 3, _i), 32);
	ck_assert_uint_eq(pairs(first, one, 0, 3, _i), 24);
	ck_assert_uint_eq(pairs(last, one, 0, 3, _i), 24);
	ck_assert_uint_eq(pairs(both, one, 0, 3, _i), 16);
	ck_assert_uint_eq(pairs(middle, one, 0, 3, _i), 24);
	/* other distances; other registers, or more than one; no branch, so that it is another loop; other words */
	ck_assert_uint_eq(pairs(first, one, 4, 3, _i), 32);
	ck_assert_uint_eq(pairs(last, two, 0, 3, _i), 32);
	ck_assert_uint_eq(pairs(last, unknown, 0, 3, _i), 32);
	ck_assert_uint_eq(pairs((const uint8_t[]){ 2, 2, 1, 0 }, one, 0, 3, _i), 32);
}
END_TEST

/* All lanes want the same words: a load of four takes two wavefronts, one of two takes one. Lanes that lie in one bank
 * take as many as they did. */
START_TEST(wavefronts)
{
	const char *all = "a loop within, of four turns", *bank = "a loop within, lanes in one bank";

	ck_assert_uint_eq(waves(all, 1, 4), 2 * 8);
	ck_assert_uint_eq(waves(all, 2, 2), 2 * 8);
	ck_assert_uint_eq(waves(all, 4, 1), 4 * 8);
	ck_assert_uint_eq(waves(bank, 1, 4), 4 * 8 * 2);
	ck_assert_uint_eq(counted(CTR_SHARED_EXCESSIVE, all, 1, 4, true, 1, 0), 0);
}
END_TEST

/* Two loads of one word, which all lanes want, are one of two; a load of two words, for which lanes lie in one bank,
 * stands beside it. */
START_TEST(the_widest_stay)
{
	struct em_code code[] = { { .kind = EM_CODE_LOAD_SHARED, .words = 2 },
		{ .kind = EM_CODE_LOAD_SHARED, .words = 2 } };
	struct em_result r = with_loop("a wide load stands beside them", code, 2, false, _i);

	ck_assert_uint_eq(r.c.v[CTR_SHARED_LD_INST], 2 * 8);
	ck_assert_uint_eq(r.c.v[CTR_SHARED_LD_WAVEFRONTS], (2 + 1) * 8);
	em_result_release(&r);
}
END_TEST

START_TEST(as_it_stands)
{
	const char *name = "an if between";

	/* as many; more; other words; more turns than ptxas puts side by side; it meets others, the PTX's does not */
	ck_assert_uint_eq(loads(name, 2, 2, false, 1, _i), by_the_ptx(name));
	ck_assert_uint_eq(loads(name, 4, 1, false, 1, _i), by_the_ptx(name));
	ck_assert_uint_eq(loads(name, 1, 3, false, 1, _i), by_the_ptx(name));
	ck_assert_uint_eq(loads(name, 5, 4, false, 1, _i), by_the_ptx(name));
	ck_assert_uint_eq(loads(name, 1, 4, true, 1, _i), by_the_ptx(name));
	/* two loops may be it; nobody knows the code; a load that not all make */
	ck_assert_uint_eq(loads(name, 1, 4, false, 2, _i), by_the_ptx(name));
	ck_assert_uint_eq(loads(name, 1, 4, false, 0, _i), by_the_ptx(name));
	ck_assert_uint_eq(loads("under a predicate", 1, 4, false, 1, _i), by_the_ptx("under a predicate"));
	ck_assert_uint_eq(loads("a body between", 1, 4, false, 1, _i), by_the_ptx("a body between"));
	/* the loop within stands as it is: the words are not those of a turn around it */
	ck_assert_uint_eq(
		loads("a loop within, of four turns", 1, 1, true, 1, _i), by_the_ptx("a loop within, of four turns"));
}
END_TEST

/* Four turns side by side, then two and one: 5, 3 and 2 loads. */
static struct em_result in_parts(const char *name, bool halves, int baseline)
{
	static const uint8_t words[] = { 1, 2, 2, 2, 1 };
	struct em_code code[sizeof words];

	for (size_t k = 0; k < sizeof words; k++)
		code[k] = (struct em_code){ .kind = EM_CODE_LOAD_SHARED, .words = words[k] };
	return with_loop(name, code, sizeof words, halves, baseline);
}

START_TEST(by_parts)
{
	enum { WHOLE = 5, HALF = 3, QUARTER = 2, ALL = 2 * WHOLE + HALF + QUARTER, WORDS = 2 * 11 };
	struct em_result r = in_parts("in parts", true, _i);

	ck_assert_uint_eq(r.c.v[CTR_SHARED_LD_INST], ALL);
	ck_assert_uint_eq(r.c.v[CTR_SHARED_LD_WAVEFRONTS], WORDS);
	em_result_release(&r);
	/* one lane needs a wavefront for each load, be it of one word or of two */
	r = in_parts("in parts, of one lane", true, _i);
	ck_assert_uint_eq(r.c.v[CTR_SHARED_LD_INST], ALL);
	ck_assert_uint_eq(r.c.v[CTR_SHARED_LD_WAVEFRONTS], ALL);
	ck_assert_uint_eq(r.c.v[CTR_SHARED_EXCESSIVE], 0);
	em_result_release(&r);
}
END_TEST

Suite *emulator_code_loads_suite(void)
{
	Suite *s = suite_create("emulator_code_loads");
	TCase *t = tcase_create("code_loads");

	tcase_add_loop_test(t, fewer, 0, 2);
	tcase_add_loop_test(t, as_it_stands, 0, 2);
	tcase_add_test(t, wavefronts);
	tcase_add_loop_test(t, bodies, 0, 2);
	tcase_add_loop_test(t, the_widest_stay, 0, 2);
	tcase_add_loop_test(t, joined_over_branches, 0, 2);
	tcase_add_loop_test(t, by_parts, 0, 2);
	suite_add_tcase(s, t);
	return s;
}
