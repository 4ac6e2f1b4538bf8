/* PTX text to a module: the statements outside of functions, and the errors of the whole parser. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "ptx/parse.h"

/* .file lines stand at the end of nvcc's text, after the place that an error stops at: look ahead for number `want`.
 */
static bool find_file(struct parser *p, int32_t want, struct buf *path)
{
	const char *s = p->lx.p;

	while ((s = memmem(s, (size_t)(p->lx.end - s), ".file", 5))) {
		struct lexer lx = p->lx;

		lx.p = s;
		lex_next(&lx);
		lex_next(&lx);
		if (lx.tok.kind == TOK_INT && lx.tok.value == (uint64_t)want) {
			lex_next(&lx);
			if (lx.tok.kind == TOK_STRING) {
				buf_add_scrubbed(path, lx.tok.at + 1, lx.tok.len - 2);
				return true;
			}
		}
		s += 5;
	}
	return false;
}

/* " (CUDA source x.cu:12)" for the .loc in force; the place in the outermost function, where inlining told it. */
static void add_source(struct parser *p, struct buf *b)
{
	struct buf path;
	const struct ptx_loc *l;
	int32_t at = p->loc;

	if (p->func < 0 || at < 0)
		return;
	for (l = &p->m->locs[at]; l->inlined_at >= 0;)
		l = &p->m->locs[l->inlined_at];
	buf_init(&path);
	if (find_file(p, l->file, &path)) {
		const char *slash = strrchr(path.data, '/'); /* a copy's folder says nothing */

		buf_printf(b, " (CUDA source %s:%d)", slash ? slash + 1 : path.data, (int)l->line);
	} else
		buf_printf(b, " (CUDA source line %d)", (int)l->line);
	buf_release(&path);
}

static int fail_v(struct parser *p, int line, int col, const char *fmt, va_list ap)
{
	struct buf raw, b;

	buf_init(&raw);
	buf_init(&b);
	buf_vprintf(&raw, fmt, ap);
	buf_add_scrubbed(&b, raw.data, raw.len);
	if (!p->terse)
		add_source(p, &b);
	err_at(p->e, ERR_INPUT, "PTX", line, col, "%s", b.data);
	buf_release(&raw);
	buf_release(&b);
	return -1;
}

int lex_col(const struct lexer *lx)
{
	/* A token that ended a line (a long comment before it) has no column of this line. */
	return lx->tok.line == lx->line ? (int)(lx->tok.at - lx->line_start) + 1 : 1;
}

int parse_col(const struct parser *p)
{
	return lex_col(&p->lx);
}

int parse_fail_at(struct parser *p, int line, int col, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fail_v(p, line, col, fmt, ap);
	va_end(ap);
	return -1;
}

int parse_fail(struct parser *p, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fail_v(p, p->lx.tok.line, parse_col(p), fmt, ap);
	va_end(ap);
	return -1;
}

int parse_expected(struct parser *p, const char *what)
{
	size_t len = p->lx.tok.len < 60 ? p->lx.tok.len : 60;
	const char *nl = memchr(p->lx.tok.at, '\n', len);

	if (tok(p) == TOK_END)
		return parse_fail(p, "expected %s, found the end of the text", what);
	return parse_fail(
		p, "expected %s, found '%.*s'", what, (int)(nl ? nl - p->lx.tok.at : (ptrdiff_t)len), p->lx.tok.at);
}

int expect(struct parser *p, int kind, const char *what)
{
	return accept(p, kind) ? 0 : parse_expected(p, what);
}

char *copy_name(struct parser *p, const struct name *n)
{
	return arena_strndup(&p->m->arena, n->text, n->len);
}

int parse_uint(struct parser *p, uint64_t max, uint64_t *out, const char *what)
{
	if (tok(p) != TOK_INT)
		return parse_expected(p, what);
	if (p->lx.tok.value > max)
		return parse_fail(p, "%s is at most %llu", what, (unsigned long long)max);
	*out = p->lx.tok.value;
	next(p);
	return 0;
}

static int parse_version(struct parser *p)
{
	char text[32];
	int major, minor, used = 0;

	next(p);
	size_t len = p->lx.tok.len < sizeof text - 1 ? p->lx.tok.len : sizeof text - 1;

	memcpy(text, p->lx.tok.at, len);
	text[len] = 0;
	if (sscanf(text, "%2d.%2d%n", &major, &minor, &used) != 2 || text[used])
		return parse_expected(p, "a version like 9.0");
	p->m->version_major = major;
	p->m->version_minor = minor;
	next(p);
	return 0;
}

