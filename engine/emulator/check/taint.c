/* taint: what becomes of bytes that nobody wrote. A load of such bytes marks the lanes of its registers; while
 * any lane of a warp is marked, the warp runs in a slower loop (em_taint_run), which follows the marks from operands to
 * results by the PTX instructions. A finding is made where it matters: a branch or a guard decides by a marked
 * predicate, a marked register is an address, or a marked value reaches global memory. Marked values that are stored to
 * shared or local memory leave those bytes unwritten, so the next load marks again.
 *
 * Marks go into functions with their parameters and come back with results, but for calls that save registers
 * (recursion) and the device's own functions. Nothing is said of shared memory in kernels of thrust and cub. */
#include <stdio.h>

#include "emulator/check/taint.h"
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/core/device.h"

struct ck_taint {
	uint32_t marked; /* rows with marks */
	uint32_t stored,
		element[8]; /* lanes whose data the running store takes from marked registers; of each element */
	int32_t done;       /* the PTX instruction whose marks were moved last */
	uint32_t *mask;     /* by row / 4 */
	uint32_t *member; /* lanes of mask whose value came as it is out of a structure that is written all around it */
	uint32_t *part;   /* lanes of mask whose word was written in part: what of it counts is not known before it is
			     computed with */
	struct ck_source *source;
};

static struct ck_taint *taint_of(struct em_warp *w)
{
	if (!w->taint) {
		size_t rows = w->t->p->warp_bytes / 4 + 1;
		w->taint = xcalloc(1, sizeof *w->taint);
		w->taint->mask = xcalloc(rows, sizeof *w->taint->mask);
		w->taint->member = xcalloc(rows, sizeof *w->taint->member);
		w->taint->part = xcalloc(rows, sizeof *w->taint->part);
		w->taint->source = xcalloc(rows, sizeof *w->taint->source);
		w->taint->done = -1;
	}
	return w->taint;
}

void em_taint_free(struct em_warp *w)
{
	if (w->taint) {
		free(w->taint->mask);
		free(w->taint->member);
		free(w->taint->part);
		free(w->taint->source);
	}
	free(w->taint);
	w->taint = NULL;
}

void em_taint_clear(struct em_warp *w)
{
	if (w->taint && w->taint->marked) {
		memset(w->taint->mask, 0, (w->t->p->warp_bytes / 4 + 1) * sizeof *w->taint->mask);
		memset(w->taint->member, 0, (w->t->p->warp_bytes / 4 + 1) * sizeof *w->taint->member);
		memset(w->taint->part, 0, (w->t->p->warp_bytes / 4 + 1) * sizeof *w->taint->part);
	}
	if (w->taint) {
		w->taint->marked = w->taint->stored = 0;
		w->taint->done = -1;
	}
}

uint32_t em_taint_stored(const struct em_warp *w)
{
	return w->taint ? w->taint->stored : 0;
}
uint32_t em_taint_element(const struct em_warp *w, unsigned v)
{
	return w->taint && w->taint->stored ? w->taint->element[v & 7] : 0;
}
const struct ck_source *em_taint_source(const struct em_warp *w, const struct em_inst *i, unsigned v)
{
	const uint32_t more[] = { i[1 + v / 4].d, i[1 + v / 4].a, i[1 + v / 4].b, i[1 + v / 4].c },
		       row = EM_ACC_VEC(i->access) == 1 ? i->d : more[v % 4];
	return w->taint && w->taint->mask[row / 4] ? &w->taint->source[row / 4] : NULL;
}
bool em_taint_on(const struct em_warp *w)
{
	return w->taint && w->taint->marked;
}

/* Of the lanes m of a row, those of `t` are marked from now on; of these, `member` as members. */
static void set(struct ck_taint *x, uint32_t row, uint32_t m, uint32_t t, uint32_t member, const struct ck_source *from)
{
	uint32_t old = x->mask[row / 4], new = (old & ~m) | (t & m);
	x->mask[row / 4] = new;
	x->member[row / 4] = (x->member[row / 4] & ~m) | (member & t & m);
	x->part[row / 4] &= ~m;
	x->marked += (unsigned)(new != 0) - (unsigned)(old != 0);
	if ((t & m) && from)
		x->source[row / 4] = *from;
}

