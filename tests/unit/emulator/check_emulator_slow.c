/* Divisions, reciprocals and roots of numbers that are not easy: which numbers these are, that one lane is enough, and
 * that lanes which are off do not count. What came is told by the jumps to functions that are waited for, two each, and
 * by the instructions. */
#include "emulator_kit.h"

#include <math.h>

#include "emulator/cost/slow_ways.h"

Suite *emulator_slow_suite(void);

enum { BYTES = 1 << 12, EASY = EM_SLOW_WAYS, SPECIAL = EM_SLOW_SPECIAL, SCALED = EM_SLOW_SCALED };
enum { SUBNORMAL = EM_SLOW_SUBNORMAL };

/* Numbers of one lane; the others divide 3 by 7. */
struct pair {
	double a, b;
};

static struct em_work run(const char *name, uint32_t threads, uint32_t lane, struct pair odd)
{
	bool wide = strstr(name, "64") != NULL;
	struct em_timing t = { .multiprocessors = 4, .resident_blocks = 4 };
	uint64_t memory;
	struct rig g;

	rig_open(&g, ptx_of("emulator/slow", name), 1, false);
	memory = rig_alloc(&g, BYTES);
	for (uint32_t l = 0; l < threads; l++) {
		const struct pair p = l == lane ? odd : (struct pair){ 3, 7 };
		const float x = (float)p.a, y = (float)p.b;
		char *at = (char *)rig_ptr(&g, memory, BYTES) + 16 * l;

		memcpy(at, wide ? (const void *)&p.a : &x, wide ? 8 : 4);
		memcpy(at + 8, wide ? (const void *)&p.b : &y, wide ? 8 : 4);
	}
	return rig_work(&g,
		(struct em_launch){ .grid = { 1, 1, 1 }, .block = { threads, 1, 1 }, .params = &memory, .timing = &t });
}

static int64_t calls(const struct em_work *w)
{
	return w->wait[EM_WAIT_CALL] / EM_WAIT_UNIT;
}

/* The way that one lane alone goes: by what is issued more than of easy numbers. */
static int way_of(const char *name, struct pair p)
{
	const struct em_work easy = run(name, 1, 32, p), w = run(name, 1, 0, p);
	const struct ptx_inst in = { .op = !strncmp(name, "div", 3) ? PTX_OP_DIV :
			!strncmp(name, "rcp", 3)                    ? PTX_OP_RCP :
			!strncmp(name, "sqrt", 4)                   ? PTX_OP_SQRT :
								      PTX_OP_RSQRT,
		.ntypes = 1,
		.types = { strstr(name, "64") ? PTX_F64 : PTX_F32 } };

	ck_assert_int_eq(calls(&easy), 0);
	for (int way = 0; way < EM_SLOW_WAYS; way++)
		if (calls(&w) == 2 &&
			w.pipe[EM_PIPE_ISSUE] - easy.pipe[EM_PIPE_ISSUE] ==
				em_slow_cost(&in, (enum em_slow_way)way).pipe[EM_PIPE_ISSUE])
			return way;
	ck_assert_int_eq(calls(&w), 0);
	return EASY;
}

