/* floors: what a right answer needs besides the step's gates. Each gate of a lab is a limit for one counter, mostly an
 * upper one, and doing nothing meets every upper limit: so kernels have to load, store and compute a part of what the
 * reference does, and may not take many times as long (docs/judging.md).
 */
#ifndef JUDGE_FLOORS_H
#define JUDGE_FLOORS_H

#include "judge/result.h"

/* Of a right answer whose gates are all met: a case that misses a floor becomes `gate-failed`, with a message. */
void floors_judge(struct result *r);
/* Of the time of its kernels, where it is modelled: what double arithmetic is busy for. */
double floors_doubles_us(const struct side *s);

#endif
