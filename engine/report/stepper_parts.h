/* stepper_parts: what the parts of the stepper's page share; for stepper*.c alone. Each adds lines to `d`. */
#ifndef REPORT_STEPPER_PARTS_H
#define REPORT_STEPPER_PARTS_H

#include "report/stepper.h"

struct variable;
struct variables;

/* Columns of a line's first word and of a value, values in a line, and the columns beside the text that numbers may
 * use, too: a window has one at its right. */
enum { STEPPER_LABEL = 7, STEPPER_CELL = 9, STEPPER_IN_ROW = 8, STEPPER_MARGIN = 1 };

/* In a window of few lines, what the step is about and shared memory stay in sight. */
bool stepper_low(const struct stepper_view *v);
void stepper_label(struct doc *d, const char *text);
/* Where so many columns are not left of the line: go on below, under what follows its first word. */
void stepper_room(struct doc *d, int columns);
/* The access of step r: its sectors or wavefronts beside the fewest that would do. */
void stepper_memory(const struct trace_inst *x, const struct trace_row *r, struct doc *d);
/* What the step wrote. `named`: the student's variable; NULL: not known. */
void stepper_values(const struct trace_inst *x, const struct trace_row *r, const struct variable *named, bool is_low,
	struct doc *d);
/* What the instruction reads: the registers in its text but the one whose value is shown above. */
void stepper_uses(
	const struct stepper_view *v, const struct variables *names, const struct trace_inst *x, struct doc *d);
/* The student's other variables, as they stand before this step: those that were set last come first. */
void stepper_others(
	const struct stepper_view *v, const struct variables *names, const struct trace_inst *x, struct doc *d);
/* The registers that were chosen, with the line that wrote each last: they have no other names in PTX. */
void stepper_watched(const struct stepper_view *v, const struct trace_row *r, struct doc *d);
/* Words in lines of eight, a bank each: those that this step is about, else the first. */
void stepper_shared(const struct stepper_view *v, const struct trace_row *r, struct doc *d);

#endif
