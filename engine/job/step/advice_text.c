/* advice_text: see advice_text.h. Each looks for one fault, and is asked only beside verdicts that it can lead to. */
#include "job/step/advice_text.h"

#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "base/lines.h"
#include "job/step/advice_flag.h"
#include "job/step/advice_compiler.h"
#include "job/step/advice_host.h"
#include "job/step/advice_buffers.h"
#include "job/step/advice_call.h"
#include "job/step/advice_lock.h"
#include "job/step/advice_shared.h"
#include "job/step/advice_sync.h"
#include "job/step/advice_value.h"
#include "judge/finding.h"
#include "judge/source_calls.h"
#include "judge/source_given.h"
#include "judge/source_handed.h"
#include "judge/source_idle.h"
#include "judge/source_lines.h"
#include "judge/source_scan.h"
#include "judge/source_shape.h"
#include "judge/source_unset.h"

static struct text_advice cooperative(const struct asked *q)
{
	struct arena *a = &q->r->arena;
	struct text_advice to = { .note = "what the kernel gets" };
	struct launch_args k;

	if (!source_launch_args(a, q->source, &k))
		return (struct text_advice){ .line = 0 };
	to.line = k.line;
	if (k.bare)
		to.words = arena_printf(a,
			"%s[] holds the address of each argument, and not the argument: &%s in place of %s.", k.array,
			k.bare, k.bare);
	else if (k.wants != k.has)
		to.words = arena_printf(a,
			"%s[] in line %d has %zu addresses, and %s() has %zu parameters: %s. It needs one for each, in "
			"this order.",
			k.array, k.line, k.has, k.kernel, k.wants, k.wanted);
	else
		to.words = arena_printf(a,
			"%s[] in line %d has the names of %s()'s parameters, but not in their order: %s. Is that "
			"meant? "
			"The compiler can't compare the two.",
			k.array, k.line, k.kernel, k.wanted);
	if (k.bare && strchr(k.bare, '('))
		to.words = arena_printf(a,
			"%s[] holds the address of each argument, and not the argument: in %s an & is missing.",
			k.array, k.bare);
	return to;
}

static struct text_advice wrong_order(const struct asked *q)
{
	const char *call = q->c->message && strstr(q->c->message, "Assertion") ?
		source_wrong_order(q->source, q->c->place.line) :
		NULL;
	bool store = call && !strcmp(call, "store");

	if (!call)
		return (struct text_advice){ .line = 0 };
	return (struct text_advice){ .words = store ?
			"A store can't acquire, so the library stopped the kernel. A store publishes: "
			"memory_order_release (or relaxed). What receives is the load: memory_order_acquire." :
			"A load can't release, so the library stopped the kernel. A load receives: "
			"memory_order_acquire (or relaxed). What publishes is the store: memory_order_release." };
}

static struct text_advice idle(const struct asked *q)
{
	struct arena *a = &q->r->arena;
	struct text_advice to = { .note = "does nothing" };
	struct idle_statement k;

	if (!source_idle(a, q->source, &k))
		return (struct text_advice){ .line = 0 };
	to.line = k.line;
	to.words = k.call ?
		arena_printf(a, "Line %d names %s and does not call it: %s() has brackets.", k.line, k.words, k.words) :
		arena_printf(a,
			"Line %d compares, and does nothing with the answer: %s. A place gets its value by one =.",
			k.line, k.words);
	return to;
}

static struct text_advice condition_sets(const struct asked *q)
{
	struct arena *a = &q->r->arena;
	struct text_advice to = { .note = "one =" };
	struct condition_sets k;

	if (!source_condition_sets(a, q->source, &k))
		return (struct text_advice){ .line = 0 };
	to.line = k.line;
	to.words = arena_printf(
		a, "Line %d gives %s a new value where it should compare: = sets, == compares.", k.line, k.name);
	return to;
}

static struct text_advice head_slip(const struct asked *q)
{
	struct text_advice to = { .note = "governs nothing" };
	struct head_slip k;

	if (!source_head_slip(q->source, &k))
		return (struct text_advice){ .line = 0 };
	to.line = k.line;
	if (k.waits) {
		to.note = "looks once";
		to.words = arena_printf(&q->r->arena,
			"The if in line %d looks once and goes on, whatever it sees. To wait for what another thread "
			"does, look again and again: while, with the same condition.",
			k.line);
		return to;
	}
	to.words = arena_printf(&q->r->arena,
		"The ; after the brackets in line %d ends the %s there: what stands below it is not part of it. Leave "
		"that ; out.",
		k.line, k.word);
	return to;
}

