/* source_unset: see source_unset.h. Names are looked for from a declaration to the end of the body that it is in. What
 * is not the plainest form (a pointer to the variable, an else, a read behind a condition) counts as set. */
#include "judge/source_unset.h"

#include <stdlib.h>
#include <string.h>

#include "base/literal.h"
#include "base/buf.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

struct declared {               /* one plain variable: "float sum;", "int a, b;", "bool last = false;" */
	const char *begin;      /* of the declaration */
	const char *name, *end; /* in the text; not copied */
	const char *next;       /* behind it: a comma, an =, a semicolon */
	bool array;             /* "float sum[4];": only source_unset() looks at these */
};

static const char *const types[] = { "float", "double", "int", "unsigned", "long", "bool", "char", "short", "signed",
	"size_t", "int2", "int4", "float2", "float3", "float4", "double2" };

static size_t type_at(const char *text, const char *s)
{
	if (s > text && literal_in_word(s[-1]))
		return 0;
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		size_t n = strlen(types[i]);

		if (!strncmp(s, types[i], n) && !literal_in_word(s[n]))
			return n;
	}
	return 0;
}

/* Does a statement begin here? A word before it, as in "__shared__ float", makes it something else. */
static bool begins_statement(const char *text, const char *s)
{
	while (s > text && strchr(" \t", s[-1]))
		s--;
	return s == text || strchr("\n;{}", s[-1]) != NULL;
}

/* The variable that stands here, of a list; false: none does. Of an array what follows its lengths is what is next. */
static bool named(const char *s, struct declared *d)
{
	for (d->name = d->end = source_past_space(s); literal_in_word(*d->end); d->end++)
		;
	d->next = source_past_space(d->end);
	d->array = *d->next == '[';
	while (d->next && *d->next == '[')
		d->next = (d->next = source_past(d->next, '[', ']')) ? source_past_space(d->next) : NULL;
	if (!d->next)
		return false;
	return d->end > d->name && *d->next && strchr(",;=", *d->next);
}

/* The comma or semicolon behind a variable of a list: "me = sums[tid]," has one behind its value. */
static const char *past_value(const char *s)
{
	const char *begin = s;

	for (int deep = 0; *s && (deep || !strchr(",;", *s)); s++)
		deep += (strchr("([{", *s) != NULL) - (strchr(")]}", *s) != NULL);
	source_costs((size_t)(s - begin));
	return s;
}

/* The next of the same declaration. */
static bool declares_next(struct declared *d)
{
	const char *comma = past_value(d->next);

	return *comma == ',' && named(comma + 1, d);
}

/* The first variable of a declaration that begins here; false: none does. A list of parameters does not end as one. */
static bool declares(const char *text, const char *s, struct declared *d)
{
	struct declared last;
	size_t n;

	d->begin = s;
	if (!type_at(text, s) || !begins_statement(text, s))
		return false;
	while ((n = type_at(text, s)) != 0)
		s = source_past_space(s + n);
	if (!named(s, d))
		return false;
	for (last = *d; *past_value(last.next) == ',';)
		if (!declares_next(&last))
			return false;
	return true;
}

/* The next place that names the variable, and no field of that name. */
static const char *next_mention(const char *text, const char *s, const char *name)
{
	while ((s = source_next_word(text, s, name)) != NULL && s > text &&
		(s[-1] == '.' || (s[-1] == '>' && s > text + 1 && s[-2] == '-')))
		s++;
	return s;
}

/* Is this variable what is looked for? It writes down in `to` what there is to say. */
typedef bool (*variable_fn)(struct arena *a, const char *text, const struct declared *d, const char *name, void *to);

/* Past "[p][q]" and the space after it. */
static const char *past_index(const char *s)
{
	while (s && *s == '[')
		s = (s = source_past(s, '[', ']')) ? source_past_space(s) : NULL;
	return s ? s : "";
}

/* The first variable of the source of which `is` says yes: its name, in `a`. NULL: none. */
static const char *find_variable(struct arena *a, const char *source, bool arrays, variable_fn is, void *to)
{
	char *text = source_bare(source);
	const char *found = NULL;
	struct declared d;

	for (const char *s = text; *s && !found && !source_spent(); s++)
		for (bool more = declares(text, s, &d); more && !found && !source_spent(); more = declares_next(&d)) {
			const char *name = arena_printf(a, "%.*s", (int)(d.end - d.name), d.name);

			found = d.array <= arrays && is(a, text, &d, name, to) ? name : NULL;
		}
	free(text);
	return found;
}

