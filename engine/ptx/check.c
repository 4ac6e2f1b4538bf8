/* Is each instruction one that PTX has? Modifiers, types and operands against the forms of ops.def, calls against the
 * functions' headers, indices against their ranges. What passes, the emulator decodes without looking again.
 *
 * An instruction is tried against each form of its opcode; when none fits, the error tells what the nearest one missed.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "ptx/forms.h"

struct checker {
	const struct ptx_module *m;
	const struct ptx_func *f;
	const struct ptx_inst *in;
	struct ptx_inst *found; /* the same, to put down what was found out */
	struct forms forms;
	struct err *e;
	struct ptx_module *mend; /* ptx_load: what fits no form is refused there; NULL: is an error */
	char *why;               /* ... the reason, where it may */
};

/* How far a form fits; the further, the better its complaint. FIT_MODS: the types do not; FIT_TYPES: the modifiers do
 * not. */
enum fit { FIT_NOTHING, FIT_MODS, FIT_TYPES, FIT_SPACE, FIT_COUNT, FIT_OPERANDS, FIT_ALL = 100 };

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

static bool is_int(enum ptx_type t)
{
	enum ptx_class cls = ptx_type_class(t);

	return cls == PTX_CLS_SIGNED || cls == PTX_CLS_UNSIGNED || cls == PTX_CLS_BITS;
}

/* May a register of type `have` stand where the instruction wants `want`? (ISA 9.0, 9.2 and 9.4.1) */
static bool fits(enum ptx_type have, enum ptx_type want, bool wider)
{
	unsigned h = ptx_type_bits(have), w = ptx_type_bits(want);
	enum ptx_class hc = ptx_type_class(have), wc = ptx_type_class(want);

	if (have == PTX_PRED || want == PTX_PRED)
		return have == want;
	if (h != w && !(wider && h > w && (hc != PTX_CLS_FLOAT || wc == PTX_CLS_BITS)))
		return false;
	if (hc == PTX_CLS_BITS || wc == PTX_CLS_BITS)
		return true;
	return (hc == PTX_CLS_FLOAT) == (wc == PTX_CLS_FLOAT);
}

static enum ptx_type twice(enum ptx_type t)
{
	switch (t) {
	case PTX_U16: return PTX_U32;
	case PTX_S16: return PTX_S32;
	case PTX_U32: return PTX_U64;
	default: return PTX_S64;
	}
}

/* The type that an operand must have, or FT_ADDR, FT_ANY. */
static int wanted(const struct ptx_inst *in, const struct form_operand *o)
{
	if (o->type >= FT_SLOT && o->type < FT_SLOT + PTX_MAX_TYPES)
		return in->types[o->type - FT_SLOT];
	return o->type == FT_WIDE ? (int)twice(in->types[0]) : o->type;
}

static bool reg_fits(const struct checker *c, const struct ptx_operand *o, int want, bool wider)
{
	enum ptx_type have = c->f->regs[o->reg].type;

	if (want == FT_ADDR)
		return is_int(have) && ptx_type_bits(have) >= 32 && ptx_type_bits(have) <= 64;
	return want == FT_ANY || fits(have, want, wider);
}

/* A float constant: 0f in 32 bits, 0d in 64; a .f32 or .f64 instruction converts. */
static bool float_fits(const struct ptx_operand *o, int want)
{
	if (want == PTX_F32 || want == PTX_F64)
		return true;
	return ptx_type_class(want) == PTX_CLS_BITS && ptx_type_bits(want) == (o->f32 ? 32 : 64);
}

static bool source_fits(const struct checker *c, const struct ptx_operand *o, int want, bool wider)
{
	switch (o->kind) {
	case PTX_REG: return reg_fits(c, o, want, wider);
	case PTX_IMM:
		return want == FT_ADDR || want == PTX_PRED || (is_int(want) && want != PTX_U16X2 && want != PTX_S16X2);
	case PTX_FIMM: return want != FT_ADDR && float_fits(o, want);
	}
	return false;
}

/* A special register is read in its own width, or %gridid and the low bits of a 32-bit one in less. */
static bool special_fits(const struct ptx_operand *o, int want)
{
	enum ptx_type t = ptx_sreg_type(o->vec);

	if (t == PTX_PRED || want == PTX_PRED)
		return (int)t == want;
	return is_int(want) &&
		(ptx_type_bits(want) == ptx_type_bits(t) || (ptx_type_bits(want) == 16 && ptx_type_bits(t) == 32) ||
			(ptx_type_bits(want) == 32 && o->vec == PTX_SREG_GRIDID));
}

