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
/* Of a profile whose file did not compile (diagnostics): says so, with the compiler's words and their help. */
enum status source_does_not_compile(const struct profile_report *r);
bool source_is_cu(const char *word);

/* Prints a profile's report of what compiled; what it had to say before and after is said by cli_profiled. */
typedef void source_show(struct cli *c, const struct options *o, const struct profile_report *r);
/* profile and timeline: what the first word names (a step, a source, a program that is built already) runs with the
 * other words and is shown. lines: a program's line table is wanted. Where there are labs, a step's name means the
 * step, whatever lies on PATH. */
enum status cli_profiled(struct cli *c, const struct options *o, bool lines, source_show *show);
#endif
