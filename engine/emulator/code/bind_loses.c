/* bind_loses: a look, then a store, by volatile or relaxed accesses: what another thread has stored in between is lost.
 * Found in the code, once for each function:
 *
 *    next[me] = *head; *head = me;        what was there is kept elsewhere, as an exchange does
 *    if (x > *most) *most = x;            stored is what was compared with it
 *    if (*slot == 0) { *slot = me; atomicAdd(n, 1); }      taken, and something is counted for it
 *    p[root of a] = root of b;            links are followed to two ends, and one is hung under the other
 *
 * Nothing is marked where a thread may wait: for a lock, a ticket, a flag. What is ordered so is right. Nor where the
 * function sets something to a constant: that tells that it has changed something, and is to run once more. One value
 * for all, a mark, loses nothing. */
#include "base/buf.h"
#include "emulator/code/decode.h"
#include "emulator/flow/registers.h"

static bool strong(const struct ptx_inst *in)
{
	return (in->space == PTX_GLOBAL || in->space == PTX_GENERIC) && in->vec <= 1 && ptx_is_strong(in);
}

static bool looks(const struct ptx_inst *in)
{
	return in->op == PTX_OP_LD && strong(in) && in->ops[0].kind == PTX_REG && in->ops[1].kind == PTX_ADDR &&
		in->ops[1].reg >= 0;
}

static bool outside(const struct ptx_inst *in)
{
	return in->op == PTX_OP_ST && (in->space == PTX_GLOBAL || in->space == PTX_GENERIC);
}

static bool is_read(const struct ptx_func *f, int32_t reg)
{
	for (size_t k = 0; k < f->ninsts; k++)
		if (em_reg_read(f, &f->insts[k], reg))
			return true;
	return false;
}

/* Does the load bring, in a loop, where it looks the next time? */
static bool follows(const struct ptx_func *f, size_t k)
{
	bool *found, is;

	if (!looks(&f->insts[k]))
		return false;
	found = xcalloc(f->nregs + 1, sizeof *found);
	found[f->insts[k].ops[0].reg] = true;
	while (em_spread(f, 0, f->ninsts, false, found))
		;
	is = found[f->insts[k].ops[1].reg];
	free(found);
	return is;
}

static bool same_links(const struct ptx_func *f, size_t k)
{
	for (size_t j = 0; j < f->ninsts; j++)
		if (looks(&f->insts[j]) && em_same_place(&f->insts[j].ops[1], &f->insts[k].ops[1]) && follows(f, j))
			return true;
	return false;
}

/* Can a thread wait there for another one, or be told that something has changed? */
static bool may_wait(const struct ptx_func *f)
{
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (in->op == PTX_OP_CALL || (outside(in) && em_is_number(f, &in->ops[1])) ||
			(in->op == PTX_OP_ATOM && in->ops[0].kind == PTX_REG && is_read(f, in->ops[0].reg)) ||
			(looks(in) && em_decides_loop(f, k) && !same_links(f, k)))
			return true;
	}
	return false;
}

/* Registers that these come from, through loads, too. */
static void trace(const struct ptx_func *f, bool *found)
{
	bool more = true;

	while (more) {
		more = false;
		for (size_t k = 0; k < f->ninsts; k++)
			if (em_writes_one_of(f, &f->insts[k], found))
				more |= em_add_read(f, &f->insts[k], found);
	}
}

/* Do the addresses of both come from one array: by a sum with one register? */
static bool one_array(const struct ptx_func *f, int32_t x, int32_t y)
{
	for (size_t k = 0; k < f->ninsts; k++)
		for (size_t j = 0; f->insts[k].op == PTX_OP_ADD && em_reg_written(f, &f->insts[k], x) && j < f->ninsts;
			j++)
			if (f->insts[j].op == PTX_OP_ADD && em_reg_written(f, &f->insts[j], y) &&
				f->insts[k].ops[1].kind == PTX_REG &&
				em_reg_read(f, &f->insts[j], f->insts[k].ops[1].reg))
				return true;
	return false;
}

/* Where do the links begin that the load at k follows? A sum of the ordinary loads that this comes from. */
static size_t begins(const struct ptx_func *f, size_t k)
{
	bool *found = xcalloc(f->nregs + 1, sizeof *found);
	size_t sum = 0;

	found[f->insts[k].ops[1].reg] = true;
	trace(f, found);
	for (size_t j = 0; j < f->ninsts; j++)
		if (f->insts[j].op == PTX_OP_LD && f->insts[j].space != PTX_PARAM && !looks(&f->insts[j]) &&
			em_writes_one_of(f, &f->insts[j], found))
			sum += (j + 1) * (j + 1);
	free(found);
	return sum;
}

/* Does the store's place and value come from two ways along such links, from two beginnings? One way alone is
 * shortened: what is stored then is what was found behind the place. */
