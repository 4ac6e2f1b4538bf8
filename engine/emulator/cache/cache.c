/* cache: see cache.h. What a warp's accesses touch of the sample is in its stream (cache/touch.c, exec_follow.c). The
 * emulator runs a block's warps one after the other, each to its next barrier; when all have, their streams take turns,
 * as warps do on a multiprocessor, and meet the block's share of the L1: loads look there first, stores write through
 * and take room there, atomics and loads that ask for the L2 (.cg, .volatile, .relaxed) pass it by. */
#include "emulator/cache/cache.h"
#include "emulator/cache/near.h"
#include "base/buf.h"
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"

#define MOST_MISSES (8u << 20) /* of the blocks that run side by side; what is beyond counts as its like */

#define MOST_WAYS 16 /* of a set of the L1 */

/* What the blocks that run side by side miss: each block's misses are [at, at + n) of `miss`. */
struct share {
	size_t at, n;
};
struct wave {
	uint64_t index, done;
	struct share *block;
	struct em_misses miss;
	struct wave *next;
};

struct em_cache_run {
	const struct em_run *run;
	struct em_device *d;
	struct em_timing t;
	struct em_cache_counts *counts;
	int nworkers;
	bool *past_l1; /* by em_pinst.access: a load that does not look into the L1 */
	uint32_t naccesses;
	pthread_mutex_t lock;
	struct wave *waves; /* by index; those of which a block has ended */
	struct wave *spare; /* one that is done, for the next */
	uint64_t next_wave, wave_blocks;
	uint64_t most_misses;       /* of one block */
	struct em_mem_block *links; /* the host's memory */
	size_t nlinks;
	struct em_l2_counts l2;
	bool attempt;
	struct em_l2 *before; /* of an attempt: the L2 before its first wave; NULL: none has met it yet */
};

struct em_cache_run *em_cache_run_new(const struct em_run *run)
{
	const struct em_timing *t = run->l->timing;
	const struct em_program *p = run->p;
	struct em_cache_run *r = xcalloc(1, sizeof *r);

	r->run = run;
	r->d = run->d;
	r->attempt = run->attempt;
	r->t = *t;
	/* A small grid does not fill the multiprocessors. */
	if (t->multiprocessors && (run->nblocks + t->multiprocessors - 1) / t->multiprocessors < t->resident_blocks)
		r->t.resident_blocks = (uint32_t)((run->nblocks + t->multiprocessors - 1) / t->multiprocessors);
	r->nworkers = run->nworkers;
	r->naccesses = p->naccesses;
	r->past_l1 = xcalloc((size_t)p->naccesses + 1, sizeof *r->past_l1);
	for (size_t k = 0; k < p->npinst; k++)
		if (p->pinst[k].access >= 0)
			r->past_l1[p->pinst[k].access] = p->costs->cost[k].past_l1;
	r->counts = xcalloc((size_t)r->nworkers, sizeof *r->counts);
	for (int k = 0; k < r->nworkers; k++)
		r->counts[k].load = xcalloc((size_t)p->naccesses + 1, sizeof *r->counts[k].load);
	r->wave_blocks = (uint64_t)t->multiprocessors * r->t.resident_blocks;
	if (!r->wave_blocks)
		r->wave_blocks = 1;
	r->most_misses = MOST_MISSES / r->wave_blocks + 64;
	if (!r->d->l2)
		r->d->l2 = em_l2_new();
	em_l2_configure(r->d->l2, t->l2_bytes, t->fill_sectors, t->read_row_bytes, t->write_row_bytes);
	r->links = em_memory_links(&r->d->mem, &r->nlinks);
	pthread_mutex_init(&r->lock, NULL);
	return r;
}

static void wave_free(struct wave *v)
{
	if (!v)
		return;
	free(v->block);
	free(v->miss.at);
	free(v);
}

void em_cache_run_free(struct em_cache_run *r)
{
	if (!r)
		return;
	while (r->waves) {
		struct wave *v = r->waves;

		r->waves = v->next;
		wave_free(v);
	}
	wave_free(r->spare);
	for (int k = 0; k < r->nworkers; k++)
		free(r->counts[k].load);
	pthread_mutex_destroy(&r->lock);
	em_l2_free(r->before);
	free(r->past_l1);
	free(r->counts);
	free(r->links);
	free(r);
}

