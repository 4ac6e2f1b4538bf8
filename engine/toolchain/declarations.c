/* declarations.c: reads a preprocessed text: tokens, the lines of the preprocessor, where a declaration begins and
 * ends.
 */
#include "toolchain/declarations.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/literal.h"
#include "toolchain/declarations_internal.h"

struct reader {
	struct declarations *d;
	const char *s, *end;
	bool line_start;
	const char *file; /* of the place that is read */
	uint32_t file_len, line;
	bool system, predefined;
	int scope;
	bool broken;
	/* The declaration that is read. */
	struct token *tokens;
	size_t n, cap;
	int depth;        /* of brackets of all kinds */
	bool is_function; /* the braces that are open are its body */
	struct declaration now;
};

static bool starts(const char *s, const char *end, const char *word)
{
	size_t n = strlen(word);

	return (size_t)(end - s) >= n && !memcmp(s, word, n);
}

static const char *line_end(const char *s, const char *end)
{
	const char *nl = memchr(s, '\n', (size_t)(end - s));

	return nl ? nl : end;
}

static const char *past_blank(const char *s, const char *end)
{
	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	return s;
}

static const char *past_word(const char *s, const char *end)
{
	while (s < end && literal_in_word(*s))
		s++;
	return s;
}

/* What g++ reads before the first line of any text. To say it once more is a warning to the student, since g++ guards
 * the names that begin with __STDC_. */
static bool reads_itself(const char *name, const char *close)
{
	static const char header[] = "/stdc-predef.h";
	const size_t n = sizeof header - 1;

	return starts(name, close, "\"<built-in>") || starts(name, close, "\"<command-line>") ||
		((size_t)(close - name) > n && !memcmp(close - n, header, n));
}

/* # 12 "name" 1 3 */
static void read_place(struct reader *r, const char *s, const char *end)
{
	const char *name, *close;

	r->line = (uint32_t)strtoul(s, NULL, 10) - 1; /* the line's own end counts one */
	name = memchr(s, '"', (size_t)(end - s));
	close = name ? memchr(name + 1, '"', (size_t)(end - name - 1)) : NULL;
	if (!close)
		return;
	r->file = name;
	r->file_len = (uint32_t)(close + 1 - name);
	r->system = memchr(close, '3', (size_t)(end - close));
	r->predefined = reads_itself(name, close);
}

/* #define NAME ..., #undef NAME. `name`: where the name begins. */
static void read_macro(struct reader *r, const char *line, const char *name, const char *end, bool defines)
{
	const char *stop = past_word(name, end);
	uint32_t word = declarations_word(r->d, name, (size_t)(stop - name));
	struct macro *m;

	if (word >= r->d->nmacros) {
		size_t more = word * 2 + 4096;

		r->d->macros = xrealloc(r->d->macros, more * sizeof *r->d->macros);
		memset(r->d->macros + r->d->nmacros, 0, (more - r->d->nmacros) * sizeof *r->d->macros);
		r->d->nmacros = more;
	}
	m = &r->d->macros[word];
	if (r->predefined) {
		m->predefined = true;
		return;
	}
	/* The text would have to say so before the first file, too. None of the headers does that. */
	r->broken |= m->predefined;
	m->s = line;
	m->len = (size_t)(end - line);
	m->pastes = defines && memmem(stop, (size_t)(end - stop), "##", 2);
	m->body = declarations_words_begin(r->d);
	for (const char *s = stop; defines && s < end;) {
		const char *past = past_word(s, end);

		if (past == s) {
			s++;
			continue;
		}
		if (!isdigit((unsigned char)*s) && !declarations_is_keyword(s, (size_t)(past - s)))
			declarations_words_add(r->d, &m->body, declarations_word(r->d, s, (size_t)(past - s)));
		s = past;
	}
}

static struct declaration *keep(struct reader *r, const char *s, const char *end)
{
	struct declaration *one = ARENA_PUSH(&r->d->memory, r->d->list, r->d->n, r->d->cap);

	*one = r->now;
	one->s = s;
	one->end = end;
	return one;
}

static void begin_at_place(struct reader *r)
{
	r->now = (struct declaration){
		.file = r->file, .file_len = r->file_len, .line = r->line, .scope = r->scope, .system = r->system
	};
}

/* A line of the preprocessor, from its # to its end. True: it stands between declarations as it is (#pragma). */
static void read_line(struct reader *r, const char *s, const char *end)
{
	const char *word = past_blank(s + 1, end);

	if (isdigit((unsigned char)*word)) {
		read_place(r, word, end);
	} else if (starts(word, end, "define ")) {
		read_macro(r, s, past_blank(word + 6, end), end, true);
	} else if (starts(word, end, "undef ")) {
		read_macro(r, s, past_blank(word + 5, end), end, false);
	} else if (!r->n) {
		begin_at_place(r);
		keep(r, s, end)->always = true;
	}
}

