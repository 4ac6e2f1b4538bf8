/* wave: a launch's blocks on their way to the L2. What a block misses in its share of the L1 is kept until all blocks
 * that run side by side with it, its wave, have ended; then they take turns at the L2, a few misses each. Waves go in
 * their order, whichever block ends first.
 *
 * Each worker keeps what its blocks of a wave missed in a part of its own, which nobody else writes, and says with the
 * lock held how many of them have ended: not after each, but when it has done those that it took together, or comes to
 * another wave. */
#include "emulator/cache/cache_run.h"
#include "emulator/cache/processor.h"
#include "emulator/core/place.h"
#include "emulator/cost/cost.h"

#define MOST_MISSES (6u << 20) /* of the blocks that run side by side; what is beyond counts as its like */

/* What the blocks that run side by side miss: each block's misses are [at, at + n) of its worker's part, the last one
 * at that time. */
struct share {
	const struct em_part *part;
	size_t at;
	uint32_t n, last;
};
struct em_part {
	struct em_misses miss;
	struct em_wave *wave;
	struct em_part *next;
};
struct em_wave {
	uint64_t index, done;
	struct share *block;
	struct em_part *parts;
	struct em_wave *next;
};

static void set_ahead(struct em_cache_run *r, const struct em_program *p)
{
	uint32_t n = 0;

	r->ahead = xcalloc((size_t)p->naccesses + 1, sizeof *r->ahead);
	for (size_t k = p->npinst; k-- > 0;) {
		n = k + 1 < p->npinst && p->pinst[k].block == p->pinst[k + 1].block &&
				p->pinst[k].func == p->pinst[k + 1].func ?
			n + 1 :
			0;
		if (p->pinst[k].access >= 0)
			r->ahead[p->pinst[k].access] = n;
	}
}

struct em_cache_run *em_cache_run_new(const struct em_run *run)
{
	const struct em_timing *t = run->l->timing;
	const struct em_program *p = run->p;
	struct em_cache_run *r = xaligned_zeroed(EM_APART, sizeof *r);

	r->run = run;
	r->d = run->d;
	r->attempt = run->attempt;
	r->t = *t;
	/* A small grid does not fill the multiprocessors. */
	if (t->multiprocessors && (run->nblocks + t->multiprocessors - 1) / t->multiprocessors < t->resident_blocks)
		r->t.resident_blocks = (uint32_t)((run->nblocks + t->multiprocessors - 1) / t->multiprocessors);
	r->nworkers = run->nworkers;
	r->naccesses = p->naccesses;
	r->past_l1 = xcalloc((size_t)p->naccesses + 1, sizeof *r->past_l1);
	r->moves_up = xcalloc((size_t)p->naccesses + 1, sizeof *r->moves_up);
	r->local = xcalloc((size_t)p->naccesses + 1, sizeof *r->local);
	for (size_t k = 0; k < p->npinst; k++)
		if (p->pinst[k].access >= 0) {
			r->past_l1[p->pinst[k].access] = p->costs->cost[k].past_l1;
			r->moves_up[p->pinst[k].access] = p->costs->cost[k].moves_up;
			r->local[p->pinst[k].access] = p->costs->cost[k].picks != 0;
		}
	set_ahead(r, p);
	r->counts = xaligned(EM_APART, (size_t)r->nworkers * sizeof *r->counts);
	for (int k = 0; k < r->nworkers; k++) {
		memset(&r->counts[k], 0, offsetof(struct em_cache_counts, lanes));
		r->counts[k].load = xaligned_zeroed(EM_APART, (p->naccesses + 1) * sizeof *r->counts[k].load);
	}
	r->l2.loads = p->naccesses < EM_MISS_LOADS ? p->naccesses : EM_MISS_LOADS;
	r->l2.load = xaligned_zeroed(EM_APART, ((size_t)r->l2.loads + 1) * sizeof *r->l2.load);
	r->wave_blocks = (uint64_t)t->multiprocessors * r->t.resident_blocks;
	if (!r->wave_blocks)
		r->wave_blocks = 1;
	r->turn = xaligned(EM_APART, r->wave_blocks * sizeof *r->turn);
	if (t->multiprocessors && run->nblocks > t->multiprocessors)
		r->processors = em_processors_new(t->multiprocessors, t->l1_bytes);
	r->most_misses = MOST_MISSES / r->wave_blocks + 64;
	if (!r->d->l2)
		r->d->l2 = em_l2_new();
	em_l2_configure(r->d->l2, t->l2_bytes, t->fill_sectors, t->read_row_bytes, t->write_row_bytes);
	r->links = em_memory_links(&r->d->mem, &r->nlinks);
	pthread_mutex_init(&r->lock, NULL);
	return r;
}

