/* cache_touch: an access is cut into lines, and those of the sample are kept in their warp's stream for the block's L1 (cache.c). It is told by the
 * executors of memory (observe.h), of runs and of any lanes. */
#include "emulator/cache.h"
#include "emulator/cost.h"
#include "emulator/exec_mem.h"

#define MOST_STREAM (1u << 17) /* accesses of one warp that wait for the others */
#define HOT_SHIFT 10           /* atomics queue for a place of this many bytes (docs/time-model.md) */

static void grow(struct em_stream *s)
{
	s->cap = s->cap ? 2 * s->cap : 64;
	s->at = xrealloc(s->at, s->cap * sizeof *s->at);
}

static inline void keep(struct em_warp *w, const struct em_touch *access)
{
	struct em_block_cache *c = w->blk->cache;
	struct em_stream *s = &c->stream[w->index];

	if (EM_UNLIKELY(s->n == s->cap))
		grow(s);
	s->at[s->n++] = *access;
	if (s->n == MOST_STREAM) /* a long way without a barrier */
		em_cache_round(w->blk);
}

static const struct em_cost *cost_at(const struct em_warp *w, const struct em_inst *i)
{
	const struct em_program *p = w->t->p;
	int32_t pin = p->origin[i - p->code];

	return pin >= 0 ? &p->costs->cost[pin] : NULL;
}

/* `again`: the line has had its pass. */
static inline void load_line(struct em_warp *w, const struct em_inst *i, uint64_t line, unsigned sectors, bool again)
{
	const struct em_cost *c = cost_at(w, i);

	w->blk->cache->counts->load_lines += !again;
	keep(w, &(struct em_touch){ line, i->id, EM_MISS_READ, (uint8_t)sectors, 0, c && c->past_l1 });
}

/* bytes: of each sector, written by this access. */
static void store_line(struct em_warp *w, uint64_t line, const uint16_t *bytes, bool again)
{
	unsigned full = 0, part = 0;

	for (unsigned s = 0; s < EM_LINE_SECTORS; s++) {
		full |= (unsigned)(bytes[s] >= 32) << s;
		part |= (unsigned)(bytes[s] && bytes[s] < 32) << s;
	}
	w->blk->cache->counts->store_lines += !again;
	keep(w, &(struct em_touch){ line, 0, EM_MISS_WRITE, (uint8_t)part, (uint8_t)full, 0 });
}

/* ---- runs */
/* The bytes [lo, hi): one run of lanes, or two that touch. `skip`: a line that the run before has dealt with. */
static inline __attribute__((always_inline)) void range(struct em_warp *w, const struct em_inst *i, uint64_t lo, uint64_t hi, bool store, uint64_t skip)
{
	uint64_t first = lo / EM_LINE_BYTES, last = (hi - 1) / EM_LINE_BYTES;

	for (uint64_t line = first; line <= last; line++) {
		uint64_t at = line * EM_LINE_BYTES, from, to;

		if (!em_cache_sampled(line))
			continue;
		from = lo > at ? lo - at : 0;
		to = hi < at + EM_LINE_BYTES ? hi - at : EM_LINE_BYTES;
		if (store) {
			uint16_t bytes[EM_LINE_SECTORS] = { 0 };

			for (uint64_t s = from / 32; s <= (to - 1) / 32; s++)
				bytes[s] = (uint16_t)((to < 32 * s + 32 ? to : 32 * s + 32) - (from > 32 * s ? from : 32 * s));
			store_line(w, line, bytes, line == skip);
		} else {
			load_line(w, i, line, (0xfu << from / 32) & (0xfu >> (3 - (to - 1) / 32)), line == skip);
		}
	}
}

static inline __attribute__((always_inline)) void runs(struct em_warp *w, const struct em_inst *i, const struct em_runs *r, bool store)
{
	uint64_t e0 = r->a0 + r->n0, e1 = r->a1 + r->n1, skip = UINT64_MAX, lo = r->a0;

	if (r->a1 != e0 && (r->a0 != r->a1 || e0 > e1)) {
		range(w, i, lo, e0, store, skip);
		/* Two runs in one line are one pass. */
		skip = (e0 - 1) / EM_LINE_BYTES;
		lo = r->a1;
	}
	range(w, i, lo, e1, store, skip);
}

void em_cache_runs(struct em_warp *w, const struct em_inst *i, const struct em_runs *r)
{
	if (r->store)
		runs(w, i, r, true);
	else
		runs(w, i, r, false);
}

static inline unsigned sectors_between(uint64_t lo, uint64_t last)
{
	return (0xfu << (lo / 32 & 3)) & (0xfu >> (~(last / 32) & 3));
}

__attribute__((noinline)) static void follow_runs(struct em_warp *w, const struct em_inst *i, uint64_t a0, uint64_t a1, uint32_t form)
{
	unsigned total = form >> 8 & 255, n0 = (form & 3) == EM_UNIFORM ? total : 16 * total, n1 = (form >> 2 & 3) == EM_UNIFORM ? total : 16 * total;

	em_cache_runs(w, i, &(struct em_runs){ a0, a1, n0, n1, form & 3, form >> 2 & 3, total, form & EM_ACC_STORE });
}

