/* processor: see processor.h. Sets of eight lines, of which the one that was used least lately is replaced. */
#include "emulator/cache/processor.h"
#include "base/buf.h"

enum { WAYS = 8 };

struct set {
	uint32_t tag[WAYS], used[WAYS], wave[WAYS], time[WAYS]; /* used, 0: the way is empty */
	uint64_t by[WAYS];
	uint8_t sectors[WAYS];
	bool spilled; /* one of its lines had to go */
};
struct em_processors {
	struct set *set;
	uint32_t n, nsets, clock;
};

struct em_processors *em_processors_new(uint32_t n, uint64_t bytes)
{
	struct em_processors *x = xcalloc(1, sizeof *x);
	uint64_t sets = bytes / EM_LINE_BYTES / EM_CACHE_SAMPLE / WAYS;

	x->n = n;
	x->nsets = sets ? (uint32_t)sets : 1;
	x->set = xcalloc((size_t)n * x->nsets, sizeof *x->set);
	return x;
}

void em_processors_free(struct em_processors *x)
{
	if (!x)
		return;
	free(x->set);
	free(x);
}

/* As in a block's share (cache.c). */
static struct set *set_of(const struct em_processors *x, uint32_t which, uint64_t line)
{
	uint32_t where = (uint32_t)line * EM_CACHE_HASH << EM_CACHE_SAMPLE_SHIFT;

	return &x->set[(size_t)which * x->nsets + (size_t)((uint64_t)where * x->nsets >> 32)];
}

static unsigned way_of(struct set *s, uint32_t tag, bool *there)
{
	unsigned ways = em_cache_ways(s->tag, WAYS, tag), oldest = 0;

	*there = ways != 0;
	if (ways)
		return (unsigned)__builtin_ctz(ways);
	for (unsigned k = 1; k < WAYS; k++)
		if (s->used[k] < s->used[oldest])
			oldest = k;
	return oldest;
}

bool em_processor_has(struct em_processors *x, uint32_t which, uint64_t miss, struct em_asks by)
{
	const uint64_t line = EM_MISS_LINE(miss);
	const unsigned sectors = EM_MISS_SECTORS(miss), kind = EM_MISS_KIND(miss);
	struct set *s;
	unsigned k;
	bool there;

	if (line >= EM_LOCAL_LINES || kind == EM_MISS_PARTIAL || kind == EM_MISS_ATOMIC)
		return false;
	s = set_of(x, which, line);
	k = way_of(s, EM_CACHE_TAG(line), &there);
	s->used[k] = ++x->clock;
	s->spilled |= !there && s->tag[k];
	if (kind == EM_MISS_READ && there && !(sectors & ~(unsigned)s->sectors[k]) &&
		(s->by[k] != by.block || !s->spilled) &&
		(s->wave[k] != by.wave || (uint32_t)abs((int32_t)(by.time - s->time[k])) > 2 * by.within))
		return true;
	s->tag[k] = EM_CACHE_TAG(line);
	s->sectors[k] = (uint8_t)(sectors | (there ? s->sectors[k] : 0));
	s->by[k] = by.block;
	s->wave[k] = by.wave;
	s->time[k] = by.time;
	return false;
}
