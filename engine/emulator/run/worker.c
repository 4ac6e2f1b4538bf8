/* worker: what one of a launch's threads does. It runs one block at a time; one that yields (it polls memory) is set
 * aside and the next one starts, so that blocks which wait for other blocks get what they wait for. */
#include "emulator/run/worker.h"

#include "base/buf.h"
#include "emulator/cache/cache.h"
#include "emulator/check/check.h"
#include "emulator/core/fault.h"
#include "emulator/cost/clock.h"
#include "emulator/cost/cost.h"
#include "emulator/cost/links.h"
#include "emulator/lanes/drawn.h"
#include "emulator/lanes/polls.h"
#include "emulator/lanes/warp.h"
#include "emulator/core/place.h"
#include "emulator/run/block.h"
#include "emulator/run/count.h"
#include "emulator/run/parts.h"
#include "emulator/run/schedule.h"
#include "emulator/run/shares.h"
#include "emulator/run/stuck.h"

#define MAX_ASIDE_BYTES (160ull << 20) /* memory for blocks that wait */
#define LONG_ASIDE 8                   /* times this where they wait long */
#define TELL 8                         /* blocks, after which whoever watches the launch hears of them */

void em_worker_tell(struct em_worker *t)
{
	struct em_run *r = t->run;
	const struct em_launch *l = r->l;
	const uint64_t fresh = t->steps - t->steps_told, sum = atomic_fetch_add(&r->steps, fresh) + fresh;
	t->steps_told = t->steps;
	if (l->step_budget && sum > l->step_budget)
		atomic_store(&r->stop, EM_FAULT_TIMEOUT);
	if (l->cancel && *l->cancel)
		atomic_store(&r->stop, EM_FAULT_CANCELLED);
}

struct queue {
	struct em_block *head, *tail;
	size_t n;
};
static void push(struct queue *q, struct em_block *b)
{
	b->next = NULL;
	if (q->tail)
		q->tail->next = b;
	else
		q->head = b;
	q->tail = b;
	q->n++;
}
static struct em_block *pop(struct queue *q)
{
	struct em_block *b = q->head;
	if (b) {
		q->head = b->next;
		if (!q->head)
			q->tail = NULL;
		q->n--;
	}
	return b;
}

static void note_fault(struct em_worker *t, struct em_fault *kept, uint64_t position)
{
	struct em_run *r = t->run;
	if (position < t->fault_block) {
		t->fault_block = position;
		*kept = t->fault;
	}
	uint64_t seen = atomic_load(&r->first_fault);
	while (position < seen && !atomic_compare_exchange_weak(&r->first_fault, &seen, position))
		;
	if (r->attempt) /* which of the blocks after it ran before is chance */
		em_attempt_fails(r);
}

/* So many positions to take together: blocks, which mostly work on places that lie together; fewer towards the end. */
static uint64_t together(const struct em_worker *t, uint64_t left)
{
	const struct em_run *r = t->run;
	uint64_t n = left / (4 * (uint64_t)r->nworkers), row = r->l->grid.x;

	if (r->parts)
		return em_parts_deal(t, left);
	n = n < 1 ? 1 : n > 64 ? 64 : n;
	/* Whole rows of the grid, which often read the same. Not when half of them would be the last one of their
	 * worker: so long a piece ends when the others have nothing to do. */
	if (row <= 64 && left >= 2 * row * (uint64_t)r->nworkers)
		n = n > row ? n - n % row : row;
	return r->nworkers == 1 ? 1 : n;
}

/* The position of the next block for this worker, and which of its warps. */
static uint64_t next_position(struct em_worker *t, uint32_t *from, uint32_t *to)
{
	struct em_run *r = t->run;
	const uint64_t each = r->parts ? r->nwarps : 1, all = r->nrun * each;
	uint64_t at, n;

	if (t->at >= t->end) {
		uint64_t next = atomic_load(&r->next);

		n = together(t, next < all ? all - next : 0);
		t->at = atomic_fetch_add(&r->next, n);
		t->end = t->at + n;
	}
	at = t->at;
	*from = 0;
	*to = r->nwarps;
	if (r->parts) {
		n = each - at % each < t->end - at ? each - at % each : t->end - at;
		*from = (uint32_t)(at % each);
		*to = *from + (uint32_t)n;
		t->at += n;
		return at / each;
	}
	t->at++;
	return at;
}

