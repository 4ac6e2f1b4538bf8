/* cubin: what ptxas decided about the kernels of a piece of machine code: registers, stack, shared memory. Bytes
 * (hostile: a program brings them) -> a table by name. Of the code itself only accesses to memory, their predicates,
 * and jumps are looked at; the emulator executes PTX.
 *
 * Layout, as observed with ptxas 13.0 for sm_75 to sm_120 and compared with what `ptxas -v` prints
 * (tests/unit/device/check_device_cubin.c): a 64-bit ELF file of machine 190. Its section .nv.info is a list of
 * attributes: a byte of format, a byte that names the attribute, two bytes of size or value, then that many bytes where
 * the format is 4. Attributes 0x2f, 0x11 and 0x12 hold a symbol's index and a number: registers of a thread, bytes of
 * its own stack frame, and bytes of stack with all that it calls. Section .nv.shared.NAME is as large as the kernel's
 * static shared memory, from sm_90 on with the part that the system takes. Section .note.nv.tkinfo is a note (name
 * "NVIDIA Corp") of six words and then text: the last four words say where in the text the names of the tool, of its
 * version and of its build begin, and its options. Section .text.NAME is a kernel's code, from sm_70 on in
 * instructions of 16 bytes: bits 0 to 11 say which (0x983 loads from local memory, 0x387 stores there, 0x947 jumps),
 * bits 73 to 75 how much (4: a word, 5: two, 6: four, less than 4: a part of one). How far a jump goes from the
 * instruction after it stands in bits 32 to 63, in bytes; on sm_90 in words of 4 bytes, of which bits 16 to 23 have
 * the last eight and bits 34 to 63 the others. 0x981 (before sm_80: 0x381) loads from global memory, 0x980 by a generic
 * address; 0x986 (0x386) and 0x985 (0x385) store there, 0x388 and 0x988 in shared memory. Bits 12 to 15 are the
 * predicate under which it runs (7: always; the highest says whether it is turned round). 0xb1d is a barrier, 0x941
 * where lanes meet, 0x943 and 0x944 call. Bits 110 to 112 name the barrier, one of six, that is told when the
 * instruction is done (7: none); bits 116 to 121 are the barriers that it waits for before it starts. Bits 105 to 108
 * say how many cycles later the next instruction starts at the earliest; bits 113 to 115 name the barrier that is told
 * when its registers have been read.
 */
#ifndef DEVICE_CUBIN_H
#define DEVICE_CUBIN_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "emulator/work.h"

struct cubin_kernel {
	char *name;                    /* as the linker knows it */
	int arch;                      /* 90 for sm_90 */
	uint32_t regs;                 /* of a thread, 1 to 255 */
	uint32_t stack_bytes;          /* of a thread's local memory: what cudaFuncGetAttributes calls localSizeBytes */
	uint32_t shared_bytes;         /* static ones of a block */
	uint32_t code_bytes;           /* of its instructions */
	struct em_under_way under_way; /* em_timing; known 0 where the instructions are not those of sm_70 to sm_90 */
	struct em_loops loops;         /* n 0 where the instructions are not those of sm_70 to sm_90 */
	struct em_guarded guarded;     /* as of under_way */
	struct em_spills local; /* its accesses to local memory and its loops; n 0 where there are too many, or the
				   instructions are not those of sm_70 to sm_90 */
};
struct cubin_kernels {
	struct cubin_kernel *v;
	size_t n;
}; /* sorted by name; functions that kernels call are among them */

/* Append the kernels of one cubin to `k`, which is {0} at first.
 * -1: malformed, `e` says how, `k` is as it was. */
int cubin_add(struct cubin_kernels *k, const uint8_t *data, size_t n, int arch, struct err *e);
/* NULL: none of that name. */
const struct cubin_kernel *cubin_find(const struct cubin_kernels *k, const char *name);
void cubin_release(struct cubin_kernels *k);

/* The options that ptxas was called with (ptxas.h), as the toolkit's note in a cubin has them: *len bytes inside
 * `data`, without NUL. NULL, 0: none, or malformed. */
const char *cubin_options(const uint8_t *data, size_t n, size_t *len);

#endif
