/* stuck_clock: see stuck_clock.h. */
#include "emulator/run/stuck_clock.h"
#include "base/buf.h"
#include "emulator/core/device.h"
#include "emulator/cost/clock.h"
#include "emulator/flow/registers.h"
#include "emulator/run/lane_address.h"

/* The later times that are tried: one of each doubling, from half a microsecond to some hours; what a clock of 32 bits
 * shows all around; and some very late ones. */
enum { NOW = -1, CLOSE = 36, AROUND = CLOSE + 8, TIMES = AROUND + 3, MOST_WARPS = 1024 };

static uint64_t later_by(int time)
{
	static const uint64_t far[TIMES - AROUND] = { 0x001a2b6c5d4e3f21, 0x05a4c3b2d1e0f987, 0x2b1d94c7f3e5a609 };

	if (time == NOW)
		return 0;
	if (time >= AROUND)
		return far[time - AROUND];
	if (time >= CLOSE)
		return UINT64_C(0x10000000000) + ((uint64_t)(time - CLOSE + 1) << 29) - 1000;
	return (UINT64_C(1024) << time) + (uint64_t)time; /* no round numbers */
}

struct em_later {
	const struct em_program *p;
	const struct em_slice *s;
	const struct ptx_func *f;
	const struct em_fplace *place;
	int32_t *slot; /* by register: which of the values; -1: no clock is in it */
	size_t n;
	/* Of the warp whose turn it is: of each register that hangs on a clock, for each time and lane. The next turn
	 * begins with what the registers hold then: the later times are as much later than that moment. */
	const struct em_warp *w;
	uint64_t (*v)[TIMES][EM_WARP];
	/* What the warps held when the round began; which lanes of that have gone along with the clock since the round
	 * before, and which have changed otherwise: these may not be read before they are set. */
	struct start {
		const struct em_warp *w;
		uint64_t cycles;
		uint64_t (*held)[EM_WARP];
		uint32_t *along, *changed;
	} * starts, *start; /* start: of w; NULL: there is none */
	size_t nstarts;
};

struct em_later *em_later_new(const struct em_program *p, const struct em_slice *s)
{
	struct em_later *l = xcalloc(1, sizeof *l);

	l->p = p;
	l->s = s;
	l->f = &p->m->ptx->funcs[s->func];
	l->place = &p->fn[p->place_of[s->func]];
	l->slot = xcalloc(l->f->nregs + 1, sizeof *l->slot);
	for (size_t r = 0; r < l->f->nregs; r++)
		l->slot[r] = s->clocked[r] ? (int32_t)l->n++ : -1;
	l->v = xcalloc(l->n + 1, sizeof *l->v);
	return l;
}

void em_later_free(struct em_later *l)
{
	if (l) {
		free(l->slot);
		free(l->v);
		for (size_t k = 0; k < l->nstarts; k++) {
			free(l->starts[k].held);
			free(l->starts[k].along);
			free(l->starts[k].changed);
		}
		free(l->starts);
	}
	free(l);
}

static uint64_t register_now(const struct em_later *l, const struct em_warp *w, int32_t reg, int lane)
{
	struct em_warp *rows = (struct em_warp *)(uintptr_t)w;
	const uint32_t at = l->place->reg[reg];

	return at < l->place->r32 ? EM_AT(rows, uint64_t, at)[lane] :
		at < l->place->rp ? EM_AT(rows, uint32_t, at)[lane] :
				    *EM_AT(rows, uint32_t, at) >> lane & 1;
}

static uint64_t as_register(const struct ptx_func *f, int32_t reg, uint64_t v)
{
	const unsigned bits = ptx_type_bits((enum ptx_type)f->regs[reg].type);

	return bits >= 64 ? v : bits == 1 ? v & 1 : (uint32_t)v;
}

static struct start *start_of(const struct em_later *l, const struct em_warp *w)
{
	for (size_t k = 0; k < l->nstarts; k++)
		if (l->starts[k].w == w)
			return &l->starts[k];
	return NULL;
}

/* As much as the clock, in cycles or in nanoseconds; half as much or twice, as a round is not one moment. */
static bool about(uint64_t grown, uint64_t by)
{
	return grown >= by / 2 && grown / 2 <= by && grown;
}

