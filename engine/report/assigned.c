/* assigned: see assigned.h. */
#include "report/assigned.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/literal.h"

enum { TOKENS = 128 };

struct token {
	const char *at;
	size_t n;
	bool word;
};
struct tokens {
	struct token v[TOKENS];
	size_t n;
	bool whole; /* there were not too many, and no text in quotes */
};

static bool is(const struct tokens *t, size_t i, const char *text)
{
	return i < t->n && t->v[i].n == strlen(text) && !memcmp(t->v[i].at, text, t->v[i].n);
}

static size_t sign_length(const char *p, size_t n)
{
	static const char *const signs[] = { "<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "==", "<=",
		">=", "!=", "++", "--", "&&", "||", "->", "::" };

	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (strlen(signs[i]) <= n && !memcmp(p, signs[i], strlen(signs[i])))
			return strlen(signs[i]);
	return 1;
}

static void split(const char *s, size_t n, bool *in_comment, struct tokens *t)
{
	const char *end = s + n;

	*t = (struct tokens){ .whole = true };
	while (s < end) {
		bool word = isalpha((unsigned char)*s) || *s == '_';
		size_t k = 1;

		if (*in_comment) {
			*in_comment = !(end - s >= 2 && s[0] == '*' && s[1] == '/');
			s += *in_comment ? 1 : 2;
			continue;
		}
		if (end - s >= 2 && s[0] == '/' && s[1] == '/')
			break;
		if (end - s >= 2 && s[0] == '/' && s[1] == '*') {
			*in_comment = true;
			s += 2;
			continue;
		}
		if (isspace((unsigned char)*s)) {
			s++;
			continue;
		}
		if (word || isdigit((unsigned char)*s))
			while (s + k < end && (literal_in_word(s[k]) || (!word && s[k] == '.')))
				k++;
		else
			k = sign_length(s, (size_t)(end - s));
		if (t->n == TOKENS || *s == '"' || *s == '\'' || *s == '#') {
			t->whole = false;
			t->n = 0;
			return;
		}
		t->v[t->n++] = (struct token){ s, k, word };
		s += k;
	}
}

/* The words of a type from place *i on, which moves past them; 0: there is none. */
static char type_at(const struct tokens *t, size_t *i)
{
	static const struct {
		const char *word;
		char kind;
	} words[] = { { "const", 0 }, { "volatile", 0 }, { "static", 0 }, { "register", 0 }, { "signed", 'i' },
		{ "unsigned", 'i' }, { "int", 'i' }, { "short", 'i' }, { "char", 'i' }, { "uint", 'i' },
		{ "int32_t", 'i' }, { "uint32_t", 'i' }, { "uint8_t", 'i' }, { "uint16_t", 'i' }, { "float", 'f' },
		{ "double", 'd' }, { "bool", 'p' }, { "long", 'l' }, { "size_t", 'l' }, { "int64_t", 'l' },
		{ "uint64_t", 'l' }, { "__restrict__", 0 }, { "*", 'l' } };
	size_t first = *i;
	char kind = 0;
	bool any = true;

	while (any) {
		any = false;
		for (size_t k = 0; k < sizeof words / sizeof *words && !any; k++)
			if (is(t, *i, words[k].word) && (*i > first || words[k].word[0] != '*')) {
				any = true;
				if (words[k].kind && kind != 'l')
					kind = words[k].kind;
				++*i;
			}
	}
	return kind;
}

static bool assigns(const struct tokens *t, size_t i)
{
	return i < t->n && !t->v[i].word && t->v[i].n >= 1 && t->v[i].at[t->v[i].n - 1] == '=' && !is(t, i, "==") &&
		!is(t, i, "<=") && !is(t, i, ">=") && !is(t, i, "!=");
}

static bool counts(const struct tokens *t, size_t i)
{
	return is(t, i, "++") || is(t, i, "--");
}

/* "sum += x", "k++", "++k" at a place: the place of the name; SIZE_MAX: it is none of these. */
static size_t set_at(const struct tokens *t, size_t i)
{
	if (counts(t, i) && i + 1 < t->n && t->v[i + 1].word)
		return i + 1;
	if (i < t->n && t->v[i].word && (assigns(t, i + 1) || counts(t, i + 1)))
		return i;
	return SIZE_MAX;
}

/* After the ')' that belongs to the '(' at i. */
static size_t after_bracket(const struct tokens *t, size_t i)
{
	int depth = 0;

	for (; i < t->n; i++) {
		depth += is(t, i, "(") - is(t, i, ")");
		if (!depth)
			return i + 1;
	}
	return i;
}