/* mov.b64 {a, b}, d: elements of one width that fill the type */
static bool pack_fits(const struct checker *c, const struct ptx_operand *o, int want, bool is_dest)
{
	static const enum ptx_type by_bytes[] = { 0, PTX_B8, PTX_B16, 0, PTX_B32, 0, 0, 0, PTX_B64 };
	unsigned bytes = ptx_type_bits(want) / 8, each = o->nvec ? bytes / o->nvec : 0;

	if (o->kind != PTX_VEC || (o->nvec != 2 && o->nvec != 4) || each == 0 || each > 8)
		return false;
	for (int i = 0; i < o->nvec; i++) {
		const struct ptx_operand *e = &c->f->operands[o->vec + i];

		if (is_dest ? e->kind != PTX_SINK && !(e->kind == PTX_REG && reg_fits(c, e, by_bytes[each], false)) :
			      !source_fits(c, e, by_bytes[each], false))
			return false;
	}
	return true;
}

static bool vector_fits(const struct checker *c, const struct ptx_operand *o, int want, bool wider, bool is_dest)
{
	unsigned bits = 0; /* all registers are of one width */

	if (o->kind != PTX_VEC || o->nvec != c->in->vec)
		return false;
	for (int i = 0; i < o->nvec; i++) {
		const struct ptx_operand *e = &c->f->operands[o->vec + i];

		if (is_dest ? e->kind != PTX_SINK && !(e->kind == PTX_REG && reg_fits(c, e, want, wider)) :
			      !source_fits(c, e, want, wider))
			return false;
		if (e->kind == PTX_REG) {
			unsigned mine = ptx_type_bits(c->f->regs[e->reg].type);

			if (bits && bits != mine)
				return false;
			bits = mine;
		}
	}
	return true;
}

static bool address_fits(const struct checker *c, const struct ptx_operand *o)
{
	if (o->kind != PTX_ADDR)
		return false;
	if (o->reg >= 0)
		return reg_fits(c, o, FT_ADDR, false);
	/* A variable that is named lies in the space that the instruction names; cp names two. */
	if (o->sym < 0 || c->in->op == PTX_OP_CP)
		return true;
	return c->in->space == PTX_GENERIC ? c->m->vars[o->sym].space != PTX_PARAM :
					     c->m->vars[o->sym].space == c->in->space;
}

/* The selector and the minus of a register against what its place in the instruction takes (ops.def: roles). */
static bool selector_fits(char role, const struct ptx_operand *o)
{
	char letter = ptx_select_letter(o);
	unsigned n = ptx_select_count(o), most = letter == 'h' ? 2 : 4;
	bool falling = true, below = true; /* digits: of a mask, of a part */

	if (o->kind != PTX_REG)
		return true;
	if (ptx_select_neg(o) && role != '-' && role != 'n')
		return false;
	if (!letter)
		return role != 'V';
	for (unsigned k = 0; k < n; k++) {
		falling = falling && ptx_select_digit(o, k) < most &&
			(k == 0 || ptx_select_digit(o, k) > ptx_select_digit(o, k - 1));
		below = below && ptx_select_digit(o, k) < 2 * most;
	}
	switch (role) {
	case 'v':
	case '-':
	case 'V': return n == 1 && falling;
	case 'k': return letter == 'h' && n == 2 && below;
	case 'K': return letter == 'h' && n <= 2 && falling;
	case 'q': return letter == 'b' && n == 4 && below;
	case 'Q': return letter == 'b' && n <= 4 && falling;
	}
	return false;
}

