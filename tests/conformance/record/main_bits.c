/* Records what a GPU gives for every form:  bits forms.txt OUT.bits [PREFIX]   (a prefix of names records some only)
 * Or, without a GPU:  bits forms.txt --dump DIR   writes each form's PTX to DIR/N.ptx (N.name has the name), for ptxas.
 * One module for each form: what ptxas refuses is noted and costs nobody else. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "tests/conformance/bits.h"
#include "tests/conformance/forms.h"
#include "tests/conformance/record/driver.h"

static void die(const char *what, const char *which, int code)
{
	fprintf(stderr, "record: %s: %s (%d)\n", which, what, code);
	exit(3);
}

struct memory {
	uint64_t in[FORM_MAX_IN], out[FORM_MAX_OUT], scratch;
};

/* 0: recorded; 1: refused by ptxas. */
static int record(struct driver *d, const struct memory *m, const struct form *f, uint64_t *host, struct buf *out)
{
	struct buf ptx;
	cu_handle mod, fn;
	char log[2048] = "";
	int options[] = { 5 /* CU_JIT_ERROR_LOG_BUFFER */, 6 /* .._SIZE_BYTES */ }, rc;
	void *values[] = { log, (void *)(uintptr_t)sizeof log };
	size_t n = form_cases(f);
	uint64_t v[FORM_MAX_IN], *results[FORM_MAX_OUT] = { host, host + FORM_MAX_CASES };
	void *params[FORM_MAX_IN + FORM_MAX_OUT + 1];

	for (size_t k = 0; k < f->nin; k++) {
		for (size_t i = 0; i < n; i++) {
			form_tuple(f, i, v);
			host[i] = v[k];
		}
		if ((rc = d->copy_in(m->in[k], host, n * 8)))
			die("copy", f->name, rc);
	}
	buf_init(&ptx);
	form_ptx(f, &ptx);
	rc = d->module_load(&mod, ptx.data, 2, options, values);
	buf_release(&ptx);
	if (rc) {
		fprintf(stderr, "%s %s (%d): %.200s\n", f->maybe ? "not PTX:" : "REFUSED:", f->name, rc, log);
		bits_append_refused(out, f);
		return 1;
	}
	if ((rc = d->get_function(&fn, mod, "form")))
		die("no kernel", f->name, rc);
	for (size_t k = 0; k < FORM_MAX_IN; k++)
		params[k] = (void *)&m->in[k];
	for (size_t k = 0; k < FORM_MAX_OUT; k++) {
		params[FORM_MAX_IN + k] = (void *)&m->out[k];
		d->fill(m->out[k], 0, FORM_MAX_CASES * 8);
	}
	params[FORM_MAX_IN + FORM_MAX_OUT] = (void *)&m->scratch;
	rc = d->launch(fn, (unsigned)(n / 32), 1, 1, 32, 1, 1, 0, NULL, params, NULL);
	if (rc || (rc = d->synchronize()))
		die("launch", f->name, rc);
	for (size_t k = 0; k < f->nout; k++)
		d->copy_out(results[k], m->out[k], n * 8);
	d->module_unload(mod);
	bits_append(out, f, (const uint64_t *const *)results);
	return 0;
}

static void dump(const struct form_table *fs, const char *dir)
{
	char path[512];
	struct buf ptx;
	FILE *o;

	for (size_t i = 0; i < fs->n; i++) {
		buf_init(&ptx);
		form_ptx(&fs->v[i], &ptx);
		buf_printf(&ptx, "// %s%s\n", fs->v[i].name, fs->v[i].maybe ? " ?" : "");
		snprintf(path, sizeof path, "%s/%zu.ptx", dir, i);
		o = fopen(path, "w");
		if (!o || fwrite(ptx.data, 1, ptx.len, o) != ptx.len || fclose(o) != 0)
			die("write", path, 0);
		buf_release(&ptx);
	}
}

int main(int argc, char **argv)
{
	struct err e = ERR_INIT;
	struct buf text, out;
	struct form_table fs;
	struct driver d;
	struct memory m;
	uint64_t *host = xcalloc(2 * FORM_MAX_CASES, 8);
	size_t refused = 0, done = 0, bytes = 0;
	FILE *o;

	buf_init(&text);
	buf_init(&out);
	if (argc < 3) {
		fputs("usage: bits forms.txt OUT.bits [PREFIX] | forms.txt --dump DIR | forms.txt --count\n", stderr);
		return 2;
	}
	if (fs_read(argv[1], 1 << 20, &text, &e) != 0 || form_table_parse(&fs, text.data, argv[1], &e) != 0)
		die(e.msg, argv[1], 0);
	for (size_t i = 0; i < fs.n; i++)
		bytes += bits_size(&fs.v[i]);
	fprintf(stderr, "%zu forms, %zu bytes of results\n", fs.n, bytes);
	if (strcmp(argv[2], "--count") == 0)
		return 0;
	if (strcmp(argv[2], "--dump") == 0) {
		dump(&fs, argv[3]);
		return 0;
	}
	driver_open(&d);
	fprintf(stderr, "%s, driver %d\n", d.name, d.version);
	for (size_t k = 0; k < FORM_MAX_IN; k++)
		d.alloc(&m.in[k], FORM_MAX_CASES * 8);
	for (size_t k = 0; k < FORM_MAX_OUT; k++)
		d.alloc(&m.out[k], FORM_MAX_CASES * 8);
	if (d.alloc(&m.scratch, FORM_MAX_CASES * 64))
		die("no memory", "device", 0);
	for (size_t i = 0; i < fs.n; i++) {
		if (argv[3] && strncmp(fs.v[i].name, argv[3], strlen(argv[3])) != 0)
			continue;
		refused += (size_t)record(&d, &m, &fs.v[i], host, &out);
		done++;
	}
	o = fopen(argv[2], "wb");
	if (!o || fwrite(out.data, 1, out.len, o) != out.len || fclose(o) != 0)
		die("write", argv[2], 0);
	fprintf(stderr, "%zu forms recorded, %zu refused, %zu bytes\n", done - refused, refused, out.len);
	return 0;
}
