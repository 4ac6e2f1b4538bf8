/* advice_buffers: see advice_buffers.h. */
#include "job/step/advice_buffers.h"

#include <string.h>

#include "judge/source_buffers.h"

static bool of_shared(const struct kernel_finding *f)
{
	return f && f->space && !strcmp(f->space, "shared") && f->has_other && f->at.line > 0 && f->other.line > 0;
}

struct text_advice advice_same_buffer(const struct asked *q)
{
	const struct kernel_finding *f = q->f;
	struct buffer_use k;

	if (!of_shared(f) || f->gap != GAP_NONE || f->at_atomic || f->other_atomic ||
		!strcmp(f->name, "write after write hazard") ||
		!source_same_buffer(&q->r->arena, q->source, f->at.line, f->other.line, &k))
		return (struct text_advice){ .line = 0 };
	return (struct text_advice){
		.words = arena_printf(&q->r->arena,
			"Both lines are at work with %s[%s], the one reads it and the other writes it. What is stored "
			"for the next turn belongs into the other buffer: one of the two lines names the wrong one. (A "
			"barrier between them would order the two, and give up what the buffers are for.)",
			k.array, k.index)
	};
}

struct text_advice advice_empty_buffer(const struct asked *q)
{
	const struct kernel_finding *f = q->f;
	struct buffer_use k;

	if (!of_shared(f) || strcmp(f->name, "uninitialized read") != 0 ||
		!source_buffer(&q->r->arena, q->source, f->other.line, &k))
		return (struct text_advice){ .line = 0 };
	return (struct text_advice){
		.words = arena_printf(&q->r->arena,
			"Line %d reads a buffer that nothing has been written to then. Which one do the words of the "
			"first turn go to, and which one is read in it? And when do the two change places: before the "
			"words are used, or after?",
			f->other.line)
	};
}

struct text_advice advice_still_buffer(const struct asked *q)
{
	struct text_advice to = { .note = "never changes" };
	struct still_buffer k;

	if (!source_still_buffer(&q->r->arena, q->source, &k))
		return (struct text_advice){ .line = 0 };
	to.line = k.declared;
	to.words = arena_printf(&q->r->arena,
		"%s says which buffer of %s is at work, and nothing changes it after line %d: each turn reads the same "
		"buffer again. Let the two change places at the end of each turn.",
		k.name, k.array, k.declared);
	return to;
}
