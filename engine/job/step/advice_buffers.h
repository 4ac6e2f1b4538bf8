/* advice_buffers: what advice_text.c asks about two buffers that a block fills and reads by turns. Private to
 * explain.c's job. */
#ifndef JOB_ADVICE_BUFFERS_H
#define JOB_ADVICE_BUFFERS_H

#include "job/step/advice_text.h"

/* One buffer is read and written in the same turn. */
struct text_advice advice_same_buffer(const struct asked *q);
/* The one that is read was not filled before. */
struct text_advice advice_empty_buffer(const struct asked *q);
/* Which of them is at work never changes. */
struct text_advice advice_still_buffer(const struct asked *q);

#endif
