/* code_kinds: as what a PTX instruction stands in the machine code (enum em_code_kind), by which loops of both are
 * found to be the same. */
#include "emulator/cost/cost.h"

uint32_t em_code_words(const struct ptx_inst *in)
{
	uint32_t bytes = in->ntypes ? ptx_type_bits(in->types[in->ntypes - 1]) / 8u * (in->vec ? in->vec : 1u) : 4;

	return bytes > 4 ? bytes / 4 : 1;
}

enum em_code_kind em_code_kind_of(const struct ptx_inst *in)
{
	switch (in->op) {
	case PTX_OP_LD:
		return in->space == PTX_PARAM || in->space == PTX_CONST ? EM_CODE_PLAIN :
			in->space == PTX_SHARED                         ? EM_CODE_LOAD_SHARED :
			in->space == PTX_LOCAL                          ? EM_CODE_LOAD_LOCAL :
									  EM_CODE_LOAD;
	case PTX_OP_ST:
		return in->space == PTX_SHARED ? EM_CODE_STORE_SHARED :
			in->space == PTX_LOCAL ? EM_CODE_STORE_LOCAL :
			in->space == PTX_PARAM ? EM_CODE_OTHER :
						 EM_CODE_STORE;
	case PTX_OP_SHFL: return EM_CODE_SHUFFLE;
	case PTX_OP_BAR:
	case PTX_OP_BARRIER:
	case PTX_OP_MEMBAR:
	case PTX_OP_FENCE:
	case PTX_OP_ATOM:
	case PTX_OP_RED:
	case PTX_OP_CALL:
	case PTX_OP_CP:
	case PTX_OP_RET:
	case PTX_OP_NANOSLEEP: return EM_CODE_OTHER;
	default: return EM_CODE_PLAIN;
	}
}

void em_code_add_words(const struct ptx_func *f, int32_t from, int32_t to, uint32_t *words)
{
	for (int32_t k = from; k <= to; k++)
		if (em_code_kind_of(&f->insts[k]) != EM_CODE_PLAIN)
			words[em_code_kind_of(&f->insts[k])] += em_code_words(&f->insts[k]);
}