static const struct ptx_inst *inst_of(
	const struct em_program *p, int32_t pin, const struct ptx_func **f, const struct em_fplace **place)
{
	const struct em_pinst *pi = &p->pinst[pin];
	*f = &p->m->ptx->funcs[pi->func];
	*place = &p->fn[p->place_of[pi->func]];
	return &(*f)->insts[pi->inst];
}

static unsigned pin_op(const struct em_program *p, int32_t pin)
{
	return p->m->ptx->funcs[p->pinst[pin].func].insts[p->pinst[pin].inst].op;
}

static const struct ptx_operand *element(const struct ptx_func *f, const struct ptx_operand *o, unsigned k)
{
	return o->kind == PTX_VEC ? &f->operands[o->vec + (int)k] : o;
}

void em_taint_load(struct em_warp *w, const struct em_inst *i, unsigned v, enum ptx_space space, const uint64_t *addr,
	uint32_t lanes, unsigned bytes, bool padding, uint32_t member, uint32_t part)
{
	const struct ptx_func *f;
	const struct em_fplace *place;
	int32_t pin = em_check_inst(w, i);
	if (!lanes || pin < 0)
		return;
	const struct ptx_inst *in = inst_of(w->t->p, pin, &f, &place);
	const struct ptx_operand *o = element(f, &in->ops[0], v);
	struct ck_taint *x = taint_of(w);
	x->done = pin;
	if ((in->op != PTX_OP_LD && in->op != PTX_OP_LDU && in->op != PTX_OP_ATOM) || o->kind != PTX_REG)
		return;
	int lane = __builtin_ctz(lanes);
	const struct ck_source *through = space == PTX_SHARED ? em_origin_of(w, addr[lane] + v * bytes) : NULL;
	struct ck_source from = { .address = addr[lane] + v * bytes,
		.pin = pin,
		.warp = (uint8_t)w->index,
		.lane = (uint8_t)lane,
		.bytes = (uint8_t)bytes,
		.space = (uint8_t)space };
	if (through)
		from = *through;
	from.padding = padding;
	from.carried = through != NULL;
	set(x, place->reg[o->reg], lanes, lanes, member, &from);
	x->part[place->reg[o->reg] / 4] |= part & lanes;
}

bool em_taint_doubles(const struct em_warp *w, const struct em_inst *i)
{
	const struct ptx_func *f;
	const struct em_fplace *place;
	int32_t pin = em_check_inst(w, i);

	return pin >= 0 && inst_of(w->t->p, pin, &f, &place)->types[0] == PTX_F64;
}

static void found(struct em_warp *w, int32_t pin, int lane, const struct ck_source *s, const char *what)
{
	static const char *const names[] = { [PTX_SHARED] = "shared", [PTX_LOCAL] = "local", [PTX_GLOBAL] = "global" };
	/* thrust's set operations compare with the place after their last key, where either answer is right. */
	if (w->t->p->library && (s->space == PTX_SHARED || s->carried))
		return;
	struct em_finding *f = em_check_note(w,
		(struct ck_key){ .kind = EM_FINDING_UNINIT,
			.severity = EM_ERROR,
			.space = s->space,
			.at = pin,
			.other = s->pin });
	if (!f)
		return;
	f->at = em_check_place_pin(w, pin, lane);
	f->other = em_check_place_pin(w->blk->warp[s->warp], s->pin, s->lane);
	f->has_other = true;
	f->address = s->address;
	f->bytes = s->bytes;
	snprintf(f->message, sizeof f->message,
		"Uninitialized __%s__ memory read of size %u byte%s by thread (%u,%u,%u): %s", names[s->space],
		s->bytes, s->bytes == 1 ? "" : "s", f->other.thread.x, f->other.thread.y, f->other.thread.z, what);
}

