/* expr: the expressions of a manifest, beyond expr_eval of lab.h. */
#ifndef LAB_EXPR_H
#define LAB_EXPR_H

#include "lab/lab.h"

#define EXPR_MAX 256 /* bytes of an expression */

/* Is it well formed? Values are not looked at. */
int expr_check(const char *expr, struct err *e);
/* Does it name this parameter? */
bool expr_uses(const char *expr, const char *name);

#endif
