/* Several modules become one, as nvlink joins the objects of a program that was built with -rdc=true.
 *
 * Data path: ptx_parse of each part -> ptx_link -> ptx_check -> emulator. Each name that others may see (enum
 * ptx_linkage) gets one row in a table; the row says which part's variable or function it is. Then every part's indices
 * are mapped to the joint arrays: a chosen variable or function, and all that belongs to a chosen function, gets a
 * place of its own; what was declared or lost to another definition maps to the chosen one. Function bodies are
 * rewritten where they lie, so the parts live as long as the result.
 *
 * Invariant: the variables of a function stay next to each other and in order, as struct ptx_func wants its ranges.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "ptx/lex.h"

struct symbol {
	struct name *name;
	size_t part;
	int32_t index;   /* in that part */
	uint32_t align;  /* the largest of its declarations' */
	uint8_t linkage; /* of the chosen one */
	bool is_func;
};

struct part {
	struct ptx_module *m;
	int32_t *var, *func;               /* index in the part -> index in the result; -1: dropped */
	int32_t *var_symbol, *func_symbol; /* row in symbols, -1: private, or of a function */
	int32_t loc0, file0;
};

struct linker {
	struct part *parts;
	size_t nparts;
	struct names names;
	struct symbol *symbols;
	size_t nsymbols, cap;
	struct ptx_module *out;
	size_t vars_cap, funcs_cap;
	struct err *e;
};

/* ---- names */
static const struct ptx_var *var_of(const struct linker *l, const struct symbol *s)
{
	return &l->parts[s->part].m->vars[s->index];
}

static int refuse(struct linker *l, const struct symbol *s, const char *why)
{
	struct buf name;

	buf_init(&name);
	buf_add_scrubbed(&name, s->name->text, s->name->len < 200 ? s->name->len : 200);
	err_set(l->e, ERR_INPUT, "the parts of the program do not fit together: %s %s", name.data, why);
	buf_release(&name);
	return -1;
}

/* Is the newcomer chosen over what is there? 1 yes, 0 no, -1 both claim the name. */
static int prevails(const struct linker *l, const struct symbol *s, uint8_t linkage, const struct ptx_var *v)
{
	if (linkage == PTX_EXTERN || s->linkage == PTX_EXTERN)
		return s->linkage == PTX_EXTERN && linkage != PTX_EXTERN;
	if (linkage == PTX_VISIBLE && s->linkage == PTX_VISIBLE)
		return -1;
	if (linkage == PTX_COMMON && s->linkage == PTX_COMMON)
		return v && v->size > var_of(l, s)->size;
	if (linkage == PTX_COMMON || s->linkage == PTX_COMMON)
		return s->linkage == PTX_COMMON;
	return linkage == PTX_VISIBLE;
}

/* The name's row, chosen anew should this definition be the better one; -1 with the error set. `v` is NULL for a
 * function. */
static int32_t claim(
	struct linker *l, size_t part, int32_t index, const char *text, uint8_t linkage, const struct ptx_var *v)
{
	struct name *n = names_intern(&l->names, text, strlen(text));
	struct symbol *s;
	int better;

	if (n->bind < 0) {
		s = ARENA_PUSH(&l->names.arena, l->symbols, l->nsymbols, l->cap);
		*s = (struct symbol){ n, part, index, v ? v->align : 0, linkage, v == NULL };
		n->bind = (int32_t)l->nsymbols - 1;
		return n->bind;
	}
	s = &l->symbols[n->bind];
	if (s->is_func != (v == NULL))
		return refuse(l, s, "is a variable in one and a function in another");
	if (v && v->space != var_of(l, s)->space)
		return refuse(l, s, "lies in different state spaces");
	if (!v && l->parts[part].m->funcs[index].is_entry != l->parts[s->part].m->funcs[s->index].is_entry)
		return refuse(l, s, "is a kernel in one and a function in another");
	if (v && v->align > s->align)
		s->align = v->align;
	better = prevails(l, s, linkage, v);
	if (better < 0)
		return refuse(l, s, "is defined twice");
	if (better) {
		s->part = part;
		s->index = index;
		s->linkage = linkage;
	}
	return n->bind;
}

