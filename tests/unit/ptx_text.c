/* Files of PTX for tests: sections, pieces and what is wanted (ptx_text.h). */
#include "tests/unit/ptx_text.h"

#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fs.h"

enum { MOST_BYTES = 1 << 20, DEEPEST = 16 };

/* Everything that was read, until the process ends. */
static struct arena kept;
static struct ptx_cases **files;
static size_t nfiles, files_cap;

/* The text from `from` to `to` without the empty lines at its ends. */
static const char *trimmed(const char *from, const char *to)
{
	for (const char *p = from; p < to && isspace((unsigned char)*p); p++)
		if (*p == '\n')
			from = p + 1;
	while (to > from && isspace((unsigned char)to[-1]))
		to--;
	return to == from ? "" : arena_printf(&kept, "%.*s\n", (int)(to - from), from);
}

/* The first word of s in `word`; what stands after it. */
static const char *first_word(const char *s, char word[32])
{
	size_t n = strcspn(s, " ");

	ck_assert_msg(n && n < 32, "no section: //@ %s", s);
	memcpy(word, s, n);
	word[n] = 0;
	return s + n + strspn(s + n, " ");
}

static struct ptx_cases *parsed(const char *name, const char *text)
{
	struct ptx_cases *f = arena_alloc(&kept, sizeof *f);
	size_t cases_cap = 0, pieces_cap = 0, lists_cap = 0;
	const char *frame = NULL;
	/* Where the text goes that is being gathered; `began` is its beginning. */
	const char **to = &f->text, *began = text;
	bool in_frame = false;

	f->name = arena_strdup(&kept, name);
	f->text = "";
	for (const char *line = text, *next; *line; line = next) {
		char word[32];
		size_t n = strcspn(line, "\n");

		next = line + n + (line[n] == '\n');
		if (strncmp(line, "//@ ", 4) != 0)
			continue;
		const char *rest = first_word(arena_strndup(&kept, line + 4, n - 4), word);
		const bool is_case = !strcmp(word, "case"), is_piece = !strcmp(word, "piece"),
			   is_list = !strcmp(word, "list"), is_frame = !strcmp(word, "frame");

		if (!is_case && !is_piece && !is_list && !is_frame) {
			struct ptx_case *c = f->ncases ? &f->cases[f->ncases - 1] : NULL;

			ck_assert_msg(c && to == &c->body && !*trimmed(began, line),
				"%s: '//@ %s' does not follow a case's name", name, word);
			ck_assert_uint_lt(c->nwants, sizeof c->want / sizeof *c->want);
			c->want[c->nwants].word = arena_strdup(&kept, word);
			c->want[c->nwants++].value = rest;
			began = next;
			continue;
		}
		*to = trimmed(began, line);
		if (in_frame)
			frame = *to;
		in_frame = is_frame;
		began = next;
		if (is_case) {
			struct ptx_case *c = ARENA_PUSH(&kept, f->cases, f->ncases, cases_cap);

			for (size_t k = 0; k + 1 < f->ncases; k++)
				ck_assert_msg(strcmp(f->cases[k].name, rest), "%s: two cases '%s'", name, rest);
			*c = (struct ptx_case){ .name = rest, .body = "", .frame = frame };
			to = &c->body;
		} else if (is_frame) {
			to = &frame;
		} else {
			struct ptx_part *p = is_piece ? ARENA_PUSH(&kept, f->pieces, f->npieces, pieces_cap) :
							ARENA_PUSH(&kept, f->lists, f->nlists, lists_cap);

			*p = (struct ptx_part){ rest, "" };
			to = &p->text;
		}
	}
	*to = trimmed(began, text + strlen(text));
	return f;
}

const struct ptx_cases *ptx_cases(const char *name)
{
	struct err e = ERR_INIT;
	struct buf path, text;
	size_t module = strcspn(name, "/");

	for (size_t k = 0; k < nfiles; k++)
		if (!strcmp(files[k]->name, name))
			return files[k];
	buf_init(&path);
	buf_init(&text);
	buf_printf(&path, "tests/unit/%.*s/ptx%s.ptx", (int)module, name, name + module);
	ck_assert_msg(fs_read(path.data, MOST_BYTES, &text, &e) == 0, "run from the repository's root: %s", e.msg);
	struct ptx_cases *f = parsed(name, text.data);
	*ARENA_PUSH(&kept, files, nfiles, files_cap) = f;
	buf_release(&path);
	buf_release(&text);
	return f;
}

const struct ptx_case *ptx_case(const struct ptx_cases *f, const char *name)
{
	for (size_t k = 0; k < f->ncases; k++)
		if (!strcmp(f->cases[k].name, name))
			return &f->cases[k];
	ck_abort_msg("%s.ptx has no case '%s'", f->name, name);
}

const struct ptx_case *const *ptx_group(const struct ptx_cases *f, const char *begin, size_t *n)
{
	const struct ptx_case **v = NULL;
	size_t cap = 0;

	*n = 0;
	for (size_t k = 0; k < f->ncases; k++)
		if (!strncmp(f->cases[k].name, begin, strlen(begin)))
			*ARENA_PUSH(&kept, v, *n, cap) = &f->cases[k];
	ck_assert_msg(*n, "%s.ptx has no case that begins with '%s'", f->name, begin);
	return v;
}

const char *ptx_want(const struct ptx_case *c, const char *word)
{
	for (size_t k = 0; k < c->nwants; k++)
		if (!strcmp(c->want[k].word, word))
			return c->want[k].value;
	return NULL;
}

