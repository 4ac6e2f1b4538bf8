/* gates: counters of the perf case against the limits of the step. */
#ifndef JUDGE_GATES_H
#define JUDGE_GATES_H

#include "base/arena.h"
#include "judge/result.h"

/* One gate_result for each gate of the step, in `a`. `variants`: a side for each variant of the step, or NULL where
 * none was run. `answer_right`: false shows the values but judges nothing. A gate with nothing to measure (no such
 * kernel, a ratio of nothing) is missed: `defined` is false and `pass` too; work that was not done on the device must
 * not pass. Without counters on a side that it needs, a gate is not judged.
 */
struct gate_result *gates_evaluate(struct arena *a, const struct step *s, const struct side *student,
	const struct side *reference, const struct side *variants, bool answer_right);
/* The limit as a counter is held to it: a count is whole, so at most 72089.6 means at most 72089. `most`: an upper one.
 */
double gate_whole(enum counter_id id, bool most, double limit);
/* Does the value keep to it? */
bool gate_kept(bool most, double value, double limit);
/* Counters of the kernels that the gate is about; false when no kernel matches. */
bool gate_counters(const struct gate *g, const struct side *s, struct counters *out);

#endif