static bool goes_along(
	const struct em_later *l, int32_t reg, const struct start *old, const struct start *now, int lane)
{
	const unsigned bits = ptx_type_bits((enum ptx_type)l->f->regs[reg].type);
	const int32_t n = l->slot[reg];
	const uint64_t by = now->cycles - old->cycles,
		       grown = as_register(l->f, reg, now->held[n][lane] - old->held[n][lane]);

	return bits >= 32 && (about(grown, by) || about(grown, em_clock_ns(now->w->t->run, by)));
}

void em_later_begin(struct em_later *l, const struct em_block *blocks, const struct em_later *before)
{
	size_t n = 0;

	for (const struct em_block *b = blocks; b; b = b->next)
		n += b->nwarps;
	if (n > MOST_WARPS)
		return;
	l->starts = xcalloc(n + 1, sizeof *l->starts);
	for (const struct em_block *b = blocks; b; b = b->next)
		for (uint32_t k = 0; k < b->nwarps; k++) {
			struct start *s = &l->starts[l->nstarts++];
			const struct start *old = before ? start_of(before, b->warp[k]) : NULL;

			*s = (struct start){ b->warp[k], b->warp[k]->cycles, xcalloc(l->n + 1, sizeof *s->held),
				xcalloc(l->n + 1, sizeof *s->along), xcalloc(l->n + 1, sizeof *s->changed) };
			for (size_t r = 0; r < l->f->nregs; r++)
				for (int lane = 0; l->slot[r] >= 0 && lane < EM_WARP; lane++) {
					s->held[l->slot[r]][lane] = register_now(l, s->w, (int32_t)r, lane);
					if (old && goes_along(l, (int32_t)r, old, s, lane))
						s->along[l->slot[r]] |= 1u << lane;
					else if (old && old->held[l->slot[r]][lane] != s->held[l->slot[r]][lane])
						s->changed[l->slot[r]] |= 1u << lane;
				}
		}
}

static void begin_turn(struct em_later *l, const struct em_warp *w)
{
	const struct start *s = l->start = start_of(l, w);

	l->w = w;
	for (size_t r = 0; r < l->f->nregs; r++)
		for (int lane = 0; l->slot[r] >= 0 && lane < EM_WARP; lane++) {
			const uint64_t now = register_now(l, w, (int32_t)r, lane);
			const bool along = s && s->along[l->slot[r]] >> lane & 1;

			for (int t = 0; t < TIMES; t++)
				l->v[l->slot[r]][t][lane] =
					as_register(l->f, (int32_t)r, now + (along ? later_by(t) : 0));
		}
}

/* ---- one instruction, one lane, one time */
struct at {
	struct em_later *l;
	const struct em_warp *w;
	const struct em_inst *i; /* the first slot of the PTX instruction */
	int time, lane;
	bool known;
};

static uint64_t clock_at(const struct at *a, int sreg)
{
	const struct em_run *r = a->w->t->run;
	const uint64_t now = em_kind(a->w, a->i) == EM_SLOT_CLOCK ? em_clock_at(a->w, a->i) : a->w->cycles;

	switch (sreg) {
	case PTX_SREG_CLOCK:
	case PTX_SREG_CLOCK64: return now + later_by(a->time);
	case PTX_SREG_CLOCK_HI: return (now + later_by(a->time)) >> 32;
	case PTX_SREG_GLOBALTIMER:
	case PTX_SREG_GLOBALTIMER_LO: return em_clock_ns(r, now) + later_by(a->time);
	default: return (em_clock_ns(r, now) + later_by(a->time)) >> 32;
	}
}

static bool changed(const struct em_later *l, int32_t reg, uint32_t lanes)
{
	return l->start && (l->start->changed[l->slot[reg]] & lanes);
}

static uint64_t value(struct at *a, const struct ptx_operand *o)
{
	switch (o->kind) {
	case PTX_IMM: return (uint64_t)o->imm;
	case PTX_SPECIAL: a->known &= em_clock_is(o); return em_clock_is(o) ? clock_at(a, o->vec) : 0;
	case PTX_REG:
		a->known &= a->l->slot[o->reg] < 0 || !changed(a->l, o->reg, 1u << a->lane);
		return (a->time != NOW && a->l->slot[o->reg] >= 0 ? a->l->v[a->l->slot[o->reg]][a->time][a->lane] :
								    register_now(a->l, a->w, o->reg, a->lane)) ^
			o->neg;
	default: a->known = false; return 0;
	}
}