void em_cache_undo(struct em_cache_run *r)
{
	if (!r || !r->before)
		return;
	em_l2_free(r->d->l2);
	r->d->l2 = r->before;
	r->before = NULL;
}

/* ---- blocks */
static struct em_block_cache *block_cache_new(const struct em_cache_run *r, struct em_block *b)
{
	uint64_t lines =
		r->t.l1_bytes / (r->t.resident_blocks ? r->t.resident_blocks : 1) / EM_LINE_BYTES / EM_CACHE_SAMPLE;
	struct em_block_cache *c = xcalloc(1, sizeof *c);
	size_t ways;

	c->counts = &r->counts[b->t - b->t->run->workers];
	/* Up to MOST_WAYS lines are one set; more lines, sets of 8. */
	c->nsets = lines <= MOST_WAYS ? 1 : lines > 4096 ? 512 : (uint32_t)(lines / 8);
	c->nways = lines < 2 ? 2 : c->nsets == 1 ? (uint32_t)lines : 8;
	c->stride = c->nsets == 1 ? MOST_WAYS : 8;
	c->sets_inverse = UINT64_MAX / c->nsets;
	ways = (size_t)c->nsets * c->stride;
	c->way = xcalloc(ways, sizeof *c->way);
	c->tag = xaligned(64, ways * sizeof *c->tag);
	c->used = xcalloc(ways, sizeof *c->used);
	c->stream = xcalloc(b->nwarps, sizeof *c->stream);
	for (uint32_t k = 0; k < b->nwarps; k++) {
		c->stream[k].cap = 16;
		c->stream[k].at = xrealloc(NULL, c->stream[k].cap * sizeof *c->stream[k].at);
		b->warp[k]->stream = &c->stream[k];
	}
	return c;
}

void em_cache_block_start(struct em_block *b)
{
	const struct em_cache_run *r = b->t->run->cache;
	struct em_block_cache *c = b->cache;

	if (!r)
		return;
	if (!c)
		c = b->cache = block_cache_new(r, b);
	memset(c->tag, 0, (size_t)c->nsets * c->stride * sizeof *c->tag);
	c->clock = 0;
	c->links = r->nlinks != 0;
	c->local = EM_LOCAL_LINES +
		b->position % r->wave_blocks * b->nwarps * (((uint64_t)b->t->run->local_bytes + 3) / 4);
	c->misses.n = 0;
	for (uint32_t k = 0; k < b->nwarps; k++)
		c->stream[k].n = 0;
}

void em_cache_block_free(struct em_block *b)
{
	if (!b->cache)
		return;
	for (uint32_t k = 0; k < b->nwarps; k++)
		free(b->cache->stream[k].at);
	free(b->cache->stream);
	free(b->cache->way);
	free(b->cache->tag);
	free(b->cache->used);
	free(b->cache->misses.at);
	free(b->cache);
	b->cache = NULL;
}

/* The blocks of a wave take turns at the L2, a few misses each. */
static void replay(struct em_cache_run *r, const struct wave *v)
{
	enum { TURN = 4, AHEAD = 8 };
	bool any = true;

	for (size_t at = 0; any; at += TURN) {
		any = false;
		for (uint64_t k = 0; k < r->wave_blocks; k++) {
			const struct share *s = &v->block[k], *later = k + AHEAD < r->wave_blocks ? s + AHEAD : s;

			for (size_t j = at; j < at + TURN && j < later->n; j++)
				em_l2_expect(r->d->l2, v->miss.at[later->at + j]);
			for (size_t j = at; j < at + TURN && j < s->n; j++)
				em_l2_access(r->d->l2, v->miss.at[s->at + j], &r->l2);
			any |= at + TURN < s->n;
		}
	}
}

static struct wave *wave_at(struct em_cache_run *r, uint64_t index)
{
	struct wave **at = &r->waves, *v;

	while (*at && (*at)->index < index)
		at = &(*at)->next;
	if (*at && (*at)->index == index)
		return *at;
	v = r->spare;
	r->spare = NULL;
	if (!v) {
		v = xcalloc(1, sizeof *v);
		v->block = xcalloc(r->wave_blocks, sizeof *v->block);
	}
	v->index = index;
	v->next = *at;
	*at = v;
	return v;
}

/* It has had its turn. */
static void wave_done(struct em_cache_run *r, struct wave *v)
{
	if (r->spare) {
		wave_free(v);
		return;
	}
	memset(v->block, 0, r->wave_blocks * sizeof *v->block);
	v->miss.n = v->done = 0;
	r->spare = v;
}

