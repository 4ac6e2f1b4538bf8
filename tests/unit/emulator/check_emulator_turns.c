/* Loops of which the machine code has several turns side by side: lanes of a warp wait for each other after each part
 * of them (lanes/turns.h), so other lanes are together than in the PTX. What the lanes compute is the same. */
#include "emulator_kit.h"

Suite *emulator_turns_suite(void);

enum { COUNTED = 6, AS_IT_STANDS = 8, OWN = 1 /* the load of the number of turns */ };

/* A device whose machine code has this loop. */
static struct em_timing timing_of(struct em_code_loop *loop)
{
	return (struct em_timing){ .multiprocessors = 1,
		.resident_blocks = 1,
		.l1_bytes = 1 << 17,
		.l2_bytes = 1 << 20,
		.loops = { .v = loop, .n = 1 } };
}

/* One warp, of which lane l takes turns[l % n] turns. *word: the parameter's memory; to be released with the rig. */
static struct em_result launched(struct rig *g, const char *name, const uint32_t *turns, unsigned n,
	struct em_code_loop *loop, int k, uint32_t **word)
{
	const struct em_timing t = timing_of(loop);
	struct em_result r;
	uint64_t a;

	rig_open(g, ptx_of("emulator/turns", name), 1, k & 1);
	a = rig_alloc(g, 512);
	*word = rig_ptr(g, a, 512);
	for (unsigned l = 0; l < 32; l++)
		(*word)[l] = turns[l % n];
	(*word)[64] = 1;
	r = rig_launched(
		g, "k", (struct em_launch){ .grid = { 1, 1, 1 }, .block = { 32, 1, 1 }, .params = &a, .timing = &t });
	ck_assert_msg(r.fault.kind == EM_FAULT_NONE, "%s, %u turns: %s", name, turns[0], r.fault.message);
	return r;
}

/* Lane l takes turns[l % n] turns; every lane's sum is looked at. Returns the warp's requests in the loop. words: of a
 * turn of the machine code's loop. */
static uint64_t requests(const char *name, const uint32_t *turns, unsigned n, uint32_t words, bool halves, int k)
{
	struct em_code_loop loop = { .halves = halves };
	struct rig g;
	struct em_result r;
	uint64_t requests;
	uint32_t *word;

	loop.words[EM_CODE_LOAD] = words;
	r = launched(&g, name, turns, n, &loop, k, &word);
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
	/* the first turn is in front of the loop */
	ck_assert_uint_eq(requests("first alone: up", OF(8, 7), 4, true, _i), 8);
}
END_TEST

/* Waits for memory of one warp whose lanes all take so many turns, four times each; of machine code that asks for the
 * words of four turns and then waits for them. store: what a turn stores beside that, EM_CODE_OTHER: nothing. */
static int64_t four_times_waits(const char *name, uint32_t turns, enum em_code_kind store)
{
	enum { PLAIN = 7, AT_ONCE = 4 };
	struct em_code code[2 * AT_ONCE + 1];
	struct em_code_loop loop = { .halves = true };
	struct em_timing t = timing_of(&loop);
	struct rig g;
	struct em_work w;
	uint64_t a;

	for (uint8_t k = 0; k < AT_ONCE; k++)
		code[loop.n++] =
			(struct em_code){ .kind = EM_CODE_LOAD, .words = 1, .tells = k, .reads = PLAIN, .stall = 1 };
	code[loop.n++] = (struct em_code){ .words = 1, .tells = PLAIN, .reads = PLAIN, .waits = 15, .stall = 4 };
	for (uint8_t k = 0; k < AT_ONCE && store != EM_CODE_OTHER; k++)
		code[loop.n++] = (struct em_code){
			.kind = (uint8_t)store, .words = 1, .tells = PLAIN, .reads = PLAIN, .stall = 1
		};
	for (uint32_t k = 0; k < loop.n; k++)
		loop.words[code[k].kind] += k == AT_ONCE ? 0 : code[k].words;
	t.loops.code = code;
	t.loops.ncode = loop.n;
	rig_open(&g, ptx_of("emulator/turns", name), 1, false);
	a = rig_alloc(&g, 512);
	for (unsigned l = 0; l < 32; l++)
		((uint32_t *)rig_ptr(&g, a, 512))[l] = turns;
	w = rig_work(&g, (struct em_launch){ .grid = { 1, 1, 1 }, .block = { 32, 1, 1 }, .params = &a, .timing = &t });
	return 4 * (w.wait[EM_WAIT_L1] + w.wait[EM_WAIT_L2] + w.wait[EM_WAIT_LATE] + w.wait[EM_WAIT_DRAM]) /
		EM_WAIT_UNIT;
}

