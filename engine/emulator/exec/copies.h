/* copies: what cp.async has begun and nobody has waited for yet (PTX ISA 9.7.9.25.3). The source is read when the copy
 * is issued, as the hardware may; the destination is written when its thread waits for the copy's group, for an
 * mbarrier that the copies arrive at, or exits: a program that forgets to wait sees what was there before, each time.
 * That is one of the orders which PTX allows.
 *
 * A warp's copies lie in its own memory after the registers (program->copies_at), one entry for each instruction that
 * ran. When there is no room the oldest is finished early, which PTX allows too. The watchers (observe.h) see the write
 * when it happens, at the place of the copy; the race check sees it already when the copy is issued, for the hardware
 * may write at any time in between. exec_async.c calls these, bind_async.c makes the room. */
#ifndef EMULATOR_COPIES_H
#define EMULATOR_COPIES_H

#include "emulator/check/check.h"
#include "emulator/core/copied.h"
#include "emulator/exec/exec.h"
#include "emulator/exec/observe.h"

/* A wait comes at once where so few instructions lie between the start of its last copy and the wait that nothing was
 * done in the meantime: an address or two, the end of a group, a loop's turn. Sixteen products take twice as many. */
#define EM_AT_ONCE 32

/* Instructions of the current block that the warp has executed, to the end of the basic block that it is in. */
static inline uint64_t copies_step(const struct em_warp *w)
{
	return w->steps + (uint64_t)(w->slice - w->left);
}

/* Of these lanes those that copy the same bytes to the same place as a lane above them does: whichever comes last, the
 * place holds the same. The toolkit's memcpy_async() does that where it has more lanes than pieces. */
static inline uint32_t copy_repeats(const struct em_copy *c, uint32_t lanes)
{
	uint32_t found = 0;

	for (uint32_t m = lanes; m; m &= m - 1) {
		const int l = __builtin_ctz(m);

		for (uint32_t n = c->all & ~((2u << l) - 1); n && !(found >> l & 1); n &= n - 1) {
			const int o = __builtin_ctz(n);

			if (c->to[o] == c->to[l] && !memcmp(c->data[o], c->data[l], c->bytes))
				found |= 1u << l;
		}
	}
	return found;
}

/* The watchers see it. A lane's copy that another one repeats is no race: the other's is looked at. */
static inline bool copy_show(struct em_warp *w, const struct em_copy *c, const uint64_t *at, uint32_t lanes)
{
	const uint32_t again = w->watch & EM_WATCH_RACES ? copy_repeats(c, lanes) : 0;
	bool leave = false;

	if (lanes & ~again)
		leave = EM_ISA_NAME(em_watch_lanes)(w, c->i, PTX_SHARED, at, lanes & ~again, c->bytes, EM_COPY_WRITE);
	if (EM_UNLIKELY(again)) {
		w->watch &= (uint16_t)~EM_WATCH_RACES;
		leave |= EM_ISA_NAME(em_watch_lanes)(w, c->i, PTX_SHARED, at, again, c->bytes, EM_COPY_WRITE);
		w->watch |= EM_WATCH_RACES;
	}
	return leave;
}

/* Write what these lanes of a copy have waited for. True: a watcher wants the warp to leave its fast loop. */
static inline bool copy_finish(struct em_warp *w, struct em_copy *c, uint32_t lanes)
{
	bool leave = false;
	lanes &= c->mask;
	if (!lanes)
		return false;
	if (em_watched(w, PTX_SHARED)) {
		uint64_t at[EM_WARP];
		for (int l = 0; l < EM_WARP; l++)
			at[l] = c->to[l];
		if (w->watch & EM_WATCH_RACES)
			em_race_copied(w, c->i, c->issued, at, lanes, c->bytes);
		w->copied = c->unwritten;
		leave = copy_show(w, c, at, lanes);
	}
	for (uint32_t m = lanes; m; m &= m - 1) {
		int l = __builtin_ctz(m);
		memcpy(w->shared + c->to[l], c->data[l], c->bytes);
	}
	c->mask &= ~lanes;
	return leave;
}

/* Entries that are done make room, the others keep their order. */
static inline void copies_tidy(struct em_copies *c)
{
	uint32_t n = 0;
	for (uint32_t k = 0; k < c->n; k++)
		if (c->v[k].mask) {
			if (n != k)
				c->v[n] = c->v[k];
			n++;
		}
	c->n = n;
}

/* The watchers are told of the warp's accesses to shared memory while a copy is on its way. */
static inline void copies_watched(struct em_warp *w, const struct em_copies *c)
{
	const struct em_ckblock *k = &w->blk->check;
	w->watch =
		(uint16_t)((c->n || k->ntold || k->sends) && w->watch & EM_WATCH_RACES ? w->watch | EM_WATCH_COPIES :
											 w->watch & ~EM_WATCH_COPIES);
}

/* Finish these lanes' copies but those of their last `pending` groups and those that are in none yet. */
static inline bool copies_wait(struct em_warp *w, struct em_copies *c, uint32_t lanes, uint32_t pending)
{
	bool leave = false, any = false;
	uint64_t last = 0;
	for (uint32_t k = 0; k < c->n; k++) {
		uint32_t done = 0;
		for (uint32_t m = c->v[k].mask & lanes; m; m &= m - 1) {
			int l = __builtin_ctz(m);
			done |= (uint32_t)(c->committed[l] - c->v[k].group[l] > pending) << l;
		}
		leave |= copy_finish(w, &c->v[k], done);
		if (done) {
			any = true;
			last = c->v[k].at_step; /* they stand in the order in which they were started */
		}
	}
	w->t->hasty += any && copies_step(w) - last < EM_AT_ONCE;
	copies_tidy(c);
	copies_watched(w, c);
	return leave;
}

static inline void copies_commit(struct em_copies *c, uint32_t lanes)
{
	for (uint32_t m = lanes; m; m &= m - 1)
		c->committed[__builtin_ctz(m)]++;
}

static inline bool copies_finish(struct em_warp *w, struct em_copies *c, uint32_t lanes)
{
	copies_commit(c, lanes);
	return copies_wait(w, c, lanes, 0);
}

/* A new entry for the lanes of the warp's mask, at these offsets; the caller fills in `data`. */
static inline struct em_copy *copies_add(struct em_warp *w, struct em_copies *c, const struct em_inst *i,
	const uint64_t *to, uint32_t bytes, const struct em_copied *unwritten, bool *leave)
{
	if (c->n == EM_COPIES) {
		*leave |= copy_finish(w, &c->v[0], EM_FULL);
		copies_tidy(c);
	}
	struct em_copy *x = &c->v[c->n++];
	x->i = i;
	x->issued = w->code;
	x->at_step = copies_step(w);
	x->unwritten = *unwritten;
	x->mask = x->all = w->mask;
	x->bytes = bytes;
	memcpy(x->group, c->committed, sizeof x->group);
	x->lo = UINT32_MAX;
	x->hi = 0;
	for (uint32_t m = w->mask; m; m &= m - 1) {
		int l = __builtin_ctz(m);
		x->to[l] = (uint32_t)to[l];
		x->lo = x->to[l] < x->lo ? x->to[l] : x->lo;
		x->hi = x->to[l] + bytes > x->hi ? x->to[l] + bytes : x->hi;
	}
	copies_watched(w, c);
	return x;
}

#endif
