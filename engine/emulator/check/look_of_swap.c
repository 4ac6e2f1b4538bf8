/* look_of_swap: plain reads beside compare-and-swaps (code/bind_swaps.c says which of them are looks). */
#include "emulator/check/conflict.h"

bool em_check_looks_for_swap(const struct ck_access *a, uint64_t code, bool written)
{
	const struct em_program *p = a->w->t->p;
	int32_t read;

	if (written ? !(code & CK_CAS) || a->kind != EM_READ : a->kind != EM_ATOMIC || !(a->i[1].access & EM_ACC_CAS))
		return false;
	if (written && !(code & CK_ATOMIC)) /* it left the place as it was */
		return true;
	read = written ? em_check_inst(a->w, a->i) : em_check_inst_of(p, code);
	return read < 0 || (p->pinst[read].kind & EM_K_SWAPS);
}