static struct text_advice swapped_launch(const struct asked *q)
{
	struct text_advice to = { .note = "the launch" };
	struct swapped_launch k;

	if (!source_swapped_launch(&q->r->arena, q->source, &k))
		return (struct text_advice){ .line = 0 };
	to.line = k.line;
	to.words = arena_printf(&q->r->arena,
		"Between <<< and >>> the number of blocks comes first, then the threads of one block. Line %d has %s "
		"first and %s second: are the two in this order?",
		k.line, k.first, k.second);
	return to;
}

static struct text_advice swapped_arguments(const struct asked *q)
{
	struct text_advice to = { .note = "the call" };
	struct swapped_arguments k;

	if (!source_swapped_arguments(&q->r->arena, q->source, &k))
		return (struct text_advice){ .line = 0 };
	to.line = k.line;
	to.words = k.one ? arena_printf(&q->r->arena,
				   "The parameters of %s() are %s and %s, in this order. Line %d hands over %s and %s: "
				   "are the two in each other's place?",
				   k.function, k.one, k.two, k.line, k.first, k.second) :
			   arena_printf(&q->r->arena,
				   "Line %d hands over %s before %s, and among the parameters of %s() %s comes before "
				   "%s: are the two "
				   "in each other's place?",
				   k.line, k.first, k.second, k.function, k.second, k.first);
	return to;
}

static struct text_advice unlaunched(const struct asked *q)
{
	struct text_advice to = { .note = "nobody launches it" };
	const char *name = q->c->no_kernel ? NULL : source_unlaunched(&q->r->arena, q->source, &to.line);
	struct buf starter;
	bool replaced;

	if (!name)
		return (struct text_advice){ .line = 0 };
	/* A kernel of the starter's that one of the student's does the work of, and that still stands there. */
	buf_init(&starter);
	replaced = q->r->step && q->r->step->starter && !fs_read(q->r->step->starter, 1u << 20, &starter, NULL) &&
		source_replaced(q->source, starter.data, name);
	buf_release(&starter);
	if (replaced)
		return (struct text_advice){ .line = 0 };
	to.words = arena_printf(&q->r->arena,
		"%s() stands in line %d, and nothing launches it: solve() has to, %s<<<blocks, threads>>>(arguments).",
		name, to.line, name);
	return to;
}

static struct text_advice lone_launch(const struct asked *q)
{
	struct text_advice to = { .note = "1 thread a block" };
	struct lone_launch k;

	if (!source_lone_launch(&q->r->arena, q->source, &k))
		return (struct text_advice){ .line = 0 };
	to.line = k.line;
	to.words = arena_printf(&q->r->arena,
		"Line %d launches %s and names no threads, so each block has 1 thread. Blocks come first, then the "
		"threads of one block: <<<%s, threads>>>.",
		k.line, k.words, k.blocks);
	return to;
}

static struct text_advice hidden(const struct asked *q)
{
	struct text_advice to = { .note = "another variable" };
	struct hidden k;

	if (!source_hidden(&q->r->arena, q->source, &k))
		return (struct text_advice){ .line = 0 };
	to.line = k.inner;
	to.words = arena_printf(&q->r->arena,
		"Line %d declares another %s, which ends with its braces and which nothing reads. The %s of line %d "
		"keeps the value that it had: leave out the type in line %d.",
		k.inner, k.name, k.name, k.outer, k.inner);
	return to;
}

static struct text_advice unset(const struct asked *q)
{
	struct text_advice to = { .note = "is the first to use it" };
	struct read_unset k;

	if (!source_read_unset(&q->r->arena, q->source, &k))
		return (struct text_advice){ .line = 0 };
	to.line = k.read;
	to.words = arena_printf(&q->r->arena,
		"%s is declared in line %d without a value, and line %d uses it before it has got one. A variable "
		"starts as garbage: which value should it have there?",
		k.name, k.declared, k.read);
	return to;
}

