/* Synchronisation by source place: what is listed, copies as one, and a module without one of them. */
#include "tests/unit/emulator/emulator_kit.h"

#include "emulator/syncs.h"

START_TEST(listed)
{
	static const struct {
		int line;
		enum em_sync_kind kind;
		uint32_t copies;
		bool keeps;
	} want[] = {
		{ 10, EM_SYNC_BLOCK, 1, false },
		{ 12, EM_SYNC_FENCE, 1, false },
		{ 13, EM_SYNC_COPY, 2, false },
		{ 20, EM_SYNC_BLOCK, 4, false },
		{ 21, EM_SYNC_BLOCK, 1, true },
		{ 30, EM_SYNC_WARP, 1, false },
	};
	struct rig g;
	size_t n;
	rig_open(&g, ptx_of("emulator/syncs", NULL), 1, false);
	struct em_sync *all = em_syncs(g.m, &n);
	ck_assert_uint_eq(n, sizeof want / sizeof *want);
	for (size_t k = 0; k < n; k++) {
		ck_assert_str_eq(all[k].file, "/home/me/a.cu");
		ck_assert_int_eq(all[k].line, want[k].line);
		ck_assert_int_eq(all[k].kind, want[k].kind);
		ck_assert_uint_eq(all[k].copies, want[k].copies);
		ck_assert_int_eq(all[k].keeps, want[k].keeps);
	}
	ck_assert_str_eq(all[0].func, "k");
	ck_assert_str_eq(all[5].func, "helper");
	ck_assert_str_eq(em_sync_word(all[5].kind), "warp barrier");
	free(all);
	rig_close(&g);
}
END_TEST

START_TEST(dropped)
{
	struct rig g;
	size_t n;
	rig_open(&g, ptx_of("emulator/syncs", NULL), 1, false);
	ck_assert_uint_eq(em_sync_drop(g.m, "/home/me/a.cu", 11, EM_SYNC_BLOCK), 0);
	ck_assert_uint_eq(em_sync_drop(g.m, "/home/me/b.cu", 10, EM_SYNC_BLOCK), 0);
	ck_assert_uint_eq(em_sync_drop(g.m, "/home/me/a.cu", 10, EM_SYNC_FENCE), 0);
	ck_assert_uint_eq(em_sync_drop(g.m, "/home/me/a.cu", 21, EM_SYNC_BLOCK), 0); /* its result is wanted */
	ck_assert_uint_eq(em_sync_drop(g.m, "/home/me/a.cu", 12, EM_SYNC_FENCE), 1);
	ck_assert_uint_eq(em_sync_drop(g.m, "/home/me/a.cu", 20, EM_SYNC_BLOCK), 4);
	ck_assert_uint_eq(em_sync_drop(g.m, "/home/me/a.cu", 20, EM_SYNC_BLOCK), 0);
	ck_assert_uint_eq(em_sync_drop(g.m, "/home/me/a.cu", 13, EM_SYNC_COPY), 2);
	free(em_syncs(g.m, &n));
	ck_assert_uint_eq(n, 3);
	/* Right without those; wrong without the one between the store and the load. */
	uint64_t p = rig_alloc(&g, 256);
	rig_run(&g, "k", 1, 64, &p);
	rig_ok(&g);
	for (uint32_t k = 0; k < 64; k++)
		ck_assert_uint_eq(((uint32_t *)rig_ptr(&g, p, 256))[k], 63 - k);
	rig_close(&g);
	rig_open(&g, ptx_of("emulator/syncs", NULL), 1, false);
	p = rig_alloc(&g, 256);
	ck_assert_uint_eq(em_sync_drop(g.m, "/home/me/a.cu", 10, EM_SYNC_BLOCK), 1);
	rig_run(&g, "k", 1, 64, &p);
	rig_ok(&g);
	ck_assert_uint_ne(((uint32_t *)rig_ptr(&g, p, 256))[0], 63);
	rig_close(&g);
}
END_TEST

Suite *emulator_syncs_suite(void);
Suite *emulator_syncs_suite(void)
{
	Suite *s = suite_create("emulator_syncs");
	TCase *c = tcase_create("syncs");
	tcase_add_test(c, listed);
	tcase_add_test(c, dropped);
	suite_add_tcase(s, c);
	return s;
}
