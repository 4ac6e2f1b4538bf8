/* explain.c: see explain.h. Only what a line did is said, with its numbers; whether it could do better is the lesson's
 * word. Advice must be able to mend the fault that it stands beside: where none can, there is none. */
#include "base/fs.h"
#include "job/step/explain.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/number.h"
#include "job/step/order.h"
#include "job/step/pictures.h"
#include "judge/compile_said.h"
#include "judge/finding.h"
#include "judge/streams.h"
#include "judge/verdict.h"

enum { AROUND = 2 };

static bool shown_already(const struct result *r, int line)
{
	for (size_t i = 0; i < r->nexcerpts; i++)
		if (r->excerpts[i].line == line)
			return true;
	return false;
}

/* The lines around one of the student's file, with what happened there. */
static void add_excerpt(struct result *r, const char *source, const char *file, int line, const char *note)
{
	struct excerpt *x = &r->excerpts[r->nexcerpts];
	int from = line > AROUND ? line - AROUND : 1;
	const char *text;
	size_t n;

	if (!file || !r->file || strcmp(fs_base_name(file), fs_base_name(r->file)) || !line_at(source, line, &n) ||
		shown_already(r, line) || r->nexcerpts == sizeof r->excerpts / sizeof *r->excerpts)
		return;
	*x = (struct excerpt){ .file = arena_strdup(&r->arena, fs_base_name(file)), .line = line, .note = note };
	for (int i = from; i <= line + AROUND && (text = line_at(source, i, &n)) != NULL; i++) {
		char *copy = arena_printf(&r->arena, "%.*s", (int)(n < 400 ? n : 400), text);

		if (!x->n && i < line && copy[strspn(copy, " \t\r")] == '\0')
			continue; /* no need to begin with an empty line */
		if (!x->n)
			x->first = i;
		x->lines[x->n++] = copy;
	}
	while (x->first + (int)x->n - 1 > line && x->lines[x->n - 1][strspn(x->lines[x->n - 1], " \t\r")] == '\0')
		x->n--;
	r->nexcerpts++;
}

bool explain_updates(const char *line, size_t n)
{
	static const char *const signs[] = { "+=", "-=", "*=", "|=", "&=", "^=", "atomicAdd", "atomicSub", "atomicMax",
		"atomicMin", "++", "--" };
	char *text = xstrndup(line, n), *equals, *bracket;
	bool yes = false;

	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		yes = yes || strstr(text, signs[i]);
	/* "name[...] = ... name[": the word before the first bracket, again after the sign. */
	bracket = strchr(text, '[');
	equals = bracket ? strchr(bracket, '=') : NULL;
	if (equals && equals[1] != '=') {
		char *begin = bracket;
		char *name;

		while (begin > text && (isalnum((unsigned char)begin[-1]) || begin[-1] == '_'))
			begin--;
		name = xasprintf("%.*s[", (int)(bracket - begin), begin);
		yes = yes || (name[1] && strstr(equals, name));
		free(name);
	}
	free(text);
	return yes;
}

/* ---- the line that counted most of what a gate limits */

static const struct unit {
	enum counter_id cost, requests;
	const char *what;
} units[] = {
	{ CTR_GLOBAL_LD_SECTORS, CTR_GLOBAL_LD_REQUESTS, "sectors for each load of a warp" },
	{ CTR_GLOBAL_ST_SECTORS, CTR_GLOBAL_ST_REQUESTS, "sectors for each store of a warp" },
	{ CTR_SHARED_EXCESSIVE, CTR_SHARED_LD_INST, "excessive wavefronts for each load of a warp" },
	{ CTR_SHARED_EXCESSIVE, CTR_SHARED_ST_INST, "excessive wavefronts for each store of a warp" },
};

