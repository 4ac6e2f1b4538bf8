/* bind_flow: what branches, calls, returns, barriers and warp-wide instructions become. Whatever may stop a warp ends a
 * basic block, so that a group of lanes always resumes where counting begins. */
#include "base/buf.h"
#include "emulator/code/decode.h"
#include "emulator/core/device.h"
#include "emulator/exec/builtin.h"

/* The branch at `slot` is on what the slot before it compares: one step for both; and for what counts in front of them,
 * in a loop. */
static void compared_branch(struct dec *d, uint32_t slot)
{
	struct em_inst *compare = &d->p->code[slot - 1], *count = compare - 1;
	compare->fn = em_table_quick(d->t, d->compared_branch);
	compare->x = d->reads[d->in->guard] == 1;
	if (slot - 2 > d->block_slot && count->d == compare->a && count->d != compare->b &&
		dec_uniform(d->p, count->b)) {
		em_fn whole = em_table_end(d->t, d->p->own[slot - 2], d->compared_branch);
		count->fn = whole ? whole : count->fn;
	}
}

int dec_bra(struct dec *d, const struct em_row *r)
{
	const struct ptx_inst *in = d->in;
	uint32_t slot = (uint32_t)d->p->ncode;
	(void)r;
	if (in->guard >= 0) {
		struct em_pinst *pi = &d->p->pinst[d->pin];
		uint32_t guard = dec_guard_counts(d);
		pi->guard = (int32_t)guard;
		pi->kind |= EM_K_CBRA;
		const enum em_helper how = d->joined == EM_JOINED_NOT ? EM_H_CBRA :
			d->joined == EM_JOINED_FIRST                  ? EM_H_CBRA_FIRST :
									EM_H_CBRA_LAST;
		dec_help(d, how, 0, d->place->reg[in->guard], 0, in->guard_neg ? EM_FULL : 0, 0, EM_GUARD_ID(guard));
		struct em_inst *before = &d->p->code[slot - 1];
		if (how == EM_H_CBRA && d->compared == slot - 1 && d->compared_branch &&
			before->d == d->place->reg[in->guard])
			compared_branch(d, slot);
	} else {
		dec_help(d, EM_H_BRA, 0, 0, 0, 0, 0, 0);
	}
	*ARENA_PUSH(&d->p->arena, d->fix, d->nfix, d->cfix) = (struct dec_fix){ slot, slot, in->ops[0].vec };
	dec_block(d);
	return 0;
}

int dec_brx(struct dec *d, const struct em_row *r)
{
	const struct ptx_inst *in = d->in;
	if (in->call < 0 || (size_t)in->call >= d->f->ntables)
		return dec_fail(d, "The branch table is missing");
	const struct ptx_branch_table *t = &d->f->tables[in->call];
	uint32_t a = dec_source(d, &in->ops[0], 'w'), slot;
	if (!a)
		return -1;
	slot = (uint32_t)d->p->ncode;
	dec_emit(d, r->fn, 0, a, 0, 0, (uint32_t)t->n, 0);
	for (int32_t k = 0; k < t->n; k++) {
		*ARENA_PUSH(&d->p->arena, d->fix, d->nfix, d->cfix) =
			(struct dec_fix){ (uint32_t)d->p->ncode, slot, d->f->targets[t->first + k] };
		dec_emit(d, NULL, 0, 0, 0, 0, 0, 0);
	}
	dec_block(d);
	return 0;
}

/* Copies that nobody waited for end with their thread. */
static void end_copies(struct dec *d)
{
	if (d->p->copies_at)
		dec_help(d, EM_H_COPIES_END, 0, d->p->copies_at, 0, 0, 0, 0);
}

int dec_exit(struct dec *d, const struct em_row *r)
{
	end_copies(d);
	dec_emit(d, r->fn, 0, 0, 0, 0, 0, 0);
	dec_block(d);
	return 0;
}

int dec_ret(struct dec *d, const struct em_row *r)
{
	if (d->f->is_entry) {
		end_copies(d);
		dec_help(d, EM_H_EXIT, 0, 0, 0, 0, 0, 0);
	} else
		dec_emit(d, r->fn, 0, 0, 0, 0, 0, 0);
	dec_block(d);
	return 0;
}

/* ---- calls */
static const struct ptx_var *var(struct dec *d, int32_t v)
{
	return &d->p->m->ptx->vars[v];
}

static void copy_words(struct dec *d, int32_t to, int32_t from)
{
	uint64_t n = (var(d, to)->size + 3) / 4, m = (var(d, from)->size + 3) / 4;
	for (uint64_t k = 0; k < n && k < m; k++)
		dec_help(d, EM_H_COPY32M, (uint32_t)(d->p->var_addr[to] + k * 128),
			(uint32_t)(d->p->var_addr[from] + k * 128), 0, 0, 0, 0);
}

