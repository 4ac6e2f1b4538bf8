/* streams: what kept a run's streams from working side by side, in words, as its timeline shows it. Every sentence
 * begins with a space. */
#ifndef JUDGE_STREAMS_H
#define JUDGE_STREAMS_H

#include <stdbool.h>

#include "base/buf.h"
#include "judge/timeline.h"

/* Of a run that took too long from first to last: what is in one stream, where the host waited, what was issued late.
 * Nothing where the timeline shows no cause. */
void streams_slow_words(const struct timeline *t, struct buf *out);
/* Are all copies and kernels of the run in one stream? Not where it has none. */
bool streams_one(const struct timeline *t);
/* Of any run: what is in the default stream although the program has others. */
void streams_mixed_words(const struct timeline *t, struct buf *out);

#endif
