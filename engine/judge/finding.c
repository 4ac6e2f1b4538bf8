/* finding: see finding.h. */
#include "judge/finding.h"
#include "judge/finding_lines.h"

#include <string.h>

enum where {
	WHERE_WARP,
	WHERE_BLOCK,
	WHERE_GRID,
	WHERE_OWNED,
	WHERE_UPDATE,
	WHERE_TURNS,
	WHERE_MEETS,
	WHERE_ATOMIC,
	WHERE_ANY
};

static const struct words {
	const char *name;
	enum where where;
	const char *at, *other, *advice;
} table[] = {
#define WORDS(name, where, at, other, advice) { name, WHERE_##where, at, other, advice },
#include "judge/finding.def"
};

static enum where where_of(const struct kernel_finding *f)
{
	if (f->at_atomic || f->other_atomic)
		return WHERE_ATOMIC;
	if (f->update)
		return f->owned ? WHERE_OWNED : WHERE_UPDATE;
	if (f->has_other && memcmp(f->at.block, f->other.block, sizeof f->at.block))
		return WHERE_GRID;
	if (f->turns)
		return WHERE_TURNS;
	if (f->meets)
		return WHERE_MEETS;
	return f->same_warp ? WHERE_WARP : WHERE_BLOCK;
}

static const struct words *row_of(const char *name, enum where where)
{
	static const struct words unknown = { "", WHERE_ANY, "Access", "Access", NULL };

	for (size_t i = 0; name && i < sizeof table / sizeof *table; i++)
		if (!strcmp(table[i].name, name) && (table[i].where == WHERE_ANY || table[i].where == where))
			return &table[i];
	return &unknown;
}

static const struct words *words_of(const struct kernel_finding *f)
{
	return row_of(f->name, where_of(f));
}

const char *severity_word(enum severity s)
{
	return s == SEVERITY_ERROR ? "Error" : s == SEVERITY_WARNING ? "Warning" : "Info";
}

const char *finding_at_word(const struct kernel_finding *f)
{
	return f->at_atomic ? "Atomic" : words_of(f)->at;
}

const char *finding_other_word(const struct kernel_finding *f)
{
	return f->other_atomic ? "Atomic" : words_of(f)->other;
}

