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
#include <termios.h>
#include <unistd.h>

#include "base/buf.h"

static const int noted[] = { SIGTSTP, SIGCONT, SIGINT, SIGQUIT, SIGWINCH, SIGTERM, SIGHUP };
enum { TSTP, CONT, INT, QUIT }; /* places in noted[] */
static const int fatal[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
#define N(a) (sizeof(a) / sizeof *(a))

/* Reached from signal handlers, hence file-static. */
static struct {
	int wake[2];
	struct termios modes;
	bool have_modes;
	struct sigaction old_noted[N(noted)], old_fatal[N(fatal)], old_pipe;
	char bytes[256];
	size_t nbytes;
	volatile sig_atomic_t armed;
	void *stack;
} own = { .wake = { -1, -1 } };

static void note(int sig)
{
	int saved = errno;
	char c = (char)sig;
	ssize_t ignored = write(own.wake[1], &c, 1);

	(void)ignored;
	errno = saved;
}

static void crash(int sig)
{
	if (own.armed) {
		ssize_t ignored = write(STDOUT_FILENO, own.bytes, own.nbytes);

		(void)ignored;
		own.armed = 0;
		if (own.have_modes)
			tcsetattr(STDIN_FILENO, TCSANOW, &own.modes);
	}
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

int restore_begin(int *wake, struct err *e)
{
	struct sigaction sa;
	stack_t ss;

	if (pipe2(own.wake, O_CLOEXEC | O_NONBLOCK) < 0)
		return err_errno(e, "A pipe for signals could not be made");
	own.have_modes = tcgetattr(STDIN_FILENO, &own.modes) == 0;
	own.armed = 0;
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
	own.nbytes = 0;
	for (size_t i = 0; i < n; i++) {
		for (const char *s = sequences[i]; s && *s && own.nbytes < sizeof own.bytes; s++) {
			if (s[0] == '$' && s[1] == '<' && strchr(s, '>')) /* terminfo's delays */
				s = strchr(s, '>');
			else
				own.bytes[own.nbytes++] = *s;
		}
	}
	own.armed = 1;
}

void restore_pause(void)
{
	struct sigaction ignore;

	own.armed = 0;
	if (own.have_modes)
		tcsetattr(STDIN_FILENO, TCSADRAIN, &own.modes);
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
	own.armed = own.nbytes > 0;
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

	own.armed = 0;
	for (size_t i = 0; i < N(noted); i++)
		sigaction(noted[i], &own.old_noted[i], NULL);
	for (size_t i = 0; i < N(fatal); i++)
		sigaction(fatal[i], &own.old_fatal[i], NULL);
	sigaction(SIGPIPE, &own.old_pipe, NULL);
	if (own.have_modes)
		tcsetattr(STDIN_FILENO, TCSADRAIN, &own.modes);
	sigaltstack(&off, NULL);
	free(own.stack);
	own.stack = NULL;
	close(own.wake[0]);
	close(own.wake[1]);
	own.wake[0] = own.wake[1] = -1;
}
