/* block: one thread block. Its warps run in turn, each to its next barrier, exit or end of slice; barriers count
 * threads. A block that only polls memory yields, so that worker.c can run the block it waits for. Invariant: when
 * em_block_run returns EM_BLOCK_YIELD it can be called again and goes on where it was. */
#include "emulator/run/block.h"
#include "base/buf.h"
#include "emulator/cache/cache.h"
#include "emulator/check/check.h"
#include "emulator/check/taint.h"
#include "emulator/core/device.h"
#include "emulator/cost/clock.h"
#include "emulator/cost/links.h"
#include "emulator/cost/cost.h"
#include "emulator/exec/sweeps.h"
#include "emulator/lanes/asleep.h"
#include "emulator/lanes/barrier.h"
#include "emulator/lanes/meets.h"
#include "emulator/lanes/warp.h"
#include "emulator/run/enter.h"
#include "emulator/run/parts.h"
#include "emulator/run/record.h"
#include "emulator/run/schedule.h"
#include "emulator/run/stuck.h"
#include "emulator/run/worker.h"

#define POLLS \
	65536 /* rounds of a block from barrier to barrier, and accesses in them that may poll, before other blocks \
		 get a turn */

static inline void fill32(struct em_warp *w, uint32_t row, uint32_t v)
{
	typedef uint32_t four __attribute__((vector_size(16), may_alias));
	four *d = EM_AT(w, four, row);
	const four all = { v, v, v, v };
	d[0] = d[1] = d[2] = d[3] = d[4] = d[5] = d[6] = d[7] = all;
}
static void fill64(struct em_warp *w, uint32_t row, uint64_t v)
{
	uint64_t *d = EM_AT(w, uint64_t, row);
	for (int l = 0; l < EM_WARP; l++)
		d[l] = v;
}

/* Rows that hold for the whole launch: constants, parameters, most special registers. */
static void fill_constant_rows(struct em_warp *w)
{
	const struct em_program *p = w->t->p;
	const struct em_run *r = w->t->run;
	const uint8_t *params = r->l->params;
	for (size_t k = 0; k < p->nconsts; k++) {
		const struct em_const *c = &p->consts[k];
		if (c->bits == 1)
			*EM_AT(w, uint32_t, c->row) = c->value ? EM_FULL : 0;
		else if (c->bits == 64)
			fill64(w, c->row, c->value);
		else
			fill32(w, c->row, (uint32_t)c->value);
	}
	for (size_t k = 0; k < p->nprows; k++) {
		const struct em_param_row *c = &p->prows[k];
		uint64_t v = 0;
		memcpy(&v, params + c->offset, c->bytes);
		if (c->bits & 128) /* signed and narrow */
			v = c->bytes == 1 ? (uint32_t)(int32_t)(int8_t)v : (uint32_t)(int32_t)(int16_t)v;
		if (c->bits == 64)
			fill64(w, c->row, v);
		else
			fill32(w, c->row, (uint32_t)v);
	}
}

static uint32_t lane_value(const struct em_block *b, const struct em_warp *w, int l, int sreg)
{
	const struct em_launch *q = b->t->run->l;
	uint32_t t = w->index * EM_WARP + (uint32_t)l, x = q->block.x, y = q->block.y;
	switch (sreg) {
	case PTX_SREG_TID_X: return t % x;
	case PTX_SREG_TID_Y: return t / x % y;
	case PTX_SREG_TID_Z: return t / (x * y);
	case PTX_SREG_LANEID: return (uint32_t)l;
	case PTX_SREG_LANEMASK_EQ: return 1u << l;
	case PTX_SREG_LANEMASK_LT: return (1u << l) - 1;
	case PTX_SREG_LANEMASK_LE: return (2u << l) - 1;
	case PTX_SREG_LANEMASK_GT: return ~((2u << l) - 1);
	case PTX_SREG_LANEMASK_GE: return ~((1u << l) - 1);
	case PTX_SREG_WARPID: return w->index;
	case PTX_SREG_NWARPID: return 64;
	case PTX_SREG_NTID_X: return q->block.x;
	case PTX_SREG_NTID_Y: return q->block.y;
	case PTX_SREG_NTID_Z: return q->block.z;
	case PTX_SREG_NCTAID_X:
	case PTX_SREG_NCLUSTERID_X: return q->grid.x;
	case PTX_SREG_NCTAID_Y:
	case PTX_SREG_NCLUSTERID_Y: return q->grid.y;
	case PTX_SREG_NCTAID_Z:
	case PTX_SREG_NCLUSTERID_Z: return q->grid.z;
	case PTX_SREG_CTAID_X:
	case PTX_SREG_CLUSTERID_X: return b->ctaid[0];
	case PTX_SREG_CTAID_Y:
	case PTX_SREG_CLUSTERID_Y: return b->ctaid[1];
	case PTX_SREG_CTAID_Z:
	case PTX_SREG_CLUSTERID_Z: return b->ctaid[2];
	case PTX_SREG_CLUSTER_NCTAID_X:
	case PTX_SREG_CLUSTER_NCTAID_Y:
	case PTX_SREG_CLUSTER_NCTAID_Z:
	case PTX_SREG_CLUSTER_NCTARANK: return 1;
	case PTX_SREG_SMID: return (uint32_t)(b->linear % 132);
	case PTX_SREG_NSMID: return 132;
	case PTX_SREG_TOTAL_SMEM_SIZE:
	case PTX_SREG_AGGR_SMEM_SIZE:
	case PTX_SREG_RESERVED_SMEM_OFFSET_1: return b->t->run->reserved_at;
	case PTX_SREG_ENVREG1: return q->cooperative ? (uint32_t)(b->t->d->grid_sync >> 32) : 0;
	case PTX_SREG_ENVREG2: return q->cooperative ? (uint32_t)b->t->d->grid_sync : 0;
	case PTX_SREG_DYNAMIC_SMEM_SIZE: return q->dynamic_shared;
	default: return 0;
	}
}

