/* counter list report: see counter_list.h. */
#include "report/counter_list.h"

#include "counters/counters.h"
#include "report/json_run.h"

void counter_list_doc(struct doc *d)
{
	for (int id = 0; id < CTR_COUNT; id++) {
		doc_put(d, STYLE_HEADING, counter_alias(id));
		doc_break(d);
		doc_wrap(d, STYLE_TEXT, 2, counter_sentence(id));
		doc_wrap(d, STYLE_DIM, 2, counter_name(id));
		doc_gap(d);
	}
}

void report_counter_list_json(struct buf *out)
{
	json_t *o = json_object(), *list = json_array();

	json_object_set_new(o, "schema", json_string("warplings.counters/1"));
	for (int id = 0; id < CTR_COUNT; id++) {
		json_t *one = json_object();

		json_object_set_new(one, "counter", json_text(counter_alias(id)));
		json_object_set_new(one, "name", json_text(counter_name(id)));
		json_object_set_new(one, "what", json_text(counter_sentence(id)));
		json_array_append_new(list, one);
	}
	json_object_set_new(o, "counters", list);
	json_out(o, out);
}
