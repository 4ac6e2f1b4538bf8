/* cache: see cache.h. What a warp's accesses touch of the sample is in its stream (cache/touch.c, exec_follow.c). The
 * emulator runs a block's warps one after the other, each to its next barrier; when all have, their streams meet the
 * block's share of the L1 in the order of their times, as warps do on a multiprocessor: loads look there first, stores
 * write through and take room there, atomics and loads that ask for the L2 (.cg, .volatile, .relaxed) pass it by. */
#include "emulator/cache/cache_run.h"

static inline void miss(const struct em_cache_run *r, struct em_block_cache *c, uint64_t line, uint32_t load,
	bool beside, unsigned kind, unsigned sectors, uint32_t time)
{
	struct em_misses *m = &c->misses;

	if (!sectors || m->n >= r->most_misses)
		return;
	em_misses_room(m, 1);
	m->time[m->n] = time;
	m->at[m->n++] = EM_MISS(line, load, beside, kind, sectors);
}

/* The first way of the set that a line belongs to. Lines are followed where their product with EM_CACHE_HASH is small;
 * how large it is in spite of that says which set, so that those of a run of lines go to all sets alike: what is
 * smaller than the cache fits. */
static inline size_t l1_set(const struct em_block_cache *c, uint64_t line)
{
	uint32_t where = (uint32_t)line * EM_CACHE_HASH << EM_CACHE_SAMPLE_SHIFT;

	return (size_t)((uint64_t)where * c->nsets >> 32) * c->stride;
}

/* The way of a set that a new line gets: the first empty one, or the one that was not used for longest. */
static size_t l1_victim(const struct em_block_cache *c, size_t set)
{
	unsigned empty = em_cache_ways(c->tag + set, c->stride, 0) & ((1u << c->nways) - 1);
	uint64_t oldest = UINT64_MAX;

	if (empty)
		return set + (size_t)__builtin_ctz(empty);
	for (unsigned k = 0; k < c->nways; k++) {
		uint64_t age = (uint64_t)c->used[set + k] << 8 | k;

		oldest = age < oldest ? age : oldest;
	}
	return set + (oldest & 255);
}

/* A warp of the block, and its time (em_block_cache.base). */
struct when {
	uint32_t time, within; /* within: so far apart others are just as far (em_within) */
	uint32_t load;
	uint8_t warp;
};
/* What a load meets on its way: late: it has all that it asks for, but some of it another warp has just asked for, so
 * it waits too; beside: it has not all, but another warp has just asked for what comes together with that. behind: so
 * much later than the other one it came. anew: some of it has come since the warp was here last. */
struct met {
	bool late, beside, anew, come, slid;
	uint32_t behind;
};

/* Sectors of a line that another warp has just asked for. */
static inline bool on_their_way(
	const struct em_l1_line *x, unsigned sectors, struct when when, uint32_t seen, struct met *met)
{
	bool found = false;

	if (seen > x->latest)
		return false;
	for (unsigned m = sectors & x->sectors; m; m &= m - 1) {
		unsigned s = (unsigned)__builtin_ctz(m);
		int32_t apart = (int32_t)(when.time - x->since[s]);

		if (seen > x->since[s] || x->by[s] == when.warp || x->by[s] == EM_NOBODY)
			continue;
		met->anew = true;
		if ((uint32_t)abs(apart) > when.within)
			continue;
		found = true;
		if (x->load[s] == when.load && apart > (int32_t)met->behind)
			met->behind = (uint32_t)apart;
	}
	return found;
}

static inline void bring(struct em_l1_line *x, unsigned sectors, struct when when)
{
	x->sectors = (uint8_t)(x->sectors | sectors);
	x->latest = sectors && when.time > x->latest ? when.time : x->latest;
	for (unsigned m = sectors; m; m &= m - 1) {
		x->since[__builtin_ctz(m)] = when.time;
		x->by[__builtin_ctz(m)] = when.warp;
		x->load[__builtin_ctz(m)] = when.load;
	}
}

/* Each sector's neighbour, with which it comes from the memory. */
#define NEIGHBOURS(sectors) (((sectors)&5) << 1 | ((sectors) >> 1 & 5))

/* The way of a line, which is made room for where it is not there. last: where the warp was before, which mostly is at
 * this line. */
static inline size_t l1_way(struct em_block_cache *c, uint64_t line, uint32_t *last)
{
	const uint32_t tag = EM_CACHE_TAG(line);

	if (c->tag[*last] == tag) {
		c->used[*last] = ++c->clock;
		return *last;
	}
	const size_t set = l1_set(c, line);
	const unsigned ways =
		c->nsets == 1 ? em_cache_ways(c->tag, EM_L1_MOST_WAYS, tag) : em_cache_ways(c->tag + set, 8, tag);
	const size_t k = ways ? set + (size_t)__builtin_ctz(ways) : l1_victim(c, set);

	c->used[k] = ++c->clock;
	if (!ways) {
		c->tag[k] = tag;
		c->way[k].sectors = 0;
		c->way[k].latest = 0;
		memset(c->seen + k * EM_WARP, 0, EM_WARP * sizeof *c->seen);
		memset(c->had + k * EM_WARP, 0, EM_WARP);
	}
	*last = (uint32_t)k;
	return k;
}

