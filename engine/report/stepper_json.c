/* stepper report: all steps of a warp as JSON. */
#include <string.h>

#include "report/json_run.h"
#include "report/stepper.h"
#include "report/variables.h"

static json_t *row_json(const struct trace *t, const struct trace_row *r, const struct variables *names)
{
	const struct trace_inst *x = &t->insts[r->inst];
	const struct variable *named = x->reg ? variables_of(names, t, x->reg, strlen(x->reg)) : NULL;
	json_t *o = json_object(), *values = json_array(), *addresses = json_array();

	json_object_set_new(o, "line", x->file ? json_integer(x->line) : json_null());
	json_object_set_new(o, "ptx", json_text(x->text));
	json_object_set_new(o, "mask", json_integer(r->mask));
	json_object_set_new(o, "register", json_text(x->reg));
	json_object_set_new(o, "variable", named ? json_text(named->name) : json_null());
	json_object_set_new(o, "type", json_text(x->type));
	for (int l = 0; l < TRACE_LANES; l++) {
		struct buf b;
		bool on = r->mask >> l & 1;

		buf_init(&b);
		trace_value(r->value[l], x->class, x->bits, &b);
		json_array_append_new(values, on && r->valued ? json_text(b.data) : json_null());
		json_array_append_new(addresses, on && r->space ? json_integer((json_int_t)r->addr[l]) : json_null());
		buf_release(&b);
	}
	json_object_set_new(o, "values", values);
	json_object_set_new(o, "space",
		r->space == TRACE_SHARED         ? json_string("shared") :
			r->space == TRACE_GLOBAL ? json_string("global") :
						   json_null());
	json_object_set_new(o, "addresses", addresses);
	return o;
}

void report_stepper_json(const struct stepper_view *v, const char *step_id, struct buf *out)
{
	json_t *o = json_object(), *all = json_array();
	struct variables names;

	variables_find(&names, v->t, v->source);
	json_object_set_new(o, "schema", json_string("warplings.steps/1"));
	json_object_set_new(o, "step", json_text(step_id));
	json_object_set_new(o, "kernel", json_text(v->t->kernel));
	json_object_set_new(o, "block", json_integer((json_int_t)v->t->block));
	json_object_set_new(o, "warp", json_integer(v->warp));
	json_object_set_new(o, "more", json_boolean(v->t->more));
	for (size_t i = 0; i < v->t->nrows; i++)
		if (v->t->rows[i].warp == v->warp && !v->t->rows[i].part)
			json_array_append_new(all, row_json(v->t, &v->t->rows[i], &names));
	json_object_set_new(o, "steps", all);
	variables_release(&names);
	json_out(o, out);
}
