/* history: the attempts at a step as plain data: what progress keeps and the reports show. */
#ifndef JUDGE_HISTORY_H
#define JUDGE_HISTORY_H

#include "judge/result.h"

struct attempt {
	int64_t at_ms; /* Unix time */
	enum verdict verdict;
	const char *message; /* NULL: none */
	double time_us;      /* 0: not timed */
	enum time_kind time_kind;
	int gates, gates_met;
	const char *counters; /* "alias=value" lines: what the step's gates and table are about; NULL: not kept */
	const char *source;   /* the file as it was judged; NULL: not kept (an older Warplings) */
};
struct history { /* oldest first */
	struct arena arena;
	struct attempt *v;
	size_t n, cap;
	size_t earlier; /* attempts before the first of these */
};
void history_init(struct history *h);
void history_release(struct history *h);
/* The attempt that passed in the least time, of measured ones where there are any; NULL: none passed. */
const struct attempt *history_best(const struct history *h);

/* What to keep of a result's counters, and a value of it by the counter's alias; false: it is not there. */
void history_counters(const struct result *r, struct buf *out);
bool history_counter(const struct attempt *a, const char *alias, double *value);

#endif
