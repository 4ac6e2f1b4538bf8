/* values: see values.h. A register that only one instruction writes has that one's value. Of one that several write,
 * and that holds floating point results, the value is followed through the blocks: where ways meet that bring different
 * ones a meeting stands for them (phi functions, without the trivial ones). */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "emulator/flow/values.h"
#include "emulator/flow/registers.h"

#define UNKNOWN (UINT32_MAX - 1) /* nothing has come here yet */
#define MOST_STEPS (1u << 26)    /* blocks times registers: what a text that wants it so may cost */

/* Who mentions each register, in the order of the text: site[at[r]] to site[at[r + 1] - 1]. slot: where the value that
 * is read goes; NONE: it is written there. */
#define NONE UINT32_MAX
struct site {
	uint32_t inst, slot;
};
struct meeting {
	uint32_t first, n;
	bool needed;
}; /* its values: brought[first] to brought[first + n - 1] */
struct work {
	const struct ptx_func *f;
	const struct em_flow *w;
	struct em_values *v;
	struct em_flow_back back;
	uint32_t *at;
	struct site *site;
	int32_t *regs; /* room for those of one instruction */
	bool *holds;   /* of each register: its value is followed */
	/* of the register that is looked at, of each block: the value at its beginning and at its end, the last
	 * instruction that writes it */
	uint32_t *in, *out, *last;
	struct meeting *meeting;
	size_t nmeetings, cmeetings;
	uint32_t *brought;
	size_t nbrought, cbrought;
	uint32_t *raw; /* as read[], with meetings: ninsts + their number */
};

/* What a call's operands do is not told apart: each is written and read. */
static unsigned call_regs(const struct ptx_func *f, const struct ptx_inst *in, int32_t *regs)
{
	const struct ptx_call *c = in->op == PTX_OP_CALL && in->call >= 0 ? &f->calls[in->call] : NULL;
	unsigned n = 0;

	for (int32_t k = 0; c && k < c->nrets + c->nargs; k++) {
		const struct ptx_operand *o = &f->operands[k < c->nrets ? c->rets + k : c->args + k - c->nrets];

		if (o->kind == PTX_REG && o->reg >= 0)
			regs[n++] = o->reg;
	}
	return n;
}

/* Both: how many registers, which go to x->regs. */
static unsigned writes(struct work *x, const struct ptx_inst *in)
{
	unsigned n = em_regs_written(x->f, in, x->regs);

	return n + call_regs(x->f, in, x->regs + n);
}
static unsigned reads(struct work *x, const struct ptx_inst *in)
{
	unsigned n = em_regs_read(x->f, in, x->regs);

	n += call_regs(x->f, in, x->regs + n);
	if (in->guard < 0)
		return n;
	n += em_regs_written(x->f, in, x->regs + n);
	return n + call_regs(x->f, in, x->regs + n);
}

/* Nothing but its result; of what floating point numbers go through. */
static bool only_result(const struct ptx_inst *in)
{
	static const uint8_t ops[] = { PTX_OP_ADD, PTX_OP_SUB, PTX_OP_MUL, PTX_OP_FMA, PTX_OP_NEG, PTX_OP_ABS,
		PTX_OP_MIN, PTX_OP_MAX, PTX_OP_MOV, PTX_OP_CVT, PTX_OP_SETP, PTX_OP_SET, PTX_OP_SELP, PTX_OP_SLCT,
		PTX_OP_COPYSIGN, PTX_OP_TESTP, PTX_OP_SIN, PTX_OP_COS, PTX_OP_LG2, PTX_OP_EX2, PTX_OP_TANH };

	if (ptx_has(in, PTX_MOD_CC))
		return false;
	for (size_t k = 0; k < sizeof ops; k++)
		if (in->op == ops[k])
			return true;
	return (in->op == PTX_OP_RCP || in->op == PTX_OP_SQRT || in->op == PTX_OP_RSQRT) &&
		ptx_has(in, PTX_MOD_APPROX) && in->types[0] == PTX_F32;
}

