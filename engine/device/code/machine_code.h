/* machine_code: what the readers of machine code (cubin.c, cubin_loops.c) need of one instruction of 16 bytes. Where
 * the fields lie stands in cubin.h. */
#ifndef DEVICE_MACHINE_CODE_H
#define DEVICE_MACHINE_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A jump: bits 0 to 11 of an instruction. */
#define MACHINE_JUMP 0x947u
#define MACHINE_CALL 0x944u
/* Lanes that went different ways meet; a thread ends. */
#define MACHINE_MEET 0x941u
#define MACHINE_EXIT 0x94du

static inline uint32_t le32(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Which instruction it is, whatever its operands. */
static inline uint32_t machine_what(const uint8_t *code)
{
	return le32(code) & 0xfff;
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
	return machine_what(code) == MACHINE_JUMP && le32(code + 8) >> 27 & 1;
}

/* Of an access to memory: the words of each lane; a part of a word is one. */
static inline uint32_t machine_words(const uint8_t *code)
{
	const uint32_t size = le32(code + 8) >> 9 & 7;

	return size == 6 ? 4 : size == 5 ? 2 : 1;
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

#endif
