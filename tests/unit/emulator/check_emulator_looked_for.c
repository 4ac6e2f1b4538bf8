/* Who polls goes on with the first value that does: which loads that is asked of, and with which values their threads
 * go on (check/looked_for.c); the writes that are remembered (check/past.c), and the slots of flags (check/slots.c). */
#include "emulator/check/check.h"
#include "emulator/code/kernel.h"
#include "emulator_kit.h"

Suite *emulator_looked_for_suite(void);

enum { LANE = 3, MINE = 40, FLAGS = 300 };

/* A warp that is about to look: not run, only its registers count. */
struct looker {
	struct rig g;
	struct em_launch l;
	struct em_run run;
	struct em_worker *t;
	struct em_block *b;
	struct em_warp *w;
	const struct em_program *p;
	int32_t pin; /* of the load; -1: none */
};

static void open_looker(struct looker *x, const char *name)
{
	const struct ptx_func *f;

	memset(x, 0, sizeof *x);
	rig_open(&x->g, ptx_of("emulator/looked_for", name), 1, false);
	ck_assert_int_eq(em_program_decode(em_kernel_find(x->g.m, "k")->p, &x->g.e), 0);
	x->p = em_kernel_find(x->g.m, "k")->p;
	x->l = (struct em_launch){ .grid = { 1, 1, 1 }, .block = { 32, 1, 1 } };
	x->run.l = &x->l;
	x->run.p = x->p;
	ck_assert_int_eq(posix_memalign((void **)&x->t, EM_APART, sizeof *x->t), 0);
	ck_assert_int_eq(posix_memalign((void **)&x->b, 64, sizeof *x->b), 0);
	ck_assert_int_eq(posix_memalign((void **)&x->w, 64, x->p->warp_bytes), 0);
	memset(x->t, 0, sizeof *x->t);
	memset(x->b, 0, sizeof *x->b);
	memset(x->w, 0, x->p->warp_bytes);
	x->t->run = &x->run;
	x->t->p = x->p;
	x->b->t = x->t;
	x->w->t = x->t;
	x->w->blk = x->b;
	x->pin = -1;
	for (size_t k = 0; x->p->looks_for && k < x->p->npinst; k++)
		if (x->p->looks_for[k].branch)
			x->pin = (int32_t)k;
	f = &x->p->m->ptx->funcs[x->p->fn[0].func];
	for (size_t k = f->ninsts; k-- > 0;)
		if (f->insts[k].op == PTX_OP_ST) /* the first one has %r3 */
			EM_AT(x->w, uint32_t, x->p->fn[0].reg[f->insts[k].ops[1].reg])[LANE] = MINE;
}

static void close_looker(struct looker *x)
{
	em_past_free(&x->b->check);
	em_slots_free(&x->b->check);
	free(x->w);
	free(x->b);
	free(x->t);
	rig_close(&x->g);
}

static bool goes_on(const struct looker *x, uint64_t value)
{
	return em_looks_go_on(x->w, x->pin, 1u << LANE, value, 4);
}

START_TEST(values)
{
	const struct ptx_cases *all = ptx_cases("emulator/looked_for");

	for (size_t k = 0; k < all->ncases; k++) {
		const struct ptx_case *c = &all->cases[k];
		struct looker x;

		open_looker(&x, c->name);
		if (ptx_want(c, "none")) {
			ck_assert_msg(x.pin < 0, "%s: it is taken for a look", c->name);
		} else {
			ck_assert_msg(x.pin >= 0, "%s: no look is found", c->name);
			ck_assert_msg(goes_on(&x, (uint64_t)ptx_want_number(c, "goes_on")), "%s: waits", c->name);
			ck_assert_msg(!goes_on(&x, (uint64_t)ptx_want_number(c, "waits")), "%s: goes on", c->name);
			/* Of a word of which two bytes are known nothing is known. */
			ck_assert(!em_looks_go_on(x.w, x.pin, 1u << LANE, (uint64_t)ptx_want_number(c, "goes_on"), 2));
		}
		close_looker(&x);
	}
}
END_TEST

