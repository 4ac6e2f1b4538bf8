/* exec_quiet: what the checkers note of the commonest accesses, for the short forms of loads and stores (exec_ldst.h):
 * words of half-warps that lie one after the other and fill a unit of the shadow, or are one place, where there is
 * nothing to say. False: something else, and what may have been noted is noted again; then the whole form asks
 * exec_watch.c. They call nothing, so that the short forms need no stack frame.
 *
 * The rules of races are those of race_rules.h, which exec_race.c asks, too. Of bytes that nobody wrote (check/init.c)
 * only the simplest is here: all of them are written. */
#ifndef EMULATOR_EXEC_QUIET_H
#define EMULATOR_EXEC_QUIET_H

#include "emulator/check/check.h"
#include "emulator/exec/exec_runs.h"
#include "emulator/exec/race_rules.h"

/* Do both checkers of memory watch, of a warp none of whose registers was ever marked, and does the access order
 * nothing? */
ALWAYS bool quiet_may(struct em_warp *w, const struct em_inst *i)
{
	const unsigned both = EM_WATCH_RACES | EM_WATCH_INIT;
	w->worked = 1;
	return (w->watch & (both | EM_WATCH_COPIES | EM_WATCH_HOST)) == both && !w->taint &&
		!(i->access & (EM_ACC_ORDERS | EM_ACC_KEEPS | EM_ACC_PARTLY)) && !w->blk->check.partial;
}

/* The code of this access; lane: of its first word. */
ALWAYS u64 quiet_code(const struct em_warp *w, const struct em_inst *i, unsigned lane, bool several)
{
	return w->code | ck_inst_of(i) | (u64)lane << CK_LANE_SHIFT | (several ? CK_LANES : 0);
}

/* Is each of these bytes' bits set? bits: of memory from a multiple of 8 on; at: a multiple of 4 in it; n: 4, or 64. */
ALWAYS bool bits_set(const uint8_t *bits, size_t at, unsigned n)
{
	u64 word;
	if (n == 4)
		return (bits[at >> 3] >> (at & 4) & 15) == 15;
	memcpy(&word, bits + (at >> 3), sizeof word);
	return word == UINT64_MAX; /* at: a multiple of 8 */
}

/* Codes that are read of one place. All threads of the block meet at its barriers (quiet_may). *several: has a second
 * block read it now? */
ALWAYS bool quiet_read(const struct em_ckblock *k, const u64 *writer, u64 *reader, u64 *another, u64 code, u64 floor,
	bool shared, unsigned *several)
{
	struct race_bounds b = race_bounds(k, floor, shared);
	b.together = true;
	const bool quiet = race_load1(writer, reader, another, code, &b);
	*several = b.several;
	return quiet;
}
ALWAYS bool quiet_written(u64 wrote, u64 read, u64 code, u64 floor)
{
	return RACE_STORE_QUIET(&&, ||, (s64)wrote, (s64)read, (s64)code, (s64)floor);
}

/* ---- shared memory: 16 words at a multiple of 64; one word */
ALWAYS void quiet_now_written(struct em_ckblock *k, u32 a)
{
	const u64 written = UINT64_MAX;
	u64 had;
	memcpy(&had, k->init + (a >> 3), sizeof had);
	memcpy(k->init + (a >> 3), &written, sizeof written);
	k->unwritten -= (u32)__builtin_popcountll(~had);
}
ALWAYS bool quiet_shared_unit(
	struct em_warp *w, const struct em_inst *i, u32 a, unsigned lane, bool several, bool store)
{
	struct em_ckblock *k = &w->blk->check;
	const u64 code = quiet_code(w, i, lane, several);
	const size_t u = a >> CK_UNIT_SHIFT;
	if (k->lazy || a & ((1u << CK_UNIT_SHIFT) - 1) || (!store && k->unwritten && !bits_set(k->init, a, 64)))
		return false;
	unsigned several_blocks;
	w->touched = 1;
	if (!store)
		return k->unit.reader[u] != CK_SPREAD_SHARED(k) &&
			quiet_read(k, &k->unit.writer[u], &k->unit.reader[u], &k->unit.other[u], code, k->interval,
				true, &several_blocks);
	if (!quiet_written(k->unit.writer[u], k->unit.reader[u], code, k->interval))
		return false;
	k->unit.writer[u] = code;
	if (k->unwritten)
		quiet_now_written(k, a);
	return true;
}
/* Both half-warps' units, one after the other. Mostly nobody has come to either since the last barrier, or this warp
 * has just read what it writes. */
