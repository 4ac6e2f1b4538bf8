/* source_shape: see source_shape.h. */
#include "judge/source_shape.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/lines.h"
#include "judge/source_scan.h"

/* A part of the text: [begin, end). */
struct span {
	const char *begin, *end;
};

static bool within(struct span s, const char *at)
{
	return s.begin && at >= s.begin && at < s.end;
}

/* The body of the kernel or __device__ function that `at` is in; empty: it is in none. */
static struct span body_around(const char *text, const char *at)
{
	static const char *const begins[] = { "__global__", "__device__" };
	struct span body = { NULL, NULL };

	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
		for (const char *s = text; (s = source_next_word(text, s, begins[i])) != NULL; s++) {
			const char *open = s + strcspn(s, "{;"), *end;
			struct span b;

			if (*open != '{' || !(end = source_past(open, '{', '}')))
				continue;
			b = (struct span){ open + 1, end - 1 };
			if (within(b, at))
				body = b;
		}
	}
	return body;
}

static bool compares(struct span s)
{
	for (const char *c = s.begin; c && c < s.end; c++)
		if ((*c == '<' && c[1] != '<' && (c == s.begin || c[-1] != '<')) ||
			(*c == '>' && c[1] != '>' && (c == s.begin || (c[-1] != '>' && c[-1] != '-'))))
			return true;
	return false;
}

static struct span trimmed(struct span s)
{
	static const char space[] = " \t\r\n";

	while (s.begin < s.end && strchr(space, *s.begin))
		s.begin++;
	while (s.begin < s.end && strchr(space, s.end[-1]))
		s.end--;
	return s;
}

/* What a condition governs: a block, or one statement. */
static struct span governed(const char *s)
{
	const char *end = s = source_past_space(s);

	while (end && *end && *end != ';' && *end != '}' && *end != '{')
		end = *end == '(' ? source_past(end, '(', ')') : end + 1;
	if (end && *end == '{')
		end = source_past(end, '{', '}');
	return (struct span){ s, end ? end : strchr(s, '\0') };
}

/* The next "if (...)", "while (...)" or "for (...)" from s on: its condition, what it governs; false: there is none. */
struct condition {
	struct span words, governs;
	bool loop;
};
static bool next_condition(const char *text, const char **s, const char *end, struct condition *c)
{
	static const char *const words[] = { "if", "while", "for" };

	for (; *s < end; (*s)++) {
		for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
			size_t n = strlen(words[i]);
			const char *open, *close;

			if (strncmp(*s, words[i], n) || source_in_word((*s)[n]) ||
				(*s > text && source_in_word((*s)[-1])))
				continue;
			open = source_past_space(*s + n);
			close = *open == '(' ? source_past(open, '(', ')') : NULL;
			if (!close)
				continue;
			c->words = (struct span){ open + 1, close - 1 };
			c->governs = governed(close);
			c->loop = i > 0;
			if (i == 2) { /* what stands between the two semicolons */
				const char *a = memchr(open, ';', (size_t)(close - open));
				const char *b = a ? memchr(a + 1, ';', (size_t)(close - a - 1)) : NULL;

				c->words = b ? (struct span){ a + 1, b } : (struct span){ open, open };
			}
			*s = open;
			return true;
		}
	}
	return false;
}

static bool has_word(struct span s, const char *word)
{
	const char *at = s.begin ? source_next_word(s.begin, s.begin, word) : NULL;

	return at && at < s.end;
}

/* "i < n" of "x = i < n ? a[i] : 0;" */
static struct span chosen_by(const char *line, size_t n)
{
	const char *mark = memchr(line, '?', n), *begin = mark;

	while (begin && begin > line && !strchr("=(,;{}?", begin[-1]))
		begin--;
	/* "<=" and ">=" are no assignment */
	while (begin && begin > line + 1 && begin[-1] == '=' && strchr("<>!=", begin[-2])) {
		begin -= 2;
		while (begin > line && !strchr("=(,;{}?", begin[-1]))
			begin--;
	}
	return (struct span){ begin, mark };
}

