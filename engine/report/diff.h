/* diff: two texts line by line: what only the first has (-), what only the second has (+), and what both have. */
#ifndef REPORT_DIFF_H
#define REPORT_DIFF_H

#include <jansson.h>

#include "report/doc/doc.h"

/* With three lines of both around each change. Returns how many lines differ; 0: a sentence says so. */
size_t diff_doc(const char *name, const char *text, const char *other_name, const char *other, struct doc *d);
/* [{"sign": "-", "line": 3, "other": null, "text": "..."}, ...], all lines. */
json_t *diff_json(const char *text, const char *other);

#endif
