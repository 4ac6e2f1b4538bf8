/* operands: the numbers that the forms run on. Each operand has a set of edges (by its type, or a named set where the
 * instruction wants something special); a form's tuples are all combinations of edges when those are few, else a sample
 * of them, and then random ones. Everything follows from rng_u64, the tuple's number and the operand's place, so the
 * recorder and the replayer agree without storing an operand. Floating-point random numbers come in modes: any bits,
 * exponents close together (so that addition rounds), small integers with halves (ties), and a last operand that nearly
 * cancels the product of the first two. */
#include "tests/conformance/forms.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))
#define SEED 0xC0DE

static const uint64_t INT16[] = { 0, 1, 2, 3, 7, 8, 0xff, 0x100, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff, 0x5555,
	0xaaaa, 0x00f0, 0x1234, 0xfff8 };
static const uint64_t INT32[] = { 0, 1, 2, 3, 7, 31, 32, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffff,
	0x800000, 0xffffff, 0x1000000, 0x12345678, 0x55555555, 0xaaaaaaaa, 0x7ffffffe, 0x7fffffff, 0x80000000,
	0x80000001, 0xff800000, 0xffff8000, 0xffffff80, 0xfffffff9, 0xfffffffe, 0xffffffff };
static const uint64_t INT64[] = {
	0,
	1,
	2,
	3,
	7,
	63,
	64,
	0xff,
	0x7fff,
	0x8000,
	0xffff,
	0x7fffffff,
	0x80000000,
	0xffffffff,
	0x100000000,
	0x123456789abcdef,
	0x5555555555555555,
	0xaaaaaaaaaaaaaaaa,
	0x7ffffffffffffffe,
	0x7fffffffffffffff,
	0x8000000000000000,
	0x8000000000000001,
	0xffffffff80000000,
	0xffffffff7fffffff,
	0xffffffffffff8000,
	0xffffffffffffff80,
	0xfffffffffffffff9,
	0xfffffffffffffffe,
	0xffffffffffffffff,
};
static const uint64_t SHIFT[] = { 0, 1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256, 257, 0x7fffffff,
	0x80000000, 0xffffffff };
static const uint64_t BITPOS[] = { 0, 1, 5, 8, 16, 24, 31, 32, 33, 63, 64, 65, 255, 256, 0x101, 0x80000000,
	0xffffffff };
static const uint64_t SELECT[] = { 0x3210, 0x7654, 0x0123, 0x5410, 0x7632, 0x0000, 0x8888, 0xba98, 0xfedc, 0x4321,
	0x00ff, 0xffff3210, 0, 1, 2, 3, 4, 7, 8 };
static const uint64_t OFFSET[] = { 1, 0xffffffff, 0, 2, 0xfffffffe, 5, 0xfffffffb, 32, 0xffffffe0 };
static const uint64_t BASE[] = { 0, 1, 5, 16, 30, 31 };
static const uint64_t PRED[] = { 0, 1 };
static const uint64_t LUTBITS[] = { 0, 0xffffffff, 0xf0f0f0f0, 0xcccccccc, 0xaaaaaaaa, 0x12345678, 0x00ff00ff };

/* NaNs of binary16 and bfloat16, fma.oob's among them, and a few numbers. */
static const uint64_t OOB[] = { 0x7ff7, 0xfff7, 0x7fff, 0xffff, 0x7ff6, 0xfff8, 0x7e00, 0xfe00, 0x7c01, 0x7fc0, 0xffc0,
	0x7f81, 0x7f7f, 0x3c00, 0xbc00, 0x3f80, 0x0000, 0x8000, 0x7c00, 0xfc00, 0x7f80, 0xff80, 0x0001, 0x4248 };

