/* What one thread draws for its block and tells it in shared memory: work, or only where something is written
 * (flow/decides.c)? */
#include "emulator/code/kernel.h"
#include "emulator/flow/registers.h"
#include "emulator_kit.h"

Suite *emulator_deals_suite(void);

enum { CASES = 5 };

static size_t atomic_of(const struct ptx_func *f)
{
	for (size_t k = 0; k < f->ninsts; k++)
		if (f->insts[k].op == PTX_OP_ATOM)
			return k;
	ck_abort_msg("no atomic");
	return 0;
}

START_TEST(told_in_shared_memory)
{
	size_t n, at;
	const struct ptx_case *c = ptx_group(ptx_cases("emulator/deals"), "", &n)[_i];
	const struct em_program *p;
	const struct ptx_func *f;
	struct rig g;

	ck_assert_uint_eq(n, CASES);
	rig_open(&g, ptx_of("emulator/deals", c->name), 1, false);
	p = em_kernel_find(g.m, "k")->p;
	ck_assert_int_eq(em_program_decode(em_kernel_find(g.m, "k")->p, &g.e), 0);
	f = &p->m->ptx->funcs[p->fn[0].func];
	at = atomic_of(f);
	ck_assert_msg(em_deals(f, &f->insts[at]) == !strcmp(ptx_want(c, "deals"), "yes"), "%s: deals", c->name);
	ck_assert_msg(em_draws_a_place(f, at) == !strcmp(ptx_want(c, "place"), "yes"), "%s: place", c->name);
	rig_close(&g);
}
END_TEST

Suite *emulator_deals_suite(void)
{
	Suite *s = suite_create("emulator_deals");
	TCase *t = tcase_create("deals");

	tcase_add_loop_test(t, told_in_shared_memory, 0, CASES);
	suite_add_tcase(s, t);
	return s;
}
