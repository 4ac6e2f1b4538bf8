/* Slots that do what stands after them too (exec_flow.h): a comparison with its branch and the head of the next block,
 * lanes that part and meet again. They must do and count what the slots do one by one. */
#include "tests/unit/emulator/emulator_kit.h"

/* ---- every comparison, once with the branch that follows and once with its predicate selected from */
struct compared {
	const char *type, *forms;
	unsigned bytes;
};
#define ORDERED "eq ne lt le gt ge "
#define FLOATS ORDERED "equ neu ltu leu gtu geu num nan"
static const struct compared compared[] = {
	{ "b16", "eq ne", 2 },
	{ "b32", "eq ne", 4 },
	{ "b64", "eq ne", 8 },
	{ "u16", ORDERED "lo ls hi hs", 2 },
	{ "u32", ORDERED "lo ls hi hs", 4 },
	{ "u64", ORDERED "lo ls hi hs", 8 },
	{ "s16", ORDERED, 2 },
	{ "s32", ORDERED, 4 },
	{ "s64", ORDERED, 8 },
	{ "f32", FLOATS, 4 },
	{ "ftz.f32", FLOATS, 4 },
	{ "f64", FLOATS, 8 },
};
static const uint16_t values16[8] = { 0, 1, 2, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff };
static const uint32_t values32[8] = { 0, 1 /* subnormal */, 0x3f800000, 0x7f800000, 0x7fc00000 /* NaN */,
	0x80000000 /* -0 */, 0xbf800000, 0xffffffff };
static const uint64_t values64[8] = { 0, 1, 0x3ff0000000000000, 0x7ff0000000000000, 0x7ff8000000000000,
	0x8000000000000000, 0xbff0000000000000, ~0ull };

static void run_compared(const struct compared *c, const char *form, bool baseline)
{
	char number[2][8];
	snprintf(number[0], sizeof number[0], "%u", 8 * c->bytes);
	snprintf(number[1], sizeof number[1], "%u", c->bytes);
	struct rig g;
	rig_open(&g,
		ptx_fill("emulator/flow", "a comparison and its branches", "BITS", number[0], "BYTES", number[1],
			"FORM", form, "TYPE", c->type),
		1, baseline);
	uint64_t params[3] = { rig_alloc(&g, 512), rig_alloc(&g, 512), rig_alloc(&g, 64 * 12) };
	const void *values = c->bytes == 2 ? (const void *)values16 :
		c->bytes == 4              ? (const void *)values32 :
					     (const void *)values64;
	/* All pairs; then the same pair in all lanes of a warp, one pair after another. The second warp is not full. */
	for (int turn = -1; turn < 64; turn++) {
		uint8_t *a = rig_ptr(&g, params[0], 512), *b = rig_ptr(&g, params[1], 512);
		for (int l = 0; l < 64; l++) {
			int pair = turn < 0 ? l : turn;
			memcpy(a + (unsigned)l * c->bytes, (const uint8_t *)values + (unsigned)(pair % 8) * c->bytes,
				c->bytes);
			memcpy(b + (unsigned)l * c->bytes, (const uint8_t *)values + (unsigned)(pair / 8) * c->bytes,
				c->bytes);
		}
		rig_run(&g, "k", 1, 57, params);
		rig_ok(&g);
		const uint32_t *o = rig_ptr(&g, params[2], 64 * 12);
		for (int l = 0; l < 57; l++)
			ck_assert_msg(o[3 * l] == o[3 * l + 1] && o[3 * l] == o[3 * l + 2],
				"%s.%s, pair %d: %u, with a branch %u and %u", form, c->type, turn < 0 ? l : turn,
				o[3 * l], o[3 * l + 1], o[3 * l + 2]);
	}
	rig_close(&g);
}

START_TEST(comparisons_and_their_branches)
{
	const struct compared *c = &compared[_i / 2];
	char forms[128], *save = NULL;
	snprintf(forms, sizeof forms, "%s", c->forms);
	for (char *form = strtok_r(forms, " ", &save); form; form = strtok_r(NULL, " ", &save))
		run_compared(c, form, _i & 1);
}
END_TEST

