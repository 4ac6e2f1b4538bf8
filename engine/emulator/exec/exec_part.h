/* exec_part: loads and stores of a warp some of whose lanes are off, where those that are on want one place or places
 * one after the other: what a guard or a tail leaves of an access of runs. False: they do not, or somebody watches who
 * has to be told more than exec_quiet.h knows, or something is wrong; then nothing has happened, and exec_ldst.h goes
 * lane by lane. Needs AVX2. */
#ifndef EMULATOR_EXEC_PART_H
#define EMULATOR_EXEC_PART_H

#include "emulator/cache/cache.h"
#include "emulator/exec/exec.h"
#include "emulator/exec/exec_quiet.h"
#include "emulator/exec/exec_runs.h"

#define V(p) ((__m256i *)(void *)(p))
ALWAYS __m256i lanes_on(u32 mask, int from)
{
	__m256i bit = _mm256_sllv_epi32(_mm256_set1_epi32(1),
		_mm256_add_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_epi32(from)));
	return _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32((s32)mask), bit), bit);
}
ALWAYS __m256i lanes_on64(u32 mask, int from)
{
	__m256i bit = _mm256_sllv_epi64(
		_mm256_set1_epi64x(1), _mm256_add_epi64(_mm256_setr_epi64x(0, 1, 2, 3), _mm256_set1_epi64x(from)));
	return _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_set1_epi64x(mask), bit), bit);
}

#include "emulator/exec/exec_quiet_part.h"

/* The elements of the lanes that are on, one at least; lane0: where lane 0's would be. Masked vectors leave alone what
 * is off. */
ALWAYS void part_move(struct em_warp *w, const struct em_inst *i, uintptr_t lane0, unsigned bytes, bool store)
{
	const u32 mask = w->mask;
	const int high = 31 - __builtin_clz(mask);
	if (bytes == 4) {
		u32 *d = ROWP(u32, i->d);
#pragma GCC unroll 4
		for (int l = 0; l < EM_WARP; l += 8, lane0 += 32) {
			if (l > high)
				break;
			__m256i on = lanes_on(mask, l);
			if (store)
				_mm256_maskstore_epi32((int *)lane0, on, *V(d + l));
			else
				*V(d + l) = _mm256_blendv_epi8(
					*V(d + l), _mm256_maskload_epi32((const int *)lane0, on), on);
		}
	} else {
		u64 *d = ROWP(u64, i->d);
		for (int l = 0; l < EM_WARP; l += 4, lane0 += 32) {
			__m256i on = lanes_on64(mask, l);
			if (store)
				_mm256_maskstore_epi64((long long *)lane0, on, *V(d + l));
			else
				*V(d + l) = _mm256_blendv_epi8(
					*V(d + l), _mm256_maskload_epi64((const long long *)lane0, on), on);
		}
	}
}

/* ---- words of shared memory, one after the other: the rest of a block in a reduction. checked: checkers watch */
ALWAYS bool shared_part(struct em_warp *w, const struct em_inst *i, bool store, bool checked)
{
	const u32 mask = w->mask, *a = ROWP(u32, i->a);
	const int low = __builtin_ctz(mask), high = 31 - __builtin_clz(mask);
	const u32 first = a[low] + i->displacement; /* of the lowest lane that is on */
	__m256i lane0 = _mm256_set1_epi32((s32)(a[low] - 4 * (u32)low)),
		four = _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28), other = _mm256_setzero_si256();
#pragma GCC unroll 4
	for (int l = 0; l < EM_WARP; l += 8) {
		if (l > high)
			break;
		other = _mm256_or_si256(other,
			_mm256_and_si256(lanes_on(mask, l),
				_mm256_xor_si256(
					_mm256_add_epi32(_mm256_add_epi32(lane0, four), _mm256_set1_epi32(4 * l)),
					*V(a + l))));
	}
	struct em_memory_counts *counts = &w->memory_counts[i->id];
	if (!_mm256_testz_si256(other, other) || first & 3 ||
		(u64)first + 4 * (u32)(high - low) + 4 > w->shared_bytes || counts->wide)
		return false;
	if (checked && (!quiet_may(w, i) || !quiet_shared_part(w, i, first, low, high, store)))
		return false;
	/* Lane 0's word may lie before the memory, as a number. */
	uintptr_t p = (uintptr_t)w->shared + first - 4 * (uintptr_t)low;
	part_move(w, i, p, 4, store);
	counts->shared_ideal++;
	counts->shared_wave++;
	return true;
}

/* ---- global memory, elements of 4 or 8 bytes */
/* Is every lane that is on `step` bytes after the one before it, whether that is on or off? lane0: where lane 0 would
 * be. */
