/* declarations_words.c: the words of a text by number, and which words the language itself has. */
#include <stdlib.h>
#include <string.h>

#include "toolchain/declarations_internal.h"

/* C++17's, in strcmp's order: none of them names anything. Where one is missing, more is kept than is needed. */
static const char *const keywords[] = { "alignas", "alignof", "asm", "auto", "bool", "break", "case", "catch", "char",
	"char16_t", "char32_t", "class", "const", "const_cast", "constexpr", "continue", "decltype", "default",
	"delete", "do", "double", "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float",
	"for", "friend", "goto", "if", "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "nullptr",
	"operator", "private", "protected", "public", "register", "reinterpret_cast", "return", "short", "signed",
	"sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local",
	"throw", "true", "try", "typedef", "typeid", "typename", "union", "unsigned", "using", "virtual", "void",
	"volatile", "wchar_t", "while" };
enum { NKEYWORDS = sizeof keywords / sizeof *keywords, LONGEST = 16 };

static int by_spelling(const void *key, const void *element)
{
	return strcmp(key, *(const char *const *)element);
}

bool declarations_is_keyword(const char *s, size_t len)
{
	char word[LONGEST + 1];

	if (len > LONGEST)
		return false;
	memcpy(word, s, len);
	word[len] = '\0';
	return bsearch(word, keywords, NKEYWORDS, sizeof *keywords, by_spelling);
}

static uint64_t hash_of(const char *s, size_t len)
{
	uint64_t h = 14695981039346656037u; /* FNV-1a: words are short */

	for (size_t i = 0; i < len; i++)
		h = (h ^ (unsigned char)s[i]) * 1099511628211u;
	return h ^ h >> 29;
}

static void enlarge(struct declarations *d)
{
	size_t size = d->table_size ? d->table_size * 2 : 8192;
	uint32_t *table = xcalloc(size, sizeof *table);

	for (size_t i = 0; i < d->nspellings; i++) {
		size_t at = hash_of(d->spellings[i].s, d->spellings[i].len) & (size - 1);

		while (table[at])
			at = (at + 1) & (size - 1);
		table[at] = (uint32_t)i + 1;
	}
	free(d->table);
	d->table = table;
	d->table_size = size;
}

/* The word's place in the table, or the free one where it belongs. */
static size_t place_of(const struct declarations *d, const char *s, size_t len)
{
	size_t at = hash_of(s, len) & (d->table_size - 1);

	for (; d->table[at]; at = (at + 1) & (d->table_size - 1)) {
		const struct spelling *one = &d->spellings[d->table[at] - 1];

		if (one->len == len && !memcmp(one->s, s, len))
			break;
	}
	return at;
}

uint32_t declarations_find(const struct declarations *d, const char *s, size_t len)
{
	return d->table_size ? d->table[place_of(d, s, len)] - 1 : UINT32_MAX; /* 0 - 1: none */
}

uint32_t declarations_word(struct declarations *d, const char *s, size_t len)
{
	size_t at;

	if (d->nspellings * 2 >= d->table_size)
		enlarge(d);
	at = place_of(d, s, len);
	if (!d->table[at]) {
		*ARENA_PUSH(&d->memory, d->spellings, d->nspellings, d->spellings_cap) =
			(struct spelling){ .s = s, .len = (uint32_t)len };
		d->table[at] = (uint32_t)d->nspellings;
	}
	return d->table[at] - 1;
}

struct words declarations_words_begin(const struct declarations *d)
{
	return (struct words){ .from = (uint32_t)d->nwords };
}

void declarations_words_add(struct declarations *d, struct words *w, uint32_t word)
{
	*ARENA_PUSH(&d->memory, d->words, d->nwords, d->words_cap) = word;
	w->n++;
}