static void find_sites(struct work *x)
{
	const struct ptx_func *f = x->f;
	uint32_t n = 0, *next = xcalloc(f->nregs + 2, sizeof *next);

	for (size_t k = 0; k < f->ninsts; k++) {
		unsigned r = writes(x, &f->insts[k]);

		while (r-- > 0) {
			next[x->regs[r] + 1]++;
			x->v->writers[x->regs[r]]++;
		}
		x->v->first[k] = n;
		n += r = reads(x, &f->insts[k]);
		while (r-- > 0)
			next[x->regs[r] + 1]++;
	}
	x->v->first[f->ninsts] = n;
	for (size_t r = 0; r < f->nregs; r++)
		next[r + 1] += next[r];
	memcpy(x->at, next, (f->nregs + 1) * sizeof *next);
	x->site = xcalloc((size_t)x->at[f->nregs] + 1, sizeof *x->site);
	for (size_t k = 0; k < f->ninsts; k++) {
		unsigned r = reads(x, &f->insts[k]);

		for (unsigned j = 0; j < r; j++)
			x->site[next[x->regs[j]]++] = (struct site){ (uint32_t)k, x->v->first[k] + j };
		r = writes(x, &f->insts[k]);
		for (unsigned j = 0; j < r; j++)
			x->site[next[x->regs[j]]++] = (struct site){ (uint32_t)k, NONE };
	}
	free(next);
}

/* Registers that several instructions write, and into which a floating point result gets, be it by copies. */
static void find_holders(struct work *x)
{
	const struct ptx_func *f = x->f;
	bool more = true;
	uint64_t steps = 0;

	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (only_result(in) && in->ntypes && ptx_type_class(in->types[0]) == PTX_CLS_FLOAT &&
			in->ops[0].kind == PTX_REG)
			x->holds[in->ops[0].reg] = true;
	}
	while (more) {
		more = false;
		for (size_t k = 0; k < f->ninsts; k++) {
			const struct ptx_inst *in = &f->insts[k];

			if (in->op == PTX_OP_MOV && in->ops[0].kind == PTX_REG && in->ops[1].kind == PTX_REG &&
				x->holds[in->ops[1].reg] && !x->holds[in->ops[0].reg])
				x->holds[in->ops[0].reg] = more = true;
		}
	}
	for (size_t r = 0; r < f->nregs; r++)
		x->holds[r] = x->holds[r] && x->v->writers[r] > 1 && (steps += x->w->n) <= MOST_STEPS;
}

/* The values of register r at the beginnings of all blocks. A block's own meeting has the number ninsts + b for now. */
static void follow(struct work *x)
{
	const struct em_flow *w = x->w;
	uint32_t base = (uint32_t)x->f->ninsts;
	bool more = true;

	for (uint32_t b = 0; b < w->n; b++) {
		x->in[b] = b ? UNKNOWN : EM_VALUE_MIXED;
		x->out[b] = x->last[b] != NONE ? x->last[b] : x->in[b];
	}
	while (more) {
		more = false;
		for (uint32_t b = 0; b < w->n; b++) {
			uint32_t was = x->in[b], now = b ? UNKNOWN : EM_VALUE_MIXED;

			for (uint32_t e = x->back.edge[b]; e < x->back.edge[b + 1] && now != base + b; e++) {
				uint32_t got = x->out[x->back.from[e]];

				if (now == UNKNOWN || now == got)
					now = got;
				else if (got != UNKNOWN)
					now = base + b;
			}
			if (now == was || was == base + b) /* once ways bring different values, they do */
				continue;
			x->in[b] = now;
			if (x->last[b] == NONE)
				x->out[b] = now;
			more = true;
		}
	}
}

