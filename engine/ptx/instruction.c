/* One instruction: its dotted words and its operands. What is right for the opcode is ptx_check's question; here a word
 * must be known, a name declared, and everything fit into ptx_inst.
 */
#include <string.h>

#include "ptx/parse.h"

/* The space that a modifier spells besides naming itself. */
static enum ptx_space spelled_space(int mod)
{
	switch (mod) {
	case PTX_MOD_SHARED_CTA:
	case PTX_MOD_SHARED_CLUSTER: return PTX_SHARED;
	case PTX_MOD_PARAM_ENTRY:
	case PTX_MOD_PARAM_FUNC: return PTX_PARAM;
	}
	return PTX_GENERIC;
}

static int parse_words(struct parser *p, struct ptx_inst *in)
{
	for (; tok(p) == TOK_DOT; next(p)) {
		const struct name *n = p->lx.tok.name;
		int len = (int)n->len;

		if (n->type) {
			if (in->ntypes == PTX_MAX_TYPES)
				return parse_fail(p, "'%s' has more than %d types", ptx_op_name(in->op), PTX_MAX_TYPES);
			in->types[in->ntypes++] = (uint8_t)(n->type - 1);
		} else if (n->vec) {
			if (in->vec != 1)
				return parse_fail(p, "'%s' has two vector widths", ptx_op_name(in->op));
			in->vec = n->vec;
		} else if (n->space && in->space == PTX_GENERIC) {
			in->space = (uint8_t)(n->space - 1);
			in->space_at = in->nmods;
		} else if (n->mod) {
			if (in->nmods == sizeof in->mods)
				return parse_fail(
					p, "'%s' has more than %zu modifiers", ptx_op_name(in->op), sizeof in->mods);
			if (in->space == PTX_GENERIC && n->mod - 1 != PTX_MOD_GLOBAL)
				in->space = (uint8_t)spelled_space(n->mod - 1);
			in->mods[in->nmods++] = (uint8_t)(n->mod - 1);
		} else {
			return parse_fail(p, "unknown modifier '%.*s' of '%s'", len, n->text, ptx_op_name(in->op));
		}
	}
	return 0;
}

static const struct ptx_operand no_operand = { .reg = -1, .sym = -1, .vec = -1 };

/* .x .y .z .w, .r .g .b .a: which element of a vector; -1: none. */
static int element_of(const char *s, size_t len)
{
	static const char letters[] = "xyzwrgba";
	const char *at = len == 2 && *s == '.' ? strchr(letters, s[1]) : NULL;

	return at && *at ? (int)(at - letters) % 4 : -1;
}

/* A vector register, or the element of one that follows; its name is the current token. */
static int parse_vector_name(struct parser *p, struct ptx_operand *o, const struct binding *b)
{
	int k;

	next(p);
	if (tok(p) == TOK_DOT) {
		k = element_of(p->lx.tok.at, p->lx.tok.len);
		if (k < 0 || k >= b->width)
			return parse_expected(p, "an element of the vector");
		o->kind = PTX_REG;
		o->reg = b->index + k;
		return next(p), 0;
	}
	o->kind = PTX_VEC;
	o->vec = (int32_t)p->operands.n;
	o->nvec = b->width;
	for (k = 0; k < b->width; k++) {
		struct ptx_operand *e = VEC_PUSH(p->operands);

		*e = no_operand;
		e->kind = PTX_REG;
		e->reg = b->index + k;
	}
	return 0;
}

/* %v.x, which the lexer takes for one name as it takes %tid.x. */
static bool find_element(struct parser *p, const struct name *n, struct ptx_operand *o)
{
	struct binding b;
	int k = n->len > 2 ? element_of(n->text + n->len - 2, 2) : -1;

	if (k < 0 || !bind_find(p, names_intern(&p->names, n->text, n->len - 2), &b) || b.kind != BIND_VECTOR ||
		k >= b.width)
		return false;
	o->kind = PTX_REG;
	o->reg = b.index + k;
	return true;
}