/* Nobody wrote it: the compiler puts a trap in place of what can't be done. */
static struct text_advice compilers_trap(const struct asked *q)
{
	if (!q->c->message || !strstr(q->c->message, "trap instruction") || strstr(q->source, "trap") ||
		strstr(q->source, "this_grid") || !strstr(q->source, "atomic"))
		return (struct text_advice){ .line = 0 };
	return (struct text_advice){
		.words = "No line of the file asks for a trap: the compiler puts one in place of what "
			 "can't be done, such as an atomic on an array that belongs to one thread. Is "
			 "the array that the block is to share declared __shared__?"
	};
}

/* A thread's variable that only some threads set. An index made of it is garbage, too. */
static struct text_advice garbage(const struct asked *q)
{
	struct arena *a = &q->r->arena;
	struct text_advice to = { .note = "gives it a value" };
	struct half_set k;

	if (!source_half_set(a, q->source, true, &k))
		return (struct text_advice){ .line = 0 };
	if (q->r->verdict == VERDICT_MEMORY_ERROR && !line_has(q->source, q->c->place.line, k.name))
		return (struct text_advice){ .line = 0 };
	to.line = k.set;
	to.words = arena_printf(a,
		"%s is declared in line %d without a value, and line %d gives it one only if (%s). What is it "
		"otherwise? A variable starts as garbage. %s",
		k.name, k.declared, k.set, k.condition,
		k.waited ? "Each thread has its own: one that the block is to share is declared __shared__." :
			   "Give it a value where it is declared.");
	return to;
}

static struct text_advice unshared(const struct asked *q)
{
	struct arena *a = &q->r->arena;
	struct text_advice to = { .note = "one thread sets its own" };
	struct half_set k;

	if (!source_half_set(a, q->source, false, &k))
		return (struct text_advice){ .line = 0 };
	to.line = k.set;
	to.words = arena_printf(a,
		"Line %d sets %s only if (%s), and each thread has a %s of its own (line %d): the others keep what "
		"theirs was. If the block is to share it, declare it __shared__.",
		k.set, k.name, k.condition, k.name, k.declared);
	return to;
}

/* The line that wrote it is the lab's own, and so is all but one function. */
static struct text_advice given(const struct asked *q)
{
	const struct mismatch *m = &q->c->mismatch;
	const struct written *w = m->any && m->nwritten ? &m->written[0] : NULL;
	struct text_advice to = { .note = "yours" };
	struct todo_elsewhere k;
	int line = 0;
	struct buf b;
	bool told;

	if (q->r->verdict == VERDICT_MEMORY_ERROR) {
		for (size_t i = 0; i < q->c->nfindings; i++)
			if (strstr(q->c->findings[i].message, "used as an address"))
				return (struct text_advice){ .line = 0 }; /* what nobody had set: advice.c says it */
		w = NULL;
		line = q->c->empty ? 0 : q->c->place.line;
	} else if (q->r->verdict == VERDICT_UNINITIALIZED) {
		w = NULL;
		line = !q->f || q->f->host                      ? 0 :
			q->f->has_other && q->f->other.line > 0 ? q->f->other.line :
								  q->f->at.line;
	} else if (w && w->by == WRITER_KERNEL) {
		line = w->at.line;
	}
	if (line <= 0 || !q->r->step->starter)
		return (struct text_advice){ .line = 0 };
	buf_init(&b);
	told = !fs_read(q->r->step->starter, 1u << 20, &b, NULL) &&
		source_todo_elsewhere(&q->r->arena, q->source, b.data, line, &k);
	buf_release(&b);
	if (!told)
		return (struct text_advice){ .line = 0 };
	to.line = k.call ? k.call : k.head;
	to.note = k.call ? arena_printf(&q->r->arena, "calls %s()", k.given) : to.note;
	if (!w) {
		const bool below = q->c->message && strstr(q->c->message, "before the beginning");

		to.words = arena_printf(&q->r->arena,
			"Line %d stands as the lab gave it, and is right%s Look at the call%s in %s()%s%s.", line,
			below || q->r->verdict != VERDICT_UNINITIALIZED ?
				"." :
				": what its function gets is wrong, or not all threads of the block come to it.",
			k.call ? "" : "s", k.todo, k.calls ? k.calls : "",
			below ? ", at the index that it hands over: it is below 0" :
				q->c->message && strstr(q->c->message, " past the end of ") ?
				", at what it hands over: a number in it is too large, or the array too small" :
				"");
		return to;
	}
	to.words = arena_printf(&q->r->arena,
		"Line %d stands as the lab gave it, and is right: what it reads was wrong before. All but %s() is as "
		"given, so look there, for the element %s.",
		w->at.line, k.todo, w->where ? w->where : m->where);
	return to;
}