/* What mends an order that flags and fences were meant to make. */
static const char *const gap_advice[GAPS] = {
	[GAP_FENCE] =
		"The flag may be seen before the data: put __threadfence() between the write and the flag, or set the "
		"flag by a release store.",
	[GAP_NARROW] =
		"__threadfence_block() and operations of block scope reach the threads of their own block only: for "
		"other blocks use __threadfence(), and atomics without _block.",
	[GAP_FENCE_READ] =
		"The data may be read before the flag: put __threadfence() after the flag was seen (after the loop "
		"that waits for it, or the atomic that took a ticket) and before the read, or wait by an acquire load.",
	[GAP_NARROW_READ] =
		"__threadfence_block() and operations of block scope reach the threads of their own block only: "
		"between the flag and the read put __threadfence(), and read the flag with device scope.",
	[GAP_OTHER_FLAG] =
		"Waiting helps only at the flag, or the lock, that the writer sets after its write: let both use "
		"the same one.",
	[GAP_EARLY] =
		"Set the flag after the data is written: write the data, __threadfence(), then set the flag; and let "
		"the reader wait until it is set. Where one thread sets the flag for its block: data, __syncthreads(), "
		"__threadfence(), "
		"flag.",
	[GAP_NO_WAIT] =
		"The writer publishes, but the reader waits for nothing: let it wait for the writer's flag, then "
		"__threadfence(), then read. Where one thread waits for its block: wait, __threadfence(), "
		"__syncthreads(), read.",
	[GAP_SCOPE] =
		"An atomic with _block (scope .cta) is one step for the threads of its own block only: use the one "
		"without _block, or cuda::thread_scope_device, where several blocks share the place.",
	[GAP_UPDATE] =
		"volatile, or a load and a store of an atomic, make no update of it: between reading and writing "
		"another thread may have written. Use one atomic operation: atomicAdd() for a sum, atomicMax() or "
		"atomicMin() for the largest or smallest, atomicCAS() to take a place that is free. Or use a lock: "
		"taken by atomicCAS(), freed by atomicExch(), with a __threadfence() after the first and before the "
		"second.",
	[GAP_STREAMS] =
		"Which of the two comes first is chance. Put both into one stream; or record an event after the first "
		"(cudaEventRecord) and let the stream of the second wait for it (cudaStreamWaitEvent); or give each "
		"stream memory of its own.",
	[GAP_ASKED] =
		"Where each thread that finds the old value writes the same new one, and does nothing else then that "
		"counts, no order changes the result. Say so: read and write the place with relaxed atomics "
		"(cuda::atomic_ref), or by volatile. Where one thread only may do it, use atomicCAS().",
	[GAP_ONLY_READS] =
		"The atomic only reads: it may come before the plain write or after it. If both will do, write with an "
		"atomic, too (atomicExch()); else put a barrier, or the end of the launch, between the two.",
	[GAP_COPY] = "An asynchronous copy is done only when its thread has waited for it (__pipeline_wait_prior(), "
		     "cp.async.wait_group, consumer_wait(), the wait() of its barrier). Wait for the copy first; then "
		     "put a barrier, where other "
		     "threads use what was copied. Is the copy meant for a later turn? Then it goes to another buffer "
		     "than the one that is read now.",
	[GAP_FREED] =
		"Free the lock once, by the thread that took it: after that it may be another one's, and who opens "
		"it then lets a third one in beside it.",
	[GAP_BARE] =
		"A flag alone orders nothing: it may be seen before the data. Write the data, __threadfence(), set the "
		"flag; wait for the flag, __threadfence(), read the data. Or set the flag by a release store and wait "
		"by an acquire load (cuda::atomic_ref). Within a block __threadfence_block() is enough, and a barrier "
		"does it, too.",
	[GAP_BARE_LOCK] =
		"A lock alone orders nothing: its next holder may still find the old data. Take the lock, "
		"__threadfence(), change the data, __threadfence(), free the lock by atomicExch(). Within a block "
		"__threadfence_block() is enough. (For one sum or one maximum, atomicAdd() or atomicMax() needs no "
		"lock.)",
	[GAP_SOURCE] =
		"A bulk copy out of shared memory goes on reading after it was issued. Its thread has to wait "
		"(cp.async.bulk.commit_group, then cp.async.bulk.wait_group.read), then comes a barrier, and only then "
		"may the place be written anew. Or write the next turn's data to another buffer.",
	[GAP_PROXY] =
		"Bulk copies read past the way of ordinary stores, and a barrier alone does not join the two. Each "
		"thread that stored: fence.proxy.async (cuda::ptx::fence_proxy_async), then the barrier, then one "
		"thread "
		"issues the copy.",
	[GAP_GRID] =
		"Put a grid.sync() that all threads of all blocks reach between the two; or write to another buffer "
		"than the one that is read. (With a flag of your own: data, __threadfence(), flag; wait for the flag, "
		"__threadfence(), read.)",
	[GAP_LANE] =
		"Lanes of a warp need not run in step: the lane that sets the flag may do so before another one has "
		"written. Put __syncwarp() between the write and the __threadfence(), or the release store, of the "
		"lane that sets the flag; __syncthreads(), where other warps write for this flag, too.",
	[GAP_WEAK] =
		"The reader waits, but by an ordinary (weak) load, as __ldcg() is one, too: it orders nothing, and the "
		"loop may go on with an old value. Read the flag by volatile, by cuda::atomic_ref, by ld.acquire, or "
		"by atomicAdd(&flag, 0); then __threadfence(), then read the data.",
	[GAP_WIDTH] =
		"An atomic is one step for the others only where all of them work on the same bytes: the same address "
		"and the same width. Use one width for this place. To add to the upper half of 8 bytes, add "
		"1ull << 32 to all of them. A lock is freed as wide as it is taken: an int that atomicCAS() takes, by "
		"atomicExch().",
	[GAP_CONSTANT] =
		"__ldg(), and reads through a pointer that is const and __restrict__, are for memory that nobody "
		"writes "
		"while the kernel runs: they may bring an old value, and neither a barrier nor a fence helps. Read by "
		"an "
		"ordinary load (no __ldg(), no __restrict__), or write to another array than the one that is read.",
	[GAP_LOST] =
		"Volatile and relaxed accesses are never one step together: between the look and the store another "
		"thread may have stored, too. Do both in one atomic operation. To put a new value there and keep the "
		"old one: atomicExch(), or atomicCAS() in a loop (a list). To hang one root under another, or to take "
		"a place that is free: atomicCAS(), which stores only if the place still is as it was, and look again "
		"where it fails. For the largest or smallest: atomicMax() or atomicMin().",
	[GAP_ARRIVED] = "The one thread has waited for the other one's arrival, but that thread did this access after "
			"it. Do it "
			"before the arrival (arrive(), count_down(), consumer_release(), bar.arrive). Or is it a turn "
			"of a loop "
			"in which the two do not meet? Let both meet in each turn.",
	[GAP_COUNT] =
		"A barrier with a count opens as soon as so many threads have come, whichever they are. Let its count "
		"be the number of all threads that come to it; or give each group of threads a barrier with a number "
		"of its own.",
	[GAP_APART] =
		"The compiler takes the lanes to be together again behind the call, so on a GPU the parts do not wait "
		"for each other (CUDA 13.0, an H200): threads read what is not there yet, and a __syncwarp() in front "
		"does not help. Let the function be a loop with a stack of its own, or do what comes after it in a "
		"second launch.",
	[GAP_BEFORE] =
		"Set the flag after the access that it tells of: data, __threadfence_block(), then the flag. If the "
		"same place is used again (a ring): who writes there has to wait first for the flag that the reader "
		"sets after its read.",
	[GAP_UNSEEN] =
		"Let the one thread wait, in a loop, for a flag (or its turn, or the lock) that the other one sets "
		"after "
		"its access: data, __threadfence_block(), flag; wait for that flag, __threadfence_block(), data. A "
		"flag "
		"of something else, or one that was set long before, does not help. If the same place is used again: "
		"who writes there has to wait for the flag that the reader sets after its read.",
	[GAP_NEITHER] =
		"A flag, a turn or a lock orders two threads only if one of them waits for what the other one sets "
		"after "
		"its access: data, __threadfence_block(), flag; wait for that flag in a loop, __threadfence_block(), "
		"data. Does each wait look at the right flag, and is none left out? If the same place is used again, "
		"its reader and its writer wait for each other.",
	[GAP_LANE_WAITS] =
		"Lanes of a warp need not run in step: the other ones may go on while one of them still waits. Put "
		"__syncwarp() after the wait and its fence, before what the other lanes read or write; or let each "
		"lane "
		"wait itself.",
	[GAP_BLOCK_WAITS] =
		"One thread waits for its block, and the other ones may go on meanwhile: put __syncthreads() after the "
		"wait and its __threadfence(), before what the other threads read or write.",
	[GAP_LAST] =
		"Put __threadfence() before the store (what was stored before it has to be seen first) and after it "
		"(the look must not come before the store). Within a block __threadfence_block() will do. A lock made "
		"by atomicCAS() or atomicExch() is simpler and faster.",
	[GAP_OUTSIDE] =
		"Read it under the lock, too: after the atomicCAS() that takes it, or once more there. Only a first "
		"look that is asked again under the lock may stand before it: read it by volatile. (A value of an "
		"earlier turn: put __syncthreads() before the lock. Another block's needs a second launch.)",
	[GAP_COUNTED] =
		"What the other blocks did before they counted may still come after this write. Put __threadfence() "
		"before the atomic that counts, in each block, and after it, before this write; or set the place by "
		"atomicExch(); or before the next launch, by cudaMemset().",
	[GAP_HANDED] =
		"The message goes over a third block, and that one has to keep the order, too: wait for the one flag, "
		"__threadfence(), then set the other one. (Or wait by an acquire load.) Where several threads of a "
		"block wait, and then one sets the flag: wait, __threadfence(), __syncthreads(), flag.",
	[GAP_STRONG] = "Which lane's value stays is chance. That is fine where any of them will do.",
};

