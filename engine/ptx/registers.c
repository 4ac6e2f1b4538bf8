/* Declarations of registers: .reg .b32 %r<100>, x; Numbered ones get names of their own, as instructions and messages
 * show them. */
#include <string.h>

#include "ptx/parse.h"

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
int parse_registers(struct parser *p)
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