static void parts_free(struct em_part *x)
{
	while (x) {
		struct em_part *next = x->next;

		free(x->miss.at);
		free(x->miss.time);
		free(x);
		x = next;
	}
}

static void wave_free(struct em_wave *v)
{
	if (!v)
		return;
	parts_free(v->parts);
	free(v->block);
	free(v);
}

void em_cache_run_free(struct em_cache_run *r)
{
	if (!r)
		return;
	while (r->waves) {
		struct em_wave *v = r->waves;

		r->waves = v->next;
		wave_free(v);
	}
	wave_free(r->spare);
	parts_free(r->spare_parts);
	for (int k = 0; k < r->nworkers; k++)
		free(r->counts[k].load), free(r->counts[k].swaps), free(r->counts[k].moments);
	pthread_mutex_destroy(&r->lock);
	free(r->l2.load);
	free(r->turn);
	free(r->found);
	em_processors_free(r->processors);
	free(r->ahead);
	free(r->past_l1);
	free(r->moves_up);
	free(r->local);
	free(r->counts);
	free(r->links);
	free(r);
}

void em_cache_undo(struct em_cache_run *r)
{
	struct em_l2 *now;

	if (!r || !r->kept)
		return;
	now = r->d->l2;
	r->d->l2 = r->d->l2_before;
	r->d->l2_before = now;
	r->kept = false;
}

/* ---- blocks */
static void clear(struct em_cache_counts *n)
{
	memset(n->lanes, 0, sizeof n->lanes);
	memset(n->stores, 0, sizeof n->stores);
	memset(n->loads, 0, sizeof n->loads);
	n->cleared = true;
}

/* A block's share of the L1. Of a grid that does not fill the multiprocessors some have a block more than others: the
 * average one's. */
static uint64_t l1_share(const struct em_cache_run *r)
{
	const uint64_t blocks = r->run->nblocks, sms = r->t.multiprocessors,
		       resident = r->t.resident_blocks ? r->t.resident_blocks : 1;

	return sms && blocks > sms && blocks < sms * resident ? r->t.l1_bytes * sms / blocks : r->t.l1_bytes / resident;
}

static struct em_block_cache *block_cache_new(const struct em_cache_run *r, struct em_block *b)
{
	uint64_t lines = l1_share(r) / EM_LINE_BYTES / EM_CACHE_SAMPLE;
	struct em_block_cache *c = xcalloc(1, sizeof *c);
	size_t ways;

	c->counts = &r->counts[b->t - b->t->run->workers];
	if (!c->counts->cleared)
		clear(c->counts);
	/* Up to EM_L1_MOST_WAYS lines are one set; more lines, sets of 8. */
	c->nsets = lines <= EM_L1_MOST_WAYS ? 1 : lines > 4096 ? 512 : (uint32_t)(lines / 8);
	c->nways = lines < 2 ? 2 : c->nsets == 1 ? (uint32_t)lines : 8;
	c->stride = c->nsets == 1 ? EM_L1_MOST_WAYS : 8;
	ways = (size_t)c->nsets * c->stride;
	c->way = xcalloc(ways, sizeof *c->way);
	c->tag = xaligned(64, ways * sizeof *c->tag);
	c->seen = xcalloc(ways * EM_WARP, sizeof *c->seen);
	c->had = xcalloc(ways * EM_WARP, sizeof *c->had);
	c->used = xcalloc(ways, sizeof *c->used);
	c->stream = xcalloc(b->nwarps, sizeof *c->stream);
	c->came = b->nwarps > 1 ? xcalloc(2 * ((size_t)r->naccesses + 1), sizeof *c->came) : NULL;
	for (uint32_t k = 0; k < b->nwarps; k++) {
		c->stream[k].cap = 16;
		c->stream[k].at = xrealloc(NULL, c->stream[k].cap * sizeof *c->stream[k].at);
		b->warp[k]->stream = &c->stream[k];
	}
	return c;
}