static const char *cost_words(
	struct arena *a, enum counter_id id, const struct counters *line, const struct counters *all)
{
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (units[i].cost == id && line->v[units[i].requests])
			return arena_printf(
				a, "%.1f %s", (double)line->v[id] / (double)line->v[units[i].requests], units[i].what);
	return arena_printf(
		a, "%.0f %% of all %s", 100.0 * (double)line->v[id] / (double)all->v[id], counter_alias(id));
}

static const struct gate_result *missed_gate(const struct result *r)
{
	for (size_t i = 0; i < r->ngates; i++)
		if (r->gates[i].judged && !r->gates[i].pass)
			return &r->gates[i];
	return NULL;
}

/* A limit on time from first to last, or on how full it is: missed by what streams do, and by no line of a kernel. */
static void explain_overlap(struct result *r, const struct gate_result *g)
{
	enum counter_id id = (enum counter_id)g->gate->counter;
	struct buf b;

	if (g->is_max ? id != CTR_TL_ELAPSED : id != CTR_TL_FULL && id != CTR_TL_OVERLAP)
		return;
	buf_init(&b);
	streams_slow_words(&r->student.timeline, &b);
	if (b.len)
		r->advice = arena_strdup(&r->arena, b.data + 1);
	buf_release(&b);
}

static void explain_gate(struct result *r, const char *source, const struct device_line *lines, size_t n)
{
	const struct gate_result *g = missed_gate(r);
	const struct device_line *worst = NULL;
	enum counter_id id;

	if (g && !r->advice)
		explain_overlap(r, g);
	if (!g || !g->is_max || !g->defined)
		return;
	id = counter_numerator((enum counter_id)g->gate->counter);
	for (size_t i = 0; i < n; i++)
		if (lines[i].file && lines[i].c.v[id] && (!worst || lines[i].c.v[id] > worst->c.v[id]))
			worst = &lines[i];
	if (worst)
		add_excerpt(
			r, source, worst->file, worst->line, cost_words(&r->arena, id, &worst->c, &r->student.total));
}

/* ---- wrong answers */

static const struct arg *arg_named(const struct step *s, const char *name)
{
	for (size_t i = 0; s && name && i < s->nargs; i++)
		if (!strcmp(s->args[i].name, name))
			return &s->args[i];
	return NULL;
}

/* Does the element look as if something had been added to the garbage that an output starts with? */
static bool from_garbage(const struct result *r, const struct mismatch *m)
{
	const struct arg *arg = arg_named(r->step, m->arg);
	double got = m->got ? strtod(m->got, NULL) : 0, want = m->want ? strtod(m->want, NULL) : 0;

	if (!arg || arg->kind != ARG_OUT || m->never_written)
		return false;
	return arg->type == ELEM_FLOAT || arg->type == ELEM_DOUBLE ? isnan(got) && !isnan(want) : got == want - 1;
}

static void explain_wrong(struct result *r, const struct case_result *c, const char *source)
{
	const struct mismatch *m = &c->mismatch;
	const struct written *w = m->nwritten ? &m->written[0] : NULL;
	const char *line;
	size_t n;

	if (w && w->by == WRITER_KERNEL) {
		add_excerpt(r, source, w->at.file, w->at.line,
			arena_printf(&r->arena, "wrote %s last", w->where ? w->where : "it"));
		line = line_at(source, w->at.line, &n);
		if (r->nexcerpts && line && from_garbage(r, m) && explain_updates(line, n)) {
			r->advice = arena_printf(&r->arena,
				"%s starts as garbage, and line %d adds to it although nothing has set it before: "
				"assign "
				"the value (=), or clear the array first (cudaMemset in solve()).",
				m->arg, w->at.line);
			return;
		}
		r->advice = arena_printf(&r->arena,
			"Follow thread (%u,%u,%u) of block (%u,%u,%u) by hand: which element should it have written, "
			"and "
			"from which inputs?",
			w->at.thread[0], w->at.thread[1], w->at.thread[2], w->at.block[0], w->at.block[1],
			w->at.block[2]);
	} else if (m->never_written) {
		r->advice = arena_printf(&r->arena,
			"No thread wrote %s. Which one should have, and does it exist? Look at the number of blocks, "
			"at the "
			"index and at the guard.",
			m->where ? m->where : "it");
	} else if (w && w->by == WRITER_NOBODY) {
		r->advice = arena_printf(&r->arena,
			"No thread wrote %s: it is what it was before the call. Which thread should have, and does it "
			"get there? Look at the index, at the guard and at how a loop goes on.",
			w->where ? w->where : "it");
	}
}

