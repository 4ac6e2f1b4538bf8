/* What the decoder marks in a kernel's code, once, for the race check: looks that a larger loop repeats wait
 * (code/bind_round.c); stores of which is asked whether they came last (bind_bids.c); what a sequence lock guards
 * (bind_again.c); what stands under a lock, or beside one (bind_locks.c). */
#include "emulator/check/check.h"
#include "emulator/code/kernel.h"
#include "emulator_kit.h"

Suite *emulator_marks_suite(void);

struct decoded {
	struct rig g;
	const struct em_program *p;
	const struct ptx_func *f;
};

static void open_decoded(struct decoded *x, const char *name)
{
	rig_open(&x->g, ptx_of("emulator/marks", name), 1, false);
	ck_assert_int_eq(em_program_decode(em_kernel_find(x->g.m, "k")->p, &x->g.e), 0);
	x->p = em_kernel_find(x->g.m, "k")->p;
	x->f = &x->p->m->ptx->funcs[x->p->fn[0].func];
}

static const struct ptx_inst *inst(const struct decoded *x, size_t pin)
{
	return &x->f->insts[x->p->pinst[pin].inst];
}

/* Is the volatile load of shared memory one that waits? Of its slots the one that loads says so. */
static bool waits(const struct decoded *x)
{
	bool is = false;

	for (size_t k = 0; k < x->p->norigin; k++) {
		const int32_t pin = x->p->origin[k];
		const struct ptx_inst *in = pin >= 0 ? inst(x, (size_t)pin) : NULL;

		if (in && in->op == PTX_OP_LD && ptx_has(in, PTX_MOD_VOLATILE) && in->space == PTX_SHARED &&
			x->p->kind[k] == EM_SLOT_OTHER)
			is |= x->p->code[k].access & EM_ACC_STRONG;
	}
	return is;
}

START_TEST(round_and_round)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases("emulator/marks"), "round: ", &n);

	ck_assert_uint_eq(n, 10);
	for (size_t k = 0; k < n; k++) {
		struct decoded x;

		open_decoded(&x, cases[k]->name);
		ck_assert_msg(waits(&x) == !strcmp(ptx_want(cases[k], "waits"), "yes"), "%s", cases[k]->name);
		rig_close(&x.g);
	}
}
END_TEST

START_TEST(bids)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases("emulator/marks"), "bid: ", &n);

	ck_assert_uint_eq(n, 9);
	for (size_t k = 0; k < n; k++) {
		const char *reach = ptx_want(cases[k], "reach");
		const unsigned want = !reach    ? 0 :
			!strcmp(reach, "all")   ? EM_K_BID | EM_K_BID_NEAR | EM_K_BID_FAR :
			!strcmp(reach, "block") ? EM_K_BID | EM_K_BID_NEAR :
						  EM_K_BID;
		unsigned last = 0;
		struct decoded x;

		open_decoded(&x, cases[k]->name);
		for (size_t pin = 0; pin < x.p->npinst; pin++)
			if (inst(&x, pin)->op == PTX_OP_ST && ptx_has(inst(&x, pin), PTX_MOD_VOLATILE))
				last = x.p->pinst[pin].kind & (EM_K_BID | EM_K_BID_NEAR | EM_K_BID_FAR);
		ck_assert_msg(last == want, "%s: %u", cases[k]->name, last);
		rig_close(&x.g);
	}
}
END_TEST

START_TEST(again)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases("emulator/marks"), "again: ", &n);

	ck_assert_uint_eq(n, 4);
	for (size_t k = 0; k < n; k++) {
		bool kept = false;
		struct decoded x;

		open_decoded(&x, cases[k]->name);
		for (size_t pin = 0; pin < x.p->npinst; pin++) {
			const struct ptx_inst *in = inst(&x, pin);
			const struct ptx_operand *at = &in->ops[in->op == PTX_OP_LD];

			if ((in->op == PTX_OP_LD || in->op == PTX_OP_ST) && in->space == PTX_GLOBAL && at->imm == 4)
				kept = x.p->pinst[pin].kind & EM_K_AGAIN;
		}
		ck_assert_msg(kept == !strcmp(ptx_want(cases[k], "kept"), "yes"), "%s", cases[k]->name);
		rig_close(&x.g);
	}
}
END_TEST

START_TEST(locks)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases("emulator/marks"), "lock: ", &n);

	ck_assert_uint_eq(n, 9);
	for (size_t k = 0; k < n; k++) {
		const char *is = ptx_want(cases[k], "is");
		const unsigned want = !strcmp(is, "under") ? EM_K_UNDER :
			!strcmp(is, "ahead")               ? EM_K_AHEAD :
			!strcmp(is, "apart")               ? EM_K_APART :
							     0;
		unsigned found = ~0u;
		struct decoded x;

		open_decoded(&x, cases[k]->name);
		for (size_t pin = 0; pin < x.p->npinst; pin++)
			if (inst(&x, pin)->op == PTX_OP_LD && inst(&x, pin)->space == PTX_GLOBAL &&
				inst(&x, pin)->ops[1].imm == 4)
				found = x.p->pinst[pin].kind & (EM_K_UNDER | EM_K_AHEAD | EM_K_APART);
		ck_assert_msg(found == want, "%s: %u", cases[k]->name, found);
		rig_close(&x.g);
	}
}
END_TEST

Suite *emulator_marks_suite(void)
{
	Suite *s = suite_create("emulator_marks");
	TCase *t = tcase_create("marks");

	tcase_add_test(t, round_and_round);
	tcase_add_test(t, bids);
	tcase_add_test(t, again);
	tcase_add_test(t, locks);
	suite_add_tcase(s, t);
	return s;
}
