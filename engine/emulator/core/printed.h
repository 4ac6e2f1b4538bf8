/* printed: what kernels print until somebody takes it. There is so much room; once that is full, what was printed first
 * makes place for what comes, as on a GPU (CUDA C++ Programming Guide, "Formatted Output": the buffer is circular). */
#ifndef EMULATOR_PRINTED_H
#define EMULATOR_PRINTED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

struct em_printed {
	struct buf text, lengths; /* lengths: uint32_t, of each call's text */
	size_t from, first;       /* where the first one begins that is still there, and which it is */
	size_t room;              /* bytes of text, at most */
	uint64_t lost;            /* calls whose text is not there any more */
};

void em_printed_init(struct em_printed *p, size_t room);
void em_printed_release(struct em_printed *p);
/* The text of one call; always: it has room, whatever else goes. False: some text is lost, this or what was before. */
bool em_printed_add(struct em_printed *p, const char *text, size_t bytes, bool always);
/* Bytes that are there. */
size_t em_printed_bytes(const struct em_printed *p);
/* Appends what is there to `out`, and nothing is any more. Returns how many calls' text was lost meanwhile. */
uint64_t em_printed_take(struct em_printed *p, struct buf *out);

#endif
