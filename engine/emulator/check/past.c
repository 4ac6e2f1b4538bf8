/* past: what was written lately at the words where warps of a block wait for each other (slots.c has a slot for each),
 * and what each of these writes handed on. Who polls goes on with the first value that does (looked_for.c), whatever it
 * finds there when it looks. Of writes that are too long ago to be remembered it is given more than is so: nobody is
 * accused for that. */
#include "base/buf.h"
#include "emulator/check/check.h"

#define PAST 128u      /* writes that are remembered of a slot: two rounds of a ring with 64 places */
#define FIRST 8u       /* ... that there is room for at first */
#define MOST_PASTS 64u /* slots of a block whose writes are remembered */

struct ck_past {
	uint32_t n, cap;
	struct ck_written *of;
};

void em_past_free(struct em_ckblock *k)
{
	for (uint32_t s = 0; k->past && s < CK_SLOTS; s++) {
		if (k->past[s])
			free(k->past[s]->of);
		free(k->past[s]);
	}
	free(k->past);
	k->past = NULL;
	k->npasts = 0;
}

static struct ck_past *past_of(const struct em_ckblock *k, uint32_t slot)
{
	return k->past && slot < CK_SLOTS ? k->past[slot] : NULL;
}

/* Where the next write is to stand. */
static struct ck_written *next(struct ck_past *p)
{
	if (p->n == p->cap && p->cap < PAST) {
		p->cap = p->cap ? 2 * p->cap : FIRST;
		p->of = xrealloc(p->of, p->cap * sizeof *p->of);
	}
	return &p->of[p->n++ % PAST];
}

static struct ck_written *past_at(struct ck_past *p, uint32_t n)
{
	return &p->of[n % PAST];
}

/* What the last write of the word left there. */
void em_past_left(struct em_ckblock *k, uint32_t slot, uint64_t addr, const struct ck_looker *by)
{
	struct ck_past *p = past_of(k, slot);

	for (uint32_t n = p ? p->n : 0; n-- > 0 && p->n - n <= PAST;)
		if (past_at(p, n)->addr == addr) {
			if (!past_at(p, n)->bytes) {
				past_at(p, n)->value = by->value;
				past_at(p, n)->bytes = by->bytes;
			}
			return;
		}
}

void em_past_note(struct em_warp *w, uint32_t slot, uint64_t addr, bool news, const uint64_t *clocks, uint32_t known)
{
	struct em_ckblock *k = &w->blk->check;

	if (!past_of(k, slot)) {
		if (!news || slot >= CK_SLOTS || k->npasts == MOST_PASTS)
			return;
		if (!k->past)
			k->past = xcalloc(CK_SLOTS, sizeof *k->past);
		k->past[slot] = xcalloc(1, sizeof *k->past[slot]);
		k->npasts++;
	}
	struct ck_written *e = next(k->past[slot]);
	*e = (struct ck_written){ .known = known, .addr = addr, .at = ck_point(w->code), .warp = w->index };
	if (clocks)
		memcpy(e->clocks, clocks, sizeof e->clocks);
}

void em_past_forget(struct em_ckblock *k)
{
	for (uint32_t s = 0; k->past && s < CK_SLOTS; s++)
		if (k->past[s])
			k->past[s]->n = 0;
}

const struct ck_written *em_past_first(
	const struct em_warp *w, uint32_t slot, uint64_t addr, const struct ck_looker *by)
{
	const struct em_ckblock *k = &w->blk->check;
	struct ck_past *p = past_of(k, slot);
	const struct ck_written *first = NULL;

	if (!p || by->look < 0 || !by->bytes || !em_looks_go_on(w, by->look, by->lanes, by->value, by->bytes))
		return NULL;
	for (uint32_t n = p->n; n-- > 0 && p->n - n <= PAST;) {
		const struct ck_written *e = past_at(p, n);

		if (e->addr != addr)
			continue;
		if (!e->bytes || !em_looks_go_on(w, by->look, by->lanes, e->value, e->bytes))
			break;
		first = e;
		if (e->warp == w->index || (k->clocks && e->at < k->clocks[w->index][e->warp]))
			break;
	}
	return first;
}
