/* bind_chain: products that follow each other become chains (exec/chains.h): what their loads' addresses are, from the
 * additions between them. A chain grows product by product; each time it is whole, and its first slot does all of it.
 */
#include "base/buf.h"
#include "emulator/code/decode.h"
#include "emulator/core/access.h"
#include "emulator/exec/products.h"

static const struct ptx_inst *inst_of(const struct dec *d, size_t slot)
{
	return &d->f->insts[d->p->pinst[d->p->origin[slot]].inst];
}

/* Is the slot an addition of two registers of an address' width? */
static bool is_step(const struct dec *d, size_t slot, bool shared)
{
	const struct em_program *p = d->p;
	const struct em_row *r = em_table_get(d->t, PTX_OP_ADD, 0, 0, shared ? T1(S32) : T1(S64), M0);
	if (!r || p->own[slot] != r->fn || p->origin[slot] < 0)
		return false;
	const struct ptx_inst *in = inst_of(d, slot);
	return in->op == PTX_OP_ADD && in->guard < 0 && in->ops[0].kind == PTX_REG &&
		p->code[slot].d == d->place->reg[in->ops[0].reg];
}

/* ---- sums that never come to their rows must be no addresses */
/* Does one of the slots [from, to) name this row as an address or a part of one? */
static bool names(const struct dec *d, size_t from, size_t to, uint32_t row)
{
	for (size_t k = from; k < to; k++) {
		const struct em_inst *i = &d->p->code[k];
		if (i->a == row || ((i->b == row || i->d == row) && is_step(d, k, true)))
			return true;
	}
	return false;
}
/* Is a sum of the chain, as it would go on to the product at `first`, an address as well? In global memory, where these
 * are wider, none is. */
static bool mixes(const struct dec *d, const struct dec_chain *c, size_t first)
{
	const struct em_inst *code = d->p->code;
	if (!c->shared)
		return false;
	if (names(d, c->begin, first + 2, code[c->end - 1].d) || names(d, c->begin, first + 2, code[first + 2].d))
		return true;
	for (uint32_t k = 0; c->chain && k < c->chain->nloads; k += 2)
		if (names(d, c->end, first + 2, code[c->begin + c->chain->load[k].slot + 2].d))
			return true;
	return false;
}

/* ---- addresses */
static bool add_bytes(struct em_chain_at *at, int64_t bytes)
{
	if (bytes <= -EM_CHAIN_FAR || bytes >= EM_CHAIN_FAR)
		return false;
	bytes += at->bytes;
	at->bytes = (int32_t)bytes;
	return bytes > -EM_CHAIN_FAR && bytes < EM_CHAIN_FAR;
}

static struct dec_value *known(struct dec_chain *c, uint32_t row)
{
	for (unsigned k = c->nvalues; k-- > 0;) /* what it got last */
		if (c->value[k].row == row)
			return &c->value[k];
	return NULL;
}
static bool set(struct dec_chain *c, struct dec_value v)
{
	if (c->nvalues == DEC_VALUES)
		return false;
	c->value[c->nvalues++] = v;
	return true;
}
/* What the row holds: a base where nothing of the chain has set it. shape: where that of its lanes is kept, or 0. NULL:
 * there is no room. */
static struct dec_value *value_of(struct dec_chain *c, struct em_chain *x, uint32_t row, uint32_t shape)
{
	struct dec_value *v = known(c, row);
	if (v)
		return v;
	if (x->nbases == EM_CHAIN_BASES ||
		!set(c, (struct dec_value){ .at = { .base = (uint8_t)x->nbases }, .row = row, .reg = -1 }))
		return NULL;
	x->base[x->nbases++] = (struct em_chain_base){ .row = row, .shape = shape };
	return known(c, row);
}

/* Is the row a number that is known now? */
static bool is_number(const struct dec *d, uint32_t row, bool shared, int64_t *number)
{
	const struct em_const *c = dec_const_at(d->p, row);

	if (c)
		*number = shared ? (int32_t)c->value : (int64_t)c->value;
	return c != NULL;
}
/* Of the operands a and b of an addition: the one by which the other moves. 0: neither. */
static uint32_t stride_of(struct dec_chain *c, const struct em_chain *x, uint32_t a, uint32_t b)
{
	if (x->stride)
		return b == x->stride ? b : a == x->stride ? a : 0;
	if (!known(c, a) == !known(c, b))
		return 0;
	return known(c, a) ? b : a;
}
static bool add_step(struct dec *d, struct dec_chain *c, struct em_chain *x, size_t slot)
{
	const struct em_inst *i = &d->p->code[slot];
	uint32_t from = i->a, by = 0;
	int64_t number = 0;
	if (is_number(d, i->a, c->shared, &number)) {
		from = i->b;
	} else if (!is_number(d, i->b, c->shared, &number)) {
		by = stride_of(c, x, i->a, i->b);
		from = by == i->a ? i->b : i->a;
		if (!by)
			return false;
		x->stride = by;
		x->stride_agreed = dec_uniform(d->p, by);
	}
	if (i->d == x->stride)
		return false;
	struct dec_value *v = value_of(c, x, from, 0);
	if (!v)
		return false;
	v->reads++;
	struct dec_value to = { .at = v->at, .row = i->d, .reg = inst_of(d, slot)->ops[0].reg };
	to.at.times = (uint8_t)(to.at.times + (by != 0));
	return (to.at.times || !by) && add_bytes(&to.at, number) && set(c, to);
}

