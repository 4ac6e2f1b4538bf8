/* source_handed: see source_handed.h. */
#include "judge/source_handed.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/literal.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

enum { MOST_PARAMS = 32 };

struct launch {
	struct span kernel; /* its name */
	const char *gives,
		*wants; /* brackets of the arguments and of the parameters; wants: NULL, it is not to be seen */
};

static bool is_word(struct span s, const char *word, size_t n)
{
	return (size_t)(s.end - s.begin) == n && !strncmp(s.begin, word, n);
}

/* The name that stands before a launch's "<<<"; a template's arguments are left out. */
static struct span launched(const char *text, const char *at)
{
	const char *end = at, *begin;
	int deep = 0;

	while (end > text && strchr(" \t\r\n", end[-1]))
		end--;
	if (end > text && end[-1] == '>')
		do {
			end--;
			deep += (*end == '>') - (*end == '<');
		} while (end > text && deep);
	for (begin = end; begin > text && literal_in_word(begin[-1]);)
		begin--;
	return (struct span){ begin, end };
}

static const char *parameters(const char *text, struct span kernel)
{
	const size_t n = (size_t)(kernel.end - kernel.begin);

	source_costs(strlen(text));
	for (const char *s = text; *s && !source_spent(); s++)
		if (!strncmp(s, kernel.begin, n) && !literal_in_word(s[n]) && (s == text || !literal_in_word(s[-1])) &&
			*source_past_space(s + n) == '(')
			return source_past_space(s + n);
	return NULL;
}

/* The next launch from *s on, and *s moves on; false: none is left. */
static bool next_launch(const char *text, const char **s, struct launch *l)
{
	for (const char *at = *s; (at = strstr(at, "<<<")) != NULL; at++) {
		const char *gives = source_past_launch(at);

		if (!gives || *gives != '(')
			continue;
		l->kernel = launched(text, at);
		l->gives = gives;
		l->wants = l->kernel.end > l->kernel.begin ? parameters(text, l->kernel) : NULL;
		*s = gives;
		return true;
	}
	return false;
}

bool source_handed_to_read(const char *source, const char *array)
{
	char *text = source_bare(source);
	const char *s = text;
	struct launch l;
	bool named = false, read = true;

	while (read && next_launch(text, &s, &l)) {
		struct span item;

		for (size_t i = 0; i < MOST_PARAMS && (item = source_nth(l.gives, ')', i)).begin; i++) {
			struct span wanted;

			if (!span_has_word(item, array))
				continue;
			wanted = l.wants ? source_nth(l.wants, ')', i) : (struct span){ NULL, NULL };
			named = true;
			read = read && wanted.begin && span_has_word(wanted, "const");
		}
	}
	free(text);
	return named && read;
}

/* The last word of "const float *in"; of "float a[N]" none that could be taken for it. */
static const char *parameter_name(struct arena *a, struct span s)
{
	const char *begin;

	s = span_trimmed(s);
	for (begin = s.end; begin > s.begin && literal_in_word(begin[-1]);)
		begin--;
	return arena_printf(a, "%.*s", (int)(s.end - begin), begin);
}

static bool pointer(const char *wants, size_t i)
{
	struct span s = source_nth(wants, ')', i);

	return s.begin && memchr(s.begin, '*', (size_t)(s.end - s.begin));
}

static bool one_name(struct span s)
{
	for (const char *c = s.begin; c < s.end; c++)
		if (!literal_in_word(*c))
			return false;
	return s.end > s.begin;
}

static bool twice(struct arena *a, const char *text, const struct launch *l, struct handed_twice *to)
{
	struct span first, second;

	for (size_t i = 0; i < MOST_PARAMS && (first = source_nth(l->gives, ')', i)).begin; i++) {
		first = span_trimmed(first);
		for (size_t k = i + 1; k < MOST_PARAMS && (second = source_nth(l->gives, ')', k)).begin; k++) {
			second = span_trimmed(second);
			if (!one_name(first) || !is_word(second, first.begin, (size_t)(first.end - first.begin)) ||
				!pointer(l->wants, i) || !pointer(l->wants, k))
				continue;
			to->array = arena_printf(a, "%.*s", (int)(first.end - first.begin), first.begin);
			to->first = parameter_name(a, source_nth(l->wants, ')', i));
			to->second = parameter_name(a, source_nth(l->wants, ')', k));
			to->line = source_line_at(text, l->gives);
			return *to->first && *to->second;
		}
	}
	return false;
}

