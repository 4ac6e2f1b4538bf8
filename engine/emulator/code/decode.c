/* decode: PTX functions to code, once for each kernel that is launched. This file walks the instructions: basic blocks
 * (in the order that flow/layout.c finds), guards, operands; bind*.c know what each kind of instruction becomes.
 * Executors come from the table (table.c); what has no row is an error that names the instruction and its line, and
 * only for kernels that contain it.
 *
 * Counting follows from the layout: each basic block begins with a slot that counts (exec_flow.c), and each PTX
 * instruction belongs to the block that its execution implies. */
#include <stdio.h>

#include "emulator/code/decode.h"
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/code/kernel.h"
#include "emulator/core/place.h"
#include "emulator/cost/clock.h"
#include "emulator/cost/links.h"
#include "emulator/cost/slow_ways.h"
#include "emulator/flow/registers.h"

static const dec_bind binds[] = { [EM_BIND_ALU] = dec_alu,
	[EM_BIND_MOV] = dec_mov,
	[EM_BIND_SETP] = dec_setp,
	[EM_BIND_SET] = dec_set,
	[EM_BIND_SETPAIR] = dec_setpair,
	[EM_BIND_SLCT] = dec_slct,
	[EM_BIND_CVTA] = dec_cvta,
	[EM_BIND_LD] = dec_ld,
	[EM_BIND_ST] = dec_st,
	[EM_BIND_ATOM] = dec_atom,
	[EM_BIND_RED] = dec_red,
	[EM_BIND_ATOMV] = dec_atomv,
	[EM_BIND_BRA] = dec_bra,
	[EM_BIND_BRX] = dec_brx,
	[EM_BIND_CALL] = dec_call,
	[EM_BIND_EXIT] = dec_exit,
	[EM_BIND_RET] = dec_ret,
	[EM_BIND_BAR] = dec_bar,
	[EM_BIND_SYNC] = dec_sync,
	[EM_BIND_NOP] = dec_nop,
	[EM_BIND_CPASYNC] = dec_cpasync,
	[EM_BIND_CPGROUP] = dec_cpgroup,
	[EM_BIND_MBAR] = dec_mbar,
	[EM_BIND_MIN3] = dec_min3,
	[EM_BIND_LOP3P] = dec_lop3p,
	[EM_BIND_VIDEO] = dec_video,
	[EM_BIND_PACKED] = dec_packed };

void dec_granule(struct dec *d, enum ptx_space space, unsigned bytes)
{
	struct em_program *p = d->p;
	uint8_t lg = bytes >= 4 ? 2 : bytes == 2 ? 1 : 0;
	if ((space == PTX_SHARED || space == PTX_GENERIC) && lg < p->granule_shared)
		p->granule_shared = lg;
	if ((space == PTX_GLOBAL || space == PTX_GENERIC) && lg < p->granule_global)
		p->granule_global = lg;
}

int dec_fail(struct dec *d, const char *what)
{
	const struct em_module *m = d->p->m;
	struct buf text;
	const char *file;
	int line;
	buf_init(&text);
	ptx_print_inst(m->ptx, d->f, d->in, &text);
	while (text.len && (text.data[text.len - 1] == '\n' || text.data[text.len - 1] == ';'))
		text.data[--text.len] = '\0';
	em_source_of(m, d->f, (int32_t)(d->in - d->f->insts), &file, &line);
	err_at(d->e, ERR_UNSUPPORTED, file, line, 0, "%s: %s (line %d of the PTX, kernel %s)", what, text.data,
		d->in->line, d->p->kernel->name);
	buf_release(&text);
	return -1;
}

struct em_inst *dec_emit(
	struct dec *d, em_fn fn, uint32_t dst, uint32_t a, uint32_t b, uint32_t c, uint32_t x, uint32_t id)
{
	struct em_program *p = d->p;
	struct em_inst *i = ARENA_PUSH(&p->arena, p->code, p->ncode, p->ccode);
	*i = (struct em_inst){ .fn = em_table_quick(d->t, fn), .d = dst, .a = a, .b = b, .c = c, .x = x, .id = id };
	*ARENA_PUSH(&p->arena, p->origin, p->norigin, p->corigin) = d->pin;
	*ARENA_PUSH(&p->arena, p->own, p->nown, p->cown) = fn;
	*ARENA_PUSH(&p->arena, p->kind, p->nkind, p->ckind) = em_table_kind(d->t, fn);
	return i;
}