void em_cache_block_start(struct em_block *b)
{
	const struct em_cache_run *r = b->t->run->cache;
	struct em_block_cache *c = b->cache;

	if (!r)
		return;
	if (!c)
		c = b->cache = block_cache_new(r, b);
	memset(c->tag, 0, (size_t)c->nsets * c->stride * sizeof *c->tag);
	c->clock = 0;
	c->links = r->nlinks != 0;
	c->local = EM_LOCAL_LINES +
		b->position % r->wave_blocks * b->nwarps * (((uint64_t)b->t->run->local_bytes + 3) / 4);
	c->misses.n = 0;
	c->ahead = false;
	c->asked = c->waited = 0;
	em_cache_met(c);
	for (uint32_t k = 0; k < b->nwarps; k++)
		c->stream[k].n = c->stream[k].last_load = c->stream[k].last_read = c->stream[k].nturns = 0,
		c->stream[k].loaded[0] = c->stream[k].loaded[1] = c->stream[k].far = 0,
		c->stream[k].touched[0] = c->stream[k].touched[1] = 0,
		c->stream[k].waited[0] = c->stream[k].waited[1] = 0, c->stream[k].after[0] = c->stream[k].after[1] = 0,
		c->stream[k].both[0] = c->stream[k].both[1] = 0, c->stream[k].began = 0,
		c->stream[k].pace = (struct em_pace){ 0 };
	c->base = 0;
}

void em_cache_block_free(struct em_block *b)
{
	if (!b->cache)
		return;
	for (uint32_t k = 0; k < b->nwarps; k++) {
		free(b->cache->stream[k].at);
		free(b->cache->stream[k].turn);
	}
	free(b->cache->stream);
	free(b->cache->way);
	free(b->cache->tag);
	free(b->cache->seen);
	free(b->cache->had);
	free(b->cache->came);
	free(b->cache->used);
	free(b->cache->misses.at);
	free(b->cache->misses.time);
	free(b->cache);
	b->cache = NULL;
}

/* How much time goes by in a turn of the blocks: at least STEP, and so much that on average each has a miss. */
static uint64_t turn_time(const struct em_cache_run *r, const struct em_wave *v)
{
	enum { STEP = 1 };
	uint64_t most = 0, all = 0, blocks = 0;

	for (uint64_t k = 0; k < r->wave_blocks; k++) {
		const struct share *s = &v->block[k];

		if (!s->n)
			continue;
		all += s->n;
		blocks++;
		if (s->last > most)
			most = s->last;
	}
	return all && most * blocks / all > STEP ? most * blocks / all : STEP;
}

/* Has the block's multiprocessor what it misses in its own share of the L1? */
static bool is_here(struct em_cache_run *r, uint64_t miss, uint64_t wave, uint32_t block, uint64_t time, struct turn *t)
{
	const uint32_t load = EM_MISS_LOAD(miss), sectors = em_cache_count(EM_MISS_SECTORS(miss));
	const struct em_asks by = { wave * r->wave_blocks + block, (uint32_t)wave, (uint32_t)time,
		em_within(time, &t->asker.pace) };

	if (!r->processors || (EM_MISS_KIND(miss) == EM_MISS_READ && r->past_l1[load]) ||
		!em_processor_has(r->processors, t->processor, miss, &by))
		return false;
	r->l2.here += sectors;
	if (load < r->l2.loads)
		r->l2.load[load].here += sectors;
	t->here++;
	return true;
}

/* The next miss of a block. */
static inline void turn(
	struct em_cache_run *r, uint64_t miss, uint64_t wave, uint32_t block, uint64_t time, struct turn *t)
{
	const uint64_t filled = r->l2.filled, late = r->l2.late;
	const bool beside = t->asker.memory && t->asker.load == EM_MISS_LOAD(miss) && t->asker.time == time;

