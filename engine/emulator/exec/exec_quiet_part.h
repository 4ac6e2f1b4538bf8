/* exec_quiet_part: as exec_quiet.h, for words of shared memory of which some lanes want none: lane l's lies 4 * l bytes
 * after lane 0's. Each lane's code is looked at by itself, four at a time. Needs AVX2. */
#ifndef EMULATOR_EXEC_QUIET_PART_H
#define EMULATOR_EXEC_QUIET_PART_H

#include "emulator/exec/exec_quiet.h"

/* Vectors of four codes, and of what is asked of them: all ones or 0. */
typedef s64 quiet_four __attribute__((vector_size(32)));
ALWAYS quiet_four quiet_codes(const u64 *plane, __m256i on)
{
	return (quiet_four)_mm256_maskload_epi64((const long long *)(const void *)plane, on);
}

/* Has somebody written all bytes of these words? */
ALWAYS bool quiet_words_set(const uint8_t *bits, u32 a, unsigned n)
{
	unsigned set = 1;
	for (unsigned k = 0; k < n; k++)
		set &= bits_set(bits, a + 4 * k, 4);
	return set;
}

/* a: the word of the lowest lane that is on, `low`; high: the highest. A load is quiet in a lane where nobody has
 * written the word since the last barrier but that lane, and nobody has read it but that lane: its code then becomes
 * the reader's. A store as ever (race_rules.h). */
ALWAYS bool quiet_shared_part(struct em_warp *w, const struct em_inst *i, u32 a, int low, int high, bool store)
{
	struct em_ckblock *k = &w->blk->check;
	const u32 mask = w->mask, last = a + 4 * (u32)(high - low);
	const s64 floor = (s64)k->interval, mine = (s64)quiet_code(w, i, 0, false);
	const quiet_four place = { 0, 1, 2, 3 };
	quiet_four loud = { 0 }, late = { 0 };
	if (k->lazy || k->shift != 2 || (k->unwritten && !quiet_words_set(k->init, a, (unsigned)(high - low) + 1)))
		return false;
	for (size_t u = a >> CK_UNIT_SHIFT; u <= last >> CK_UNIT_SHIFT; u++)
		if (!quiet_spread(k, u, store))
			return false;
	/* Where lane 0's codes would be. */
	u64 *const writer = k->planes.writer + (s64)(a >> 2) - low,
		   *const reader = k->planes.reader + (s64)(a >> 2) - low;
	/* Mostly nobody has come to what is read since the last barrier; of lanes that are off the codes are 0. */
	for (int l = low & ~3; !store && l <= high; l += 4) {
		const __m256i on = lanes_on64(mask, l);
		late |= ~RACE_OLD(quiet_codes(writer + l, on), floor) | ~RACE_OLD(quiet_codes(reader + l, on), floor);
	}
	const bool first = !store && _mm256_testz_si256((__m256i)late, (__m256i)late);
	for (int l = low & ~3; !first && l <= high; l += 4) {
		const __m256i on = lanes_on64(mask, l);
		const quiet_four code = mine + ((place + (s64)l) << CK_LANE_SHIFT), wrote = quiet_codes(writer + l, on),
				 read = quiet_codes(reader + l, on);
		const quiet_four quiet = store ? RACE_STORE_QUIET(&, |, wrote, read, code, floor) :
						 (RACE_OLD(wrote, floor) | RACE_SAME(wrote, code, CK_WHO)) &
				(RACE_OLD(read, floor) |
					RACE_SAME(read, code, CK_WHO | CK_LANES | CK_OTHER_WARP | CK_OTHER_BLOCK));
		loud |= ~quiet & (quiet_four)on;
	}
	if (!_mm256_testz_si256((__m256i)loud, (__m256i)loud))
		return false;
	w->touched = 1;
	for (int l = low & ~3; l <= high; l += 4)
		_mm256_maskstore_epi64((long long *)(void *)((store ? writer : reader) + l), lanes_on64(mask, l),
			(__m256i)(mine + ((place + (s64)l) << CK_LANE_SHIFT)));
	return true;
}

#endif
