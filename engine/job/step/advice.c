/* advice: see advice.h. Advice must be able to mend the fault that it stands beside. */
#include "job/step/advice.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/lines.h"
#include "base/literal.h"
#include "job/step/advice_call.h"
#include "job/step/advice_compiler.h"
#include "job/step/advice_element.h"
#include "job/step/advice_index.h"
#include "job/step/excerpt.h"
#include "job/step/launches.h"
#include "job/step/order.h"
#include "judge/compile_said.h"
#include "judge/fault_advice.h"
#include "judge/finding.h"
#include "judge/source_freed.h"
#include "judge/source_shape.h"
#include "judge/source_shift.h"
#include "judge/verdict.h"

#define BELOW_ADVICE \
	"Work out that thread's index by hand: it is below 0, or became very large by wrapping. A guard has to look " \
	"at both ends, and an unsigned variable is never below 0."

#define HOST_ADVICE \
	"Of the host's memory a kernel reaches what is pinned or managed, by the pointer that the device has for it. " \
	"Pageable memory has to be copied to the device first."

/* Does line `use` name the variable that line `set` assigns first? */
static bool line_names_assigned(const char *source, int set, int use)
{
	size_t n = 0, length = 0;
	const char *s = line_at(source, set, &n), *end;
	char *name;
	bool named;

	if (!s)
		return false;
	for (; n && (*s == ' ' || *s == '\t'); s++)
		n--;
	while (length < n && literal_in_word(s[length]))
		length++;
	end = s + length;
	while (end < s + n && *end == ' ')
		end++;
	if (!length || end >= s + n || *end != '=' || end[1] == '=')
		return false;
	name = xstrndup(s, length);
	named = line_has(source, use, name);
	free(name);
	return named;
}

/* An address that was made of what nobody had written: no guard and no size mends that. NULL: it was not. */
static const char *garbage_advice(struct result *r, const struct case_result *c, const char *source)
{
	for (size_t i = 0; i < c->nfindings; i++) {
		const struct kernel_finding *f = &c->findings[i];
		bool atomic = strstr(f->message, "an atomic operation changes bytes") != NULL;
		/* page = atomicAdd(next, 1); ... upto[page] = */
		bool here = f->at.line == c->place.line ||
			(atomic && line_names_assigned(source, f->at.line, c->place.line));

		if (f->verdict != VERDICT_UNINITIALIZED || f->host || f->at.line <= 0 || !here ||
			(!atomic && !strstr(f->message, "used as an address")))
			continue;
		if (atomic)
			return arena_printf(&r->arena,
				"The index is garbage: the atomic in line %d changes %s memory that nobody has "
				"written, and "
				"gives what it finds there. What should have set it before, and do all threads get "
				"there?",
				f->at.line, f->space);
		return arena_printf(&r->arena,
			"The index is garbage: line %d reads it from %s memory that nobody has written. What should "
			"have "
			"written it before?%s",
			f->has_other && f->other.line > 0 ? f->other.line : f->at.line, f->space,
			strcmp(f->space, "local") != 0 ?
				" Do all threads get there?" :
				" An array that is declared without __shared__ belongs to one thread alone.");
	}
	return NULL;
}

static const char *null_advice(struct result *r, const struct case_result *c, const char *source)
{
	const struct source_guard g = source_guard(&r->arena, source, c->place.line);
	const char *name = advice_unset_variable(r);

	const char *empty = step_arg(r->step, "n") ? "without elements (n = 0)" : "in which a size is 0";

	if (c->empty && g.words && g.loop)
		return arena_printf(&r->arena,
			"In a case %s an array has no memory at all, and its pointer is null. "
			"The loop goes on while %s (line %d): how often does it turn there, and how often should it?",
			empty, g.words, g.line);
	if (c->empty)
		return arena_printf(&r->arena,
			"In a case %s an array has no memory at all, and its pointer is null. Should this thread do "
			"anything? A guard keeps threads without an element away.",
			empty);
	return arena_printf(&r->arena,
		"A pointer leads nowhere.%s%s%s Where does the kernel get it from? Is it set before the launch, by "
		"cudaMalloc() "
		"or from an argument of solve(), and does each argument of the launch stand in its place? "
		"(cudaMalloc() of 0 bytes gives a null pointer.)",
		name ? " The compiler saw that " : "", name ? name : "", name ? " is used before it has a value." : "");
}

