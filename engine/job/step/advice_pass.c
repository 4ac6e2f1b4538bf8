/* advice_pass: gates let more than one way through, and some of those ways are slow. What the perf case's counters say
 * of them, next to the reference's. */
#include "job/step/advice.h"

#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/number.h"
#include "job/step/advice_call.h"
#include "job/step/excerpt.h"
#include "job/step/source.h"
#include "judge/finding.h"
#include "judge/floors.h"
#include "judge/source_barrier.h"
#include "judge/source_double.h"
#include "judge/source_shape.h"
#include "judge/streams.h"

const struct arg *step_arg(const struct step *s, const char *name)
{
	for (size_t i = 0; s && name && i < s->nargs; i++)
		if (!strcmp(s->args[i].name, name))
			return &s->args[i];
	return NULL;
}

const struct arg *step_arg_of(const struct step *s, const char *element)
{
	char *name = element ? xstrndup(element, strcspn(element, "[")) : NULL;
	const struct arg *arg = step_arg(s, name);

	free(name);
	return arg;
}

double threads_at_once(const struct kernel_run *k)
{
	double n = 1;

	for (int d = 0; d < 3; d++)
		n *= (double)k->grid[d] * k->block[d];
	return n;
}

/* All threads that its launches started. */
static double threads_of(const struct side *s)
{
	double n = 0;

	for (size_t i = 0; i < s->nkernels; i++)
		n += s->kernels[i].launches * threads_at_once(&s->kernels[i]);
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

/* Fewer threads than half of the reference's, and slower for it. Where a step gives each thread much to do, its own
 * limit on time says from when on. */
static void fewer_threads(const struct result *r, double time, struct buf *b)
{
	static const double FEW = 0.5, SLOWER = 1.2;
	double mine = threads_of(&r->student), theirs = threads_of(&r->reference);
	double slower = r->step->notes.time > NOTES_TIME ? r->step->notes.time : SLOWER;
	char n[64], of[64];

	if (!(mine > 0 && mine <= FEW * theirs && time > slower))
		return;
	number_text(mine, n, sizeof n);
	number_text(theirs, of, sizeof of);
	buf_printf(b,
		" You launch %s threads where the reference launches %s: fewer loads are on their way at once, and "
		"parts "
		"of the GPU stand idle.",
		n, of);
}

/* Blocks of a single warp: a multiprocessor takes a limited number of blocks, whatever their size. */
static void one_warp_blocks(const struct result *r, struct buf *b)
{
	enum { WARP = 32, BLOCKS = 32 };
	const struct kernel_run *mine = side_longest(&r->student), *theirs = side_longest(&r->reference);
	uint32_t threads = mine ? mine->block[0] * mine->block[1] * mine->block[2] : 0;
	uint32_t blocks = mine ? mine->grid[0] * mine->grid[1] * mine->grid[2] : 0;

	if (!threads || threads > WARP || blocks < 2 || !theirs ||
		theirs->block[0] * theirs->block[1] * theirs->block[2] <= WARP)
		return;
	buf_printf(b,
		" Your blocks are one warp each. A multiprocessor takes at most %d blocks at once, so at most %d of "
		"the 64 "
		"warps that it has room for: take 64 to 256 threads a block.",
		BLOCKS, BLOCKS);
}

/* What lies in another memory than it has to. */
static void needless_memory(const struct result *r, struct buf *b)
{
	const struct counters *s = &r->student.total, *f = &r->reference.total;

	if (s->v[CTR_SHARED_ST_INST] && !f->v[CTR_SHARED_ST_INST] && !s->v[CTR_BARRIERS] && !f->v[CTR_BARRIERS])
		buf_puts(b,
			" You put values into shared memory and never wait at a barrier: where a thread reads back "
			"only "
			"what it wrote itself, a plain variable does the same.");
	if (r->student.local_array && !r->reference.local_array)
		buf_puts(b,
			" An array of a thread's own lies in local memory, which is the GPU's big, slow memory: only "
			"where "
			"the compiler knows each index (a loop that it unrolls) is it kept in registers. Do without "
			"the "
			"array, or let the loop be unrolled.");
}

/* Loads and stores apart: more of them than the reference makes, or as many that lie further apart. */
static void more_traffic(const struct result *r, struct buf *b)
{
	static const struct {
		const char *what, *why;
		enum counter_id requests, sectors;
	} KINDS[] = {
		{ "loads", "are lanes idle, or is something loaded twice?", CTR_GLOBAL_LD_REQUESTS,
			CTR_GLOBAL_LD_SECTORS },
		{ "stores", "are lanes idle, or is something stored twice?", CTR_GLOBAL_ST_REQUESTS,
			CTR_GLOBAL_ST_SECTORS },
	};
	const struct counters *s = &r->student.total, *f = &r->reference.total;

	for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
		double requests = (double)s->v[KINDS[i].requests], fewer = (double)f->v[KINDS[i].requests],
		       sectors = (double)s->v[KINDS[i].sectors], ideal = (double)f->v[KINDS[i].sectors];

		if (fewer > 0 && requests > NOTES_TIME * fewer)
			buf_printf(b, " Your warps make %.1f times the reference's %s: %s", requests / fewer,
				KINDS[i].what, KINDS[i].why);
		else if (ideal > 0 && sectors > NOTES_TIME * ideal)
			buf_printf(b,
				" Your %s touch %.1f times the reference's sectors: do neighbouring lanes take "
				"neighbouring elements?",
				KINDS[i].what, sectors / ideal);
	}
}