struct em_inst *dec_help(
	struct dec *d, enum em_helper h, uint32_t dst, uint32_t a, uint32_t b, uint32_t c, uint32_t x, uint32_t id)
{
	struct em_inst *i = dec_emit(d, d->t->helper[h], dst, a, b, c, x, id);
	i->fn = d->t->quick[h];
	return i;
}

void dec_block(struct dec *d)
{
	d->nshapes = d->next_shape = 0;
	d->block = d->p->nbasic_blocks++;
	d->block_slot = (uint32_t)d->p->ncode;
	dec_help(d, EM_H_BB, 0, 0, 0, 0, 0, EM_BLOCK_ID(d->block));
	if (d->p->clocked || d->p->linked)
		dec_help(d, EM_H_TICK, 0, 0, 0, 0, 0, d->block);
	*ARENA_PUSH(&d->p->arena, d->p->block_slot, d->p->nblock_slots, d->p->cblock_slots) = d->block_slot;
}

uint32_t dec_guard_counts(struct dec *d)
{
	return d->p->nguards++;
}
uint32_t dec_memory_counts(struct dec *d)
{
	uint32_t access = d->p->naccesses++;
	d->p->pinst[d->pin].access = (int32_t)access;
	return access;
}

/* The basic blocks of an instruction's slow ways; its executor counts them, and finds their number in its slot, which
 * is one of those from `slot` on. */
static void slow_ways(struct dec *d, const struct em_row *r, size_t slot)
{
	struct em_program *p = d->p;
	uint32_t first = p->nbasic_blocks;
	if (!em_slow_may(d->in))
		return;
	for (; slot < p->ncode; slot++)
		if (p->own[slot] == r->fn)
			break;
	if (slot == p->ncode)
		return;
	p->code[slot].id = EM_BLOCK_ID(first);
	p->pinst[d->pin].slow = first;
	for (int way = 0; way < EM_SLOW_WAYS; way++) {
		p->nbasic_blocks++;
		*ARENA_PUSH(&p->arena, p->block_slot, p->nblock_slots, p->cblock_slots) = d->block_slot;
	}
}

/* ---- the walk */
/* Comparisons are found without their boolean operation, and set as setp. */
static const struct em_row *row_of(struct dec *d, struct em_row *made)
{
	const struct ptx_inst *in = d->in;
	bool compares = in->op == PTX_OP_SETP || in->op == PTX_OP_SET;
	bool pairs = in->op == PTX_OP_SET && (in->types[1] == PTX_F16X2 || in->types[1] == PTX_BF16X2);
	struct ptx_inst plain = *in;
	const struct em_row *r;
	plain.nmods = 0;
	for (unsigned k = 0; k < in->nmods; k++)
		if (!compares ||
			(in->mods[k] != PTX_MOD_AND && in->mods[k] != PTX_MOD_OR && in->mods[k] != PTX_MOD_XOR))
			plain.mods[plain.nmods++] = in->mods[k];
	if (compares && !pairs) {
		plain.op = PTX_OP_SETP;
		if (in->op == PTX_OP_SET) {
			plain.types[0] = in->types[1];
			plain.ntypes = 1;
		}
		if (plain.types[0] == PTX_F16X2 || plain.types[0] == PTX_BF16X2)
			plain.types[0] = plain.types[0] == PTX_F16X2 ? PTX_F16 : PTX_BF16;
	}
	r = em_table_find(d->t, &plain);
	if (!r || in->op == PTX_OP_SETP)
		return r;
	*made = *r;
	if (pairs && in->noperands == 4)
		made->bind = EM_BIND_SETPAIR;
	else if (compares && !pairs)
		made->bind = EM_BIND_SET;
	else if ((in->op == PTX_OP_MIN || in->op == PTX_OP_MAX) && in->noperands == 4)
		made->bind = EM_BIND_MIN3;
	else
		return r;
	return made;
}

/* Instructions that may stop the warp cannot run under a guard: a branch goes around them. */
static bool stops(unsigned bind)
{
	return bind == EM_BIND_BRX || bind == EM_BIND_CALL || bind == EM_BIND_EXIT || bind == EM_BIND_RET ||
		bind == EM_BIND_BAR || bind == EM_BIND_SYNC;
}

