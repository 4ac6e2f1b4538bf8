/* bits: reading and writing the recording, and what counts as equal. NaNs: every bit, payload and sign included, must be what the hardware gave;
 * only forms with bounds (.approx) are compared as numbers, and there infinities and NaNs must be where the hardware had them. */
#include "tests/conformance/bits.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t result_bytes(const struct form *f, size_t k, size_t cases)
{
	return (cases * f->out[k].type->bits + 7) / 8;
}

size_t bits_size(const struct form *f)
{
	size_t n = 0;

	for (size_t k = 0; k < f->nout; k++)
		n += result_bytes(f, k, form_cases(f));
	return n;
}

void bits_append(struct buf *b, const struct form *f, const uint64_t *const results[FORM_MAX_OUT])
{
	size_t cases = form_cases(f);

	buf_printf(b, "form %s %016" PRIx64 " ok %zu %zu\n", f->name, form_hash(f), cases, bits_size(f));
	for (size_t k = 0; k < f->nout; k++) {
		unsigned width = f->out[k].type->bits;

		if (width == 1) {
			for (size_t i = 0; i < cases; i += 8) {
				unsigned byte = 0;

				for (size_t j = i; j < i + 8 && j < cases; j++)
					byte |= (unsigned)(results[k][j] & 1) << (j - i);
				buf_putc(b, (char)byte);
			}
			continue;
		}
		for (size_t i = 0; i < cases; i++)
			for (unsigned j = 0; j < width; j += 8)
				buf_putc(b, (char)(results[k][i] >> j));
	}
	buf_putc(b, '\n');
}

void bits_append_refused(struct buf *b, const struct form *f)
{
	buf_printf(b, "form %s %016" PRIx64 " refused 0 0\n\n", f->name, form_hash(f));
}

uint64_t bits_get(const struct form *f, const struct bits_record *r, size_t k, size_t i)
{
	const uint8_t *p = r->data;
	unsigned width = f->out[k].type->bits;
	uint64_t v = 0;

	for (size_t j = 0; j < k; j++)
		p += result_bytes(f, j, r->cases);
	if (width == 1)
		return p[i / 8] >> i % 8 & 1;
	for (unsigned j = 0; j < width / 8; j++)
		v |= (uint64_t)p[i * (width / 8) + j] << 8 * j;
	return v;
}

int bits_next(const char *data, size_t len, size_t *at, struct bits_record *r)
{
	const char *p = data + *at, *nl;
	char line[256], name[160], status[16];

	if (*at >= len)
		return 0;
	nl = memchr(p, '\n', len - *at);
	if (!nl || (size_t)(nl - p) >= sizeof line)
		return -1;
	memcpy(line, p, (size_t)(nl - p));
	line[nl - p] = 0;
	if (sscanf(line, "form %159s %" SCNx64 " %15s %zu %zu", name, &r->hash, status, &r->cases, &r->bytes) != 5)
		return -1;
	*at += (size_t)(nl - p) + 1;
	if (r->bytes >= len - *at || r->cases > FORM_MAX_CASES)
		return -1;
	r->name = p + 5;
	r->namelen = strlen(name);
	r->refused = strcmp(status, "refused") == 0;
	r->data = (const uint8_t *)data + *at;
	*at += r->bytes;
	if (data[*at] != '\n')
		return -1;
	++*at;
	return 1;
}

/* ---- comparison */

static double to_double(enum value_kind kind, uint64_t bits)
{
	static const struct { unsigned mant, exp; } SHAPE[] = { [VALUE_F16] = { 10, 5 }, [VALUE_BF16] = { 7, 8 } };
	float f;
	double d;
	uint32_t u = (uint32_t)bits;

	if (kind == VALUE_F32) {
		memcpy(&f, &u, 4);
		return f;
	}
	if (kind == VALUE_F64) {
		memcpy(&d, &bits, 8);
		return d;
	}
	unsigned mant = SHAPE[kind].mant, exp = SHAPE[kind].exp;
	int bias = (1 << (exp - 1)) - 1, e = (int)(u >> mant & ((1U << exp) - 1));
	uint32_t m = u & ((1U << mant) - 1);
	double v = e == (1 << exp) - 1 ? (m ? (double)NAN : (double)INFINITY) : ldexp(e ? m + (1U << mant) : m, (e ? e : 1) - bias - (int)mant);

	return u >> (mant + exp) & 1 ? -v : v;
}

/* Place of a float among all floats of its width: neighbours differ by one, both zeros are 0. */
static int64_t ordinal(uint64_t bits, unsigned width)
{
	uint64_t sign = 1ULL << (width - 1), mag = bits & (sign - 1);

	return bits & sign ? -(int64_t)mag : (int64_t)mag;
}

static bool close_enough(const struct form *f, enum value_kind kind, unsigned width, uint64_t want, uint64_t got)
{
	double w = to_double(kind, want), g = to_double(kind, got);
	uint64_t distance;

	if (want == got)
		return true;
	if (isnan(w) || isnan(g) || isinf(w) || isinf(g))
		return isnan(w) && isnan(g);
	distance = (uint64_t)llabs(ordinal(want, width) - ordinal(got, width));
	return distance <= (uint64_t)f->ulp || (f->abs_log2 != 0 && fabs(w - g) <= exp2(f->abs_log2));
}

bool bits_agree(const struct form *f, size_t k, uint64_t want, uint64_t got)
{
	const struct value_type *t = f->out[k].type;

	if (f->ulp < 0 || t->kind == VALUE_INT || t->kind == VALUE_PRED || t->kind == VALUE_FP8)
		return want == got;
	if (t->packed)
		return close_enough(f, t->kind, 16, want & 0xffff, got & 0xffff) && close_enough(f, t->kind, 16, want >> 16, got >> 16);
	return close_enough(f, t->kind, t->reg, want, got);
}
