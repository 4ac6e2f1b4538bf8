/* Names and properties of types, opcodes, modifiers, spaces and special registers: the .def tables as arrays. */
#include "ptx/module.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const struct {
	const char *name;
	uint8_t bits, cls;
} types[] = {
#define TYPE(id, name, bits, cls) { name, bits, cls },
#include "ptx/types.def"
};

static const char *const ops[] = {
#define OP(id, name, ...) name,
#include "ptx/ops.def"
};

static const char *const mods[] = {
#define MOD(id, name) name,
#include "ptx/mods.def"
};

static const struct {
	const char *name;
	uint8_t type;
} sregs[] = {
#define SREG(id, name, type) { name, PTX_##type },
#include "ptx/sregs.def"
};

static const char *const spaces[] = { "generic", "global", "shared", "local", "const", "param" };

const char *ptx_type_name(enum ptx_type t)
{
	return t < COUNT(types) ? types[t].name : "?";
}

unsigned ptx_type_bits(enum ptx_type t)
{
	return t < COUNT(types) ? types[t].bits : 0;
}

enum ptx_class ptx_type_class(enum ptx_type t)
{
	return t < COUNT(types) ? types[t].cls : PTX_CLS_NONE;
}

const char *ptx_op_name(enum ptx_op op)
{
	return op < COUNT(ops) ? ops[op] : "?";
}

const char *ptx_mod_name(enum ptx_mod m)
{
	return m < COUNT(mods) ? mods[m] : "?";
}

const char *ptx_space_name(enum ptx_space s)
{
	return s < COUNT(spaces) ? spaces[s] : "?";
}

const char *ptx_sreg_name(enum ptx_sreg s)
{
	return s < COUNT(sregs) ? sregs[s].name : "?";
}

enum ptx_type ptx_sreg_type(enum ptx_sreg s)
{
	return s < COUNT(sregs) ? sregs[s].type : PTX_U32;
}

bool ptx_has(const struct ptx_inst *in, enum ptx_mod m)
{
	for (int i = 0; i < in->nmods; i++)
		if (in->mods[i] == m)
			return true;
	return false;
}
