/* Tokens of PTX text and the table of names; private to engine/ptx.
 *
 * Every identifier and dotted word of the text is interned once: a `struct name` carries what the word can mean
 * (opcode, type, modifier, state space, directive, special register) and what it is bound to at this moment (bind.c).
 * So the parser compares no strings. Names point into the text, which outlives the parse; what the module keeps is
 * copied into its arena.
 */
#ifndef PTX_LEX_H
#define PTX_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "ptx/module.h"

enum directive { /* words that begin a statement or stand in a declaration */
	DIR_NONE,
#define DIRECTIVE(id, word) DIR_##id,
#include "ptx/directives.def"
};

struct name {
	const char *text;
	uint32_t len, hash;
	struct name *prefix;    /* %r12: the name %r, to find .reg %r<100>; NULL when there are no trailing digits */
	uint32_t number;        /* ... and 12 */
	int32_t bind, range;    /* innermost binding of the name, and of name<n>; -1 (see bind.c) */
	uint32_t stamp, copies; /* unique.c */
	uint32_t numbered_in;   /* function + 1 that declares a name of this one and digits */
	bool is_module, was_reg, was_range; /* a name of the module; ever a register's; ever a .reg name<n> */
	int16_t op, sreg;                   /* enum or -1 */
	uint8_t type, mod, space, dir, vec; /* enum + 1 (dir: enum, vec: width), 0 = the word is none */
};

enum token_kind { /* a punctuation mark is its own character */
	TOK_END = 256,
	TOK_IDENT,
	TOK_DOT,
	TOK_INT,
	TOK_F32,
	TOK_F64,
	TOK_STRING,
	TOK_SHL,
	TOK_SHR,
	TOK_LE,
	TOK_GE,
	TOK_EQ,
	TOK_NE,
	TOK_AND,
	TOK_OR,
	TOK_BAD
};

struct token {
	int kind;
	int line;
	const char *at; /* its first byte */
	size_t len;
	struct name *name; /* TOK_IDENT, TOK_DOT (with the dot) */
	uint64_t value;    /* TOK_INT; bits of TOK_F32 and TOK_F64 */
	bool is_unsigned;  /* TOK_INT with U, or too large for signed */
};

struct names {
	struct name **slots;
	size_t cap, n; /* cap is a power of two */
	struct arena arena;
};
void names_init(struct names *t);
void names_release(struct names *t);
struct name *names_intern(struct names *t, const char *s, size_t len);

struct lexer {
	const char *p, *end, *line_start;
	int line;
	struct names *names;
	struct token tok;
};
void lex_init(struct lexer *lx, struct names *names, const char *text, size_t len);
void lex_next(struct lexer *lx);
/* Skip to the brace that closes the block whose `{` is the current token; the next token stands after it. False: text
 * ends. */
bool lex_skip_block(struct lexer *lx);

#endif
