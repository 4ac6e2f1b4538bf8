/* segv: the last words of a program that goes after a device pointer on the host. Device addresses are nothing in this
 * process, so it dies by SIGSEGV, as on a machine with a GPU (without heterogeneous memory management). Before it does,
 * the device is told the address, and its report says whose memory that is. The signal then takes its course: status,
 * core file and all.
 *
 * Nobody is in the way: a handler that the program has installed before stays, and one that it installs later takes our
 * place. */
#include <signal.h>

#include "cudart/wire/client.h"

static void last_words(int sig, siginfo_t *info, void *context)
{
	struct sigaction plain = { .sa_handler = SIG_DFL };

	(void)context;
	if (info->si_code > 0)
		cudart_last_words((uint64_t)(uintptr_t)info->si_addr);
	sigaction(sig, &plain, NULL);
	if (info->si_code <= 0) /* somebody sent it; else the access fails again */
		raise(sig);
}

void cudart_watch_host(void)
{
	struct sigaction ours = { .sa_sigaction = last_words, .sa_flags = SA_SIGINFO | SA_ONSTACK }, had;

	sigemptyset(&ours.sa_mask);
	if (!sigaction(SIGSEGV, NULL, &had) && !(had.sa_flags & SA_SIGINFO) && had.sa_handler == SIG_DFL)
		sigaction(SIGSEGV, &ours, NULL);
}
