/* lock: what a process gives up for ever, and for all that it starts. Each function works on the calling thread's
 * process and needs no privileges. They are the parts of every tier of the sandbox (sandbox.h), and what the emulated
 * device does to itself. */
#ifndef SANDBOX_LOCK_H
#define SANDBOX_LOCK_H

#include <stdbool.h>
#include <stddef.h>

/* The version of Landlock that the kernel offers; 0: none. */
int lock_landlock_version(void);
/* Only files below `read` may be read and executed, only those below `write` changed, too; no TCP, and no signals to
 * processes outside where the kernel knows how. A path that is not there is left out. NULL: none. 0, or -1 with errno.
 */
int lock_files(const char *const *read, const char *const *write);
/* No system calls for administrators, for looking into other processes, for new namespaces, for sockets by address;
 * with `alone` also none that start a process or a program. They fail with EPERM. 0, or -1 with errno. */
int lock_calls(bool alone);
/* No capabilities, none to be had by starting a program. 0, or -1 with errno. */
int lock_privileges(void);

#endif
