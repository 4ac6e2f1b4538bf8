/* exec_follow: the cache model's part of an access of any lanes (cache.h): which of its lines are followed, what it
 * touches of them, and, of an atomic, how long its lanes keep each other waiting. Compiled for each ISA because every
 * gather and every guarded load comes by. */
#include "emulator/cache/touch.h"
#include "emulator/cost/cost.h"
#include "emulator/exec/exec.h"
#include "emulator/lanes/drawn.h"

#define ALWAYS static inline __attribute__((always_inline))

#ifdef __AVX2__
#define LOAD8(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
/* Bits `shift` to shift + 31 of eight addresses. */
ALWAYS __m256i eight(const u64 *addr, int shift)
{
	__m256 a = _mm256_castsi256_ps(_mm256_srli_epi64(LOAD8(addr), shift)),
	       b = _mm256_castsi256_ps(_mm256_srli_epi64(LOAD8(addr + 4), shift));
	return _mm256_permute4x64_epi64(_mm256_castps_si256(_mm256_shuffle_ps(a, b, 0x88)), 0xd8);
}
/* The lanes of which `eight`, the words of lane l and the seven after it, has the sign. */
#define LANES_SIGNED(eight) \
	({ \
		u32 m_ = 0; \
		for (int l = 0; l < EM_WARP; l += 8) \
			m_ |= (u32)_mm256_movemask_ps(_mm256_castsi256_ps(eight)) << l; \
		m_; \
	})
#endif

/* The lanes whose lines are followed. */
ALWAYS u32 lanes_followed(const u64 *addr)
{
#ifdef __AVX2__
	const __m256i hash = _mm256_set1_epi32((s32)EM_CACHE_HASH), zero = _mm256_setzero_si256();
	return LANES_SIGNED(_mm256_cmpeq_epi32(
		_mm256_srli_epi32(_mm256_mullo_epi32(eight(addr + l, EM_LINE_SHIFT), hash), 32 - EM_CACHE_SAMPLE_SHIFT),
		zero));
#else
	u32 m = 0;
	for (int l = 0; l < EM_WARP; l++)
		m |= (u32)em_cache_sampled(addr[l] / EM_LINE_BYTES) << l;
	return m;
#endif
}

/* Of each lane 32 bits, twice, so that they can be read beginning at any lane. */
struct words {
	_Alignas(32) u32 of[2 * EM_WARP];
};

/* Bits `shift` to shift + 31 of the lanes' addresses; a lane that is off has what no other has: what there is from
 * `off` on, one for each. */
ALWAYS void words_set(struct words *x, const u64 *addr, u32 mask, int shift, u32 off)
{
#ifdef __AVX2__
	for (int l = 0; l < EM_WARP; l += 8)
		_mm256_store_si256((__m256i *)(void *)(x->of + l), eight(addr + l, shift));
#else
	for (int l = 0; l < EM_WARP; l++)
		x->of[l] = (u32)(addr[l] >> shift);
#endif
	for (u32 m = ~mask; m; m &= m - 1)
		x->of[__builtin_ctz(m)] = off + 2 * (u32)__builtin_ctz(m);
	memcpy(x->of + EM_WARP, x->of, sizeof x->of / 2);
}

/* Lanes of which another has the same; of two at least one. first: the first few that turn up are enough. */
ALWAYS u32 lanes_alike(const struct words *x, bool first)
{
#ifdef __AVX2__
	__m256i alike[EM_WARP / 8] = { 0 };
	for (int turn = 1; turn <= EM_WARP / 2; turn++) {
		for (int k = 0; k < EM_WARP / 8; k++)
			alike[k] = _mm256_or_si256(
				alike[k], _mm256_cmpeq_epi32(LOAD8(x->of + 8 * k), LOAD8(x->of + 8 * k + turn)));
		__m256i any = _mm256_or_si256(_mm256_or_si256(alike[0], alike[1]), _mm256_or_si256(alike[2], alike[3]));
		if (first && !_mm256_testz_si256(any, any))
			return 1;
	}
	return LANES_SIGNED(alike[l / 8]);
#else
	u32 m = 0;
	for (int turn = 1; turn <= EM_WARP / 2 && !(first && m); turn++)
		for (int l = 0; l < EM_WARP; l++)
			m |= (u32)(x->of[l] == x->of[l + turn]) << l;
	return m;
#endif
}