void em_taint_atomic(struct em_warp *w, const struct em_inst *i, enum ptx_space space, const uint64_t *addr,
	uint32_t lanes, unsigned bytes)
{
	const struct ptx_func *f;
	const struct em_fplace *place;
	int lane = __builtin_ctz(lanes);
	int32_t pin = em_check_inst(w, i);
	if (pin >= 0 && ptx_has(inst_of(w->t->p, pin, &f, &place), PTX_MOD_EXCH)) {
		em_taint_load(w, i, 0, space, addr, lanes, bytes, false, 0, 0);
		return;
	}
	if (w->t->run->attempt && space == PTX_GLOBAL) { /* which block comes first is chance: said in order only */
		em_attempt_fails(w->t->run);
		return;
	}
	found(w, pin, lane,
		&(struct ck_source){ .address = addr[lane],
			.pin = pin,
			.warp = (uint8_t)w->index,
			.lane = (uint8_t)lane,
			.bytes = (uint8_t)bytes,
			.space = (uint8_t)space },
		"an atomic operation changes bytes that nothing wrote");
}

/* ---- following */
struct step {
	struct em_warp *w;
	struct ck_taint *x;
	const struct ptx_func *f;
	const struct em_fplace *place;
	int32_t pin;
	uint32_t m;
};

static uint32_t marks(const struct step *s, const struct ptx_operand *o, const struct ck_source **from)
{
	uint32_t t = 0;
	if (o->kind == PTX_VEC) {
		for (unsigned k = 0; k < o->nvec; k++)
			t |= marks(s, &s->f->operands[o->vec + (int)k], from);
		return t;
	}
	if ((o->kind != PTX_REG && o->kind != PTX_ADDR) || o->reg < 0)
		return 0;
	uint32_t row = s->place->reg[o->reg];
	t = s->x->mask[row / 4];
	if (t & s->m)
		*from = &s->x->source[row / 4];
	return t & s->m;
}

/* Lanes in which the operand is marked and no member. */
static uint32_t strangers(const struct step *s, const struct ptx_operand *o)
{
	uint32_t t = 0;
	for (unsigned k = 0; k < (o->kind == PTX_VEC ? o->nvec : 1u); k++) {
		const struct ptx_operand *e = element(s->f, o, k);
		if (e->kind == PTX_REG && e->reg >= 0)
			t |= s->x->mask[s->place->reg[e->reg] / 4] & ~s->x->member[s->place->reg[e->reg] / 4];
	}
	return t & s->m;
}

/* Lanes in which the operand is a word that was written in part. */
static uint32_t parts(const struct step *s, const struct ptx_operand *o)
{
	uint32_t t = 0;
	for (unsigned k = 0; k < (o->kind == PTX_VEC ? o->nvec : 1u); k++) {
		const struct ptx_operand *e = element(s->f, o, k);
		if (e->kind == PTX_REG && e->reg >= 0)
			t |= s->x->part[s->place->reg[e->reg] / 4];
	}
	return t & s->m;
}

/* What becomes of words that were written in part. What is copied stays one; a sum, a product, a comparison of the word
 * as a whole is as garbage as its worst byte; whatever takes words apart or puts them together may have taken what was
 * written. */
enum { PART_COPIED, PART_COMPUTED, PART_APART };
static int becomes(const struct ptx_inst *in)
{
	const unsigned type = in->types[0];
	switch (in->op) {
	case PTX_OP_MOV: return in->ops[0].kind == PTX_REG && in->ops[1].kind == PTX_REG ? PART_COPIED : PART_APART;
	case PTX_OP_SHFL:
	case PTX_OP_SELP:
	case PTX_OP_SHL: return PART_COPIED;
	case PTX_OP_ADD:
	case PTX_OP_SUB:
	case PTX_OP_MUL:
	case PTX_OP_MAD:
	case PTX_OP_FMA:
	case PTX_OP_DIV:
	case PTX_OP_REM:
	case PTX_OP_MIN:
	case PTX_OP_MAX:
	case PTX_OP_SETP:
		return type == PTX_S32 || type == PTX_U32 || type == PTX_S64 || type == PTX_U64 || type == PTX_F32 ||
				type == PTX_F64 ?
			PART_COMPUTED :
			PART_APART;
	default: return PART_APART;
	}
}

