/* written: see written.h. The address of an output is the host process's word: a wrong one leads to a wrong writer in a
 * message, or to none. */
#include "job/step/written.h"

#include <stdlib.h>
#include <string.h>

#include "judge/written.h"

enum { MOST = 16384, TIMEOUT_MS = 10000 };

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static int argument_of(const struct case_data *d, const char *name)
{
	for (size_t i = 0; i < d->step->nargs; i++)
		if (!strcmp(d->step->args[i].name, name))
			return (int)i;
	return -1;
}

static struct writing writing_of(const struct device_writer *w, const char *file)
{
	static const enum writer kinds[] = { [DEVICE_WRITER_UNKNOWN] = WRITER_UNKNOWN,
		[DEVICE_WRITER_NOBODY] = WRITER_NOBODY,
		[DEVICE_WRITER_HOST] = WRITER_HOST,
		[DEVICE_WRITER_KERNEL] = WRITER_KERNEL };
	struct writing to = {
		.by = kinds[w->kind], .kernel = w->kernel, .at = { .file = w->at.file, .line = w->at.line }
	};

	memcpy(to.at.block, w->at.block, sizeof to.at.block);
	memcpy(to.at.thread, w->at.thread, sizeof to.at.thread);
	if (to.at.file && !strcmp(base_of(to.at.file), base_of(file)))
		to.at.file = file;
	return to;
}

int written_explain(struct runner *run, struct arena *a, const struct case_data *d, const struct run_outcome *o,
	const struct outputs *got, const struct outputs *want, const struct outputs *magnitude, const char *file,
	struct mismatch *m, struct err *e)
{
	int arg = m->any ? argument_of(d, m->arg) : -1;
	uint64_t step = ((uint64_t)m->wrong + MOST - 1) / MOST, seen = 0;
	uint64_t *index, *addr;
	struct device_writer *w;
	struct writing *said;
	struct elements el;
	size_t n = 0;
	int rc;

	if (!run->device || arg < 0 || !o->address || !o->address[arg] || d->step->args[arg].host)
		return 0;
	if (elements_of(&el, d, (size_t)arg, got, want, magnitude, e))
		return -1;
	index = xcalloc(MOST, sizeof *index);
	addr = xcalloc(MOST, sizeof *addr);
	w = xcalloc(MOST, sizeof *w);
	said = xcalloc(MOST, sizeof *said);
	for (uint64_t i = 0; i < el.count && n < MOST; i++)
		if (!element_ok(&el, i) && seen++ % step == 0) {
			index[n] = i;
			addr[n++] = o->address[arg] + i * elem_size(el.type);
		}
	rc = device_writers(run->device, a, addr, n, w, TIMEOUT_MS, e);
	for (size_t i = 0; i < n && !rc; i++)
		said[i] = writing_of(&w[i], file);
	if (!rc)
		written_group(a, &el, index, said, n, step == 1, m);
	free(index);
	free(addr);
	free(w);
	free(said);
	return rc;
}
