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
/* A base, from the row or from what an access has kept of it. False: lanes in another order, or something else. */
ALWAYS bool chain_find(struct em_warp *w, const struct em_chain_base *x, struct chain_base *b)
{
	const chain_address *a = ROWP(const chain_address, x->row);
	if (x->shape) {
		const struct shape *sh = ROWP(const struct shape, x->shape);
		return product_runs(sh->kind) &&
			chain_base_set(b, (chain_address)sh->a0, (chain_address)sh->a1, (sh->kind & EM_KINDS) == EM_UU);
	}
	if (a[0] == a[1])
		return chain_are(a, EM_UNIFORM) && chain_base_set(b, a[0], a[16], true);
	return chain_are(a, EM_CONSECUTIVE) && chain_base_set(b, a[0], a[16], false);
}

/* Finds out about the stride and the bases. False: something is unusual. */
ALWAYS bool chain_begin(struct em_warp *w, const struct em_chain *c, struct chain_base *base, s64 *stride, bool checked)
{
	*stride = 0;
	if (c->stride) {
		const chain_address *a = EM_AT(w, const chain_address, c->stride);
		*stride = (chain_signed)a[0];
		if (EM_UNLIKELY((!c->stride_agreed && !(a[0] == a[16] && chain_are(a, EM_UNIFORM))) || *stride & 3 ||
			    *stride >= EM_CHAIN_FAR || *stride <= -EM_CHAIN_FAR))
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
		const u64 width = (u64)(most + b->at_most) - (u64)(least + b->at_least);
		const s64 first = least + b->at_least;
		const chain_address low = (chain_address)(base[k].low + (u64)first);
		if (EM_UNLIKELY(!b->loaded)) /* it may be anywhere */
			continue;
		if (EM_UNLIKELY(!chain_inside(w, b, low, width + base[k].bytes)))
			return false;
		base[k].host = chain_host(w, low) - (uintptr_t)first;
		chain_box(w, b, &base[k], low, width, *stride, checked);
	}
	return true;
}

ALWAYS void chain_writes(struct em_warp *w, const struct em_chain *c, const struct chain_base *base, s64 stride)
{
	for (u32 k = 0; k < c->nwrites; k++) {
		const struct em_chain_write *x = &c->write[k];
		const struct chain_base *b = &base[x->at.base];
		const chain_address low = (chain_address)(b->low + (u64)chain_bytes(x->at, stride)), a0 = low + b->at0,
				    a1 = low + b->at1;
		if (x->shape)
			*ROWP(struct shape, x->row) = (struct shape){ a0, a1, b->kind, b->waves };
		else
			chain_row(w, x->row, a0, a1, b->uniform);
	}
}

/* One product. Does the cache model follow a line of its loads, where that was not known before? steady: nothing of
 * what the bases say depends on the number of bytes (chain_steady). */
ALWAYS bool chain_product(char *counts, const struct em_chain_load *l, const struct chain_base *bx,
	const struct chain_base *by, s64 stride, bool steady, struct product_sums *s)
{
	const s64 to_x = chain_bytes(l[0].at, stride), to_y = chain_bytes(l[1].at, stride);
	const struct product_words x = chain_words(bx, to_x), y = chain_words(by, to_y);
	chain_count(counts, l, bx, to_x, steady);
	chain_count(counts, l + 1, by, to_y, steady);
	product_add(s, &x, &y);
	return !steady &&
		((bx->looks && chain_sampled(bx, (chain_address)(bx->low + (u64)to_x))) ||
			(by->looks && chain_sampled(by, (chain_address)(by->low + (u64)to_y))));
}
/* Products all of whose first factors come from one base, and all second ones: what is known of them does not change
 * on the way. */
ALWAYS bool chain_pairs(struct em_warp *w, const struct em_chain *c, const struct chain_base *base, s64 stride,
	bool x_uniform, bool y_uniform, bool steady, struct product_sums *s)
{
	const struct em_chain_load *l = c->load, *const end = l + c->nloads;
	struct chain_base x = base[l[0].at.base], y = base[l[1].at.base];
	char *const counts = (char *)w->memory_counts;
	bool follow = false;
	if (!x.sectors || !y.sectors)
		__builtin_unreachable(); /* chain_sum */
	x.uniform = x_uniform;
	y.uniform = y_uniform;
	do {
		follow |= chain_product(counts, l, &x, &y, stride, steady, s);
		l += 2;
	} while (l < end);
	return follow;
}
ALWAYS bool chain_any(
	struct em_warp *w, const struct em_chain *c, const struct chain_base *base, s64 stride, struct product_sums *s)
{
	char *const counts = (char *)w->memory_counts;
	bool follow = false;
	for (const struct em_chain_load *l = c->load; l < c->load + c->nloads; l += 2) {
		const struct chain_base *x = &base[l[0].at.base], *y = &base[l[1].at.base];
		follow |= chain_product(counts, l, x, y, stride, false, s);
	}
	return follow;
}
#define CHAIN_PAIRS(steady) \
	(x_uniform                ? chain_pairs(w, c, base, stride, true, false, steady, s) : \
			y_uniform ? chain_pairs(w, c, base, stride, false, true, steady, s) : \
				    chain_pairs(w, c, base, stride, false, false, steady, s))
/* All products. Likewise. */
ALWAYS bool chain_sum(
	struct em_warp *w, const struct em_chain *c, struct chain_base *base, s64 stride, struct product_sums *s)
{
	const struct em_chain_load *first = c->load;
	struct chain_base *x = &base[first[0].at.base], *y = &base[first[1].at.base];
	const bool x_uniform = x->uniform, y_uniform = y->uniform;
	if (!c->pairs || (x_uniform && y_uniform) || !x->sectors || !y->sectors)
		return chain_any(w, c, base, stride, s);
	if (chain_steady(&c->base[first[0].at.base], x, stride) && chain_steady(&c->base[first[1].at.base], y, stride))
		return CHAIN_PAIRS(true);
	return CHAIN_PAIRS(false);
}

static void chain_follow(struct em_warp *w, const struct em_inst *i, const struct em_chain *c,
	const struct chain_base *base, s64 stride);

ALWAYS const struct em_inst *chain_walk(
	struct em_warp *w, const struct em_inst *i, bool checked, em_fn watched, em_fn other)
{
	struct chain_base base[EM_CHAIN_BASES];
	struct product_sums s;
	s64 stride;
	if (EM_UNLIKELY(w->mask != EM_FULL))
		return other(w, i);
	if (EM_UNLIKELY(!chain_may(w, i, checked)))
		return watched(w, i);
	const struct em_chain *c = w->t->p->chain[i[2].x >> EM_CHAIN_NUMBER];
	if (EM_UNLIKELY(!chain_begin(w, c, base, &stride, checked)))
		return other(w, i);
	for (const struct em_chain_load *l = c->load; checked && l < c->load + c->nloads; l++) {
		const struct chain_base *b = &base[l->at.base];
		const chain_address low = (chain_address)(b->low + (u64)chain_bytes(l->at, stride));
		if (!b->quiet && EM_UNLIKELY(!chain_quiet(w, i + l->slot, b, low)))
			return other(w, i);
	}
	u32 followed = 0;
	for (u32 k = 0; k < c->nbases; k++)
		followed |= base[k].followed;
	product_begin(&s, ROWP(float, c->sum));
	if (EM_UNLIKELY(chain_sum(w, c, base, stride, &s) || followed))
		chain_follow(w, i, c, base, stride);
	product_end(&s, ROWP(float, c->to));
	chain_writes(w, c, base, stride);
	i += c->slots;
	return EM_NEXT(w, i);
}

#endif