/* The operand's value matters here: what is marked of it is found, and then forgotten. */
static void use(const struct step *s, const struct ptx_operand *o, uint32_t m, const char *what)
{
	const struct ck_source *from = NULL;
	uint32_t t = marks(s, o, &from) & m;
	if (!t)
		return;
	found(s->w, s->pin, __builtin_ctz(t), from, what);
	for (unsigned k = 0; k < (o->kind == PTX_VEC ? o->nvec : 1u); k++) {
		const struct ptx_operand *e = element(s->f, o, k);
		if ((e->kind == PTX_REG || e->kind == PTX_ADDR) && e->reg >= 0)
			set(s->x, s->place->reg[e->reg], t, 0, 0, NULL);
	}
}

static void result(
	const struct step *s, const struct ptx_operand *o, uint32_t t, uint32_t member, const struct ck_source *from)
{
	for (unsigned k = 0; k < (o->kind == PTX_VEC ? o->nvec : 1u); k++) {
		const struct ptx_operand *e = element(s->f, o, k);
		if (e->kind == PTX_REG)
			set(s->x, s->place->reg[e->reg], s->m, t, member, from);
	}
}

/* The lane that a shuffle gives lane l the value of. */
static int shuffled_from(struct em_warp *w, const struct em_fplace *place, const struct ptx_inst *in, int l)
{
	unsigned first = in->pair ? 2 : 1;
	uint32_t v[2];
	for (unsigned k = 0; k < 2; k++) {
		const struct ptx_operand *o = &in->ops[first + 1 + k];
		v[k] = o->kind == PTX_REG ? EM_AT(w, uint32_t, place->reg[o->reg])[l] : (uint32_t)o->imm;
	}
	int b = (int)(v[0] & 31), seg = (int)(v[1] >> 8 & 31), cl = (int)(v[1] & 31),
	    max = (l & seg) | (cl & ~seg & 31), min = l & seg;
	int j = ptx_has(in, PTX_MOD_UP)   ? l - b :
		ptx_has(in, PTX_MOD_DOWN) ? l + b :
		ptx_has(in, PTX_MOD_BFLY) ? l ^ b :
					    min | (b & ~seg & 31);
	return (ptx_has(in, PTX_MOD_UP) ? j >= max : j <= max) ? j & 31 : l;
}

static uint32_t shuffled(const struct step *s, const struct ptx_inst *in, uint32_t t)
{
	uint32_t r = 0;
	for (int l = 0; l < EM_WARP; l++)
		r |= (t >> shuffled_from(s->w, s->place, in, l) & 1) << l;
	return r;
}

uint32_t em_check_shuffled_from(struct em_warp *w, const struct em_inst *i)
{
	const struct ptx_func *f;
	const struct em_fplace *place;
	int32_t pin = em_check_inst(w, i);
	uint32_t r = 0;
	if (pin < 0)
		return 0;
	const struct ptx_inst *in = inst_of(w->t->p, pin, &f, &place);
	for (uint32_t m = in->op == PTX_OP_SHFL ? w->mask : 0; m; m &= m - 1)
		r |= 1u << shuffled_from(w, place, in, __builtin_ctz(m));
	return r;
}

/* Lanes in which this operand, which is not marked there, settles an `and` (it is 0) or an `or` (it is all ones),
 * whatever the other one is. */