/* A read and a write of one line, "left[i] = share * masses[i];", at one place: two arrays that overlap. No barrier has
 * a place between them. */
static struct text_advice overlap(const struct asked *q)
{
	const struct kernel_finding *f = q->f;

	if (!f || f->gap != GAP_NONE || f->update || f->meets || f->at_atomic || f->other_atomic || !f->has_other ||
		!f->space || strcmp(f->space, "global") != 0 || f->at.line <= 0 || f->at.line != f->other.line ||
		!strcmp(f->name, "write after write hazard") || memcmp(f->at.block, f->other.block, sizeof f->at.block))
		return (struct text_advice){ .line = 0 };
	return (struct text_advice){
		.words = arena_printf(&q->r->arena,
			"Line %d reads in one thread what it writes in another, so no barrier has a place between: do "
			"the arrays that the launch hands over overlap? Row k of n elements begins at k * n. Where "
			"both are meant to be one array, write to another.",
			f->at.line)
	};
}

/* f<<<...>>>(a, a, n): blocks that read what others overwrite, in whichever order the two were seen. */
static struct text_advice handed_twice(const struct asked *q)
{
	const struct kernel_finding *f = q->f;
	struct text_advice to = { .note = "one array, twice" };
	struct handed_twice k;

	if (!f || f->gap != GAP_NONE || f->at_atomic || f->other_atomic || !f->has_other || !f->space ||
		strcmp(f->space, "global") != 0 || !strcmp(f->name, "write after write hazard") ||
		!memcmp(f->at.block, f->other.block, sizeof f->at.block) ||
		!source_handed_twice(&q->r->arena, q->source, f->kernel, &k))
		return (struct text_advice){ .line = 0 };
	to.line = k.line;
	to.words = arena_printf(&q->r->arena,
		"Line %d hands %s over twice, as %s and as %s: a block overwrites what another one has still to read. "
		"Blocks run in any order, and no barrier makes one wait for another. Let the kernel write to other "
		"memory than it reads (cudaMalloc), and copy %s before it or the result after it.",
		k.line, k.array, k.first, k.second, k.array);
	return to;
}

/* Memory of the device that nothing has written, in a program that copies to it: the copy brings too little, or comes
 * to another place. */
static struct text_advice copied(const struct asked *q)
{
	const struct kernel_finding *f = q->f;

	if (!f || strcmp(f->name, "uninitialized read") != 0 || !f->space || strcmp(f->space, "global") != 0 ||
		!strstr(q->source, "cudaMemcpyHostToDevice"))
		return (struct text_advice){ .line = 0 };
	return (struct text_advice){
		.line = source_only_line(q->source, "cudaMemcpyHostToDevice"),
		.note = "copies to the device",
		.words = "Memory of the device starts as garbage: a copy or a kernel has to write this place before it "
			 "is read. Does the copy begin where it should, and does it take enough? Copies count bytes: n "
			 "elements are n * sizeof(their type).",
	};
}

/* cudaMalloc() and an atomic, and nothing between. */
static struct text_advice uncleared(const struct asked *q)
{
	const struct kernel_finding *f = q->f;
	struct text_advice to = { .note = "gives garbage" };

	if (!f || strcmp(f->name, "uninitialized read") != 0 || !f->space || strcmp(f->space, "global") != 0 ||
		!f->message || !strstr(f->message, "an atomic operation changes bytes") ||
		!source_calls(q->source, "cudaMalloc"))
		return (struct text_advice){ .line = 0 };
	to.line = source_only_line(q->source, "cudaMalloc");
	to.words = arena_printf(&q->r->arena,
		"Memory of cudaMalloc() starts as garbage, and the atomic in line %d adds to that. Clear all of it "
		"before the "
		"launch: cudaMemset(pointer, 0, bytes), where an int has 4 bytes.",
		f->at.line);
	return to;
}

#define WITH(v) (1u << VERDICT_##v)
#define EFFECTS \
	(WITH(MEMORY_ERROR) | WITH(RACE) | WITH(UNINITIALIZED) | WITH(BARRIER_ERROR) | WITH(TIMEOUT) | \
		WITH(WRONG_ANSWER))