/* The lanes that have this value. */
ALWAYS u32 lanes_with(const struct words *x, u32 is)
{
#ifdef __AVX2__
	return LANES_SIGNED(_mm256_cmpeq_epi32(LOAD8(x->of + l), _mm256_set1_epi32((s32)is)));
#else
	return em_cache_ways(x->of, EM_WARP, is);
#endif
}

/* The lanes that have this bit. */
ALWAYS u32 lanes_bit(const struct words *x, int bit)
{
#ifdef __AVX2__
	return LANES_SIGNED(_mm256_slli_epi32(LOAD8(x->of + l), 31 - bit));
#else
	u32 m = 0;
	for (int l = 0; l < EM_WARP; l++)
		m |= (x->of[l] >> bit & 1) << l;
	return m;
#endif
}

static const struct em_cost *cost_at(const struct em_warp *w, const struct em_inst *i)
{
	const struct em_program *p = w->t->p;
	s32 pin = p->origin[i - p->code];
	return pin >= 0 ? &p->costs->cost[pin] : NULL;
}

/* ---- loads and stores: the lanes in followed lines. What they touch of a line is one access. */
/* How many passes some lanes of a load take at the load-store unit. A pass looks up several lines and brings a word
 * from each bank of the L1's memory, which is organized as shared memory is: lanes at a stride of whole lines meet in
 * one bank and go one by one, lanes anywhere go several at a time. Lanes that want one word, whichever they are, have
 * it at once: the rows of a block of 16 by 16. line: those of the lanes before, *n of them. */
static unsigned passes_of(const u64 *addr, u32 lanes, unsigned words, u64 *line, unsigned *n)
{
	const unsigned before = *n;
	u64 word[EM_WARP], *own = line + before; /* this part's lines, of which others may have had some */
	/* Of each bank: how many words, the last of them, and of each word the one before it; from 1. */
	uint8_t at_bank[32] = { 0 }, last[32] = { 0 }, earlier[EM_WARP];
	unsigned nown = 0, nwords = 0, most = 1, k;

	for (; lanes; lanes &= lanes - 1) {
		u64 a = addr[__builtin_ctz(lanes)], first = a / 4;

		for (k = nown; k-- > 0 && own[k] != a / EM_LINE_BYTES;)
			;
		if (k + 1 == 0)
			own[nown++] = a / EM_LINE_BYTES;
		for (u64 w = first; w < first + words; w++) {
			for (k = last[w & 31]; k && word[k - 1] != w; k = earlier[k - 1])
				;
			if (k)
				continue;
			earlier[nwords] = last[w & 31];
			word[nwords] = w;
			last[w & 31] = (uint8_t)++nwords;
			at_bank[w & 31]++;
			most = at_bank[w & 31] > most ? at_bank[w & 31] : most;
		}
	}
	k = (nown + EM_LINES_PER_PASS - 1) / EM_LINES_PER_PASS;
	most = !nown ? 0 : k > most ? k : most;
	for (k = 0; k < nown; k++) {
		unsigned seen = 0;

		while (seen < before && line[seen] != own[k])
			seen++;
		if (seen == before)
			line[(*n)++] = own[k];
	}
	return most;
}

/* What each line of a load takes at the load-store unit. Loads of two words go by half a warp, of four by a quarter.
 * *lines: how many it touches. */