static int claim_all(struct linker *l, size_t at)
{
	struct part *p = &l->parts[at];

	for (size_t i = 0; i < p->m->nvars; i++) {
		const struct ptx_var *v = &p->m->vars[i];

		p->var_symbol[i] = -1;
		if (v->func >= 0 || v->linkage == PTX_PRIVATE)
			continue;
		p->var_symbol[i] = claim(l, at, (int32_t)i, v->name, v->linkage, v);
		if (p->var_symbol[i] < 0)
			return -1;
	}
	for (size_t i = 0; i < p->m->nfuncs; i++) {
		const struct ptx_func *f = &p->m->funcs[i];
		uint8_t linkage = f->is_extern ? PTX_EXTERN : f->linkage;

		p->func_symbol[i] = -1;
		if (linkage == PTX_PRIVATE)
			continue;
		p->func_symbol[i] = claim(l, at, (int32_t)i, f->name, linkage, NULL);
		if (p->func_symbol[i] < 0)
			return -1;
	}
	return 0;
}

/* Storage that nobody has: nvlink's "undefined reference". An array that each launch sizes is meant to be extern. */
static int check_defined(struct linker *l)
{
	for (size_t i = 0; i < l->nsymbols; i++) {
		const struct symbol *s = &l->symbols[i];

		if (s->linkage == PTX_EXTERN && !s->is_func && var_of(l, s)->space != PTX_SHARED)
			return refuse(l, s, "is declared extern and defined nowhere");
	}
	return 0;
}

/* ---- places */
static bool chosen(const struct linker *l, size_t part, int32_t symbol, size_t index)
{
	return symbol < 0 || (l->symbols[symbol].part == part && l->symbols[symbol].index == (int32_t)index);
}

/* Chosen ones get a place in the result, copied as they are. */
static void place(struct linker *l, size_t at)
{
	struct part *p = &l->parts[at];
	struct ptx_module *out = l->out;

	for (size_t i = 0; i < p->m->nfuncs; i++) {
		p->func[i] = -1;
		if (!chosen(l, at, p->func_symbol[i], i))
			continue;
		*ARENA_PUSH(&out->arena, out->funcs, out->nfuncs, l->funcs_cap) = p->m->funcs[i];
		p->func[i] = (int32_t)out->nfuncs - 1;
	}
	for (size_t i = 0; i < p->m->nvars; i++) {
		const struct ptx_var *v = &p->m->vars[i];
		struct ptx_var *mine;

		p->var[i] = -1;
		if (v->func >= 0 ? p->func[v->func] < 0 : !chosen(l, at, p->var_symbol[i], i))
			continue;
		mine = ARENA_PUSH(&out->arena, out->vars, out->nvars, l->vars_cap);
		*mine = *v;
		if (v->func >= 0)
			mine->func = p->func[v->func];
		if (p->var_symbol[i] >= 0)
			mine->align = l->symbols[p->var_symbol[i]].align;
		p->var[i] = (int32_t)out->nvars - 1;
	}
}

/* The others mean the chosen ones. */
static void follow(struct linker *l, struct part *p)
{
	for (size_t i = 0; i < p->m->nfuncs; i++)
		if (p->func[i] < 0) {
			const struct symbol *s = &l->symbols[p->func_symbol[i]];

			p->func[i] = l->parts[s->part].func[s->index];
		}
	for (size_t i = 0; i < p->m->nvars; i++)
		if (p->var[i] < 0 && p->var_symbol[i] >= 0) {
			const struct symbol *s = &l->symbols[p->var_symbol[i]];

			p->var[i] = l->parts[s->part].var[s->index];
		}
}

/* ---- indices */
static int32_t mapped(const int32_t *map, size_t n, int32_t i)
{
	return i >= 0 && (size_t)i < n ? map[i] : i;
}

static void map_operand(const struct part *p, struct ptx_operand *o)
{
	if (o->kind == PTX_SYM || o->kind == PTX_ADDR)
		o->sym = mapped(p->var, p->m->nvars, o->sym);
	else if (o->kind == PTX_FUNCREF)
		o->sym = mapped(p->func, p->m->nfuncs, o->sym);
}

static void map_function(const struct part *p, struct ptx_func *f)
{
	/* An empty range may begin where the part's variables end, or at one that was dropped. */
	f->params = f->nparams ? p->var[f->params] : 0;
	f->rets = f->nrets ? p->var[f->rets] : 0;
	f->locals = f->nlocals ? p->var[f->locals] : 0;
	f->locs += p->loc0;
	for (size_t i = 0; i < f->ninsts; i++) {
		struct ptx_inst *in = &f->insts[i];

		if (in->loc >= 0)
			in->loc += p->loc0;
		for (unsigned k = 0; k < in->noperands; k++)
			map_operand(p, &in->ops[k]);
	}
	for (size_t i = 0; i < f->noperands; i++)
		map_operand(p, &f->operands[i]);
	for (size_t i = 0; i < f->nprotos; i++) {
		struct ptx_proto *proto = &f->protos[i];

		proto->params = proto->nparams ? p->var[proto->params] : 0;
		proto->rets = proto->nrets ? p->var[proto->rets] : 0;
	}
}

