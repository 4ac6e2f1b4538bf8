/* launch: a grid from its check to its result. Blocks go to worker threads by a shared counter; each worker keeps
 * counts of its own, which count.c adds up, so the sums do not depend on who ran what. Where the order of blocks is
 * bound to show in the result (atomics that return what they found, floating sums, flags between blocks), one worker
 * runs them all in order. Else, with the race check on, several workers make an attempt (check/attempt.c); it is taken
 * back where the order of blocks shows after all.
 *
 * A worker runs one block at a time; one that yields (it polls memory) is set aside and the next one starts, so that
 * blocks which wait for other blocks get what they wait for. */
#include <stdio.h>

#include "base/buf.h"
#include "emulator/cache/cache.h"
#include "emulator/check/check.h"
#include "emulator/code/kernel.h"
#include "emulator/core/fault.h"
#include "emulator/core/place.h"
#include "emulator/cost/clock.h"
#include "emulator/cost/cost.h"
#include "emulator/lanes/polls.h"
#include "emulator/run/block.h"
#include "emulator/run/count.h"
#include "emulator/run/pool.h"
#include "emulator/run/record.h"
#include "emulator/run/repeat.h"
#include "emulator/run/schedule.h"
#include "emulator/run/stuck.h"

#define SMALL 50000 /* warp instructions: a launch of no more is not worth waking threads for an attempt */
#define MAX_ASIDE_BYTES (160ull << 20) /* memory for blocks that wait */
#define LONG_ASIDE 8                   /* times this where they wait long */

static int check(const struct em_launch *l, const struct em_program *p, struct err *e)
{
	const struct ptx_func *f = p->kernel;
	uint64_t threads = (uint64_t)l->block.x * l->block.y * l->block.z;
	struct em_kernel k = { p->m, f, (struct em_program *)p };
	struct em_kernel_info info;
	if (!l->grid.x || !l->grid.y || !l->grid.z || !threads)
		return err_set(e, ERR_INPUT, "Invalid launch of %s: a grid or block dimension is 0", f->name);
	if (l->block.x > 1024 || l->block.y > 1024 || l->block.z > 64 || threads > 1024)
		return err_set(e, ERR_INPUT,
			"Invalid launch of %s: a block of %u x %u x %u threads is larger than the device allows (1024 "
			"threads; 1024 x 1024 x 64)",
			f->name, l->block.x, l->block.y, l->block.z);
	if (l->grid.x > 2147483647u || l->grid.y > 65535 || l->grid.z > 65535)
		return err_set(e, ERR_INPUT,
			"Invalid launch of %s: a grid of %u x %u x %u blocks is larger than the device allows "
			"(2147483647 x 65535 x 65535)",
			f->name, l->grid.x, l->grid.y, l->grid.z);
	em_kernel_info(&k, &info);
	if (threads > info.max_threads)
		return err_set(e, ERR_INPUT,
			"Invalid launch of %s: %llu threads a block, but the kernel is compiled for at most %u",
			f->name, (unsigned long long)threads, info.max_threads);
	if ((uint64_t)p->dynamic_at + l->dynamic_shared > EM_MAX_SHARED)
		return err_set(e, ERR_INPUT,
			"Invalid launch of %s: %llu bytes of shared memory a block, more than the device's %u", f->name,
			(unsigned long long)p->dynamic_at + l->dynamic_shared, EM_MAX_SHARED);
	if (p->param_bytes && !l->params)
		return err_set(e, ERR_BUG, "Launch of %s without its parameters", f->name);
	return 0;
}

