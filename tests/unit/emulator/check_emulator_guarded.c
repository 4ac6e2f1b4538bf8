/* Bodies of an `if` that ptxas may put under a predicate: what the machine code has under one says whether it did
 * (run/guarded.c). The kernels are in ptx/guarded.ptx. */
#include "tests/unit/emulator/emulator_kit.h"

enum { WARPS = 8 };

static uint64_t stores(const char *name, const struct em_guarded *code, bool baseline)
{
	struct em_timing t = {
		.multiprocessors = 1, .resident_blocks = 1, .l1_bytes = 1 << 17, .l2_bytes = 1 << 20, .guarded = code
	};
	struct rig g;
	struct em_result r;
	uint64_t n, a;

	rig_open(&g, ptx_of("emulator/guarded", name), 1, baseline);
	a = rig_alloc(&g, 64);
	memset(rig_ptr(&g, a, 64), 0, 64);
	r = rig_launched(&g, "k",
		(struct em_launch){ .grid = { 1, 1, 1 }, .block = { 32 * WARPS, 1, 1 }, .params = &a, .timing = &t });
	ck_assert_int_eq(r.fault.kind, EM_FAULT_NONE);
	n = r.c.v[CTR_SHARED_ST_INST];
	em_result_release(&r);
	rig_close(&g);
	return n;
}

START_TEST(as_the_code_says)
{
	static const struct {
		struct em_guarded code;
		uint64_t body; /* how often its store is issued */
	} cases[] = {
		{ { .known = 1, .n = 1, .v = { { 1, 0, 1 } } }, WARPS }, { { .known = 1, .n = 0 }, 1 },
		{ { .known = 1, .n = 1, .v = { { 1, 0, 0 } } }, 1 }, /* the store of another body */
		{ { .known = 1, .n = 1, .v = { { 0, 1, 1 } } }, 1 },
		{ { .known = 1, .n = 2, .v = { { 1, 0, 0 }, { 0, 1, 1 } } }, 1 }, /* two, neither of them this one */
		{ { .known = 1, .n = 2, .v = { { 0, 1, 0 }, { 2, 0, 3 } } }, WARPS }, /* with another body */
	};

	const struct ptx_case *const *all;
	size_t n;

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
		ck_assert_msg(stores("goes on after it", &cases[k].code, _i) == WARPS + cases[k].body, "case %zu", k);
	/* Two stores to one place are made one, without a predicate. */
	all = ptx_group(ptx_cases("emulator/guarded"), "", &n);
	ck_assert_uint_eq(n, 5);
	for (size_t k = 0; k < n; k++)
		ck_assert_uint_eq(
			stores(all[k]->name, &cases[1].code, _i), (uint64_t)ptx_want_number(all[k], "stores"));
	/* Without machine code the rule of the PTX holds; at the kernel's end threads exit in any case. */
	ck_assert_uint_eq(stores("goes on after it", NULL, _i), 2 * WARPS);
	ck_assert_uint_eq(stores("ends with it", &cases[0].code, _i), 1);
}
END_TEST

Suite *emulator_guarded_suite(void);
Suite *emulator_guarded_suite(void)
{
	Suite *s = suite_create("emulator_guarded");
	TCase *t = tcase_create("guarded");

	tcase_add_loop_test(t, as_the_code_says, 0, 2);
	suite_add_tcase(s, t);
	return s;
}