long long ptx_want_number(const struct ptx_case *c, const char *word)
{
	const char *value = ptx_want(c, word);
	char *end = NULL;
	long long n = value ? strtoll(value, &end, 0) : 0;

	ck_assert_msg(value && end != value && !*end, "case '%s' has no number after '%s'", c->name, word);
	return n;
}

const char *const *ptx_list(const struct ptx_cases *f, const char *name, size_t *n)
{
	const char **lines = NULL;
	size_t cap = 0;

	*n = 0;
	for (size_t k = 0; k < f->nlists; k++) {
		if (strcmp(f->lists[k].name, name))
			continue;
		char *text = arena_strdup(&kept, f->lists[k].text);
		for (char *save = NULL, *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
			if (strncmp(line + strspn(line, "\t "), "//", 2) != 0)
				*ARENA_PUSH(&kept, lines, *n, cap) = line + strspn(line, "\t ");
		return lines;
	}
	ck_abort_msg("%s.ptx has no list '%s'", f->name, name);
}

/* ---- ${NAME} */

/* What ${...} stands for: names of the caller's, then the file's pieces. */
struct names {
	const struct ptx_cases *f;
	const char *const *values; /* pairs, NULL at the end; may be NULL */
	const char *name, *body;   /* of the case, NULL outside of its frame */
	const char *given[9];      /* ${1} to ${9} */
};

static void put(struct buf *out, const char *text, const struct names *n, int depth);

/* Text that replaces ${...}, without its own end of line: the line that names it has one. */
static void put_inline(struct buf *out, const char *text, const struct names *n, int depth)
{
	const size_t before = out->len;

	put(out, text, n, depth);
	if (out->len > before && out->data[out->len - 1] == '\n')
		out->data[--out->len] = 0;
}

/* NAME, or NAME a|b with arguments, which may have braces and ${...} of their own. */
static void put_named(struct buf *out, const char *what, size_t len, const struct names *n, int depth)
{
	char *own = arena_strndup(&kept, what, len), *args = strchr(own, ' ');
	struct names inner = { .f = n->f, .values = n->values };
	size_t ngiven = 0;

	if (args)
		*args++ = 0;
	if (isdigit((unsigned char)*own) && !own[1] && *own > '0') {
		ck_assert_msg(n->given[*own - '1'], "%s.ptx: there is no ${%s} here", n->f->name, own);
		buf_puts(out, n->given[*own - '1']);
		return;
	}
	if (!strcmp(own, "NAME") && n->name) {
		buf_puts(out, n->name);
		return;
	}
	if (!strcmp(own, "BODY") && n->body) {
		put_inline(out, n->body, &inner, depth + 1);
		return;
	}
	for (size_t k = 0; n->values && n->values[k]; k += 2)
		if (!strcmp(n->values[k], own)) {
			put_inline(out, n->values[k + 1], &inner, depth + 1);
			return;
		}
	for (int open = 0; args; ngiven++) {
		char *end = args;

		for (; *end && (open || *end != '|'); end++)
			open += (*end == '{') - (*end == '}');
		struct buf arg;
		const bool more = *end;

		*end = 0;
		buf_init(&arg);
		put_inline(&arg, args, n, depth + 1);
		ck_assert_uint_lt(ngiven, 9);
		inner.given[ngiven] = arena_strdup(&kept, arg.data);
		buf_release(&arg);
		args = more ? end + 1 : NULL;
	}
	if (!strcmp(own, "TIMES") && ngiven == 2) {
		for (long k = strtol(inner.given[0], NULL, 10); k > 0; k--)
			buf_puts(out, inner.given[1]);
		return;
	}
	for (size_t k = 0; k < n->f->npieces; k++)
		if (!strcmp(n->f->pieces[k].name, own)) {
			put_inline(out, n->f->pieces[k].text, &inner, depth + 1);
			return;
		}
	ck_abort_msg("%s.ptx: nothing is called ${%s}", n->f->name, own);
}

static void put(struct buf *out, const char *text, const struct names *n, int depth)
{
	ck_assert_msg(depth < DEEPEST, "%s.ptx: a piece within itself", n->f->name);
	for (const char *p = text; *p;) {
		const char *at = strstr(p, "${"), *end;

		if (!at) {
			buf_puts(out, p);
			return;
		}
		buf_add(out, p, (size_t)(at - p));
		int open = 1;
		for (end = at + 2; *end; end++) {
			open += (*end == '{') - (*end == '}');
			if (!open)
				break;
		}
		ck_assert_msg(*end, "%s.ptx: ${ without }", n->f->name);
		put_named(out, at + 2, (size_t)(end - at - 2), n, depth);
		p = end + 1;
	}
}

static void put_case(struct buf *out, const struct ptx_cases *f, const struct ptx_case *c, const char *const *values)
{
	struct names n = { .f = f, .values = values, .name = c->name, .body = c->body };

	put(out, c->frame ? c->frame : c->body, &n, 0);
}

/* The buffer's text as one that lives on. */
static const char *kept_text(struct buf *b)
{
	const char *text = arena_strdup(&kept, b->data);

	buf_release(b);
	return text;
}

const char *ptx_filled(const char *file, const char *name, const char *const *values)
{
	const struct ptx_cases *f = ptx_cases(file);
	struct buf out;

	buf_init(&out);
	if (name)
		put_case(&out, f, ptx_case(f, name), values);
	else
		put(&out, f->text, &(struct names){ .f = f, .values = values }, 0);
	return kept_text(&out);
}

const char *ptx_all(const char *file)
{
	const struct ptx_cases *f = ptx_cases(file);
	struct buf out;

	buf_init(&out);
	put(&out, f->text, &(struct names){ .f = f }, 0);
	for (size_t k = 0; k < f->ncases; k++)
		put_case(&out, f, &f->cases[k], NULL);
	return kept_text(&out);
}
