/* guard: see guard.h.
 *
 * The guard is the parent, because a shell takes its terminal back when its own child has ended: the terminal must be
 * right before that. It is called "tty-guard", so that `pkill -9 warplings` leaves it. When the guard itself is killed,
 * the UI is told by a SIGHUP and ends in order.
 *
 * Stopping: Ctrl-Z in the UI stops the whole process group but the guard, which catches that signal; it stops when it
 * sees the UI stopped, and each of the two wakes the other. A SIGSTOP is for the UI alone.
 */
#include "tui/guard.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tui/restore.h"

/* Handed on to the UI. The last ones, too, where somebody sent them; otherwise they are faults of the guard's own. */
static const int handed_on[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGUSR1, SIGUSR2, SIGABRT, SIGSEGV, SIGBUS,
	SIGFPE, SIGILL };
enum { FAULTS = 8 }; /* from this place on */
#define N(a) (sizeof(a) / sizeof *(a))

/* Reached from a signal handler, hence file-static. */
static volatile pid_t ui;

static void hand_on(int sig, siginfo_t *info, void *context)
{
	int saved = errno;

	(void)context;
	for (size_t i = FAULTS; i < N(handed_on); i++)
		if (sig == handed_on[i] && info->si_code > 0) {
			signal(sig, SIG_DFL); /* it happens again at once */
			return;
		}
	if (info->si_pid != ui) /* the UI's own, to its whole group: it has it already */
		kill(ui, sig);
	errno = saved;
}

static void catch_signals(void)
{
	struct sigaction sa, old;

	memset(&sa, 0, sizeof sa);
	sigemptyset(&sa.sa_mask);
	sa.sa_sigaction = hand_on;
	sa.sa_flags = SA_SIGINFO | SA_RESTART;
	for (size_t i = 0; i < N(handed_on); i++) {
		sigaction(handed_on[i], NULL, &old);
		if (old.sa_handler != SIG_IGN)
			sigaction(handed_on[i], &sa, NULL);
	}
	/* Who puts a terminal right that somebody else has must not be stopped for it. */
	signal(SIGTTOU, SIG_IGN);
}

/* As the UI ended, so that a shell sees what has happened. */
static void end_as(int status)
{
	int sig = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	sigset_t only;

	if (!sig)
		_exit(WEXITSTATUS(status));
	prctl(PR_SET_DUMPABLE, 0); /* the UI has left a core, or none was wanted */
	signal(sig, SIG_DFL);
	sigemptyset(&only);
	sigaddset(&only, sig);
	sigprocmask(SIG_UNBLOCK, &only, NULL);
	kill(getpid(), sig);
	_exit(128 + sig);
}

/* With the UI, which has stopped the whole job: the shell is to see that. */
static void stop_too(void)
{
	struct sigaction usual = { .sa_handler = SIG_DFL }, ours;

	sigaction(SIGTSTP, &usual, &ours);
	raise(SIGTSTP);
	sigaction(SIGTSTP, &ours, NULL);
}

static void stand_guard(void)
{
	int status = 0;
	pid_t got;

	prctl(PR_SET_NAME, "tty-guard");
	for (;;) {
		got = waitpid(ui, &status, WUNTRACED);
		if (got < 0 && errno == EINTR)
			continue;
		if (got != ui || !WIFSTOPPED(status))
			break;
		if (WSTOPSIG(status) == SIGTSTP) {
			stop_too();
			kill(ui, SIGCONT); /* by itself where somebody woke us alone */
		}
	}
	if (got == ui && WIFSIGNALED(status))
		restore_after_death();
	end_as(status);
}

void guard_begin(void)
{
	pid_t guard = getpid();
	sigset_t all, old;

	if (!restore_share())
		return;
	/* A signal that comes before it is known whom to hand it to waits. */
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &old);
	ui = fork();
	if (ui > 0) {
		catch_signals();
		sigprocmask(SIG_SETMASK, &old, NULL);
		stand_guard();
	}
	if (ui == 0) {
		prctl(PR_SET_PDEATHSIG, SIGHUP);
		if (getppid() != guard)
			raise(SIGHUP);
		restore_guarded(guard);
	}
	sigprocmask(SIG_SETMASK, &old, NULL);
}
