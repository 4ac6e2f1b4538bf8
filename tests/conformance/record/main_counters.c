/* Launches every kernel of kernels.txt once, for ncu to count:  counters run KERNELS.TXT FOLDER-OF-CUBINS
 * Writes the committed table from what ncu printed:             counters table KERNELS.TXT EXTRA-METRICS.TXT RAW.csv...
 * > h200.csv Names the metrics to ask ncu for:                              counters metrics The table has a row for
 * each kernel, in kernels.txt's order, and a column for each metric of counters.def and of EXTRA-METRICS.TXT that was
 * found; RAW.csv is what `ncu --csv --page raw --print-units base` prints (several runs may each bring some of the
 * metrics). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "tests/conformance/launches.h"
#include "tests/conformance/record/driver.h"

#define MAX_COLUMNS 256
#define MAX_KERNELS 512

static void die(const char *what, const char *which, int code)
{
	fprintf(stderr, "record: %s: %s (%d)\n", which, what, code);
	exit(3);
}

static const char *const NAMES[] = {
#define COUNTER_TIMELINE(id, name, alias, sentence)
#define COUNTER_SUM(id, name, alias, sentence) name,
#include "counters/counters.def"
};
#define NNAMES (sizeof NAMES / sizeof *NAMES)

/* Those that ncu takes after --metrics: what is called derived comes with a section (record.sh asks for it). */
static int metrics(void)
{
	const char *comma = "";

	for (size_t i = 0; i < NNAMES; i++) {
		if (strncmp(NAMES[i], "ptx__", 5) == 0 || strncmp(NAMES[i], "derived__", 9) == 0)
			continue;
		printf("%s%s", comma, NAMES[i]);
		comma = ",";
	}
	putchar('\n');
	return 0;
}

static void read_all(const char *path, struct buf *b)
{
	struct err e = ERR_INIT;

	if (fs_read(path, 64 << 20, b, &e) != 0)
		die(e.msg, path, 0);
}

static void load(const char *path, struct launches *ls)
{
	struct err e = ERR_INIT;
	struct buf text;

	buf_init(&text);
	read_all(path, &text);
	if (launches_parse(ls, text.data, path, &e) != 0)
		die(e.msg, path, e.line);
	buf_release(&text);
}

/* ---- run */

static void run_one(struct driver *d, cu_handle mod, const struct launch *l)
{
	uint64_t value[LAUNCH_MAX_ARGS] = { 0 };
	void *params[LAUNCH_MAX_ARGS];
	cu_handle fn;
	int rc;

	for (size_t k = 0; k < l->nargs; k++) {
		const struct launch_arg *a = &l->args[k];

		params[k] = &value[k];
		value[k] = a->n;
		if (a->kind == ARG_INT)
			continue;
		if ((rc = d->alloc(&value[k], a->kind == ARG_PTR ? 8 : a->n * 4ULL)))
			die("cannot allocate", l->name, rc);
		if (a->kind == ARG_PTR)
			continue;
		uint32_t *words = xcalloc(a->n, 4);

		launch_fill(a, words);
		d->copy_in(value[k], words, a->n * 4ULL);
		free(words);
	}
	for (size_t k = 0; k < l->nargs; k++)
		if (l->args[k].kind == ARG_PTR)
			d->copy_in(value[k], &value[l->args[k].n], 8);
	if ((rc = d->get_function(&fn, mod, l->name)))
		die("no such kernel", l->name, rc);
	rc = d->launch(fn, l->grid[0], l->grid[1], 1, l->block[0], l->block[1], 1, l->shared, NULL, params, NULL);
	if (rc || (rc = d->synchronize()))
		die("launch", l->name, rc);
	for (size_t k = 0; k < l->nargs; k++)
		if (l->args[k].kind != ARG_INT)
			d->release(value[k]);
}

static int run(const char *table, const char *folder)
{
	struct launches ls;
	struct driver d;
	cu_handle mods[16];
	const char *names[16];
	size_t nmods = 0;

	load(table, &ls);
	driver_open(&d);
	for (size_t i = 0; i < ls.n; i++) {
		size_t m = 0;

		while (m < nmods && strcmp(names[m], ls.v[i].file) != 0)
			m++;
		if (m == nmods) {
			char path[512];
			struct buf image;
			int rc;

			if (m == 16)
				die("too many files", table, 0);
			snprintf(path, sizeof path, "%s/%s.cubin", folder, ls.v[i].file);
			buf_init(&image);
			read_all(path, &image);
			if ((rc = d.module_load(&mods[m], image.data, 0, NULL, NULL)))
				die("cannot load", path, rc);
			buf_release(&image);
			names[nmods++] = ls.v[i].file;
		}
		run_one(&d, mods[m], &ls.v[i]);
	}
	fprintf(stderr, "%zu kernels launched on %s\n", ls.n, d.name);
	launches_release(&ls);
	return 0;
}

