/* record: see record.h. */
#include "emulator/run/record.h"
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/check/taint.h"
#include "emulator/core/device.h"
#include "emulator/core/place.h"
#include "emulator/run/lane_address.h"
#include "emulator/run/trace.h"

#define STEPS 4000000 /* slots that are looked at; after them the block goes on at its usual speed */
#define MOST 8192     /* accesses in all */

struct em_record {
	struct em_seen *seen;
	size_t nseen, cap;
	struct em_seen_line *line;
	size_t nlines, capl;
	uint64_t steps;
	struct em_trace_log *trace; /* NULL: none is asked for */
};

struct em_record *em_record_new(const struct em_run *r)
{
	const struct em_record_ask *ask = r->l->record;
	struct em_record *k = ask && (ask->most || ask->trace) ? xcalloc(1, sizeof *k) : NULL;

	if (k && ask->trace)
		k->trace = em_trace_new(ask->trace);
	return k;
}

void em_record_free(struct em_record *k)
{
	if (!k)
		return;
	free(k->seen);
	free(k->line);
	em_trace_free(k->trace);
	free(k);
}

void em_record_result(struct em_record *k, struct em_result *out)
{
	if (!k)
		return;
	out->seen = k->seen;
	out->nseen = k->nseen;
	out->seen_lines = k->line;
	out->nseen_lines = k->nlines;
	k->seen = NULL;
	k->line = NULL;
	k->nseen = k->nlines = 0;
	em_trace_result(k->trace, out);
}

bool em_record_block(const struct em_block *b)
{
	const struct em_run *r = b->t->run;

	return r->record && b->linear == r->l->record->block && !b->t->schedule;
}

static struct em_seen_line *line_of(struct em_record *k, const char *file, int line)
{
	for (size_t i = 0; i < k->nlines; i++)
		if (k->line[i].line == line && !strcmp(k->line[i].file, file))
			return &k->line[i];
	if (k->nlines == k->capl) {
		k->capl = k->capl ? 2 * k->capl : 16;
		k->line = xrealloc(k->line, k->capl * sizeof *k->line);
	}
	k->line[k->nlines] = (struct em_seen_line){ .file = file, .line = line };
	return &k->line[k->nlines++];
}

/* Where in its line the instruction stands, from 1; 0: not known. */
static int column_of(const struct ptx_module *x, const struct ptx_inst *in, const char *file, int line)
{
	for (int32_t k = in->loc, n = 0; k >= 0 && n < 64; k = x->locs[k].inlined_at, n++)
		if (x->locs[k].line == line && x->files[x->locs[k].file].path == file)
			return x->locs[k].col;
	return 0;
}

static void note_access(struct em_record *k, const struct em_seen *s)
{
	if (k->nseen == MOST)
		return;
	if (k->nseen == k->cap) {
		k->cap = k->cap ? 2 * k->cap : 64;
		k->seen = xrealloc(k->seen, k->cap * sizeof *k->seen);
	}
	k->seen[k->nseen++] = *s;
}

static enum em_seen_kind kind_of(const struct ptx_inst *in)
{
	return in->op == PTX_OP_ST                            ? EM_SEEN_STORE :
		in->op == PTX_OP_ATOM || in->op == PTX_OP_RED ? EM_SEEN_ATOMIC :
								EM_SEEN_LOAD;
}

/* Before the slot i runs. */
static void look(struct em_record *k, struct em_warp *w, const struct em_inst *i)
{
	const struct em_program *p = w->t->p;
	const struct em_record_ask *ask = w->t->run->l->record;
	size_t slot = (size_t)(i - p->code);
	int32_t pin = em_check_inst(w, i);

	if (pin < 0 || (slot && p->origin[slot - 1] == pin) ||
		p->pinst[pin].access < 0) /* its first slot stands for it */
		return;

	const struct em_pinst *pi = &p->pinst[pin];
	const struct ptx_func *f = &p->m->ptx->funcs[pi->func];
	const struct em_fplace *place = &p->fn[p->place_of[pi->func]];
	const struct ptx_inst *in = &f->insts[pi->inst];
	bool copy = in->op == PTX_OP_CP; /* asynchronous: what it reads */
	enum ptx_space space = copy ? PTX_GLOBAL : (enum ptx_space)in->space;
	const struct ptx_operand *o = em_address_operand(in, copy);
	struct em_seen s = { .mask = em_guarded_lanes(w, place, in), .kind = kind_of(in), .inst = pin };
	uint32_t global = 0, shared = 0;

	if (!o || !s.mask || (space != PTX_GLOBAL && space != PTX_SHARED && space != PTX_GENERIC))
		return;
	em_source_of(p->m, f, pi->inst, &s.file, &s.line);
	if (!s.file || !em_source_is_own(s.file) || (ask->line && s.line != ask->line))
		return;
	s.column = column_of(p->m->ptx, in, s.file, s.line);
	s.bytes =
		copy && in->noperands > 2 && in->ops[2].kind == PTX_IMM ? (uint32_t)in->ops[2].imm : em_lane_bytes(in);
	for (uint32_t m = s.mask; m; m &= m - 1) {
		int l = __builtin_ctz(m);
		enum ptx_space at;

		s.addr[l] = em_lane_address(w, f, place, o, space, l);
		if (space == PTX_SHARED)
			s.addr[l] = (uint32_t)s.addr[l];
		at = em_space_at(space, &s.addr[l]);
		global |= (uint32_t)(at == PTX_GLOBAL) << l;
		shared |= (uint32_t)(at == PTX_SHARED) << l;
	}
	/* Lanes in both spaces at once: two accesses. */
	for (int n = 0; n < 2; n++) {
		struct em_seen_line *line;

		s.space = n ? PTX_SHARED : PTX_GLOBAL;
		s.mask = n ? shared : global;
		if (!s.mask)
			continue;
		line = line_of(k, s.file, s.line);
		s.nth = ++line->total;
		if (s.nth > ask->from && s.nth - ask->from <= ask->most)
			note_access(k, &s);
	}
}

const struct em_inst *em_record_run(struct em_warp *w, const struct em_inst *i)
{
	struct em_record *k = w->t->run->record;
	bool asked = w->index == w->t->run->l->record->warp;

	if (k->steps > STEPS) {
		w->blk->recorded = false;
		return i;
	}
	if (w->taint)
		em_taint_turn(w);
	while (i) {
		k->steps++;
		if (asked)
			look(k, w, i);
		if (k->trace)
			em_trace_before(k->trace, w, i);
		i = w->taint ? em_taint_step(w, i) : em_step(w, i);
	}
	if (k->trace)
		em_trace_after(k->trace, w);
	return NULL;
}