static const uint64_t F16[] = {
	0x0000,
	0x8000,
	0x0001,
	0x8001,
	0x03ff,
	0x83ff,
	0x0400,
	0x8400,
	0x0401,
	0x3bff,
	0x3c00,
	0xbc00,
	0x3c01,
	0x3800,
	0xb800,
	0x3e00,
	0x4100,
	0x4000,
	0x4200,
	0xc200,
	0x3555,
	0x4248,
	0x6400,
	0x6401,
	0x67ff,
	0x7800,
	0x7bff,
	0xfbff,
	0x7c00,
	0xfc00,
	0x7c01,
	0x7e00,
	0xfe00,
	0x7fff,
	0x7d23,
};
static const uint64_t BF16[] = {
	0x0000,
	0x8000,
	0x0001,
	0x8001,
	0x007f,
	0x807f,
	0x0080,
	0x8080,
	0x0081,
	0x3f7f,
	0x3f80,
	0xbf80,
	0x3f81,
	0x3f00,
	0xbf00,
	0x3fc0,
	0x4020,
	0x4000,
	0x4040,
	0xc040,
	0x3eab,
	0x4049,
	0x4300,
	0x4301,
	0x437f,
	0x7f00,
	0x7f7f,
	0xff7f,
	0x7f80,
	0xff80,
	0x7f81,
	0x7fc0,
	0xffc0,
	0x7fff,
	0x7fa3,
};
static const uint64_t F32[] = { 0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x807fffff, 0x00400000,
	0x00800000, 0x80800000, 0x00800001, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001,
	0x7fc12345, 0x7f800001, 0xffa00000, 0x3f800000, 0xbf800000, 0x3f000000, 0xbf000000, 0x3fc00000, 0x40200000,
	0x3f800001, 0x3f7fffff, 0x4b000000, 0x4b800001, 0x3eaaaaab, 0x40490fdb, 0xc0400000 };
static const uint64_t F64[] = { 0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x8000000000000001,
	0x000fffffffffffff, 0x800fffffffffffff, 0x0010000000000000, 0x8010000000000000, 0x0010000000000001,
	0x7fefffffffffffff, 0xffefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
	0xfff8000000000001, 0x7ff8123456789abc, 0x7ff0000000000001, 0xfff4000000000000, 0x3ff0000000000000,
	0xbff0000000000000, 0x3fe0000000000000, 0xbfe0000000000000, 0x3ff8000000000000, 0x4004000000000000,
	0x3ff0000000000001, 0x3fefffffffffffff, 0x4330000000000000, 0x4340000000000001, 0x3fd5555555555555,
	0x400921fb54442d18 };
/* Where conversions change their answer: halves, and the neighbours of every integer type's and every narrower float's
 * limits. */
static const uint64_t F32_CVT[] = { 0x3e800000, 0x3f400000, 0xbf400000, 0x40600000, 0xc0200000, 0x42fe0000, 0x42ff0000,
	0x43000000, 0x437f0000, 0x437f8000, 0x43800000, 0xc3000000, 0xc3008000, 0xc3010000, 0x46fffe00, 0x46ffff00,
	0x47000000, 0x477fff00, 0x477fff80, 0x47800000, 0xc7000000, 0xc7000080, 0x4effffff, 0x4f000000, 0xcf000000,
	0xcf000001, 0x4f7fffff, 0x4f800000, 0x5effffff, 0x5f000000, 0xdf000000, 0xdf000001, 0x5f7fffff, 0x5f800000,
	0x477fe000, 0x477fefff, 0x477ff000, 0x33000000, 0x33000001, 0x33800000, 0x33c00000, 0x387fc000, 0x387fe000,
	0x38800000, 0x3f801000, 0x3f803000, 0x3f801001, 0x3f808000, 0x3f818000, 0x3f808001, 0x7f7f7fff, 0x7f7f8000,
	0x00008000, 0x00018000, 0x00010000, 0x4afffffe, 0x4afffffd, 0x4b000001, 0xcb000001, 0x43e00000, 0x43e80000,
	0x43f00000, 0x3b000000, 0x3a800000, 0x3f880000, 0x3f980000, 0x00000000, 0x80000000, 0x00000001, 0x807fffff,
	0x00800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7f800001, 0x3f800000,
	0xbf800000, 0x3f000000, 0xbf000000, 0x3fc00000, 0x40200000, 0x3effffff, 0x3f000001, 0x40490fdb };
