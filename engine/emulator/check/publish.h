/* publish: what orders accesses of different blocks inside one launch, by flags (publish.c). */
#ifndef EMULATOR_PUBLISH_H
#define EMULATOR_PUBLISH_H

#include "emulator/check/check.h"

struct ck_publish *em_publish_new(void);
void em_publish_free(struct ck_publish *x);
uint32_t em_publish_join(struct ck_publish *x, uint32_t a, uint32_t b);
/* Before em_publish_read or _write: what the last write left there is known now. */
void em_publish_left(struct em_warp *w, uint64_t addr, const struct ck_looker *by);
void em_publish_read(struct em_warp *w, uint64_t addr, bool at_once, const struct ck_looker *by);
/* A strong write; what is behind the fence is published with it. */
void em_publish_write(struct em_warp *w, uint64_t addr, const struct ck_behind *fence, bool atomic, bool narrow,
	const struct ck_looker *by);
/* reads: `code` read, and now something is written there. */
bool em_publish_ordered(struct em_warp *w, uint64_t code, uint64_t position, bool reads);
/* `code` was the last to write the flag at `addr`. Has this warp waited for what was published so, with a fence after
 * it? Then the flag itself is written, too. */
bool em_publish_seen(struct em_warp *w, uint64_t addr, uint64_t code);
enum em_gap em_publish_gap(struct em_warp *w, uint64_t code, uint64_t position);
/* For words only: would `code` be ordered before, if a third thread, which has seen one flag and set another one, had a
 * fence between the two? By which PTX instruction (-1: not known) it has set it, and the position of its block. */
struct ck_between {
	int32_t pin;
	uint64_t position;
};
bool em_publish_between(struct em_warp *w, uint64_t code, uint64_t position, struct ck_between *out);
/* The bit, of 64, that stands for a word and many others, where all that were looked at are kept. */
static inline uint64_t em_publish_sign(uint64_t addr)
{
	return 1ull << ((addr >> 2) * 0x9e3779b97f4a7c15ull >> 58);
}
/* Has a warp of this block looked at that word? Mostly: a few bits stand for all words. */
bool em_publish_looked(const struct em_warp *w, uint64_t addr);

#endif
