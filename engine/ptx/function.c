/* Functions: headers, bodies and what stands in a body besides instructions (.reg, labels, tables, prototypes, .loc).
 *
 * A declaration and its definition share one ptx_func and one set of parameter variables. A body's instructions are
 * collected in scratch vectors and copied into the module when the body ends; then labels are instruction indices.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "ptx/parse.h"

/* The last location of this function at a place; the slot holds its index + 1. */
static int32_t *loc_slot(struct parser *p, const struct ptx_loc *l)
{
	if (p->loc_used.n * 2 >= p->loc_map_cap) {
		int32_t *old = p->loc_map;
		size_t old_cap = p->loc_map_cap;

		p->loc_map_cap = old_cap ? 2 * old_cap : 256;
		p->loc_map = xcalloc(p->loc_map_cap, sizeof *p->loc_map);
		p->loc_used.n = 0;
		for (size_t i = 0; i < old_cap; i++)
			if (old[i])
				*loc_slot(p, &p->m->locs[old[i] - 1]) = old[i];
		free(old);
	}
	uint64_t h = ((uint64_t)(uint32_t)l->file << 44 ^ (uint64_t)(uint32_t)l->line << 16 ^ (uint32_t)l->col) *
		0x9E3779B97F4A7C15u;
	size_t at = (size_t)(h >> 20) & (p->loc_map_cap - 1);

	for (; p->loc_map[at]; at = (at + 1) & (p->loc_map_cap - 1)) {
		const struct ptx_loc *o = &p->m->locs[p->loc_map[at] - 1];

		if (o->file == l->file && o->line == l->line && o->col == l->col)
			return &p->loc_map[at];
	}
	*VEC_PUSH(p->loc_used) = at;
	return &p->loc_map[at];
}

static void clear_locs(struct parser *p)
{
	for (size_t i = 0; i < p->loc_used.n; i++)
		p->loc_map[p->loc_used.v[i]] = 0;
	p->loc_used.n = 0;
}

static int parse_place(struct parser *p, struct ptx_loc *l)
{
	uint64_t file, line, col;

	if (parse_uint(p, INT32_MAX, &file, "a file's number") < 0 || parse_uint(p, INT32_MAX, &line, "a line") < 0 ||
		parse_uint(p, INT32_MAX, &col, "a column") < 0)
		return -1;
	*l = (struct ptx_loc){ (int32_t)file, (int32_t)line, (int32_t)col, -1 };
	return 0;
}

static int32_t add_loc(struct parser *p, const struct ptx_loc *l)
{
	struct ptx_module *m = p->m;
	struct ptx_loc *mine = ARENA_PUSH(&m->arena, m->locs, m->nlocs, p->locs_cap);

	*mine = *l;
	*loc_slot(p, l) = (int32_t)m->nlocs;
	return (int32_t)m->nlocs - 1;
}

/* .loc 1 21 5 [, function_name label [+ offset], inlined_at 1 20 3]. The call's place is the newest .loc of this
 * function there: it may be inlined itself, and so the chain ends in the function that is being compiled. */
int parse_loc(struct parser *p)
{
	struct ptx_loc l, call;

	next(p);
	if (parse_place(p, &l) < 0)
		return -1;
	while (accept(p, ',')) {
		if (tok(p) != TOK_IDENT)
			return parse_expected(p, "function_name or inlined_at");
		bool inlined = p->lx.tok.len == 10 && memcmp(p->lx.tok.at, "inlined_at", 10) == 0;

		next(p);
		if (inlined) {
			if (parse_place(p, &call) < 0)
				return -1;
			if (p->func >= 0) {
				int32_t known = *loc_slot(p, &call);

				l.inlined_at = known ? known - 1 : add_loc(p, &call);
			}
		} else {
			uint64_t dropped;

			if (tok(p) != TOK_IDENT)
				return parse_expected(p, "a label");
			next(p);
			if (accept(p, '+') && parse_uint(p, UINT64_MAX, &dropped, "an offset") < 0)
				return -1;
		}
	}
	if (p->func >= 0)
		p->loc = add_loc(p, &l);
	return 0;
}

/* Names like %r12 in one block: a cub kernel has thousands. */
static void add_numbered(struct parser *p, const struct name *n, uint32_t count, uint8_t type)
{
	size_t most = n->len + 8;
	char *at = arena_alloc(&p->m->arena, most * count);

	for (uint32_t i = 0; i < count; i++) {
		char digits[8];
		int k = 0;
		struct ptx_reg *r = VEC_PUSH(p->regs);

		r->name = at;
		r->type = type;
		memcpy(at, n->text, n->len);
		at += n->len;
		for (uint32_t v = i; k == 0 || v; v /= 10)
			digits[k++] = (char)('0' + v % 10);
		while (k)
			*at++ = digits[--k];
		*at++ = 0;
	}
}

