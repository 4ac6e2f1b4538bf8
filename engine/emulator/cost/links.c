/* links: see links.h. */
#include "emulator/cost/links.h"
#include "base/buf.h"
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"

#include <string.h>

#define MOST_WORDS (1u << 21)     /* that are kept: of more, those that come later are not */
#define SHARED_WORDS (1ull << 63) /* places in shared memory: the block's number and the place there */
#define SHARED_SHIFT 20

/* A word that somebody has stored. */
struct told {
	uint64_t key; /* its number and 1; 0: no word */
	uint64_t at;  /* when it was stored */
	uint64_t looks;
	/* A barrier counts its arrivals in the word that all look at: who has arrived n times waits for the last of
	 * those that come for the n-th time, not for who was quick and is there once more. */
	uint32_t round;
	uint64_t arrived[2]; /* of this round and of the one before it, by whether their number is odd */
};

struct em_links {
	int64_t *clk;   /* of each basic block, for a warp by itself */
	uint64_t *turn; /* of each loop that looks: cycles of a turn */
	struct told *word;
	uint32_t nwords, cap;    /* cap: a power of two */
	uint64_t *idle;          /* when places for blocks become free: a heap, the earliest in front */
	uint64_t nidle, without; /* without: blocks that are under way and got no place, as a device has no more */
	uint64_t warps;          /* that are there at a time, at most */
	uint64_t end, waits;
};

bool em_links_wanted(const struct em_program *p, bool *shared)
{
	struct em_vigil look;
	bool any = false;

	*shared = false;

	for (size_t n = 0; n < p->nfn; n++) {
		const struct ptx_func *f = &p->m->ptx->funcs[p->fn[n].func];

		for (size_t k = 0; k < f->ninsts; k++)
			if (em_link_may(&f->insts[k]) && em_link_waits(f, k, &look)) {
				any = true;
				*shared |= look.by == EM_BY_SHARED;
			} else
				any |= em_link_last(f, k);
	}
	return any;
}

/* What the basic blocks of a loop take. */
static uint64_t turn_of(const struct em_program *p, const int64_t *clk, const struct em_vigil *look)
{
	uint64_t sum = 0;
	uint32_t before = UINT32_MAX;

	for (size_t k = 0; k < p->npinst; k++) {
		const struct em_pinst *pi = &p->pinst[k];

		if (pi->func != look->func || pi->inst < look->from || pi->inst > look->to || pi->block == before)
			continue;
		before = pi->block;
		sum += (uint64_t)clk[before];
	}
	return sum;
}

void em_links_begin(struct em_run *r)
{
	const struct em_program *p = r->p;
	const struct em_timing *t = r->l->timing;
	struct em_level *far;
	struct em_links *x;

	if (!p->linked || !t || !t->hop_clk[0] || r->nworkers != 1)
		return;
	x = r->links = xcalloc(1, sizeof *x);
	far = xcalloc(p->npinst + 1, sizeof *far);
	for (size_t k = 0; k < p->npinst; k++)
		if (p->costs->cost[k].wait[EM_WAIT_L1] || p->costs->cost[k].wait[EM_WAIT_ATOMIC])
			far[k].l2 = EM_LEVEL_UNIT;
	em_costs_walk(p, far, t);
	free(far);
	x->clk = xcalloc((size_t)p->nbasic_blocks + 1, sizeof *x->clk);
	for (uint32_t b = 0; b < p->nbasic_blocks; b++) {
		for (int k = 0; k < EM_WAIT_COUNT; k++)
			x->clk[b] += (int64_t)p->costs->steps[b].wait[k] * t->wait_clk[k];
		x->clk[b] = x->clk[b] > 0 ? x->clk[b] / EM_WAIT_UNIT : 0;
	}
	x->turn = xcalloc(p->nlooks + 1, sizeof *x->turn);
	for (size_t k = 0; k < p->nlooks; k++)
		x->turn[k] = turn_of(p, x->clk, &p->looks[k]);
	x->nidle = (uint64_t)t->multiprocessors * t->resident_blocks;
	x->nidle = x->nidle < r->nblocks ? x->nidle : r->nblocks;
	x->idle = xcalloc(x->nidle + 1, sizeof *x->idle);
	x->warps = x->nidle * r->nwarps;
	x->cap = 1024;
	x->word = xcalloc(x->cap, sizeof *x->word);
}

