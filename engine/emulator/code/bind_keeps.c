/* bind_keeps: which plain stores may leave a place as it was, by what they compute: x = min(x, y), x = x | y,
 * x = x || y. The shortest paths that Floyd and Warshall's algorithm works out in place are such: in step k the row and
 * the column k are stored with what they hold. Whether a store does so is seen when it runs (check/race.c). A sum of
 * which the second part happens to be 0 is none of these: with other data it loses an update. */
#include "emulator/code/decode.h"

enum { REACH = 256, STEPS = 4 };

/* The instruction before `at` that wrote the register last, in the order of the text; NULL: none is near. */
static const struct ptx_inst *written(const struct ptx_func *f, const struct ptx_inst *at, int32_t reg)
{
	for (size_t n = 0; n < REACH && at-- > f->insts; n++)
		if (at->nwritten && at->ops[0].kind == PTX_REG && at->ops[0].reg == reg)
			return at;
	return NULL;
}

/* The same through moves and conversions. */
static const struct ptx_inst *origin(const struct ptx_func *f, const struct ptx_inst *at, const struct ptx_operand *o)
{
	const struct ptx_inst *in = at;

	for (int n = 0; n < STEPS && o->kind == PTX_REG && (in = written(f, in, o->reg)); n++) {
		if ((in->op != PTX_OP_MOV && in->op != PTX_OP_CVT) || in->ops[1].kind != PTX_REG)
			return in;
		o = &in->ops[1];
	}
	return NULL;
}

/* A load of the place that the store writes? */
static bool loads(const struct ptx_inst *in, const struct ptx_inst *store)
{
	const struct ptx_operand *from = &in->ops[1], *to = &store->ops[0];

	return in->op == PTX_OP_LD && in->space == store->space && from->kind == PTX_ADDR && from->reg == to->reg &&
		from->sym == to->sym && from->imm == to->imm;
}

static bool loaded(
	const struct ptx_func *f, const struct ptx_inst *at, const struct ptx_operand *o, const struct ptx_inst *store)
{
	const struct ptx_inst *in = origin(f, at, o);

	return in && loads(in, store);
}

/* x = x || y: on one way a constant, on the other the answer to a question. */
static bool answers(const struct ptx_func *f, const struct ptx_inst *in, const struct ptx_inst *store)
{
	if (in->op != PTX_OP_SELP || in->ops[1].kind != PTX_IMM || in->ops[2].kind != PTX_IMM)
		return false;
	for (size_t n = 0; n < REACH && in-- > f->insts; n++)
		if (loads(in, store))
			return true;
	return false;
}

bool dec_keeps(const struct dec *d)
{
	const struct ptx_inst *store = d->in, *in;

	if (store->op != PTX_OP_ST || store->vec > 1 || store->ops[0].kind != PTX_ADDR)
		return false;
	in = origin(d->f, store, &store->ops[1]);
	if (!in)
		return false;
	if (in->op == PTX_OP_MIN || in->op == PTX_OP_MAX || in->op == PTX_OP_AND || in->op == PTX_OP_OR ||
		in->op == PTX_OP_SELP)
		return loaded(d->f, in, &in->ops[1], store) || loaded(d->f, in, &in->ops[2], store) ||
			answers(d->f, in, store);
	return false;
}