static uint32_t settles(const struct step *s, const struct ptx_operand *o, unsigned type, bool ones)
{
	const struct ck_source *from = NULL;
	uint32_t r = 0;
	if (o->kind == PTX_IMM)
		return ((uint64_t)o->imm & (type == PTX_B64 ? UINT64_MAX : UINT32_MAX)) ==
				(ones ? type == PTX_B64 ? UINT64_MAX : UINT32_MAX : 0) ?
			EM_FULL :
			0;
	if (o->kind != PTX_REG)
		return 0;
	uint32_t row = s->place->reg[o->reg];
	if (type == PTX_PRED)
		r = *EM_AT(s->w, uint32_t, row) ^ (o->neg ? EM_FULL : 0) ^ (ones ? 0 : EM_FULL);
	else if (type == PTX_B32 || type == PTX_B64)
		for (int l = 0; l < EM_WARP; l++) {
			uint64_t v = type == PTX_B64 ? EM_AT(s->w, uint64_t, row)[l] : EM_AT(s->w, uint32_t, row)[l];
			r |= (uint32_t)(v == (ones ? type == PTX_B64 ? UINT64_MAX : UINT32_MAX : 0)) << l;
		}
	return r & ~marks(s, o, &from);
}

/* Lanes in which the result is known although an operand is marked. */
static uint32_t settled(const struct step *s, const struct ptx_inst *in, unsigned dests)
{
	if (in->op == PTX_OP_AND || in->op == PTX_OP_OR)
		return settles(s, &in->ops[1], in->types[0], in->op == PTX_OP_OR) |
			settles(s, &in->ops[2], in->types[0], in->op == PTX_OP_OR);
	if (in->op == PTX_OP_SETP && in->noperands == dests + 3 &&
		(ptx_has(in, PTX_MOD_AND) || ptx_has(in, PTX_MOD_OR)))
		return settles(s, &in->ops[dests + 2], PTX_PRED, ptx_has(in, PTX_MOD_OR));
	return 0;
}

/* Lanes of a store that go to global memory. */
static uint32_t to_global(const struct step *s, const struct ptx_inst *in, const struct ptx_operand *a)
{
	uint32_t r = 0;
	if (in->space != PTX_GENERIC || a->reg < 0)
		return in->space == PTX_GLOBAL || in->space == PTX_GENERIC ? EM_FULL : 0;
	for (int l = 0; l < EM_WARP; l++) {
		uint64_t at = EM_AT(s->w, uint64_t, s->place->reg[a->reg])[l] + (uint64_t)a->imm;
		r |= (uint32_t)(at - EM_SHARED_WINDOW >= EM_WINDOW_BYTES && at - EM_LOCAL_WINDOW >= EM_WINDOW_BYTES)
			<< l;
	}
	return r;
}

/* Lanes of a store that go to local memory. */
static uint32_t to_local(const struct step *s, const struct ptx_inst *in, const struct ptx_operand *a)
{
	uint32_t r = 0;
	if (in->space != PTX_GENERIC || a->reg < 0)
		return in->space == PTX_LOCAL ? EM_FULL : 0;
	for (int l = 0; l < EM_WARP; l++)
		r |= (uint32_t)(EM_AT(s->w, uint64_t, s->place->reg[a->reg])[l] + (uint64_t)a->imm - EM_LOCAL_WINDOW <
			     EM_WINDOW_BYTES)
			<< l;
	return r;
}

/* Parameters of functions lie in word rows of their own. A kernel's are constants: 0. */
static uint32_t param_row(const struct step *s, const struct ptx_operand *o, unsigned at)
{
	bool kernels = s->f->is_entry && o->sym >= s->f->params && o->sym < s->f->params + s->f->nparams;
	return o->kind != PTX_ADDR || o->sym < 0 || kernels ?
		0 :
		(uint32_t)(s->w->t->p->var_addr[o->sym] + ((uint64_t)o->imm + at) / 4 * 128);
}

