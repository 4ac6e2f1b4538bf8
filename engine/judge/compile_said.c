/* compile_said: see compile_said.h. Three programs speak here: nvcc's front end ("x.cu(4): error: ..."), gcc's
 * preprocessor ("x.cu:4:2: error: ...") and ptxas ("ptxas error   : ..."). */
#include "judge/compile_said.h"

#include <fnmatch.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const struct help {
	const char *name, *message, *source, *sentence;
} helps[] = {
#define HELP(name, message, source, sentence) { #name, message, source, sentence },
#include "judge/compile_help.def"
};
enum { HELPS = sizeof helps / sizeof *helps, LONGEST = 2000 };

const char *said_kind_word(enum said_kind k)
{
	static const char *const words[] = { "error", "warning", "note", "other" };

	return words[k];
}

/* What a message's line says between its place and its words: "error: ", "warning #1835-D: ". Its length, or 0. */
static size_t kind_length(const char *s, size_t n, enum said_kind *kind)
{
	static const struct {
		const char *word;
		enum said_kind kind;
	} words[] = { { "error", SAID_ERROR }, { "fatal error", SAID_ERROR }, { "catastrophic error", SAID_ERROR },
		{ "warning", SAID_WARNING }, { "note", SAID_NOTE }, { "remark", SAID_NOTE } };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		size_t len = strlen(words[i].word);

		if (n <= len || memcmp(s, words[i].word, len))
			continue;
		while (len < n && s[len] == ' ')
			len++;
		if (len < n && s[len] == '#')
			while (len < n && s[len] != ':')
				len++;
		if (len >= n || s[len] != ':')
			continue;
		*kind = words[i].kind;
		len++;
		return len + (len < n && s[len] == ' ');
	}
	return 0;
}

static size_t digits(const char *s, size_t n, int *value)
{
	size_t i = 0;

	for (*value = 0; i < n && s[i] >= '0' && s[i] <= '9'; i++)
		if (*value < 100000000)
			*value = *value * 10 + (s[i] - '0');
	return i;
}

/* The place that ends at `i`, where the file's name does: "(12): " or ":12:5: ". Its length, or 0. */
static size_t place_length(const char *s, size_t n, size_t i, int *line)
{
	size_t at = i + 1, k = digits(s + at, n - at, line);
	int column;

	if (!k)
		return 0;
	at += k;
	if (s[i] == '(') {
		if (at >= n || s[at] != ')')
			return 0;
		at++;
	} else if (at < n && s[at] == ':' && (k = digits(s + at + 1, n - at - 1, &column)) > 0) {
		at += 1 + k;
	}
	return at + 1 < n && s[at] == ':' && s[at + 1] == ' ' ? at + 2 - i : 0;
}

/* Past "x.ptx, line 71; " of ptxas, where the message has a line of the PTX. */
static size_t past_ptx_line(const char *s, size_t n, size_t skip)
{
	static const char line[] = ".ptx, line ";
	const char *at = memmem(s + skip, n - skip, line, sizeof line - 1);
	size_t k;
	int value;

	if (!at)
		return skip;
	k = (size_t)(at - s) + sizeof line - 1;
	k += digits(s + k, n - k, &value);
	return k + 2 < n && s[k] == ';' && s[k + 1] == ' ' ? k + 2 : skip;
}

/* Is this line the first one of a message? Fills all but text, n and quote. */
static bool head(const char *s, size_t n, struct compile_said *out)
{
	static const char end[] = "At end of source: ", assembler[] = "ptxas ";
	size_t skip = 0, k;

	memset(out, 0, sizeof *out);
	if (n && (*s == ' ' || *s == '\t'))
		return false;
	if (n > sizeof end && !memcmp(s, end, sizeof end - 1))
		skip = sizeof end - 1;
	else if (n > sizeof assembler && !memcmp(s, assembler, sizeof assembler - 1))
		skip = past_ptx_line(s, n, sizeof assembler - 1);
	for (size_t i = 1; !skip && i < n; i++) {
		if ((s[i] != '(' && s[i] != ':') || !(k = place_length(s, n, i, &out->line)))
			continue;
		if (!kind_length(s + i + k, n - i - k, &out->kind))
			continue;
		skip = i + k;
		out->file = s;
		out->nfile = i;
	}
	k = skip ? kind_length(s + skip, n - skip, &out->kind) : 0;
	out->message = s + skip + k;
	out->nmessage = n - skip - k;
	if (!k)
		out->line = 0;
	return k > 0;
}

/* The quoted line: nvcc's comes indented, gcc's after "    4 | ". A list of types or a mark below is none. */
static void find_quote(struct compile_said *s, const char *line, size_t n)
{
	size_t from = strspn(line, " \t"), number = from + strspn(line + from, "0123456789");
	const char *types = "argument types are:";

	if (s->quote || from >= n || !from || (n - from > strlen(types) && !memcmp(line + from, types, strlen(types))))
		return;
	if (number > from && number + 3 <= n && !memcmp(line + number, " | ", 3))
		from = number + 3;
	s->quote = line + from;
	s->nquote = n - from;
}

