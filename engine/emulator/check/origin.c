/* origin: where values that nobody wrote came from before they went through shared memory. A store of such a value
 * leaves its bytes unwritten (taint.c); here is kept, for each word of the block's shared memory, which read brought
 * the value, so that the finding names that read: something has to be written there, not in shared memory. Of several
 * lanes and turns of one instruction the first stands for all. */
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/check/taint.h"

enum { MOST = 255 };

struct ck_origins {
	size_t words, n;
	struct ck_source read[MOST];
	uint8_t of[]; /* of each word: index in `read` + 1; 0: nothing is known */
};

void em_origin_free(struct em_ckblock *k)
{
	free(k->origins);
	k->origins = NULL;
}

void em_origin_note(struct em_warp *w, uint64_t addr, unsigned bytes, const struct ck_source *s)
{
	struct em_ckblock *k = &w->blk->check;
	struct ck_origins *o = k->origins;
	size_t n = 0;

	if (!o) {
		size_t words = w->shared_bytes / 4 + 1;

		o = k->origins = xcalloc(1, sizeof *o + words);
		o->words = words;
	}
	while (n < o->n && (o->read[n].pin != s->pin || o->read[n].space != s->space))
		n++;
	if (n == MOST)
		return;
	if (n == o->n)
		o->read[o->n++] = *s;
	for (uint64_t a = addr / 4; a <= (addr + bytes - 1) / 4 && a < o->words; a++)
		o->of[a] = (uint8_t)(n + 1);
}

const struct ck_source *em_origin_of(const struct em_warp *w, uint64_t addr)
{
	const struct ck_origins *o = w->blk->check.origins;
	uint8_t n = o && addr / 4 < o->words ? o->of[addr / 4] : 0;

	return n ? &o->read[n - 1] : NULL;
}
