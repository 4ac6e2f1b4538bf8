/* check: the shadow's life: its planes of global memory, a launch's serials, a block's own planes. See check.h for what it holds. */
#include <sys/mman.h>

#include "emulator/check.h"

#define SLAB (4u << 20)
#define MORE 64u                    /* serials that a block takes when its first ones are used up */

size_t em_check_plane_bytes(const struct em_check *c) { return ((size_t)(CK_CHUNK_BYTES >> c->shift) + CK_UNITS) * sizeof(uint64_t); }

int em_check_init(struct em_device *d, struct err *e)
{
	struct em_check *c = d->check = xcalloc(1, sizeof *c);
	pthread_mutex_init(&c->lock, NULL);
	c->base = d->mem.base;
	c->nchunks = (size_t)((d->mem.bytes + CK_CHUNK_BYTES - 1) >> CK_CHUNK_SHIFT) + 1;
	c->shift = 2;
	c->next_serial = 1;
	c->zero = mmap(NULL, (CK_CHUNK_BYTES + CK_UNITS) * sizeof(uint64_t), PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (c->zero == MAP_FAILED)
		c->zero = NULL;
	if (!c->zero || !em_shadow_init(c, &c->main))
		return err_errno(e, "Cannot reserve address space for the checkers");
	return 0;
}

bool em_shadow_init(const struct em_check *c, struct ck_shadow *s)
{
	*s = (struct ck_shadow){ 0 };
	s->dir = mmap(NULL, c->nchunks * sizeof *s->dir, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (s->dir == MAP_FAILED)
		s->dir = NULL;
	return s->dir != NULL;
}

void em_shadow_release(const struct em_check *c, struct ck_shadow *s)
{
	if (s->dir)
		munmap(s->dir, c->nchunks * sizeof *s->dir);
	em_pool_drop(&s->planes);
	free(s->planes.slab);
	free(s->touched);
	*s = (struct ck_shadow){ 0 };
}

void em_pool_drop(struct ck_pool *p)
{
	for (size_t k = 0; k < p->nslabs; k++)
		munmap(p->slab[k], SLAB);
	p->nslabs = p->next = 0;
}

/* Serials begin anew, or granules become smaller: no code may stay anywhere. */
static void drop_planes(struct em_check *c)
{
	em_pool_drop(&c->writers);
	em_pool_drop(&c->main.planes);
	c->full = false;
	c->forgot = true;
	for (size_t k = 0; k < c->nchunks; k++)
		if (c->main.dir[k].p.w || c->main.dir[k].stamp) {
			c->main.dir[k].p = (struct ck_planes){ 0 };
			c->main.dir[k].stamp = 0;
		}
	em_attempt_drop(c);
}

void em_check_release(struct em_device *d)
{
	struct em_check *c = d->check;
	if (!c)
		return;
	em_attempt_release(d);
	for (size_t k = 0; c->main.dir && k < c->nchunks; k++)
		if (c->main.dir[k].init)
			free(c->main.dir[k].init);
	em_shadow_release(c, &c->main);
	em_pool_drop(&c->writers);
	free(c->writers.slab);
	if (c->zero)
		munmap(c->zero, (CK_CHUNK_BYTES + CK_UNITS) * sizeof(uint64_t));
	em_check_forget_launches(c);
	free(c->launches);
	pthread_mutex_destroy(&c->lock);
	free(c);
	d->check = NULL;
}

uint64_t *em_pool_plane(struct ck_pool *p, size_t bytes)
{
	size_t each = SLAB / bytes, slab = p->next / each;
	if (slab == p->nslabs) {
		void *m = mmap(NULL, SLAB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (m == MAP_FAILED)
			return NULL;
		madvise(m, SLAB, MADV_HUGEPAGE);
		if (p->nslabs == p->cslabs) {
			p->cslabs = p->cslabs ? 2 * p->cslabs : 16;
			p->slab = xrealloc(p->slab, p->cslabs * sizeof *p->slab);
		}
		p->slab[p->nslabs++] = m;
	}
	return (uint64_t *)(void *)((uint8_t *)p->slab[slab] + p->next++ % each * bytes);
}

/* A plane of the device's own shadow: W of zeros, L and M of old codes. NULL when the budget is used up. */
uint64_t *em_check_plane(struct em_check *c, bool writers)
{
	size_t bytes = em_check_plane_bytes(c);
	uint64_t *plane = NULL;
	if (!c->full && (c->writers.next + c->main.planes.next + 1) * bytes <= EM_CHECK_BUDGET)
		plane = em_pool_plane(writers ? &c->writers : &c->main.planes, bytes);
	c->full |= !plane;
	return plane;
}

/* Those of `want` that are not there. */
static unsigned lacking(const struct ck_planes *p, unsigned want)
{
	return want & ((p->w ? 0 : 1u) | (p->l ? 0 : 2u) | (p->m ? 0 : 4u));
}

static bool make_planes(struct em_worker *t, struct ck_planes *p, unsigned lack)
{
	uint64_t **plane[3] = { &p->w, &p->l, &p->m };
	for (int n = 0; n < 3; n++)
		if (lack >> n & 1 && !(*plane[n] = t->run->attempt ? em_attempt_plane(t) : em_check_plane(t->d->check, n == 0)))
			return false;
	return true;
}

struct ck_chunk *em_check_chunk(struct em_worker *t, uint64_t addr, unsigned write)
{
	struct em_check *c = t->d->check;
	size_t off = addr - c->base;
	struct ck_chunk *k = &t->shadow->dir[off >> CK_CHUNK_SHIFT];
	if (k->stamp != t->run->check.base)
		em_check_touch(t, k);
	unsigned lack = lacking(&k->p, write);
	if (EM_UNLIKELY(lack) && ((c->full && !t->run->attempt) || !make_planes(t, &k->p, lack)))
		return NULL;
	if ((write & 1) && t->run->attempt)
		em_undo_keep(t, k, off);
	return k;
}

static void spread_codes(const struct em_check *c, uint64_t *plane, size_t unit, uint64_t code)
{
	size_t n = (1u << CK_UNIT_SHIFT) >> c->shift, at = unit * n;
	for (size_t g = 0; g < n; g++)
		plane[at + g] = code + ((uint64_t)(g << c->shift >> 2) << CK_LANE_SHIFT);
}

void em_check_spread(const struct em_check *c, struct ck_chunk *k, size_t unit, uint64_t floor, uint64_t spread)
{
	uint64_t *w = k->p.w ? &ck_units(c, k->p.w)[unit] : NULL, *l = k->p.l ? &ck_units(c, k->p.l)[unit] : NULL;
	if (l && *l >= floor && ck_is_run(*l)) {
		spread_codes(c, k->p.l, unit, *l);
		if (*l & CK_MB || *l & CK_MW)
			spread_codes(c, k->p.m, unit, ck_units(c, k->p.m)[unit]);
	}
	if (l)
		*l = spread;
	if (w && ck_is_run(*w))
		spread_codes(c, k->p.w, unit, *w);
	if (w)
		*w = spread;
}

void em_check_touch(struct em_worker *t, struct ck_chunk *k)
{
	if (t->run->attempt) {
		em_attempt_touch(t, k);
		return;
	}
	k->p.l = k->p.m = NULL;
	k->stamp = t->run->check.base;
	memset(k->several, 0, sizeof k->several);
}

/* ---- a launch */
void em_check_begin(struct em_run *r)
{
	struct em_check *c = r->d->check;
	struct ck_run *q = &r->check;
	const struct em_program *p = r->p;
	q->on = EM_CHECK_ALL & ~r->l->unchecked;
	if (!(q->on & EM_CHECK_RACES))
		return;
	q->per_block = p->orders ? 16 : 1;
	if (r->nblocks > CK_MAX_SERIAL / 2 / q->per_block) { /* more blocks than there are serials */
		q->on &= ~EM_CHECK_RACES;
		q->lost = 1;
		r->attempt = false;
		return;
	}
	uint32_t need = (uint32_t)r->nblocks * q->per_block;
	bool wraps = c->next_serial + need + 1 > CK_MAX_SERIAL - CK_MAX_SERIAL / 8;
	if (c->full || wraps || p->granule_global < c->shift) {
		drop_planes(c);
		em_check_forget_launches(c);
	}
	if (wraps)
		c->next_serial = 1;
	if (p->granule_global < c->shift)
		c->shift = p->granule_global;
	q->base = c->next_serial;
	q->end = q->base + need;
	c->next_serial = q->end + 1; /* that one is nobody's: check_attempt.c */
	q->floor = (uint64_t)q->base << CK_SERIAL_SHIFT;
	c->main.planes.next = 0;
	if (p->publishes && !r->attempt) /* in an attempt nothing goes from block to block */
		q->pub = xcalloc(r->nblocks, sizeof *q->pub);
}

void em_check_abandon(struct em_run *r)
{
	if (r->check.base)
		r->d->check->next_serial = r->check.base;
	free(r->check.extra);
	r->check = (struct ck_run){ 0 };
}

void em_check_end(struct em_run *r, struct em_result *out)
{
	struct ck_run *q = &r->check;
	em_check_collect(r, out);
	out->unchecked_accesses = q->lost;
	if (q->base)
		em_check_remember_launch(r);
	if (q->pub)
		for (uint64_t k = 0; k < r->nblocks; k++)
			free(q->pub[k].e);
	free(q->pub);
	free(q->extra);
	*q = (struct ck_run){ 0 };
}

uint32_t em_check_more_serials(struct em_block *b)
{
	struct em_check *c = b->t->d->check;
	struct ck_run *q = &b->t->run->check;
	uint32_t first = 0;
	pthread_mutex_lock(&c->lock);
	if (c->next_serial + MORE < CK_MAX_SERIAL) {
		first = c->next_serial;
		c->next_serial += MORE;
		if (q->nextra == q->cextra) {
			q->cextra = q->cextra ? 2 * q->cextra : 64;
			q->extra = xrealloc(q->extra, q->cextra * sizeof *q->extra);
		}
		q->extra[q->nextra++] = (struct ck_extra){ first, MORE, b->position };
	}
	pthread_mutex_unlock(&c->lock);
	return first;
}

bool em_check_position_in(const struct ck_run *q, uint64_t code, uint64_t *position)
{
	uint32_t s = ck_serial(code);
	if (s < q->base)
		return false;
	if (s < q->end) {
		*position = (s - q->base) / q->per_block;
		return true;
	}
	size_t lo = 0, hi = q->nextra;
	while (lo < hi) {
		size_t mid = (lo + hi) / 2;
		if (q->extra[mid].first <= s)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo || s - q->extra[lo - 1].first >= q->extra[lo - 1].n)
		return false;
	*position = q->extra[lo - 1].position;
	return true;
}

bool em_check_position(const struct em_run *r, uint64_t code, uint64_t *position)
{
	struct em_check *c = r->d->check;
	uint32_t s = ck_serial(code);
	if (s < r->check.end) /* these do not change while a launch runs */
		return em_check_position_in(&r->check, code, position);
	if (r->nworkers > 1)
		pthread_mutex_lock(&c->lock);
	bool found = em_check_position_in(&r->check, code, position);
	if (r->nworkers > 1)
		pthread_mutex_unlock(&c->lock);
	return found;
}

/* ---- a block */
bool em_check_block_new(struct em_block *b)
{
	const struct em_run *r = b->t->run;
	struct em_ckblock *k = &b->check;
	k->shift = r->p->granule_shared;
	k->calm = calloc(r->shared_bytes / 64 + 4, sizeof *k->calm);
	if (!k->calm)
		return false;
	size_t n = ((size_t)r->shared_bytes >> k->shift) + 64;
	if (r->shared_bytes && (r->check.on & EM_CHECK_RACES)) {
		k->p.w = calloc(3 * n, sizeof *k->p.w);
		if (!k->p.w)
			return false;
		k->p.l = k->p.w + n;
		k->p.m = k->p.l + n;
		k->granules = n;
	} else {
		k->shift = 3; /* there are no planes */
	}
	return em_init_block_new(b);
}

void em_check_block_free(struct em_block *b)
{
	struct em_ckblock *k = &b->check;
	for (uint32_t n = 0; b->memory && n < b->nwarps; n++)
		em_taint_free(b->warp[n]);
	free(k->p.w);
	free(k->calm);
	free(k->init);
	free(k->local_init);
	free(k->vc);
	free(k->sync);
}

void em_check_block_start(struct em_block *b)
{
	const struct em_run *r = b->t->run;
	const struct ck_run *q = &r->check;
	struct em_ckblock *k = &b->check;
	uint8_t watch = 0;
	const struct em_check *c = r->d->check;
	k->dir = b->t->shadow->dir;
	k->base = c->base;
	k->stamp = q->base ? q->base : UINT32_MAX;
	k->part_granules = (uint16_t)((1u << CK_PART_SHIFT) >> c->shift);
	k->calm_lo = UINT64_MAX;
	if (q->on & EM_CHECK_RACES) {
		watch |= EM_WATCH_SHARED | EM_WATCH_GLOBAL | EM_WATCH_RACES;
		if (k->nextra) /* serials of the block before may be above ours */
			memset(k->p.w, 0, 3 * k->granules * sizeof *k->p.w);
		k->serial = q->base + (uint32_t)b->position * q->per_block;
		k->serial_end = k->serial + q->per_block;
		k->lo = k->first = (uint64_t)k->serial << CK_SERIAL_SHIFT;
		k->last = (uint64_t)k->serial_end << CK_SERIAL_SHIFT;
		k->nextra = 0;
		k->partial = r->p->publishes;
		k->calm_lo = k->partial || k->shift != 2 ? UINT64_MAX : k->lo;
		free(k->vc);
		free(k->sync);
		k->vc = NULL;
		k->sync = NULL;
		k->acquired = k->acquired_any = k->published_before = k->published_reads = 0;
		memset(k->fenced, 0, sizeof k->fenced);
		memset(k->fenced_before, 0, sizeof k->fenced_before);
		memset(k->published, 0, sizeof k->published);
	}
	if (q->on & EM_CHECK_INIT) {
		watch |= EM_WATCH_SHARED | EM_WATCH_GLOBAL | EM_WATCH_INIT | (k->local_init ? EM_WATCH_LOCAL : 0);
		em_init_block_start(b);
	}
	for (uint32_t n = 0; n < b->nwarps; n++) {
		struct em_warp *w = b->warp[n];
		w->watch = (uint8_t)((w->watch & (EM_WATCH_CACHE | EM_WATCH_ATOMICS)) | watch);
		w->leaving = 0;
		w->touched = 0;
		w->copied_unwritten = 0;
		em_taint_clear(w);
		w->acquired = 0;
		w->code = (uint64_t)k->serial << CK_SERIAL_SHIFT | (uint64_t)w->index << CK_WARP_SHIFT;
		w->sync_point = ck_point(w->code);
	}
}
