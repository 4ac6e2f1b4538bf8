/* .alias a, b: the function a, declared before, is another name of b, defined before (ISA 9.0, 11.6.6). When the module
 * ends every mention of a becomes b, so nobody after the parser knows that there are aliases; a itself stays as a
 * declaration that nothing calls. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "ptx/parse.h"

static int function_name(struct parser *p, int32_t *func)
{
	struct binding b;

	if (tok(p) != TOK_IDENT)
		return parse_expected(p, "a function");
	if (!bind_find(p, p->lx.tok.name, &b) || b.kind != BIND_FUNC)
		return parse_fail(p, "'%.*s' is no function declared before", (int)p->lx.tok.len, p->lx.tok.at);
	*func = b.index;
	next(p);
	return 0;
}

static bool same_sizes(const struct ptx_module *m, int32_t a, int32_t na, int32_t b, int32_t nb)
{
	for (int32_t i = 0; i < na && i < nb; i++)
		if (m->vars[a + i].size != m->vars[b + i].size)
			return false;
	return na == nb;
}

int parse_alias(struct parser *p)
{
	struct alias a;

	next(p);
	if (function_name(p, &a.from) < 0 || expect(p, ',', "','") < 0 || function_name(p, &a.to) < 0)
		return -1;
	const struct ptx_module *m = p->m;
	const struct ptx_func *from = &m->funcs[a.from], *to = &m->funcs[a.to];

	if (!from->is_extern || from->is_entry)
		return parse_fail(p, "'%s' is a kernel or defined: it can't be an alias", from->name);
	if (to->is_extern || to->is_entry)
		return parse_fail(p, "'%s' is a kernel or not defined: it has no alias", to->name);
	if (!same_sizes(m, from->params, from->nparams, to->params, to->nparams) ||
		!same_sizes(m, from->rets, from->nrets, to->rets, to->nrets))
		return parse_fail(p, "'%s' and '%s' have different parameters", from->name, to->name);
	*VEC_PUSH(p->aliases) = a;
	return expect(p, ';', "';'");
}

static void rename_operands(struct ptx_operand *o, size_t n, const int32_t *to)
{
	for (size_t i = 0; i < n; i++)
		if (o[i].kind == PTX_FUNCREF)
			o[i].sym = to[o[i].sym];
}

void resolve_aliases(struct parser *p)
{
	struct ptx_module *m = p->m;
	int32_t *to;

	if (!p->aliases.n)
		return;
	to = xcalloc(m->nfuncs, sizeof *to);
	for (size_t i = 0; i < m->nfuncs; i++)
		to[i] = (int32_t)i;
	/* What is an alias may have become a function since: then its own body counts. */
	for (size_t i = 0; i < p->aliases.n; i++)
		if (m->funcs[p->aliases.v[i].from].is_extern)
			to[p->aliases.v[i].from] = p->aliases.v[i].to;
	for (size_t f = 0; f < m->nfuncs; f++) {
		for (size_t i = 0; i < m->funcs[f].ninsts; i++)
			rename_operands(m->funcs[f].insts[i].ops, m->funcs[f].insts[i].noperands, to);
		rename_operands(m->funcs[f].operands, m->funcs[f].noperands, to);
	}
	for (size_t v = 0; v < m->nvars; v++)
		for (size_t r = 0; r < m->vars[v].nrelocs; r++) {
			struct ptx_reloc *mine = (struct ptx_reloc *)&m->vars[v].relocs[r]; /* in our arena */

			if (mine->func >= 0)
				mine->func = to[mine->func];
		}
	free(to);
}