static bool same_shape(struct dec *d, const struct ptx_func *f, const struct ptx_call *c)
{
	if (f->nparams != c->nargs || f->nrets != c->nrets)
		return false;
	for (int32_t k = 0; k < c->nargs; k++)
		if (var(d, f->params + k)->size != var(d, d->f->operands[c->args + k].sym)->size)
			return false;
	for (int32_t k = 0; k < c->nrets; k++)
		if (var(d, f->rets + k)->size != var(d, d->f->operands[c->rets + k].sym)->size)
			return false;
	return true;
}

/* One call to a function of the program: arguments over, call, results back (in a block of their own). */
static void call_place(struct dec *d, int32_t place, const struct ptx_call *c)
{
	struct em_program *p = d->p;
	const struct ptx_func *f = &p->m->ptx->funcs[p->fn[place].func];
	if (p->needs_stack) {
		uint32_t first, n = dec_call_saves(d, &first);
		dec_help(d, EM_H_SAVE, 0, first, n, 0, (uint32_t)(d->place - p->fn), 0);
	}
	for (int32_t k = 0; k < c->nargs && k < f->nparams; k++)
		copy_words(d, f->params + k, d->f->operands[c->args + k].sym);
	*ARENA_PUSH(&p->arena, d->calls, d->ncalls, d->ccalls) = (struct dec_fix){ (uint32_t)p->ncode, 0, place };
	dec_help(d, EM_H_CALL, 0, 0, 0, 0, (uint32_t)place, 0);
	dec_block(d);
	for (int32_t k = 0; k < c->nrets && k < f->nrets; k++)
		copy_words(d, d->f->operands[c->rets + k].sym, f->rets + k);
}

static int call_pointer(struct dec *d, const struct ptx_call *c)
{
	struct em_program *p = d->p;
	uint32_t a = dec_source(d, &d->in->ops[0], 'l'), slot, n = 0;
	if (!a)
		return -1;
	for (size_t k = 1; k < p->nfn; k++)
		n += same_shape(d, &p->m->ptx->funcs[p->fn[k].func], c);
	slot = (uint32_t)p->ncode;
	dec_help(d, EM_H_CALLI, 0, a, 0, 0, n, 0);
	for (uint32_t k = 0; k < n; k++)
		dec_emit(d, NULL, 0, 0, 0, 0, 0, 0);
	uint32_t *bra = xcalloc(n + 1, sizeof *bra), entry = 0;
	for (size_t k = 1; k < p->nfn; k++) {
		if (!same_shape(d, &p->m->ptx->funcs[p->fn[k].func], c))
			continue;
		p->code[slot + 1 + entry].a = (uint32_t)k;
		p->code[slot + 1 + entry].x = (uint32_t)p->ncode - slot;
		call_place(d, (int32_t)k, c);
		bra[entry++] = (uint32_t)p->ncode;
		dec_help(d, EM_H_BRA, 0, 0, 0, 0, 0, 0);
	}
	dec_block(d);
	for (uint32_t k = 0; k < n; k++)
		p->code[bra[k]].x = d->block_slot - bra[k];
	free(bra);
	return 0;
}

int dec_call(struct dec *d, const struct em_row *r)
{
	const struct ptx_inst *in = d->in;
	struct em_program *p = d->p;
	const struct ptx_call *c = in->call >= 0 ? &d->f->calls[in->call] : NULL;
	(void)r;
	if (!c)
		return dec_fail(d, "The call's arguments are missing");
	for (int32_t k = 0; k < c->nargs + c->nrets; k++) {
		const struct ptx_operand *o = &d->f->operands[k < c->nargs ? c->args + k : c->rets + k - c->nargs];
		bool var_ok = o->kind == PTX_SYM && o->sym >= 0 && var(d, o->sym)->space == PTX_PARAM;
		/* A kernel's own parameters are constants, not rows. */
		if (!var_ok || (d->f->is_entry && o->sym >= d->f->params && o->sym < d->f->params + d->f->nparams))
			return dec_fail(
				d, "Arguments that are no .param variables are not implemented by the emulator");
	}
	if (in->ops[0].kind != PTX_FUNCREF)
		return call_pointer(d, c);
	const struct ptx_func *f = &p->m->ptx->funcs[in->ops[0].sym];
	int32_t place = p->place_of[in->ops[0].sym];
	for (size_t k = 0; place < 0 && k < p->nfn; k++)
		if (!strcmp(p->m->ptx->funcs[p->fn[k].func].name, f->name))
			place = (int32_t)k;
	if (place >= 0) {
		call_place(d, place, c);
		return 0;
	}
	int which = em_builtin_find(f->name);
	/* The toolkit's cudadevrt, which -rdc=true links, calls the second kind. */
	if (which < 0 && (!strncmp(f->name, "__cudaCDP", 9) || !strncmp(f->name, "__cuda_syscall_cnp", 18)))
		return dec_fail(
			d, "A kernel that launches kernels (dynamic parallelism) is not supported by the emulator");
	if (which < 0)
		return dec_fail(d, "This function is not defined in the module and not provided by the emulator");
	p->order_sensitive = p->deals = true;
	uint32_t arg[5] = { 0 };
	for (int32_t k = 0; k < c->nargs && k < 5; k++)
		arg[k] = (uint32_t)p->var_addr[d->f->operands[c->args + k].sym];
	dec_help(d, EM_H_BUILTIN, c->nrets ? (uint32_t)p->var_addr[d->f->operands[c->rets].sym] : p->scratch, arg[4], 0,
		0, (uint32_t)which, 0);
	dec_emit(d, NULL, arg[0], arg[1], arg[2], arg[3], 0, 0);
	return 0;
}