enum finding_gap finding_gap(int of_device)
{
	return of_device > 0 && of_device < GAPS ? (enum finding_gap)of_device : GAP_NONE;
}

/* v[lane] += v[lane + 16]; of lanes that read and write without waiting for each other. */
static bool in_one_line(const struct kernel_finding *f)
{
	return where_of(f) == WHERE_WARP && !f->other_way && f->has_other &&
		!strcmp(f->name, "write after read hazard") && at_line(&f->at, &f->other);
}

/* Two plain stores of the file that meet. */
static bool in_two_lines(const struct kernel_finding *f)
{
	return f->verdict == VERDICT_RACE && !f->update && !f->host && !f->at_atomic && !f->other_atomic &&
		f->has_other && f->at.line > 0 && f->other.line > 0 && f->at.line != f->other.line &&
		!strcmp(f->name, "write after write hazard") && f->at.file && f->other.file &&
		!strcmp(f->at.file, f->other.file);
}

bool finding_of_early(const struct kernel_finding *f)
{
	return f->gap == GAP_STREAMS && f->message && strstr(f->message, " may begin before ") != NULL;
}

/* Two nodes of a graph; memory of a pool, used by a stream that the call's own stream does not wait for, or the
 * reverse. */
static const char *streams_advice(const struct kernel_finding *f)
{
	if (f->gap != GAP_STREAMS || !f->message)
		return NULL;
	if (f->kernel && !strncmp(f->kernel, "the host", 8) && strstr(f->message, " of device scope"))
		return "A launch only starts the kernel, and the host goes on at once: what it finds is chance. Wait "
		       "first: cudaDeviceSynchronize(), or cudaStreamSynchronize() for one stream. (If the host is to "
		       "look on while the kernel runs: use the atomic with _system, such as atomicAdd_system(), and "
		       "read through a volatile pointer.)";
	if (f->kernel && !strncmp(f->kernel, "the host", 8))
		return "A launch, or a copy that ends in Async, only starts the work, and the host goes on at once: "
		       "whether it finds the memory before that work or after it is chance. Wait first: "
		       "cudaDeviceSynchronize(), or cudaStreamSynchronize() for one stream.";
	if (finding_of_early(f))
		return "The launch's attribute (cudaLaunchAttributeProgrammaticStreamSerialization) lets this kernel "
		       "begin while the one before it in the stream is still at work. Call "
		       "cudaGridDependencySynchronize() before the first access to what that one writes or reads; or "
		       "launch without the attribute.";
	if (strstr(f->message, " of one graph"))
		return "Nodes of a graph that no edge joins may run at once, or in either order. Add the edge from the "
		       "first to the second (cudaGraphAddDependencies, or name the first as a dependency where the "
		       "second is added; in a capture: cudaEventRecord and cudaStreamWaitEvent); or give each memory "
		       "of its own.";
	if (f->kernel && !strcmp(f->kernel, "cudaFree"))
		return "cudaFree() waits for nothing where cudaMallocAsync() gave the memory: the stream may still be "
		       "at "
		       "work with it. Wait first (cudaStreamSynchronize), or free it in the order of its stream "
		       "(cudaFreeAsync).";
	if (strstr(f->message, " and cudaFreeAsync in stream "))
		return "cudaFreeAsync() gives the memory back when its own stream comes to it, and another stream may "
		       "be at work there then. Free it in the stream that uses it; or record an event after the last "
		       "use (cudaEventRecord) and let the stream of cudaFreeAsync() wait for it "
		       "(cudaStreamWaitEvent).";
	if (strstr(f->message, "nothing orders cudaMalloc"))
		return "Memory of cudaMallocAsync() is there for other streams only when its own stream has come to "
		       "the call. Use it in that stream, and allocate for each stream its own; or record an event "
		       "after the call (cudaEventRecord) and let the others wait for it (cudaStreamWaitEvent).";
	return NULL;
}