	if (is_here(r, miss, wave, block, time, t))
		return;
	em_l2_access(r->d->l2, miss, block, time, &t->asker, &r->l2);
	if (EM_MISS_KIND(miss) != EM_MISS_READ)
		return;
	t->read++;
	t->slow += r->l2.filled != filled || r->l2.late != late;
	t->next += beside;
	t->next_both += beside && t->asker.memory;
}

/* What each block found there, for who asks what each had to do (run/shares.c). */
static void note_found(struct em_cache_run *r, const struct em_wave *v)
{
	const uint64_t first = v->index * r->wave_blocks;

	if (!r->run->share)
		return;
	if (!r->found)
		r->found = xcalloc(r->run->nblocks, sizeof *r->found);
	for (uint64_t k = 0; k < r->wave_blocks && first + k < r->run->nrun; k++) {
		const struct turn *t = &r->turn[k];

		if (v->block[k].n)
			r->found[first + k] = (struct found){ t->read, t->slow, t->here, t->next, t->next_both };
	}
}

void em_cache_found(const struct em_cache_run *r, struct em_share_parts *share)
{
	for (uint64_t k = 0; r->found && k < r->run->nrun; k++) {
		struct em_share_parts *p = &share[em_block_at(r->run, k)];

		p->l2 = r->found[k].l2;
		p->slow = r->found[k].slow;
		p->here = r->found[k].here;
		p->next = r->found[k].next;
		p->next_both = r->found[k].next_both;
	}
}

static void begin(struct em_cache_run *r, const struct em_wave *v)
{
	for (uint64_t k = 0; k < r->wave_blocks; k++) {
		const struct share *s = &v->block[k];
		struct turn *t = &r->turn[k];

		t->left = s->n;
		if (!s->n)
			continue;
		t->miss = s->part->miss.at + s->at;
		t->time = s->part->miss.time + s->at;
		t->processor = r->processors ? (uint32_t)k % r->t.multiprocessors : 0;
		t->read = t->slow = t->next = t->next_both = t->here = 0;
		em_asker_begin(&t->asker);
	}
}

/* On average a block has a miss in a turn, so what blocks that come soon are going to need the host fetches: their
 * next misses, then what these look at. */
static inline void expect(const struct em_cache_run *r, uint64_t k)
{
	enum { MISSES = 16, PLACES = 8 };
	const struct turn *t = &r->turn[k + MISSES < r->wave_blocks ? k + MISSES : k];

	if (t->left) {
		__builtin_prefetch(t->miss);
		__builtin_prefetch(t->time);
	}
	t = &r->turn[k + PLACES < r->wave_blocks ? k + PLACES : k];
	if (!t->left)
		return;
	em_l2_expect(r->d->l2, *t->miss);
	if (r->processors)
		em_processor_expect(r->processors, t->processor, *t->miss);
}

/* The blocks of a wave take turns at the L2, in the order of their times. */
static void replay(struct em_cache_run *r, const struct em_wave *v)
{
	const uint64_t step = turn_time(r, v);
	uint64_t now = 0;

	em_l2_wave(r->d->l2);
	begin(r, v);
	for (bool any = true; any;) {
		uint64_t next = UINT64_MAX;

		any = false;
		for (uint64_t k = 0; k < r->wave_blocks; k++) {
			struct turn *t = &r->turn[k];

			expect(r, k);
			for (; t->left; t->left--, t->miss++, t->time++) {
				uint64_t time = em_paced(&t->asker.pace, *t->time);

				if (time > now) {
					next = time < next ? time : next;
					any = true;
					break;
				}
				turn(r, *t->miss, v->index, (uint32_t)k, time, t);
			}
		}
		now = next + step - 1;
	}
	note_found(r, v);
}

static struct em_wave *wave_at(struct em_cache_run *r, uint64_t index)
{
	struct em_wave **at = &r->waves, *v;

	while (*at && (*at)->index < index)
		at = &(*at)->next;
	if (*at && (*at)->index == index)
		return *at;
	v = r->spare;
	r->spare = NULL;
	if (!v) {
		v = xcalloc(1, sizeof *v);
		v->block = xcalloc(r->wave_blocks, sizeof *v->block);
	}
	v->index = index;
	v->next = *at;
	*at = v;
	return v;
}

