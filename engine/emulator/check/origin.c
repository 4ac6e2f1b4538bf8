/* origin: where values that nobody wrote came from before they went through shared memory, or through a lane's own
 * local memory. A store of such a value leaves its bytes unwritten (taint.c); here is kept, for each word, which read
 * brought the value, so that the finding names that read: something has to be written there, not here. Of several lanes
 * and turns of one instruction the first stands for all. */
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/check/taint.h"

enum { MOST = 255 };

struct ck_origins {
	size_t words, n; /* of shared memory; of `read` */
	struct ck_source read[MOST];
	size_t own;   /* words of a lane's local memory; they follow those of shared memory, lane after lane */
	uint8_t of[]; /* of each word: index in `read` + 1; 0: nothing is known */
};

void em_origin_free(struct em_ckblock *k)
{
	free(k->origins);
	k->origins = NULL;
}

/* The place of a word in `of`; SIZE_MAX: it is not followed. */
static size_t place(const struct em_warp *w, const struct ck_origins *o, enum ptx_space space, int lane, uint64_t word)
{
	if (space == PTX_SHARED)
		return word < o->words ? (size_t)word : SIZE_MAX;
	if (space != PTX_LOCAL || word >= o->own)
		return SIZE_MAX;
	return o->words + ((size_t)w->index * EM_WARP + (size_t)lane) * o->own + (size_t)word;
}

void em_origin_note(
	struct em_warp *w, enum ptx_space space, int lane, uint64_t addr, unsigned bytes, const struct ck_source *s)
{
	struct em_ckblock *k = &w->blk->check;
	struct ck_origins *o = k->origins;
	size_t n = 0;

	if (!o) {
		const size_t words = w->shared_bytes / 4 + 1, own = (w->t->p->local_bytes + 3) / 4;

		o = k->origins = xcalloc(1, sizeof *o + words + own * EM_WARP * w->blk->nwarps);
		o->words = words;
		o->own = own;
	}
	while (n < o->n &&
		(o->read[n].pin != s->pin || o->read[n].space != s->space || o->read[n].member != s->member ||
			o->read[n].padding != s->padding))
		n++;
	if (n == MOST)
		return;
	if (n == o->n)
		o->read[o->n++] = *s;
	for (uint64_t a = addr / 4; a <= (addr + bytes - 1) / 4; a++) {
		const size_t at = place(w, o, space, lane, a);

		if (at != SIZE_MAX)
			o->of[at] = (uint8_t)(n + 1);
	}
}

const struct ck_source *em_origin_of(const struct em_warp *w, enum ptx_space space, int lane, uint64_t addr)
{
	const struct ck_origins *o = w->blk->check.origins;
	const size_t at = o ? place(w, o, space, lane, addr / 4) : SIZE_MAX;
	const uint8_t n = at != SIZE_MAX ? o->of[at] : 0;

	return n ? &o->read[n - 1] : NULL;
}
