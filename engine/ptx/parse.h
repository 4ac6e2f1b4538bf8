/* The parser's state, private to engine/ptx: parse.c (module), declare.c (variables and initialisers), function.c
 * (headers and bodies), registers.c (.reg), location.c (.loc), instruction.c (one instruction), constant.c (constant
 * expressions), bind.c (names in scope), unique.c (last pass).
 *
 * Everything here is scratch that dies with the parse. A function's instructions grow in the vectors below and are
 * copied into the module's arena, exactly sized, when the function ends.
 */
#ifndef PTX_PARSE_H
#define PTX_PARSE_H

#include "base/err.h"
#include "ptx/lex.h"

/* Hostile text meets these before memory or the stack does. */
#define MAX_TEXT (512u << 20)
#define MAX_REGS (1 << 20)          /* in a function */
#define MAX_ALL_REGS (4 << 20)      /* in a module */
#define MAX_REG_NAMES (64u << 20)   /* bytes of the names that .reg name<n> makes */
#define MAX_VAR_SIZE (1ull << 40)   /* bytes of one variable */
#define MAX_INIT_SIZE (64ull << 20) /* bytes of all initialised variables */
#define MAX_SCOPES 100
#define MAX_DIMS 8
#define MAX_VECTOR 8
#define MAX_EXPR 64 /* parentheses and signs in a constant expression */

#define VEC(T) \
	struct { \
		T *v; \
		size_t n, cap; \
	}
void *vec_grow(void *v, size_t *cap, size_t elem);
/* Address of a new zeroed element; older addresses are void. */
#define VEC_PUSH(x) \
	((x).n == (x).cap ? (void)((x).v = vec_grow((x).v, &(x).cap, sizeof *(x).v)) : (void)0, \
		memset(&(x).v[(x).n], 0, sizeof *(x).v), &(x).v[(x).n++])

enum bind_kind { BIND_REG, BIND_VAR, BIND_FUNC, BIND_LABEL, BIND_TABLE, BIND_PROTO, BIND_CALLEES, BIND_VECTOR };
struct binding {
	struct name *name;
	int32_t prev;   /* the binding that this one hides, or -1 */
	int32_t index;  /* register, variable, function, instruction, table, prototype */
	uint32_t count; /* registers of a range %r<count>; 0 = the name itself */
	uint8_t kind;
	uint8_t width; /* BIND_VECTOR: registers from index on */
};

/* A label, table or prototype used before it may be known; resolved when a scope that declares it closes. */
struct pending {
	struct name *name;
	int32_t inst, index; /* what to fill in: see bind.c */
	int line, col;
	uint8_t kind; /* BIND_LABEL, BIND_TABLE, BIND_PROTO */
};
struct alias {
	int32_t from, to;
}; /* functions: .alias from, to */
struct scope {
	size_t bindings, pendings;
};

struct parser {
	struct lexer lx;
	struct names names;
	struct ptx_module *m;
	struct err *e;
	bool lenient; /* ptx_load: instructions that nobody knows are kept as text */
	bool terse;   /* an error says no place in the CUDA source: nobody may ever see it */

	VEC(struct binding) bindings;
	VEC(struct pending) pendings;
	struct scope scopes[MAX_SCOPES];
	int depth; /* 0 outside of functions */

	size_t vars_cap, funcs_cap, locs_cap, files_cap;
	size_t all_regs, reg_name_bytes;
	uint64_t init_bytes;

	/* the function being parsed */
	int32_t func;    /* -1 outside */
	int32_t loc;     /* the last .loc, or -1 */
	bool nounroll;   /* after .pragma "nounroll" */
	uint8_t linkage; /* enum ptx_linkage of the module's statement being parsed */
	VEC(struct ptx_reg) regs;
	VEC(struct ptx_inst) insts;
	VEC(struct ptx_operand) operands;
	VEC(struct ptx_call) calls;
	VEC(struct ptx_proto) protos;
	VEC(struct ptx_branch_table) tables;
	VEC(int32_t) targets;
	VEC(int32_t) crowded; /* functions that may hold one name twice: unique.c */
	VEC(struct alias) aliases;
	int32_t *loc_map;
	size_t loc_map_cap; /* newest location of this function by place */
	VEC(size_t) loc_used;
};

