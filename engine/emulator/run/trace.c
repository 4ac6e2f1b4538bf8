/* trace: see trace.h. */
#include "emulator/run/trace.h"

#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/core/device.h"
#include "emulator/core/place.h"
#include "emulator/run/lane_address.h"

struct em_trace_log {
	struct em_trace_row *row;
	size_t n, cap, most;
	struct em_trace_inst *inst;
	size_t ninst, capi;
	uint32_t *inst_of;  /* of each PTX instruction of the program: its index + 1 */
	size_t open, nopen; /* rows whose values are not there yet, of one instruction */
	const struct ptx_func *f;
	const struct em_fplace *place;
	const struct ptx_inst *in;
	bool more;
};

struct em_trace_log *em_trace_new(uint32_t most)
{
	struct em_trace_log *t = xcalloc(1, sizeof *t);

	t->most = most;
	return t;
}

void em_trace_free(struct em_trace_log *t)
{
	if (!t)
		return;
	for (size_t i = 0; i < t->ninst; i++)
		free(t->inst[i].text);
	free(t->inst);
	free(t->row);
	free(t->inst_of);
	free(t);
}

void em_trace_result(struct em_trace_log *t, struct em_result *out)
{
	if (!t)
		return;
	out->trace = t->row;
	out->ntrace = t->n;
	out->trace_insts = t->inst;
	out->ntrace_insts = t->ninst;
	out->trace_more = t->more;
	t->row = NULL;
	t->inst = NULL;
	t->n = t->ninst = 0;
}

bool em_trace_full(const struct em_trace_log *t)
{
	return t->n >= t->most;
}

/* The register that an instruction writes, or whose value it stores; -1: none. Of a vector the first. */
static int32_t register_of(const struct ptx_func *f, const struct ptx_inst *in)
{
	const struct ptx_operand *o = in->op == PTX_OP_ST ? &in->ops[1] : &in->ops[0];

	if ((in->op != PTX_OP_ST && !in->nwritten) || !in->noperands)
		return -1;
	if (o->kind == PTX_VEC && o->nvec)
		o = &f->operands[o->vec];
	return o->kind == PTX_REG ? o->reg : -1;
}

static enum em_trace_kind kind_of(const struct ptx_inst *in)
{
	switch (in->op) {
	case PTX_OP_LD: return EM_TRACE_LOAD;
	case PTX_OP_ST: return EM_TRACE_STORE;
	case PTX_OP_ATOM:
	case PTX_OP_RED: return EM_TRACE_ATOMIC;
	case PTX_OP_BAR:
	case PTX_OP_BARRIER: return ptx_has(in, PTX_MOD_WARP) ? EM_TRACE_OTHER : EM_TRACE_BARRIER;
	case PTX_OP_EXIT:
	case PTX_OP_RET: return EM_TRACE_EXIT;
	default: return EM_TRACE_OTHER;
	}
}

static void add_inst(struct em_trace_log *t, const struct em_program *p, int32_t pin)
{
	const struct em_pinst *pi = &p->pinst[pin];
	const struct ptx_func *f = &p->m->ptx->funcs[pi->func];
	const struct ptx_inst *in = &f->insts[pi->inst];
	int32_t reg = register_of(f, in);
	struct em_trace_inst *x;
	struct buf b;

	if (t->ninst == t->capi) {
		t->capi = t->capi ? 2 * t->capi : 64;
		t->inst = xrealloc(t->inst, t->capi * sizeof *t->inst);
	}
	x = &t->inst[t->ninst++];
	*x = (struct em_trace_inst){ .kind = kind_of(in), .type = reg >= 0 ? f->regs[reg].type : PTX_B32 };
	if (in->ntypes && reg >= 0 && ptx_type_bits(x->type) == ptx_type_bits((enum ptx_type)in->types[0]))
		x->type = (enum ptx_type)in->types[0]; /* "f32" says more of a value than the register's "b32" */
	if (in->ntypes && (x->kind == EM_TRACE_STORE || x->kind == EM_TRACE_ATOMIC))
		x->type = (enum ptx_type)in->types[0];
	x->reg = reg >= 0 ? f->regs[reg].name : NULL;
	em_source_of(p->m, f, pi->inst, &x->file, &x->line);
	buf_init(&b);
	ptx_print_inst(p->m->ptx, f, in, &b);
	x->text = buf_detach(&b);
	t->inst_of[pin] = (uint32_t)t->ninst;
}

/* With the first of a function come all of its instructions, in their order: those that are never a step (a parameter
 * is loaded before the kernel begins) tell which register holds what. */
static uint32_t inst_of(struct em_trace_log *t, const struct em_warp *w, int32_t pin)
{
	const struct em_program *p = w->t->p;

	if (!t->inst_of)
		t->inst_of = xcalloc(p->npinst + 1, sizeof *t->inst_of);
	for (size_t k = 0; !t->inst_of[pin] && k < p->npinst; k++)
		if (p->pinst[k].func == p->pinst[pin].func)
			add_inst(t, p, (int32_t)k);
	return t->inst_of[pin] - 1;
}