struct text_advice advice_of_text(
	struct result *r, const struct case_result *c, const struct kernel_finding *f, const char *source)
{
	static const struct {
		struct text_advice (*of)(const struct asked *);
		unsigned with;
	} table[] = {
		{ cooperative,
			WITH(CRASHED) | WITH(TIMEOUT) | WITH(MEMORY_ERROR) | WITH(RACE) | WITH(UNINITIALIZED) |
				WITH(WRONG_ANSWER) },
		{ wrong_order, WITH(CRASHED) },
		{ advice_host_follows, WITH(CRASHED) },
		{ advice_untimed, WITH(WRONG_ANSWER) },
		{ advice_host_early, WITH(RACE) },
		{ advice_grid_barrier, WITH(CRASHED) },
		{ compilers_trap, WITH(CRASHED) },
		{ advice_lock_loop, WITH(TIMEOUT) | WITH(RACE) | WITH(WRONG_ANSWER) },
		{ advice_lock_misuse, WITH(RACE) | WITH(WRONG_ANSWER) },
		{ advice_copy_direction, WITH(WRONG_ANSWER) | WITH(UNINITIALIZED) | WITH(GATE_FAILED) },
		{ idle, EFFECTS },
		{ advice_no_effect, EFFECTS },
		{ condition_sets, EFFECTS },
		{ head_slip, EFFECTS },
		{ advice_loose_macro, EFFECTS | WITH(LAUNCH_ERROR) },
		{ advice_same_place, WITH(WRONG_ANSWER) | WITH(RACE) },
		{ unlaunched, WITH(WRONG_ANSWER) | WITH(UNINITIALIZED) },
		{ swapped_launch, EFFECTS | WITH(GATE_FAILED) },
		{ lone_launch, EFFECTS | WITH(GATE_FAILED) },
		{ hidden, EFFECTS },
		{ unset, WITH(MEMORY_ERROR) | WITH(RACE) | WITH(WRONG_ANSWER) | WITH(UNINITIALIZED) },
		{ garbage, WITH(MEMORY_ERROR) | WITH(RACE) | WITH(WRONG_ANSWER) },
		{ swapped_arguments, WITH(MEMORY_ERROR) | WITH(WRONG_ANSWER) | WITH(UNINITIALIZED) },
		{ advice_host_unawaited, WITH(WRONG_ANSWER) | WITH(TIMEOUT) },
		{ advice_stale_shift, WITH(WRONG_ANSWER) },
		{ advice_whole, WITH(WRONG_ANSWER) },
		{ advice_stale, WITH(WRONG_ANSWER) },
		{ advice_still_buffer, WITH(WRONG_ANSWER) },
		{ advice_empty_buffer, WITH(UNINITIALIZED) },
		{ unshared, WITH(WRONG_ANSWER) },
		{ advice_own_array, WITH(WRONG_ANSWER) | WITH(UNINITIALIZED) },
		{ advice_lock_fences, WITH(RACE) },
		{ advice_uncommitted, WITH(RACE) },
		{ advice_read_once, WITH(RACE) },
		{ advice_half_atomic, WITH(RACE) },
		{ advice_read_before_wait, WITH(RACE) },
		{ advice_relaxed, WITH(RACE) },
		{ advice_turn_barrier, WITH(RACE) },
		{ handed_twice, WITH(RACE) },
		{ overlap, WITH(RACE) },
		{ advice_overlapping_parts, WITH(RACE) },
		{ advice_warp_barrier, WITH(RACE) },
		{ advice_same_buffer, WITH(RACE) },
		{ advice_turns, WITH(RACE) },
		{ advice_next_row, WITH(RACE) },
		{ advice_two_arrays, WITH(RACE) },
		{ advice_missed, WITH(BARRIER_ERROR) },
		{ advice_conditional_barrier, WITH(RACE) },
		{ advice_called, WITH(RACE) },
		{ advice_active_mask, WITH(RACE) },
		{ given, WITH(WRONG_ANSWER) | WITH(MEMORY_ERROR) | WITH(UNINITIALIZED) },
		{ uncleared, WITH(UNINITIALIZED) },
		{ advice_flag_unset, WITH(UNINITIALIZED) },
		{ copied, WITH(UNINITIALIZED) },
	};
	struct asked q = { r, c, f, source };
	struct text_advice none = { .line = 0 };

	for (size_t i = 0; source && i < sizeof table / sizeof *table; i++) {
		struct text_advice said = table[i].with & 1u << r->verdict ? table[i].of(&q) : none;

		if (said.words)
			return source_spent() ? none : said;
	}
	return none;
}