static bool hangs(const struct ptx_func *f, const struct ptx_inst *st)
{
	bool *found = xcalloc(f->nregs + 1, sizeof *found), two = false, one = false;
	size_t first = 0;

	found[st->ops[0].reg] = true;
	if (st->ops[1].kind == PTX_REG)
		found[st->ops[1].reg] = true;
	trace(f, found);
	for (size_t k = 0; k < f->ninsts && !two; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (!looks(in) || !found[in->ops[0].reg] || !one_array(f, st->ops[0].reg, in->ops[1].reg) ||
			!follows(f, k))
			continue;
		two = one && begins(f, k) != first;
		first = one ? first : begins(f, k);
		one = true;
	}
	free(found);
	return two;
}

/* Is the value kept in another place? */
static bool kept(const struct ptx_func *f, const struct ptx_inst *ld, const struct ptx_inst *st)
{
	for (size_t k = (size_t)(ld - f->insts); k < f->ninsts; k++)
		if (outside(&f->insts[k]) && &f->insts[k] != st && f->insts[k].ops[1].kind == PTX_REG &&
			f->insts[k].ops[1].reg == ld->ops[0].reg)
			return true;
	return false;
}

/* Is something counted, by an atomic, where a branch over the store does not go? */
static bool counted(const struct ptx_func *f, size_t st, int32_t pred)
{
	for (size_t k = 0; k < st; k++) {
		const int32_t to = em_target(&f->insts[k]);

		for (size_t j = k; f->insts[k].guard == pred && to > (int32_t)st && j < (size_t)to; j++)
			if (f->insts[j].op == PTX_OP_RED || f->insts[j].op == PTX_OP_ATOM)
				return true;
	}
	return false;
}

/* Larger, or smaller? */
static bool by_order(const struct ptx_inst *in)
{
	return ptx_has(in, PTX_MOD_LT) || ptx_has(in, PTX_MOD_LE) || ptx_has(in, PTX_MOD_GT) ||
		ptx_has(in, PTX_MOD_GE) || ptx_has(in, PTX_MOD_LTU) || ptx_has(in, PTX_MOD_LEU) ||
		ptx_has(in, PTX_MOD_GTU) || ptx_has(in, PTX_MOD_GEU);
}

/* Is what was found compared with what is stored? Or with something else, before what is counted? */
static bool asked(const struct ptx_func *f, const struct ptx_inst *ld, const struct ptx_inst *st)
{
	const int32_t old = ld->ops[0].reg, value = st->ops[1].kind == PTX_REG ? st->ops[1].reg : -1;

	for (const struct ptx_inst *in = ld + 1; in < st; in++)
		if (in->op == PTX_OP_SETP && em_reg_read(f, in, old) &&
			((value >= 0 && value != old && by_order(in) && em_reg_read(f, in, value)) ||
				counted(f, (size_t)(st - f->insts), in->ops[0].reg)))
			return true;
	return false;
}

static void mark_store(struct dec *d, size_t at, bool updates)
{
	const struct ptx_func *f = d->f;
	const struct ptx_inst *st = &f->insts[at];
	const bool links = hangs(f, st);

	if (links || updates)
		d->loses[at] = EM_K_LOSES;
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *ld = &f->insts[k];

		if (!looks(ld))
			continue;
		if (links && same_links(f, k) && one_array(f, st->ops[0].reg, ld->ops[1].reg))
			d->loses[k] |= EM_K_LOOKS;
		if (links || updates || ld >= st || !em_same_place(&ld->ops[1], &st->ops[0]))
			continue;
		if (kept(f, ld, st)) {
			d->loses[at] = EM_K_LOSES;
		} else if (asked(f, ld, st)) {
			d->loses[at] |= EM_K_ASKS;
			d->loses[k] |= EM_K_LOOKS;
		}
	}
}

/* Looks and stores, and the way from each to each: more than that would take long. */
static bool too_many(const struct ptx_func *f)
{
	enum { MOST = 1 << 22 };
	uint64_t nlooks = 0, nstores = 0;

	for (size_t k = 0; k < f->ninsts; k++) {
		nlooks += looks(&f->insts[k]);
		nstores += outside(&f->insts[k]) && strong(&f->insts[k]);
	}
	return !nlooks || !nstores || nlooks * nstores * f->ninsts > MOST;
}

void dec_find_losses(struct dec *d)
{
	const struct ptx_func *f = d->f;
	const struct ptx_inst *in = d->in;
	bool wait = true;

	if (too_many(f))
		return;
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *st = d->in = &f->insts[k];

		if (!outside(st) || !strong(st) || st->ops[0].kind != PTX_ADDR || st->ops[0].reg < 0 ||
			em_is_number(f, &st->ops[1]))
			continue;
		if (!d->loses) {
			wait = may_wait(f);
			d->loses = xcalloc(f->ninsts + 1, sizeof *d->loses);
		}
		if (!wait)
			mark_store(d, k, dec_updates(d));
	}
	d->in = in;
}
