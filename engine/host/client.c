/* client.c: host sessions: start the process, run cases in it, and say in a sentence how it ended. See client.h and
 * wire.h. */
#include "host/client.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/fs.h"
#include "host/session.h"

/* What a student's process may take on the emulator; a real GPU's driver reserves address space without end. */
#define HOST_AS_BYTES (8ull << 30)
/* Of its own, beside the device's memory, which it maps: with what the judge takes a class stays under 2 GB. */
#define HOST_DATA_BYTES (1ull << 30)
/* What no honest solve() takes: a process that had so much when it was killed was killed for it. */
#define MUCH_MEMORY_KIB (1ull << 20)
#define HOST_FILE_BYTES (256ull << 20)
/* Of one in a box: threads, and room in its /tmp. */
enum { HOST_PROCESSES = 512, HOST_TMP_BYTES = 64 << 20 };
/* For what is ours: the box, the process, the CUDA runtime in it. At least; a case may have longer. */
enum { RUNTIME_MS = 10000 };
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1 /* shadow memory needs terabytes of address space */
#else
#define SANITIZED 0
#endif

static const struct {
	int signal;
	const char *what;
} signals[] = {
	{ SIGSEGV, "a segmentation fault in host code" },
	{ SIGBUS, "a bus error in host code" },
	{ SIGFPE, "an arithmetic fault (a division by zero?) in host code" },
	{ SIGILL, "an illegal instruction in host code" },
	{ SIGABRT, "abort(): an uncaught C++ exception, a failed assertion or a corrupted heap in host code" },
	{ SIGTRAP, "a trap in host code" },
	{ SIGKILL, "a kill signal: the machine ran out of memory, or somebody killed it" },
	{ SIGXCPU, "its limit of processor time" },
	{ SIGXFSZ, "its limit on the size of a file" },
	{ SIGPIPE, "a broken pipe" },
};