/* The first block is done, before this worker has run another one. */
static void note_opening(struct em_worker *t, const struct em_block *b)
{
	const struct em_device *d = t->d;
	const uint64_t from = d->param_addr >> EM_NEAR_SHIFT, to = (d->param_addr + EM_PARAM_BYTES) >> EM_NEAR_SHIFT;

	if (b->position || b->from)
		return;
	for (uint32_t k = 0; k < EM_NEAR_LINES; k++)
		t->run->near += b->near[k] && !(b->near[k] - 1 >= (uint32_t)from && b->near[k] - 1 < (uint32_t)to);
	for (uint32_t k = 0; t->run->opening && k < t->p->nbasic_blocks; k++)
		t->run->opening[k] = t->block_counts_first[k];
}

/* The word of shared memory at which most lanes got through, in atomics that are loops. */
static void note_sums(struct em_worker *t, const struct em_block *b)
{
	uint32_t most = 0;

	for (uint32_t k = 0; b->sums && k < EM_SUM_WORDS; k++)
		most = b->sums->word[k] > most ? b->sums->word[k] : most;
	t->sums += most;
	if (b->sums && b->sums->compared)
		t->sums_in_step += b->sums->all * b->sums->in_step / b->sums->compared;
}

/* Warps that touched nothing (where races are not looked for, an access may go by unseen), and what those that drew
 * tickets did after the last one. */
static void note_warps(struct em_worker *t, const struct em_block *b)
{
	for (uint32_t k = b->from; k < b->to; k++) {
		t->idle += !b->warp[k]->worked && (b->warp[k]->watch & EM_WATCH_RACES);
		if (b->warp[k]->drew)
			em_drawn_last(b->warp[k]);
	}
}

static void tell_ended(struct em_worker *t)
{
	if (t->run->l->blocks_done)
		atomic_fetch_add_explicit(t->run->l->blocks_done, t->ended, memory_order_relaxed);
	t->ended = 0;
}

/* All the room that the device has is taken by blocks that wait. In other orders of threads blocks begin in other
 * orders, too, and there what waits may wait for one that hardware would have begun first. */
static bool is_full(const struct em_worker *t, size_t waiting)
{
	const struct em_run *r = t->run;

	return r->l->room && waiting >= r->l->room && r->nworkers == 1 && !r->schedule && !r->l->cooperative;
}

void em_worker_work(void *arg, int k)
{
	struct em_run *r = arg;
	struct em_worker *t = &r->workers[k];
	struct queue aside = { 0 }, spares = { 0 }; /* spares: blocks that are done; the next ones take their memory */
	struct em_fault first = t->fault_block != UINT64_MAX ? t->fault : (struct em_fault){ 0 };
	size_t block_bytes =
		(size_t)r->nwarps * r->p->warp_bytes + r->shared_bytes + (size_t)r->local_bytes * r->nwarps * EM_WARP;
	t->at = t->end = 0;
	size_t most_aside = MAX_ASIDE_BYTES / (block_bytes + 1) / (size_t)r->nworkers + 1;
	for (;;) {
		struct em_block *b = NULL;
		uint64_t position = UINT64_MAX;
		uint32_t from = 0, to = 0;
		enum em_block_end ended;
		bool faulted;
		if (em_worker_poll(t))
			break;
		/* New blocks first: somebody may be waiting for them. */
		if (t->schedule && !t->natural && aside.n && !em_schedule_new_block(t->schedule, aside.n)) {
			for (size_t n = em_schedule_which(t->schedule, aside.n); n; n--)
				push(&aside, pop(&aside));
		} else if (!is_full(t, aside.n) &&
			(aside.n < most_aside || r->l->cooperative ||
				(aside.n < LONG_ASIDE * most_aside && em_stuck_long(t, aside.n)))) {
			position = next_position(t, &from, &to);
			if (position >= r->nrun || position > atomic_load(&r->first_fault))
				position = UINT64_MAX;
		}
		if (position != UINT64_MAX) {
			b = pop(&spares);
			if (!b)
				b = em_block_new(t);
			if (!b) {
				atomic_store(&r->stop, EM_FAULT_COUNT); /* out of host memory */
				break;
			}
			b->position = position;
			b->from = from;
			b->to = to;
			em_block_start(b, em_block_at(r, position));
		} else {
			b = pop(&aside);
			if (!b)
				break;
		}
		if (b->position > atomic_load(&r->first_fault)) {
			em_block_free(b);
			continue;
		}
		ended = em_block_run(b);
		em_shares_turn(t, b);
		switch (ended) {
		case EM_BLOCK_FAULT:
			note_fault(t, &first, b->position);
			em_block_free(b);
			break;
		case EM_BLOCK_YIELD:
			push(&aside, b);
			b = em_stuck_turn(t, aside.head, b, aside.n);
			/* None of them ever ends; when a block has faulted, because what they wait for was to come from
			 * it: the fault is what there is to say. */
			faulted = atomic_load(&r->first_fault) != UINT64_MAX;
			if (b && !faulted)
				note_fault(t, &first, b->position);
			if (b || (faulted && em_stuck_long(t, aside.n)))
				while ((b = pop(&aside)))
					em_block_free(b);
			break;
		case EM_BLOCK_DONE:
			note_opening(t, b);
			note_warps(t, b);
			t->ran += b->to - b->from;
			if (r->parts && !em_parts_join(b)) {
				push(&spares, b);
				break;
			}
			em_cache_block_end(b);
			em_shares_note(t, b);
			note_sums(t, b);
			if (++t->ended >= TELL || t->at >= t->end)
				tell_ended(t);
			if (r->cycles)
				em_clock_block_end(b);
			if (r->links)
				em_links_block_end(b);
			push(&spares, b);
			break;
		}
	}
	for (struct em_block *b; (b = pop(&aside));) {
		/* Stopped in the middle: say where the lowest one was. */
		if (atomic_load(&r->stop) && b->position < t->stopped_at) {
			const struct em_warp *w = b->warp[0];
			for (uint32_t n = 0; n < b->nwarps && !b->warp[n]->ngroups; n++)
				w = b->warp[n + 1 < b->nwarps ? n + 1 : n];
			t->stopped_at = b->position;
			if (w->ngroups)
				em_fault_set((struct em_warp *)w, w->g[w->cur].pc, __builtin_ctz(w->g[w->cur].mask),
					EM_FAULT_TIMEOUT, "%s", "");
			t->stopped = t->fault;
		}
		em_block_free(b);
	}
	tell_ended(t);
	for (struct em_block *b; (b = pop(&spares));)
		em_block_free(b);
	atomic_fetch_sub(&r->active, 1);
	t->fault = first;
	atomic_fetch_add(&r->steps, t->steps - t->steps_told);
	t->steps_told = t->steps;
}

