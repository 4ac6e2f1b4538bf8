/* fits: how far an instruction fits a form of ops.def. check.c tries all forms of an opcode and explains the one that
 * came furthest. Private to engine/ptx. */
#ifndef PTX_FITS_H
#define PTX_FITS_H

#include "ptx/forms.h"

struct checker {
	const struct ptx_module *m;
	const struct ptx_func *f;
	const struct ptx_inst *in;
	struct ptx_inst *found; /* the same, to put down what was found out */
	struct forms forms;
	struct err *e;
	struct ptx_module *mend; /* ptx_load: what fits no form is refused there; NULL: is an error */
	char *why;               /* ... the reason, where it may */
};

/* How far a form fits; the further, the better its complaint. FIT_MODS: the types do not; FIT_TYPES: the modifiers do
 * not. */
enum fit { FIT_NOTHING, FIT_MODS, FIT_TYPES, FIT_SPACE, FIT_COUNT, FIT_OPERANDS, FIT_ALL = 100 };

/* Of c->in: FIT_ALL, or what the form misses first; FIT_OPERANDS + n: operand n. */
int ptx_form_fit(const struct checker *c, const struct form *f);

#endif