static void say(struct host_outcome *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void say(struct host_outcome *out, const char *fmt, ...)
{
	struct buf clean;
	va_list ap;

	buf_init(&clean);
	va_start(ap, fmt);
	buf_vprintf_scrubbed(&clean, fmt, ap);
	va_end(ap);
	snprintf(out->message, sizeof out->message, "%s", clean.data);
	buf_release(&clean);
}

/* LD_LIBRARY_PATH with `dir` first; what else the caller's has stays, because on some machines the driver is found by
 * it. */
static char *library_path(const char *dir)
{
	const char *old = getenv("LD_LIBRARY_PATH");

	return old && *old ? xasprintf("LD_LIBRARY_PATH=%s:%s", dir, old) : xasprintf("LD_LIBRARY_PATH=%s", dir);
}

/* The command of the host process, in its box if it gets one. */
static int box_host(
	struct host_session *h, const struct host_start *s, const char **argv, struct box_command *boxed, struct err *e)
{
	const char *read[] = { s->exe, s->cudart_dir, h->so, NULL };
	struct box b = { .read = read, .processes = HOST_PROCESSES, .tmp_bytes = HOST_TMP_BYTES };

	h->boxed = s->sandbox && s->sandbox->tier != SANDBOX_NONE;
	return s->sandbox ? sandbox_command(s->sandbox, &b, argv, boxed, e) : 0;
}

struct host_session *host_session_start(const struct host_start *s, struct err *e)
{
	/* Nothing of the caller's environment but what a GPU, a compiler cache of the driver and a sanitizer need. */
	static const char *const passed[] = {
		"PATH",
		"HOME",
		"LANG",
		"TMPDIR",
		"CUDA_VISIBLE_DEVICES",
		"CUDA_DEVICE_ORDER",
		"CUDA_CACHE_PATH",
		"NVIDIA_VISIBLE_DEVICES",
		"ASAN_OPTIONS",
		"UBSAN_OPTIONS",
	};
	enum { PASSED = sizeof passed / sizeof *passed };
	char *env[PASSED + 4], device[64];
	const char *argv[] = { s->exe, NULL };
	struct proc_fd fds[2];
	struct proc_spec spec;
	struct box_command boxed = { NULL };
	struct host_session *h = xcalloc(1, sizeof *h);
	size_t n = 0;
	int pair[2] = { -1, -1 };
	int r;

	h->sock = h->proc.status = h->proc.output = -1;
	h->cancel_fd = s->cancel_fd;
	h->beside = s->beside;
	h->latest = s->latest;
	h->most_later = s->most_later;
	h->wants_guard = s->device_fd >= 0; /* a driver of NVIDIA's may need what it refuses */
	h->cudart = xasprintf("%s/libcudart.so.13", s->cudart_dir);
	h->so = realpath(s->so, NULL);
	h->symbol = xstrdup(s->symbol);
	snprintf(h->name, sizeof h->name, "%.100s()", s->symbol);
	if (!h->so) {
		err_errno(e, "%s can't be found", s->so);
		host_session_end(h);
		return NULL;
	}
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) {
		err_errno(e, "a socket for the host process can't be made");
		host_session_end(h);
		return NULL;
	}
	fds[0] = (struct proc_fd){ pair[1], WIRE_FD };
	fds[1] = (struct proc_fd){ s->device_fd, WIRE_DEVICE_FD };
	env[n++] = library_path(s->cudart_dir);
	for (size_t i = 0; i < PASSED; i++)
		if (getenv(passed[i]))
			env[n++] = xasprintf("%s=%s", passed[i], getenv(passed[i]));
	snprintf(device, sizeof device, "WARPLINGS_DEVICE_FD=%d", WIRE_DEVICE_FD);
	if (s->device_fd >= 0)
		env[n++] = xstrdup(device);
	env[n] = NULL;

	memset(&spec, 0, sizeof spec);
	spec.argv = argv;
	spec.env = (const char *const *)env;
	spec.fds = fds;
	spec.nfds = s->device_fd >= 0 ? 2 : 1;
	spec.capture = true;
	spec.as_bytes = s->device_fd >= 0 && !SANITIZED ? HOST_AS_BYTES : 0;
	spec.data_bytes = spec.as_bytes ? HOST_DATA_BYTES : 0;
	spec.file_bytes = HOST_FILE_BYTES;
	h->sock = pair[0];
	r = box_host(h, s, argv, &boxed, e);
	if (boxed.argv)
		spec.argv = boxed.argv;
	if (!r)
		r = proc_start(&h->proc, &spec, e);
	h->started = !r;
	box_command_release(&boxed);
	close(pair[1]);
	while (n)
		free(env[--n]);
	if (r) {
		host_session_end(h);
		return NULL;
	}
	return h;
}

void host_session_end(struct host_session *h)
{
	if (!h)
		return;
	if (h->started)
		proc_release(&h->proc);
	if (h->sock >= 0)
		close(h->sock);
	free(h->cudart);
	free(h->so);
	free(h->symbol);
	free(h);
}

const char *host_session_output(struct host_session *h)
{
	const char *now;

	proc_poll(&h->proc);
	now = h->proc.out.data ? h->proc.out.data + h->told : "";
	h->told = h->proc.out.len;
	return now;
}

