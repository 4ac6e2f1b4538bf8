/* touch: an access of runs (observe.h) is cut into lines, and those of the sample are kept in their warp's stream
 * for the block's L1 (cache.c). Any lanes: exec_follow.c. */
#include "emulator/cache/touch.h"
#include "base/buf.h"

#define MOST_STREAM (1u << 16) /* accesses of one warp that wait for the others */

/* em_cache_sampled of the j-th line after one whose product begins with the byte b: is there such a line that is
 * followed? */
#define BELOW (0x100000000ull / EM_CACHE_SAMPLE)
#define MAY(b, j) \
	((uint32_t)(((uint32_t)(b) << 24) + (j)*EM_CACHE_HASH + 0xffffffu) < BELOW + 0xffffffu ? 1u << (j) : 0)
#define BYTE(b) MAY(b, 0u) | MAY(b, 1u) | MAY(b, 2u) | MAY(b, 3u) | MAY(b, 4u) | MAY(b, 5u) | MAY(b, 6u) | MAY(b, 7u)
#define BYTES4(b) BYTE(b), BYTE(b + 1), BYTE(b + 2), BYTE(b + 3)
#define BYTES16(b) BYTES4(b), BYTES4(b + 4), BYTES4(b + 8), BYTES4(b + 12)
#define BYTES64(b) BYTES16(b), BYTES16(b + 16), BYTES16(b + 32), BYTES16(b + 48)
const uint8_t em_cache_ahead[256] = { BYTES64(0), BYTES64(64), BYTES64(128), BYTES64(192) };

void em_cache_full(struct em_warp *w)
{
	struct em_stream *s = w->stream;

	/* A long way without a barrier; what a part of a block touches stays until all parts have ended. */
	if (s->cap >= MOST_STREAM && w->blk->to - w->blk->from == w->blk->nwarps) {
		em_cache_meet(w->blk);
		return;
	}
	s->cap *= 2;
	s->at = xrealloc(s->at, s->cap * sizeof *s->at);
}

/* ---- runs */
/* Of the bytes [lo, hi) of a line, 0 <= lo < hi <= 128: the sectors that they touch, and those that they fill. */
static inline unsigned sectors_touched(unsigned lo, unsigned hi)
{
	return (0xfu << lo / 32) & ((1u << (hi + 31) / 32) - 1);
}
static inline unsigned sectors_filled(unsigned lo, unsigned hi)
{
	return (0xfu << (lo + 31) / 32) & ((1u << hi / 32) - 1);
}

/* The bytes [lo, last]: one run of lanes, or two that touch. `skip`: a line that the run before has dealt with. pass:
 * what each line of a load takes at the load-store unit; lines: of the request. */
static inline __attribute__((always_inline)) void range(struct em_warp *w, const struct em_inst *i, uint64_t lo,
	uint64_t last, bool store, uint64_t skip, unsigned pass, unsigned lines)
{
	uint64_t first = lo / EM_LINE_BYTES, end = last / EM_LINE_BYTES;

	for (uint64_t line = first; line <= end; line++) {
		unsigned from, to, touched;

		if (!em_cache_sampled(line))
			continue;
		from = line == first ? lo % EM_LINE_BYTES : 0;
		to = line == end ? last % EM_LINE_BYTES + 1 : EM_LINE_BYTES;
		touched = sectors_touched(from, to);
		if (store)
			em_touch_store(
				w, line, touched & ~sectors_filled(from, to), sectors_filled(from, to), line == skip);
		else
			em_touch_load_as(w, i, line, touched, line == skip ? 0 : pass, lines);
	}
}

/* A pass looks up several lines and brings a word from each bank: a run that straddles two lines takes no more passes
 * than one that lies in a line. */
static inline unsigned run_passes(uint64_t lo, uint64_t end)
{
	return (unsigned)((end - lo + EM_LINE_BYTES - 1) / EM_LINE_BYTES);
}
static inline unsigned run_lines(uint64_t lo, uint64_t end)
{
	return (unsigned)((end - 1) / EM_LINE_BYTES - lo / EM_LINE_BYTES + 1);
}
static unsigned pass_of_run(uint64_t lo, uint64_t end)
{
	return EM_PASS_UNIT * run_passes(lo, end) / run_lines(lo, end);
}

