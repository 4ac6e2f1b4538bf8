/* proc_internal: what the two halves of proc share: proc.c (our side) and supervisor.c (the process between us and the
 * child). */
#ifndef BASE_PROC_INTERNAL_H
#define BASE_PROC_INTERNAL_H

#include "base/proc.h"

enum report_kind { REPORT_EXITED, REPORT_SIGNALLED, REPORT_EXEC_FAILED };
struct report {
	int kind, code;
	long most_kib;
}; /* one write to the status pipe: atomic */

/* Runs in the forked supervisor and never returns. Descriptors: control (read end), status (write end), output (write
 * end or -1). `moved`: room for as many numbers as the spec hands over descriptors. */
_Noreturn void supervisor_main(const struct proc_spec *spec, int *moved, int control, int status, int output);

#endif
