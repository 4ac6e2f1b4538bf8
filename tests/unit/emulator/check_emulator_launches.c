/* What a launch takes and gives beside its results: shapes that are refused, counts of each line, a module's variables.
 */
#include "tests/unit/emulator/emulator_kit.h"

START_TEST(bad_launches)
{
	struct rig g;
	uint64_t p = 0;
	rig_open(&g, ptx_of("emulator/launches", "refused"), 1, false);
	const struct em_dim3 one = { 1, 1, 1 };
	ck_assert_int_eq(rig_try(&g, "k", one, one, &p), 0);
	ck_assert_int_eq(rig_try(&g, "k", (struct em_dim3){ 0, 1, 1 }, one, &p), -1);
	ck_assert_int_eq(g.e.kind, ERR_INPUT);
	ck_assert_int_eq(rig_try(&g, "k", one, (struct em_dim3){ 2048, 1, 1 }, &p), -1);
	ck_assert_ptr_nonnull(strstr(g.e.msg, "1024 threads"));
	ck_assert_int_eq(rig_try(&g, "k", one, (struct em_dim3){ 256, 1, 1 }, &p), -1);
	ck_assert_ptr_nonnull(strstr(g.e.msg, "at most 128"));
	ck_assert_int_eq(rig_try(&g, "k", (struct em_dim3){ 1, 70000, 1 }, one, &p), -1);
	g.dynamic_shared = 300000;
	ck_assert_int_eq(rig_try(&g, "k", one, one, &p), -1);
	ck_assert_ptr_nonnull(strstr(g.e.msg, "shared memory"));
	g.dynamic_shared = 0;
	/* What is not implemented is said when it is launched, by name and line; twice the same. */
	for (int k = 0; k < 2; k++) {
		ck_assert_int_eq(rig_try(&g, "odd", one, one, NULL), -1);
		ck_assert_int_eq(g.e.kind, ERR_UNSUPPORTED);
		ck_assert_ptr_nonnull(strstr(g.e.msg, "redux.sync.min.f32"));
		ck_assert_ptr_nonnull(strstr(g.e.msg, "line 13 of the PTX"));
	}
	rig_close(&g);
}
END_TEST

START_TEST(lines)
{
	struct rig g;
	rig_open(&g, ptx_of("emulator/launches", "lines"), 2, false);
	uint64_t p = rig_alloc(&g, 128 * 128);
	g.per_line = true;
	rig_run(&g, "k", 2, 64, &p);
	rig_ok(&g);
	ck_assert_uint_eq(g.r.nlines, 3);
	ck_assert_int_eq(g.r.lines[1].line, 11);
	ck_assert_str_eq(g.r.lines[1].file, "/home/me/a.cu");
	ck_assert_uint_eq(g.r.lines[1].c.v[CTR_GLOBAL_LD_SECTORS], 128);
	ck_assert_uint_eq(g.r.lines[1].c.v[CTR_INST], 4 * 4); /* three, and the one without a line */
	ck_assert_uint_eq(g.r.lines[2].c.v[CTR_GLOBAL_ST_SECTORS], 16);
	struct counters sum = { 0 };
	for (size_t k = 0; k < g.r.nlines; k++)
		counters_add(&sum, &g.r.lines[k].c);
	ck_assert_uint_eq(g.r.c.v[CTR_WARPS], 4);
	ck_assert_uint_eq(g.r.c.v[CTR_LAUNCHES], 1);
	ck_assert_uint_eq(sum.v[CTR_WARPS] + sum.v[CTR_LAUNCHES], 0); /* a launch's, and no line's */
	sum.v[CTR_WARPS] = g.r.c.v[CTR_WARPS];
	sum.v[CTR_LAUNCHES] = g.r.c.v[CTR_LAUNCHES];
	ck_assert_int_eq(memcmp(&sum, &g.r.c, sizeof sum), 0);
	rig_close(&g);
}
END_TEST

/* An unrolled loop's turns are told apart by the other lines between them, where there are some; three sums in one line
 * are one turn, and so are two that stand apart. */
