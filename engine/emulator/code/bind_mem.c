/* bind_mem: what loads, stores and atomics become. Parameters are no memory here: a kernel's are constant rows, a
 * function's are rows that the call copies (program.c places them). */
#include "base/buf.h"
#include "emulator/code/decode.h"
#include "emulator/core/access.h"
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/registers.h"

static const struct ptx_operand *element(struct dec *d, const struct ptx_operand *o, unsigned k)
{
	return o->kind == PTX_VEC ? &d->f->operands[o->vec + (int)k] : o;
}

static unsigned element_bytes(const struct dec *d)
{
	return ptx_type_bits(d->in->types[0]) / 8;
}
static bool sign_extends(const struct dec *d)
{
	return ptx_type_class(d->in->types[0]) == PTX_CLS_SIGNED;
}

/* A kernel's parameter, read at a constant offset. */
static uint32_t param_row(struct dec *d, uint32_t offset, unsigned bytes, bool sext)
{
	struct em_program *p = d->p;
	uint8_t bits = (uint8_t)((bytes == 8 ? 64 : 32) | (sext && bytes < 4 ? 128 : 0));
	for (size_t k = 0; k < p->nprows; k++)
		if (p->prows[k].offset == offset && p->prows[k].bytes == bytes && p->prows[k].bits == bits)
			return p->prows[k].row;
	uint32_t row = dec_temp(d, bytes == 8 ? 'l' : 'w');
	*ARENA_PUSH(&p->arena, p->prows, p->nprows, p->cprows) =
		(struct em_param_row){ row, offset, (uint8_t)bytes, bits };
	return row;
}

/* Does [sym + imm] name a .param variable, and the access stay inside? */
static bool is_param_var(struct dec *d, const struct ptx_operand *a, unsigned total)
{
	if (a->kind != PTX_ADDR || a->reg >= 0 || a->sym < 0)
		return false;
	const struct ptx_var *v = &d->p->m->ptx->vars[a->sym];
	return v->space == PTX_PARAM && a->imm >= 0 && (uint64_t)a->imm + total <= v->size;
}
static bool is_kernel_param(struct dec *d, int32_t sym)
{
	return d->f->is_entry && sym >= d->f->params && sym < d->f->params + d->f->nparams;
}

static int param_access(
	struct dec *d, const struct ptx_operand *a, const struct ptx_operand *data, unsigned vec, bool store)
{
	unsigned bytes = element_bytes(d);
	char width = bytes == 8 ? 'l' : 'w';
	uint32_t base = (uint32_t)d->p->var_addr[a->sym];
	bool kernel = is_kernel_param(d, a->sym);
	if (bytes > 8 || (kernel && store))
		return dec_fail(d, "This parameter access is not implemented by the emulator");
	for (unsigned k = 0; k < vec; k++) {
		const struct ptx_operand *o = element(d, data, k);
		uint32_t off = (uint32_t)a->imm + k * bytes, word = base + off / 4 * 128;
		uint32_t row = store ? dec_source(d, o, width) : dec_dest(d, o, width, sign_extends(d));
		if (!row)
			return -1;
		if (kernel) {
			uint32_t from = param_row(d, base + off, bytes, sign_extends(d));
			dec_help(d, bytes == 8 ? EM_H_COPY64M : EM_H_COPY32M, row, from, 0, 0, 0, 0);
		} else if (bytes == 4 && off % 4 == 0) {
			dec_help(d, EM_H_COPY32M, store ? word : row, store ? row : word, 0, 0, 0, 0);
		} else if (bytes == 8 && off % 4 == 0) {
			dec_help(d, store ? EM_H_UNPACK : EM_H_PACK, row, word, word + 128, 0, 0, 0);
		} else {
			dec_help(d, store ? EM_H_PARAM_ST : EM_H_PARAM_LD, row, base, 0, 0,
				off << 8 | bytes << 4 | sign_extends(d), 0);
		}
	}
	return 0;
}

/* Shared addresses are 32 bits wide, all others 64. */
static char address_width(enum ptx_space space)
{
	return space == PTX_SHARED ? 'w' : 'l';
}

/* Data rows of a vector go into slots of their own. */
static void data_slots(struct dec *d, const uint32_t *row, unsigned vec)
{
	for (unsigned k = 0; vec > 1 && k < vec; k += 4)
		dec_emit(d, NULL, row[k], row[k + 1], vec > 2 ? row[k + 2] : 0, vec > 2 ? row[k + 3] : 0, 0, 0);
}

