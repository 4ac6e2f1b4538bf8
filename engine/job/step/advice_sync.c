/* advice_sync: see advice_sync.h. */
#include "job/step/advice_sync.h"

#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "judge/finding.h"
#include "judge/source_barrier.h"
#include "judge/source_called.h"
#include "judge/source_calls.h"
#include "judge/source_lines.h"
#include "judge/source_shape.h"
#include "judge/source_two_arrays.h"

/* __pipeline_wait_prior() waits for groups, and a copy is in none until one is closed. */
struct text_advice advice_uncommitted(const struct asked *q)
{
	struct text_advice to = { .note = "waits for groups of copies" };

	if (!q->f || q->f->gap != GAP_COPY || !source_calls(q->source, "__pipeline_wait_prior") ||
		source_calls(q->source, "__pipeline_commit"))
		return (struct text_advice){ .line = 0 };
	to.line = source_only_line(q->source, "__pipeline_wait_prior");
	to.words =
		"__pipeline_wait_prior() waits for groups of copies, and a copy is in none before __pipeline_commit() "
		"closes one: call it after the copies of each turn.";
	return to;
}

/* The compiler may read a word once, before the loop that waits for it, as long as nothing says that it changes. */
struct text_advice advice_read_once(const struct asked *q)
{
	const struct kernel_finding *f = q->f;
	struct arena *a = &q->r->arena;
	struct text_advice to = { .note = "waits for it" };
	const struct thread_place *read, *write;
	const char *array;

	if (!f || f->gap != GAP_NONE || f->update || !f->has_other || f->host || f->at_atomic || f->other_atomic)
		return (struct text_advice){ .line = 0 };
	read = !strcmp(f->name, "read after write hazard") ? &f->at : &f->other;
	write = read == &f->at ? &f->other : &f->at;
	if (!strcmp(f->name, "write after write hazard"))
		return (struct text_advice){ .line = 0 };
	to.line = source_waiting_loop(a, q->source, read->line, write->line, &array);
	if (!to.line)
		return (struct text_advice){ .line = 0 };
	to.instead_of = read->line;
	to.words = arena_printf(a,
		"Line %d waits for %s[] to change, and nothing says that another thread changes it: the compiler may "
		"read it once, before the loop, and never again. Declare it volatile (volatile int *%s), or read and "
		"write it by atomics. The data need fences besides, on both sides.",
		to.line, array, array);
	return to;
}

/* Two threads of a block write one place of an array with rows. */
struct text_advice advice_next_row(const struct asked *q)
{
	const struct kernel_finding *f = q->f;
	struct arena *a = &q->r->arena;
	const char *rows;

	if (!f || f->gap != GAP_NONE || f->update || strcmp(f->name, "write after write hazard") != 0 || !f->space ||
		strcmp(f->space, "shared") != 0 || !finding_advice(f))
		return (struct text_advice){ .line = 0 };
	rows = source_shared_rows(a, q->source, f->at.line);
	if (!rows)
		rows = source_shared_rows(a, q->source, f->other.line);
	if (!rows)
		return (struct text_advice){ .line = 0 };
	return (struct text_advice){
		.words = arena_printf(a,
			"%s Work out both indices of both threads: a second index past the end of a row "
			"of %s lands in the next row.",
			finding_advice(f), rows)
	};
}

/* A barrier of the block to which only some of its threads come. */
struct text_advice advice_missed(const struct asked *q)
{
	struct arena *a = &q->r->arena;
	struct text_advice to = { .line = 0 };
	struct barrier_missed k;

	static const char ANOTHER[] = " wait at another barrier in line ";
	const char *another = q->c->message ? strstr(q->c->message, ANOTHER) : NULL, *of;
	/* Only then may it be meant for one warp. */
	const bool whole_warps = q->f && q->f->message && strstr(q->f->message, "went round it");
	bool told;

	if (q->f ? strcmp(q->f->name, "barrier misuse") != 0 : !q->c->message || strstr(q->c->message, " mask"))
		return to;
	/* Of two barriers the one is meant that stands in an if. */
	told = another && source_barrier_missed(a, q->source, atoi(another + strlen(ANOTHER)), &k) &&
		k.how == MISSED_IN_IF;
	if (!told && !source_barrier_missed(a, q->source, q->f ? q->f->at.line : q->c->place.line, &k))
		return to;
	of = k.grid ? "grid" : "block";
	to.line = k.line;
	switch (k.how) {
	case MISSED_IN_IF:
		to.note = "not for all threads";
		to.words = arena_printf(a,
			"Line %d lets only some threads come to the barrier: (%s). Every thread of the %s has to: "
			"move "
			"it out of that condition.%s",
			k.line, k.words, of,
			k.grid || !whole_warps ?
				"" :
				" (If only the lanes of one warp are to wait for each other: __syncwarp().)");
		break;
	case MISSED_LEFT:
		to.note = "some leave here";
		to.words = arena_printf(a,
			"Line %d takes some threads past the barrier, by %s: (%s). Every thread of the %s has to "
			"come "
			"to it: let those go on as well, with nothing to do.",
			k.line, k.leaves, k.words, of);
		break;
	case MISSED_IN_LOOP:
		to.note = "not as often in each thread";
		to.words = arena_printf(a,
			"The loop of line %d does not turn as often in each thread: (%s). A barrier in it waits for "
			"every "
			"thread of the %s: move it out of the loop, or let all of them have the same number of "
			"turns.",
			k.line, k.words, of);
		break;
	}
	return to;
}

