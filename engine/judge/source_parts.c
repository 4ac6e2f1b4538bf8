/* source_parts: see source_parts.h. */
#include "judge/source_parts.h"

#include <string.h>

#include "base/buf.h"
#include "base/literal.h"
#include "judge/source_scan.h"

bool span_has(struct span s, const char *at)
{
	return s.begin && at >= s.begin && at < s.end;
}

struct span source_body(const char *text, const char *at)
{
	static const char *const begins[] = { "__global__", "__device__" };
	struct span body = { NULL, NULL };

	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
		for (const char *s = text; (s = source_next_word(text, s, begins[i])) != NULL; s++) {
			const char *open = s + strcspn(s, "{;"), *end;
			struct span b;

			source_costs((size_t)(open - s));
			if (*open != '{' || !(end = source_past(open, '{', '}')))
				continue;
			b = (struct span){ open + 1, end - 1 };
			if (span_has(b, at))
				body = b;
		}
	}
	return body;
}

bool span_has_barrier(struct span s)
{
	return span_has_word(s, "__syncthreads") || span_has_word(s, "__syncwarp") || span_has_word(s, "sync");
}

bool span_same(struct span x, struct span y)
{
	return x.end - x.begin == y.end - y.begin && !strncmp(x.begin, y.begin, (size_t)(x.end - x.begin));
}

bool span_is(struct span s, const char *text)
{
	return s.begin && span_same(s, (struct span){ text, text + strlen(text) });
}

struct span span_trimmed(struct span s)
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

bool source_next_condition(const char *text, const char **s, const char *end, struct condition *c)
{
	static const char *const words[] = { "if", "while", "for" };

	const char *begin = *s;

	for (; *s < end && !source_spent(); (*s)++) {
		for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
			size_t n = strlen(words[i]);
			const char *open, *close;

			if (strncmp(*s, words[i], n) || literal_in_word((*s)[n]) ||
				(*s > text && literal_in_word((*s)[-1])))
				continue;
			open = source_past_space(*s + n);
			close = *open == '(' ? source_past(open, '(', ')') : NULL;
			if (!close)
				continue;
			c->at = *s;
			c->words = (struct span){ open + 1, close - 1 };
			c->governs = governed(close);
			c->loop = i > 0;
			if (i == 2) { /* what stands between the two semicolons */
				const char *a = memchr(open, ';', (size_t)(close - open));
				const char *b = a ? memchr(a + 1, ';', (size_t)(close - a - 1)) : NULL;

				c->words = b ? (struct span){ a + 1, b } : (struct span){ open, open };
			}
			source_costs((size_t)(open - begin));
			*s = open;
			return true;
		}
	}
	source_costs((size_t)(*s > begin ? *s - begin : 0));
	return false;
}

bool span_has_word(struct span s, const char *word)
{
	const size_t n = strlen(word);
	const char *at = s.begin;

	/* To its end and no further: many spans lie before the same long text. */
	for (; at && at < s.end && (at = memmem(at, (size_t)(s.end - at), word, n)) != NULL; at++)
		if ((at == s.begin || !literal_in_word(at[-1])) && !literal_in_word(at[n]))
			break;
	source_costs((size_t)(s.begin && s.end > s.begin ? s.end - s.begin : 0));
	return at && at < s.end;
}

struct span source_nth(const char *open, char close, size_t i)
{
	const char *end = *open ? source_past(open, *open, close) : NULL, *s = open + 1, *from = s;
	int deep = 0;

	for (; end && s < end; s++) {
		deep += strchr("([{", *s) != NULL && *s;
		if ((*s == ',' && !deep) || s == end - 1) {
			if (!i--)
				return span_trimmed((struct span){ from, s });
			from = s + 1;
		}
		deep -= strchr(")]}", *s) != NULL && *s;
	}
	return (struct span){ NULL, NULL };
}

struct span source_body_around(const char *text, const char *here)
{
	return here ? source_body(text, here + strspn(here, " \t")) : (struct span){ NULL, NULL };
}

const char *source_head(const char *text, struct span body)
{
	static const char *const begins[] = { "__global__", "__device__" };
	const char *head = NULL;

	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		for (const char *s = text; (s = source_next_word(text, s, begins[i])) != NULL && s < body.begin; s++)
			if (s + strcspn(s, "{;") == body.begin - 1 && (!head || s < head))
				head = s;
	return head;
}

char *source_head_name(const char *head)
{
	for (const char *s = head; *s && *s != '{';) {
		const char *end = s;

		while (literal_in_word(*end))
			end++;
		if (end > s && *source_past_space(end) == '(' && strncmp(s, "__", 2) != 0)
			return xstrndup(s, (size_t)(end - s));
		s = end > s ? end : s + 1;
	}
	return xstrdup("");
}
