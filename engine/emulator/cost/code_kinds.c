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

/* Does number k jump back, in a loop that begins behind `from` and stores to local memory? */
static bool keeps_words(const struct ptx_func *f, int32_t from, int32_t k, bool *keeps)
{
	const struct ptx_inst *in = &f->insts[k];

	*keeps = false;
	if (in->op != PTX_OP_BRA || in->ops[0].kind != PTX_LABEL || in->ops[0].vec > k)
		return false;
	for (int32_t j = in->ops[0].vec; j < k && in->ops[0].vec > from; j++)
		*keeps |= em_code_kind_of(&f->insts[j]) == EM_CODE_STORE_LOCAL;
	return true;
}

int32_t em_past_large(const struct ptx_func *f, int32_t k)
{
	enum { MOST = 256 };
	const struct ptx_inst *in = &f->insts[k];
	const int32_t to = in->op == PTX_OP_BRA && in->ops[0].kind == PTX_LABEL ? in->ops[0].vec : -1;
	unsigned loops = 0;

	if (in->guard < 0 || to <= k || to > k + MOST)
		return k;
	for (int32_t j = k + 1; j < to; j++) {
		const enum em_code_kind kind = em_code_kind_of(&f->insts[j]);
		bool keeps;

		if (kind == EM_CODE_OTHER || kind == EM_CODE_STORE || kind == EM_CODE_STORE_SHARED)
			return k;
		if (!keeps_words(f, k, j, &keeps))
			continue;
		if (!keeps)
			return k;
		loops++;
	}
	return loops == 1 ? to - 1 : k;
}

void em_code_add_words(const struct ptx_func *f, int32_t from, int32_t to, uint32_t *words)
{
	for (int32_t k = from; k <= to; k = em_past_large(f, k) + 1)
		if (em_code_kind_of(&f->insts[k]) != EM_CODE_PLAIN)
			words[em_code_kind_of(&f->insts[k])] += em_code_words(&f->insts[k]);
}
