/* fit: the tables of the special function unit (engine/emulator/exec/mufu.def) out of what a GPU computed. Usage: fit
 * FOLDER >mufu.def, with the files of record.cu in FOLDER. Build: cc -O2 -std=c11 -D_GNU_SOURCE -Iengine -o fit
 * tests/conformance/mufu/fit.c -lm, from the repository's root. The unit cuts the argument into a segment and its place
 * x in it, and gives the upper bits of V = (C0 << base) + C1 x + (C2 s(x) << square) + round,      s(x) = the square of
 * x, cut as em_mufu_square does with integers C0 (26 bits), C1 and C2 of its own for each segment (Oberman, Siu: A
 * High-Performance Area-Efficient Multifunction Interpolator, ARITH-17, 2005; that the square is cut so, and how the
 * arguments get there, is known from the envytools project's study of a GPU of 2006). Each recorded result gives an
 * interval for V. The program tries all C1 and C2 near the function's derivatives and keeps those that fit every place
 * of the segment; mostly it is one pair, with one value of (C0 << base) + round. A function without a solution is an
 * error: nothing is approximated here. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/exec/mufu_square.h"

static float as_f(uint32_t u)
{
	float f;
	memcpy(&f, &u, 4);
	return f;
}
static uint32_t as_u(float f)
{
	uint32_t u;
	memcpy(&u, &f, 4);
	return u;
}

/* One function: how x is cut, where the result's last bit stands in V, and the derivatives at the begin of a segment in
 * units of V. */
struct unit {
	const char *name;
	int segments, bits, square; /* of x; of C2 s(x) */
	void (*slope)(int segment, double *first, double *second);
	double wide; /* how far C1 and C2 may lie from the derivatives, as a share of them; a few units are always tried
		      */
};

enum { ROOM = 1 << 24 };
static int64_t *lo, *hi; /* of V, for each argument (segment << bits | x) */

static void clear(void)
{
	for (size_t i = 0; i < ROOM; i++)
		lo[i] = INT64_MIN, hi[i] = INT64_MAX;
}

static void note(uint32_t at, int64_t least, int64_t most)
{
	if (least > lo[at])
		lo[at] = least;
	if (most < hi[at])
		hi[at] = most;
}

static int8_t *load(const char *folder, const char *name, size_t n)
{
	char path[512];
	int8_t *d = malloc(n);
	FILE *f;

	snprintf(path, sizeof path, "%s/%s.i8", folder, name);
	f = fopen(path, "rb");
	if (!d || !f || fread(d, 1, n, f) != n) {
		fprintf(stderr, "fit: %s can't be read\n", path);
		exit(1);
	}
	fclose(f);
	return d;
}

/* What the GPU gave, from how far it was from the nearest float. */
static float given(double exact, int8_t away)
{
	return as_f(as_u((float)exact) + (uint32_t)(int32_t)away);
}
enum { FAR = 127 };

static int fits(const struct unit *u, int seg, int c1, int c2, const uint32_t *square, uint32_t n, int64_t *least,
	int64_t *most)
{
	*least = INT64_MIN, *most = INT64_MAX;
	for (uint32_t k = 0; k < n && *least <= *most; k++) {
		uint32_t x = k * 81007u & (n - 1); /* far apart, so that what does not fit is seen soon */
		size_t at = (size_t)seg << u->bits | x;
		int64_t p = (int64_t)c1 * x + (int64_t)c2 * (int64_t)square[x] * (1 << u->square);

		if (lo[at] == INT64_MIN)
			continue;
		if (lo[at] - p > *least)
			*least = lo[at] - p;
		if (hi[at] - p < *most)
			*most = hi[at] - p;
	}
	return *least <= *most;
}

struct found {
	int c1, c2;
	int64_t least, most;
};
enum { ALTERNATIVES = 64 };
static struct found found[128][ALTERNATIVES];
static int nfound[128];

