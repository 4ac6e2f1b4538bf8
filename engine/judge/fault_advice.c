/* fault_advice: see fault_advice.h. */
#include "judge/fault_advice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/finding.h"

/* Who waits at a barrier object, in the words of emulator/run/stuck_words.c. Where other threads poll memory, that is
 * what the deadlock comes from; NULL: it is no such wait. */
static const char *object_advice(const char *message)
{
	const char *phase = strstr(message, "at a barrier object, whose phase ");
	unsigned lack, of;

	if (!phase || strstr(message, " for a value at ") ||
		sscanf(phase, "at a barrier object, whose phase %*u lacks %u of %u arrivals", &lack, &of) != 2)
		return NULL;
	if (strstr(phase, " threads have arrived there, which ended "))
		return "More threads arrive at the barrier object than init() was told: each time that so many have "
		       "come the phase ends, whoever is still missing, and then threads wait for a phase that nobody "
		       "is left to end. Let init() be told the number of all threads that arrive in a phase (for all "
		       "threads of the block: blockDim.x, not the number of warps).";
	if (strstr(phase, " others have arrived there, which ended "))
		return "More threads have arrived at a barrier object than init() was told, and each time that so many "
		       "have come a phase ends. Are all of them to arrive in each phase? Then let init() be told the "
		       "number of all of them. If not: does the wait name the right phase (its parity changes after "
		       "each wait), and does who is to arrive come to its line?";
	if (!lack)
		return "All have arrived, but the bytes that are copied are not as many as the arrival was told to "
		       "expect (expect_tx counts bytes, not elements). Does each copy name this barrier object, and do "
		       "their sizes add up to that number?";
	if (lack == of)
		return "Nobody has arrived in the phase that is waited for. Does the wait name the right phase? The "
		       "first one has parity 0, the next one 1, then 0 again: the parity changes after each wait. If "
		       "it is right: who is to arrive, and does that thread come to its line? (A pipeline of n stages: "
		       "after n producer_acquire() the next one waits for a consumer_release().)";
	return "Some have arrived, and others have still to come. In each phase as many have to arrive as init() was "
	       "told: is that the number of those who do? Which threads end before it, go round it (an if), or come "
	       "to it less often (a loop)? Let them arrive, too, or give init() the smaller number.";
}

/* Threads that wait at a barrier with a number of its own, as bar.sync 1, 64 is one; not at __syncthreads(). */
static bool at_numbered(const char *message)
{
	enum { OF_CLUSTERS = 15 }; /* exec_flow.c */
	const char *at = strstr(message, " at barrier ");
	const int number = at ? atoi(at + strlen(" at barrier ")) : 0;

	return number && number != OF_CLUSTERS;
}

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
	if (strstr(message, " that was never initialised"))
		return finding_unset_advice(&(struct kernel_finding){
			.verdict = VERDICT_UNINITIALIZED, .space = "shared", .message = " barrier object " });
	if (object_advice(message))
		return object_advice(message);
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
	if (strstr(message, "arrier error detected") && at_numbered(message))
		return "A barrier with a number opens when as many threads have come to it as its count says, by "
		       "bar.sync or by bar.arrive, and they come as whole warps. How many come in each turn? And does "
		       "a warp arrive twice in a row? Then both count for one turn of the barrier, and the next turn "
		       "lacks them: let that warp wait for the others (bar.sync at another barrier) before it arrives "
		       "again.";
	f.same_warp = strstr(message, " mask") != NULL;
	return strstr(message, "arrier error detected") ? finding_advice(&f) : NULL;
}