/* Of an access whose address is no multiple of its size. A copy to shared memory has two addresses and no pointer that
 * was cast, and a single element lies wrong only where the whole pointer does. */
static const char *misaligned_advice(struct result *r, const struct case_result *c, const char *source)
{
	const char *size = strstr(c->message, " of size ");
	unsigned long bytes = size ? strtoul(size + 9, NULL, 10) : 0;

	if (bytes > 4 &&
		(line_has(source, c->place.line, "memcpy_async") || line_has(source, c->place.line, "cp.async")))
		return arena_printf(&r->arena,
			"A copy of %lu bytes at once takes them from an address that is a multiple of %lu, and puts "
			"them to one. Where each thread copies an element of its own, it copies that element's bytes "
			"only (4 for a float); where it copies %lu, its neighbour begins %lu bytes further on.",
			bytes, bytes, bytes, bytes);
	if (bytes && bytes <= 4)
		return arena_printf(&r->arena,
			"A value of %lu bytes lies at a multiple of %lu. No index leads from a pointer that is right "
			"to "
			"such an address: where does the pointer itself come from?",
			bytes, bytes);
	return "A vector lies at a multiple of its own size: an int2 or float2 at a multiple of 8 bytes, an "
	       "int4 or float4 of 16. At which byte does the pointer start that was cast?";
}

/* Of memory that the file allocates itself: it may be too small, or a thread too many may be there. */
static const char *own_memory_advice(struct result *r, const struct case_result *c, const char *source)
{
	const struct source_guard g = source_guard(&r->arena, source, c->place.line);
	const char *through;

	through = !g.words ? "a guard has to keep it away." :
		g.loop     ? "the loop has to end before." :
			 "does the comparison let one too many through (the last of n is number n - 1), or is what it "
			 "compares with too large, as the launch hands it over?";
	if (g.words)
		through = arena_printf(&r->arena, "%s (Line %d: %s.)", through, g.line, g.words);
	return arena_printf(&r->arena,
		"Work out that thread's index by hand. Is there an element for it? If not, %s If there is one: is the "
		"allocation as large as it has to be? cudaMalloc() and cudaMemcpy() count bytes, and not elements: n "
		"floats are n * sizeof(float) bytes.",
		through);
}

/* What mends an access by the wrong address depends on what is wrong with it. The words are those of
 * emulator/core/fault.c and job/evidence/faults.c. */
#define FREED_ARGUMENT " of solve(), was freed"
/* "'labels', argument 2 of solve(), was freed": by its own name, or by that of a pointer that changed places with it.
 */
static const char *freed_advice(struct result *r, const struct case_result *c, const char *source)
{
	const char *begin = strchr(c->message, '\''), *end = begin ? strchr(begin + 1, '\'') : NULL, *name, *words;
	struct freed_argument k;

	if (!end || !source)
		return "Free what solve() has allocated, and nothing else: its arguments are the caller's.";
	name = arena_strndup(&r->arena, begin + 1, (size_t)(end - begin - 1));
	if (!source_freed_argument(&r->arena, source, name, &k))
		return arena_printf(&r->arena,
			"Free what solve() has allocated, and nothing else. Has another pointer the address of %s by "
			"then?",
			name);
	words = k.swapped ?
		arena_printf(&r->arena,
			"Line %d lets %s and %s change places, so after an odd number of turns %s is the "
			"caller's array, and line %d frees it. The result may lie in the wrong one then, too. "
			"Keep the address that solve() has allocated in a pointer that never changes, and free "
			"that one; where the result lies there, copy it to the caller's array.",
			k.swapped, name, k.other, k.other, k.freed) :
		arena_printf(&r->arena,
			"Line %d frees %s, which the caller still needs. Free what solve() has allocated, and "
			"nothing else.",
			k.freed, name);
	excerpt_add(r, source, r->file, k.freed, "frees the caller's array");
	return words;
}

