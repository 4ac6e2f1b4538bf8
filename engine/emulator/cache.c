/* cache: see cache.h. What a warp's accesses touch of the sample is in its stream (cache_touch.c). The emulator runs a block's warps one
 * after the other, each to its next barrier; when all have, their streams take turns, as warps do on a multiprocessor, and meet the block's
 * share of the L1: loads look there first, stores write through and leave it as it is, atomics and loads that ask for the L2 (.cg,
 * .volatile, .relaxed) pass it by. */
#include "emulator/cache.h"

#define MOST_MISSES (8u << 20) /* of the blocks that run side by side; what is beyond counts as its like */

struct wave { uint64_t index, done; struct em_misses *misses; struct wave *next; };

struct em_cache_run {
	struct em_device *d;
	struct em_timing t;
	struct em_cache_counts *counts; int nworkers;
	pthread_mutex_t lock;
	struct wave *waves;         /* by index; those of which a block has ended */
	uint64_t next_wave, wave_blocks;
	uint64_t most_misses;       /* of one block */
	struct em_mem_block *links; /* the host's memory */
	size_t nlinks;
	struct em_l2_counts l2;
	bool attempt;
	struct em_l2 *before;       /* of an attempt: the L2 before its first wave; NULL: none has met it yet */
};

struct em_cache_run *em_cache_run_new(struct em_device *d, const struct em_timing *t, uint64_t blocks, int nworkers, uint32_t nms, bool attempt)
{
	struct em_cache_run *r = xcalloc(1, sizeof *r);

	r->d = d;
	r->attempt = attempt;
	r->t = *t;
	/* A small grid does not fill the multiprocessors. */
	if (t->multiprocessors && (blocks + t->multiprocessors - 1) / t->multiprocessors < t->resident_blocks)
		r->t.resident_blocks = (uint32_t)((blocks + t->multiprocessors - 1) / t->multiprocessors);
	r->nworkers = nworkers;
	r->counts = xcalloc((size_t)nworkers, sizeof *r->counts);
	for (int k = 0; k < nworkers; k++)
		r->counts[k].load = xcalloc((size_t)nms + 1, sizeof *r->counts[k].load);
	r->wave_blocks = (uint64_t)t->multiprocessors * r->t.resident_blocks;
	if (!r->wave_blocks)
		r->wave_blocks = 1;
	r->most_misses = MOST_MISSES / r->wave_blocks + 64;
	if (!d->l2)
		d->l2 = em_l2_new();
	em_l2_configure(d->l2, t->l2_bytes, t->fill_sectors);
	r->links = em_memory_links(&d->mem, &r->nlinks);
	pthread_mutex_init(&r->lock, NULL);
	return r;
}

static void wave_free(struct em_cache_run *r, struct wave *v)
{
	for (uint64_t k = 0; k < r->wave_blocks; k++)
		free(v->misses[k].at);
	free(v->misses);
	free(v);
}