/* Is the register only ever set to a constant? Asked once, found out for all registers of the function. */
static bool constant(struct dec *d, int32_t reg)
{
	enum { UNSET, CONSTANT, OTHER };
	if (!d->set) {
		d->set = xcalloc(d->f->nregs + 1, 1);
		for (size_t k = 0; k < d->f->ninsts; k++) {
			const struct ptx_inst *in = &d->f->insts[k];
			bool moved = in->op == PTX_OP_MOV && in->ops[1].kind == PTX_IMM;
			int32_t regs[EM_REGS_MOST];
			unsigned n = em_regs_written(d->f, in, regs);
			for (unsigned r = 0; r < n; r++)
				d->set[regs[r]] = d->set[regs[r]] == OTHER || !moved ? OTHER : CONSTANT;
		}
	}
	return reg >= 0 && d->set[reg] == CONSTANT;
}

/* How it meets other threads' accesses: EM_ACC_STRONG and its like. */
static uint32_t dec_strength(struct dec *d)
{
	const struct ptx_inst *in = d->in;
	bool release = ptx_has(in, PTX_MOD_RELEASE) || ptx_has(in, PTX_MOD_ACQ_REL),
	     acquire = ptx_has(in, PTX_MOD_ACQUIRE) || ptx_has(in, PTX_MOD_ACQ_REL);
	bool narrow = in->space != PTX_SHARED && (ptx_has(in, PTX_MOD_CTA) || ptx_has(in, PTX_MOD_CLUSTER));
	bool is_volatile = ptx_has(in, PTX_MOD_VOLATILE), strong = release || acquire || ptx_has(in, PTX_MOD_RELAXED);
	d->p->fences |= release || acquire;
	d->p->narrow |= narrow;
	d->p->publishes |= release || acquire || (in->op == PTX_OP_LD && strong);
	/* `volatile` alone would hide every missing barrier and fence: the unrolled last warp\'s, the last block\'s. */
	if (is_volatile && (in->op != PTX_OP_LD || dec_polls(d))) {
		strong = true;
		d->p->polls |= in->op == PTX_OP_LD;
	}
	bool flag = is_volatile && in->op == PTX_OP_ST && in->ops[1].kind == PTX_REG && constant(d, in->ops[1].reg);
	flag |= is_volatile && in->op == PTX_OP_ST && in->ops[1].kind == PTX_IMM;
	flag |= is_volatile && in->op == PTX_OP_LD && !strong && in->space != PTX_SHARED && em_asked(d->f, in);
	return (strong ? EM_ACC_STRONG : 0) | (release ? EM_ACC_RELEASE : 0) |
		(ptx_has(in, PTX_MOD_CAS) ? EM_ACC_CAS : 0) | (is_volatile ? EM_ACC_VOLATILE : 0) |
		(flag ? EM_ACC_FLAG : 0) | (acquire ? EM_ACC_ACQUIRE : 0) | (narrow ? EM_ACC_NARROW : 0) |
		(strong && in->op == PTX_OP_ST && dec_updates(d) && !dec_has_turn(d) ? EM_ACC_UPDATE : 0) |
		(!strong && dec_keeps(d) ? EM_ACC_KEEPS : 0) |
		(in->op == PTX_OP_LD && ptx_has(in, PTX_MOD_NC) ? EM_ACC_CONSTANT : 0);
}

/* Does the function write anything in that space that is narrower? A function that it calls may. */
static bool writes_narrower(const struct dec *d, unsigned bytes)
{
	for (size_t k = 0; k < d->f->ninsts; k++) {
		const struct ptx_inst *in = &d->f->insts[k];
		const bool writes = in->op == PTX_OP_ST || in->op == PTX_OP_ATOM || in->op == PTX_OP_RED;

		if (in->op == PTX_OP_CALL ||
			(writes && in->space != PTX_PARAM && in->space != PTX_LOCAL &&
				ptx_type_bits(in->types[0]) / 8 * (in->vec ? in->vec : 1) < bytes))
			return true;
	}
	return false;
}

