/* fault_advice: see fault_advice.h. */
#include "judge/fault_advice.h"

#include <string.h>

#include "judge/finding.h"

const char *fault_advice(const char *message)
{
	struct kernel_finding f = { .name = "barrier misuse", .severity = SEVERITY_ERROR };

	if (!message)
		return NULL;
	if (strstr(message, "Stack overflow"))
		return "Does the recursion end, in every thread? If it does: the stack of a thread is small. "
		       "cudaDeviceSetLimit(cudaLimitStackSize, bytes) before the launch makes it larger; a loop in "
		       "place of the recursion, or a smaller array in the function, needs less of it.";
	if (strstr(message, " for the other blocks of the grid"))
		return "A barrier of the grid waits for every thread of every block, as often as any of them comes to "
		       "it. Which threads end before it (a return), go round it (an if), or come to it less often (a "
		       "loop)?";
	if (strstr(message, FAULT_WAITS))
		return "Which line writes what the loop waits for, and does a thread come to it? What was there before "
		       "the launch (cudaMemset())? And unless it is volatile, or read by an atomic, the compiler may "
		       "read it once only.";
	if (strstr(message, "name the same mask"))
		return "Lanes that work together have to make one call with one mask, which names all of them and no "
		       "others. Compute the mask before the branch (__ballot_sync()), or put one call behind the "
		       "branch.";
	if (strstr(message, " wait at another barrier in line "))
		return "Threads of one warp come to two different barriers: one of the two stands in a condition or a "
		       "loop that only some of them go through. Every thread of the block has to come to each barrier: "
		       "move that one out.";
	f.same_warp = strstr(message, " mask") != NULL;
	return strstr(message, "arrier error detected") ? finding_advice(&f) : NULL;
}
