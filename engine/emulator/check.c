/* check: the shadow's life: its planes of global memory, a launch's serials, a block's own planes. See check.h for what it holds. */
#include <sys/mman.h>

#include "emulator/check.h"

#define SLAB (4u << 20)
#define MORE 64u                    /* serials that a block takes when its first ones are used up */

static size_t plane_bytes(const struct em_check *c) { return (size_t)(CK_CHUNK_BYTES >> c->shift) * sizeof(uint64_t); }

int em_check_init(struct em_device *d, struct err *e)
{
	struct em_check *c = d->check = xcalloc(1, sizeof *c);
	pthread_mutex_init(&c->lock, NULL);
	c->base = d->mem.base;
	c->nchunks = (size_t)((d->mem.bytes + CK_CHUNK_BYTES - 1) >> CK_CHUNK_SHIFT) + 1;
	c->shift = 2;
	c->next_serial = 1;
	c->dir = mmap(NULL, c->nchunks * sizeof *c->dir, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	c->zero = mmap(NULL, CK_CHUNK_BYTES * sizeof(uint64_t), PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (c->dir == MAP_FAILED || c->zero == MAP_FAILED) {
		if (c->dir == MAP_FAILED)
			c->dir = NULL;
		if (c->zero == MAP_FAILED)
			c->zero = NULL;
		return err_errno(e, "Cannot reserve address space for the checkers");
	}
	return 0;
}

static void drop_planes(struct em_check *c)
{
	for (size_t k = 0; k < c->nslabs; k++)
		munmap(c->slab[k], SLAB);
	c->nslabs = 0;
	c->slab_left = 0;
	c->used = 0;
	c->full = false;
	c->forgot = true;
	for (size_t k = 0; k < c->nchunks; k++)
		if (c->dir[k].p.w || c->dir[k].p.l || c->dir[k].p.m) {
			c->dir[k].p = (struct ck_planes){ 0 };
			c->dir[k].stamp = 0;
		}
}

void em_check_release(struct em_device *d)
{
	struct em_check *c = d->check;
	if (!c)
		return;
	if (c->dir) {
		drop_planes(c);
		for (size_t k = 0; k < c->nchunks; k++)
			if (c->dir[k].init)
				free(c->dir[k].init);
		munmap(c->dir, c->nchunks * sizeof *c->dir);
	}
	if (c->zero)
		munmap(c->zero, CK_CHUNK_BYTES * sizeof(uint64_t));
	em_check_forget_launches(c);
	free(c->launches);
	free(c->slab);
	pthread_mutex_destroy(&c->lock);
	free(c);
	d->check = NULL;
}

/* A plane of zeros, or NULL when the budget is used up. The lock is held. */
static uint64_t *new_plane(struct em_check *c)
{
	size_t need = plane_bytes(c);
	if (c->full || c->used + need > EM_CHECK_BUDGET) {
		c->full = true;
		return NULL;
	}
	if (c->slab_left < need) {
		void *p = mmap(NULL, SLAB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (p != MAP_FAILED)
			madvise(p, SLAB, MADV_HUGEPAGE);
		if (p == MAP_FAILED) {
			c->full = true;
			return NULL;
		}
		if (c->nslabs == c->cslabs) {
			c->cslabs = c->cslabs ? 2 * c->cslabs : 64;
			c->slab = xrealloc(c->slab, c->cslabs * sizeof *c->slab);
		}
		c->slab[c->nslabs++] = p;
		c->slab_at = p;
		c->slab_left = SLAB;
	}
	uint64_t *plane = (uint64_t *)(void *)c->slab_at;
	c->slab_at += need;
	c->slab_left -= need;
	c->used += need;
	return plane;
}

struct ck_chunk *em_check_chunk(struct em_check *c, uint64_t addr, unsigned write)
{
	struct ck_chunk *k = &c->dir[(addr - c->base) >> CK_CHUNK_SHIFT];
	uint64_t **plane[3] = { &k->p.w, &k->p.l, &k->p.m };
	bool ok = true;
	for (int n = 0; n < 3; n++) {
		if (!(write >> n & 1) || __atomic_load_n(plane[n], __ATOMIC_ACQUIRE))
			continue;
		pthread_mutex_lock(&c->lock);
		if (!*plane[n])
			__atomic_store_n(plane[n], new_plane(c), __ATOMIC_RELEASE);
		ok &= *plane[n] != NULL;
		pthread_mutex_unlock(&c->lock);
	}
	return ok ? k : NULL;
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
		return;
	}
	uint32_t need = (uint32_t)r->nblocks * q->per_block;
	bool wraps = c->next_serial + need > CK_MAX_SERIAL - CK_MAX_SERIAL / 8;
	if (c->full || wraps || p->granule_global < c->shift) {
		drop_planes(c);
		em_check_forget_launches(c);
	}
	if (wraps)
		c->next_serial = 1;
	if (p->granule_global < c->shift)
		c->shift = p->granule_global;
	q->base = c->next_serial;
	q->end = c->next_serial = q->base + need;
	q->floor = (uint64_t)q->base << CK_SERIAL_SHIFT;
	if (p->publishes)
		q->pub = xcalloc(r->nblocks, sizeof *q->pub);
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
	k->dir = c->dir;
	k->base = c->base;
	k->stamp = q->base ? q->base : UINT32_MAX;
	k->part_granules = (uint16_t)((1u << CK_PART_SHIFT) >> c->shift);
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
