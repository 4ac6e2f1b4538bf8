/* stuck_slice: see stuck_slice.h. */
#include "emulator/run/stuck_slice.h"
#include "base/buf.h"
#include "emulator/core/device.h"
#include "emulator/cost/clock.h"
#include "emulator/flow/registers.h"
#include "emulator/run/lane_address.h"

struct making {
	const struct em_program *p;
	const bool *ran;
	const struct ptx_func *f;
	struct em_slice *s;
	bool *in;        /* by register of f */
	bool grew, wide; /* wide: one has more than 64 bits */
};

static void add(struct making *m, int32_t reg)
{
	if (reg < 0 || m->in[reg])
		return;
	m->in[reg] = m->grew = true;
	m->wide |= ptx_type_bits((enum ptx_type)m->f->regs[reg].type) > 64;
}

static void add_all_read(struct making *m, const struct ptx_inst *in)
{
	int32_t regs[EM_REGS_MOST];
	unsigned n = em_regs_read(m->f, in, regs);

	for (unsigned k = 0; k < n; k++)
		add(m, regs[k]);
}

/* Functions that are called, the stack, and a carry, which is in no register. */
static bool followed(const struct ptx_inst *in)
{
	switch (in->op) {
	case PTX_OP_CALL:
	case PTX_OP_STACKSAVE:
	case PTX_OP_STACKRESTORE:
	case PTX_OP_ALLOCA:
	case PTX_OP_ADDC:
	case PTX_OP_SUBC:
	case PTX_OP_MADC:
	case PTX_OP_CP: return false;
	default: return true;
	}
}

/* What an instruction decides by itself, whoever uses its result: where it goes, what it waits for, which memory it
 * touches. What a store writes, or an atomic adds, decides nothing. */
static void decides(struct making *m, const struct ptx_inst *in)
{
	const struct ptx_operand *o;
	bool memory = em_address_operand(in, 0) != NULL;
	int32_t regs[EM_REGS_MOST];

	if (in->op == PTX_OP_NANOSLEEP) { /* how long does not matter, but to a clock */
		add(m, in->guard);
	} else if (memory) {
		add(m, in->guard);
		for (unsigned k = 0; (o = em_address_operand(in, k)); k++)
			add(m, o->reg);
		if (in->op == PTX_OP_MBARRIER)
			add_all_read(m, in);
	} else if (in->op == PTX_OP_BAR || in->op == PTX_OP_BARRIER || !em_regs_written(m->f, in, regs)) {
		add_all_read(m, in);
	} else if (ptx_has_members(in) && in->noperands) {
		o = &in->ops[in->noperands - 1];
		add(m, in->guard);
		if (o->kind == PTX_REG)
			add(m, o->reg);
	}
}

static bool writes_one(const struct making *m, const struct ptx_inst *in)
{
	int32_t regs[EM_REGS_MOST];
	unsigned n = em_regs_written(m->f, in, regs);

	for (unsigned k = 0; k < n; k++)
		if (m->in[regs[k]])
			return true;
	return false;
}

/* Does its result hang on memory that may change? */
static bool loads(const struct ptx_inst *in)
{
	return em_address_operand(in, 0) && in->space != PTX_PARAM && in->space != PTX_CONST &&
		in->op != PTX_OP_ISSPACEP && in->op != PTX_OP_CVTA && in->op != PTX_OP_CREATEPOLICY;
}

static bool close_over(struct making *m)
{
	const struct em_program *p = m->p;

	do {
		m->grew = false;
		for (size_t k = 0; k < p->npinst; k++) {
			const struct ptx_inst *in = &m->f->insts[p->pinst[k].inst];

			if (!m->ran[k] || !writes_one(m, in))
				continue;
			add_all_read(m, in);
			if (!loads(in))
				continue;
			/* An atomic may change what it reads: stuck_look.c. Local memory is not followed. */
			if (in->space == PTX_LOCAL || !em_polls(in))
				return false;
			m->s->loads[k] = m->s->memory = true;
		}
	} while (m->grew);
	return true;
}

static bool reads_clock(const struct making *m, const struct ptx_inst *in)
{
	int32_t regs[EM_REGS_MOST];
	unsigned n = em_regs_read(m->f, in, regs);

	for (unsigned k = 0; k < n; k++)
		if (m->s->clocked[regs[k]])
			return true;
	for (unsigned k = 0; k < in->noperands; k++)
		if (em_clock_is(&in->ops[k]))
			return true;
	return false;
}

/* Of what decides: what is computed from a clock, and from that. What a load brings hangs on memory, not on that. */
static void find_clocks(struct making *m)
{
	const struct em_program *p = m->p;
	int32_t regs[EM_REGS_MOST];

	do {
		m->grew = false;
		for (size_t k = 0; k < p->npinst; k++) {
			const struct ptx_inst *in = &m->f->insts[p->pinst[k].inst];
			unsigned n =
				m->ran[k] && !loads(in) && reads_clock(m, in) ? em_regs_written(m->f, in, regs) : 0;

			for (unsigned r = 0; r < n; r++)
				if (m->in[regs[r]] && !m->s->clocked[regs[r]])
					m->s->clocked[regs[r]] = m->s->clocks = m->grew = true;
		}
	} while (m->grew);
}

static void keep_rows(struct making *m)
{
	const struct em_fplace *place = &m->p->fn[m->p->place_of[m->s->func]];
	struct em_slice *s = m->s;

	s->at = xcalloc(m->f->nregs + 1, sizeof *s->at);
	s->bytes = xcalloc(m->f->nregs + 1, sizeof *s->bytes);
	for (size_t r = 0; r < m->f->nregs; r++) {
		uint32_t at = place->reg[r];

		if (!m->in[r] || s->clocked[r])
			continue;
		s->at[s->n] = at;
		s->bytes[s->n++] = at < place->r32 ? 256 : at < place->rp ? 128 : 4;
	}
}

struct em_slice *em_slice_new(const struct em_program *p, const bool *ran)
{
	struct em_slice *s = xcalloc(1, sizeof *s);
	struct making m = { .p = p, .ran = ran, .s = s };
	bool ok = true, any = false;

	s->ran = xcalloc(p->npinst + 1, sizeof *s->ran);
	s->loads = xcalloc(p->npinst + 1, sizeof *s->loads);
	memcpy(s->ran, ran, p->npinst * sizeof *ran);
	for (size_t k = 0; k < p->npinst && ok; k++) {
		if (!ran[k])
			continue;
		if (!any) {
			s->func = p->pinst[k].func;
			m.f = &p->m->ptx->funcs[s->func];
			m.in = xcalloc(m.f->nregs + 1, sizeof *m.in);
			any = true;
		}
		ok = p->pinst[k].func == s->func && followed(&m.f->insts[p->pinst[k].inst]);
		if (ok)
			decides(&m, &m.f->insts[p->pinst[k].inst]);
	}
	ok = ok && any && close_over(&m) && !m.wide;
	if (ok) {
		s->clocked = xcalloc(m.f->nregs + 1, sizeof *s->clocked);
		find_clocks(&m);
		keep_rows(&m);
	}
	free(m.in);
	if (ok)
		return s;
	em_slice_free(s);
	return NULL;
}

void em_slice_free(struct em_slice *s)
{
	if (!s)
		return;
	free(s->at);
	free(s->bytes);
	free(s->ran);
	free(s->loads);
	free(s->clocked);
	free(s);
}