/* EM_ACC_UNUSED: compilers load a structure as one vector, though of its last member they want nothing. */
static uint32_t unused_elements(struct dec *d, const struct ptx_operand *data, unsigned vec)
{
	const struct ptx_inst *in = d->in;
	uint32_t none = 0;

	if (in->op != PTX_OP_LD || vec < 2 || vec > 8 || ptx_is_strong(in))
		return 0;
	for (unsigned k = 0; k < vec; k++) {
		const struct ptx_operand *o = element(d, data, k);

		none |= (uint32_t)(o->kind != PTX_REG || o->reg < 0 || !d->reads[o->reg]) << k;
	}
	if (!none || !writes_narrower(d, element_bytes(d) * vec))
		return 0;
	dec_granule(d, in->space, element_bytes(d));
	return none << 24;
}

/* Has an access of this block classified these addresses already? Then use that, else be the one that others use.
 * Returns the shape's row, or 0. */
static uint32_t known_shape(struct dec *d, uint32_t at, uint32_t acc, uint32_t slot)
{
	const uint32_t what =
		acc & ~(EM_ACC_SEXT | EM_ACC_STORE); /* size, elements, space: the same step between lanes */
	for (size_t k = 0; k < d->nshapes; k++) {
		struct dec_shape *s = &d->shape[k];
		if (s->row != at || s->acc != what)
			continue;
		struct em_inst *first = &d->p->code[s->slot];
		if (!first->b)
			first->b = dec_temp(d, 'w');
		return d->p->code[s->slot].b;
	}
	if (d->in->guard < 0) { /* it may not run otherwise */
		d->shape[d->next_shape] = (struct dec_shape){ at, what, slot };
		d->next_shape = (d->next_shape + 1) % DEC_SHAPES;
		if (d->nshapes < DEC_SHAPES)
			d->nshapes++;
	}
	return 0;
}

static int access_memory(
	struct dec *d, const struct em_row *r, const struct ptx_operand *a, const struct ptx_operand *data, bool store)
{
	const struct ptx_inst *in = d->in;
	unsigned vec = in->vec ? in->vec : 1;
	uint32_t row[8] = { 0 }, at, disp;
	struct em_pinst *pi = &d->p->pinst[d->pin];
	if (data->kind == PTX_VEC && data->nvec != vec)
		return dec_fail(d, "The vector has not as many elements as the instruction says");
	if (is_param_var(d, a, element_bytes(d) * vec) && (in->space == PTX_PARAM || !is_kernel_param(d, a->sym)))
		return param_access(d, a, data, vec, store);
	if (in->space == PTX_PARAM && !d->f->is_entry)
		return dec_fail(
			d, "An indexed access to a device function's parameter is not implemented by the emulator");
	if (dec_address(d, a, in->space, address_width(in->space), &at, &disp) < 0)
		return -1;
	for (unsigned k = 0; k < vec; k++) {
		const struct ptx_operand *o = element(d, data, k);
		row[k] = store ? dec_source(d, o, r->widths[0]) : dec_dest(d, o, r->widths[0], sign_extends(d));
		if (!row[k])
			return -1;
	}
	pi->kind |= EM_K_MEM | (store ? EM_K_STORE : 0);
	uint32_t shape = r->again ? known_shape(d, at, r->x, (uint32_t)d->p->ncode) : 0;
	dec_emit(d, shape ? r->again : r->fn, vec == 1 ? row[0] : 0, at, shape,
		r->x | dec_strength(d) | (store ? 0 : unused_elements(d, data, vec)), disp, dec_memory_counts(d));
	dec_granule(d, in->space, element_bytes(d) * vec);
	for (unsigned k = 0; !store && k < vec; k++) /* a load into its own address row */
		if (row[k] == at)
			d->nshapes = d->next_shape = 0;
	data_slots(d, row, vec);
	return 0;
}

int dec_ld(struct dec *d, const struct em_row *r)
{
	return access_memory(d, r, &d->in->ops[1], &d->in->ops[0], false);
}
int dec_st(struct dec *d, const struct em_row *r)
{
	return access_memory(d, r, &d->in->ops[0], &d->in->ops[1], true);
}

