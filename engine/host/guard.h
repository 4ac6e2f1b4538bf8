/* guard: what the process that runs a student's code may not do to the processes around it. Same user, so nothing else
 * keeps it from killing or stopping the judge and the emulated device, or from ending itself in a way that looks like
 * the machine's doing. A net with a narrow purpose, not a sandbox: files and network are not its subject.
 *
 * Refused (EPERM): processes and programs of its own (threads are fine), signals to other processes, SIGKILL to itself,
 * tracing and reading other processes' memory, limits (of anybody: RLIMIT_CPU kills), the calls that make the kernel
 * send a signal of the caller's choice, and memory that counts for no process, so that no limit would end it: files
 * in memory, segments and queues of System V (which would stay behind, too), shared pages of nothing.
 */
#ifndef HOST_GUARD_H
#define HOST_GUARD_H

#include <stdbool.h>

/* For this process and all that it starts, for ever. False where the kernel does not offer it. */
bool guard_install(void);

#endif