static unsigned pass_each(const u64 *addr, u32 all, unsigned bytes, unsigned *lines)
{
	const unsigned words = bytes > 4 ? bytes / 4 : 1, lanes = words < EM_WARP ? EM_WARP / words : 1;
	const u32 part = lanes < EM_WARP ? (1u << lanes) - 1 : EM_FULL;
	u64 line[EM_WARP];
	unsigned n = 0, passes = 0;

	for (unsigned from = 0; from < EM_WARP; from += lanes)
		passes += passes_of(addr, all & part << from, words, line, &n);
	*lines = n;
	return passes < n ? EM_PASS_UNIT * passes / n : EM_PASS_UNIT;
}

static void loads(struct em_warp *w, const struct em_inst *i, const u64 *addr, u32 mask, u32 all, unsigned bytes)
{
	u64 line[EM_WARP];
	uint8_t sectors[EM_WARP];
	unsigned n = 0, lines, pass = pass_each(addr, all, bytes, &lines);
	for (; mask; mask &= mask - 1) {
		u64 a = addr[__builtin_ctz(mask)];
		unsigned k = n;
		while (k && line[k - 1] != a / EM_LINE_BYTES)
			k--;
		if (!k) {
			line[n] = a / EM_LINE_BYTES;
			sectors[n] = 0;
			k = ++n;
		}
		sectors[k - 1] = (uint8_t)(sectors[k - 1] | 1u << (a / 32 & 3));
	}
	for (unsigned k = 0; k < n; k++)
		em_touch_load_as(w, i, line[k], sectors[k], pass, lines);
}

/* Runs of bytes in the sectors of a line that are written in part: over the link each of them goes alone. */
static unsigned pieces_of(u64 line, unsigned part, const u64 *addr, u32 mask, unsigned bytes)
{
	u64 end = 0;
	unsigned n = 0;
	for (; mask; mask &= mask - 1) {
		u64 a = addr[__builtin_ctz(mask)];
		if (a / EM_LINE_BYTES != line || !(part >> (a / 32 & 3) & 1))
			continue;
		n += a != end || a % 32 == 0;
		end = a + bytes;
	}
	return n;
}

/* How many lines, up to EM_STORE_MEETS; more: one more than that. */
static unsigned few_lines(const u64 *addr, u32 mask)
{
	u64 line[EM_STORE_MEETS];
	unsigned n = 0;
	for (; mask; mask &= mask - 1) {
		u64 is = addr[__builtin_ctz(mask)] / EM_LINE_BYTES;
		unsigned k = n;
		while (k && line[k - 1] != is)
			k--;
		if (k)
			continue;
		if (n == EM_STORE_MEETS)
			return n + 1;
		line[n++] = is;
	}
	return n;
}

/* How many stores may go together with one that the warp has just made, this one among them. */
static unsigned store_meets(const struct em_warp *w, const struct em_inst *i, const u64 *addr, u32 all)
{
	const struct em_cost *cost = cost_at(w, i);
	unsigned lines = cost && cost->after_store && !w->blk->cache->links ? few_lines(addr, all) : EM_STORE_MEETS + 1;
	if (lines > EM_STORE_MEETS)
		return 0;
	return lines <= EM_STORES_CROWD || cost->after_store > 1 ? EM_WARP : EM_STORES_CROWDED;
}

/* The access to this line of a store that the warp has just made, with fewer than `meets` of them; NULL: none. */
static struct em_touch *just_stored(const struct em_stream *s, u64 line, unsigned meets)
{
	for (u32 k = s->n; meets && k && k + 32 > s->n; k--) {
		struct em_touch *x = &s->at[k - 1];
		if (x->line == line && x->kind == EM_MISS_WRITE)
			return x->access > EM_TOUCH_PIECES && x->pass - EM_PASS_UNIT + 1u < meets ? x : NULL;
	}
	return NULL;
}