/* Does a warp come to a sector for the first time, and waits for it? Who walks behind another one finds all there, so
 * it is quicker, and catches up: where it has been on its way for twice as long as it is behind. */
static inline void note_new(
	const struct em_block_cache *c, size_t k, unsigned sectors, unsigned missing, struct when when, struct met *met)
{
	uint8_t *had = &c->had[k * EM_WARP + when.warp];
	const unsigned new = sectors & ~(unsigned)*had;
	const struct em_l1_line *x = &c->way[k];
	const uint32_t base = (uint32_t)c->base;

	met->come = missing != 0;
	for (unsigned m = met->come ? 0 : new; m; m &= m - 1) {
		const unsigned s = (unsigned)__builtin_ctz(m);

		met->come |= x->by[s] != EM_NOBODY && x->since[s] - base > (when.time - base) / 2;
	}
	met->slid = met->come && *had;
	*had = (uint8_t)(*had | sectors);
}

/* Looks for the sectors of a line, and puts those that are missing there. Returns the missing ones. */
static inline unsigned l1_load(
	struct em_block_cache *c, uint64_t line, unsigned sectors, struct when when, struct met *met, uint32_t *last)
{
	const size_t k = l1_way(c, line, last);
	struct em_l1_line *x = &c->way[k];
	uint32_t *seen = &c->seen[k * EM_WARP + when.warp];
	const unsigned missing = sectors & ~(unsigned)x->sectors;

	note_new(c, k, sectors, missing, when, met);
	if (missing) {
		met->beside = on_their_way(x, NEIGHBOURS(missing), when, *seen, met);
		met->anew = true;
		bring(x, missing, when);
	} else {
		met->late = on_their_way(x, sectors, when, *seen, met);
	}
	*seen = when.time + 1;
	return missing;
}

/* A store writes through, but it takes room: its line is there from now on, with the sectors that are known completely.
 */
static inline void l1_store(struct em_block_cache *c, uint64_t line, unsigned full, uint32_t *last)
{
	struct em_l1_line *x = &c->way[l1_way(c, line, last)];

	bring(x, full & ~(unsigned)x->sectors, (struct when){ .warp = EM_NOBODY });
}

/* Is this line in the host's memory? */
static bool over_link(const struct em_cache_run *r, uint64_t line)
{
	uint64_t addr = line * EM_LINE_BYTES;
	size_t lo = 0, hi = r->nlinks;

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (r->links[mid].start <= addr + EM_LINE_BYTES - 1)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo && addr < r->links[lo - 1].start + r->links[lo - 1].size;
}

/* Sectors side by side go over the link as one. */
static unsigned sector_runs(unsigned sectors)
{
	return em_cache_count(sectors & ~(sectors << 1));
}

static void count_link(struct em_cache_counts *n, const struct em_touch *a, unsigned missing)
{
	switch (a->kind) {
	case EM_MISS_READ:
		n->load[a->access].link_read += em_cache_count(missing);
		n->load[a->access].link_reads += sector_runs(missing);
		break;
	case EM_MISS_WRITE:
		n->link_full += em_cache_count(a->full);
		n->link_part += em_cache_count(a->sectors);
		n->link_writes += sector_runs(a->full) + (a->access & EM_TOUCH_PIECES);
		break;
	default: n->link_atomic += em_cache_count(a->sectors); break;
	}
}

/* One of the lines that a load asks for has come by. The others of the request, of which few are followed, wait with it
 * as often as the block's lines do. */
static inline void note_far(struct em_block_cache *c, struct em_stream *s, unsigned lines, bool waits)
{
	const unsigned many = lines > EM_FEW_LINES;
	const uint32_t part = EM_LIKELY(lines <= 2) ? (unsigned)EM_FAR_UNIT >> (lines == 2) : EM_FAR_UNIT / lines;

	c->asked++;
	s->touched[many]++;
	s->loaded[many] += part;
	if (!waits)
		return;
	c->waited++;
	s->waited[many]++;
	s->far += (uint32_t)(EM_FAR_UNIT * c->asked / (c->asked + (lines ? lines - 1 : 0) * c->waited));
}

/* Two lines of one request: does one wait where the other one does? It may be the first or the last that waits alone.
 */
