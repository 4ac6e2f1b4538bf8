/* exec_chain: chains.h, for words of any memory; a part of exec_global.c and exec_shared.c. Before it is included,
 * exec_chain_global.h and exec_chain_shared.h say what an address is and what a load of theirs does. */
#ifndef EMULATOR_EXEC_CHAIN_H
#define EMULATOR_EXEC_CHAIN_H

/* A row of addresses of runs. */
ALWAYS void chain_row(struct em_warp *w, u32 row, chain_address a0, chain_address a1, bool uniform)
{
	chain_address *a = ROWP(chain_address, row);
	if (uniform) {
		for (int l = 0; l < 16; l++)
			a[l] = a0;
		for (int l = 16; l < EM_WARP; l++)
			a[l] = a1;
	} else {
		for (unsigned l = 0; l < 16; l++)
			a[l] = a0 + 4 * l;
		for (unsigned l = 0; l < 16; l++)
			a[16 + l] = a1 + 4 * l;
	}
}
/* A load's address of the lowest lane of a half-warp. */
ALWAYS chain_address chain_low(const struct chain_base *base, struct em_chain_at at, s64 stride)
{
	return (chain_address)(base[at.base].low + (u64)(stride * at.times) + (u64)(s64)at.bytes);
}

/* Finds out about the stride and the bases. False: something is unusual. */
ALWAYS bool chain_begin(struct em_warp *w, const struct em_chain *c, struct chain_base *base, s64 *stride)
{
	*stride = 0;
	if (c->stride) {
		const chain_address *a = EM_AT(w, const chain_address, c->stride);
		*stride = (chain_signed)a[0];
		if (EM_UNLIKELY((!c->stride_agreed && !chain_one(a)) || *stride & 3 || *stride >= EM_CHAIN_FAR ||
			    *stride <= -EM_CHAIN_FAR))
			return false;
	}
	for (u32 k = 0; k < c->nbases; k++) {
		const struct em_chain_base *b = &c->base[k];
		s64 least = *stride * b->times_least, most = *stride * b->times_most;
		if (EM_UNLIKELY(!chain_find(w, b, &base[k])))
			return false;
		if (EM_UNLIKELY(most < least)) {
			s64 other = most;
			most = least;
			least = other;
		}
		least += b->at_least;
		most += b->at_most;
		if (EM_UNLIKELY(!chain_inside(w, b, (chain_address)(base[k].low + (u64)least),
				(u64)(most - least) + base[k].bytes) &&
				b->loaded))
			return false;
	}
	return true;
}

ALWAYS void chain_writes(struct em_warp *w, const struct em_chain *c, const struct chain_base *base, s64 stride)
{
	for (u32 k = 0; k < c->nwrites; k++) {
		const struct em_chain_write *x = &c->write[k];
		const struct chain_base *b = &base[x->at.base];
		const chain_address low = chain_low(base, x->at, stride), a0 = low + b->at0, a1 = low + b->at1;
		if (x->shape)
			*ROWP(struct shape, x->row) = (struct shape){ a0, a1, b->kind, b->waves };
		else
			chain_row(w, x->row, a0, a1, b->uniform);
	}
}

ALWAYS const struct em_inst *chain_walk(struct em_warp *w, const struct em_inst *i, bool checked, em_fn watched, em_fn other)
{
	const u32 number = i[2].x >> EM_CHAIN_NUMBER;
	struct chain_base base[EM_CHAIN_BASES];
	struct product_sums s;
	s64 stride;
	bool follow = false;
	if (EM_UNLIKELY(w->mask != EM_FULL))
		return other(w, i);
	if (EM_UNLIKELY(!chain_may(w, i, checked)))
		return watched(w, i);
	const struct em_chain *c = w->t->p->chain[number];
	const struct em_chain_load *const end = c->load + c->nloads;
	if (EM_UNLIKELY(!chain_begin(w, c, base, &stride)))
		return other(w, i);
	for (const struct em_chain_load *l = c->load; checked && l < end; l++)
		if (EM_UNLIKELY(!chain_quiet(w, i + l->slot, &base[l->at.base], chain_low(base, l->at, stride))))
			return other(w, i);
	product_begin(&s, ROWP(float, c->sum));
	for (const struct em_chain_load *l = c->load; l < end; l += 2) {
		struct product_words x, y;
		chain_load(w, l, &base[l[0].at.base], chain_low(base, l[0].at, stride), &x, &follow);
		chain_load(w, l + 1, &base[l[1].at.base], chain_low(base, l[1].at, stride), &y, &follow);
		product_add(&s, &x, &y);
	}
	product_end(&s, ROWP(float, c->to));
	chain_writes(w, c, base, stride);
	if (EM_UNLIKELY(follow))
		return chain_follow(w, i, c, base, stride);
	i += c->slots;
	return EM_NEXT(w, i);
}

#endif