/* Has the text one of the words of these? Numbers count as words, and do no harm. */
static bool shares_word(struct span words, const char *line, size_t n)
{
	for (const char *s = words.begin, *end; s < words.end; s = end + (end == s)) {
		char word[64];
		const char *at;

		for (end = s; end < words.end && source_in_word(*end); end++)
			;
		if (end == s || end - s >= (ptrdiff_t)sizeof word)
			continue;
		memcpy(word, s, (size_t)(end - s));
		word[end - s] = '\0';
		at = source_next_word(line, line, word);
		if (at && at < line + n)
			return true;
	}
	return false;
}

/* Of the bare text: a comment or a string within the condition is blank. */
static const char *comparison(struct arena *a, const char *text, struct span words, int *line)
{
	if (!words.begin)
		return NULL;
	words = trimmed(words);
	*line = source_line_at(text, words.begin);
	return arena_printf(a, "%.*s", (int)(words.end - words.begin), words.begin);
}

struct source_guard source_guard(struct arena *a, const char *source, int line)
{
	char *text = source_bare(source);
	size_t n = 0;
	const char *here = line_at(text, line, &n), *s;
	struct span body, best = { NULL, NULL }, outer = { NULL, NULL };
	struct source_guard found = { 0 };
	struct condition c;

	while (here && n && strchr(" \t", *here))
		here++, n--;
	body = here ? body_around(text, here) : (struct span){ NULL, NULL };
	for (s = body.begin; s && next_condition(text, &s, here + n, &c);) {
		bool around = c.governs.begin < here + n && here < c.governs.end;
		bool leaves = !c.loop && c.governs.end <= here && has_word(c.governs, "return");

		if (!(around || leaves) || !compares(c.words) ||
			(c.loop &&
				!(around &&
					shares_word(c.words, c.governs.begin, (size_t)(here + n - c.governs.begin)))))
			continue;
		best = c.words;
		found.loop = c.loop;
		if (!c.loop)
			outer = c.words;
	}
	if (body.begin) {
		struct span chosen = chosen_by(here, n);

		if (chosen.begin && compares(chosen)) {
			best = chosen;
			found.loop = false;
		}
	}
	found.words = comparison(a, text, best, &found.line);
	if (found.loop)
		found.outer = comparison(a, text, outer, &found.outer_line);
	free(text);
	return found;
}

/* Has it a name: of a variable, and not "true" or a number? */
static bool has_name(struct span words)
{
	for (const char *s = words.begin, *from = s; s && s < words.end; from = ++s) {
		while (s < words.end && source_in_word(*s))
			s++;
		if (s > from && !(*from >= '0' && *from <= '9') && strncmp(from, "true", (size_t)(s - from)) != 0)
			return true;
	}
	return false;
}

int source_loop(const char *source, int from, int to)
{
	char *text = source_bare(source);
	size_t n = 0;
	const char *first = line_at(text, from, &n), *last = line_at(text, to, &n), *s;
	struct condition c;
	struct span body;
	int found = 0;

	if (first && last) {
		const char *end = last + n;

		first += strspn(first, " \t");
		last += strspn(last, " \t");
		body = body_around(text, first);
		if (has_word(body, "do"))
			body.begin = NULL;
		for (s = body.begin; s && next_condition(text, &s, end, &c);) {
			int line = source_line_at(text, s);

			if (c.loop && line >= from)
				found = 0;
			else if (c.loop && within(c.governs, first) && within(c.governs, last))
				found = has_name(c.words) ? line : 0;
		}
	}
	free(text);
	return found;
}

