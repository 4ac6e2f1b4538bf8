/* attempt: a launch that is checked for races in global memory and runs on several host threads all the same.
 * Findings, memory and last writers must be those of blocks run in order. Blocks that keep apart (none reads or writes
 * what another one writes, but for atomics that commute) give that whatever their order. So workers run the blocks side
 * by side, each with a shadow of its own; as soon as one sees two of its own blocks meet, or at the end two shadows
 * show it, all is undone (check/undo.c) and one worker runs the blocks in order. The same is done after a fault, and
 * wherever else the order could show.
 *
 * A block's accesses are all seen by one shadow. Within it, codes tell blocks apart, with one exception: atomics. Where
 * those of several blocks met, the writer is nobody (a serial that no block has), so any other access is found to meet
 * it; the last one in block order stands in `other`. */
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/core/device.h"
#include "emulator/core/pool.h"

/* ---- of what kind is an atomic? Those of one kind commute. */
static uint16_t kind_of(const struct ptx_inst *in)
{
	static const struct {
		int mod;
		bool typed;
	} kinds[] = { { PTX_MOD_ADD, false }, { PTX_MOD_AND, false }, { PTX_MOD_OR, false }, { PTX_MOD_XOR, false },
		{ PTX_MOD_MIN, true }, { PTX_MOD_MAX, true } };
	for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++)
		if (ptx_has(in, kinds[k].mod))
			return (uint16_t)((k + 1) << 8 |
				(kinds[k].typed ? 128u + in->types[0] : ptx_type_bits(in->types[0]) / 8));
	return 0;
}

static void list_operations(struct em_program *p)
{
	p->operations = arena_alloc(&p->arena, (p->naccesses + 2) * sizeof *p->operations);
	memset(p->operations, 0, (p->naccesses + 2) * sizeof *p->operations);
	for (size_t k = 0; k < p->npinst; k++) {
		const struct ptx_inst *in = &p->m->ptx->funcs[p->pinst[k].func].insts[p->pinst[k].inst];
		if (p->pinst[k].access >= 0 && (in->op == PTX_OP_ATOM || in->op == PTX_OP_RED))
			p->operations[p->pinst[k].access + 1] = kind_of(in);
	}
}

/* Of two blocks: atomics that meet their own block only race (check/race.c). */
static bool commute(const struct em_program *p, uint64_t x, uint64_t y)
{
	uint32_t a = ck_inst(x), b = ck_inst(y);
	if (p->narrow)
		return false;
	if (!(x & CK_ATOMIC) || !(y & CK_ATOMIC) || a > p->naccesses || b > p->naccesses)
		return false;
	return p->operations[a] && p->operations[a] == p->operations[b];
}

/* ---- beginning and end */
bool em_attempt_begin(struct em_run *r)
{
	struct em_check *c = r->d->check;
	struct em_program *p = (struct em_program *)r->p;
	if (!em_undo_init(c) || !em_common_init(c))
		return false;
	if (!c->own)
		c->own = xaligned(EM_APART, (size_t)r->d->threads * sizeof *c->own);
	for (; c->nown < r->nworkers; c->nown++)
		if (!em_shadow_init(c, &c->own[c->nown]))
			return false;
	if (!p->operations)
		list_operations(p);
	for (int k = 0; k < r->nworkers; k++) {
		struct ck_shadow *s = &c->own[k];
		s->planes.next = 0;
		s->ntouched = 0;
		em_undo_begin(s);
	}
	em_common_begin(c);
	c->attempt = true;
	return true;
}

void em_attempt_end(struct em_run *r, bool kept)
{
	for (int k = 0; k < r->nworkers; k++)
		em_undo_forget(r->d->check, &r->d->check->own[k], !kept);
	r->d->check->attempt = false;
}

void em_attempt_drop(struct em_check *c)
{
	for (int k = 0; k < c->nown; k++) {
		em_undo_shrink(c, &c->own[k], 0);
		em_pool_drop(c, &c->own[k].planes);
		em_shadow_forget(c, &c->own[k]);
	}
	c->own_bytes = 0;
}

void em_attempt_release(struct em_device *d)
{
	struct em_check *c = d->check;
	for (int k = 0; k < c->nown; k++) {
		em_undo_free(c, &c->own[k]);
		em_shadow_release(c, &c->own[k]);
	}
	free(c->own);
	c->own = NULL;
	c->nown = 0;
	em_undo_release(c);
	em_common_release(c);
}

/* ---- while it runs */
void em_attempt_touch(struct em_worker *t, struct ck_chunk *k)
{
	struct ck_shadow *s = t->shadow;
	size_t at = (size_t)(k - s->dir);
	em_shadow_chunk(t->d->check, s, at);
	*k = (struct ck_chunk){ .stamp = t->run->check.base, .init = t->d->check->main.dir[at].init };
	ck_note_touched(s, k);
}