/* v as a value of the type, in 64 bits. */
static uint64_t as_type(uint64_t v, enum ptx_type t)
{
	unsigned bits = ptx_type_bits(t);

	if (bits >= 64)
		return v;
	return ptx_type_class(t) == PTX_CLS_SIGNED ? (uint64_t)((int64_t)(v << (64 - bits)) >> (64 - bits)) :
						     v & ((UINT64_C(1) << bits) - 1);
}

static bool less(uint64_t x, uint64_t y, bool is_signed)
{
	return is_signed ? (int64_t)x < (int64_t)y : x < y;
}

/* Comparisons of order only: a value that is waited for exactly may come by unseen between two of the times. */
static uint64_t compared(struct at *a, const struct ptx_inst *in, uint64_t x, uint64_t y, bool is_signed)
{
	if (in->noperands != 3 || in->pair) {
		a->known = false;
		return 0;
	}
	for (unsigned k = 0; k < in->nmods; k++)
		switch (in->mods[k]) {
		case PTX_MOD_LT:
		case PTX_MOD_LO: return less(x, y, is_signed);
		case PTX_MOD_LE:
		case PTX_MOD_LS: return !less(y, x, is_signed);
		case PTX_MOD_GT:
		case PTX_MOD_HI: return less(y, x, is_signed);
		case PTX_MOD_GE:
		case PTX_MOD_HS: return !less(x, y, is_signed);
		default: break;
		}
	a->known = false;
	return 0;
}

/* What the instruction makes: of those that keep the order of times, and what joins conditions. */
static uint64_t result(struct at *a, const struct ptx_inst *in)
{
	const enum ptx_type t = (enum ptx_type)in->types[0];
	const enum ptx_class class = ptx_type_class(t);
	const bool is_signed = class == PTX_CLS_SIGNED, wide = ptx_has(in, PTX_MOD_WIDE);
	const enum ptx_type from = in->op == PTX_OP_CVT && in->ntypes > 1 ? (enum ptx_type)in->types[1] : t;
	uint64_t v[3] = { 0 };

	a->known &= class != PTX_CLS_FLOAT && ptx_type_class(from) != PTX_CLS_FLOAT && in->noperands <= 4 &&
		!ptx_has(in, PTX_MOD_HI) && !ptx_has(in, PTX_MOD_CC) && !ptx_has(in, PTX_MOD_SAT);
	for (unsigned k = 1; a->known && k < in->noperands; k++) {
		const bool condition = in->op == PTX_OP_SELP && k == 3, plain = in->op == PTX_OP_MAD && k == 3 && wide;

		v[k - 1] = value(a, &in->ops[k]);
		if (!condition && !plain && class != PTX_CLS_PRED)
			v[k - 1] = as_type(
				v[k - 1], (in->op == PTX_OP_SHR || in->op == PTX_OP_SHL) && k == 2 ? PTX_U32 : from);
	}
	switch (in->op) {
	case PTX_OP_MOV: a->known &= in->noperands == 2; return v[0];
	case PTX_OP_CVT: return as_type(v[0], t);
	case PTX_OP_ADD: return v[0] + v[1];
	case PTX_OP_SUB: return v[0] - v[1];
	case PTX_OP_MUL: return v[0] * v[1];
	case PTX_OP_MAD: return v[0] * v[1] + v[2];
	case PTX_OP_MIN: return less(v[0], v[1], is_signed) ? v[0] : v[1];
	case PTX_OP_MAX: return less(v[0], v[1], is_signed) ? v[1] : v[0];
	case PTX_OP_SHL: return v[1] > 63 ? 0 : v[0] << v[1];
	case PTX_OP_SHR:
		return is_signed ? (uint64_t)((int64_t)v[0] >> (v[1] > 63 ? 63 : v[1])) : v[1] > 63 ? 0 : v[0] >> v[1];
	case PTX_OP_DIV:
		a->known &= v[1] && !(is_signed && v[1] == UINT64_MAX);
		return !a->known ? 0 : is_signed ? (uint64_t)((int64_t)v[0] / (int64_t)v[1]) : v[0] / v[1];
	case PTX_OP_SETP: return compared(a, in, v[0], v[1], is_signed);
	case PTX_OP_SELP: return v[2] & 1 ? v[0] : v[1];
	case PTX_OP_AND: a->known &= class == PTX_CLS_PRED; return v[0] & v[1];
	case PTX_OP_OR: a->known &= class == PTX_CLS_PRED; return v[0] | v[1];
	case PTX_OP_XOR: a->known &= class == PTX_CLS_PRED; return v[0] ^ v[1];
	case PTX_OP_NOT: a->known &= class == PTX_CLS_PRED; return !(v[0] & 1);
	default: a->known = false; return 0;
	}
}

