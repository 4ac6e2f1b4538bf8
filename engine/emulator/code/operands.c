/* operands: the rows of an instruction's operands: registers, constants, special registers, addresses of variables, and
 * the conversions where a row is of another width than the executor wants. */
#include "emulator/code/decode.h"
#include "emulator/core/device.h"

uint32_t dec_temp(struct dec *d, char width)
{
	struct em_program *p = d->p;
	if (width == 'p') {
		if (!d->pred_left) {
			d->pred_chunk = p->warp_bytes;
			d->pred_left = 16;
			p->warp_bytes += 64;
		}
		return d->pred_chunk + 4 * --d->pred_left;
	}
	uint32_t at = p->warp_bytes;
	p->warp_bytes += width == 'q' ? 512 : width == 'l' ? 256 : 128;
	return at;
}

uint32_t dec_const(struct dec *d, unsigned bits, uint64_t v)
{
	struct em_program *p = d->p;
	if (bits < 64)
		v &= ((uint64_t)1 << bits) - 1;
	for (size_t k = 0; k < p->nconsts; k++)
		if (p->consts[k].value == v && p->consts[k].bits == bits)
			return p->consts[k].row;
	uint32_t row = dec_temp(d, bits == 1 ? 'p' : bits == 64 ? 'l' : 'w');
	*ARENA_PUSH(&p->arena, p->consts, p->nconsts, p->cconsts) = (struct em_const){ row, (uint8_t)bits, v };
	return row;
}

const struct em_const *dec_const_at(const struct em_program *p, uint32_t row)
{
	for (size_t k = 0; k < p->nconsts; k++)
		if (p->consts[k].row == row)
			return &p->consts[k];
	return NULL;
}

uint32_t dec_carry(struct dec *d)
{
	if (!d->cc)
		d->cc = dec_temp(d, 'p');
	return d->cc;
}

static char reg_width(const struct dec *d, int32_t r)
{
	unsigned bits = ptx_type_bits(d->f->regs[r].type);
	return bits == 1 ? 'p' : bits <= 32 ? 'w' : bits <= 64 ? 'l' : 'q';
}

static unsigned width_bits(char width)
{
	return width == 'p' ? 1 : width == 'l' ? 64 : 32;
}

/* Of what lies at an offset of the function's local memory. */
static uint64_t local_address(const struct dec *d, uint64_t offset, enum ptx_space space, bool *on_stack)
{
	*on_stack = d->place->recursive;
	return offset + (*on_stack ? 0 : d->place->local_base) + (space == PTX_GENERIC ? EM_LOCAL_WINDOW : 0);
}

/* The constant address of a variable, generic where the access is generic. 0 and *addr, or -1: it has none. */
static int var_address(struct dec *d, int32_t sym, enum ptx_space space, uint64_t *addr, bool *on_stack)
{
	const struct em_module *m = d->p->m;
	const struct ptx_var *v = &m->ptx->vars[sym];
	*on_stack = false;
	switch (v->space) {
	case PTX_GLOBAL:
	case PTX_CONST: *addr = m->addr[sym]; return 0;
	case PTX_SHARED: *addr = d->p->var_addr[sym] + (space == PTX_GENERIC ? EM_SHARED_WINDOW : 0); return 0;
	case PTX_LOCAL: *addr = local_address(d, d->p->var_addr[sym], space, on_stack); return 0;
	case PTX_PARAM:
		if (d->p->home[sym]) {
			*addr = local_address(d, d->p->home[sym] - 1, space, on_stack);
			return 0;
		}
		if (!d->f->is_entry)
			return -1;
		*addr = m->d->param_addr + d->p->var_addr[sym];
		return 0;
	default: return -1;
	}
}

static uint32_t sreg_row(struct dec *d, int sreg, char width)
{
	struct em_program *p = d->p;
	uint32_t row;
	switch (sreg) {
	case PTX_SREG_CLOCK:
	case PTX_SREG_GLOBALTIMER_LO:
	case PTX_SREG_CLOCK_HI:
	case PTX_SREG_GLOBALTIMER_HI:
		row = dec_temp(d, 'w');
		dec_help(d, EM_H_CLOCK32, row, d->p->code[d->block_slot].a, (uint32_t)d->p->ncode - d->block_slot,
			sreg == PTX_SREG_GLOBALTIMER_LO || sreg == PTX_SREG_GLOBALTIMER_HI,
			sreg == PTX_SREG_CLOCK_HI || sreg == PTX_SREG_GLOBALTIMER_HI ? 32 : 0, 0);
		return row;
	case PTX_SREG_CLOCK64:
	case PTX_SREG_GLOBALTIMER:
		row = dec_temp(d, 'l');
		dec_help(d, EM_H_CLOCK64, row, d->p->code[d->block_slot].a, (uint32_t)d->p->ncode - d->block_slot,
			sreg == PTX_SREG_GLOBALTIMER, 0, 0);
		return row;
	default: break;
	}
	for (size_t k = 0; k < p->nsregs; k++)
		if (p->sregs[k].sreg == sreg)
			return p->sregs[k].row;
	row = dec_temp(d, sreg == PTX_SREG_IS_EXPLICIT_CLUSTER ? 'p' : 'l'); /* room for 64 bits, whatever it is */
	(void)width;
	*ARENA_PUSH(&p->arena, p->sregs, p->nsregs, p->csregs) = (struct em_sreg_row){ row, (uint16_t)sreg };
	return row;
}

