/* compile_stage: the student's file to an object, or a verdict that says why not. All return 0 to go on, 1 when the
 * verdict is in the result, -1 with an error. */
#ifndef JOB_COMPILE_STAGE_H
#define JOB_COMPILE_STAGE_H

#include "job/parts/install.h"
#include "job/step/job.h"
#include "toolchain/toolchain.h"

/* The object goes to the file `so`; diagnostics and the time taken into the result. */
int compile_stage(const struct job_request *rq, const struct toolchain *t, struct sandbox *sandbox, const char *so,
	struct result *r, struct err *e);

/* What the emulator could not run may be what ptxas would not take either (inline assembly with a slip, an instruction
 * of a later GPU): then it is a compile-error. Nothing was asked of ptxas that the run hung on, so ask it now. `told`:
 * what the emulator said. */
int compile_blame_ptx(const struct job_request *rq, const struct toolchain *t, struct sandbox *sandbox, const char *so,
	const char *told, struct result *r, struct err *e);

/* Where the request's file is compiled and run: its own sandbox, or the best that there is here (found into *own, which
 * the caller releases), or NULL for a trusted file. Says so in the result. */
struct sandbox *job_sandbox(
	const struct job_request *rq, const struct install *in, struct sandbox *own, struct result *r);

#endif