bool source_handed_twice(struct arena *a, const char *source, const char *kernel, struct handed_twice *to)
{
	char *text = source_bare(source);
	const char *s = text;
	bool found = false;
	struct launch l;
	size_t n = 0;

	while (kernel && literal_in_word(kernel[n]))
		n++;
	while (n && !found && next_launch(text, &s, &l))
		found = is_word(l.kernel, kernel, n) && l.wants && twice(a, text, &l, to);
	free(text);
	return found;
}

int source_only_launch(const char *source)
{
	char *text = source_bare(source);
	const char *s = text;
	struct launch l;
	int found = 0;

	if (next_launch(text, &s, &l)) {
		found = source_line_at(text, l.gives);
		found = next_launch(text, &s, &l) ? 0 : found;
	}
	free(text);
	return found;
}

int source_repointed(const char *source, const char *array)
{
	char *text = source_bare(source);
	int found = 0;

	for (const char *s = text; !found && (s = source_next_word(text, s, array)) != NULL; s++) {
		const char *before = s, *after = source_past_space(s + strlen(array));

		while (before > text && strchr(" \t\r\n", before[-1]))
			before--;
		if (before > text && strchr(";{})", before[-1]) && after[0] == '=' && after[1] != '=')
			found = source_line_at(text, s);
	}
	free(text);
	return found;
}

/* Is the array the first argument of memset(), or one of memcpy()? Not of cudaMemset(). */
static bool in_host_call(const char *begin, const char *at)
{
	const char *open = at, *end;
	int deep = 0;

	while (open > begin && *open != ';' && *open != '{') {
		open--;
		deep += (*open == ')') - (*open == '(');
		if (deep < 0)
			break;
	}
	if (deep >= 0)
		return false;
	for (end = open; end > begin && literal_in_word(end[-1]);)
		end--;
	return is_word((struct span){ end, open }, "memset", 6) || is_word((struct span){ end, open }, "memcpy", 6);
}

/* "x = *a;", "if (*a)": is what the pointer at `at` leads to read or set? Not "int *a", "x * a", sizeof(*a). */
static bool followed(const char *begin, const char *at)
{
	const char *star = at, *before, *word;

	if (star == begin || *--star != '*')
		return false;
	before = star;
	while (before > begin && strchr(" \t\r\n", before[-1]))
		before--;
	for (word = before; word > begin && literal_in_word(word[-1]);)
		word--;
	if (is_word((struct span){ word, before }, "return", 6))
		return true;
	if (before == begin || !strchr("=(!&|;{}<>+-?:", before[-1]))
		return false;
	for (word = before - 1; word > begin && literal_in_word(word[-1]);)
		word--;
	return before[-1] != '(' || !is_word((struct span){ word, before - 1 }, "sizeof", 6);
}

static bool host_uses(const char *begin, const char *at, const char *array)
{
	return (*source_past_space(at + strlen(array)) == '[' && !source_addressed(begin, at)) ||
		in_host_call(begin, at) || followed(begin, at);
}

/* The first use of the array by the host in [from, end), of a body that begins at `begin`; NULL: there is none. */
static const char *first_use(const char *begin, const char *from, const char *end, const char *array)
{
	for (const char *at = from; (at = source_next_word(begin, at, array)) != NULL && at < end; at++)
		if (host_uses(begin, at, array))
			return at;
	return NULL;
}

static struct span solves_body(const char *text)
{
	const char *s = source_next_word(text, text, "solve"), *end;

	s = s ? strchr(s, '{') : NULL;
	end = s ? source_past(s, '{', '}') : NULL;
	return end ? (struct span){ s, end } : (struct span){ NULL, NULL };
}

int source_host_element(const char *source, const char *array)
{
	char *text = source_bare(source);
	const struct span body = solves_body(text);
	const char *at = body.begin ? first_use(body.begin, body.begin, body.end, array) : NULL;
	const int found = at ? source_line_at(text, at) : 0;

	free(text);
	return found;
}