static inline void note_pair(struct em_stream *s, struct em_load *load, const struct em_touch *a, bool waits)
{
	const unsigned many = a->full > EM_FEW_LINES;

	if (s->last_read == a->access + 1 && s->last_time == a->time) {
		const unsigned before = s->last_load != 0, either = before + waits, both = 2 * (before & waits);

		load->after += either;
		load->both += both;
		s->after[many] += either;
		s->both[many] += both;
	}
	s->last_read = a->access + 1;
	s->last_load = waits ? a->access + 1 : 0;
	s->last_time = a->time;
}

/* Two warps of a block come to the same load between two barriers: does one wait where the other one does? */
static inline void note_turn(
	struct em_block_cache *c, struct em_load *load, const struct em_touch *a, uint8_t warp, bool waits)
{
	struct em_came *x;

	if (!c->came)
		return;
	x = &c->came[2 * (size_t)a->access + (a->turn & 1)];
	if (x->turn != a->turn) {
		load->turns++;
	} else if (x->warp != warp && x->waited) {
		load->beside++;
		load->beside_both += waits;
	}
	*x = (struct em_came){ a->turn, warp, waits };
}

static inline void meet_l1(const struct em_cache_run *r, struct em_block_cache *c, struct em_cache_counts *n,
	const struct em_touch *a, struct when when, struct met *met, struct em_stream *s)
{
	unsigned asked = em_cache_count(a->sectors), missing;
	struct em_load *load;
	bool far = EM_UNLIKELY(r->nlinks) && over_link(r, a->line);

	switch (a->kind) {
	case EM_MISS_READ:
		missing = r->past_l1[a->access] ? a->sectors : l1_load(c, a->line, a->sectors, when, met, &s->last_way);
		load = &n->load[a->access];
		load->passes += a->pass;
		load->hit += asked - em_cache_count(missing);
		load->read += asked;
		load->lines++;
		load->many += a->full > EM_FEW_LINES;
		load->come += met->come;
		load->slid += met->slid;
		if (missing | met->anew) { /* as always where it is late; a warp waits for the last of its sectors */
			load->far += missing || met->late ? asked : 0;
			load->missed += missing ? asked : 0;
			load->anew += asked;
			load->late += !missing && met->late ? asked : 0;
		}
		note_pair(s, load, a, missing || met->late);
		note_far(c, s, a->full, missing || met->late || (met->slid && a->full > 1));
		note_turn(c, load, a, when.warp, missing || met->late);
		if (far)
			count_link(n, a, missing);
		else
			miss(r, c, a->line, a->access, met->beside, EM_MISS_READ, missing, when.time);
		break;
	case EM_MISS_WRITE:
		n->store_lines += a->pass != 0;
		n->write += em_cache_count(a->full);
		n->partial += asked;
		n->partial_lines += asked != 0;
		if (far) {
			count_link(n, a, 0);
			break;
		}
		/* A lane reads of its local memory only what it has stored there itself. */
		l1_store(c, a->line, a->line < EM_LOCAL_LINES ? a->full : a->full | a->sectors, &s->last_way);
		miss(r, c, a->line, 0, false, EM_MISS_WRITE, a->full, when.time);
		miss(r, c, a->line, 0, false, EM_MISS_PARTIAL, a->sectors, when.time);
		break;
	default:
		if (far)
			count_link(n, a, 0);
		else
			miss(r, c, a->line, a->access, false, EM_MISS_ATOMIC, a->sectors, when.time);
		break;
	}
}

enum { MOST_KEPT = 1 << 20, MOST_TURNS = 64 }; /* of a part of a block: touches of a warp, turns */

/* A warp's access in its block's time. */
static uint64_t time_of(const struct em_cache_run *r, const struct em_block_cache *c, const struct em_stream *s,
	const struct em_touch *a)
{
	uint32_t since = a->time - (uint32_t)s->began - (a->kind == EM_MISS_READ ? r->ahead[a->access] : 0);

	return em_paced(&s->pace, c->base + (since < UINT32_MAX / 2 ? since : 0));
}

/* Warps come by in the order of their times, those of about the same time one after the other. Who stores what it had
 * to wait for lets the others go by before it loads again. Between two of its accesses nothing of a warp's time
 * changes, and most turns pass most warps by: due says when each comes next. */