/* The residue that some solution of every segment has modulo 1 << base, or -1. */
static int64_t residue(int segments, int base)
{
	for (int64_t r = 0; r < (int64_t)1 << base; r++) {
		int seg = 0, k = 0;

		for (; seg < segments; seg++) {
			for (k = 0; k < nfound[seg]; k++) {
				int64_t first =
					found[seg][k].least + ((r - found[seg][k].least) & (((int64_t)1 << base) - 1));
				if (first <= found[seg][k].most)
					break;
			}
			if (k == nfound[seg])
				break;
		}
		if (seg == segments)
			return r;
	}
	return -1;
}

static void solve(const struct unit *u)
{
	static uint32_t square[1 << 17];
	enum { NEAR_FIRST = 12, NEAR_SECOND = 30 };
	int base;
	int64_t r = -1;

	for (uint32_t x = 0; x < 1u << u->bits; x++)
		square[x] = em_mufu_square(x << (17 - u->bits));
	for (int seg = 0; seg < u->segments; seg++) {
		double first, second;
		struct found f;

		u->slope(seg, &first, &second);
		nfound[seg] = 0;
		for (int c1 = (int)(first - fabs(first) * u->wide) - NEAR_FIRST;
			c1 <= first + fabs(first) * u->wide + NEAR_FIRST; c1++) {
			/* While the square is 0, C2 does not matter. */
			if (!fits(u, seg, c1, 0, square, 1u << (u->bits - 7), &f.least, &f.most))
				continue;
			for (int c2 = (int)(second - fabs(second) * 12 * u->wide) - NEAR_SECOND;
				c2 <= second + fabs(second) * 12 * u->wide + NEAR_SECOND; c2++) {
				f.c1 = c1, f.c2 = c2;
				if (fits(u, seg, c1, c2, square, 1u << u->bits, &f.least, &f.most) &&
					nfound[seg] < ALTERNATIVES)
					found[seg][nfound[seg]++] = f;
			}
		}
		if (!nfound[seg]) {
			fprintf(stderr, "fit: %s: nothing fits segment %d\n", u->name, seg);
			exit(1);
		}
	}
	for (base = 17; base > 8 && r < 0; base--)
		r = residue(u->segments, base);
	base++;
	if (r < 0) {
		fprintf(stderr, "fit: %s: no common rounding constant\n", u->name);
		exit(1);
	}
	printf("MUFU_TABLE(%s, %d, %d, %d, %d, 0x%" PRIx64 ")\n", u->name, u->segments, u->bits, u->square, base,
		(uint64_t)r);
	for (int seg = 0; seg < u->segments; seg++)
		for (int k = 0; k < nfound[seg]; k++) {
			const struct found *f = &found[seg][k];
			int64_t first = f->least + ((r - f->least) & (((int64_t)1 << base) - 1));

			if (first > f->most)
				continue;
			printf("MUFU_ROW(0x%07" PRIx64 ", %d, %d)%s", (uint64_t)(first >> base), f->c1, f->c2,
				seg % 4 == 3 || seg + 1 == u->segments ? "\n" : " ");
			break;
		}
}

/* Derivatives in units of V, where 1.0 is `one`; s(x) is the square over 2^19. */
#define UNITS(one, step, d1, d2, square) \
	(*first = (d1) * (step) * (one), *second = (d2) * (step) * (step) * (one)*0x1p19 / (1 << (square)))