static const uint64_t F64_CVT[] = { 0x3fd0000000000000, 0x3fe8000000000000, 0xbfe8000000000000, 0x400c000000000000,
	0xc004000000000000, 0x405fc00000000000, 0x405fe00000000000, 0x4060000000000000, 0x406fe00000000000,
	0x406ff00000000000, 0x4070000000000000, 0xc060000000000000, 0xc060200000000000, 0x40dfffe000000000,
	0x40e0000000000000, 0x40efffe000000000, 0x40effff000000000, 0xc0e0001000000000, 0x41dfffffffc00000,
	0x41dfffffffe00000, 0x41e0000000000000, 0xc1e0000000000000, 0xc1e0000000100000, 0xc1e0000000200000,
	0x41efffffffe00000, 0x41effffffff00000, 0x41f0000000000000, 0x43dfffffffffffff, 0x43e0000000000000,
	0xc3e0000000000000, 0xc3e0000000000001, 0x43efffffffffffff, 0x43f0000000000000, 0x47efffffe0000000,
	0x47efffffefffffff, 0x47effffff0000000, 0x3810000000000000, 0x380fffffffffffff, 0x36a0000000000000,
	0x3690000000000000, 0x3690000000000001, 0x36b8000000000000, 0x3ff0000010000000, 0x3ff0000030000000,
	0x3ff0000010000001, 0x3ff0020000000000, 0x3ff0060000000000, 0x40effc0000000000, 0x40effe0000000000,
	0x3e60000000000000, 0x3e70000000000000, 0x3f00000000000000, 0x432fffffffffffff, 0x432ffffffffffffe,
	0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x800fffffffffffff, 0x0010000000000000,
	0x7fefffffffffffff, 0xffefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
	0xfff8000000000001, 0x7ff0000000000001, 0x3ff0000000000000, 0xbff0000000000000, 0x3fe0000000000000,
	0xbfe0000000000000, 0x3ff8000000000000, 0x4004000000000000, 0x3fdfffffffffffff, 0x3fe0000000000001,
	0x400921fb54442d18 };

static const struct {
	const char *name;
	const uint64_t *v;
	size_t n;
} NAMED[] = {
	{ "shift", SHIFT, COUNT(SHIFT) },
	{ "pos", BITPOS, COUNT(BITPOS) },
	{ "select", SELECT, COUNT(SELECT) },
	{ "offset", OFFSET, COUNT(OFFSET) },
	{ "base", BASE, COUNT(BASE) },
	{ "lut", LUTBITS, COUNT(LUTBITS) },
	{ "oob", OOB, COUNT(OOB) },
};

static void edges(const struct form_operand *o, const uint64_t **v, size_t *n)
{
#define SET(s) (*v = (s), *n = COUNT(s))
	for (size_t i = 0; i < COUNT(NAMED); i++)
		if (strcmp(o->set, NAMED[i].name) == 0) {
			*v = NAMED[i].v;
			*n = NAMED[i].n;
			return;
		}
	switch (o->type->kind) {
	case VALUE_PRED: SET(PRED); break;
	case VALUE_F16: SET(F16); break;
	case VALUE_BF16: SET(BF16); break;
	case VALUE_FP8: SET(INT16); break;
	case VALUE_F32:
		if (strcmp(o->set, "cvt") == 0)
			SET(F32_CVT);
		else
			SET(F32);
		break;
	case VALUE_F64:
		if (strcmp(o->set, "cvt") == 0)
			SET(F64_CVT);
		else
			SET(F64);
		break;
	case VALUE_INT:
		if (o->type->reg == 16 || o->type->packed)
			SET(INT16);
		else if (o->type->reg == 32)
			SET(INT32);
		else
			SET(INT64);
		break;
	}
#undef SET
}

static uint64_t mask_bits(unsigned bits)
{
	return bits >= 64 ? ~0ULL : (1ULL << bits) - 1;
}

/* ---- random numbers */

struct float_shape {
	unsigned bits, mant, bias;
};
static const struct float_shape SHAPES[] = {
	[VALUE_F16] = { 16, 10, 15 },
	[VALUE_BF16] = { 16, 7, 127 },
	[VALUE_F32] = { 32, 23, 127 },
	[VALUE_F64] = { 64, 52, 1023 },
};

