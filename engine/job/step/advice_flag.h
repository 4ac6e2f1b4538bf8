/* advice_flag: of advice_text.h what is about flags: one that only one side treats as an atomic, or that nobody set to
 * 0, data that are read before it was seen, an order that is relaxed; and turns of a loop between which nobody waits,
 * or that pass a value on the wrong way. */
#ifndef JOB_STEP_ADVICE_FLAG_H
#define JOB_STEP_ADVICE_FLAG_H

#include "job/step/advice_text.h"

struct text_advice advice_half_atomic(const struct asked *q);
struct text_advice advice_flag_unset(const struct asked *q);
struct text_advice advice_read_before_wait(const struct asked *q);
struct text_advice advice_relaxed(const struct asked *q);
struct text_advice advice_turn_barrier(const struct asked *q);
struct text_advice advice_stale_shift(const struct asked *q);

#endif
