/* warplings-host: loads a student's shared object and calls its solve(), one request of the judge after another.
 *
 * It is started by engine/host/client.c with a socket as descriptor 3 (wire.h) and, when the device is emulated, the
 * device's socket as descriptor 4; or with --probe by engine/gpu. It is linked against no CUDA library: the folder
 * named in the first request holds the libcudart.so.13 to use, and the student's object, which asks for a library of
 * that name, gets the one that is loaded. Invariant: it knows the inputs of one case and no expected output. When the
 * judge's end of the socket closes, it ends.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "host/client.h"
#include "host/guard.h"
#include "host/program.h"

/* The signal handler needs them, so they are the program's. */
static struct runtime runtime;
static struct call call;
static struct wire_head request;

static void read_full(void *p, size_t n)
{
	char *at = p;

	while (n) {
		ssize_t r = recv(WIRE_FD, at, n, 0);

		if (r < 0 && errno == EINTR)
			continue;
		if (r <= 0)
			_exit(0); /* the judge has gone, or has seen enough */
		at += r;
		n -= (size_t)r;
	}
}

static void write_full(const void *p, size_t n)
{
	const char *at = p;

	while (n) {
		ssize_t r = send(WIRE_FD, at, n, MSG_NOSIGNAL);

		if (r < 0 && errno == EINTR)
			continue;
		if (r <= 0)
			_exit(0);
		at += r;
		n -= (size_t)r;
	}
}

static void answer(uint32_t type, const struct wire_answer *a, uint64_t extra)
{
	struct wire_head h = { WIRE_MAGIC, type, request.nonce, sizeof *a + extra };

	fflush(NULL); /* what solve() printed belongs to this case, and a kill may follow */
	write_full(&h, sizeof h);
	write_full(a, sizeof *a);
}

/* Is there memory to be read at this address? The kernel looks at it before it sees that the first number is none. */
static bool readable(uint64_t address)
{
	return syscall(SYS_rt_sigprocmask, -1, (void *)(uintptr_t)address, NULL, (size_t)8) == 0 || errno != EFAULT;
}

/* Does the stack end here? Then there is nothing right below where it is at, or that lies past its end already, and
 * what was touched lies near. */
static bool stack_is_full(uint64_t touched, const void *context)
{
#ifdef __x86_64__
	const ucontext_t *u = context;
	const uint64_t at = (uint64_t)u->uc_mcontext.gregs[REG_RSP];

	return touched + (64u << 10) >= at && touched < at + (64u << 20) && !readable(at - 4096);
#else
	(void)touched;
	(void)context;
	return false;
#endif
}

/* Tell the judge what was touched, then die of it as if we had not looked. Only calls that are safe in a handler. */
static void on_fault(int sig, siginfo_t *info, void *context)
{
	struct wire_head h = { WIRE_MAGIC, WIRE_FAULT, request.nonce, sizeof(struct wire_fault) };
	struct wire_fault f = { (uint64_t)(uintptr_t)info->si_addr, 0, sig, -1 };

	signal(sig, SIG_DFL);
	f.arg = call_owner(&call, f.address, &f.offset);
	if (f.arg < 0 && sig == SIGSEGV && stack_is_full(f.address, context))
		f.arg = WIRE_FAULT_STACK;
	if (send(WIRE_FD, &h, sizeof h, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)sizeof h)
		send(WIRE_FD, &f, sizeof f, MSG_NOSIGNAL | MSG_DONTWAIT);
	raise(sig);
}

/* On a stack of its own: a stack overflow is a segmentation fault too. */
static void catch_faults(void)
{
	static char stack[65536];
	stack_t ss = { .ss_sp = stack, .ss_size = sizeof stack };
	struct sigaction sa;

	sigaltstack(&ss, NULL);
	memset(&sa, 0, sizeof sa);
	sa.sa_sigaction = on_fault;
	sa.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
	sigaction(SIGSEGV, &sa, NULL);
	sigaction(SIGBUS, &sa, NULL);
	/* A sanitizer that this program was built with would turn these into an exit(). */
	signal(SIGFPE, SIG_DFL);
	signal(SIGILL, SIG_DFL);
	signal(SIGABRT, SIG_DFL);
}

static char *read_text(uint32_t n)
{
	char *s = calloc(1, (size_t)n + 1);

	if (!s)
		_exit(71);
	read_full(s, n);
	return s;
}

/* All that can go wrong before the first byte of the student's: said in an answer that the judge can believe. */
static void do_runtime(void)
{
	struct wire_runtime l;
	struct wire_answer a;
	char *cudart;

	memset(&a, 0, sizeof a);
	read_full(&l, sizeof l);
	if (l.cudart_len > WIRE_MAX_TEXT)
		_exit(70);
	cudart = read_text(l.cudart_len);
	if (runtime_load(&runtime, cudart, a.text, sizeof a.text))
		a.status = WIRE_NO_CUDART;
	else
		a.guarded = l.guard && guard_install();
	free(cudart);
	answer(WIRE_LOADED, &a, 0);
}