/* ---- barriers and warp-wide instructions */
int dec_bar(struct dec *d, const struct em_row *r)
{
	const struct ptx_inst *in = d->in;
	bool red = ptx_has(in, PTX_MOD_RED);
	unsigned first = red ? 1 : 0,
		 n = in->noperands - first - (red ? 1 : 0); /* numbers: barrier and perhaps count */
	uint32_t id = 0, count = 0, x = 0;
	d->p->pinst[d->pin].kind |= EM_K_BAR;
	d->p->orders = true;
	if (!in->noperands)
		x = r->x; /* barrier.cluster */
	else if (in->ops[first].kind == PTX_IMM)
		x = (uint32_t)in->ops[first].imm;
	else if (!(id = dec_source(d, &in->ops[first], 'w')))
		return -1;
	if (n > 1 && !(count = dec_source(d, &in->ops[first + 1], 'w')))
		return -1;
	if (!red) {
		if (id || count || x > 15 || ptx_has(in, PTX_MOD_ARRIVE))
			dec_emit(d, r->fn, 0, id, count, 0, x, 0);
		else
			dec_help(d, EM_H_BAR_ALL, 0, 0, 0, 0, x, 0);
		dec_block(d);
		return 0;
	}
	uint32_t p = dec_source(d, &in->ops[in->noperands - 1], 'p');
	if (!p)
		return -1;
	dec_help(d, EM_H_BARRED_ARRIVE, 0, id, count, p, x, 0);
	dec_block(d);
	dec_emit(d, r->fn, dec_dest(d, &in->ops[0], r->widths[0], false), id, 0, 0, x, 0);
	return 0;
}

/* Letters beyond exec.h's: P an optional predicate destination (row x), m the member mask, F a full mask that nobody
 * wrote. */
int dec_sync(struct dec *d, const struct em_row *r)
{
	const struct ptx_inst *in = d->in;
	size_t letters = strlen(r->widths);
	bool has_f = letters && r->widths[letters - 1] == 'F', waits = letters && r->widths[letters - 1] == 'm';
	bool pair = strchr(r->widths, 'P') && in->noperands == letters - has_f;
	uint32_t src[3] = { 0 }, dst = d->p->scratch, x = d->p->scratch, mask = 0;
	size_t wait = d->p->ncode;
	unsigned n = 0, op = 0;
	char shown = 0;
	if (waits) {
		d->p->orders = true;
		mask = dec_source(d, &in->ops[in->noperands - 1], 'w');
		if (!mask)
			return -1;
		dec_help(d, EM_H_WSYNC, 0, mask, 0, 0, in->op == PTX_OP_BAR || in->op == PTX_OP_BARRIER,
			0); /* x: it orders memory */
		dec_block(d);
		if (d->p->pinst[d->pin].guard < 0)
			d->p->pinst[d->pin].block = d->block; /* counted when it runs, not when it waits */
	}
	for (const char *w = r->widths; *w; w++) {
		if (*w == 'P') {
			if (pair)
				x = dec_dest(d, &in->ops[op++], 'p', false);
		} else if (*w == 'm') {
			if (n < 3)
				src[n++] = mask;
		} else if (*w == 'F') {
			src[n++] = dec_const(d, 32, EM_FULL);
		} else if (op >= in->noperands) {
			return dec_fail(d, "An operand is missing");
		} else if (w == r->widths) {
			dst = dec_dest(d, &in->ops[op++], *w, false);
		} else if (!(src[n++] = dec_source(d, &in->ops[op++], *w))) {
			return -1;
		} else if (!shown) {
			shown = *w;
		}
	}
	if (waits) {
		d->p->code[wait].met = (uint32_t)(d->p->ncode - wait);
		d->p->code[wait].shown = (uint32_t)shown;
	}
	dec_emit(d, r->fn, dst, src[0], src[1], src[2], x, 0);
	return 0;
}