/* Does nothing read the old value? */
static bool unused(const struct dec *d, const struct ptx_operand *o)
{
	size_t seen = 0;
	if (o->kind != PTX_REG)
		return true;
	if (d->reads[o->reg])
		return false; /* most are: no need to look through the whole function */
	for (size_t k = 0; k < d->f->ninsts; k++) {
		const struct ptx_inst *in = &d->f->insts[k];
		seen += in->guard == o->reg;
		for (unsigned n = 0; n < in->noperands; n++)
			seen += (in->ops[n].kind == PTX_REG || in->ops[n].kind == PTX_ADDR) && in->ops[n].reg == o->reg;
	}
	for (size_t k = 0; k < d->f->noperands; k++)
		seen += d->f->operands[k].kind == PTX_REG && d->f->operands[k].reg == o->reg;
	return seen <= 1;
}

static bool has_fence(const struct ptx_func *f)
{
	for (size_t k = 0; k < f->ninsts; k++)
		if (ptx_is_fence(&f->insts[k]))
			return true;
	return false;
}

/* Without a use of its result, ptxas makes a reduction of an atomic, except of exchanges, and of all in a function that
 * has a fence, wherever it stands: `ATOMG PT, RZ`. What the PTX calls a reduction is one there, too (ptxas 13.0 for
 * sm_90, 16 kernels). Where the address may be one in shared memory, too, it stays an atomic: what it brings says
 * whether it was (Nsight Compute counts op_atom). */
static bool reduces(const struct dec *d, const struct ptx_operand *dst)
{
	if (d->in->space == PTX_GENERIC || em_atomic_halves(d->in))
		return false;
	return !dst ||
		(!ptx_has(d->in, PTX_MOD_EXCH) && !ptx_has(d->in, PTX_MOD_CAS) && unused(d, dst) && !has_fence(d->f));
}

/* EM_ACC_LOOK */
static bool looks_by(const struct dec *d, const struct ptx_operand *dst)
{
	bool stores = false;

	for (size_t k = 0; k < d->f->ninsts && !stores; k++)
		stores = d->f->insts[k].op == PTX_OP_ST && ptx_has(&d->f->insts[k], PTX_MOD_VOLATILE);
	return stores && dst && em_asked(d->f, d->in);
}

static int atomic(struct dec *d, const struct em_row *r, const struct ptx_operand *dst, unsigned first)
{
	const struct ptx_inst *in = d->in;
	uint32_t at, disp, b, c = 0, to;
	bool integer = ptx_type_class(in->types[0]) != PTX_CLS_FLOAT, sets;
	bool commutes = integer &&
		(ptx_has(in, PTX_MOD_ADD) || ptx_has(in, PTX_MOD_AND) || ptx_has(in, PTX_MOD_OR) ||
			ptx_has(in, PTX_MOD_XOR) || ptx_has(in, PTX_MOD_MIN) || ptx_has(in, PTX_MOD_MAX));
	if (in->space != PTX_SHARED && !(commutes && (!dst || unused(d, dst)))) {
		d->p->order_sensitive = true;
		d->p->deals |= dst && !unused(d, dst) && !ptx_has(in, PTX_MOD_CAS) && em_deals(d->f, in);
	}
	if (dec_address(d, &in->ops[first], in->space, address_width(in->space), &at, &disp) < 0)
		return -1;
	b = dec_source(d, &in->ops[first + 1], r->widths[1]);
	if (r->widths[2])
		c = dec_source(d, &in->ops[first + 2], r->widths[2]);
	if (!b || (r->widths[2] && !c))
		return -1;
	to = dst ? dec_dest(d, dst, r->widths[0], false) : d->p->scratch;
	d->p->pinst[d->pin].kind |= EM_K_ATOM | (reduces(d, dst) ? EM_K_RED : 0);
	dec_emit(d, r->fn, to, at, b, c, disp, dec_memory_counts(d));
	sets = ptx_has(in, PTX_MOD_EXCH) && (!dst || unused(d, dst));
	dec_emit(d, NULL, 0, 0, 0,
		r->x | dec_strength(d) | (em_atomic_loops(in) ? EM_ACC_LOOP : 0) |
			(em_atomic_halves(in) ? EM_ACC_HALVES : 0) | (sets ? EM_ACC_EXCH : 0) |
			(looks_by(d, dst) ? EM_ACC_LOOK : 0),
		0, 0);
	dec_granule(d, in->space, element_bytes(d));
	return 0;
}

int dec_atom(struct dec *d, const struct em_row *r)
{
	return atomic(d, r, &d->in->ops[0], 1);
}
int dec_red(struct dec *d, const struct em_row *r)
{
	return atomic(d, r, NULL, 0);
}
