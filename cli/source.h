/* source: what profile, timeline and audit run: the file or the step that the command line names, as a request to job/profile.h. */
#ifndef CLI_SOURCE_H
#define CLI_SOURCE_H

#include "cli/cli.h"
#include "job/profile.h"

struct source { char *file, *cache; };
/* After cli_open. The request borrows from *src and *o. -1 with ERR_USAGE or ERR_ENV; source_release in each case. */
int cli_source(struct cli *c, const struct options *o, struct source *src, struct profile_request *rq, struct err *e);
void source_release(struct source *src);
bool source_is_cu(const char *word);
/* What the program printed and what the compiler said, to stderr: stdout is the report's. */
void source_show_output(const struct profile_report *r);

#endif
