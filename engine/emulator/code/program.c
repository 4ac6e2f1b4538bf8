/* program: a kernel and everything that it may call, laid out: which functions, who recurses, where shared and local
 * variables lie, and a row for each register. Cheap enough for every kernel of a module; decode.c does the rest at the
 * first launch. */
#include "base/buf.h"
#include "emulator/code/kernel.h"
#include "emulator/core/device.h"
#include "emulator/core/machine.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/registers.h"

static const struct ptx_func *func_at(const struct em_module *m, int32_t f)
{
	return &m->ptx->funcs[f];
}

int32_t em_definition(const struct em_module *m, int32_t f)
{
	if (func_at(m, f)->ninsts)
		return f;
	for (size_t k = 0; k < m->ptx->nfuncs; k++)
		if (m->ptx->funcs[k].ninsts && !strcmp(m->ptx->funcs[k].name, func_at(m, f)->name))
			return (int32_t)k;
	return f;
}

static void add_function(struct em_program *p, int32_t f)
{
	f = em_definition(p->m, f);
	if (p->place_of[f] >= 0 || !func_at(p->m, f)->ninsts)
		return;
	p->place_of[f] = (int32_t)p->nfn;
	p->fn[p->nfn++] = (struct em_fplace){ .func = f };
}

static void add_address_taken(struct em_program *p)
{
	const struct ptx_module *x = p->m->ptx;
	for (size_t f = 0; f < x->nfuncs; f++)
		for (size_t k = 0; k < x->funcs[f].ninsts; k++) {
			const struct ptx_inst *in = &x->funcs[f].insts[k];
			for (unsigned o = 0; in->op != PTX_OP_CALL && o < in->noperands; o++)
				if (in->ops[o].kind == PTX_FUNCREF)
					add_function(p, in->ops[o].sym);
		}
	for (size_t v = 0; v < x->nvars; v++)
		for (size_t r = 0; r < x->vars[v].nrelocs; r++)
			if (x->vars[v].relocs[r].func >= 0)
				add_function(p, x->vars[v].relocs[r].func);
}

/* Is `to` reachable from `from` by at least one call? Marks what it has seen. */
static bool reaches(const struct em_program *p, size_t from, size_t to, uint8_t *seen)
{
	const struct ptx_func *f = func_at(p->m, p->fn[from].func);
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		if (in->op != PTX_OP_CALL)
			continue;
		if (in->ops[0].kind != PTX_FUNCREF) /* through a pointer: anything but the kernel */
			return true;
		int32_t c = p->place_of[em_definition(p->m, in->ops[0].sym)];
		if (c < 0)
			continue;
		if ((size_t)c == to)
			return true;
		if (!seen[c]) {
			seen[c] = 1;
			if (reaches(p, (size_t)c, to, seen))
				return true;
		}
	}
	return false;
}

static void use_var(struct em_program *p, int32_t v, uint8_t *used)
{
	if (v >= 0 && (size_t)v < p->m->ptx->nvars)
		used[v] = 1;
}

static void align_up(uint32_t *at, uint32_t align)
{
	*at = (*at + align - 1) / align * align;
}

/* Shared memory as ptxas lays it out: first what functions declare, then what the module does, each in the text's
 * order.
 * `__shared__` of a function that several kernels inline is the module's. Where a variable lies tells which accesses
 * are joined (cost/joined.c). */
static void place_shared(struct em_program *p, const uint8_t *used, bool of_functions, uint32_t *dynamic_align)
{
	const struct ptx_module *x = p->m->ptx;

	for (size_t v = 0; v < x->nvars; v++) {
		const struct ptx_var *q = &x->vars[v];
		uint32_t align = q->align ? q->align : 1;

		if (q->space != PTX_SHARED || !used[v] || (q->func >= 0) != of_functions)
			continue;
		if (q->is_extern && !q->size) {
			if (align > *dynamic_align)
				*dynamic_align = align;
			continue;
		}
		align_up(&p->static_shared, align);
		p->var_addr[v] = p->static_shared;
		p->static_shared = q->size > EM_MAX_SHARED ? EM_MAX_SHARED + 1 : p->static_shared + (uint32_t)q->size;
	}
}

/* Room for a variable in a function's local memory; where it is. */
static uint32_t place_local(struct em_fplace *f, const struct ptx_var *v)
{
	align_up(&f->local_bytes, v->align ? v->align : 1);
	const uint32_t at = f->local_bytes;
	f->local_bytes += v->size > 1 << 24 ? 1 << 24 : (uint32_t)v->size;
	return at;
}