static void rcp_slope(int s, double *first, double *second)
{
	double a = 1 + s / 128.0;
	UNITS(0x1p39, 0x1p-23, -1 / (a * a), 1 / (a * a * a) / 4,
		0); /* x has one bit less: its square is taken of twice x */
}
static double root_argument(int s, double *step)
{
	*step = s < 64 ? 0x1p-23 : 0x1p-22;
	return s < 64 ? 1 + s / 64.0 : 2 + (s - 64) / 32.0;
}
static void rsq_slope(int s, double *first, double *second)
{
	double step, a = root_argument(s, &step);
	UNITS(0x1p40, step, -.5 * pow(a, -1.5), .375 * pow(a, -2.5), 2);
}
static void sqrt_slope(int s, double *first, double *second)
{
	double step, a = root_argument(s, &step);
	UNITS(0x1p40, step, .5 / sqrt(a), -.125 * pow(a, -1.5), 1);
}
static void ex2_slope(int s, double *first, double *second)
{
	double v = exp2(s / 64.0), ln2 = log(2);
	UNITS(0x1p38, 0x1p-23, v * ln2, v * ln2 * ln2 / 2, 0);
}
static void lg2_slope(int s, double *first, double *second)
{
	double a = 1 + s / 64.0, ln2 = log(2);
	UNITS(0x1p38, 0x1p-23, 1 / (a * ln2), -1 / (2 * a * a * ln2), 1);
}
static void sin_slope(int s, double *first, double *second)
{
	double quarter = acos(-1) / 2, a = s / 64.0 * quarter;
	UNITS(0x1p37, 0x1p-23, cos(a) * quarter, -sin(a) / 2 * quarter * quarter, 0);
}
/* tanh has its own segments in each binade from 2^-8 to 2^3. */
static const struct {
	int exponent, bits;
} tanh_binades[] = {
#define BINADE(name, exponent, bits) { exponent, bits },
	EM_MUFU_TANH_BINADES(BINADE)
};
enum { TANH_BINADES = sizeof tanh_binades / sizeof *tanh_binades };
static void tanh_slope(int s, double *first, double *second)
{
	int k = 0, before = 0;
	double a, v, binade;

	while (s - before >= 1 << tanh_binades[k].bits)
		before += 1 << tanh_binades[k++].bits;
	binade = ldexp(1, tanh_binades[k].exponent);
	a = binade * (1 + (s - before) * ldexp(1, -tanh_binades[k].bits));
	v = tanh(a);
	UNITS(0x1p42, binade * ldexp(0x1p-17, -tanh_binades[k].bits), 1 - v * v, -v * (1 - v * v), 0);
}

/* A result of 24 bits whose last one is 1 << shift in V. */
static void note_cut(uint32_t at, float r, double last, int shift)
{
	int64_t v = (int64_t)((double)r / last);
	note(at, v * ((int64_t)1 << shift), (v + 1) * ((int64_t)1 << shift) - 1);
}
/* A result that is cut wherever its first bit stands; `one` is 1.0 in V, and `more` was added to it. */
static void note_floating(uint32_t at, float r, double one, double more)
{
	int64_t least = (int64_t)ceil(((double)r - more) * one),
		most = (int64_t)ceil(((double)as_f(as_u(r) + 1) - more) * one) - 1;
	note(at, least, most < least ? least : most);
}

static void sines(const char *folder)
{
	static const struct {
		const char *name;
		uint32_t from;
	} files[] = { { "q", 0x3e800000 }, { "h", 0x3f000000 }, { "1", 0x3f800000 }, { "2", 0x40000000 } };

	for (int k = 0; k < 8; k++) {
		int is_cos = k & 1;
		char name[16];
		int8_t *d;

		snprintf(name, sizeof name, "%s_%s", is_cos ? "cos" : "sin", files[k >> 1].name);
		d = load(folder, name, 1 << 23);
		for (uint32_t i = 0; i < 1 << 23; i++) {
			float x = as_f(files[k >> 1].from + i), t, r;
			double turns = (double)x * 0x1.45f306p-3;
			uint32_t at;

			t = (float)turns; /* cut, not rounded */
			if (t > turns)
				t = as_f(as_u(t) - 1);
			at = (uint32_t)((double)t * 0x1p25) + ((uint32_t)is_cos << 23);
			at = (at >> 23 & 1 ? ~at : at) & 0x7fffff;
			r = fabsf(given(is_cos ? cos(x) : sin(x), d[i]));
			if (d[i] != FAR && r > 0)
				note_floating(at, r, 0x1p37, 0);
		}
		free(d);
	}
}