static double threads_of(const struct side *s)
{
	double n = 0;

	for (size_t i = 0; i < s->nkernels; i++) {
		const struct kernel_run *k = &s->kernels[i];

		n += (double)k->launches * k->grid[0] * k->grid[1] * k->grid[2] * k->block[0] * k->block[1] *
			k->block[2];
	}
	return n;
}

/* Warps that touch no memory at all: a grid with more blocks than there is work, or blocks with more warps. A tail that
 * ends before the guard is a small part, and what the reference does idly is no fault either. */
static bool idle_warps(const struct result *r, struct buf *b)
{
	static const double PART
	= 0.25;
	const struct counters *s = &r->student.total, *f = &r->reference.total;
	double all = (double)s->v[CTR_WARPS], idle = (double)s->v[CTR_WARPS_IDLE],
	       theirs = f->v[CTR_WARPS] ? (double)f->v[CTR_WARPS_IDLE] / (double)f->v[CTR_WARPS] : 0;
	char n[64], of[64];

	if (!(idle > (PART + theirs) * all))
		return false;
	number_text(idle, n, sizeof n);
	number_text(all, of, sizeof of);
	buf_printf(b,
		" %s of the %s warps that you launch load and store nothing: are there more blocks, or more threads in "
		"a "
		"block, than work?",
		n, of);
	return true;
}

/* More threads than the reference launches, and nothing won: they ask for as much together, so each for less. */
static void more_threads(const struct result *r, double requests, double fewer, struct buf *b)
{
	static const double MANY = 1.5;
	const struct counters *s = &r->student.total, *f = &r->reference.total;
	double mine = threads_of(&r->student), theirs = threads_of(&r->reference);

	if (theirs > 0 && mine > MANY * theirs && s->v[CTR_THREAD_INST_ON] > f->v[CTR_THREAD_INST_ON] &&
		requests < MANY * fewer)
		buf_printf(b,
			" You launch %.1f times the reference's threads for the same loads and stores: has each of "
			"them "
			"something to do?",
			mine / theirs);
}

/* Bank conflicts that the reference does not have. */
static void more_wavefronts(const struct result *r, struct buf *b)
{
	static const double PART
	= 0.25;
	const struct counters *s = &r->student.total, *f = &r->reference.total;
	double all = (double)(s->v[CTR_SHARED_LD_WAVEFRONTS] + s->v[CTR_SHARED_ST_WAVEFRONTS]),
	       ideal = all - (double)s->v[CTR_SHARED_EXCESSIVE];

	if (all > 0 && (double)s->v[CTR_SHARED_EXCESSIVE] > PART * all &&
		s->v[CTR_SHARED_EXCESSIVE] > 2 * f->v[CTR_SHARED_EXCESSIVE])
		buf_printf(b,
			" Your accesses to shared memory take %.1f times the wavefronts that they would without bank "
			"conflicts (lab 07).",
			all / (ideal > 0 ? ideal : 1));
}

/* An element of an array that several threads write, all the same value: harmless, but most likely a guard that is
 * missing. A single number that many set is a flag. */