/* .reg .v4 .f32 v: four registers, which the printer calls v$x, v$y, v$z, v$w; v alone means all of them. */
static int add_vector(struct parser *p, struct name *n, unsigned width, uint8_t type)
{
	int32_t first = (int32_t)p->regs.n;

	for (unsigned k = 0; k < width; k++) {
		char *text = arena_printf(&p->m->arena, "%.*s$%c", (int)n->len, n->text, "xyzw"[k]);
		struct ptx_reg *r = VEC_PUSH(p->regs);

		r->name = text;
		r->type = type;
		if (bind_name(p, names_intern(&p->names, text, strlen(text)), BIND_REG, (int32_t)p->regs.n - 1) < 0)
			return -1;
	}
	return bind_vector(p, n, first, width);
}

/* .reg .v2 .f32 v<3>: v0, v1, v2 */
static int add_vectors(struct parser *p, const struct name *n, unsigned width, uint64_t count, uint8_t type)
{
	for (uint64_t i = 0; i < count; i++) {
		char *text = arena_printf(&p->m->arena, "%.*s%u", (int)n->len, n->text, (unsigned)i);

		if (add_vector(p, names_intern(&p->names, text, strlen(text)), width, type) < 0)
			return -1;
	}
	return 0;
}

/* .reg .b32 %r<100>, x; .reg .v2 .f32 v; */
static int parse_regs(struct parser *p)
{
	unsigned width = 1;

	next(p);
	if (tok(p) == TOK_DOT && p->lx.tok.name->vec) {
		width = p->lx.tok.name->vec;
		if (width > 4)
			return parse_expected(p, ".v2 or .v4");
		next(p);
	}
	if (tok(p) != TOK_DOT || !p->lx.tok.name->type)
		return parse_expected(p, "a register's type");
	uint8_t type = (uint8_t)(p->lx.tok.name->type - 1);

	if (width > 1 && type == PTX_PRED)
		return parse_fail(p, "predicates are no vectors");
	if (type != PTX_PRED && ptx_type_bits(type) < 8)
		return parse_fail(p, "a register can't be of type .%s", ptx_type_name(type));

	next(p);
	do {
		if (tok(p) != TOK_IDENT)
			return parse_expected(p, "a register's name");
		struct name *n = p->lx.tok.name;
		uint64_t count = 1;
		bool range;
		int rc;

		next(p);
		range = accept(p, '<');
		if (range &&
			(parse_uint(p, MAX_REGS, &count, "a number of registers") < 0 || expect(p, '>', "'>'") < 0))
			return -1;
		p->all_regs += count * width;
		if (p->regs.n + count * width > MAX_REGS || p->all_regs > MAX_ALL_REGS)
			return parse_fail(p, "the %s has more than %d registers",
				p->regs.n + count * width > MAX_REGS ? "function" : "module",
				p->regs.n + count * width > MAX_REGS ? MAX_REGS : MAX_ALL_REGS);
		if (range) {
			if (n->prefix)
				return parse_fail(p,
					"'%.*s<%llu>': numbered registers whose name ends in a digit are not supported",
					(int)n->len, n->text, (unsigned long long)count);
			if (count == 0)
				continue;
			p->reg_name_bytes += count * width * (n->len + 10);
			if (p->reg_name_bytes > MAX_REG_NAMES)
				return parse_fail(p, "the names of the module's registers are longer than %u bytes",
					MAX_REG_NAMES);
			if (width > 1) {
				rc = add_vectors(p, n, width, count, type);
			} else {
				rc = bind_range(p, n, (int32_t)p->regs.n, (uint32_t)count);
				add_numbered(p, n, (uint32_t)count, type);
			}
		} else if (width > 1) {
			rc = add_vector(p, n, width, type);
		} else {
			struct ptx_reg *r = VEC_PUSH(p->regs);

			r->name = copy_name(p, n);
			r->type = type;
			rc = bind_name(p, n, BIND_REG, (int32_t)p->regs.n - 1);
		}
		if (rc < 0)
			return -1;
	} while (accept(p, ','));
	return expect(p, ';', "';' after the registers");
}

