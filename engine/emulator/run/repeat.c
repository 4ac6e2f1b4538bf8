/* repeat: see repeat.h. */
#include "emulator/run/repeat.h"

#include <string.h>

#include "base/arena.h"
#include "emulator/code/kernel.h"
#include "emulator/run/memory_hash.h"

#define MOST_BYTES (2ull << 30)  /* of live memory: more is not looked at */
#define MOST_KEPT (256ull << 20) /* of what launches wrote, all that are kept together */
#define BYTES_AN_INSTRUCTION 32  /* that are hashed in about a quarter of a warp instruction's time */
#define ENTRIES 8
#define MOST_MISSES 6 /* after which 2^6 launches go by before the next look */

struct copy {
	uint64_t start, size;
	uint8_t *bytes;
};
struct entry {
	const struct em_program *p;
	struct em_dim3 grid, block;
	uint32_t dynamic_shared;
	unsigned unchecked;
	bool per_line, touched, cooperative;
	uint64_t all;        /* hash of the memory that it began with */
	bool steady;         /* two launches have counted alike */
	struct copy *copies; /* blocks that it changed, as they were afterwards */
	size_t ncopies;
	struct em_result result;
};
struct em_repeats {
	uint64_t epoch; /* of the memory's blocks */
	struct entry entry[ENTRIES];
	size_t n;
	uint64_t kept;
};

static const uint8_t *bytes_of(const struct em_device *d, const struct em_mem_block *b)
{
	return d->mem.host + (b->start - d->mem.base);
}

static void free_entry(struct em_repeats *s, struct entry *e)
{
	for (size_t k = 0; k < e->ncopies; k++) {
		s->kept -= e->copies[k].size;
		free(e->copies[k].bytes);
	}
	free(e->copies);
	em_result_release(&e->result);
}

static void forget(struct em_repeats *s)
{
	for (size_t k = 0; k < s->n; k++)
		free_entry(s, &s->entry[k]);
	s->n = 0;
}

void em_repeats_free(struct em_device *d)
{
	if (!d->repeats)
		return;
	forget(d->repeats);
	free(d->repeats);
	d->repeats = NULL;
}

/* May it be left out at all, and does looking pay? */
static bool wanted(const struct em_run *r)
{
	const struct em_launch *l = r->l;
	const struct em_memory *m = &r->d->mem;
	struct em_program *p = l->kernel->p;
	uint64_t bytes = 0;

	if (!l->repeats || l->schedule_seed || l->record || p->clocked || em_heap_used(r->d) ||
		(l->timing && l->timing->sample_instructions))
		return false;
	for (size_t k = 0; k < m->n; k++) {
		if (m->blocks[k].live && m->blocks[k].host && !m->blocks[k].link)
			return false; /* managed: its pages move */
		bytes += m->blocks[k].live ? m->blocks[k].size : 0;
	}
	if (bytes > MOST_BYTES || p->block_steps * r->nblocks < bytes / BYTES_AN_INSTRUCTION + 100000)
		return false;
	if (p->repeat_pass) {
		p->repeat_pass--;
		return false;
	}
	return true;
}