static void written_twice(const struct result *r, struct buf *b)
{
	for (size_t i = 0; i < r->ncases; i++)
		for (size_t k = 0; k < r->cases[i].nfindings; k++) {
			const struct kernel_finding *f = &r->cases[i].findings[k];
			const char *bracket = f->element && !f->host ? strchr(f->element, '[') : NULL;
			char *name = bracket ? xstrndup(f->element, (size_t)(bracket - f->element)) : NULL;
			const struct arg *arg = name ? arg_named(r->step, name) : NULL;

			free(name);
			if (!arg || arg->kind == ARG_IN || (arg->count && !strcmp(arg->count, "1")) ||
				f->severity != SEVERITY_INFO || f->verdict != VERDICT_RACE)
				continue;
			buf_printf(b,
				" In the case '%s' several threads write %s, all the same value: should a guard keep "
				"all but one of them away?",
				r->cases[i].name, f->element);
			return;
		}
}

static double doubles_of(const struct side *s)
{
	double us = 0;

	for (size_t i = 0; i < s->nkernels; i++)
		for (size_t k = 0; k < s->kernels[i].nparts; k++)
			if (!strcmp(s->kernels[i].parts[k].name, "double"))
				us += s->kernels[i].parts[k].us;
	return us;
}

/* What a pass leaves to be done better, next to the reference in the perf case. Gates let more than one way through,
 * and some of those ways are slow. */
static void explain_pass(struct result *r)
{
	const struct notes *notes = &r->step->notes;
	const double much = notes->time;
	const struct counters *s = &r->student.total, *f = &r->reference.total;
	bool timed = r->student.time_us > 0 && r->reference.time_us > 0 &&
		r->student.time_kind == r->reference.time_kind && !r->student.noisy && !r->reference.noisy;
	double time = timed ? r->student.time_us / r->reference.time_us : 0;
	double whole = f->v[CTR_TL_ELAPSED] ? (double)s->v[CTR_TL_ELAPSED] / (double)f->v[CTR_TL_ELAPSED] : 0;
	double requests = (double)(s->v[CTR_GLOBAL_LD_REQUESTS] + s->v[CTR_GLOBAL_ST_REQUESTS]),
	       fewer = (double)(f->v[CTR_GLOBAL_LD_REQUESTS] + f->v[CTR_GLOBAL_ST_REQUESTS]);
	struct buf b;

	if (notes->none)
		return;
	buf_init(&b);
	if (time > much)
		buf_printf(&b, " Your kernels take %.1f times as long as the reference's (%s).", time,
			r->student.time_kind == TIME_MEASURED ? "measured" : "modelled");
	else if (whole > much)
		buf_printf(&b,
			" Your solve() takes %.1f times as long as the reference's (modelled), with its copies and the "
			"gaps "
			"between launches.",
			whole);
	if (fewer > 0 && requests > NOTES_TIME * fewer)
		buf_printf(&b, " Your warps make %.1f times the reference's loads and stores: are lanes idle?",
			requests / fewer);
	if (!idle_warps(r, &b) && !(timed && time < 1)) /* more of them may be what makes it faster */
		more_threads(r, requests, fewer, &b);
	more_wavefronts(r, &b);
	written_twice(r, &b);
	if (doubles_of(&r->student) > 0 && doubles_of(&r->reference) <= 0)
		buf_printf(&b,
			" You compute in double precision where the reference does not: a constant without an f (2.0 "
			"in "
			"place of 2.0f) or a double variable is enough.");
	streams_mixed_words(&r->student.timeline, &b);
	if (s->v[CTR_ATOMICS] && !f->v[CTR_ATOMICS])
		buf_printf(&b, " You use atomics where the reference needs none: can each result have one owner?");
	if (b.len)
		r->advice = arena_printf(&r->arena, "It could be better.%s", b.data);
	buf_release(&b);
}

/* A deadlock is a fault and no finding, but the same two mistakes make it. */
static const char *barrier_advice(const struct case_result *c)
{
	struct kernel_finding f = { .name = "barrier misuse", .severity = SEVERITY_ERROR };

	f.same_warp = c && c->message && strstr(c->message, " mask");
	return c && c->message && strstr(c->message, "arrier error detected") ? finding_advice(&f) : NULL;
}