static int parse_name(struct parser *p, struct ptx_operand *o)
{
	const struct name *n = p->lx.tok.name;
	struct binding b;

	if (n->len == 1 && n->text[0] == '_') {
		o->kind = PTX_SINK;
		return next(p), 0;
	}
	if (bind_find(p, n, &b)) {
		switch (b.kind) {
		case BIND_REG:
			o->kind = PTX_REG;
			o->reg = b.index;
			return next(p), 0;
		case BIND_VAR:
			o->kind = PTX_SYM;
			o->sym = b.index;
			return next(p), 0;
		case BIND_VECTOR: return parse_vector_name(p, o, &b);
		case BIND_FUNC:
			o->kind = PTX_FUNCREF;
			o->sym = b.index;
			return next(p), 0;
		}
		return parse_fail(p, "'%.*s' is a label and can't be an operand here", (int)n->len, n->text);
	}
	if (n->sreg >= 0) {
		o->kind = PTX_SPECIAL;
		o->vec = n->sreg;
		return next(p), 0;
	}
	if (find_element(p, n, o))
		return next(p), 0;
	return parse_fail(p, "'%.*s' is not declared", (int)n->len, n->text);
}

static int parse_immediate(struct parser *p, struct ptx_operand *o)
{
	struct constant c;

	if (parse_constant(p, &c) < 0)
		return -1;
	o->kind = c.kind == CONST_INT ? PTX_IMM : PTX_FIMM;
	o->f32 = c.kind == CONST_F32;
	memcpy(&o->imm, &c.bits, sizeof o->imm);
	return 0;
}

static bool at_warp_size(const struct parser *p)
{
	return p->lx.tok.len == 7 && memcmp(p->lx.tok.at, "WARP_SZ", 7) == 0;
}

/* +8, -8, +-8 after a name */
static int parse_offset(struct parser *p, struct ptx_operand *o)
{
	struct constant c;

	if (tok(p) != '+' && tok(p) != '-')
		return 0;
	accept(p, '+');
	if (parse_constant(p, &c) < 0)
		return -1;
	if (c.kind != CONST_INT)
		return parse_fail(p, "an offset is an integer");
	memcpy(&o->imm, &c.bits, sizeof o->imm);
	return 0;
}

static int parse_address(struct parser *p, struct ptx_operand *o)
{
	next(p); /* [ */
	if (tok(p) == TOK_IDENT && !at_warp_size(p)) {
		if (parse_name(p, o) < 0)
			return -1;
		if (o->kind != PTX_REG && o->kind != PTX_SYM)
			return parse_fail(p, "an address is a register or a variable and an offset");
		if (parse_offset(p, o) < 0)
			return -1;
	} else if (parse_immediate(p, o) < 0) {
		return -1;
	} else if (o->kind != PTX_IMM) {
		return parse_fail(p, "an address is an integer");
	}
	o->kind = PTX_ADDR;
	return expect(p, ']', "']' after the address");
}

/* Anything but a label, an address or a vector */
static int parse_scalar(struct parser *p, struct ptx_operand *o)
{
	if (tok(p) == '!') { /* !%p, or the constant !3 */
		struct lexer back = p->lx;

		next(p);
		o->neg = tok(p) == TOK_IDENT && !at_warp_size(p);
		if (!o->neg)
			p->lx = back;
	}
	if (tok(p) != TOK_IDENT || at_warp_size(p))
		return parse_immediate(p, o);
	if (parse_name(p, o) < 0)
		return -1;
	if (o->neg && (o->kind != PTX_REG || p->regs.v[o->reg].type != PTX_PRED))
		return parse_fail(p, "only a predicate register is negated with !");
	return o->kind == PTX_SYM ? parse_offset(p, o) : 0;
}

static int parse_vector(struct parser *p, struct ptx_operand *o)
{
	next(p); /* { */
	o->kind = PTX_VEC;
	o->vec = (int32_t)p->operands.n;
	do {
		struct ptx_operand elem = no_operand;

		if (o->nvec == MAX_VECTOR)
			return parse_fail(p, "a vector has at most %d elements", MAX_VECTOR);
		if (parse_scalar(p, &elem) < 0)
			return -1;
		if (elem.kind == PTX_VEC)
			return parse_fail(p, "a vector is no element of a vector");
		*VEC_PUSH(p->operands) = elem;
		o->nvec++;
	} while (accept(p, ','));
	return expect(p, '}', "',' or '}' in the vector");
}

/* -%r1 of vmad; a minus before anything else begins a constant. */
static bool accept_minus(struct parser *p)
{
	struct lexer back = p->lx;
	struct binding b;

	if (!accept(p, '-'))
		return false;
	if (tok(p) == TOK_IDENT && bind_find(p, p->lx.tok.name, &b) && b.kind == BIND_REG)
		return true;
	p->lx = back;
	return false;
}

