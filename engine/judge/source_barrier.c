/* source_barrier: see source_barrier.h. */
#include "judge/source_barrier.h"

#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/literal.h"
#include "base/buf.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

/* A kernel's text, and whether what it waits at is a barrier of the grid. */
struct around {
	const char *text;
	struct span body;
	bool grid;
};

static bool depends(const struct around *k, struct span words, int deep);

/* Of "t + 1;", and of the "2" in "for (...; s *= 2) {". */
static const char *end_of_value(const char *s)
{
	for (int deep = 0; *s && *s != ';' && deep >= 0; s++)
		deep += (*s == '(') - (*s == ')');
	return s;
}

/* Is one of the values that the body gives this variable another one in each thread? */
static bool made_of_thread(const struct around *k, const char *word, int deep)
{
	for (const char *s = k->body.begin; (s = source_next_word(k->text, s, word)) != NULL && s < k->body.end; s++) {
		const char *after = source_past_space(s + strlen(word));

		if (*after && strchr("+-*/%&|^", *after))
			after++;
		if (*after != '=' || after[1] == '=')
			continue;
		if (depends(k, (struct span){ after + 1, end_of_value(after + 1) }, deep))
			return true;
	}
	return false;
}

/* Do these words say another thing in each thread? */
static bool depends(const struct around *k, struct span words, int deep)
{
	enum { DEEPEST = 4 };

	if (span_has_word(words, "threadIdx") || span_has_word(words, "thread_rank") ||
		(k->grid && span_has_word(words, "blockIdx")))
		return true;
	for (const char *s = words.begin; deep < DEEPEST && s < words.end;) {
		size_t n = 0;
		char *word;
		bool is;

		while (s + n < words.end && literal_in_word(s[n]))
			n++;
		if (!n || (*s >= '0' && *s <= '9')) {
			s += n ? n : 1;
			continue;
		}
		word = xstrndup(s, n);
		is = made_of_thread(k, word, deep + 1);
		free(word);
		if (is)
			return true;
		s += n;
	}
	return false;
}

/* Of a for also where it begins, and how it goes on. */
static struct span all_words(const struct condition *c)
{
	const char *open = strchr(c->at, '('), *close = open ? source_past(open, '(', ')') : NULL;

	return c->loop && close ? span_trimmed((struct span){ open + 1, close - 1 }) : span_trimmed(c->words);
}

/* What the statement of an if does to go past what comes after it; NULL: nothing. */
static const char *leaving(struct span governs)
{
	static const char *const words[] = { "return", "break", "continue" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (span_has_word(governs, words[i]))
			return words[i];
	return NULL;
}

static void tell(struct arena *a, const char *text, const struct condition *c, struct barrier_missed *to)
{
	struct span words = all_words(c);

	to->line = source_line_at(text, c->at);
	to->words = arena_printf(a, "%.*s", (int)(words.end - words.begin), words.begin);
}

/* "grid.sync()", "this_grid().sync()": is it the grid's? */
static bool of_grid(const char *text, struct span body, const char *sync)
{
	const char *end = sync, *s;
	char *name;
	bool is = false;

	if (end - 1 <= body.begin || end[-1] != '.')
		return false;
	for (s = --end; s > body.begin && literal_in_word(s[-1]); s--)
		;
	if (s == end) /* of a call */
		return end - body.begin > 11 && !strncmp(end - 11, "this_grid()", 11);
	name = xstrndup(s, (size_t)(end - s));
	for (const char *at = body.begin; !is && (at = source_next_word(text, at, name)) != NULL && at < sync; at++) {
		const char *set = source_past_space(at + strlen(name)), *stop = end_of_value(set);

		is = *set == '=' && span_has_word((struct span){ set, stop }, "this_grid");
	}
	free(name);
	return is;
}

/* The place of the barrier in a line, and its kernel; NULL: there is none. */
static const char *barrier_of(const char *text, int line, struct around *k)
{
	size_t n = 0;
	const char *here = line_at(text, line, &n), *at = here ? source_next_word(text, here, "__syncthreads") : NULL;

	if (at && at >= here + n)
		at = NULL;
	*k = (struct around){ text, { NULL, NULL }, false };
	if (!at && here && (at = source_next_word(text, here, "sync")) != NULL) {
		k->body = at < here + n ? source_body(text, at) : k->body;
		k->grid = k->body.begin && of_grid(text, k->body, at);
		return k->grid ? at : NULL;
	}
	k->body = at ? source_body(text, at) : k->body;
	return k->body.begin ? at : NULL;
}

bool source_barrier_missed(struct arena *a, const char *source, int line, struct barrier_missed *to)
{
	char *text = source_bare(source);
	struct span loop = { NULL, NULL };
	struct around k;
	const char *at = barrier_of(text, line, &k);
	struct condition c;
	bool found = false;

	to->grid = k.grid;
	/* The innermost loop around the barrier: what a break or a continue leaves. */
	for (const char *s = k.body.begin; at && source_next_condition(text, &s, at, &c);)
		if (c.loop && span_has(c.governs, at))
			loop = c.governs;
	for (const char *s = k.body.begin; at && source_next_condition(text, &s, at, &c);) {
		const bool around = span_has(c.governs, at);
		const char *leaves = around || c.loop ? NULL : leaving(c.governs);

		if ((!around && !leaves) || !depends(&k, all_words(&c), 0))
			continue;
		if (leaves && strcmp(leaves, "return") != 0 && !span_has(loop, c.at))
			continue; /* of a loop before it */
		if (c.loop && found)
			continue; /* an if says more */
		found = true;
		to->how = around ? c.loop ? MISSED_IN_LOOP : MISSED_IN_IF : MISSED_LEFT;
		to->leaves = leaves;
		tell(a, text, &c, to);
	}
	free(text);
	return found;
}

int source_barrier_in_if(struct arena *a, const char *source, int from, int to, const char **words)
{
	char *text = source_bare(source);
	struct condition c;
	int found = 0;

	if (from > to) {
		int line = from;

		from = to;
		to = line;
	}
	for (const char *s = text; (s = source_next_word(text, s, "__syncthreads")) != NULL; s++) {
		const int line = source_line_at(text, s);
		struct span body = source_body(text, s), best = { NULL, NULL };

		if (line < from || line > to || !body.begin)
			continue;
		for (const char *w = body.begin; source_next_condition(text, &w, s, &c);)
			if (!c.loop && span_has(c.governs, s) && source_line_at(text, c.at) >= from)
				best = span_trimmed(c.words);
		if (!best.begin || found) {
			found = 0;
			break;
		}
		found = line;
		*words = arena_printf(a, "%.*s", (int)(best.end - best.begin), best.begin);
	}
	free(text);
	return found;
}
