/* advice_value: what advice_text.c asks about a wrong value itself. Private to explain.c's job. */
#ifndef JOB_ADVICE_VALUE_H
#define JOB_ADVICE_VALUE_H

#include "job/step/advice_text.h"

/* A whole number where one with a fraction was expected, and a variable that holds whole numbers makes it. */
struct text_advice advice_whole(const struct asked *q);
/* What an earlier turn of a loop left in a variable is added again. */
struct text_advice advice_stale(const struct asked *q);

#endif
