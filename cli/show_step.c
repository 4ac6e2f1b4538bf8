/* show step: one step of a warp as the stepper shows it, or all of them as JSON. */
#include "cli/show.h"
#include "cli/source.h"
#include "report/stepper.h"

enum { MOST = 16384 };

static enum status show(
	struct cli *c, const struct options *o, const struct device_record *record, const struct profile_report *r)
{
	struct stepper_view v = { &r->trace, r->nsources ? r->sources[0].text : NULL, record->warp,
		o->nth ? (size_t)o->nth - 1 : 0, o->watch, 0 };

	if (!trace_step(&r->trace, v.warp, v.step)) {
		cli_say("block %llu, warp %u has no step %zu in what was recorded: %zu steps of it",
			(unsigned long long)record->block, v.warp, v.step + 1, trace_steps(&r->trace, v.warp));
		return STATUS_USAGE;
	}
	if (o->format == FORMAT_JSON)
		report_stepper_json(&v, r->step_id, &c->out);
	else
		report_stepper_text(&v, &c->style, &c->out);
	return STATUS_OK;
}

enum status show_step(struct cli *c, const struct options *o)
{
	const struct device_record record = { .block = o->block, .warp = o->warp, .trace = MOST };

	return cli_recorded(c, o, &record, show);
}