/* .target sm_80, debug: other words steer ptxas alone */
static int parse_target(struct parser *p)
{
	next(p);
	do {
		if (tok(p) != TOK_IDENT)
			return parse_expected(p, "a target like sm_80");
		const struct name *n = p->lx.tok.name;

		if (n->len > 3 && memcmp(n->text, "sm_", 3) == 0) {
			int sm = 0;

			for (size_t i = 3; i < n->len && i < 7 && n->text[i] >= '0' && n->text[i] <= '9'; i++)
				sm = 10 * sm + n->text[i] - '0';
			p->m->target_sm = sm;
		}
		p->m->debug |= n->len == 5 && memcmp(n->text, "debug", 5) == 0;
		next(p);
	} while (accept(p, ','));
	return 0;
}

/* nvcc writes each byte of a name that is no ASCII as three octal digits: "\303\251.cu". */
static const char *file_path(struct arena *a, const char *s, size_t n)
{
	char *path = arena_strndup(a, s, n), *to = path;

	for (const char *from = path; *from; to++) {
		bool octal = from[0] == '\\' && from[1] >= '2' && from[1] <= '3';

		for (int i = 2; octal && i < 4; i++)
			octal = from[i] >= '0' && from[i] <= '7';
		*to = octal ? (char)((from[1] - '0') << 6 | (from[2] - '0') << 3 | (from[3] - '0')) : *from;
		from += octal ? 4 : 1;
	}
	*to = '\0';
	return path;
}

/* .file 1 "x.cu", and at the end of some a time stamp and a size */
int parse_file(struct parser *p)
{
	uint64_t number, dropped;
	struct ptx_module *m = p->m;

	next(p);
	if (parse_uint(p, INT32_MAX, &number, "a file's number") < 0)
		return -1;
	if (tok(p) != TOK_STRING)
		return parse_expected(p, "a file's name in quotes");
	struct ptx_file *f = ARENA_PUSH(&m->arena, m->files, m->nfiles, p->files_cap);

	f->number = (int32_t)number;
	f->path = file_path(&m->arena, p->lx.tok.at + 1, p->lx.tok.len - 2);
	next(p);
	while (accept(p, ','))
		if (parse_uint(p, UINT64_MAX, &dropped, "a number") < 0)
			return -1;
	return 0;
}

static int parse_section(struct parser *p)
{
	next(p);
	if (tok(p) != TOK_DOT && tok(p) != TOK_IDENT)
		return parse_expected(p, "a section's name");
	next(p);
	if (tok(p) != '{')
		return parse_expected(p, "'{' after the section's name");
	return lex_skip_block(&p->lx) ? 0 : parse_fail(p, "the section is not closed");
}

static int parse_statement(struct parser *p)
{
	bool is_extern = false;

	if (accept(p, ';'))
		return 0;
	if (tok(p) != TOK_DOT)
		return parse_expected(p, "a directive");
	/* Who else may see a name matters to the linker only, except that an .extern variable has no storage here. */
	p->linkage = PTX_PRIVATE;
	for (; tok(p) == TOK_DOT; next(p)) {
		int dir = p->lx.tok.name->dir;

		if (dir == DIR_EXTERN)
			is_extern = true;
		else if (dir != DIR_VISIBLE && dir != DIR_WEAK && dir != DIR_COMMON)
			break;
		p->linkage = dir == DIR_EXTERN ? PTX_EXTERN :
			dir == DIR_WEAK        ? PTX_WEAK :
			dir == DIR_COMMON      ? PTX_COMMON :
						 PTX_VISIBLE;
	}
	if (tok(p) != TOK_DOT)
		return parse_expected(p, "a function or a variable");
	const struct name *n = p->lx.tok.name;
	uint64_t v;

	if (n->space)
		return parse_variables(p, is_extern);
	switch (n->dir) {
	case DIR_ENTRY:
	case DIR_FUNC: return parse_function(p, n->dir == DIR_ENTRY, is_extern);
	case DIR_VERSION: return parse_version(p);
	case DIR_TARGET: return parse_target(p);
	case DIR_ADDRESS_SIZE:
		next(p);
		if (parse_uint(p, 64, &v, "an address size") < 0)
			return -1;
		return v == 64 ? 0 : parse_fail(p, "addresses of %d bits are not supported, only 64", (int)v);
	case DIR_FILE: return parse_file(p);
	case DIR_LOC: return parse_loc(p);
	case DIR_SECTION: return parse_section(p);
	case DIR_PRAGMA: next(p); return expect(p, TOK_STRING, "a string") < 0 ? -1 : expect(p, ';', "';'");
	case DIR_ALIAS: return parse_alias(p);
	case DIR_TEX: return parse_variables(p, is_extern);
	}
	return parse_expected(p, "a directive that may stand here");
}