const char *finding_advice(const struct kernel_finding *f)
{
	const char *streams = streams_advice(f);

	if (streams)
		return streams;
	/* Of the races, those that no order of threads shows; a note about a copy has advice like the rest. */
	if (finding_index_advice(f))
		return finding_index_advice(f);
	if (f->severity == SEVERITY_INFO && f->gap != GAP_STRONG && !f->host)
		return "They all write the same value, so no order of threads changes the result. Is it meant that "
		       "they share this place?";
	if (f->plain_flag)
		return "One place is changed by atomics and by plain stores, which is told, too. If it is a lock or a "
		       "flag, "
		       "mend that first: a plain store hands nothing on. Free the lock by __threadfence() and "
		       "atomicExch(), "
		       "or by a release store.";
	if (finding_change_advice(f))
		return finding_change_advice(f);
	if (f->gap == GAP_FENCE && f->message && strstr(f->message, "between the read and the flag")) /* conflict.c's */
		return "The flag may be seen before the read is done: put __threadfence() between the read and the "
		       "flag, or set the flag by a release store.";
	if (f->gap == GAP_FENCE_READ && f->message &&
		strstr(f->message, "between the flag and the write")) /* conflict.c's */
		return other_blocks(f) ?
			"The write may come before the flag was seen: put __threadfence() after the loop that waits "
			"for the flag, or after the atomic that took a ticket or a lock, and before the write; or wait "
			"by an acquire load (cuda::atomic_ref)." :
			"The write may come before the flag was seen: put __threadfence_block() after the loop that "
			"waits for the flag and before the write, or wait by an acquire load (cuda::atomic_ref). A "
			"barrier is not needed.";
	if (f->gap == GAP_COPY && f->message &&
		strstr(f->message, " barrier object of the bulk copy")) /* conflict.c's */
		return "What a bulk copy brings is there for who has waited at its barrier object. Let each thread "
		       "that uses it wait there (wait(), mbarrier_try_wait_parity()); or let one thread wait, and put "
		       "a "
		       "__syncthreads() after that.";
	if (gap_advice[f->gap])
		return gap_advice[f->gap];
	if (finding_unset_advice(f))
		return finding_unset_advice(f);
	/* tile[t] = ...; ... = tile[t + 32]; where a fast warp reads first and a slow one writes then: as a hazard it
	 * is a write after a read, but what has to wait is the read. The reverse: a fast warp writes the next round's
	 * value before a slow one has read. */
	if (f->other_way && (where_of(f) == WHERE_WARP || where_of(f) == WHERE_BLOCK))
		return row_of(!strcmp(f->name, "read after write hazard") ? "write after read hazard" :
									    "read after write hazard",
			where_of(f))
			->advice;
	if (where_of(f) == WHERE_ATOMIC && f->has_other && strcmp(f->name, "write after write hazard") != 0 &&
		memcmp(f->at.block, f->other.block, sizeof f->at.block) != 0)
		return "Whether the read sees what another block's atomic does is chance, and a barrier does not reach "
		       "beyond its block. Read in a second launch, or after a grid.sync() in a cooperative one, or let "
		       "the block that comes last read (it takes a ticket, with a fence before and after).";
	if (where_of(f) == WHERE_ATOMIC && f->has_other && !strcmp(f->name, "write after write hazard") &&
		memcmp(f->at.block, f->other.block, sizeof f->at.block) != 0)
		return "An atomic operation does not keep a plain write away: what was added is lost if the write "
		       "comes later. Blocks run in any order, and no barrier orders two of them, not even "
		       "__syncthreads(). A first value has to be there before the launch: set it with cudaMemset(), or "
		       "in an earlier launch. (A lock: free it by atomicExch().)";
	if (where_of(f) == WHERE_GRID && f->message && strstr(f->message, "the read came too early")) /* conflict.c's */
		return "The read came before anything was written there. Blocks run in any order, and a barrier does "
		       "not "
		       "reach beyond its block: let the block that comes last read, or read in a second launch, or "
		       "after "
		       "a grid.sync() in a cooperative one.";
	if (in_one_line(f))
		return "In this line lanes write what others have still to read in it, and lanes of a warp need not "
		       "run in "
		       "step; a __syncwarp() after it comes too late. Read into a variable, then put __syncwarp() "
		       "between "
		       "the read and the write; or let only lanes write whose places no other lane reads here.";
	if (in_two_lines(f))
		return "Two lines write one place, and which value stays is chance. Which of the two should write it? "
		       "Keep the other one away from it. (A barrier between them lets one come last, within a block; "
		       "nothing orders blocks.)";
	return words_of(f)->advice;
}