static const char *memory_advice(struct result *r, const struct case_result *c, const char *source)
{
	static const struct {
		const char *word, *advice;
	} table[] = {
		{ " inside the freed ",
			"That memory had been given back before this kernel came to it. Free it once, after the last "
			"kernel that uses it; a cudaFree() in a loop takes it from all later turns." },
		{ "no shared memory",
			"An extern __shared__ array has as many bytes as the launch asks for: the third number between "
			"<<< and >>>. There it is 0." },
		{ "host pointer", HOST_ADVICE },
		{ "host memory", HOST_ADVICE },
	};
	const char *wide, *garbage = c ? garbage_advice(r, c, source) : NULL;
	bool before = c && c->message && strstr(c->message, " bytes before the ");

	if (garbage)
		return garbage;
	if (c && c->message && strstr(c->message, FREED_ARGUMENT))
		return freed_advice(r, c, source);
	if (c && c->message && strstr(c->message, "is not device memory") && advice_unset_variable(r))
		return arena_printf(&r->arena,
			"The compiler saw that %s is used before it has a value, so it leads anywhere. A pointer gets "
			"memory of "
			"the device by cudaMalloc(&%s, bytes).",
			advice_unset_variable(r), advice_unset_variable(r));
	for (size_t i = 0; c && c->message && i < sizeof table / sizeof *table; i++)
		if (strstr(c->message, table[i].word) && !(before && strstr(table[i].word, "shared memory")))
			return table[i].advice;
	if (c && c->message && strstr(c->message, "of shared memory") && !before)
		return advice_shared_size(r, c, source);
	if (before) { /* of shared memory, too: its size mends nothing */
		const char *value = advice_index_value(r, c, source),
			   *rest = value ? NULL : source_rest_below(&r->arena, source, c->place.line);

		if (rest)
			return arena_printf(&r->arena,
				"The index is below 0 there, and %s can be below 0: in C++ -1 %% 3 is -1, and not 2. "
				"Add the divisor "
				"before the rest is taken.",
				rest);
		return value ? value : BELOW_ADVICE;
	}
	if (c && c->message && strstr(c->message, "Stack overflow"))
		return fault_advice(c->message);
	if (c && c->message && strstr(c->message, "is misaligned"))
		return misaligned_advice(r, c, source);
	wide = c && c->message ? advice_index_value(r, c, source) : NULL; /* such an index may land in any array */
	if (!wide && c && c->message)
		wide = advice_wide(r, c, source);
	if (wide)
		return wide;
	if (c && c->message && strstr(c->message, "-byte allocation made by "))
		return own_memory_advice(r, c, source);
	if (c && c->message && strstr(c->message, " is a null pointer"))
		return null_advice(r, c, source);
	if (c && c->message && strstr(c->message, " index below 0"))
		return BELOW_ADVICE;
	return advice_index(r, c, source);
}

static const char *launch_advice(const struct case_result *c, const char *source)
{
	const char *m = c && c->message ? c->message : "";

	if (strstr(m, "invalid device ordinal") && source && strstr(source, "cudaMemLocation"))
		return "Some call names no device that is there. Has each cudaMemLocation its type "
		       "(cudaMemLocationTypeDevice or cudaMemLocationTypeHost) before it is used, and the device the "
		       "id 0?";
	if (strstr(m, "gridDim") && strstr(m, " is 0") && source && strstr(source, "/ sizeof("))
		return "A number of elements is divided by sizeof() in this file, which is a number of bytes: n ints "
		       "are n / 2 words of an int2 and n / 4 of an int4, and not n / sizeof(...).";
	if (strstr(m, "gridDim") && strstr(m, " is 0"))
		return "How many blocks are there for a few elements? A division of whole numbers rounds down: n / "
		       "block is 0 there, (n + block - 1) / block rounds up. What is divided may be 0 already: n / 4 "
		       "is, for an n of 3. Where there is nothing to do at all, launch nothing.";
	if (strstr(m, "threads a block"))
		return "Between <<< and >>> blocks come first, then the threads of one block: are the two in this "
		       "order? The sides of a block, multiplied, are its threads. Make the block smaller and launch "
		       "more of them.";
	if (strstr(m, "registers a block"))
		return "The compiler gave each thread many registers, mostly because it unrolls a loop. Tell it how "
		       "many threads a block has, __global__ void __launch_bounds__(1024) name(...), or unroll less "
		       "(#pragma unroll 4), or make the block smaller.";
	if (strstr(m, "bytes of dynamic shared memory"))
		return "The third value between <<< and >>> is a number of bytes for one block. How many bytes does a "
		       "block need? More than 48 KiB have to be asked for first, with cudaFuncSetAttribute and "
		       "cudaFuncAttributeMaxDynamicSharedMemorySize.";
	return advice_call(m);
}

