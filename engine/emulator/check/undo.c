/* undo: what memory held before an attempt (check/attempt.c), by the KB. Whoever is the first to write into a KB
 * keeps a copy of it, and of the bits that say which of its bytes were ever written.
 *
 * Memory may be the host's as well (mapped, managed), and the host may write there meanwhile: only granules that the
 * attempt wrote are put back. */
#include <sched.h>
#include <sys/mman.h>

#include "base/buf.h"
#include "base/pages.h"
#include "emulator/check/check.h"
#include "emulator/core/device.h"

#define PART (1u << CK_PART_SHIFT)
#define SLAB_ENTRIES 1792u /* nearly fill a large page */
#define KEPT_SLABS 8u
enum { UNTOUCHED, BUSY, SAVED }; /* of em_check.part_saved */

struct entry {
	uint64_t off;
	bool has_init;
	uint8_t init[PART / 8], data[PART];
};
_Static_assert(SLAB_ENTRIES * sizeof(struct entry) <= PAGES_LARGE, "a slab is a large page");
struct ck_saved {
	struct entry **slab;
	size_t nslabs, cslabs, n;
};

bool em_undo_init(struct em_check *c)
{
	size_t parts = c->nchunks << (CK_CHUNK_SHIFT - CK_PART_SHIFT);
	if (c->part_saved)
		return true;
	c->part_saved = mmap(NULL, parts, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (c->part_saved == MAP_FAILED)
		c->part_saved = NULL;
	return c->part_saved != NULL;
}

void em_undo_release(struct em_check *c)
{
	if (c->part_saved)
		munmap(c->part_saved, c->nchunks << (CK_CHUNK_SHIFT - CK_PART_SHIFT));
	c->part_saved = NULL;
}

static struct entry *new_entry(struct em_worker *t)
{
	struct ck_saved *s = t->shadow->saved;
	size_t slab = s->n / SLAB_ENTRIES;
	if (slab == s->nslabs) {
		if (s->nslabs == s->cslabs) {
			s->cslabs = s->cslabs ? 2 * s->cslabs : 16;
			s->slab = xrealloc(s->slab, s->cslabs * sizeof *s->slab);
		}
		void *m = xaligned(PAGES_LARGE, PAGES_LARGE);
		s->slab[s->nslabs] = s->nslabs ? pages_large(m, PAGES_LARGE) : m;
		s->nslabs++;
		if (!em_attempt_take(t->d->check, SLAB_ENTRIES * sizeof **s->slab))
			em_attempt_fails(t->run);
	}
	return &s->slab[slab][s->n++ % SLAB_ENTRIES];
}

void em_undo_keep(struct em_worker *t, struct ck_chunk *k, size_t off)
{
	struct em_check *c = t->d->check;
	size_t part = off >> CK_PART_SHIFT;
	uint64_t bit = 1ull << (part & 63);
	uint8_t *state = &c->part_saved[part], was = UNTOUCHED;
	if (k->wrote & bit)
		return;
	k->wrote |= bit;
	em_common_written(t, part);
	if (!__atomic_compare_exchange_n(state, &was, BUSY, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
		/* Another worker's: it may still be reading what we are about to write. */
		while (__atomic_load_n(state, __ATOMIC_ACQUIRE) != SAVED)
			sched_yield();
		return;
	}
	struct entry *e = new_entry(t);
	e->off = (uint64_t)part << CK_PART_SHIFT;
	e->has_init = k->init != NULL;
	if (k->init)
		memcpy(e->init, k->init + (e->off & (CK_CHUNK_BYTES - 1)) / 8, sizeof e->init);
	memcpy(e->data, t->d->mem.host + e->off, PART);
	__atomic_store_n(state, SAVED, __ATOMIC_RELEASE);
}

/* Has anybody written this granule of the part? Of a chunk that found no room for its codes any may be. */
static bool written(const struct em_run *r, uint64_t off, size_t granule)
{
	const struct em_check *c = r->d->check;
	for (int k = 0; k < r->nworkers; k++) {
		const struct ck_chunk *ch = &c->own[k].dir[off >> CK_CHUNK_SHIFT];
		bool wrote = ch->stamp == r->check.base && ch->wrote >> (off >> CK_PART_SHIFT & 63) & 1;
		size_t at = ((off & (CK_CHUNK_BYTES - 1)) >> c->shift) + granule;
		if (!wrote)
			continue;
		uint64_t unit = ch->planes.writer ? ck_units(c, ch->planes.writer)[at << c->shift >> CK_UNIT_SHIFT] : 0;
		if (ch->unseen || !ch->planes.writer ||
			(unit >= r->check.floor && (ck_is_run(unit) || ch->planes.writer[at] >= r->check.floor)))
			return true;
	}
	return false;
}

void em_undo_all(struct em_run *r)
{
	const struct em_check *c = r->d->check;
	size_t bytes = (size_t)1 << c->shift;
	for (int k = 0; k < r->nworkers; k++) {
		const struct ck_saved *s = c->own[k].saved;
		for (size_t n = 0; n < s->n; n++) {
			const struct entry *e = &s->slab[n / SLAB_ENTRIES][n % SLAB_ENTRIES];
			for (size_t g = 0; g < PART >> c->shift; g++)
				if (written(r, e->off, g))
					memcpy(r->d->mem.host + e->off + g * bytes, e->data + g * bytes, bytes);
			if (e->has_init)
				memcpy(c->main.dir[e->off >> CK_CHUNK_SHIFT].init + (e->off & (CK_CHUNK_BYTES - 1)) / 8,
					e->init, sizeof e->init);
		}
	}
}

void em_undo_begin(struct ck_shadow *s)
{
	if (!s->saved)
		s->saved = xaligned_zeroed(EM_APART, sizeof *s->saved);
}

void em_undo_shrink(struct em_check *c, struct ck_shadow *s, size_t megabytes)
{
	struct ck_saved *x = s->saved;
	for (; x && x->nslabs > megabytes; c->own_bytes -= SLAB_ENTRIES * sizeof **x->slab)
		free(x->slab[--x->nslabs]);
}

void em_undo_forget_chunk(struct em_check *c, size_t at)
{
	_Static_assert(UNTOUCHED == 0, "the states of a chunk's parts are cleared together");
	memset(c->part_saved + (at << (CK_CHUNK_SHIFT - CK_PART_SHIFT)), 0, 1u << (CK_CHUNK_SHIFT - CK_PART_SHIFT));
}

void em_undo_forget(struct em_check *c, struct ck_shadow *s, bool chunks)
{
	for (size_t n = 0; chunks && n < s->ntouched; n++)
		if (s->dir[s->touched[n]].wrote)
			em_undo_forget_chunk(c, s->touched[n]);
	s->saved->n = 0;
	em_undo_shrink(c, s, KEPT_SLABS);
}

void em_undo_free(struct em_check *c, struct ck_shadow *s)
{
	em_undo_shrink(c, s, 0);
	if (s->saved)
		free(s->saved->slab);
	free(s->saved);
	s->saved = NULL;
}