/* An access that is wider than an element of the argument that it misses: the file casts the pointer, and mostly a
 * guard that still counts in the old unit is to blame. NULL: it is none. */
static const char *wide_advice(struct result *r, const struct case_result *c)
{
	const char *size = strstr(c->message, " of size "), *which = strstr(c->message, ", argument ");
	const struct arg *arg;
	size_t number, each;
	unsigned long bytes;

	if (!size || !which)
		return NULL;
	bytes = strtoul(size + 9, NULL, 10);
	number = strtoul(which + 11, NULL, 10);
	if (!number || number > r->step->nargs)
		return NULL;
	arg = &r->step->args[number - 1];
	each = elem_size(arg->type);
	if (bytes <= each)
		return NULL;
	return arena_printf(&r->arena,
		"The access takes %lu bytes at once, and an element of '%s' has %zu. How many of the wider ones does "
		"'%s' hold? The guard has to compare with that number. (A struct whose alignment is larger than its "
		"fields is longer than they are, too.)",
		bytes, arg->name, each, arg->name);
}

/* What mends an access by the wrong address depends on what is wrong with it. The words are those of
 * emulator/core/fault.c and job/evidence/faults.c. */
static const char *memory_advice(struct result *r, const struct case_result *c)
{
	static const struct {
		const char *word, *advice;
	} table[] = {
		{ "is misaligned",
			"A vector lies at a multiple of its own size: an int2 or float2 at a multiple of 8 bytes, an "
			"int4 or float4 of 16. At which byte does the pointer start that was cast?" },
		{ "of shared memory",
			"Compare the index with the size of the shared array: as declared, or, of an extern array, the "
			"bytes that the launch asks for (the third number between <<< and >>>)." },
		{ "no shared memory",
			"An extern __shared__ array has as many bytes as the launch asks for: the third number between "
			"<<< and >>>. There it is 0." },
		{ "host pointer", "A kernel reaches the device's memory alone: copy the data there first." },
		{ "host memory", "A kernel reaches the device's memory alone: copy the data there first." },
	};
	const char *wide;

	for (size_t i = 0; c && c->message && i < sizeof table / sizeof *table; i++)
		if (strstr(c->message, table[i].word))
			return table[i].advice;
	wide = c && c->message ? wide_advice(r, c) : NULL;
	if (wide)
		return wide;
	return "Work out that thread's index by hand. Should this thread do anything at all? A guard keeps threads "
	       "without an element away.";
}

static const char *launch_advice(const struct case_result *c)
{
	const char *m = c && c->message ? c->message : "";

	if (strstr(m, "gridDim") && strstr(m, " is 0"))
		return "How many blocks are there for a few elements? A division of whole numbers rounds down: n / "
		       "block is 0 there, (n + block - 1) / block rounds up. What is divided may be 0 already: n / 4 "
		       "is, for an n of 3. Where there is nothing to do at all, launch nothing.";
	if (strstr(m, "threads a block"))
		return "The sides of a block, multiplied, are its threads. Make the block smaller and launch more of "
		       "them.";
	if (strstr(m, "registers a block"))
		return "The compiler gave each thread many registers, mostly because it unrolls a loop. Tell it how "
		       "many threads a block has, __global__ void __launch_bounds__(1024) name(...), or unroll less "
		       "(#pragma unroll 4), or make the block smaller.";
	if (strstr(m, "bytes of dynamic shared memory"))
		return "The third value between <<< and >>> is a number of bytes for one block. How many bytes does a "
		       "block need? More than 48 KiB have to be asked for first, with cudaFuncSetAttribute and "
		       "cudaFuncAttributeMaxDynamicSharedMemorySize.";
	return NULL;
}

