/* family: what a row of ops.def says of its opcode by the second of its names (families.def). */
#include "ptx/parse.h"

enum family {
#define FAMILY(id, text) FAMILY_##id,
#include "ptx/families.def"
};

static const char *const refusals[] = {
#define FAMILY(id, text) text,
#include "ptx/families.def"
};

static const uint8_t family_of[] = {
#define OP(id, name, family, ...) FAMILY_##family,
#include "ptx/ops.def"
};

const char *family_refusal(int op)
{
	const char *text = refusals[family_of[op]];

	return *text ? text : NULL;
}

bool ptx_has_members(const struct ptx_inst *in)
{
	return family_of[in->op] == FAMILY_WARP || family_of[in->op] == FAMILY_LANES;
}

bool ptx_lanes_differ(const struct ptx_inst *in)
{
	return family_of[in->op] == FAMILY_LANES;
}

bool ptx_is_strong(const struct ptx_inst *in)
{
	return ptx_has(in, PTX_MOD_VOLATILE) || ptx_has(in, PTX_MOD_RELAXED) || ptx_has(in, PTX_MOD_ACQUIRE) ||
		ptx_has(in, PTX_MOD_RELEASE);
}

bool ptx_is_fence(const struct ptx_inst *in)
{
	return (in->op == PTX_OP_MEMBAR || in->op == PTX_OP_FENCE) && !ptx_has(in, PTX_MOD_PROXY);
}
