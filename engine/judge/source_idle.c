/* source_idle: see source_idle.h. */
#include "judge/source_idle.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/literal.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

/* ---- statements without an effect */

static bool names_call(struct span s)
{
	static const char *const calls[] = { "__syncthreads", "__syncwarp", "__threadfence", "__threadfence_block",
		"__threadfence_system", "__pipeline_commit", "cudaDeviceSynchronize" };

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if ((size_t)(s.end - s.begin) == strlen(calls[i]) && !strncmp(s.begin, calls[i], strlen(calls[i])))
			return true;
	return false;
}

/* "ready[p] == 1" and "*done == 1": a place, two signs, a value, and nothing that could make it something else. */
static bool compares(struct span s)
{
	const char *equals = NULL;

	if (!s.begin || s.begin == s.end || (*s.begin != '*' && !literal_in_word(*s.begin)))
		return false;
	if (!strncmp(s.begin, "return", 6))
		return false;
	for (const char *c = s.begin; c < s.end; c++) {
		if (*c == '[' && !(c = source_past(c, '[', ']')))
			return false;
		if (c >= s.end)
			break;
		if (*c == '=' && c[1] == '=' && !equals)
			equals = c++;
		else if (strchr("=?(<>!&|", *c) || (!equals && *c == ' ' && literal_in_word(c[1])))
			return false; /* an assignment, a call; "bool same == x" is none either */
	}
	return equals && equals > s.begin;
}

/* Behind "if (...)", "while (...)" and "else", of which the statement is part. */
static const char *past_heads(const char *s)
{
	static const char *const heads[] = { "if", "while", "for" };

	for (;;) {
		const char *from = s = source_past_space(s);

		if (!strncmp(s, "else", 4) && !literal_in_word(s[4]))
			s += 4;
		for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
			size_t n = strlen(heads[i]);
			const char *open = !strncmp(s, heads[i], n) ? source_past_space(s + n) : "";
			const char *past = *open == '(' ? source_past(open, '(', ')') : NULL;

			if (past)
				s = past;
		}
		if (s == from)
			return s;
	}
}

bool source_idle(struct arena *a, const char *source, struct idle_statement *to)
{
	char *text = source_bare(source);
	bool found = false;

	for (const char *s = text; *s && !found;) {
		struct span is = { past_heads(s), NULL };

		is.end = is.begin + strcspn(is.begin, ";{}(");
		if (*is.end == ';') {
			const char *begin = is.begin;

			is = span_trimmed(is);
			to->call = is.begin < is.end && names_call(is);
			found = to->call || compares(is);
			if (found) {
				to->words = arena_printf(a, "%.*s", (int)(is.end - is.begin), is.begin);
				to->line = source_line_at(text, begin);
			}
		} else if (*is.end == '(') { /* past it, and past what stands between its brackets */
			const char *past = source_past(is.end, '(', ')');

			s = past ? past : is.end + 1;
			s += strcspn(s, ";{}(");
			s += *s == ';' || *s == '{' || *s == '}';
			continue;
		}
		s = is.end + (*is.end != '\0');
	}
	free(text);
	return found;
}

/* ---- assignments in the place of comparisons */

/* "j = i", "last[b] = 0": the end of its name, or NULL. With a type before the name it declares a variable. */
static const char *sets(struct span s)
{
	const char *end = s.begin, *equals;

	while (end < s.end && *end == '*')
		end++; /* "*done = 1" */
	while (end < s.end &&
		(literal_in_word(*end) || (*end == '.' && end > s.begin) || (*end == '>' && end[-1] == '-') ||
			(*end == '-' && end[1] == '>')))
		end++; /* "at.type = 0", "at->type = 0" */
	equals = source_past_space(end);
	if (*equals == '[') {
		equals = source_past(equals, '[', ']');
		equals = equals ? source_past_space(equals) : s.end;
	}
	if (end == s.begin || equals >= s.end || *equals != '=' || equals[1] == '=')
		return NULL;
	return memchr(equals, '(', (size_t)(s.end - equals)) ? NULL : end;
}