struct file_index {
	int32_t number, index;
};

static int by_number(const void *a, const void *b)
{
	const struct file_index *x = a, *y = b;

	return x->number != y->number ? (x->number > y->number) - (x->number < y->number) :
					(x->index > y->index) - (x->index < y->index);
}

static const struct file_index *file_by_number(const struct file_index *files, size_t n, int32_t number)
{
	size_t lo = 0, hi = n;

	while (lo < hi) { /* the first of those alike */
		size_t mid = (lo + hi) / 2;

		if (files[mid].number < number)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < n && files[lo].number == number ? &files[lo] : NULL;
}

/* Locations hold .file numbers until here, as the .file lines come last. A number without a .file gets one without a
 * path. */
static void index_files(struct parser *p)
{
	struct ptx_module *m = p->m;
	VEC(struct file_index) files = { 0 }, missing = { 0 };
	size_t known = 0;

	for (size_t i = 0; i < m->nfiles; i++)
		*VEC_PUSH(files) = (struct file_index){ m->files[i].number, (int32_t)i };
	if (files.n)
		qsort(files.v, files.n, sizeof *files.v, by_number);
	known = files.n;
	for (size_t i = 0; i < m->nlocs; i++) /* neighbours are alike */
		if ((i == 0 || m->locs[i].file != m->locs[i - 1].file) &&
			!file_by_number(files.v, known, m->locs[i].file))
			*VEC_PUSH(missing) = (struct file_index){ m->locs[i].file, -1 };
	if (missing.n)
		qsort(missing.v, missing.n, sizeof *missing.v, by_number);
	for (size_t i = 0; i < missing.n; i++) {
		if (i && missing.v[i].number == missing.v[i - 1].number)
			continue;
		struct ptx_file *f = ARENA_PUSH(&m->arena, m->files, m->nfiles, p->files_cap);

		f->number = missing.v[i].number;
		f->path = "";
		*VEC_PUSH(files) = (struct file_index){ f->number, (int32_t)m->nfiles - 1 };
	}
	if (missing.n)
		qsort(files.v, files.n, sizeof *files.v, by_number);
	for (size_t i = 0, last = 0; i < m->nlocs; i++) {
		struct ptx_loc *l = &m->locs[i];

		if (i == 0 || files.v[last].number != l->file)
			last = (size_t)(file_by_number(files.v, files.n, l->file) - files.v);
		l->file = files.v[last].index;
	}
	free(files.v);
	free(missing.v);
}

int parse_module(const char *text, size_t len, bool lenient, struct ptx_module **out, struct err *e)
{
	struct parser p = { .e = e, .lenient = lenient, .func = -1, .loc = -1 };
	int rc = 0;

	if (len > MAX_TEXT)
		return err_set(e, ERR_INPUT, "The PTX is longer than %u bytes.", MAX_TEXT);
	/* The loader may count a terminating NUL as text. */
	while (len && text[len - 1] == 0)
		len--;
	p.m = xcalloc(1, sizeof *p.m);
	arena_init(&p.m->arena);
	names_init(&p.names);
	lex_init(&p.lx, &p.names, text, len);
	next(&p);
	while (rc == 0 && tok(&p) != TOK_END)
		rc = parse_statement(&p);
	if (rc == 0 && p.m->version_major == 0)
		rc = parse_fail(&p, "the text has no .version: it is not PTX");
	if (rc == 0) {
		index_files(&p);
		resolve_aliases(&p);
		unique_names(&p);
	}
	parse_function_release(&p);
	free(p.bindings.v);
	free(p.pendings.v);
	free(p.aliases.v);
	names_release(&p.names);
	if (rc < 0)
		ptx_module_free(p.m);
	else
		*out = p.m;
	return rc;
}

int ptx_parse(const char *text, size_t len, struct ptx_module **out, struct err *e)
{
	return parse_module(text, len, false, out, e);
}

void ptx_module_free(struct ptx_module *m)
{
	if (!m)
		return;
	for (struct ptx_module *part = m->parts, *after; part; part = after) {
		after = part->next;
		ptx_module_free(part);
	}
	arena_release(&m->arena);
	free(m);
}

void ptx_round_apart(struct ptx_module *m)
{
	for (size_t i = 0; i < m->nfuncs; i++)
		m->funcs[i].round_apart = true;
}

const struct ptx_func *ptx_find_func(const struct ptx_module *m, const char *name)
{
	for (size_t i = 0; i < m->nfuncs; i++)
		if (strcmp(m->funcs[i].name, name) == 0)
			return &m->funcs[i];
	return NULL;
}
