/* taint_marks: the marks of a warp's registers, for check/taint.c, which sets them where a load brings bytes that
 * nobody wrote, and check/taint_follow.c, which moves them from operands to results. */
#ifndef EMULATOR_TAINT_MARKS_H
#define EMULATOR_TAINT_MARKS_H

#include "emulator/check/check.h"
#include "emulator/check/taint.h"

struct ck_taint {
	uint32_t marked; /* rows with marks */
	uint32_t stored,
		element[8]; /* lanes whose data the running store takes from marked registers; of each element */
	uint32_t part_stored[8], row[8]; /* lanes whose element is a word that was written in part; its row */
	int32_t done;                    /* the PTX instruction whose marks were moved last */
	uint32_t *mask;                  /* by row / 4 */
	uint32_t *member; /* lanes of mask whose value came as it is out of a structure that is written all around it */
	uint32_t *part;   /* lanes of mask whose word was written in part: what of it counts is not known before it is
			     computed with */
	uint64_t *holes;  /* by row / 4 + lane: which bits of a word of `part` nobody wrote; 0: not known any more */
	uint32_t *lent;   /* lanes of mask whose value no read brought, but a shuffle from a lane that took no part */
	struct ck_source *source, *lender; /* of the lanes that are not in `lent`, and of those that are */
	uint32_t swaps; /* lanes whose running compare-and-swap takes bytes along that nobody wrote (taint_swap.c) */
	uint8_t kept[EM_WARP]; /* ... which of the word's bytes: they stay so */
};

/* Where the marks of some operands come from. Lane by lane a read goes before a shuffle: who wrote nothing is the cause
 * where a value has both. */
struct ck_from {
	const struct ck_source *read, *lender;
	uint32_t reads; /* lanes with something of `read` in them */
};

/* Of the lanes m of a row, those of `t` are marked from now on; of these, `member` as members. */
static inline void em_taint_set(
	struct ck_taint *x, uint32_t row, uint32_t m, uint32_t t, uint32_t member, const struct ck_source *from)
{
	uint32_t old = x->mask[row / 4], new = (old & ~m) | (t & m);
	x->mask[row / 4] = new;
	x->member[row / 4] = (x->member[row / 4] & ~m) | (member & t & m);
	x->part[row / 4] &= ~m;
	x->lent[row / 4] = (x->lent[row / 4] & ~m) | (from && from->shuffled ? t & m : 0);
	x->marked += (unsigned)(new != 0) - (unsigned)(old != 0);
	if ((t & m) && from)
		*(from->shuffled ? &x->lender[row / 4] : &x->source[row / 4]) = *from;
}

/* Likewise, of marks that may come from both. */
static inline void em_taint_set_from(
	struct ck_taint *x, uint32_t row, uint32_t m, uint32_t t, uint32_t member, const struct ck_from *from)
{
	const uint32_t reads = from->lender ? from->reads : EM_FULL;

	em_taint_set(x, row, m, t & reads, member, from->read);
	if (from->lender)
		em_taint_set(x, row, m & ~reads, t, member, from->lender);
}

/* Adds what the lanes t of a row are marked by. */
static inline void em_taint_from(const struct ck_taint *x, uint32_t row, uint32_t t, struct ck_from *from)
{
	const uint32_t reads = t & ~x->lent[row / 4];

	if (reads)
		from->read = &x->source[row / 4];
	if (t & ~reads)
		from->lender = &x->lender[row / 4];
	from->reads |= reads;
}

/* These marked lanes hold words that were written in part; which bits were not is not known yet. */
static inline void em_taint_set_part(struct ck_taint *x, uint32_t row, uint32_t lanes)
{
	x->part[row / 4] |= lanes;
	for (uint32_t m = lanes; m; m &= m - 1)
		x->holes[row / 4 + (uint32_t)__builtin_ctz(m)] = 0;
}

/* The PTX instruction of a number of em_program.pinst, its function, and where that lies in the program. */
static inline const struct ptx_inst *em_taint_inst(
	const struct em_program *p, int32_t pin, const struct ptx_func **f, const struct em_fplace **place)
{
	const struct em_pinst *pi = &p->pinst[pin];
	*f = &p->m->ptx->funcs[pi->func];
	*place = &p->fn[p->place_of[pi->func]];
	return &(*f)->insts[pi->inst];
}

/* check/taint_swap.c. Of these lanes those in which the compare-and-swap takes bytes along that nobody wrote. */
uint32_t em_taint_swaps(struct em_warp *w, const struct em_fplace *place, const struct ptx_inst *in, uint32_t lanes);
/* ... lanes in which its answer is compared with what it expected, and both lack the same bits. */
uint32_t em_taint_answers(
	const struct em_warp *w, const struct ptx_func *f, const struct em_fplace *place, const struct ptx_inst *in);

/* check/taint_bits.c. A sum or difference of integers: its lower bits may be known though its upper ones are not. */
bool em_taint_adds(const struct ptx_inst *in);

/* Element k of a vector operand; any other operand is its own only element. */
static inline const struct ptx_operand *em_taint_operand(
	const struct ptx_func *f, const struct ptx_operand *o, unsigned k)
{
	return o->kind == PTX_VEC ? &f->operands[o->vec + (int)k] : o;
}

/* check/taint_bits.c: which bits of what the instruction makes in a lane nobody wrote; false: it is not known. */
bool em_taint_bits(
	const struct em_warp *w, const struct em_fplace *place, const struct ptx_inst *in, int lane, uint64_t *bits);

/* check/taint_bits.c: what becomes of words that were written in part, or were loaded beside others that were. What is
 * copied stays one; a sum, a product, a comparison, a count of its bits is as garbage as its worst byte; whatever takes
 * words apart or puts them together may have taken what was written. */
enum ck_becomes { CK_COPIED, CK_COMPUTED, CK_APART };
enum ck_becomes em_taint_becomes(const struct ptx_inst *in);

/* check/shuffled.c: the lane that a shuffle gives lane l the value of. */
int em_shuffled_from(struct em_warp *w, const struct em_fplace *place, const struct ptx_inst *in, int l);

/* ... and the member mask of each lane. */
void em_shuffle_masks(
	struct em_warp *w, const struct em_fplace *place, const struct ptx_inst *in, uint32_t masks[EM_WARP]);

/* A marked value matters here: `what` says how ("it decides a branch"). */
void em_taint_found(struct em_warp *w, int32_t pin, int lane, const struct ck_source *s, const char *what);

#endif
