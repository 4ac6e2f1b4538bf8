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

/* The L1 looks at lines in four sets, of which this is the line's: bits of its number, added up (found with patterns of
 * one warp on an H200; the two highest ones fit what was counted, but others would, too). */
static unsigned set_of(uint64_t line)
{
	enum { FIRST = 0x2f6f, SECOND = 0x3ab5 };

	return (unsigned)__builtin_parityll(line & FIRST) | (unsigned)__builtin_parityll(line & SECOND) << 1;
}

/* Lanes go in turns. In each turn each set has one line, that of its first lane that is left; a lane of that line goes
 * unless one before it is left that wants the same place of a line of the same set, be it that line or another one.
 * Each turn counts the sectors that its lanes touch. With one line in a set a sector counts as often as lanes work on
 * its busiest word; with several, lanes of a sector may get apart. */
unsigned em_count_atomic_sectors(const uint64_t *addr, uint32_t mask, uint64_t away)
{
	enum { LINE = 128, SECTOR = 32 };
	uint64_t at[EM_WARP], line[4];
	uint32_t before[EM_WARP], beside[EM_WARP], left, n = 0, sum = 0;
	uint8_t set[EM_WARP];
	bool up = true;

	for (uint32_t m = mask; m; m &= m - 1, n++) {
		at[n] = addr[__builtin_ctz(m)] + away;
		up &= !n || at[n] / SECTOR > at[n - 1] / SECTOR;
	}
	if (up)
		return n;
	for (uint32_t k = 0; k < n; k++) {
		set[k] = (uint8_t)set_of(at[k] / LINE);
		before[k] = beside[k] = 0;
		for (uint32_t j = 0; j < k; j++) {
			before[k] |= (uint32_t)(set[j] == set[k] && at[j] % LINE == at[k] % LINE) << j;
			beside[k] |= (uint32_t)(at[j] / SECTOR == at[k] / SECTOR) << j;
		}
	}
	for (left = n < EM_WARP ? (1u << n) - 1 : EM_FULL; left;) {
		uint32_t go = 0, has = 0;

		for (uint32_t m = left; m; m &= m - 1) {
			const unsigned k = (unsigned)__builtin_ctz(m);

			if (!(has >> set[k] & 1))
				line[set[k]] = at[k] / LINE;
			has |= 1u << set[k];
			if (line[set[k]] != at[k] / LINE || before[k] & left)
				continue;
			sum += !(beside[k] & go);
			go |= 1u << k;
		}
		left &= ~go;
	}
	return sum;
}

/* The data of a line go to 32 bytes of shared memory at once: what the lanes read of one line counts for each such
 * place. Of lanes that write the same 16 bytes the first one reads. */
unsigned em_count_copy_sectors(const uint64_t *addr, const uint64_t *to, uint32_t mask)
{
	enum { LINE = 128, SECTOR = 32, EACH = 16 };
	unsigned n = 0;

	for (uint32_t m = mask, seen = 0; m; m &= m - 1) {
		const int l = __builtin_ctz(m);
		bool again = false, dead = false;

		for (uint32_t k = seen; k && !dead; k &= k - 1) {
			const int b = __builtin_ctz(k);

			dead = to[b] / EACH == to[l] / EACH;
			again |= to[b] / SECTOR == to[l] / SECTOR && addr[b] / LINE == addr[l] / LINE;
		}
		if (dead)
			continue;
		seen |= 1u << l;
		n += !again;
	}
	return n;
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

unsigned em_count_wavefronts(const uint32_t *addr, uint32_t mask, unsigned bytes, bool store, unsigned *ideal)
{
	/* 8 bytes a lane go as two half-warps, 16 as four quarters, but two parts of a load go together when all their
	 * lanes are paired and one pass is enough; a part without active lanes costs nothing. Ideal is what the bytes
	 * need at 128 a pass, or less where lanes share them. */
	unsigned parts = bytes <= 4 ? 1 : bytes <= 8 ? 2 : 4, width = EM_WARP / parts, total = 0;
	for (unsigned p = 0; p < parts; p++) {
		uint32_t part = (width == 32 ? EM_FULL : (1u << width) - 1) << (p * width) & mask;
		uint32_t both = parts > 1 && p % 2 == 0 ? ((1ull << 2 * width) - 1) << (p * width) & mask : 0;
		if (both && !store && paired(addr, both) && passes(addr, both, bytes) == 1) {
			total++;
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
		m->wide_waves = em_count_wavefronts(addr, mask, bytes, counts->stores, &m->wide_ideal);
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
		waves = em_count_wavefronts(at, EM_FULL, 4, counts->stores, &ideal);
	memcpy(m->old_at, m->at, sizeof m->old_at);
	m->old_waves = m->waves;
	memcpy(m->at, at, sizeof m->at);
	m->waves = waves;
	return waves;
}