__attribute__((noinline)) static void meet(struct em_block *b, uint32_t left) /* warps that have more */
{
	struct em_block_cache *c = b->cache;
	const struct em_cache_run *r = b->t->run->cache;
	uint64_t due[EM_WARP], now = 0, before = 0;
	uint32_t at[EM_WARP] = { 0 };

	for (uint32_t m = left; m; m &= m - 1) {
		const uint32_t k = (uint32_t)__builtin_ctz(m);

		due[k] = time_of(r, c, &c->stream[k], c->stream[k].at);
	}
	while (left) {
		uint64_t next = UINT64_MAX;

		for (uint32_t m = left; m; m &= m - 1) {
			const uint32_t k = (uint32_t)__builtin_ctz(m);
			uint64_t time = due[k] > before ? due[k] : before; /* who was held up */
			struct em_stream *s = &c->stream[k];
			const struct em_touch *a = s->at + at[k];
			bool waits, stored = false;

			if (EM_LIKELY(time > now)) {
				next = time < next ? time : next;
				continue;
			}
			waits = s->last_load != 0;
			for (;;) {
				const bool read = a->kind == EM_MISS_READ;
				struct met met = { 0 };

				if (time > now || (read && stored && !r->moves_up[a->access])) {
					next = time < next ? time : next;
					break;
				}
				meet_l1(r, c, c->counts, a,
					(struct when){
						(uint32_t)time, em_within(time, &s->pace), a->access, (uint8_t)k },
					&met, s);
				em_meet(&s->pace, time, met.late || met.beside ? met.behind : 0);
				waits = read ? s->last_load != 0 : waits;
				stored = stored || (waits && !read);
				a++;
				if (++at[k] == s->n) {
					s->n = 0;
					left &= ~(1u << k);
					break;
				}
				due[k] = time_of(r, c, s, a);
				time = due[k] > before ? due[k] : before;
			}
		}
		before = now + 1;
		now = next + EM_MEANWHILE / 2;
	}
}

void em_cache_meet(struct em_block *b)
{
	uint32_t some = 0;

	for (uint32_t k = 0; k < b->nwarps; k++)
		some |= (uint32_t)(b->cache->stream[k].n != 0) << k;
	if (some)
		meet(b, some);
}

/* `of`: whose turn has not ended yet, NULL: all have. */
static void round_of(struct em_block *b, const struct em_warp *of)
{
	struct em_block_cache *c = b->cache;
	struct em_stream *s = c->stream;
	uint64_t longest = 0;

	em_cache_meet(b);
	for (const struct em_warp *w = b->warp[0]; w; w = w->next, s++) {
		const uint64_t now = w->steps + (w == of ? (uint64_t)(w->slice - w->left) : 0),
			       did = now > s->began ? now - s->began : 0;

		longest = did > longest ? did : longest;
		s->began = now;
		s->pace.back = 0;
	}
	c->base += longest;
}

void em_cache_round(struct em_block *b)
{
	if (!b->cache->ahead)
		round_of(b, NULL);
	b->cache->ahead = false;
}

void em_cache_barrier(struct em_block *b)
{
	if (b->to - b->from == b->nwarps) {
		round_of(b, b->now);
		b->cache->ahead = true;
	}
}

bool em_cache_part_turn(struct em_block *b)
{
	for (uint32_t k = b->from; b->cache && k < b->to; k++) {
		struct em_stream *s = &b->cache->stream[k];

		if (s->n > MOST_KEPT || s->nturns == MOST_TURNS)
			return false;
		if (!s->turn)
			s->turn = xmalloc(MOST_TURNS * sizeof *s->turn);
		s->turn[s->nturns++] = (struct em_turn){ s->n, b->warp[k]->steps };
	}
	return true;
}

/* Where what a stream holds of this turn begins. */
static uint32_t turn_begin(const struct em_stream *s, uint32_t turn, uint32_t all)
{
	return !turn ? 0 : turn <= s->nturns ? s->turn[turn - 1].end : all;
}

void em_cache_part_turns(struct em_block *b)
{
	struct em_stream *s = b->cache ? b->cache->stream : NULL;
	struct em_stream whole[EM_WARP]; /* a block has no more warps */
	uint64_t steps[EM_WARP];
	uint32_t turns = 0;

	for (uint32_t k = 0; s && k < b->nwarps; k++) {
		whole[k] = s[k];
		steps[k] = b->warp[k]->steps;
		turns = s[k].nturns > turns ? s[k].nturns : turns;
	}
	for (uint32_t turn = 0; turn < turns; turn++) {
		for (uint32_t k = 0; k < b->nwarps; k++) {
			const uint32_t lo = turn_begin(&whole[k], turn, whole[k].n);

			s[k].at = whole[k].at + lo;
			s[k].n = turn_begin(&whole[k], turn + 1, whole[k].n) - lo;
			b->warp[k]->steps = turn < whole[k].nturns ? whole[k].turn[turn].steps : steps[k];
		}
		em_cache_round(b);
	}
	for (uint32_t k = 0; turns && k < b->nwarps; k++) {
		const uint32_t lo = turn_begin(&whole[k], turns, whole[k].n);

		b->warp[k]->steps = steps[k];
		s[k].at = whole[k].at;
		s[k].n = whole[k].n - lo;
		s[k].nturns = 0;
		memmove(s[k].at, s[k].at + lo, s[k].n * sizeof *s[k].at);
	}
}
