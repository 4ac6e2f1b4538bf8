/* fatbin: the container in which nvcc embeds device code. Bytes (hostile) -> the best PTX text that they hold, and the
 * machine code beside it.
 *
 * Layout, as observed with nvcc 13.0: a container header, then entries, each with a header that tells its own size,
 * then its payload: plain, one LZ4 block or zstd. Nothing here trusts a length: each is checked against what is left.
 */
#ifndef DEVICE_FATBIN_H
#define DEVICE_FATBIN_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

#define FATBIN_MAX_TEXT (256u << 20) /* PTX text after decompression, at most */

struct fatbin_entry {
	int kind;     /* FATBIN_PTX, FATBIN_ELF, or another number that nvcc may add */
	int arch;     /* 80 for compute_80 or sm_80 */
	char variant; /* 'a' of sm_90a, 'f' of sm_100f; 0: plain */
	int ptx_major, ptx_minor;
	uint64_t flags;
	const uint8_t *payload;
	size_t size;       /* as stored, inside the caller's bytes */
	size_t plain_size; /* bytes of text after decompression; 0 when stored plain */
	const char *options;
	size_t noptions; /* of a PTX entry: ptxas's options as one line (ptxas.h), inside the caller's bytes, without
			    NUL; NULL, 0: none */
};
enum { FATBIN_PTX = 1, FATBIN_ELF = 2 };
/* The emulator executes PTX up to this; a profile of an older card lends its sizes and times, not its instruction set.
 */
enum { EMULATED_ARCH = 90 };

/* Bytes that the container at `data` claims for itself, 0 when it is none. `n` bytes are readable. */
size_t fatbin_size(const void *data, size_t n);

/* Walk the entries: set *offset to 0, call until it returns 0 (no more) or -1 (malformed: `e`). */
int fatbin_next(const uint8_t *data, size_t n, size_t *offset, struct fatbin_entry *entry, struct err *e);

enum fatbin_outcome { FATBIN_OK, FATBIN_NO_PTX, FATBIN_MALFORMED };
/* Append the text of the PTX entry with the highest architecture that is not above `max_arch` to `out` (without its
 * closing NUL), and put the entry itself into *best. Where all PTX is above it, but there is machine code that a GPU of
 * compute capability `native` (90 for 9.0) runs (nvcc -arch=all-major), the lowest of it stands for that code: both are
 * made of the same source. On the other outcomes `e` says what was found instead, and `out` and `best` are untouched.
 */
enum fatbin_outcome fatbin_best_ptx(const uint8_t *data, size_t n, int max_arch, int native, struct buf *out,
	struct fatbin_entry *best, struct err *e);

/* Append the machine code (a cubin) whose architecture is nearest to `arch` to `out`, of two that are equally near the
 * older. Returns its architecture, 0 when there is none that can be had; `out` may then hold something of it. */
int fatbin_nearest_code(const uint8_t *data, size_t n, int arch, struct buf *out);

/* What a program that brings no PTX for the device is to be built for: what it was built for, where the device reads
 * PTX of that, as its source may ask for it (__CUDA_ARCH__). Starts as zeros and sees each entry: the latest that is
 * not above `max_arch` stays. */
struct fatbin_target {
	int arch; /* 0: none */
	char variant;
};
void fatbin_target_see(struct fatbin_target *t, const struct fatbin_entry *entry, int max_arch);
/* As nvcc's argument: "-gencode arch=compute_90,code=compute_90", malloc'd. `otherwise`: the architecture, where none
 * was seen that nvcc 13 still knows. */
char *fatbin_target_option(const struct fatbin_target *t, int otherwise);

#endif
