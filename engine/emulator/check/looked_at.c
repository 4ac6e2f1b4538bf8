/* looked_at: words that warps of a block have looked at by an atomic whose answer they ask for something, as
 * `while (atomicAdd(flag, 0) != turn);`. In the shadow such an atomic is a writer, or leaves no trace where another
 * one's store stands. The last few of each warp are kept, for who stores there next: he knows what he overwrites. */
#include "base/buf.h"
#include "emulator/check/check.h"

enum { KEPT = 4 };

struct ck_looked {
	uint64_t addr[KEPT], code[KEPT];
	unsigned next;
};

void em_looked_at(struct em_warp *w, uint64_t addr)
{
	struct em_ckblock *k = &w->blk->check;

	if (!k->looked_at)
		k->looked_at = xcalloc(EM_WARP, sizeof *k->looked_at);
	struct ck_looked *x = &k->looked_at[w->index];
	unsigned n = 0;

	while (n < KEPT && x->addr[n] != addr)
		n++;
	if (n == KEPT)
		n = x->next++ % KEPT;
	x->addr[n] = addr;
	x->code[n] = w->code;
}

bool em_has_looked_at(const struct em_warp *w, uint64_t addr, uint64_t floor, bool block)
{
	const struct em_block *b = w->blk;

	for (uint32_t v = 0; b->check.looked_at && v < b->nwarps; v++)
		for (unsigned n = 0; n < KEPT && (block || v == w->index); n++) {
			const struct ck_looked *x = &b->check.looked_at[v];

			if (x->addr[n] == addr && x->code[n] >= floor && ck_own(b, x->code[n]))
				return true;
		}
	return false;
}
