/* parts: see parts.h. */
#include "emulator/run/parts.h"

#include "base/buf.h"
#include "emulator/cache/cache.h"
#include "emulator/check/check.h"
#include "emulator/core/device.h"
#include "emulator/lanes/warp.h"

#define MOST_BLOCKS 16 /* for each worker: with more of them the last one is a small part of all */
#define WHOLE_ROUNDS 2 /* blocks for each worker that have to be left where one is dealt out whole */

/* What the parts of a block have left so far. */
struct join {
	uint32_t ended; /* warps */
	uint64_t weight, asked, rounds, *steps, *slow;
	struct em_stream *stream;
};
struct em_parts {
	uint32_t nwarps;
	uint64_t nblocks;
	pthread_mutex_t lock;
	struct join *of; /* by position */
};

/* Does the code read constant memory, or parameters at an index? What a block's warps find in the nearest cache there
 * hangs on their order. */
static bool reads_constants(const struct em_program *p)
{
	for (size_t k = 0; k < p->npinst; k++) {
		const struct ptx_inst *in = &p->m->ptx->funcs[p->pinst[k].func].insts[p->pinst[k].inst];

		if (in->space == PTX_CONST || (in->space == PTX_PARAM && p->pinst[k].access >= 0))
			return true;
	}
	return false;
}

static bool wanted(const struct em_run *r)
{
	const struct em_program *p = r->p;

	return r->attempt && r->nwarps > 1 && r->nblocks <= MOST_BLOCKS * (uint64_t)r->nworkers && !r->shared_bytes &&
		!p->orders && !p->fences && !p->publishes && !p->polls && !p->narrow && !p->clocked && !p->linked &&
		!p->copies_at && !p->whole_blocks && !r->l->record &&
		!(r->l->timing && r->l->timing->sample_instructions) && !reads_constants(p);
}

struct em_parts *em_parts_new(const struct em_run *r)
{
	struct em_parts *p;

	if (!wanted(r))
		return NULL;
	p = xcalloc(1, sizeof *p);
	p->nwarps = r->nwarps;
	p->nblocks = r->nblocks;
	p->of = xcalloc(p->nblocks, sizeof *p->of);
	pthread_mutex_init(&p->lock, NULL);
	return p;
}

static void join_free(struct join *j, uint32_t nwarps)
{
	for (uint32_t k = 0; j->stream && k < nwarps; k++) {
		free(j->stream[k].at);
		free(j->stream[k].turn);
	}
	free(j->stream);
	free(j->steps);
	free(j->slow);
	*j = (struct join){ 0 };
}

void em_parts_free(struct em_parts *p)
{
	if (!p)
		return;
	for (uint64_t k = 0; k < p->nblocks; k++)
		join_free(&p->of[k], p->nwarps);
	pthread_mutex_destroy(&p->lock);
	free(p->of);
	free(p);
}

/* Most warps are to end in their first turn, since what they touch is kept: those of an earlier launch did, or of the
 * blocks that this worker has run. */
static bool short_warps(const struct em_worker *t)
{
	const struct em_run *r = t->run;
	uint64_t steps = r->p->block_steps / r->nwarps;

	if (!steps)
		steps = t->ran ? t->steps / t->ran : UINT64_MAX;
	return steps < EM_SLICE / 2;
}

uint64_t em_parts_deal(const struct em_worker *t, uint64_t left)
{
	const struct em_run *r = t->run;

	return left >= WHOLE_ROUNDS * (uint64_t)r->nworkers * r->nwarps || !short_warps(t) ? r->nwarps : 1;
}

static void swap(struct em_stream *x, struct em_stream *y)
{
	struct em_stream was = *x;

	*x = *y;
	*y = was;
}

static void add(struct join *j, const struct em_block *b)
{
	if (!j->steps) {
		j->steps = xcalloc(b->nwarps, sizeof *j->steps);
		j->slow = xcalloc(b->nwarps, sizeof *j->slow);
		j->stream = xcalloc(b->nwarps, sizeof *j->stream);
	}
	for (uint32_t k = b->from; k < b->to; k++) {
		j->steps[k] = b->warp[k]->steps;
		j->slow[k] = b->warp[k]->slow;
		if (!b->cache)
			continue;
		/* The block's next ones begin with room, as they did before. */
		j->stream[k].cap = 16;
		j->stream[k].at = xrealloc(NULL, j->stream[k].cap * sizeof *j->stream[k].at);
		swap(&j->stream[k], &b->cache->stream[k]);
	}
	j->weight += b->weight;
	j->asked += b->asked;
	j->rounds += b->rounds;
	j->ended += b->to - b->from;
}

/* All that the others left becomes this block's. */
static void take(struct join *j, struct em_block *b)
{
	for (uint32_t k = 0; k < b->nwarps; k++) {
		b->warp[k]->steps = j->steps[k];
		b->warp[k]->slow = j->slow[k];
		if (b->cache)
			swap(&j->stream[k], &b->cache->stream[k]);
	}
	b->weight = j->weight;
	b->asked = j->asked;
	b->rounds = j->rounds;
	em_cache_part_turns(b);
	join_free(j, b->nwarps);
}

bool em_parts_join(struct em_block *b)
{
	struct em_parts *p = b->t->run->parts;
	struct join *j;
	bool last;

	if (b->to - b->from == b->nwarps)
		return true;
	j = &p->of[b->position];
	pthread_mutex_lock(&p->lock);
	add(j, b);
	last = j->ended == b->nwarps;
	pthread_mutex_unlock(&p->lock);
	if (last)
		take(j, b);
	return last;
}

void em_parts_turn(struct em_block *b)
{
	struct em_program *p = (struct em_program *)b->t->run->p;

	if (em_cache_part_turn(b))
		return;
	__atomic_store_n(&p->whole_blocks, true, __ATOMIC_RELAXED);
	em_attempt_fails(b->t->run);
}
