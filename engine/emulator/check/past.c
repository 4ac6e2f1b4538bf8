/* past: what was written lately at the words where warps of a block wait for each other (order.c has a slot for each,
 * or for several), and what each of these writes handed on. Who polls goes on with the first value that does
 * (looked_for.c), whatever it finds there when it looks. Of writes that are too long ago to be remembered it is given
 * more than is so: nobody is accused for that. */
#include "base/buf.h"
#include "emulator/check/check.h"

#define PAST 32u /* writes that are remembered of a slot */

struct ck_past {
	uint32_t n;
	struct ck_written of[PAST];
};

void em_past_free(struct em_ckblock *k)
{
	for (uint32_t s = 0; k->past && s < CK_SLOTS; s++)
		free(k->past[s]);
	free(k->past);
	k->past = NULL;
}

static struct ck_written *past_at(struct ck_past *p, uint32_t n)
{
	return &p->of[n % PAST];
}

/* What the last write of the word left there. */
void em_past_left(struct em_ckblock *k, uint32_t slot, uint64_t addr, const struct ck_looker *by)
{
	struct ck_past *p = k->past ? k->past[slot] : NULL;

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

	if (!news && !(k->past && k->past[slot]))
		return;
	if (!k->past)
		k->past = xcalloc(CK_SLOTS, sizeof *k->past);
	if (!k->past[slot])
		k->past[slot] = xcalloc(1, sizeof *k->past[slot]);
	struct ck_written *e = past_at(k->past[slot], k->past[slot]->n++);
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
	struct ck_past *p = k->past ? k->past[slot] : NULL;
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
