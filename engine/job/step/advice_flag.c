/* advice_flag: see advice_flag.h. */
#include "job/step/advice_flag.h"

#include <string.h>

#include "judge/source_flag.h"
#include "judge/source_shift.h"

static const struct text_advice NOTHING = { .line = 0 };

/* A read and a write of two blocks in global memory: which is which. */
static bool across_blocks(
	const struct kernel_finding *f, const struct thread_place **read, const struct thread_place **write)
{
	if (!f || !f->has_other || f->host || !f->space || strcmp(f->space, "global") != 0 ||
		!memcmp(f->at.block, f->other.block, sizeof f->at.block))
		return false;
	if (!strcmp(f->name, "read after write hazard"))
		*read = &f->at, *write = &f->other;
	else if (!strcmp(f->name, "write after read hazard"))
		*read = &f->other, *write = &f->at;
	else
		return false;
	return true;
}

struct text_advice advice_half_atomic(const struct asked *q)
{
	const struct kernel_finding *f = q->f;
	const struct thread_place *read, *write;
	struct text_advice to = { .note = "waits for it" };
	bool set = false;

	if (!across_blocks(f, &read, &write) || f->gap == GAP_SCOPE)
		return NOTHING;
	set = source_sets_atomic(q->source, write->line);
	if (!set && source_wait_in(q->source, read->line) == WAIT_ATOMIC) {
		to.words = arena_printf(&q->r->arena,
			"Line %d waits for a flag and reads it by an atomic. Line %d sets it without one. A flag "
			"needs an atomic on both sides: set it by store(1, cuda::memory_order_release), or by "
			"__threadfence() and atomicExch().",
			read->line, write->line);
		return to;
	}
	to.line = set ? source_plain_wait(q->source, write->line) : 0;
	if (!to.line)
		return NOTHING;
	to.instead_of = read->line;
	to.words = arena_printf(&q->r->arena,
		"Line %d sets a flag by an atomic. Line %d waits for it and reads it without one: the compiler may "
		"read it once, before the loop, and never again. A flag needs an atomic on both sides: read it by "
		"load(cuda::memory_order_acquire), or by atomicAdd(&flag, 0) with __threadfence() after the loop.",
		write->line, to.line);
	return to;
}

/* while (ready[p] == 0) ; and no cudaMemset(): it may see what it waits for before anybody has set it. */
struct text_advice advice_flag_unset(const struct asked *q)
{
	const struct kernel_finding *f = q->f;

	if (!f || f->host || !f->name || strcmp(f->name, "uninitialized read") != 0 || !f->space ||
		strcmp(f->space, "global") != 0 || !source_waits_in(q->source, f->at.line))
		return NOTHING;
	return (struct text_advice){
		.words = arena_printf(&q->r->arena,
			"Line %d waits for a flag, and before the launch nothing has set it: memory starts as garbage, "
			"so the loop may end at once. Clear all flags before the launch: cudaMemset(pointer, 0, "
			"bytes), where an int has 4 bytes.",
			f->at.line)
	};
}

struct text_advice advice_read_before_wait(const struct asked *q)
{
	const struct thread_place *read, *write;
	struct text_advice to = { .note = "waits here, after the read" };

	if (!across_blocks(q->f, &read, &write) || q->f->at_atomic || q->f->other_atomic ||
		(q->f->gap != GAP_OTHER_FLAG && q->f->gap != GAP_NO_WAIT && q->f->gap != GAP_EARLY &&
			q->f->gap != GAP_BLOCK_WAITS))
		return NOTHING;
	to.line = source_waits_after(q->source, read->line);
	if (!to.line)
		return NOTHING;
	to.words = arena_printf(&q->r->arena,
		"Line %d reads, and only then line %d waits for the flag. What is read before the flag was seen may "
		"be old: read it after that loop.",
		read->line, to.line);
	return to;
}

struct text_advice advice_relaxed(const struct asked *q)
{
	const struct kernel_finding *f = q->f;
	struct text_advice to = { .note = "relaxed: orders nothing but itself" };
	bool writer = f && f->gap == GAP_FENCE;

	if (!f || (!writer && f->gap != GAP_FENCE_READ))
		return NOTHING;
	to.line = source_relaxed(q->source, writer ? "store" : "load");
	if (!to.line)
		return NOTHING;
	to.words = arena_printf(&q->r->arena,
		writer ? "The flag may be seen before the data: line %d sets it, and its store is relaxed. Name "
			 "cuda::memory_order_release there: then all that the thread wrote before comes with the "
			 "flag. (With a relaxed store, __threadfence() stands between the data and the flag.)" :
			 "The data may be read before the flag: line %d waits for it, and its load is relaxed. Name "
			 "cuda::memory_order_acquire there: then what is read after it sees all that came with the "
			 "flag. (With a relaxed load, __threadfence() stands between the loop and the read.)",
		to.line);
	return to;
}

struct text_advice advice_turn_barrier(const struct asked *q)
{
	const struct kernel_finding *f = q->f;
	struct text_advice to = { .note = "a turn, and the next" };

	if (!f || f->gap != GAP_NONE || f->update || f->meets || f->at_atomic || f->other_atomic || !f->has_other ||
		f->at.line <= 0 || f->at.line != f->other.line || !strcmp(f->name, "write after write hazard"))
		return NOTHING;
	to.line = source_turn_without_barrier(q->source, f->at.line);
	if (!to.line)
		return NOTHING;
	to.words = arena_printf(&q->r->arena,
		"In the loop of line %d two arrays take turns: the next turn reads and writes what this one does, the "
		"other way round. So nobody may begin a turn before all have done the one before, and no barrier "
		"stands in "
		"that loop: put one there, __syncthreads() for a block, the grid's sync() for all blocks.",
		to.line);
	return to;
}

struct text_advice advice_stale_shift(const struct asked *q)
{
	struct text_advice to = { .note = "copies the new value" };
	struct stale_shift k;

	if (!source_stale_shift(&q->r->arena, q->source, &k))
		return NOTHING;
	to.line = k.second;
	to.words = arena_printf(&q->r->arena,
		"Line %d gives %s a new value, and line %d copies this new value to %s. If %s is to get the one that "
		"%s "
		"had before, the two lines stand in the other order.",
		k.first, k.middle, k.second, k.last, k.last, k.middle);
	return to;
}