/* So many bytes from `at` on, which moves on. */
static void *part(char **at, size_t n, size_t each)
{
	void *p = *at;

	*at += (n * each + 15) & ~(size_t)15;
	return p;
}

/* All counts of a worker in one piece, apart from those of the others: they are written at each basic block. */
static void counts_new(struct em_worker *t)
{
	const struct em_program *p = t->p;
	const size_t blocks = p->nbasic_blocks + 1, guards = p->nguards + 1, accesses = p->naccesses + 1;
	const size_t all = blocks * (2 * sizeof *t->block_counts + sizeof *t->seen) + guards * sizeof *t->guard_counts +
		accesses * sizeof *t->memory_counts + 5 * 16;
	char *at = t->counts = xaligned(EM_APART, all);

	memset(at, 0, all);
	t->block_counts = part(&at, blocks, sizeof *t->block_counts);
	t->block_counts_first = part(&at, blocks, sizeof *t->block_counts_first);
	t->seen = part(&at, blocks, sizeof *t->seen);
	t->guard_counts = part(&at, guards, sizeof *t->guard_counts);
	t->memory_counts = part(&at, accesses, sizeof *t->memory_counts);
}

void em_worker_init(struct em_worker *t, struct em_run *r)
{
	*t = (struct em_worker){ .d = r->d,
		.p = r->p,
		.run = r,
		.schedule = r->schedule,
		.slice = EM_SLICE,
		.shadow = r->attempt ? &r->d->check->own[t - r->workers] : &r->d->check->main,
		.fault_block = UINT64_MAX,
		.stopped_at = UINT64_MAX };
	counts_new(t);
	for (size_t k = 0; k < r->p->npinst; k++) {
		const struct em_pinst *pi = &r->p->pinst[k];
		unsigned wide = r->p->costs->cost[k].wide;

		if (pi->access >= 0 && pi->kind & EM_K_STORE) {
			const unsigned words = em_code_words(&r->p->m->ptx->funcs[pi->func].insts[pi->inst]);

			t->memory_counts[pi->access].stores = true;
			t->memory_counts[pi->access].least = words > 1 ? words : 0;
		}
		if (r->pairs && r->pairs[k] && r->pairs[k] != EM_PAIR_FOLLOWS)
			wide = r->pairs[k];
		if (!wide || pi->access < 0)
			continue;
		t->memory_counts[pi->access].wide = wide;
		t->memory_counts[pi->access].least = pi->kind & EM_K_STORE ? wide / 4 : wide == 16 ? 2 : 0;
	}
}

void em_worker_release(struct em_worker *t)
{
	for (uint32_t k = 0; k < t->p->naccesses; k++)
		free(t->memory_counts[k].memo);
	em_finding_set_free(t->found);
	em_stuck_free(t);
	em_polls_free(t->looks);
	free(t->bounds);
	free(t->counts);
}
