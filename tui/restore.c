/* restore: see restore.h. Handlers only write to a pipe; the crash handler writes the prepared bytes, restores the
 * modes and the handler that was there before, and lets the signal happen again, so that a core or a sanitizer's report
 * still comes. */
#include "tui/restore.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

#include "base/buf.h"

static const int noted[] = { SIGTSTP, SIGCONT, SIGINT, SIGQUIT, SIGWINCH, SIGTERM, SIGHUP };
enum { TSTP, CONT, INT, QUIT }; /* places in noted[] */
static const int fatal[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
#define N(a) (sizeof(a) / sizeof *(a))

/* How the terminal was, and what to write to get there. */
struct way_back {
	struct termios modes;
	bool have_modes;
	char bytes[256];
	size_t nbytes;
	volatile sig_atomic_t armed;
};

/* Reached from signal handlers, hence file-static. */
static struct way_back unshared;
static struct {
	int wake[2];
	struct way_back *way; /* the guard's, too, where there is one */
	pid_t guard;          /* 0: there is none */
	struct sigaction old_noted[N(noted)], old_fatal[N(fatal)], old_pipe;
	void *stack;
} own = { .wake = { -1, -1 }, .way = &unshared };

static void note(int sig)
{
	int saved = errno;
	char c = (char)sig;
	ssize_t ignored = write(own.wake[1], &c, 1);

	(void)ignored;
	errno = saved;
}

static void go_back(bool modes)
{
	ssize_t ignored;

	if (!own.way->armed)
		return;
	ignored = write(STDOUT_FILENO, own.way->bytes, own.way->nbytes);
	(void)ignored;
	own.way->armed = 0;
	if (modes && own.way->have_modes)
		tcsetattr(STDIN_FILENO, TCSANOW, &own.way->modes);
}

static void crash(int sig)
{
	go_back(true);
	for (size_t i = 0; i < N(fatal); i++)
		sigaction(fatal[i], &own.old_fatal[i], NULL);
	raise(sig); /* delivered when this handler returns */
}

/* Take over noted[i]; what our parent ignores on our behalf (nohup, no job control) stays ignored. */
static void note_signal(size_t i)
{
	struct sigaction sa;

	memset(&sa, 0, sizeof sa);
	sigemptyset(&sa.sa_mask);
	sa.sa_handler = note;
	sa.sa_flags = SA_RESTART;
	if (own.old_noted[i].sa_handler != SIG_IGN || noted[i] == SIGWINCH)
		sigaction(noted[i], &sa, NULL);
}

bool restore_share(void)
{
	void *page = mmap(NULL, sizeof *own.way, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (page == MAP_FAILED)
		return false;
	own.way = page;
	return true;
}

void restore_after_death(void)
{
	/* While an editor has the terminal it has its modes, too, but nobody will put them back now. */
	if (!own.way->armed && own.way->have_modes)
		tcsetattr(STDIN_FILENO, TCSANOW, &own.way->modes);
	go_back(true);
}

void restore_guarded(pid_t guard)
{
	own.guard = guard;
}

bool restore_lost(void)
{
	if (!own.guard || getppid() == own.guard || tcgetpgrp(STDIN_FILENO) == getpgrp())
		return false;
	go_back(false);
	own.way->have_modes = false;
	return true;
}

int restore_begin(int *wake, struct err *e)
{
	struct sigaction sa;
	stack_t ss;

	if (pipe2(own.wake, O_CLOEXEC | O_NONBLOCK) < 0)
		return err_errno(e, "A pipe for signals could not be made");
	own.way->have_modes = tcgetattr(STDIN_FILENO, &own.way->modes) == 0;
	own.way->armed = 0;
	own.stack = xmalloc(64 * 1024); /* a stack overflow leaves no stack for its handler */
	ss = (stack_t){ .ss_sp = own.stack, .ss_size = 64 * 1024, .ss_flags = 0 };
	sigaltstack(&ss, NULL);
	memset(&sa, 0, sizeof sa);
	sigemptyset(&sa.sa_mask);
	for (size_t i = 0; i < N(noted); i++) {
		sigaction(noted[i], NULL, &own.old_noted[i]);
		note_signal(i);
	}
	sa.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &sa, &own.old_pipe);
	sa.sa_handler = crash;
	sa.sa_flags = SA_ONSTACK;
	for (size_t i = 0; i < N(fatal); i++)
		sigaction(fatal[i], &sa, &own.old_fatal[i]);
	*wake = own.wake[0];
	return 0;
}

void restore_arm(const char *const *sequences, size_t n)
{
	own.way->nbytes = 0;
	for (size_t i = 0; i < n; i++) {
		for (const char *s = sequences[i]; s && *s && own.way->nbytes < sizeof own.way->bytes; s++) {
			if (s[0] == '$' && s[1] == '<' && strchr(s, '>')) /* terminfo's delays */
				s = strchr(s, '>');
			else
				own.way->bytes[own.way->nbytes++] = *s;
		}
	}
	own.way->armed = 1;
}

void restore_pause(void)
{
	struct sigaction ignore;

	own.way->armed = 0;
	if (own.way->have_modes)
		tcsetattr(STDIN_FILENO, TCSADRAIN, &own.way->modes);
	/* While an editor has the terminal, Ctrl-Z stops us with it, and its Ctrl-C is none of our business. */
	memset(&ignore, 0, sizeof ignore);
	ignore.sa_handler = SIG_IGN;
	sigaction(noted[TSTP], &own.old_noted[TSTP], NULL);
	sigaction(noted[CONT], &own.old_noted[CONT], NULL);
	sigaction(noted[INT], &ignore, NULL);
	sigaction(noted[QUIT], &ignore, NULL);
}

void restore_resume(void)
{
	for (int i = TSTP; i <= QUIT; i++)
		note_signal((size_t)i);
	own.way->armed = own.way->nbytes > 0;
	/* It may have stopped with us. */
	if (own.guard && getppid() == own.guard)
		kill(own.guard, SIGCONT);
}

void restore_stop(void)
{
	/* `make run` and its shell must stop with us, as with a Ctrl-Z of the terminal. */
	if (own.old_noted[TSTP].sa_handler != SIG_IGN)
		kill(0, SIGTSTP);
}

void restore_child(void)
{
	sigset_t none;

	for (size_t i = 0; i < N(noted); i++)
		sigaction(noted[i], &own.old_noted[i], NULL);
	for (size_t i = 0; i < N(fatal); i++)
		sigaction(fatal[i], &own.old_fatal[i], NULL);
	sigaction(SIGPIPE, &own.old_pipe, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

void restore_end(void)
{
	stack_t off = { .ss_flags = SS_DISABLE };

	own.way->armed = 0;
	for (size_t i = 0; i < N(noted); i++)
		sigaction(noted[i], &own.old_noted[i], NULL);
	for (size_t i = 0; i < N(fatal); i++)
		sigaction(fatal[i], &own.old_fatal[i], NULL);
	sigaction(SIGPIPE, &own.old_pipe, NULL);
	if (own.way->have_modes)
		tcsetattr(STDIN_FILENO, TCSADRAIN, &own.way->modes);
	sigaltstack(&off, NULL);
	free(own.stack);
	own.stack = NULL;
	close(own.wake[0]);
	close(own.wake[1]);
	own.wake[0] = own.wake[1] = -1;
}