/* It has had its turn. Its parts may be another wave's now: all its blocks count, so no worker comes back to them. */
static void wave_done(struct em_cache_run *r, struct em_wave *v)
{
	while (v->parts) {
		struct em_part *x = v->parts;

		v->parts = x->next;
		x->miss.n = 0;
		x->next = r->spare_parts;
		r->spare_parts = x;
	}
	if (r->spare) {
		wave_free(v);
		return;
	}
	memset(v->block, 0, r->wave_blocks * sizeof *v->block);
	v->done = 0;
	r->spare = v;
}

/* The waves that are complete have their turn at the L2, one after the other. Who comes while somebody is at it leaves
 * its own to them: nobody waits. Called and left with the lock held. */
static void replay_full_ones(struct em_cache_run *r)
{
	if (r->replaying)
		return;
	r->replaying = true;
	while (r->waves && r->waves->index == r->next_wave && r->waves->done == r->wave_blocks) {
		struct em_wave *full = r->waves;

		r->waves = full->next;
		r->next_wave++;
		if (r->nworkers > 1)
			pthread_mutex_unlock(&r->lock);
		if (r->attempt && !r->kept) /* more than a MB: nobody waits for that */
			r->d->l2_before = em_l2_copy(r->d->l2, r->d->l2_before);
		r->kept = r->attempt;
		replay(r, full);
		if (r->nworkers > 1)
			pthread_mutex_lock(&r->lock);
		wave_done(r, full);
	}
	r->replaying = false;
}

static void lock(struct em_cache_run *r)
{
	if (r->nworkers > 1)
		pthread_mutex_lock(&r->lock);
}

static void unlock(struct em_cache_run *r)
{
	if (r->nworkers > 1)
		pthread_mutex_unlock(&r->lock);
}

/* The blocks that this worker has ended count from now on. Called and left with the lock held. */
static void count_ended(struct em_cache_run *r, struct em_cache_counts *n)
{
	if (!n->ended)
		return;
	n->part->wave->done += n->ended;
	n->ended = 0;
	replay_full_ones(r);
}

/* A worker's part of this wave. That of the wave it was at before counts first, and is never written again: a block of
 * that wave that ends later begins another. */
static struct em_part *part_of(struct em_cache_run *r, struct em_cache_counts *n, uint64_t index)
{
	struct em_part *x = n->part;

	if (EM_LIKELY(x && n->wave == index))
		return x;
	lock(r);
	count_ended(r, n);
	x = r->spare_parts;
	if (x)
		r->spare_parts = x->next;
	else
		x = xcalloc(1, sizeof *x);
	x->wave = wave_at(r, index);
	x->next = x->wave->parts;
	x->wave->parts = x;
	unlock(r);
	n->wave = index;
	return n->part = x;
}

void em_cache_block_end(struct em_block *b)
{
	struct em_cache_run *r = b->t->run->cache;
	struct em_cache_counts *n;
	const struct em_misses *from;
	struct em_part *x;

	if (!r)
		return;
	b->cache->ahead = false;
	em_cache_round(b);
	n = b->cache->counts;
	from = &b->cache->misses;
	x = part_of(r, n, b->position / r->wave_blocks);
	if (from->n) {
		em_misses_room(&x->miss, from->n);
		x->wave->block[b->position % r->wave_blocks] =
			(struct share){ x, x->miss.n, (uint32_t)from->n, from->time[from->n - 1] };
		memcpy(x->miss.at + x->miss.n, from->at, from->n * sizeof *from->at);
		memcpy(x->miss.time + x->miss.n, from->time, from->n * sizeof *from->time);
		x->miss.n += from->n;
	}
	n->ended++;
	if (b->t->at < b->t->end)
		return;
	lock(r);
	count_ended(r, n);
	unlock(r);
}

void em_waves_finish(struct em_cache_run *r)
{
	for (const struct em_wave *v = r->waves; v; v = v->next)
		replay(r, v);
}
