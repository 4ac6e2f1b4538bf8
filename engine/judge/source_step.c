/* source_step: see source_step.h. */
#include "judge/source_step.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/literal.h"
#include "judge/source_scan.h"

const char *source_step_stays(const char *source, int line)
{
	size_t n = 0;
	const char *s = line_at(source, line, &n), *end = s ? s + n : NULL, *step = NULL, *by;
	bool product, one;

	for (; s && s + 3 < end && !step; s++)
		if (!strncmp(s, "*=", 2) || !strncmp(s, "<<=", 3))
			step = s;
	if (!step)
		return "";
	product = *step == '*';
	by = source_past_space(strchr(step, '=') + 1);
	one = *by == (product ? '1' : '0') && !literal_in_word(by[1]) && by[1] != '.';
	return !one     ? " (0 times a number is 0)" :
		product ? " (a number times 1 is what it was)" :
			  " (a number moved by 0 bits is what it was)";
}

/* At "gridDim.x / 2" behind a "+=". */
static bool divided(struct arena *a, const char *s, struct divided_step *to)
{
	const char *bar, *end;

	to->grid = !strncmp(s, "gridDim.", 8);
	if (!to->grid && strncmp(s, "blockDim.", 9) != 0)
		return false;
	bar = strchr(s, '.') + 1;
	to->axis = *bar - 'x';
	if (to->axis < 0 || to->axis > 2)
		return false;
	bar = source_past_space(bar + 1);
	if (*bar != '/')
		return false;
	end = bar = source_past_space(bar + 1);
	while (isdigit((unsigned char)*end))
		end++;
	to->divisor = (unsigned)strtoul(bar, NULL, 10);
	to->words = arena_printf(a, "%.*s", (int)(end - s), s);
	end = source_past_space(end);
	return to->divisor > 1 && (*end == ')' || *end == ';');
}

bool source_step_divided(struct arena *a, const char *source, struct divided_step *to)
{
	char *text = source_bare(source);
	struct divided_step d;
	int found = 0;

	for (const char *s = text; (s = strstr(s, "+=")) != NULL; s++) {
		const char *end = s, *name;

		while (end > text && end[-1] == ' ')
			end--;
		for (name = end; name > text && literal_in_word(name[-1]);)
			name--;
		if (name == end || !divided(a, source_past_space(s + 2), &d))
			continue;
		*to = d;
		to->name = arena_printf(a, "%.*s", (int)(end - name), name);
		to->line = source_line_at(text, s);
		found++;
	}
	free(text);
	return found == 1;
}