/* ---- updated before it is set */

/* The bracket of the call whose argument begins here, and which of them it is; NULL: it is none. */
static const char *call_of(const char *text, const char *argument, size_t *which)
{
	int deep = 0;

	*which = 0;
	for (const char *s = argument; s > text && !strchr(";{}", s[-1]); s--) {
		if (s[-1] == '(' && !deep)
			return s - 1;
		deep += (s[-1] == ')') - (s[-1] == '(');
		*which += s[-1] == ',' && !deep;
	}
	return NULL;
}

/* "sum->x +=" or "*sum +=" */
static bool adds_through(const char *text, const char *use, size_t n)
{
	const char *after = use + n;

	if (!strncmp(after, "->", 2)) {
		for (after += 2; literal_in_word(*after);)
			after++;
	} else if (use == text || use[-1] != '*') {
		return false;
	}
	after = source_past_space(after);
	return *after && strchr("+-*|&^", *after) && after[1] == '=';
}

/* Its address is handed to a function of the file that adds to what lies there before anything else. */
static bool added_to_by_call(struct arena *a, const char *text, const char *use)
{
	const char *open, *end, *begin, *name;
	struct span body, param;
	size_t which;

	if (use < text + 2 || use[-1] != '&' || !(open = call_of(text, use - 1, &which)))
		return false;
	for (end = open; end > text && strchr(" \t", end[-1]);)
		end--;
	for (begin = end; begin > text && literal_in_word(begin[-1]);)
		begin--;
	name = arena_printf(a, "%.*s", (int)(end - begin), begin);
	for (const char *s = text; *name && (s = source_next_word(text, s, name)) != NULL; s++) {
		const char *head = source_past_space(s + strlen(name)),
			   *close = *head == '(' ? source_past(head, '(', ')') : NULL, *first;

		if (!close || *source_past_space(close) != '{')
			continue;
		body = source_body(text, source_past_space(close) + 1);
		param = source_nth(head, ')', which);
		if (!body.begin || !param.begin)
			return false;
		for (begin = param.end; begin > param.begin && literal_in_word(begin[-1]);)
			begin--;
		name = arena_printf(a, "%.*s", (int)(param.end - begin), begin);
		first = *name ? source_next_word(text, body.begin, name) : NULL;
		return first && first < body.end && adds_through(text, first, strlen(name));
	}
	return false;
}

static bool updated_unset(struct arena *a, const char *text, const struct declared *d, const char *name, void *to)
{
	const char *use = *d->next == '=' ? NULL : next_mention(text, d->next, name);
	const char *after = use ? past_index(source_past_space(use + strlen(name))) : "";

	if (!(*after && strchr("+-*|&^", *after) && after[1] == '=') && strncmp(after, "++", 2) != 0 &&
		!(use && added_to_by_call(a, text, use)))
		return false;
	*(int *)to = source_line_at(text, d->begin);
	return true;
}

const char *source_unset(struct arena *a, const char *source, int *declared)
{
	return find_variable(a, source, true, updated_unset, declared);
}

/* ---- set behind an if */

/* The outermost if around `at` that begins behind `from` and is no loop's only statement; within loops it may be. */
static bool if_around(const char *text, const char *from, const char *at, struct condition *to)
{
	struct condition c;

	for (const char *s = from; source_next_condition(text, &s, at, &c);) {
		const char *before = c.at;

		if (!span_has(c.governs, at) || c.loop)
			continue;
		while (before > text && strchr(" \t\r\n", before[-1]))
			before--;
		*to = c;
		return before > text && strchr(";{}", before[-1]);
	}
	return false;
}

