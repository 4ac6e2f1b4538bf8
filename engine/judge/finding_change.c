/* finding_change: what mends a race where it is known what its write does with the value that stood there: an atomic by
 * its name, or, where two elements change places, a barrier between the turns. */
#include <string.h>

#include "judge/finding.h"

enum finding_change finding_change(int of_device)
{
	return of_device > 0 && of_device < CHANGES ? (enum finding_change)of_device : CHANGE_NONE;
}

#define MEANWHILE \
	"Several threads change this place, each starting from a value that another may have replaced meanwhile. "
#define ASKED "Between the question and the write another thread may have written, and its value is lost. "
#define IN_ONE_STEP " asks and writes in one step: use it in place of the two."
#define BY(atomic) "No barrier helps: use " atomic ", or let one thread go through what the others found."
#define FOR_FLOATS(atomic) \
	atomic " has no form for float or double. Let each block find its own result first (in shared memory, with " \
	       "__syncthreads(), or by shuffles), and one thread go through the results of the blocks in a second " \
	       "launch. Or repeat atomicCAS() on the bits (__float_as_int()) until it has found what you compared " \
	       "with."
#define IN_TURNS(atomic) \
	"This line reads what other threads write in it. Where several of them keep one result in one place, no " \
	"barrier helps: " atomic \
	" Where each turn of a loop has other places, put a barrier (__syncthreads()) at the end of the turn."

/* In a kernel's words: of a question and a write, of both in one operation, of the same in turns of a loop. */
static const struct {
	const char *asked, *update, *turns;
} words[CHANGES] = {
	[CHANGE_SOME] = { NULL,
		MEANWHILE "No barrier helps. If one thread alone is to change it, follow both threads by hand: where "
			  "does the index begin, and how far does each turn of a loop move it? Else use an atomic "
			  "(atomicAdd() for a sum, atomicMax() or atomicMin() for the largest or smallest, atomicCAS() "
			  "to take a place once, or in a loop for anything else), or let one thread do it for all.",
		NULL },
	[CHANGE_MAX] = { ASKED "atomicMax()" IN_ONE_STEP, MEANWHILE BY("atomicMax()"), IN_TURNS("use atomicMax().") },
	[CHANGE_MIN] = { ASKED "atomicMin()" IN_ONE_STEP, MEANWHILE BY("atomicMin()"), IN_TURNS("use atomicMin().") },
	[CHANGE_FMAX] = { ASKED FOR_FLOATS("atomicMax()"), MEANWHILE "No barrier helps, and " FOR_FLOATS("atomicMax()"),
		IN_TURNS(FOR_FLOATS("atomicMax()")) },
	[CHANGE_FMIN] = { ASKED FOR_FLOATS("atomicMin()"), MEANWHILE "No barrier helps, and " FOR_FLOATS("atomicMin()"),
		IN_TURNS(FOR_FLOATS("atomicMin()")) },
	[CHANGE_AND] = { NULL, MEANWHILE BY("atomicAnd()"), NULL },
	[CHANGE_OR] = { NULL, MEANWHILE BY("atomicOr()"), NULL },
};

#define ONE_PAIR \
	"In one turn an element may belong to one pair only: if two threads exchange it at once, work out the index " \
	"for both."

/* Sorts, mostly: in each turn of a loop other pairs. */
static const char *swap_advice(const struct kernel_finding *f)
{
	if (memcmp(f->at.block, f->other.block, sizeof f->at.block) != 0)
		return "Two elements change places here. If each turn of a loop takes other pairs, all blocks have to "
		       "be done with a turn before the next one begins, and a barrier does not reach beyond its "
		       "block: start a launch for each turn. " ONE_PAIR;
	return "Two elements change places here. If each turn of a loop takes other pairs, all threads have to be done "
	       "with a turn before the next one begins: put a barrier (__syncthreads()) at the end of each turn, "
	       "inside the innermost loop, where every thread comes by. " ONE_PAIR;
}

#define BESIDE \
	"The read and the atomic are two steps, and between them another thread may come: then two threads get the " \
	"same value. Take the value from the atomic itself: p = atomicAdd(count, 1) gives what was there before."

#define SAVES \
	"The read only saves an atomic operation: that looks again itself, so an old value costs one of them more, " \
	"and " \
	"no result. Say that it may be old: read the place by volatile, or by a relaxed load (cuda::atomic_ref). " \
	"Otherwise the compiler may keep the value in a register."

#define LOOK \
	"The read is only a first look: the atomicCAS() that comes after it looks again itself, so an old value " \
	"costs " \
	"one more turn, and no result. Say that it may be old: read the place by volatile, or by a relaxed load " \
	"(cuda::atomic_ref). Otherwise the compiler may keep the value in a register."

const char *finding_change_advice(const struct kernel_finding *f)
{
	if (!f->has_other || f->host || (f->gap != GAP_NONE && f->gap != GAP_ASKED) || f->severity == SEVERITY_INFO)
		return NULL;
	if (f->change == CHANGE_BESIDE)
		return BESIDE;
	if (f->change == CHANGE_LOOK)
		return LOOK;
	if ((f->at_atomic || f->other_atomic) &&
		(f->change == CHANGE_MAX || f->change == CHANGE_MIN || f->change == CHANGE_AND ||
			f->change == CHANGE_OR))
		return SAVES;
	if (f->at_atomic || f->other_atomic || f->owned)
		return NULL;
	if (f->change == CHANGE_SWAP)
		return swap_advice(f);
	if (f->gap == GAP_ASKED && !words[f->change].asked && f->differ)
		return "Each thread writes a value of its own here, and which one stays is chance. Ask and write in "
		       "one step: atomicCAS() takes a place that is free, atomicMax() or atomicMin() keeps the largest "
		       "or smallest.";
	if (f->gap == GAP_ASKED)
		return words[f->change].asked;
	return f->update ? words[f->change].update : f->turns ? words[f->change].turns : NULL;
}