static bool changes_by_block(int sreg)
{
	return (sreg >= PTX_SREG_CTAID_X && sreg <= PTX_SREG_CTAID_Z) ||
		(sreg >= PTX_SREG_CLUSTERID_X && sreg <= PTX_SREG_CLUSTERID_Z) || sreg == PTX_SREG_SMID;
}

/* Special registers that are the same in every block, when a block first starts. */
static void fill_sregs(struct em_block *b, struct em_warp *w)
{
	const struct em_program *p = w->t->p;
	for (size_t k = 0; k < p->nsregs; k++) {
		const struct em_sreg_row *s = &p->sregs[k];
		if (s->sreg == PTX_SREG_GRIDID)
			fill64(w, s->row, b->t->run->grid_id);
		else if (s->sreg == PTX_SREG_IS_EXPLICIT_CLUSTER)
			*EM_AT(w, uint32_t, s->row) = 0;
		else if (!changes_by_block(s->sreg))
			for (int l = 0; l < EM_WARP; l++)
				EM_AT(w, uint32_t, s->row)[l] = lane_value(b, w, l, s->sreg);
	}
}

static void fill_block_sregs(struct em_block *b)
{
	const struct em_program *p = b->t->p;
	for (size_t k = 0; k < p->nsregs; k++) {
		const struct em_sreg_row *s = &p->sregs[k];
		if (!changes_by_block(s->sreg))
			continue;
		uint32_t v = lane_value(b, b->warp[0], 0, s->sreg);
		for (uint32_t n = 0; n < b->nwarps; n++)
			fill32(b->warp[n], s->row, v);
	}
}

struct em_block *em_block_new(struct em_worker *t)
{
	const struct em_run *r = t->run;
	struct em_block *b = xcalloc(1, sizeof *b);
	/* Not a multiple of 4096 from warp to warp: their rows would fight for the same cache sets. */
	size_t stride = (((size_t)t->p->warp_bytes + 63) & ~(size_t)63) + 64;
	if (stride % 4096 < 128)
		stride += 192;
	b->t = t;
	b->nwarps = r->nwarps;
	b->nthreads = r->nthreads;
	b->warp = xcalloc(b->nwarps, sizeof *b->warp);
	b->memory = calloc(stride * b->nwarps + 64, 1); /* of large ones only what a kernel uses is ever touched: a big
							   kernel's warps take one of many ways */
	b->shared = aligned_alloc(64, ((size_t)r->shared_bytes + 127) & ~(size_t)63);
	b->locals_bytes = (size_t)r->local_bytes * b->nwarps * EM_WARP;
	b->locals = b->locals_bytes ? malloc(b->locals_bytes) : NULL;
	if (!b->memory || !b->shared || (b->locals_bytes && !b->locals)) {
		free(b->memory);
		free(b->shared);
		free(b->locals);
		free(b->warp);
		free(b);
		return NULL;
	}
	for (uint32_t k = 0; k < b->nwarps; k++) {
		char *aligned = (char *)b->memory + (64 - (uintptr_t)b->memory % 64) % 64;
		struct em_warp *w = b->warp[k] = (struct em_warp *)(void *)(aligned + stride * k);
		w->index = k;
		w->next = k + 1 < b->nwarps ? (struct em_warp *)(void *)((char *)w + stride) : NULL;
		w->blk = b;
		w->watch = !r->cache                ? 0 :
			r->p->costs->shared_atomics ? EM_WATCH_CACHE | EM_WATCH_ATOMICS :
						      EM_WATCH_CACHE;
		w->t = t;
		w->block_counts = k ? t->block_counts : t->block_counts_first;
		w->guard_counts = t->guard_counts;
		w->memory_counts = t->memory_counts;
		w->delta = (uint64_t)(uintptr_t)r->d->mem.host - r->d->mem.base;
		w->shared = b->shared;
		w->shared_bytes = r->shared_bytes;
		w->local_bytes = r->local_bytes;
		w->local = b->locals ? b->locals + (size_t)k * EM_WARP * r->local_bytes : NULL;
		uint32_t left = b->nthreads - k * EM_WARP;
		w->lanes = left >= EM_WARP ? EM_FULL : (1u << left) - 1;
		fill_constant_rows(w);
	}
	b->range = t->p->nsweep_ranges ? xcalloc(t->p->nsweep_ranges, sizeof *b->range) : NULL;
	if (!em_check_block_new(b)) {
		em_block_free(b);
		return NULL;
	}
	return b;
}