START_TEST(turns)
{
	static const uint64_t times[] = { 2, 2, 4 * 2, 4 * 2, 2, 2 * 2 };
	struct rig g;
	rig_open(&g, ptx_of("emulator/launches", "turns"), 1, false);
	uint64_t p = rig_alloc(&g, 8);
	g.per_line = true;
	rig_run(&g, "k", 1, 64, &p);
	rig_ok(&g);
	ck_assert_uint_eq(g.r.nlines, 6);
	for (size_t k = 0; k < 6; k++) {
		ck_assert_int_eq(g.r.lines[k].line, (int)k + 1);
		ck_assert_uint_eq(g.r.lines[k].times, times[k]);
	}
	rig_close(&g);
}
END_TEST

START_TEST(variables)
{
	struct rig g;
	uint64_t at, size;
	rig_open(&g, ptx_of("emulator/launches", "variables"), 1, false);
	ck_assert_int_eq(em_symbol_find(g.m, "c", &at, &size), 0);
	ck_assert_uint_eq(size, 16);
	((uint32_t *)rig_ptr(&g, at, 16))[2] = 42;
	uint64_t p = 0;
	rig_run(&g, "k", 1, 1, &p);
	rig_ok(&g);
	ck_assert_int_eq(em_symbol_find(g.m, "v", &at, &size), 0);
	ck_assert_uint_eq(((uint32_t *)rig_ptr(&g, at, 8))[0], 0);
	ck_assert_uint_eq(((uint32_t *)rig_ptr(&g, at, 8))[1], 42);
	ck_assert_int_eq(em_symbol_find(g.m, "w", &at, &size), -1);
	struct em_kernel_info info;
	em_kernel_info(em_kernel_find(g.m, "k"), &info);
	ck_assert_uint_eq(info.param_bytes, 8);
	ck_assert_uint_ge(info.regs, 16);
	ck_assert_uint_le(info.regs, 64); /* 1024 threads of it fit */
	rig_close(&g);
}
END_TEST

/* The estimate of a thread's registers: the most words that are needed at once, in steps of 8. Here `words` are needed
 * before the first sum: the address takes two of them. */
static uint32_t estimate_within(unsigned words, const char *bounds)
{
	struct rig g;
	struct buf taken, sums;
	struct em_kernel_info info;
	char number[16];
	buf_init(&taken);
	buf_init(&sums);
	snprintf(number, sizeof number, "%u", words - 2);
	for (unsigned k = 0; k < words - 2; k++)
		buf_printf(&taken, "mov.u32 %%r%u, %%tid.x;\n", k);
	for (unsigned k = 1; k < words - 2; k++)
		buf_printf(&sums, "add.u32 %%r0, %%r0, %%r%u;\n", k);
	rig_open(&g,
		ptx_fill("emulator/launches", "words", "WORDS", number, "BOUNDS", bounds, "TAKEN", taken.data, "SUMS",
			sums.data),
		1, false);
	em_kernel_info(em_kernel_find(g.m, "k"), &info);
	rig_close(&g);
	buf_release(&taken);
	buf_release(&sums);
	return info.regs;
}
static uint32_t estimate_of(unsigned words)
{
	return estimate_within(words, "");
}
START_TEST(registers_are_estimated)
{
	ck_assert_uint_eq(estimate_of(24), 24);
	ck_assert_uint_eq(estimate_of(25), 32);
	/* Not fewer than any kernel gets, not more than 1024 threads can have. */
	ck_assert_uint_eq(estimate_of(6), 16);
	ck_assert_uint_eq(estimate_of(64), 64);
	ck_assert_uint_eq(estimate_of(65), 64);
	/* Of 128 threads each could have 512: a thread has 255 at most. */
	ck_assert_uint_eq(estimate_within(248, ".maxntid 128, 1, 1"), 248);
	ck_assert_uint_eq(estimate_within(249, ".maxntid 128, 1, 1"), 255);
	ck_assert_uint_eq(estimate_within(260, ".maxntid 128, 1, 1"), 255);
}
END_TEST

Suite *emulator_launches_suite(void);
Suite *emulator_launches_suite(void)
{
	Suite *s = suite_create("emulator launches");
	TCase *t = tcase_create("launches");
	tcase_add_test(t, bad_launches);
	tcase_add_test(t, lines);
	tcase_add_test(t, turns);
	tcase_add_test(t, variables);
	tcase_add_test(t, registers_are_estimated);
	suite_add_tcase(s, t);
	return s;
}
