/* declarations_names.c: which names a declaration declares. A function's is one, a structure's and an enumeration's are
 * few; where it is not plain, all its words are taken for names, so that rather too much is kept. */
#include <string.h>

#include "toolchain/declarations_internal.h"

static bool is(const struct token *t, const char *text)
{
	return t->len == strlen(text) && !memcmp(t->s, text, t->len);
}

static bool is_any(const struct token *t, const char *const *texts, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (is(t, texts[i]))
			return true;
	return false;
}

/* What these words are followed by in parentheses belongs to them and declares nothing. */
static const char *const with_arguments[] = { "__attribute__", "__attribute", "__declspec", "__asm__", "__asm", "asm",
	"alignas", "alignof", "__alignof", "__alignof__", "decltype", "noexcept", "sizeof", "throw", "__typeof__" };
static const char *const structures[] = { "struct", "class", "union", "enum" };
#define IS_ANY(t, texts) is_any(t, texts, sizeof(texts) / sizeof *(texts))

/* The index after the parentheses, braces or brackets that open at i; n where they do not close. */
static size_t past_group(const struct token *t, size_t n, size_t i)
{
	int depth = 0;

	for (; i < n; i++) {
		if (t[i].kind != TOKEN_OTHER || t[i].len != 1)
			continue;
		if (strchr("({[", *t[i].s))
			depth++;
		else if (strchr(")}]", *t[i].s) && --depth == 0)
			return i + 1;
	}
	return n;
}

/* The index after attributes and their like at i. */
static size_t past_attributes(const struct token *t, size_t n, size_t i)
{
	while (i < n && IS_ANY(&t[i], with_arguments))
		i = i + 1 < n && is(&t[i + 1], "(") ? past_group(t, n, i + 1) : i + 1;
	return i;
}

/* The index after template <...> at i. */
static size_t past_template(const struct token *t, size_t n, size_t i)
{
	int depth = 0;

	while (i < n && is(&t[i], "template")) {
		for (i++; i < n; i++) {
			if (is(&t[i], "(")) {
				i = past_group(t, n, i) - 1;
			} else if (is(&t[i], "<")) {
				depth++;
			} else if (is(&t[i], ">") && --depth == 0) {
				i++;
				break;
			}
		}
	}
	return i;
}

/* Is the = at i one of its own, and no part of ==, <= and the like? */
static bool is_assignment(const struct token *t, size_t n, size_t i)
{
	return is(&t[i], "=") && !(i + 1 < n && is(&t[i + 1], "=")) && !(i && strchr("=<>!", *t[i - 1].s));
}

/* The index of a function's name: a word that stands before parentheses. n: it is no function. */
static size_t function_name(const struct token *t, size_t n)
{
	size_t i = past_template(t, n, 0);

	if (i < n && (is(&t[i], "typedef") || is(&t[i], "using") || is(&t[i], "static_assert")))
		return n;
	while (i < n) {
		if (IS_ANY(&t[i], with_arguments))
			i = past_attributes(t, n, i);
		else if (is(&t[i], "(") || is(&t[i], "{") || is_assignment(t, n, i) || is(&t[i], "["))
			return i > 0 && is(&t[i], "(") && t[i - 1].kind == TOKEN_WORD ? i - 1 : n;
		else
			i++;
	}
	return n;
}

/* Outside of all brackets: an operator, which is called without its name, or an assertion. */
static bool names_nothing(const struct token *t, size_t n)
{
	for (size_t i = past_template(t, n, 0); i < n; i++) {
		if (is(&t[i], "(") || is(&t[i], "{") || is(&t[i], "["))
			i = past_group(t, n, i) - 1;
		else if (is(&t[i], "operator") || is(&t[i], "static_assert"))
			return true;
	}
	return false;
}

bool declarations_is_function(const struct token *t, size_t n)
{
	return names_nothing(t, n) || function_name(t, n) < n;
}

/* All words but those of attributes. */
static void take_all(struct declarations *d, struct declaration *one, const struct token *t, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		i = past_attributes(t, n, i);
		if (i < n && t[i].kind == TOKEN_WORD)
			declarations_words_add(d, &one->names, t[i].word);
	}
}

/* The words of an enumeration's braces that are no value. */
static void take_enumerators(
	struct declarations *d, struct declaration *one, const struct token *t, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		if (is(&t[i], "("))
			i = past_group(t, to, i) - 1;
		else if (t[i].kind == TOKEN_WORD && (is(&t[i - 1], "{") || is(&t[i - 1], ",")))
			declarations_words_add(d, &one->names, t[i].word);
	}
}

/* struct tag { ... } name; False: it is none. */
static bool take_structure(struct declarations *d, struct declaration *one, const struct token *t, size_t n)
{
	size_t i = past_template(t, n, 0), open, close;
	bool enumeration;

	while (i < n &&
		(is(&t[i], "typedef") || is(&t[i], "static") || is(&t[i], "const") || IS_ANY(&t[i], with_arguments)))
		i = IS_ANY(&t[i], with_arguments) ? past_attributes(t, n, i) : i + 1;
	if (i == n || !IS_ANY(&t[i], structures))
		return false;
	enumeration = is(&t[i], "enum");
	i = past_attributes(t, n, i + 1);
	if (enumeration && i < n && (is(&t[i], "class") || is(&t[i], "struct")))
		i = past_attributes(t, n, i + 1);
	for (open = i; open < n && !is(&t[open], "{"); open++)
		if (is(&t[open], "(") && !IS_ANY(&t[open - 1], with_arguments))
			return false;
	if (open == n)
		return false;
	close = past_group(t, n, open);
	if (t[i].kind == TOKEN_WORD)
		declarations_words_add(d, &one->names, t[i].word);
	if (enumeration)
		take_enumerators(d, one, t, open + 1, close);
	if (close < n)
		take_all(d, one, t + close, n - close);
	return one->names.n > 0;
}

/* typedef ... name; False: it is not that plain. */
static bool take_typedef(struct declarations *d, struct declaration *one, const struct token *t, size_t n)
{
	const struct token *last = NULL;

	if (!n || !is(&t[0], "typedef"))
		return false;
	for (size_t i = past_attributes(t, n, 1); i < n; i = past_attributes(t, n, i + 1)) {
		if (is(&t[i], "["))
			i = past_group(t, n, i) - 1;
		else if (is(&t[i], "(") || is(&t[i], "{") || is(&t[i], ",") || is(&t[i], "<"))
			return false;
		else if (t[i].kind == TOKEN_WORD)
			last = &t[i];
	}
	if (last)
		declarations_words_add(d, &one->names, last->word);
	return last;
}

void declarations_name(struct declarations *d, struct declaration *one, const struct token *t, size_t n)
{
	size_t name = function_name(t, n);

	one->names = declarations_words_begin(d);
	one->always = names_nothing(t, n);
	if (one->always)
		return;
	if (name < n) {
		declarations_words_add(d, &one->names, t[name].word);
		/* A::name */
		if (name >= 3 && is(&t[name - 1], ":") && t[name - 3].kind == TOKEN_WORD)
			declarations_words_add(d, &one->names, t[name - 3].word);
	} else if (!take_structure(d, one, t, n) && !take_typedef(d, one, t, n)) {
		one->names = declarations_words_begin(d);
		take_all(d, one, t, n);
	}
	one->always = !one->names.n;
}
