/* finding_unset: what mends a read of memory that nobody wrote, by what memory it is. */
#include <string.h>

#include "judge/finding.h"

static bool says(const struct kernel_finding *f, const char *words)
{
	return f->message && strstr(f->message, words);
}

const char *finding_unset_advice(const struct kernel_finding *f)
{
	if (f->verdict != VERDICT_UNINITIALIZED || f->host || !f->space)
		return NULL;
	if (!strcmp(f->space, "local"))
		return "Memory starts as garbage, and local memory belongs to one thread alone: that thread has to "
		       "write this place before it reads it. An array that a block is to share is declared "
		       "__shared__.";
	if (strcmp(f->space, "shared") != 0)
		return NULL;
	if (says(f, " barrier object "))
		return "No thread has called init() for it, so it holds garbage: nobody has said how many are to "
		       "arrive. Let one thread call init(&barrier, n), where n is the number of all threads that "
		       "arrive in a phase, then __syncthreads(), and only then use it. (In PTX: mbarrier.init.)";
	if (says(f, "an atomic operation changes bytes"))
		return "Shared memory starts as garbage, not as 0, and an atomic needs a first value: let one thread "
		       "write it (if (threadIdx.x == 0) sum = 0;), or for an array each thread some elements, then "
		       "__syncthreads(), and only then the atomics.";
	return "Shared memory starts as garbage. Which elements are written, and which are read? Read only those that "
	       "were written (if (t < warps), where each warp has written one), and take for the others a value that "
	       "changes nothing (0 in a sum). Or is the write missing: do all threads come to its line, and does it "
	       "reach this element?";
}
