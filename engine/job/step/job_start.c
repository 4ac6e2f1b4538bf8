/* job_start: what has to be there before a file can be judged: our programs, nvcc, a folder, perhaps a GPU, the inputs,
 * and the reference and the other programs, at work in threads of their own. */
#include "job/step/job_internal.h"

#include <stdio.h>

#include "base/buf.h"
#include "job/parts/machine.h"
#include "job/step/compile_stage.h"

enum { PROBE_TIMEOUT_MS = 15000 };

int job_find_parts(struct job *j)
{
	struct err e = ERR_INIT;

	if (install_find(&j->install, &e))
		return job_not_judged(j, &e);
	j->have_install = true;
	j->sandbox = job_sandbox(j->rq, &j->install, &j->own, j->r);
	if (toolchain_find(&j->toolchain, j->rq->root, j->rq->cache, &e))
		return job_not_judged(j, &e);
	j->have_toolchain = true;
	if (scratch_open(&j->tmp, &e))
		return job_not_judged(j, &e);
	j->student_so = xasprintf("%s/student.so", j->tmp.path);
	j->reference_so = xasprintf("%s/reference.so", j->tmp.path);
	j->observed_so = xasprintf("%s/observed.so", j->tmp.path);
	return 0;
}

static void *probe_main(void *arg)
{
	struct job *j = arg;

	if (j->toolchain.cuda_lib)
		gpu_probe(&j->gpu, j->install.host, j->toolchain.cuda_lib, PROBE_TIMEOUT_MS);
	else
		snprintf(j->gpu.why, sizeof j->gpu.why, "NVIDIA's libcudart.so.13 was not found beside nvcc");
	return NULL;
}

int job_find_gpu(struct job *j)
{
	struct err e = ERR_INIT;

	if (j->rq->device == DEVICE_EMULATOR || (j->rq->device == DEVICE_AUTO && j->rq->untimed))
		return 0;
	if (j->rq->device == DEVICE_AUTO) {
		j->probing = !pthread_create(&j->probe, NULL, probe_main, j);
		return 0;
	}
	probe_main(j);
	if (!j->gpu.works) {
		err_set(&e, ERR_ENV, "no GPU that works was found: %s; use --device emulator", j->gpu.why);
		return job_not_judged(j, &e);
	}
	return 0;
}

int job_start_truth(struct job *j)
{
	struct err e = ERR_INIT;
	bool gpu = j->rq->device == DEVICE_GPU;
	struct reference from = { .install = &j->install,
		.toolchain = &j->toolchain,
		.so = j->truth->so ? j->truth->so : j->reference_so,
		.gpu_lib = gpu ? j->toolchain.cuda_lib : NULL,
		.gpu_name = gpu ? j->gpu.name : NULL,
		.profile = j->rq->profile,
		.cancel_fd = j->truth->so ? j->truth->cancel_fd : j->rq->cancel_fd };

	return truth_start(j->truth, &from, &e) ? job_not_judged(j, &e) : 0;
}

int job_start_observing(struct job *j)
{
	bool for_gates = !(j->rq->observe || j->rq->predicted);

	if (!observe_wanted(j->rq->step, for_gates))
		return 0;
	j->observe = (struct observe){ .install = &j->install,
		.toolchain = &j->toolchain,
		.step = j->rq->step,
		.data = j->truth->data,
		.so = j->observed_so,
		.profile = j->rq->profile,
		.for_gates = for_gates,
		.cancel_fd = j->rq->cancel_fd };
	j->observing = true;
	observe_start(&j->observe);
	return 0;
}
