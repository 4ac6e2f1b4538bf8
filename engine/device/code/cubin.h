/* cubin: what ptxas decided about the kernels of a piece of machine code: registers, stack, shared memory. Bytes
 * (hostile: a program brings them) -> a table by name. The code itself is never looked at; the emulator executes PTX.
 *
 * Layout, as observed with ptxas 13.0 for sm_75 to sm_120 and compared with what `ptxas -v` prints
 * (tests/unit/device/check_device_cubin.c): a 64-bit ELF file of machine 190. Its section .nv.info is a list of
 * attributes: a byte of format, a byte that names the attribute, two bytes of size or value, then that many bytes where
 * the format is 4. Attributes 0x2f, 0x11 and 0x12 hold a symbol's index and a number: registers of a thread, bytes of
 * its own stack frame, and bytes of stack with all that it calls. Section .nv.shared.NAME is as large as the kernel's
 * static shared memory, from sm_90 on with the part that the system takes. Section .note.nv.tkinfo is a note (name
 * "NVIDIA Corp") of six words and then text: the last four words say where in the text the names of the tool, of its
 * version and of its build begin, and its options.
 */
#ifndef DEVICE_CUBIN_H
#define DEVICE_CUBIN_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct cubin_kernel {
	char *name;            /* as the linker knows it */
	int arch;              /* 90 for sm_90 */
	uint32_t regs;         /* of a thread, 1 to 255 */
	uint32_t stack_bytes;  /* of a thread's local memory: what cudaFuncGetAttributes calls localSizeBytes */
	uint32_t shared_bytes; /* static ones of a block */
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
