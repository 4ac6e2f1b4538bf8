/* handed: the arguments of a case that lie on the emulated device: the judge fills them and reads them back there,
 * while the host process only tells where they are. */
#ifndef JOB_HANDED_H
#define JOB_HANDED_H

#include "job/run/runner.h"

/* Which arguments the judge takes charge of. */
void handed_choose(const struct runner *r, const struct case_data *d, struct host_arg *args);
/* Between host_session_begin and host_session_run. 0; -1: our own processes failed; 1: `o` has a verdict. */
int handed_fill(struct runner *r, struct arena *a, const struct case_data *d, const struct host_arg *args,
	int timeout_ms, struct run_outcome *o, struct err *e);
/* What the device says that it brought to the host of what kernels made. */
struct brought_values {
	unsigned char *v; /* as brought_missing takes it; malloc'd */
	uint64_t n;
	bool lost; /* not all of it is there */
};
/* After host_session_run: outputs into `out`, o->proof, *brought. As handed_fill. */
int handed_take(struct runner *r, struct arena *a, const struct case_data *d, const struct host_arg *args,
	struct outputs *out, int timeout_ms, struct brought_values *brought, struct run_outcome *o, struct err *e);
/* Once the outputs are there that lie with the host: which of their elements did not come from the device. */
void handed_trace(const struct case_data *d, const struct host_arg *args, const struct outputs *out,
	const struct brought_values *b, struct proof *p);

#endif
