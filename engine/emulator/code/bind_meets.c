/* bind_meets: the convergence barriers of programs whose functions call themselves (lanes/meets.h): in front of each
 * block at which lanes meet that parted, a block without instructions where they wait; and which barrier each branch
 * opens. */
#include "base/buf.h"
#include "emulator/code/decode.h"
#include "emulator/code/kernel.h"
#include "emulator/flow/registers.h"

static bool calls_itself(const struct dec *d, const struct ptx_inst *in)
{
	const struct em_program *p = d->p;
	int32_t place;

	if (in->op != PTX_OP_CALL || in->ops[0].kind != PTX_FUNCREF)
		return false;
	place = p->place_of[em_definition(p->m, in->ops[0].sym)];
	return place >= 0 && p->fn[place].recursive;
}

/* All lanes go one way behind it. */
static bool agrees(const struct ptx_inst *in, const bool *agreed)
{
	if (in->guard >= 0)
		return agreed[in->guard];
	return in->op == PTX_OP_BRX && in->ops[0].kind == PTX_REG && agreed[in->ops[0].reg];
}

void dec_meets(struct dec *d)
{
	const struct em_flow *w = d->flow;
	bool *calls, *agree, *ends, *agreed;

	d->meets = (struct em_flow_meets){ 0 };
	d->place->meets = 0;
	if (!d->p->calls_itself)
		return;
	agreed = em_agreed(d->f);
	calls = xcalloc(3, ((size_t)w->n + 1) * sizeof *calls);
	agree = calls + w->n + 1;
	ends = agree + w->n + 1;
	for (uint32_t b = 0; b < w->n; b++) {
		const struct ptx_inst *first = &d->f->insts[w->first[b]], *last = &d->f->insts[w->first[b + 1] - 1];

		for (uint32_t k = w->first[b]; k < w->first[b + 1]; k++)
			calls[b] |= calls_itself(d, &d->f->insts[k]);
		/* What a function is given may differ from lane to lane. */
		agree[b] = d->f->is_entry && agrees(last, agreed);
		ends[b] = d->f->is_entry && first->guard < 0 && (first->op == PTX_OP_RET || first->op == PTX_OP_EXIT);
	}
	d->meets.opens = xmalloc(5 * ((size_t)w->n + 1));
	d->meets.inner = d->meets.opens + w->n + 1;
	d->meets.waits = d->meets.inner + w->n + 1;
	d->meets.turns = d->meets.waits + w->n + 1;
	d->meets.joined = d->meets.turns + w->n + 1;
	em_flow_meets(w, d->f, calls, agree, ends, &d->meets);
	for (uint32_t b = 0; b < w->n; b++)
		if (d->meets.opens[b] != EM_MEETS_NONE && d->meets.opens[b] >= EM_MEETS_FIRST_KEPT)
			d->place->meets |= (uint8_t)(1u << (d->meets.opens[b] - EM_MEETS_FIRST_KEPT));
	free(calls);
	free(agreed);
}

void dec_meet(struct dec *d, uint32_t b)
{
	if (!d->meets.opens)
		return;
	if (d->meets.waits[b] != EM_MEETS_NONE) {
		dec_help(d, EM_H_MEET, 0, d->meets.waits[b], 0, 0, 0, 0);
		dec_block(d);
	}
	if (d->meets.turns[b] != EM_MEETS_NONE)
		dec_help(d, EM_H_OPEN, 0, d->meets.turns[b], 1, 0, 0, 0);
}

void dec_opens(struct dec *d, uint32_t b)
{
	if (d->meets.opens)
		d->joined = d->meets.joined[b];
	if (!d->meets.opens || d->meets.opens[b] == EM_MEETS_NONE || d->meets.inner[b])
		return;
	d->compared = 0; /* the branch does not follow its comparison at once */
	dec_help(d, EM_H_OPEN, 0, d->meets.opens[b], 0, 0, 0, 0);
}

void dec_parts(struct dec *d, uint32_t b, uint32_t slot)
{
	struct em_program *p = d->p;

	if (d->meets.opens && d->meets.opens[b] != EM_MEETS_NONE)
		*ARENA_PUSH(&p->arena, p->meets_at, p->nmeets_at, p->cmeets_at) =
			(struct em_meets_at){ slot, (uint32_t)p->ncode, d->meets.opens[b] };
}
