/* taint: what becomes of bytes that nobody wrote. A load of such bytes marks the lanes of its registers; while
 * any lane of a warp is marked, the warp runs in a slower loop (em_taint_run), which follows the marks from operands to
 * results by the PTX instructions (check/taint_follow.c). A finding is made where it matters: a branch or a guard
 * decides by a marked predicate, a marked register is an address, or a marked value reaches global memory. Marked
 * values that are stored to shared or local memory leave those bytes unwritten, so the next load marks again. Here: the
 * marks of a warp, what sets them, and the finding. */
#include <stdio.h>

#include "emulator/check/taint_marks.h"
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/core/device.h"

static struct ck_taint *taint_of(struct em_warp *w)
{
	if (!w->taint) {
		size_t rows = w->t->p->warp_bytes / 4 + 1;
		w->taint = xcalloc(1, sizeof *w->taint);
		w->taint->mask = xcalloc(rows, sizeof *w->taint->mask);
		w->taint->member = xcalloc(rows, sizeof *w->taint->member);
		w->taint->part = xcalloc(rows, sizeof *w->taint->part);
		w->taint->holes = xcalloc(rows + EM_WARP, sizeof *w->taint->holes);
		w->taint->source = xcalloc(rows, sizeof *w->taint->source);
		w->taint->lent = xcalloc(rows, sizeof *w->taint->lent);
		w->taint->lender = xcalloc(rows, sizeof *w->taint->lender);
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
		free(w->taint->holes);
		free(w->taint->source);
		free(w->taint->lent);
		free(w->taint->lender);
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
		memset(w->taint->lent, 0, (w->t->p->warp_bytes / 4 + 1) * sizeof *w->taint->lent);
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
bool em_taint_source(const struct em_warp *w, const struct em_inst *i, unsigned v, int lane, struct ck_source *from)
{
	const uint32_t more[] = { i[1 + v / 4].d, i[1 + v / 4].a, i[1 + v / 4].b, i[1 + v / 4].c },
		       row = EM_ACC_VEC(i->access) == 1 ? i->d : more[v % 4];
	if (!w->taint || !w->taint->mask[row / 4])
		return false;
	*from = w->taint->lent[row / 4] >> lane & 1 ? w->taint->lender[row / 4] : w->taint->source[row / 4];
	from->member = w->taint->member[row / 4] >> lane & 1;
	return true;
}
bool em_taint_on(const struct em_warp *w)
{
	return w->taint && w->taint->marked;
}

void em_taint_load(struct em_warp *w, const struct em_inst *i, unsigned v, enum ptx_space space, const uint64_t *addr,
	uint32_t lanes, unsigned bytes, bool padding, uint32_t member, uint32_t part, const uint8_t *holes)
{
	const struct ptx_func *f;
	const struct em_fplace *place;
	int32_t pin = em_check_inst(w, i);
	if (!lanes || pin < 0)
		return;
	const struct ptx_inst *in = em_taint_inst(w->t->p, pin, &f, &place);
	const struct ptx_operand *o = em_taint_operand(f, &in->ops[0], v);
	struct ck_taint *x = taint_of(w);
	x->done = pin;
	if ((in->op != PTX_OP_LD && in->op != PTX_OP_LDU && in->op != PTX_OP_ATOM) || o->kind != PTX_REG)
		return;
	uint32_t lent = 0;
	const struct ck_source *lender = NULL, *through;
	/* What was stored here says more than what lies around it: a garbage sum is no member of anything. */
	for (uint32_t m = lanes; m; m &= m - 1) {
		const int l = __builtin_ctz(m);
		const struct ck_source *s = em_origin_of(w, space, l, addr[l] + v * bytes);

		if (s)
			member = (member & ~(1u << l)) | (uint32_t)s->member << l;
		if (s && s->shuffled) {
			lent |= 1u << l;
			lender = s;
		}
	}
	if (lender)
		em_taint_set(x, place->reg[o->reg], lent, lent, 0, lender);
	if (!(lanes &= ~lent))
		return;
	int lane = __builtin_ctz(lanes);
	through = em_origin_of(w, space, lane, addr[lane] + v * bytes);
	struct ck_source from = { .address = addr[lane] + v * bytes,
		.pin = pin,
		.warp = (uint8_t)w->index,
		.lane = (uint8_t)lane,
		.bytes = (uint8_t)bytes,
		.space = (uint8_t)space };
	if (through)
		from = *through;
	from.padding = padding && (!through || through->padding || through->member);
	from.carried |= through && space == PTX_SHARED;
	em_taint_set(x, place->reg[o->reg], lanes, lanes, member, &from);
	em_taint_set_part(x, place->reg[o->reg], part & lanes);
	for (uint32_t m = part & lanes; m; m &= m - 1) {
		const int l = __builtin_ctz(m);
		uint64_t bits = 0;

		for (unsigned k = 0; k < bytes && k < 8; k++)
			bits |= (uint64_t)(holes[l] >> k & 1 ? 0xff : 0) << 8 * k;
		x->holes[place->reg[o->reg] / 4 + (uint32_t)l] = bits;
	}
}

bool em_taint_doubles(const struct em_warp *w, const struct em_inst *i)
{
	const struct ptx_func *f;
	const struct em_fplace *place;
	int32_t pin = em_check_inst(w, i);

	return pin >= 0 && em_taint_inst(w->t->p, pin, &f, &place)->types[0] == PTX_F64;
}

/* The instruction before `at` that writes this register, by the text; NULL: there is none close by. */
static const struct ptx_inst *written_by(const struct ptx_func *f, const struct ptx_inst *at, int32_t reg)
{
	enum { CLOSE = 64 };

	for (const struct ptx_inst *in = at; in > f->insts && at - in < CLOSE;)
		if ((--in)->nwritten == 1 && in->ops[0].kind == PTX_REG && in->ops[0].reg == reg)
			return in;
	return NULL;
}

/* Does the instruction make an offset that counts in steps of `bytes`: of an index, or of some of its bits? */
static bool scales(const struct ptx_inst *in, unsigned bytes)
{
	if (!in || in->noperands < 3 || in->ops[2].kind != PTX_IMM)
		return false;
	if (in->op == PTX_OP_AND)
		return ((uint64_t)in->ops[2].imm & (0 - (uint64_t)in->ops[2].imm)) == bytes;
	if (in->op == PTX_OP_SHL)
		return in->ops[2].imm >= 0 && in->ops[2].imm < 8 && 1u << in->ops[2].imm == bytes;
	return in->op == PTX_OP_MUL && (uint64_t)in->ops[2].imm == bytes;
}

bool em_taint_element_chosen(const struct em_warp *w, const struct em_inst *i)
{
	const struct ptx_func *f;
	const struct em_fplace *place;
	const int32_t pin = em_check_inst(w, i);

	if (pin < 0)
		return false;
	const struct ptx_inst *in = em_taint_inst(w->t->p, pin, &f, &place);
	if (in->op != PTX_OP_LD || in->space != PTX_LOCAL || in->ops[0].kind != PTX_REG || in->ops[1].reg < 0)
		return false;
	const struct ptx_inst *sum = written_by(f, in, in->ops[1].reg);
	if (!sum || sum->op != PTX_OP_ADD || sum->noperands < 3)
		return false;
	for (unsigned k = 1; k <= 2; k++)
		if (sum->ops[k].kind == PTX_REG &&
			scales(written_by(f, sum, sum->ops[k].reg), ptx_type_bits((enum ptx_type)in->types[0]) / 8))
			return true;
	return false;
}

uint32_t em_taint_marks(const struct em_warp *w, uint32_t row)
{
	return w->taint ? w->taint->mask[row / 4] : 0;
}

/* Lanes `here` look, `met` take part. */
static bool from_nobody(struct em_warp *w, int32_t pin, const uint32_t *from, uint32_t here, uint32_t met)
{
	const struct ptx_func *f;
	const struct em_fplace *place;
	const struct ptx_inst *in = em_taint_inst(w->t->p, pin, &f, &place);
	uint32_t lanes = 0, masks[EM_WARP];

	em_shuffle_masks(w, place, in, masks);
	for (uint32_t l = 0; l < EM_WARP; l++)
		lanes |= (uint32_t)(from[l] != l && !((masks[l] & met) >> from[l] & 1)) << l;
	lanes &= here;
	if (!lanes)
		return false;
	const int lane = __builtin_ctz(lanes);
	const uint32_t bit = 1u << from[lane];
	em_taint_set(taint_of(w), place->reg[in->ops[0].reg], lanes, lanes, 0,
		&(struct ck_source){ .address = from[lane],
			.pin = pin,
			.warp = (uint8_t)w->index,
			.lane = (uint8_t)lane,
			.bytes = 4,
			.space = PTX_SHARED,
			.shuffled = !(bit & w->lanes)  ? CK_NO_LANE :
				!(bit & w->live_lanes) ? CK_EXITED_LANE :
				!(bit & masks[lane])   ? CK_NOT_IN_MASK :
							 CK_ELSEWHERE });
	w->taint->done = pin;
	return true;
}

/* A shuffle of the program's own, if anybody asks whose values it brings. */
static const struct ptx_inst *own_shuffle(
	const struct em_warp *w, int32_t pin, const struct ptx_func **f, const struct em_fplace **place)
{
	const struct ptx_inst *in;

	if (pin < 0 || w->t->p->library || !(w->t->run->check.on & EM_CHECK_SYNC))
		return NULL;
	in = em_taint_inst(w->t->p, pin, f, place);
	return in->op == PTX_OP_SHFL && in->ops[0].kind == PTX_REG ? in : NULL;
}

bool em_taint_shuffle(struct em_warp *w, const struct em_inst *i, const uint32_t *from)
{
	const struct ptx_func *f;
	const struct em_fplace *place;
	const int32_t pin = em_check_inst(w, i);

	return own_shuffle(w, pin, &f, &place) && from_nobody(w, pin, from, w->mask, w->mask);
}

bool em_taint_met(struct em_warp *w, const struct em_inst *i, uint32_t here, uint32_t met)
{
	const struct ptx_func *f;
	const struct em_fplace *place;
	const int32_t pin = em_check_inst(w, i);
	const struct ptx_inst *in = own_shuffle(w, pin, &f, &place);
	uint32_t from[EM_WARP];

	for (int l = 0; in && l < EM_WARP; l++)
		from[l] = (uint32_t)em_shuffled_from(w, place, in, l);
	return in && from_nobody(w, pin, from, here, met);
}

/* A value matters that a shuffle brought from a lane which took no part. */
static void shuffle_found(struct em_warp *w, int32_t pin, int lane, const struct ck_source *s, const char *what)
{
	static const char *const why[] = {
		[CK_NO_LANE] = "which the block does not have",
		[CK_EXITED_LANE] = "which has exited",
		[CK_NOT_IN_MASK] = "which is not in its mask",
		[CK_ELSEWHERE] = "which is in the mask and makes no such call",
	};
	struct em_finding *f = em_check_note(w,
		(struct ck_key){ .kind = EM_FINDING_SHUFFLE_LANE,
			.severity = EM_WARNING,
			.space = PTX_SHARED,
			.at = s->pin,
			.other = pin });
	if (!f)
		return;
	f->at = em_check_place_pin(w->blk->warp[s->warp], s->pin, s->lane);
	f->other = em_check_place_pin(w, pin, lane);
	f->has_other = true;
	f->same_warp = true;
	snprintf(f->message, sizeof f->message, "Shuffle from lane %u, %s: the value is undefined, and %s",
		(unsigned)s->address, why[s->shuffled], what);
}

/* Has the kernel instructions that give a lane another one's value? */
static bool mixes_lanes(const struct em_program *p)
{
	for (size_t k = 0; k < p->nfn; k++) {
		const struct ptx_func *f = &p->m->ptx->funcs[p->fn[k].func];

		for (size_t n = 0; n < f->ninsts; n++)
			if (f->insts[n].op == PTX_OP_SHFL || f->insts[n].op == PTX_OP_REDUX)
				return true;
	}
	return false;
}

/* A source stands for all lanes that read there; of shared memory, where no address is told, the user is its own reader
 * unless the value came from elsewhere. */
static int reader(const struct em_warp *w, int lane, const struct ck_source *s)
{
	const bool own = s->space == PTX_SHARED && !s->carried && s->warp == w->index;

	return own && s->lane != lane && !mixes_lanes(w->t->p) ? lane : s->lane;
}

void em_taint_found(struct em_warp *w, int32_t pin, int lane, const struct ck_source *s, const char *what)
{
	static const char *const names[] = { [PTX_SHARED] = "shared", [PTX_LOCAL] = "local", [PTX_GLOBAL] = "global" };
	/* thrust's set operations compare with the place after their last key, where either answer is right. */
	if (w->t->p->library && (s->space == PTX_SHARED || s->carried))
		return;
	if (s->shuffled) {
		shuffle_found(w, pin, lane, s, what);
		return;
	}
	struct em_finding *f = em_check_note(w,
		(struct ck_key){ .kind = EM_FINDING_UNINIT,
			.severity = EM_ERROR,
			.space = s->space,
			.at = pin,
			.other = s->pin });
	if (!f)
		return;
	f->at = em_check_place_pin(w, pin, lane);
	f->other = em_check_place_pin(w->blk->warp[s->warp], s->pin, reader(w, lane, s));
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
	if (pin >= 0 && ptx_has(em_taint_inst(w->t->p, pin, &f, &place), PTX_MOD_EXCH)) {
		em_taint_load(w, i, 0, space, addr, lanes, bytes, false, 0, 0, NULL);
		return;
	}
	if (w->t->run->attempt && space == PTX_GLOBAL) { /* which block comes first is chance: said in order only */
		em_attempt_fails(w->t->run);
		return;
	}
	em_taint_found(w, pin, lane,
		&(struct ck_source){ .address = addr[lane],
			.pin = pin,
			.warp = (uint8_t)w->index,
			.lane = (uint8_t)lane,
			.bytes = (uint8_t)bytes,
			.space = (uint8_t)space },
		"an atomic operation changes bytes that nothing wrote");
}