ALWAYS bool part_is(const u64 *a, u32 mask, u64 lane0, u64 step)
{
	__m256i other = _mm256_setzero_si256(),
		at = _mm256_add_epi64(
			_mm256_set1_epi64x((s64)lane0), _mm256_setr_epi64x(0, (s64)step, 2 * (s64)step, 3 * (s64)step));
	for (int l = 0; l < EM_WARP; l += 4, at = _mm256_add_epi64(at, _mm256_set1_epi64x(4 * (s64)step)))
		other = _mm256_or_si256(other, _mm256_and_si256(lanes_on64(mask, l), _mm256_xor_si256(at, *V(a + l))));
	return _mm256_testz_si256(other, other);
}

/* Lanes that lie one after the other: how many sectors those that are on touch. lane0: where lane 0 lies. */
ALWAYS unsigned part_sectors(u32 mask, u64 lane0, unsigned bytes)
{
	u64 lanes = (u64)mask << (lane0 / bytes & (32 / bytes - 1)); /* 32 / bytes bits for each sector */
	if (bytes == 4)
		lanes |= lanes >> 4;
	lanes |= lanes >> 2;
	lanes |= lanes >> 1;
	return (unsigned)__builtin_popcountll(lanes & (bytes == 4 ? 0x0101010101010101ull : 0x1111111111111111ull));
}

__attribute__((noinline, unused)) static void part_follow(
	struct em_warp *w, const struct em_inst *i, unsigned bytes, bool store)
{
	u64 addr[EM_WARP];
	for (int l = 0; l < EM_WARP; l++)
		addr[l] = ROWP(u64, i->a)[l] + (u64)(s64)(s32)i->displacement;
	EM_SET_NAME(em_follow_lanes)(w, i, addr, w->mask, bytes, store ? EM_WRITE : EM_READ);
}

/* One place for all. */
ALWAYS void part_move_one(struct em_warp *w, const struct em_inst *i, uint8_t *p, unsigned bytes, bool store)
{
	const u32 mask = w->mask;
	const int high = 31 - __builtin_clz(mask);
	if (store) /* the last lane's stays */
		lane_store(w, i, high, p, bytes, 1);
	else if (!(mask & (mask - 1)))
		lane_load(w, i, high, p, bytes, 1, false);
	else if (bytes == 4)
		for (int l = 0; l < EM_WARP; l += 8)
			*V(ROWP(u32, i->d) + l) = _mm256_blendv_epi8(*V(ROWP(u32, i->d) + l),
				_mm256_set1_epi32((s32)load_bytes(p, 4, false)), lanes_on(mask, l));
	else
		for (int l = 0; l < EM_WARP; l += 4)
			*V(ROWP(u64, i->d) + l) = _mm256_blendv_epi8(*V(ROWP(u64, i->d) + l),
				_mm256_set1_epi64x((s64)load_bytes(p, 8, false)), lanes_on64(mask, l));
}

ALWAYS bool global_part(struct em_warp *w, const struct em_inst *i, unsigned bytes, bool store)
{
	const u32 mask = w->mask, rest = mask & (mask - 1);
	const u64 *a = ROWP(u64, i->a);
	struct em_memory_counts *counts = &w->memory_counts[i->id];
	const bool watched = w->watch & EM_WATCH_GLOBAL;
	if (!mask || mask == EM_FULL || (watched && (!store || rest || !quiet_may(w, i))))
		return false;
	const unsigned low = (unsigned)__builtin_ctz(mask), high = 31 - (unsigned)__builtin_clz(mask);
	const u64 step = rest && a[__builtin_ctz(rest)] != a[low] ? bytes : 0,
		  first = a[low] + (u64)(s64)(s32)i->displacement, lane0 = first - low * step;
	const u64 last = lane0 + high * step + bytes - 1;
	if (first & (bytes - 1) || a[high] - a[low] != (high - low) * step || (s64)first < (s64)counts->lo ||
		(s64)last >= (s64)counts->hi || (rest && !part_is(a, mask, a[low] - low * step, step)))
		return false;
	if (watched && !quiet_global_lane(w, i, first, bytes, low))
		return false;
	unsigned sectors = 1;
	counts->global_req++;
	if (step) {
		part_move(w, i, (uintptr_t)(lane0 + w->delta), bytes, store);
		sectors = part_sectors(mask, lane0, bytes);
	} else {
		part_move_one(w, i, (uint8_t *)(uintptr_t)(first + w->delta), bytes, store);
	}
	counts->global_sectors += sectors;
	if (sectors == 1 && w->watch & EM_WATCH_CACHE)
		EM_CACHE_ONE_SECTOR(w, i, store, first);
	if (w->watch & EM_WATCH_CACHE && EM_UNLIKELY(em_cache_span_sampled(first, last)))
		part_follow(w, i, bytes, store);
	return true;
}

#endif