/* Every eighth argument was recorded; of those that are cut to the same x any will do. */
static int tangents(const char *folder)
{
	char path[512];
	int rows = 0;
	FILE *f;

	snprintf(path, sizeof path, "%s/tanh.u32", folder);
	f = fopen(path, "rb");
	if (!f)
		return 0;
	for (int k = 0; k < TANH_BINADES; k++) {
		int bits = tanh_binades[k].bits;

		if (fseek(f, 4L * (tanh_binades[k].exponent + 10) * (1 << 20), SEEK_SET))
			return 0;
		for (uint32_t i = 0; i < 1 << 20; i++) {
			uint32_t u, m = i << 3;

			if (fread(&u, 4, 1, f) != 1)
				return 0;
			note_floating(((uint32_t)rows + (m >> (23 - bits))) << 17 | (m << bits & 0x7fffff) >> 6,
				as_f(u), 0x1p42, 0);
		}
		rows += 1 << bits;
	}
	fclose(f);
	return rows;
}

int main(int argc, char **argv)
{
	static const struct unit units[] = {
		{ "rcp", 128, 16, 0, rcp_slope, 0 },
		{ "rsq", 128, 17, 2, rsq_slope, 0 },
		{ "sqrt", 128, 17, 1, sqrt_slope, 0 },
		{ "ex2", 64, 17, 0, ex2_slope, 0 },
		{ "lg2", 64, 17, 1, lg2_slope, 0 },
		{ "sin", 64, 17, 0, sin_slope, 0 },
		{ "tanh", EM_MUFU_TANH_ROWS, 17, 0, tanh_slope, .1 },
	};
	const char *folder = argc > 1 ? argv[1] : ".";
	int8_t *d, *d2;

	lo = malloc(ROOM * sizeof *lo), hi = malloc(ROOM * sizeof *hi);
	if (!lo || !hi)
		return 1;
	printf("/* mufu.def: tables of the special function unit, made by tests/conformance/mufu/fit.c from what an "
	       "H200 computed. See mufu.h.\n"
	       " * MUFU_TABLE(name, segments, bits of x, square, base, round), then a row (C0, C1, C2) for each "
	       "segment. */\n");

	clear();
	d = load(folder, "rcp", 1 << 23);
	for (uint32_t i = 1; i < 1 << 23; i++)
		note_cut(i, given(1 / (double)as_f(0x3f800000 + i), d[i]), 0x1p-24, 15);
	solve(&units[0]);

	clear();
	d = load(folder, "rsq", 1 << 24);
	for (uint32_t i = 1; i < 1 << 24; i++)
		note_cut(i, given(1 / sqrt(as_f(0x3f800000 + i)), d[i]), 0x1p-24, 16);
	solve(&units[1]);

	clear();
	d = load(folder, "sqrt", 1 << 24);
	for (uint32_t i = 0; i < 1 << 24; i++)
		note_cut(i, given(sqrt(as_f(0x3f800000 + i)), d[i]), 0x1p-23, 17);
	solve(&units[2]);

	clear();
	d = load(folder, "ex2_1", 1 << 23);
	for (uint32_t i = 0; i < 1 << 23; i++)
		note_cut(i, given(exp2(as_f(0x3f800000 + i)), d[i]), 0x1p-22, 15);
	solve(&units[3]);

	clear();
	d = load(folder, "lg2_1", 1 << 23), d2 = load(folder, "lg2_2", 1 << 23);
	for (uint32_t i = 1; i < 1 << 23; i++) {
		if (d[i] != FAR)
			note_floating(i, given(log2(as_f(0x3f800000 + i)), d[i]), 0x1p38, 0);
		note_floating(i, given(log2(as_f(0x40000000 + i)), d2[i]), 0x1p38, 1);
	}
	solve(&units[4]);

	clear();
	sines(folder);
	solve(&units[5]);

	clear();
	if (tangents(folder) != EM_MUFU_TANH_ROWS) {
		fprintf(stderr, "fit: %s/tanh.u32 can't be read\n", folder);
		return 1;
	}
	solve(&units[6]);
	return 0;
}
