/* Constant expressions (ISA 9.0, 4.5 and 4.6): 64-bit integers with C's operators, or one float literal with a sign.
 *
 * Arithmetic is computed unsigned; `is_unsigned` only steers / % >> and comparisons, as 4.6.6 has it. Depth is bounded,
 * whatever the text says.
 */
#include "ptx/parse.h"

static int parse_binary(struct parser *p, struct constant *out, int min, int depth);

static int parse_unary(struct parser *p, struct constant *out, int depth)
{
	int op = tok(p);

	if (depth > MAX_EXPR)
		return parse_fail(p, "the constant expression is nested deeper than %d", MAX_EXPR);
	switch (op) {
	case TOK_INT:
	case TOK_F32:
	case TOK_F64:
		out->kind = op == TOK_INT ? CONST_INT : op == TOK_F32 ? CONST_F32 : CONST_F64;
		out->bits = p->lx.tok.value;
		out->is_unsigned = p->lx.tok.is_unsigned;
		next(p);
		return 0;
	case TOK_IDENT:
		if (p->lx.tok.len != 7 || __builtin_memcmp(p->lx.tok.at, "WARP_SZ", 7) != 0)
			break;
		*out = (struct constant){ CONST_INT, false, 32 };
		next(p);
		return 0;
	case '(':
		next(p);
		if (tok(p) == TOK_DOT && (p->lx.tok.name->type == PTX_S64 + 1 || p->lx.tok.name->type == PTX_U64 + 1)) {
			bool is_unsigned = p->lx.tok.name->type == PTX_U64 + 1; /* (.u64) expr */

			next(p);
			if (expect(p, ')', "')' of the cast") < 0 || parse_unary(p, out, depth + 1) < 0)
				return -1;
			if (out->kind != CONST_INT)
				return parse_fail(p, "only integers are cast in a constant expression");
			out->is_unsigned = is_unsigned;
			return 0;
		}
		return parse_binary(p, out, 0, depth + 1) < 0 ? -1 : expect(p, ')', "')'");
	case '-':
	case '+':
	case '~':
	case '!':
		next(p);
		if (parse_unary(p, out, depth + 1) < 0)
			return -1;
		if (out->kind != CONST_INT && (op == '~' || op == '!'))
			return parse_fail(p, "%c wants an integer", op);
		if (op == '-' && out->kind == CONST_INT)
			out->bits = 0 - out->bits;
		else if (op == '-')
			out->bits ^= out->kind == CONST_F32 ? UINT64_C(1) << 31 : UINT64_C(1) << 63;
		else if (op == '~')
			out->bits = ~out->bits;
		else if (op == '!')
			out->bits = !out->bits;
		return 0;
	}
	return parse_expected(p, "a constant");
}

static const struct {
	int op, level;
} operators[] = {
	{ TOK_OR, 1 },
	{ TOK_AND, 2 },
	{ '|', 3 },
	{ '^', 4 },
	{ '&', 5 },
	{ TOK_EQ, 6 },
	{ TOK_NE, 6 },
	{ '<', 7 },
	{ '>', 7 },
	{ TOK_LE, 7 },
	{ TOK_GE, 7 },
	{ TOK_SHL, 8 },
	{ TOK_SHR, 8 },
	{ '+', 9 },
	{ '-', 9 },
	{ '*', 10 },
	{ '/', 10 },
	{ '%', 10 },
};

static int level_of(int op)
{
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
		if (operators[i].op == op)
			return operators[i].level;
	return 0;
}

static bool less(uint64_t a, uint64_t b, bool is_unsigned)
{
	return is_unsigned ? a < b : (int64_t)a < (int64_t)b;
}

static int apply(struct parser *p, struct constant *a, int op, const struct constant *b)
{
	uint64_t x = a->bits, y = b->bits, r = 0;
	bool u = a->is_unsigned || b->is_unsigned;

	if (a->kind != CONST_INT || b->kind != CONST_INT)
		return parse_fail(p, "a constant expression computes with integers only");
	switch (op) {
	case TOK_OR: r = x || y; break;
	case TOK_AND: r = x && y; break;
	case '|': r = x | y; break;
	case '^': r = x ^ y; break;
	case '&': r = x & y; break;
	case TOK_EQ: r = x == y; break;
	case TOK_NE: r = x != y; break;
	case '<': r = less(x, y, u); break;
	case '>': r = less(y, x, u); break;
	case TOK_LE: r = !less(y, x, u); break;
	case TOK_GE: r = !less(x, y, u); break;
	case TOK_SHL: r = y < 64 ? x << y : 0; break;
	case TOK_SHR:
		u = a->is_unsigned;
		y = y < 63 ? y : 63;
		r = x >> y;
		if (b->bits > 63 && (u || !(x >> 63)))
			r = 0;
		else if (!u && x >> 63 && y)
			r |= ~UINT64_C(0) << (64 - y);
		break;
	case '+': r = x + y; break;
	case '-': r = x - y; break;
	case '*': r = x * y; break;
	default: /* / and % */
		if (y == 0)
			return parse_fail(p, "division by zero in a constant expression");
		if (u) {
			r = op == '/' ? x / y : x % y;
		} else {
			bool nx = x >> 63, ny = y >> 63; /* on magnitudes: INT64_MIN / -1 must not trap */
			uint64_t mx = nx ? 0 - x : x, my = ny ? 0 - y : y;

			r = op == '/' ? mx / my : mx % my;
			if (op == '/' ? nx != ny : nx)
				r = 0 - r;
		}
	}
	a->bits = r;
	a->is_unsigned = u;
	return 0;
}

static int parse_binary(struct parser *p, struct constant *out, int min, int depth)
{
	if (depth > MAX_EXPR)
		return parse_fail(p, "the constant expression is nested deeper than %d", MAX_EXPR);
	if (parse_unary(p, out, depth + 1) < 0)
		return -1;
	for (int level; (level = level_of(tok(p))) > min;) {
		struct constant right = { CONST_INT, false, 0 };
		int op = tok(p);

		next(p);
		if (parse_binary(p, &right, level, depth + 1) < 0 || apply(p, out, op, &right) < 0)
			return -1;
	}
	if (min == 0 && tok(p) == '?') {
		struct constant yes = { CONST_INT, false, 0 }, no = yes;

		next(p);
		if (out->kind != CONST_INT || parse_binary(p, &yes, 0, depth + 1) < 0 || expect(p, ':', "':'") < 0 ||
			parse_binary(p, &no, 0, depth + 1) < 0)
			return out->kind != CONST_INT ? parse_fail(p, "?: wants an integer") : -1;
		*out = out->bits ? yes : no;
	}
	return 0;
}

int parse_constant(struct parser *p, struct constant *out)
{
	return parse_binary(p, out, 0, 0);
}