const struct em_inst *em_cache_follow(struct em_warp *w, const struct em_inst *i, uint64_t a0, uint64_t a1, uint32_t form)
{
	uint64_t line = a0 / EM_LINE_BYTES, other = a1 / EM_LINE_BYTES, total = form >> 8 & 255;

	if (form & EM_ACC_STORE) {
		follow_runs(w, i, a0, a1, form);
	} else if ((form & 15) == (EM_UNIFORM | EM_UNIFORM << 2) && line != other) {
		/* A place of each half. */
		if (em_cache_sampled(line))
			load_line(w, i, line, 1u << (a0 / 32 & 3), false);
		if (em_cache_sampled(other))
			load_line(w, i, other, 1u << (a1 / 32 & 3), false);
	} else {
		uint64_t last = a1 + ((form & 3) == EM_UNIFORM ? total : 16 * total) - 1;

		if ((form & 3) == (form >> 2 & 3) && (a0 == a1 || ((form & 3) == EM_CONSECUTIVE && a1 - a0 == 16 * total)) && last / EM_LINE_BYTES == line)
			load_line(w, i, line, sectors_between(a0, last), false); /* one run, one line: its caller has seen that it is followed */
		else
			follow_runs(w, i, a0, a1, form);
	}
	return i + (form >> 16);
}

/* ---- any lanes: first the distinct lines, with the bytes of each sector */
struct lines { unsigned n; uint64_t line[EM_WARP]; uint16_t bytes[EM_WARP][EM_LINE_SECTORS]; };

static void gather_lines(struct lines *x, const uint64_t *addr, uint32_t mask, unsigned bytes)
{
	bool up = true, down = true;

	x->n = 0;
	for (; mask; mask &= mask - 1) {
		uint64_t a = addr[__builtin_ctz(mask)], line = a / EM_LINE_BYTES;
		unsigned k = x->n - 1, s = (unsigned)(a / 32) & 3;

		if (x->n && x->line[k] != line) {
			/* Lines that only rise or only fall are all new. */
			up &= line > x->line[k];
			down &= line < x->line[k];
			for (k = 0; !up && !down && k < x->n && x->line[k] != line; k++)
				;
			if (up || down)
				k = x->n;
		} else if (!x->n) {
			k = 0;
		}
		if (k == x->n) {
			x->line[k] = line;
			memset(x->bytes[k], 0, sizeof x->bytes[k]);
			x->n++;
		}
		x->bytes[k][s] = (uint16_t)(x->bytes[k][s] + bytes);
	}
}

void em_cache_shared_atomic(struct em_warp *w, const struct em_inst *i, const uint64_t *addr, uint32_t mask)
{
	const struct em_cost *c = cost_at(w, i);
	unsigned most = 1;

	if (c && (c->counts_one || c->one_place))
		return;
	for (uint32_t m = mask; m; m &= m - 1) {
		unsigned same = 0;

		for (uint32_t o = m; o; o &= o - 1)
			same += addr[__builtin_ctz(o)] == addr[__builtin_ctz(m)];
		most = same > most ? same : most;
	}
	w->blk->cache->counts->serial += most - 1;
}

static void atomic(struct em_warp *w, const struct em_inst *i, struct em_cache_counts *n, const struct lines *x, const uint64_t *addr, uint32_t mask)
{
	const struct em_cost *cost = cost_at(w, i);

	for (unsigned k = 0; k < x->n; k++) {
		uint64_t place = x->line[k] * EM_LINE_BYTES >> HOT_SHIFT;
		unsigned sectors = 0, most = 1;

		for (unsigned s = 0; s < EM_LINE_SECTORS; s++)
			sectors |= (unsigned)(x->bytes[k][s] != 0) << s;
		/* Lanes that work on one word follow each other; sectors of one place do so twice as fast. */
		for (uint32_t m = mask; m; m &= m - 1) {
			uint64_t a = addr[__builtin_ctz(m)];
			unsigned same = 0;

			if (a / EM_LINE_BYTES != x->line[k])
				continue;
			for (uint32_t o = m; o; o &= o - 1)
				same += addr[__builtin_ctz(o)] == a;
			most = same > most ? same : most;
		}
		n->atomic_all += em_cache_count(sectors);
		if (cost && cost->one_place)
			most = 1;
		n->lanes[(uint32_t)place * 2654435769u >> 22] += most > (em_cache_count(sectors) + 1) / 2 ? most :
			(em_cache_count(sectors) + 1) / 2;
		if (em_cache_sampled(x->line[k]))
			keep(w, &(struct em_touch){ x->line[k], 0, EM_MISS_ATOMIC, (uint8_t)sectors, 0, 0 });
	}
}

void em_cache_lanes(struct em_warp *w, const struct em_inst *i, const uint64_t *addr, uint32_t mask, unsigned bytes, enum em_access kind)
{
	struct em_cache_counts *n = w->blk->cache->counts;
	struct lines x;

	gather_lines(&x, addr, mask, bytes);
	if (kind == EM_ATOMIC) {
		n->passes += x.n;
		atomic(w, i, n, &x, addr, mask);
		return;
	}
	for (unsigned k = 0; k < x.n; k++) {
		unsigned sectors = 0;

		for (unsigned s = 0; s < EM_LINE_SECTORS; s++)
			sectors |= (unsigned)(x.bytes[k][s] != 0) << s;
		if (kind == EM_WRITE || kind == EM_COPY_WRITE)
			store_line(w, x.line[k], x.bytes[k], false);
		else
			load_line(w, i, x.line[k], sectors, false);
	}
}
