/* l2: the L2 cache of a device, for the sampled lines alone. Sets of 16 lines with four sectors each; what a new line replaces is chosen by a
 * pseudo-random number (on an H200 a working set somewhat larger than the L2 still finds part of itself there, which replacing the oldest
 * line does not show). Writes stay until they are replaced or until too many lines are dirty, then the one that became dirty first is
 * written to memory. A sector that was only written in part has to be read before it goes there. */
#include "emulator/cache.h"

enum { WAYS = 16, DIRTY_PART = 3 /* one third of the lines may be dirty */ };

struct line {
	uint64_t tag;               /* line number + 1; 0: empty */
	uint8_t valid, dirty, part; /* sectors: known, to be written, of the dirty ones those of which a part is known */
	uint8_t turn[EM_LINE_SECTORS]; /* of a part: how many accesses wrote to it */
};

struct em_l2 {
	uint64_t bytes;
	uint32_t fill, random;
	size_t nsets;
	struct line *lines;         /* WAYS of each set */
	uint32_t *queue;            /* indices of lines in the order in which they became dirty; may hold some that are clean again */
	size_t head, queued, queue_cap;
};

struct em_l2 *em_l2_new(void)
{
	return xcalloc(1, sizeof(struct em_l2));
}

void em_l2_free(struct em_l2 *l2)
{
	if (!l2)
		return;
	free(l2->lines);
	free(l2->queue);
	free(l2);
}

void em_l2_configure(struct em_l2 *l2, uint64_t bytes, uint32_t fill_sectors)
{
	l2->fill = fill_sectors == 2 || fill_sectors == 4 ? fill_sectors : 1;
	if (bytes == l2->bytes && l2->lines)
		return;
	free(l2->lines);
	free(l2->queue);
	l2->bytes = bytes;
	l2->nsets = (size_t)(bytes / EM_LINE_BYTES / EM_CACHE_SAMPLE / WAYS);
	if (!l2->nsets)
		l2->nsets = 1;
	l2->lines = xcalloc(l2->nsets * WAYS, sizeof *l2->lines);
	l2->queue_cap = l2->nsets * WAYS / DIRTY_PART + 1;
	l2->queue = xcalloc(l2->queue_cap, sizeof *l2->queue);
	l2->head = l2->queued = 0;
	l2->random = 1;
}

struct em_l2 *em_l2_copy(const struct em_l2 *l2)
{
	struct em_l2 *x = xmalloc(sizeof *x);

	*x = *l2;
	x->lines = xmalloc(l2->nsets * WAYS * sizeof *x->lines);
	x->queue = xmalloc(l2->queue_cap * sizeof *x->queue);
	memcpy(x->lines, l2->lines, l2->nsets * WAYS * sizeof *x->lines);
	memcpy(x->queue, l2->queue, l2->queue_cap * sizeof *x->queue);
	return x;
}

static void clean(struct line *x, struct em_l2_counts *c)
{
	c->written += em_cache_count(x->dirty);
	c->filled_else += em_cache_count(x->part);
	x->valid |= x->dirty;
	x->dirty = x->part = 0;
}

static struct line *find(struct em_l2 *l2, uint64_t tag, struct em_l2_counts *c)
{
	/* Not the constant of the sample: its lines would all meet in a few sets. */
	uint64_t mixed = (tag ^ tag >> 17) * 0xd6e8feb86659fd93ull;
	size_t set = (size_t)((unsigned __int128)mixed * l2->nsets >> 64);
	struct line *ways = &l2->lines[set * WAYS], *x = NULL;

	for (int k = 0; k < WAYS; k++) {
		if (ways[k].tag == tag)
			return &ways[k];
		if (!ways[k].tag && !x)
			x = &ways[k];
	}
	if (!x) {
		l2->random = l2->random * 1664525u + 1013904223u;
		x = &ways[l2->random >> 28];
		clean(x, c);
	}
	memset(x, 0, sizeof *x);
	x->tag = tag;
	return x;
}

static void became_dirty(struct em_l2 *l2, struct line *x, struct em_l2_counts *c)
{
	if (l2->queued == l2->queue_cap) {
		clean(&l2->lines[l2->queue[l2->head]], c);
		l2->head = (l2->head + 1) % l2->queue_cap;
		l2->queued--;
	}
	l2->queue[(l2->head + l2->queued++) % l2->queue_cap] = (uint32_t)(x - l2->lines);
}

/* Sectors that are not known come from memory, with their neighbours. */
static void fetch(const struct em_l2 *l2, struct line *x, unsigned sectors, uint64_t *count)
{
	unsigned want = 0, group = (1u << l2->fill) - 1;

	for (unsigned s = 0; s < EM_LINE_SECTORS; s += l2->fill)
		if (sectors >> s & group)
			want |= group << s;
	want &= ~(unsigned)x->valid;
	*count += em_cache_count(want);
	x->valid = (uint8_t)(x->valid | want);
	x->part = (uint8_t)(x->part & ~want);
}

void em_l2_flush(struct em_l2 *l2, struct em_l2_counts *c)
{
	for (size_t k = 0; k < l2->nsets * WAYS; k++)
		clean(&l2->lines[k], c);
	l2->head = l2->queued = 0;
}

void em_l2_access(struct em_l2 *l2, uint64_t miss, struct em_l2_counts *c)
{
	struct line *x = find(l2, (miss >> 8) + 1, c);
	unsigned sectors = miss & 15, kind = miss >> 4 & 15;
	bool was_dirty = x->dirty;

	switch (kind) {
	case EM_MISS_READ:
		c->read += em_cache_count(sectors);
		c->hit += em_cache_count(sectors & x->valid);
		if (sectors & ~(unsigned)x->valid)
			fetch(l2, x, sectors & ~(unsigned)x->valid, &c->filled);
		return;
	case EM_MISS_WRITE:
		x->valid = (uint8_t)(x->valid | sectors);
		x->part = (uint8_t)(x->part & ~sectors);
		x->dirty = (uint8_t)(x->dirty | sectors);
		break;
	case EM_MISS_PARTIAL:
		for (unsigned s = 0; s < EM_LINE_SECTORS; s++) {
			unsigned bit = 1u << s;

			if (!(sectors & bit) || x->valid & bit)
				continue;
			/* Eight accesses of a word each are a sector. */
			x->turn[s] = x->part & bit ? (uint8_t)(x->turn[s] + 1) : 1;
			x->part = (uint8_t)(x->turn[s] < 8 ? x->part | bit : x->part & ~bit);
			x->valid = (uint8_t)(x->turn[s] < 8 ? x->valid : x->valid | bit);
		}
		x->dirty = (uint8_t)(x->dirty | sectors);
		break;
	default:
		if (sectors & ~(unsigned)x->valid)
			fetch(l2, x, sectors & ~(unsigned)x->valid, &c->filled_else);
		x->dirty = (uint8_t)(x->dirty | sectors);
		break;
	}
	if (!was_dirty)
		became_dirty(l2, x, c);
}
