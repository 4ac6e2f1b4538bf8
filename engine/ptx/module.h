/* module: PTX as data, between the parser and everything that uses it (checker, printer, emulator, audit).
 *
 * Data path: fatbin -> text -> ptx_parse (lex.c, parse_*.c) -> struct ptx_module -> ptx_check -> emulator decode.
 * Everything lives in the module's arena; indices, not pointers, refer to registers, variables and instructions.
 * Nested scopes are flattened by the parser: a register declared in an inner { } gets an index of its own.
 * Rules: PTX ISA 9.0, the section is named where one matters.
 */
#ifndef PTX_MODULE_H
#define PTX_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"

enum ptx_type { /* types.def: TYPE(id, "name", bits, class); class is one of the letters in enum ptx_class */
#define TYPE(id, name, bits, cls) PTX_##id,
#include "ptx/types.def"
	PTX_TYPE_COUNT
};
enum ptx_class { PTX_CLS_NONE, PTX_CLS_BITS, PTX_CLS_UNSIGNED, PTX_CLS_SIGNED, PTX_CLS_FLOAT, PTX_CLS_PRED };

enum ptx_op { /* ops.def: OP(id, "mnemonic", ...) one row for each base opcode */
#define OP(id, name, ...) PTX_OP_##id,
#include "ptx/ops.def"
	PTX_OP_COUNT
};

enum ptx_mod { /* mods.def: MOD(id, "name"): every dotted modifier that is no type, space or vector width, at most 255
		*/
#define MOD(id, name) PTX_MOD_##id,
#include "ptx/mods.def"
	PTX_MOD_COUNT
};

enum ptx_sreg { /* sregs.def: SREG(id, "%name", type): special registers; %tid.x, %tid.y and %tid.z are rows of their
		   own */
#define SREG(id, name, type) PTX_SREG_##id,
#include "ptx/sregs.def"
	PTX_SREG_COUNT
};

/* Who else sees a module's name (ISA 9.0, 11.6): nobody, everybody, everybody with the first definition of several
 * winning (.weak, and .common, whose largest wins), or it is somebody else's. For ptx_link. */
enum ptx_linkage { PTX_PRIVATE, PTX_VISIBLE, PTX_WEAK, PTX_COMMON, PTX_EXTERN };
enum ptx_space { PTX_GENERIC, PTX_GLOBAL, PTX_SHARED, PTX_LOCAL, PTX_CONST, PTX_PARAM };

const char *ptx_type_name(enum ptx_type t);
unsigned ptx_type_bits(enum ptx_type t); /* 1 for pred */
enum ptx_class ptx_type_class(enum ptx_type t);
const char *ptx_op_name(enum ptx_op op);
const char *ptx_mod_name(enum ptx_mod m);
const char *ptx_space_name(enum ptx_space s);
const char *ptx_sreg_name(enum ptx_sreg s);
enum ptx_type ptx_sreg_type(enum ptx_sreg s);

enum ptx_operand_kind {
	PTX_NONE,
	PTX_REG,     /* reg */
	PTX_IMM,     /* imm: integer, sign- or zero-extended to 64 bits as written */
	PTX_FIMM,    /* imm: raw bits of a float literal: 0f as binary32 (f32 = true), 0d or decimal as binary64 */
	PTX_SPECIAL, /* sreg */
	PTX_SYM,     /* address of variable `sym`, plus imm (mov.u64 %r, array+4) */
	PTX_ADDR,    /* [reg + imm], [sym + imm] or [imm]; reg < 0 and sym < 0 for the last */
	PTX_VEC,     /* { a, b, c, d }: nvec operands from func->operands[vec] */
	PTX_LABEL,   /* target: index of an instruction (== ninsts for a label at the end) */
	PTX_FUNCREF, /* func: index into module->funcs */
	PTX_SINK     /* _ */
};

struct ptx_operand {
	uint8_t kind; /* enum ptx_operand_kind */
	uint8_t neg;  /* !p: any predicate that is read may be negated (selp, and.pred, setp, vote ...) */
	uint8_t f32;  /* PTX_FIMM written as 0f */
	uint8_t nvec;
	int32_t reg; /* PTX_REG, PTX_ADDR: index into func->regs, or -1 */
	int32_t sym; /* PTX_SYM, PTX_ADDR: index of a variable (see ptx_var_at), or -1; PTX_FUNCREF: function */
	int32_t vec; /* PTX_VEC: first element in func->operands; PTX_LABEL: instruction index; PTX_SPECIAL: enum
			ptx_sreg */
	int64_t imm; /* of a PTX_REG: its selector (PTX_SELECT), or 0 */
};

/* What a video instruction says of a register (ISA 9.7.18): %r1.h10 is the letter 'h' and two digits, the first for the
 * highest element;
 * -%r1 (of vmad) sets PTX_SELECT_NEG, with or without a letter. */
