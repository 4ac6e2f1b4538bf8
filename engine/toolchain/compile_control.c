/* compile_control: does the compiler fail because of the file, or because of the machine? A file that is known to be
 * right is compiled the same way: if that fails, too, it is the machine. */
#include "toolchain/compile_internal.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "base/proc.h"

/* Words of a machine that can't compile anything. A student's #error may say them too, so they only raise the question,
 * which control_fails answers by compiling a file that is known to be right. */
static const char *const machine_words[] = {
	"No space left on device",
	"unsupported GNU version",
	"cannot execute",
	"cc1plus",
	"cuda_runtime.h",
	"nvcc fatal",
	"cannot find -l",
	"Disk quota exceeded",
	"Cannot allocate memory",
	"ended by signal",
	"file format not recognized",
	"std::bad_alloc",
	"virtual memory exhausted",
	"out of memory",
	": not found", /* of a shell, which nvcc starts its parts with */
	"failed without a word",
	"File size limit exceeded",
	"can't create a.o",
	"Too many open files",
	"Resource temporarily unavailable",
	"bwrap: ",
};
static const char control_source[] =
	"__global__ void k(int *p) { *p = 1; }\nextern \"C\" void solve(int *p) { k<<<1, 1>>>(p); }\n";

bool compile_machine_fails(const struct compilation *c, struct err *e)
{
	struct compile_outcome outcome;
	struct compile_request object = *c->rq;
	struct compilation control = *c;
	struct buf image, why;
	bool suspicious = c->rq->assemble; /* there may be no ptxas, which no word of the compiler need say */
	int r;

	suspicious = suspicious || limits_too_small(NULL) || limits_disk_full(c->dir, NULL);
	for (size_t i = 0; i < sizeof machine_words / sizeof *machine_words; i++)
		suspicious = suspicious || strstr(c->out->diagnostics.data, machine_words[i]);
	if (!suspicious || c->is_control)
		return false;
	memset(&outcome, 0, sizeof outcome);
	buf_init(&outcome.diagnostics);
	buf_init(&control.source);
	buf_init(&image);
	buf_puts(&control.source, control_source);
	object.program = false;
	control.rq = &object;
	control.out = &outcome;
	control.shown_as = "control.cu";
	control.is_control = true;
	control.beside = control.beside_real = NULL;
	control.timeout_ms = 60000;
	control.deadline = time_now_ns() + 60000000000;
	snprintf(control.name, sizeof control.name, "control.cu");
	r = compile_build(&control, &image, e);
	buf_init(&why);
	if (r && e && e->kind != ERR_CANCELLED && (limits_too_small(&why) || limits_disk_full(c->dir, &why)))
		err_set(e, ERR_ENV, "%s can't compile even a correct file on this machine: %s", c->t->nvcc, why.data);
	else if (r > 0)
		err_set(e, ERR_ENV, "%s can't compile even a correct file on this machine: %.1500s", c->t->nvcc,
			outcome.diagnostics.data);
	buf_release(&why);
	buf_release(&image);
	buf_release(&control.source);
	buf_release(&outcome.diagnostics);
	return r != 0;
}
