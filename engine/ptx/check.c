/* Is each instruction one that PTX has? Modifiers, types and operands against the forms of ops.def, calls against the
 * functions' headers, indices against their ranges. What passes, the emulator decodes without looking again.
 *
 * An instruction is tried against each form of its opcode; when none fits, the error tells what the nearest one missed.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "ptx/fits.h"

static int fail(struct checker *c, const char *why)
{
	struct buf text, place;
	const struct ptx_module *m = c->m;

	buf_init(&text);
	buf_init(&place);
	ptx_print_inst(m, c->f, c->in, &text);
	if (c->in->loc >= 0) {
		const struct ptx_loc *l = &m->locs[c->in->loc];

		while (l->inlined_at >= 0)
			l = &m->locs[l->inlined_at];
		const char *path = m->files[l->file].path, *slash = strrchr(path, '/');

		buf_printf(&place, " (CUDA source %s:%d)", slash ? slash + 1 : path, (int)l->line);
	}
	err_at(c->e, ERR_INPUT, "PTX", c->in->line, 0, "%s in '%s'%s", why, text.data, place.data);
	buf_release(&text);
	buf_release(&place);
	return -1;
}

/* The instruction is none that PTX (as we know it) has: an error, or a reason to refuse it alone. */
static int misfit(struct checker *c, const char *why)
{
	if (!c->mend)
		return fail(c, why);
	c->why = xstrdup(why);
	return -1;
}

static void explain_mods(const struct op_forms *forms, const struct ptx_inst *in, struct buf *why)
{
	/* A modifier that no form takes is the best thing to name. */
	for (int i = 0; i < in->nmods; i++) {
		unsigned m = in->mods[i];
		bool known = false;

		for (size_t k = 0; k < forms->n && !known; k++)
			known = forms->v[k].all.bits[m / 64] >> m % 64 & 1;
		if (!known) {
			buf_printf(why, "'%s' does not take the modifier '.%s'", ptx_op_name(in->op), ptx_mod_name(m));
			return;
		}
	}
	buf_printf(why, "'%s' does not take these modifiers together, or wants another", ptx_op_name(in->op));
}

static int explain(struct checker *c, const struct op_forms *forms, int best)
{
	struct buf why;
	const struct ptx_inst *in = c->in;

	buf_init(&why);
	if (best == FIT_NOTHING || best == FIT_TYPES)
		explain_mods(forms, in, &why);
	else if (best == FIT_MODS)
		buf_printf(&why, "'%s' is not there for this type or vector width", ptx_op_name(in->op));
	else if (best == FIT_SPACE && in->space == PTX_GENERIC)
		buf_printf(&why, "'%s' wants a state space", ptx_op_name(in->op));
	else if (best == FIT_SPACE)
		buf_printf(&why, "'%s' is not there for .%s", ptx_op_name(in->op), ptx_space_name(in->space));
	else if (best == FIT_COUNT)
		buf_printf(&why, "'%s' has a wrong number of operands", ptx_op_name(in->op));
	else
		buf_printf(&why, "operand %d of '%s' is of a wrong kind or type", best - FIT_OPERANDS + 1,
			ptx_op_name(in->op));
	misfit(c, why.data);
	buf_release(&why);
	return -1;
}

static bool operand_in_range(const struct checker *c, const struct ptx_operand *o, bool in_vector)
{
	const struct ptx_func *f = c->f;
	int32_t self = (int32_t)(f - c->m->funcs);

	if (o->kind == PTX_REG || (o->kind == PTX_ADDR && o->reg >= 0))
		return o->reg >= 0 && (size_t)o->reg < f->nregs;
	if (o->kind == PTX_SYM || (o->kind == PTX_ADDR && o->sym >= 0))
		return o->sym >= 0 && (size_t)o->sym < c->m->nvars &&
			(c->m->vars[o->sym].func < 0 || c->m->vars[o->sym].func == self);
	if (o->kind == PTX_FUNCREF)
		return o->sym >= 0 && (size_t)o->sym < c->m->nfuncs;
	if (o->kind == PTX_LABEL)
		return o->vec >= 0 && (size_t)o->vec <= f->ninsts && !in_vector;
	if (o->kind != PTX_VEC)
		return true;
	if (in_vector || o->vec < 0 || (size_t)o->vec + o->nvec > f->noperands)
		return false;
	for (int i = 0; i < o->nvec; i++)
		if (!operand_in_range(c, &f->operands[o->vec + i], true)) /* one level */
			return false;
	return true;
}

/* One side of a call against the header's parameters. */
static int check_list(struct checker *c, int32_t first, int32_t n, int32_t params, int32_t nparams, bool is_ret)
{
	bool any_size = nparams > 0 && c->m->vars[params + nparams - 1].size == 0; /* .param .b8 rest[] */

	if (n != nparams && !(any_size && n >= nparams - 1))
		return fail(c, is_ret ? "a wrong number of results" : "a wrong number of arguments");
	for (int32_t i = 0; i < n; i++) {
		const struct ptx_operand *o = &c->f->operands[first + i];
		uint64_t size = i < nparams ? c->m->vars[params + i].size : 0;
		bool good = false;

		if (o->kind == PTX_SYM)
			good = c->m->vars[o->sym].space == PTX_PARAM && o->imm == 0 &&
				(size == 0 || c->m->vars[o->sym].size == size);
		else if (o->kind == PTX_REG)
			good = size == 0 || ptx_type_bits(c->f->regs[o->reg].type) / 8 == size;
		else if (o->kind == PTX_IMM || o->kind == PTX_FIMM)
			good = !is_ret && size <= 8;
		else if (o->kind == PTX_SINK)
			good = is_ret;
		if (!good)
			return fail(c,
				is_ret ? "a result does not match the function's header" :
					 "an argument does not match the function's header");
	}
	return 0;
}