/* Of a kernel that was stopped for having done too much, and not because it would never end. */
static const char *stopped_advice(const struct result *r, const char *source)
{
	const struct case_result *c = verdict_case(r);

	if (!c || !c->message)
		return NULL;
	if (strstr(c->message, ORDER_LAUNCHED))
		return "How many threads are needed, and how many blocks hold as many? The first number between <<< "
		       "and >>> counts blocks, and not elements: (n + threads - 1) / threads blocks hold n threads.";
	if (!strncmp(c->message, LAUNCHES_SAID, strlen(LAUNCHES_SAID)) || strstr(c->message, ". " LAUNCHES_SAID) ||
		strstr(c->message, ". " LAUNCHES_SAID_SO_FAR))
		return "A loop of the host launches it again and again. Are so many launches needed? One starts as "
		       "many "
		       "threads as there are elements. And what should end that loop? If a flag does: it has to be set "
		       "back in every turn before the kernel runs, "
		       "and copied to the host after it. And each turn has to begin with what the turn before has "
		       "written.";
	if (strstr(c->message, FAULT_WAITS))
		return fault_advice(c->message);
	if (strstr(c->message, " never ends"))
		return "What should end the loop, and which line in it brings that about? In each turn a variable of "
		       "its condition has to move towards the end, in every thread, and by more than 0.";
	if (strstr(c->message, " did not return within "))
		return "Is there a loop that does not end, in solve() or in a kernel? If all of them end: how often "
		       "does each "
		       "turn in one thread, and do all threads do the same work?";
	if (!strncmp(c->message, ORDER_WASTEFUL, strlen(ORDER_WASTEFUL)))
		return "Does every thread go through all the elements? Each needs its own ones: let it begin at its "
		       "own "
		       "index, and let each turn of its loop pass by what the other threads do.";
	if (strncmp(c->message, ORDER_STOPPED, strlen(ORDER_STOPPED)) != 0)
		return NULL;
	if (line_has(source, c->place.line, "atomicCAS") || line_has(source, c->place.line, "atomicExch"))
		return "All threads want one lock, and only one of them has it at a time: the others go round. Let the "
		       "threads of a warp, or of a block, agree first, and one of them take the lock for all.";
	if (r->verdict == VERDICT_GATE_FAILED)
		return "How many threads does the launch start, blocks times threads, and how many are needed? How "
		       "often does a loop turn in each of them?";
	return "What ends the loop, and does something in its body bring that about? If it does end: how often does it "
	       "turn in one thread, and do all threads do the same work?";
}

static bool several_errors(const struct result *r)
{
	const char *at = r->diagnostics;
	struct compile_said s;
	int n = 0;

	while (at && compile_said_next(&at, &s))
		n += s.kind == SAID_ERROR;
	return n > 1;
}

const char *advice_of_verdict(struct result *r, const char *source)
{
	switch (r->verdict) {
	case VERDICT_LAUNCH_ERROR: return launch_advice(verdict_case(r), source);
	case VERDICT_BARRIER_ERROR: return verdict_case(r) ? fault_advice(verdict_case(r)->message) : NULL;
	case VERDICT_COMPILE_ERROR:
		return several_errors(r) ? "Begin with the first error: later ones often follow from it." : NULL;
	case VERDICT_MEMORY_ERROR: return memory_advice(r, verdict_case(r), source);
	case VERDICT_TIMEOUT:
	case VERDICT_GATE_FAILED: return stopped_advice(r, source);
	default: return NULL;
	}
}