uint64_t *em_attempt_plane(struct em_worker *t)
{
	uint64_t *plane = em_pool_plane(t->d->check, &t->shadow->planes);
	if (!plane)
		em_attempt_fails(t->run);
	return plane;
}

void em_attempt_meet(const struct ck_access *a, uint64_t x, uint64_t y, uint64_t floor)
{
	bool atomic = a->kind == EM_ATOMIC, meets = false;
	if (x >= floor && atomic && (x & CK_ATOMIC))
		meets = !commute(a->w->t->p, x, a->code);
	else if (x >= floor) /* an atomic's code takes the place of a plain write's, so others would not see that one */
		meets = atomic || !ck_own(a->w->blk, x);
	if (a->kind != EM_READ && a->kind != EM_COPY_READ && y >= floor)
		meets |= (y & CK_OTHER_BLOCK) || !ck_own(a->w->blk, y);
	if (meets)
		em_attempt_fails(a->w->t->run);
}

static bool nobodys(const struct em_run *r, uint64_t code)
{
	return ck_serial(code) == r->check.end;
}

/* Of two atomics' codes that of the block that is later in the order of blocks. */
static uint64_t later(const struct em_run *r, uint64_t x, uint64_t y)
{
	uint64_t px = 0, py = 0;
	em_check_position(r, x, &px);
	em_check_position(r, y, &py);
	return px > py ? x : y;
}

void em_attempt_atomic(const struct ck_access *a, size_t at, uint64_t me)
{
	const struct em_run *r = a->w->t->run;
	struct ck_chunk *k = em_check_chunk(a->w->t, a->addr, CK_OTHER);
	if (!k || !k->planes.writer) {
		em_attempt_fails(a->w->t->run);
		return;
	}
	uint64_t x = k->planes.writer[at];
	if (nobodys(r, x)) {
		k->planes.other[at] = later(r, k->planes.other[at], me);
	} else if (!!ck_own(a->w->blk, x)) {
		k->planes.writer[at] = me;
	} else {
		k->planes.other[at] = later(r, x, me);
		k->planes.writer[at] =
			(uint64_t)r->check.end << CK_SERIAL_SHIFT | (me & (CK_ATOMIC | CK_STRONG | CK_INST_MASK));
	}
}

/* ---- the verdict. Units first: most of them one worker alone has touched. A plane that is not there is all zeros. */
struct touch {
	bool written, read;
};

static struct touch touch_of(const struct em_run *r, const struct ck_chunk *k, size_t unit)
{
	const struct em_check *c = r->d->check;
	bool wrote = k->planes.writer && k->wrote >> (unit >> (CK_PART_SHIFT - CK_UNIT_SHIFT)) & 1;
	return (struct touch){ wrote && ck_units(c, k->planes.writer)[unit] >= r->check.floor,
		k->planes.reader && ck_units(c, k->planes.reader)[unit] >= r->check.floor };
}

static bool granules_apart(const struct em_run *r, const struct ck_chunk *x, const struct ck_chunk *y, size_t unit)
{
	const struct em_check *c = r->d->check;
	const uint64_t floor = r->check.floor;
	const struct ck_planes p = { x->planes.writer ? x->planes.writer : c->zero,
		x->planes.reader ? x->planes.reader : c->zero, NULL };
	const struct ck_planes q = { y->planes.writer ? y->planes.writer : c->zero,
		y->planes.reader ? y->planes.reader : c->zero, NULL };
	const size_t n = (1u << CK_UNIT_SHIFT) >> c->shift;
	for (size_t g = unit * n; g < (unit + 1) * n; g++) {
		bool x_writes = p.writer[g] >= floor, y_writes = q.writer[g] >= floor;
		bool x_reads = p.reader[g] >= floor, y_reads = q.reader[g] >= floor;
		if ((x_writes && y_reads) || (y_writes && x_reads) ||
			(x_writes && y_writes && !commute(r->p, p.writer[g], q.writer[g])))
			return false;
	}
	return true;
}

/* What two workers did in a unit, to the granule. */
static bool units_apart(const struct em_run *r, struct ck_shadow *a, struct ck_shadow *b, size_t at, size_t unit)
{
	struct ck_chunk *x = &a->dir[at], *y = &b->dir[at];
	const struct touch s = touch_of(r, x, unit), t = touch_of(r, y, unit);

	if (!(s.written && (t.written || t.read)) && !(t.written && s.read))
		return true;
	return ck_spread(r->d->check, a, x, unit, &r->check, false) &&
		ck_spread(r->d->check, b, y, unit, &r->check, false) && granules_apart(r, x, y, unit);
}