static bool operand_fits(const struct checker *c, const struct form_operand *fo, const struct ptx_operand *o, int at)
{
	int want = wanted(c->in, fo);
	bool is_reg = o->kind == PTX_REG && reg_fits(c, o, want, fo->wider);

	if ((o->neg && want != PTX_PRED) || !selector_fits(fo->role, o))
		return false;
	if (o->kind == PTX_SPECIAL)
		return (fo->role == 's' || fo->role == 'm') && special_fits(o, want);
	switch (fo->role) {
	case '=':
	case 'r':
	case 'h':
	case 'V':
	case 'k':
	case 'K':
	case 'q':
	case 'Q': return is_reg;
	case '~': return is_reg || o->kind == PTX_SINK;
	case 'm':
		if ((o->kind == PTX_SYM || o->kind == PTX_FUNCREF) && is_int(want))
			return ptx_type_bits(want) == 32 || ptx_type_bits(want) == 64;
		return source_fits(c, o, want, fo->wider);
	case 's':
	case '<':
	case 'v':
	case '-':
	case 'n': return source_fits(c, o, want, fo->wider);
	case '!': return is_reg || (o->kind == PTX_IMM && !o->neg); /* setp.lt.and.s32 p, a, b, 1 */
	case '[': return address_fits(c, o);
	case '#': return o->kind == PTX_IMM;
	case '^': return o->kind == PTX_LABEL;
	case 'f':
		return o->kind == PTX_FUNCREF || (o->kind == PTX_REG && fits(c->f->regs[o->reg].type, PTX_B64, false));
	case '{': return pack_fits(c, o, want, at == 0);
	case '.':
		return c->in->vec == 1 ? source_fits(c, o, want, fo->wider) : vector_fits(c, o, want, fo->wider, false);
	case ',': return c->in->vec == 1 ? is_reg : vector_fits(c, o, want, fo->wider, true);
	}
	return false;
}

/* Each modifier takes one place of the form; every place that is not optional is taken. */
static bool mods_fit(const struct form *f, const struct ptx_inst *in)
{
	uint32_t taken = 0;

	for (int i = 0; i < in->nmods; i++) {
		unsigned m = in->mods[i], word = m / 64, k;
		uint64_t bit = UINT64_C(1) << m % 64;

		for (k = 0; k < f->nitems; k++)
			if (f->items[k].set.bits[word] & bit && (f->items[k].many || !(taken >> k & 1)))
				break;
		if (k == f->nitems)
			return false;
		taken |= 1u << k;
	}
	for (unsigned k = 0; k < f->nitems; k++)
		if (!f->items[k].optional && !(taken >> k & 1))
			return false;
	return true;
}

static bool types_fit(const struct checker *c, const struct form *f)
{
	const struct ptx_inst *in = c->in;

	if (in->ntypes != f->ntypes || (in->vec != 1 && !f->vector))
		return false;
	for (int i = 0; i < in->ntypes; i++)
		if (!(f->types[i] >> in->types[i] & 1))
			return false;
	return in->vec == 1 || in->vec * ptx_type_bits(in->types[0]) <= (c->m->target_sm >= 100 ? 256 : 128);
}

/* How well a form fits. Optional operands may be missing anywhere, so each is tried with and without; at most two are
 * optional. */
static int operands_fit(const struct checker *c, const struct form *f, int fo, int at)
{
	const struct ptx_inst *in = c->in;

	for (; fo < f->noperands; fo++, at++) {
		const struct form_operand *o = &f->operands[fo];

		if (o->role == 'h' && !ptx_has(in, PTX_MOD_L2_CACHE_HINT)) {
			at--;
			continue;
		}
		if (o->optional) {
			int without = operands_fit(c, f, fo + 1, at);

			if (without == FIT_ALL || at == in->noperands)
				return without;
		}
		if (at == in->noperands)
			return FIT_COUNT;
		if (!operand_fits(c, o, &in->ops[at], at))
			return FIT_OPERANDS + at;
	}
	return at == in->noperands ? FIT_ALL : FIT_COUNT;
}

/* Only copies and fences name two spaces; atom.global.shared::cta is nothing. */
static bool one_space(const struct ptx_inst *in)
{
	if (in->op == PTX_OP_CP || in->op == PTX_OP_FENCE)
		return true;
	return in->space == PTX_SHARED || !(ptx_has(in, PTX_MOD_SHARED_CTA) || ptx_has(in, PTX_MOD_SHARED_CLUSTER));
}

static int form_fit(const struct checker *c, const struct form *f)
{
	const struct ptx_inst *in = c->in;
	bool mods = mods_fit(f, in), types = types_fit(c, f);

	if (!mods || !types)
		return types ? FIT_TYPES : mods ? FIT_MODS : FIT_NOTHING;
	if (!(f->spaces >> in->space & 1) || !one_space(in))
		return FIT_SPACE;
	if (in->pair != f->pair)
		return FIT_COUNT;
	return operands_fit(c, f, 0, 0);
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
		int fit = form_fit(c, &forms->v[i]);

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