static void misses_room(struct em_misses *m, size_t more)
{
	if (EM_LIKELY(m->n + more <= m->cap))
		return;
	while (m->n + more > m->cap)
		m->cap = m->cap ? 2 * m->cap : 64;
	m->at = xrealloc(m->at, m->cap * sizeof *m->at);
}

void em_cache_block_end(struct em_block *b)
{
	struct em_cache_run *r = b->t->run->cache;
	struct em_misses *from;
	struct wave *v;

	if (!r)
		return;
	em_cache_round(b);
	from = &b->cache->misses;
	if (r->nworkers > 1)
		pthread_mutex_lock(&r->lock);
	v = wave_at(r, b->position / r->wave_blocks);
	if (from->n) {
		misses_room(&v->miss, from->n);
		v->block[b->position % r->wave_blocks] = (struct share){ v->miss.n, from->n };
		memcpy(v->miss.at + v->miss.n, from->at, from->n * sizeof *from->at);
		v->miss.n += from->n;
	}
	v->done++;
	while (r->waves && r->waves->index == r->next_wave && r->waves->done == r->wave_blocks) {
		struct wave *full = r->waves;

		if (r->attempt && !r->before)
			r->before = em_l2_copy(r->d->l2);
		replay(r, full);
		r->waves = full->next;
		r->next_wave++;
		wave_done(r, full);
	}
	if (r->nworkers > 1)
		pthread_mutex_unlock(&r->lock);
}

/* ---- accesses */
static inline void miss(
	const struct em_cache_run *r, struct em_block_cache *c, uint64_t line, unsigned kind, unsigned sectors)
{
	struct em_misses *m = &c->misses;

	if (!sectors || m->n >= r->most_misses)
		return;
	misses_room(m, 1);
	m->at[m->n++] = line << 8 | kind << 4 | sectors;
}

/* The first way of the set that a line belongs to. */
static inline size_t l1_set(const struct em_block_cache *c, uint64_t line)
{
	uint64_t mixed, set;

	if (c->nsets == 1)
		return 0;
	mixed = (line ^ line >> 7) * 0xd6e8feb86659fd93ull;
	set = mixed -
		(uint64_t)((unsigned __int128)mixed * c->sets_inverse >> 64) *
			c->nsets; /* mixed % nsets, or that much more */
	return (set < c->nsets ? set : set - c->nsets) * c->stride;
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

/* Looks for the sectors of a line, and puts those that are missing there. Returns the missing ones; *late: it has all,
 * but some of them came in this very turn of the warps, so whoever asks has to wait for them too. */
static inline unsigned l1_load(struct em_block_cache *c, uint64_t line, unsigned sectors, uint64_t turn, bool *late)
{
	const uint32_t tag = EM_CACHE_TAG(line);
	const size_t set = l1_set(c, line);
	const unsigned ways =
		c->nsets == 1 ? em_cache_ways(c->tag, MOST_WAYS, tag) : em_cache_ways(c->tag + set, 8, tag);
	struct em_l1_line *x;
	unsigned missing;
	size_t k;

	c->clock++;
	if (!ways) {
		k = l1_victim(c, set);
		c->tag[k] = tag;
		c->used[k] = c->clock;
		c->way[k] = (struct em_l1_line){ sectors, turn };
		return sectors;
	}
	k = set + (size_t)__builtin_ctz(ways);
	x = &c->way[k];
	missing = sectors & ~x->sectors;
	c->used[k] = c->clock;
	x->sectors |= sectors;
	*late = x->since == turn;
	if (missing)
		x->since = turn;
	return missing;
}

/* A store writes through, but it takes room: its line is there from now on, with the sectors that are known completely.
 */
static inline void l1_store(struct em_block_cache *c, uint64_t line, unsigned full)
{
	const uint32_t tag = EM_CACHE_TAG(line);
	const size_t set = l1_set(c, line);
	const unsigned ways =
		c->nsets == 1 ? em_cache_ways(c->tag, MOST_WAYS, tag) : em_cache_ways(c->tag + set, 8, tag);
	size_t k = ways ? set + (size_t)__builtin_ctz(ways) : l1_victim(c, set);

	c->used[k] = ++c->clock;
	c->tag[k] = tag;
	c->way[k] = ways ? (struct em_l1_line){ c->way[k].sectors | full, c->way[k].since } :
			   (struct em_l1_line){ full, UINT64_MAX };
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
		n->link_read += em_cache_count(missing);
		n->link_reads += sector_runs(missing);
		break;
	case EM_MISS_WRITE:
		n->link_full += em_cache_count(a->full);
		n->link_part += em_cache_count(a->sectors);
		n->link_writes += sector_runs(a->full) + a->access;
		break;
	default: n->link_atomic += em_cache_count(a->sectors); break;
	}
}

