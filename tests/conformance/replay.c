/* replay: see replay.h. */
#include "tests/conformance/replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/module.h"

int replay_init(struct replay *r, bool baseline, struct err *e)
{
	struct em_config c = { .threads = 1, .memory_bytes = 64 << 20, .force_baseline = baseline };
	int rc = 0;

	memset(r, 0, sizeof *r);
	r->device = em_device_new(&c, e);
	if (!r->device)
		return -1;
	for (size_t k = 0; k < FORM_MAX_IN; k++)
		rc |= em_alloc(r->device, FORM_MAX_CASES * 8, &r->in[k]);
	for (size_t k = 0; k < FORM_MAX_OUT; k++)
		rc |= em_alloc(r->device, FORM_MAX_CASES * 8, &r->out[k]);
	rc |= em_alloc(r->device, FORM_MAX_CASES * 64, &r->scratch);
	return rc ? err_set(e, ERR_BUG, "No device memory.") : 0;
}

void replay_release(struct replay *r)
{
	em_device_free(r->device);
}

static int launch(struct replay *r, const struct form *f, struct em_module *m, char *text, size_t size)
{
	uint64_t params[FORM_MAX_IN + FORM_MAX_OUT + 1];
	struct em_launch l = { .kernel = em_kernel_find(m, "form"),
		.grid = { (uint32_t)(form_cases(f) / 32), 1, 1 },
		.block = { 32, 1, 1 },
		.params = params };
	struct em_result res;
	struct err e = ERR_INIT;
	int rc;

	memcpy(params, r->in, sizeof r->in);
	memcpy(params + FORM_MAX_IN, r->out, sizeof r->out);
	params[FORM_MAX_IN + FORM_MAX_OUT] = r->scratch;
	if (em_launch(r->device, &l, &res, &e) != 0) {
		snprintf(text, size, "%s", e.msg);
		return -1;
	}
	rc = res.fault.kind == EM_FAULT_NONE ? 0 : -1;
	if (rc)
		snprintf(text, size, "%s", res.fault.message);
	em_result_release(&res);
	return rc;
}

int replay_run(struct replay *r, const struct form *f, uint64_t *const results[FORM_MAX_OUT], bool *loaded, char *text,
	size_t size)
{
	size_t n = form_cases(f);
	struct ptx_module *ptx = NULL;
	struct em_module *m = NULL;
	struct err e = ERR_INIT;
	struct buf b;
	uint64_t v[FORM_MAX_IN];
	int rc;

	*loaded = false;
	for (size_t i = 0; i < n; i++) {
		form_tuple(f, i, v);
		for (size_t k = 0; k < f->nin; k++)
			memcpy((uint64_t *)em_host_ptr(r->device, r->in[k], FORM_MAX_CASES * 8) + i, &v[k], 8);
	}
	for (size_t k = 0; k < f->nout; k++)
		memset(em_host_ptr(r->device, r->out[k], FORM_MAX_CASES * 8), 0, FORM_MAX_CASES * 8);
	buf_init(&b);
	form_ptx(f, &b);
	rc = ptx_parse(b.data, b.len, &ptx, &e);
	if (rc == 0 && (rc = ptx_check(ptx, &e)) != 0)
		ptx_module_free(ptx);
	buf_release(&b);
	if (rc == 0)
		m = em_module_load(r->device, ptx, &e);
	if (!m) {
		snprintf(text, size, "%s", e.msg);
		return -1;
	}
	*loaded = true;
	rc = launch(r, f, m, text, size);
	em_module_unload(m);
	for (size_t k = 0; rc == 0 && k < f->nout; k++)
		memcpy(results[k], em_host_ptr(r->device, r->out[k], n * 8), n * 8);
	return rc;
}

static void describe(const struct form *f, size_t i, size_t k, uint64_t want, uint64_t got, char *text, size_t size)
{
	uint64_t v[FORM_MAX_IN];
	int at = snprintf(text, size, "tuple %zu:", i);

	form_tuple(f, i, v);
	for (size_t j = 0; j < f->nin && (size_t)at < size; j++)
		at += snprintf(text + at, size - (size_t)at, " %s %#" PRIx64, f->in[j].type->name, v[j]);
	if ((size_t)at < size)
		snprintf(text + at, size - (size_t)at, ", result %zu: hardware %#" PRIx64 ", emulator %#" PRIx64, k,
			want, got);
}

void replay_form(struct replay *r, const struct form *f, const struct bits_record *rec, struct replay_result *res)
{
	uint64_t *results[FORM_MAX_OUT] = { xcalloc(FORM_MAX_CASES, 8), xcalloc(FORM_MAX_CASES, 8) };
	int rc;

	memset(res, 0, sizeof *res);
	res->cases = form_cases(f);
	rc = replay_run(r, f, results, &res->loaded, res->text, sizeof res->text);
	if (!rec || rec->hash != form_hash(f) ||
		(!rec->refused && (rec->cases != res->cases || rec->bytes != bits_size(f)))) {
		res->outcome = REPLAY_MISSING;
	} else if (rec->refused) {
		res->outcome = REPLAY_NOT_PTX;
	} else if (rc != 0) {
		res->outcome = REPLAY_UNSUPPORTED;
	} else {
		for (size_t i = 0; i < res->cases; i++)
			for (size_t k = 0; k < f->nout; k++) {
				uint64_t want = bits_get(f, rec, k, i);

				if (want == results[k][i]) /* NaNs with sign and payload */
					continue;
				if (res->bad++ == 0)
					describe(f, i, k, want, results[k][i], res->text, sizeof res->text);
				break;
			}
		res->outcome = res->bad ? REPLAY_DIFFERS : REPLAY_AGREES;
	}
	for (size_t k = 0; k < FORM_MAX_OUT; k++)
		free(results[k]);
}