ALWAYS bool quiet_shared_pair(struct em_warp *w, const struct em_inst *i, u32 a, bool store)
{
	struct em_ckblock *k = &w->blk->check;
	const size_t u = a >> CK_UNIT_SHIFT;
	const u64 floor = k->interval, code = quiet_code(w, i, 0, false), next = code + (16ull << CK_LANE_SHIFT);
	const u64 same = CK_WHO | CK_LANES | CK_OTHER_WARP | CK_OTHER_BLOCK;
	u64 *const writer = &k->unit.writer[u], *const reader = &k->unit.reader[u];
	if (k->lazy || a & ((1u << CK_UNIT_SHIFT) - 1) ||
		(!store && k->unwritten && !(bits_set(k->init, a, 64) && bits_set(k->init, a + 64, 64))))
		return false;
	if (EM_LIKELY(RACE_OLD(writer[0], floor) && RACE_OLD(writer[1], floor)) &&
		((RACE_OLD(reader[0], floor) && RACE_OLD(reader[1], floor)) ||
			(store && RACE_SAME(reader[0], code, same) && RACE_SAME(reader[1], next, same)))) {
		u64 *const mine = store ? writer : reader;
		w->touched = 1;
		mine[0] = code;
		mine[1] = next;
		if (store && k->unwritten) {
			quiet_now_written(k, a);
			quiet_now_written(k, a + 64);
		}
		return true;
	}
	return quiet_shared_unit(w, i, a, 0, false, store) && quiet_shared_unit(w, i, a + 64, 16, false, store);
}
/* Before granules of this unit are looked at (em_check_spread_shared): here only where nobody has come to it since the
 * last barrier, so that there is no code to put to the granules; or they are spread already. `store`: their writers are
 * about to be written. */
ALWAYS bool quiet_spread(struct em_ckblock *k, size_t u, bool store)
{
	const u64 spread = CK_SPREAD_SHARED(k), writer = k->unit.writer[u], reader = k->unit.reader[u];
	if (EM_LIKELY(reader == spread && (writer == spread || (!store && writer < k->interval))))
		return true;
	if ((writer >= k->interval && writer != spread) || (reader != spread && reader >= k->interval) ||
		(k->copies && ck_is_run(reader)))
		return false;
	k->unit.writer[u] = k->unit.reader[u] = spread;
	return true;
}
/* All lanes of a half-warp read it. */
ALWAYS bool quiet_shared_word(struct em_warp *w, const struct em_inst *i, u32 a, unsigned lane)
{
	struct em_ckblock *k = &w->blk->check;
	if (k->shift != 2 || (k->unwritten && !bits_set(k->init, a, 4)) || !quiet_spread(k, a >> CK_UNIT_SHIFT, false))
		return false;
	unsigned several_blocks;
	const size_t g = a >> 2;
	w->touched = 1;
	return quiet_read(k, &k->planes.writer[g], &k->planes.reader[g], &k->planes.other[g],
		quiet_code(w, i, lane, true), k->interval, true, &several_blocks);
}

/* A load of words, kind as classify's (exec_runs.h): it is only written down, where that is done (check.h). False: it
 * is not, or there is no room. */
ALWAYS bool quiet_shared_logged(struct em_warp *w, const struct em_inst *i, u32 a0, u32 a1, unsigned kind)
{
	struct em_ckblock *k = &w->blk->check;
	const u32 n = k->nlogged;
	if (!k->lazy || n == CK_LOG)
		return false;
	if (k->unwritten &&
		((kind & EM_KINDS) == EM_UU ?
				!bits_set(k->init, a0, 4) || !bits_set(k->init, a1, 4) :
				(a0 | a1) & 7 || !bits_set(k->init, a0, 64) || !bits_set(k->init, a1, 64)))
		return false;
	k->log[n] = (struct ck_logged){ i, w->code, w->sync_point, a0, a1, kind & EM_KINDS };
	k->nlogged = n + 1;
	w->touched = 1;
	return true;
}
/* A load of words: written down, or looked at. */
ALWAYS bool quiet_shared_load(struct em_warp *w, const struct em_inst *i, u32 a0, u32 a1, unsigned kind)
{
	if (EM_LIKELY(w->blk->check.lazy))
		return quiet_shared_logged(w, i, a0, a1, kind);
	if ((kind & EM_KINDS) == EM_UU)
		return quiet_shared_word(w, i, a0, 0) && (kind & EM_SAME || quiet_shared_word(w, i, a1, 16));
	if (kind & EM_SAME)
		return quiet_shared_unit(w, i, a0, 0, true, false);
	if (kind & EM_NEXT)
		return quiet_shared_pair(w, i, a0, false);
	return quiet_shared_unit(w, i, a0, 0, false, false) && quiet_shared_unit(w, i, a1, 16, false, false);
}

