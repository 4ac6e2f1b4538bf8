/* json_run: a result as a jansson object, for report_json and report_check_json; cli/ uses the small helpers
 * for its own lists. */
#ifndef REPORT_JSON_RUN_H
#define REPORT_JSON_RUN_H

#include <jansson.h>

#include "base/buf.h"
#include "judge/result.h"

json_t *json_run(const struct result *r, bool with_schema);
json_t *json_compiler(const char *diagnostics); /* what nvcc said, message by message, with help: an array */
json_t *json_text(const char *s);               /* null for NULL; scrubbed, so always valid */
json_t *json_kernels(const struct side *s);
json_t *json_counters(const struct counters *c, bool has); /* {} when nothing was counted */
json_t *json_place(const struct fault_place *f);           /* null for no place */
json_t *json_thread(const struct thread_place *t);
json_t *json_findings(const struct kernel_finding *f, size_t n); /* an array */
struct exec_report;
struct profile_report;
/* `diagnostics` and `compiler`: what nvcc said of a source that does not compile, else null and empty. */
void json_profile_compiler(const struct profile_report *r, json_t *into);
void json_exec(const struct exec_report *r, bool program, json_t *into); /* all keys of warplings.exec/1 but `schema` */
json_t *json_number(double v);                                           /* null for what JSON cannot say */
void json_out(json_t *j, struct buf *out); /* two-space indent, a newline at the end; releases j */

#endif
