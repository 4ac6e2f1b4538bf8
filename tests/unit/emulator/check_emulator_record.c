/* Accesses that are kept (run/record.h): one warp's, by source line, the same in the fast and the plain executors, and
 * in launches that count and find the same as without. */
#include "emulator/cache/sectors.h"
#include "tests/unit/emulator/emulator_kit.h"

static void launch(struct rig *g, const struct em_record_ask *ask, uint64_t p, struct em_result *r)
{
	struct em_launch l = { .kernel = em_kernel_find(g->m, "k"),
		.grid = { 4, 1, 1 },
		.block = { 64, 1, 1 },
		.params = &p,
		.per_line = true,
		.record = ask };

	memset(rig_ptr(g, p, 65536), 0, 65536);
	em_host_wrote(g->d, p, 65536);
	ck_assert_msg(em_launch(g->d, &l, r, &g->e) == 0, "%s", g->e.msg);
	ck_assert_int_eq(r->fault.kind, EM_FAULT_NONE);
}

START_TEST(accesses_of_a_warp)
{
	struct em_record_ask ask = { .block = 2, .warp = 1, .most = 2 };
	struct em_result r, plain;
	struct rig g;
	uint64_t p;

	rig_open(&g, ptx_of("emulator/record", NULL), 2, _i);
	p = rig_alloc(&g, 65536);
	launch(&g, &ask, p, &r);
	ck_assert_uint_eq(r.nseen, 4); /* one of line 10, two of the three of line 11, one of line 12 */
	ck_assert_int_eq(r.seen[0].line, 10);
	ck_assert_int_eq(r.seen[0].column, 7);
	ck_assert_int_eq(r.seen[0].space, PTX_SHARED);
	ck_assert_int_eq(r.seen[0].kind, EM_SEEN_STORE);
	ck_assert_uint_eq(r.seen[0].mask, 0xfffff);
	for (int l = 0; l < 20; l++)
		ck_assert_uint_eq(r.seen[0].addr[l], 128u * (unsigned)l);
	for (int k = 0; k < 2; k++) {
		const struct em_seen *s = &r.seen[1 + k];

		ck_assert_int_eq(s->line, 11);
		ck_assert_int_eq(s->space, PTX_GLOBAL);
		ck_assert_int_eq(s->kind, EM_SEEN_LOAD);
		ck_assert_uint_eq(s->nth, k + 1);
		ck_assert_uint_eq(s->bytes, 4);
		for (int l = 0; l < 32; l++)
			ck_assert_uint_eq(s->addr[l], p + 4 + 124u * (2 * 64 + 32 + (unsigned)l));
	}
	ck_assert_int_eq(r.seen[3].line, 12);
	ck_assert_int_eq(r.seen[3].space, PTX_GLOBAL);
	ck_assert_int_eq(r.seen[3].kind, EM_SEEN_STORE);
	ck_assert_uint_eq(r.nseen_lines, 3);
	ck_assert_int_eq(r.seen_lines[1].line, 11);
	ck_assert_uint_eq(r.seen_lines[1].total, 3);
	/* Nothing else is counted or found than without. */
	launch(&g, NULL, p, &plain);
	ck_assert_uint_eq(plain.nseen, 0);
	for (int i = 0; i < CTR_COUNT; i++)
		ck_assert_uint_eq(r.c.v[i], plain.c.v[i]);
	ck_assert_uint_eq(r.nfindings, plain.nfindings);
	em_result_release(&plain);
	em_result_release(&r);
	rig_close(&g);
}
END_TEST

/* All warps' accesses of a line together cost what the line's counters say. */
START_TEST(they_add_up)
{
	struct em_record_ask ask = { .line = 11, .most = 100 };
	uint64_t sectors = 0, counted = 0;
	struct em_result r;
	struct rig g;
	uint64_t p;

	rig_open(&g, ptx_of("emulator/record", NULL), 1, _i);
	p = rig_alloc(&g, 65536);
	for (ask.block = 0; ask.block < 4; ask.block++)
		for (ask.warp = 0; ask.warp < 2; ask.warp++) {
			launch(&g, &ask, p, &r);
			ck_assert_uint_eq(r.nseen, 3);
			for (size_t i = 0; i < r.nseen; i++)
				sectors += em_count_sectors(r.seen[i].addr, r.seen[i].mask, r.seen[i].bytes);
			for (size_t i = 0; i < r.nlines; i++)
				if (r.lines[i].line == 11)
					counted = r.lines[i].c.v[CTR_GLOBAL_LD_SECTORS];
			em_result_release(&r);
		}
	ck_assert_uint_gt(counted, 0);
	ck_assert_uint_eq(sectors, counted);
	rig_close(&g);
}
END_TEST

START_TEST(later_ones)
{
	struct em_record_ask ask = { .line = 11, .from = 2, .most = 5 };
	struct em_result r;
	struct rig g;
	uint64_t p;

	rig_open(&g, ptx_of("emulator/record", NULL), 1, false);
	p = rig_alloc(&g, 65536);
	launch(&g, &ask, p, &r);
	ck_assert_uint_eq(r.nseen, 1);
	ck_assert_uint_eq(r.seen[0].nth, 3);
	em_result_release(&r);
	ask.block = 4; /* there is no such block */
	launch(&g, &ask, p, &r);
	ck_assert_uint_eq(r.nseen, 0);
	ck_assert_uint_eq(r.nseen_lines, 0);
	em_result_release(&r);
	rig_close(&g);
}
END_TEST

Suite *emulator_record_suite(void);
Suite *emulator_record_suite(void)
{
	Suite *s = suite_create("emulator_record");
	TCase *t = tcase_create("record");

	tcase_add_loop_test(t, accesses_of_a_warp, 0, 2);
	tcase_add_loop_test(t, they_add_up, 0, 2);
	tcase_add_test(t, later_ones);
	suite_add_tcase(s, t);
	return s;
}
