/* prediction: a number that the student committed to, against what the program that the question names did.
 *
 * Invariant: it is compared with that program, in that case, and with nothing else, whatever the student's file does at
 * the moment.
 */
#ifndef JUDGE_PREDICTION_H
#define JUDGE_PREDICTION_H

#include "base/buf.h"
#include "judge/result.h"

/* The index of the case that a question is about: the one it names, or the perf case. */
size_t prediction_case(const struct step *s);
/* What the program that the step's question names did in case `tc`; NULL where that is not known. */
const struct counters *prediction_observed(const struct result *r, size_t tc);
/* What a program did in a case; NULL where that is not known. OF_YOURS is not in it. */
const struct observed *result_observed(const struct result *r, enum predict_of of, const char *variant, size_t tc);
/* Set r->prediction from a predicted number. Its step must have a question for one number (not `all`). */
void prediction_check(struct result *r, double value);

/* "the starter", "the solution", "your file" */
const char *prediction_whose(enum predict_of of);
/* "You said 4 for the starter: it is 32.00, which is not close." Empty when nothing was predicted. */
void prediction_words(const struct result *r, struct buf *out);

#endif
