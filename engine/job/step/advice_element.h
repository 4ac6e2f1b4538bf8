/* advice_element: which element an access was meant for, and why it is none of its array. Private to advice.c's job. */
#ifndef JOB_ADVICE_ELEMENT_H
#define JOB_ADVICE_ELEMENT_H

#include "judge/result.h"

/* Of an index that is a value of another array, counts[in[i]]: a guard would leave such values out. NULL: it is none,
 * or the access that failed is the one that reads the value. */
const char *advice_index_value(struct result *r, const struct case_result *c, const char *source);

/* Of an access past the end of shared memory: which element that is, and how many there are, where the text shows it.
 */
const char *advice_shared_size(struct result *r, const struct case_result *c, const char *source);

#endif
