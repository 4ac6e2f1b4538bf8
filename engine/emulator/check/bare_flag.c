/* bare_flag: a flag in a kernel that has no fence at all. There is nothing to ask of fences that are not there
 * (publish.c), so the code is looked at: after the write something is set that other blocks may see, and before the
 * read something is waited for, or asked. */
#include "emulator/check/conflict.h"
#include "emulator/flow/registers.h"

/* Meant to meet others. */
static bool strong(const struct ptx_inst *in, bool write, enum ptx_space space)
{
	const bool op = in->op == PTX_OP_ATOM || in->op == (write ? PTX_OP_RED : PTX_OP_ATOM) ||
		(in->op == (write ? PTX_OP_ST : PTX_OP_LD) &&
			(ptx_has(in, PTX_MOD_VOLATILE) || ptx_has(in, PTX_MOD_RELAXED)));

	return op && (in->space == space || in->space == PTX_GENERIC);
}

/* Is something set after the write that others may see? */
static bool sets(const struct em_program *p, int32_t write, enum ptx_space space)
{
	const struct ptx_func *f = &p->m->ptx->funcs[p->pinst[write].func];

	for (size_t k = (size_t)p->pinst[write].inst + 1; k < f->ninsts; k++)
		if (strong(&f->insts[k], true, space))
			return true;
	return false;
}

bool em_check_bare_flag(const struct em_program *p, int32_t write, int32_t read)
{
	if (p->fences || write < 0 || read < 0 || !sets(p, write, PTX_GLOBAL))
		return false;
	const struct ptx_func *g = &p->m->ptx->funcs[p->pinst[read].func];
	bool asked = false;

	for (size_t k = 0; k < (size_t)p->pinst[read].inst && !asked; k++)
		asked = strong(&g->insts[k], false, PTX_GLOBAL) && em_decides(g, &g->insts[k]);
	return asked;
}

bool em_check_bare_flag_near(const struct em_program *p, int32_t write)
{
	return !p->fences && p->polls && write >= 0 && sets(p, write, PTX_SHARED);
}

/* What one thread keeps in shared memory for its block, those who load it there know. */
static bool add_kept(const struct ptx_func *f, bool *found)
{
	bool more = false;

	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *st = &f->insts[k];

		if (st->op != PTX_OP_ST || st->space != PTX_SHARED || !em_reads_one_of(f, st, found))
			continue;
		for (size_t j = 0; j < f->ninsts; j++)
			if (f->insts[j].op == PTX_OP_LD && em_same_place(&f->insts[j].ops[1], &st->ops[0]))
				more |= em_add_written(f, &f->insts[j], found);
	}
	return more;
}

/* Is there a branch round the store, or a guard of it, that hangs on what was found? */
static bool guarded(const struct ptx_func *f, size_t from, size_t store, const bool *found)
{
	for (size_t k = from; k < store; k++)
		if (f->insts[k].op == PTX_OP_BRA && f->insts[k].guard >= 0 && found[f->insts[k].guard] &&
			em_target(&f->insts[k]) > (int32_t)store)
			return true;
	return f->insts[store].guard >= 0 && found[f->insts[store].guard];
}

bool em_check_behind_count(const struct em_program *p, int32_t store, int32_t atomic)
{
	const struct ptx_func *f = store >= 0 ? &p->m->ptx->funcs[p->pinst[store].func] : NULL;
	bool behind = false;

	for (size_t k = 0; f && k < (size_t)p->pinst[store].inst && !behind; k++) {
		bool *found;

		if (!em_hands_out(&f->insts[k]) || f->insts[k].space == PTX_SHARED ||
			(atomic >= 0 && (size_t)p->pinst[atomic].inst == k))
			continue;
		found = xcalloc(f->nregs + 1, sizeof *found);
		em_add_written(f, &f->insts[k], found);
		while (em_spread(f, 0, f->ninsts, false, found) | add_kept(f, found))
			;
		behind = guarded(f, k, p->pinst[store].inst, found);
		free(found);
	}
	return behind;
}

bool em_check_sets(const struct em_program *p, int32_t write, bool later)
{
	if (write < 0)
		return true;
	const struct ptx_func *f = &p->m->ptx->funcs[p->pinst[write].func];
	const size_t from = p->pinst[write].inst;

	for (size_t k = 0; k < f->ninsts; k++)
		if (k != from && strong(&f->insts[k], true, PTX_GLOBAL) &&
			em_check_leads(f, p, later ? from : k, later ? k : from))
			return true;
	return false;
}

bool em_check_loop_before(const struct em_program *p, int32_t read)
{
	const struct ptx_func *f = &p->m->ptx->funcs[p->pinst[read].func];

	for (size_t k = 0; k < (size_t)p->pinst[read].inst; k++)
		if (f->insts[k].op == PTX_OP_LD && strong(&f->insts[k], false, PTX_GLOBAL) && em_decides_loop(f, k))
			return true;
	return false;
}

/* A loop that goes on until an ordinary load brings another value, and takes nothing else from memory. */
static bool weak_loop(const struct ptx_func *f, size_t k)
{
	const struct ptx_inst *in = &f->insts[k];
	size_t from = k;
	const size_t end = em_loop_around(f, k, &from);

	if (in->op != PTX_OP_LD || (in->space != PTX_GLOBAL && in->space != PTX_GENERIC) ||
		strong(in, false, in->space) || ptx_has(in, PTX_MOD_ACQUIRE) || end == f->ninsts ||
		!em_decides_loop(f, k))
		return false;
	for (size_t j = from; j <= end; j++) {
		const int op = f->insts[j].op;

		if (op == PTX_OP_ST || op == PTX_OP_ATOM || op == PTX_OP_RED || op == PTX_OP_CALL ||
			(op == PTX_OP_LD && j != k))
			return false;
	}
	return true;
}

/* Compilers ask once before the loop, too: by a load of the same address. */
bool em_check_polls_weakly(const struct em_program *p, int32_t read)
{
	const struct ptx_func *f = read >= 0 ? &p->m->ptx->funcs[p->pinst[read].func] : NULL;
	const struct ptx_inst *in = f ? &f->insts[p->pinst[read].inst] : NULL;

	for (size_t k = 0; f && in->op == PTX_OP_LD && k < f->ninsts; k++)
		if (f->insts[k].op == PTX_OP_LD && em_same_place(&f->insts[k].ops[1], &in->ops[1]) && weak_loop(f, k))
			return true;
	return false;
}

bool em_check_waits_weakly(const struct em_program *p, int32_t read)
{
	const struct ptx_func *f = read >= 0 ? &p->m->ptx->funcs[p->pinst[read].func] : NULL;

	for (size_t k = 0; f && k <= (size_t)p->pinst[read].inst; k++)
		if (weak_loop(f, k))
			return true;
	return false;
}
