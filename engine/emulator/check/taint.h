/* taint: registers that hold bytes which nobody wrote (check/taint.c). */
#ifndef EMULATOR_TAINT_H
#define EMULATOR_TAINT_H

#include "emulator/core/access.h"

/* The read that a marked value came from. padding: other bytes of the access were written; merged: bits were put into
 * it since; shifted: it is a word that was written in part, multiplied by a power of two, or the beginning of taking it
 * apart; carried: it went through shared memory; member: of a structure that is written all around it.
 * shuffled: it came by no read but by a shuffle, from lane `address`, which took no part in that, and why. */
enum ck_shuffled { CK_READ, CK_NO_LANE, CK_EXITED_LANE, CK_NOT_IN_MASK, CK_ELSEWHERE };
struct ck_source {
	uint64_t address;
	int32_t pin;
	uint8_t warp, lane, bytes, space, padding, merged, shifted, carried, member, shuffled;
};
/* check/origin.c: the value that this read brought is stored to these bytes of shared memory, or of the lane's local
 * memory. */
void em_origin_note(
	struct em_warp *w, enum ptx_space space, int lane, uint64_t addr, unsigned bytes, const struct ck_source *s);
/* NULL: nothing that nobody wrote was stored there. */
const struct ck_source *em_origin_of(const struct em_warp *w, enum ptx_space space, int lane, uint64_t addr);
void em_origin_free(struct em_ckblock *k);
/* Where element v of the store that runs comes from in this lane: the read that brought it. False: none. */
bool em_taint_source(const struct em_warp *w, const struct em_inst *i, unsigned v, int lane, struct ck_source *from);

/* Do some of the warp's registers hold such bytes? Then it runs here. */
bool em_taint_on(const struct em_warp *w);
/* Until none does any more; returns the instruction to go on with, or NULL as executors do. */
const struct em_inst *em_taint_run(struct em_warp *w, const struct em_inst *i);
/* For schedule.c, where w->taint is not NULL: one slot, marks or not; another group's turn begins. */
const struct em_inst *em_taint_step(struct em_warp *w, const struct em_inst *i);
void em_taint_turn(struct em_warp *w);

/* Element v of the load i got bytes that nobody wrote, in these lanes. */
void em_taint_load(struct em_warp *w, const struct em_inst *i, unsigned v, enum ptx_space space, const uint64_t *addr,
	uint32_t lanes, unsigned bytes, bool padding, uint32_t member, uint32_t part,
	const uint8_t *holes); /* other bytes of the same access were written; lanes with bytes next to them that were;
				  of which some bytes were written, and for each of these a bit a byte that was not */
bool em_taint_doubles(const struct em_warp *w, const struct em_inst *i); /* does the load i bring doubles? */
/* Does the load i bring one element of a thread's own array, by an index (h[k])? A structure's members are loaded by
 * their places in it, and a large structure is copied by a pointer that counts on: neither is. */
bool em_taint_element_chosen(const struct em_warp *w, const struct em_inst *i);
/* The atomic operation i found bytes that nobody wrote, in these lanes: a finding; but an exchange is a write and a
 * load, whose result may be used. */
void em_taint_atomic(struct em_warp *w, const struct em_inst *i, enum ptx_space space, const uint64_t *addr,
	uint32_t lanes, unsigned bytes);
/* check/taint_swap.c. Does the compare-and-swap that runs leave these bytes of its word as nobody wrote them, in this
 * lane? Does the load i bring the word that one expects? Then it is a word of parts, though nothing of it was written.
 */
bool em_taint_keeps(const struct em_warp *w, int lane, uint8_t *bytes);
bool em_taint_expected(const struct em_warp *w, const struct em_inst *i);
/* The shuffle i gave each lane the value of lane from[lane]: those are marked whose lane takes no part in it. True:
 * some are. */
bool em_taint_shuffle(struct em_warp *w, const struct em_inst *i, const uint32_t *from);
/* Likewise, of lanes `here` that have met others at another place, all of them being `met` (lanes/met_apart.h). */
bool em_taint_met(struct em_warp *w, const struct em_inst *i, uint32_t here, uint32_t met);
uint32_t em_taint_marks(const struct em_warp *w, uint32_t row); /* lanes of which nobody wrote what the row holds */
uint32_t em_taint_stored(const struct em_warp *w); /* lanes whose data the store that runs takes from such registers */
uint32_t em_taint_element(const struct em_warp *w, unsigned v); /* ... of its element v */
/* ... of its bytes, a bit each: those that nobody wrote of a word that was written in part (check/taint_bits.c) */
uint32_t em_taint_holes(const struct em_warp *w, unsigned v, int lane, unsigned bytes);
void em_taint_clear(struct em_warp *w);
void em_taint_free(struct em_warp *w);

#endif
