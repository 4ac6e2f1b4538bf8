/* source_buffers: see source_buffers.h. An array counts where its first length is 2, or where it has three or more:
 * of "tile[16][17]" the first index is a row. */
#include "judge/source_buffers.h"

#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/literal.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

static bool spans_equal(struct span a, struct span b)
{
	return a.end - a.begin == b.end - b.begin && !memcmp(a.begin, b.begin, (size_t)(a.end - a.begin));
}

static bool is_number(struct span s)
{
	for (const char *p = s.begin; p < s.end; p++)
		if (!strchr("0123456789", *p))
			return false;
	return true;
}

/* What stands in the first brackets behind a name; empty: there are none. */
static struct span first_index(const char *s)
{
	const char *open = source_past_space(s), *end = *open == '[' ? source_past(open, '[', ']') : NULL;

	return end ? span_trimmed((struct span){ open + 1, end - 1 }) : (struct span){ NULL, NULL };
}

/* Is the name that stands here the declaration of buffers? */
static bool declares_buffers(const char *after)
{
	struct span length = first_index(after);
	int brackets = 0;

	for (const char *s = source_past_space(after); s && *s == '['; brackets++)
		s = (s = source_past(s, '[', ']')) ? source_past_space(s) : NULL;
	return (brackets == 2 && length.end - length.begin == 1 && *length.begin == '2') || brackets > 2;
}

/* The name of the next buffers that the body declares, from *s on; empty: there are none. */
static struct span next_buffers(const char *text, struct span body, const char **s)
{
	const char *shared = body.begin;

	for (; (shared = source_next_word(text, shared, "__shared__")) != NULL && shared < body.end; shared++) {
		const char *end = shared + strcspn(shared, ";");

		if (source_costs((size_t)(end - shared)))
			break;
		for (const char *w = *s > shared ? *s : shared; w < end; w++) {
			size_t n = 0;

			while (literal_in_word(w[n]))
				n++;
			if (n && !literal_in_word(w[-1]) && declares_buffers(w + n)) {
				*s = w + n;
				return (struct span){ w, w + n };
			}
			w += n ? n - 1 : 0;
		}
	}
	return (struct span){ NULL, NULL };
}

/* The first index of the first mention of the name in these words; empty: there is none, or it is a number. */
static struct span index_in(const char *text, struct span words, struct span name)
{
	for (const char *s = words.begin; s + (name.end - name.begin) < words.end; s++) {
		struct span here = { s, s + (name.end - name.begin) }, index;

		if (!spans_equal(here, name) || (s > text && literal_in_word(s[-1])) || literal_in_word(*here.end))
			continue;
		index = first_index(here.end);
		if (index.begin && !is_number(index))
			return index;
	}
	return (struct span){ NULL, NULL };
}

/* Does another place of the body, behind the declaration, have another first index? */
static bool has_other_index(struct span body, struct span name, struct span index)
{
	for (const char *s = name.end; s + (name.end - name.begin) < body.end; s++) {
		struct span here = { s, s + (name.end - name.begin) }, other;

		if (!spans_equal(here, name) || literal_in_word(s[-1]) || literal_in_word(*here.end))
			continue;
		other = first_index(here.end);
		if (other.begin && !spans_equal(other, index))
			return true;
	}
	return false;
}

static const char *copied(struct arena *a, struct span s)
{
	return arena_printf(a, "%.*s", (int)(s.end - s.begin), s.begin);
}

static struct span words_of(const char *text, int line)
{
	size_t n = 0;
	const char *s = line_at(text, line, &n);

	return s ? span_trimmed((struct span){ s, s + n }) : (struct span){ NULL, NULL };
}

/* Of the buffers that line `line` names, those that line `other` names with the same index; other 0: any. */
static bool find(struct arena *a, const char *source, int line, int other, struct buffer_use *to)
{
	char *text = source_bare(source);
	struct span words = words_of(text, line), more = words_of(text, other), body = { NULL, NULL };
	bool found = false;

	if (words.begin < words.end)
		body = source_body(text, words.begin);
	if (body.begin && (!other || (more.begin < more.end && span_has(body, more.begin))))
		for (const char *s = body.begin; !found;) {
			struct span name = next_buffers(text, body, &s), index;

			if (!name.begin)
				break;
			index = index_in(text, words, name);
			if (!index.begin || !has_other_index(body, name, index))
				continue;
			if (other) {
				struct span second = index_in(text, more, name);

				if (!second.begin || !spans_equal(index, second))
					continue;
			}
			found = true;
			to->array = copied(a, name);
			to->index = copied(a, index);
		}
	free(text);
	return found;
}

bool source_buffer(struct arena *a, const char *source, int line, struct buffer_use *to)
{
	return find(a, source, line, 0, to);
}

bool source_same_buffer(struct arena *a, const char *source, int line, int other, struct buffer_use *to)
{
	return line != other && find(a, source, line, other, to);
}

/* ---- a buffer that never changes */

/* "now" of "now" and of "1 - now"; empty: the index is something else. */
static struct span toggled(struct span index)
{
	static const char MINUS[] = "1 -";

	if ((size_t)(index.end - index.begin) > strlen(MINUS) && !strncmp(index.begin, MINUS, strlen(MINUS)))
		index = span_trimmed((struct span){ index.begin + strlen(MINUS), index.end });
	for (const char *s = index.begin; s < index.end; s++)
		if (!literal_in_word(*s))
			return (struct span){ NULL, NULL };
	return is_number(index) ? (struct span){ NULL, NULL } : index;
}

/* "int now = 0": where a number is given to it in its declaration, and nowhere in the body is it given anything else:
 * the place of the name; NULL: not so. */
static const char *set_once(const char *text, struct span body, const char *name)
{
	static const char *const types[] = { "int", "unsigned", "bool" };
	const char *declared = NULL;

	for (const char *s = body.begin; (s = source_next_word(text, s, name)) != NULL && s < body.end; s++) {
		const char *next = source_past_space(s + strlen(name)), *before = s;
		bool type = false;

		while (before > text && strchr(" \t\r\n", before[-1]))
			before--;
		for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
			size_t n = strlen(types[i]);

			type = type || (before - text > (long)n && !strncmp(before - n, types[i], n));
		}
		if (*next == '=' && next[1] != '=') {
			if (declared || !type || !strchr("0123456789", *source_past_space(next + 1)))
				return NULL;
			declared = s;
		} else if ((next[0] && next[1] == '=' && strchr("+-*/%^&|", next[0])) || strchr("&", before[-1]) ||
			(next[0] == next[1] && strchr("+-", next[0])) ||
			(before > text + 1 && before[-1] == before[-2] && strchr("+-", before[-1]))) {
			return NULL;
		}
	}
	return declared;
}

bool source_still_buffer(struct arena *a, const char *source, struct still_buffer *to)
{
	char *text = source_bare(source);
	bool found = false;

	for (const char *s = text; !found && (s = source_next_word(text, s, "__shared__")) != NULL; s++) {
		const struct span body = source_body(text, s);
		const char *at = s;
		struct span name = body.begin ? next_buffers(text, body, &at) : body, index, variable;
		const char *declared;

		if (!name.begin)
			continue;
		index = index_in(text, (struct span){ name.end, body.end }, name);
		variable = index.begin ? toggled(index) : index;
		if (!variable.begin || !has_other_index(body, name, index))
			continue;
		to->name = copied(a, variable);
		declared = set_once(text, body, to->name);
		found = declared != NULL;
		to->array = copied(a, name);
		to->declared = found ? source_line_at(text, declared) : 0;
	}
	free(text);
	return found;
}