static bool same_dim(struct em_dim3 a, struct em_dim3 b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

static struct entry *find(struct em_repeats *s, const struct em_run *r, uint64_t all)
{
	const struct em_launch *l = r->l;

	for (size_t k = 0; k < s->n; k++) {
		struct entry *e = &s->entry[k];

		if (e->p == r->p && e->all == all && same_dim(e->grid, l->grid) && same_dim(e->block, l->block) &&
			e->dynamic_shared == l->dynamic_shared && e->unchecked == l->unchecked &&
			e->per_line == l->per_line && e->touched == l->touched && e->cooperative == l->cooperative)
			return e;
	}
	return NULL;
}

static void *copy_of(const void *rows, size_t n, size_t each)
{
	void *to = n ? xmalloc(n * each) : NULL;

	if (n)
		memcpy(to, rows, n * each);
	return to;
}

static void copy_result(struct em_result *to, const struct em_result *from)
{
	*to = *from;
	to->lines = copy_of(from->lines, from->nlines, sizeof *from->lines);
	to->findings = copy_of(from->findings, from->nfindings, sizeof *from->findings);
	to->touched = copy_of(from->touched, from->ntouched, sizeof *from->touched);
	if (from->work.share)
		to->work.share = copy_of(from->work.share, from->work.blocks, sizeof *from->work.share);
}

bool em_repeat_do(struct em_run *r, struct em_repeat_key *key, struct em_result *result)
{
	struct em_device *d = r->d;
	const struct em_memory *m = &d->mem;
	struct em_repeats *s;
	struct entry *e;

	*key = (struct em_repeat_key){ .printed = em_printed_bytes(&d->printed), .print_lost = d->printed.lost };
	if (!wanted(r))
		return false;
	if (!d->repeats)
		d->repeats = xcalloc(1, sizeof *d->repeats);
	s = d->repeats;
	if (s->epoch != m->epoch)
		forget(s);
	s->epoch = m->epoch;
	key->hash = xcalloc(m->n + 1, sizeof *key->hash);
	key->n = m->n;
	em_memory_hash(d, key->hash);
	for (size_t k = 0; k < m->n; k++)
		if (m->blocks[k].live)
			key->all = (key->all ^ key->hash[k]) * 0x9e3779b97f4a7c15 + k;
	e = find(s, r, key->all);
	if (!e || !e->steady)
		return false;
	for (size_t k = 0; k < e->ncopies; k++)
		memcpy(d->mem.host + (e->copies[k].start - d->mem.base), e->copies[k].bytes, e->copies[k].size);
	copy_result(result, &e->result);
	result->repeated = true;
	free(key->hash);
	return true;
}

/* A number of the caches' traffic: what the L2 still held hangs a little on what was there before. */
static bool near(uint64_t a, uint64_t b)
{
	uint64_t most = a > b ? a : b, least = a > b ? b : a;

	return most - least <= most / 64 + 64;
}

/* The counts to the last one, the caches' traffic nearly. */
static bool same_work(const struct em_result *a, const struct em_result *b)
{
	const struct em_traffic *x = &a->work.traffic, *y = &b->work.traffic;

	return !memcmp(&a->c, &b->c, sizeof a->c) && a->nfindings == b->nfindings && near(x->l1_hit, y->l1_hit) &&
		near(x->l2_read, y->l2_read) && near(x->l2_hit, y->l2_hit) && near(x->l2_late, y->l2_late) &&
		near(x->dram_read, y->dram_read) && near(x->dram_write, y->dram_write);
}

/* Blocks that the launch changed, as they are now. False: too many. */
static bool keep_changed(struct em_run *r, const struct em_repeat_key *key, struct entry *e)
{
	struct em_repeats *s = r->d->repeats;
	const struct em_memory *m = &r->d->mem;
	uint64_t *now = xcalloc(m->n + 1, sizeof *now);
	bool room = true;

	em_memory_hash(r->d, now);
	e->copies = xcalloc(m->n + 1, sizeof *e->copies);
	for (size_t k = 0; k < m->n; k++) {
		const struct em_mem_block *b = &m->blocks[k];

		if (!b->live || now[k] == key->hash[k])
			continue;
		room = !b->host && s->kept + b->size <= MOST_KEPT;
		if (!room)
			break;
		e->copies[e->ncopies++] = (struct copy){ b->start, b->size, copy_of(bytes_of(r->d, b), 1, b->size) };
		s->kept += b->size;
	}
	free(now);
	return room;
}

void em_repeat_note(struct em_run *r, struct em_repeat_key *key, const struct em_result *result)
{
	const struct em_launch *l = r->l;
	struct em_repeats *s = r->d->repeats;
	struct entry *e;

	if (!key->hash)
		return;
	if (s->epoch != r->d->mem.epoch || result->fault.kind != EM_FAULT_NONE ||
		em_printed_bytes(&r->d->printed) != key->printed || r->d->printed.lost != key->print_lost) {
		r->l->kernel->p->repeat_pass = 1u << MOST_MISSES;
		free(key->hash);
		return;
	}
	e = find(s, r, key->all);
	if (e) {
		e->steady = same_work(&e->result, result);
		r->l->kernel->p->repeat_misses = 0;
		em_result_release(&e->result);
		copy_result(&e->result, result);
		free(key->hash);
		return;
	}
	if (++r->l->kernel->p->repeat_misses > MOST_MISSES)
		r->l->kernel->p->repeat_misses = MOST_MISSES;
	if (r->l->kernel->p->repeat_misses > 3)
		r->l->kernel->p->repeat_pass = 1u << r->l->kernel->p->repeat_misses;
	if (s->n == ENTRIES) { /* the oldest goes */
		free_entry(s, &s->entry[0]);
		memmove(s->entry, s->entry + 1, --s->n * sizeof *s->entry);
	}
	e = &s->entry[s->n];
	*e = (struct entry){ .p = r->p,
		.grid = l->grid,
		.block = l->block,
		.dynamic_shared = l->dynamic_shared,
		.unchecked = l->unchecked,
		.per_line = l->per_line,
		.touched = l->touched,
		.cooperative = l->cooperative,
		.all = key->all };
	if (keep_changed(r, key, e)) {
		copy_result(&e->result, result);
		s->n++;
	} else {
		free_entry(s, e);
		r->l->kernel->p->repeat_pass = 1u << MOST_MISSES;
	}
	free(key->hash);
}
