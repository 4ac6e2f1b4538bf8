/* early: a kernel that is launched to begin before the one before it has ended (programmatic dependent launch): which
 * of its accesses surely come before its griddepcontrol.wait? All of them, where it has none. Else those from which a
 * way leads to a wait, and to which none leads from one. Whoever is on another way, as a warp that leaves the waiting
 * to others and meets them at a barrier, is not among them. */
#include "base/buf.h"
#include "emulator/check/check.h"

enum { AFTER = 1, BEFORE = 2 }; /* a wait is behind it; one is ahead */

static bool is_wait(const struct ptx_inst *in)
{
	return in->op == PTX_OP_GRIDDEPCONTROL && ptx_has(in, PTX_MOD_WAIT);
}

/* From instruction k its mark goes on to `to`, or that one's comes back. True: something changed. */
static bool join(const struct ptx_func *f, uint8_t *mark, size_t k, size_t to)
{
	uint8_t ahead, behind;

	if (to >= f->ninsts)
		return false;
	behind = is_wait(&f->insts[k]) || (mark[k] & AFTER) ? AFTER : 0;
	ahead = is_wait(&f->insts[to]) || (mark[to] & BEFORE) ? BEFORE : 0;
	if (!(behind & ~mark[to]) && !(ahead & ~mark[k]))
		return false;
	mark[to] |= behind;
	mark[k] |= ahead;
	return true;
}

static bool join_next(const struct ptx_func *f, uint8_t *mark, size_t k)
{
	const struct ptx_inst *in = &f->insts[k];
	const bool jump = in->op == PTX_OP_BRA && in->ops[0].kind == PTX_LABEL;
	bool more = jump && join(f, mark, k, (size_t)in->ops[0].vec);

	if (in->guard >= 0 || !(jump || in->op == PTX_OP_RET || in->op == PTX_OP_EXIT))
		more |= join(f, mark, k, k + 1);
	return more;
}

static uint8_t *marks_of(const struct ptx_func *f)
{
	uint8_t *mark = xcalloc(f->ninsts + 1, 1);

	for (bool more = true; more;) {
		more = false;
		for (size_t k = 0; k < f->ninsts; k++)
			more |= join_next(f, mark, k);
		for (size_t k = f->ninsts; more && k-- > 0;)
			join_next(f, mark, k);
	}
	return mark;
}

static bool has(const struct ptx_func *f, bool (*is)(const struct ptx_inst *))
{
	for (size_t k = 0; k < f->ninsts; k++)
		if (is(&f->insts[k]))
			return true;
	return false;
}

static bool is_trigger(const struct ptx_inst *in)
{
	return in->op == PTX_OP_GRIDDEPCONTROL && !ptx_has(in, PTX_MOD_WAIT);
}

/* Where a switch or a function's address leads is not followed. */
static bool leads_anywhere(const struct ptx_inst *in)
{
	return in->op == PTX_OP_BRX;
}

static const struct ptx_func *func_of(const struct em_program *p, size_t fn)
{
	return &p->m->ptx->funcs[p->fn[fn].func];
}

bool em_check_triggers(const struct em_program *p)
{
	for (size_t n = 0; n < p->nfn; n++)
		if (has(func_of(p, n), is_trigger))
			return true;
	return false;
}

bool *em_check_early(const struct em_program *p)
{
	bool *early = xcalloc(p->naccesses + 1, sizeof *early), waits = false, elsewhere = false;
	uint8_t *mark;

	for (size_t n = 0; n < p->nfn; n++) {
		const bool here = has(func_of(p, n), is_wait);

		waits |= here;
		elsewhere |= n && here;
	}
	elsewhere |= waits && has(func_of(p, 0), leads_anywhere);
	mark = waits && !elsewhere ? marks_of(func_of(p, 0)) : NULL;
	for (size_t k = 0; k < p->npinst; k++) {
		const struct em_pinst *pi = &p->pinst[k];

		if (pi->access >= 0)
			early[pi->access] = !waits || (mark && pi->func == p->fn[0].func && mark[pi->inst] == BEFORE);
	}
	free(mark);
	return early;
}