static bool next_token(struct reader *r, struct token *t)
{
	while (r->s < r->end) {
		const char *s = r->s, *past;

		if (*s == '\n') {
			r->line++;
			r->line_start = true;
			r->s++;
			continue;
		}
		if (isspace((unsigned char)*s)) {
			r->s++;
			continue;
		}
		if (r->line_start && *s == '#') {
			r->s = line_end(s, r->end);
			read_line(r, s, r->s);
			continue;
		}
		r->line_start = false;
		*t = (struct token){ .kind = TOKEN_OTHER, .s = s };
		past = past_word(s, r->end);
		if (past > s && !isdigit((unsigned char)*s)) {
			t->kind = declarations_is_keyword(s, (size_t)(past - s)) ? TOKEN_KEYWORD : TOKEN_WORD;
			if (t->kind == TOKEN_WORD)
				t->word = declarations_word(r->d, s, (size_t)(past - s));
		} else if (past == s) {
			past = literal_past(s, s, r->end);
			t->kind = past > s ? TOKEN_STRING : TOKEN_OTHER;
			past = past > s ? past : s + 1;
		}
		t->len = (uint32_t)(past - s);
		r->s = past;
		return true;
	}
	return false;
}

static bool is_char(const struct token *t, char c)
{
	return t->kind == TOKEN_OTHER && t->len == 1 && *t->s == c;
}

static bool is_word(const struct token *t, const char *word)
{
	return t->len == strlen(word) && !memcmp(t->s, word, t->len);
}

static void end_declaration(struct reader *r)
{
	struct declaration *one = keep(r, r->tokens[0].s, r->s);

	declarations_name(r->d, one, r->tokens, r->n);
	one->uses = declarations_words_begin(r->d);
	for (size_t i = 0; i < r->n; i++)
		if (r->tokens[i].kind == TOKEN_WORD)
			declarations_words_add(r->d, &one->uses, r->tokens[i].word);
	r->n = 0;
	r->is_function = false;
}

/* Do the tokens up to a { open a scope, in which further declarations stand? */
static bool opens_scope(const struct reader *r)
{
	if (r->n == 3 && is_word(&r->tokens[0], "extern") && r->tokens[1].kind == TOKEN_STRING)
		return true;
	return is_word(&r->tokens[0], "namespace") ||
		(r->n > 2 && is_word(&r->tokens[0], "inline") && is_word(&r->tokens[1], "namespace"));
}

static void open_scope(struct reader *r)
{
	*ARENA_PUSH(&r->d->memory, r->d->scopes, r->d->nscopes, r->d->scopes_cap) =
		(struct scope){ .s = r->tokens[0].s, .len = (size_t)(r->s - r->tokens[0].s), .parent = r->scope };
	r->scope = (int)r->d->nscopes - 1;
	r->n = 0;
	r->depth = 0;
}

static void take_token(struct reader *r, const struct token *t)
{
	if (!r->n && is_char(t, ';'))
		return;
	if (!r->n && is_char(t, '}')) {
		r->broken = r->scope < 0;
		r->scope = r->broken ? -1 : r->d->scopes[r->scope].parent;
		return;
	}
	if (!r->n)
		begin_at_place(r);
	/* Something begins where a declaration was to end: a function was taken for something else. */
	else if (!r->depth && is_char(&r->tokens[r->n - 1], '}') && t->kind == TOKEN_KEYWORD)
		r->broken = true;
	*ARENA_PUSH(&r->d->memory, r->tokens, r->n, r->cap) = *t;
	if (is_char(t, '(') || is_char(t, '[') || is_char(t, '{')) {
		if (*t->s == '{' && !r->depth && opens_scope(r)) {
			open_scope(r);
			return;
		}
		if (*t->s == '{' && !r->depth)
			r->is_function = declarations_is_function(r->tokens, r->n - 1);
		r->depth++;
	} else if (is_char(t, ')') || is_char(t, ']') || is_char(t, '}')) {
		r->depth--;
		r->broken |= r->depth < 0;
		if (!r->depth && *t->s == '}' && r->is_function)
			end_declaration(r);
	} else if (is_char(t, ';') && !r->depth) {
		end_declaration(r);
	}
}

struct declarations *declarations_parse(const char *text, size_t len)
{
	struct declarations *d = xcalloc(1, sizeof *d);
	struct reader r = { .d = d,
		.s = text,
		.end = text + len,
		.line_start = true,
		.line = 1,
		.scope = -1,
		.file = "\"\"",
		.file_len = 2 };
	struct token t;

	arena_init(&d->memory);
	while (!r.broken && next_token(&r, &t))
		take_token(&r, &t);
	if (r.broken || r.n || r.scope >= 0) {
		declarations_free(d);
		return NULL;
	}
	return d;
}

void declarations_free(struct declarations *d)
{
	if (!d)
		return;
	arena_release(&d->memory);
	free(d->table);
	free(d->macros);
	free(d);
}

size_t declarations_count(const struct declarations *d)
{
	return d->n;
}

size_t declarations_macros(const struct declarations *d)
{
	size_t n = 0;

	for (size_t i = 0; i < d->nmacros; i++)
		n += d->macros[i].s != NULL;
	return n;
}
