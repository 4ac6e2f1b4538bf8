/* Names in scope. A stack of bindings; each name points at its innermost one, so finding costs no search, and closing a
 * scope pops what it declared. `.reg .b32 %r<100>` is one binding of the name %r; a name like %r12 knows its prefix.
 *
 * Labels may be used before they stand. A use waits in `pendings`; a closing scope resolves those that it declares and
 * leaves the rest to the scope around it. With at most MAX_SCOPES levels that is linear in the text.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "ptx/parse.h"

void *vec_grow(void *v, size_t *cap, size_t elem)
{
	*cap = *cap ? 2 * *cap : 64;
	return xrealloc(v, *cap * elem);
}

static int push(struct parser *p, struct name *n, int32_t *top, const struct binding *b)
{
	size_t first = p->depth ? p->scopes[p->depth - 1].bindings : 0;

	if (*top >= 0 && (size_t)*top >= first)
		return parse_fail(p, "'%.*s' is declared twice in one scope", (int)n->len, n->text);
	if (p->bindings.n > INT32_MAX / 2)
		return parse_fail(p, "too many names");
	struct binding *mine = VEC_PUSH(p->bindings);

	*mine = *b;
	mine->name = n;
	mine->prev = *top;
	*top = (int32_t)(p->bindings.n - 1);
	return 0;
}

void bind_crowded(struct parser *p)
{
	if (!p->crowded.n || p->crowded.v[p->crowded.n - 1] != p->func)
		*VEC_PUSH(p->crowded) = p->func;
}

int bind_name(struct parser *p, struct name *n, enum bind_kind kind, int32_t index)
{
	if (n->len == 1 && n->text[0] == '_')
		return parse_fail(p, "'_' is no name");
	if (p->depth && kind <= BIND_VAR) {
		if (n->prefix)
			n->prefix->numbered_in = (uint32_t)p->func + 1;
		if (n->bind >= 0 || (n->prefix && n->prefix->range >= 0) || name_is_reserved(n))
			bind_crowded(p);
		n->was_reg |= kind == BIND_REG;
	}
	return push(p, n, &n->bind, &(struct binding){ .kind = (uint8_t)kind, .index = index });
}

int bind_range(struct parser *p, struct name *n, int32_t first, uint32_t count)
{
	if (n->range >= 0 || n->numbered_in == (uint32_t)p->func + 1)
		bind_crowded(p);
	n->was_range = true;
	return push(p, n, &n->range, &(struct binding){ .kind = BIND_REG, .index = first, .count = count });
}

int bind_vector(struct parser *p, struct name *n, int32_t first, unsigned width)
{
	return push(p, n, &n->bind, &(struct binding){ .kind = BIND_VECTOR, .index = first, .width = (uint8_t)width });
}

bool bind_find(const struct parser *p, const struct name *n, struct binding *out)
{
	int32_t own = n->bind, range = n->prefix ? n->prefix->range : -1;

	/* The one declared later is the inner one. A range that is too short hides nothing. */
	while (range > own) {
		*out = p->bindings.v[range];
		if (n->number < out->count) {
			out->index += (int32_t)n->number;
			return true;
		}
		range = out->prev;
	}
	if (own < 0)
		return false;
	*out = p->bindings.v[own];
	return true;
}

int scope_open(struct parser *p)
{
	if (p->depth == MAX_SCOPES)
		return parse_fail(p, "scopes are nested deeper than %d", MAX_SCOPES);
	p->scopes[p->depth++] = (struct scope){ p->bindings.n, p->pendings.n };
	return 0;
}

struct pending *bind_later(struct parser *p, struct name *n, enum bind_kind kind, int32_t inst, int32_t index)
{
	struct pending *w = VEC_PUSH(p->pendings);

	*w = (struct pending){ .name = n,
		.inst = inst,
		.index = index,
		.line = p->lx.tok.line,
		.col = parse_col(p),
		.kind = (uint8_t)kind };
	return w;
}

static void resolve(struct parser *p, const struct pending *w, int32_t to)
{
	if (w->kind == BIND_PROTO)
		p->calls.v[w->index].proto = to;
	else if (w->kind == BIND_TABLE)
		p->insts.v[w->inst].call = to;
	else if (w->inst < 0)
		p->targets.v[w->index] = to;
	else
		p->insts.v[w->inst].ops[w->index].vec = to;
}

static const char *kind_text(int kind)
{
	return kind == BIND_LABEL ? "label" : kind == BIND_TABLE ? "list of branch targets" : "prototype";
}

int scope_close(struct parser *p)
{
	struct scope s = p->scopes[p->depth - 1];
	size_t kept = s.pendings;

	for (size_t i = s.pendings; i < p->pendings.n; i++) {
		struct pending *w = &p->pendings.v[i];
		int32_t b = w->name->bind;

		if (b >= 0 && (size_t)b >= s.bindings && p->bindings.v[b].kind == w->kind) {
			resolve(p, w, p->bindings.v[b].index);
		} else if (p->depth == 1) {
			return parse_fail_at(p, w->line, w->col, "%s '%.*s' is not defined in this function",
				kind_text(w->kind), (int)w->name->len, w->name->text);
		} else {
			p->pendings.v[kept++] = *w;
		}
	}
	p->pendings.n = kept;
	while (p->bindings.n > s.bindings) {
		struct binding *b = &p->bindings.v[--p->bindings.n];

		*(b->count ? &b->name->range : &b->name->bind) = b->prev;
	}
	p->depth--;
	return 0;
}
