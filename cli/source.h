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

/* For commands that take a program that is built already, too, instead of cli_open: true when the first word names one. Where there are labs, a step's name
 * means the step, whatever lies on PATH. False with *status not STATUS_OK: said already. */
bool source_is_program(struct cli *c, const struct options *o, enum status *status);
/* Runs that program with the other words; `lines`: with a line table (job/profile.h). *r is to be released when STATUS_OK comes back; else it was said. */
enum status source_run_program(struct cli *c, const struct options *o, bool lines, struct profile_report *r);
/* What the program printed and what the compiler said, to stderr: stdout is the report's. */
void source_show_output(const struct profile_report *r);

#endif
