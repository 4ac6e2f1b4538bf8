/* source_lock: see source_lock.h. A lock is a place that one line takes by an atomic, in a loop that waits, and another
 * one frees by atomicExch(). What is said holds whatever is done under it. */
#include "judge/source_lock.h"

#include <stdlib.h>
#include <string.h>

#include "base/literal.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

static const struct span NOWHERE = { NULL, NULL };

/* The first argument of the first such call in these words; empty: there is none. */
static struct span place_of(struct span words, const char *call)
{
	const char *at = source_next_word(words.begin, words.begin, call), *open;

	if (!at || at >= words.end)
		return NOWHERE;
	open = source_past_space(at + strlen(call));
	return *open == '(' && source_past(open, '(', ')') ? source_nth(open, ')', 0) : NOWHERE;
}

static struct span taken_in(struct span words)
{
	struct span lock = place_of(words, "atomicCAS");

	return lock.begin ? lock : place_of(words, "atomicExch");
}

/* The statement atomicExch(lock, ...) from `from` on; NULL: there is none above `end`. In a condition it takes. */
static const char *freed(const char *from, const char *end, struct span lock)
{
	for (const char *s = from; (s = source_next_word(from, s, "atomicExch")) != NULL && s < end; s++) {
		const char *before = s;

		while (before > from && strchr(" \t\r\n", before[-1]))
			before--;
		if ((before == from || strchr(";{})", before[-1])) &&
			span_same(lock, place_of((struct span){ s, end }, "atomicExch")))
			return s;
	}
	return NULL;
}

/* "*lock = ..." or, of "&x", "x = ..." as a statement. */
static const char *stored(const char *from, const char *end, struct span lock)
{
	bool address = *lock.begin == '&';
	struct span name = address ? span_trimmed((struct span){ lock.begin + 1, lock.end }) : lock;
	size_t n = (size_t)(name.end - name.begin);

	for (const char *s = from; s < end; s++) {
		const char *at = address ? s : source_past_space(s + 1), *after;

		if ((!address && *s != '*') || strncmp(at, name.begin, n) || literal_in_word(at[n]))
			continue;
		if (s > from && !strchr(" \t\r\n;{})", s[-1]))
			continue;
		after = source_past_space(at + n);
		if (*after == '=' && after[1] != '=')
			return s;
	}
	return NULL;
}

/* The innermost if that governs `at` and not `other`; false: there is none. */
static bool if_around_one(const char *text, const char *at, const char *other, struct condition *found)
{
	struct span body = source_body(text, at);
	struct condition c;
	bool any = false;

	for (const char *s = body.begin; source_next_condition(text, &s, at, &c);)
		if (!c.loop && span_has(c.governs, at) && !(other && span_has(c.governs, other))) {
			*found = c;
			any = true;
		}
	return any;
}

static bool in_loop(const char *text, const char *at)
{
	struct span body = source_body(text, at);
	struct condition c;

	if (span_has_word(body, "do"))
		return true;
	for (const char *s = body.begin; source_next_condition(text, &s, at, &c);)
		if (c.loop && span_has(c.governs, at))
			return true;
	return false;
}

/* Fences, barriers and brackets alone. */
static bool nothing_done(const char *s, const char *end)
{
	while ((s = source_past_space(s)) < end) {
		if (strncmp(s, "__threadfence", 13) && strncmp(s, "__sync", 6) && *s != ';' && *s != '}')
			return false;
		s += *s == ';' || *s == '}' ? 1 : strcspn(s, ";");
	}
	return true;
}

static bool waiting_loop(const struct condition *c)
{
	const char *s = source_past_space(c->governs.begin);

	if (*s == '{')
		s = source_past_space(s + 1);
	return c->loop && !strncmp(c->at, "while", 5) && (*s == ';' || *s == '}');
}

static bool taken_by_loop(struct arena *a, const char *text, const struct condition *c, struct lock_misuse *to)
{
	struct span lock = taken_in(c->words), body = source_body(text, c->at);
	const char *from = c->governs.end, *frees, *again, *plain;
	struct condition by, other;

	if (!lock.begin || !body.begin)
		return false;
	frees = freed(from, body.end, lock);
	plain = stored(from, body.end, lock);
	if (!frees && !plain)
		return false;
	again = frees ? freed(frees + 1, body.end, lock) : NULL;
	to->takes = source_line_at(text, c->at);
	to->frees = source_line_at(text, frees ? frees : plain);
	to->lock = arena_printf(a, "%.*s", (int)(lock.end - lock.begin), lock.begin);
	if (!frees) {
		to->kind = LOCK_FREED_PLAIN;
		return true;
	}
	if (nothing_done(from, frees)) {
		to->kind = LOCK_NOTHING_UNDER;
		return true;
	}
	if (again && !if_around_one(text, frees, again, &by) && !if_around_one(text, again, frees, &other)) {
		to->kind = LOCK_FREED_TWICE;
		to->again = source_line_at(text, again);
		return true;
	}
	if (!again && if_around_one(text, c->at, frees, &by) && !if_around_one(text, frees, c->at, &other)) {
		struct span words = span_trimmed(by.words);

		to->kind = LOCK_FREED_BY_ALL;
		to->taken_if = arena_printf(a, "%.*s", (int)(words.end - words.begin), words.begin);
		return true;
	}
	return false;
}

/* "if (atomicCAS(lock, 0, 1) != 0) return;" of a place that somebody frees, and no loop asks again. */
static bool asked_once(struct arena *a, const char *text, const struct condition *c, struct lock_misuse *to)
{
	struct span lock = place_of(c->words, "atomicCAS"), body = source_body(text, c->at);

	if (c->loop || !lock.begin || !body.begin || in_loop(text, c->at) || !freed(c->words.end, body.end, lock))
		return false;
	to->kind = LOCK_ASKED_ONCE;
	to->takes = source_line_at(text, c->at);
	to->frees = 0;
	to->lock = arena_printf(a, "%.*s", (int)(lock.end - lock.begin), lock.begin);
	return true;
}

/* "while (*lock != 0) ; *lock = 1; ... atomicExch(lock, 0);" */
static bool taken_plainly(struct arena *a, const char *text, const struct condition *c, struct lock_misuse *to)
{
	struct span body = source_body(text, c->at), name;
	const char *s = source_past_space(c->words.begin), *next;

	if (!body.begin || *s != '*')
		return false;
	name.begin = name.end = source_past_space(s + 1);
	while (literal_in_word(*name.end))
		name.end++;
	next = source_past_space(c->governs.end);
	while (*next == ';' || *next == '}')
		next = source_past_space(next + 1);
	if (name.begin == name.end || *next != '*' || stored(next, next + 1, name) != next ||
		!freed(next, body.end, name))
		return false;
	to->kind = LOCK_TAKEN_PLAIN;
	to->takes = source_line_at(text, c->at);
	to->frees = source_line_at(text, next);
	to->lock = arena_printf(a, "%.*s", (int)(name.end - name.begin), name.begin);
	return true;
}

bool source_lock_misuse(struct arena *a, const char *source, struct lock_misuse *to)
{
	char *text = source_bare(source);
	bool found = false;
	struct condition c;

	*to = (struct lock_misuse){ .takes = 0 };
	for (const char *s = text; !found && source_next_condition(text, &s, strchr(text, '\0'), &c);)
		found = waiting_loop(&c) ? taken_by_loop(a, text, &c, to) || taken_plainly(a, text, &c, to) :
					   asked_once(a, text, &c, to);
	free(text);
	return found;
}
