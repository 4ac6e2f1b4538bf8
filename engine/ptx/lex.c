/* Text to tokens. Bytes that PTX does not know give TOK_BAD, which no rule of the grammar accepts; so does an
 * unterminated string or comment. The text need not be terminated, and nothing before `p` or from `end` on is read.
 */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/lex.h"

enum { C_IDENT = 1, C_START = 2, C_DIGIT = 4, C_HEX = 8, C_SPACE = 16 };

static const uint8_t classes[256] = { ['\t'] = C_SPACE,
	[' '] = C_SPACE,
	['\r'] = C_SPACE,
	['\f'] = C_SPACE,
	['\v'] = C_SPACE,
	['0' ... '9'] = C_IDENT | C_DIGIT | C_HEX,
	['a' ... 'f'] = C_IDENT | C_START | C_HEX,
	['A' ... 'F'] = C_IDENT | C_START | C_HEX,
	['g' ... 'z'] = C_IDENT | C_START,
	['G' ... 'Z'] = C_IDENT | C_START,
	['_'] = C_IDENT | C_START,
	['$'] = C_IDENT | C_START,
	['%'] = C_START };

static bool is(char c, int cls)
{
	return (classes[(unsigned char)c] & cls) != 0;
}

void lex_init(struct lexer *lx, struct names *names, const char *text, size_t len)
{
	memset(lx, 0, sizeof *lx);
	lx->p = lx->line_start = text;
	lx->end = text + len;
	lx->line = 1;
	lx->names = names;
}

static void newline(struct lexer *lx)
{
	lx->line++;
	lx->line_start = lx->p;
}

/* White space and comments. False: the comment that stands here does not end. */
static bool skip_space(struct lexer *lx)
{
	for (; lx->p < lx->end;) {
		char c = *lx->p;

		if (c == '\n') {
			lx->p++;
			newline(lx);
		} else if (is(c, C_SPACE)) {
			lx->p++;
		} else if (c == '/' && lx->end - lx->p > 1 && lx->p[1] == '/') {
			const char *nl = memchr(lx->p, '\n', (size_t)(lx->end - lx->p));

			lx->p = nl ? nl : lx->end;
		} else if (c == '/' && lx->end - lx->p > 1 && lx->p[1] == '*') {
			const char *stop = memmem(lx->p + 2, (size_t)(lx->end - lx->p - 2), "*/", 2);

			if (!stop)
				return false;
			for (lx->p += 2; lx->p < stop;)
				if (*lx->p++ == '\n')
					newline(lx);
			lx->p += 2;
		} else {
			break;
		}
	}
	return true;
}

/* A % begins a name when a letter follows; or it is the operator, also in %%. */
static bool begins_word(const struct lexer *lx)
{
	if (*lx->p != '%')
		return is(*lx->p, C_START);
	return lx->end - lx->p > 1 && lx->p[1] != '%' && is(lx->p[1], C_START);
}

static void lex_word(struct lexer *lx)
{
	const char *s = lx->p++;

	while (lx->p < lx->end && is(*lx->p, C_IDENT))
		lx->p++;
	/* %tid.x is one name; so is the element of a vector register, which the parser then looks for. */
	if (*s == '%' && lx->end - lx->p > 1 && *lx->p == '.' && lx->p[1] >= 'w' && lx->p[1] <= 'z' &&
		(lx->end - lx->p == 2 || !is(lx->p[2], C_IDENT)))
		lx->p += 2;
	lx->tok.kind = TOK_IDENT;
	lx->tok.name = names_intern(lx->names, s, (size_t)(lx->p - s));
}

/* .word, .L1::no_allocate, .mbarrier::complete_tx::bytes */
static void lex_dot(struct lexer *lx)
{
	const char *s = lx->p++;

	for (;;) {
		while (lx->p < lx->end && is(*lx->p, C_IDENT))
			lx->p++;
		if (lx->end - lx->p < 3 || lx->p[0] != ':' || lx->p[1] != ':' || !is(lx->p[2], C_IDENT))
			break;
		lx->p += 2;
	}
	lx->tok.kind = lx->p - s > 1 ? TOK_DOT : TOK_BAD;
	lx->tok.name = names_intern(lx->names, s, (size_t)(lx->p - s));
}

/* Digits of `base`; false when there are none or they pass 64 bits. */
static bool lex_digits(struct lexer *lx, unsigned base)
{
	const char *s = lx->p;
	uint64_t v = 0;

	for (; lx->p < lx->end && is(*lx->p, C_HEX); lx->p++) {
		char c = *lx->p;
		unsigned d = is(c, C_DIGIT) ? (unsigned)(c - '0') : (unsigned)((c | 32) - 'a') + 10;

		if (d >= base)
			break;
		if (__builtin_mul_overflow(v, base, &v) || __builtin_add_overflow(v, d, &v))
			return false;
	}
	lx->tok.value = v;
	return lx->p > s;
}

/* 0f3F800000, 0d3FF0000000000000: exactly 8 or 16 digits. */
static void lex_raw_float(struct lexer *lx, int digits, int kind)
{
	lx->p += 2;
	const char *s = lx->p;

	lx->tok.kind = lex_digits(lx, 16) && lx->p - s == digits ? kind : TOK_BAD;
}

