/* advice_unwritten: what is said of a wrong element that no thread wrote, or that a memset was the last to write.
 * Private to explain_wrong.c's job. */
#ifndef JOB_ADVICE_UNWRITTEN_H
#define JOB_ADVICE_UNWRITTEN_H

#include "judge/result.h"

/* Of an element that nobody wrote. `kept`: it is what it was before the call. */
const char *advice_unwritten(
	struct result *r, const struct case_result *c, const struct written *w, const char *source, bool kept);

/* Of an element that the file's only cudaMemset() sets, and that no thread changed after it; *line: where
 * that is, with a *note for it. NULL: that is not what happened, as far as the text shows. */
const char *advice_only_set(
	struct result *r, const struct mismatch *m, const char *source, int *line, const char **note);

#endif
