/* taint_follow: marks of bytes that nobody wrote (check/taint.c) go from an instruction's operands to its results, and
 * a finding is made where a marked value decides something, is an address or reaches global memory. Runs before each
 * slot while a warp has marks.
 *
 * Marks go into functions with their parameters and come back with results, but for calls that save registers
 * (recursion) and the device's own functions. Nothing is said of shared memory in kernels of thrust and cub. */
#include "emulator/check/taint_marks.h"
#include "emulator/core/device.h"
#include "emulator/core/met_apart.h"

static unsigned pin_op(const struct em_program *p, int32_t pin)
{
	return p->m->ptx->funcs[p->pinst[pin].func].insts[p->pinst[pin].inst].op;
}

struct step {
	struct em_warp *w;
	struct ck_taint *x;
	const struct ptx_func *f;
	const struct em_fplace *place;
	int32_t pin;
	uint32_t m;
};

static uint32_t marks(const struct step *s, const struct ptx_operand *o, struct ck_from *from)
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
	em_taint_from(s->x, row, t & s->m, from);
	return t & s->m;
}

/* Lanes in which the operand is marked and no member. */
static uint32_t strangers(const struct step *s, const struct ptx_operand *o)
{
	uint32_t t = 0;
	for (unsigned k = 0; k < (o->kind == PTX_VEC ? o->nvec : 1u); k++) {
		const struct ptx_operand *e = em_taint_operand(s->f, o, k);
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
		const struct ptx_operand *e = em_taint_operand(s->f, o, k);
		if (e->kind == PTX_REG && e->reg >= 0)
			t |= s->x->part[s->place->reg[e->reg] / 4];
	}
	return t & s->m;
}

/* Of several lanes in which the value matters, the one that is named: the reader itself, if it is one of them. */
static int user(const struct step *s, uint32_t lanes, const struct ck_source *read)
{
	if (!read->carried && read->warp == s->w->index && lanes >> read->lane & 1)
		return read->lane;
	return __builtin_ctz(lanes);
}

/* The operand's value matters here: what is marked of it is found, and then forgotten. */
static void use(const struct step *s, const struct ptx_operand *o, uint32_t m, const char *what)
{
	struct ck_from from = { 0 };
	uint32_t t = marks(s, o, &from) & m;
	if (!t)
		return;
	if (t & from.reads)
		em_taint_found(s->w, s->pin, user(s, t & from.reads, from.read), from.read, what);
	if (t & ~from.reads)
		em_taint_found(s->w, s->pin, __builtin_ctz(t & ~from.reads), from.lender, what);
	for (unsigned k = 0; k < (o->kind == PTX_VEC ? o->nvec : 1u); k++) {
		const struct ptx_operand *e = em_taint_operand(s->f, o, k);
		if ((e->kind == PTX_REG || e->kind == PTX_ADDR) && e->reg >= 0)
			em_taint_set(s->x, s->place->reg[e->reg], t, 0, 0, NULL);
	}
}

static void result(
	const struct step *s, const struct ptx_operand *o, uint32_t t, uint32_t member, const struct ck_from *from)
{
	for (unsigned k = 0; k < (o->kind == PTX_VEC ? o->nvec : 1u); k++) {
		const struct ptx_operand *e = em_taint_operand(s->f, o, k);
		if (e->kind == PTX_REG)
			em_taint_set_from(s->x, s->place->reg[e->reg], s->m, t, member, from);
	}
}

static const struct ck_from nowhere;

static uint32_t shuffled(const struct step *s, const struct ptx_inst *in, uint32_t t)
{
	uint32_t r = 0;
	for (int l = 0; l < EM_WARP; l++)
		r |= (t >> em_shuffled_from(s->w, s->place, in, l) & 1) << l;
	return r;
}

/* Lanes at other places that show what nobody wrote to those that are here (lanes/met_apart.h). */
static uint32_t shown_elsewhere(const struct step *s, struct ck_from *from)
{
	const int first = __builtin_ctz(s->w->met_apart & s->m);
	const uint32_t t = s->w->apart->unwritten[first];

	if (!from->read && !from->lender)
		em_taint_from(s->x, s->w->apart->row[first], t, from);
	return t;
}

/* Lanes in which this operand, which is not marked there, settles an `and` (it is 0) or an `or` (it is all ones),
 * whatever the other one is. */
