/* advice_shared: what advice_text.c asks about arrays that a block shares, or should. Private to explain.c's job. */
#ifndef JOB_ADVICE_SHARED_H
#define JOB_ADVICE_SHARED_H

#include "job/step/advice_text.h"

struct text_advice advice_same_place(const struct asked *q);
struct text_advice advice_own_array(const struct asked *q);
struct text_advice advice_overlapping_parts(const struct asked *q);
struct text_advice advice_warp_barrier(const struct asked *q);
/* "part[i] += part[i + s];" in a loop: a barrier is missing between its turns, or two threads meet within one. */
struct text_advice advice_turns(const struct asked *q);
struct text_advice advice_loose_macro(const struct asked *q);

#endif