/* ld.param and st.param: marks go with the words. */
static void follow_param(const struct step *s, const struct ptx_inst *in, bool store)
{
	const struct ptx_operand *param = &in->ops[store ? 0 : 1], *value = &in->ops[store ? 1 : 0];
	unsigned bytes = ptx_type_bits((enum ptx_type)in->types[0]) / 8;
	for (unsigned v = 0; v < (value->kind == PTX_VEC ? value->nvec : 1u); v++) {
		const struct ptx_operand *e = element(s->f, value, v);
		const struct ck_source *from = NULL;
		uint32_t row = param_row(s, param, v * bytes), t = store ? marks(s, e, &from) : 0,
			 others = store ? strangers(s, e) : 0;
		for (unsigned k = 0; row && k < (bytes + 3) / 4; k++) {
			uint32_t word = row + k * 128;
			if (store) {
				set(s->x, word, s->m, t, t & ~others, from);
			} else if (s->x->mask[word / 4] & s->m) {
				t |= s->x->mask[word / 4] & s->m;
				others |= s->x->mask[word / 4] & ~s->x->member[word / 4] & s->m;
				from = &s->x->source[word / 4];
			}
		}
		if (!store) {
			struct ck_source copy = from ? *from : (struct ck_source){ 0 };
			result(s, e, t, t & ~others, &copy);
		}
	}
}

static void follow(const struct step *s, const struct ptx_inst *in)
{
	const struct ck_source *from = NULL;
	uint32_t t = 0;
	if (in->space == PTX_PARAM && (in->op == PTX_OP_LD || in->op == PTX_OP_ST)) {
		follow_param(s, in, in->op == PTX_OP_ST);
		return;
	}
	switch (in->op) {
	case PTX_OP_LD:
	case PTX_OP_LDU:
		use(s, &in->ops[1], s->m, "it is used as an address");
		result(s, &in->ops[0], 0, 0, NULL);
		return;
	case PTX_OP_ST:
		use(s, &in->ops[0], s->m, "it is used as an address");
		/* A structure that is copied takes its padding along, and members that nobody has set. */
		if (marks(s, &in->ops[1], &from) && !from->padding) {
			uint32_t there = to_global(s, in, &in->ops[0]);
			if (from->space == PTX_GLOBAL && s->w->t->run->attempt &&
				(there & marks(s, &in->ops[1], &from) & ~strangers(s, &in->ops[1])))
				em_attempt_fails(s->w->t->run); /* what other blocks have written around it is known in
								   order only */
			use(s, &in->ops[1],
				there & strangers(s, &in->ops[1]) & (from->shifted ? EM_FULL : ~parts(s, &in->ops[1])),
				"it is stored to global memory");
		}
		s->x->stored = marks(s, &in->ops[1], &from) & ~parts(s, &in->ops[1]);
		if (s->x->stored && from->merged) /* a bit field's word is a thread's own from its first field on: the
						     others follow, each by reading it */
			s->x->stored &= ~to_local(s, in, &in->ops[0]);
		for (unsigned k = 0; k < (in->ops[1].kind == PTX_VEC ? in->ops[1].nvec : 1u) && k < 8; k++)
			s->x->element[k] = marks(s, element(s->f, &in->ops[1], k), &from) &
				~parts(s, element(s->f, &in->ops[1], k));
		return;
	case PTX_OP_ATOM:
	case PTX_OP_RED:
		for (unsigned k = in->op == PTX_OP_ATOM; k < in->noperands; k++)
			use(s, &in->ops[k], s->m,
				in->ops[k].kind == PTX_ADDR ? "it is used as an address" :
							      "it goes into an atomic operation");
		if (in->op == PTX_OP_ATOM)
			result(s, &in->ops[0], 0, 0, NULL);
		return;
	case PTX_OP_BRX: use(s, &in->ops[0], s->m, "it decides a branch"); return;
	case PTX_OP_MBARRIER: return;
	case PTX_OP_SELP:
		if (in->noperands == 4 && in->ops[3].kind == PTX_REG && !marks(s, &in->ops[3], &from)) {
			uint32_t p =
				*EM_AT(s->w, uint32_t, s->place->reg[in->ops[3].reg]) ^ (in->ops[3].neg ? EM_FULL : 0);
			t = (marks(s, &in->ops[1], &from) & p) | (marks(s, &in->ops[2], &from) & ~p);
			const uint32_t part = (parts(s, &in->ops[1]) & p) | (parts(s, &in->ops[2]) & ~p);
			struct ck_source copy = from ? *from : (struct ck_source){ 0 };
			result(s, &in->ops[0], t, 0, &copy);
			if (in->ops[0].kind == PTX_REG)
				s->x->part[s->place->reg[in->ops[0].reg] / 4] |= part & t;
			return;
		}
		break;
	default: break;
	}
	const unsigned dests = in->nwritten;
	if (!dests)
		return;
	uint32_t part = 0;
	for (unsigned k = dests; k < in->noperands; k++) {
		const uint32_t these = marks(s, &in->ops[k], &from), some = parts(s, &in->ops[k]) & these;
		t |= becomes(in) == PART_APART ? these & ~some : these;
		part |= becomes(in) == PART_COPIED ? some : 0;
	}
	if (t)
		t &= ~settled(s, in, dests);
	if (in->op == PTX_OP_SHFL && t) {
		t = shuffled(s, in, t);
		part = part ? shuffled(s, in, part) : 0;
	} else if (t &&
		(in->op == PTX_OP_VOTE || in->op == PTX_OP_MATCH || in->op == PTX_OP_REDUX || in->op == PTX_OP_BAR ||
			in->op == PTX_OP_BARRIER))
		t = EM_FULL;
	struct ck_source copy = from ? *from : (struct ck_source){ 0 };
	copy.merged |= in->op == PTX_OP_OR || in->op == PTX_OP_LOP3 || in->op == PTX_OP_BFI;
	uint32_t member = t && in->op == PTX_OP_MOV ? t & ~strangers(s, &in->ops[dests]) : 0;
	copy.shifted |= in->op == PTX_OP_SHL;
	for (unsigned k = 0; k < dests && k < in->noperands; k++) {
		result(s, &in->ops[k], t, member, &copy);
		if (part && in->ops[k].kind == PTX_REG)
			s->x->part[s->place->reg[in->ops[k].reg] / 4] |= part & t;
	}
}

