/* timeline: when the engines of the emulated GPU were at work, drawn as text. A step's file and a source take profile's
 * way; any other word is a program that is built already. What it prints goes to stderr: stdout is the drawing's.
 */
#include "cli/source.h"
#include "report/timeline.h"

static void show(struct cli *c, const struct options *o, const struct profile_report *r)
{
	struct text_style st = c->style, err = cli_style(2);

	if (o->width)
		st.width = o->width;
	if (o->format == FORMAT_JSON)
		report_timeline_json(r, &c->out);
	else
		report_timeline_text(
			&r->exec.side.timeline, r->step_id ? r->step_id : r->file, r->exec.device_name, &st, &c->out);
	if (r->exec.nfaults) {
		struct buf b;

		buf_init(&b);
		report_exec_faults(&r->exec, &err, &b);
		cli_say("%s", b.data);
		buf_release(&b);
	}
}

enum status cmd_timeline(struct cli *c, const struct options *o)
{
	return cli_profiled(c, o, false, show);
}