/* Is it read here, by every thread that comes past the end of the if? */
static bool read_by_all(const char *text, const char *from, const char *at, size_t length)
{
	const char *after = source_past_space(at + length), *statement = at;
	struct condition c;
	int deep = 0;

	if (*after == '=' && after[1] != '=')
		return false;
	if (at > text + 1 && at[-1] == '&' && at[-2] != '&' && strchr("(,= ", at[-2]))
		return false; /* its address */
	for (const char *s = from; s < at; s++) {
		deep += (*s == '{') - (*s == '}');
		if (deep)
			return false;
	}
	for (const char *s = from; source_next_condition(text, &s, at, &c);)
		if (span_has(c.governs, at))
			return false;
	while (statement > from && !strchr(";{}", statement[-1]))
		statement--;
	for (; statement < at; statement++)
		if (*statement == '?' || !strncmp(statement, "&&", 2) || !strncmp(statement, "||", 2) ||
			!strncmp(statement, "shfl", 4)) /* one lane's value, for all */
			return false;
	return true;
}

/* Is it assigned, updated or handed over by its address here? */
static bool changed_here(const char *text, const char *at, size_t length)
{
	const char *after = source_past_space(at + length);

	if ((at > text + 1 && (at[-1] == '&' || !strncmp(at - 2, "++", 2) || !strncmp(at - 2, "--", 2))) ||
		!strncmp(after, "++", 2) || !strncmp(after, "--", 2))
		return true;
	if (*after && strchr("+-*/%&|^", *after))
		after++;
	return *after == '=' && after[1] != '=';
}

/* A read that all come to, this one or one after it, before anything else sets the variable. */
static bool read_later(const char *text, const char *from, const char *end, const char *name)
{
	const char *use = from;
	size_t n = strlen(name);

	for (; (use = next_mention(text, use, name)) != NULL && use < end && !changed_here(text, use, n); use++)
		if (read_by_all(text, from, use, n))
			return true;
	return false;
}

/* "threadIdx.x == 0", "tid == 0", "!threadIdx.x": what one thread of a block, or of a warp, is. */
static bool one_thread(struct span words)
{
	const char *equals = words.begin;

	while (equals < words.end - 1 && strncmp(equals, "==", 2) != 0)
		equals++;
	return equals < words.end - 1 ? *source_past_space(equals + 2) == '0' : *words.begin == '!';
}

static bool half_set(
	const char *text, const struct declared *d, const char *name, struct half_set *to, struct span *words)
{
	struct span body = source_body(text, d->name);
	const char *from = *d->next == '=' ? strchr(d->next, ';') : d->next;
	const char *set = body.begin && from ? next_mention(text, from, name) : NULL, *use, *after;
	struct condition c;

	if (!set || set >= body.end)
		return false;
	after = source_past_space(set + strlen(name));
	if (*after != '=' || after[1] == '=' || !if_around(text, from, set, &c))
		return false;
	after = source_past_space(c.governs.end);
	use = next_mention(text, c.governs.end, name);
	if ((!strncmp(after, "else", 4) && !literal_in_word(after[4])) || !use || use >= body.end ||
		!read_later(text, c.governs.end, body.end, name))
		return false;
	*words = span_trimmed(c.words);
	to->garbage = *d->next != '=';
	to->waited = span_has_barrier((struct span){ c.governs.end, use }) && one_thread(*words);
	to->declared = source_line_at(text, d->name);
	to->set = source_line_at(text, set);
	return true;
}

struct half_asked {
	struct half_set *to;
	bool garbage;
};

static bool half_set_so(struct arena *a, const char *text, const struct declared *d, const char *name, void *asked)
{
	const struct half_asked *q = asked;
	struct span words;

	if (!half_set(text, d, name, q->to, &words) || q->to->garbage != q->garbage || !(q->garbage || q->to->waited))
		return false;
	q->to->condition = arena_printf(a, "%.*s", (int)(words.end - words.begin), words.begin);
	return true;
}

bool source_half_set(struct arena *a, const char *source, bool garbage, struct half_set *to)
{
	struct half_asked asked = { to, garbage };
	const char *name = find_variable(a, source, false, half_set_so, &asked);

	if (name)
		to->name = name;
	return name != NULL;
}

/* ---- read before it is set */

/* Does a loop between the declaration and `use` change a word of this condition? Then it may keep the first turn away:
 * "if (z > 0)". */
static bool may_skip_a_turn(const char *text, const char *from, const char *use, const struct condition *guard)
{
	struct condition c;

	for (const char *s = from; source_next_condition(text, &s, use, &c);) {
		if (!c.loop || !span_has(c.governs, use))
			continue;
		for (const char *w = guard->words.begin; w < guard->words.end;) {
			size_t n = 0;
			char *word;
			bool changes = false;

			while (literal_in_word(w[n]))
				n++;
			if (!n) {
				w += 1;
				continue;
			}
			word = xstrndup(w, n);
			for (const char *m = c.at; (m = source_next_word(text, m, word)) != NULL && m < c.governs.end;
				m++)
				changes |= changed_here(text, m, n);
			free(word);
			if (changes)
				return true;
			w += n;
		}
	}
	return false;
}