/* The KB where one has written and another one may have come by, too. To look at a unit's codes is to fetch them from
 * the other core's cache. */
static uint64_t parts_shared(const struct em_check *c, uint32_t at, const int *who, int n)
{
	uint64_t wrote = 0, twice = 0, beside = 0;
	int readers = 0, reader = 0;

	for (int j = 0; j < n; j++) {
		const struct ck_chunk *k = &c->own[who[j]].dir[at];

		twice |= wrote & k->wrote;
		wrote |= k->wrote;
		readers += k->planes.reader != NULL;
		reader = k->planes.reader ? j : reader;
	}
	for (int j = 0; j < n; j++)
		beside |= j == reader ? 0 : c->own[who[j]].dir[at].wrote;
	return readers > 1 ? wrote : readers ? twice | beside : twice;
}

/* Each unit's codes are fetched once for all workers that may have come by; two by two these are compared only where
 * one wrote and another one was there. */
static bool part_apart(const struct em_run *r, uint32_t at, unsigned part, const int *who, int n)
{
	const struct em_check *c = r->d->check;
	const size_t units = 1u << (CK_PART_SHIFT - CK_UNIT_SHIFT);
	struct ck_shadow *here[EM_THREADS_MOST];
	int m = 0;

	for (int j = 0; j < n; j++)
		if (c->own[who[j]].dir[at].planes.reader || c->own[who[j]].dir[at].wrote >> part & 1)
			here[m++] = &c->own[who[j]];
	for (size_t u = part * units; u < (part + 1) * units; u++) {
		int wrote = 0, came = 0;

		for (int j = 0; j < m; j++) {
			const struct touch t = touch_of(r, &here[j]->dir[at], u);

			wrote += t.written;
			came += t.written || t.read;
		}
		if (!wrote || came < 2)
			continue;
		for (int i = 1; i < m; i++)
			for (int j = 0; j < i; j++)
				if (!units_apart(r, here[i], here[j], at, u))
					return false;
	}
	return true;
}

static bool workers_apart(const struct em_run *r, uint32_t at, const int *who, int n)
{
	for (uint64_t m = parts_shared(r->d->check, at, who, n); m; m &= m - 1)
		if (!part_apart(r, at, (unsigned)__builtin_ctzll(m), who, n))
			return false;
	return true;
}

/* A launch's chunks are looked at by all threads of the host, each chunk by one of them: that of the first worker that
 * touched it looks at what all did there. */
struct look {
	struct em_run *r;
	bool (*chunk)(struct look *k, uint32_t at, const int *who, int n); /* false: the attempt has failed */
	size_t n, *first;   /* touched chunks of all workers; the first one of each worker's */
	atomic_size_t next; /* that nobody looks at yet */
	atomic_bool fails;
	_Atomic uint64_t writers, readers; /* bytes that the device's own shadow would need */
	uint32_t *lack;                    /* chunks for which it has to have a plane of writers */
	size_t nlack;
};

static void look_at(struct look *k, int worker, uint32_t at)
{
	const struct em_check *c = k->r->d->check;
	int who[EM_THREADS_MOST], n = 0;

	for (int j = 0; j < k->r->nworkers; j++) {
		if (c->own[j].dir[at].stamp != k->r->check.base)
			continue;
		if (j < worker)
			return;
		who[n++] = j;
	}
	if (!k->chunk(k, at, who, n))
		atomic_store(&k->fails, true);
}

static void look_on(void *arg, int part)
{
	enum { TOGETHER = 2 };
	struct look *k = arg;
	size_t at, end;
	int worker = 0;

	(void)part;
	while ((at = atomic_fetch_add(&k->next, TOGETHER)) < k->n && !atomic_load(&k->fails))
		for (end = at + TOGETHER < k->n ? at + TOGETHER : k->n; at < end; at++) {
			while (at >= k->first[worker + 1])
				worker++;
			look_at(k, worker, k->r->d->check->own[worker].touched[at - k->first[worker]]);
		}
}

static bool look(struct look *k, bool (*chunk)(struct look *k, uint32_t at, const int *who, int n))
{
	enum { FEW = 64 }; /* not worth waking threads for */

	k->chunk = chunk;
	atomic_store(&k->next, 0);
	em_pool_run(k->r->d->pool, k->n < FEW ? 1 : k->r->nworkers, look_on, k);
	return !atomic_load(&k->fails);
}

/* Would the device's own shadow have had room for all this? In order it may need fewer planes of other readers: then
 * let it try. */