bool compile_said_next(const char **at, struct compile_said *s)
{
	const char *p = *at, *begin;
	struct compile_said other;
	bool first = true;

	while (*p == '\n')
		p++;
	if (!*p)
		return false;
	begin = p;
	for (; *p; first = false) {
		size_t n = strcspn(p, "\n");

		if (first) {
			if (!head(p, n, s))
				*s = (struct compile_said){ .kind = SAID_OTHER, .message = p, .nmessage = n };
			s->text = begin;
		} else if (head(p, n, &other) || (s->kind == SAID_OTHER && n && p[-1] == '\n' && p[-2] == '\n') ||
			(n && *p != ' ' && *p != '\t' && p[-2] == '\n')) {
			break;
		} else {
			find_quote(s, p, n);
		}
		p += n;
		s->n = (size_t)(p - begin);
		p += *p == '\n';
	}
	while (s->n && begin[s->n - 1] == '\n')
		s->n--;
	*at = p;
	return true;
}

static bool fits(const char *pattern, const char *text, size_t n)
{
	char *copy = xstrndup(text, n < LONGEST ? n : LONGEST);
	bool yes = !fnmatch(pattern, copy, 0);

	free(copy);
	return yes;
}

static const struct help *find(const struct compile_said *s)
{
	for (size_t i = 0; s->kind == SAID_ERROR && i < HELPS; i++)
		if (fits(helps[i].message, s->message, s->nmessage) &&
			(!helps[i].source || (s->quote && fits(helps[i].source, s->quote, s->nquote))))
			return &helps[i];
	return NULL;
}

const char *compile_said_row(const struct compile_said *s)
{
	const struct help *h = find(s);

	return h ? h->name : NULL;
}

size_t compile_help_rows(void)
{
	return HELPS;
}

const char *compile_help_row(size_t i)
{
	return helps[i].name;
}

/* The nth (1 or 2) quoted word of the message. A type may have a second name behind it, (aka "..."): that is none. */
static void quoted(const struct compile_said *s, int nth, struct buf *out)
{
	const char *p = s->message, *end = p + s->nmessage, *from = NULL;

	for (int marks = 0; p < end; p++) {
		if (*p != '"')
			continue;
		if (marks % 2 == 0 && p - s->message >= 5 && !memcmp(p - 5, "(aka ", 5)) {
			const char *close = memchr(p + 1, '"', (size_t)(end - p - 1));

			p = close ? close : end - 1;
			continue;
		}
		if (++marks == 2 * nth - 1)
			from = p + 1;
		else if (marks == 2 * nth) {
			buf_add(out, from, (size_t)(p - from));
			return;
		}
	}
	buf_puts(out, "this");
}

bool compile_said_help(const struct compile_said *s, struct buf *out)
{
	const struct help *h = find(s);

	for (const char *p = h ? h->sentence : ""; *p; p++) {
		if (*p == '$' && (p[1] == '1' || p[1] == '2'))
			quoted(s, *++p - '0', out);
		else
			buf_putc(out, *p);
	}
	return h != NULL;
}

/* "/a/b/x.cu" and "x.cu" are the file x.cu. */
static bool is_file(const struct compile_said *s, const char *file)
{
	size_t n = file ? strlen(file) : 0;

	return s->file &&
		(!file ||
			(s->nfile >= n && !memcmp(s->file + s->nfile - n, file, n) &&
				(s->nfile == n || s->file[s->nfile - n - 1] == '/')));
}

bool compile_said_first(const char *diagnostics, const char *file, struct compile_said *s)
{
	const char *at = diagnostics ? diagnostics : "";
	bool open = false; /* an error without a line: its note may have one */

	while (compile_said_next(&at, s)) {
		if (s->line && is_file(s, file) && (s->kind == SAID_ERROR || (open && s->kind == SAID_NOTE)))
			return true;
		open = s->kind == SAID_ERROR && !s->line;
	}
	return false;
}

void compile_said_own(const char *diagnostics, const char *file, struct buf *out)
{
	const char *at = diagnostics ? diagnostics : "", *from = at;
	struct compile_said s;

	while (compile_said_next(&at, &s)) {
		const bool others = s.kind == SAID_NOTE && s.file && !is_file(&s, file);

		if (!others && !(out->len && memmem(out->data, out->len, s.text, s.n)))
			buf_add(out, from, (size_t)(at - from));
		else if (out->len > 1 && out->data[out->len - 2] != '\n')
			buf_putc(out, '\n'); /* messages are parted by an empty line */
		from = at;
	}
	buf_puts(out, from);
}

void compile_said_explain(const char *diagnostics, struct buf *out)
{
	bool said[HELPS] = { false };
	const char *at = diagnostics ? diagnostics : "", *from = at;
	struct compile_said s;

	while (compile_said_next(&at, &s)) {
		const struct help *h = find(&s);

		buf_add(out, from, (size_t)(s.text + s.n - from));
		from = s.text + s.n;
		if (!h || said[h - helps])
			continue;
		said[h - helps] = true;
		buf_puts(out, "\n  -> ");
		compile_said_help(&s, out);
	}
	buf_puts(out, from);
}