/* How the process ended, in words. */
static void explain_death(struct host_session *h, struct host_outcome *out)
{
	struct proc seen;
	const char *when = !h->loaded ? " while it was being loaded" : h->in_solve ? "" : " after solve() had returned";
	const struct proc *p = &h->proc;

	/* The box ends with 128 + N where the program ended by signal N. */
	if (h->boxed && p->exited && p->code > 128 && p->code < 128 + NSIG) {
		seen = h->proc;
		seen.exited = false;
		seen.code -= 128;
		p = &seen;
	}
	if (h->boxed && !h->ready && p->exited) {
		out->status = HOST_BROKEN;
		say(out, "the sandbox could not be made: %.300s", p->out.len ? p->out.data : "no reason is known");
		return;
	}
	out->status = HOST_CRASHED;
	if (p->exec_failed) {
		out->status = HOST_BROKEN;
		say(out, "the host program can't be started: %s", strerror(p->code));
		return;
	}
	if (p->exited) {
		if (h->in_solve)
			say(out, "called exit(%d) before %s returned", p->code, h->name);
		else
			say(out, "called exit(%d)%s%s", p->code, when, h->loaded ? "" : ", before solve() was called");
		return;
	}
	/* It can't have killed itself (guard.h), so somebody did, unless it ate up the machine's memory first. */
	if (p->code == SIGKILL && h->guarded && p->most_kib < MUCH_MEMORY_KIB) {
		out->status = HOST_BROKEN;
		say(out,
			"the process that runs %s was killed from outside: the machine ran out of memory, or somebody "
			"killed it; try again",
			h->name);
		return;
	}
	if (p->code == h->fault.signal)
		out->fault_address = h->fault.address;
	if (p->code == h->fault.signal && h->fault.arg >= 0) {
		say(out,
			"ended by a segmentation fault in host code: it used the device pointer of argument %d (byte "
			"%llu of its memory) "
			"as if it were host memory",
			h->fault.arg + 1, (unsigned long long)h->fault.offset);
		return;
	}
	if (p->code == h->fault.signal && h->fault.arg == WIRE_FAULT_STACK) {
		say(out,
			"ended by a segmentation fault in host code%s: the CPU's stack is used up. Does a function "
			"call "
			"itself without an end, or is a local array of many MiB? Such an array belongs in malloc() or "
			"std::vector",
			when);
		return;
	}
	if (p->code == h->fault.signal) {
		say(out, "ended by a segmentation fault in host code%s: address 0x%llx%s is not memory of this process",
			when, (unsigned long long)h->fault.address, h->fault.address < 4096 ? " (a null pointer)" : "");
		return;
	}
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		if (signals[i].signal == p->code) {
			say(out, "ended by %s%s", signals[i].what, when);
			return;
		}
	say(out, "ended by signal %d (%s)%s", p->code, strsignal(p->code), when);
}

void session_fail(struct host_session *h, enum io io, int timeout_ms, struct host_outcome *out)
{
	h->over = out->session_over = true;
	switch (io) {
	case IO_TIMEOUT:
		out->status = HOST_TIMEOUT;
		if (h->in_solve)
			say(out, "%s did not return within %g s", h->name, timeout_ms / 1000.0);
		else
			say(out, "it did not %s within %g s",
				h->loaded ? "take or give back its arguments" : "finish loading", timeout_ms / 1000.0);
		break;
	case IO_CANCELLED:
		out->status = HOST_CANCELLED;
		say(out, "stopped on request");
		break;
	case IO_DIED: explain_death(h, out); break;
	default:
		out->status = HOST_CRASHED;
		out->meddled = true;
		say(out, "it wrote to, or closed, a descriptor that is not its own: what it answered makes no sense");
		break;
	}
	proc_kill(&h->proc);
}

/* What a process that holds foreign code says of itself: in quotation marks, so that nobody takes it for our word. */
static void say_its_words(struct host_outcome *out, const char *what, const char *text)
{
	char words[sizeof((struct wire_answer *)NULL)->text];
	size_t n = 0;

	for (; text[n] && n + 1 < sizeof words; n++)
		words[n] = text[n] == '"' ? '\'' : text[n] == '\n' ? ' ' : text[n];
	words[n] = '\0';
	say(out, "%s; its process says: \"%.300s\"", what, words);
}