static void stores(struct em_warp *w, const struct em_inst *i, const u64 *addr, u32 mask, const u32 all, unsigned bytes)
{
	u64 line[EM_WARP];
	u16 written[EM_WARP][EM_LINE_SECTORS]; /* bytes */
	const u32 followed = mask;
	const unsigned meets = store_meets(w, i, addr, all);
	struct em_cache_counts *counts = w->blk->cache->counts;
	unsigned n = 0;
	for (; mask; mask &= mask - 1) {
		u64 a = addr[__builtin_ctz(mask)];
		unsigned k = n, s = a / 32 & 3;
		while (k && line[k - 1] != a / EM_LINE_BYTES)
			k--;
		if (!k) {
			line[n] = a / EM_LINE_BYTES;
			memset(written[n], 0, sizeof written[n]);
			k = ++n;
		}
		written[k - 1][s] = (u16)(written[k - 1][s] + bytes);
	}
	for (unsigned k = 0; k < n; k++) {
		struct em_touch *before = just_stored(w->stream, line[k], meets);
		unsigned whole = 0, part = 0;
		u32 packed = 0;
		for (unsigned s = 0; s < EM_LINE_SECTORS; s++) {
			unsigned had = before ? EM_TOUCH_BYTES(before->access, s) : 0, sum = written[k][s] + had;
			counts->joined += had && written[k][s];
			sum = sum < 32 ? sum : 32;
			packed |= sum << (8 + 6 * s);
			whole |= (unsigned)(sum == 32) << s;
			part |= (unsigned)(sum && sum < 32) << s;
		}
		if (before) { /* its pass it takes all the same */
			counts->store_lines++;
			before->pass++;
			before->sectors = (uint8_t)part;
			before->full = (uint8_t)whole;
			before->access = packed | em_cache_count(part);
			continue;
		}
		em_touch_store_as(w, line[k], part, whole,
			packed |
				(w->blk->cache->links ? pieces_of(line[k], part, addr, followed, bytes) :
							em_cache_count(part)),
			EM_PASS_UNIT);
	}
}

/* ---- local memory: a word of each lane in a line, so lanes never meet in a bank. Every access is counted, what it
 * touches of followed lines is followed. */
void EM_ISA_NAME(em_follow_local)(
	struct em_warp *w, const struct em_inst *i, const u64 *at, u32 mask, unsigned bytes, bool store)
{
	const unsigned words = bytes > 4 ? bytes / 4 : 1, each = bytes > 4 ? 4 : bytes;
	const u64 first = w->blk->cache->local + (u64)w->index * ((w->local_bytes + 3) / 4);
	struct em_cache_counts *n = w->blk->cache->counts;
	unsigned lines = 0, pass;
	u32 left;
	for (left = mask; left; lines++) {
		const u64 word = at[__builtin_ctz(left)] / 4;
		for (u32 m = left; m; m &= m - 1)
			left &= ~((u32)(at[__builtin_ctz(m)] / 4 == word) << __builtin_ctz(m));
	}
	lines *= words;
	pass = (lines + EM_LINES_PER_PASS - 1) / EM_LINES_PER_PASS;
	pass = EM_PASS_UNIT * (pass > words ? pass : words) / lines;
	for (left = mask; left;) {
		const u64 word = at[__builtin_ctz(left)] / 4;
		unsigned touched = 0, whole = 0;
		u32 same = 0;
		for (u32 m = left; m; m &= m - 1)
			same |= (u32)(at[__builtin_ctz(m)] / 4 == word) << __builtin_ctz(m);
		left &= ~same;
		for (unsigned s = 0; s < EM_LINE_SECTORS; s++) {
			touched |= (unsigned)((same >> 8 * s & 0xff) != 0) << s;
			whole |= (unsigned)((same >> 8 * s & 0xff) == 0xff && each == 4) << s;
		}
		if (store) {
			n->local_written += words * em_cache_count(touched);
			n->local_lines += words;
		} else {
			n->local_read += words * em_cache_count(touched);
		}
		for (unsigned k = 0; k < words; k++) {
			if (!em_cache_sampled(first + word + k))
				continue;
			if (store)
				em_touch_store_as(w, first + word + k, touched & ~whole, whole, 0, EM_PASS_UNIT);
			else
				em_touch_load_as(w, i, first + word + k, touched, pass, lines);
		}
	}
}

