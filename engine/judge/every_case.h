/* every_case: limits that each case of a step is held to. Gates look at the perf case, whose sizes everybody knows: a
 * program that ignores a named argument (so many blocks, tiles of this width) has the right one there, written down.
 */
#ifndef JUDGE_EVERY_CASE_H
#define JUDGE_EVERY_CASE_H

#include "judge/result.h"

/* Of a right answer whose gates are all met: a case beyond a limit becomes `gate-failed`, with a message. One in which
 * the student launched no kernel had nothing to do, and is left alone. */
void every_case_judge(struct result *r);

#endif
