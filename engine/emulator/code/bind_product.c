/* bind_product: two loads and an fma.rn.f32 of what they bring, one after the other, become one step (exec/products.h),
 * where nothing else reads those words. */
#include "emulator/code/decode.h"
#include "emulator/core/access.h"
#include "emulator/exec/products.h"

/* Is the slot the load of the instruction `in`, of words from this space, that are read once? */
static bool loads(const struct dec *d, size_t slot, const struct ptx_inst *in, enum ptx_space space)
{
	const struct em_inst *i = &d->p->code[slot];
	const struct em_row *r;
	if (in->op != PTX_OP_LD || in->space != space || in->guard >= 0 || in->ops[0].kind != PTX_REG ||
		EM_ACC_SPACE(i->access) != space || EM_ACC_BYTES(i->access) != 4 || EM_ACC_VEC(i->access) != 1 ||
		i->access & (EM_ACC_ORDERS | EM_ACC_STORE) || i->displacement & 3 ||
		i->d != d->place->reg[in->ops[0].reg] || d->reads[in->ops[0].reg] != 1)
		return false;
	r = em_table_find(d->t, in);
	return r && (d->p->own[slot] == r->fn || d->p->own[slot] == r->again);
}

/* Has an access before it found its addresses' shape? */
static bool again(const struct dec *d, size_t slot, const struct ptx_inst *in)
{
	return d->p->own[slot] == em_table_find(d->t, in)->again;
}

void dec_joined(struct dec *d, size_t slot)
{
	struct em_program *p = d->p;
	const struct ptx_inst *in = d->in;
	if (in->op != PTX_OP_FMA || in - d->f->insts < 2 || in->guard >= 0 || p->ncode != slot + 1 ||
		slot < (size_t)d->block_slot + 3)
		return;
	const em_fn whole = in[-1].space == PTX_SHARED ? d->t->product_shared : d->t->product_global;
	const enum ptx_space space = in[-1].space == PTX_SHARED ? PTX_SHARED : PTX_GLOBAL;
	const struct em_row *fma = em_table_get(d->t, PTX_OP_FMA, 0, 0, T1(F32), M0);
	struct em_inst *i = &p->code[slot - 2], *sum = i + 2;
	if (!whole || !fma || p->own[slot] != fma->fn || p->origin[slot - 1] != d->pin - 1 ||
		p->origin[slot - 2] != d->pin - 2 || p->pinst[d->pin - 1].inst != p->pinst[d->pin].inst - 1 ||
		p->pinst[d->pin - 2].inst != p->pinst[d->pin].inst - 2)
		return;
	if (!loads(d, slot - 2, in - 2, space) || !loads(d, slot - 1, in - 1, space) || i[0].d == i[1].d ||
		!((sum->a == i[0].d && sum->b == i[1].d) || (sum->a == i[1].d && sum->b == i[0].d)))
		return;
	sum->x = (again(d, slot - 2, in - 2) ? EM_PRODUCT_AGAIN0 : 0) |
		(again(d, slot - 1, in - 1) ? EM_PRODUCT_AGAIN1 : 0);
	i->fn = whole;
	dec_chain(d, slot, space == PTX_SHARED);
}
