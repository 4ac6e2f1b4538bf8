/* lane_address: see lane_address.h. */
#include "emulator/run/lane_address.h"
#include "emulator/core/device.h"

const struct ptx_operand *em_address_operand(const struct ptx_inst *in, unsigned n)
{
	for (unsigned k = 0; k < in->noperands; k++)
		if (in->ops[k].kind == PTX_ADDR && !n--)
			return &in->ops[k];
	return NULL;
}

bool em_polls(const struct ptx_inst *in)
{
	if (in->op == PTX_OP_MBARRIER)
		return ptx_has(in, PTX_MOD_TEST_WAIT) || ptx_has(in, PTX_MOD_TRY_WAIT);
	return in->op == PTX_OP_LD || in->op == PTX_OP_LDU || in->op == PTX_OP_ATOM;
}

unsigned em_lane_bytes(const struct ptx_inst *in)
{
	return in->op == PTX_OP_MBARRIER ? 8 :
		in->ntypes               ? ptx_type_bits((enum ptx_type)in->types[0]) / 8 * (in->vec ? in->vec : 1) :
					   4;
}

uint32_t em_guarded_lanes(const struct em_warp *w, const struct em_fplace *place, const struct ptx_inst *in)
{
	struct em_warp *rows = (struct em_warp *)(uintptr_t)w;
	uint32_t m = w->mask;

	if (in->guard >= 0)
		m &= *EM_AT(rows, uint32_t, place->reg[in->guard]) ^ (in->guard_neg ? EM_FULL : 0);
	return m;
}

uint64_t em_lane_address(const struct em_warp *w, const struct ptx_func *f, const struct em_fplace *place,
	const struct ptx_operand *o, enum ptx_space space, int lane)
{
	const struct em_program *p = w->t->p;
	struct em_warp *rows = (struct em_warp *)(uintptr_t)w;
	uint64_t at = (uint64_t)o->imm;

	if (o->reg >= 0)
		at += ptx_type_bits((enum ptx_type)f->regs[o->reg].type) == 64 ?
			EM_AT(rows, uint64_t, place->reg[o->reg])[lane] :
			EM_AT(rows, uint32_t, place->reg[o->reg])[lane];
	else if (o->sym >= 0)
		at += space == PTX_SHARED || space == PTX_LOCAL ? p->var_addr[o->sym] : p->m->addr[o->sym];
	return at;
}

enum ptx_space em_space_at(enum ptx_space space, uint64_t *at)
{
	if (space != PTX_GENERIC)
		return space;
	if (*at - EM_SHARED_WINDOW < EM_WINDOW_BYTES) {
		*at -= EM_SHARED_WINDOW;
		return PTX_SHARED;
	}
	return *at - EM_LOCAL_WINDOW < EM_WINDOW_BYTES ? PTX_LOCAL : PTX_GLOBAL;
}