/* A barrier stands between the two accesses of a race, but not for each of them. */
struct text_advice advice_conditional_barrier(const struct asked *q)
{
	const char *usual = q->f ? finding_advice(q->f) : NULL, *words;
	struct arena *a = &q->r->arena;
	struct text_advice to = { .note = "the barrier in a condition" };

	if (!usual || !q->f->has_other || q->f->host || !q->f->space || strcmp(q->f->space, "shared") != 0 ||
		!strstr(usual, "__syncthreads()"))
		return (struct text_advice){ .line = 0 };
	to.line = source_barrier_in_if(a, q->source, q->f->at.line, q->f->other.line, &words);
	if (!to.line)
		return (struct text_advice){ .line = 0 };
	to.words = arena_printf(a,
		"Line %d has a barrier between the two, but only where (%s). Where that is not so, nothing keeps them "
		"apart: move it out of that condition.",
		to.line, words);
	return to;
}

/* One of the two accesses is in a function that the kernel calls: the barrier belongs beside the call. */
struct text_advice advice_called(const struct asked *q)
{
	const struct kernel_finding *f = q->f;
	const char *usual = f ? finding_advice(f) : NULL;
	struct arena *a = &q->r->arena;
	struct text_advice to;
	struct called k;
	bool inside, writes, first; /* the function writes; what it does comes before the other access */
	int other;

	if (!usual || !f->has_other || f->host || f->gap != GAP_NONE || f->at_atomic || f->other_atomic || !f->space ||
		strcmp(f->space, "shared") != 0 || !strstr(usual, "__syncthreads()") ||
		(!strstr(usual, "between the write and the read") && !strstr(usual, "between the read and the write")))
		return (struct text_advice){ .line = 0 };
	inside = source_called(a, q->source, f->at.line, f->other.line, &k);
	if (!inside && !source_called(a, q->source, f->other.line, f->at.line, &k))
		return (struct text_advice){ .line = 0 };
	other = inside ? f->other.line : f->at.line;
	to = (struct text_advice){ .line = k.call,
		.note = arena_printf(a, "calls %s()", k.function),
		.instead_of = inside ? f->at.line : f->other.line };
	writes = inside == !strcmp(f->name, "write after read hazard");
	first = writes == (strstr(usual, "between the write and the read") != NULL);
	if (first || other < k.call)
		to.words = arena_printf(a,
			"Line %d calls %s(), which has one of the two accesses (line %d). Put a barrier "
			"(__syncthreads()) into %s(), %s line %d, where every thread of the block comes by.",
			k.call, k.function, to.instead_of, k.caller, first ? "after" : "before", k.call);
	else if (k.loop)
		to.words = arena_printf(a,
			"Line %d calls %s(), which has one of the two accesses (line %d), and in the next turn of the "
			"loop a fast warp is there before a slow one is done with line %d. Put a barrier "
			"(__syncthreads()) that every thread of the block reaches into %s(), at the end of the turn.",
			k.call, k.function, to.instead_of, other, k.caller);
	return to.words ? to : (struct text_advice){ .line = 0 };
}

/* The answer depends on the order of lanes, and the file asks which of them happen to come along. */
struct text_advice advice_active_mask(const struct asked *q)
{
	struct text_advice to = { .note = "those that come along" };

	if (q->f || !source_calls(q->source, "__activemask"))
		return (struct text_advice){ .line = 0 };
	to.line = source_only_line(q->source, "__activemask");
	to.words = "__activemask() names the lanes that come along at this moment, and which do so is not promised: in "
		   "another order of lanes it says another thing. Where lanes work together, name those that have to "
		   "take part: 0xffffffff is all 32 of a warp.";
	return to;
}

struct text_advice advice_grid_barrier(const struct asked *q)
{
	if (!q->c->message || !strstr(q->c->message, "trap instruction") ||
		!line_has(q->source, q->c->place.line, "sync") || !strstr(q->source, "this_grid") ||
		(strstr(q->source, "cudaLaunchCooperativeKernel") && !strstr(q->source, "<<<")))
		return (struct text_advice){ .line = 0 };
	return (struct text_advice){ .words =
					     "The grid's sync() waits only in a cooperative launch "
					     "(cudaLaunchCooperativeKernel()): in an ordinary one, <<<...>>>, it stops "
					     "the kernel by a trap." };
}

/* A read of one array and a write of another can't meet, unless an index leaves its own. */
struct text_advice advice_two_arrays(const struct asked *q)
{
	const struct kernel_finding *f = q->f;
	const char *of_read, *of_write;
	bool later;

	if (!f || !f->has_other || f->host || !f->space || strcmp(f->space, "shared") != 0 || f->at_atomic ||
		f->other_atomic)
		return (struct text_advice){ .line = 0 };
	later = !strcmp(f->name, "read after write hazard");
	if (!later && strcmp(f->name, "write after read hazard") != 0)
		return (struct text_advice){ .line = 0 };
	if (!source_two_arrays(&q->r->arena, q->source, later ? f->at.line : f->other.line,
		    later ? f->other.line : f->at.line, &of_read, &of_write))
		return (struct text_advice){ .line = 0 };
	return (struct text_advice){
		.words = arena_printf(&q->r->arena,
			"%s and %s are two arrays, so this read and this write should never meet: an index has left "
			"its "
			"array and come to the other one, which lies beside it. Work out the index for both threads. A "
			"barrier does not mend that.",
			of_read, of_write)
	};
}
