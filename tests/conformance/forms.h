/* forms: what tests/conformance runs. forms.txt lists instructions in a compact notation; here its rows become forms
 * (one instruction with one choice of type, rounding and modifiers), each form becomes a PTX kernel and a list of
 * operand tuples.
 *
 * The recorder (record/bits.c, on a GPU) and the replayer (tests/unit/emulator/check_emulator_conformance.c) share this
 * code, so both run the same text on the same operands; form_hash() is kept in the recording and shows when they no
 * longer do. A kernel runs in blocks of 32 threads, thread number i of the grid takes tuple i: in a form of one lane's
 * arithmetic the warp does not matter, in a form of the group "warp" tuples 32w .. 32w+31 meet in one warp.
 */
#ifndef CONFORMANCE_FORMS_H
#define CONFORMANCE_FORMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"

#define FORM_MAX_IN 5
#define FORM_MAX_OUT 2
#define FORM_MAX_CASES 4096

/* types of operands: the name in forms.txt, width in memory (1: a predicate), width of the register, what numbers it
 * gets. */
enum value_kind { VALUE_INT, VALUE_F16, VALUE_BF16, VALUE_F32, VALUE_F64, VALUE_PRED, VALUE_FP8 };
struct value_type {
	const char *name;
	unsigned bits, reg;
	enum value_kind kind;
	bool packed; /* two numbers in one register */
};
const struct value_type *value_type_find(const char *name, size_t len);

struct form_operand {
	const struct value_type *type;
	const char *set; /* "" the type's own edges, or a name of operands.c: "shift", "lane", ... */
};

struct form {
	const char *name; /* unique: the mnemonic, with "/variant" where one instruction has several forms */
	const char *group;
	const char *body; /* PTX statements over %d0 %d1 and %a0 .. %a4 */
	bool maybe;       /* the row's choices multiply to some that PTX does not have: ptxas decides */
	size_t nin, nout;
	struct form_operand in[FORM_MAX_IN], out[FORM_MAX_OUT];
};

struct form_table {
	struct arena arena;
	struct form *v;
	size_t n, cap;
};

int form_table_parse(struct form_table *f, const char *text, const char *file, struct err *e);
void form_table_release(struct form_table *f);
const struct form *form_table_find(const struct form_table *f, const char *name);

/* The kernel "form": parameters are seven 64-bit addresses, those of the operands (5), of the results (2 x 8 bytes a
 * tuple) and of 64 bytes of scratch memory a tuple. Operands lie 8 bytes apart. */
void form_ptx(const struct form *f, struct buf *out);

/* The number of tuples, a multiple of 32, and operand `k` of tuple `i` (operands.c). */
size_t form_cases(const struct form *f);
void form_tuple(const struct form *f, size_t i, uint64_t v[FORM_MAX_IN]);
/* Of the body and of all operands. */
uint64_t form_hash(const struct form *f);

#endif
