/* touched: what a launch read and wrote in global memory, read off its shadow when it is over (em_result.touched). Who
 * orders launches of different streams compares these (device/ops/order.h); the emulator knows of no streams.
 *
 * The shadow (check.h) holds one writer and one reader of each granule, enough to say that somebody of this launch
 * wrote or read it. In an attempt each worker has a shadow of its own, else all is in the device's. */
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/core/device.h"

#define MOST (1u << 16) /* stretches of a launch */

struct list {
	const struct em_run *r;
	struct em_result *out;
	size_t cap;
	uint64_t end;  /* of the stretch that is being made; 0: there is none */
	uint32_t kind; /* its instruction and flags */
	bool write;
	struct em_place *places; /* by instruction */
	bool *known, *early;
};

static const struct em_place *place_of(struct list *s, uint32_t inst)
{
	if (!s->known[inst]) {
		em_check_source(s->r->p, em_check_inst_of(s->r->p, inst), &s->places[inst]);
		s->known[inst] = true;
	}
	return &s->places[inst];
}

/* An atomic without .sys. */
static bool is_near(const struct em_program *p, uint64_t code)
{
	const int32_t pin = em_check_inst_of(p, code);

	return pin >= 0 && !ptx_has(&p->m->ptx->funcs[p->pinst[pin].func].insts[p->pinst[pin].inst], PTX_MOD_SYS);
}

static void add(struct list *s, uint64_t addr, unsigned bytes, uint64_t code)
{
	const uint32_t kind = (uint32_t)(code & (CK_INST_MASK | CK_STRONG | (s->write ? CK_ATOMIC : 0)));
	struct em_result *o = s->out;
	if (s->end == addr && s->kind == kind) {
		o->touched[o->ntouched - 1].end = s->end = addr + bytes;
		return;
	}
	s->end = 0;
	if (o->ntouched == MOST)
		return;
	if (o->ntouched == s->cap) {
		s->cap = s->cap ? 2 * s->cap : 64;
		o->touched = xrealloc(o->touched, s->cap * sizeof *o->touched);
	}
	const uint32_t inst = ck_inst(code) <= s->r->p->naccesses ? ck_inst(code) : 0;
	const struct em_place *p = place_of(s, inst);
	o->touched[o->ntouched++] = (struct em_touched){ .addr = addr,
		.end = addr + bytes,
		.file = p->file,
		.line = p->line,
		.write = s->write,
		.atomic = s->write && (code & CK_ATOMIC),
		.strong = (code & CK_STRONG) != 0,
		.near = s->write && (code & CK_ATOMIC) && is_near(s->r->p, code),
		.early = inst && s->early[inst - 1] };
	s->end = addr + bytes;
	s->kind = kind;
}

static void add_plane(struct list *s, uint64_t addr, uint64_t *plane)
{
	const struct em_check *c = s->r->d->check;
	const uint64_t floor = s->r->check.floor;
	const uint64_t *units = plane ? ck_units(c, plane) : NULL;
	const size_t each = (1u << CK_UNIT_SHIFT) >> c->shift;
	s->end = 0;
	for (size_t u = 0; units && u < CK_UNITS && s->out->ntouched < MOST; u++) {
		if (units[u] < floor)
			continue;
		if (ck_is_run(units[u])) {
			add(s, addr + (u << CK_UNIT_SHIFT), 1u << CK_UNIT_SHIFT, units[u]);
			continue;
		}
		for (size_t g = u * each; g < (u + 1) * each; g++)
			if (plane[g] >= floor)
				add(s, addr + ((uint64_t)g << c->shift), 1u << c->shift, plane[g]);
	}
}

static bool is_listed(const struct em_result *o, size_t from, uint64_t addr)
{
	while (from < o->ntouched && o->touched[from].addr != addr)
		from++;
	return from < o->ntouched;
}

/* Constant memory has no shadow: which variable an instruction read last its counts know. */
static void add_constants(struct list *s)
{
	struct em_result *o = s->out;
	const struct em_program *p = s->r->p;
	const size_t from = o->ntouched;
	struct em_mem_block b;

	for (size_t n = 0; n < p->npinst; n++)
		for (int t = 0; t < s->r->nworkers && p->pinst[n].access >= 0; t++) {
			const struct em_memory_counts *m = &s->r->workers[t].memory_counts[p->pinst[n].access];
			if (!m->hi || is_listed(o, from, m->lo) || !em_memory_find(&s->r->d->mem, m->lo, &b) ||
				!b.read_only)
				continue;
			s->end = 0;
			add(s, m->lo, (unsigned)(m->hi - m->lo), (uint64_t)p->pinst[n].access + 1);
			if (o->ntouched > from)
				o->touched[o->ntouched - 1].somewhere = true;
		}
}

static int by_address(const void *a, const void *b)
{
	const struct em_touched *x = a, *y = b;
	if (x->write != y->write)
		return x->write ? 1 : -1;
	return x->addr != y->addr ? (x->addr < y->addr ? -1 : 1) : x->end < y->end ? -1 : x->end > y->end;
}

/* What several workers did side by side is one stretch, as if one had done it. */
static void join_neighbours(struct em_result *o)
{
	size_t n = 0;
	for (size_t k = 0; k < o->ntouched; k++) {
		const struct em_touched *x = &o->touched[k];
		struct em_touched *to = n ? &o->touched[n - 1] : NULL;
		if (to && to->end == x->addr && to->write == x->write && to->atomic == x->atomic &&
			to->strong == x->strong && to->near == x->near && !to->somewhere && to->line == x->line &&
			to->file == x->file && to->early == x->early)
			to->end = x->end;
		else
			o->touched[n++] = *x;
	}
	o->ntouched = n;
}

void em_check_touched(struct em_run *r, struct em_result *out)
{
	struct em_check *c = r->d->check;
	struct list s = { .r = r, .out = out };
	if (!(r->check.on & EM_CHECK_RACE_GLOBAL) || !r->check.base)
		return;
	s.places = xcalloc(r->p->naccesses + 1, sizeof *s.places);
	s.known = xcalloc(r->p->naccesses + 1, sizeof *s.known);
	s.early = em_check_early(r->p);
	for (int k = 0; k < (r->attempt ? r->nworkers : 1); k++) {
		const struct ck_shadow *w = r->attempt ? &c->own[k] : &c->main;
		for (size_t n = 0; n < w->ntouched; n++) {
			const struct ck_chunk *ch = &w->dir[w->touched[n]];
			uint64_t addr = c->base + ((uint64_t)w->touched[n] << CK_CHUNK_SHIFT);
			if (ch->stamp != r->check.base)
				continue;
			s.write = true;
			add_plane(&s, addr, ch->planes.writer);
			s.write = false;
			add_plane(&s, addr, ch->planes.reader);
		}
	}
	add_constants(&s);
	free(s.places);
	free(s.known);
	free(s.early);
	out->publishes = r->p->publishes;
	if (out->ntouched)
		qsort(out->touched, out->ntouched, sizeof *out->touched, by_address);
	join_neighbours(out);
}