/* What is left over after whole ones goes by halves, and each part waits as often as a whole one. */
START_TEST(parts_wait)
{
	static const struct {
		uint32_t turns, waits;
	} of[] = { { 1, 1 }, { 2, 1 }, { 3, 2 }, { 4, 1 }, { 5, 2 }, { 7, 3 }, { 8, 2 }, { 11, 4 } };

	for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
		ck_assert_int_eq(four_times_waits("counted: up", of[k].turns, EM_CODE_OTHER), 4 * of[k].waits);
		/* what is stored to shared memory is none of what is loaded from elsewhere */
		ck_assert_int_eq(four_times_waits("stores: to shared memory", of[k].turns, EM_CODE_STORE_SHARED),
			4 * of[k].waits);
	}
	/* it may be stored to what the next turn loads: each turn for itself */
	ck_assert_int_eq(four_times_waits("stores: to global memory", 4, EM_CODE_STORE), 4);
	ck_assert_int_eq(four_times_waits("stores: to global memory", 2, EM_CODE_STORE), 2);
	/* the first turn stands before the loop, which here waits for the number of turns, too */
	ck_assert_int_eq(four_times_waits("first alone: up", 1, EM_CODE_OTHER), 4 * (OWN + 1));
	ck_assert_int_eq(four_times_waits("first alone: up", 2, EM_CODE_OTHER), 4 * (OWN + 2));
	ck_assert_int_eq(four_times_waits("first alone: up", 5, EM_CODE_OTHER), 4 * (OWN + 2));
	ck_assert_int_eq(four_times_waits("first alone: up", 4, EM_CODE_OTHER), 4 * (OWN + 3));
	/* a program that looks at a clock is no other one */
	ck_assert_int_eq(four_times_waits("clocked: up", 2, EM_CODE_OTHER), 4);
}
END_TEST

enum { HALF = 16 }; /* beside `part`: the two turns before it are under a predicate, too */
/* Instructions of shared memory of a loop whose rest ends with a part under a predicate (0: it does not), or that has
 * one in front of it (first), and of which four turns stand side by side. */
static uint64_t instructions_of(const char *name, const uint32_t *turns, unsigned n, uint8_t part, uint8_t first, int k)
{
	struct em_code_loop loop = {
		.halves = true,
		.guarded_half = part & HALF,
		.guarded_part = part % HALF,
		.guarded_first = first
	};
	struct rig g;
	struct em_result r;
	uint64_t found;
	uint32_t *word;

	loop.words[EM_CODE_LOAD_SHARED] = loop.words[EM_CODE_STORE_SHARED] = 4;
	r = launched(&g, name, turns, n, &loop, k, &word);
	found = r.c.v[CTR_SHARED_LD_INST];
	ck_assert_uint_eq(r.c.v[CTR_SHARED_ST_INST], found);
	em_result_release(&r);
	rig_close(&g);
	return found;
}

static uint64_t shared_instructions(const uint32_t *turns, unsigned n, uint8_t part, int k)
{
	return instructions_of("shared: a store and a load a turn", turns, n, part, 0, k);
}

/* A turn in front of the loop, for a counter that begins beyond its end, is issued by who comes by; where all take it
 * nothing more is. */
START_TEST(first_under_a_predicate)
{
	const char *up = "shared: a store and a load a turn", *beyond = "shared: begins beyond the end";

	ck_assert_uint_eq(instructions_of(up, OF(8), 0, 4, _i), 8 + 1);
	ck_assert_uint_eq(instructions_of(up, OF(8), 4, 4, _i), 8 + 1 + 1);
	ck_assert_uint_eq(instructions_of(up, OF(7), 4, 4, _i), 7 + 1);
	ck_assert_uint_eq(instructions_of(up, OF(8), 0, 2, _i), 8); /* another loop's */
	ck_assert_uint_eq(instructions_of(beyond, OF(8), 0, 4, _i), 8);
}
END_TEST

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

/* The two before it likewise. */
START_TEST(half_under_a_predicate)
{
	ck_assert_uint_eq(shared_instructions(OF(8), 4 + HALF, _i), 8 + 2 + 1);
	ck_assert_uint_eq(shared_instructions(OF(7), 4 + HALF, _i), 7);
	ck_assert_uint_eq(shared_instructions(OF(6), 4 + HALF, _i), 6 + 1);
	ck_assert_uint_eq(shared_instructions(OF(5), 4 + HALF, _i), 5 + 2);
	ck_assert_uint_eq(shared_instructions(OF(5), HALF, _i), 5 + 2);
	ck_assert_uint_eq(shared_instructions(OF(8, 6), 4 + HALF, _i), 4 + 4 + 2 + 1);
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
	tcase_add_loop_test(t, half_under_a_predicate, 0, 2);
	tcase_add_loop_test(t, first_under_a_predicate, 0, 2);
	tcase_add_test(t, parts_wait);
	suite_add_tcase(s, t);
	return s;
}