/* ---- global memory. May all blocks read this KB, of which something has been read before (check/common.c)? The whole
 * form asks. */
ALWAYS bool quiet_common(
	const struct em_ckblock *k, const struct ck_chunk *c, size_t in, size_t u, unsigned n, u64 floor)
{
	return EM_UNLIKELY(!k->unkept) && EM_UNLIKELY(ck_at_end_of_part(in, n)) && c->planes.reader &&
		c->planes.reader[u] >= floor;
}
/* n bytes of a half-warp or both; units where n is 64 */
/* Loads of a word by all lanes of a half-warp. */
ALWAYS bool quiet_global_word(
	struct em_warp *w, const struct em_inst *i, struct ck_chunk *c, u64 off, size_t u, unsigned lane, u64 floor)
{
	const struct em_ckblock *k = &w->blk->check;
	const size_t in = off & (CK_CHUNK_BYTES - 1), g = in >> 2;
	u64 *const writer = c->planes.writer, *const reader = c->planes.reader, *const other = c->planes.other;
	unsigned several;
	if (k->part_granules != 1u << (CK_PART_SHIFT - 2) || !reader || reader[u] != k->spread ||
		(writer && writer[u] != k->spread && writer[u] >= floor) || (c->init && !bits_set(c->init, in, 4)))
		return false;
	w->touched = 1;
	if (quiet_common(k, c, in, u, 4, floor) ||
		!quiet_read(k, writer ? writer + g : NULL, reader + g, other ? other + g : NULL,
			quiet_code(w, i, lane, true), floor, false, &several))
		return false;
	if (several)
		ck_several(c, in, 1);
	return true;
}
ALWAYS bool quiet_global(
	struct em_warp *w, const struct em_inst *i, u64 a, unsigned n, unsigned lane, bool several, bool store)
{
	const struct em_ckblock *k = &w->blk->check;
	const u64 off = a - k->base;
	struct ck_chunk *c = &k->dir[off >> CK_CHUNK_SHIFT];
	const unsigned part = off >> CK_PART_SHIFT & 63;
	const size_t in = off & (CK_CHUNK_BYTES - 1),
		     u = ((size_t)k->part_granules << (CK_CHUNK_SHIFT - CK_PART_SHIFT)) + (in >> CK_UNIT_SHIFT);
	const u64 floor = (u64)k->stamp << CK_SERIAL_SHIFT;
	unsigned second;
	if (c->stamp != k->stamp)
		return false;
	if (!store && ck_read_by_blocks(k, c, off, n))
		return true;
	if (!store && n == 4)
		return quiet_global_word(w, i, c, off, u, lane, floor);
	if (n != 64 || off & 63)
		return false;
	w->touched = 1;
	if (!store) {
		if (quiet_common(k, c, in, u, n, floor))
			return false;
		if (!c->planes.reader || c->planes.reader[u] == k->spread || (c->init && !bits_set(c->init, in, 64)) ||
			!quiet_read(k, c->planes.writer ? &c->planes.writer[u] : NULL, &c->planes.reader[u],
				c->planes.other ? &c->planes.other[u] : NULL, quiet_code(w, i, lane, several), floor,
				false, &second))
			return false;
		if (second)
			ck_several(c, in, k->part_granules >> (CK_PART_SHIFT - CK_UNIT_SHIFT));
		return true;
	}
	if (!c->planes.writer || !((c->wrote | k->unkept) >> part & 1))
		return false;
	c->several[part] = 0;
	const u64 code = quiet_code(w, i, lane, false), written = UINT64_MAX;
	if (!quiet_written(c->planes.writer[u], c->planes.reader ? c->planes.reader[u] : 0, code, floor))
		return false;
	c->planes.writer[u] = code;
	if (c->init)
		memcpy(c->init + in / 8, &written, sizeof written);
	return true;
}

