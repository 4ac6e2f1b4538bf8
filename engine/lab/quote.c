/* quote: see quote.h. */
#include "lab/quote.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "counters/counters.h"

static const char *const words[QUOTE_WHOSE_COUNT] = { "mine", "reference", "starter", "variant ", "h200" };

static int no_quote(const struct quote *q, const char *why, struct err *e)
{
	return err_set(e, ERR_INPUT, "%.*s: %s", (int)(q->len < 80 ? q->len : 80), q->start, why);
}

static int quote_whose(const struct step *s, struct quote *q, const char *word, struct err *e)
{
	for (int i = 0; i < QUOTE_WHOSE_COUNT; i++) {
		size_t n = strlen(words[i]);

		if (i == QUOTE_VARIANT ? strncmp(word, words[i], n) : strcmp(word, words[i]))
			continue;
		q->whose = (enum quote_whose)i;
		q->variant = i == QUOTE_VARIANT ? step_variant(s, word + n) : NULL;
		return i == QUOTE_VARIANT && !q->variant ? no_quote(q, "the step has no such variant", e) : 0;
	}
	return no_quote(q, "expected mine, reference, starter, variant NAME or h200 before the colon", e);
}

static int quote_what(const struct step *s, struct quote *q, const char *what, struct err *e)
{
	if (q->whose == QUOTE_H200) {
		if (!*what || strlen(what) > 40)
			return no_quote(q, "expected a key of measured.yaml after the colon", e);
		if (isdigit((unsigned char)*what))
			snprintf(q->key, sizeof q->key, "%s", what);
		else
			snprintf(q->key, sizeof q->key, "%d.%s", s->number, what);
		return 0;
	}
	if (!strcmp(what, "time")) {
		q->counter = MEASURE_TIME;
		return 0;
	}
	q->counter = counter_find(what);
	return q->counter < 0 ? no_quote(q, "expected a counter's name or alias, or time, after the colon", e) : 0;
}

int quote_next(const struct step *s, const char *text, struct quote *q, struct err *e)
{
	char inner[120], *colon;
	const char *end;

	memset(q, 0, sizeof *q);
	q->start = strchr(text, '{');
	if (!q->start)
		return 0;
	end = strchr(q->start, '}');
	q->len = end ? (size_t)(end - q->start) + 1 : strlen(q->start);
	if (!end || q->len > sizeof inner)
		return no_quote(q, "expected a closing }", e);
	snprintf(inner, sizeof inner, "%.*s", (int)q->len - 2, q->start + 1);
	for (char *p = inner; *p; p++) {
		if (*p == '\n') /* a text may be folded inside it */
			*p = ' ';
	}
	colon = strchr(inner, ':');
	if (!colon)
		return no_quote(q, "expected something like {mine:load sectors}", e);
	*colon = '\0';
	return quote_whose(s, q, inner, e) || quote_what(s, q, colon + 1, e) ? -1 : 1;
}