bool session_refused(struct host_session *h, const struct wire_answer *a, bool before_solve, struct host_outcome *out)
{
	char what[160];

	if (a->status == WIRE_OK)
		return false;
	out->before_solve = before_solve;
	out->session_over = true;
	switch (a->status) {
	case WIRE_NO_OBJECT:
		out->status = HOST_LOAD_FAILED;
		say_its_words(out, "the compiled file can't be loaded", a->text);
		break;
	case WIRE_NO_SYMBOL:
		out->status = HOST_NO_SOLVE;
		say(out, "it exports no %s", h->name);
		break;
	case WIRE_CUDA:
		out->status = HOST_CUDA_ERROR;
		out->cuda_code = a->cuda_code;
		snprintf(out->cuda_name, sizeof out->cuda_name, "%s", a->cuda_name);
		for (char *c = out->cuda_name; *c; c++)
			if (*c < ' ' || *c > '~')
				*c = '?';
		out->session_over = a->sticky != 0;
		snprintf(what, sizeof what, "a call of the CUDA runtime failed with error %d", a->cuda_code);
		say_its_words(out, what, a->text);
		break;
	case WIRE_OTHER:
		out->status = HOST_CRASHED;
		say_its_words(out, "it could not take its arguments or give back its results", a->text);
		break;
	default:
		out->status = HOST_CRASHED;
		out->meddled = true;
		say(out, "what its process answers makes no sense: it has meddled with our end of it");
		break;
	}
	h->over = out->session_over;
	return true;
}

/* The process and the CUDA runtime in it, before any foreign code: what fails here is the machine's fault. So it has a
 * time of its own, however little is left of the student's. */
static bool load_runtime(struct host_session *h, int timeout_ms, struct host_outcome *out)
{
	const int ms = timeout_ms > RUNTIME_MS ? timeout_ms : RUNTIME_MS;
	const int64_t latest = h->latest;
	struct wire_runtime l = { (uint32_t)strlen(h->cudart), h->wants_guard };
	struct bytes parts[] = { { &l, sizeof l }, { h->cudart, l.cudart_len } };
	struct wire_answer a;
	enum io io;

	if (h->ready)
		return true;
	h->latest = 0;
	io = session_ask(h, WIRE_RUNTIME, parts, 2, WIRE_LOADED, &a, NULL, 0, time_now_ns() + (int64_t)ms * 1000000);
	h->latest = latest;
	if (io) {
		session_fail(h, io, ms, out);
		if (out->status != HOST_CANCELLED)
			out->status = HOST_BROKEN;
		return false;
	}
	if (a.status != WIRE_OK) {
		h->over = out->session_over = true;
		out->status = HOST_BROKEN;
		say(out, "%s", a.text);
		return false;
	}
	h->guarded = a.guarded != 0;
	return h->ready = true;
}

static bool load(struct host_session *h, int64_t deadline, int timeout_ms, struct host_outcome *out)
{
	struct wire_load l = { (uint32_t)strlen(h->so), (uint32_t)strlen(h->symbol) };
	struct bytes parts[] = {
		{ &l, sizeof l },
		{ h->so, l.so_len },
		{ h->symbol, l.symbol_len },
	};
	struct wire_answer a;
	enum io io;

	if (h->loaded)
		return true;
	if (!load_runtime(h, timeout_ms, out))
		return false;
	io = session_ask(h, WIRE_LOAD, parts, 3, WIRE_LOADED, &a, NULL, 0, deadline);
	if (io) {
		session_fail(h, io, timeout_ms, out);
		return false;
	}
	if (session_refused(h, &a, true, out))
		return false;
	h->loaded = true;
	return true;
}

const struct proc *host_session_process(const struct host_session *h)
{
	return &h->proc;
}

void host_session_ready(struct host_session *h, int timeout_ms, struct host_outcome *out)
{
	memset(out, 0, sizeof *out);
	if (h->over) {
		out->status = HOST_BROKEN;
		out->session_over = true;
		say(out, "the host process has ended in an earlier case");
		return;
	}
	load(h, time_now_ns() + (int64_t)timeout_ms * 1000000, timeout_ms, out);
}

bool host_session_fetch(
	struct host_session *h, struct host_arg *args, size_t nargs, int timeout_ms, struct host_outcome *out)
{
	struct bytes data[WIRE_MAX_ARGS];
	struct wire_answer a;
	size_t n = 0;
	enum io io;