/* Has an access before it found its addresses' shape? */
static bool again(const struct dec *d, size_t slot)
{
	return d->p->own[slot] == em_table_find(d->t, inst_of(d, slot))->again;
}
static bool add_load(struct dec *d, struct dec_chain *c, struct em_chain *x, size_t slot)
{
	const struct em_inst *i = &d->p->code[slot];
	struct dec_value *v = value_of(c, x, i->a, again(d, slot) ? i->b : 0);
	if (!v || x->nloads == 2 * EM_CHAIN_PRODUCTS)
		return false;
	v->reads++;
	struct em_chain_base *b = &x->base[v->at.base];
	struct em_chain_load l = { v->at, i->id * (uint32_t)sizeof(struct em_memory_counts),
		(uint32_t)(slot - x->first) };
	if (!add_bytes(&l.at, (int32_t)i->displacement))
		return false;
	if (!b->loaded)
		*b = (struct em_chain_base){ b->row, b->shape, l.counts, l.at.bytes, l.at.bytes, l.at.times, l.at.times,
			true };
	b->at_least = l.at.bytes < b->at_least ? l.at.bytes : b->at_least;
	b->at_most = l.at.bytes > b->at_most ? l.at.bytes : b->at_most;
	b->times_least = l.at.times < b->times_least ? l.at.times : b->times_least;
	b->times_most = l.at.times > b->times_most ? l.at.times : b->times_most;
	x->load[x->nloads++] = l;
	return true;
}

/* ---- what others will read */
static bool add_write(struct em_chain *x, struct em_chain_write w)
{
	if (x->nwrites == EM_CHAIN_WRITES)
		return false;
	x->write[x->nwrites++] = w;
	return true;
}
static bool set_writes(const struct dec *d, struct dec_chain *c, struct em_chain *x)
{
	bool room = true;
	x->nwrites = 0;
	for (unsigned k = 0; k < c->nvalues; k++) {
		const struct dec_value *v = &c->value[k];
		if (v->reg >= 0 && v == known(c, v->row) && v->reads != d->reads[v->reg])
			room &= add_write(x, (struct em_chain_write){ v->at, v->row, false });
	}
	return room;
}

/* Does an access after the chain, up to the end of the block, look for a shape in this row? */
static bool is_wanted(const struct dec *d, const struct em_chain *x, uint32_t row)
{
	for (size_t k = x->first + x->slots; k < d->p->ncode && d->p->kind[k] != EM_SLOT_HEAD; k++)
		if (d->p->code[k].b == row)
			return true;
	return false;
}
void dec_chains_end(struct dec *d)
{
	struct em_program *p = d->p;
	for (; d->nchains < p->nchains; d->nchains++) {
		struct em_chain *x = p->chain[d->nchains];
		for (uint32_t k = 0; k < x->nloads; k++) {
			const size_t slot = x->first + x->load[k].slot;
			const struct em_inst *i = &p->code[slot];
			struct em_chain_write w = { x->load[k].at, i->b, true };
			w.at.bytes -= (int32_t)i->displacement;
			if (i->b && !again(d, slot) && is_wanted(d, x, i->b) && !add_write(x, w))
				p->code[x->first].fn = x->single; /* no room: one by one */
		}
	}
	d->chain = (struct dec_chain){ 0 };
}

/* ---- */
/* May the product whose first slot this is go on with the chain? Then it does. */
static bool joins(struct dec *d, size_t first, bool shared)
{
	struct dec_chain c = d->chain;
	struct em_program *p = d->p;
	struct em_inst *code = p->code;
	struct em_chain x = { .first = c.begin };
	if (!c.end || c.shared != shared || first < c.end || code[c.end - 1].d != code[first + 2].c)
		return false;
	for (size_t k = first; k-- > c.end;)
		if (!is_step(d, k, shared))
			return false;
	/* Nobody else reads the sum so far, or it is put into the same register. */
	if ((code[first + 2].d != code[c.end - 1].d && d->reads[inst_of(d, c.end - 1)->ops[0].reg] != 1) ||
		mixes(d, &c, first))
		return false;
	if (c.chain) {
		x = *c.chain;
	} else {
		x.sum = code[c.begin + 2].c;
		x.single = code[c.begin].fn;
		if (!add_load(d, &c, &x, c.begin) || !add_load(d, &c, &x, c.begin + 1))
			return false;
	}
	for (size_t k = c.end; k < first; k++)
		if (!add_step(d, &c, &x, k))
			return false;
	if (!add_load(d, &c, &x, first) || !add_load(d, &c, &x, first + 1) || !set_writes(d, &c, &x))
		return false;
	x.slots = (uint32_t)(first + 3 - x.first);
	x.to = code[first + 2].d;
	x.pairs = true;
	for (uint32_t k = 2; k < x.nloads; k++)
		x.pairs &= x.load[k].at.base == x.load[k - 2].at.base;
	if (!c.chain) {
		c.chain = arena_alloc(&p->arena, sizeof *c.chain);
		code[x.first].fn = shared ? d->t->chain_shared : d->t->chain_global;
		code[x.first + 2].x |= (uint32_t)p->nchains << EM_CHAIN_NUMBER;
		*ARENA_PUSH(&p->arena, p->chain, p->nchains, p->cchains) = c.chain;
	}
	*c.chain = x;
	d->chain = c;
	return true;
}

void dec_chain(struct dec *d, size_t slot, bool shared)
{
	if (!joins(d, slot - 2, shared))
		d->chain = (struct dec_chain){ .begin = slot - 2, .shared = shared };
	d->chain.end = slot + 1;
}
