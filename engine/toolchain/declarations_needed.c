/* declarations_needed.c: which declarations and macros a file needs, and their text. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/literal.h"
#include "toolchain/declarations_internal.h"

/* What nvcc's own part of each program calls, whatever its source says. */
static const char *const always_needed[] = { "cudaLaunchKernel", "dim3", "exit", "size_t", "__cudaGetKernel",
	"__cudaLaunchKernel", "__cudaLaunchKernel_helper", "__cudaPopCallConfiguration",
	"__cudaPushCallConfiguration" };
enum { NALWAYS = sizeof always_needed / sizeof *always_needed };

struct choice {
	const struct declarations *d;
	bool *needed;    /* by word */
	uint32_t *queue; /* words whose declarations are still to be kept */
	size_t nqueue;
	uint32_t *first, *next; /* declarations of a word: first[word], then next[entry]; index + 1 */
	uint32_t *of;           /* entry -> declaration */
	bool *kept;
	bool pastes;
};

static void need(struct choice *c, uint32_t word)
{
	if (c->needed[word])
		return;
	c->needed[word] = true;
	c->queue[c->nqueue++] = word;
}

static void need_all(struct choice *c, struct words w)
{
	for (uint32_t i = 0; i < w.n; i++)
		need(c, c->d->words[w.from + i]);
}

static void keep(struct choice *c, size_t i)
{
	if (c->kept[i])
		return;
	c->kept[i] = true;
	need_all(c, c->d->list[i].uses);
}

static const struct macro *macro_of(const struct declarations *d, uint32_t word)
{
	return word < d->nmacros && d->macros[word].s ? &d->macros[word] : NULL;
}

/* Every name that stands in a text. */
static void need_text(struct choice *c, const char *s)
{
	while (*s) {
		const char *start = s;

		while (literal_in_word(*s))
			s++;
		if (s == start) {
			s++;
		} else {
			uint32_t word = declarations_find(c->d, start, (size_t)(s - start));

			if (word != UINT32_MAX)
				need(c, word);
		}
	}
}

static void list_names(struct choice *c)
{
	uint32_t entry = 0;

	for (size_t i = 0; i < c->d->n; i++)
		for (uint32_t k = 0; k < c->d->list[i].names.n; k++) {
			uint32_t word = c->d->words[c->d->list[i].names.from + k];

			c->of[entry] = (uint32_t)i;
			c->next[entry] = c->first[word];
			c->first[word] = ++entry;
		}
}

static void follow(struct choice *c)
{
	while (c->nqueue) {
		uint32_t word = c->queue[--c->nqueue];
		const struct macro *m = macro_of(c->d, word);

		for (uint32_t entry = c->first[word]; entry; entry = c->next[entry - 1])
			keep(c, c->of[entry - 1]);
		if (m) {
			c->pastes |= m->pastes;
			need_all(c, m->body);
		}
	}
}

/* ---- their text */

struct writer {
	struct buf *out;
	const struct declarations *d;
	int scope;
	const char *file;
	uint32_t file_len;
	bool system;
};

static void put_place(struct writer *w, const char *file, uint32_t len, bool system, unsigned long line)
{
	if (w->file && w->file_len == len && !memcmp(w->file, file, len) && w->system == system) {
		buf_printf(w->out, "# %lu\n", line);
		return;
	}
	buf_printf(w->out, "# %lu %.*s%s\n", line, (int)len, file, system ? " 3" : "");
	w->file = file;
	w->file_len = len;
	w->system = system;
}

/* A line of the preprocessor inside of a declaration: its place, without what it says of entered files. Returns the
 * number of the line after it. */
static unsigned long put_inner_line(struct writer *w, const char *s, const char *end, unsigned long line)
{
	const char *number = s + 1 + strspn(s + 1, " "), *name, *close;

	if (!isdigit((unsigned char)*number)) {
		if (strncmp(number, "define", 6) && strncmp(number, "undef", 5)) {
			buf_add(w->out, s, (size_t)(end - s));
			buf_putc(w->out, '\n');
			return line + 1;
		}
		put_place(w, w->file, w->file_len, w->system, line + 1);
		return line + 1;
	}
	line = strtoul(number, NULL, 10);
	name = memchr(s, '"', (size_t)(end - s));
	close = name ? memchr(name + 1, '"', (size_t)(end - name - 1)) : NULL;
	if (close)
		put_place(w, name, (uint32_t)(close + 1 - name), memchr(close, '3', (size_t)(end - close)), line);
	return line;
}