bool em_worker_poll(struct em_worker *t)
{
	struct em_run *r = t->run;
	const struct em_launch *l = r->l;
	uint64_t fresh = t->steps - t->steps_told;
	if (fresh >= 1 << 18) {
		uint64_t sum = atomic_fetch_add(&r->steps, fresh) + fresh;
		t->steps_told = t->steps;
		if (l->step_budget && sum > l->step_budget)
			atomic_store(&r->stop, EM_FAULT_TIMEOUT);
		if (l->cancel && *l->cancel)
			atomic_store(&r->stop, EM_FAULT_CANCELLED);
	}
	return atomic_load_explicit(&r->stop, memory_order_relaxed) != 0 ||
		atomic_load_explicit(&r->again, memory_order_relaxed);
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

/* The position of the next block for this worker. It takes several at a time, which mostly work on places that lie
 * together; fewer towards the end. */
static uint64_t next_position(struct em_worker *t)
{
	struct em_run *r = t->run;
	if (t->at >= t->end) {
		uint64_t next = atomic_load(&r->next), left = next < r->nrun ? r->nrun - next : 0,
			 n = left / (4 * (uint64_t)r->nworkers), row = r->l->grid.x;
		n = n < 1 ? 1 : n > 64 ? 64 : n;
		if (row <= 64 &&
			left >= row * (uint64_t)r->nworkers) /* whole rows of the grid, which often read the same */
			n = n > row ? n - n % row : row;
		n = r->nworkers == 1 ? 1 : n;
		t->at = atomic_fetch_add(&r->next, n);
		t->end = t->at + n;
	}
	return t->at++;
}

#define MOST_SHARES (1u << 20)    /* blocks: of larger grids the last ones make no difference */
#define MOST_WEIGHED (1ull << 28) /* ... times basic blocks: a fraction of a second */

/* The block has had a turn: what came to the counts is its. */
static void weigh_turn(struct em_worker *t, struct em_block *b)
{
	const struct em_program *p = t->p;

	for (uint32_t k = 0; t->run->share && k < p->nbasic_blocks; k++) {
		uint64_t execs = t->block_counts[k].execs + t->block_counts_first[k].execs;

		b->weight += (execs - t->seen[k]) * p->costs->weight[k];
		t->seen[k] = execs;
	}
}

static uint32_t part_of(uint64_t weight, uint64_t part, uint64_t all)
{
	double v = all ? (double)weight * (double)part / (double)all : 0;

	return v < UINT32_MAX ? (uint32_t)v : UINT32_MAX;
}

/* What the block had to do (work.h). Of its warps only their instructions were counted. */
static void note_share(const struct em_run *r, const struct em_block *b)
{
	uint64_t all = 0, longest = 0;

	if (!r->share)
		return;
	for (uint32_t k = 0; k < b->nwarps; k++) {
		all += b->warp[k]->steps;
		longest = b->warp[k]->steps > longest ? b->warp[k]->steps : longest;
	}
	r->share[b->linear] = (struct em_share){ .all = part_of(b->weight, all, all),
		.longest = part_of(b->weight, longest, all),
		.first = part_of(b->weight, b->warp[0]->steps, all) };
}

/* Warps that touched nothing. Where races are not looked for, an access may go by unseen. */
static void note_idle(struct em_worker *t, const struct em_block *b)
{
	for (uint32_t k = 0; k < b->nwarps; k++)
		t->idle += !b->warp[k]->worked && (b->warp[k]->watch & EM_WATCH_RACES);
}

static void work(void *arg, int k)
{
	struct em_run *r = arg;
	struct em_worker *t = &r->workers[k];
	struct queue aside = { 0 };
	struct em_block *spare = NULL;
	struct em_fault first = t->fault_block != UINT64_MAX ? t->fault : (struct em_fault){ 0 };
	size_t block_bytes =
		(size_t)r->nwarps * r->p->warp_bytes + r->shared_bytes + (size_t)r->local_bytes * r->nwarps * EM_WARP;
	t->at = t->end = 0;
	size_t most_aside = MAX_ASIDE_BYTES / (block_bytes + 1) / (size_t)r->nworkers + 1;
	for (;;) {
		struct em_block *b = NULL;
		uint64_t position = UINT64_MAX;
		enum em_block_end ended;
		bool faulted;
		if (em_worker_poll(t))
			break;
		/* New blocks first: somebody may be waiting for them. */
		if (t->schedule && !t->natural && aside.n && !em_schedule_new_block(t->schedule, aside.n)) {
			for (size_t n = em_schedule_which(t->schedule, aside.n); n; n--)
				push(&aside, pop(&aside));
		} else if (aside.n < most_aside || r->l->cooperative ||
			(aside.n < LONG_ASIDE * most_aside && em_stuck_long(t, aside.n))) {
			position = next_position(t);
			if (position >= r->nrun || position > atomic_load(&r->first_fault))
				position = UINT64_MAX;
		}
		if (position != UINT64_MAX) {
			b = spare ? spare : em_block_new(t);
			spare = NULL;
			if (!b) {
				atomic_store(&r->stop, EM_FAULT_COUNT); /* out of host memory */
				break;
			}
			b->position = position;
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
		weigh_turn(t, b);
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
			em_cache_block_end(b);
			note_share(r, b);
			note_idle(t, b);
			if (r->cycles)
				em_clock_block_end(b);
			if (spare)
				em_block_free(b);
			else
				spare = b;
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
	em_block_free(spare);
	atomic_fetch_sub(&r->active, 1);
	t->fault = first;
	atomic_fetch_add(&r->steps, t->steps - t->steps_told);
	t->steps_told = t->steps;
}

static int worker_init(struct em_worker *t, struct em_run *r)
{
	*t = (struct em_worker){ .d = r->d,
		.p = r->p,
		.run = r,
		.schedule = r->schedule,
		.shadow = r->attempt ? &r->d->check->own[t - r->workers] : &r->d->check->main,
		.fault_block = UINT64_MAX,
		.stopped_at = UINT64_MAX };
	t->block_counts = xcalloc(r->p->nbasic_blocks + 1, sizeof *t->block_counts);
	t->block_counts_first = xcalloc(r->p->nbasic_blocks + 1, sizeof *t->block_counts_first);
	t->seen = xcalloc(r->p->nbasic_blocks + 1, sizeof *t->seen);
	t->guard_counts = xcalloc(r->p->nguards + 1, sizeof *t->guard_counts);
	t->memory_counts = xcalloc(r->p->naccesses + 1, sizeof *t->memory_counts);
	return 0;
}

static void worker_release(struct em_worker *t)
{
	for (uint32_t k = 0; k < t->p->naccesses; k++)
		free(t->memory_counts[k].memo);
	em_finding_set_free(t->found);
	em_stuck_free(t);
	em_polls_free(t->looks);
	free(t->bounds);
	free(t->block_counts);
	free(t->block_counts_first);
	free(t->seen);
	free(t->guard_counts);
	free(t->memory_counts);
}

static void collect_fault(const struct em_run *r, struct em_result *out)
{
	uint64_t best = UINT64_MAX;
	for (int k = 0; k < r->nworkers; k++)
		if (r->workers[k].fault_block < best) {
			best = r->workers[k].fault_block;
			out->fault = r->workers[k].fault;
		}
	int stop = atomic_load(&((struct em_run *)r)->stop);
	bool late = r->l->step_budget && out->steps > r->l->step_budget;
	if (best != UINT64_MAX || (!stop && !late))
		return;
	for (int k = 0; k < r->nworkers; k++)
		if (r->workers[k].stopped_at < best) {
			best = r->workers[k].stopped_at;
			out->fault = r->workers[k].stopped;
		}
	out->fault.kind = stop == EM_FAULT_CANCELLED ? EM_FAULT_CANCELLED : EM_FAULT_TIMEOUT;
	if (out->fault.kind == EM_FAULT_CANCELLED)
		snprintf(out->fault.message, sizeof out->fault.message, "The launch was cancelled");
	else
		snprintf(out->fault.message, sizeof out->fault.message,
			"The kernel was stopped after %llu warp instructions; whether it would end is not known",
			(unsigned long long)r->l->step_budget);
}

static void run_workers(struct em_run *r)
{
	atomic_store(&r->active, r->nworkers);
	em_pool_run(r->d->pool, r->nworkers, work, r);
}

/* All blocks; or first a few in the middle of the grid, from which follows how many after them make a sample. */
static void run_blocks(struct em_run *r)
{
	enum { PROBE = 8 };
	uint64_t budget = r->l->timing ? r->l->timing->sample_instructions : 0, each;

	r->nrun = r->nblocks;
	if (budget && r->nblocks > PROBE && !r->l->cooperative) {
		r->skip = r->nblocks / 2 / PROBE * PROBE;
		r->nrun = PROBE;
		run_workers(r);
		if (atomic_load(&r->stop) || atomic_load(&r->first_fault) != UINT64_MAX)
			return;
		each = atomic_load(&r->steps) / PROBE + 1;
		r->nrun = budget / each < PROBE ? PROBE : budget / each > r->nblocks ? r->nblocks : budget / each;
		atomic_store(&r->next, PROBE);
	}
	run_workers(r);
}

/* How many workers, and may they have to begin again? */
static void choose_workers(struct em_run *r, struct em_program *p)
{
	bool in_order = p->order_sensitive || r->l->cooperative || r->schedule || em_follows(r);
	r->nworkers = in_order || r->nblocks == 1 ? 1 : r->d->threads;
	if (r->nworkers > 1 && EM_CHECK_RACES & ~r->l->unchecked) {
		if (p->in_order) {
			p->in_order--;
			r->nworkers = 1;
		} else if (p->block_steps && p->block_steps * r->nblocks < SMALL) {
			r->nworkers = 1;
		}
		r->attempt = r->nworkers > 1;
	}
	if ((uint64_t)r->nworkers > r->nblocks)
		r->nworkers = (int)r->nblocks;
}

static void begin(struct em_run *r)
{
	atomic_store(&r->first_fault, UINT64_MAX);
	atomic_store(&r->next, 0);
	atomic_store(&r->steps, 0);
	atomic_store(&r->stop, 0);
	atomic_store(&r->again, false);
	r->skip = 0;
	if (r->attempt && !em_attempt_begin(r)) {
		r->attempt = false;
		r->nworkers = 1;
	}
	em_check_begin(r);
	r->workers = xcalloc((size_t)r->nworkers, sizeof *r->workers);
	for (int k = 0; k < r->nworkers; k++)
		worker_init(&r->workers[k], r);
	if (r->l->timing)
		r->cache = em_cache_run_new(r);
	r->record = em_record_new(r);
	/* In the natural order only: the shares of a seeded order are other ones, and a program that measures a time
	 * would get another time in each order. Nor where blocks may deal out the work themselves, by an atomic: here
	 * the first block takes all of it, on hardware they take turns. */
	if (r->l->timing && !r->schedule && (!r->p->order_sensitive || r->l->cooperative) &&
		r->nblocks <= MOST_SHARES && r->nblocks * (r->p->nbasic_blocks + 1ull) <= MOST_WEIGHED)
		r->share = xcalloc(r->nblocks, sizeof *r->share);
}

static void end(struct em_run *r)
{
	em_cache_run_free(r->cache);
	em_record_free(r->record);
	for (int k = 0; k < r->nworkers; k++)
		worker_release(&r->workers[k]);
	free(r->workers);
	free(r->share);
	r->share = NULL;
}

/* All of it, if need be twice. */
static void run(struct em_run *r, struct em_program *p, struct em_result *result)
{
	bool kept;

	begin(r);
	run_blocks(r);
	if (r->attempt) {
		kept = atomic_load(&r->stop) == EM_FAULT_CANCELLED ||
			(!atomic_load(&r->stop) && atomic_load(&r->first_fault) == UINT64_MAX &&
				(!r->l->step_budget || atomic_load(&r->steps) <= r->l->step_budget) &&
				em_attempt_keep(r));
		if (!kept) {
			em_undo_all(r);
			em_cache_undo(r->cache);
			em_check_abandon(r);
		}
		em_attempt_end(r);
		p->failed = kept ? 0 : p->failed < 10 ? p->failed + 1 : p->failed;
		p->in_order = kept ? 0 : 1u << p->failed;
		if (!kept) {
			end(r);
			r->attempt = false;
			r->nworkers = 1;
			begin(r);
			run_blocks(r);
			result->undone = true;
		}
	}
	result->host_threads = r->nworkers;
	p->block_steps = atomic_load(&r->steps) / (r->nrun ? r->nrun : 1) + 1;
}

int em_kernel_decode(const struct em_kernel *k, struct err *e)
{
	return em_program_decode(k->p, e);
}

bool em_kernel_meets(const struct em_kernel *k)
{
	return k->p->publishes || k->p->order_sensitive;
}

int em_launch(struct em_device *d, const struct em_launch *l, struct em_result *result, struct err *e)
{
	struct em_program *p = l->kernel->p;
	struct em_run r = { .d = d, .l = l, .p = p };
	struct em_repeat_key key;
	memset(result, 0, sizeof *result);
	if (check(l, p, e) < 0 || em_program_decode(p, e) < 0)
		return -1;
	if (!p->costs) {
		p->costs = em_costs_new(p);
		em_costs_weigh(p);
	}
	r.nblocks = (uint64_t)l->grid.x * l->grid.y * l->grid.z;
	r.nthreads = l->block.x * l->block.y * l->block.z;
	r.nwarps = (r.nthreads + EM_WARP - 1) / EM_WARP;
	r.shared_bytes = l->dynamic_shared ? p->dynamic_at + l->dynamic_shared : p->static_shared;
	r.reserved_at = r.shared_bytes;
	for (size_t k = 0; k < p->nsregs; k++)
		if (p->sregs[k].sreg == PTX_SREG_RESERVED_SMEM_OFFSET_1) {
			r.reserved_at = (r.shared_bytes + 15) & ~15u;
			r.shared_bytes = r.reserved_at + EM_RESERVED_SHARED;
			break;
		}
	r.local_bytes = p->local_bytes + (p->needs_stack ? EM_STACK_BYTES : 0);
	r.grid_id = ++d->grids;
	r.perm_mul = 1;
	if (l->schedule_seed) {
		r.schedule = em_schedule_new(l->schedule_seed, l->schedule_nth, p);
		em_schedule_order(r.schedule, r.nblocks, &r.perm_mul, &r.perm_add);
	}
	if (p->param_bytes)
		memcpy(em_host_ptr(d, d->param_addr, p->param_bytes), l->params, p->param_bytes);
	uint32_t *grid_sync = em_host_ptr(d, d->grid_sync, 256);
	memset(grid_sync, 0, 256);
	grid_sync[0] = 256;
	if (em_repeat_do(&r, &key, result)) {
		em_schedule_free(r.schedule);
		return 0;
	}
	choose_workers(&r, p);
	if (p->clocked)
		em_clock_begin(&r);
	run(&r, p, result);
	em_schedule_settle(r.schedule);
	result->followed = em_follows(&r);
	result->steps = atomic_load(&r.steps);
	collect_fault(&r, result);
	em_count_result(&r, result);
	em_record_result(r.record, result);
	if (r.cache)
		em_cache_result(r.cache, r.nrun == r.nblocks, &result->c, &result->work.traffic);
	em_work_result(&r, &result->work);
	em_clock_end(&r);
	if (l->touched)
		em_check_touched(&r, result);
	em_check_end(&r, result);
	em_repeat_note(&r, &key, result);
	end(&r);
	em_schedule_free(r.schedule);
	if (atomic_load(&r.stop) == EM_FAULT_COUNT) {
		em_result_release(result);
		return err_set(e, ERR_ENV, "Not enough memory to run a block of %s", p->kernel->name);
	}
	return 0;
}

void em_result_release(struct em_result *r)
{
	free(r->lines);
	free(r->findings);
	free(r->seen);
	free(r->seen_lines);
	for (size_t i = 0; i < r->ntrace_insts; i++)
		free(r->trace_insts[i].text);
	free(r->trace_insts);
	free(r->trace);
	r->trace = NULL;
	r->trace_insts = NULL;
	r->ntrace = r->ntrace_insts = 0;
	r->seen = NULL;
	r->seen_lines = NULL;
	r->nseen = r->nseen_lines = 0;
	r->lines = NULL;
	r->nlines = 0;
	r->findings = NULL;
	r->nfindings = 0;
	free(r->touched);
	r->touched = NULL;
	r->ntouched = 0;
	free(r->work.share);
	r->work.share = NULL;
}