/* ---- atomics: all lanes */
/* The most lanes of `mask` that have one value. */
ALWAYS unsigned most_alike(const struct words *x, u32 mask)
{
	unsigned most = 1;
	while ((unsigned)__builtin_popcount(mask) > most) {
		u32 same = lanes_with(x, x->of[__builtin_ctz(mask)]) & mask;
		unsigned n = (unsigned)__builtin_popcount(same);
		most = n > most ? n : most;
		mask &= ~same;
	}
	return most;
}

ALWAYS void passes_at(struct em_warp *w, u64 addr, unsigned passes)
{
	const u32 place = em_cache_place(addr);
	struct em_cache_counts *n = w->blk->cache->counts;
	n->placed = true;
	n->lanes[place] += passes;
	em_cache_moment(w, place, passes);
}

/* One lane of a warp: mostly the warp's sum, which goes to one word as those of the other warps do. They follow each
 * other as the lanes of one warp would. What is no whole number of passes is dealt out among the blocks. */
static unsigned alone(const struct em_warp *w, unsigned further)
{
	return (unsigned)((further + w->blk->linear * 41 % EM_PASS_UNIT) / EM_PASS_UNIT);
}

/* Returns how many passes they take. */
static unsigned atomics(struct em_warp *w, const struct em_inst *i, const u64 *addr, u32 mask, unsigned bytes)
{
	const struct em_cost *cost = cost_at(w, i);
	struct em_cache_counts *n = w->blk->cache->counts;
	const unsigned further = cost && cost->adds_float ? w->t->run->l->timing->float_lane : EM_PASS_UNIT;
	const u32 followed = lanes_followed(addr) & mask;
	struct words line, at; /* at: the address' last bits, which are even */
	const bool answers = cost && !(w->t->p->pinst[w->t->p->origin[i - w->t->p->code]].kind & EM_K_RED);
	unsigned all = 0;
	if (EM_UNLIKELY(cost && cost->draws))
		em_drawn(w);
	if (EM_UNLIKELY(cost && cost->gives_way))
		em_drawn_gives_way(w);
	words_set(&line, addr, mask, EM_LINE_SHIFT, EM_FULL - 2 * EM_WARP); /* after all of the memory */
	if (!lanes_alike(&line, true)) {                                    /* a line each */
		n->passes += (unsigned)__builtin_popcount(mask);
		n->atomic_all += (unsigned)__builtin_popcount(mask);
		n->atomic_words += (unsigned)__builtin_popcount(mask);
		n->answers += answers ? (unsigned)__builtin_popcount(mask) : 0;
		for (u32 m = mask; m; m &= m - 1) {
			const unsigned passes = mask & (mask - 1) ? 1 : alone(w, further);
			passes_at(w, addr[__builtin_ctz(m)], passes);
			all += passes;
		}
		for (u32 m = followed; m; m &= m - 1)
			em_touch_atomic(
				w, i, addr[__builtin_ctz(m)] / EM_LINE_BYTES, 1u << (addr[__builtin_ctz(m)] / 32 & 3));
		return all;
	}
	words_set(&at, addr, mask, 0, 1);
	const bool one = cost && em_adds_up(cost, mask);
	const u32 alike = one ? 0 : lanes_alike(&at, false), sector1 = lanes_bit(&at, 5), sector2 = lanes_bit(&at, 6);
	n->atomic_words += one ? 1 : (unsigned)__builtin_popcount(mask);
	while (mask) {
		const int first = __builtin_ctz(mask);
		const u32 mine = lanes_with(&line, line.of[first]) & mask;
		const unsigned sectors = ((mine & ~sector1 & ~sector2) != 0) | ((mine & sector1 & ~sector2) != 0) << 1 |
			((mine & ~sector1 & sector2) != 0) << 2 | ((mine & sector1 & sector2) != 0) << 3;
		/* A sector takes a pass, and lanes that work on one word of it follow each other; floats of more than
		 * two sectors side by side. */
		const unsigned count = em_cache_count(sectors);
		const u32 of[EM_LINE_SECTORS] = { mine & ~sector1 & ~sector2, mine & sector1 & ~sector2,
			mine & ~sector1 & sector2, mine & sector1 & sector2 };
		unsigned passes = count, longest = 0;
		for (unsigned s = 0; s < EM_LINE_SECTORS; s++) {
			const unsigned more = of[s] & alike ? most_alike(&at, of[s]) - 1 : 0,
				       turns = 1 + more * further / EM_PASS_UNIT;
			passes += bytes == 4 && count > 2 ? more : turns - 1;
			longest = turns > longest ? turns : longest;
		}
		passes = passes > longest ? passes : longest;
		n->passes++;
		n->atomic_all += count;
		passes_at(w, addr[first], passes);
		all += passes;
		n->answers += answers ? passes : 0;
		if (followed >> first & 1)
			em_touch_atomic(w, i, addr[first] / EM_LINE_BYTES, sectors);
		mask &= ~mine;
	}
	return all;
}

