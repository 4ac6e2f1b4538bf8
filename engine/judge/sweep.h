/* sweep: one program compiled for several values of one or two macros, as plain data: what job/step/sweep.h fills and
 * the reports show. */
#ifndef JUDGE_SWEEP_H
#define JUDGE_SWEEP_H

#include "base/buf.h"
#include "judge/result.h"

struct sweep_row {
	long long value[2];   /* of the sweep's macros, in their order */
	bool done;            /* tried */
	bool ok;              /* it compiled, ran and gave the right answer: `side` can be compared */
	const char *why;      /* what went wrong, as a sentence, or NULL */
	enum verdict verdict; /* done and not ok: what a file that does this would get */
	struct side side;     /* of the sweep's case */
	const char *measured; /* on an H200, from measured.yaml ("9.1 us"), or NULL */
	struct arena arena;   /* of the row's own strings */
};
struct sweep_report {
	const struct step *step; /* borrowed; has_sweep */
	const char *file;        /* the source that was compiled; borrowed from the request or the step */
	char device_name[128];   /* empty until something has run */
	char sandbox[160];       /* in what it was compiled and run, in words; empty until it was looked for */
	struct sweep_row *rows;  /* the second macro's values change first */
	size_t nrows;
};
/* A row for each value, nothing tried yet; `measured` is filled in. */
void sweep_report_init(struct sweep_report *r, const struct step *s, const char *file);
void sweep_report_release(struct sweep_report *r);
/* A row's value of a measure (a counter, or MEASURE_TIME); false: it has none. */
bool sweep_value(const struct sweep_row *row, int measure, double *v);
/* "TILE=16" or "TILE=16,PAD=1" */
void sweep_row_words(const struct sweep_report *r, const struct sweep_row *row, struct buf *out);

#endif