/* Gives the blocks' meetings of this register their numbers, and notes what they are brought. */
static void note_meetings(struct work *x)
{
	const struct em_flow *w = x->w;
	uint32_t base = (uint32_t)x->f->ninsts, *number = x->last; /* which is needed no more */

	for (uint32_t b = 0; b < w->n; b++) {
		number[b] = (uint32_t)x->nmeetings;
		if (x->in[b] != base + b)
			continue;
		if (x->nmeetings == x->cmeetings)
			x->meeting = xrealloc(x->meeting, (x->cmeetings = 2 * x->cmeetings + 64) * sizeof *x->meeting);
		x->meeting[x->nmeetings++] = (struct meeting){ 0 };
	}
	for (uint32_t b = 0; b < w->n; b++) {
		if (x->in[b] != base + b)
			continue;
		struct meeting *m = &x->meeting[number[b]];

		m->first = (uint32_t)x->nbrought;
		for (uint32_t e = x->back.edge[b]; e < x->back.edge[b + 1]; e++) {
			uint32_t got = x->out[x->back.from[e]];

			if (x->nbrought == x->cbrought)
				x->brought =
					xrealloc(x->brought, (x->cbrought = 2 * x->cbrought + 64) * sizeof *x->brought);
			x->brought[x->nbrought++] = got >= base && got < UNKNOWN ? base + number[got - base] : got;
		}
		m->n = (uint32_t)x->nbrought - m->first;
	}
	for (uint32_t b = 0; b < w->n; b++)
		if (x->in[b] >= base && x->in[b] < UNKNOWN)
			x->in[b] = base + number[x->in[b] - base];
}

static void resolve(struct work *x, uint32_t r)
{
	const struct em_flow *w = x->w;
	uint32_t block = NONE, now = EM_VALUE_MIXED;

	memset(x->last, 0xff, ((size_t)w->n + 1) * sizeof *x->last);
	for (uint32_t s = x->at[r]; s < x->at[r + 1]; s++)
		if (x->site[s].slot == NONE)
			x->last[w->block[x->site[s].inst]] = x->site[s].inst;
	follow(x);
	note_meetings(x);
	for (uint32_t s = x->at[r]; s < x->at[r + 1]; s++) {
		const struct site *i = &x->site[s];

		if (w->block[i->inst] != block) {
			block = w->block[i->inst];
			now = x->in[block];
		}
		if (i->slot == NONE)
			now = i->inst;
		else
			x->raw[i->slot] = now == UNKNOWN ? EM_VALUE_MIXED : now;
	}
}

/* A register whose value is not followed: its only writer, if it has but one. */
static void resolve_plainly(struct work *x, uint32_t r)
{
	uint32_t by = EM_VALUE_MIXED;

	for (uint32_t s = x->at[r]; s < x->at[r + 1]; s++)
		if (x->site[s].slot == NONE && x->v->writers[r] == 1)
			by = x->site[s].inst;
	for (uint32_t s = x->at[r]; s < x->at[r + 1]; s++)
		if (x->site[s].slot != NONE)
			x->raw[x->site[s].slot] = by;
}

/* ---- what is needed */
struct needed {
	uint32_t *stack, n;
};

static void need(struct work *x, struct needed *q, uint32_t value)
{
	uint32_t base = (uint32_t)x->f->ninsts;
	bool *needed = value < base ? &x->v->needed[value] : value < UNKNOWN ? &x->meeting[value - base].needed : NULL;

	if (!needed || *needed)
		return;
	*needed = true;
	q->stack[q->n++] = value;
}

