/* bind_turns: loops of one basic block whose turns can be counted before the first one, as ptxas does where it puts
 * several of them side by side: `for (k = from; k < to; k += step)`, with a `to` that the loop leaves alone and a
 * `step` that stands in the code. What is done with them: lanes/turns.h. */
#include "emulator/code/decode.h"
#include "emulator/flow/registers.h"

/* Lanes of a warp may meet in it, or wait for others. */
static bool meets(const struct ptx_inst *in)
{
	switch (in->op) {
	case PTX_OP_LD:
	case PTX_OP_ST: return ptx_is_strong(in);
	case PTX_OP_RED: return false;
	default: return !em_computes(in);
	}
}

uint8_t dec_relation(const struct ptx_inst *in)
{
	static const uint16_t known[] = { PTX_MOD_LT, PTX_MOD_LE, PTX_MOD_GT, PTX_MOD_GE, PTX_MOD_NE };

	for (size_t k = 0; k < sizeof known / sizeof *known; k++)
		if (in->nmods == 1 && ptx_has(in, known[k]))
			return (uint8_t)known[k];
	return 0;
}

/* Of the loop [from, to], which ends with the branch `to`. False: its turns are not known. */
static bool counted(struct dec *d, int32_t from, int32_t to)
{
	const struct ptx_func *f = d->f;
	const struct ptx_inst *branch = &f->insts[to], *compare, *step;
	int32_t at = em_only_writer(f, (size_t)from, (size_t)to, branch->guard), by;
	struct em_counted c = { .from = from, .to = to };
	unsigned bits;

	if (at < 0)
		return false;
	compare = &f->insts[at];
	if (compare->op != PTX_OP_SETP || compare->guard >= 0 || compare->noperands != 3 || branch->guard_neg ||
		!dec_relation(compare) || compare->ops[1].kind != PTX_REG || compare->ops[1].reg < 0 ||
		(compare->ops[2].kind == PTX_REG ? em_reg_written_in(f, (size_t)from, (size_t)to, compare->ops[2].reg) :
						   compare->ops[2].kind != PTX_IMM))
		return false;
	by = em_only_writer(f, (size_t)from, (size_t)to, compare->ops[1].reg);
	if (by < 0 || by > at)
		return false;
	step = &f->insts[by];
	if (step->op != PTX_OP_ADD || step->guard >= 0 || step->nmods || step->noperands != 3 ||
		step->ops[1].kind != PTX_REG || step->ops[1].reg != compare->ops[1].reg ||
		step->ops[2].kind != PTX_IMM || ptx_type_class(step->types[0]) == PTX_CLS_FLOAT)
		return false;
	bits = ptx_type_bits(compare->types[0]);
	if ((bits != 32 && bits != 64) || ptx_type_bits(step->types[0]) != bits ||
		ptx_type_class(compare->types[0]) == PTX_CLS_FLOAT)
		return false;
	for (int32_t k = from; k < to; k++)
		if (meets(&f->insts[k]))
			return false;
	c.bits = (uint8_t)bits;
	c.is_signed = ptx_type_class(compare->types[0]) == PTX_CLS_SIGNED;
	c.compares = dec_relation(compare);
	c.step = bits == 32 ? (int32_t)step->ops[2].imm : step->ops[2].imm;
	c.at = dec_source(d, &compare->ops[1], bits == 32 ? 'w' : 'l');
	c.end = dec_source(d, &compare->ops[2], bits == 32 ? 'w' : 'l');
	if (!c.at || !c.end)
		return false;
	*ARENA_PUSH(&d->p->arena, d->p->counted, d->p->ncounted, d->p->ccounted) = c;
	return true;
}

void dec_turns(struct dec *d, uint32_t b)
{
	const struct em_flow *w = d->flow;
	const int32_t from = (int32_t)w->first[b], to = (int32_t)w->first[b + 1] - 1;
	const struct ptx_inst *branch = &d->f->insts[to];
	struct em_program *p = d->p;

	if (!d->f->is_entry || p->nfn != 1 || p->linked || to <= from || branch->op != PTX_OP_BRA ||
		branch->guard < 0 || branch->ops[0].kind != PTX_LABEL || branch->ops[0].vec != from ||
		d->f->insts[from].nounroll || !counted(d, from, to))
		return;
	dec_help(d, EM_H_TURNS, 0, 0, 0, 0, 0, (uint32_t)p->ncounted - 1);
	p->counted[p->ncounted - 1].head = (uint32_t)p->ncode;
	p->counted[p->ncounted - 1].rest = p->nbasic_blocks++;
	p->counted[p->ncounted - 1].alike = p->nbasic_blocks++;
	p->counted[p->ncounted - 1].idle = p->nbasic_blocks++;
	for (int k = 0; k < 3; k++)
		*ARENA_PUSH(&p->arena, p->block_slot, p->nblock_slots, p->cblock_slots) = d->block_slot;
}