static uint32_t settles(const struct step *s, const struct ptx_operand *o, unsigned type, bool ones)
{
	struct ck_from from = { 0 };
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
	if (in->op == PTX_OP_SETP && in->noperands == dests + 2)
		return em_taint_answers(s->w, s->f, s->place, in);
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

static void set_bits(const struct step *s, const struct ptx_operand *o, uint32_t part, const uint64_t *bits)
{
	const uint32_t row = s->place->reg[o->reg];

	em_taint_set_part(s->x, row, part);
	for (uint32_t m = part; m; m &= m - 1)
		s->x->holes[row / 4 + (uint32_t)__builtin_ctz(m)] = bits[__builtin_ctz(m)];
}

/* A store of marked values. A structure that is copied takes its padding along, and members that nobody has set. */
static void to_memory(const struct step *s, const struct ptx_inst *in)
{
	const struct ptx_operand *what = &in->ops[1];
	const uint32_t there = to_global(s, in, &in->ops[0]);

	for (unsigned k = 0; k < (what->kind == PTX_VEC ? what->nvec : 1u); k++) {
		const struct ptx_operand *e = em_taint_operand(s->f, what, k);
		struct ck_from from = { 0 };
		const uint32_t t = marks(s, e, &from);
		const bool shifted = from.read && from.read->shifted, padding = from.read && from.read->padding;

		if (!t)
			continue;
		if (from.read && !padding && from.read->space == PTX_GLOBAL && s->w->t->run->attempt &&
			(there & t & ~strangers(s, e)))
			em_attempt_fails(
				s->w->t->run); /* what other blocks have written around it is known in order only */
		use(s, e, there & strangers(s, e) & (shifted ? EM_FULL : ~parts(s, e)) & ~(padding ? from.reads : 0),
			"it is stored to global memory");
	}
}

/* What of the running store is marked, element by element: as a whole, or as words that were written in part. */
static void stored_elements(const struct step *s, const struct ptx_inst *in)
{
	struct ck_from from = { 0 };
	uint32_t some = 0;

	for (unsigned k = 0; k < (in->ops[1].kind == PTX_VEC ? in->ops[1].nvec : 1u) && k < 8; k++) {
		const struct ptx_operand *e = em_taint_operand(s->f, &in->ops[1], k);
		const uint32_t these = marks(s, e, &from), part = parts(s, e) & these;

		s->x->element[k] = these & ~part;
		s->x->part_stored[k] = part;
		s->x->row[k] = part ? s->place->reg[e->reg] : 0;
		some |= part;
	}
	if (some && s->w->t->run->attempt && (to_global(s, in, &in->ops[0]) & some))
		em_attempt_fails(s->w->t->run);
	s->x->stored |= some;
}

/* Lanes of what the instruction makes whose bits are known one by one; `bits` of them, 0 where all were written. */
static uint32_t known_bits(const struct step *s, const struct ptx_inst *in, uint32_t some, uint64_t *bits)
{
	uint32_t known = 0;

	for (uint32_t m = some; m; m &= m - 1) {
		const int l = __builtin_ctz(m);

		known |= (uint32_t)em_taint_bits(s->w, s->place, in, l, &bits[l]) << l;
	}
	return known;
}

/* A word that was written in part goes to other lanes as it is. */
static void shuffle_bits(const struct step *s, const struct ptx_inst *in, uint32_t part, uint64_t *bits)
{
	const uint32_t row = s->place->reg[in->ops[in->nwritten].reg];

	for (uint32_t m = part; m; m &= m - 1) {
		const int l = __builtin_ctz(m), from = em_shuffled_from(s->w, s->place, in, l);

		bits[l] = s->x->part[row / 4] >> from & 1 ? s->x->holes[row / 4 + (uint32_t)from] : 0;
	}
}

/* ld.param and st.param: marks go with the words. */
static void follow_param(const struct step *s, const struct ptx_inst *in, bool store)
{
	const struct ptx_operand *param = &in->ops[store ? 0 : 1], *value = &in->ops[store ? 1 : 0];
	unsigned bytes = ptx_type_bits((enum ptx_type)in->types[0]) / 8;
	for (unsigned v = 0; v < (value->kind == PTX_VEC ? value->nvec : 1u); v++) {
		const struct ptx_operand *e = em_taint_operand(s->f, value, v);
		struct ck_from from = { 0 };
		uint32_t row = param_row(s, param, v * bytes), t = store ? marks(s, e, &from) : 0,
			 others = store ? strangers(s, e) : 0, part = store ? parts(s, e) & t : 0;
		uint64_t bits[EM_WARP] = { 0 };
		if (store && part)
			memcpy(bits, &s->x->holes[s->place->reg[e->reg] / 4], sizeof bits);
		for (unsigned k = 0; row && k < (bytes + 3) / 4; k++) {
			uint32_t word = row + k * 128;
			if (store) {
				em_taint_set_from(s->x, word, s->m, t, t & ~others, &from);
				em_taint_set_part(s->x, word, part);
				for (uint32_t m = part; m; m &= m - 1)
					s->x->holes[word / 4 + (uint32_t)__builtin_ctz(m)] =
						bits[__builtin_ctz(m)] >> 32 * k & UINT32_MAX;
			} else if (s->x->mask[word / 4] & s->m) {
				t |= s->x->mask[word / 4] & s->m;
				others |= s->x->mask[word / 4] & ~s->x->member[word / 4] & s->m;
				part |= s->x->part[word / 4] & s->m;
				for (uint32_t m = s->x->part[word / 4] & s->m; m; m &= m - 1)
					bits[__builtin_ctz(m)] |= s->x->holes[word / 4 + (uint32_t)__builtin_ctz(m)]
						<< 32 * k;
				em_taint_from(s->x, word, s->x->mask[word / 4] & s->m, &from);
			}
		}
		if (!store) {
			result(s, e, t, t & ~others, &from);
			if (part && e->kind == PTX_REG)
				set_bits(s, e, part, bits);
		}
	}
}

/* mov {a, b}, word: each element takes its bits. */
static void follow_apart(const struct step *s, const struct ptx_inst *in)
{
	const struct ptx_operand *word = &in->ops[1], *to = &in->ops[0];
	struct ck_from from = { 0 };
	const unsigned width = ptx_type_bits((enum ptx_type)in->types[0]) / to->nvec;
	const uint32_t t = marks(s, word, &from), part = t ? parts(s, word) & t : 0;
	uint64_t holes[EM_WARP], bits[EM_WARP];

	if (part)
		memcpy(holes, &s->x->holes[s->place->reg[word->reg] / 4], sizeof holes);
	for (unsigned k = 0; k < to->nvec; k++) {
		const struct ptx_operand *e = em_taint_operand(s->f, to, k);
		uint32_t some = 0;

		for (uint32_t m = part; m; m &= m - 1) {
			const int l = __builtin_ctz(m);

			bits[l] = holes[l] >> width * k & ((1ull << width) - 1);
			some |= (uint32_t)(bits[l] != 0) << l;
		}
		result(s, e, (t & ~part) | some, 0, &from);
		if (some && e->kind == PTX_REG)
			set_bits(s, e, some, bits);
	}
}

static void follow(const struct step *s, const struct ptx_inst *in)
{
	struct ck_from from = { 0 };
	uint32_t t = 0;
	if (in->space == PTX_PARAM && (in->op == PTX_OP_LD || in->op == PTX_OP_ST)) {
		follow_param(s, in, in->op == PTX_OP_ST);
		return;
	}
	if (in->op == PTX_OP_MOV && in->ops[0].kind == PTX_VEC && in->ops[1].kind == PTX_REG &&
		ptx_type_bits((enum ptx_type)in->types[0]) <= 64) {
		follow_apart(s, in);
		return;
	}
	switch (in->op) {
	case PTX_OP_LD:
	case PTX_OP_LDU:
		use(s, &in->ops[1], s->m, "it is used as an address");
		result(s, &in->ops[0], 0, 0, &nowhere);
		return;
	case PTX_OP_ST:
		use(s, &in->ops[0], s->m, "it is used as an address");
		to_memory(s, in);
		s->x->stored = marks(s, &in->ops[1], &from) & ~parts(s, &in->ops[1]);
		if (s->x->stored && from.read && from.read->merged) /* a bit field's word is a thread's own from its
						     first field on: the others follow, each by reading it */
			s->x->stored &= ~to_local(s, in, &in->ops[0]);
		stored_elements(s, in);
		return;
	case PTX_OP_ATOM:
	case PTX_OP_RED:
		t = em_taint_swaps(s->w, s->place, in, s->m);
		for (unsigned k = in->op == PTX_OP_ATOM; k < in->noperands; k++)
			use(s, &in->ops[k], in->ops[k].kind == PTX_ADDR ? s->m : s->m & ~t,
				in->ops[k].kind == PTX_ADDR ? "it is used as an address" :
							      "it goes into an atomic operation");
		if (in->op == PTX_OP_ATOM)
			result(s, &in->ops[0], 0, 0, &nowhere);
		return;
	case PTX_OP_BRX: use(s, &in->ops[0], s->m, "it decides a branch"); return;
	case PTX_OP_MBARRIER: return;
	case PTX_OP_SELP:
		if (in->noperands == 4 && in->ops[3].kind == PTX_REG && !marks(s, &in->ops[3], &from)) {
			uint32_t p =
				*EM_AT(s->w, uint32_t, s->place->reg[in->ops[3].reg]) ^ (in->ops[3].neg ? EM_FULL : 0);
			struct ck_from other = { 0 };
			t = (marks(s, &in->ops[1], &from) & p) | (marks(s, &in->ops[2], &other) & ~p);
			from.reads = (from.reads & p) | (other.reads & ~p);
			from.read = other.read ? other.read : from.read;
			from.lender = other.lender ? other.lender : from.lender;
			const uint32_t part = (parts(s, &in->ops[1]) & p) | (parts(s, &in->ops[2]) & ~p);
			uint64_t bits[EM_WARP] = { 0 };
			for (unsigned k = 1; k <= 2; k++)
				for (uint32_t m = part & (k == 1 ? p : ~p) & parts(s, &in->ops[k]); m; m &= m - 1)
					bits[__builtin_ctz(m)] = s->x->holes[s->place->reg[in->ops[k].reg] / 4 +
						(uint32_t)__builtin_ctz(m)];
			result(s, &in->ops[0], t, 0, &from);
			if (in->ops[0].kind == PTX_REG)
				set_bits(s, &in->ops[0], part & t, bits);
			return;
		}
		break;
	default: break;
	}
	const unsigned dests = in->nwritten;
	if (!dests)
		return;
	uint32_t part = 0, in_part = 0;
	uint64_t bits[EM_WARP] = { 0 };
	for (unsigned k = dests; k < in->noperands; k++) {
		const uint32_t these = marks(s, &in->ops[k], &from), some = parts(s, &in->ops[k]) & these;
		t |= em_taint_becomes(in) == CK_APART ? these & ~some : these;
		part |= em_taint_becomes(in) == CK_COPIED ? some : 0;
		in_part |= some;
	}
	const uint32_t known = in_part && (em_taint_becomes(in) != CK_COMPUTED || em_taint_adds(in)) ?
		known_bits(s, in, in_part, bits) :
		0;
	for (uint32_t m = known; m; m &= m - 1) {
		const int l = __builtin_ctz(m);

		t = (t & ~(1u << l)) | (uint32_t)(bits[l] != 0) << l;
		part = (part & ~(1u << l)) | (uint32_t)(bits[l] != 0) << l;
	}
	if (t)
		t &= ~settled(s, in, dests);
	if (s->w->met_apart & s->m && (in->op == PTX_OP_SHFL || ptx_has_members(in)))
		t |= shown_elsewhere(s, &from);
	if (in->op == PTX_OP_SHFL && t) {
		t = shuffled(s, in, t);
		from.reads = shuffled(s, in, from.reads);
		part = part ? shuffled(s, in, part) : 0;
		shuffle_bits(s, in, part, bits);
	} else if (t && (ptx_has_members(in) || in->op == PTX_OP_BAR || in->op == PTX_OP_BARRIER)) {
		t = EM_FULL;
		from.reads = from.reads ? EM_FULL : 0;
	}
	struct ck_source copy = from.read ? *from.read : (struct ck_source){ 0 };
	copy.padding &= em_taint_becomes(in) != CK_COMPUTED; /* no padding, then: somebody counts with it */
	copy.merged |= in->op == PTX_OP_OR || in->op == PTX_OP_LOP3 || in->op == PTX_OP_BFI;
	uint32_t member = t && in->op == PTX_OP_MOV ? t & ~strangers(s, &in->ops[dests]) : 0;
	copy.shifted |= in->op == PTX_OP_SHL || em_taint_adds(in);
	if (from.read)
		from.read = &copy;
	for (unsigned k = 0; k < dests && k < in->noperands; k++) {
		if (in->op == PTX_OP_SHFL && k) /* whether a lane is there hangs on no data */
			t = part = 0;
		result(s, &in->ops[k], t, member, &from);
		if (part && in->ops[k].kind == PTX_REG)
			set_bits(s, &in->ops[k], part & t, bits);
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
		struct ck_from from = { 0 };
		const uint32_t part = x->part[i->a / 4];
		em_taint_from(x, i->a, x->mask[i->a / 4], &from);
		em_taint_set_from(x, i->d, w->mask, x->mask[i->a / 4], x->member[i->a / 4], &from);
		uint64_t bits[EM_WARP];
		memcpy(bits, &x->holes[i->a / 4], sizeof bits);
		em_taint_set_part(x, i->d, part & w->mask);
		for (uint32_t m = part & w->mask; m; m &= m - 1)
			x->holes[i->d / 4 + (uint32_t)__builtin_ctz(m)] = bits[__builtin_ctz(m)];
		return;
	}
	if (pin < 0 || pin == x->done || kind == EM_SLOT_SPIN)
		return;
	x->swaps = 0;
	struct step s = { .w = w, .x = x, .pin = pin, .m = w->mask };
	const struct ptx_inst *in = em_taint_inst(p, pin, &s.f, &s.place);
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
		w->taint->stored = w->taint->swaps = 0;
	return em_step(w, i);
}

const struct em_inst *em_taint_run(struct em_warp *w, const struct em_inst *i)
{
	while (i && em_taint_on(w)) {
		before(w, i);
		i = em_step(w, i);
	}
	if (w->taint)
		w->taint->stored = w->taint->swaps = 0;
	return i;
}