/* Gives a home to each parameter of the device function whose address is taken. */
static void place_homes(struct em_program *p, struct em_fplace *place)
{
	const struct ptx_func *f = func_at(p->m, place->func);
	for (size_t k = 0; k < f->ninsts && !f->is_entry; k++)
		for (unsigned o = 0; o < f->insts[k].noperands && f->insts[k].op == PTX_OP_MOV; o++) {
			const struct ptx_operand *q = &f->insts[k].ops[o];
			if (q->kind == PTX_SYM && q->sym >= f->params && q->sym < f->params + f->nparams &&
				!p->home[q->sym])
				p->home[q->sym] = 1 + place_local(place, &p->m->ptx->vars[q->sym]);
		}
}

static void place_variables(struct em_program *p)
{
	const struct ptx_module *x = p->m->ptx;
	uint8_t *used = xcalloc(x->nvars + 1, 1);
	for (size_t n = 0; n < p->nfn; n++) {
		const struct ptx_func *f = func_at(p->m, p->fn[n].func);
		for (size_t k = 0; k < f->ninsts; k++)
			for (unsigned o = 0; o < f->insts[k].noperands; o++) {
				const struct ptx_operand *q = &f->insts[k].ops[o];
				if (q->kind == PTX_SYM || q->kind == PTX_ADDR)
					use_var(p, q->sym, used);
			}
		for (size_t k = 0; k < f->noperands; k++)
			if (f->operands[k].kind == PTX_SYM || f->operands[k].kind == PTX_ADDR)
				use_var(p, f->operands[k].sym, used);
	}
	uint32_t dynamic_align = 16;
	place_shared(p, used, true, &dynamic_align);
	place_shared(p, used, false, &dynamic_align);
	for (size_t v = 0; v < x->nvars; v++) {
		const struct ptx_var *q = &x->vars[v];
		int32_t home = q->func >= 0 ? p->place_of[q->func] : -1;
		if (q->space == PTX_LOCAL && home >= 0)
			p->var_addr[v] = place_local(&p->fn[home], q);
	}
	for (size_t n = 0; n < p->nfn; n++)
		place_homes(p, &p->fn[n]);
	for (size_t v = 0; v < x->nvars; v++)
		if (x->vars[v].space == PTX_SHARED && x->vars[v].is_extern && !x->vars[v].size) {
			uint32_t at = p->static_shared;
			align_up(&at, dynamic_align);
			p->var_addr[v] = at;
			if (used[v])
				p->dynamic_at = at;
		}
	if (p->dynamic_at < p->static_shared)
		p->dynamic_at = p->static_shared;
	for (size_t n = 0; n < p->nfn; n++) {
		struct em_fplace *f = &p->fn[n];
		if (f->recursive)
			continue; /* on the stack, after fp */
		align_up(&p->local_bytes, 16);
		f->local_base = p->local_bytes;
		p->local_bytes += f->local_bytes;
	}
	align_up(&p->local_bytes, 16);
	free(used);
}

static unsigned reg_bits(const struct ptx_func *f, size_t r)
{
	return ptx_type_bits(f->regs[r].type);
}

/* Rows of one function: 64-bit and wider registers, then 32-bit ones and the words of its .param variables, then
 * predicates. */
static void place_rows(struct em_program *p, struct em_fplace *f)
{
	const struct ptx_module *x = p->m->ptx;
	const struct ptx_func *q = func_at(p->m, f->func);
	uint32_t at = p->warp_bytes;
	f->reg = arena_alloc(&p->arena, (q->nregs + 1) * sizeof *f->reg);
	/* What a function returns lies outside the rows that a recursive call saves. */
	for (int32_t v = q->rets; v < q->rets + q->nrets; v++) {
		p->var_addr[v] = at;
		at += (uint32_t)((x->vars[v].size + 3) / 4) * 128;
	}
	at = (at + 255) & ~255u;
	f->r64 = at;
	for (size_t r = 0; r < q->nregs; r++)
		if (reg_bits(q, r) >= 64) {
			f->reg[r] = at;
			at += reg_bits(q, r) > 64 ? 512 : 256;
		}
	f->r32 = at;
	for (size_t r = 0; r < q->nregs; r++)
		if (reg_bits(q, r) > 1 && reg_bits(q, r) < 64) {
			f->reg[r] = at;
			at += 128;
		}
	if (!q->is_entry)
		for (int32_t v = q->params; v < q->params + q->nparams; v++) {
			p->var_addr[v] = at;
			at += (uint32_t)((x->vars[v].size + 3) / 4) * 128;
		}
	for (size_t v = 0; v < x->nvars; v++) {
		bool formal = ((int32_t)v >= q->params && (int32_t)v < q->params + q->nparams) ||
			((int32_t)v >= q->rets && (int32_t)v < q->rets + q->nrets);
		if (x->vars[v].space == PTX_PARAM && x->vars[v].func == f->func && !formal) {
			p->var_addr[v] = at;
			at += (uint32_t)((x->vars[v].size + 3) / 4) * 128;
		}
	}
	f->rp = at;
	for (size_t r = 0; r < q->nregs; r++)
		if (reg_bits(q, r) == 1) {
			f->reg[r] = at;
			at += 4;
		}
	f->rend = at;
	p->warp_bytes = (at + 63) & ~63u;
}

