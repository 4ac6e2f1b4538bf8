/* lost: a look, then a store, by volatile or relaxed accesses. Which these are stands in the code
 * (code/bind_loses.c). */
#include "emulator/check/conflict.h"

static uint32_t kind_of(const struct em_program *p, int32_t pin)
{
	return pin < 0 ? 0 : p->pinst[pin].kind;
}

static uint32_t now(const struct ck_access *a)
{
	return kind_of(a->w->t->p, em_check_inst(a->w, a->i));
}

static uint32_t then(const struct ck_access *a, uint64_t code)
{
	return kind_of(a->w->t->p, em_check_inst_of(a->w->t->p, code));
}

bool em_check_lost(const struct ck_access *a, uint64_t code, bool written)
{
	const uint32_t store = EM_K_LOSES | EM_K_ASKS;

	if (a->space == PTX_SHARED || (code & CK_ATOMIC))
		return false;
	if (a->kind == EM_READ)
		return written && (now(a) & EM_K_LOOKS) && (then(a, code) & store);
	if (a->kind != EM_WRITE)
		return false;
	return written ? (code & CK_STRONG) && (now(a) & EM_K_LOSES) : (now(a) & store) && (then(a, code) & EM_K_LOOKS);
}

bool em_check_keeps_most(const struct ck_access *a, uint64_t code, enum em_finding_kind kind)
{
	const struct em_program *p = a->w->t->p;
	const int32_t store = kind == EM_FINDING_RACE_RAW ? em_check_inst_of(p, code) : em_check_inst(a->w, a->i);
	const enum em_change c = em_check_change(p, store);

	return c >= EM_CHANGE_MAX && c <= EM_CHANGE_FMIN;
}

bool em_check_lost_in_order(const struct ck_access *a, uint64_t code)
{
	return a->space != PTX_SHARED && a->kind == EM_WRITE && ck_inst(code) == ck_inst(a->code) &&
		!ck_own(a->w->blk, code) && (now(a) & EM_K_LOSES);
}

enum em_gap em_check_lost_by_lanes(const struct ck_access *a, bool same, enum em_severity *s)
{
	const uint32_t kind = a->space == PTX_SHARED ? 0 : now(a);
	const bool updates = a->i->access & EM_ACC_UPDATE;

	*s = EM_ERROR;
	if (updates &&
		(!same ||
			((kind & EM_K_LOSES) &&
				em_check_change(a->w->t->p, em_check_inst(a->w, a->i)) == EM_CHANGE_ADD)))
		return EM_GAP_UPDATE;
	if (!same && (kind & EM_K_LOSES))
		return EM_GAP_LOST;
	*s = !same && (kind & EM_K_ASKS) ? EM_WARNING : EM_INFO;
	return *s == EM_WARNING ? EM_GAP_LOST : same ? EM_GAP_NONE : EM_GAP_STRONG;
}