/* .b0, .h10, .b7654 after a register */
static int parse_selector(struct parser *p, struct ptx_operand *o)
{
	const struct name *n = p->lx.tok.name;
	int64_t digits = 0;
	bool good = (n->text[1] == 'b' || n->text[1] == 'h') && n->len >= 3 && n->len <= 6;

	for (uint32_t i = 2; good && i < n->len; i++) {
		good = n->text[i] >= '0' && n->text[i] <= '7';
		digits = digits << 4 | (n->text[i] - '0');
	}
	if (!good)
		return parse_fail(p, "'%.*s' selects no part of a register", (int)n->len, n->text);
	o->imm |= PTX_SELECT(n->text[1], n->len - 2, digits);
	return next(p), 0;
}

static int parse_operand(struct parser *p, struct ptx_operand *o)
{
	bool minus;

	*o = no_operand;
	if (tok(p) == '[' || tok(p) == '{')
		return tok(p) == '[' ? parse_address(p, o) : parse_vector(p, o);
	minus = accept_minus(p);
	if (parse_scalar(p, o) < 0)
		return -1;
	if (minus)
		o->imm = PTX_SELECT_NEG;
	return o->kind == PTX_REG && tok(p) == TOK_DOT ? parse_selector(p, o) : 0;
}

static int parse_operands(struct parser *p, struct ptx_inst *in)
{
	while (tok(p) != ';') {
		if (in->noperands == PTX_MAX_OPERANDS)
			return parse_fail(p, "'%s' has more than %d operands", ptx_op_name(in->op), PTX_MAX_OPERANDS);
		if (parse_operand(p, &in->ops[in->noperands++]) < 0)
			return -1;
		/* p|q, the two destinations of setp and the like */
		if (tok(p) == '|' && in->noperands == 1) {
			in->pair = 1;
			next(p);
			continue;
		}
		if (!accept(p, ','))
			break;
	}
	return expect(p, ';', "',' or ';' after the operand");
}

static int parse_target(struct parser *p, struct ptx_inst *in)
{
	if (tok(p) != TOK_IDENT)
		return parse_expected(p, "a label");
	in->ops[0] = no_operand;
	in->ops[0].kind = PTX_LABEL;
	in->noperands = 1;
	bind_later(p, p->lx.tok.name, BIND_LABEL, (int32_t)p->insts.n, 0);
	next(p);
	return expect(p, ';', "';' after the label");
}

/* brx.idx %r, table; */
static int parse_brx(struct parser *p, struct ptx_inst *in)
{
	in->noperands = 1;
	if (parse_operand(p, &in->ops[0]) < 0 || expect(p, ',', "','") < 0)
		return -1;
	if (tok(p) != TOK_IDENT)
		return parse_expected(p, "a list of branch targets");
	bind_later(p, p->lx.tok.name, BIND_TABLE, (int32_t)p->insts.n, 0);
	next(p);
	return expect(p, ';', "';' after the list's name");
}

/* (a, b): appended to operands */
static int parse_list(struct parser *p, int32_t *first, int32_t *n)
{
	*first = (int32_t)p->operands.n;
	*n = 0;
	next(p); /* ( */
	while (tok(p) != ')') {
		struct ptx_operand o = no_operand;

		if (parse_scalar(p, &o) < 0)
			return -1;
		*VEC_PUSH(p->operands) = o;
		++*n;
		if (!accept(p, ','))
			break;
	}
	return expect(p, ')', "',' or ')' in the list");
}

/* call (ret), target, (args), prototype; everything but the target may be missing */
static int parse_call(struct parser *p, struct ptx_inst *in)
{
	struct ptx_call c = { .proto = -1 };

	if (tok(p) == '(' && (parse_list(p, &c.rets, &c.nrets) < 0 || expect(p, ',', "',' before the function") < 0))
		return -1;
	in->ops[0] = no_operand;
	in->noperands = 1;
	if (tok(p) != TOK_IDENT)
		return parse_expected(p, "a function or a register");
	if (parse_name(p, &in->ops[0]) < 0)
		return -1;
	if (in->ops[0].kind != PTX_FUNCREF && in->ops[0].kind != PTX_REG)
		return parse_fail(p, "what is called is a function or a register");
	in->call = (int32_t)p->calls.n;
	bool more = accept(p, ',');
	if (more && tok(p) == '(') {
		if (parse_list(p, &c.args, &c.nargs) < 0)
			return -1;
		more = accept(p, ',');
	}
	if (more) {
		if (tok(p) != TOK_IDENT)
			return parse_expected(p, "a prototype");
		bind_later(p, p->lx.tok.name, BIND_PROTO, -1, in->call);
		next(p);
	}
	*VEC_PUSH(p->calls) = c;
	return expect(p, ';', "';' after the call");
}