static int parse_branch_targets(struct parser *p, struct name *label)
{
	struct ptx_branch_table *t = VEC_PUSH(p->tables);

	t->first = (int32_t)p->targets.n;
	do {
		next(p); /* .branchtargets or , */
		if (tok(p) != TOK_IDENT)
			return parse_expected(p, "a label");
		bind_later(p, p->lx.tok.name, BIND_LABEL, -1, (int32_t)p->targets.n);
		*VEC_PUSH(p->targets) = -1;
		next(p);
	} while (tok(p) == ',');
	t->n = (int32_t)p->targets.n - t->first;
	return bind_name(p, label, BIND_TABLE, (int32_t)p->tables.n - 1) < 0 ? -1 : expect(p, ';', "';'");
}

/* name: .callprototype (.param .b32 _) _ (.param .b64 _) .noreturn; */
static int parse_prototype(struct parser *p, struct name *label)
{
	struct ptx_proto proto = { 0 };

	next(p);
	if (tok(p) == '(' && parse_params(p, &proto.rets, &proto.nrets, false) < 0)
		return -1;
	if (expect(p, TOK_IDENT, "'_'") < 0)
		return -1;
	if (tok(p) == '(' && parse_params(p, &proto.params, &proto.nparams, false) < 0)
		return -1;
	while (tok(p) == TOK_DOT) {
		int dir = p->lx.tok.name->dir;
		uint64_t dropped;

		if (dir != DIR_NORETURN && dir != DIR_ABI_PRESERVE && dir != DIR_ABI_PRESERVE_CONTROL)
			return parse_expected(p, "';' after the prototype");
		next(p);
		if (dir != DIR_NORETURN && parse_uint(p, 1024, &dropped, "a number") < 0)
			return -1;
	}
	*VEC_PUSH(p->protos) = proto;
	return bind_name(p, label, BIND_PROTO, (int32_t)p->protos.n - 1) < 0 ? -1 : expect(p, ';', "';'");
}

/* name: .calltargets f, g; all have one shape, that of the first. */
static int parse_call_targets(struct parser *p, struct name *label)
{
	struct ptx_proto proto = { 0 };
	bool first = true;

	do {
		struct binding b;

		next(p); /* .calltargets or , */
		if (tok(p) != TOK_IDENT)
			return parse_expected(p, "a function");
		if (!bind_find(p, p->lx.tok.name, &b) || b.kind != BIND_FUNC)
			return parse_fail(p, "'%.*s' is no function declared before", (int)p->lx.tok.len, p->lx.tok.at);
		const struct ptx_func *f = &p->m->funcs[b.index];

		if (first)
			proto = (struct ptx_proto){ f->params, f->nparams, f->rets, f->nrets };
		first = false;
		next(p);
	} while (tok(p) == ',');
	*VEC_PUSH(p->protos) = proto;
	return bind_name(p, label, BIND_PROTO, (int32_t)p->protos.n - 1) < 0 ? -1 : expect(p, ';', "';'");
}

static int parse_label(struct parser *p, struct name *n)
{
	int dir = 0;

	next(p); /* : */
	if (tok(p) == TOK_DOT)
		dir = p->lx.tok.name->dir;
	if (dir == DIR_BRANCHTARGETS)
		return parse_branch_targets(p, n);
	if (dir == DIR_CALLPROTOTYPE)
		return parse_prototype(p, n);
	if (dir == DIR_CALLTARGETS)
		return parse_call_targets(p, n);
	return bind_name(p, n, BIND_LABEL, (int32_t)p->insts.n);
}

static int parse_guard(struct parser *p, int32_t *guard, bool *neg)
{
	struct binding b;

	next(p); /* @ */
	*neg = accept(p, '!');
	if (tok(p) != TOK_IDENT)
		return parse_expected(p, "a predicate register");
	if (!bind_find(p, p->lx.tok.name, &b) || b.kind != BIND_REG || p->regs.v[b.index].type != PTX_PRED)
		return parse_fail(p, "'%.*s' is no predicate register", (int)p->lx.tok.len, p->lx.tok.at);
	*guard = b.index;
	next(p);
	return 0;
}

/* Of all pragmas one changes what ptxas makes of a kernel: it leaves the next loop alone. */
static int parse_pragma(struct parser *p)
{
	static const char nounroll[] = "\"nounroll\"";

	next(p);
	p->nounroll |= tok(p) == TOK_STRING && p->lx.tok.len == sizeof nounroll - 1 &&
		!memcmp(p->lx.tok.at, nounroll, sizeof nounroll - 1);
	return expect(p, TOK_STRING, "a string") < 0 ? -1 : expect(p, ';', "';'");
}

