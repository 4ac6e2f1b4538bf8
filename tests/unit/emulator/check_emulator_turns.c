/* Loops of which the machine code has several turns side by side: lanes of a warp wait for each other after each part
 * of them (lanes/turns.h), so other lanes are together than in the PTX. What the lanes compute is the same. */
#include "emulator_kit.h"

Suite *emulator_turns_suite(void);

enum { COUNTED = 6, AS_IT_STANDS = 7, OWN = 1 /* the load of the number of turns */ };

/* Lane l takes turns[l % n] turns; every lane's sum is looked at. Returns the warp's requests in the loop. words: of a
 * turn of the machine code's loop. */
static uint64_t requests(const char *name, const uint32_t *turns, unsigned n, uint32_t words, bool halves, int k)
{
	struct em_code_loop loop = { .halves = halves };
	struct em_timing t = { .multiprocessors = 1,
		.resident_blocks = 1,
		.l1_bytes = 1 << 17,
		.l2_bytes = 1 << 20,
		.loops = { .v = &loop, .n = 1 } };
	struct rig g;
	struct em_result r;
	uint64_t a, requests;
	uint32_t *word;

	loop.words[EM_CODE_LOAD] = words;
	rig_open(&g, ptx_of("emulator/turns", name), 1, k & 1);
	a = rig_alloc(&g, 512);
	word = rig_ptr(&g, a, 512);
	for (unsigned l = 0; l < 32; l++)
		word[l] = turns[l % n];
	word[64] = 1;
	r = rig_launched(
		&g, "k", (struct em_launch){ .grid = { 1, 1, 1 }, .block = { 32, 1, 1 }, .params = &a, .timing = &t });
	ck_assert_msg(r.fault.kind == EM_FAULT_NONE, "%s, %u turns: %s", name, turns[0], r.fault.message);
	for (unsigned l = 0; l < 32; l++)
		ck_assert_msg(word[32 + l] == turns[l % n], "%s: lane %u took %u turns, not %u", name, l, word[32 + l],
			turns[l % n]);
	requests = r.c.v[CTR_GLOBAL_LD_REQUESTS];
	em_result_release(&r);
	rig_close(&g);
	return requests - OWN;
}

#define OF(...) (const uint32_t[]){ __VA_ARGS__ }, sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t)

static const char *name_of(const char *group, unsigned wanted, unsigned k)
{
	size_t n;
	const struct ptx_case *const *all = ptx_group(ptx_cases("emulator/turns"), group, &n);

	ck_assert_uint_eq(n, wanted);
	return all[k]->name;
}

START_TEST(by_parts)
{
	const char *name = name_of("counted: ", COUNTED, (unsigned)_i / 2);

	/* four turns side by side: 4 and 4 of the one lane; 4, 2 and 1 of the other */
	ck_assert_uint_eq(requests(name, OF(8, 7), 4, true, _i), 4 + 4 + 2 + 1);
	ck_assert_uint_eq(requests(name, OF(4, 3), 4, true, _i), 4 + 2 + 1);
	/* rests that are alike go together, whatever came before them */
	ck_assert_uint_eq(requests(name, OF(9, 5, 1), 4, true, _i), 8 + 1);
	ck_assert_uint_eq(requests(name, OF(6, 2, 3, 1), 4, true, _i), 4 + 2 + 1);
	ck_assert_uint_eq(requests(name, OF(1, 2), 4, true, _i), 2 + 1);
	ck_assert_uint_eq(requests(name, OF(21, 4, 13, 10, 3, 1, 2), 4, true, _i), 20 + 2 + 1);
	/* two side by side */
	ck_assert_uint_eq(requests(name, OF(8, 7), 2, true, _i), 8 + 1);
	ck_assert_uint_eq(requests(name, OF(5, 4, 2, 1), 2, true, _i), 4 + 1);
	/* lanes that agree */
	ck_assert_uint_eq(requests(name, OF(7), 4, true, _i), 7);
}
END_TEST