/* The opcode and its dotted words. */
static int parse_opcode(struct parser *p, const struct name *n, int line, int col, struct ptx_inst *in)
{
	if (n->op < 0)
		return parse_fail_at(p, line, col, "unknown opcode '%.*s'", (int)(n->len < 60 ? n->len : 60), n->text);
	in->op = (uint16_t)n->op;
	if (family_refusal(in->op))
		return parse_fail_at(
			p, line, col, "'%s' is not supported: %s", ptx_op_name(in->op), family_refusal(in->op));
	return parse_words(p, in);
}

/* mov.v4.f32 a, b: element by element, and by way of new registers, as a may hold elements of b. */
static int split_mov(struct parser *p, const struct ptx_inst *whole, int col)
{
	const struct ptx_operand *to = &whole->ops[0], *from = &whole->ops[1];
	int n = whole->vec;

	if (n > 4 || whole->noperands != 2 || to->kind != PTX_VEC || from->kind != PTX_VEC || to->nvec != n ||
		from->nvec != n || whole->ntypes != 1)
		return parse_fail_at(p, whole->line, col, "'mov.v%d' moves a vector of %d elements to another", n, n);
	p->all_regs += (size_t)n;
	if (p->regs.n + (size_t)n > MAX_REGS || p->all_regs > MAX_ALL_REGS)
		return parse_fail_at(p, whole->line, col, "there are too many registers");
	bind_crowded(p); /* for the new names */
	for (int k = 0; k < 2 * n; k++) {
		struct ptx_inst in = *whole;
		int32_t between = k < n ? (int32_t)p->regs.n : (int32_t)p->regs.n - 2 * n + k;

		if (k < n) {
			struct ptx_reg *r = VEC_PUSH(p->regs);

			r->name = arena_printf(&p->m->arena, "$mov%c", "xyzw"[k]);
			r->type = whole->types[0];
		}
		in.vec = 1;
		in.ops[0] = k < n ? no_operand : p->operands.v[to->vec + k - n];
		in.ops[1] = k < n ? p->operands.v[from->vec + k] : no_operand;
		in.ops[k < n ? 0 : 1].kind = PTX_REG;
		in.ops[k < n ? 0 : 1].reg = between;
		*VEC_PUSH(p->insts) = in;
	}
	return 0;
}

int parse_instruction(struct parser *p, const struct lexer *at, int32_t guard, bool guard_neg)
{
	const struct name *n = at->tok.name;
	int line = at->tok.line, col = lex_col(at), rc;
	struct ptx_inst in = { .guard = guard,
		.guard_neg = guard_neg,
		.nounroll = p->nounroll,
		.vec = 1,
		.space_at = 255,
		.line = line,
		.loc = p->loc,
		.call = -1 };
	struct lexer after = p->lx;

	p->nounroll = false;
	p->terse = p->lenient;
	rc = parse_opcode(p, n, line, col, &in);
	p->terse = false;
	if (rc < 0 && p->lenient) {
		if (parse_refused(p, at, guard, guard_neg) == 0)
			return 0;
		p->lx = after; /* no whole statement: the same error again, with its place in the source */
		parse_opcode(p, n, line, col, &in);
	}
	if (rc < 0)
		return -1;
	switch (in.op) {
	case PTX_OP_BRA: rc = parse_target(p, &in); break;
	case PTX_OP_BRX: rc = parse_brx(p, &in); break;
	case PTX_OP_CALL: rc = parse_call(p, &in); break;
	default: rc = parse_operands(p, &in);
	}
	if (rc < 0)
		return -1;
	if (in.op == PTX_OP_MOV && in.vec > 1)
		return split_mov(p, &in, col);
	*VEC_PUSH(p->insts) = in;
	return 0;
}
