/* written: see written.h. The address of an output is the host process's word: a wrong one leads to a wrong writer in a
 * message, or to none. */
#include "job/step/written.h"

#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "judge/written.h"

enum { MOST = 16384, TIMEOUT_MS = 10000 };

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
	if (to.at.file && !strcmp(fs_base_name(to.at.file), fs_base_name(file)))
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

/* Of one argument: whether all elements that are looked at were written by one block. They are spread without a period,
 * which might be that of the rows of a matrix. */
static bool one_block(
	struct runner *run, struct arena *a, uint64_t address, uint64_t count, size_t each, uint32_t block[3])
{
	enum { LOOKS = 256, ODD = 40503 };
	uint64_t addr[LOOKS], part = count / LOOKS;
	struct device_writer w[LOOKS];

	for (uint64_t i = 0; i < LOOKS; i++)
		addr[i] = address + (i * part + i * ODD % part) * each;
	if (device_writers(run->device, a, addr, LOOKS, w, TIMEOUT_MS, NULL))
		return false;
	for (size_t i = 0; i < LOOKS; i++)
		if (w[i].kind != DEVICE_WRITER_KERNEL || memcmp(w[i].at.block, w[0].at.block, sizeof w[0].at.block))
			return false;
	for (int k = 0; k < 3; k++)
		block[k] = w[0].at.block[k];
	return true;
}

void written_note_one_block(
	struct runner *run, const struct case_data *d, const struct run_outcome *o, struct result *r)
{
	enum { LARGE = 65536 };
	bool several = false;
	uint32_t b[3];

	for (size_t k = 0; k < o->side.nkernels; k++) {
		const uint32_t *g = o->side.kernels[k].grid;

		several |= (uint64_t)g[0] * g[1] * g[2] > 1;
	}
	if (!run->device || !o->address || !several)
		return;
	for (size_t i = 0; i < d->step->nargs; i++) {
		const struct arg *arg = &d->step->args[i];

		if ((arg->kind == ARG_OUT || arg->kind == ARG_INOUT) && !arg->host && o->address[i] &&
			d->args[i].count >= LARGE &&
			one_block(run, &r->arena, o->address[i], d->args[i].count, elem_size(arg->type), b)) {
			result_note(r,
				"it could be better: in case '%s' all elements of %s that were looked at were written "
				"by block (%u,%u,%u), so the other blocks of the grid have nothing to do, and all "
				"multiprocessors but one stand idle",
				d->tc->name, arg->name, b[0], b[1], b[2]);
			return;
		}
	}
}
