/* missed.c: see missed.h. */
#include "job/step/missed.h"

#include <string.h>

#include "base/buf.h"
#include "judge/source_shape.h"
#include "report/format.h"

enum { MOST_ARGS = 32 };

void missed_array(struct arena *a, const struct case_data *d, const struct run_outcome *o, const char *source,
	struct case_result *c)
{
	const char *names[MOST_ARGS] = { NULL }, *sentence = o->fault.sentence, *rest;
	size_t n = d->step->nargs < MOST_ARGS ? d->step->nargs : MOST_ARGS, i;
	char gap[48], size[48];
	unsigned which;
	uint64_t start, bytes;

	if (!o->fault_address || !o->fault_thread || !o->address || !o->fault.detail || c->place.line <= 0 ||
		!strstr(o->fault.detail, "-byte allocation") || strstr(o->fault.detail, " inside the freed "))
		return;
	for (i = 0; i < n; i++)
		names[i] = d->step->args[i].name;
	which = source_arrays(source, c->place.line, c->place.kernel,
		strstr(o->fault.what, " write ")          ? SOURCE_WRITE :
			strstr(o->fault.what, " atomic ") ? SOURCE_ATOMIC :
							    SOURCE_READ,
		names, n);
	if (!which || (which & (which - 1)))
		return;
	for (i = 0; !(which >> i & 1); i++)
		;
	start = o->address[i];
	bytes = d->args[i].count * elem_size(d->step->args[i].type);
	rest = strstr(sentence, o->fault.detail);
	if (!start || !bytes || !rest || strstr(rest, arena_printf(a, "of '%s', argument ", names[i])) ||
		(o->fault_address >= start && o->fault_address < start + bytes))
		return;
	format_count((double)(o->fault_address < start ? start - o->fault_address : o->fault_address - start - bytes),
		gap, sizeof gap);
	format_count((double)bytes, size, sizeof size);
	c->message = arena_printf(a, "%.*saddress is %s bytes %s the %s bytes of '%s', argument %zu of solve()",
		(int)(rest - sentence), sentence, gap, o->fault_address < start ? "before" : "past the end of", size,
		names[i], i + 1);
}
