/* advice_text: faults that the text of the student's file shows, beside a verdict that they explain. Private to
 * explain.c's job. */
#ifndef JOB_ADVICE_TEXT_H
#define JOB_ADVICE_TEXT_H

#include "judge/result.h"

struct text_advice {
	const char *words; /* what to do; NULL: the text shows nothing */
	const char *note;  /* beside the line, or NULL */
	int line;          /* of the student's file, or 0 */
	int instead_of;    /* the line that a finding names for it, or 0 */
};

/* What each of the rules is asked about. */
struct asked {
	struct result *r;
	const struct case_result *c;
	const struct kernel_finding *f; /* that the verdict is of, or NULL */
	const char *source;
};

/* f: the finding that the verdict is of, or NULL. It stands in place of other advice: that would be about an effect. */
struct text_advice advice_of_text(
	struct result *r, const struct case_result *c, const struct kernel_finding *f, const char *source);

#endif
