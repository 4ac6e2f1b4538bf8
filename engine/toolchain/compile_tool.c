/* compile_tool: nvcc or the linker at work: boxed, limited, waited for; and what its end means. */
#include "toolchain/compile_internal.h"

#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/proc.h"

#define COMPILER_AS_BYTES (6ull << 30)
#define COMPILER_DATA_BYTES (3ull << 29) /* 1.5 GiB that it writes; what is above is files that it maps */
#define COMPILER_FILE_BYTES (2ull * ARTIFACT_MAX)

/* Words of nvcc's parts that read like a fault of the machine or of nvcc. Where they are one, compile_control.c finds
 * out. */
static const char *const past_limits[] = { "can't create a.o", "can't write a.o", "can't close a.o",
	"internal compiler error" };

/* How often it is asked for how long the compiler waited. */
enum { SLICE_MS = 250 };

int compile_refuse(struct compilation *c, const char *fmt, ...)
{
	struct buf b;
	va_list ap;

	buf_init(&b);
	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	buf_putc(&b, '\n');
	c->out->refused = !c->out->diagnostics.len;
	buf_add_scrubbed(&c->out->diagnostics, b.data, b.len);
	buf_release(&b);
	c->out->ok = false;
	return 1;
}

/* Before what the compiler said, for that is what is read first: whose doing it is. */
static void tell_limits(struct compilation *c)
{
	struct buf *said = &c->out->diagnostics, told;
	bool past = false;

	for (size_t i = 0; i < sizeof past_limits / sizeof *past_limits; i++)
		past = past || strstr(said->data, past_limits[i]);
	if (!past || c->is_control)
		return;
	buf_init(&told);
	buf_printf(&told,
		"%s: error: this is more than the compiler can take. Is there a huge array with values, or an "
		"#include or a macro that makes very many lines?\n\n",
		c->shown_as);
	buf_add(&told, said->data, said->len);
	buf_release(said);
	*said = told;
}

/* As proc_wait, until the deadline, which moves by what the compiler waited for a processor: a file that compiles on an
 * idle machine compiles on a busy one. Its parts come and go, and with them what is known of their waiting. */
static int wait_for(struct compilation *c, struct proc *p)
{
	int64_t from = time_now_ns(), waited = 0;

	for (;;) {
		int64_t left = (c->deadline - from) / 1000000, now, more;
		int ended = proc_wait(p, left < 0 ? 0 : left < SLICE_MS ? (int)left : SLICE_MS, c->rq->cancel_fd);

		if (ended)
			return ended;
		now = time_now_ns();
		more = proc_waited_ns(p) - waited;
		waited += more;
		if (more > 0)
			c->deadline += more < now - from ? more : now - from;
		if (now >= c->deadline)
			return 0;
		from = now;
	}
}

int compile_run_tool(struct compilation *c, const char *const *argv, struct err *e)
{
	const char *path = getenv("PATH"), *libs = getenv("LD_LIBRARY_PATH");
	/* Nothing else of the caller's environment: NVCC_APPEND_FLAGS, CPATH and their like would make another artifact
	 * under the same key. A compiler that came with a module system may need LD_LIBRARY_PATH to run at all. */
	char *env[] = {
		xasprintf("PATH=%s", path ? path : "/usr/bin:/bin"),
		xasprintf("TMPDIR=%s", c->dir),
		/* Where gcc on PATH is ccache, it ends without a home; and what it kept would lie outside the box. */
		xasprintf("HOME=%s", c->dir),
		xstrdup("CCACHE_DISABLE=1"),
		xstrdup("LC_ALL=C"),
		libs ? xasprintf("LD_LIBRARY_PATH=%s", libs) : NULL,
		NULL,
	};
	struct proc_spec spec = { .argv = argv,
		.env = (const char *const *)env,
		.cwd = c->dir,
		.capture = true,
		.capture_max = 65536,
		.cpu_seconds = 120,
		.as_bytes = COMPILER_AS_BYTES,
		.data_bytes = COMPILER_DATA_BYTES,
		.file_bytes = COMPILER_FILE_BYTES };
	struct proc p;
	struct tool_box boxed;
	int r = tool_box_make(&boxed, c->t, c->rq->sandbox, c->dir, c->beside_real, argv, e);

	memset(&p, 0, sizeof p);
	p.done = true;
	p.control = p.status = p.output = -1;
	spec.argv = boxed.argv;
	if (!r)
		r = proc_start(&p, &spec, e);
	tool_box_release(&boxed);
	for (size_t i = 0; i < sizeof env / sizeof *env; i++)
		free(env[i]);
	if (r == 0) {
		int ended = wait_for(c, &p);

		if (ended != 1)
			proc_kill(&p);
		diagnostics_clean(&c->out->diagnostics, p.out.data, p.out.len, c->dir, c->name, c->shown_as);
		if (ended < 0) {
			r = err_set(e, ERR_CANCELLED, "stopped on request");
		} else if (ended == 0) {
			c->out->timed_out = true;
			r = compile_refuse(c, "%s: error: the compiler did not end within %g s", c->shown_as,
				c->timeout_ms / 1000.0);
		} else if (p.exec_failed) {
			r = err_set(e, ERR_ENV, "%s can't be started: %s", argv[0], strerror(p.code));
		} else if (!p.exited) {
			r = compile_refuse(c,
				"%s: error: the compiler was ended by signal %d (%s): the file asks too much of it",
				c->shown_as, p.code, strsignal(p.code));
		} else if (p.code == SANDBOX_FAILED && c->rq->sandbox) {
			r = err_set(e, ERR_ENV, "the sandbox for the compiler could not be made: %.300s",
				p.out.len ? p.out.data : "no reason is known");
		} else if (p.code > 128 && p.code < 128 + NSIG && sandbox_hides_signals(c->rq->sandbox)) {
			r = compile_refuse(c,
				"%s: error: the compiler was ended by signal %d (%s): the file asks too much of it",
				c->shown_as, p.code - 128, strsignal(p.code - 128));
		} else if (p.code) {
			r = 1;
			tell_limits(c);
			if (!p.out.len)
				compile_refuse(c, "%s: error: the compiler failed without a word (status %d)",
					c->shown_as, p.code);
		}
		if (p.truncated)
			buf_puts(&c->out->diagnostics, "\n... (more of the same)\n");
	}
	proc_release(&p);
	return r;
}
