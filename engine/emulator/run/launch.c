/* launch: a grid from its check to its result. Blocks go to worker threads by a shared counter; each worker keeps
 * counts of its own, which count.c adds up, so the sums do not depend on who ran what. Where the order of blocks is
 * bound to show in the result (atomics that return what they found, floating sums, flags between blocks), one worker
 * runs them all in order. Else, with the race check on, several workers make an attempt (check/attempt.c); it is taken
 * back where the order of blocks shows after all. */
#include <stdio.h>

#include "base/buf.h"
#include "emulator/cache/cache.h"
#include "emulator/cache/near.h"
#include "emulator/check/check.h"
#include "emulator/code/kernel.h"
#include "emulator/cost/clock.h"
#include "emulator/cost/cost.h"
#include "emulator/cost/links.h"
#include "emulator/run/count.h"
#include "emulator/core/pool.h"
#include "emulator/run/parts.h"
#include "emulator/run/record.h"
#include "emulator/run/repeat.h"
#include "emulator/run/schedule.h"
#include "emulator/run/worker.h"

#define MOST_SHARES (1u << 20)    /* blocks: of larger grids the last ones make no difference */
#define MOST_WEIGHED (1ull << 28) /* ... times basic blocks: a fraction of a second */
#define SMALL 50000 /* warp instructions: a launch of no more is not worth waking threads for an attempt */

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
	em_pool_run(r->d->pool, r->nworkers, em_worker_work, r);
}

/* All blocks; or first a few in the middle of the grid, from which follows how many after them make a sample. Blocks
 * that may wait for others are no sample: those before them would never have run. */
static void run_blocks(struct em_run *r)
{
	enum { PROBE = 8 };
	uint64_t budget = r->l->timing ? r->l->timing->sample_instructions : 0, each;

	r->nrun = r->nblocks;
	if (budget && r->nblocks > PROBE && !r->l->cooperative && !r->p->polls && !em_kernel_meets(r->l->kernel)) {
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
	bool in_order = p->order_sensitive || r->l->cooperative || r->schedule || em_follows(r) ||
		(p->linked && r->l->timing); /* their clock is one for all blocks */
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
	r->parts = em_parts_new(r);
	r->workers = xaligned(EM_APART, (size_t)r->nworkers * sizeof *r->workers);
	for (int k = 0; k < r->nworkers; k++)
		em_worker_init(&r->workers[k], r);
	if (r->l->timing)
		r->cache = em_cache_run_new(r);
	r->record = em_record_new(r);
	/* In the natural order only: the shares of a seeded order are other ones, and a program that measures a time
	 * would get another time in each order. Nor where blocks may deal out the work themselves: here
	 * the first block takes all of it, on hardware they take turns. */
	if (r->l->timing && !r->schedule && (!r->p->deals || r->l->cooperative) && r->nblocks <= MOST_SHARES &&
		r->nblocks * (r->p->nbasic_blocks + 1ull) <= MOST_WEIGHED)
		r->share = em_pool_room(r->d->pool, r->nblocks * sizeof *r->share);
	if (r->l->timing && !r->schedule && r->p->costs->asks) {
		r->opening = xcalloc(r->p->nbasic_blocks + 1, sizeof *r->opening);
		r->opening_passes = xcalloc(r->p->npinst + 1, sizeof *r->opening_passes);
	}
}

static void end(struct em_run *r)
{
	em_cache_run_free(r->cache);
	em_record_free(r->record);
	for (int k = 0; k < r->nworkers; k++)
		em_worker_release(&r->workers[k]);
	free(r->workers);
	em_parts_free(r->parts);
	r->parts = NULL;
	r->share = NULL;
	em_pool_leave(r->d->pool);
	free(r->opening);
	free(r->opening_passes);
	r->opening = NULL;
	r->opening_passes = NULL;
}

/* All of it, if need be twice. */
static void run(struct em_run *r, struct em_program *p, struct em_result *result)
{
	bool cancelled, kept;

	begin(r);
	run_blocks(r);
	if (r->attempt) {
		cancelled = atomic_load(&r->stop) == EM_FAULT_CANCELLED;
		kept = cancelled ||
			(!atomic_load(&r->stop) && atomic_load(&r->first_fault) == UINT64_MAX &&
				(!r->l->step_budget || atomic_load(&r->steps) <= r->l->step_budget) &&
				em_attempt_keep(r));
		if (!kept) {
			em_undo_all(r);
			em_cache_undo(r->cache);
			em_check_abandon(r);
		}
		em_attempt_end(r, kept && !cancelled);
		p->failed = kept ? 0 : p->failed < 10 ? p->failed + 1 : p->failed;
		p->in_order = kept ? 0 : 1u << p->failed;
		if (!kept) {
			end(r);
			r->attempt = false;
			r->nworkers = 1;
			if (r->l->blocks_done)
				atomic_store(r->l->blocks_done, 0);
			begin(r);
			run_blocks(r);
			result->undone = true;
		}
	}
	result->host_threads = r->nworkers;
	p->block_steps = atomic_load(&r->steps) / (r->nrun ? r->nrun : 1) + 1;
}

void em_kernel_code_loops(const struct em_kernel *k, uint32_t loops)
{
	k->p->code_loops = loops;
}

int em_kernel_decode(const struct em_kernel *k, struct err *e)
{
	return em_program_decode(k->p, e);
}

bool em_kernel_meets(const struct em_kernel *k)
{
	return k->p->publishes || k->p->order_sensitive;
}

bool em_kernel_triggers(const struct em_kernel *k)
{
	return em_check_triggers(k->p);
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
		p->costs = em_costs_new(p, l->timing ? l->timing->guarded : NULL);
		em_costs_weigh(p, l->timing);
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
		r.stored = em_schedule_stored;
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
	em_halved_loops(&r);
	r.meets = p->calls_itself && !r.schedule;
	r.yields = p->waits && l->timing && l->timing->loops.yields && !r.schedule && !r.meets;
	em_code_pairs(&r);
	choose_workers(&r, p);
	if (p->clocked)
		em_clock_begin(&r);
	em_links_begin(&r);
	run(&r, p, result);
	em_schedule_settle(r.schedule);
	result->followed = em_follows(&r);
	result->steps = atomic_load(&r.steps);
	collect_fault(&r, result);
	r.code_loads = em_code_loads(&r);
	em_bodies_new(&r);
	em_count_result(&r, result);
	em_record_result(r.record, result);
	if (r.cache)
		em_cache_result(r.cache, r.nrun == r.nblocks, &result->c, &result->work.traffic);
	em_work_result(&r, &result->work);
	em_links_end(&r, r.cache ? em_cache_seen(r.cache) : 0, &result->work);
	em_clock_end(&r);
	if (l->touched)
		em_check_touched(&r, result);
	em_check_end(&r, result);
	em_repeat_note(&r, &key, result);
	end(&r);
	free(r.halved);
	free(r.idles);
	free(r.code_loads);
	free(r.pairs);
	em_bodies_free(r.bodies);
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