/* Of a kernel that was stopped for having done too much, and not because it would never end. */
static const char *stopped_advice(const struct result *r)
{
	const struct case_result *c = verdict_case(r);

	if (!c || !c->message)
		return NULL;
	if (!strncmp(c->message, ORDER_WASTEFUL, strlen(ORDER_WASTEFUL)))
		return "Does every thread go through all the elements? Each needs its own ones: let it begin at its "
		       "own "
		       "index, and let each turn of its loop pass by what the other threads do.";
	if (strncmp(c->message, ORDER_STOPPED, strlen(ORDER_STOPPED)) != 0)
		return NULL;
	if (r->verdict == VERDICT_GATE_FAILED)
		return "How many threads does the launch start, blocks times threads, and how many are needed? How "
		       "often does a loop turn in each of them?";
	return "What ends the loop, and does something in its body bring that about? If it does end: how often does it "
	       "turn in one thread, and do all threads do the same work?";
}

static const char *advice_of(struct result *r)
{
	switch (r->verdict) {
	case VERDICT_LAUNCH_ERROR: return launch_advice(verdict_case(r));
	case VERDICT_BARRIER_ERROR: return barrier_advice(verdict_case(r));
	case VERDICT_COMPILE_ERROR:
		return r->diagnostics ? "Begin with the first error: later ones often follow from it." : NULL;
	case VERDICT_MEMORY_ERROR: return memory_advice(r, verdict_case(r));
	case VERDICT_TIMEOUT:
	case VERDICT_GATE_FAILED: return stopped_advice(r);
	default: return NULL;
	}
}

/* The line that the compiler stopped at, with a sentence of help where there is one. */
static void explain_compile(struct result *r, const char *source)
{
	struct compile_said s;
	struct buf help;

	if (!compile_said_first(r->diagnostics, fs_base_name(r->file), &s))
		return;
	buf_init(&help);
	compile_said_help(&s, &help);
	add_excerpt(r, source, r->file, s.line, help.len ? arena_strdup(&r->arena, help.data) : NULL);
	buf_release(&help);
}

void explain_result(struct result *r, const char *source, const struct device_line *lines, size_t n)
{
	const struct case_result *c = verdict_case(r);
	const struct kernel_finding *f;
	struct buf b;

	if (!r->advice) /* step/values.c */
		r->advice = advice_of(r);
	r->lines = pictures_of_lines(&r->arena, r->file, lines, n, &r->nlines);
	if (r->verdict == VERDICT_COMPILE_ERROR)
		explain_compile(r, source);
	if (r->verdict == VERDICT_GATE_FAILED)
		explain_gate(r, source, lines, r->seen_failed ? 0 : n);
	if (r->verdict == VERDICT_PASS)
		explain_pass(r);
	if (!c)
		return;
	f = finding_worst(c->findings, c->nfindings);
	if (f && f->verdict == r->verdict) {
		buf_init(&b);
		for (int other = 0; other < 2; other++) {
			const struct thread_place *p = other ? &f->other : &f->at;
			struct kernel_finding nowhere = *f;

			if (other ? !f->has_other || f->other.line == f->at.line : f->host)
				continue;
			nowhere.at.line = nowhere.other.line = 0; /* the excerpt shows where */
			buf_clear(&b);
			buf_printf(&b, "%s by ", other ? finding_other_word(f) : finding_at_word(f));
			finding_place_words(&nowhere, other, &b);
			add_excerpt(r, source, p->file, p->line, arena_strdup(&r->arena, b.data));
		}
		buf_release(&b);
		r->advice = finding_advice(f);
		return;
	}
	if (c->place.line > 0)
		add_excerpt(r, source, c->place.file, c->place.line, NULL);
	else if (c->mismatch.any)
		explain_wrong(r, c, source);
	if (c->uneven)
		r->advice =
			"Something decides that is no input: the address of an array, a clock, a value that stays from "
			"one call to the next. The same inputs have to give the same answer, wherever arrays lie.";
	else if (c->again)
		r->advice = "solve() is called many times, as any function is. Something stays from one call to the "
			    "next: a "
			    "static or __device__ variable, or memory that nothing sets anew. Set it at the beginning "
			    "of each call.";
}
