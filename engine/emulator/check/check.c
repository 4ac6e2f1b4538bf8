/* check: the shadow's life: a launch's serials, a block's own planes. See check.h for what it holds, check/planes.c for
 * its memory. */
#include <sys/mman.h>
#include <unistd.h>

#include "emulator/check/cause.h"
#include "emulator/check/check.h"
#include "base/buf.h"
#include "emulator/check/taint.h"
#include "emulator/check/publish.h"
#include "emulator/core/device.h"

#define MORE 64u /* serials that a block takes when its first ones are used up */

/* For all shadows and what undoing takes. A machine with many cores has the memory for many shadows; no more than an
 * eighth of it all the same. */
static uint64_t budget_of(int threads)
{
	uint64_t more = threads > 4 ? (uint64_t)(threads - 4) * EM_CHECK_BUDGET_MORE : 0,
		 most = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE) / 8;

	return most > EM_CHECK_BUDGET_ALL && EM_CHECK_BUDGET_ALL + more > most ? most : EM_CHECK_BUDGET_ALL + more;
}

int em_check_init(struct em_device *d, struct err *e)
{
	struct em_check *c = d->check = xcalloc(1, sizeof *c);
	pthread_mutex_init(&c->lock, NULL);
	c->base = d->mem.base;
	c->nchunks = (size_t)((d->mem.bytes + CK_CHUNK_BYTES - 1) >> CK_CHUNK_SHIFT) + 1;
	c->shift = 2;
	c->budget_all = budget_of(d->threads);
	c->next_serial = 1;
	c->zero = mmap(NULL, (CK_CHUNK_BYTES + CK_UNITS) * sizeof(uint64_t), PROT_READ,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (c->zero == MAP_FAILED)
		c->zero = NULL;
	if (!c->zero || !em_shadow_init(c, &c->main))
		return err_errno(e, "Cannot reserve address space for the checkers");
	return 0;
}

/* Serials begin anew, or granules become smaller: no code may stay anywhere. */
static void drop_planes(struct em_check *c)
{
	em_pool_drop(c, &c->writers);
	em_pool_drop(c, &c->main.planes);
	c->full = false;
	for (size_t k = 0; k < c->nchunks; k++)
		if (c->main.dir[k].planes.writer || c->main.dir[k].stamp) {
			c->forgot |= c->main.dir[k].planes.writer != NULL; /* of the host's writes nothing is lost */
			c->main.dir[k].planes = (struct ck_planes){ 0 };
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
	for (size_t k = 0; c->main.dir && k < c->ninit; k++)
		free(c->main.dir[k].init);
	em_shadow_release(c, &c->main);
	em_pool_drop(c, &c->writers);
	free(c->writers.slab);
	if (c->zero)
		munmap(c->zero, (CK_CHUNK_BYTES + CK_UNITS) * sizeof(uint64_t));
	em_check_forget_launches(c);
	free(c->launches);
	pthread_mutex_destroy(&c->lock);
	free(c);
	d->check = NULL;
}

void em_check_touch(struct em_worker *t, struct ck_chunk *k)
{
	if (t->run->attempt) {
		em_attempt_touch(t, k);
		return;
	}
	k->planes.reader = k->planes.other = NULL;
	k->stamp = t->run->check.base;
	if (t->run->l->touched)
		ck_note_touched(t->shadow, k);
	memset(k->several, 0, sizeof k->several);
}

/* ---- a launch */
void em_check_begin(struct em_run *r)
{
	struct em_check *c = r->d->check;
	struct ck_run *q = &r->check;
	const struct em_program *p = r->p;
	q->on = EM_CHECK_ALL & ~EM_CHECK_COPIES & ~r->l->unchecked;
	if (!(q->on & EM_CHECK_RACES))
		return;
	q->per_block = p->orders ? 16 : 1;
	if (r->nblocks > CK_MAX_SERIAL / 2 / q->per_block) { /* more blocks than there are serials */
		q->on &= ~EM_CHECK_RACES;
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
	c->next_serial = q->end + 1; /* that one is nobody's: check/attempt.c */
	q->floor = (uint64_t)q->base << CK_SERIAL_SHIFT;
	c->main.planes.next = 0;
	c->main.ntouched = 0;
	if (c->main_bytes > EM_CHECK_BUDGET / 2) /* of what earlier launches touched, this one may touch other parts */
		em_pool_drop(c, &c->main.planes);
	if (p->publishes && !r->attempt) { /* in an attempt nothing goes from block to block */
		q->pub = xcalloc(r->nblocks, sizeof *q->pub);
		q->publish = em_publish_new();
	}
}

void em_check_abandon(struct em_run *r)
{
	if (r->check.base)
		r->d->check->next_serial = r->check.base;
	free(r->check.extra);
	r->check = (struct ck_run){ 0 };
}

/* What warps loaded, stored and changed in global memory: of a launch that was not followed at all. */
static uint64_t accesses(const struct counters *c)
{
	return c->v[CTR_GLOBAL_LD_REQUESTS] + c->v[CTR_GLOBAL_ST_REQUESTS] + c->v[CTR_GLOBAL_ATOM_REQUESTS] +
		c->v[CTR_GLOBAL_RED_REQUESTS];
}

void em_check_end(struct em_run *r, struct em_result *out)
{
	struct ck_run *q = &r->check;
	em_check_collect(r, out);
	out->unchecked_accesses =
		q->on & EM_CHECK_RACES || r->l->unchecked & EM_CHECK_RACES ? q->lost : accesses(&out->c);
	if (q->base)
		em_check_remember_launch(r);
	if (q->pub)
		for (uint64_t k = 0; k < r->nblocks; k++)
			free(q->pub[k].events);
	free(q->pub);
	em_publish_free(q->publish);
	em_cause_free(&q->bares);
	em_locks_free(q->locks);
	em_covered_free(q->covered);
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
	size_t n = ((size_t)r->shared_bytes >> k->shift) + 64, units = (r->shared_bytes >> CK_UNIT_SHIFT) + 2;
	if (r->shared_bytes && (r->check.on & EM_CHECK_RACES)) {
		uint64_t *codes = calloc(3 * (n + units), sizeof *codes);
		if (!codes)
			return false;
		k->planes = (struct ck_planes){ codes, codes + n, codes + 2 * n };
		k->unit = (struct ck_planes){ codes + 3 * n, codes + 3 * n + units, codes + 3 * n + 2 * units };
		k->codes = 3 * (n + units);
		k->log = malloc(CK_LOG * sizeof *k->log);
		if (!k->log)
			return false;
	} else {
		k->shift = 3; /* there are no planes */
	}
	return em_init_block_new(b);
}

void em_check_block_free(struct em_block *b)
{
	struct em_ckblock *k = &b->check;
	for (uint32_t n = 0; b->memory && n < b->nwarps; n++) {
		em_taint_free(b->warp[n]);
		free(b->warp[n]->lane_points);
	}
	free(k->planes.writer);
	free(k->log);
	free(k->init);
	free(k->local_init);
	free(k->told);
	k->told = NULL;
	em_sends_free(b);
	em_origin_free(k);
	free(k->clocks);
	em_slots_free(k);
	em_past_free(k);
	em_cause_free(&k->bares);
	free(k->seen);
	free(k->seen_by);
	free(k->looked_at);
}

/* What a block's fences have left. */
static void forget_fences(struct em_ckblock *k)
{
	if (!k->fences_said)
		return;
	k->fences_said = false;
	memset(k->fenced, 0, sizeof k->fenced);
	memset(k->behind, 0, sizeof k->behind);
	memset(k->met_by_fence, 0, sizeof k->met_by_fence);
	memset(k->fenced_near, 0, sizeof k->fenced_near);
	memset(k->narrow, 0, sizeof k->narrow);
	memset(k->bare, 0, sizeof k->bare);
	memset(k->fenced_before, 0, sizeof k->fenced_before);
}

void em_check_block_start(struct em_block *b)
{
	const struct em_run *r = b->t->run;
	const struct ck_run *q = &r->check;
	struct em_ckblock *k = &b->check;
	uint16_t watch = 0;
	const struct em_check *c = r->d->check;
	k->left_out = k->went_round = k->raced = false;
	k->gone = 0;
	k->ntold = 0;
	if (k->dir && !(q->on & (EM_CHECK_RACES | EM_CHECK_INIT)))
		return; /* nobody watches memory: all is as the block before left it */
	k->dir = b->t->shadow->dir;
	k->base = c->base;
	k->stamp = q->base ? q->base : UINT32_MAX;
	k->spread = CK_SPREAD(q);
	k->unkept = b->t->shadow->saved ? 0 : UINT64_MAX;
	k->part_granules = (uint16_t)((1u << CK_PART_SHIFT) >> c->shift);
	if (q->on & EM_CHECK_RACES) {
		watch |= EM_WATCH_SHARED | EM_WATCH_GLOBAL | EM_WATCH_RACES;
		if (k->nextra && k->planes.writer) /* serials of the block before may be above ours */
			memset(k->planes.writer, 0, k->codes * sizeof *k->planes.writer);
		k->serial = q->base + (uint32_t)b->position * q->per_block;
		k->serial_end = k->serial + q->per_block;
		k->interval = k->first = (uint64_t)k->serial << CK_SERIAL_SHIFT;
		k->last = (uint64_t)k->serial_end << CK_SERIAL_SHIFT;
		k->nextra = 0;
		k->partial = r->p->publishes;
		k->copies = r->p->copies_at != 0;
		free(k->clocks);
		em_slots_free(k);
		em_past_free(k);
		free(k->seen);
		free(k->seen_by);
		k->clocks = k->seen = NULL;
		k->seen_by = NULL;
		memset(k->came, 0, sizeof k->came);
		k->lock = 0;
		k->waits = 0;
		k->acquired = k->acquired_any = k->published_reads = k->covered = 0;
		ck_log_begin(k, 0);
		em_sends_start(b);
		watch |= k->sends ? EM_WATCH_COPIES : 0;
		forget_fences(k);
		em_cause_forget(k);
		k->near_only = 0;
	}
	if (q->on & EM_CHECK_INIT) {
		watch |= EM_WATCH_SHARED | EM_WATCH_GLOBAL | EM_WATCH_INIT | (k->local_init ? EM_WATCH_LOCAL : 0);
		em_init_block_start(b);
	}
	const uint64_t first = (uint64_t)k->serial << CK_SERIAL_SHIFT;
	for (struct em_warp *w = b->warp[0]; w; w = w->next) {
		w->watch = (uint16_t)((w->watch & (EM_WATCH_CACHE | EM_WATCH_ATOMICS)) | watch);
		w->leaving = 0;
		w->touched = 0;
		w->copied.lanes = 0;
		if (EM_UNLIKELY(w->taint != NULL))
			em_taint_clear(w);
		w->acquired = 0;
		w->known = w->pending = 0;
		w->looked = 0;
		if (EM_UNLIKELY(w->lane_points != NULL)) {
			free(w->lane_points);
			w->lane_points = NULL;
		}
		w->code = first | (uint64_t)w->index << CK_WARP_SHIFT;
		w->sync_point = ck_point(first);
	}
}
