/* call_saves: what a call saves of its caller, in programs where the caller may run once more before it comes back: the
 * rows of those registers, and those variables of parameters, that are read after the call before anything writes them
 * (flow/liveness.h). A function that cannot be running twice loses nothing. */
#include "emulator/code/decode.h"
#include "base/buf.h"
#include "emulator/core/device.h"
#include "emulator/flow/liveness.h"

/* After a function's registers a set has a bit for each of the module's variables. */
static void need_variable(const struct dec *d, uint64_t *set, const struct ptx_operand *o)
{
	if (o->kind != PTX_REG && o->kind != PTX_VEC && o->sym >= 0 && d->p->m->ptx->vars[o->sym].space == PTX_PARAM)
		em_set_put(set, d->f->nregs + (size_t)o->sym, true);
}

/* A store may write only a part of a variable: it ends no variable's life. */
static void need_variables(const void *arg, const struct ptx_inst *in, uint64_t *set)
{
	const struct dec *d = arg;
	const struct ptx_call *c = in->op == PTX_OP_CALL && in->call >= 0 ? &d->f->calls[in->call] : NULL;
	for (unsigned o = 0; o < in->noperands && in->op != PTX_OP_ST; o++)
		if (in->ops[o].kind == PTX_ADDR || in->ops[o].kind == PTX_SYM)
			need_variable(d, set, &in->ops[o]);
	for (int32_t a = 0; c && a < c->nargs; a++)
		if (d->f->operands[c->args + a].kind == PTX_SYM)
			need_variable(d, set, &d->f->operands[c->args + a]);
}

void dec_liveness_end(struct dec *d)
{
	if (d->liveness)
		em_liveness_release(d->liveness);
	free(d->liveness);
	d->liveness = NULL;
}

static void save(struct dec *d, uint32_t *n, uint32_t row, uint32_t bytes)
{
	struct em_program *p = d->p;
	struct em_call_save *last = *n ? &p->call_saves[p->ncall_saves - 1] : NULL;
	const struct em_fplace *f = d->place;
	/* Neighbours become one, but for where the width of lanes changes. */
	if (last && last->row + last->bytes == row && row != f->r32 && row != f->rp) {
		last->bytes += bytes;
		return;
	}
	*ARENA_PUSH(&p->arena, p->call_saves, p->ncall_saves, p->ccall_saves) = (struct em_call_save){ row, bytes };
	++*n;
}

/* In the order of rows (program.c, place_rows). */
uint32_t dec_call_saves(struct dec *d, uint32_t *first)
{
	const struct ptx_module *x = d->p->m->ptx;
	const uint32_t at = (uint32_t)(d->in - d->f->insts), b = d->flow->block[at];
	uint32_t n = 0;
	*first = (uint32_t)d->p->ncall_saves;
	if (!d->place->recursive)
		return 0;
	if (!d->liveness) {
		d->liveness = xcalloc(1, sizeof *d->liveness);
		em_liveness_init(d->liveness, d->f, d->flow, x->nvars, need_variables, d);
	}
	uint64_t *set = xcalloc(d->liveness->nwords, sizeof *set);
	em_liveness_after(d->liveness, b, set);
	for (uint32_t k = d->flow->first[b + 1]; k-- > at + 1;)
		em_liveness_before(d->liveness, k, set);
	for (unsigned bits = 64; bits; bits = bits == 64 ? 32 : bits == 32 ? 1 : 0) {
		for (size_t r = 0; r < d->f->nregs; r++) {
			const unsigned has = ptx_type_bits(d->f->regs[r].type),
				       class = has == 1 ? 1 :
				has < 64                ? 32 :
							  64;
			if (class == bits && em_set_has(set, r))
				save(d, &n, d->place->reg[r], has == 1 ? 4 : has < 64 ? 128 : has > 64 ? 512 : 256);
		}
		for (size_t v = 0; bits == 32 && v < x->nvars; v++)
			if (em_set_has(set, d->f->nregs + v) && d->p->var_addr[v] >= d->place->r32 &&
				d->p->var_addr[v] < d->place->rp)
				save(d, &n, (uint32_t)d->p->var_addr[v], (uint32_t)((x->vars[v].size + 3) / 4) * 128);
	}
	free(set);
	return n;
}