void em_block_free(struct em_block *b)
{
	if (!b)
		return;
	for (uint32_t k = 0; k < b->nwarps; k++) {
		for (uint32_t g = 0; g < b->warp[k]->ngroups; g++)
			em_frame_unref(b->warp[k]->g[g].frame);
		free(b->warp[k]->saving);
		free(b->warp[k]->meets);
		free(b->warp[k]->apart);
	}
	em_sweep_undo(b);
	em_cache_block_free(b);
	em_check_block_free(b);
	free(b->memory);
	free(b->shared);
	free(b->locals);
	free(b->warp);
	free(b->sums);
	free(b->range);
	free(b->memos);
	free(b);
}

void em_block_start(struct em_block *b, uint64_t linear)
{
	const struct em_run *r = b->t->run;
	const struct em_program *p = b->t->p;
	bool first = !b->started;
	b->started = true;
	b->linear = linear;
	b->ctaid[0] = (uint32_t)(linear % r->l->grid.x);
	b->ctaid[1] = (uint32_t)(linear / r->l->grid.x % r->l->grid.y);
	b->ctaid[2] = (uint32_t)(linear / ((uint64_t)r->l->grid.x * r->l->grid.y));
	b->live_threads = 0;
	b->waiting = b->polled = 0;
	b->weight = b->asked = b->rounds = 0;
	b->asleep = b->arrived = 0;
	memset(b->near, 0, sizeof b->near);
	if (b->sums)
		memset(b->sums, 0, sizeof *b->sums);
	em_cache_block_start(b);
	memset(b->bar, 0, sizeof b->bar);
	if (r->shared_bytes)
		memset(b->shared, 0xcd, r->shared_bytes); /* real shared memory is not zeroed */
	if (r->reserved_at < r->shared_bytes)
		memset(b->shared + r->reserved_at, 0,
			r->shared_bytes - r->reserved_at); /* its barriers are counted up from 0 */
	if (b->locals && first)
		memset(b->locals, 0xcd, b->locals_bytes < 1 << 20 ? b->locals_bytes : 1 << 20);
	fill_block_sregs(b);
	for (uint32_t k = 0; k < b->nwarps; k++) {
		struct em_warp *w = b->warp[k];
		if (first)
			fill_sregs(b, w);
		const bool here = k >= b->from && k < b->to;
		w->live_lanes = here ? w->lanes : 0;
		b->live_threads += w->live_lanes == EM_FULL ? EM_WARP : (uint32_t)__builtin_popcount(w->live_lanes);
		w->met = w->quit = w->quit_from = 0;
		w->met_at = w->quit_at = NULL;
		w->met_apart = 0;
		w->ngroups = here;
		w->cur = 0;
		w->spin = 0;
		w->calm = 0;
		w->steps = 0;
		w->slow = 0;
		w->drew = 0;
		w->worked = 0;
		w->turns.head = NULL;
		w->parties = false;
		if (w->meets)
			memset(w->meets, 0, sizeof *w->meets);
		w->g[0] = (struct em_group){ .pc = p->code + p->fn[0].entry, .mask = w->lanes, .state = EM_RUN };
		if (p->sp_row) {
			fill64(w, p->fp_row, p->local_bytes);
			fill64(w, p->sp_row, p->local_bytes);
		}
	}
	if (first && b->range)
		em_sweep_ranges(b);
	if (r->cycles)
		em_clock_block(b);
	if (r->links)
		em_links_block(b);
	em_check_block_start(b);
	for (uint32_t k = 0; k < b->nwarps && em_follows(r); k++)
		b->warp[k]->watch |= EM_WATCH_HOST | EM_WATCH_GLOBAL;
	b->recorded = em_record_block(b);
}

