/* sectors: what a warp's addresses cost. Sectors of 32 bytes for global memory, passes over 32 banks of 4 bytes for
 * shared. The rules are those that facts about the hardware's counters gave (docs/counters.md); exec_global.c and
 * exec_shared.c have closed forms for the usual patterns and come here for the rest. Every access is aligned to its
 * size and at most 32 bytes long, so a lane touches one sector. */
#include "emulator/cache/sectors.h"
#include "base/buf.h"

/* Distinct values of key[0..n). */
static unsigned distinct(const uint64_t *key, unsigned n)
{
	uint64_t table[128];
	uint8_t used[128] = { 0 };
	unsigned count = 0;
	for (unsigned k = 0; k < n; k++) {
		unsigned h = (unsigned)(key[k] * 0x9e3779b97f4a7c15ull >> 57);
		while (used[h] && table[h] != key[k])
			h = (h + 1) & 127;
		if (!used[h]) {
			used[h] = 1;
			table[h] = key[k];
			count++;
		}
	}
	return count;
}

unsigned em_count_sectors(const uint64_t *addr, uint32_t mask, unsigned bytes)
{
	uint64_t key[EM_WARP];
	unsigned n = 0, steps = 0;
	bool up = true;
	(void)bytes;
	for (uint32_t m = mask; m; m &= m - 1) {
		uint64_t s = addr[__builtin_ctz(m)] >> 5;
		if (n && s != key[n - 1]) {
			steps++;
			up &= s > key[n - 1];
		}
		key[n++] = s;
	}
	if (!n)
		return 0;
	return up ? steps + 1 : distinct(key, n);
}

unsigned em_count_atomic_sectors(const uint64_t *addr, uint32_t mask)
{
	uint64_t sector[EM_WARP], seen = 0;
	uint8_t most[EM_WARP];
	unsigned n = 0, sum = 0;
	bool again = false;
	for (uint32_t m = mask; m; m &= m - 1) { /* two words may have one bit: then it is looked at closely */
		uint64_t bit = 1ull << (addr[__builtin_ctz(m)] * 0x9e3779b97f4a7c15ull >> 58);
		again |= (seen & bit) != 0;
		seen |= bit;
	}
	if (!again)
		return em_count_sectors(addr, mask, 0);
	for (uint32_t m = mask; m; m &= m - 1) {
		unsigned l = (unsigned)__builtin_ctz(m), same = 1, k = 0;
		for (uint32_t before = mask & ((1u << l) - 1); before; before &= before - 1)
			same += addr[__builtin_ctz(before)] == addr[l];
		while (k < n && sector[k] != addr[l] >> 5)
			k++;
		if (k == n) {
			sector[n] = addr[l] >> 5;
			most[n++] = 0;
		}
		most[k] = same > most[k] ? (uint8_t)same : most[k];
	}
	for (unsigned k = 0; k < n; k++)
		sum += most[k];
	return sum;
}

/* Most distinct words in one bank, over the lanes of `mask`; each lane wants the words [first, first + words). */
static unsigned passes(const uint32_t *addr, uint32_t mask, unsigned bytes)
{
	uint32_t word[EM_WARP * 4];
	unsigned n = 0, words = bytes > 4 ? bytes / 4 : 1;
	for (uint32_t m = mask; m; m &= m - 1)
		for (unsigned k = 0; k < words; k++)
			word[n++] = (addr[__builtin_ctz(m)] >> 2) + k;
	/* Per bank: a list of the words seen. */
	uint8_t head[32], next[EM_WARP * 4], count[32] = { 0 };
	unsigned most = 0;
	memset(head, 0xff, sizeof head);
	for (unsigned k = 0; k < n; k++) {
		unsigned b = word[k] & 31, j;
		for (j = head[b]; j != 0xff && word[j] != word[k]; j = next[j])
			;
		if (j != 0xff)
			continue;
		next[k] = head[b];
		head[b] = (uint8_t)k;
		if (++count[b] > most)
			most = count[b];
	}
	return most;
}