static double launches_of(const struct side *s)
{
	double n = 0;

	for (size_t i = 0; i < s->nkernels; i++)
		n += s->kernels[i].launches;
	return n;
}

/* Barriers that the reference does without. Where they made the kernel clearly faster they are part of an idea. */
static void more_barriers(const struct result *r, double time, struct buf *b)
{
	static const double FASTER = 0.9;

	if (r->student.total.v[CTR_BARRIERS] && !r->reference.total.v[CTR_BARRIERS] && !(time > 0 && time < FASTER))
		buf_puts(b,
			" Your warps wait at barriers and the reference's do not: does a thread read what another one "
			"wrote? `warplings audit` says what goes wrong without each barrier.");
}

/* What costs time and no gate looks at: launches and instructions that the reference does without. */
static void more_work(const struct result *r, double time, struct buf *b)
{
	static const double MANY = 2, SLOWER = 1.2;
	const struct counters *s = &r->student.total, *f = &r->reference.total;
	double mine = launches_of(&r->student), theirs = launches_of(&r->reference);

	if (theirs > 0 && mine > theirs && time > SLOWER)
		buf_printf(b, " You launch %.0f kernels where the reference launches %.0f.", mine, theirs);
	if (f->v[CTR_THREAD_INST_ON] && (double)s->v[CTR_THREAD_INST_ON] > MANY * (double)f->v[CTR_THREAD_INST_ON])
		buf_printf(b, " Your threads execute %.1f times the reference's instructions.",
			(double)s->v[CTR_THREAD_INST_ON] / (double)f->v[CTR_THREAD_INST_ON]);
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

const struct kernel_finding *advice_shared_element(const struct result *r, const char **case_name)
{
	for (size_t i = 0; i < r->ncases; i++)
		for (size_t k = 0; k < r->cases[i].nfindings; k++) {
			const struct kernel_finding *f = &r->cases[i].findings[k];
			const char *bracket = f->element && !f->host ? strchr(f->element, '[') : NULL;
			const struct arg *arg = bracket ? step_arg_of(r->step, f->element) : NULL;

			if (!arg || arg->kind == ARG_IN || (arg->count && !strcmp(arg->count, "1")) ||
				f->severity != SEVERITY_INFO || f->verdict != VERDICT_RACE)
				continue;
			*case_name = r->cases[i].name;
			return f;
		}
	return NULL;
}

/* Harmless, but most likely a guard that is missing. */
static void written_twice(const struct result *r, struct buf *b)
{
	const char *in = NULL;
	const struct kernel_finding *f = advice_shared_element(r, &in);

	if (f)
		buf_printf(b,
			" In the case '%s' several threads write %s, all the same value: should a guard keep "
			"all but one of them away?",
			in, f->element);
}

/* Doubles where the data have none: always, where the reference needs none; else (it may sum in double to be exact)
 * only where they take a good part of the time. */
#define DOUBLES_PART 0.1
static bool needless_doubles(const struct result *r)
{
	double us = floors_doubles_us(&r->student);

	for (size_t i = 0; i < r->step->nargs; i++)
		if (r->step->args[i].type == ELEM_DOUBLE)
			return us > 0 && floors_doubles_us(&r->reference) <= 0;
	return us > 0 && (floors_doubles_us(&r->reference) <= 0 || us >= DOUBLES_PART * r->student.time_us);
}

static void doubles(struct result *r, const char *source, struct buf *b)
{
	const char *what = NULL;
	int line;

	if (!needless_doubles(r))
		return;
	line = source ? source_double(&r->arena, source, &what) : 0;
	buf_printf(b,
		" You compute in double precision where the %s: a constant without an f (2.0 in place of 2.0f), a "
		"double variable or pow(x, 2) is enough.",
		floors_doubles_us(&r->reference) <= 0 ? "reference does not" : "data are float, and it takes time");
	if (line)
		buf_printf(b, " Line %d has %s.", line, what);
}

void advice_doubles(struct result *r, const char *source)
{
	const char *what = NULL;
	struct buf b;
	int line;

	if (!r->student.has_counters)
		return;
	buf_init(&b);
	doubles(r, source, &b);
	line = b.len && source ? source_double(&r->arena, source, &what) : 0;
	if (line)
		excerpt_add(r, source, r->file, line, "double precision");
	if (b.len)
		r->advice = arena_printf(&r->arena, "%s%s", r->advice ? r->advice : "", b.data + !r->advice);
	buf_release(&b);
}

/* A loop that waits for what another thread writes, where the reference does without. Where the writer is in another
 * block it is a bet on the size of the GPU; that they are of one block the text does not tell. */
static void waiting(struct result *r, const char *source, struct buf *b)
{
	const struct kernel_run *k = side_longest(&r->student);
	int line = source && k && k->grid[0] * k->grid[1] * k->grid[2] > 1 ? source_waits(source) : 0;
	const char *reference = NULL;

	if (!line || !r->step->reference || !source_text(&r->arena, r->step->reference, &reference) ||
		source_waits(reference))
		return;
	buf_printf(b,
		" The loop in line %d waits for what other threads write. If they are in blocks that have not begun, "
		"because a grid is larger or the GPU smaller, it keeps their place and waits for ever. The reference "
		"waits for nobody.",
		line);
}

/* if (i < n) { ... __syncthreads(); ... } and nothing behind it: for the machine the others have ended, and it waits
 * for none of them. */
static void barrier_in_if(struct result *r, const char *source, struct buf *b)
{
	struct barrier_missed k;
	size_t n;

	for (int line = 1; source && line_at(source, line, &n); line++)
		if (line_has(source, line, "__syncthreads") && source_barrier_missed(&r->arena, source, line, &k) &&
			k.how == MISSED_IN_IF) {
			buf_printf(b,
				" The barrier in line %d stands in an if (line %d: %s), and the rule is that every "
				"thread of the block comes to it. It works as long as nothing stands behind that if, "
				"so that the others have ended: move the barrier out.",
				line, k.line, k.words);
			return;
		}
}

/* if (i >= n) return; ... grid.sync(): the machine asks for one thread of each block. */
static void left_grid(struct result *r, const char *source, struct buf *b)
{
	struct barrier_missed k;
	size_t n;

	for (int line = 1; source && line_at(source, line, &n); line++)
		if (line_has(source, line, "sync") && source_barrier_missed(&r->arena, source, line, &k) && k.grid &&
			k.how == MISSED_LEFT) {
			buf_printf(b,
				" Line %d (%s) lets some threads end before the barrier of the grid in line %d. That "
				"works "
				"as long as the first thread of each block stays; where a whole block ends, the others "
				"wait for ever. The rule is that every thread of the grid comes to it: let those go "
				"on, "
				"with nothing to do.",
				k.line, k.words, line);
			return;
		}
}

/* Pinned memory can be copied whatever the direction says. */
static void wrong_direction(const struct result *r, const char *source, struct buf *b)
{
	int line;

	for (size_t i = 0; i < r->ncases; i++)
		for (size_t k = 0; k < r->cases[i].nfindings; k++) {
			const struct kernel_finding *f = &r->cases[i].findings[k];

			if (!f->name || strcmp(f->name, "copy direction") != 0 || !f->message)
				continue;
			line = source ? advice_call_copy_line(source, f->message) : 0;
			if (line)
				buf_printf(b, " Line %d:", line);
			buf_printf(b,
				" %s. With pinned memory that works; with memory of malloc() the call fails, and "
				"nothing is copied. Name the direction as it is.",
				f->message);
			return;
		}
}

void advice_for_pass(struct result *r, const char *source)
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
	more_traffic(r, &b);
	if (!idle_warps(r, &b) && !(timed && time < 1)) /* more of them may be what makes it faster */
		more_threads(r, requests, fewer, &b);
	more_barriers(r, time, &b);
	if (!(timed && time < 1))
		more_work(r, time, &b);
	fewer_threads(r, time, &b);
	one_warp_blocks(r, &b);
	needless_memory(r, &b);
	more_wavefronts(r, &b);
	written_twice(r, &b);
	doubles(r, source, &b);
	waiting(r, source, &b);
	wrong_direction(r, source, &b);
	barrier_in_if(r, source, &b);
	left_grid(r, source, &b);
	streams_mixed_words(&r->student.timeline, &b);
	if (s->v[CTR_ATOMICS] && !f->v[CTR_ATOMICS])
		buf_printf(&b, " You use atomics where the reference needs none: can each result have one owner?");
	if (b.len)
		r->advice = arena_printf(&r->arena, "It could be better.%s", b.data);
	buf_release(&b);
}
