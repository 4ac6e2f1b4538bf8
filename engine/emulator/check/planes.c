/* planes: the memory of shadows (check.h), and how much of it there may be.
 *
 * A plane's addresses are reserved whole; what counts is what is touched of it: its units at once, its granules with
 * the first access that is not a whole unit's. So memory that half-warps read and write word by word costs an eighth of
 * its own size for each plane, other memory twice its size. Who would need more than the budget has gets nothing, and
 * the access is counted as unseen (ck_run.lost).
 *
 * The device's own shadow has EM_CHECK_BUDGET, whatever the number of host threads, so that what is found hangs on the
 * program alone. Workers' own shadows, and what undoing takes, get what is left of budget_all, which grows with the
 * number of threads, and are dropped when the device's grows into that. */
#include <sys/mman.h>

#include "base/buf.h"
#include "base/pages.h"
#include "emulator/check/check.h"
#include "emulator/core/device.h"

/* Address space, of which only what is used is there. To ask for more makes all threads wait that touch new pages. */
#define SLAB ((size_t)64 << 20)
#define PAGE 4096u
#define DIR_BLOCK 128u /* chunks of a shadow of which the structures are made together: 24 KB */
#define UNITS_BYTES ((uint64_t)CK_UNITS * sizeof(uint64_t) + PAGE) /* the page after them holds `granular` */

static uint64_t granules_bytes(const struct em_check *c)
{
	return (uint64_t)(CK_CHUNK_BYTES >> c->shift) * sizeof(uint64_t);
}
/* Are this plane's granules counted? */
static uint64_t *granular(const struct em_check *c, uint64_t *plane)
{
	return ck_units(c, plane) + CK_UNITS;
}

/* ---- the budget */
static bool take_main(struct em_check *c, struct ck_pool *p, uint64_t bytes)
{
	if (c->main_bytes + bytes > EM_CHECK_BUDGET) {
		c->full = true;
		return false;
	}
	if (!c->attempt && c->main_bytes + bytes + c->own_bytes > c->budget_all)
		em_attempt_drop(c);
	p->bytes += bytes;
	c->main_bytes += bytes;
	return true;
}

static bool take(struct em_check *c, struct ck_pool *p, uint64_t bytes)
{
	bool took;

	if (p->own) {
		if (em_attempt_take(c, bytes))
			return true;
		__atomic_sub_fetch(&c->own_bytes, bytes, __ATOMIC_RELAXED);
		return false;
	}
	if (!c->attempt)
		return take_main(c, p, bytes);
	pthread_mutex_lock(&c->lock); /* at an attempt's end several threads put writers there */
	took = take_main(c, p, bytes);
	pthread_mutex_unlock(&c->lock);
	return took;
}

/* ---- pools */
void em_pool_drop(struct em_check *c, struct ck_pool *p)
{
	for (size_t k = 0; k < p->nslabs; k++)
		munmap(p->slab[k], SLAB);
	c->main_bytes -= p->bytes;
	p->bytes = 0;
	p->nslabs = p->next = p->high = 0;
}

