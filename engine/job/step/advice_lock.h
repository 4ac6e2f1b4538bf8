/* advice_lock: what is wrong with a lock, by the text of the student's file. Rows of advice_text.c's table. */
#ifndef JOB_ADVICE_LOCK_H
#define JOB_ADVICE_LOCK_H

#include "job/step/advice_text.h"

/* The loop that waits for it ends without it. */
struct text_advice advice_lock_loop(const struct asked *q);
/* It is taken, or freed, in a way that keeps nobody out. */
struct text_advice advice_lock_misuse(const struct asked *q);
/* It keeps others out, and lets what was done under it be seen late. */
struct text_advice advice_lock_fences(const struct asked *q);

#endif