START_TEST(which)
{
	const double most = 3.4e38, inf = (double)INFINITY;
	const struct {
		const char *name;
		struct pair p;
		int way;
	} rows[] = { { "div32", { 3, 7 }, EASY }, { "div32", { 0, 7 }, SPECIAL }, { "div32", { -0.0, 7 }, SPECIAL },
		{ "div32", { 3, 0 }, SPECIAL }, { "div32", { inf, 7 }, SPECIAL }, { "div32", { 3, -inf }, SPECIAL },
		{ "div32", { (double)NAN, 7 }, SPECIAL }, { "div32", { ldexp(1, -102), 1 }, EASY },
		{ "div32", { ldexp(1.9, -103), 1 }, SCALED }, { "div32", { ldexp(1, -140), 1 }, SUBNORMAL },
		{ "div32", { most, 2 }, EASY }, { "div32", { most, 1 }, SCALED },
		{ "div32", { -3, ldexp(1.9, 124) }, EASY }, { "div32", { 3, ldexp(1, 125) }, SCALED },
		{ "div32", { ldexp(1, -60), ldexp(1, -125) }, EASY },
		{ "div32", { ldexp(1, -60), ldexp(1.9, -126) }, SCALED }, { "div32", { 1, ldexp(1, 124) }, EASY },
		{ "div32", { 0.5, ldexp(1, 124) }, SCALED }, { "div32", { ldexp(1, -60), ldexp(1, 80) }, SUBNORMAL },
		{ "div32 ftz", { 0, 7 }, SPECIAL }, { "div32 into the numerator", { 0, 7 }, SPECIAL },
		{ "div32 full", { 0, 0 }, EASY }, { "rcp32", { 1, 7 }, EASY }, { "rcp32", { 1, -0.0 }, SPECIAL },
		{ "rcp32", { 1, inf }, SPECIAL }, { "rcp32", { 1, -ldexp(1.9, 125) }, EASY },
		{ "rcp32", { 1, ldexp(1, 126) }, SCALED }, { "rcp32 approx", { 1, 0 }, EASY },
		{ "sqrt32", { 1, ldexp(1, -101) }, EASY }, { "sqrt32", { 1, ldexp(1.9, -102) }, SCALED },
		{ "sqrt32", { 1, 0 }, SPECIAL }, { "sqrt32", { 1, -7 }, SPECIAL }, { "sqrt32", { 1, most }, EASY },
		{ "sqrt32 approx", { 1, 0 }, EASY }, { "div64", { 3, -7 }, EASY }, { "div64", { 0, 7 }, SPECIAL },
		{ "div64", { 3, 0 }, SPECIAL }, { "div64", { ldexp(1, -969), 1 }, EASY },
		{ "div64", { ldexp(1.9, -970), 1 }, SCALED }, { "div64", { ldexp(1, -600), ldexp(1, 460) }, SUBNORMAL },
		{ "rcp64", { 1, -7 }, EASY }, { "rcp64", { 1, 0 }, SPECIAL }, { "rcp64", { 1, 1.7e308 }, SCALED },
		{ "sqrt64", { 1, 7 }, EASY }, { "sqrt64", { 1, 0 }, SPECIAL }, { "sqrt64", { 1, -1 }, SPECIAL },
		{ "sqrt64", { 1, 1e-300 }, SCALED }, { "sqrt64", { 1, 1e-310 }, SUBNORMAL },
		{ "rsqrt64", { 1, 1e-300 }, EASY }, { "rsqrt64", { 1, 0 }, SPECIAL },
		{ "rsqrt64", { 1, 1e-310 }, SUBNORMAL } };

	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
		ck_assert_msg(way_of(rows[k].name, rows[k].p) == rows[k].way, "%s %g %g: %d", rows[k].name, rows[k].p.a,
			rows[k].p.b, way_of(rows[k].name, rows[k].p));
}
END_TEST

/* One lane's zero lets its warp wait, and the 31 others go another way; the second warp is the one that counts then. */
START_TEST(one_lane)
{
	const struct pair zero = { 0, 7 };
	const struct em_work easy = run("div32", 64, 64, zero), first = run("div32", 64, 5, zero),
			     second = run("div32", 64, 37, zero);

	ck_assert_int_eq(calls(&easy), 0);
	ck_assert_int_eq(calls(&first), 2);
	ck_assert_int_eq(calls(&second), 2);
	ck_assert_uint_eq(first.pipe[EM_PIPE_ISSUE] - easy.pipe[EM_PIPE_ISSUE], 34 + 2);
	ck_assert_int_eq(first.wait_first[EM_WAIT_CALL], 2 * EM_WAIT_UNIT);
	ck_assert_int_eq(second.wait_first[EM_WAIT_CALL], 0);
	ck_assert_uint_eq(easy.longest_clk, easy.first_clk);
	ck_assert_uint_eq(first.longest_clk, first.first_clk);
	ck_assert_uint_gt(first.longest_clk, easy.longest_clk + 150);
	ck_assert_uint_eq(second.longest_clk, first.longest_clk);
	ck_assert_uint_eq(second.first_clk, easy.first_clk);
}
END_TEST

START_TEST(lanes_that_are_off)
{
	const struct pair zero = { 0, 7 };
	const struct em_work on = run("div32 of even lanes", 32, 4, zero),
			     off = run("div32 of even lanes", 32, 5, zero);

	ck_assert_int_eq(calls(&on), 2);
	ck_assert_int_eq(calls(&off), 0);
}
END_TEST

Suite *emulator_slow_suite(void)
{
	Suite *s = suite_create("emulator_slow");
	TCase *t = tcase_create("emulator_slow");

	tcase_add_test(t, which);
	tcase_add_test(t, one_lane);
	tcase_add_test(t, lanes_that_are_off);
	suite_add_tcase(s, t);
	return s;
}