static int parse_directive(struct parser *p)
{
	bool is_extern = p->lx.tok.name->dir == DIR_EXTERN;

	if (is_extern)
		next(p);
	if (tok(p) == TOK_DOT && p->lx.tok.name->space)
		return parse_variables(p, is_extern);
	switch (tok(p) == TOK_DOT ? p->lx.tok.name->dir : 0) {
	case DIR_REG: return parse_regs(p);
	case DIR_LOC: return parse_loc(p);
	case DIR_FILE: return parse_file(p);
	case DIR_PRAGMA: return parse_pragma(p);
	}
	return parse_expected(p, "a directive that may stand in a function");
}

/* One statement; 1 when the function's closing brace has been reached (and is still the current token). */
static int parse_statement(struct parser *p)
{
	int32_t guard = -1;
	bool neg = false;

	switch (tok(p)) {
	case '{': next(p); return scope_open(p);
	case '}':
		if (p->depth == 1)
			return 1;
		next(p);
		return scope_close(p);
	case ';': next(p); return 0;
	case TOK_DOT:
		if (p->depth > 1)
			bind_crowded(p);
		return parse_directive(p);
	case '@':
		if (parse_guard(p, &guard, &neg) < 0)
			return -1;
		break;
	}
	if (tok(p) != TOK_IDENT)
		return parse_expected(p, "an instruction");
	struct lexer at = p->lx;

	next(p);
	if (tok(p) == ':' && guard < 0)
		return parse_label(p, at.tok.name);
	return parse_instruction(p, &at, guard, neg);
}

#define KEEP(f, what, vec) ((f)->what = keep(p, (vec).v, (vec).n * sizeof *(vec).v), (f)->n##what = (vec).n)
static void *keep(struct parser *p, const void *v, size_t bytes)
{
	void *mine = bytes ? arena_alloc(&p->m->arena, bytes) : NULL;

	if (bytes)
		memcpy(mine, v, bytes);
	return mine;
}

static int bind_params(struct parser *p, int32_t first, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		const char *s = p->m->vars[first + i].name;

		if (strcmp(s, "_") == 0)
			continue;
		if (bind_name(p, names_intern(&p->names, s, strlen(s)), BIND_VAR, first + i) < 0)
			return -1;
	}
	return 0;
}

static int parse_body(struct parser *p)
{
	const struct ptx_func *head = &p->m->funcs[p->func];
	int32_t first_loc = (int32_t)p->m->nlocs, first_var = (int32_t)p->m->nvars;
	int rc = 0;

	p->loc = -1;
	clear_locs(p);
	p->regs.n = p->insts.n = p->operands.n = p->calls.n = p->protos.n = p->tables.n = p->targets.n = 0;
	next(p); /* { */
	if (scope_open(p) < 0 || bind_params(p, head->rets, head->nrets) < 0 ||
		bind_params(p, head->params, head->nparams) < 0)
		return -1;
	while (rc == 0)
		rc = parse_statement(p);
	if (rc < 0 || scope_close(p) < 0)
		return -1;
	struct ptx_func *f = &p->m->funcs[p->func];

	KEEP(f, regs, p->regs);
	KEEP(f, insts, p->insts);
	KEEP(f, operands, p->operands);
	KEEP(f, calls, p->calls);
	KEEP(f, protos, p->protos);
	KEEP(f, tables, p->tables);
	KEEP(f, targets, p->targets);
	f->locals = first_var;
	f->nlocals = (int32_t)p->m->nvars - first_var;
	f->locs = first_loc;
	f->nlocs = (int32_t)p->m->nlocs - first_loc;
	next(p); /* } */
	return 0;
}

/* .maxntid 256, 1, 1 and the like. Register limits say how to schedule, not what to compute. */
static int parse_header_words(struct parser *p, struct ptx_func *f)
{
	while (tok(p) == TOK_DOT) {
		int dir = p->lx.tok.name->dir;
		uint64_t v, values[3] = { 0, 0, 0 };
		int n = 0;

		if (dir == DIR_PRAGMA) {
			next(p);
			if (expect(p, TOK_STRING, "a string") < 0 || expect(p, ';', "';'") < 0)
				return -1;
			continue;
		}
		if (dir == DIR_NORETURN || dir == DIR_EXPLICITCLUSTER || dir == DIR_BLOCKSARECLUSTERS) {
			next(p);
			continue;
		}
		if (dir != DIR_MAXNTID && dir != DIR_REQNTID && dir != DIR_MINNCTAPERSM && dir != DIR_MAXNCTAPERSM &&
			dir != DIR_MAXNREG && dir != DIR_REQNCTAPERCLUSTER && dir != DIR_MAXCLUSTERRANK &&
			dir != DIR_ABI_PRESERVE && dir != DIR_ABI_PRESERVE_CONTROL)
			return parse_expected(p, "a directive of a function, '{' or ';'");
		next(p);
		do {
			if (parse_uint(p, INT32_MAX, &v, "a number") < 0)
				return -1;
			if (n == 3)
				return parse_fail(p, "at most three numbers stand here");
			values[n++] = v;
		} while (accept(p, ','));
		for (int i = n; i < 3; i++)
			values[i] = 1;
		for (int i = 0; i < 3; i++) {
			if (dir == DIR_MAXNTID)
				f->maxntid[i] = (uint32_t)values[i];
			else if (dir == DIR_REQNTID)
				f->reqntid[i] = (uint32_t)values[i];
			else if (dir == DIR_REQNCTAPERCLUSTER)
				f->cluster[i] = (uint32_t)values[i];
		}
		if (dir == DIR_MINNCTAPERSM)
			f->minnctapersm = (uint32_t)values[0];
		else if (dir == DIR_MAXNREG)
			f->maxnreg = (uint32_t)values[0];
	}
	return 0;
}

