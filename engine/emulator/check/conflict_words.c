/* conflict_words: a race in words: which memory, which kind, and what is missing. What that is conflict.c has found. */
#include <stdio.h>

#include "emulator/check/conflict.h"

/* Of each gap: where the earlier access is a write, and where it is a read. */
static const char *const missing[EM_GAPS][2] = {
	[EM_GAP_FENCE] = { "no fence between the write and the flag", "no fence between the read and the flag" },
	[EM_GAP_NARROW] = { "what is between them reaches no other block" },
	[EM_GAP_FENCE_READ] = { "no fence between the flag and the read", "no fence between the flag and the write" },
	[EM_GAP_NARROW_READ] = { "what is between them reaches no other block" },
	[EM_GAP_OTHER_FLAG] = { "the two do not use the same flag or lock" },
	[EM_GAP_EARLY] = { "the flag was set before the write, or not waited for" },
	[EM_GAP_NO_WAIT] = { "nothing waits for the flag that the writer sets" },
	[EM_GAP_SCOPE] = { "their scope is one block, and the two blocks are different ones" },
	[EM_GAP_ASKED] = { "each thread writes where it has found that nobody did" },
	[EM_GAP_COPY] = { "the asynchronous copy had not been waited for" },
	[EM_GAP_BARE] = { "no fence between the write and the flag, nor between the flag and the read" },
	[EM_GAP_BARE_LOCK] = { "each has taken a lock, but without a fence beside it" },
	[EM_GAP_GRID] = { "no grid.sync() or flag in between" },
	[EM_GAP_LANE] = { "another lane of the writer's warp sets the flag, no __syncwarp() before it" },
	[EM_GAP_WEAK] = { "the flag is waited for by an ordinary (weak) load" },
	[EM_GAP_LOST] = { CK_LOOK_AND_STORE },
	[EM_GAP_ARRIVED] = { "it came after the arrival that was waited for" },
	[EM_GAP_UPDATE] = { "reading a variable and writing it back is not one step" },
	[EM_GAP_BEFORE] = { "the flag that was waited for was set before the write",
		"the flag that was waited for was set before the read" },
	[EM_GAP_UNSEEN] = { "the later thread had to wait for nothing that came after the write",
		"the later thread had to wait for nothing that came after the read" },
	[EM_GAP_NEITHER] = { "neither of the two threads had to wait for the other one",
		"the reading thread has not waited for the writing one" },
	[EM_GAP_LANE_WAITS] = { "another lane of its warp waits for the flag, no __syncwarp() after that" },
	[EM_GAP_LAST] = { "each thread asks which store came last, but fences around the store are missing" },
	[EM_GAP_OUTSIDE] = { "the read stands outside of the lock that the writer holds" },
	[EM_GAP_HANDED] = { "a third block hands the message on, without a fence between its wait and its flag" },
	[EM_GAP_COUNTED] = { "a count says who comes last, but without fences it orders nothing" },
	[EM_GAP_BLOCK_WAITS] = { "another thread of its block waits for the flag, no __syncthreads() after that" },
};

static const char *words_of(const struct ck_told *t)
{
	const char *const *of = missing[t->gap];

	if (t->bulk)
		return "this thread has not waited at the barrier object of the bulk copy";
	if (t->tested && t->gap == EM_GAP_UPDATE)
		return "waiting for a volatile variable and then setting it is not one step";
	if (t->gap == EM_GAP_ASKED && t->keeps)
		return "between the question and the write another thread may write";
	if (t->itself && t->gap == EM_GAP_ASKED)
		return "other lanes read it with this one, and each writes where it has found that nobody did";
	if (t->gap == EM_GAP_COUNT)
		return t->crowd;
	if (of[1] &&
		(t->kind == EM_FINDING_RACE_WAR || (t->kind == EM_FINDING_RACE_WAW && t->gap == EM_GAP_FENCE_READ)))
		return of[1];
	if (of[0])
		return of[0];
	/* Of several readers in a warp one is kept, which may be the writer: it is not with itself that it races. */
	if (t->itself)
		return "other lanes read it with this one, no __syncwarp() in between";
	return t->lanes  ? "no __syncwarp() in between" :
		t->here  ? "no barrier in between" :
		t->early ? "nothing orders the two blocks, and the read came too early" :
			   "nothing orders the two blocks";
}

void em_conflict_say(struct em_finding *f, const struct ck_told *t)
{
	const bool atomics = t->atomics && t->gap != EM_GAP_SCOPE;

	snprintf(f->message, sizeof f->message, "Race on %u byte%s of __%s__ memory (%s)%s%s, %s", t->bytes,
		t->bytes == 1 ? "" : "s", t->space == PTX_SHARED ? "shared" : "global", em_finding_name(t->kind),
		atomics ? " between an atomic operation and a plain " : "",
		!atomics              ? "" :
			t->plain_read ? "read" :
					"write",
		words_of(t));
}
