/* counters: the one table of what a run counts (counters.def), and a vector of values over it. */
#ifndef COUNTERS_COUNTERS_H
#define COUNTERS_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

enum counter_id { /* the SUM counters come first in no particular order; use counter_is_ratio */
#define COUNTER_SUM(id, name, alias, sentence) CTR_##id,
#define COUNTER_RATIO(id, num, den, name, alias, sentence) CTR_##id,
#include "counters/counters.def"
	CTR_COUNT
};

/* Values of one kernel launch or of several added. Only SUM entries are stored; ratios follow from them. */
struct counters {
	uint64_t v[CTR_COUNT];
};

const char *counter_name(enum counter_id id);     /* Nsight Compute's name */
const char *counter_alias(enum counter_id id);    /* two or three words for a column heading */
const char *counter_sentence(enum counter_id id); /* one explaining sentence */
bool counter_is_ratio(enum counter_id id);
enum counter_id counter_numerator(enum counter_id id); /* of a ratio; a sum is its own */
/* Of a whole run and of no kernel: it follows from the timeline (timeline__ in its name). */
bool counter_is_timeline(enum counter_id id);
/* By full name or by alias; -1 when unknown. */
int counter_find(const char *name_or_alias);
/* The value: a sum as it is, a ratio as the quotient (0 when its denominator is 0: see counter_defined). */
double counter_value(const struct counters *c, enum counter_id id);
/* False for a ratio whose denominator is 0. */
bool counter_defined(const struct counters *c, enum counter_id id);
void counters_add(struct counters *into, const struct counters *from);

#endif
