/* ops.def's forms compiled for the checker; private to engine/ptx. */
#ifndef PTX_FORMS_H
#define PTX_FORMS_H

#include "ptx/module.h"

#define FORM_ITEMS 12
struct mod_set {
	uint64_t bits[3];
}; /* by enum ptx_mod */

enum form_type {      /* what an operand's type is, when it is no enum ptx_type */
	FT_SLOT = 64, /* + 0..3: the instruction's types */
	FT_WIDE = 72, /* twice as wide as the first */
	FT_ADDR,      /* 32 or 64 bits */
	FT_ANY
};

struct form_operand {
	char role;
	uint8_t type;
	bool wider, optional;
};

struct form {
	struct {
		struct mod_set set;
		bool optional, many;
	} items[FORM_ITEMS];    /* modifiers */
	struct mod_set all;     /* every modifier that the form knows */
	uint8_t nitems, spaces; /* bit 1 << enum ptx_space */
	bool vector, pair;
	uint8_t nwritten; /* operands that are destinations: they come first, and none of them is optional */
	uint8_t ntypes, noperands, required; /* operands, at most and at least */
	uint64_t types[PTX_MAX_TYPES];       /* bit 1 << enum ptx_type */
	struct form_operand operands[PTX_MAX_OPERANDS];
};

struct op_forms {
	const struct form *v;
	size_t n;
};

struct forms {
	struct arena arena;
	struct op_forms ops[PTX_OP_COUNT]; /* compiled on first use: v is NULL before */
};
void forms_init(struct forms *f);
void forms_release(struct forms *f);
/* The forms of an opcode, or NULL: ops.def has a mistake (ERR_BUG). */
const struct op_forms *forms_of(struct forms *f, enum ptx_op op, struct err *e);

/* The instruction becomes PTX_OP_REFUSED with its text and `why` (refuse.c). */
void ptx_refuse_inst(struct ptx_module *m, struct ptx_func *f, struct ptx_inst *in, const char *why);

#endif