#define PTX_SELECT(letter, n, digits) \
	((int64_t)(letter) | (int64_t)(n) << 8 | (int64_t)(digits) << 16) /* digits: 4 bits each */
#define PTX_SELECT_NEG (INT64_C(1) << 40)
static inline char ptx_select_letter(const struct ptx_operand *o)
{
	return o->kind == PTX_REG ? (char)(o->imm & 0x7f) : 0;
}
static inline unsigned ptx_select_count(const struct ptx_operand *o)
{
	return (unsigned)(o->imm >> 8 & 7);
}
/* Digit k, the last written being 0. */
static inline unsigned ptx_select_digit(const struct ptx_operand *o, unsigned k)
{
	return (unsigned)(o->imm >> (16 + 4 * k) & 15);
}
static inline bool ptx_select_neg(const struct ptx_operand *o)
{
	return o->kind == PTX_REG && (o->imm & PTX_SELECT_NEG);
}

#define PTX_MAX_OPERANDS 7 /* lop3.or.b32 d|p, a, b, c, lut, q */
#define PTX_MAX_TYPES 4

struct ptx_inst {
	uint16_t op; /* enum ptx_op */
	uint8_t ntypes, noperands, nmods;
	uint8_t types[PTX_MAX_TYPES]; /* in the order written: cvt.rn.f32.s32 has F32, S32 */
	uint8_t space;                /* enum ptx_space, as written; PTX_GENERIC when none is */
	uint8_t vec;                  /* 1, 2, 4 or 8 */
	uint8_t pair;                 /* the first two operands are destinations written a|b */
	uint8_t nwritten; /* the first so many operands are destinations, by their roles in ops.def; all others
			     are read. Filled by ptx_check */
	uint8_t mods[10]; /* in the order written (setp.lt.and.f32: LT, AND) */
	uint8_t space_at; /* for the printer: the space stands before this modifier; 255: a modifier spells it
			     (shared::cta) */
	int32_t guard;    /* predicate register, or -1 */
	bool guard_neg;
	bool nounroll; /* after .pragma "nounroll": the loop that begins here stays as it is */
	int32_t line;  /* line of the PTX text */
	int32_t loc;   /* index into module->locs, or -1 */
	int32_t call; /* index into func->calls for call, brx.idx table index for brx, func->refused for PTX_OP_REFUSED,
			 else -1 */
	struct ptx_operand ops[PTX_MAX_OPERANDS]; /* destination(s) first, as written; `a|p` is two operands */
};
bool ptx_has(const struct ptx_inst *in, enum ptx_mod m);
/* Do lanes meet on it that its last operand, a member mask, names (shfl.sync, vote.sync)? And does it give each of them
 * a result of its own, although all bring the same operands (shfl, elect)? */
bool ptx_has_members(const struct ptx_inst *in);
bool ptx_lanes_differ(const struct ptx_inst *in);
/* Does it order accesses of this thread (membar, fence)? Not fence.proxy, which orders kinds of access. */
bool ptx_is_fence(const struct ptx_inst *in);
/* Is this load or store strong, meant to meet those of other threads (.volatile, .relaxed, .acquire, .release)? PTX
 * ISA, "Memory Consistency Model". */
bool ptx_is_strong(const struct ptx_inst *in);

struct ptx_call {            /* call (ret), target, (args), prototype */
	int32_t rets, nrets; /* operands in func->operands */
	int32_t args, nargs;
	int32_t proto; /* index into func->protos for an indirect call, else -1 */
};
struct ptx_proto {
	int32_t params, nparams, rets, nrets;
}; /* variables in module->vars, only type and size matter */
struct ptx_branch_table {
	int32_t first, n;
}; /* instruction indices in func->targets */

struct ptx_reg {
	const char *name;
	uint8_t type;
};

/* A variable: module scope (global, const, shared, extern shared), function scope (shared, local, param) or parameter.
 */
struct ptx_var {
	const char *name;
	uint8_t space, type;       /* element type */
	uint8_t is_extern, is_ptr; /* extern .shared a[]; size 0 */
	uint8_t linkage;           /* enum ptx_linkage; of the module's own variables */
	uint8_t managed;           /* .attribute(.managed) */
	uint32_t align;
	uint64_t elems, size;           /* size in bytes; 0 for an unsized extern array */
	int32_t func;                   /* the function it belongs to, or -1 */
	const uint8_t *init;            /* `size` bytes, or NULL for zeros */
	const struct ptx_reloc *relocs; /* addresses inside the initialiser */
	size_t nrelocs;
};
/* sym or func, the other is -1. shift: the byte of the address that 0xFF00(sym) takes, in bits (bytes is 1 then). */
struct ptx_reloc {
	uint64_t offset;
	int32_t sym;
	int32_t func;
	int64_t addend;
	uint8_t bytes, generic, shift;
};

/* file: index into module->files. inlined_at: the call's location, always a smaller index, or -1: following it ends at
 * the line of the function that the code was inlined into. */
