/* exec_add: see exec_add.h. */
#include "job/program/exec_add.h"

#include <string.h>

#include "job/evidence/faults.h"
#include "job/evidence/findings.h"
#include "job/run/runner.h"
#include "judge/finding.h"

static void add_fault(struct exec_report *r, const struct device_fault *f, int *resolve)
{
	struct exec_fault *to = ARENA_PUSH(&r->arena, r->faults, r->nfaults, r->faults_cap);
	struct memory_names names = { .resolve = resolve };
	struct fault_words w;

	fault_describe(&r->arena, f, &names, &w);
	to->message = w.sentence;
	to->what = w.what;
	to->detail = w.detail;
	to->has_thread = f->has_thread;
	memcpy(to->block, f->at.block, sizeof to->block);
	memcpy(to->thread, f->at.thread, sizeof to->thread);
	to->place = (struct fault_place){ f->kernel, f->at.file && *f->at.file ? f->at.file : NULL, f->at.line };
	to->cuda_code = f->cuda_code;
	to->fatal = f->fatal;
	to->count = f->count ? f->count : 1;
}

/* A process that a fault ended early had no chance to free anything. */
static void add_leaks(struct exec_report *r, const struct device_report *rep, int *resolve)
{
	struct memory_names names = { .resolve = resolve };

	for (size_t i = 0; i < rep->nfaults; i++)
		if (rep->faults[i].fatal)
			return;
	for (size_t i = 0; i < rep->nleaks; i++) {
		struct exec_leak *to = ARENA_PUSH(&r->arena, r->leaks, r->nleaks, r->leaks_cap);

		to->bytes = rep->leaks[i].bytes;
		to->made = block_words(&r->arena, &rep->leaks[i], &names);
		r->leaked_bytes += to->bytes;
	}
	r->leaks_lost += rep->blocks_lost;
}

/* Memory that nobody wrote, where something was left undone that would perhaps have written it, is no fault of the
 * program's: that is not told. */
static void add_findings(
	struct exec_report *r, const struct device_report *rep, const struct kernel_finding *f, size_t n)
{
	size_t left_out = 0;

	for (size_t i = 0; i < n; i++)
		if (rep->findings[i].lacked && f[i].verdict == VERDICT_UNINITIALIZED)
			left_out++;
		else
			*ARENA_PUSH(&r->arena, r->findings, r->nfindings, r->findings_cap) = f[i];
	findings_relate(r->findings, r->nfindings);
	if (left_out)
		exec_report_note(r,
			"The program went on after a launch or call that the emulated device could not carry out, and "
			"used memory that was never written. What was not carried out may be what writes it, so this "
			"is not reported as an error.");
}

static void add_unimplemented(struct exec_report *r, const char *name)
{
	for (size_t i = 0; i < r->nunimplemented; i++)
		if (!strcmp(r->unimplemented[i], name))
			return;
	*ARENA_PUSH(&r->arena, r->unimplemented, r->nunimplemented, r->unimplemented_cap) = name;
}

/* A second process may have run the same lines. */
static void add_line(struct exec_report *r, const struct device_line *l, size_t *cap)
{
	struct exec_line *to = NULL;

	for (size_t i = 0; i < r->nlines && !to; i++)
		if (r->lines[i].line == l->line && !strcmp(r->lines[i].file, l->file) &&
			!strcmp(r->lines[i].kernel, l->kernel))
			to = &r->lines[i];
	if (!to) {
		to = ARENA_PUSH(&r->arena, r->lines, r->nlines, *cap);
		to->file = l->file;
		to->kernel = l->kernel;
		to->line = l->line;
	}
	to->times += l->times;
	counters_add(&to->c, &l->c);
}

void exec_report_lines(struct exec_report *r, const struct device_line *lines, size_t n)
{
	size_t cap = r->nlines;

	if (r->nlines) {
		for (size_t i = 0; i < n; i++)
			add_line(r, &lines[i], &cap);
		return;
	}
	r->lines = arena_alloc(&r->arena, (n + 1) * sizeof *r->lines);
	for (size_t i = 0; i < n; i++)
		r->lines[i] =
			(struct exec_line){ lines[i].file, lines[i].kernel, lines[i].line, lines[i].times, lines[i].c };
	r->nlines = n;
}

void exec_add_report(struct exec_report *r, const struct device_report *rep, int *resolve)
{
	struct kernel_finding *findings;
	struct memory_names names = { .resolve = resolve };
	size_t n;

	side_add_report(&r->side, &r->arena, rep);
	if (rep->printed && *rep->printed)
		r->printed = arena_printf(&r->arena, "%s%s", r->printed ? r->printed : "", rep->printed);
	r->printf_lost += rep->printf_lost;
	r->stopped += rep->stopped;
	r->repeated += rep->repeated;
	if (rep->repeated)
		exec_report_note(r,
			"%llu launch%s with the same memory and arguments as an earlier one: counted as that one was, "
			"not run "
			"again.",
			(unsigned long long)rep->repeated, rep->repeated == 1 ? " began" : "es began");
	for (size_t i = 0; i < rep->nfaults; i++)
		add_fault(r, &rep->faults[i], resolve);
	findings = findings_of_report(&r->arena, rep, &names, &n);
	add_findings(r, rep, findings, n);
	r->findings_lost += rep->findings_lost;
	if (rep->unchecked_accesses)
		exec_report_note(r,
			"%llu access%s to global memory %s not checked for races: the checker has no room for more.",
			(unsigned long long)rep->unchecked_accesses, rep->unchecked_accesses == 1 ? "" : "es",
			rep->unchecked_accesses == 1 ? "was" : "were");
	add_leaks(r, rep, resolve);
	for (size_t i = 0; i < rep->nunimplemented; i++)
		add_unimplemented(r, rep->unimplemented[i]);
	exec_report_lines(r, rep->lines, rep->nlines);
	r->truncated |= rep->truncated;
}
