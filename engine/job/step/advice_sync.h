/* advice_sync: of advice_text.h what is about threads that wait for each other, or should: barriers, masks, copies that
 * go on by themselves. */
#ifndef JOB_STEP_ADVICE_SYNC_H
#define JOB_STEP_ADVICE_SYNC_H

#include "job/step/advice_text.h"

struct text_advice advice_uncommitted(const struct asked *q);
struct text_advice advice_read_once(const struct asked *q);
struct text_advice advice_two_arrays(const struct asked *q);
struct text_advice advice_next_row(const struct asked *q);
struct text_advice advice_missed(const struct asked *q);
struct text_advice advice_conditional_barrier(const struct asked *q);
struct text_advice advice_called(const struct asked *q);
struct text_advice advice_active_mask(const struct asked *q);
struct text_advice advice_grid_barrier(const struct asked *q);

#endif