START_TEST(as_it_stands)
{
	const char *name = name_of("as it stands: ", AS_IT_STANDS, (unsigned)_i / 2);

	ck_assert_uint_eq(requests(name, OF(8, 7), 4, true, _i), 8);
	ck_assert_uint_eq(requests(name, OF(6, 2, 3, 1), 4, true, _i), 6);
}
END_TEST

START_TEST(not_the_code)
{
	/* what is left goes one by one, or nobody knows how; each turn for itself; another loop's code */
	ck_assert_uint_eq(requests("counted: up", OF(8, 7), 4, false, _i), 8);
	ck_assert_uint_eq(requests("counted: up", OF(8, 7), 1, true, _i), 8);
	ck_assert_uint_eq(requests("counted: up", OF(8, 7), 3, true, _i), 8);
	ck_assert_uint_eq(requests("counted: up", OF(8, 7), 0, true, _i), 8);
	ck_assert_uint_eq(requests("counted: up", OF(8, 7), 16, true, _i), 8);
}
END_TEST

/* Instructions of shared memory of a loop whose rest ends with a part under a predicate (0: it does not), of which four
 * turns stand side by side. */
static uint64_t shared_instructions(const uint32_t *turns, unsigned n, uint8_t part, int k)
{
	struct em_code_loop loop = { .halves = true, .guarded_part = part };
	struct em_timing t = { .multiprocessors = 1,
		.resident_blocks = 1,
		.l1_bytes = 1 << 17,
		.l2_bytes = 1 << 20,
		.loops = { .v = &loop, .n = 1 } };
	struct rig g;
	struct em_result r;
	uint64_t a, found;

	loop.words[EM_CODE_LOAD_SHARED] = loop.words[EM_CODE_STORE_SHARED] = 4;
	rig_open(&g, ptx_of("emulator/turns", "shared: a store and a load a turn"), 1, k & 1);
	a = rig_alloc(&g, 512);
	for (unsigned l = 0; l < 32; l++)
		((uint32_t *)rig_ptr(&g, a, 512))[l] = turns[l % n];
	r = rig_launched(
		&g, "k", (struct em_launch){ .grid = { 1, 1, 1 }, .block = { 32, 1, 1 }, .params = &a, .timing = &t });
	ck_assert_msg(r.fault.kind == EM_FAULT_NONE, "%u turns: %s", turns[0], r.fault.message);
	found = r.c.v[CTR_SHARED_LD_INST];
	ck_assert_uint_eq(r.c.v[CTR_SHARED_ST_INST], found);
	em_result_release(&r);
	rig_close(&g);
	return found;
}

/* The last turn is issued by who comes by, also where no lane takes it. */
START_TEST(last_under_a_predicate)
{
	ck_assert_uint_eq(shared_instructions(OF(8), 4, _i), 8 + 1);
	ck_assert_uint_eq(shared_instructions(OF(8), 0, _i), 8);
	ck_assert_uint_eq(shared_instructions(OF(8), 2, _i), 8); /* another loop's */
	ck_assert_uint_eq(shared_instructions(OF(7), 4, _i), 7);
	ck_assert_uint_eq(shared_instructions(OF(8, 7), 4, _i), 4 + 4 + 2 + 1);
	ck_assert_uint_eq(shared_instructions(OF(8, 6), 4, _i), 4 + 4 + 2 + 1);
	ck_assert_uint_eq(shared_instructions(OF(8, 6), 0, _i), 4 + 4 + 2);
}
END_TEST

Suite *emulator_turns_suite(void)
{
	Suite *s = suite_create("emulator_turns");
	TCase *t = tcase_create("turns");

	tcase_add_loop_test(t, by_parts, 0, 2 * COUNTED);
	tcase_add_loop_test(t, as_it_stands, 0, 2 * AS_IT_STANDS);
	tcase_add_loop_test(t, not_the_code, 0, 2);
	tcase_add_loop_test(t, last_under_a_predicate, 0, 2);
	suite_add_tcase(s, t);
	return s;
}