static void need(struct look *k, uint32_t at, const int *who, int n)
{
	struct em_check *c = k->r->d->check;
	struct ck_need written = { 0 }, read = { 0 }, has = { 0 };
	bool wrote = false;

	for (int j = 0; j < n; j++) {
		const struct ck_chunk *ch = &c->own[who[j]].dir[at];

		em_check_need(c, ch->planes.writer, k->r->check.floor, &written);
		em_check_need(c, ch->planes.reader, k->r->check.floor, &read);
		wrote |= ch->wrote != 0;
	}
	em_check_need(c, c->main.dir[at].planes.writer, 0, &has);
	atomic_fetch_add(&k->writers,
		(written.units > has.units ? written.units : 0) +
			(written.granules > has.granules ? written.granules : 0));
	atomic_fetch_add(&k->readers, 2 * (read.units + read.granules));
	if (!wrote || c->main.dir[at].planes.writer)
		return;
	pthread_mutex_lock(&c->lock);
	k->lack[k->nlack++] = at;
	pthread_mutex_unlock(&c->lock);
}

static bool blocks_apart(struct look *k, uint32_t at, const int *who, int n)
{
	need(k, at, who, n);
	return workers_apart(k->r, at, who, n);
}

/* And is there room for the last writers beside what the workers hold? */
static bool fits(struct look *k, uint64_t held)
{
	const struct em_check *c = k->r->d->check;
	uint64_t writers = atomic_load(&k->writers);

	return !c->full && c->main_bytes + writers + atomic_load(&k->readers) <= EM_CHECK_BUDGET &&
		c->main_bytes + writers + held <= c->budget_all;
}

/* The last writers become the device's: first room for them, so that either all or none are put there. */
static bool make_room(struct look *k)
{
	struct em_check *c = k->r->d->check;

	for (size_t n = 0; n < k->nlack; n++)
		if (!(c->main.dir[k->lack[n]].planes.writer = em_check_plane(c, true)))
			return false;
	return true;
}

static uint64_t put_code(const struct em_run *r, uint64_t there, uint64_t code)
{
	uint64_t x = 0, y = 0;

	if (there < r->check.floor)
		return code;
	em_check_position(r, there, &x);
	em_check_position(r, code, &y);
	if (x == y) /* two warps of a block that was run in parts: in their order */
		return there > code ? there : code;
	return x > y ? there : code;
}

static void put_writers(struct em_run *r, struct ck_chunk *to, const struct ck_chunk *from)
{
	struct em_check *c = r->d->check;
	const uint64_t floor = r->check.floor;
	const size_t units = 1u << (CK_PART_SHIFT - CK_UNIT_SHIFT), each = (1u << CK_UNIT_SHIFT) >> c->shift;
	for (uint64_t m = from->wrote; m; m &= m - 1)
		for (size_t u = (size_t)__builtin_ctzll(m) * units, end = u + units; u < end; u++) {
			uint64_t unit = ck_units(c, from->planes.writer)[u];
			if (unit < floor || !em_check_put_writer(c, to, u, unit))
				continue;
			for (size_t g = u * each; g < (u + 1) * each; g++)
				if (from->planes.writer[g] >= floor)
					to->planes.writer[g] = put_code(r, to->planes.writer[g],
						nobodys(r, from->planes.writer[g]) ? from->planes.other[g] :
										     from->planes.writer[g]);
		}
}

static bool put_chunk(struct look *k, uint32_t at, const int *who, int n)
{
	struct em_check *c = k->r->d->check;
	bool wrote = false;

	for (int j = 0; j < n; j++)
		if (c->own[who[j]].dir[at].wrote) {
			put_writers(k->r, &c->main.dir[at], &c->own[who[j]].dir[at]);
			wrote = true;
		}
	if (wrote)
		em_undo_forget_chunk(c, at);
	return true;
}

bool em_attempt_keep(struct em_run *r)
{
	struct look k = { .r = r };
	const struct em_check *c = r->d->check;
	uint64_t lost = r->check.lost, held = c->own_bytes;
	size_t pairs = 0;
	bool kept;
	for (int t = 0; t < r->nworkers; t++)
		pairs += em_finding_set_size(r->workers[t].found, &lost);
	if (r->parts && pairs) /* of two warps of one block the first one is the example, whoever came by first */
		((struct em_program *)r->p)->whole_blocks = true;
	if (atomic_load(&r->again) || lost || pairs > (r->parts ? 0 : EM_CHECK_PAIRS))
		return false;
	k.first = xcalloc((size_t)r->nworkers + 1, sizeof *k.first);
	for (int t = 0; t < r->nworkers; t++)
		k.n = k.first[t + 1] = k.n + c->own[t].ntouched;
	k.lack = xmalloc((k.n + 1) * sizeof *k.lack);
	kept = look(&k, blocks_apart) && fits(&k, held) && make_room(&k);
	if (kept)
		look(&k, put_chunk);
	free(k.first);
	free(k.lack);
	return kept;
}
