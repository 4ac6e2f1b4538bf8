/* advice_lock: see advice_lock.h. */
#include "job/step/advice_lock.h"

#include <string.h>

#include "judge/source_calls.h"
#include "judge/source_lock.h"

struct text_advice advice_lock_loop(const struct asked *q)
{
	struct arena *a = &q->r->arena;
	struct text_advice to = { .note = "waits for the lock" };
	struct lock_loop k;

	if (!source_lock_loop(a, q->source, &k))
		return (struct text_advice){ .line = 0 };
	to.line = k.line;
	if (k.expected)
		to.words = arena_printf(a,
			"The loop in line %d ends without the lock: %s writes %s only where it finds %s, and the loop "
			"ends when it has found %s%s. (atomicCAS(place, expected, new) gives what it found.)",
			k.line, k.call, k.next, k.expected, k.ends_there ? "" : "anything but ", k.value);
	else
		to.words = arena_printf(a,
			"The loop in line %d ends without the lock: %s writes %s, and the loop ends when it has found "
			"%s%s there. (atomicExch() gives what it found.)",
			k.line, k.call, k.next, k.ends_there ? "" : "anything but ", k.value);
	return to;
}

/* A lock that keeps nobody out, or is not the one's who frees it. */
struct text_advice advice_lock_misuse(const struct asked *q)
{
	struct arena *a = &q->r->arena;
	struct text_advice to = { .note = "takes the lock" };
	struct lock_misuse k;

	if (!source_lock_misuse(a, q->source, &k))
		return (struct text_advice){ .line = 0 };
	to.line = k.takes;
	switch (k.kind) {
	case LOCK_TAKEN_PLAIN:
		to.note = "waits for the lock";
		to.words = arena_printf(a,
			"Line %d looks at the lock and line %d takes it. Between the two steps another thread may do "
			"the "
			"same, and then both have it: atomicCAS(%s, 0, 1) looks and takes in one step.",
			k.takes, k.frees, k.lock);
		break;
	case LOCK_FREED_PLAIN:
		to.words = arena_printf(a,
			"Line %d takes the lock by an atomic, and line %d frees it by a plain store, which nothing "
			"orders "
			"with it. Free it by an atomic, too: atomicExch(%s, 0).",
			k.takes, k.frees, k.lock);
		break;
	case LOCK_ASKED_ONCE:
		to.note = "asks for the lock";
		to.words = arena_printf(a,
			"Line %d asks for the lock once, and nothing asks again: a thread that finds it taken never "
			"has "
			"it, and its part of the work is left out, or done without the lock. Wait in a loop: while "
			"(atomicCAS(%s, 0, 1) != 0) ;",
			k.takes, k.lock);
		break;
	case LOCK_NOTHING_UNDER:
		to.words = arena_printf(a,
			"Line %d takes the lock and line %d frees it, and nothing is done in between: what the lock is "
			"to "
			"guard belongs between the two.",
			k.takes, k.frees);
		break;
	case LOCK_FREED_TWICE:
		to.line = k.again;
		to.note = "frees it again";
		to.words = arena_printf(a,
			"Line %d frees the lock, and line %d once more. By then another thread may have taken it, and "
			"now "
			"a third one comes in beside it. Free it once.",
			k.frees, k.again);
		break;
	case LOCK_FREED_BY_ALL:
		to.line = k.frees;
		to.note = "frees the lock";
		to.words = arena_printf(a,
			"Line %d takes the lock only if (%s), and line %d frees it for all: a thread that has not "
			"taken it "
			"opens it, while another one is at work. Who takes it frees it.",
			k.takes, k.taken_if, k.frees);
		break;
	}
	return to;
}

/* A lock that keeps others out, and lets what was done under it be seen late. */
struct text_advice advice_lock_fences(const struct asked *q)
{
	struct arena *a = &q->r->arena;
	struct text_advice to = { .note = "takes the lock" };
	struct lock_fences k;

	if (!q->f || q->f->at_atomic || q->f->other_atomic || !q->f->space || strcmp(q->f->space, "global") != 0 ||
		!source_lock_fences(q->source, &k))
		return (struct text_advice){ .line = 0 };
	to.line = k.takes;
	to.words = arena_printf(a,
		"Line %d takes the lock and line %d frees it. What one thread writes under the lock, the next has to "
		"see: put __threadfence()%s%s%s.",
		k.takes, k.frees, k.first ? " after the loop that takes it" : "",
		k.first && k.last ? ", and another one" : "", k.last ? " before the line that frees it" : "");
	return to;
}