/* ---- table */

/* The next cell of a CSV line; commas inside numbers go. *p is NULL after the line's last cell. */
static char *cell(char **p, bool number)
{
	char *s = *p, *out = s, *start = s;
	bool quoted = *s == '"';

	s += quoted;
	for (; *s && (quoted ? *s != '"' || s[1] == '"' : *s != ','); s++) {
		if (quoted && *s == '"')
			s++;
		if (!(number && *s == ','))
			*out++ = *s;
	}
	s += quoted && *s == '"';
	*p = *s == ',' ? s + 1 : NULL;
	*out = 0;
	return start;
}

struct column {
	char name[128];
	char *value[MAX_KERNELS];
};

/* `extra` is a text of lines. */
static bool wanted(const char *name, const char *extra, const struct column *columns, size_t ncolumns)
{
	size_t len = strlen(name);

	for (size_t k = 0; k < ncolumns; k++)
		if (strcmp(columns[k].name, name) == 0)
			return false;
	for (size_t i = 0; i < NNAMES; i++)
		if (strcmp(NAMES[i], name) == 0)
			return true;
	for (const char *p = strstr(extra, name); p; p = strstr(p + 1, name))
		if ((p == extra || p[-1] == '\n') && (p[len] == '\n' || p[len] == 0))
			return len > 0;
	return false;
}

static size_t read_raw(
	char *text, const char *extra, struct column *columns, size_t ncolumns, const struct launches *ls)
{
	size_t at[4096], n = 0, row = 0, kernel_at = 0, state = 0;
	char *save, *line;

	for (line = strtok_r(text, "\r\n", &save); line; line = strtok_r(NULL, "\r\n", &save)) {
		char *p = line;

		if (state == 0) { /* the heading */
			if (strncmp(line, "\"ID\"", 4) != 0)
				continue;
			for (n = 0; p && n < 4096; n++) {
				char *name = cell(&p, false);

				at[n] = MAX_COLUMNS;
				if (strcmp(name, "Kernel Name") == 0)
					kernel_at = n;
				else if (ncolumns < MAX_COLUMNS && wanted(name, extra, columns, ncolumns)) {
					snprintf(columns[ncolumns].name, sizeof columns[ncolumns].name, "%s", name);
					at[n] = ncolumns++;
				}
			}
			state = 1;
			continue;
		}
		if (state == 1) { /* the units */
			state = 2;
			continue;
		}
		if (*line != '"' || row >= ls->n)
			continue;
		for (size_t i = 0; p && i < n; i++) {
			char *v = cell(&p, i != kernel_at);

			if (i == kernel_at && strncmp(v, ls->v[row].name, strlen(ls->v[row].name)) != 0)
				die("ncu's kernels are not in the order of the table", v, (int)row);
			if (at[i] < MAX_COLUMNS)
				columns[at[i]].value[row] = v;
		}
		row++;
	}
	if (row != ls->n)
		fprintf(stderr, "record: %zu rows for %zu kernels\n", row, ls->n);
	return row == ls->n ? ncolumns : 0;
}

static int table(int argc, char **argv)
{
	struct column *columns = xcalloc(MAX_COLUMNS, sizeof *columns);
	struct launches ls;
	struct buf extra;
	size_t n = 0;

	load(argv[2], &ls);
	if (ls.n > MAX_KERNELS)
		die("too many kernels", argv[2], (int)ls.n);
	buf_init(&extra);
	read_all(argv[3], &extra);
	for (int i = 4; i < argc; i++) {
		struct buf raw;
		size_t now;

		buf_init(&raw); /* kept: the columns point into it */
		read_all(argv[i], &raw);
		now = read_raw(raw.data, extra.data, columns, n, &ls);
		if (now)
			n = now;
		else
			fprintf(stderr, "record: %s holds no full table, left out\n", argv[i]);
	}
	if (n == 0)
		return 1;
	fputs("kernel", stdout);
	for (size_t k = 0; k < n; k++)
		printf(",%s", columns[k].name);
	putchar('\n');
	for (size_t i = 0; i < ls.n; i++) {
		fputs(ls.v[i].name, stdout);
		for (size_t k = 0; k < n; k++)
			printf(",%s", columns[k].value[i] ? columns[k].value[i] : "");
		putchar('\n');
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "metrics") == 0)
		return metrics();
	if (argc == 4 && strcmp(argv[1], "run") == 0)
		return run(argv[2], argv[3]);
	if (argc >= 5 && strcmp(argv[1], "table") == 0)
		return table(argc, argv);
	fputs("usage: counters metrics | run KERNELS.TXT FOLDER | table KERNELS.TXT EXTRA-METRICS.TXT RAW.csv...\n",
		stderr);
	return 2;
}