/* A barrier has opened at which all warps were. Returns whether that has ended the turn, with b->now the last that has
 * had one. */
static inline bool go_together(struct em_block *b, bool sweeps)
{
	if (sweeps && b->opened->sweep)
		return em_sweep(b);
	em_barrier_each(b);
	return false;
}

/* A turn of a warp, to its next barrier, exit or end of slice; and of those after it whose turns begin where one ends
 * (exec_flow.c, quick_bar_all): b->now says whose it is. looks: somebody looks at its slots one by one (stuck.c,
 * record.c). sweeps: what warps do together may be done so. */
static inline __attribute__((always_inline)) enum em_why run_warp(
	struct em_block *b, struct em_warp *w, bool looks, bool sweeps)
{
	const struct em_inst *i;
	b->now = w;
	em_turn_begin(w);
	do {
		i = EM_LIKELY(w->ngroups == 1 && w->g[0].state == EM_RUN) ? em_warp_lone(w) : em_warp_pick(w);
		if (!i)
			break;
		if (EM_UNLIKELY(looks))
			i = em_stuck_looks(b->t) ? em_stuck_run(w, i) : em_record_run(w, i);
		if (EM_UNLIKELY(w->taint != NULL))
			i = em_taint_run(w, i);
		while (i) {
			i = em_enter(w, i);
			w = b->now;
		}
		if (b->opened && go_together(b, sweeps))
			return EM_WHY_PICK;
		if (b->arrived >> w->index & 1) /* asleep, it has come to the barrier in its turn */
			return EM_WHY_PICK;
	} while (w->why == EM_WHY_PICK && !(w->ngroups == 1 && w->g[0].state == EM_AT_BAR));
	em_turn_end(w);
	return (enum em_why)w->why;
}

static inline bool runnable(const struct em_warp *w)
{
	if (EM_LIKELY(w->ngroups == 1 && w->g[0].state != EM_AT_SYNC))
		return w->g[0].state == EM_RUN;
	return em_warp_runnable(w);
}

bool em_warp_runnable(const struct em_warp *w)
{
	for (uint32_t k = 0; k < w->ngroups; k++)
		if (w->g[k].state == EM_RUN || w->g[k].state == EM_AT_MEET ||
			(w->g[k].state == EM_AT_SYNC && em_warp_sync_over(w, &w->g[k])))
			return true;
	return false;
}

enum em_block_end em_block_run(struct em_block *b)
{
	if (b->t->schedule && !b->t->natural)
		return em_schedule_block(b);
	/* These change between turns of blocks. */
	const bool looks = b->recorded || em_stuck_looks(b->t),
		   sweeps = !looks && !b->t->stuck && !b->t->schedule && b->to - b->from == b->nwarps;
	for (;;) {
		uint32_t ran = 0, advanced = 0;
		for (uint32_t n = 0; n < b->nwarps; n++) {
			struct em_warp *w = b->warp[n];
			if (b->arrived >> n & 1 || !runnable(w))
				continue;
			ran++;
			enum em_why why = run_warp(b, w, looks, sweeps);
			if (why == EM_WHY_FAULT) {
				em_sweep_undo(b);
				return EM_BLOCK_FAULT;
			}
			advanced += why == EM_WHY_PICK || b->now != w;
			w = b->now;
			n = w->index;
			if (w->live_lanes != w->lanes) {
				em_barrier_settle(b);
				if (EM_UNLIKELY(b->opened != NULL))
					go_together(b, sweeps);
			}
		}
		if (!b->live_threads)
			return EM_BLOCK_DONE;
		if (EM_UNLIKELY(b->to - b->from != b->nwarps))
			em_parts_turn(b);
		else if (b->cache)
			em_cache_round(b);
		if (!ran) {
			em_asleep_wake(b, EM_AT_BAR);
			em_stuck_block(b);
			return EM_BLOCK_FAULT;
		}
		b->meets = ++b->polled > POLLS;
		if (em_worker_poll(b->t) || !advanced || b->meets || b->gives_way) {
			b->polled = 0;
			b->gives_way = false;
			em_asleep_wake(b, EM_AT_BAR);
			return EM_BLOCK_YIELD;
		}
	}
}
