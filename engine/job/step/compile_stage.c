/* compile_stage.c: see compile_stage.h. */
#include "job/step/compile_stage.h"

#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "job/parts/machine.h"
#include "judge/compile_said.h"
#include "judge/proof.h"
#include "judge/verdict.h"

enum { COMPILE_TIMEOUT_MS = 60000 };

/* The first line that speaks of an error says more than that there is one. */
static void compile_headline(struct result *r, const struct compile_outcome *out)
{
	const char *line = out->diagnostics.data;
	int n;

	if (out->timed_out) {
		verdict_early(r, VERDICT_COMPILE_ERROR, "The compiler did not end within its time limit.");
		return;
	}
	for (const char *s = line; s; s = strchr(s, '\n')) {
		s += *s == '\n';
		n = (int)strcspn(s, "\n");
		if (memmem(s, (size_t)n, "error", 5) || memmem(s, (size_t)n, "Error: ", 7)) { /* the assembler's */
			line = s;
			break;
		}
	}
	n = (int)strcspn(line, "\n");
	if (n)
		verdict_early(r, VERDICT_COMPILE_ERROR, "%.*s", n, line);
	else
		verdict_early(r, VERDICT_COMPILE_ERROR, "The file does not compile.");
}

/* What nvcc says of the student's file. */
static const char *own_words(struct arena *a, const char *file, const char *diagnostics)
{
	const char *words;
	struct buf b;

	buf_init(&b);
	compile_said_own(diagnostics, fs_base_name(file), &b);
	words = arena_strdup(a, b.data);
	buf_release(&b);
	return words;
}

int compile_stage(const struct job_request *rq, const struct toolchain *t, struct sandbox *sandbox, const char *so,
	struct result *r, struct err *e)
{
	struct compile_request c = { .source = rq->file,
		.shown_as = NULL,
		.out = so,
		.arch = 80,
		.machine = machine_arch(rq->profile),
		.use_cache = true,
		.sandbox = sandbox,
		.timeout_ms = COMPILE_TIMEOUT_MS,
		.cancel_fd = rq->cancel_fd };
	struct compile_outcome out;
	int rc;

	memset(&out, 0, sizeof out);
	rc = toolchain_compile(t, &c, &out, e);
	/* Our own refusal is the verdict's message; nothing is left for the compiler to have said. */
	if (!rc && !out.refused && out.diagnostics.data && out.diagnostics.len)
		r->diagnostics = own_words(&r->arena, rq->file, out.diagnostics.data);
	r->compile_ms = out.ms;
	r->compile_cached = out.from_cache;
	if (!rc && !out.ok)
		compile_headline(r, &out);
	buf_release(&out.diagnostics);
	return rc ? -1 : !out.ok;
}

int compile_blame_ptx(const struct job_request *rq, const struct toolchain *t, struct sandbox *sandbox, const char *so,
	const char *told, struct result *r, struct err *e)
{
	struct compile_request c = { .source = rq->file,
		.out = so,
		.arch = 80,
		.assemble = true,
		.sandbox = sandbox,
		.timeout_ms = COMPILE_TIMEOUT_MS,
		.cancel_fd = rq->cancel_fd };
	struct compile_outcome out;
	int rc;

	rc = toolchain_compile(t, &c, &out, e);
	if (!rc && !out.ok && !out.timed_out) {
		r->diagnostics = arena_printf(&r->arena, "%s%s%s", out.diagnostics.data, *told ? "\n" : "", told);
		compile_headline(r, &out);
		for (size_t i = 0; i < r->ncases; i++) /* none of them counts */
			r->cases[i] = (struct case_result){ .name = r->cases[i].name, .verdict = VERDICT_NOT_JUDGED };
		r->student = r->reference = (struct side){ 0 };
		rc = 1;
	}
	buf_release(&out.diagnostics);
	/* Without an answer the verdict stays what it is. */
	return rc < 0 ? e->kind == ERR_CANCELLED ? -1 : 0 : rc;
}

struct sandbox *job_sandbox(
	const struct job_request *rq, const struct install *in, struct sandbox *own, struct result *r)
{
	struct sandbox *s = rq->sandbox;

	if (!s && !rq->trusted && !(rq->trust & TRUST_CODE)) {
		install_sandbox(in, rq->root, own);
		s = own;
	}
	r->sandbox = s ? arena_strdup(&r->arena, s->words) : INSTALL_TRUSTED;
	return s;
}