int source_early_return(const char *source, int line, int *barrier)
{
	char *text = source_bare(source);
	size_t n = 0;
	const char *here = line_at(text, line, &n), *wait = NULL, *s;
	struct span body = here ? body_around(text, here + strspn(here, " \t")) : (struct span){ NULL, NULL };
	struct condition c;
	int found = 0;

	if (body.begin)
		wait = source_next_word(text, body.begin, "__syncthreads");
	if (wait && wait < here) {
		*barrier = source_line_at(text, wait);
		for (s = body.begin; !found && next_condition(text, &s, wait, &c);)
			if (!c.loop && c.governs.end <= wait && has_word(c.governs, "return"))
				found = source_line_at(text, source_next_word(text, c.governs.begin, "return"));
	}
	free(text);
	return found;
}

/* The i-th of a list "(a, b, c)" that begins at its bracket; empty: there are not as many. */
static struct span nth_of(const char *open, size_t i)
{
	const char *end = source_past(open, '(', ')'), *s = open + 1, *from = s;
	int deep = 0;

	for (; end && s < end; s++) {
		deep += strchr("([{", *s) != NULL && *s;
		if ((*s == ',' && !deep) || s == end - 1) {
			if (!i--)
				return trimmed((struct span){ from, s });
			from = s + 1;
		}
		deep -= strchr(")]}", *s) != NULL && *s;
	}
	return (struct span){ NULL, NULL };
}

static bool ends_with_word(struct span s, const char *word, size_t n)
{
	return s.begin && (size_t)(s.end - s.begin) >= n && !strncmp(s.end - n, word, n) &&
		((size_t)(s.end - s.begin) == n || !source_in_word(s.end[-n - 1]));
}

/* Where the launch of the kernel has what it gives: "(" of "name<<<...>>>(". */
static const char *launched_with(const char *text, const char *kernel)
{
	for (const char *s = text; (s = source_next_word(text, s, kernel)) != NULL; s++) {
		const char *after = source_past_space(s + strlen(kernel));

		if (*after == '<' && after[1] != '<') { /* a template's */
			after = source_past(after, '<', '>');
			after = after ? source_past_space(after) : "";
		}
		if (strncmp(after, "<<<", 3) || !(after = strstr(after, ">>>")))
			continue;
		after = source_past_space(after + 3);
		return *after == '(' ? after : NULL;
	}
	return NULL;
}

/* Where the kernel lists its parameters. */
static const char *declared_with(const char *text, const char *kernel)
{
	for (const char *s = text; (s = source_next_word(text, s, kernel)) != NULL; s++) {
		const char *after = source_past_space(s + strlen(kernel));

		if (*after == '(')
			return after;
	}
	return NULL;
}

unsigned source_arrays(const char *source, int line, const char *kernel, bool write, const char *const *names, size_t n)
{
	char *text = source_bare(source), name[128];
	size_t len = 0, k = 0;
	const char *here = line_at(text, line, &len), *has, *gives;
	unsigned found = 0;

	for (; kernel && source_in_word(kernel[k]) && k < sizeof name - 1; k++)
		name[k] = kernel[k];
	name[k] = '\0';
	has = k && here ? declared_with(text, name) : NULL;
	gives = has ? launched_with(text, name) : NULL;
	for (const char *s = here; gives && s < here + len; s++) {
		const char *word = s, *after;
		struct span given;
		size_t length;
		bool written;

		if (!source_in_word(*s) || (s > text && source_in_word(s[-1])))
			continue;
		while (source_in_word(*s))
			s++;
		length = (size_t)(s - word);
		after = source_past_space(s);
		if (*after != '[')
			continue;
		while (after && *after == '[')
			after = (after = source_past(after, '[', ']')) ? source_past_space(after) : NULL;
		if (!after)
			continue;
		written = after[0] == '=' && after[1] != '=';
		if (written != write && !(after[0] && after[1] == '=' && strchr("+-*/|&^", *after)))
			continue;
		for (size_t i = 0; i < 32 && (given = nth_of(has, i)).begin; i++) {
			if (!ends_with_word(given, word, length))
				continue;
			given = nth_of(gives, i);
			for (size_t m = 0; given.begin && m < n && m < 32; m++)
				if (names[m] && ends_with_word(given, names[m], strlen(names[m])))
					found |= 1u << m;
		}
	}
	free(text);
	return found;
}
