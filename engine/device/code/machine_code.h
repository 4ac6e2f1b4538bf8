/* machine_code: what the readers of machine code (cubin.c, cubin_loops.c, cubin_guarded.c) need of one instruction of
 * 16 bytes. Where the fields lie stands in cubin.h. */
#ifndef DEVICE_MACHINE_CODE_H
#define DEVICE_MACHINE_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What its readers ask of an instruction; machine_ops.def says which is which. */
enum machine_class {
	MACHINE_PLAIN, /* it computes */
	MACHINE_LOAD,  /* of global memory, or by an address that may be anywhere */
	MACHINE_LOAD_LOCAL,
	MACHINE_LOAD_SHARED,
	MACHINE_STORE,
	MACHINE_STORE_LOCAL,
	MACHINE_STORE_SHARED,
	MACHINE_CONSTANT,
	MACHINE_SHUFFLE,
	MACHINE_ROOT, /* a root, a reciprocal, a sine: the unit for them */
	MACHINE_F64,
	MACHINE_JUMP,
	MACHINE_CALL,
	MACHINE_MEET,  /* lanes that went different ways meet */
	MACHINE_YIELD, /* lanes that wait for those of this warp need not: it stands in loops that may wait for other
			  lanes */
	MACHINE_EXIT,  /* a thread ends */
	MACHINE_BARRIER,
	MACHINE_ATOMIC,
	MACHINE_OTHER, /* what nobody has looked at: fences, copies */
	MACHINE_CLASSES
};

/* Predicate registers that guard an instruction: P0 to P6 and PT, each as it is and negated. */
enum { MACHINE_PREDICATES = 16 };

static inline uint32_t le32(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Which instruction it is, whatever its operands: an opcode of machine_ops.def. */
static inline uint32_t machine_opcode(const uint8_t *code)
{
	return le32(code) & 0x1ff;
}

static inline enum machine_class machine_class(const uint8_t *code)
{
	static const uint8_t class_of[0x200] = {
#define MACHINE_OP(opcode, name, class) [opcode] = MACHINE_##class,
#include "device/code/machine_ops.def"
#undef MACHINE_OP
	};

	return (enum machine_class)class_of[machine_opcode(code)];
}

/* The predicate under which it runs. */
#define MACHINE_ALWAYS 7u
static inline uint32_t machine_predicate(const uint8_t *code)
{
	return le32(code) >> 12 & 15;
}

/* A jump that is taken only if a warp's lanes have parted (BRA.DIV): ptxas puts it before a shuffle where it does not
 * know that they are together. */
static inline bool machine_if_parted(const uint8_t *code)
{
	return machine_class(code) == MACHINE_JUMP && le32(code + 8) >> 27 & 1;
}

/* Of an access to memory: the words of each lane; a part of a word is one. */
static inline uint32_t machine_words(const uint8_t *code)
{
	const uint32_t size = le32(code + 8) >> 9 & 7;

	return size == 6 ? 4 : size == 5 ? 2 : 1;
}

/* Likewise: bytes that the code adds to the register that is the address; does it add a uniform one, too? */
static inline int32_t machine_displacement(const uint8_t *code)
{
	return (int32_t)le32(code + 4) >> 8;
}

static inline bool machine_adds_uniform(const uint8_t *code)
{
	return le32(code + 8) >> 27 & 1;
}

/* The barrier that is told when it is done, and those that it waits for before it starts. */
static inline uint32_t machine_tells(const uint8_t *code)
{
	return le32(code + 12) >> 14 & 7;
}

static inline uint32_t machine_waits(const uint8_t *code)
{
	return le32(code + 12) >> 20 & 63;
}

/* How far the jump goes whose 16 bytes these are, in bytes from the instruction after it. arch: 70 to 90. */
static inline int64_t machine_jump(const uint8_t *code, int arch)
{
	int64_t high = (int32_t)le32(code + 4);

	return arch < 90 ? high : (high & ~3LL) * 256 + code[2] * 4;
}

/* Where the jump at `at` of this code goes, in bytes from the code's begin; anything, as the code is not trusted. */
static inline int64_t machine_target(const uint8_t *code, size_t at, int arch)
{
	return (int64_t)at + 16 + machine_jump(code + at, arch);
}

/* Does it lead back, to the begin of an instruction? The code ends with a jump to itself, which does not. */
static inline bool machine_goes_back(const uint8_t *code, size_t at, int arch)
{
	const int64_t to = machine_target(code, at, arch);

	return machine_class(code + at) == MACHINE_JUMP && to >= 0 && to < (int64_t)at && !(to & 15);
}

#endif