/* ---- places for blocks */
static uint64_t take_place(struct em_links *x)
{
	uint64_t first, last, k = 0;

	if (!x->nidle) {
		x->without++;
		return x->end;
	}
	first = x->idle[0];
	last = x->idle[--x->nidle];
	for (uint64_t c = 1; c < x->nidle; c = 2 * k + 1) {
		c += c + 1 < x->nidle && x->idle[c + 1] < x->idle[c];
		if (x->idle[c] >= last)
			break;
		x->idle[k] = x->idle[c];
		k = c;
	}
	x->idle[k] = last;
	return first;
}

static void leave_place(struct em_links *x, uint64_t at)
{
	uint64_t k;

	if (x->without) { /* the one that ends leaves its place to one of these */
		x->without--;
		return;
	}
	k = x->nidle++;
	for (; k && x->idle[(k - 1) / 2] > at; k = (k - 1) / 2)
		x->idle[k] = x->idle[(k - 1) / 2];
	x->idle[k] = at;
}

void em_links_block(struct em_block *b)
{
	uint64_t at = take_place(b->t->run->links);

	for (uint32_t k = 0; k < b->nwarps; k++) {
		b->warp[k]->chain = at;
		b->warp[k]->sought = (struct em_looked){ 0 };
		memset(b->warp[k]->arrived, 0, sizeof b->warp[k]->arrived);
		memset(b->warp[k]->ahead, 0, sizeof b->warp[k]->ahead);
	}
}

void em_links_block_end(struct em_block *b)
{
	struct em_links *x = b->t->run->links;
	uint64_t end = 0;

	for (uint32_t k = 0; k < b->nwarps; k++) {
		const struct em_warp *w = b->warp[k];

		end = w->chain > end ? w->chain : end;
		for (int l = 0; l < EM_WARP; l++)
			x->end = w->chain + w->ahead[l] > x->end ? w->chain + w->ahead[l] : x->end;
	}
	leave_place(x, end);
}

void em_links_tick(struct em_warp *w, uint32_t block)
{
	w->chain += (uint64_t)w->t->run->links->clk[block];
}

/* ---- words */
static struct told *find(const struct em_links *x, uint64_t key)
{
	uint32_t h = (uint32_t)(key * 0x9e3779b97f4a7c15ull >> 32) & (x->cap - 1);

	while (x->word[h].key && x->word[h].key != key)
		h = (h + 1) & (x->cap - 1);
	return &x->word[h];
}

static void grow(struct em_links *x)
{
	struct told *old = x->word;
	uint32_t n = x->cap;

	x->cap *= 2;
	x->word = xcalloc(x->cap, sizeof *x->word);
	for (uint32_t k = 0; k < n; k++)
		if (old[k].key)
			*find(x, old[k].key) = old[k];
	free(old);
}

/* The word's row, a new one where there is none; NULL: there are too many. */
static struct told *word_at(struct em_links *x, uint64_t addr)
{
	const uint64_t key = addr / 4 + 1;
	struct told *t = find(x, key);

	if (t->key)
		return t;
	if (x->nwords == MOST_WORDS)
		return NULL;
	if (2 * ++x->nwords > x->cap) {
		grow(x);
		t = find(x, key);
	}
	t->key = key;
	return t;
}

/* NULL: it has not arrived there. */
static struct em_arrived *arrived_at(struct em_warp *w, uint64_t place)
{
	for (int k = 0; k < EM_ARRIVED; k++)
		if (w->arrived[k].times && w->arrived[k].place == place)
			return &w->arrived[k];
	return NULL;
}

/* A warp that has arrived and now looks meets others there. It may do so again when it has changed any number of other
 * words, so this one is kept: the first goes one back, as do those that were looked for later. */
static void keep(struct em_warp *w, uint64_t place)
{
	struct em_arrived *a = arrived_at(w, place), kept;
	int to;

	if (!a || a == &w->arrived[1])
		return;
	kept = *a;
	if (a == &w->arrived[0]) {
		to = EM_ARRIVED - 1;
		*a = (struct em_arrived){ 0 };
	} else
		to = (int)(a - w->arrived);
	memmove(&w->arrived[2], &w->arrived[1], (size_t)(to - 1) * sizeof kept);
	w->arrived[1] = kept;
}

static void arrive(struct em_warp *w, struct told *t, uint64_t place)
{
	struct em_arrived *a = arrived_at(w, place);
	uint64_t *last;

	if (!a) {
		a = &w->arrived[0];
		*a = (struct em_arrived){ .place = place };
	}
	a->times++;
	last = &t->arrived[a->times & 1];
	if (a->times > t->round) {
		t->looks = t->round ? 0 : t->looks;
		t->round = a->times;
		*last = w->chain;
	} else if (a->times + 1 >= t->round && w->chain > *last) {
		*last = w->chain;
	}
}

