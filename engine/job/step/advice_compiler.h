/* advice_compiler: what the compiler warned of, where it explains what went wrong later. Private to explain.c's job. */
#ifndef JOB_ADVICE_COMPILER_H
#define JOB_ADVICE_COMPILER_H

#include "job/step/advice_text.h"

/* The name of a variable that the compiler saw used without a value; NULL: it saw none. */
const char *advice_unset_variable(struct result *r);

/* An expression without effect: "if (row < rows, col < cols)", "dim3 grid = (x, y)", "for (...; i + n)". */
struct text_advice advice_no_effect(const struct asked *q);

#endif