/* Orders that make others' writes visible: where they occur, lanes and blocks may be waiting for each other. */
static bool is_strong(const struct ptx_inst *in)
{
	switch (in->op) {
	case PTX_OP_ATOM:
	case PTX_OP_RED: return true;
	case PTX_OP_MBARRIER: return ptx_has(in, PTX_MOD_TEST_WAIT) || ptx_has(in, PTX_MOD_TRY_WAIT);
	case PTX_OP_LD:
	case PTX_OP_ST: return ptx_is_strong(in);
	default: return false;
	}
}

static bool orders_blocks(const struct ptx_inst *in)
{
	if (in->op == PTX_OP_MEMBAR)
		return !ptx_has(in, PTX_MOD_CTA) && !ptx_has(in, PTX_MOD_PROXY);
	if (in->op == PTX_OP_FENCE)
		return ptx_has(in, PTX_MOD_GPU) || ptx_has(in, PTX_MOD_SYS);
	return (in->op == PTX_OP_LD || in->op == PTX_OP_ST) && is_strong(in) &&
		(in->space == PTX_GLOBAL || in->space == PTX_GENERIC) && !ptx_has(in, PTX_MOD_CTA);
}

/* Blocks may deal out the work where one looks at what others tell, and goes another way for it. Who looks at a word
 * before he compares and swaps, and tells nothing else, as keys are put into a table, does not; nor who only asks
 * whether an atomic is worth it. */
static bool looks_past(const struct em_program *p)
{
	bool looks = false, decides = false, tells = false, swaps = false;

	for (size_t n = 0; n < p->nfn; n++) {
		const struct ptx_func *f = &p->m->ptx->funcs[p->fn[n].func];

		for (size_t k = 0; k < f->ninsts; k++) {
			const struct ptx_inst *in = &f->insts[k];
			const bool atomic = in->op == PTX_OP_ATOM || in->op == PTX_OP_RED;

			looks |= in->op == PTX_OP_LD && orders_blocks(in);
			decides |= in->op == PTX_OP_LD && orders_blocks(in) && em_deals(f, in);
			tells |= (in->op == PTX_OP_ST || (atomic && !ptx_has(in, PTX_MOD_CAS))) &&
				(in->space == PTX_GLOBAL || in->space == PTX_GENERIC);
			swaps |= atomic && ptx_has(in, PTX_MOD_CAS) && in->space != PTX_SHARED;
		}
	}
	return looks && (swaps ? tells : decides);
}

static int one_inst(struct dec *d)
{
	const struct ptx_inst *in = d->in;
	struct em_program *p = d->p;
	size_t at = (size_t)(in - d->f->insts);
	struct em_row made;
	if (in->op == PTX_OP_REFUSED) {
		char what[256];
		snprintf(what, sizeof what, "The emulator does not run this instruction (%.200s)",
			d->f->refused[in->call].why);
		return dec_fail(d, what);
	}
	const struct em_row *r = row_of(d, &made);
	if (!r)
		return dec_fail(d, "This instruction is not implemented by the emulator");
	p->order_sensitive |= orders_blocks(in);
	p->deals |= in->op != PTX_OP_LD && orders_blocks(in);
	d->pin = (int32_t)p->npinst;
	*ARENA_PUSH(&p->arena, p->pinst, p->npinst, p->cpinst) = (struct em_pinst){ .func = d->place->func,
		.inst = (int32_t)at,
		.block = d->block,
		.guard = -1,
		.access = -1,
		.kind = d->loses ? d->loses[at] : 0 };
	if (is_strong(in))
		dec_help(d, EM_H_SPIN, !dec_may_wait(d), 0, 0, 0, 0, 0);
	if (p->linked && dec_link_before(d) < 0)
		return -1;
	size_t patch = 0;
	bool around = false, guarded = in->guard >= 0 && in->op != PTX_OP_BRA;
	if (guarded) {
		uint32_t guard = dec_guard_counts(d), row = d->place->reg[in->guard];
		around = stops(r->bind);
		p->pinst[d->pin].guard = (int32_t)guard;
		patch = p->ncode;
		dec_help(d, around ? EM_H_CSKIP : EM_H_GUARD, 0, row, 0, in->guard_neg ? EM_FULL : 0, 0,
			EM_GUARD_ID(guard));
		if (around)
			dec_block(d);
	}
	size_t slot = p->ncode;
	/* Of a product that is laid out after its sum nothing has come to it yet, wherever the text has it. */
	bool contracted = d->contract[at].operand && d->contract[d->contract[at].mul].factor[0];
	if ((contracted                                                    ? dec_sum(d, &d->contract[at]) :
			    in->op == PTX_OP_MUL && r->bind == EM_BIND_ALU ? dec_product(d, r) :
									     binds[r->bind](d, r)) < 0)
		return -1;
	dec_finish(d);
	slow_ways(d, r, slot);
	dec_constant(d, slot);
	dec_joined(d, slot);
	if (around) {
		p->code[patch].x = (uint32_t)(p->ncode - patch);
		dec_block(d);
	} else if (guarded) {
		dec_help(d, EM_H_UNGUARD, 0, 0, 0, 0, 0, 0);
		p->code[patch].x = (uint32_t)(p->ncode - patch - 1);
	}
	p->code[p->block_slot[p->pinst[d->pin].block]].a++;
	d->pin = -1;
	return p->linked ? dec_link(d) : 0;
}