static inline void meet_l1(const struct em_cache_run *r, struct em_block_cache *c, struct em_cache_counts *n,
	const struct em_touch *a, uint64_t turn)
{
	unsigned asked = em_cache_count(a->sectors), missing;
	bool late = false, far = EM_UNLIKELY(r->nlinks) && over_link(r, a->line);

	switch (a->kind) {
	case EM_MISS_READ:
		n->load_passes += a->pass;
		missing = r->past_l1[a->access] ? a->sectors : l1_load(c, a->line, a->sectors, turn, &late);
		n->hit += asked - em_cache_count(missing);
		n->load[a->access].read += asked;
		/* A warp waits for the last of its sectors. */
		n->load[a->access].far += missing || late ? asked : 0;
		n->load[a->access].missed += missing ? asked : 0;
		n->late += !missing && late ? asked : 0;
		if (far)
			count_link(n, a, missing);
		else
			miss(r, c, a->line, EM_MISS_READ, missing);
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
		l1_store(c, a->line, a->full);
		miss(r, c, a->line, EM_MISS_WRITE, a->full);
		miss(r, c, a->line, EM_MISS_PARTIAL, a->sectors);
		break;
	default:
		if (far)
			count_link(n, a, 0);
		else
			miss(r, c, a->line, EM_MISS_ATOMIC, a->sectors);
		break;
	}
}

/* Where most of those that wait do so for a line that another warp has asked for, the warps of a block share their
 * lines and go in step: whoever comes too late to wait soon is in front, and it is the one in front that misses. So a
 * block waits as often as lines come, however few of its warps ask. */
unsigned em_cache_far(const struct em_cache_run *r, uint32_t counts, uint32_t warps)
{
	uint64_t read = 0, far = 0, missed = 0;

	if (!r->past_l1[counts] && em_near_of(r->run, r->counts, counts).sectors)
		return 0;

	for (int k = 0; k < r->nworkers; k++) {
		read += r->counts[k].load[counts].read;
		far += r->counts[k].load[counts].far;
		missed += r->counts[k].load[counts].missed;
	}
	if (far > 2 * missed) {
		missed = missed * warps < read ? missed * warps : read;
		far = missed > far ? missed : far;
	}
	return read ? (unsigned)((16 * far + read / 2) / read) : 16;
}

void em_cache_round(struct em_block *b)
{
	struct em_block_cache *c = b->cache;
	const struct em_cache_run *r = b->t->run->cache;
	struct em_cache_counts *n = c->counts;
	uint32_t left = 0; /* warps that have more */
	uint64_t all = 0;

	for (uint32_t k = 0; k < b->nwarps; k++) {
		left |= (uint32_t)(c->stream[k].n != 0) << k;
		all += c->stream[k].n;
	}
	for (uint32_t at = 0; left; at++) {
		for (uint32_t m = left; m; m &= m - 1) {
			uint32_t k = (uint32_t)__builtin_ctz(m);
			struct em_stream *s = &c->stream[k];

			meet_l1(r, c, n, &s->at[at], c->turn + at);
			if (at + 1 == s->n) {
				s->n = 0;
				left &= ~(1u << k);
			}
		}
	}
	c->turn += all + 1;
}

/* ---- the result */
static uint64_t scale(uint64_t v, uint64_t all, uint64_t part)
{
	return part ? (uint64_t)((unsigned __int128)v * all / part) : 0;
}