static void do_load(void)
{
	struct wire_load l;
	struct wire_answer a;
	char *so, *symbol;
	void *handle, *p = NULL;

	memset(&a, 0, sizeof a);
	read_full(&l, sizeof l);
	if (l.so_len > WIRE_MAX_TEXT || l.symbol_len > WIRE_MAX_TEXT)
		_exit(70);
	so = read_text(l.so_len);
	symbol = read_text(l.symbol_len);
	if (!(handle = dlopen(so, RTLD_NOW | RTLD_LOCAL))) {
		const char *why = dlerror();
		size_t n = strlen(so);

		/* dlerror begins with the path, which is a temporary one. */
		if (!strncmp(why, so, n) && !strncmp(why + n, ": ", 2))
			why += n + 2;
		a.status = WIRE_NO_OBJECT;
		snprintf(a.text, sizeof a.text, "%s", why);
	} else if (!(p = dlsym(handle, symbol))) {
		a.status = WIRE_NO_SYMBOL;
		snprintf(a.text, sizeof a.text, "it exports no %s()", symbol);
	}
	memcpy(&call.symbol, &p, sizeof p);
	call.rt = &runtime;
	free(so);
	free(symbol);
	answer(WIRE_LOADED, &a, 0);
}

static void do_case(void)
{
	struct wire_case wc;
	struct wire_answer a;

	memset(&a, 0, sizeof a);
	call_release(&call);
	read_full(&wc, sizeof wc);
	if (wc.nargs > WIRE_MAX_ARGS)
		_exit(70);
	call.args = calloc(wc.nargs ? wc.nargs : 1, sizeof *call.args);
	if (!call.args)
		_exit(71);
	for (uint32_t i = 0; i < wc.nargs; i++)
		read_full(&call.args[i].w, sizeof call.args[i].w);
	call.nargs = wc.nargs;
	for (uint32_t i = 0; i < wc.nargs; i++) {
		struct argument *g = &call.args[i];

		if (g->w.kind == HOST_ARG_VALUE || g->w.by_judge)
			continue;
		g->given = malloc((g->w.bytes ? g->w.bytes : 1) * (g->w.kind == HOST_ARG_BUFFER_INOUT ? 2 : 1));
		if (!g->given)
			_exit(71);
		if (g->w.kind != HOST_ARG_BUFFER_OUT)
			read_full(g->given, g->w.bytes);
	}
	if (call.symbol) {
		call_make(&call, &a);
	} else {
		a.status = WIRE_OTHER;
		snprintf(a.text, sizeof a.text, "nothing is loaded");
	}
	answer(WIRE_READY, &a, a.status == WIRE_OK ? call.nargs * sizeof(uint64_t) : 0);
	for (size_t i = 0; i < call.nargs && a.status == WIRE_OK; i++) {
		uint64_t address = (uint64_t)(uintptr_t)call.args[i].pointer;

		write_full(&address, sizeof address);
	}
}

static void do_go(void)
{
	struct wire_go go;
	struct wire_answer a;

	memset(&a, 0, sizeof a);
	read_full(&go, sizeof go);
	if (!call.symbol || !call.args) {
		a.status = WIRE_OTHER;
		snprintf(a.text, sizeof a.text, "there is no case to run");
	} else if (request.type == WIRE_RUN) {
		call_run(&call, &go, &a);
	} else {
		call_prepare(&call, &go, &a);
	}
	answer(request.type == WIRE_RUN ? WIRE_RAN : WIRE_READY, &a, 0);
}

static void do_fetch(void)
{
	struct wire_answer a;
	uint64_t bytes = 0;

	memset(&a, 0, sizeof a);
	call_fetch(&call, &a);
	for (size_t i = 0; i < call.nargs && a.status == WIRE_OK; i++)
		if (argument_comes_back(&call.args[i]))
			bytes += call.args[i].w.bytes;
	answer(WIRE_DATA, &a, bytes);
	for (size_t i = 0; i < call.nargs && a.status == WIRE_OK; i++)
		if (argument_comes_back(&call.args[i]))
			write_full(argument_result(&call.args[i]), call.args[i].w.bytes);
}

/* A stack of 8 MiB for each of several hundred threads would be more than the process may have (HOST_DATA_BYTES). */
static void small_stacks(void)
{
	pthread_attr_t a;

	if (pthread_attr_init(&a))
		return;
	if (!pthread_attr_setstacksize(&a, 1 << 20))
		pthread_setattr_default_np(&a);
	pthread_attr_destroy(&a);
}

int main(int argc, char **argv)
{
	static const struct {
		uint32_t type;
		void (*run)(void);
	} requests[] = {
		{ WIRE_RUNTIME, do_runtime },
		{ WIRE_LOAD, do_load },
		{ WIRE_CASE, do_case },
		{ WIRE_PREPARE, do_go },
		{ WIRE_RUN, do_go },
		{ WIRE_FETCH, do_fetch },
	};

	if (argc == 3 && !strcmp(argv[1], "--probe"))
		return runtime_probe(argv[2]);
	if (fcntl(WIRE_FD, F_GETFD) < 0) {
		fprintf(stderr,
			"warplings-host is started by warplings; by hand, only: warplings-host --probe "
			"PATH/libcudart.so.13\n");
		return 2;
	}
	/* What solve() printed before a crash should be seen, in the order in which it was printed. */
	setvbuf(stdout, NULL, _IOLBF, 0);
	setvbuf(stderr, NULL, _IOLBF, 0);
	catch_faults();
	small_stacks();
	for (;;) {
		void (*run)(void) = NULL;

		read_full(&request, sizeof request);
		for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
			if (requests[i].type == request.type)
				run = requests[i].run;
		if (request.magic != WIRE_MAGIC || !run)
			_exit(70);
		run();
	}
}
