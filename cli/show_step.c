/* show step: one step of a warp as the stepper shows it, or all of them as JSON. */
#include "cli/show.h"
#include "cli/source.h"
#include "report/stepper.h"

enum { MOST = 16384 };

enum status show_step(struct cli *c, const struct options *o)
{
	struct device_record record = { .block = o->block, .warp = o->warp, .trace = MOST };
	struct profile_request rq;
	struct profile_report r;
	struct err e = ERR_INIT;
	enum status status = cli_open(c);
	struct source src;

	if (status)
		return status;
	profile_report_init(&r);
	if (cli_source(c, o, &src, &rq, &e) || (rq.record = &record, profile_run(&rq, &r, &e))) {
		status = cli_error(&e);
	} else if (r.diagnostics) {
		status = source_does_not_compile(&r);
	} else {
		struct stepper_view v = { &r.trace, r.nsources ? r.sources[0].text : NULL, o->warp,
			o->nth ? (size_t)o->nth - 1 : 0, o->watch, 0 };

		if (!trace_step(&r.trace, v.warp, v.step)) {
			cli_say("block %llu, warp %u has no step %zu in what was recorded: %zu steps of it",
				(unsigned long long)o->block, o->warp, v.step + 1, trace_steps(&r.trace, v.warp));
			status = STATUS_USAGE;
		} else if (o->format == FORMAT_JSON) {
			report_stepper_json(&v, r.step_id, &c->out);
		} else {
			report_stepper_text(&v, &c->style, &c->out);
		}
	}
	source_release(&src);
	profile_report_release(&r);
	return status;
}