struct ptx_loc {
	int32_t file;
	int32_t line, col;
	int32_t inlined_at;
};
struct ptx_file {
	int32_t number;
	const char *path;
};

/* An instruction that the emulator lacks, kept as it was written so that the rest of the module runs (ptx_load). */
struct ptx_refused {
	const char *text, *why;
	int32_t label; /* that the text names as the printer does: an instruction's index; -1: none */
};

struct ptx_func {
	const char *name;
	bool is_entry, is_extern; /* extern: a declaration only (vprintf, malloc, __assertfail ...) */
	bool round_apart;         /* a product that goes into a sum is rounded for itself: ptxas makes no fma of the two
				     (.target ..., debug; ptx_round_apart) */
	uint8_t linkage;          /* enum ptx_linkage */
	int32_t params, nparams;  /* variables (space PTX_PARAM) in module->vars, in order */
	int32_t rets, nrets;
	int32_t locals,
		nlocals; /* variables of the body: shared, local, param; and prototypes' parameters, called "_" */
	uint32_t maxntid[3], reqntid[3]; /* 0 = not given */
	uint32_t cluster[3];             /* .reqnctapercluster: blocks of a cluster, 0 = not given */
	struct ptx_reg *regs;
	size_t nregs;
	struct ptx_inst *insts;
	size_t ninsts;
	struct ptx_operand *operands;
	size_t noperands; /* elements of PTX_VEC and of calls */
	struct ptx_call *calls;
	size_t ncalls;
	struct ptx_proto *protos;
	size_t nprotos;
	struct ptx_branch_table *tables;
	size_t ntables;
	int32_t *targets;
	size_t ntargets;
	struct ptx_refused *refused;
	size_t nrefused, refused_cap;
	uint32_t minnctapersm, maxnreg; /* 0 = not given */
	int32_t locs, nlocs;            /* its part of module->locs */
	int32_t line;
};

struct ptx_module {
	struct arena arena;
	int version_major, version_minor, target_sm; /* .target sm_80 -> 80 */
	bool debug;                                  /* .target sm_80, debug; of a linked module false */
	bool checked;                                /* ptx_check has passed it */
	struct ptx_var *vars;
	size_t nvars; /* all variables, of every scope */
	struct ptx_func *funcs;
	size_t nfuncs;
	struct ptx_loc *locs;
	size_t nlocs;
	struct ptx_file *files;
	size_t nfiles;
	struct ptx_module *parts; /* of a linked module: what it was made of, a list by `next` that it owns */
	struct ptx_module *next;
};

/* Parse `text` (len bytes, need not be terminated; hostile). On success *out owns everything: ptx_module_free. On
 * failure the err names line and column of the PTX and what was expected. An unknown opcode or modifier is an error
 * that names it. */
int ptx_parse(const char *text, size_t len, struct ptx_module **out, struct err *e);
void ptx_module_free(struct ptx_module *m);
/* Parse and check as a device loads a module: an instruction whose opcode, modifiers or form are none of ours becomes
 * PTX_OP_REFUSED (text and reason in func->refused), and only who runs its function need care. What is no PTX at all
 * still is an error. */
int ptx_load(const char *text, size_t len, struct ptx_module **out, struct err *e);
/* Its two halves, for who links in between. */
int ptx_parse_lenient(const char *text, size_t len, struct ptx_module **out, struct err *e);
int ptx_check_lenient(struct ptx_module *m, struct err *e);
/* All functions of `m`, which is not linked yet, were or would be assembled without making fma of mul and add (ptxas
 * --fmad false). */
void ptx_round_apart(struct ptx_module *m);
/* link.c: n modules (at least 1) become one, as nvlink joins objects: a name that is .visible, .weak or .common
 * somewhere is what every other part means by its .extern; private names stay apart. Takes the parts, whether it
 * succeeds or not (their arenas live on in *out). Fails when a name has two definitions, or is a variable here and a
 * function there, or lies in different state spaces. What nobody defines stays extern (vprintf; a library's function
 * that no kernel calls). Calls across parts are for ptx_check to compare. */
int ptx_link(struct ptx_module **parts, size_t n, struct ptx_module **out, struct err *e);
/* Operand counts, kinds and types against ops.def; labels in range. The emulator relies on what this admits. Puts down
 * in each instruction which operands it writes (nwritten). */
int ptx_check(struct ptx_module *m, struct err *e);
/* Text that parses to an equal module (tests rely on it; so does the barrier audit). */
struct buf;
void ptx_print(const struct ptx_module *m, struct buf *out);
/* One instruction as PTX writes it, for messages and profiles. */
void ptx_print_inst(const struct ptx_module *m, const struct ptx_func *f, const struct ptx_inst *in, struct buf *out);
const struct ptx_func *ptx_find_func(const struct ptx_module *m, const char *name);

#endif
