/* advice_shared: see advice_shared.h. */
#include "job/step/advice_shared.h"

#include <string.h>

#include "base/lines.h"
#include "judge/source_shape.h"
#include "judge/source_shared.h"

struct text_advice advice_same_place(const struct asked *q)
{
	struct text_advice to = { .note = "the same place" };
	struct arena *a = &q->r->arena;
	struct same_place k;

	if (!source_same_place(a, q->source, &k))
		return (struct text_advice){ .line = 0 };
	to.line = k.line;
	to.words = k.array ?
		arena_printf(a,
			"%s and %s both begin at %s[0], so what is written to one is in the other, too: let %s begin "
			"where %s ends.",
			k.first, k.second, k.array, k.second, k.first) :
		arena_printf(a,
			"%s and %s are both extern __shared__, and a block has one such array: they are two names for "
			"one place. Declare one, and let pointers divide it up.",
			k.first, k.second);
	return to;
}

struct text_advice advice_own_array(const struct asked *q)
{
	struct text_advice to = { .note = "each thread has one" };
	struct own_array k;

	if (!strstr(q->source, "__syncthreads") || !source_own_array(&q->r->arena, q->source, &k))
		return (struct text_advice){ .line = 0 };
	to.line = k.line;
	to.words = arena_printf(&q->r->arena,
		"%s is declared in line %d without __shared__, so each thread has its own %s, and what its neighbours "
		"write is not in it. An array that a block is to share is declared __shared__.",
		k.name, k.line, k.name);
	return to;
}

static bool shared_hazard(const struct kernel_finding *f)
{
	return f && f->gap == GAP_NONE && !f->update && f->has_other && !f->at_atomic && !f->other_atomic && f->space &&
		!strcmp(f->space, "shared") && f->at.line > 0 && f->other.line > 0;
}

struct text_advice advice_overlapping_parts(const struct asked *q)
{
	const struct kernel_finding *f = q->f;
	struct arena *a = &q->r->arena;
	const char *one, *two;

	if (!shared_hazard(f) || f->at.line == f->other.line || strcmp(f->name, "write after write hazard") != 0 ||
		!strstr(q->source, "extern __shared__"))
		return (struct text_advice){ .line = 0 };
	one = source_line_writes(a, q->source, f->at.line);
	two = source_line_writes(a, q->source, f->other.line);
	if (!one || !two || !strcmp(one, two))
		return (struct text_advice){ .line = 0 };
	return (struct text_advice){
		.words = arena_printf(a,
			"Line %d writes %s and line %d writes %s, and here they meet: two parts of one array that "
			"overlap. How many elements is each of them long, rows included, and where does the second "
			"begin?",
			f->at.line, one, f->other.line, two)
	};
}

/* What stands in these lines, up to the first barrier of the block, and looks like one: __syncwarp(), a fence. 0:
 * nothing does. */
static int half_a_barrier(const char *source, int from, int to, bool *fence)
{
	for (int line = from; line <= to && !line_has(source, line, "__syncthreads"); line++) {
		*fence = line_has(source, line, "__threadfence");
		if (*fence || line_has(source, line, "__syncwarp"))
			return line;
	}
	return 0;
}

struct text_advice advice_warp_barrier(const struct asked *q)
{
	enum { FEW = 4 };
	const struct kernel_finding *f = q->f;
	bool fence = false;
	int from, to, line, loop, inner;

	if (!f || f->gap != GAP_NONE || f->update || !f->has_other || f->same_warp || !f->space ||
		strcmp(f->space, "shared") != 0 || f->at.line <= 0 || f->other.line <= 0)
		return (struct text_advice){ .line = 0 };
	from = f->at.line < f->other.line ? f->at.line : f->other.line;
	to = f->at.line < f->other.line ? f->other.line : f->at.line;
	line = half_a_barrier(q->source, from + 1, to - 1, &fence);
	if (!line) { /* between one turn of a loop and the next one */
		loop = source_loop(q->source, from, from);
		line = loop ? half_a_barrier(q->source, to + 1, to + FEW, &fence) : 0;
		inner = line ? source_loop(q->source, line, line) : 0;
		line = inner == loop || (inner > from && inner <= to) ? line : 0;
	}
	if (!line)
		return (struct text_advice){ .line = 0 };
	return (struct text_advice){ .line = line,
		.note = fence ? "makes no thread wait" : "orders one warp",
		.words = fence ? arena_printf(&q->r->arena,
					 "The fence in line %d orders what its own thread reads and writes, and makes "
					 "no thread wait for "
					 "another: put __syncthreads() in its place.",
					 line) :
				 arena_printf(&q->r->arena,
					 "The two threads are in different warps, and __syncwarp() in line %d lets the "
					 "lanes of one "
					 "warp wait for each other only: put __syncthreads() in its place.",
					 line) };
}

/* Does one of the few lines behind this one, up to the next loop, have the word? */
static bool soon(const char *source, int line, const char *word)
{
	for (int i = 1; i <= 4 && !line_has(source, line + i, "for"); i++)
		if (line_has(source, line + i, word))
			return true;
	return false;
}

struct text_advice advice_turns(const struct asked *q)
{
	const struct kernel_finding *f = q->f;
	struct arena *a = &q->r->arena;

	if (!f || !f->has_other || f->at_atomic || f->other_atomic || f->gap != GAP_NONE || !f->space ||
		strcmp(f->space, "shared") != 0 || f->same_warp || f->at.line <= 0 || f->at.line != f->other.line ||
		!strcmp(f->name, "write after write hazard") || !source_loop(q->source, f->at.line, f->at.line) ||
		!source_adds_within(q->source, f->at.line))
		return (struct text_advice){ .line = 0 };
	if (soon(q->source, f->at.line, "__syncthreads"))
		return (struct text_advice){
			.words = arena_printf(a,
				"Line %d reads in one thread what another one writes in the same turn of the loop, so "
				"no barrier has a place between. Work out by hand which element each of the two "
				"threads reads, and which it writes: in one turn they should not meet.",
				f->at.line)
		};
	return (struct text_advice){
		.words = arena_printf(a,
			"From one turn of the loop to the next the threads have to wait for each other: put a barrier "
			"(__syncthreads()) after line %d, where every thread of the block comes by it in each "
			"turn.%s",
			f->at.line,
			soon(q->source, f->at.line, "__syncwarp") ? " (__syncwarp() lets one warp wait only.)" : "")
	};
}

struct text_advice advice_loose_macro(const struct asked *q)
{
	struct text_advice to = { .note = "without brackets" };
	struct loose_macro k;

	if (!source_loose_macro(&q->r->arena, q->source, &k))
		return (struct text_advice){ .line = 0 };
	to.line = k.line;
	to.words = arena_printf(&q->r->arena,
		"%s is replaced by its text, so that a product or a quotient takes a part of %s only. Put brackets "
		"around it: #define %s (%s).",
		k.name, k.value, k.name, k.value);
	return to;
}