static void line_words(const struct thread_place *p, struct buf *out)
{
	if (p->file && *p->file && p->line > 0)
		buf_printf(out, " at %s:%d", strrchr(p->file, '/') ? strrchr(p->file, '/') + 1 : p->file, p->line);
}

void thread_place_words(const struct thread_place *p, struct buf *out)
{
	buf_printf(out, "thread (%u,%u,%u) in block (%u,%u,%u)", p->thread[0], p->thread[1], p->thread[2], p->block[0],
		p->block[1], p->block[2]);
	line_words(p, out);
}

void finding_place_words(const struct kernel_finding *f, bool other, struct buf *out)
{
	const struct thread_place *p = other ? &f->other : &f->at;

	if (f->gap != GAP_STREAMS) {
		thread_place_words(p, out);
		return;
	}
	buf_puts(out, other ? f->other_kernel ? f->other_kernel : "?" : f->kernel ? f->kernel : "?");
	line_words(p, out);
}

const char *finding_sentence(struct arena *a, const struct kernel_finding *f)
{
	const char *advice = finding_advice(f),
		   *message = f->message && *f->message ? f->message :
		f->name                                 ? f->name :
							  "a finding without a word";
	struct kernel_finding both = *f;
	bool calls = f->gap == GAP_STREAMS && f->at.line <= 0 && f->other.line <= 0; /* the message names both */
	size_t n = strlen(message);
	struct buf b;
	const char *s;

	buf_init(&b);
	while (n && (message[n - 1] == '.' || message[n - 1] == ' '))
		n--;
	buf_add(&b, message, n);
	if (f->element)
		buf_printf(&b, " at %s", f->element);
	if (at_line(&f->at, &f->other) && f->has_other)
		both.at.line = both.other.line = 0; /* said once, for both */
	if (!f->host && !calls) {
		buf_printf(&b, ": %s by ", finding_at_word(f));
		finding_place_words(&both, false, &b);
	}
	if (f->has_other && !calls) {
		buf_printf(&b, ", %s by ", finding_other_word(f));
		finding_place_words(&both, true, &b);
	}
	if (f->at.line && !both.at.line && !f->host) {
		buf_puts(&b, ", both");
		line_words(&f->at, &b);
	}
	buf_putc(&b, '.');
	if (advice)
		buf_printf(&b, " %s", advice);
	s = arena_strdup(a, b.data);
	buf_release(&b);
	return s;
}

