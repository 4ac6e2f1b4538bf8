/* touch: how an access to a followed line gets into its warp's stream. Included by cache/touch.c (runs) and
 * exec_follow.c (any lanes). */
#ifndef EMULATOR_CACHE_TOUCH_H
#define EMULATOR_CACHE_TOUCH_H

#include "emulator/cache/cache.h"
#include "emulator/core/machine.h"

/* A warp's stream has no room for another: makes it, or lets the block's streams take their turns. */
void em_cache_full(struct em_warp *w);

static inline void em_touch(struct em_warp *w, const struct em_touch *access)
{
	struct em_stream *s = w->stream;

	s->at[s->n] = *access;
	s->at[s->n].time = (uint32_t)(w->steps + (uint64_t)(w->slice - w->left));
	s->at[s->n].turn = w->blk->cache->turn;
	if (EM_UNLIKELY(++s->n == s->cap))
		em_cache_full(w);
}

/* pass: what the line takes at the load-store unit, in units of 1 / EM_PASS_UNIT; lines: of the request. part, whole:
 * sectors of which a store writes a part, or all; pieces: how many runs of bytes the former are, 0: one each. */
static inline void em_touch_load_as(
	struct em_warp *w, const struct em_inst *i, uint64_t line, unsigned sectors, unsigned pass, unsigned lines)
{
	em_touch(w,
		&(struct em_touch){ line, i->id, 0, EM_MISS_READ, (uint8_t)sectors, (uint8_t)lines, (uint8_t)pass, 0 });
}
static inline void em_touch_store_as(
	struct em_warp *w, uint64_t line, unsigned part, unsigned whole, unsigned pieces, unsigned pass)
{
	em_touch(w,
		&(struct em_touch){ line, pieces ? pieces : em_cache_count(part), 0, EM_MISS_WRITE, (uint8_t)part,
			(uint8_t)whole, (uint8_t)pass, 0 });
}
/* `again`: the line has had its pass. */
static inline void em_touch_store(struct em_warp *w, uint64_t line, unsigned part, unsigned whole, bool again)
{
	em_touch_store_as(w, line, part, whole, 0, again ? 0 : EM_PASS_UNIT);
}
static inline void em_touch_atomic(struct em_warp *w, const struct em_inst *i, uint64_t line, unsigned sectors)
{
	em_touch(w, &(struct em_touch){ line, i->id, 0, EM_MISS_ATOMIC, (uint8_t)sectors, 0, 0, 0 });
}

#endif