static uint64_t random_float(enum value_kind k, uint64_t r, unsigned mode)
{
	const struct float_shape *s = &SHAPES[k];
	uint64_t mant = r & mask_bits(s->mant), sign = (r >> 63) << (s->bits - 1);
	uint64_t e = (r >> 53) & 1023;

	switch (mode % 4) {
	case 0: /* any bits */ return (r ^ r >> 7) & mask_bits(s->bits);
	case 1: /* exponents close together */ return sign | (s->bias - 4 + e % 9) << s->mant | mant;
	case 2: /* few significant bits: exact sums and products, ties */
		return sign | (s->bias - 6 + e % 13) << s->mant |
			(mant & mask_bits(s->mant) << (s->mant - 3) & mask_bits(s->mant));
	default: /* ones at the end: carries */
		return sign | (s->bias - 2 + e % 5) << s->mant |
			((r & 1) ? mask_bits(s->mant) - (r >> 40 & 3) : (r >> 40 & 7));
	}
}

static uint64_t random_value(const struct form_operand *o, uint64_t i, uint64_t k)
{
	const struct value_type *t = o->type;
	uint64_t r = rng_u64(SEED, k, i);
	const uint64_t *v;
	size_t n;

	if (o->set[0] && strcmp(o->set, "cvt") != 0) { /* a named set: also its random members are of the set */
		edges(o, &v, &n);
		return v[r % n];
	}
	switch (t->kind) {
	case VALUE_PRED: return r & 1;
	case VALUE_INT:
	case VALUE_FP8:
		/* Half of them short, so that products and quotients are not all overflows and zeros. */
		return ((i & 1) ? r : r >> (r & 63)) & mask_bits(t->reg);
	default:
		if (t->packed)
			return random_float(t->kind, r, (unsigned)i) |
				random_float(t->kind, rng_u64(SEED, k + 16, i), (unsigned)i >> 2) << 16;
		if (strcmp(o->set, "cvt") == 0 && (i & 1) &&
			t->kind >= VALUE_F32) { /* spread over the integers' range */
			const struct float_shape *s = &SHAPES[t->kind];

			return (r >> 63) << (s->bits - 1) | (s->bias - 2 + (r >> 53) % 66) << s->mant |
				(r & mask_bits(s->mant));
		}
		return random_float(t->kind, r, (unsigned)i);
	}
}

/* a*b+c with c close to -(a*b): what a fused operation keeps and an unfused one loses. */
static void cancel(const struct form *f, size_t i, uint64_t v[FORM_MAX_IN])
{
	if (f->nin != 3 || i % 3 != 0 || f->in[2].type != f->in[0].type)
		return;
	if (f->in[0].type->kind == VALUE_F32) {
		float a, b, c;
		uint32_t u[2] = { (uint32_t)v[0], (uint32_t)v[1] }, w;

		memcpy(&a, &u[0], 4);
		memcpy(&b, &u[1], 4);
		c = -(a * b);
		memcpy(&w, &c, 4);
		if (isfinite(c))
			v[2] = w ^ (i % 2);
	} else if (f->in[0].type->kind == VALUE_F64) {
		double a, b, c;

		memcpy(&a, &v[0], 8);
		memcpy(&b, &v[1], 8);
		c = -(a * b);
		if (isfinite(c))
			memcpy(&v[2], &c, 8);
	}
}

/* ---- sets of the warp forms: they depend on the lane and the warp */

static bool warp_value(const struct form_operand *o, size_t i, uint64_t k, uint64_t *out)
{
	static const uint64_t SEGMENTS[] = { 0x1f, 0x0, 0x1c1f, 0x181f, 0x101f, 0xf, 0x1c00, 0x1800, 0x1000, 0x1e1f,
		0x1001, 0x11f, 0x1f1f };
	static const uint64_t MASKS[] = { 0xffffffff, 0xffff, 0xffff0000, 0x1, 0x80000000, 0x55555555, 0xaaaaaaaa,
		0x7fffffff, 0xfffffffe, 0x0ff00ff0, 0x12345678 };
	uint64_t warp = i / 32, r = rng_u64(SEED, k + 32, i);

	if (strcmp(o->set, "lane") == 0) /* mostly lanes, now and then beyond */
		*out = r % 40 + (r >> 32) % 16 / 15 * 100;
	else if (strcmp(o->set, "step") == 0) /* one for the warp: 0 .. 33 */
		*out = warp % 34;
	else if (strcmp(o->set, "segment") == 0)
		*out = SEGMENTS[warp % COUNT(SEGMENTS)];
	else if (strcmp(o->set, "mask") == 0)
		*out = MASKS[warp % COUNT(MASKS)];
	else if (strcmp(o->set, "few") == 0) /* so few that lanes agree */
		*out = rng_u64(SEED, k + 48, r % (1 + warp % 5)) & mask_bits(o->type->reg);
	else if (strcmp(o->set, "rare") == 0) /* a predicate: none, all, one, any */
		*out = warp % 4 == 0 ? 0 : warp % 4 == 1 ? 1 : warp % 4 == 2 ? i % 32 == warp % 32 : r & 1;
	else
		return false;
	return true;
}