/* Of a read and a write that race, where the write is; of others where nothing is. */
static const struct thread_place *write_of(const struct kernel_finding *f)
{
	static const struct thread_place nowhere = { .line = 0 };

	return !strcmp(f->name, "read after write hazard")  ? &f->other :
		!strcmp(f->name, "write after read hazard") ? &f->at :
							      &nowhere;
}

/* Blocks that are to take turns with a place, by a lock or a flag, and something is missing there: what is missing
 * explains all that goes wrong between these lines, and not only what one reads of the other. */
static void relate_turns(struct kernel_finding *f, size_t n)
{
	bool plain = false;

	for (size_t i = 0; i < n; i++) {
		const enum finding_gap gap = f[i].gap;
		const bool turns = gap == GAP_FENCE || gap == GAP_FENCE_READ || gap == GAP_NARROW ||
			gap == GAP_NARROW_READ || gap == GAP_BARE || gap == GAP_BARE_LOCK || gap == GAP_OTHER_FLAG ||
			gap == GAP_EARLY || gap == GAP_BLOCK_WAITS || gap == GAP_HANDED;

		if (!other_blocks(&f[i]))
			continue;
		/* A lock that is freed by a plain store orders nothing. */
		plain |= !strcmp(f[i].name, "write after write hazard") && f[i].at_atomic != f[i].other_atomic;
		for (size_t k = 0; turns && !strcmp(f[i].name, "read after write hazard") && k < n; k++)
			if (other_blocks(&f[k]) && f[k].gap == GAP_NONE && !f[k].at_atomic && !f[k].other_atomic &&
				(at_line(&f[k].at, &f[i].at) || at_line(&f[k].at, &f[i].other)) &&
				(at_line(&f[k].other, &f[i].at) || at_line(&f[k].other, &f[i].other)))
				f[k].gap = gap;
	}
	for (size_t k = 0; plain && k < n; k++)
		f[k].plain_flag = other_blocks(&f[k]) && f[k].gap == GAP_EARLY;
}

/* The same between threads of a block. */
static void relate_plain_lock(struct kernel_finding *f, size_t n)
{
	bool plain = false;

	for (size_t i = 0; i < n; i++)
		plain |= f[i].name && !f[i].host && !strcmp(f[i].name, "write after write hazard") && f[i].has_other &&
			!other_blocks(&f[i]) && f[i].at_atomic != f[i].other_atomic;
	for (size_t k = 0; plain && k < n; k++)
		if (f[k].name && strstr(f[k].name, "hazard") && !other_blocks(&f[k]))
			f[k].plain_flag |= f[k].gap == GAP_BEFORE || f[k].gap == GAP_UNSEEN || f[k].gap == GAP_NEITHER;
}

/* Where the blocks of a cooperative launch have to meet, threads of one block do so there, too: their own barrier would
 * mend only the half of it. */