static void put_scopes(struct writer *w, int to)
{
	int up = to, chain[64];
	size_t n = 0;

	/* What of the open scopes is not around the other one is closed. */
	while (w->scope >= 0) {
		for (up = to; up >= 0 && up != w->scope;)
			up = w->d->scopes[up].parent;
		if (up == w->scope)
			break;
		buf_puts(w->out, "}\n");
		w->scope = w->d->scopes[w->scope].parent;
	}
	for (up = to; up != w->scope && n < sizeof chain / sizeof *chain; up = w->d->scopes[up].parent)
		chain[n++] = up;
	while (n--) {
		const struct scope *one = &w->d->scopes[chain[n]];

		for (const char *s = one->s, *end = s + one->len; s < end;) { /* without lines of the preprocessor */
			const char *nl = memchr(s, '\n', (size_t)(end - s)), *stop = nl ? nl : end;

			if (*s != '#')
				buf_add(w->out, s, (size_t)(stop - s));
			buf_putc(w->out, '\n');
			s = stop + (nl != NULL);
		}
	}
	w->scope = to;
}

static void put(struct writer *w, const struct declaration *one)
{
	unsigned long line = one->line;
	bool blank = false;

	put_scopes(w, one->scope);
	put_place(w, one->file, one->file_len, one->system, line);
	for (const char *s = one->s; s < one->end;) {
		const char *nl = memchr(s, '\n', (size_t)(one->end - s)), *stop = nl ? nl : one->end;

		if (*s == '#' && s > one->s) {
			line = put_inner_line(w, s, stop, line);
		} else if (stop == s) { /* most of the text: where comments were */
			blank = true;
			line++;
		} else {
			if (blank)
				put_place(w, w->file, w->file_len, w->system, line);
			blank = false;
			buf_add(w->out, s, (size_t)(stop - s));
			buf_putc(w->out, '\n');
			line++;
		}
		s = stop + (nl != NULL);
	}
}

static void put_needed(const struct choice *c, bool all_macros, struct buf *out)
{
	struct writer w = { .out = out, .d = c->d, .scope = -1 };

	for (size_t i = 0; i < c->d->n; i++)
		if (c->kept[i])
			put(&w, &c->d->list[i]);
	put_scopes(&w, -1);
	for (uint32_t i = 0; i < c->d->nspellings; i++) {
		const struct macro *m = macro_of(c->d, i);

		if (m && (all_macros || c->needed[i])) {
			buf_add(out, m->s, m->len);
			buf_putc(out, '\n');
		}
	}
}

/* Has a define a name of the headers? Their text was made without it. */
static bool define_clashes(const struct declarations *d, const char *define)
{
	const char *name = define + 2, *end = name;

	while (literal_in_word(*end))
		end++;
	return declarations_find(d, name, (size_t)(end - name)) != UINT32_MAX;
}

static bool choose(struct choice *c, const struct wanted *w)
{
	list_names(c);
	for (size_t i = 0; i < NALWAYS; i++)
		need_text(c, always_needed[i]);
	need_text(c, w->source);
	for (size_t i = 0; w->defines && w->defines[i]; i++) {
		if (define_clashes(c->d, w->defines[i]))
			return false;
		need_text(c, w->defines[i]);
	}
	for (size_t i = 0; i < c->d->n; i++)
		if (c->d->list[i].always || (w->system && c->d->list[i].system))
			keep(c, i);
	follow(c);
	return !c->pastes;
}

bool declarations_needed(const struct declarations *d, const struct wanted *w, struct buf *out)
{
	size_t names = 1, nwords = d->nspellings + 1;
	struct choice c = { .d = d };
	bool ok;

	for (size_t i = 0; i < d->n; i++)
		names += d->list[i].names.n;
	c.needed = xcalloc(nwords, sizeof *c.needed);
	c.queue = xcalloc(nwords, sizeof *c.queue);
	c.first = xcalloc(nwords, sizeof *c.first);
	c.next = xcalloc(names, sizeof *c.next);
	c.of = xcalloc(names, sizeof *c.of);
	c.kept = xcalloc(d->n + 1, sizeof *c.kept);
	ok = choose(&c, w);
	if (ok)
		put_needed(&c, w->system, out);
	free(c.needed);
	free(c.queue);
	free(c.first);
	free(c.next);
	free(c.of);
	free(c.kept);
	return ok;
}
