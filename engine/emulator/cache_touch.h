/* cache_touch: how an access to a followed line gets into its warp's stream. Included by cache_touch.c (runs) and exec_follow.c (any lanes). */
#ifndef EMULATOR_CACHE_TOUCH_H
#define EMULATOR_CACHE_TOUCH_H

#include "emulator/cache.h"

/* A warp's stream has no room for another: makes it, or lets the block's streams take their turns. */
void em_cache_full(struct em_warp *w);

static inline void em_touch(struct em_warp *w, const struct em_touch *access)
{
	struct em_stream *s = w->stream;

	s->at[s->n] = *access;
	if (EM_UNLIKELY(++s->n == s->cap))
		em_cache_full(w);
}

/* `again`: the line has had its pass. part, whole: sectors of which a store writes a part, or all. */
static inline void em_touch_load(struct em_warp *w, const struct em_inst *i, uint64_t line, unsigned sectors, bool again)
{
	em_touch(w, &(struct em_touch){ line, i->id, EM_MISS_READ, (uint8_t)sectors, 0, again });
}
static inline void em_touch_store(struct em_warp *w, uint64_t line, unsigned part, unsigned whole, bool again)
{
	em_touch(w, &(struct em_touch){ line, 0, EM_MISS_WRITE, (uint8_t)part, (uint8_t)whole, again });
}
static inline void em_touch_atomic(struct em_warp *w, uint64_t line, unsigned sectors)
{
	em_touch(w, &(struct em_touch){ line, 0, EM_MISS_ATOMIC, (uint8_t)sectors, 0, 0 });
}

#endif