bool source_condition_sets(struct arena *a, const char *source, struct condition_sets *to)
{
	char *text = source_bare(source);
	const char *end = strchr(text, '\0'), *name = NULL;
	struct condition c;

	for (const char *s = text; !name && source_next_condition(text, &s, end, &c);) {
		struct span words = span_trimmed(c.words);

		name = *c.at != 'f' ? sets(words) : NULL;
		if (!name)
			continue;
		to->name = arena_printf(a, "%.*s", (int)(name - words.begin), words.begin);
		to->words = arena_printf(a, "%.*s", (int)(words.end - words.begin), words.begin);
		to->line = source_line_at(text, words.begin);
	}
	free(text);
	return name != NULL;
}

/* ---- heads that govern nothing */

/* How far the line that `at` is in is indented, with tabs of 8. */
static int indent_of(const char *text, const char *at)
{
	int n = 0;

	while (at > text && at[-1] != '\n')
		at--;
	for (; *at == ' ' || *at == '\t'; at++)
		n += *at == '\t' ? 8 - n % 8 : 1;
	return n;
}

/* Is the ; behind this head a slip? An if is good for nothing without a statement; a for may do all in its brackets. */
static bool ends_at_once(const char *text, const struct condition *c)
{
	const char *next;

	if (*c->governs.begin != ';' || (c->loop && strncmp(c->at, "for", 3) != 0))
		return false;
	next = source_past_space(c->governs.begin + 1);
	if (!c->loop)
		return strncmp(next, "else", 4) != 0;
	return *next == '{' || (*next && indent_of(text, next) > indent_of(text, c->at));
}

/* x.load(), atomicAdd(&x, 0) */
static bool asks_atomic(struct span words)
{
	for (const char *s = words.begin; s + 6 < words.end; s++)
		if (!strncmp(s, "atomic", 6) && (s == words.begin || !literal_in_word(s[-1])))
			return true;
	return span_has_word(words, "load");
}

bool source_head_slip(const char *source, struct head_slip *to)
{
	char *text = source_bare(source);
	const char *end = strchr(text, '\0');
	struct condition c;
	bool found = false;

	for (const char *s = text; !found && source_next_condition(text, &s, end, &c);) {
		found = ends_at_once(text, &c);
		if (!found)
			continue;
		to->word = c.loop ? "for" : "if";
		to->waits = !c.loop && asks_atomic(c.words) &&
			memchr(c.words.end, '\n', (size_t)(c.governs.begin - c.words.end));
		to->line = source_line_at(text, c.at);
	}
	free(text);
	return found;
}

/* ---- kernels that nobody launches */

const char *source_unlaunched(struct arena *a, const char *source, int *line)
{
	char *text = source_bare(source);
	const char *found = NULL, *begin = source_next_word(text, text, "solve") ? text : strchr(text, '\0');

	for (const char *s = begin; !found && (s = source_next_word(text, s, "__global__")) != NULL; s++) {
		const char *name = s + strlen("__global__"), *end, *other;
		char *word;

		name += strcspn(name, "({;");
		while (name > s && !literal_in_word(name[-1]))
			name--;
		for (end = name; name > s && literal_in_word(name[-1]);)
			name--;
		if (end == name || *source_past_space(end) != '(' || !strncmp(name, "__", 2))
			continue;
		word = arena_printf(a, "%.*s", (int)(end - name), name);
		other = source_next_word(text, text, word);
		if (other == name)
			other = source_next_word(text, end, word);
		if (!other) {
			found = word;
			*line = source_line_at(text, name);
		}
	}
	free(text);
	return found;
}

/* Does the text launch it: "name<<<", "name<float><<<"? NULL: any kernel. Not one of whose name `other` has the word.
 */
static bool launches(const char *text, const char *name, const char *other)
{
	for (const char *s = text; (s = strstr(s, "<<<")) != NULL; s += 3) {
		const char *end = s, *begin;
		char *word;
		bool is;

		while (end > text && end[-1] == ' ')
			end--;
		if (end > text && end[-1] == '>')
			do
				end--;
			while (end > text && *end != '<');
		for (begin = end; begin > text && literal_in_word(begin[-1]);)
			begin--;
		word = xstrndup(begin, (size_t)(end - begin));
		is = *word && (name ? !strcmp(word, name) : !source_next_word(other, other, word));
		free(word);
		if (is)
			return true;
	}
	return false;
}

bool source_replaced(const char *source, const char *starter, const char *kernel)
{
	char *text = source_bare(source), *before = source_bare(starter);
	const bool is = launches(before, kernel, NULL) && launches(text, NULL, before);

	free(before);
	free(text);
	return is;
}