/* ---- lanes that part in every way: loops of different lengths, a way out of two loops, a branch to the next
 * instruction, a function that some call. As long as a register holds a byte that nobody wrote, each slot runs alone
 * (check/taint.c): %z does to the very end. */
static uint32_t way(uint32_t t)
{
	uint32_t x = 0;
	for (uint32_t i = 0; i < t % 7; i++) {
		if (i % 2 == 0) {
			x += 3;
			for (uint32_t j = 0; j <= t % 3; j++)
				x += j;
			if (x > 14)
				break;
		} else {
			x *= 2;
			if (t % 3 == 2)
				x = (x % 4 ? x : x + 100) * 3;
		}
	}
	return t < 40 ? x : x + 1000;
}

START_TEST(slots_alone_and_together)
{
	struct rig g;
	struct counters alone;
	rig_open(&g, ptx_of("emulator/flow", "parting lanes"), 1, _i);
	uint64_t out = rig_alloc(&g, 8 * 96);
	for (int together = 0; together < 2; together++) {
		bool seen = false;
		g.unchecked = together ? EM_CHECK_ALL : 0;
		memset(rig_ptr(&g, out, 8 * 96), 0, 8 * 96);
		rig_run(&g, "k", 3, 90, &out);
		rig_ok(&g);
		const uint32_t *o = rig_ptr(&g, out, 8 * 96);
		for (uint32_t t = 0; t < 90; t++)
			ck_assert_msg(o[2 * t] == way(t), "thread %u: %u, not %u", t, o[2 * t], way(t));
		for (size_t k = 0; k < g.r.nfindings; k++)
			seen |= g.r.findings[k].kind == EM_FINDING_UNINIT;
		ck_assert_msg(seen != together, "the register was%s followed to its use", seen ? "" : " not");
		if (!together)
			alone = g.r.c;
		for (int k = 0; k < CTR_COUNT; k++)
			ck_assert_msg(alone.v[k] == g.r.c.v[k], "%s: %llu alone, %llu together",
				counter_name((enum counter_id)k), (unsigned long long)alone.v[k],
				(unsigned long long)g.r.c.v[k]);
	}
	ck_assert_uint_gt(alone.v[CTR_DIVERGENT_BRANCHES], 20);
	rig_close(&g);
}
END_TEST

/* A quick form that called the next slot's would need a stack as long as the loop. */
START_TEST(long_loops_need_no_stack)
{
	struct rig g;
	rig_open(&g, ptx_of("emulator/flow", "a long loop"), 1, _i);
	uint64_t out = rig_alloc(&g, 4);
	g.unchecked = EM_CHECK_ALL;
	rig_run(&g, "k", 1, 32, &out);
	rig_ok(&g);
	ck_assert_uint_eq(*(const uint32_t *)rig_ptr(&g, out, 4), 2000000);
	rig_close(&g);
}
END_TEST

/* A register that is only a copy of a special register takes that one's row (constant.c), but not where what reads it
 * stands before its definition. */
START_TEST(a_definition_after_its_use)
{
	struct rig g;
	rig_open(&g, ptx_of("emulator/flow", "a definition after its use"), 1, _i);
	uint64_t out = rig_alloc(&g, 4 * 8);
	rig_run(&g, "k", 8, 32, &out);
	rig_ok(&g);
	for (uint32_t b = 0; b < 8; b++)
		ck_assert_uint_eq(((const uint32_t *)rig_ptr(&g, out, 32))[b], 5 + b);
	rig_close(&g);
}
END_TEST

/* ---- what follows a loop stands above its body, and there the lanes, which leave it at different turns, exchange what
 * they have through shared memory, in step. */
START_TEST(joins_above)
{
	struct rig g;
	uint32_t want = 0;
	rig_open(&g, ptx_of("emulator/flow", "a join above the loop"), 1, _i);
	g.unchecked = EM_CHECK_ALL; /* it means to */
	uint64_t out = rig_alloc(&g, 128);
	rig_run(&g, "k", 1, 32, &out);
	rig_ok(&g);
	for (uint32_t l = 0; l < 32; l++)
		want += (l * 7 & 31) * ((l * 7 & 31) + 1) / 2;
	ck_assert_uint_eq(*(const uint32_t *)rig_ptr(&g, out, 128), want);
	ck_assert_uint_eq(g.r.c.v[CTR_GLOBAL_ST_REQUESTS], 1); /* all at once */
	rig_close(&g);
}
END_TEST

