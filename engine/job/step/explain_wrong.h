/* explain_wrong: a wrong element, and the line that wrote it or should have. Private to explain.c's job. */
#ifndef JOB_EXPLAIN_WRONG_H
#define JOB_EXPLAIN_WRONG_H

#include "judge/result.h"

/* Fill r->excerpts and r->advice for c's mismatch. */
void explain_wrong(struct result *r, const struct case_result *c, const char *source);
/* What to say of a variable to which the file adds before it has a value, with its name and the line that declares it;
 * NULL: there is none. */
const char *explain_unset(struct result *r, const char *source, const char **name, int *declared);

#endif