	for (size_t i = 0; i < nargs; i++)
		if (!args[i].by_judge && (args[i].kind == HOST_ARG_BUFFER_OUT || args[i].kind == HOST_ARG_BUFFER_INOUT))
			data[n++] = (struct bytes){ args[i].result, args[i].bytes };
	io = session_ask(h, WIRE_FETCH, NULL, 0, WIRE_DATA, &a, data, n, time_now_ns() + (int64_t)timeout_ms * 1000000);
	if (io) {
		session_fail(h, io, timeout_ms, out);
		return false;
	}
	return !session_refused(h, &a, false, out);
}

/* Send the arguments; the answer comes when they are on the device. */
static bool send_case(struct host_session *h, struct host_arg *args, size_t nargs, int64_t deadline, int timeout_ms,
	struct host_outcome *out)
{
	struct wire_case wc = { (uint32_t)nargs, 0 };
	struct wire_arg w[WIRE_MAX_ARGS];
	struct bytes parts[2 + WIRE_MAX_ARGS], where;
	uint64_t address[WIRE_MAX_ARGS] = { 0 };
	struct wire_answer a;
	size_t n = 0;
	enum io io;

	memset(w, 0, sizeof w);
	parts[n++] = (struct bytes){ &wc, sizeof wc };
	parts[n++] = (struct bytes){ w, nargs * sizeof *w };
	for (size_t i = 0; i < nargs; i++) {
		w[i] = (struct wire_arg){ args[i].kind, args[i].host_memory, args[i].cls, args[i].by_judge,
			args[i].bytes, args[i].value };
		if (!args[i].by_judge && (args[i].kind == HOST_ARG_BUFFER_IN || args[i].kind == HOST_ARG_BUFFER_INOUT))
			parts[n++] = (struct bytes){ args[i].data, args[i].bytes };
	}
	where = (struct bytes){ address, nargs * sizeof *address };
	io = session_ask(h, WIRE_CASE, parts, n, WIRE_READY, &a, &where, 1, deadline);
	if (io) {
		session_fail(h, io, timeout_ms, out);
		return false;
	}
	for (size_t i = 0; i < nargs; i++)
		args[i].address = args[i].kind == HOST_ARG_VALUE ? 0 : address[i];
	return !session_refused(h, &a, true, out);
}

bool host_session_begin(struct host_session *h, struct host_arg *args, size_t nargs, int64_t deadline, int timeout_ms,
	struct host_outcome *out)
{
	host_session_ready(h, timeout_ms, out);
	if (out->status != HOST_OK)
		return false;
	if (nargs > WIRE_MAX_ARGS) {
		out->status = HOST_BROKEN;
		say(out, "%zu arguments are more than the %d that can be passed", nargs, WIRE_MAX_ARGS);
		return false;
	}
	return send_case(h, args, nargs, deadline, timeout_ms, out);
}

bool host_session_run(struct host_session *h, int64_t deadline, int timeout_ms, struct host_outcome *out)
{
	struct wire_go go = { 0, 0, 0 };
	struct bytes part = { &go, sizeof go };
	struct wire_answer a;
	enum io io = session_ask(h, WIRE_RUN, &part, 1, WIRE_RAN, &a, NULL, 0, deadline);

	if (io) {
		session_fail(h, io, timeout_ms, out);
		return false;
	}
	return !session_refused(h, &a, false, out);
}

void host_session_case(struct host_session *h, struct host_arg *args, size_t nargs, struct host_timing *t,
	int timeout_ms, struct host_outcome *out)
{
	int64_t deadline = time_now_ns() + (int64_t)timeout_ms * 1000000;

	if (t) {
		t->samples_us = NULL;
		t->nsamples = 0;
		t->wall_us = 0;
	}
	if (host_session_begin(h, args, nargs, deadline, timeout_ms, out) &&
		host_session_run(h, deadline, timeout_ms, out) &&
		(!t || !t->wanted || session_time(h, args, nargs, t, timeout_ms, out)))
		host_session_fetch(h, args, nargs, timeout_ms, out);
}
