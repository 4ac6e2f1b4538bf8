/* looked_at: words that warps of a block have looked at by an atomic whose answer they ask for something, as
 * `while (atomicAdd(flag, 0) != turn);`. In the shadow such an atomic is a writer, or leaves no trace where another
 * one's store stands. The last few of each warp are kept, for who stores there next: he knows what he overwrites.
 *
 * And which warps have stored to a word by one instruction, after a wait for that word: where two did, each may have
 * found it free. */
#include "base/buf.h"
#include "emulator/check/check.h"

enum { KEPT = 4, SETS = 8 };

struct ck_looks {
	uint64_t addr[KEPT], code[KEPT];
	unsigned next;
};

struct ck_set {
	uint64_t addr, interval, inst;
	uint32_t warps;
};

struct ck_looked {
	struct ck_looks by[EM_WARP];
	struct ck_set set[SETS];
	unsigned next;
};

static struct ck_looked *looked(struct em_ckblock *k)
{
	if (!k->looked_at)
		k->looked_at = xcalloc(1, sizeof *k->looked_at);
	return k->looked_at;
}

void em_looked_at(struct em_warp *w, uint64_t addr)
{
	struct ck_looks *x = &looked(&w->blk->check)->by[w->index];
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
			const struct ck_looks *x = &b->check.looked_at->by[v];

			if (x->addr[n] == addr && x->code[n] >= floor && ck_own(b, x->code[n]))
				return true;
		}
	return false;
}

bool em_others_set(struct em_warp *w, uint64_t addr, uint64_t inst)
{
	struct ck_looked *x = looked(&w->blk->check);
	const struct ck_set mine = { addr, w->blk->check.interval, inst, 1u << w->index };
	unsigned n = 0;

	while (n < SETS && (x->set[n].addr != addr || x->set[n].inst != inst || x->set[n].interval != mine.interval))
		n++;
	if (n == SETS) {
		x->set[x->next++ % SETS] = mine;
		return false;
	}
	x->set[n].warps |= mine.warps;
	return x->set[n].warps != mine.warps;
}