static bool sreg_is_64(int sreg)
{
	return sreg == PTX_SREG_CLOCK64 || sreg == PTX_SREG_GLOBALTIMER || sreg == PTX_SREG_GRIDID ||
		sreg == PTX_SREG_CURRENT_GRAPH_EXEC || (sreg >= PTX_SREG_PM0_64 && sreg <= PTX_SREG_PM7_64);
}

static uint32_t converted(struct dec *d, uint32_t row, char have, char want)
{
	uint32_t t;
	if (want == 'h')
		want = 'w';
	if (have == want || have == 'p' || want == 'p')
		return row;
	t = dec_temp(d, want);
	dec_help(d, want == 'l' ? EM_H_WIDEN : EM_H_NARROW, t, row, 0, 0, 0, 0);
	return t;
}

uint32_t dec_source(struct dec *d, const struct ptx_operand *o, char width)
{
	uint64_t v;
	bool on_stack;
	uint32_t row;
	switch (o->kind) {
	case PTX_REG:
		row = d->place->reg[o->reg];
		if (o->neg) {
			uint32_t t = dec_temp(d, 'p');
			dec_help(d, EM_H_NOTP, t, row, 0, 0, 0, 0);
			return t;
		}
		return converted(d, row, reg_width(d, o->reg), width);
	case PTX_IMM:
		if (width == 'q') {
			dec_fail(d, "A constant of 128 bits is not implemented");
			return 0;
		}
		if (width == 'p')
			return dec_const(d, 1, (o->imm != 0) ^ o->neg);
		return dec_const(d, width == 'h' ? 16 : width_bits(width), (uint64_t)o->imm);
	case PTX_FIMM:
		v = (uint64_t)o->imm;
		if (width == 'l' && o->f32) {
			float f;
			uint32_t u = (uint32_t)v;
			memcpy(&f, &u, 4);
			double g = f;
			memcpy(&v, &g, 8);
		} else if (width == 'w' && !o->f32) {
			double g;
			memcpy(&g, &v, 8);
			float f = (float)g;
			uint32_t u;
			memcpy(&u, &f, 4);
			v = u;
		}
		return dec_const(d, width_bits(width), v);
	case PTX_SPECIAL:
		row = sreg_row(d, o->vec, width);
		return o->vec == PTX_SREG_IS_EXPLICIT_CLUSTER ?
			row :
			converted(d, row, sreg_is_64(o->vec) ? 'l' : 'w', width);
	case PTX_SYM:
		/* mov of an address: in the variable's own space; cvta makes it generic. */
		if (var_address(d, o->sym, d->p->m->ptx->vars[o->sym].space, &v, &on_stack) < 0) {
			dec_fail(d, "The address of a .param variable of a call is not supported");
			return 0;
		}
		v += (uint64_t)o->imm;
		if (on_stack) {
			uint32_t t = dec_temp(d, 'l');
			dec_help(d, EM_H_ADDSP, t, 0, d->p->fp_row, 0, (uint32_t)v, 0);
			return converted(d, t, 'l', width);
		}
		return dec_const(d, width_bits(width), v);
	case PTX_FUNCREF: return dec_const(d, width_bits(width), EM_FUNC_BASE + 16 * (uint64_t)o->sym);
	case PTX_SINK: return d->p->scratch;
	default: dec_fail(d, "This operand is not implemented"); return 0;
	}
}

uint32_t dec_dest(struct dec *d, const struct ptx_operand *o, char width, bool is_signed)
{
	if (o->kind != PTX_REG)
		return d->p->scratch;
	char have = reg_width(d, o->reg), want = width == 'h' ? 'w' : width;
	uint32_t row = d->place->reg[o->reg];
	for (size_t k = 0; k < d->nshapes; k++) /* an address that changes has no known shape */
		if (d->shape[k].row == row)
			d->shape[k].row = 0;
	if (have == want || want == 'p' || have == 'p' || d->npost == sizeof d->post / sizeof *d->post)
		return row;
	uint32_t t = dec_temp(d, want);
	d->post[d->npost++] =
		(struct dec_post){ t, row, have == 'l' ? (is_signed ? EM_H_WIDEN16 : EM_H_WIDEN) : EM_H_NARROW };
	return t;
}

void dec_finish(struct dec *d)
{
	for (size_t k = 0; k < d->npost; k++)
		dec_help(d, d->post[k].helper, d->post[k].to, d->post[k].from, 0, 0, 0, 0);
	d->npost = 0;
}

int dec_address(
	struct dec *d, const struct ptx_operand *o, enum ptx_space space, char width, uint32_t *row, uint32_t *disp)
{
	*disp = 0;
	if (o->reg >= 0) {
		struct ptx_operand r = { .kind = PTX_REG, .reg = o->reg };
		*row = dec_source(d, &r, width);
		if (o->imm < INT32_MIN || o->imm > INT32_MAX)
			return dec_fail(d, "This displacement does not fit into 32 bits");
		*disp = (uint32_t)o->imm;
		return *row ? 0 : -1;
	}
	if (o->sym >= 0) {
		uint64_t v;
		bool on_stack;
		if (var_address(d, o->sym, space, &v, &on_stack) < 0)
			return dec_fail(d, "This address is not implemented");
		v += (uint64_t)o->imm;
		if (on_stack) {
			*row = dec_temp(d, 'l');
			dec_help(d, EM_H_ADDSP, *row, 0, d->p->fp_row, 0, (uint32_t)v, 0);
			return 0;
		}
		*row = dec_const(d, width_bits(width), v);
		return 0;
	}
	*row = dec_const(d, width_bits(width), (uint64_t)o->imm);
	return 0;
}
