/* exec_add: what one process's device reported, added to the report of the whole program. For exec.c. */
#ifndef JOB_EXEC_ADD_H
#define JOB_EXEC_ADD_H

#include "job/program/exec.h"

/* *resolve: sites that may still be looked up; each costs a process. */
void exec_add_report(struct exec_report *r, const struct device_report *rep, int *resolve);

#endif