/* When was stored what this warp has found there? */
static uint64_t stored_at(struct em_warp *w, const struct told *t, uint64_t place)
{
	const struct em_arrived *a = arrived_at(w, place);

	return a && a->times <= t->round && a->times + 1 >= t->round ? t->arrived[a->times & 1] : t->at;
}

/* The place that lane l of an access has touched: `row` are 64 bits of each lane, or 32 where it is in shared memory,
 * of which each block has its own. */
static uint64_t place_of(const struct em_warp *w, const struct em_inst *i, const void *row, bool shared, int l)
{
	const uint64_t displacement = (uint64_t)(int64_t)(int32_t)i->displacement;

	return shared ? SHARED_WORDS | w->blk->linear << SHARED_SHIFT |
			((((const uint32_t *)row)[l] + displacement) & ((1u << SHARED_SHIFT) - 1)) :
			((const uint64_t *)row)[l] + displacement;
}

/* Lane l goes on from a word that counts as the last who has come, if it does: no earlier than the others. Here the
 * last one is who runs last; whoever it is on a device, the other lanes of this warp do not wait. Where nobody else has
 * come its way is a chain as well. */
static void comes_last(struct em_warp *w, const struct told *t, int l)
{
	w->t->run->links->waits++;
	if (t->at > w->chain + w->ahead[l])
		w->ahead[l] = t->at - w->chain;
}

void em_links_tell(struct em_warp *w, const struct em_inst *i, const void *row, uint32_t mask)
{
	struct em_links *x = w->t->run->links;
	const unsigned as = i->id & ~(unsigned)EM_TELL_SHARED;
	const bool atomic = as >= EM_TELL_ATOMIC;

	/* A flag is mostly volatile, or an atomic. If not, one lane stores it. */
	if (as == EM_TELL_PLAIN && mask & (mask - 1))
		return;
	for (uint32_t m = mask; m; m &= m - 1) {
		const int l = __builtin_ctz(m);
		const uint64_t at = place_of(w, i, row, i->id & EM_TELL_SHARED, l);

		for (uint32_t b = 0; b < i->d; b += 4) {
			struct told *t = word_at(x, at + b);

			if (t && as == EM_TELL_LAST)
				comes_last(w, t, l);
			if (t && (!atomic || w->chain + w->ahead[l] > t->at))
				t->at = w->chain + w->ahead[l];
			if (t && atomic && !b)
				arrive(w, t, at);
		}
	}
}

/* A warp that looks again, and has done nothing else since, has only waited. */
static bool looks_again(const struct em_warp *w, const struct em_inst *i, uint64_t place)
{
	return w->sought.at == i && w->sought.place == place &&
		w->chain - w->sought.after <= w->t->run->links->turn[i->id];
}

void em_links_look(struct em_warp *w, const struct em_inst *i, const void *row, uint32_t mask)
{
	struct em_links *x = w->t->run->links;
	const struct em_timing *t = w->t->run->l->timing;
	const int by = w->t->p->looks[i->id].by;
	uint64_t place, latest = 0;
	bool again;

	if (!mask)
		return;
	place = place_of(w, i, row, by == EM_BY_SHARED, __builtin_ctz(mask));
	again = looks_again(w, i, place);
	keep(w, place);
	if (again)
		w->chain = w->sought.after;
	for (uint32_t m = mask; m; m &= m - 1) {
		const uint64_t at = place_of(w, i, row, by == EM_BY_SHARED, __builtin_ctz(m));
		struct told *s = find(x, at / 4 + 1);
		uint64_t others;

		if (!s->key)
			continue;
		s->looks += !again && m == mask;
		/* In shared memory it is all warps of the block that look, wherever they do. */
		others = by == EM_BY_SHARED ? w->blk->nwarps : s->looks < x->warps ? s->looks : x->warps;
		others = stored_at(w, s, at) + t->hop_clk[by] + others * t->looker_clk[by] / EM_WAIT_UNIT;
		latest = others > latest ? others : latest;
	}
	if (latest > w->chain) {
		for (int l = 0; l < EM_WARP; l++)
			w->ahead[l] -= w->ahead[l] < latest - w->chain ? w->ahead[l] : latest - w->chain;
		w->chain = latest;
		x->waits++;
	}
	w->sought = (struct em_looked){ i, place, w->chain };
}

void em_links_end(struct em_run *r, struct em_work *out)
{
	struct em_links *x = r->links;

	if (!x)
		return;
	out->links = x->waits;
	out->links_clk = x->waits ? x->end : 0;
	free(x->clk);
	free(x->turn);
	free(x->word);
	free(x->idle);
	free(x);
	r->links = NULL;
}