static void find_needed(struct work *x)
{
	const struct ptx_func *f = x->f;
	struct needed q = { xcalloc(f->ninsts + x->nmeetings + 1, sizeof *q.stack), 0 };
	bool *asked = xcalloc(f->nregs + 1, sizeof *asked); /* registers whose writers are all needed already */

	for (size_t k = 0; k < f->ninsts; k++)
		if (!only_result(&f->insts[k]))
			need(x, &q, (uint32_t)k);
	while (q.n) {
		uint32_t value = q.stack[--q.n];

		if (value >= f->ninsts) {
			const struct meeting *m = &x->meeting[value - f->ninsts];

			for (uint32_t k = 0; k < m->n; k++)
				need(x, &q, x->brought[m->first + k]);
			continue;
		}
		unsigned n = reads(x, &f->insts[value]);

		for (unsigned j = 0; j < n; j++) {
			uint32_t r = (uint32_t)x->regs[j];

			need(x, &q, x->raw[x->v->first[value] + j]);
			if (x->holds[r] || x->v->writers[r] < 2 || asked[r])
				continue;
			asked[r] = true;
			for (uint32_t s = x->at[r]; s < x->at[r + 1]; s++)
				if (x->site[s].slot == NONE)
					need(x, &q, x->site[s].inst);
		}
	}
	free(q.stack);
	free(asked);
}

static void hand_over(struct work *x)
{
	uint32_t base = (uint32_t)x->f->ninsts;

	for (uint32_t k = 0; k < x->v->first[base]; k++)
		x->v->read[k] = x->raw[k] < base ? x->raw[k] : EM_VALUE_MIXED;
	x->v->mixed = xcalloc(x->nbrought + 1, sizeof *x->v->mixed);
	for (size_t m = 0; m < x->nmeetings; m++)
		for (uint32_t k = 0; k < x->meeting[m].n && x->meeting[m].needed; k++)
			if (x->brought[x->meeting[m].first + k] < base)
				x->v->mixed[x->v->nmixed++] = x->brought[x->meeting[m].first + k];
}

void em_values_init(struct em_values *v, const struct ptx_func *f, const struct em_flow *w)
{
	size_t blocks = (size_t)w->n + 2;
	struct work x = { .f = f,
		.w = w,
		.v = v,
		.at = xcalloc(f->nregs + 2, sizeof *x.at),
		.holds = xcalloc(f->nregs + 1, sizeof *x.holds),
		.in = xcalloc(blocks, sizeof *x.in),
		.out = xcalloc(blocks, sizeof *x.out),
		.last = xcalloc(blocks, sizeof *x.last) };

	x.regs = xcalloc(3 * EM_REGS_MOST + 2 * f->noperands, sizeof *x.regs); /* a call's stand in f->operands */
	*v = (struct em_values){ .first = xcalloc(f->ninsts + 1, sizeof *v->first),
		.needed = xcalloc(f->ninsts + 1, sizeof *v->needed),
		.writers = xcalloc(f->nregs + 1, sizeof *v->writers) };
	find_sites(&x);
	find_holders(&x);
	em_flow_back_init(&x.back, w);
	v->read = xcalloc((size_t)v->first[f->ninsts] + 1, sizeof *v->read);
	x.raw = xcalloc((size_t)v->first[f->ninsts] + 1, sizeof *x.raw);
	for (uint32_t r = 0; r < f->nregs; r++) {
		if (x.holds[r])
			resolve(&x, r);
		else
			resolve_plainly(&x, r);
	}
	find_needed(&x);
	hand_over(&x);
	free(x.at);
	em_flow_back_release(&x.back);
	free(x.site);
	free(x.regs);
	free(x.holds);
	free(x.in);
	free(x.out);
	free(x.last);
	free(x.meeting);
	free(x.brought);
	free(x.raw);
}

void em_values_release(struct em_values *v)
{
	free(v->first);
	free(v->read);
	free(v->needed);
	free(v->mixed);
	free(v->writers);
}

uint32_t em_value(const struct em_values *v, const struct ptx_func *f, size_t k, unsigned o)
{
	const struct ptx_inst *in = &f->insts[k];
	uint32_t n = in->guard >= 0;

	for (unsigned j = 1; j < o; j++)
		n += in->ops[j].kind == PTX_REG;
	return v->read[v->first[k] + n];
}
