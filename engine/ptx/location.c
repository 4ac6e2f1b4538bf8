/* Source locations: .loc, with the calls that a place was inlined at. Each place of a function is kept once in the
 * module; the parser's map finds it again by file, line and column. */
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

void clear_locations(struct parser *p)
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
