/* writer: who wrote a byte of global memory last. The codes of the plane of writers outlive their launch; here is what
 * they meant: for each launch its serials, its shape and its kernel. */
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/core/place.h"

#define MOST_LAUNCHES 65536u

struct ck_launch {
	struct ck_run run;          /* base, end, per_block, extra */
	const struct em_program *p; /* NULL: its module is gone, or the launch left no codes */
	char *kernel;
	uint64_t number, nblocks, perm_mul, perm_add;
	struct em_dim3 grid, block;
};

static void release(struct ck_launch *l)
{
	free(l->kernel);
	free(l->run.extra);
}

void em_check_forget_launches(struct em_check *c)
{
	for (size_t k = 0; k < c->nlaunches; k++)
		release(&c->launches[k]);
	c->nlaunches = 0;
}

void em_check_forget_module(struct em_check *c, const struct em_module *m)
{
	for (size_t k = 0; c && k < c->nlaunches; k++)
		if (c->launches[k].p && c->launches[k].p->m == m)
			c->launches[k].p = NULL;
}

void em_check_remember_launch(struct em_run *r)
{
	struct em_check *c = r->d->check;
	if (c->nlaunches == MOST_LAUNCHES) { /* the older half goes */
		size_t half = MOST_LAUNCHES / 2;
		for (size_t k = 0; k < half; k++)
			release(&c->launches[k]);
		memmove(c->launches, c->launches + half, (MOST_LAUNCHES - half) * sizeof *c->launches);
		c->nlaunches -= half;
	}
	if (c->nlaunches == c->claunches) {
		c->claunches = c->claunches ? 2 * c->claunches : 64;
		c->launches = xrealloc(c->launches, c->claunches * sizeof *c->launches);
	}
	struct ck_launch *l = &c->launches[c->nlaunches++];
	*l = (struct ck_launch){ .run = r->check,
		.p = r->p,
		.kernel = xstrdup(r->p->kernel->name),
		.number = r->grid_id,
		.nblocks = r->nblocks,
		.perm_mul = r->perm_mul,
		.perm_add = r->perm_add,
		.grid = r->l->grid,
		.block = r->l->block };
	l->run.pub = NULL;
	r->check.extra = NULL; /* ours now */
	r->check.nextra = 0;
}

/* The launch whose serials these are; extra serials lie between its own and the next launch's. */
static const struct ck_launch *launch_of(const struct em_check *c, uint32_t serial)
{
	size_t lo = 0, hi = c->nlaunches;
	while (lo < hi) {
		size_t mid = (lo + hi) / 2;
		if (c->launches[mid].run.base <= serial)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo ? &c->launches[lo - 1] : NULL;
}

int em_last_writer(struct em_device *d, uint64_t addr, struct em_writer *w)
{
	struct em_check *c = d->check;
	struct em_mem_block b;
	memset(w, 0, sizeof *w);
	if (!em_memory_find(&d->mem, addr, &b))
		return -1;
	const struct ck_chunk *k = &c->main.dir[(addr - c->base) >> CK_CHUNK_SHIFT];
	size_t off = (size_t)((addr - c->base) & (CK_CHUNK_BYTES - 1));
	uint64_t code = ck_writer(c, k, off);
	if (!code) {
		if (k->init && !(k->init[off >> 3] >> (off & 7) & 1))
			return 2;
		return c->forgot ? -1 : 1;
	}
	const struct ck_launch *l = launch_of(c, ck_serial(code));
	uint64_t position;
	if (!l || !l->p || !em_check_position_in(&l->run, code, &position))
		return -1;
	em_check_source(l->p, em_check_inst_of(l->p, code), &w->place);
	struct em_run order = { .nblocks = l->nblocks, .perm_mul = l->perm_mul, .perm_add = l->perm_add };
	em_check_threads(
		&l->grid, &l->block, em_block_at(&order, position), ck_warp(code) * EM_WARP + ck_lane(code), &w->place);
	w->kernel = l->kernel;
	w->launch = l->number;
	return 0;
}

/* One byte: 0 a kernel, 1 the host, 2 nobody, -1 not known. */
static int kind_at(const struct em_check *c, uint64_t addr)
{
	const struct ck_chunk *k = &c->main.dir[(addr - c->base) >> CK_CHUNK_SHIFT];
	size_t off = (size_t)((addr - c->base) & (CK_CHUNK_BYTES - 1));
	if (ck_writer(c, k, off))
		return 0;
	if (k->init && !(k->init[off >> 3] >> (off & 7) & 1))
		return 2;
	return c->forgot || c->full || k->unseen ? -1 : 1;
}

/* From `addr` on, so many bytes are of one kind, as far as that can be told at once: a chunk that no kernel wrote to, a
 * unit that one instruction wrote. 0: it can't. */
static size_t alike(const struct em_check *c, uint64_t addr, int *kind)
{
	const struct ck_chunk *k = &c->main.dir[(addr - c->base) >> CK_CHUNK_SHIFT];
	const size_t off = (size_t)((addr - c->base) & (CK_CHUNK_BYTES - 1)), unit = 1u << CK_UNIT_SHIFT;
	*kind = 0;
	if (k->planes.writer)
		return ck_is_run(ck_units(c, k->planes.writer)[off >> CK_UNIT_SHIFT]) ? unit - off % unit : 0;
	*kind = kind_at(c, addr);
	return k->init ? 0 : CK_CHUNK_BYTES - off;
}

/* A part that no kernel wrote is what counts. */
static int kind_of(const struct em_check *c, uint64_t addr, unsigned each)
{
	int first = kind_at(c, addr), k;
	for (unsigned at = 1u << c->shift; at < each; at += 1u << c->shift)
		if ((k = kind_at(c, addr + at)) != first)
			first = first > 0 ? first : k;
	return first;
}

bool em_writer_kinds(struct em_device *d, uint64_t addr, uint64_t n, unsigned each, int8_t *kind)
{
	struct em_check *c = d->check;
	struct em_mem_block b;
	int same;
	if (!em_memory_find(&d->mem, addr, &b) || n > (b.start + b.size - addr) / each)
		return false;
	for (uint64_t i = 0, m; i < n; i += m) {
		m = alike(c, addr + i * each, &same) / each;
		m = m < n - i ? m : n - i;
		if (!m) {
			same = kind_of(c, addr + i * each, each);
			m = 1;
		}
		memset(kind + i, same, m);
	}
	return true;
}
