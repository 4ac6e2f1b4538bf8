/* answer: what a student answers to the questions that do not ask for one number: a choice, a row of numbers, an order
 * of variants. Reading what was typed, and comparing it with what the programs that the question names did.
 */
#ifndef JUDGE_ANSWER_H
#define JUDGE_ANSWER_H

#include "base/buf.h"
#include "judge/result.h"
#include "judge/sweep.h"

/* Is question q one of these kinds? (The first question, where it asks for one number, is prediction.h's.) */
bool answer_wanted(const struct step *s, size_t q);
/* The question with what may be answered, as a person reads it: "... 1: AoS, 2: SoA, 3: no difference". */
void answer_ask(const struct step *s, size_t q, struct buf *out);
/* Read an answer: the number or the words of a choice, numbers for a row, names or numbers for an order. True with its
 * stored form appended to `out`; false with a sentence that says what is expected. */
bool answer_read(const struct step *s, size_t q, const char *text, struct buf *out, char *problem, size_t size);
/* The number that was typed for a question of one number. False with a sentence: it is none, or none that a count can
 * have. */
bool answer_number(const struct predict *p, const char *text, double *v, char *problem, size_t size);
/* Compare a stored answer. False: what it is about has not been observed. True with *close, and the outcome as a
 * sentence appended to `words`. */
bool answer_compare(const struct result *r, size_t q, const char *stored, bool *close, struct buf *words);
/* The same for a row that is about the step's sweep: once all of its rows have been tried. */
bool answer_sweep(const struct sweep_report *r, size_t q, const char *stored, bool *close, struct buf *words);
/* Question q is a choice that variants decide: the index of the right one, or -1 where they were not observed. */
int answer_decided(const struct result *r, size_t q);

#endif
