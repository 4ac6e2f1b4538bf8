/* profile_internal.h: what both kinds of profile share (profile.c: a file that is compiled; profile_program.c: a
 * program that is built). */
#ifndef JOB_PROFILE_INTERNAL_H
#define JOB_PROFILE_INTERNAL_H

#include "base/err.h"
#include "report/profile.h"

/* text[0..n) without what could steer a terminal (buf_add_scrubbed), kept in a. */
const char *profile_scrub(struct arena *a, const char *text, size_t n);

/* Reads a source (at most 1 MiB) and keeps it in r->sources under the name that it is shown by; file must live as long
 * as r. */
int profile_add_source(struct profile_report *r, const char *path, const char *file, struct err *e);

#endif
