/* section: finding a step's part of a lesson by its headings (ATX headings outside fenced code); see markdown.h. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "tui/markdown.h"

struct heading {
	size_t start; /* of its line */
	int level;
	const char *text;
	size_t len;
};

struct scan {
	const char *p;
	size_t n, at;
	char fence; /* '`' or '~' while inside a fenced block */
};

/* The next heading from s->at on; false at the end. */
static bool next_heading(struct scan *s, struct heading *h)
{
	while (s->at < s->n) {
		const char *line = s->p + s->at, *nl = memchr(line, '\n', s->n - s->at);
		size_t len = nl ? (size_t)(nl - line) : s->n - s->at, i = 0, hashes = 0;

		h->start = s->at;
		s->at += len + (nl != NULL);
		while (i < len && i < 3 && line[i] == ' ')
			i++;
		if (len - i >= 3 && (!strncmp(line + i, "```", 3) || !strncmp(line + i, "~~~", 3))) {
			if (!s->fence)
				s->fence = line[i];
			else if (s->fence == line[i])
				s->fence = 0;
			continue;
		}
		if (s->fence)
			continue;
		while (i + hashes < len && line[i + hashes] == '#')
			hashes++;
		if (hashes < 1 || hashes > 6 || (i + hashes < len && line[i + hashes] != ' '))
			continue;
		i += hashes;
		while (i < len && line[i] == ' ')
			i++;
		while (len > i && isspace((unsigned char)line[len - 1]))
			len--;
		h->level = (int)hashes;
		h->text = line + i;
		h->len = len - i;
		return true;
	}
	return false;
}

static bool same(const char *a, size_t n, const char *b)
{
	return b && strlen(b) == n && !strncasecmp(a, b, n);
}

static bool matches(const struct heading *h, const struct section_key *key)
{
	const char *t = h->text;
	size_t n = h->len;
	char number[16];
	size_t digits;

	if (h->level < 2)
		return false;
	if (n > 5 && !strncasecmp(t, "step ", 5)) {
		t += 5;
		n -= 5;
	}
	digits = (size_t)snprintf(number, sizeof number, "%d", key->number);
	if (n >= digits && !strncmp(t, number, digits) && (n == digits || strchr(".:) -", t[digits])))
		return true;
	return same(t, n, key->title) || same(t, n, key->name);
}

int markdown_section(const char *text, size_t n, const struct section_key *key, size_t *start, size_t *len)
{
	struct scan s = { text, n, 0, 0 };
	struct heading h;
	int level = 0;

	*start = 0;
	*len = n;
	while (next_heading(&s, &h)) {
		if (level == 0 && matches(&h, key)) {
			*start = h.start;
			level = h.level;
		} else if (level > 0 && h.level <= level) {
			*len = h.start - *start;
			return 0;
		}
	}
	if (level == 0)
		return -1;
	*len = n - *start;
	return 0;
}

size_t markdown_intro(const char *text, size_t n, const struct section_key *keys, size_t nkeys)
{
	size_t first = n, start, len;

	for (size_t i = 0; i < nkeys; i++)
		if (markdown_section(text, n, &keys[i], &start, &len) == 0 && start < first)
			first = start;
	return first;
}
