/* profile_program.c: see profile.h; a program that is built already: exec_report with lines -> the sources that the
 * line table names. */
#include "job/program/profile.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "emulator/emulator.h"
#include "job/program/exec.h"
#include "job/program/profile_internal.h"
#include "job/program/program.h"

struct work {
	const char *file;
	uint64_t inst;
};

static int by_work(const void *a, const void *b)
{
	const struct work *x = a, *y = b;

	return x->inst != y->inst ? (x->inst > y->inst ? -1 : 1) : strcmp(x->file, y->file);
}

/* The program's own files of the line table, the one with the most work first. Returns their number; freed by the
 * caller. */
static size_t own_files(const struct exec_report *r, struct work **out)
{
	struct work *w = xcalloc(r->nlines + 1, sizeof *w);
	size_t n = 0;

	for (size_t i = 0; i < r->nlines; i++) {
		const struct exec_line *l = &r->lines[i];
		size_t k = 0;

		if (!l->times || !em_source_is_own(l->file))
			continue;
		while (k < n && strcmp(w[k].file, l->file))
			k++;
		w[k].file = l->file;
		w[k].inst += l->c.v[CTR_INST];
		n += k == n;
	}
	qsort(w, n, sizeof *w, by_work);
	*out = w;
	return n;
}

static void read_sources(struct profile_report *r, const char *program)
{
	char *path = program_find(program, &(struct err)ERR_INIT);
	struct stat built = { 0 }, now;
	bool newer = false;
	struct work *w;
	size_t n = own_files(&r->exec, &w);

	if (path && stat(path, &built))
		built.st_mtime = 0;
	free(path);
	for (size_t i = 0; i < n; i++)
		if (!profile_add_source(r, w[i].file, w[i].file, &(struct err)ERR_INIT))
			newer |= built.st_mtime && !stat(w[i].file, &now) && now.st_mtime > built.st_mtime;
	free(w);
	if (newer)
		exec_report_note(&r->exec, "A source is newer than the program: its lines may have moved since.");
	if (r->exec.side.nkernels && !r->exec.nlines)
		exec_report_note(&r->exec, "The program's kernels have no line table: nvcc -lineinfo makes one.");
	else if (n && !r->nsources)
		exec_report_note(&r->exec, "No source of the program is where the compiler saw it.");
}

int profile_program(const struct exec_request *rq, struct profile_report *r, struct err *e)
{
	profile_report_init(r);
	r->file = arena_strdup(&r->exec.arena, rq->argv[0]);
	r->built_before = true;
	if (exec_run_into(rq, &r->exec, e))
		return -1;
	for (size_t i = 0; i < r->exec.nlines; i++)
		r->exec.lines[i].file =
			profile_scrub(&r->exec.arena, r->exec.lines[i].file, strlen(r->exec.lines[i].file));
	if (rq->per_line)
		read_sources(r, rq->argv[0]);
	return 0;
}
