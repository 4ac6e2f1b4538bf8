/* advice_element: see advice_element.h. The words that are looked for are those of emulator/core/fault.c. */
#include "job/step/advice_element.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "judge/source_array.h"
#include "judge/source_shape.h"
#include "report/format.h"

/* Does the message say that this array of solve()'s was missed? */
static bool missed(struct result *r, const struct case_result *c, const char *array)
{
	return strstr(c->message, arena_printf(&r->arena, "of '%s', argument ", array)) != NULL;
}

const char *advice_index_value(struct result *r, const struct case_result *c, const char *source)
{
	struct source_index k;

	if (!source_index_array(&r->arena, source, c->place.line, &k))
		return NULL;
	if (strstr(c->message, "__ write of size") && !k.stored)
		return NULL;
	if (strstr(c->message, "__ read of size") &&
		(!k.read || (strcmp(k.inner, k.outer) != 0 && missed(r, c, k.inner))))
		return NULL;
	return arena_printf(&r->arena,
		"The index is a value of %s[]. Which values can that have, and has the array a place for each of them? "
		"(A "
		"plain char goes from -128 to 127, an unsigned char from 0 to 255.)",
		k.inner);
}

/* The number behind the words, hexadecimal or with commas; 0: they are not there. */
static unsigned long long number_after(const char *message, const char *words, int base)
{
	const char *at = strstr(message, words);
	unsigned long long v = 0;

	if (!at)
		return 0;
	at += strlen(words);
	if (base == 16)
		return strtoull(at, NULL, 16);
	for (; isdigit((unsigned char)*at) || *at == ','; at++)
		if (*at != ',')
			v = 10 * v + (unsigned long long)(*at - '0');
	return v;
}

#define SIZE_ADVICE \
	"Compare the index with the size of the shared array: as declared, or, of an extern array, the bytes that " \
	"the " \
	"launch asks for (the third number between <<< and >>>)."

const char *advice_shared_size(struct result *r, const struct case_result *c, const char *source)
{
	const unsigned long long bytes = number_after(c->message, " of size ", 10),
				 have = number_after(c->message, " end of the ", 10),
				 address = number_after(c->message, "; address 0x", 16);
	const struct source_guard g = source_guard(&r->arena, source, c->place.line);
	const char *guard = "";
	char size[48];
	struct shared_array k;
	unsigned long long n;

	if (!source_shared_array(&r->arena, source, c->place.line, &k) || k.bytes != bytes || !have || !address ||
		have % k.bytes || address % k.bytes)
		return g.loop && g.words ? arena_printf(&r->arena,
						   "The loop goes on while %s (line %d): is its last turn still inside "
						   "the shared array? %s",
						   g.words, g.line, SIZE_ADVICE) :
					   SIZE_ADVICE;
	n = have / k.bytes;
	format_count((double)have, size, sizeof size);
	if (g.words && !g.loop)
		guard = arena_printf(&r->arena, " Line %d does not keep it away: %s.", g.line, g.words);
	else if (g.other)
		guard = arena_printf(&r->arena, " Line %d lets it through: %s.", g.other_line, g.other);
	if (k.of_launch && source_launch_has_sizeof(source)) /* most likely it asks for what is needed */
		return arena_printf(&r->arena,
			"The block has %s bytes, room for %llu elements: %s[0] to %s[%llu]. That thread comes to "
			"%s[%llu].%s Put its numbers into the index, by hand: which threads have something to do "
			"there, and with which element? If the index is right, the launch asks for too few bytes (the "
			"third number between <<< and >>>).",
			size, n, k.name, k.name, n - 1, k.name, address / k.bytes, guard);
	if (k.of_launch)
		return arena_printf(&r->arena,
			"The block has %s bytes, room for %llu elements: %s[0] to %s[%llu]. That thread comes to "
			"%s[%llu]. "
			"The third number between <<< and >>> counts bytes: n elements are n * sizeof(%s). If that is "
			"enough, "
			"the index is too large.",
			size, n, k.name, k.name, n - 1, k.name, address / k.bytes, k.type);
	return arena_printf(&r->arena,
		"%s has %llu elements, %s[0] to %s[%llu], and that thread comes to %s[%llu].%s Put its numbers into "
		"the "
		"index, by hand: which threads have something to do there, and with which element?",
		k.name, n, k.name, k.name, n - 1, k.name, address / k.bytes, guard);
}