void em_cache_result(struct em_cache_run *r, bool whole, const struct counters *c, struct em_traffic *out)
{
	struct em_cache_counts n = { 0 };
	struct em_near near;
	uint64_t loads = c->v[CTR_GLOBAL_LD_SECTORS], stores = c->v[CTR_GLOBAL_ST_SECTORS], read = 0, part, atomics,
		 part_of;

	/* Waves that are not full, or that a fault left. */
	for (const struct wave *v = r->waves; v; v = v->next)
		replay(r, v);
	if (!whole)
		em_l2_flush(r->d->l2, &r->l2);
	em_l2_settle(r->d->l2, &r->l2);
	for (int k = 0; k < r->nworkers; k++) {
		const struct em_cache_counts *x = &r->counts[k];

		n.passes += x->passes;
		n.load_passes += x->load_passes;
		n.store_lines += x->store_lines;
		n.atomic_all += x->atomic_all;
		loads += x->local_read;
		stores += x->local_written;
		out->local_stored += x->local_written;
		out->local_lines += x->local_lines;
		out->atomic_words += x->atomic_words;
		for (uint32_t counts = 0; counts < r->naccesses; counts++)
			read += x->load[counts].read;
		n.hit += x->hit;
		n.late += x->late;
		n.serial += x->serial;
		n.write += x->write;
		n.partial += x->partial;
		n.partial_lines += x->partial_lines;
		n.link_read += x->link_read;
		n.link_reads += x->link_reads;
		n.link_full += x->link_full;
		n.link_part += x->link_part;
		n.link_writes += x->link_writes;
		n.link_atomic += x->link_atomic;
		for (size_t h = 0; h < sizeof n.lanes / sizeof *n.lanes; h++)
			n.lanes[h] += x->lanes[h];
	}
	/* A launch too small for the sample has whole lines, and finds nothing anywhere. */
	part = n.write + n.partial;
	near = em_near_loads(r->run, r->counts, r->past_l1);
	loads -= near.sectors < loads ? near.sectors : loads;
	out->passes = n.passes + (read ? scale(n.load_passes, loads, read) / EM_PASS_UNIT : (loads + 3) / 4) +
		(near.requests > near.sectors / 4 ? near.requests : near.sectors / 4) +
		(part ? scale(n.store_lines, stores, part) : (stores + 3) / 4);
	out->shared_serial = n.serial;
	out->l1_read = loads + near.sectors;
	out->l1_hit = scale(n.hit, loads, read) + near.sectors;
	out->l1_late = scale(n.late, loads, read);
	out->link_read = scale(n.link_read, loads, read);
	out->link_reads = scale(n.link_reads, loads, read);
	out->link_write = scale(n.link_full + n.link_part, stores, part);
	out->link_writes = scale(n.link_writes, stores, part);
	out->l2_read = out->l1_read - out->l1_hit - out->link_read;
	out->l2_hit = scale(r->l2.hit, out->l2_read, r->l2.read);
	out->l2_partial = scale(n.partial - n.link_part, stores, part);
	out->l2_parts = scale(out->l2_partial, n.partial_lines, n.partial);
	out->l2_write = scale(n.write - n.link_full, stores, part);
	if (!out->link_write)
		out->l2_write = stores - out->l2_partial; /* what rounding, or a launch without samples, has lost */
	atomics = n.link_atomic * EM_CACHE_SAMPLE < n.atomic_all ? n.link_atomic * EM_CACHE_SAMPLE : n.atomic_all;
	out->l2_atomic = n.atomic_all - atomics;
	out->link_read += atomics, out->link_reads += atomics, out->link_write += atomics, out->link_writes += atomics;
	for (size_t h = 0; h < sizeof n.lanes / sizeof *n.lanes; h++) {
		out->atomic_passes += n.lanes[h];
		out->atomic_lanes = n.lanes[h] > out->atomic_lanes ? n.lanes[h] : out->atomic_lanes;
	}
	/* Memory: in proportion to what went through the L2's sample. */
	out->dram_read = r->l2.read ? scale(r->l2.filled, out->l2_read, r->l2.read) : out->l2_read;
	out->dram_read += part ? scale(r->l2.filled_else, stores, part) : r->l2.filled_else * EM_CACHE_SAMPLE;
	out->dram_write = part ? scale(r->l2.written, stores, part) : r->l2.written * EM_CACHE_SAMPLE;
	/* Rows follow the sectors for which they were opened. */
	part_of = r->l2.filled + r->l2.filled_else;
	out->rows_read = part_of ? scale(out->dram_read, r->l2.rows_read, part_of) / EM_L2_ROW_UNIT : 0;
	out->rows_written =
		r->l2.written ? scale(out->dram_write, r->l2.rows_written, r->l2.written) / EM_L2_ROW_UNIT : 0;
}
