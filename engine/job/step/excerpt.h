/* excerpt: lines of the student's file beside a verdict. Private to explain.c's job. */
#ifndef JOB_EXCERPT_H
#define JOB_EXCERPT_H

#include "judge/result.h"

/* Adds to r->excerpts the lines around one, with what happened there (note, or NULL). Nothing is added where `file` is
 * not the student's, the line is there already, or as many are as there is room for. */
void excerpt_add(struct result *r, const char *source, const char *file, int line, const char *note);

#endif