static struct em_trace_row *push(struct em_trace_log *t)
{
	if (t->n == t->most) {
		t->more = true;
		return NULL;
	}
	if (t->n == t->cap) {
		t->cap = t->cap ? 2 * t->cap : 256;
		t->row = xrealloc(t->row, t->cap * sizeof *t->row);
	}
	return memset(&t->row[t->n++], 0, sizeof *t->row);
}

static void addresses(struct em_trace_log *t, struct em_warp *w, struct em_trace_row *r)
{
	enum ptx_space space = (enum ptx_space)t->in->space;
	const struct ptx_operand *o = em_address_operand(t->in, 0);

	if (!o || (space != PTX_GLOBAL && space != PTX_SHARED && space != PTX_GENERIC))
		return;
	for (uint32_t m = r->mask; m; m &= m - 1) {
		int l = __builtin_ctz(m);
		enum ptx_space at;

		r->addr[l] = em_lane_address(w, t->f, t->place, o, space, l);
		if (space == PTX_SHARED)
			r->addr[l] = (uint32_t)r->addr[l];
		at = em_space_at(space, &r->addr[l]);
		r->space = at == PTX_SHARED ? EM_TRACE_SHARED : at == PTX_GLOBAL ? EM_TRACE_GLOBAL : 0;
	}
}

static uint64_t lane_value(const struct em_warp *w, const struct em_trace_log *t, int32_t reg, int lane)
{
	struct em_warp *rows = (struct em_warp *)(uintptr_t)w;
	unsigned bits = ptx_type_bits((enum ptx_type)t->f->regs[reg].type);

	if (bits == 1)
		return *EM_AT(rows, uint32_t, t->place->reg[reg]) >> lane & 1;
	if (bits == 128)
		return EM_AT(rows, uint64_t, t->place->reg[reg])[2 * lane];
	return bits == 64 ? EM_AT(rows, uint64_t, t->place->reg[reg])[lane] :
			    EM_AT(rows, uint32_t, t->place->reg[reg])[lane];
}

/* What stands in shared memory now: of a store or an atomic. */
static void shared_values(const struct em_warp *w, struct em_trace_row *r)
{
	for (uint32_t m = r->mask; m; m &= m - 1) {
		int l = __builtin_ctz(m);

		if (r->bytes <= 8 && r->addr[l] + r->bytes <= w->shared_bytes)
			memcpy(&r->value[l], w->shared + r->addr[l], r->bytes);
	}
	r->valued = true;
}

/* The instruction has run: its values are there. */
static void close_rows(struct em_trace_log *t, struct em_warp *w)
{
	for (size_t k = t->open; k < t->open + t->nopen; k++) {
		struct em_trace_row *r = &t->row[k];
		enum em_trace_kind kind = t->inst[r->inst].kind;
		int32_t reg = register_of(t->f, t->in);

		if (r->space == EM_TRACE_SHARED && (kind == EM_TRACE_STORE || kind == EM_TRACE_ATOMIC)) {
			shared_values(w, r);
		} else if (reg >= 0 && !r->part) {
			for (uint32_t m = r->mask; m; m &= m - 1)
				r->value[__builtin_ctz(m)] = lane_value(w, t, reg, __builtin_ctz(m));
			r->valued = true;
		}
	}
	t->nopen = 0;
}

void em_trace_after(struct em_trace_log *t, struct em_warp *w)
{
	if (t->nopen)
		close_rows(t, w);
}

void em_trace_before(struct em_trace_log *t, struct em_warp *w, const struct em_inst *i)
{
	const struct em_program *p = w->t->p;
	size_t slot = (size_t)(i - p->code);
	int32_t pin = em_check_inst(w, i);
	struct em_trace_row *r;
	unsigned bytes, part;

	if (pin < 0 || (slot && p->origin[slot - 1] == pin))
		return;
	if (t->nopen)
		close_rows(t, w);
	t->f = &p->m->ptx->funcs[p->pinst[pin].func];
	t->place = &p->fn[p->place_of[p->pinst[pin].func]];
	t->in = &t->f->insts[p->pinst[pin].inst];
	t->open = t->n;
	r = push(t);
	if (!r)
		return;
	r->warp = w->index;
	r->inst = inst_of(t, w, pin);
	r->mask = em_guarded_lanes(w, t->place, t->in);
	addresses(t, w, r);
	bytes = r->space ? em_lane_bytes(t->in) : 0;
	part = t->in->vec > 1 ? bytes / t->in->vec : bytes;
	r->bytes = (uint16_t)part;
	t->nopen = 1;
	for (unsigned k = 1; part && k < bytes / part; k++) { /* the further elements of a vector */
		struct em_trace_row *x = push(t);

		if (!x)
			break;
		*x = t->row[t->open];
		x->part = (uint8_t)k;
		for (int l = 0; l < EM_WARP; l++)
			x->addr[l] += k * part;
		t->nopen++;
	}
}
