/* count: see count.h. */
#include "tests/conformance/count.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "ptx/module.h"
#include "tests/conformance/recording.h"

int counting_init(struct counting *c, int threads, bool baseline, struct err *e)
{
	struct em_config config = { .threads = threads, .memory_bytes = 64 << 20, .force_baseline = baseline };

	memset(c, 0, sizeof *c);
	c->device = em_device_new(&config, e);
	return c->device ? 0 : -1;
}

void counting_release(struct counting *c)
{
	for (size_t i = 0; i < c->nmodules; i++)
		em_module_unload(c->modules[i]);
	em_device_free(c->device);
}

static struct em_module *load(struct counting *c, const char *folder, const char *name, struct err *e)
{
	struct ptx_module *ptx = NULL;
	char path[512];
	struct buf text;
	int rc;

	for (size_t i = 0; i < c->nmodules; i++)
		if (strcmp(c->names[i], name) == 0)
			return c->modules[i];
	if (c->nmodules == COUNT_MAX_FILES)
		return err_set(e, ERR_INPUT, "Too many files."), NULL;
	snprintf(path, sizeof path, "%s/%s.ptx.zst", folder, name);
	buf_init(&text);
	rc = recording_load(path, &text, e);
	if (rc == 0 && (rc = ptx_parse(text.data, text.len, &ptx, e)) == 0 && (rc = ptx_check(ptx, e)) != 0)
		ptx_module_free(ptx);
	buf_release(&text);
	if (rc != 0)
		return NULL;
	c->names[c->nmodules] = name;
	c->modules[c->nmodules] = em_module_load(c->device, ptx, e);
	return c->modules[c->nmodules] ? c->modules[c->nmodules++] : NULL;
}

static int prepare(struct counting *c, const struct launch *l, uint64_t value[LAUNCH_MAX_ARGS], struct err *e)
{
	for (size_t k = 0; k < l->nargs; k++) {
		const struct launch_arg *a = &l->args[k];

		value[k] = a->n;
		if (a->kind == ARG_INT)
			continue;
		if (em_alloc(c->device, a->kind == ARG_PTR ? 8 : a->n * 4ULL, &value[k]) != 0)
			return err_set(e, ERR_BUG, "No device memory.");
		if (a->kind != ARG_PTR)
			launch_fill(a, em_host_ptr(c->device, value[k], a->n * 4ULL));
	}
	for (size_t k = 0; k < l->nargs; k++)
		if (l->args[k].kind == ARG_PTR)
			memcpy(em_host_ptr(c->device, value[k], 8), &value[l->args[k].n], 8);
	return 0;
}

int counting_run(struct counting *c, const char *folder, const struct launch *l, struct counters *out, struct err *e)
{
	struct em_module *m = load(c, folder, l->file, e);
	uint64_t value[LAUNCH_MAX_ARGS] = { 0 };
	unsigned char params[8 * LAUNCH_MAX_ARGS] = { 0 };
	struct em_kernel_info info;
	struct em_result res;
	int rc;

	if (!m)
		return -1;
	struct em_launch em = { .kernel = em_kernel_find(m, l->name),
		.grid = { l->grid[0], l->grid[1], 1 },
		.block = { l->block[0], l->block[1], 1 },
		.dynamic_shared = l->shared,
		.params = params };

	if (!em.kernel)
		return err_set(e, ERR_INPUT, "No kernel %s.", l->name);
	em_kernel_info(em.kernel, &info);
	if (info.nparams > l->nargs || info.param_bytes > sizeof params)
		return err_set(e, ERR_INPUT, "%s has %u parameters.", l->name, info.nparams);
	rc = prepare(c, l, value, e);
	for (size_t k = 0; k < info.nparams; k++) /* buffers beyond are only pointed to */
		memcpy(params + info.param_offset[k], &value[k], info.param_size[k]);
	if (rc == 0 && (rc = em_launch(c->device, &em, &res, e)) == 0) {
		*out = res.c;
		if (res.fault.kind != EM_FAULT_NONE)
			rc = err_set(e, ERR_INPUT, "%s: %s", l->name, res.fault.message);
		em_result_release(&res);
	}
	for (size_t k = 0; k < l->nargs; k++)
		if (l->args[k].kind != ARG_INT)
			em_free(c->device, value[k]);
	return rc;
}

/* ---- the recorded table */

int count_table_load(struct count_table *t, const char *path, struct err *e)
{
	char *save, *cells, *line;
	size_t cap = 0;

	memset(t, 0, sizeof *t);
	buf_init(&t->text);
	if (fs_read(path, 1 << 20, &t->text, e) != 0)
		return -1;
	line = strtok_r(t->text.data, "\n", &save);
	if (!line || strncmp(line, "kernel,", 7) != 0)
		return err_set(e, ERR_INPUT, "%s is no table.", path);
	for (char *w = strtok_r(line + 7, ",", &cells); w && t->ncolumns < COUNT_MAX_COLUMNS;
		w = strtok_r(NULL, ",", &cells))
		t->columns[t->ncolumns++] = w;
	while ((line = strtok_r(NULL, "\n", &save))) {
		if (t->nrows == cap) {
			cap = cap ? 2 * cap : 64;
			t->rows = xrealloc(t->rows, cap * sizeof *t->rows);
		}
		struct count_row *r = &t->rows[t->nrows++];

		memset(r, 0, sizeof *r);
		r->kernel = strtok_r(line, ",", &cells);
		for (size_t k = 0; k < t->ncolumns; k++) {
			const char *w = strtok_r(NULL, ",", &cells);

			if (!w)
				return err_at(e, ERR_INPUT, path, (int)t->nrows + 1, 1, "A cell is missing.");
			r->v[k] = strtoull(w, NULL, 10);
		}
	}
	return 0;
}

void count_table_release(struct count_table *t)
{
	free(t->rows);
	buf_release(&t->text);
}

const struct count_pair count_pairs[] = {
#define COUNTER_TIMELINE(id, name, alias, sentence)
#define COUNTER_SUM(id, name, alias, sentence) { CTR_##id, { name, NULL, NULL } },
#include "counters/counters.def"
	{ CTR_ATOMICS,
		{ "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
			"l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
			"smsp__inst_executed_op_shared_atom.sum" } },
};
const size_t ncount_pairs = sizeof count_pairs / sizeof *count_pairs;

bool count_recorded(const struct count_table *t, size_t row, const struct count_pair *p, uint64_t *v)
{
	*v = 0;
	for (size_t i = 0; i < 3 && p->columns[i]; i++) {
		size_t k = 0;

		while (k < t->ncolumns && strcmp(t->columns[k], p->columns[i]) != 0)
			k++;
		if (k == t->ncolumns)
			return false;
		*v += t->rows[row].v[k];
	}
	return true;
}
