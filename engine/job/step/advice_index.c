/* advice_index: see advice_index.h. */
#include "job/step/advice_index.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/lines.h"
#include "base/literal.h"
#include "job/step/advice.h"
#include "judge/source_shape.h"

/* The argument of solve() that the message speaks of; NULL: none. */
static const struct arg *missed_arg(const struct result *r, const char *message)
{
	const char *which = strstr(message, ", argument ");
	size_t number = which ? strtoul(which + 11, NULL, 10) : 0;

	return number && number <= r->step->nargs ? &r->step->args[number - 1] : NULL;
}

/* How many elements it holds; 0: it is not known. */
static uint64_t elements_of(const struct result *r, const char *message)
{
	const struct arg *arg = missed_arg(r, message);
	const char *size = strstr(message, "-byte allocation of '");
	uint64_t bytes = 0;

	if (!size)
		size = strstr(message, " bytes of '");
	if (!size || !arg)
		return 0;
	while (size > message && (isdigit((unsigned char)size[-1]) || size[-1] == ','))
		size--;
	for (; isdigit((unsigned char)*size) || *size == ','; size++)
		if (*size != ',')
			bytes = 10 * bytes + (uint64_t)(*size - '0');
	return bytes / elem_size(arg->type);
}

/* What stands in the brackets of a line, where that is more than a name and the same in all of them: "2 * i"; NULL: it
 * is not. */
static const char *counted_index(struct result *r, const char *source, int line)
{
	size_t n = 0;
	const char *here = line_at(source, line, &n), *end = here ? here + n : NULL, *found = NULL;

	for (const char *open = here, *close; open && open < end; open = close) {
		open = memchr(open, '[', (size_t)(end - open));
		close = open ? memchr(open, ']', (size_t)(end - open)) : NULL;
		if (!close)
			break;
		n = (size_t)(close - ++open);
		if (n == strcspn(open, "*+-/]"))
			continue;
		if (memchr(open, '[', n) || (found && (strncmp(found, open, n) != 0 || found[n])))
			return NULL;
		found = arena_printf(&r->arena, "%.*s", (int)n, open);
	}
	return found;
}

/* Does the file cast a pointer that does not begin at the array's first element: "(int2 *)(in + 2)", "(int2 *)in + 2"?
 */
static bool cast_further_on(const char *source)
{
	for (const char *c = source; (c = strstr(c, "*)")) != NULL;) {
		c += 2;
		c += strspn(c, " (");
		if (!isalpha((unsigned char)*c))
			continue;
		while (isalnum((unsigned char)*c) || *c == '_')
			c++;
		c += strspn(c, " ");
		if (*c == '+')
			return true;
	}
	return false;
}

/* An access that is wider than an element of the argument that it misses: the file casts the pointer, and mostly a
 * guard that still counts in the old unit is to blame, or none is there. NULL: it is none. */
const char *advice_wide(struct result *r, const struct case_result *c, const char *source)
{
	const char *size = strstr(c->message, " of size "), *next, *index;
	const struct arg *arg = missed_arg(r, c->message);
	unsigned long long bytes, holds;
	struct source_guard g;
	size_t each;

	if (!size || !arg)
		return NULL;
	bytes = strtoul(size + 9, NULL, 10);
	each = elem_size(arg->type);
	if (bytes <= each)
		return NULL;
	holds = elements_of(r, c->message) * each / bytes;
	g = source_guard(&r->arena, source, c->place.line);
	next = "Is there one for this thread? If not, a guard has to keep it away.";
	if (g.other)
		next = arena_printf(&r->arena,
			"Line %d asks whether %s, and the index that is used here is another one. Is there one for "
			"this "
			"thread?",
			g.other_line, g.other);
	else if (g.words)
		next = g.loop ?
			arena_printf(&r->arena, "The loop goes on while %s (line %d). %s", g.words, g.line, next) :
			arena_printf(&r->arena, "Line %d lets it through: %s. Does it compare with that number%s?%s",
				g.line, g.words,
				cast_further_on(source) ? ", and does the pointer begin at the first of them" : "",
				strstr(g.words, "<=") ? " And <= lets one more through than <." : "");
	index = counted_index(r, source, c->place.line);
	if (index)
		next = arena_printf(
			&r->arena, "%s The index there is %s: does it count the wider ones, too?", next, index);
	return arena_printf(&r->arena,
		"The access takes %llu bytes at once, and an element of '%s' has %zu: '%s' holds %s of the wider ones. "
		"%s%s",
		bytes, arg->name, each, arg->name, holds ? arena_printf(&r->arena, "%llu", holds) : "fewer", next,
		strstr(source, "align") ?
			" (A struct whose alignment is larger than its fields is longer than they are, too.)" :
			"");
}