/* What it does with values that hang on a clock, where it makes none that matters: sleep, write them to memory, or
 * compute what nobody goes by. Its address must not hang on one, nor what it waits for. */
static bool only_passes_on(const struct em_later *l, const struct ptx_inst *in, unsigned made)
{
	const struct ptx_operand *o;

	if (in->op == PTX_OP_NANOSLEEP || (made && !em_address_operand(in, 0) && !ptx_has_members(in)))
		return true;
	if (in->op != PTX_OP_ST && in->op != PTX_OP_RED && in->op != PTX_OP_ATOM)
		return false;
	for (unsigned k = 0; (o = em_address_operand(in, k)); k++)
		if (o->reg >= 0 && l->slot[o->reg] >= 0)
			return false;
	return true;
}

/* The condition that the instruction stands under. */
static bool guard_same(struct em_later *l, const struct em_warp *w, const struct ptx_inst *in)
{
	for (uint32_t m = w->mask; m; m &= m - 1) {
		int lane = __builtin_ctz(m);
		uint64_t now = register_now(l, w, in->guard, lane);

		for (int t = 0; t < TIMES; t++)
			if (l->v[l->slot[in->guard]][t][lane] != now)
				return false;
	}
	return true;
}

/* Does the operand of a comparison only grow with time, or only fall? A difference that wraps around below 0 does not.
 */
static bool one_way(struct at *a, const struct ptx_operand *o, enum ptx_type t)
{
	const bool is_signed = ptx_type_class(t) == PTX_CLS_SIGNED;
	bool grew = false, fell = false;

	a->time = NOW;
	const uint64_t now = as_type(value(a, o), t);
	for (a->time = 0; a->time < TIMES; a->time++) {
		const uint64_t later = as_type(value(a, o), t);

		grew |= less(now, later, is_signed);
		fell |= less(later, now, is_signed);
	}
	return !(grew && fell);
}

/* The comparison comes out as now at all times. What it compares grows, or falls, so it changes once at most. One that
 * will change may open a window of time that lies between two of those that are tried. */
static bool compares_same(struct at *a, const struct ptx_inst *in)
{
	const enum ptx_type t = (enum ptx_type)in->types[0];
	bool same = in->noperands == 3 && one_way(a, &in->ops[1], t) && one_way(a, &in->ops[2], t);

	a->time = NOW;
	const uint64_t now = result(a, in);
	for (a->time = 0; a->time < TIMES && same; a->time++)
		same = result(a, in) == now;
	return same;
}

bool em_later_same(struct em_later *l, const struct em_warp *w, const struct em_inst *i, const struct ptx_inst *in)
{
	int32_t regs[EM_REGS_MOST];
	unsigned n = em_regs_written(l->f, in, regs);
	bool makes = false, reads = false;
	struct at a = { .l = l, .w = w, .i = i, .known = true };

	for (unsigned k = 0; k < n; k++)
		makes |= l->slot[regs[k]] >= 0;
	const unsigned made = n;
	const int32_t to = n ? regs[0] : -1;

	n = em_regs_read(l->f, in, regs);
	for (unsigned k = in->guard >= 0; k < n; k++)
		reads |= l->slot[regs[k]] >= 0;
	const bool guarded = in->guard >= 0 && l->slot[in->guard] >= 0;

	if (!makes && !guarded && !reads)
		return true;
	if (l->w != w)
		begin_turn(l, w);
	if (guarded && (changed(l, in->guard, w->mask) || !guard_same(l, w, in)))
		return false;
	if (!makes)
		return !reads || only_passes_on(l, in, made);
	if (made > 1)
		return false;
	for (uint32_t m = em_guarded_lanes(w, l->place, in); m; m &= m - 1) {
		a.lane = __builtin_ctz(m);
		if (in->op == PTX_OP_SETP && !compares_same(&a, in))
			return false;
		for (a.time = 0; a.time < TIMES; a.time++)
			l->v[l->slot[to]][a.time][a.lane] = as_register(l->f, to, result(&a, in));
		if (l->start)
			l->start->changed[l->slot[to]] &= ~(1u << a.lane);
	}
	return a.known;
}