void dec_add_kind(struct dec *d, size_t k, uint32_t kind)
{
	if (!d->loses)
		d->loses = xcalloc(d->f->ninsts + 1, sizeof *d->loses);
	d->loses[k] |= kind;
}

/* The block's instructions. next: the block that is laid out after it. */
static int one_block(struct dec *d, const struct em_flow *w, uint32_t b, uint32_t next, const uint8_t *leader)
{
	uint32_t from = w->first[b], to = w->first[b + 1];
	bool falls = false;

	for (uint32_t e = w->edge[b]; e < w->edge[b + 1]; e++)
		falls |= w->to[e] == b + 1;
	if (leader[from]) {
		dec_turns(d, b);
		dec_block(d);
		d->head[from] = d->block_slot;
	}
	dec_meet(d, b);
	d->begins[b] = d->block_slot;
	if (d->waits[b]) {
		dec_help(d, EM_H_YIELD, 0, 0, 0, 0, 0, 0);
		d->p->waits = true;
	}
	for (uint32_t k = from; k < to; k++) {
		uint32_t slot;

		if (k + 1 == to)
			dec_opens(d, b);
		slot = (uint32_t)d->p->ncode;
		d->in = &d->f->insts[k];
		if (one_inst(d) < 0)
			return -1;
		if (k + 1 == to)
			dec_parts(d, b, slot);
	}
	/* What it falls into stands elsewhere: a jump that is no instruction. */
	if (falls && (next != b + 1 || dec_ends_ways(d, b))) {
		*ARENA_PUSH(&d->p->arena, d->fix, d->nfix, d->cfix) =
			(struct dec_fix){ (uint32_t)d->p->ncode, (uint32_t)d->p->ncode, (int32_t)to };
		dec_help(d, EM_H_BRA, 0, 0, 0, 0, 0, 0);
	}
	dec_way_back(d, b);
	return 0;
}

/* Puts down where lanes that come to one slot do not go on together (flow/reconvergence.c). */
static void keep_apart(struct dec *d, const struct em_flow *w)
{
	struct em_program *p = d->p;
	uint32_t *apart = dec_apart(d);

	for (uint32_t b = 0; b < w->n; b++)
		if (apart[b])
			*ARENA_PUSH(&p->arena, p->apart, p->napart, p->capart) =
				(struct em_apart){ d->begins[b], apart[b] };
	free(apart);
}