/* The end of the statement that begins at i, if it sets nothing but what it begins with; SIZE_MAX: no. */
static size_t end_of(const struct tokens *t, size_t i)
{
	int depth = 0;

	for (; i < t->n; i++) {
		depth += is(t, i, "(") + is(t, i, "[") + is(t, i, "{");
		depth -= is(t, i, ")") + is(t, i, "]") + is(t, i, "}");
		if (assigns(t, i) || counts(t, i) || (is(t, i, ",") && !depth))
			return SIZE_MAX;
		if (is(t, i, ";"))
			return i;
	}
	return SIZE_MAX;
}

static bool same(const struct token *a, const struct token *b)
{
	return a->n == b->n && !memcmp(a->at, b->at, a->n);
}

struct assigned assigned_by_line(const char *line, size_t n, bool *in_comment)
{
	const struct assigned none = { 0 };
	struct tokens t;
	size_t i = 0, name, end;
	bool loop, compound, starts;
	char kind;

	split(line, n, in_comment, &t);
	while (is(&t, i, "{") || is(&t, i, "}") || is(&t, i, "else"))
		i++;
	if (is(&t, i, "if") && is(&t, i + 1, "("))
		i = after_bracket(&t, i + 1);
	loop = is(&t, i, "for") && is(&t, i + 1, "(");
	i += loop ? 2 : 0;
	kind = type_at(&t, &i);
	name = set_at(&t, i);
	if (name == SIZE_MAX || (kind && !is(&t, name + 1, "=")))
		return none;
	compound = !is(&t, name + 1, "=");
	i = counts(&t, i) ? name + 1 : name + 2; /* after "++k", after the sign */
	end = end_of(&t, i);
	if (end == SIZE_MAX)
		return none;
	starts = loop && end == i + 1 && isdigit((unsigned char)*t.v[i].at);
	if (loop) { /* its third part must set the same, and the line nothing more */
		size_t third = end_of(&t, end + 1), again = third == SIZE_MAX ? SIZE_MAX : set_at(&t, third + 1);

		if (again == SIZE_MAX || !same(&t.v[again], &t.v[name]))
			return none;
		for (size_t k = counts(&t, third + 1) ? again + 1 : again + 2; k < t.n; k++)
			if (assigns(&t, k) || counts(&t, k))
				return none;
		compound = true;
	} else {
		for (size_t k = end + 1; k < t.n; k++)
			if (!is(&t, k, "}"))
				return none;
	}
	return (struct assigned){ t.v[name].at, t.v[name].n, kind, compound, loop, starts,
		starts ? strtol(t.v[i].at, NULL, 0) : 0 };
}

struct assigned assigned_parameter(const char *source, const char *kernel, size_t kernel_n, size_t k)
{
	const struct assigned none = { 0 };

	for (const char *at = source; (at = strstr(at, "__global__")) != NULL; at++) {
		const char *name = strpbrk(at, "(;{"), *list, *end;
		struct tokens t;
		struct assigned found = none;
		bool in_comment = false;
		size_t nth = 0;
		int depth = 0;
		char kind = 0;

		/* __launch_bounds__(256) may come before the name. */
		while (name && *name == '(' && name - at > 17 && !strncmp(name - 17, "__launch_bounds__", 17))
			name = (name = strchr(name, ')')) ? strpbrk(name, "(;{") : NULL;
		if (!name || *name != '(')
			continue;
		list = name + 1;
		while (name > at && isspace((unsigned char)name[-1]))
			name--;
		if ((size_t)(name - at) <= kernel_n || memcmp(name - kernel_n, kernel, kernel_n) ||
			literal_in_word(name[-(long)kernel_n - 1]))
			continue;
		end = strchr(list, '{');
		split(list, end ? (size_t)(end - list) : strlen(list), &in_comment, &t);
		for (size_t i = 0; i < t.n; i++) {
			if (depth == 0 && (is(&t, i, ",") || is(&t, i, ")"))) {
				if (nth++ == k) {
					found.kind = kind;
					return found;
				}
				if (is(&t, i, ")"))
					break;
				found = none;
				kind = 0;
				continue;
			}
			depth += is(&t, i, "(") + is(&t, i, "<") + is(&t, i, "[");
			depth -= is(&t, i, ")") + is(&t, i, ">") + is(&t, i, "]");
			if (depth == 0 && t.v[i].word) {
				size_t after = i;
				char word = type_at(&t, &after);

				kind = word && kind != 'l' ? word : kind;
				if (after > i)
					i = after - 1;
				else
					found = (struct assigned){ t.v[i].at, t.v[i].n, 0, false, false, false, 0 };
			} else if (is(&t, i, "*")) {
				kind = 'l';
			}
		}
	}
	return none;
}