/* ---- of a loop within a loop some lanes leave the inner one early, and others go on to do more. Whoever is first
 * where they all meet waits there for the others, and does not begin the next turn. */
START_TEST(meets_those_behind)
{
	struct rig g;
	rig_open(&g, ptx_of("emulator/flow", "a loop that some leave to do more"), 1, _i);
	uint64_t out = rig_alloc(&g, 132);
	memset(rig_ptr(&g, out, 132), 0, 132);
	rig_run(&g, "k", 1, 32, &out);
	rig_ok(&g);
	ck_assert_uint_eq(*(const uint32_t *)rig_ptr(&g, out, 4), 5 * 32 / 4);
	ck_assert_uint_eq(g.r.c.v[CTR_GLOBAL_ST_REQUESTS], 5); /* all at once */
	rig_close(&g);
}
END_TEST

/* ---- all lanes leave the inner loop, each group at a turn of its own, and do something by themselves before they
 * meet. The first group waits for the others there, though none stands between it and that place. */
START_TEST(meets_those_that_left_later)
{
	struct rig g;
	rig_open(&g, ptx_of("emulator/flow", "a loop that each lane leaves at a turn of its own, again and again"), 1,
		_i);
	uint64_t out = rig_alloc(&g, 132);
	memset(rig_ptr(&g, out, 132), 0, 132);
	rig_run(&g, "k", 1, 32, &out);
	rig_ok(&g);
	ck_assert_uint_eq(*(const uint32_t *)rig_ptr(&g, out, 4), 5 * 32);
	ck_assert_uint_eq(g.r.c.v[CTR_GLOBAL_ST_REQUESTS], 5);      /* all at once */
	ck_assert_uint_eq(g.r.c.v[CTR_GLOBAL_RED_REQUESTS], 5 * 8); /* each group by itself */
	rig_close(&g);
}
END_TEST

/* ---- a rounding mode is that of one instruction: what stands after it rounds to nearest. */
START_TEST(a_rounding_mode_is_one_instructions)
{
	static const char *const modes[] = { "rn", "rz", "rm", "rp" };
	size_t n;
	const char *const *directed = ptx_list(ptx_cases("emulator/flow"), "directed", &n);
	ck_assert_uint_eq(n, 15);
	for (int m = 0; m < 4; m++)
		for (size_t k = 0; k < n; k++) {
			struct rig g;
			rig_open(&g,
				ptx_fill("emulator/flow", "after a rounding mode", "DIRECTED", directed[k], "MODE",
					modes[m]),
				1, _i);
			uint64_t out = rig_alloc(&g, 256);
			rig_run(&g, "k", 1, 32, &out);
			rig_ok(&g);
			const float *o = rig_ptr(&g, out, 256);
			for (int l = 0; l < 32; l++)
				ck_assert_msg(o[2 * l] == 0x1.000002p0f && o[2 * l + 1] == 1,
					"after %s of %s: %a and %a", modes[m], directed[k], o[2 * l], o[2 * l + 1]);
			rig_close(&g);
		}
}
END_TEST

Suite *emulator_flow_suite(void);
Suite *emulator_flow_suite(void)
{
	Suite *s = suite_create("emulator flow");
	TCase *c = tcase_create("flow");

	tcase_add_loop_test(c, comparisons_and_their_branches, 0, 2 * (int)(sizeof compared / sizeof *compared));
	tcase_add_loop_test(c, slots_alone_and_together, 0, 2);
	tcase_add_loop_test(c, long_loops_need_no_stack, 0, 2);
	tcase_add_loop_test(c, a_definition_after_its_use, 0, 2);
	tcase_add_loop_test(c, joins_above, 0, 2);
	tcase_add_loop_test(c, meets_those_behind, 0, 2);
	tcase_add_loop_test(c, meets_those_that_left_later, 0, 2);
	tcase_add_loop_test(c, a_rounding_mode_is_one_instructions, 0, 2);
	suite_add_tcase(s, c);
	return s;
}