static void relate_grid(struct kernel_finding *f, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; f[i].gap == GAP_GRID && k < n; k++)
			if (f[k].name && strstr(f[k].name, "hazard") && f[k].has_other && !f[k].host &&
				f[k].gap == GAP_NONE && f[k].severity != SEVERITY_INFO && !other_blocks(&f[k]) &&
				((at_line(&f[k].at, &f[i].at) && at_line(&f[k].other, &f[i].other)) ||
					(at_line(&f[k].at, &f[i].other) && at_line(&f[k].other, &f[i].at))))
				f[k].gap = GAP_GRID;
}

/* A barrier for too few threads: what is told before all of them have come to it has that cause, too. */
static void relate_count(struct kernel_finding *f, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; f[i].gap == GAP_COUNT && k < n; k++)
			if (f[k].name && strstr(f[k].name, "hazard") && f[k].has_other && !f[k].host &&
				!f[k].same_warp && (f[k].gap == GAP_NONE || f[k].gap == GAP_ARRIVED) &&
				!other_blocks(&f[k]) &&
				((at_line(&f[k].at, &f[i].at) && at_line(&f[k].other, &f[i].other)) ||
					(at_line(&f[k].at, &f[i].other) && at_line(&f[k].other, &f[i].at))))
				f[k].gap = GAP_COUNT;
}

void findings_relate(struct kernel_finding *f, size_t n)
{
	relate_turns(f, n);
	relate_plain_lock(f, n);
	relate_grid(f, n);
	relate_count(f, n);
	for (size_t i = 0; i < n; i++) {
		if (!f[i].name || strcmp(f[i].name, "write after write hazard") || !f[i].has_other ||
			!at_line(&f[i].at, &f[i].other))
			continue;
		/* A flag that they all set or clear alike: whose value a reader gets is all the same. */
		const bool alike = f[i].severity == SEVERITY_INFO && f[i].gap == GAP_NONE;

		if (f[i].change > CHANGE_SOME && f[i].change != CHANGE_SWAP && !f[i].looped && !alike)
			f[i].update = true; /* also where it reads the place in another line */
		for (size_t k = 0; k < n; k++) {
			bool here = k != i && f[k].name && strstr(f[k].name, "hazard") && f[k].has_other &&
				at_line(&f[k].at, &f[i].at) && at_line(&f[k].other, &f[i].at);

			/* Read and written there, and by more than one thread: an update, where it is one place. */
			if (here && strcmp(f[k].name, f[i].name)) {
				const bool turns = f[i].looped && !other_blocks(&f[i]) && !other_blocks(&f[k]);

				if (!f[i].elsewhere && !turns)
					f[i].update = f[k].update = true;
				f[i].turns |= turns;
				f[k].turns |= turns;
			}
			if (k != i && !alike && f[k].name && f[k].has_other && at_line(write_of(&f[k]), &f[i].at))
				f[k].meets = f[k].differ = true;
		}
	}
	finding_relate_index(f, n);
}

bool finding_counts(const struct kernel_finding *f)
{
	return f->severity != SEVERITY_INFO;
}

/* Verdicts in their order, but for two things. A barrier that worked by luck makes no race; one that part of a warp
 * left out does, and then the race is its effect. A copy that was not waited for makes races of every kind, and no
 * barrier mends them: it comes before the others. */
static int rank(const struct kernel_finding *f)
{
	bool lucky = f->verdict == VERDICT_BARRIER_ERROR && f->severity == SEVERITY_WARNING;
	bool copy = f->verdict == VERDICT_RACE && f->severity == SEVERITY_ERROR && f->gap == GAP_COPY;

	return 4 * (lucky ? VERDICT_RACE : (int)f->verdict) + 2 * lucky - copy;
}

const struct kernel_finding *finding_worst(const struct kernel_finding *f, size_t n)
{
	const struct kernel_finding *worst = NULL;

	for (size_t i = 0; i < n; i++)
		if (finding_counts(&f[i]) &&
			(!worst || rank(&f[i]) < rank(worst) ||
				(rank(&f[i]) == rank(worst) && f[i].severity > worst->severity)))
			worst = &f[i];
	return worst;
}

void finding_judge(struct arena *a, struct case_result *c)
{
	const struct kernel_finding *f;

	findings_relate(c->findings, c->nfindings);
	f = finding_worst(c->findings, c->nfindings);
	if (!f || c->verdict <= f->verdict)
		return;
	c->verdict = f->verdict;
	c->message = finding_sentence(a, f);
	c->place = (struct fault_place){ f->host || (f->gap == GAP_STREAMS && f->at.line <= 0) ? NULL : f->kernel,
		f->at.file, f->at.line };
}