/* Another warp, `who`, writes the word for the n-th time, and leaves n there. */
static void writes(struct looker *x, uint32_t who, uint32_t slot, uint64_t addr, uint64_t n)
{
	struct em_ckblock *k = &x->b->check;
	const struct ck_looker left = { .look = -1, .value = n, .bytes = 4 };
	uint64_t clocks[32] = { 0 };

	clocks[who] = n;
	x->w->index = who;
	em_past_note(x->w, slot, addr, true, clocks, 0);
	x->w->index = 0;
	em_past_left(k, slot, addr, &left);
}

static const struct ck_written *first(const struct looker *x, uint32_t slot, uint64_t addr, uint64_t now)
{
	const struct ck_looker by = { .look = x->pin, .lanes = 1u << LANE, .value = now, .bytes = 4 };

	return em_past_first(x->w, slot, addr, &by);
}

/* It waits until the word is 40: the 40th write is what it waits for, however many came after it. */
START_TEST(first_that_does)
{
	struct looker x;
	const struct ck_written *e;

	open_looker(&x, "has it come to mine");
	for (uint64_t n = 1; n <= 100; n++)
		writes(&x, 1, CK_NAMED, 64, n);
	e = first(&x, CK_NAMED, 64, 100);
	ck_assert_ptr_nonnull(e);
	ck_assert_uint_eq(e->value, MINE);
	ck_assert_uint_eq(e->clocks[1], MINE);
	/* Another word; a value with which it waits; nothing, once all have met. */
	ck_assert_ptr_null(first(&x, CK_NAMED, 68, 100));
	ck_assert_ptr_null(first(&x, CK_NAMED, 64, MINE - 1));
	em_past_forget(&x.b->check);
	ck_assert_ptr_null(first(&x, CK_NAMED, 64, 100));
	close_looker(&x);
}
END_TEST

/* Of writes that are too long ago the oldest that is remembered stands for all: more is given than is so. Its own write
 * is the last one that it can have missed. */
START_TEST(forgotten)
{
	struct looker x;
	const struct ck_written *e;

	open_looker(&x, "has it come to mine");
	for (uint64_t n = 1; n <= 1000; n++)
		writes(&x, 1, CK_NAMED, 64, n);
	e = first(&x, CK_NAMED, 64, 1000);
	ck_assert_ptr_nonnull(e);
	ck_assert_uint_gt(e->value, MINE);
	ck_assert_uint_lt(e->value, 1000 - 64);
	writes(&x, 0, CK_NAMED, 64, 1001);
	writes(&x, 1, CK_NAMED, 64, 1002);
	ck_assert_uint_eq(first(&x, CK_NAMED, 64, 1002)->value, 1001);
	close_looker(&x);
}
END_TEST

/* Each flag has a slot of its own, which keeps its number while others are made; where there are too many, they share.
 */
START_TEST(slots)
{
	struct em_ckblock k = { 0 };
	unsigned own = 0;

	ck_assert_ptr_null(em_slot(&k, CK_NAMED));
	ck_assert_uint_eq(em_slot_at(&k, 64), CK_SLOTS);
	for (uint64_t a = 0; a < FLAGS; a++) {
		const uint32_t n = em_slot_make(&k, 4 * a);

		own += em_slot(&k, n)->addr == 4 * a;
		ck_assert_uint_ge(n, CK_NAMED);
		ck_assert_uint_lt(n, CK_SLOTS);
		em_slot(&k, n)->clocks[0] = n;
	}
	ck_assert_uint_eq(own, CK_SLOTS - CK_NAMED);
	for (uint64_t a = 0; a < FLAGS; a++)
		ck_assert_uint_eq(em_slot(&k, em_slot_at(&k, 4 * a))->clocks[0], em_slot_at(&k, 4 * a));
	em_slots_forget(&k);
	ck_assert_uint_eq(em_slot_at(&k, 64), CK_SLOTS);
	ck_assert_uint_eq(em_slot(&k, em_slot_make(&k, 64))->clocks[0], 0);
	em_slots_free(&k);
}
END_TEST

Suite *emulator_looked_for_suite(void)
{
	Suite *s = suite_create("emulator_looked_for");
	TCase *t = tcase_create("looked_for");

	tcase_add_test(t, values);
	tcase_add_test(t, first_that_does);
	tcase_add_test(t, forgotten);
	tcase_add_test(t, slots);
	suite_add_tcase(s, t);
	return s;
}
