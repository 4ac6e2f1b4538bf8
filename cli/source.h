/* source: what profile, timeline and audit run: the file or the step that the command line names, as a request to
 * job/program/profile.h. */
#ifndef CLI_SOURCE_H
#define CLI_SOURCE_H

#include "cli/cli.h"
#include "job/program/profile.h"

struct source {
	char *file, *cache;
};
/* After cli_open. The request borrows from *src and *o. -1 with ERR_USAGE or ERR_ENV; source_release in each case. */
int cli_source(struct cli *c, const struct options *o, struct source *src, struct profile_request *rq, struct err *e);
void source_release(struct source *src);
bool source_is_cu(const char *word);

/* Prints a profile's report of what compiled; what it had to say before and after is said by cli_profiled. */
typedef void source_show(struct cli *c, const struct options *o, const struct profile_report *r);
/* profile and timeline: what the first word names (a step, a source, a program that is built already) runs with the
 * other words and is shown. lines: a program's line table is wanted. Where there are labs, a step's name means the
 * step, whatever lies on PATH. */
enum status cli_profiled(struct cli *c, const struct options *o, bool lines, source_show *show);

/* Shows one warp of a run, what device_record kept of it. STATUS_USAGE where there is none such, said already. */
typedef enum status recorded_show(
	struct cli *c, const struct options *o, const struct device_record *record, const struct profile_report *r);
/* Opens the course, and runs and shows what the first word names (a step or a source) with a warp recorded. */
enum status cli_recorded(
	struct cli *c, const struct options *o, const struct device_record *record, recorded_show *show);
#endif