/* ---- tuples */

static size_t combinations(const struct form *f)
{
	size_t total = 1;

	for (size_t k = 0; k < f->nin; k++) {
		const uint64_t *v;
		size_t n;

		edges(&f->in[k], &v, &n);
		total *= n;
	}
	return total;
}

/* At most so many combinations of edges, and so many random tuples: the recording has to stay small. */
static const struct {
	const char *group;
	size_t edges, random;
} LIMITS[] = {
	{ "compare", 256, 64 },
	{ "move", 256, 64 },
	{ "atomic", 256, 64 },
	{ "carry", 256, 64 },
	{ "bits", 384, 64 },
	{ "integer", 448, 64 },
	{ "half", 512, 64 },
	{ "approx", 1280, 384 },
	{ "scalar-video", 128, 64 },
	{ "packed-selected", 128, 64 },
	{ "f32", 1280, 128 },
	{ "f64", 1000, 128 },
};

static void limits(const struct form *f, size_t *edge, size_t *random)
{
	size_t total = combinations(f);

	*edge = 1280;
	*random = 64;
	for (size_t i = 0; i < COUNT(LIMITS); i++)
		if (strcmp(f->group, LIMITS[i].group) == 0) {
			*edge = LIMITS[i].edges;
			*random = LIMITS[i].random;
		}
	if (f->nin >= 3) {
		*edge = *edge < 576 ? *edge : 576;
		*random = 2 * *random;
	}
	if (total < *edge)
		*edge = total;
}

static bool is_warp(const struct form *f)
{
	return strcmp(f->group, "warp") == 0;
}

size_t form_cases(const struct form *f)
{
	size_t edge, random;

	if (is_warp(f))
		return 32 * (f->nin > 1 ? 34 : 12);
	limits(f, &edge, &random);
	return (edge + random + 31) / 32 * 32;
}

void form_tuple(const struct form *f, size_t i, uint64_t v[FORM_MAX_IN])
{
	size_t edge, nrandom, rest;
	bool random;

	limits(f, &edge, &nrandom);
	random = i >= edge || is_warp(f);
	/* A step that is a large prime: all combinations when edge is their number, a spread of different ones when it
	 * is less. */
	rest = i * 1000003 % combinations(f);
	memset(v, 0, FORM_MAX_IN * sizeof *v);
	for (size_t k = 0; k < f->nin; k++) {
		const struct form_operand *o = &f->in[k];
		const uint64_t *set;
		size_t n;

		if (warp_value(o, i, k, &v[k]))
			continue;
		if (random) {
			v[k] = random_value(o, i, k);
			continue;
		}
		edges(o, &set, &n);
		v[k] = set[rest % n];
		rest /= n;
		if (o->type->packed && o->type->reg == 32) /* the upper half: another edge */
			v[k] |= set[(i * 7 + k * 3) % n] << 16;
		if (o->type->kind == VALUE_FP8)
			v[k] = rng_u64(SEED, k, i) & 0xffff;
	}
	if (random)
		cancel(f, i, v);
}

static uint64_t mix(uint64_t h, const void *p, size_t n)
{
	const uint8_t *b = p;

	for (size_t i = 0; i < n; i++)
		h = (h ^ b[i]) * 0x100000001b3ULL;
	return h;
}

uint64_t form_hash(const struct form *f)
{
	uint64_t h = mix(0xcbf29ce484222325ULL, f->body, strlen(f->body)), v[FORM_MAX_IN];

	for (size_t i = 0, n = form_cases(f); i < n; i++) {
		form_tuple(f, i, v);
		h = mix(h, v, sizeof v);
	}
	return h;
}
