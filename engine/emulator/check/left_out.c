/* left_out: threads of a block that have exited before a barrier which the others come to. Hardware waits for them no
 * longer, so the others go on. That threads without work return at once is a habit that works. What is told here is a
 * barrier that some went round. */
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/flow/registers.h"

/* Does the kernel end after this barrier? */
static bool is_last(const struct em_program *p, int32_t pin)
{
	const struct em_pinst *pi = pin >= 0 ? &p->pinst[pin] : NULL;
	const struct ptx_func *f = pi ? &p->m->ptx->funcs[pi->func] : NULL;

	return f && f->is_entry && (size_t)pi->inst + 1 < f->ninsts && f->insts[pi->inst + 1].guard < 0 &&
		(f->insts[pi->inst + 1].op == PTX_OP_RET || f->insts[pi->inst + 1].op == PTX_OP_EXIT);
}

/* Is the barrier one of grid.sync()'s? Where the PTX has lines, they lead to the toolkit's header. */
static bool of_grid(const struct em_program *p, int32_t pin)
{
	const struct ptx_module *m = p->m->ptx;
	int32_t loc = pin >= 0 ? m->funcs[p->pinst[pin].func].insts[p->pinst[pin].inst].loc : -1;

	for (; loc >= 0; loc = m->locs[loc].inlined_at) {
		const int32_t file = m->locs[loc].file;
		const char *name = file >= 0 && (size_t)file < m->nfiles ? strrchr(m->files[file].path, '/') : NULL;

		if (name && !strcmp(name, "/sync.h"))
			return true;
	}
	return false;
}

/* Does a branch that threads of a block take or not lead around it, to where there is more to do? */
static bool passed_round(const struct em_program *p, int32_t pin)
{
	const struct ptx_func *f = &p->m->ptx->funcs[p->pinst[pin].func];
	const int32_t at = p->pinst[pin].inst;
	bool *agreed = em_agreed(f), found = false;

	for (int32_t k = 0; k < at && !found; k++) {
		const struct ptx_inst *in = &f->insts[k];
		const int32_t to = em_target(in);

		found = in->guard >= 0 && !agreed[in->guard] && to > at && (size_t)to < f->ninsts &&
			f->insts[to].op != PTX_OP_RET && f->insts[to].op != PTX_OP_EXIT &&
			f->insts[to].op != PTX_OP_TRAP;
	}
	free(agreed);
	return found;
}

const char *em_check_left_out(const struct em_block *b, int32_t pin, bool first)
{
	const struct em_program *p = b->t->p;

	if (first && is_last(p, pin))
		return "the kernel's last barrier";
	return b->t->run->l->cooperative && of_grid(p, pin) && passed_round(p, pin) ? "grid.sync()" : NULL;
}
