/* main: the program `warplings`: signals, then cli_main.
 *
 * SIGINT, SIGTERM and SIGHUP make a descriptor readable; the job that runs stops its processes and removes what it
 * made, and then we die of the same signal, so that a shell's loop around us stops too. The second one ends us at once,
 * unless it comes with the first, as those of timeout do, which signals us and then its process group (the supervisors
 * of base/proc see that we are gone and kill the rest). SIGPIPE and SIGXFSZ become error codes of the write that caused
 * them. They are caught and not ignored, because an ignored signal would stay ignored in every program that we start.
 */
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/proc.h"
#include "cli/cli.h"

static int wake[2] = { -1, -1 };
static volatile sig_atomic_t caught;
static volatile int64_t caught_ns;

static void on_stop(int sig)
{
	static const int64_t together_ns = 200000000; /* nobody asks twice within that */
	int saved_errno = errno;

	if (caught && time_now_ns() - caught_ns < together_ns)
		return;
	if (caught) {
		signal(sig, SIG_DFL);
		raise(sig);
	}
	caught_ns = time_now_ns();
	caught = sig;
	if (write(wake[1], "", 1) != 1) {
		/* A full pipe has been readable for long. */
	}
	errno = saved_errno;
}

static void on_nothing(int sig)
{
	(void)sig;
}

static void catch (int sig, void (*handler)(int), int flags)
{
	struct sigaction sa, old;

	memset(&sa, 0, sizeof sa);
	sa.sa_handler = handler;
	sa.sa_flags = flags;
	sigemptyset(&sa.sa_mask);
	/* nohup and `&` in a script have had these ignored for a reason. */
	if (sigaction(sig, NULL, &old) == 0 && old.sa_handler == SIG_IGN && handler == on_stop)
		return;
	sigaction(sig, &sa, NULL);
}

/* With less than this we die before we can judge anything (ulimit -s). Where the shell allows more we start again with
 * it: threads get the stack that was the limit when the program began. */
static bool stack_too_small(char **argv)
{
	enum { LEAST = 64 << 10 };
	struct rlimit r;

	if (getrlimit(RLIMIT_STACK, &r) || r.rlim_cur >= LEAST)
		return false;
	r.rlim_cur = r.rlim_max == RLIM_INFINITY ? (rlim_t)8 << 20 : r.rlim_max;
	if (r.rlim_cur >= LEAST && !setrlimit(RLIMIT_STACK, &r))
		execv("/proc/self/exe", argv);
	return true;
}

int main(int argc, char **argv)
{
	static const char small[] =
		"warplings: this shell allows a program less than 64 KiB of stack: try `ulimit -s 8192`\n";
	static const int stops[] = { SIGINT, SIGTERM, SIGHUP };
	enum status status;
	int fd;

	if (stack_too_small(argv)) {
		if (write(2, small, sizeof small - 1) < 0) {
			/* Nobody reads it; the status says the same. */
		}
		return STATUS_ENV;
	}
	/* 0, 1 and 2 must exist, or a file of ours would get their number and the report be written into it. */
	do
		fd = open("/dev/null", O_RDWR);
	while (fd >= 0 && fd <= 2);
	if (fd > 2)
		close(fd);
	/* Inputs and outputs come and go by the megabyte. What is freed goes back to the system: whatever is run is
	 * forked from this process, and each of its pages makes that slower. */
	mallopt(M_MMAP_THRESHOLD, 256 << 10);
	mallopt(M_TRIM_THRESHOLD, 1 << 20);
	limits_share_arena();
	out_of_memory_answer(NULL, STATUS_ENV);
	if (pipe2(wake, O_CLOEXEC | O_NONBLOCK) == 0)
		for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
			catch (stops[i], on_stop, 0);
	catch (SIGPIPE, on_nothing, SA_RESTART);
	catch (SIGXFSZ, on_nothing, SA_RESTART);
	status = cli_main(argc, (const char *const *)argv, wake[0]);
	if (caught) {
		signal(caught, SIG_DFL);
		raise(caught);
	}
	return (int)status;
}
