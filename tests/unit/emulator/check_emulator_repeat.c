/* Launches that come again (run/repeat.h): what is left out is counted and leaves memory as if it had run, and nothing
 * is left out whose memory, arguments or shape differ. */
#include "tests/unit/emulator/emulator_kit.h"

enum { BLOCKS = 32, THREADS = 256, N = BLOCKS * THREADS };

static struct rig g;
static uint64_t in, out;

static void start(const char *name)
{
	rig_open(&g, ptx_of("emulator/repeat", name), 2, false);
	in = rig_alloc(&g, N * 4);
	out = rig_alloc(&g, N * 4);
	for (uint32_t i = 0; i < N; i++)
		((uint32_t *)rig_ptr(&g, in, N * 4))[i] = i * 2654435761u;
	memset(rig_ptr(&g, out, N * 4), 0, N * 4);
	em_host_wrote(g.d, in, N * 4);
	em_host_wrote(g.d, out, N * 4);
}

static uint32_t want_of(uint32_t x)
{
	for (uint32_t k = 0; k < 500; k++)
		x = x * 3 + k;
	return x;
}

/* Has it been left out? What stands in memory is right in each case: `times` what one launch adds. */
static bool launch(uint32_t threads, bool repeats, uint32_t times)
{
	uint64_t params[2] = { in, out };
	struct em_launch l = { .kernel = em_kernel_find(g.m, "k"),
		.grid = { N / threads, 1, 1 },
		.block = { threads, 1, 1 },
		.params = params,
		.repeats = repeats };
	const uint32_t *x = rig_ptr(&g, in, N * 4), *y = rig_ptr(&g, out, N * 4);

	em_result_release(&g.r);
	ck_assert_int_eq(em_launch(g.d, &l, &g.r, &g.e), 0);
	rig_ok(&g);
	for (uint32_t i = 0; i < N; i += 97)
		ck_assert_uint_eq(y[i], want_of(x[i]) * times);
	ck_assert(counter_value(&g.r.c, CTR_GLOBAL_LD_REQUESTS) == N / 32);
	ck_assert_uint_gt(g.r.steps, 500000);
	return g.r.repeated;
}

static void zero(void)
{
	memset(rig_ptr(&g, out, N * 4), 0, N * 4);
	em_host_wrote(g.d, out, N * 4);
}

START_TEST(the_fourth_is_left_out)
{
	struct counters first;
	int left_out = 0;

	start("the same again");
	for (int k = 0; k < 8; k++) {
		left_out += launch(THREADS, true, 1);
		if (!k)
			first = g.r.c;
		ck_assert(!memcmp(&first, &g.r.c, sizeof first));
	}
	ck_assert_int_eq(left_out, 5);
	/* Another byte, another shape, another block of memory. */
	((uint32_t *)rig_ptr(&g, in, N * 4))[5 * 97] ^= 1;
	ck_assert(!launch(THREADS, true, 1));
	ck_assert(!launch(THREADS / 2, true, 1));
	((uint32_t *)rig_ptr(&g, in, N * 4))[5 * 97] ^= 1;
	launch(THREADS, true, 1);
	ck_assert(launch(THREADS, true, 1));
	rig_alloc(&g, 100);
	ck_assert(!launch(THREADS, true, 1));
	rig_close(&g);
}
END_TEST

START_TEST(what_it_changed_is_put_there_again)
{
	int left_out = 0;

	start("added to what is there");
	for (int k = 0; k < 8; k++) {
		zero();
		left_out += launch(THREADS, true, 1);
	}
	ck_assert_int_eq(left_out, 5);
	rig_close(&g);
}
END_TEST

START_TEST(sums_go_on)
{
	start("added to what is there");
	for (uint32_t k = 1; k < 12; k++)
		ck_assert(!launch(THREADS, true, k));
	rig_close(&g);
}
END_TEST

/* The control: who does not ask for it gets every launch. */
START_TEST(only_where_it_is_asked_for)
{
	start("the same again");
	for (int k = 0; k < 6; k++)
		ck_assert(!launch(THREADS, false, 1));
	rig_close(&g);
}
END_TEST

Suite *emulator_repeat_suite(void);
Suite *emulator_repeat_suite(void)
{
	Suite *s = suite_create("emulator_repeat");
	TCase *t = tcase_create("repeat");

	tcase_set_timeout(t, 60);
	tcase_add_test(t, the_fourth_is_left_out);
	tcase_add_test(t, what_it_changed_is_put_there_again);
	tcase_add_test(t, sums_go_on);
	tcase_add_test(t, only_where_it_is_asked_for);
	suite_add_tcase(s, t);
	return s;
}