/* Take the names that the newer header gives; its variables, the last ones in the module, are dropped. */
static bool same_params(struct parser *p, int32_t old, int32_t nold, int32_t new_first, int32_t nnew)
{
	struct ptx_var *v = p->m->vars;

	if (nold != nnew)
		return false;
	for (int32_t i = 0; i < nold; i++) {
		if (v[old + i].size != v[new_first + i].size)
			return false;
		v[old + i] = v[new_first + i];
	}
	return true;
}

int parse_function(struct parser *p, bool is_entry, bool is_extern)
{
	struct ptx_module *m = p->m;
	struct ptx_func head = {
		.is_entry = is_entry, .round_apart = m->debug, .linkage = p->linkage, .line = p->lx.tok.line
	};
	size_t nvars = m->nvars;
	struct binding b;
	int rc;

	do
		next(p);
	while (tok(p) == TOK_DOT && p->lx.tok.name->dir == DIR_NORETURN);
	if (!is_entry && tok(p) == '(' && parse_params(p, &head.rets, &head.nrets, true) < 0)
		return -1;
	if (tok(p) != TOK_IDENT)
		return parse_expected(p, "a function's name");
	struct name *n = p->lx.tok.name;

	next(p);
	if (tok(p) == '(' && parse_params(p, &head.params, &head.nparams, true) < 0)
		return -1;
	if (parse_header_words(p, &head) < 0)
		return -1;
	if (tok(p) != ';' && tok(p) != '{')
		return parse_expected(p, "'{' or ';' after the function's header");

	bool known = n->bind >= 0 && bind_find(p, n, &b) && b.kind == BIND_FUNC;
	if (known) {
		struct ptx_func *f = &m->funcs[b.index];

		p->func = b.index;
		if (f->is_entry != is_entry || !same_params(p, f->rets, f->nrets, head.rets, head.nrets) ||
			!same_params(p, f->params, f->nparams, head.params, head.nparams))
			return parse_fail(p, "'%s' was declared before with other parameters", f->name);
		m->nvars = nvars;
		if (tok(p) == '{') {
			if (!f->is_extern)
				return parse_fail(p, "'%s' is defined twice", f->name);
			head.params = f->params;
			head.rets = f->rets;
			head.name = f->name;
			*f = head;
		}
	} else {
		head.name = copy_name(p, n);
		head.is_extern = true;
		*ARENA_PUSH(&m->arena, m->funcs, m->nfuncs, p->funcs_cap) = head;
		p->func = (int32_t)m->nfuncs - 1;
		if (bind_name(p, n, BIND_FUNC, p->func) < 0)
			return -1;
	}
	(void)is_extern; /* what matters is whether a body comes */
	for (int32_t i = 0; i < head.nrets; i++)
		m->vars[m->funcs[p->func].rets + i].func = p->func;
	for (int32_t i = 0; i < head.nparams; i++)
		m->vars[m->funcs[p->func].params + i].func = p->func;
	if (tok(p) == ';') {
		next(p);
		rc = 0;
	} else {
		m->funcs[p->func].is_extern = false;
		rc = parse_body(p);
	}
	if (rc == 0) {
		p->func = -1;
		p->loc = -1;
	}
	return rc;
}

void parse_function_release(struct parser *p)
{
	free(p->regs.v);
	free(p->insts.v);
	free(p->operands.v);
	free(p->calls.v);
	free(p->protos.v);
	free(p->tables.v);
	free(p->targets.v);
	free(p->crowded.v);
	free(p->loc_map);
	free(p->loc_used.v);
}
