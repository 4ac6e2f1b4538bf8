/* polls: see polls.h. */
#include "emulator/lanes/polls.h"
#include "base/buf.h"
#include "emulator/cache/cache.h"

#define KEPT (EM_POLLS_MOST - EM_POLLS_FIRST)
#define STAY 2 /* looks that stay in the counts */

struct em_polls {
	const struct em_warp *warp;
	const struct em_inst *at;
	uint32_t mask, ngroups, streamed;
	int64_t left;
	uint64_t slept;
	uint8_t *rows;
	struct em_block_counts *block;
	struct em_guard_counts *guard;
	struct em_memory_counts *memory;
	uint64_t passes, answers, atomic_all, atomic_words, lanes[1024]; /* of atomics: em_cache_counts */
};

static struct em_polls *polls_of(struct em_worker *t)
{
	const struct em_program *p = t->p;

	if (t->looks)
		return t->looks;
	t->looks = xcalloc(1, sizeof *t->looks);
	t->looks->rows = xcalloc(1, p->warp_bytes);
	t->looks->block = xcalloc(p->nbasic_blocks + 1, sizeof *t->looks->block);
	t->looks->guard = xcalloc(p->nguards + 1, sizeof *t->looks->guard);
	t->looks->memory = xcalloc(p->naccesses + 1, sizeof *t->looks->memory);
	return t->looks;
}

void em_polls_free(struct em_polls *p)
{
	if (!p)
		return;
	free(p->rows);
	free(p->block);
	free(p->guard);
	free(p->memory);
	free(p);
}

static const void *rows_of(const struct em_warp *w)
{
	return (const char *)w + EM_ROWS_AT;
}

static void note_state(struct em_warp *w, const struct em_inst *i)
{
	const struct em_program *p = w->t->p;
	struct em_polls *k = polls_of(w->t);

	k->warp = w;
	k->at = i;
	k->mask = w->mask;
	k->ngroups = w->ngroups;
	k->left = w->left;
	k->slept = w->slept;
	k->streamed = w->stream ? w->stream->n : 0;
	memcpy(k->rows, rows_of(w), p->warp_bytes - EM_ROWS_AT);
	memcpy(k->block, w->block_counts, p->nbasic_blocks * sizeof *k->block);
	memcpy(k->guard, w->guard_counts, p->nguards * sizeof *k->guard);
	memcpy(k->memory, w->memory_counts, p->naccesses * sizeof *k->memory);
	if (w->blk->cache) {
		const struct em_cache_counts *n = w->blk->cache->counts;

		k->passes = n->passes;
		k->atomic_all = n->atomic_all;
		k->atomic_words = n->atomic_words;
		k->answers = n->answers;
		memcpy(k->lanes, n->lanes, sizeof k->lanes);
	}
}

/* Of what came in the KEPT looks, the part of all of them but STAY. */
static void drop(uint64_t *now, uint64_t before)
{
	uint64_t n = (*now - before) * (EM_POLLS_MOST - 1 - STAY) / KEPT;

	*now -= n < *now ? n : *now;
}

/* Of looks by atomics, what they came to at the L2. */
static void drop_passes(struct em_cache_counts *n, const struct em_polls *was)
{
	if (n->atomic_all == was->atomic_all)
		return;
	drop(&n->passes, was->passes);
	drop(&n->atomic_all, was->atomic_all);
	drop(&n->atomic_words, was->atomic_words);
	drop(&n->answers, was->answers);
	for (size_t h = 0; h < sizeof n->lanes / sizeof *n->lanes; h++)
		drop(&n->lanes[h], was->lanes[h]);
}

static void drop_looks(struct em_warp *w, const struct em_inst *i)
{
	const struct em_program *p = w->t->p;
	struct em_polls *k = w->t->looks;
	uint64_t looked;

	if (!k || k->warp != w || k->at != i || k->mask != w->mask || k->ngroups != w->ngroups || w->left > k->left ||
		memcmp(k->rows, rows_of(w), p->warp_bytes - EM_ROWS_AT) != 0)
		return;
	drop(&w->slept, k->slept < w->slept ? k->slept : w->slept);
	for (uint32_t n = 0; n < p->nbasic_blocks; n++) {
		drop(&w->block_counts[n].execs, k->block[n].execs);
		drop(&w->block_counts[n].off, k->block[n].off);
	}
	for (uint32_t n = 0; n < p->nguards; n++) {
		drop(&w->guard_counts[n].lanes, k->guard[n].lanes);
		drop(&w->guard_counts[n].divergent, k->guard[n].divergent);
	}
	for (uint32_t n = 0; n < p->naccesses; n++) {
		struct em_memory_counts *now = &w->memory_counts[n], *was = &k->memory[n];

#define EM_SUM(name) drop(&now->name, was->name);
		EM_MEMORY_SUMS(EM_SUM)
#undef EM_SUM
	}
	if (w->blk->cache)
		drop_passes(w->blk->cache->counts, k);
	looked = (uint64_t)(k->left - w->left);
	w->steps -= looked * (EM_POLLS_MOST - 1 - STAY) / KEPT; /* the turn's are added when it ends */
	if (w->stream && w->stream->n > k->streamed)
		w->stream->n = k->streamed;
	w->t->waited++;
}

bool em_polls_many(struct em_warp *w, const struct em_inst *i)
{
	if (w->spin == EM_POLLS_FIRST)
		note_state(w, i);
	else if (w->spin >= EM_POLLS_MOST)
		drop_looks(w, i);
	return w->spin >= EM_POLLS_MOST;
}