struct em_program *em_program_new(struct em_module *m, const struct ptx_func *kernel)
{
	struct em_program *p = xcalloc(1, sizeof *p);
	size_t nf = m->ptx->nfuncs;
	bool indirect = false;
	arena_init(&p->arena);
	p->m = m;
	p->kernel = kernel;
	p->fn = arena_alloc(&p->arena, nf * sizeof *p->fn);
	p->place_of = arena_alloc(&p->arena, nf * sizeof *p->place_of);
	p->var_addr = arena_alloc(&p->arena, (m->ptx->nvars + 1) * sizeof *p->var_addr);
	p->home = arena_alloc(&p->arena, (m->ptx->nvars + 1) * sizeof *p->home);
	for (size_t k = 0; k < nf; k++)
		p->place_of[k] = -1;
	add_function(p, (int32_t)(kernel - m->ptx->funcs));
	for (size_t n = 0; n < p->nfn; n++) {
		const struct ptx_func *f = func_at(m, p->fn[n].func);
		for (size_t k = 0; k < f->ninsts; k++) {
			const struct ptx_inst *in = &f->insts[k];
			if (in->op == PTX_OP_ALLOCA || in->op == PTX_OP_STACKSAVE || in->op == PTX_OP_STACKRESTORE)
				p->needs_stack = true;
			if (in->op != PTX_OP_CALL)
				continue;
			if (in->ops[0].kind == PTX_FUNCREF) {
				add_function(p, in->ops[0].sym);
			} else if (!indirect) {
				indirect = true;
				add_address_taken(p);
			}
		}
	}
	for (size_t n = 1; n < p->nfn; n++) {
		uint8_t *seen = xcalloc(p->nfn, 1);
		p->fn[n].recursive = reaches(p, n, n, seen);
		p->needs_stack |= p->fn[n].recursive;
		p->calls_itself |= p->fn[n].recursive && !indirect;
		free(seen);
	}
	p->library = !strncmp(kernel->name, "_ZN3cub", 7) || !strncmp(kernel->name, "_ZN6thrust", 10);
	place_variables(p);
	p->param_offset = arena_alloc(&p->arena, (size_t)(kernel->nparams + 1) * sizeof *p->param_offset);
	p->param_size = arena_alloc(&p->arena, (size_t)(kernel->nparams + 1) * sizeof *p->param_size);
	for (int32_t k = 0; k < kernel->nparams; k++) {
		const struct ptx_var *v = &m->ptx->vars[kernel->params + k];
		align_up(&p->param_bytes, v->align ? v->align : 1);
		p->param_offset[k] = p->param_bytes;
		p->param_size[k] = v->size > 32764 ? 32764 : (uint32_t)v->size;
		p->var_addr[kernel->params + k] = p->param_bytes;
		p->param_bytes += p->param_size[k];
	}
	const uint32_t *bound = kernel->reqntid[0] ? kernel->reqntid : kernel->maxntid;
	uint64_t threads = bound[0] ? (uint64_t)bound[0] * (bound[1] ? bound[1] : 1) * (bound[2] ? bound[2] : 1) : 1024;
	p->regs = em_estimate_registers(kernel, threads && threads < 1024 ? (uint32_t)threads : 1024);
	p->warp_bytes = EM_ROWS_AT;
	p->scratch = p->warp_bytes;
	p->warp_bytes += 512;
	if (p->needs_stack) {
		p->fp_row = p->warp_bytes;
		p->sp_row = p->warp_bytes + 256;
		p->warp_bytes += 512;
	}
	for (size_t n = 0; n < p->nfn; n++)
		place_rows(p, &p->fn[n]);
	return p;
}

void em_program_free(struct em_program *p)
{
	if (!p)
		return;
	em_costs_free(p->costs);
	arena_release(&p->arena);
	free(p);
}
