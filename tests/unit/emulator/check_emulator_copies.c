/* emulator: cp.async writes when its thread waits, and not before: what is read too early is what was there, the same
 * each time. */
#include "tests/unit/emulator/emulator_kit.h"

Suite *emulator_copies_suite(void);

enum { LOAD_CASES = 13 };

struct copies {
	struct rig g;
	uint64_t in, out;
};

static void copies_open(struct copies *c)
{
	rig_open(&c->g, ptx_all("emulator/copies"), 1, false);
	c->in = rig_alloc(&c->g, 16384);
	c->out = rig_alloc(&c->g, 16384);
	for (uint32_t k = 0; k < 4096; k++)
		((uint32_t *)rig_ptr(&c->g, c->in, 16384))[k] = k;
}

/* What the kernel left in out. */
static const int32_t *run(struct copies *c, const char *kernel, uint32_t blocks, uint32_t threads)
{
	uint64_t p[2] = { c->in, c->out };

	memset(rig_ptr(&c->g, c->out, 16384), 0, 16384);
	rig_run(&c->g, kernel, blocks, threads, p);
	rig_ok(&c->g);
	return rig_ptr(&c->g, c->out, 16384);
}

START_TEST(without_a_wait_nothing_comes)
{
	struct copies c;

	copies_open(&c);
	const int32_t *out = run(&c, "never", 1, 32);
	for (int k = 0; k < 32; k++)
		ck_assert_int_eq(out[k], -1);
	/* A block that follows in the same memory inherits no copy. */
	out = run(&c, "never", 4, 32);
	for (int k = 0; k < 32; k++)
		ck_assert_int_eq(out[k], -1);
	rig_close(&c.g);
}
END_TEST

START_TEST(groups_come_in_order)
{
	static const int there[3][3] = { { 1, 0, 0 }, { 1, 1, 0 },
		{ 1, 1, 1 } }; /* after wait_group 1, wait_group 0, wait_all */
	struct copies c;

	copies_open(&c);
	const int32_t *out = run(&c, "groups", 1, 32);
	for (int w = 0; w < 3; w++)
		for (int k = 0; k < 3; k++)
			for (int l = 0; l < 32; l++)
				ck_assert_msg(out[w * 128 + k * 32 + l] == (there[w][k] ? k * 32 + l : -1),
					"wait %d, copy %d, lane %d: %d", w, k, l, out[w * 128 + k * 32 + l]);
	rig_close(&c.g);
}
END_TEST

START_TEST(each_lane_waits_for_its_own)
{
	struct copies c;

	copies_open(&c);
	const int32_t *out = run(&c, "lanes", 1, 32);
	for (int l = 0; l < 32; l++)
		ck_assert_int_eq(out[l], l % 2 ? -1 : l);
	rig_close(&c.g);
}
END_TEST

START_TEST(the_oldest_makes_room)
{
	struct copies c;

	copies_open(&c);
	const int32_t *out = run(&c, "many", 1, 32); /* 40 copies, 32 are kept: the first 8 are there */
	ck_assert_int_eq(out[0], 0);
	ck_assert_int_eq(out[1024 / 4], -1);
	ck_assert_int_eq(out[4992 / 4], -1);
	/* Behind wait_group 1, which lets the last one go on. */
	ck_assert_int_eq(out[2048 + 1024 / 4], 8 * 32);
	ck_assert_int_eq(out[2048 + 4864 / 4], 38 * 32);
	ck_assert_int_eq(out[2048 + 4992 / 4], -1);
	rig_close(&c.g);
}
END_TEST

START_TEST(what_is_not_read_is_zero)
{
	struct copies c;

	copies_open(&c);
	ck_assert_int_eq(run(&c, "zeros", 1, 32)[5], 0);
	rig_close(&c.g);
}
END_TEST

START_TEST(an_exit_ends_them)
{
	struct copies c;

	copies_open(&c);
	const int32_t *out = run(&c, "leaves", 1, 64); /* the second warp copies and goes; the first reads its words */
	for (int l = 0; l < 32; l++)
		ck_assert_msg(out[l] == -1 || out[l] == l + 32, "lane %d: %d", l, out[l]);
	rig_close(&c.g);
}
END_TEST

/* A wait comes at once when the warp has done next to nothing since its last copy began. One that has nothing to wait
 * for is none. */
START_TEST(a_wait_comes_at_once_or_later)
{
	struct copies c;

	copies_open(&c);
	const int32_t *out = run(&c, "waits_at_once", 2, 64);
	ck_assert_int_eq(out[33], 33);
	ck_assert_uint_eq(c.g.r.c.v[CTR_HASTY_WAITS], 2 * 2 * 2);
	out = run(&c, "waits_later", 2, 64);
	ck_assert_int_eq(out[5], 5);
	ck_assert_uint_eq(c.g.r.c.v[CTR_HASTY_WAITS], 0);
	rig_close(&c.g);
}
END_TEST

START_TEST(loads_that_do_nothing)
{
	size_t n;
	const struct ptx_case *c = ptx_group(ptx_cases("emulator/copy_loads"), "", &n)[_i];
	struct rig g;
	uint64_t a;

	ck_assert_uint_eq(n, LOAD_CASES);
	rig_open(&g, ptx_of("emulator/copy_loads", c->name), 1, false);
	a = rig_alloc(&g, 4096);
	em_host_wrote(g.d, a, 4096);
	rig_run(&g, "k", 1, 256, &a);
	rig_ok(&g);
	ck_assert_msg(g.r.c.v[CTR_SHARED_LD_INST] == (uint64_t)ptx_want_number(c, "loads"), "%s: %llu", c->name,
		(unsigned long long)g.r.c.v[CTR_SHARED_LD_INST]);
	ck_assert_uint_eq(g.r.c.v[CTR_SHARED_LD_WAVEFRONTS], 0);
	rig_close(&g);
}
END_TEST

Suite *emulator_copies_suite(void)
{
	Suite *s = suite_create("emulator copies");
	TCase *c = tcase_create("copies");

	tcase_add_test(c, without_a_wait_nothing_comes);
	tcase_add_test(c, groups_come_in_order);
	tcase_add_test(c, each_lane_waits_for_its_own);
	tcase_add_test(c, the_oldest_makes_room);
	tcase_add_test(c, what_is_not_read_is_zero);
	tcase_add_test(c, an_exit_ends_them);
	tcase_add_test(c, a_wait_comes_at_once_or_later);
	tcase_add_loop_test(c, loads_that_do_nothing, 0, LOAD_CASES);
	suite_add_tcase(s, c);
	return s;
}
