/* Functions: headers, bodies and what stands in a body besides instructions, registers (registers.c) and source
 * locations (location.c): labels, tables, prototypes.
 *
 * A declaration and its definition share one ptx_func and one set of parameter variables. A body's instructions are
 * collected in scratch vectors and copied into the module when the body ends; then labels are instruction indices.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "ptx/parse.h"

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
	case DIR_REG: return parse_registers(p);
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

#define MOVE_INTO_MODULE(f, what, vec) \
	((f)->what = copy_into_module(p, (vec).v, (vec).n * sizeof *(vec).v), (f)->n##what = (vec).n)
static void *copy_into_module(struct parser *p, const void *v, size_t bytes)
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
	clear_locations(p);
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

	MOVE_INTO_MODULE(f, regs, p->regs);
	MOVE_INTO_MODULE(f, insts, p->insts);
	MOVE_INTO_MODULE(f, operands, p->operands);
	MOVE_INTO_MODULE(f, calls, p->calls);
	MOVE_INTO_MODULE(f, protos, p->protos);
	MOVE_INTO_MODULE(f, tables, p->tables);
	MOVE_INTO_MODULE(f, targets, p->targets);
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