static void lex_decimal_float(struct lexer *lx, const char *s)
{
	char text[64];
	double v;

	while (lx->p < lx->end && (is(*lx->p, C_DIGIT) || *lx->p == '.'))
		lx->p++;
	if (lx->p < lx->end && (*lx->p | 32) == 'e') {
		lx->p++;
		if (lx->p < lx->end && (*lx->p == '+' || *lx->p == '-'))
			lx->p++;
		while (lx->p < lx->end && is(*lx->p, C_DIGIT))
			lx->p++;
	}
	size_t len = (size_t)(lx->p - s);
	lx->tok.kind = TOK_BAD;
	if (len >= sizeof text)
		return;
	memcpy(text, s, len);
	text[len] = 0;

	/* The process may run under a locale with a decimal comma. */
	locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	char *stop = text;

	if (!c_locale)
		return;
	v = strtod_l(text, &stop, c_locale);
	freelocale(c_locale);
	if (stop != text + len)
		return;
	memcpy(&lx->tok.value, &v, sizeof v);
	lx->tok.kind = TOK_F64;
}

static void lex_number(struct lexer *lx)
{
	const char *s = lx->p;
	char second = lx->end - s > 1 ? (char)(s[1] | 32) : 0;
	bool ok;

	if (*s == '0' && second == 'f') {
		lex_raw_float(lx, 8, TOK_F32);
	} else if (*s == '0' && second == 'd') {
		lex_raw_float(lx, 16, TOK_F64);
	} else {
		if (*s == '0' && second == 'x') {
			lx->p += 2;
			ok = lex_digits(lx, 16);
		} else if (*s == '0' && second == 'b') {
			lx->p += 2;
			ok = lex_digits(lx, 2);
		} else {
			const char *q = s;

			while (q < lx->end && is(*q, C_DIGIT))
				q++;
			if (q < lx->end && (*q == '.' || (*q | 32) == 'e')) {
				lex_decimal_float(lx, s);
				goto end;
			}
			ok = lex_digits(lx, *s == '0' && q - s > 1 ? 8 : 10);
		}
		lx->tok.kind = ok ? TOK_INT : TOK_BAD;
		lx->tok.is_unsigned = lx->tok.value >> 63;
		if (lx->p < lx->end && *lx->p == 'U') {
			lx->tok.is_unsigned = true;
			lx->p++;
		}
	}
end:
	/* 12abc is no number followed by a name. */
	if (lx->p < lx->end && is(*lx->p, C_IDENT)) {
		while (lx->p < lx->end && is(*lx->p, C_IDENT))
			lx->p++;
		lx->tok.kind = TOK_BAD;
	}
}

static void lex_string(struct lexer *lx)
{
	lx->tok.kind = TOK_BAD;
	for (lx->p++; lx->p < lx->end && *lx->p != '\n' && *lx->p; lx->p++) {
		if (*lx->p == '"') {
			lx->p++;
			lx->tok.kind = TOK_STRING;
			return;
		}
		if (*lx->p == '\\' && lx->end - lx->p > 1 && lx->p[1] != '\n' && lx->p[1])
			lx->p++;
	}
}

static void lex_mark(struct lexer *lx)
{
	static const struct {
		char text[3];
		int kind;
	} pairs[] = {
		{ "<<", TOK_SHL },
		{ ">>", TOK_SHR },
		{ "<=", TOK_LE },
		{ ">=", TOK_GE },
		{ "==", TOK_EQ },
		{ "!=", TOK_NE },
		{ "&&", TOK_AND },
		{ "||", TOK_OR },
	};
	char c = *lx->p++;

	lx->tok.kind = c > 0 && strchr("[]{}()<>,;:@!|&^~+-*/%?=", c) ? c : TOK_BAD;
	if (lx->p == lx->end || !strchr("<>=!&|", c))
		return;
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		if (pairs[i].text[0] == c && pairs[i].text[1] == *lx->p) {
			lx->p++;
			lx->tok.kind = pairs[i].kind;
			return;
		}
	}
}

void lex_next(struct lexer *lx)
{
	bool ended = skip_space(lx);

	lx->tok.line = lx->line;
	lx->tok.at = lx->p;
	lx->tok.is_unsigned = false;
	if (!ended) {
		lx->tok.kind = TOK_BAD;
		lx->p = lx->end;
	} else if (lx->p == lx->end) {
		lx->tok.kind = TOK_END;
	} else if (begins_word(lx)) {
		lex_word(lx);
	} else if (*lx->p == '.') {
		lex_dot(lx);
	} else if (is(*lx->p, C_DIGIT)) {
		lex_number(lx);
	} else if (*lx->p == '"') {
		lex_string(lx);
	} else {
		lex_mark(lx);
	}
	lx->tok.len = (size_t)(lx->p - lx->tok.at);
}

bool lex_skip_block(struct lexer *lx)
{
	int depth = 1;

	while (lx->p < lx->end) {
		char c = *lx->p++;

		if (c == '\n')
			newline(lx);
		else if (c == '{')
			depth++;
		else if (c == '}' && --depth == 0) {
			lex_next(lx);
			return true;
		}
	}
	lx->tok.kind = TOK_END;
	lx->tok.at = lx->p;
	lx->tok.len = 0;
	lx->tok.line = lx->line;
	return false;
}
