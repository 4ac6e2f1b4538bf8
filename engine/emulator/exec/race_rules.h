/* race_rules: what the short ways of the race check ask about the codes of one granule or unit (check/check.h). Each
 * rule stands here once: exec_quiet.h and exec_watch.c ask it of one code, exec_race.c of one or of four at a time.
 * What no rule settles goes on to check/race.c.
 *
 * `wrote` and `read`: who wrote the place last, who read it last. `code`: the access that comes now. They are numbers
 * (int64_t: no code reaches the sign) or vectors of four. A rule of numbers is 1 or 0; of vectors, all ones or 0 in
 * each place. A rule that is several questions takes the operators that join them: && and || for numbers, which ask no
 * more than they must; & and | for vectors. */
#ifndef EMULATOR_RACE_RULES_H
#define EMULATOR_RACE_RULES_H

#include "emulator/check/check.h"

/* What codes are compared with. In shared memory only those of this interval count: they are all of this block, and
 * none is of an earlier interval. */
struct race_bounds {
	int64_t floor;       /* codes below it say nothing */
	int64_t first, last; /* this block's are in [first, last) */
	int64_t interval;    /* those since the last barrier of all threads begin here */
	bool together;       /* such a barrier orders all threads of the block (not em_ckblock.partial) */
	unsigned several;    /* out: so many granules are read by a second block now */
};

static inline __attribute__((always_inline)) struct race_bounds race_bounds(
	const struct em_ckblock *k, uint64_t floor, bool shared)
{
	return (struct race_bounds){ (int64_t)(shared ? k->interval : floor), shared ? 0 : (int64_t)k->first,
		shared ? INT64_MAX : (int64_t)k->last, (int64_t)k->interval, !k->partial, 0 };
}

#define RACE_BITS(code, bits) ((code) & (int64_t)(bits))
#define RACE_OLD(code, floor) ((floor) > (code))
#define RACE_SAME(there, code, bits) (RACE_BITS((there) ^ (code), bits) == 0)
#define RACE_WITHIN(AND, there, from, end) (((there) > (from)-1) AND((end) > (there)))
#define RACE_OUTSIDE(OR, there, from, end) (((from) > (there)) OR((there) > (end)-1))

/* A store is quiet where whoever wrote or read the place lately is its own thread. */
#define RACE_STORE_QUIET(AND, OR, wrote, read, code, floor) \
	((RACE_OLD(wrote, floor) OR RACE_SAME(wrote, code, CK_WHO))AND( \
		RACE_OLD(read, floor) OR RACE_SAME(read, code, CK_WHO | CK_LANES | CK_OTHER_WARP | CK_OTHER_BLOCK)))

/* One more reader adds nothing where another block has read the place too, or another warp in this interval. In shared
 * memory the latter is all that there is, and the last interval is this one. */
#define RACE_READ_BY_BLOCKS(read) (RACE_BITS(read, CK_OTHER_BLOCK) != 0)
#define RACE_READ_BY_WARPS_SHARED(AND, read, interval) \
	((RACE_BITS(read, CK_OTHER_WARP) != 0) AND((read) > (interval)-1))
#define RACE_READ_BY_WARPS(AND, read, interval, last) \
	(RACE_READ_BY_WARPS_SHARED(AND, read, interval) AND((last) > (read)))

/* This reader is the second, and the first was of another warp in this interval, or of another block (there the flag
 * CK_OTHER_WARP means nothing to us). `read` counts. */
#define RACE_SECOND_WARP(AND, read, code, interval, last) \
	((RACE_BITS(read, CK_OTHER_WARP | CK_OTHER_BLOCK) == 0) AND RACE_WITHIN(AND, read, interval, last) \
			AND(RACE_BITS((read) ^ (code), 31ull << CK_WARP_SHIFT) != 0))
#define RACE_SECOND_BLOCK(AND, OR, read, first, last) \
	((RACE_BITS(read, CK_OTHER_BLOCK) == 0) AND RACE_OUTSIDE(OR, read, first, last))

/* What a load finds at a place, as far as the shortest forms ask. */
enum race_load {
	RACE_LOAD_AFTER_WRITER, /* another thread wrote it: ask check/race.c */
	RACE_LOAD_FIRST,        /* nobody has read it: its code becomes the reader's */
	RACE_LOAD_KNOWN,        /* nothing new */
	RACE_LOAD_FURTHER       /* somebody has read it */
};
static inline __attribute__((always_inline)) enum race_load race_load(
	int64_t wrote, int64_t read, int64_t code, const struct race_bounds *b)
{
	if (!RACE_OLD(wrote, b->floor) && !RACE_WITHIN(&&, wrote, b->first, b->interval) &&
		(RACE_BITS(code, CK_LANES) || !RACE_SAME(wrote, code, CK_WHO))) /* of several, one is not the writer */
		return RACE_LOAD_AFTER_WRITER;
	if (RACE_OLD(read, b->floor))
		return RACE_LOAD_FIRST;
	if (RACE_SAME(read, code, ~CK_INST_MASK) ||
		(b->together && (RACE_READ_BY_BLOCKS(read) || RACE_READ_BY_WARPS(&&, read, b->interval, b->last))))
		return RACE_LOAD_KNOWN;
	return RACE_LOAD_FURTHER;
}

/* One code that is read: the codes change as the access says; writer, another: NULL where there are none. False: ask
 * check/race.c, nothing has changed. */
static inline __attribute__((always_inline)) bool race_load1(
	const uint64_t *writer, uint64_t *reader, uint64_t *another, uint64_t code, struct race_bounds *b)
{
	const int64_t read = (int64_t)*reader, now = (int64_t)code;
	switch (race_load(writer ? (int64_t)*writer : 0, read, now, b)) {
	case RACE_LOAD_AFTER_WRITER: return false;
	case RACE_LOAD_FIRST: *reader = code; return true;
	case RACE_LOAD_KNOWN: return true;
	case RACE_LOAD_FURTHER: break;
	}
	const bool here = RACE_WITHIN(&&, read, b->first, b->last), earlier = read < b->interval;
	if (here && !earlier && RACE_SAME(read, now, CK_WHO) &&
		!RACE_BITS(read,
			CK_LANES | CK_OTHER_WARP | CK_OTHER_BLOCK)) { /* this lane, since the warp's lanes have met */
		*reader = code;
		return true;
	}
	if (!b->together)
		return false;
	if (here && earlier && !RACE_READ_BY_BLOCKS(read)) {
		*reader = code;
		return true;
	}
	const bool of_block = RACE_SECOND_BLOCK(&&, ||, read, b->first, b->last);
	if (!another || !(of_block || RACE_SECOND_WARP(&&, read, now, b->interval, b->last)))
		return false;
	*another = (uint64_t)read;
	*reader = code | (of_block ? CK_OTHER_BLOCK : CK_OTHER_WARP);
	b->several += of_block;
	return true;
}

#endif
