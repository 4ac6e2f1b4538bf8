/* slow_ways: see slow_ways.h. */
#include "emulator/cost/slow_ways.h"

static const struct row {
	uint16_t op;
	char kind;
	uint8_t way;
	struct em_cost c;
} rows[] = {
#define SLOW(op, kind, way, issue, alu, special, f64, walu, wguard, wfall, wbranch, wcall, wspecial, wf64) \
	{ PTX_OP_##op, kind, EM_SLOW_##way, \
		{ { [EM_PIPE_ISSUE] = issue, [EM_PIPE_ALU] = alu, [EM_PIPE_SPECIAL] = special, [EM_PIPE_F64] = f64 }, \
			{ [EM_WAIT_ALU] = walu, \
				[EM_WAIT_GUARD] = wguard, \
				[EM_WAIT_FALL] = wfall, \
				[EM_WAIT_BRANCH] = wbranch, \
				[EM_WAIT_CALL] = wcall, \
				[EM_WAIT_SPECIAL] = wspecial, \
				[EM_WAIT_F64] = wf64 }, \
			.turns = 1 } },
#include "emulator/cost/slow_ways.def"
};

static char kind_of(const struct ptx_inst *in)
{
	return in->ntypes && in->types[0] == PTX_F32 ? 'F' : in->ntypes && in->types[0] == PTX_F64 ? 'D' : '\0';
}

static const struct em_cost *find(const struct ptx_inst *in, enum em_slow_way way)
{
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
		if (rows[k].op == in->op && rows[k].kind == kind_of(in) && rows[k].way == way)
			return &rows[k].c;
	return NULL;
}

/* Approximations have no such way, but for 1 / sqrt of doubles, of which that is all there is. */
bool em_slow_may(const struct ptx_inst *in)
{
	bool approximate = ptx_has(in, PTX_MOD_APPROX) || ptx_has(in, PTX_MOD_FULL);

	return (in->op == PTX_OP_RSQRT ? !ptx_has(in, PTX_MOD_FTZ) : !approximate) && find(in, EM_SLOW_SPECIAL);
}

struct em_cost em_slow_cost(const struct ptx_inst *in, enum em_slow_way way)
{
	const struct em_cost none = { .turns = 1 }, *c = find(in, way);

	return c ? *c : none;
}

struct em_steps em_slow_steps(const struct ptx_inst *in, enum em_slow_way way)
{
	const struct em_cost c = em_slow_cost(in, way);
	struct em_steps s = { { 0 } };

	for (int k = 0; k < EM_WAIT_COUNT; k++)
		s.wait[k] = c.wait[k] * EM_WAIT_UNIT;
	return s;
}
