/* conflict: what is said of two accesses to one place that nothing orders. race.c finds them; conflict.c decides
 * whether they are a race, how bad it is, and in which words it is told.
 *
 * `code` names the earlier access as the planes keep it (check.h); `a` is the one that comes now. */
#ifndef EMULATOR_CONFLICT_H
#define EMULATOR_CONFLICT_H

#include "emulator/check/check.h"

/* The bytes that a lane of a store would write: EM_ACC_BYTES * EM_ACC_VEC of them, 32 at most. */
void em_store_bytes(const struct em_warp *w, const struct em_inst *i, int lane, uint8_t *dst);
/* What is there, in shared or global memory. */
const uint8_t *em_memory_at(const struct em_warp *w, enum ptx_space space, uint64_t addr);
/* May the two meet without an order, as atomics and flags do? written: the code is a writer's, not a reader's. */
bool em_race_exempt(const struct ck_access *a, struct ck_planes p, size_t granule, uint64_t code, bool written);
/* check/exempt.c. The PTX instruction of a code, NULL: not known; is it volatile? What the access that comes now says
 * of itself (EM_ACC_*). */
const struct ptx_inst *em_conflict_inst(const struct em_program *p, uint64_t code);
bool em_conflict_volatile(const struct em_program *p, uint64_t code);
uint32_t em_conflict_access(const struct ck_access *a);
/* ... of two strong accesses: do two blocks meet, one of which means its own block only? Is one a volatile or relaxed
 * store of what it has read there? Are they of different widths? Is a volatile store behind no flag at all? */
bool em_conflict_narrow(const struct ck_access *a, uint64_t code);
bool em_conflict_updates(const struct ck_access *a, uint64_t code, bool written);
bool em_conflict_mixed(const struct ck_access *a, uint64_t code);
bool em_conflict_no_flag(const struct ck_access *a, uint64_t code);
/* Two volatile stores of which their threads ask whether they came last; fenced: with all the fences that this needs.
 */
bool em_conflict_bids(const struct ck_access *a, uint64_t code, bool fenced);
/* check/conflict_words.c. What the words of a race hang on; they become the finding's message. */
struct ck_told {
	enum em_gap gap;
	enum em_finding_kind kind;
	enum ptx_space space;
	unsigned bytes;
	bool bulk, tested, keeps, itself, lanes, here, early, atomics, plain_read;
	const char *crowd; /* of EM_GAP_COUNT */
};
void em_conflict_say(struct em_finding *f, const struct ck_told *t);
#define CK_LOOK_AND_STORE "a look, then a store: what another thread stored in between is lost"
/* They race on `bytes` bytes from address `at` on: notes the finding (em_check_note), or gives the attempt up. */
void em_race_conflict(const struct ck_access *a, uint64_t code, enum em_finding_kind kind, uint64_t at, unsigned bytes);
/* A granule that another block read, too: is it a lock that is tested and then set? Then that is noted. */
void em_race_tested(const struct ck_access *a, struct ck_planes p, size_t granule, uint64_t at, unsigned bytes);
/* Two lanes of one instruction wrote one granule. `winner` is the lane whose code stands in the plane, `winner_addr`
 * the place where its store began. */
void em_race_same_instruction(
	const struct ck_access *a, uint64_t address, unsigned bytes, int winner, uint64_t winner_addr);

/* check/flag_keys.c. A flag is known by a key: its address, and of less than 4 bytes its width. keys: first that of the
 * flag which an access of so many bytes meets, then those of all that it overlaps; returns how many. */
enum { CK_KEYS = 8 };
uint64_t em_flag_key(uint64_t addr, unsigned bytes);
unsigned em_flag_keys(uint64_t addr, unsigned bytes, uint64_t *keys);

/* check/lost.c. Two accesses by volatile, or relaxed: is one a look, and the other a store that loses what was stored
 * since its thread looked (code/bind_loses.c)? */
bool em_check_lost(const struct ck_access *a, uint64_t code, bool written);
/* Of a read and a store: does that keep the largest, or the smallest? */
bool em_check_keeps_most(const struct ck_access *a, uint64_t code, enum em_finding_kind kind);
/* Such a store over one at the same line by another block. Nothing in the kernel waits: if the two are ordered, it is
 * by the word itself, and by chance. */
bool em_check_lost_in_order(const struct ck_access *a, uint64_t code);
/* Lanes that store in one instruction: what of the words is lost? Of the same value for all a sum is one step in place
 * of many. */
enum em_gap em_check_lost_by_lanes(const struct ck_access *a, bool same, enum em_severity *s);

/* check/look_of_swap.c. A compare-and-swap and a plain read. The look of a compare-and-swap may be old: its thread's
 * own swap asks again. What others read there has to come before, or after. */
bool em_check_looks_for_swap(const struct ck_access *a, uint64_t code, bool written);

/* check/width.c. Do an atomic and another one, or a volatile store, meet that are of different widths, in bytes? */
bool em_check_widths(const struct ck_access *a, uint64_t code, unsigned *now, unsigned *then);
bool em_check_widths_named(const struct ck_access *a, uint64_t code);
void em_check_widths_said(const struct ck_access *a, uint64_t code, struct em_finding *f);

/* check/publish.c. Has this block looked at something that the block of `code` sets without a fence? */
bool em_publish_meets(struct em_warp *w, uint64_t code);

/* check/cause.c. `gap` (0: none) is said to be why nothing orders the two; said: what em_check_gap says. here: they are
 * of one block. What is to be told, where more is known. */
enum em_gap em_cause(const struct ck_access *a, uint64_t code, enum em_finding_kind kind, enum em_gap gap,
	enum em_gap said, bool here);

/* Between blocks: has the thread of `code` itself set a flag after it, without a fence, that this block has looked at?
 * Then no lane of its warp need be waited for. */
bool em_cause_own_flag(const struct em_warp *w, uint64_t code);

/* ... where the code says that one of them, or both, stand under a lock. */
enum em_gap em_cause_at_lock(
	const struct ck_access *a, uint64_t code, enum em_finding_kind kind, enum em_gap gap, bool here);

/* check/change.c. A read beside an atomic on the same place: does it only save the atomic where that would change
 * nothing, as of a largest value? Then which atomic it is; else EM_CHANGE_BESIDE. */
enum em_change em_check_saves(const struct em_program *p, int32_t read, int32_t atomic);

/* check/bare_flag.c. A kernel without fences polls volatile memory: is a flag in shared memory set after the write? */
bool em_check_bare_flag_near(const struct em_program *p, int32_t write);
/* ... is this store done only by whom the number of an atomic, another one than `atomic`, has told so, as the last
 * block of a count? */
bool em_check_behind_count(const struct em_program *p, int32_t store, int32_t atomic);
/* ... is there a way from this strong write to another one (later), or from another one to it, in global memory,
 * without a barrier between? */
bool em_check_sets(const struct em_program *p, int32_t write, bool later);
/* ... does a loop wait before the read until a volatile load brings another value? */
bool em_check_loop_before(const struct em_program *p, int32_t read);
/* ... does a loop wait before the read, or by this very read, until an ordinary load brings another value? */
bool em_check_waits_weakly(const struct em_program *p, int32_t read);
bool em_check_polls_weakly(const struct em_program *p, int32_t read);

#endif
