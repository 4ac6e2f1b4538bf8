/* declarations_internal: how declarations.h keeps what it has read, for its files: declarations.c (reading),
 * declarations_names.c (which names one declares) and declarations_needed.c (what a file needs). */
#ifndef TOOLCHAIN_DECLARATIONS_INTERNAL_H
#define TOOLCHAIN_DECLARATIONS_INTERNAL_H

#include <stdint.h>

#include "base/arena.h"
#include "toolchain/declarations.h"

enum token_kind { TOKEN_END, TOKEN_WORD, TOKEN_KEYWORD, TOKEN_STRING, TOKEN_OTHER, TOKEN_LINE };
struct token {
	enum token_kind kind;
	const char *s;
	uint32_t len;
	uint32_t word; /* of a TOKEN_WORD */
};

/* Numbers of words, some of them: declarations.words[from .. from + n). */
struct words {
	uint32_t from, n;
};

struct declaration {
	const char *s, *end;
	const char *file; /* `"name"` as a line of the preprocessor has it */
	uint32_t file_len, line;
	int scope;   /* index; -1: none */
	bool always; /* no name, or more than names decide */
	bool system; /* out of a header of the system */
	struct words names, uses;
};

/* extern "C" {, namespace std { */
struct scope {
	const char *s;
	size_t len;
	int parent;
};

struct macro {
	const char *s; /* its line, the last one; NULL: none in a header */
	size_t len;
	struct words body;
	bool pastes;     /* ## */
	bool predefined; /* by the compiler or its command line: nothing of the headers' */
};

struct declarations {
	struct arena memory;
	struct declaration *list;
	size_t n, cap;
	struct scope *scopes;
	size_t nscopes, scopes_cap;
	uint32_t *words;
	size_t nwords, words_cap;
	/* The words, by number, and a table to find them: index + 1. */
	struct spelling {
		const char *s;
		uint32_t len;
	} * spellings;
	size_t nspellings, spellings_cap;
	uint32_t *table;
	size_t table_size;    /* a power of two */
	struct macro *macros; /* by word, from 0 to nspellings */
	size_t nmacros;
};

/* A word's number. declarations_find: UINT32_MAX: it has none; declarations_word: it is given one then. */
uint32_t declarations_find(const struct declarations *d, const char *s, size_t len);
uint32_t declarations_word(struct declarations *d, const char *s, size_t len);
bool declarations_is_keyword(const char *s, size_t len);

/* declarations_names.c. Is what the n tokens begin a function's body, when a { comes next? */
bool declarations_is_function(const struct token *t, size_t n);
/* Fills d->names and d->always. The tokens are those of the whole declaration. */
void declarations_name(struct declarations *d, struct declaration *one, const struct token *t, size_t n);
/* Begin a list of words; add one. */
struct words declarations_words_begin(const struct declarations *d);
void declarations_words_add(struct declarations *d, struct words *w, uint32_t word);

#endif