uint64_t *em_pool_plane(struct em_check *c, struct ck_pool *p)
{
	size_t bytes = granules_bytes(c) + UNITS_BYTES, each = SLAB / bytes, slab = p->next / each;
	if (p->next == p->high && !take(c, p, UNITS_BYTES))
		return NULL;
	if (slab == p->nslabs) {
		void *m = mmap(NULL, SLAB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (m == MAP_FAILED) { /* as at the budget's end: what has no room now may not have it for half of an
					  access */
			c->full |= !p->own;
			return NULL;
		}
		if (p->nslabs == p->cslabs) {
			p->cslabs = p->cslabs ? 2 * p->cslabs : 16;
			p->slab = xrealloc(p->slab, p->cslabs * sizeof *p->slab);
		}
		p->slab[p->nslabs++] = m;
	}
	uint64_t *plane = (uint64_t *)(void *)((uint8_t *)p->slab[slab] + p->next % each * bytes);
	if (p->next++ == p->high) {
		p->high++;
		pages_now(ck_units(c, plane), UNITS_BYTES);
	}
	return plane;
}

/* The granules of a plane (NULL: there is none) are about to be written. */
static bool take_granules(struct em_check *c, struct ck_pool *p, uint64_t *plane)
{
	if (!plane || *granular(c, plane))
		return true;
	if (!take(c, p, granules_bytes(c)))
		return false;
	pages_now(plane, granules_bytes(c));
	*granular(c, plane) = 1;
	return true;
}

/* Are codes of this launch in the granules? Room for them may have been taken by an earlier launch that had the plane.
 */
static bool in_granules(const struct em_check *c, uint64_t *plane, uint64_t floor)
{
	const uint64_t *units = ck_units(c, plane);
	for (size_t u = 0; u < CK_UNITS; u++)
		if (units[u] >= floor && !ck_is_run(units[u]))
			return true;
	return false;
}

void em_check_need(const struct em_check *c, uint64_t *plane, uint64_t floor, struct ck_need *n)
{
	bool more = plane && !n->granules && *granular(c, plane) && (!floor || in_granules(c, plane, floor));
	if (plane)
		*n = (struct ck_need){ UNITS_BYTES, more ? granules_bytes(c) : n->granules };
}

/* ---- shadows */
bool em_shadow_init(const struct em_check *c, struct ck_shadow *s)
{
	*s = (struct ck_shadow){ .planes.own = s != &c->main };
	s->dir = mmap(NULL, c->nchunks * sizeof *s->dir, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (s->dir == MAP_FAILED)
		s->dir = NULL;
	s->dir_there = xcalloc(c->nchunks / DIR_BLOCK + 1, 1);
	return s->dir != NULL;
}

void em_shadow_release(struct em_check *c, struct ck_shadow *s)
{
	free(s->dir_there);
	if (s->dir)
		munmap(s->dir, c->nchunks * sizeof *s->dir);
	em_pool_drop(c, &s->planes);
	free(s->planes.slab);
	free(s->touched);
	*s = (struct ck_shadow){ 0 };
}

void em_shadow_forget(const struct em_check *c, struct ck_shadow *s)
{
	madvise(s->dir, c->nchunks * sizeof *s->dir, MADV_DONTNEED);
	memset(s->dir_there, 0, c->nchunks / DIR_BLOCK + 1);
}

/* Mostly the chunks beside this one come next, and each would be read before it is written (pages_now). */
void em_shadow_chunk(const struct em_check *c, struct ck_shadow *s, size_t at)
{
	const size_t block = at / DIR_BLOCK, first = block * DIR_BLOCK, left = c->nchunks - first;

	if (s->dir_there[block])
		return;
	s->dir_there[block] = 1;
	pages_now(s->dir + first, (left < DIR_BLOCK ? left : DIR_BLOCK) * sizeof *s->dir);
}

uint64_t *em_check_plane(struct em_check *c, bool writers)
{
	return c->full ? NULL : em_pool_plane(c, writers ? &c->writers : &c->main.planes);
}

static bool make_planes(struct em_worker *t, struct ck_planes *p, unsigned lack)
{
	struct em_check *c = t->d->check;
	uint64_t **plane[3] = { &p->writer, &p->reader, &p->other }; /* as the bits of CK_WRITER ... */
	for (int n = 0; n < 3; n++)
		if (lack >> n & 1 && !(*plane[n] = t->run->attempt ? em_attempt_plane(t) : em_check_plane(c, n == 0)))
			return false;
	/* Units of readers may be spread already: then those of other readers are as well. */
	if ((lack & CK_OTHER) && (!p->reader || *granular(c, p->reader)) &&
		!take_granules(c, &t->shadow->planes, p->other)) {
		p->other = NULL;
		return false;
	}
	return true;
}

struct ck_chunk *em_check_chunk(struct em_worker *t, uint64_t addr, unsigned write)
{
	struct em_check *c = t->d->check;
	size_t off = addr - c->base;
	struct ck_chunk *k = &t->shadow->dir[off >> CK_CHUNK_SHIFT];
	if (k->stamp != t->run->check.base)
		em_check_touch(t, k);
	unsigned lack = write & ~ck_planes_there(&k->planes);
	bool room = EM_LIKELY(!lack) || ((!c->full || t->run->attempt) && make_planes(t, &k->planes, lack));
	if (write & CK_WRITER) {
		k->unseen |= !room;
		if (t->run->attempt)
			em_undo_keep(t, k, off);
	}
	return room ? k : NULL;
}

/* ---- units and granules */
static void spread_to(unsigned shift, uint64_t *plane, size_t unit, uint64_t code)
{
	size_t n = (1u << CK_UNIT_SHIFT) >> shift, at = unit * n;
	for (size_t g = 0; g < n; g++)
		plane[at + g] = code + ((uint64_t)(g << shift >> 2) << CK_LANE_SHIFT);
}

static void spread_codes(const struct em_check *c, uint64_t *plane, size_t unit, uint64_t code)
{
	spread_to(c->shift, plane, unit, code);
}

void em_check_spread_shared(struct em_ckblock *k, size_t unit)
{
	uint64_t *writer = &k->unit.writer[unit], *reader = &k->unit.reader[unit];
	if (*writer >= k->interval && ck_is_run(*writer))
		spread_to(k->shift, k->planes.writer, unit, *writer);
	if (ck_is_run(*reader)) { /* of intervals before, too: em_race_copied */
		spread_to(k->shift, k->planes.reader, unit, *reader);
		if (*reader & CK_OTHER_WARP)
			spread_to(k->shift, k->planes.other, unit, k->unit.other[unit]);
	}
	*writer = *reader = CK_SPREAD_SHARED(k);
}

bool em_check_spread(
	struct em_check *c, struct ck_shadow *s, struct ck_chunk *k, size_t unit, const struct ck_run *q, bool store)
{
	const uint64_t spread = CK_SPREAD(q);
	struct ck_pool *writers = s == &c->main ? &c->writers : &s->planes;
	uint64_t *writer = k->planes.writer ? &ck_units(c, k->planes.writer)[unit] : NULL,
		 *reader = k->planes.reader ? &ck_units(c, k->planes.reader)[unit] : NULL;
	if (writer && !(store ? *writer != spread : *writer >= q->floor && ck_is_run(*writer)))
		writer = NULL;
	if ((writer && !take_granules(c, writers, k->planes.writer)) ||
		!take_granules(c, &s->planes, k->planes.reader) || !take_granules(c, &s->planes, k->planes.other)) {
		if (store && s == &c->main) {
			c->forgot = true;
			em_check_forget(c, k, unit << CK_UNIT_SHIFT, 1u << CK_UNIT_SHIFT);
		}
		k->unseen |= store;
		return false;
	}
	if (reader && *reader >= q->floor && ck_is_run(*reader)) {
		spread_codes(c, k->planes.reader, unit, *reader);
		if (*reader & CK_OTHER_BLOCK || *reader & CK_OTHER_WARP)
			spread_codes(c, k->planes.other, unit, ck_units(c, k->planes.other)[unit]);
	}
	if (reader)
		*reader = spread;
	if (writer && ck_is_run(*writer))
		spread_codes(c, k->planes.writer, unit, *writer);
	if (writer)
		*writer = spread;
	return true;
}

/* The writer's code of a unit that is not forgotten as a whole goes to its granules. */
static void spread_writer(struct em_check *c, struct ck_chunk *k, size_t unit)
{
	uint64_t *writer = &ck_units(c, k->planes.writer)[unit];
	if (!ck_is_run(*writer))
		return;
	if (take_granules(c, &c->writers, k->planes.writer))
		spread_codes(c, k->planes.writer, unit, *writer);
	else
		c->forgot = true;
	*writer = 0;
}

void em_check_forget(struct em_check *c, struct ck_chunk *k, size_t off, size_t n)
{
	if (!k->planes.writer || !n)
		return;
	size_t first = off >> CK_UNIT_SHIFT, last = (off + n - 1) >> CK_UNIT_SHIFT,
	       end = (off + n + (1u << c->shift) - 1) >> c->shift;
	if (off & ((1u << CK_UNIT_SHIFT) - 1))
		spread_writer(c, k, first);
	if ((off + n) & ((1u << CK_UNIT_SHIFT) - 1))
		spread_writer(c, k, last);
	memset(ck_units(c, k->planes.writer) + first, 0, (last + 1 - first) * sizeof *k->planes.writer);
	if (*granular(c, k->planes.writer))
		memset(k->planes.writer + (off >> c->shift), 0, (end - (off >> c->shift)) * sizeof *k->planes.writer);
}

bool em_check_put_writer(struct em_check *c, struct ck_chunk *k, size_t unit, uint64_t code)
{
	bool run = ck_is_run(code), room = run || take_granules(c, &c->writers, k->planes.writer);
	if (!run)
		spread_writer(c, k, unit);
	ck_units(c, k->planes.writer)[unit] = room ? code : 0;
	return !run && room;
}

void em_check_copy_writers(
	struct em_check *c, struct ck_chunk *to, size_t dst, const struct ck_chunk *from, size_t src, size_t n)
{
	const size_t each = 1u << c->shift, unit = 1u << CK_UNIT_SHIFT;
	if (!from->planes.writer || (dst | src | n) & (each - 1))
		return; /* no kernel's, or parts of granules: the host's */
	if (!to->planes.writer && !(to->planes.writer = em_check_plane(c, true))) {
		c->forgot = true;
		return;
	}
	for (size_t at = 0, step; at < n; at += step) {
		uint64_t code = ck_units(c, from->planes.writer)[(src + at) >> CK_UNIT_SHIFT];
		step = each;
		if (!((dst + at) & (unit - 1)) && !((src + at) & (unit - 1)) && n - at >= unit && ck_is_run(code)) {
			em_check_put_writer(c, to, (dst + at) >> CK_UNIT_SHIFT, code);
			step = unit;
			continue;
		}
		code = ck_writer(c, from, src + at);
		if (!code)
			continue;
		spread_writer(c, to, (dst + at) >> CK_UNIT_SHIFT);
		if (take_granules(c, &c->writers, to->planes.writer))
			to->planes.writer[(dst + at) >> c->shift] = code;
		else
			c->forgot = true;
	}
}
