/* findings: what the checkers saw in a step's case, as JSON. */
#include <stdio.h>
#include <string.h>

#include "judge/finding.h"
#include "report/json_run.h"

static void lower(const char *word, char *dst, size_t size)
{
	snprintf(dst, size, "%s", word);
	if (dst[0] >= 'A' && dst[0] <= 'Z')
		dst[0] = (char)(dst[0] - 'A' + 'a');
}

static json_t *triple(const uint32_t v[3])
{
	json_t *a = json_array();

	for (int i = 0; i < 3; i++)
		json_array_append_new(a, json_integer(v[i]));
	return a;
}

json_t *json_thread(const struct thread_place *t)
{
	json_t *o = json_object();

	json_object_set_new(o, "file", json_text(t->file));
	json_object_set_new(o, "line", t->line > 0 ? json_integer(t->line) : json_null());
	json_object_set_new(o, "block", triple(t->block));
	json_object_set_new(o, "thread", triple(t->thread));
	return o;
}

/* "at" and "other": of operations of two streams without threads. */
static json_t *place(const struct kernel_finding *f, bool other)
{
	json_t *o = json_thread(other ? &f->other : &f->at);

	if (f->gap == GAP_STREAMS) {
		json_object_set_new(o, "block", json_null());
		json_object_set_new(o, "thread", json_null());
	}
	return o;
}

json_t *json_findings(const struct kernel_finding *f, size_t n)
{
	json_t *a = json_array();

	for (size_t i = 0; i < n; i++, f++) {
		json_t *o = json_object();
		char severity[16];

		lower(severity_word(f->severity), severity, sizeof severity);
		json_object_set_new(o, "name", json_text(f->name));
		json_object_set_new(o, "tool", json_text(f->tool));
		json_object_set_new(o, "severity", json_text(severity));
		json_object_set_new(
			o, "verdict", finding_counts(f) ? json_text(verdict_word(f->verdict)) : json_null());
		json_object_set_new(o, "space", json_text(f->space));
		json_object_set_new(o, "message", json_text(f->message));
		json_object_set_new(o, "advice", json_text(finding_advice(f)));
		json_object_set_new(o, "kernel", f->host ? json_null() : json_text(f->kernel));
		json_object_set_new(o, "at", f->host ? json_null() : place(f, false));
		json_object_set_new(o, "other", f->has_other ? place(f, true) : json_null());
		if (f->other_kernel)
			json_object_set_new(o, "other_kernel", json_text(f->other_kernel));
		json_object_set_new(o, "element", json_text(f->element));
		json_object_set_new(o, "bytes", json_integer(f->bytes));
		json_object_set_new(o, "count", json_integer((json_int_t)f->count));
		json_array_append_new(a, o);
	}
	return a;
}