static int check_call(struct checker *c)
{
	const struct ptx_func *f = c->f;
	const struct ptx_operand *target = &c->in->ops[0];

	if (c->in->call < 0 || (size_t)c->in->call >= f->ncalls)
		return fail(c, "the call's record is missing");
	const struct ptx_call *call = &f->calls[c->in->call];
	struct ptx_proto head;

	for (int32_t i = 0; i < call->nargs + call->nrets; i++)
		if (!operand_in_range(
			    c, &f->operands[i < call->nargs ? call->args + i : call->rets + i - call->nargs], true))
			return fail(c, "an argument is out of range");
	if (target->kind == PTX_FUNCREF) {
		const struct ptx_func *callee = &c->m->funcs[target->sym];

		if (callee->is_entry)
			return fail(c, "a kernel can't be called");
		head = (struct ptx_proto){ callee->params, callee->nparams, callee->rets, callee->nrets };
	} else if (call->proto >= 0 && (size_t)call->proto < f->nprotos) {
		head = f->protos[call->proto];
	} else {
		return fail(c, "a call through a register wants a prototype");
	}
	if (check_list(c, call->rets, call->nrets, head.rets, head.nrets, true) < 0)
		return -1;
	return check_list(c, call->args, call->nargs, head.params, head.nparams, false);
}

/* cp.async copies 4, 8 or 16 bytes; past L1 (.cg) 16 only. */
static int check_copy(struct checker *c)
{
	const struct ptx_inst *in = c->in;
	int64_t size = in->noperands > 2 ? in->ops[2].imm : 0;

	if (ptx_has(in, PTX_MOD_BULK) || in->noperands < 3)
		return 0;
	if (size != 16 && (ptx_has(in, PTX_MOD_CG) || (size != 4 && size != 8)))
		return misfit(c, "cp.async copies 4, 8 or 16 bytes, with .cg 16");
	return 0;
}

/* vmad negates the product or what is added, not both. */
static int check_vmad(struct checker *c)
{
	const struct ptx_operand *o = c->in->ops;

	if (ptx_select_neg(&o[1]) != ptx_select_neg(&o[2]) && ptx_select_neg(&o[3]))
		return misfit(c, "vmad negates its product or its third operand, not both");
	return 0;
}

static int check_inst(struct checker *c)
{
	const struct ptx_inst *in = c->in;
	const struct op_forms *forms = forms_of(&c->forms, in->op, c->e);
	int best = FIT_NOTHING;

	if (!forms)
		return -1;
	if (in->guard >= 0 && ((size_t)in->guard >= c->f->nregs || c->f->regs[in->guard].type != PTX_PRED))
		return fail(c, "the guard is no predicate");
	for (int i = 0; i < in->noperands; i++)
		if (!operand_in_range(c, &in->ops[i], false))
			return fail(c, "an operand is out of range");
	for (size_t i = 0; i < forms->n; i++) {
		int fit = ptx_form_fit(c, &forms->v[i]);

		best = fit > best ? fit : best;
		if (fit == FIT_ALL) {
			c->found->nwritten = forms->v[i].nwritten;
			break;
		}
	}
	if (best != FIT_ALL)
		return explain(c, forms, best);
	if (in->op == PTX_OP_CALL)
		return check_call(c);
	if (in->op == PTX_OP_REFUSED && (in->call < 0 || (size_t)in->call >= c->f->nrefused))
		return fail(c, "the refused instruction's text is missing");
	if (in->op == PTX_OP_CP)
		return check_copy(c);
	if (in->op == PTX_OP_VMAD)
		return check_vmad(c);
	if ((in->op == PTX_OP_DISCARD || in->op == PTX_OP_APPLYPRIORITY) && in->ops[1].imm != 128)
		return misfit(c, "the size is 128 bytes");
	if (in->op == PTX_OP_BRX && (in->call < 0 || (size_t)in->call >= c->f->ntables))
		return fail(c, "the list of branch targets is missing");
	return 0;
}

static int check_func(struct checker *c)
{
	const struct ptx_func *f = c->f;

	for (size_t i = 0; i < f->ntargets; i++)
		if (f->targets[i] < 0 || (size_t)f->targets[i] > f->ninsts)
			return err_set(c->e, ERR_INPUT, "A branch target of '%s' is out of range.", f->name);
	for (size_t i = 0; i < f->ntables; i++)
		if (f->tables[i].first < 0 || f->tables[i].n < 1 ||
			(size_t)(f->tables[i].first + f->tables[i].n) > f->ntargets)
			return err_set(c->e, ERR_INPUT, "A list of branch targets of '%s' is out of range.", f->name);
	for (size_t i = 0; i < f->ninsts; i++) {
		c->in = c->found = &f->insts[i];
		if (check_inst(c) == 0)
			continue;
		if (!c->why)
			return -1;
		struct ptx_func *mine = &c->mend->funcs[f - c->m->funcs];

		ptx_refuse_inst(c->mend, mine, &mine->insts[i], c->why);
		free(c->why);
		c->why = NULL;
	}
	return 0;
}

static int check_module(struct ptx_module *m, struct ptx_module *mend, struct err *e)
{
	struct checker c = { .m = m, .e = e, .mend = mend };
	int rc = 0;

	forms_init(&c.forms);
	for (size_t i = 0; i < m->nfuncs && rc == 0; i++) {
		c.f = &m->funcs[i];
		rc = check_func(&c);
	}
	forms_release(&c.forms);
	m->checked = rc == 0;
	return rc;
}

int ptx_check(struct ptx_module *m, struct err *e)
{
	return check_module(m, NULL, e);
}

int ptx_check_lenient(struct ptx_module *m, struct err *e)
{
	return check_module(m, m, e);
}
