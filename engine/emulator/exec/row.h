/* row: how an executor is bound to an instruction: the rows that each exec_*.c exports and code/table.c collects. */
#ifndef EMULATOR_ROW_H
#define EMULATOR_ROW_H

#include "emulator/core/program.h"

/* How operands become rows (decode.c has one function for each). */
enum em_bind {
	EM_BIND_ALU, /* d, a, b, c in the order written; `widths` says how wide */
	EM_BIND_MOV,
	EM_BIND_SETP,
	EM_BIND_SET,
	EM_BIND_SETPAIR,
	EM_BIND_SLCT,
	EM_BIND_CVTA,
	EM_BIND_LD,
	EM_BIND_ST,
	EM_BIND_ATOM,
	EM_BIND_RED,
	EM_BIND_ATOMV,
	EM_BIND_BRA,
	EM_BIND_BRX,
	EM_BIND_CALL,
	EM_BIND_EXIT,
	EM_BIND_RET,
	EM_BIND_BAR,
	EM_BIND_SYNC, /* an ALU form whose last operand (or x) is a member mask: waits for its lanes first */
	EM_BIND_NOP,  /* counted, does nothing */
	EM_BIND_CPASYNC,
	EM_BIND_CPGROUP,
	EM_BIND_MBAR,
	EM_BIND_LOP3P, /* lop3 with a predicate */
	EM_BIND_MIN3,  /* min and max of three: twice that of two */
	EM_BIND_VIDEO,
	EM_BIND_PACKED
};

/* Where bind_video.c puts what an instruction says of its registers: bits of a video executor's x. */
enum {
	EM_PART_A = 16,
	EM_PART_B = 19,
	EM_PART_D = 22,
	EM_NEG_PRODUCT = 25,
	EM_NEG_ADDEND = 26, /* scalar */
	EM_MASK_D = 16      /* packed: the elements that are written */
};

#define EM_NO 0xff
/* `widths`: one letter for each operand row, destination first: p predicate, h 16 bits, w 32, l 64, q 128; `-` none
 * (scratch); `i` an integer that goes into x. A register of another width than its letter gets a conversion. */
struct em_row {
	uint16_t op;
	uint8_t space, vec; /* of ld, st, atom, red, cvta, isspacep; else 0 */
	uint32_t types;
	uint32_t mods; /* those that matter (decode.c drops hints, scopes and .rn), in any order */
	uint8_t bind;
	const char *widths;
	em_fn fn;
	uint32_t x;
	em_fn again; /* of loads and stores: the one that finds its addresses' shape known (exec_ldst.h); of
		      * comparisons: this and the branch after it; of what begins or ends a block: the quick form
		      * (exec_flow.h); or NULL */
};
/* Packed into one number each, a byte an entry, EM_NO where there is none. */
#define EM_PACK(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
#define T0 EM_PACK(EM_NO, EM_NO, EM_NO, EM_NO)
#define T1(a) EM_PACK(PTX_##a, EM_NO, EM_NO, EM_NO)
#define T2(a, b) EM_PACK(PTX_##a, PTX_##b, EM_NO, EM_NO)
#define T3(a, b, c) EM_PACK(PTX_##a, PTX_##b, PTX_##c, EM_NO)
#define M0 EM_PACK(EM_NO, EM_NO, EM_NO, EM_NO)
#define M1(a) EM_PACK(PTX_MOD_##a, EM_NO, EM_NO, EM_NO)
#define M2(a, b) EM_PACK(PTX_MOD_##a, PTX_MOD_##b, EM_NO, EM_NO)
#define M3(a, b, c) EM_PACK(PTX_MOD_##a, PTX_MOD_##b, PTX_MOD_##c, EM_NO)
#define M4(a, b, c, d) EM_PACK(PTX_MOD_##a, PTX_MOD_##b, PTX_MOD_##c, PTX_MOD_##d)
#define EM_P(...) __VA_ARGS__
#define ROW(op, types, mods, widths, fn) \
	{ \
		PTX_OP_##op, 0, 0, types, mods, EM_BIND_ALU, widths, fn, 0, NULL \
	}
/* Of halves: one, and a pair of them in a register (fn, fn_x2). */
#define ROW_HALVES(op, type, pair, mods, widths, pair_widths, fn) \
	ROW(op, T1(type), mods, widths, fn), ROW(op, T1(pair), mods, pair_widths, fn##_x2)
#define ROWX(op, types, mods, bind, widths, fn, x) \
	{ \
		PTX_OP_##op, 0, 0, types, mods, EM_BIND_##bind, widths, fn, x, NULL \
	}

struct em_rows {
	const struct em_row *row;
	size_t n;
};

/* Executors that decode needs by name and no PTX instruction names. One array of them for each ISA. */
enum em_helper {
	EM_H_BB,
	EM_H_GUARD,
	EM_H_UNGUARD,
	EM_H_BRA,
	EM_H_CBRA,
	EM_H_CBRA_FIRST, /* of two that are one in machine code (lanes/meets.h), */
	EM_H_CBRA_LAST,  /* and the other */
	EM_H_CSKIP,
	EM_H_EXIT,
	EM_H_RET,
	EM_H_CALL,
	EM_H_CALLI,
	EM_H_BUILTIN,
	EM_H_BRX,
	EM_H_SAVE,
	EM_H_ENTER,
	EM_H_TICK,
	EM_H_TURNS,
	EM_H_YIELD,
	EM_H_MEET,
	EM_H_OPEN,
	EM_H_LOOK,
	EM_H_TELL,
	EM_H_WAS,
	EM_H_SLEEP,
	EM_H_SPIN,
	EM_H_NOP,
	EM_H_BAR_ALL,
	EM_H_BAR_TOGETHER, /* ... in a program with sweeps (sweeps.h) */
	EM_H_BAR_ARRIVE,
	EM_H_BARRED_ARRIVE,
	EM_H_WSYNC,
	EM_H_COPY32M,
	EM_H_COPY64M,
	EM_H_COPYP,
	EM_H_COPYQM,
	EM_H_NOTP,
	EM_H_WIDEN,
	EM_H_WIDEN16,
	EM_H_NARROW,
	EM_H_PACK,
	EM_H_UNPACK,
	EM_H_PACK16,
	EM_H_UNPACK16,
	EM_H_PACK16Q,
	EM_H_UNPACK16Q,
	EM_H_PACK8,
	EM_H_UNPACK8,
	EM_H_PACK8H,
	EM_H_UNPACK8H,
	EM_H_PACKQ,
	EM_H_UNPACKQ,
	EM_H_FENCE,
	EM_H_ADDSP,
	EM_H_ADDSP32,
	EM_H_CLOCK32,
	EM_H_CLOCK64,
	EM_H_PARAM_LD,
	EM_H_PARAM_ST,
	EM_H_PARAM_HOME,
	EM_H_COPIES_END,
	EM_H_COUNT
};

/* exec_ends.c: executors for what counts, what compares that and branches on it, together. */
struct em_end {
	uint16_t op;
	uint8_t type, compared_as, how;
	em_fn fn;
};
struct em_ends {
	const struct em_end *row;
	size_t n;
};
extern const struct em_ends em_ends_v3q;

#endif
