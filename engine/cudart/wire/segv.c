/* segv: the last words of a program that goes after a device pointer on the host. Device addresses are nothing in this
 * process, so it dies by SIGSEGV, as on a machine with a GPU (without heterogeneous memory management). Before it does,
 * the device is told the address, and its report says whose memory that is. The signal then takes its course: status,
 * core file and all.
 *
 * A touch of managed memory that a launch has closed is no such end: early.c.
 *
 * Nobody is in the way: a handler that the program has installed before stays, and one that it installs later takes our
 * place. The process that runs what is judged has one, too, which tells the judge what was touched: ours stands before
 * it, and hands on what is not ours. */
#include <signal.h>
#include <ucontext.h>

#include "cudart/wire/client.h"

enum { FAULT_WRITES = 2 }; /* a bit of the processor's error code */

static _Thread_local volatile uint32_t fetching[2]; /* cudart_fetches */
static struct sigaction before;                     /* of the process that runs what is judged */

void cudart_fetches(uint32_t kernel, uint32_t argument)
{
	fetching[1] = argument;
	fetching[0] = kernel;
}

/* Managed memory: see early.c. */
static bool goes_on(const siginfo_t *info, const ucontext_t *u)
{
#ifdef __x86_64__
	return early_touch((uint64_t)(uintptr_t)info->si_addr, u->uc_mcontext.gregs[REG_ERR] & FAULT_WRITES,
		(const void *)(uintptr_t)u->uc_mcontext.gregs[REG_RIP]);
#else
	return (void)u, early_touch((uint64_t)(uintptr_t)info->si_addr, false, NULL);
#endif
}

static void last_words(int sig, siginfo_t *info, void *context)
{
	struct sigaction plain = { .sa_handler = SIG_DFL };

	if (info->si_code == SEGV_ACCERR && goes_on(info, context))
		return;
	if (before.sa_sigaction) {
		before.sa_sigaction(sig, info, context);
		return;
	}
	if (info->si_code > 0)
		cudart_last_words(
			&(struct dp_host_fault){ (uint64_t)(uintptr_t)info->si_addr, fetching[0], fetching[1] });
	sigaction(sig, &plain, NULL);
	if (info->si_code <= 0) /* somebody sent it; else the access fails again */
		raise(sig);
}

void cudart_watch_host(bool judged)
{
	struct sigaction ours = { .sa_sigaction = last_words, .sa_flags = SA_SIGINFO | SA_ONSTACK }, had;

	sigemptyset(&ours.sa_mask);
	if (sigaction(SIGSEGV, NULL, &had))
		return;
	if (judged && had.sa_flags & SA_SIGINFO && had.sa_sigaction != last_words)
		before = had;
	else if (had.sa_flags & SA_SIGINFO || had.sa_handler != SIG_DFL)
		return;
	sigaction(SIGSEGV, &ours, NULL);
}

bool cudart_watches_host(void)
{
	struct sigaction now;

	return !sigaction(SIGSEGV, NULL, &now) && (now.sa_flags & SA_SIGINFO) && now.sa_sigaction == last_words;
}