static int one_function(struct dec *d, size_t n)
{
	struct em_program *p = d->p;
	d->place = &p->fn[n];
	d->f = &p->m->ptx->funcs[d->place->func];
	d->cc = 0;
	d->nfix = 0;
	d->pin = -1;
	const struct ptx_func *f = d->f;
	uint8_t *leader = xcalloc(f->ninsts + 1, 1);
	int rc = 0;
	d->head = xcalloc(f->ninsts + 1, sizeof *d->head);
	em_flow_leaders(f, leader);
	struct em_flow w;
	em_flow_init(&w, f, leader);
	d->contract = dec_contracted(f, &w);
	em_flow_order(&w);
	d->begins = xcalloc((size_t)w.n + 1, sizeof *d->begins);
	d->flow = &w;
	d->once = dec_once(f, &w);
	d->reads = dec_reads(f);
	d->waits = em_flow_waiting(&w, f);
	dec_meets(d);
	dec_ways_back(d);
	dec_find_losses(d);
	dec_find_swaps(d);
	dec_find_again(d);
	dec_find_bids(d);
	dec_find_locks(d);
	for (uint32_t k = 0; k < w.n; k++) /* a block that is torn from those around it is jumped to */
		if (w.order[k] != k)
			leader[w.first[w.order[k]]] = leader[w.first[w.order[k] + 1]] = 1;
	for (size_t k = 0; k < d->nways; k++) /* likewise what a loop falls into, over its way back */
		leader[w.first[d->ways[k].last + 1]] = 1;
	d->place->entry = (uint32_t)p->ncode;
	dec_block(d);
	if (d->place->recursive)
		dec_help(d, EM_H_ENTER, 0, p->fp_row, p->sp_row, 0, (d->place->local_bytes + 15) & ~15u, 0);
	for (int32_t v = f->params; v < f->params + f->nparams; v++)
		if (p->home[v])
			dec_help(d, EM_H_PARAM_HOME, p->home[v] - 1 + (d->place->recursive ? 0 : d->place->local_base),
				(uint32_t)p->var_addr[v], d->place->recursive ? p->fp_row : 0, 0,
				(uint32_t)p->m->ptx->vars[v].size, 0);
	for (uint32_t k = 0; k < w.n && rc == 0; k++)
		rc = one_block(d, &w, w.order[k], k + 1 < w.n ? w.order[k + 1] : w.n, leader);
	if (rc == 0) { /* falling off the end, or a label there */
		dec_block(d);
		d->head[f->ninsts] = d->block_slot;
		dec_help(d, f->is_entry ? EM_H_EXIT : EM_H_RET, 0, 0, 0, 0, 0, 0);
		for (size_t k = 0; k < d->nfix; k++)
			p->code[d->fix[k].slot].x = dec_by_way(d, &d->fix[k]) - d->fix[k].base;
		keep_apart(d, &w);
	}
	dec_chains_end(d);
	if (p->nfn == 1 && dec_may_sweep(d))
		d->agreed = em_agreed_in_step(f, &w);
	em_flow_release(&w);
	free(d->begins);
	free(d->waits);
	free(d->meets.opens);
	free(leader);
	free(d->contract);
	free(d->once);
	free(d->reads);
	free(d->set);
	d->set = NULL;
	free(d->loses);
	d->loses = NULL;
	free(d->head);
	dec_polls_end(d);
	dec_liveness_end(d);
	return rc;
}

static void note_accesses(struct em_program *p)
{
	p->accesses = arena_alloc(&p->arena, (p->naccesses + 1) * sizeof *p->accesses);
	for (uint32_t k = 0; k < p->naccesses; k++)
		p->accesses[k] = -1;
	for (size_t k = p->npinst; k-- > 0;)
		if (p->pinst[k].access >= 0)
			p->accesses[p->pinst[k].access] = (int32_t)k;
}

int em_program_decode(struct em_program *p, struct err *e)
{
	struct dec d = { .p = p, .t = p->m->d->table, .e = e, .pin = -1 };
	int rc = 0;
	if (p->decoded)
		return 0;
	const uint32_t *size = p->kernel->cluster;
	if (size[0] > 1 || size[1] > 1 || size[2] > 1)
		return err_set(e, ERR_UNSUPPORTED,
			"Clusters of several blocks (%u x %u x %u here) are not emulated: kernel %s", size[0], size[1],
			size[2], p->kernel->name);
	p->granule_shared = p->granule_global = 2;
	p->clocked = em_clock_reads(p);
	p->linked = em_links_wanted(p, &p->linked_shared);
	/* Offset 0 of the code is nobody's: row 0 and slot 0 can mean "none". */
	dec_help(&d, EM_H_NOP, 0, 0, 0, 0, 0, 0);
	for (size_t n = 0; n < p->nfn && rc == 0; n++)
		rc = one_function(&d, n);
	p->deals |= looks_past(p);
	if (rc == 0)
		dec_sweeps(&d);
	free(d.agreed);
	for (size_t k = 0; k < d.ncalls && rc == 0; k++)
		p->code[d.calls[k].slot].a = p->fn[d.calls[k].target].entry;
	if (rc < 0) {
		/* The next launch says the same again. */
		p->ncode = p->norigin = p->nown = p->nkind = p->npinst = p->nconsts = p->nsregs = p->nprows = 0;
		p->nbasic_blocks = p->nguards = p->naccesses = p->copies_at = 0;
		p->nblock_slots = p->napart = p->ncall_saves = p->nlooks = p->nchains = p->ncounted = 0;
		return -1;
	}
	note_accesses(p);
	p->looks_for = em_looks_find(p);
	p->decoded = true;
	return 0;
}