/* One lane stores 4 or 8 bytes, into a unit of which the granules are looked at by themselves. */
ALWAYS bool quiet_global_lane(struct em_warp *w, const struct em_inst *i, u64 a, unsigned bytes, unsigned lane)
{
	const struct em_ckblock *k = &w->blk->check;
	const u64 off = a - k->base, floor = (u64)k->stamp << CK_SERIAL_SHIFT, code = quiet_code(w, i, lane, false);
	struct ck_chunk *c = &k->dir[off >> CK_CHUNK_SHIFT];
	const unsigned part = off >> CK_PART_SHIFT & 63;
	const size_t in = off & (CK_CHUNK_BYTES - 1), g = in >> 2,
		     u = ((size_t)k->part_granules << (CK_CHUNK_SHIFT - CK_PART_SHIFT)) + (in >> CK_UNIT_SHIFT);
	u64 *const writer = c->planes.writer;
	const u64 *const reader = c->planes.reader;
	if (c->stamp != k->stamp || k->part_granules != 1u << (CK_PART_SHIFT - 2) || !writer ||
		writer[u] != k->spread || (reader && reader[u] != k->spread) || !((c->wrote | k->unkept) >> part & 1))
		return false;
	for (unsigned n = 0; n < bytes / 4; n++)
		if (!quiet_written(writer[g + n], reader ? reader[g + n] : 0, code, floor))
			return false;
	w->touched = 1;
	c->several[part] = 0;
	for (unsigned n = 0; n < bytes / 4; n++)
		writer[g + n] = code;
	if (c->init)
		c->init[in >> 3] |= (uint8_t)(bytes == 4 ? 15u << (in & 4) : 255u);
	return true;
}

/* Words of a whole warp, one after the other: both half-warps' units. Mostly they lie in one KB, and no thread of this
 * launch has come to either. */
ALWAYS bool quiet_global_pair(struct em_warp *w, const struct em_inst *i, u64 a, bool store)
{
	const struct em_ckblock *k = &w->blk->check;
	const u64 off = a - k->base, floor = (u64)k->stamp << CK_SERIAL_SHIFT;
	struct ck_chunk *c = &k->dir[off >> CK_CHUNK_SHIFT];
	const unsigned part = off >> CK_PART_SHIFT & 63;
	const size_t in = off & (CK_CHUNK_BYTES - 1),
		     u = ((size_t)k->part_granules << (CK_CHUNK_SHIFT - CK_PART_SHIFT)) + (in >> CK_UNIT_SHIFT);
	u64 *const writer = c->planes.writer, *const reader = c->planes.reader;
	const u64 code = quiet_code(w, i, 0, false), next = code + (16ull << CK_LANE_SHIFT);
	if (EM_UNLIKELY(c->stamp != k->stamp))
		return false;
	if (!store && ck_read_by_blocks(k, c, off, 128))
		return true;
	if (EM_UNLIKELY(off & 63 || (off ^ (off + 127)) >> CK_PART_SHIFT ||
		    (store ? !((c->wrote | k->unkept) >> part & 1) :
			     !k->unkept && (ck_at_end_of_part(in, 64) || ck_at_end_of_part(in + 64, 64))) ||
		    (writer && !(RACE_OLD(writer[u], floor) && RACE_OLD(writer[u + 1], floor))) ||
		    (reader && !(RACE_OLD(reader[u], floor) && RACE_OLD(reader[u + 1], floor))) ||
		    !(store ? writer : reader)))
		return quiet_global(w, i, a, 64, 0, false, store) && quiet_global(w, i, a + 64, 64, 16, false, store);
	if (!store && c->init && !(bits_set(c->init, in, 64) && bits_set(c->init, in + 64, 64)))
		return false;
	w->touched = 1;
	if (store) {
		c->several[part] = 0;
		writer[u] = code;
		writer[u + 1] = next;
		if (c->init)
			memset(c->init + in / 8, 0xff, 16);
	} else {
		reader[u] = code;
		reader[u + 1] = next;
	}
	return true;
}

#endif