/* Is every lane's neighbour (the other one of its pair) off or at the same place? */
static bool paired(const uint32_t *addr, uint32_t mask)
{
	for (uint32_t m = mask & mask >> 1 & 0x55555555; m; m &= m - 1) {
		int l = __builtin_ctz(m);
		if (addr[l] != addr[l + 1])
			return false;
	}
	return true;
}

unsigned em_count_wavefronts(const uint32_t *addr, uint32_t mask, unsigned bytes, unsigned *ideal)
{
	/* 8 bytes a lane go as two half-warps, 16 as four quarters, but two parts go together when all their lanes are
	 * paired; a part without active lanes costs nothing. Ideal is what the bytes need at 128 a pass, or less where
	 * lanes share them. */
	unsigned parts = bytes <= 4 ? 1 : bytes <= 8 ? 2 : 4, width = EM_WARP / parts, total = 0;
	for (unsigned p = 0; p < parts; p++) {
		uint32_t part = (width == 32 ? EM_FULL : (1u << width) - 1) << (p * width) & mask;
		uint32_t both = parts > 1 && p % 2 == 0 ? ((1ull << 2 * width) - 1) << (p * width) & mask : 0;
		if (both && paired(addr, both)) {
			total += passes(addr, both, bytes);
			p++;
		} else if (part) {
			total += passes(addr, part, bytes);
		}
	}
	*ideal = ((unsigned)__builtin_popcount(mask) * bytes + 127) / 128;
	*ideal = *ideal < total ? *ideal : total;
	return total;
}

/* The two patterns of lanes (offsets from lane 0) that a shared-memory instruction met last; the newer one first. */
struct em_memo {
	uint32_t at[EM_WARP], waves, old_at[EM_WARP], old_waves;
	uint32_t wide_at[EM_WARP], wide_mask, wide_waves,
		wide_ideal; /* lanes of 8 and 16 bytes: from the first one that is on */
};

static struct em_memo *memo_of(struct em_memory_counts *counts)
{
	if (!counts->memo) {
		counts->memo = xcalloc(1, sizeof *counts->memo);
		/* Patterns begin at offset 0: these match nothing. */
		counts->memo->at[0] = counts->memo->old_at[0] = 1;
	}
	return counts->memo;
}

/* Aligned to its size every lane moves by whole words, so all banks move by as much. */
unsigned em_pattern_wide(
	struct em_memory_counts *counts, const uint32_t *addr, uint32_t mask, unsigned bytes, unsigned *ideal)
{
	struct em_memo *m = memo_of(counts);
	uint32_t at[EM_WARP], first = addr[__builtin_ctz(mask)];
	for (int l = 0; l < EM_WARP; l++)
		at[l] = mask >> l & 1 ? addr[l] - first : 0;
	if (m->wide_mask != mask || memcmp(m->wide_at, at, sizeof at)) {
		m->wide_waves = em_count_wavefronts(addr, mask, bytes, &m->wide_ideal);
		m->wide_mask = mask;
		memcpy(m->wide_at, at, sizeof at);
	}
	*ideal = m->wide_ideal;
	return m->wide_waves;
}

void em_count_joined(struct em_memory_counts *counts, const uint32_t *addr, uint32_t mask)
{
	uint32_t at[EM_WARP];
	unsigned ideal;
	for (int l = 0; l < EM_WARP; l++)
		at[l] = addr[l] & -counts->wide;
	counts->shared_wave += em_pattern_wide(counts, at, mask, counts->wide, &ideal);
	counts->shared_ideal += ideal;
}

unsigned em_pattern_waves(struct em_memory_counts *counts, const uint32_t *at)
{
	struct em_memo *m = memo_of(counts);
	unsigned waves, ideal;
	if (!memcmp(m->old_at, at, sizeof m->old_at))
		waves = m->old_waves;
	else
		waves = em_count_wavefronts(at, EM_FULL, 4, &ideal);
	memcpy(m->old_at, m->at, sizeof m->old_at);
	m->old_waves = m->waves;
	memcpy(m->at, at, sizeof m->at);
	m->waves = waves;
	return waves;
}
