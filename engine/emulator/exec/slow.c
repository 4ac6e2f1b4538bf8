/* slow: see slow.h. */
#include "emulator/exec/slow.h"

#include "emulator/cost/links.h"
#include "emulator/cost/slow_ways.h"

enum {
	SPECIAL = 1 << EM_SLOW_SPECIAL,
	SCALED = 1 << EM_SLOW_SCALED,
	SUBNORMAL = 1 << EM_SLOW_SUBNORMAL,
	SLOW = SPECIAL | SCALED | SUBNORMAL,
	EASY = 1 << EM_SLOW_PARTED
};

static void count(struct em_warp *w, const struct em_inst *i, int way)
{
	const struct em_run *r = w->t->run;
	uint32_t block = i->id / EM_BLOCK_ID(1) + (uint32_t)way;

	w->block_counts[block].execs++;
	w->slow += r->p->costs->weight[block];
	if (r->cycles)
		w->cycles += r->cycles[block];
	if (r->links)
		em_links_tick(w, block);
}

/* ways: of all lanes that are on, together. */
static void went(struct em_warp *w, const struct em_inst *i, unsigned ways)
{
	if (!i->id || !(ways & SLOW))
		return;
	for (int way = 0; way < EM_SLOW_WAYS; way++)
		if (ways & 1u << way)
			count(w, i, way);
}

#define EXPONENT32(u) ((u) >> 23 & 255)
#define MAGNITUDE(u) ((u)&0x7fffffff)

/* FCHK, which asks for the exponents of both and of the quotient, whatever else the numbers are: edges of
 * tests/bench/hard/slow.cu, all pairs of exponents on an H200. */
static unsigned div32(uint32_t a, uint32_t b)
{
	const int ea = (int)EXPONENT32(a), eb = (int)EXPONENT32(b), eq = ea - eb;

	if (ea >= 25 && ea <= 254 && eb >= 2 && eb <= 251 && eq >= -124 && eq <= 126)
		return EASY;
	return !MAGNITUDE(a) || !MAGNITUDE(b) || ea == 255 || eb == 255 ? SPECIAL :
		!ea || !eb || eq <= -126                                ? SUBNORMAL :
									  SCALED;
}

/* Zero and subnormal numbers go one way here. */
static unsigned rcp32(uint32_t b)
{
	const uint32_t e = EXPONENT32(b);

	return MAGNITUDE(b) - EM_RCP_FROM32 <= EM_RCP_TO32 - EM_RCP_FROM32 ? EASY : e && e < 255 ? SCALED :
									      SPECIAL;
}

static unsigned sqrt32(uint32_t a)
{
	return a - EM_SQRT_FROM32 <= EM_SQRT_TO32 - EM_SQRT_FROM32 ? EASY :
		!MAGNITUDE(a) || a > 0x7f800000                    ? SPECIAL :
								     SCALED;
}

#define UPPER(u) ((uint32_t)((u) >> 32))

/* Zero, infinite, not a number. */
static bool special64(uint64_t u)
{
	return !(u << 1) || MAGNITUDE(UPPER(u)) >= 0x7ff00000;
}

static uint64_t quotient(uint64_t a, uint64_t b)
{
	double x, y;

	memcpy(&x, &a, sizeof x);
	memcpy(&y, &b, sizeof y);
	x /= y;
	memcpy(&a, &x, sizeof a);
	return a;
}

/* Of doubles the upper words are looked at: the numerator's, the denominator's, the quotient's. */
static unsigned div64(uint64_t a, uint64_t b)
{
	const uint32_t x = MAGNITUDE(UPPER(a)), y = MAGNITUDE(UPPER(b)), q = MAGNITUDE(UPPER(quotient(a, b)));

	if (x >= 0x03600000 && y >= 0x00100000 && y < 0x7f800000 && q > 0x00100000 && q <= 0x7f800000)
		return EASY;
	return special64(a) || special64(b) ? SPECIAL : q <= 0x00100000 ? SUBNORMAL : SCALED;
}

static unsigned rcp64(uint64_t b)
{
	return MAGNITUDE(UPPER(b)) - EM_RCP_FROM64 <= EM_RCP_TO64 - EM_RCP_FROM64 ? EASY :
		special64(b)                                                      ? SPECIAL :
										    SCALED;
}

static unsigned root64(uint64_t a, uint32_t from)
{
	return UPPER(a) - from <= EM_SQRT_TO64 - from ? EASY :
		special64(a) || a >> 63               ? SPECIAL :
		UPPER(a) < 0x00100000                 ? SUBNORMAL :
							SCALED;
}
static unsigned sqrt64(uint64_t a)
{
	return root64(a, EM_SQRT_FROM64);
}
static unsigned rsqrt64(uint64_t a)
{
	return root64(a, EM_RSQRT_FROM64);
}

#define OF_ONE(name, T) \
	void em_slow_##name(struct em_warp *w, const struct em_inst *i) \
	{ \
		const T *a = EM_AT(w, T, i->a); \
		unsigned ways = 0; \
		for (uint32_t left = w->mask; left; left &= left - 1) \
			ways |= name(a[__builtin_ctz(left)]); \
		went(w, i, ways); \
	}
#define OF_TWO(name, T) \
	void em_slow_##name(struct em_warp *w, const struct em_inst *i) \
	{ \
		const T *a = EM_AT(w, T, i->a), *b = EM_AT(w, T, i->b); \
		unsigned ways = 0; \
		for (uint32_t left = w->mask; left; left &= left - 1) \
			ways |= name(a[__builtin_ctz(left)], b[__builtin_ctz(left)]); \
		went(w, i, ways); \
	}
OF_TWO(div32, uint32_t)
OF_ONE(rcp32, uint32_t)
OF_ONE(sqrt32, uint32_t)
OF_TWO(div64, uint64_t)
OF_ONE(rcp64, uint64_t)
OF_ONE(sqrt64, uint64_t)
OF_ONE(rsqrt64, uint64_t)
