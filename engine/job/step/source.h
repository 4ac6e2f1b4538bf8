/* source: the text of the judged file. */
#ifndef JOB_SOURCE_H
#define JOB_SOURCE_H

#include "base/arena.h"

/* Read at the first call and kept in *text; NULL: it can't be read any more. */
const char *source_text(struct arena *a, const char *file, const char **text);

#endif