static void map_initialiser(struct linker *l, const struct part *p, struct ptx_var *v)
{
	struct ptx_reloc *r;

	if (!v->nrelocs)
		return;
	r = arena_alloc(&l->out->arena, v->nrelocs * sizeof *r);
	memcpy(r, v->relocs, v->nrelocs * sizeof *r);
	for (size_t i = 0; i < v->nrelocs; i++) {
		r[i].sym = mapped(p->var, p->m->nvars, r[i].sym);
		r[i].func = mapped(p->func, p->m->nfuncs, r[i].func);
	}
	v->relocs = r;
}

static void map_part(struct linker *l, size_t at)
{
	struct part *p = &l->parts[at];
	struct ptx_module *out = l->out;

	for (size_t i = 0; i < p->m->nfuncs; i++)
		if (chosen(l, at, p->func_symbol[i], i))
			map_function(p, &out->funcs[p->func[i]]);
	for (size_t i = 0; i < p->m->nvars; i++)
		if (p->var[i] >= 0 && (p->m->vars[i].func >= 0 || chosen(l, at, p->var_symbol[i], i)))
			map_initialiser(l, p, &out->vars[p->var[i]]);
}

/* Source locations of all parts, one after another. */
static void join_locations(struct linker *l)
{
	struct ptx_module *out = l->out;
	size_t nlocs = 0, nfiles = 0;

	for (size_t i = 0; i < l->nparts; i++) {
		nlocs += l->parts[i].m->nlocs;
		nfiles += l->parts[i].m->nfiles;
	}
	out->locs = arena_alloc(&out->arena, (nlocs + 1) * sizeof *out->locs);
	out->files = arena_alloc(&out->arena, (nfiles + 1) * sizeof *out->files);
	for (size_t i = 0; i < l->nparts; i++) {
		struct part *p = &l->parts[i];

		p->loc0 = (int32_t)out->nlocs;
		p->file0 = (int32_t)out->nfiles;
		for (size_t k = 0; k < p->m->nfiles; k++)
			out->files[out->nfiles++] = p->m->files[k];
		for (size_t k = 0; k < p->m->nlocs; k++) {
			struct ptx_loc *loc = &out->locs[out->nlocs++];

			*loc = p->m->locs[k];
			if (loc->file >= 0)
				loc->file += p->file0;
			if (loc->inlined_at >= 0)
				loc->inlined_at += p->loc0;
		}
	}
}

static int32_t *new_map(struct linker *l, size_t n)
{
	return arena_alloc(&l->names.arena, (n + 1) * sizeof(int32_t));
}

static int join(struct linker *l)
{
	for (size_t i = 0; i < l->nparts; i++) {
		struct part *p = &l->parts[i];

		p->var = new_map(l, p->m->nvars);
		p->var_symbol = new_map(l, p->m->nvars);
		p->func = new_map(l, p->m->nfuncs);
		p->func_symbol = new_map(l, p->m->nfuncs);
		if (claim_all(l, i) < 0)
			return -1;
		/* The newest target of all parts is the joint one. */
		if (i == 0 || p->m->target_sm > l->out->target_sm)
			l->out->target_sm = p->m->target_sm;
		if (i == 0 ||
			p->m->version_major * 100 + p->m->version_minor >
				l->out->version_major * 100 + l->out->version_minor) {
			l->out->version_major = p->m->version_major;
			l->out->version_minor = p->m->version_minor;
		}
	}
	if (check_defined(l) < 0)
		return -1;
	join_locations(l);
	for (size_t i = 0; i < l->nparts; i++)
		place(l, i);
	for (size_t i = 0; i < l->nparts; i++)
		follow(l, &l->parts[i]);
	for (size_t i = 0; i < l->nparts; i++)
		map_part(l, i);
	return 0;
}

int ptx_link(struct ptx_module **parts, size_t n, struct ptx_module **out, struct err *e)
{
	struct linker l = { .nparts = n, .e = e };
	int rc;

	l.out = xcalloc(1, sizeof *l.out);
	arena_init(&l.out->arena);
	l.parts = xcalloc(n, sizeof *l.parts);
	names_init(&l.names);
	for (size_t i = n; i-- > 0;) {
		l.parts[i].m = parts[i];
		parts[i]->next = l.out->parts;
		l.out->parts = parts[i];
	}
	rc = join(&l);
	names_release(&l.names);
	free(l.parts);
	if (rc < 0)
		ptx_module_free(l.out);
	else
		*out = l.out;
	return rc;
}
