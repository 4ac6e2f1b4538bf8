/* processor: see processor.h. Sets of eight lines, of which the one that was used least lately is replaced. */
#include "emulator/cache/processor.h"
#include "base/buf.h"

enum { WAYS = 8 };

/* Which set an access goes to is as good as random, so the host hardly has it in its cache: all that is looked at first
 * is one line there, and each way a quarter of one. */
struct way {
	uint32_t block, wave, time; /* block: of its number, as many bits as tell it from others of its time */
	uint32_t sectors;
};
struct set {
	_Alignas(64) uint32_t tag[WAYS]; /* 0: the way is empty */
	uint64_t order;                  /* the ways, a byte each: the lowest one was used least lately */
	bool spilled;                    /* one of its lines had to go */
	_Alignas(64) struct way way[WAYS];
};
#define AT_FIRST 0x0706050403020100ull
struct em_processors {
	struct set *set;
	uint32_t n, nsets;
};

struct em_processors *em_processors_new(uint32_t n, uint64_t bytes)
{
	struct em_processors *x = xaligned_zeroed(EM_APART, sizeof *x);
	uint64_t sets = bytes / EM_LINE_BYTES / EM_CACHE_SAMPLE / WAYS;

	x->n = n;
	x->nsets = sets ? (uint32_t)sets : 1;
	x->set = xaligned_zeroed(EM_APART, (size_t)n * x->nsets * sizeof *x->set);
	for (size_t k = 0; k < (size_t)n * x->nsets; k++)
		x->set[k].order = AT_FIRST;
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

static unsigned way_of(const struct set *s, uint32_t tag, bool *there)
{
	unsigned ways = em_cache_ways(s->tag, WAYS, tag);

	*there = ways != 0;
	return ways ? (unsigned)__builtin_ctz(ways) : (unsigned)(s->order & 255);
}

/* From now on it is the one that was used last: its byte goes to the top, those above it move down. */
static void use(struct set *s, unsigned way)
{
	const uint64_t apart = s->order ^ way * 0x0101010101010101ull,
		       at = (apart - 0x0101010101010101ull) & ~apart & 0x8080808080808080ull,
		       below = (at & -at) / 128 - 1; /* the bytes below it: none of them is 0 in `apart` */

	s->order = (s->order & below) | (s->order >> 8 & ~below & (UINT64_MAX >> 8)) | (uint64_t)way << 56;
}

static bool is_kept(uint64_t miss)
{
	return EM_MISS_LINE(miss) < EM_LOCAL_LINES &&
		(EM_MISS_KIND(miss) == EM_MISS_READ || EM_MISS_KIND(miss) == EM_MISS_WRITE);
}

void em_processor_expect(const struct em_processors *x, uint32_t which, uint64_t miss)
{
	const struct set *s = set_of(x, which, EM_MISS_LINE(miss));

	if (!is_kept(miss))
		return;
	__builtin_prefetch(s->tag, 1);
	__builtin_prefetch(s->way, 1);
	__builtin_prefetch(s->way + WAYS / 2, 1);
}

bool em_processor_has(struct em_processors *x, uint32_t which, uint64_t miss, const struct em_asks *by)
{
	const uint64_t line = EM_MISS_LINE(miss);
	const unsigned sectors = EM_MISS_SECTORS(miss);
	struct way *way;
	struct set *s;
	unsigned k;
	bool there;

	if (!is_kept(miss))
		return false;
	s = set_of(x, which, line);
	k = way_of(s, EM_CACHE_TAG(line), &there);
	way = &s->way[k];
	use(s, k);
	s->spilled |= !there && s->tag[k];
	if (EM_MISS_KIND(miss) == EM_MISS_READ && there && !(sectors & ~way->sectors) &&
		(way->block != (uint32_t)by->block || !s->spilled) &&
		(way->wave != by->wave || (uint32_t)abs((int32_t)(by->time - way->time)) > 2 * by->within))
		return true;
	s->tag[k] = EM_CACHE_TAG(line);
	*way = (struct way){ (uint32_t)by->block, by->wave, by->time, sectors | (there ? way->sectors : 0) };
	return false;
}