/* Errors: at the current token, or at a place kept from before; the CUDA line is added when a .loc told it. Return -1.
 */
int parse_fail(struct parser *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Why opcodes of this one's family are refused; NULL: they are not. */
const char *family_refusal(int op);
int parse_fail_at(struct parser *p, int line, int col, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* "expected WHAT, found <token>" */
int parse_expected(struct parser *p, const char *what);
int parse_col(const struct parser *p);
int lex_col(const struct lexer *lx);

static inline int tok(const struct parser *p)
{
	return p->lx.tok.kind;
}
static inline void next(struct parser *p)
{
	lex_next(&p->lx);
}
static inline bool accept(struct parser *p, int kind)
{
	return tok(p) == kind ? (next(p), true) : false;
}
int expect(struct parser *p, int kind, const char *what);
char *copy_name(struct parser *p, const struct name *n);
int parse_uint(struct parser *p, uint64_t max, uint64_t *out, const char *what);

/* bind.c */
int bind_name(struct parser *p, struct name *n, enum bind_kind kind, int32_t index);
int bind_range(struct parser *p, struct name *n, int32_t first, uint32_t count);
int bind_vector(struct parser *p, struct name *n, int32_t first, unsigned width);
/* What a name means here; NULL: nothing. A range's register: index is the register's. */
bool bind_find(const struct parser *p, const struct name *n, struct binding *out);
int scope_open(struct parser *p);
int scope_close(struct parser *p);
/* Note that names of this function may be there twice. */
void bind_crowded(struct parser *p);
struct pending *bind_later(struct parser *p, struct name *n, enum bind_kind kind, int32_t inst, int32_t index);

/* constant.c */
struct constant {
	enum { CONST_INT, CONST_F32, CONST_F64 } kind;
	bool is_unsigned;
	uint64_t bits;
};
int parse_constant(struct parser *p, struct constant *out);

/* declare.c */
struct decl { /* the dotted words of a declaration */
	uint8_t space, type;
	bool has_type, is_ptr, opaque; /* opaque: a texture, sampler or surface */
	bool managed;
	uint32_t align, vec;
};
int parse_decl(struct parser *p, struct decl *d);
/* .space .align n .type name[dims] = init, ...; the space is the current token */
int parse_variables(struct parser *p, bool is_extern);
/* (.param .b32 a, .param .align 8 .b8 b[16]): appends to module->vars. `named`: the names count (not in a prototype).
 */
int parse_params(struct parser *p, int32_t *first, int32_t *n, bool named);

/* function.c */
int parse_function(struct parser *p, bool is_entry, bool is_extern);
int parse_file(struct parser *p);
void parse_function_release(struct parser *p);

/* location.c */
int parse_loc(struct parser *p);
void clear_locations(struct parser *p); /* a function begins: the places of the one before are not its own */

/* registers.c: .reg and all that it declares */
int parse_registers(struct parser *p);

/* instruction.c: `at` is where its opcode is the current token; now it is the one after it */
int parse_instruction(struct parser *p, const struct lexer *at, int32_t guard, bool guard_neg);

/* refuse.c, alias.c: the instruction that begins at `at` (a lexer whose current token is its opcode) as PTX_OP_REFUSED,
 * the current token then stands after its `;`. -1, and p->e as it was: it has no end, or is no instruction at all. */
int parse_refused(struct parser *p, const struct lexer *at, int32_t guard, bool guard_neg);
/* .alias a, b: a's callers call b (resolved when the module ends). */
int parse_alias(struct parser *p);
void resolve_aliases(struct parser *p);
/* The module as text says; `lenient` as in ptx_load. */
int parse_module(const char *text, size_t len, bool lenient, struct ptx_module **out, struct err *e);

/* unique.c: registers, and the variables of a function, get names that no other of the function and the module has */
void unique_names(struct parser *p);
bool name_is_reserved(const struct name *n);

#endif