void em_cache_run_free(struct em_cache_run *r)
{
	if (!r)
		return;
	while (r->waves) {
		struct wave *v = r->waves;

		r->waves = v->next;
		wave_free(r, v);
	}
	for (int k = 0; k < r->nworkers; k++)
		free(r->counts[k].load);
	pthread_mutex_destroy(&r->lock);
	em_l2_free(r->before);
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
void em_cache_block_start(struct em_block *b)
{
	const struct em_cache_run *r = b->t->run->cache;
	struct em_block_cache *c = b->cache;

	if (!r)
		return;
	if (!c) {
		uint64_t lines = r->t.l1_bytes / (r->t.resident_blocks ? r->t.resident_blocks : 1) / EM_LINE_BYTES / EM_CACHE_SAMPLE;

		c = b->cache = xcalloc(1, sizeof *c);
		c->counts = &r->counts[b->t - b->t->run->workers];
		/* Up to 16 lines are one set; more lines, sets of 8. */
		c->nsets = lines <= 16 ? 1 : lines > 4096 ? 512 : (uint32_t)(lines / 8);
		c->nways = lines < 2 ? 2 : c->nsets == 1 ? (uint32_t)lines : 8;
		c->way = xcalloc((size_t)c->nsets * c->nways, sizeof *c->way);
		c->tag = xcalloc((size_t)c->nsets * c->nways, sizeof *c->tag);
		c->stream = xcalloc(b->nwarps, sizeof *c->stream);
	}
	memset(c->way, 0, (size_t)c->nsets * c->nways * sizeof *c->way);
	memset(c->tag, 0, (size_t)c->nsets * c->nways * sizeof *c->tag);
	c->clock = 0;
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
	free(b->cache->misses.at);
	free(b->cache);
	b->cache = NULL;
}

/* The blocks of a wave take turns at the L2, a few misses each. */
static void replay(struct em_cache_run *r, const struct wave *v)
{
	enum { TURN = 4 };
	bool any = true;

	for (size_t at = 0; any; at += TURN) {
		any = false;
		for (uint64_t k = 0; k < r->wave_blocks; k++) {
			const struct em_misses *m = &v->misses[k];

			for (size_t j = at; j < at + TURN && j < m->n; j++)
				em_l2_access(r->d->l2, m->at[j], &r->l2);
			any |= at + TURN < m->n;
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
	v = xcalloc(1, sizeof *v);
	v->index = index;
	v->misses = xcalloc(r->wave_blocks, sizeof *v->misses);
	v->next = *at;
	*at = v;
	return v;
}

void em_cache_block_end(struct em_block *b)
{
	struct em_cache_run *r = b->t->run->cache;
	struct em_misses *m, *from;
	struct wave *v;

	if (!r)
		return;
	em_cache_round(b);
	from = &b->cache->misses;
	pthread_mutex_lock(&r->lock);
	v = wave_at(r, b->position / r->wave_blocks);
	m = &v->misses[b->position % r->wave_blocks];
	if (from->n) {
		m->n = m->cap = from->n;
		m->at = xrealloc(NULL, from->n * sizeof *m->at);
		memcpy(m->at, from->at, from->n * sizeof *m->at);
	}
	v->done++;
	while (r->waves && r->waves->index == r->next_wave && r->waves->done == r->wave_blocks) {
		struct wave *full = r->waves;

		if (r->attempt && !r->before)
			r->before = em_l2_copy(r->d->l2);
		replay(r, full);
		r->waves = full->next;
		r->next_wave++;
		wave_free(r, full);
	}
	pthread_mutex_unlock(&r->lock);
}

/* ---- accesses */
static void miss(struct em_cache_run *r, struct em_block_cache *c, uint64_t line, unsigned kind, unsigned sectors)
{
	struct em_misses *m = &c->misses;

	if (!sectors || m->n >= r->most_misses)
		return;
	if (m->n == m->cap) {
		m->cap = m->cap ? 2 * m->cap : 64;
		m->at = xrealloc(m->at, m->cap * sizeof *m->at);
	}
	m->at[m->n++] = line << 8 | kind << 4 | sectors;
}

/* Looks for the sectors of a line, and puts those that are missing there. Returns the missing ones; *late: it has all, but some of them came in
 * this very turn of the warps, so whoever asks has to wait for them too. */
static unsigned l1_load(struct em_block_cache *c, uint64_t line, unsigned sectors, size_t turn, bool *late)
{
	size_t k = c->recent; /* warps that take turns often ask for one line */
	struct em_l1_line *x;
	unsigned missing;

	c->clock++;
	*late = false;
	if (c->tag[k] != line + 1) {
		size_t set = c->nsets == 1 ? 0 : (line ^ line >> 7) * 0xd6e8feb86659fd93ull % c->nsets * c->nways, end = set + c->nways;

		for (k = set; k < end && c->tag[k] != line + 1; k++)
			;
		if (k == end) {
			k = set;
			for (size_t n = set; n < end; n++)
				if (c->way[n].used < c->way[k].used)
					k = n;
			c->recent = k;
			c->tag[k] = line + 1;
			c->way[k] = (struct em_l1_line){ c->clock, sectors, turn };
			return sectors;
		}
		c->recent = k;
	}
	x = &c->way[k];
	missing = sectors & ~x->sectors;
	x->used = c->clock;
	x->sectors |= sectors;
	*late = x->since == turn;
	if (missing)
		x->since = turn;
	return missing;
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
		n->link_writes += sector_runs(a->full) + em_cache_count(a->sectors);
		break;
	default:
		n->link_atomic += em_cache_count(a->sectors);
		break;
	}
}

static void meet_l1(struct em_cache_run *r, struct em_block_cache *c, struct em_cache_counts *n, const struct em_touch *a, size_t turn)
{
	unsigned asked = em_cache_count(a->sectors), missing;
	bool late = false, far = r->nlinks && over_link(r, a->line);

	switch (a->kind) {
	case EM_MISS_READ:
		missing = a->past ? a->sectors : l1_load(c, a->line, a->sectors, turn, &late);
		n->read += asked;
		n->hit += asked - em_cache_count(missing);
		n->load[a->ms].read += asked;
		/* A warp waits for the last of its sectors. */
		n->load[a->ms].far += missing || late ? asked : 0;
		n->late += !missing && late ? asked : 0;
		if (far)
			count_link(n, a, missing);
		else
			miss(r, c, a->line, EM_MISS_READ, missing);
		break;
	case EM_MISS_WRITE:
		n->write += em_cache_count(a->full);
		n->partial += asked;
		if (far) {
			count_link(n, a, 0);
			break;
		}
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

unsigned em_cache_far(const struct em_cache_run *r, uint32_t ms)
{
	uint64_t read = 0, far = 0;

	for (int k = 0; k < r->nworkers; k++) {
		read += r->counts[k].load[ms].read;
		far += r->counts[k].load[ms].far;
	}
	return read ? (unsigned)((16 * far + read / 2) / read) : 16;
}

void em_cache_round(struct em_block *b)
{
	struct em_block_cache *c = b->cache;
	struct em_cache_run *r = b->t->run->cache;
	struct em_cache_counts *n = c->counts;
	bool any = true;

	for (size_t at = 0; any; at++) {
		any = false;
		for (uint32_t k = 0; k < b->nwarps; k++) {
			if (at < c->stream[k].n)
				meet_l1(r, c, n, &c->stream[k].at[at], c->turn + at);
			any |= at + 1 < c->stream[k].n;
		}
	}
	for (uint32_t k = 0; k < b->nwarps; k++) {
		c->turn += c->stream[k].n;
		c->stream[k].n = 0;
	}
	c->turn++;
}

/* ---- the result */
static uint64_t scale(uint64_t v, uint64_t all, uint64_t part)
{
	return part ? (uint64_t)((unsigned __int128)v * all / part) : 0;
}

void em_cache_result(struct em_cache_run *r, bool whole, const struct counters *c, struct em_traffic *out)
{
	struct em_cache_counts n = { 0 };
	uint64_t loads = c->v[CTR_GLOBAL_LD_SECTORS], stores = c->v[CTR_GLOBAL_ST_SECTORS], part, atomics;

	/* Waves that are not full, or that a fault left. */
	for (const struct wave *v = r->waves; v; v = v->next)
		replay(r, v);
	if (!whole)
		em_l2_flush(r->d->l2, &r->l2);
	for (int k = 0; k < r->nworkers; k++) {
		const struct em_cache_counts *x = &r->counts[k];

		n.passes += x->passes;
		n.load_lines += x->load_lines;
		n.store_lines += x->store_lines;
		n.atomic_all += x->atomic_all;
		n.read += x->read;
		n.hit += x->hit;
		n.late += x->late;
		n.serial += x->serial;
		n.write += x->write;
		n.partial += x->partial;
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
	out->passes = n.passes + (n.read ? scale(n.load_lines, loads, n.read) : (loads + 3) / 4) + (part ? scale(n.store_lines, stores, part) : (stores + 3) / 4);
	out->shared_serial = n.serial;
	out->l1_read = loads;
	out->l1_hit = scale(n.hit, loads, n.read);
	out->l1_late = scale(n.late, loads, n.read);
	out->link_read = scale(n.link_read, loads, n.read);
	out->link_reads = scale(n.link_reads, loads, n.read);
	out->link_write = scale(n.link_full + n.link_part, stores, part);
	out->link_writes = scale(n.link_writes, stores, part);
	out->l2_read = out->l1_read - out->l1_hit - out->link_read;
	out->l2_hit = scale(r->l2.hit, out->l2_read, r->l2.read);
	out->l2_partial = scale(n.partial - n.link_part, stores, part);
	out->l2_write = scale(n.write - n.link_full, stores, part);
	if (!out->link_write)
		out->l2_write = stores - out->l2_partial; /* what rounding, or a launch without samples, has lost */
	atomics = n.link_atomic * EM_CACHE_SAMPLE < n.atomic_all ? n.link_atomic * EM_CACHE_SAMPLE : n.atomic_all;
	out->l2_atomic = n.atomic_all - atomics;
	out->link_read += atomics, out->link_reads += atomics, out->link_write += atomics, out->link_writes += atomics;
	for (size_t h = 0; h < sizeof n.lanes / sizeof *n.lanes; h++)
		out->atomic_lanes = n.lanes[h] > out->atomic_lanes ? n.lanes[h] : out->atomic_lanes;
	/* Memory: in proportion to what went through the L2's sample. */
	out->dram_read = r->l2.read ? scale(r->l2.filled, out->l2_read, r->l2.read) : out->l2_read;
	out->dram_read += part ? scale(r->l2.filled_else, stores, part) : r->l2.filled_else * EM_CACHE_SAMPLE;
	out->dram_write = part ? scale(r->l2.written, stores, part) : r->l2.written * EM_CACHE_SAMPLE;
}
