/* findings: see findings.h. */
#include "base/fs.h"
#include "job/evidence/findings.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "job/evidence/site.h"
#include "judge/finding.h"
#include "report/format.h"

const char *text_of_report(struct arena *a, const char *text)
{
	return text && *text ? arena_scrub(a, text) : NULL;
}

static struct thread_place place_of(struct arena *a, const struct device_place *p)
{
	struct thread_place t = { .file = text_of_report(a, p->file), .line = p->line };

	memcpy(t.block, p->block, sizeof t.block);
	memcpy(t.thread, p->thread, sizeof t.thread);
	return t;
}

/* "...; they are in the allocation of 400 bytes made by the 2nd cudaMalloc at x.cu:30" */
static const char *with_block(
	struct arena *a, const char *message, const struct device_block *b, const struct memory_names *names)
{
	const char *words = b ? block_words(a, b, names) : NULL;
	char bytes[48];

	if (!message || !words)
		return message;
	format_count((double)b->bytes, bytes, sizeof bytes);
	return arena_printf(a, "%s; they are in the allocation of %s bytes %s", message, bytes, words);
}

/* Where the host's own code was: a line, as of a kernel, or else "the host in main()". */
static void host_place(
	struct arena *a, const struct device_finding *from, const struct memory_names *names, struct kernel_finding *f)
{
	int none = 0;
	const char *words = from->site ? site_words(a, from->site, names->resolve ? names->resolve : &none) : NULL;
	const char *colon = words ? strrchr(words, ':') : NULL;

	if (colon && !strncmp(words, "at ", 3)) {
		f->at.file = arena_strndup(a, words + 3, (size_t)(colon - words - 3));
		f->at.line = atoi(colon + 1);
	} else if (words) {
		f->kernel = arena_printf(a, "%s %s", f->kernel, words);
	}
}

struct kernel_finding *findings_of_report(
	struct arena *a, const struct device_report *rep, const struct memory_names *names, size_t *n)
{
	struct kernel_finding *all;

	*n = rep->nfindings;
	if (!*n)
		return NULL;
	all = arena_alloc(a, *n * sizeof *all);
	for (size_t i = 0; i < *n; i++) {
		const struct device_finding *from = &rep->findings[i];
		struct kernel_finding *f = &all[i];
		int v = verdict_find(from->verdict ? from->verdict : "");

		/* A word that we don't know is a bug of ours, never something that a student is scored by. */
		f->severity = v < 0 || from->severity < 1 ? SEVERITY_INFO :
			from->severity == 1               ? SEVERITY_WARNING :
							    SEVERITY_ERROR;
		f->verdict = v < 0 ? VERDICT_PASS : (enum verdict)v;
		f->name = text_of_report(a, from->name);
		f->tool = text_of_report(a, from->tool);
		f->space = text_of_report(a, from->space);
		f->message = with_block(a, text_of_report(a, from->message), from->block, names);
		f->kernel = text_of_report(a, from->kernel);
		f->other_kernel = text_of_report(a, from->other_kernel);
		f->at = place_of(a, &from->at);
		f->other = place_of(a, &from->other);
		host_place(a, from, names, f);
		f->has_other = from->has_other;
		f->same_warp = from->same_warp;
		f->at_atomic = from->at_atomic;
		f->other_atomic = from->other_atomic;
		f->other_way = from->other_way;
		f->elsewhere = from->elsewhere;
		f->looped = from->turns;
		f->all_blocks = from->all_blocks;
		f->gap = finding_gap(from->gap);
		f->change = finding_change(from->change);
		f->host = from->host;
		f->address = from->address;
		f->bytes = from->bytes;
		f->count = from->count;
	}
	return all;
}

void findings_rename(struct kernel_finding *f, size_t n, const char *compiled, const char *shown)
{
	for (size_t i = 0; i < n; i++) {
		struct thread_place *both[2] = { &f[i].at, &f[i].other };

		for (int k = 0; k < 2; k++)
			if (both[k]->file &&
				!strcmp(fs_base_name(both[k]->file), fs_base_name(compiled ? compiled : shown)))
				both[k]->file = shown;
	}
}