static const char *nth_allocated(struct arena *a, const char *text, const char *call, size_t n)
{
	const char *s = text, *name = NULL, *end;

	for (size_t k = 0; s && k < n; k++, s = s ? s + 1 : NULL)
		s = source_next_word(text, s, call);
	s = s ? strchr(s, '(') : NULL;
	s = s ? source_past_space(s + 1) : NULL;
	if (s && *s == '(') { /* (void **)&a */
		s = source_past(s, '(', ')');
		s = s ? source_past_space(s) : NULL;
	}
	if (s && *s == '&') {
		s = end = source_past_space(s + 1);
		while (literal_in_word(*end))
			end++;
		name = end > s ? arena_printf(a, "%.*s", (int)(end - s), s) : NULL;
	}
	return name;
}

const char *source_nth_allocated(struct arena *a, const char *source, const char *call, size_t n)
{
	char *text = source_bare(source);
	const char *name = nth_allocated(a, text, call, n);

	free(text);
	return name;
}

static bool waits_for_work(struct span words)
{
	static const char *const calls[] = { "cudaDeviceSynchronize", "cudaStreamSynchronize", "cudaEventSynchronize",
		"cudaMemcpy", "cudaMemcpyFromSymbol", "cudaStreamQuery", "cudaEventQuery", "cudaFree" };

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (span_has_word(words, calls[i]))
			return true;
	return false;
}

/* Is what the pointer at `at` leads to read here, and not given a value? */
static bool read_on_host(const char *begin, const char *at, size_t n)
{
	const char *after = source_past_space(at + n);

	if (*after == '[' && !source_addressed(begin, at))
		after = source_past(after, '[', ']');
	else if (!followed(begin, at))
		return false;
	after = after ? source_past_space(after) : "=";
	return *after != '=' || after[1] == '=';
}

bool source_unawaited_read(struct arena *a, const char *source, struct unawaited_read *to)
{
	char *text = source_bare(source);
	const struct span body = solves_body(text);
	const char *name;
	bool found = false;

	for (size_t k = 1; body.begin && !found && (name = nth_allocated(a, text, "cudaMallocManaged", k)); k++) {
		for (const char *at = body.begin;
			!found && (at = source_next_word(text, at, name)) != NULL && at < body.end; at++) {
			const char *launch = NULL;

			for (const char *s = body.begin; (s = strstr(s, "<<<")) != NULL && s < at; s++)
				launch = s;
			found = launch && read_on_host(body.begin, at, strlen(name)) &&
				!waits_for_work((struct span){ launch, at });
			if (found)
				*to = (struct unawaited_read){ name, source_line_at(text, at),
					source_line_at(text, launch) };
		}
	}
	free(text);
	return found;
}

/* The variable that an argument begins with, casts and & left out: "(char *)host + from"; NULL: it begins with none. */
static char *pointer_of(struct span s)
{
	const char *at = s.begin, *end;

	while (at && at < s.end && (*at == '(' || *at == '&')) {
		at = *at == '&' ? at + 1 : source_past(at, '(', ')');
		at = at ? source_past_space(at) : NULL; /* NULL: what is open has no end */
	}
	for (end = at; end && end < s.end && literal_in_word(*end);)
		end++;
	return end > at ? xstrndup(at, (size_t)(end - at)) : NULL;
}

/* The innermost loop around a place; from there to the end of the body where none is. */
static struct span loop_around(struct span body, const char *at)
{
	struct span found = { at, body.end };
	struct condition c;

	for (const char *s = body.begin; source_next_condition(body.begin, &s, body.end, &c);)
		if (c.loop && span_has(c.governs, at))
			found = c.governs;
	return found;
}

bool source_early_touch(struct arena *a, const char *source, bool reads, struct early_touch *to)
{
	static const char CALL[] = "cudaMemcpyAsync";
	char *text = source_bare(source);
	const struct span body = solves_body(text);

	to->touch = 0;
	for (const char *s = body.begin; s && (s = source_next_word(text, s, CALL)) != NULL && s < body.end;
		s += strlen(CALL)) {
		const char *open = source_past_space(s + strlen(CALL)), *at = NULL;
		char *buffer = *open == '(' ? pointer_of(source_nth(open, ')', reads ? 1 : 0)) : NULL;

		if (buffer) {
			const struct span loop = loop_around(body, s);
			at = first_use(body.begin, loop.begin, loop.end, buffer);
		}
		if (at) {
			to->buffer = arena_strdup(a, buffer);
			to->copy = source_line_at(text, s);
			to->touch = source_line_at(text, at);
		}
		free(buffer);
		if (at)
			break;
	}
	free(text);
	return to->touch > 0;
}