/* Two runs go together if they are in different banks. */
static unsigned pass_of_runs(uint64_t a0, uint64_t e0, uint64_t a1, uint64_t e1)
{
	unsigned n0 = (unsigned)(e0 - a0), n1 = (unsigned)(e1 - a1), apart = (unsigned)(a1 - a0) % EM_LINE_BYTES;
	unsigned passes = apart >= n0 && apart + n1 <= EM_LINE_BYTES ? 1 : run_passes(a0, e0) + run_passes(a1, e1),
		 lines = run_lines(a0, e0) + run_lines(a1, e1);

	if ((e0 - 1) / EM_LINE_BYTES == a1 / EM_LINE_BYTES)
		lines -= lines > 1;
	return EM_PASS_UNIT * (passes < lines ? passes : lines) / lines;
}

static inline __attribute__((always_inline)) void runs(
	struct em_warp *w, const struct em_inst *i, uint64_t a0, uint64_t e0, uint64_t a1, uint64_t e1, bool store)
{
	uint64_t skip = UINT64_MAX, lo = a0;
	unsigned pass, lines;

	if (a1 != e0 && (a0 != a1 || e0 > e1)) {
		pass = store ? EM_PASS_UNIT : pass_of_runs(a0, e0, a1, e1);
		lines = run_lines(a0, e0) + run_lines(a1, e1);
		range(w, i, lo, e0 - 1, store, skip, pass, lines);
		/* Two runs in one line are one pass. */
		skip = (e0 - 1) / EM_LINE_BYTES;
		lo = a1;
	} else {
		pass = store ? EM_PASS_UNIT : pass_of_run(lo, e1);
		lines = run_lines(lo, e1);
	}
	range(w, i, lo, e1 - 1, store, skip, pass, lines);
}

void em_cache_runs(struct em_warp *w, const struct em_inst *i, const struct em_runs *r)
{
	if (r->store)
		runs(w, i, r->a0, r->a0 + r->n0, r->a1, r->a1 + r->n1, true);
	else
		runs(w, i, r->a0, r->a0 + r->n0, r->a1, r->a1 + r->n1, false);
}

const struct em_inst *em_cache_follow_run(
	struct em_warp *w, const struct em_inst *i, uint64_t lo, uint64_t last, unsigned slots)
{
	if (lo / EM_LINE_BYTES == last / EM_LINE_BYTES) /* the caller has seen that it is followed */
		em_touch_load_as(w, i, lo / EM_LINE_BYTES,
			sectors_touched(lo % EM_LINE_BYTES, last % EM_LINE_BYTES + 1), EM_PASS_UNIT, 1);
	else
		range(w, i, lo, last, false, UINT64_MAX, pass_of_run(lo, last + 1), run_lines(lo, last + 1));
	return i + slots;
}

const struct em_inst *em_cache_follow_stored(
	struct em_warp *w, const struct em_inst *i, uint64_t lo, uint64_t last, unsigned slots)
{
	range(w, i, lo, last, true, UINT64_MAX, EM_PASS_UNIT, 0);
	return i + slots;
}

const struct em_inst *em_cache_follow_two(
	struct em_warp *w, const struct em_inst *i, uint64_t a0, uint64_t a1, uint32_t form)
{
	const unsigned bytes = form & 0xffff;
	const uint64_t line = a0 / EM_LINE_BYTES, other = a1 / EM_LINE_BYTES;

	if (form & EM_CACHE_STORE) {
		runs(w, i, a0, a0 + bytes, a1, a1 + bytes, true);
	} else if (bytes <= 16 && !((a0 | a1) & (bytes - 1)) &&
		line != other) { /* each lies in one sector: a place for each half, as a rule */
		const unsigned pass = (a0 - a1) % EM_LINE_BYTES ? EM_PASS_UNIT / 2 : EM_PASS_UNIT;
		if (em_cache_sampled(line))
			em_touch_load_as(w, i, line, 1u << (a0 / 32 & 3), pass, 2);
		if (em_cache_sampled(other))
			em_touch_load_as(w, i, other, 1u << (a1 / 32 & 3), pass, 2);
	} else {
		runs(w, i, a0, a0 + bytes, a1, a1 + bytes, false);
	}
	return i + (form >> 20);
}
