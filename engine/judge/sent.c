/* sent: see sent.h. What is usual, that stretches are stretches of the inputs, is recognised by comparing bytes, each
 * where the one before it ended. Other words are looked for in a filter of all known ones, which takes a few strange
 * words for known: whether there are many is asked, not which. */
#include "judge/sent.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

enum { WORD = 4, BITS_A_WORD = 16 };

struct filter {
	uint64_t *bits; /* NULL: not needed so far */
	unsigned shift; /* 64 - log2 of the number of bits */
};
struct sorting {
	const struct case_data *d;
	uint64_t *at; /* where the next stretch of each argument would begin, in bytes */
	const unsigned char *brought;
	uint64_t nbrought, taken; /* bytes of it, headers included, that the filter has */
	struct filter f;
	uint32_t last, step; /* the word before, and its distance from the one before that */
	uint64_t strange;
};

static uint64_t bit_of(const struct filter *f, uint32_t w)
{
	return ((uint64_t)w + 1) * 0x9e3779b97f4a7c15u >> f->shift;
}

/* Words at each multiple of `apart` bytes. */
static void add(struct filter *f, const unsigned char *p, uint64_t bytes, unsigned apart)
{
	for (uint64_t i = 0; i + WORD <= bytes; i += apart) {
		uint32_t w;

		memcpy(&w, p + i, WORD);
		f->bits[bit_of(f, w) / 64] |= (uint64_t)1 << bit_of(f, w) % 64;
	}
}

static void fill(struct sorting *s)
{
	uint64_t words = s->nbrought / WORD + 1;
	unsigned log = 10;

	for (size_t i = 0; i < s->d->step->nargs; i++)
		words += s->d->args[i].data ? s->d->args[i].bytes : 0;
	while (log < 33 && (uint64_t)1 << log < words * BITS_A_WORD / WORD)
		log++;
	s->f.shift = 64 - log;
	s->f.bits = xcalloc(((size_t)1 << log) / 64, sizeof *s->f.bits);
	for (size_t i = 0; i < s->d->step->nargs; i++) {
		const struct case_arg *a = &s->d->args[i];
		size_t each = elem_size(a->arg->type);

		if (a->data)
			add(&s->f, a->data, a->bytes, each < WORD ? (unsigned)each : WORD);
	}
}

/* What had been brought before the host sent this may go back. */
static void add_brought(struct sorting *s, uint64_t until)
{
	uint64_t n;

	while (s->taken + sizeof n <= until && s->taken + sizeof n <= s->nbrought) {
		memcpy(&n, s->brought + s->taken, sizeof n);
		if (n > s->nbrought - s->taken - sizeof n)
			return;
		add(&s->f, s->brought + s->taken + sizeof n, n, WORD);
		s->taken += sizeof n + n;
	}
}

static bool of_an_input(struct sorting *s, const unsigned char *p, uint64_t bytes)
{
	for (size_t i = 0; i < s->d->step->nargs; i++) {
		const struct case_arg *a = &s->d->args[i];
		uint64_t from[2] = { s->at[i], 0 };

		for (int k = 0; a->data && k < 2; k++)
			if (bytes <= a->bytes - from[k] && !memcmp((const char *)a->data + from[k], p, (size_t)bytes)) {
				s->at[i] = from[k] + bytes;
				return true;
			}
	}
	return false;
}

static float as_float(uint32_t w)
{
	float f;

	memcpy(&f, &w, WORD);
	return f;
}

/* Three floats in even steps, but for rounding; false for NaN. */
static bool even(float a, float b, float c)
{
	float step = c - b, off = step - (b - a);

	return (off < 0 ? -off : off) <= 1e-3f * (step < 0 ? -step : step);
}

/* Does the word go on as those before it did: the same again, or as far away as that one was? */
static bool goes_on(struct sorting *s, uint32_t w)
{
	uint32_t step = w - s->last, before = s->last - s->step;
	bool yes = !step || step == s->step || even(as_float(before), as_float(s->last), as_float(w));

	s->step = step;
	s->last = w;
	return yes;
}

static void sort(struct sorting *s, const unsigned char *p, uint64_t bytes, uint64_t brought)
{
	if (of_an_input(s, p, bytes))
		return;
	if (!s->f.bits)
		fill(s);
	add_brought(s, brought);
	for (uint64_t i = 0; i + WORD <= bytes; i += WORD) {
		uint32_t w;
		uint64_t bit;

		memcpy(&w, p + i, WORD);
		bit = bit_of(&s->f, w);
		if (!goes_on(s, w) && !(s->f.bits[bit / 64] >> bit % 64 & 1))
			s->strange += WORD;
	}
}

uint64_t sent_strange(const struct case_data *d, const unsigned char *sent, uint64_t nsent,
	const unsigned char *brought, uint64_t nbrought)
{
	struct sorting s = { .d = d, .brought = brought, .nbrought = nbrought };
	uint64_t head[2];

	s.at = xcalloc(d->step->nargs + 1, sizeof *s.at);
	for (uint64_t at = 0; at + sizeof head <= nsent; at += head[0]) {
		memcpy(head, sent + at, sizeof head);
		at += sizeof head;
		if (head[0] > nsent - at)
			break;
		sort(&s, sent + at, head[0], head[1]);
	}
	free(s.f.bits);
	free(s.at);
	return s.strange;
}
