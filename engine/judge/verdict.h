/* verdict: from the cases and gates of a result to its one verdict and its headline. */
#ifndef JUDGE_VERDICT_H
#define JUDGE_VERDICT_H

#include "base/err.h"
#include "judge/result.h"

/* Set r->verdict and r->message from r->cases and r->gates: the worst case wins (order of verdict.def), then a missed
 * gate, then pass. A pass needs every case to have run and passed: with a case left out and no fault it is not-judged.
 * The message of the case that decided is kept; otherwise one is made from its mismatch or gate. */
void verdict_decide(struct result *r);
/* A verdict that was reached before any case ran (compile-error, not-judged, todo), with its message. */
void verdict_early(struct result *r, enum verdict v, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* The case that decided a verdict worse than a pass and a missed gate; NULL: none did. */
const struct case_result *verdict_case(const struct result *r);
/* Every planned mistake of a step names a verdict that a mistake can have. -1 with the manifest's line otherwise. */
int verdict_check_mistakes(const struct step *s, struct err *e);

#endif