/* What the first warp of the first block does when it comes here first (run/asks.c). */
static void opening(struct em_warp *w, const struct em_inst *i, unsigned passes)
{
	const s32 pin = w->t->p->origin[i - w->t->p->code];
	if (pin >= 0 && !w->blk->position && w->block_counts == w->t->block_counts_first &&
		!w->t->run->opening_passes[pin])
		w->t->run->opening_passes[pin] = passes;
}

/* A load that passes the L1 by: each of its lines is one at its place, however many sectors of it are asked for
 * (words.sectors.* of tests/bench/hard; EM_CACHE_ONE_SECTOR, of several). */
static void places(struct em_warp *w, const u64 *addr, u32 mask)
{
	struct em_cache_counts *n = w->blk->cache->counts;
	while (mask) {
		const u64 line = addr[__builtin_ctz(mask)] / EM_LINE_BYTES;
		for (u32 m = mask; m; m &= m - 1)
			mask &= ~((u32)(addr[__builtin_ctz(m)] / EM_LINE_BYTES == line) << __builtin_ctz(m));
		n->loads[em_cache_place(line * EM_LINE_BYTES)]++;
	}
	n->placed = true;
}

void EM_ISA_NAME(em_follow_lanes)(
	struct em_warp *w, const struct em_inst *i, const u64 *addr, u32 mask, unsigned bytes, enum em_access kind)
{
	if (kind == EM_ATOMIC) {
		const unsigned passes = atomics(w, i, addr, mask, bytes);
		if (EM_UNLIKELY(w->t->run->opening_passes != NULL))
			opening(w, i, passes);
		return;
	}
	const u32 all = mask;
	if (kind == EM_READ && EM_UNLIKELY(i->access & EM_ACC_ORDERS) && !w->t->p->linked)
		places(w, addr, mask);
	mask &= lanes_followed(addr);
	if (!mask)
		return;
	if (kind == EM_WRITE || kind == EM_COPY_WRITE)
		stores(w, i, addr, mask, all, bytes);
	else
		loads(w, i, addr, mask, all, bytes);
}

void EM_ISA_NAME(em_follow_shared_atomic)(struct em_warp *w, const struct em_inst *i, const u64 *addr, u32 mask)
{
	const struct em_cost *cost = cost_at(w, i);
	struct words at;
	if (EM_UNLIKELY(cost && cost->gives_way))
		em_drawn_by_turns(w);
	if (cost && (cost->counts_one || em_adds_up(cost, mask) || cost->loops))
		return;
	words_set(&at, addr, mask, 0, 1);
	if (lanes_alike(&at, true))
		w->blk->cache->counts->serial += most_alike(&at, mask) - 1;
}
