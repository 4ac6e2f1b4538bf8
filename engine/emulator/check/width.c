/* width: two accesses that are meant to meet, an atomic and another one, but are of different widths. They are one step
 * for each other only where both have the same bytes (PTX ISA, memory consistency model: morally strong operations
 * overlap completely). */
#include <stdio.h>

#include "emulator/check/conflict.h"

static const struct ptx_inst *inst_of(const struct em_program *p, int32_t pin)
{
	return pin < 0 ? NULL : &p->m->ptx->funcs[p->pinst[pin].func].insts[p->pinst[pin].inst];
}

static bool changes(const struct ptx_inst *in)
{
	return in->op == PTX_OP_ATOM || in->op == PTX_OP_RED;
}

/* An atomic on two numbers in a word is one for each of them. */
static unsigned bytes_of(const struct ptx_inst *in)
{
	const enum ptx_type t = (enum ptx_type)in->types[0];

	return t == PTX_F16X2 || t == PTX_BF16X2 ? 2 : ptx_type_bits(t) / 8;
}

/* Relaxed stores are left out: of cuda::atomic<char> the library makes stores of a byte, and atomics on the word around
 * it. */
static bool meets(const struct ptx_inst *in)
{
	return changes(in) || (in->op == PTX_OP_ST && in->vec <= 1 && ptx_has(in, PTX_MOD_VOLATILE));
}

/* A store at the same line over another one: of a place that was named already, as of two widths. */
bool em_check_widths_named(const struct ck_access *a, uint64_t code)
{
	const struct em_finding_set *s = a->w->t->found;

	return a->kind == EM_WRITE && s && (code & CK_STRONG) && !(code & CK_ATOMIC) &&
		em_finding_set_has(s, EM_GAP_WIDTH, (int32_t)ck_inst(code));
}

bool em_check_widths(const struct ck_access *a, uint64_t code, unsigned *now, unsigned *then)
{
	const struct em_program *p = a->w->t->p;
	const struct ptx_inst *x, *y;

	if (a->kind != EM_ATOMIC && a->kind != EM_WRITE)
		return false;
	x = inst_of(p, em_check_inst(a->w, a->i));
	y = inst_of(p, em_check_inst_of(p, code));
	if (!x || !y || (!changes(x) && !changes(y)) || !meets(x) || !meets(y))
		return false;
	*now = bytes_of(x);
	*then = bytes_of(y);
	return *now != *then;
}

void em_check_widths_said(const struct ck_access *a, uint64_t code, struct em_finding *f)
{
	const bool store = a->kind != EM_ATOMIC, stored = !(code & CK_ATOMIC);
	unsigned now = 0, then = 0;

	em_check_widths(a, code, &now, &then);
	snprintf(f->message, sizeof f->message,
		"Race of different widths in __%s__ memory (%s): an atomic operation on %u byte%s, and %s %u byte%s "
		"there",
		a->space == PTX_SHARED ? "shared" : "global", em_finding_name(EM_FINDING_RACE_WAW), store ? then : now,
		(store ? then : now) == 1 ? "" : "s", store || stored ? "a store of" : "another one on",
		store ? now : then, (store ? now : then) == 1 ? "" : "s");
}
