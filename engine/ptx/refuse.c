/* Instructions that nobody here knows, in modules that must run all the same: tensor cores, textures, what a later PTX
 * adds.
 *
 * ptx_load keeps such an instruction as PTX_OP_REFUSED with its text and the reason; it belongs to a kernel like any
 * other, so whoever decodes that kernel meets it, and the other kernels of the module never do. Refused are whole
 * statements only, from opcode to `;`: what has no end, or an operand that is not declared, is no PTX and stays an
 * error. The text is kept token by token, so printing and parsing it again gives the same.
 */
#include <string.h>

#include "base/buf.h"
#include "ptx/forms.h"
#include "ptx/parse.h"

#define MAX_REFUSED 4096 /* bytes of an instruction's text */

/* A lone % is one, too: glued to what follows it would read as a register's name. */
static bool is_word(int kind)
{
	return kind == TOK_IDENT || kind == TOK_INT || kind == TOK_F32 || kind == TOK_F64 || kind == '%';
}

/* The statement's tokens up to `;`, which stays current. False: it is none. */
static bool take_text(struct parser *p, struct buf *text)
{
	int depth = 0, before = 0;

	for (; tok(p) != ';' || depth; next(p)) {
		int kind = tok(p);

		if (kind == TOK_END || kind == TOK_BAD || kind == TOK_STRING || kind == ':' || kind == '@' ||
			kind == ';')
			return false;
		depth += (kind == '{' || kind == '[' || kind == '(') - (kind == '}' || kind == ']' || kind == ')');
		if (depth < 0 || text->len + p->lx.tok.len > MAX_REFUSED)
			return false;
		/* A number would swallow a dot that follows it; two slashes would begin a comment. */
		if (before == ',' || (before == '/' && (kind == '/' || kind == '*')) ||
			(kind == TOK_DOT && before != TOK_IDENT && is_word(before)) ||
			(kind != TOK_DOT && (is_word(before) || before == TOK_DOT) &&
				(is_word(kind) || kind == '{' || kind == '[')))
			buf_putc(text, ' ');
		buf_add_scrubbed(text, p->lx.tok.at, p->lx.tok.len);
		before = kind;
	}
	return true;
}

static int32_t add_refused(struct ptx_module *m, struct ptx_func *f, const char *text, const char *why, int32_t label)
{
	struct ptx_refused *r = ARENA_PUSH(&m->arena, f->refused, f->nrefused, f->refused_cap);

	r->text = arena_strdup(&m->arena, text);
	r->why = arena_strdup(&m->arena, why);
	r->label = label;
	return (int32_t)f->nrefused - 1;
}

int parse_refused(struct parser *p, const struct lexer *at, int32_t guard, bool guard_neg)
{
	struct ptx_inst in = { .op = PTX_OP_REFUSED,
		.guard = guard,
		.guard_neg = guard_neg,
		.vec = 1,
		.space_at = 255,
		.line = at->tok.line,
		.loc = p->loc };
	struct buf text;
	bool whole;

	buf_init(&text);
	p->lx = *at;
	whole = take_text(p, &text);
	if (whole) {
		in.call = add_refused(p->m, &p->m->funcs[p->func], text.data, p->e->msg, -1);
		*VEC_PUSH(p->insts) = in;
		err_clear(p->e);
		next(p); /* ; */
	}
	buf_release(&text);
	return whole ? 0 : -1;
}

void ptx_refuse_inst(struct ptx_module *m, struct ptx_func *f, struct ptx_inst *in, const char *why)
{
	struct ptx_inst plain = *in;
	int32_t label = -1;
	struct buf text;

	buf_init(&text);
	plain.guard = -1;
	ptx_print_inst(m, f, &plain, &text);
	if (text.len && text.data[text.len - 1] == ';')
		text.data[--text.len] = 0;
	for (unsigned i = 0; i < in->noperands; i++)
		if (in->ops[i].kind == PTX_LABEL)
			label = in->ops[i].vec;
	*in = (struct ptx_inst){ .op = PTX_OP_REFUSED,
		.guard = in->guard,
		.guard_neg = in->guard_neg,
		.vec = 1,
		.space_at = 255,
		.line = in->line,
		.loc = in->loc,
		.call = add_refused(m, f, text.data, why, label) };
	buf_release(&text);
}

int ptx_parse_lenient(const char *text, size_t len, struct ptx_module **out, struct err *e)
{
	struct err mine = ERR_INIT; /* the parser reads what it wrote there */

	if (parse_module(text, len, true, out, &mine) == 0)
		return 0;
	if (e)
		*e = mine;
	return -1;
}

int ptx_load(const char *text, size_t len, struct ptx_module **out, struct err *e)
{
	struct ptx_module *m = NULL;
	struct err mine = ERR_INIT;

	if (ptx_parse_lenient(text, len, &m, &mine) < 0 || ptx_check_lenient(m, &mine) < 0) {
		ptx_module_free(m);
		if (e)
			*e = mine;
		return -1;
	}
	*out = m;
	return 0;
}
