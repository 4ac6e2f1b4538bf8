/* access: see access.h. */
#include "judge/access.h"

#include <stdlib.h>
#include <string.h>

#include "base/lines.h"

const char *access_kind_word(enum access_kind k)
{
	static const char *const words[] = { "load", "store", "atomic" };

	return words[k];
}

const struct access *access_at(const struct access_list *l, int line, size_t k, size_t *n)
{
	const struct access *found = NULL;
	size_t seen = 0;

	for (size_t i = 0; i < l->n; i++) {
		if (l->v[i].line != line)
			continue;
		if (seen++ == k)
			found = &l->v[i];
	}
	if (n)
		*n = seen;
	return found;
}

uint64_t access_total(const struct access_list *l, const struct access *a)
{
	for (size_t i = 0; i < l->nlines; i++)
		if (l->lines[i].line == a->line && l->lines[i].launch == a->launch &&
			!strcmp(l->lines[i].file, a->file))
			return l->lines[i].total;
	return 0;
}

uint64_t access_of_all_launches(const struct access_list *l, const struct access *a)
{
	uint64_t n = 0;

	for (size_t i = 0; i < l->nlines; i++)
		if (l->lines[i].line == a->line && !strcmp(l->lines[i].file, a->file))
			n += l->lines[i].total;
	return n;
}

/* ---- sectors */
static int by_address(const void *a, const void *b)
{
	const struct access_sector *x = a, *y = b;

	return (x->address > y->address) - (x->address < y->address);
}

static size_t bits(uint32_t m)
{
	return (size_t)__builtin_popcount(m);
}

void access_sectors(const struct access *a, struct access_sectors *s)
{
	size_t used = 0;

	memset(s, 0, sizeof *s);
	for (int l = 0; l < ACCESS_LANES; l++) {
		uint64_t at = a->addr[l] / SECTOR_BYTES * SECTOR_BYTES, in = a->addr[l] % SECTOR_BYTES;
		uint64_t wanted = ((1ull << (a->bytes < 32 ? a->bytes : 32)) - 1) << in;
		size_t i = 0;

		if (!(a->mask >> l & 1))
			continue;
		while (i < s->n && s->v[i].address != at)
			i++;
		s->v[i].address = at;
		s->v[i].lanes |= 1u << l;
		s->v[i].used |= (uint32_t)wanted;
		s->n += i == s->n;
	}
	qsort(s->v, s->n, sizeof *s->v, by_address);
	for (size_t i = 0; i < s->n; i++)
		used += bits(s->v[i].used);
	s->ideal = (used + SECTOR_BYTES - 1) / SECTOR_BYTES;
}

/* ---- wavefronts: each bank gives one word at a time, to all lanes that want it */
static uint64_t word_of(const struct access *a, int lane, unsigned k)
{
	return a->addr[lane] / 4 + k;
}

static unsigned words_of(const struct access *a)
{
	return a->bytes > 4 ? a->bytes / 4 : 1;
}

/* The lanes of `mask` go together: the k-th word that they want of a bank is in their k-th wavefront. */
static void add_part(const struct access *a, uint32_t mask, struct access_waves *w)
{
	uint64_t word[ACCESS_BANKS][ACCESS_LANES];
	size_t count[ACCESS_BANKS] = { 0 }, most = 0, base = w->n;

	for (int l = 0; l < ACCESS_LANES; l++)
		for (unsigned k = 0; mask >> l & 1 && k < words_of(a); k++) {
			uint64_t want = word_of(a, l, k);
			size_t b = want % ACCESS_BANKS, i = 0;

			while (i < count[b] && word[b][i] != want)
				i++;
			if (base + i >= ACCESS_LANES)
				continue;
			if (i == count[b]) {
				word[b][count[b]++] = want;
				w->v[base + i].lane[b] = (int8_t)l;
			}
			w->v[base + i].lanes |= 1u << l;
			most = i + 1 > most ? i + 1 : most;
		}
	w->n += most;
}

/* Is every lane's neighbour (the other one of its pair) off or at the same place? */
static bool paired(const struct access *a, uint32_t mask)
{
	for (int l = 0; l < ACCESS_LANES; l += 2)
		if ((mask >> l & 3) == 3 && a->addr[l] != a->addr[l + 1])
			return false;
	return true;
}

/* Does each bank have to give one word only? */
static bool one_word_a_bank(const struct access *a, uint32_t mask)
{
	uint64_t word[ACCESS_BANKS];
	uint32_t asked = 0;

	for (int l = 0; l < ACCESS_LANES; l++)
		for (unsigned k = 0; mask >> l & 1 && k < words_of(a); k++) {
			const uint64_t want = word_of(a, l, k);
			const unsigned b = want % ACCESS_BANKS;

			if (asked >> b & 1 && word[b] != want)
				return false;
			asked |= 1u << b;
			word[b] = want;
		}
	return true;
}

/* 8 bytes a lane go as two half-warps, 16 as four quarters; two of these go together where it is no store, their lanes
 * are paired and one wavefront is enough (em_count_wavefronts in engine/emulator counts the same). */
void access_waves(const struct access *a, struct access_waves *w)
{
	unsigned parts = a->bytes <= 4 ? 1 : a->bytes <= 8 ? 2 : 4, width = ACCESS_LANES / parts;
	uint32_t one = width == 32 ? UINT32_MAX : (1u << width) - 1;
	size_t ideal;

	memset(w, 0, sizeof *w);
	for (size_t i = 0; i < ACCESS_LANES; i++)
		memset(w->v[i].lane, -1, sizeof w->v[i].lane);
	for (unsigned p = 0; p < parts; p++) {
		uint32_t part = one << (p * width) & a->mask;
		uint32_t both = parts > 1 && p % 2 == 0 ? (one << (p * width) | one << ((p + 1) * width)) & a->mask : 0;

		if (both && a->kind != ACCESS_STORE && paired(a, both) && one_word_a_bank(a, both)) {
			add_part(a, both, w);
			p++;
		} else if (part) {
			add_part(a, part, w);
		}
	}
	ideal = (bits(a->mask) * a->bytes + 127) / 128;
	w->ideal = ideal < w->n ? ideal : w->n;
}

struct access_cost access_cost(const struct access *a)
{
	struct access_sectors s;
	struct access_waves w;

	if (a->shared) {
		access_waves(a, &w);
		return (struct access_cost){ w.n, w.ideal };
	}
	access_sectors(a, &s);
	return (struct access_cost){ s.n, s.ideal };
}

const struct access *access_worst(const struct access_list *l, const char *source, const char *text)
{
	const struct access *worst = NULL;
	size_t most = 0;

	for (size_t i = 0; i < l->n; i++) {
		struct access_cost c = access_cost(&l->v[i]);

		if (text && !line_has(source, l->v[i].line, text))
			continue;
		if (!worst || c.n - c.ideal > most) {
			most = c.n - c.ideal;
			worst = &l->v[i];
		}
	}
	return worst;
}