/* Before the slot i runs. */
static void before(struct em_warp *w, const struct em_inst *i)
{
	const struct em_program *p = w->t->p;
	struct ck_taint *x = w->taint;
	const enum em_slot_kind kind = em_kind(w, i);
	int32_t pin = em_check_inst(w, i);
	x->stored = 0;
	if (kind == EM_SLOT_HEAD) {
		x->done = -1;
		return;
	}
	if (pin >= 0 && kind == EM_SLOT_COPY32 && pin_op(p, pin) == PTX_OP_CALL) { /* arguments over, results back */
		struct ck_source from = x->source[i->a / 4];
		const uint32_t part = x->part[i->a / 4];
		set(x, i->d, w->mask, x->mask[i->a / 4], x->member[i->a / 4], &from);
		x->part[i->d / 4] |= part & w->mask;
		return;
	}
	if (pin < 0 || pin == x->done || kind == EM_SLOT_SPIN)
		return;
	struct step s = { .w = w, .x = x, .pin = pin, .m = w->mask };
	const struct ptx_inst *in = inst_of(p, pin, &s.f, &s.place);
	if (in->guard >= 0) {
		struct ptx_operand g = { .kind = PTX_REG, .reg = in->guard };
		use(&s, &g, w->mask,
			in->op == PTX_OP_BRA ? "it decides a branch" : "it decides whether an instruction runs");
		s.m &= *EM_AT(w, uint32_t, s.place->reg[in->guard]) ^ (in->guard_neg ? EM_FULL : 0);
	}
	if (kind == EM_SLOT_SKIP || kind == EM_SLOT_WAIT)
		return; /* it comes by again, with those who go on */
	x->done = pin;
	follow(&s, in);
}

void em_taint_turn(struct em_warp *w)
{
	w->taint->done = -1;
}

const struct em_inst *em_taint_step(struct em_warp *w, const struct em_inst *i)
{
	if (em_taint_on(w))
		before(w, i);
	else
		w->taint->stored = 0;
	return em_step(w, i);
}

const struct em_inst *em_taint_run(struct em_warp *w, const struct em_inst *i)
{
	while (i && em_taint_on(w)) {
		before(w, i);
		i = em_step(w, i);
	}
	if (w->taint)
		w->taint->stored = 0;
	return i;
}