/* The thread's block is not the first, and the line counts with its number. */
static bool later_block(const struct case_result *c, const char *source)
{
	return c && c->message && strstr(c->message, "in block (") && !strstr(c->message, "in block (0,0,0)") &&
		line_has(source, c->place.line, "blockIdx");
}

/* Does a launch hand over a pointer into an array, as in "f<<<blocks, 256>>>(left + k * n)"? Then what is behind it is
 * less than the array. */
static bool launch_moves_on(const char *source)
{
	for (const char *c = source; (c = strstr(c, ">>>(")) != NULL; c++)
		for (const char *at = c; *at && *at != ';'; at++)
			if (*at == '+')
				return true;
	return false;
}

/* Of an index that is too large. A guard mends it only where there are threads without an element, and none stands
 * there yet. */
const char *advice_index(struct result *r, const struct case_result *c, const char *source)
{
	const uint64_t elements = c && c->message ? elements_of(r, c->message) : 0;
	const bool known = c && elements && c->fault_threads;
	const struct source_guard g = source_guard(&r->arena, source, c ? c->place.line : 0);
	const char *index;

	if (g.loop && g.outer)
		return arena_printf(&r->arena,
			"The loop goes on while %s (line %d), and line %d does not keep that thread away: %s. Put its "
			"numbers in, by hand: which of the two lets one too many through, or is the index that is used "
			"here another one than they look at?",
			g.words, g.line, g.outer_line, g.outer);
	if (g.loop && g.other)
		return arena_printf(&r->arena,
			"The loop goes on while %s (line %d), and line %d asks whether %s: the index that is used here "
			"is "
			"another one. Work it out by hand, with that thread's numbers: what has to be asked?",
			g.words, g.line, g.other_line, g.other);
	if (g.loop)
		return arena_printf(&r->arena,
			"The loop goes on while %s (line %d). Does it end in time, and how does what it counts become "
			"the index? Work out that index by hand, with that thread's numbers.%s",
			g.words, g.line,
			known && c->fault_threads > elements ?
				" Or is there no element for that thread at all? Then a guard has to keep it away." :
				later_block(c, source) ?
				" The number of its block is part of the index, too: is there anything for that block, "
				"or does "
				"the launch start too many? (Blocks come first between <<< and >>>.)" :
				"");
	index = counted_index(r, source, c ? c->place.line : 0);
	index = index ? arena_printf(&r->arena, ", %s,", index) : "";
	if (known && strstr(c->message, "thread (0,0,0) in block (0,0,0)") && strstr(source, "align"))
		return "It is the very first thread that misses the array. A struct whose members are aligned is "
		       "longer "
		       "than its fields: each of those members begins at a multiple of its alignment. Give the "
		       "alignment to the whole struct, and none larger than all its fields together.";
	if (g.words && known && !*index && launch_moves_on(source) &&
		strstr(c->message, "thread (0,0,0) in block (0,0,0)"))
		return arena_printf(&r->arena,
			"Even the very first thread misses the array, and line %d is right to let it through: %s. The "
			"launch hands over a pointer that is moved on (array + so many elements). By how many at most, "
			"and "
			"how many elements has the array behind that place?",
			g.line, g.words);
	if (g.words && known && strstr(c->message, "thread (0,0,0) in block (0,0,0)"))
		return arena_printf(&r->arena,
			"Even the very first thread misses the array, and line %d is right to let it through: %s. The "
			"index that is used here%s is another one: either it is wrong, or it needs a condition of its "
			"own. Put that thread's numbers in, by hand.",
			g.line, g.words, index);
	if (g.words)
		return arena_printf(&r->arena,
			"Line %d does not keep that thread away: %s. Put its numbers in, by hand. Does the comparison "
			"let one too many through (the last of n is number n - 1), or is the index that is used "
			"here%s another one than it looks at?",
			g.line, g.words, index);
	if (g.other)
		return arena_printf(&r->arena,
			"Line %d asks whether %s, and the index that is used here is another one. Work it out by hand, "
			"with "
			"that thread's numbers: what has to be asked?",
			g.other_line, g.other);
	if (known && c->fault_threads <= elements && !launch_moves_on(source))
		return "There are no more threads than elements, so no thread is to be kept away: the index itself is "
		       "wrong. Work it out by hand, with that thread's numbers. By how many elements should each of "
		       "its parts move it?";
	if (c && c->message && strstr(c->message, "thread (0,0,0) in block (") &&
		!strstr(c->message, "in block (0,0,0)"))
		return "It is the first thread of its block: work out its index by hand, with its numbers. Is there "
		       "any "
		       "work for that block, or does the launch start too many? (What a block takes has to be the same "
		       "in solve() and in the kernel.)";
	return "Work out that thread's index by hand, with its numbers. Is there an element for it? If not, a guard "
	       "has to keep it away; if there is, the index misses it.";
}
