/* profile: sources with what each of their lines did on the emulated GPU: of a step, of a source with a main(), or of a
 * program that is built already. What a program prints goes to stderr: stdout is the report's. */
#include "cli/source.h"

static void show(struct cli *c, const struct options *o, const struct profile_report *r)
{
	if (o->format == FORMAT_JSON)
		report_profile_json(r, NULL, &c->out);
	else
		report_profile_text(r, &c->style, &c->out);
}

enum status cmd_profile(struct cli *c, const struct options *o)
{
	return cli_profiled(c, o, true, show);
}