/* An operand of + - * / at the right of an assignment: "t[0] = v;", "x = 6 * a - v - b;". */
static bool is_operand(const char *text, const char *statement, const char *use, size_t length)
{
	const char *before = use, *after = source_past_space(use + length);
	bool assigns = false;

	while (before > text && strchr(" \t\r\n", before[-1]))
		before--;
	if (before < text + 2 || !strchr("=+-*/", before[-1]) || strchr("=<>!+-*/(,", before[-2]) ||
		!strchr(";+-*/", *after) || after[1] == '=' || (*after != ';' && after[1] == *after))
		return false;
	for (const char *s = statement; s < use; s++) {
		if (*s == '?' || !strncmp(s, "&&", 2) || !strncmp(s, "||", 2))
			return false;
		assigns |= *s == '=' && s[1] != '=' && !strchr("=<>!+-*/%&|^", s[-1]);
	}
	return assigns;
}

static bool reads_plainly(const char *text, const struct declared *d, const char *use, size_t length)
{
	const char *statement = use;
	struct condition c;

	for (const char *s = d->next; source_next_condition(text, &s, use, &c);)
		if (!c.loop && span_has(c.governs, use) && may_skip_a_turn(text, d->next, use, &c))
			return false;
	while (statement > text && !strchr(";{}", statement[-1]))
		statement--;
	if (span_has_word((struct span){ statement, use }, "else"))
		return false;
	/* After its ifs: what they ask is no part of the expression. */
	for (const char *s = statement; source_next_condition(text, &s, use, &c);)
		if (span_has(c.governs, use))
			statement = c.governs.begin;
	return is_operand(text, statement, use, length);
}

static bool read_unset(struct arena *a, const char *text, const struct declared *d, const char *name, void *found)
{
	struct read_unset *to = found;
	const char *use = *d->next == '=' ? NULL : next_mention(text, d->next, name);

	(void)a;
	if (!use || use >= source_body(text, d->name).end || !reads_plainly(text, d, use, strlen(name)))
		return false;
	to->name = name;
	to->declared = source_line_at(text, d->name);
	to->read = source_line_at(text, use);
	return true;
}

bool source_read_unset(struct arena *a, const char *source, struct read_unset *to)
{
	return find_variable(a, source, false, read_unset, to) != NULL;
}

/* ---- hidden by another of the same name */

/* Where the block ends that this place is in. */
static const char *block_end(const char *s)
{
	const char *begin = s;
	int deep = 0;

	for (; *s; s++) {
		deep += (*s == '{') - (*s == '}');
		if (deep < 0)
			break;
	}
	source_costs((size_t)(s - begin));
	return s;
}

/* A declaration of the same name in a block within, of which nothing is used. */
static const char *hides(const char *text, const struct declared *d, const char *name)
{
	const char *end = block_end(d->next), *first = next_mention(text, d->next, name);
	struct declared e;

	for (const char *s = d->next; s < end; s++)
		for (bool is = declares(text, s, &e); is; is = declares_next(&e)) {
			const char *inner_end = block_end(e.next), *use;

			if ((size_t)(e.end - e.name) != strlen(name) || strncmp(e.name, name, strlen(name)) != 0 ||
				inner_end >= end || *e.next != '=')
				continue;
			use = next_mention(text, e.next, name);
			if (use && use < inner_end)
				continue;
			if (first < e.name || (use && use < end))
				return e.name;
		}
	return NULL;
}

static bool hidden(struct arena *a, const char *text, const struct declared *d, const char *name, void *found)
{
	struct hidden *to = found;
	const char *inner = source_body(text, d->name).begin ? hides(text, d, name) : NULL;

	(void)a;
	if (!inner)
		return false;
	to->name = name;
	to->outer = source_line_at(text, d->name);
	to->inner = source_line_at(text, inner);
	return true;
}

bool source_hidden(struct arena *a, const char *source, struct hidden *to)
{
	return find_variable(a, source, false, hidden, to) != NULL;
}
