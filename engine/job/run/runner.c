/* runner.c: see runner.h. Data path: case_data -> host process -> device process -> outputs + report -> run_outcome. */
#include "job/run/runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/limits.h"
#include "host/wire.h"
#include "job/evidence/accesses.h"
#include "job/evidence/traces.h"
#include "job/evidence/findings.h"
#include "job/evidence/timeline.h"
#include "job/run/handed.h"
#include "judge/library.h"

enum { REPORT_TIMEOUT_MS = 10000 };
/* Room for every case of every lab many times over, and little enough that one submission does not fill the machine. */
#define DEVICE_BYTES (512ull << 20)

int runner_start(struct runner *r, const struct runner_spec *spec, struct err *e)
{
	memset(r, 0, sizeof *r);
	r->spec = *spec;
	r->client_fd = -1;
	if (spec->gpu_lib) {
		snprintf(r->device_name, sizeof r->device_name, "%s", spec->gpu_name);
		return 0;
	}
	struct device_start ds = { .exe = spec->install->device,
		.threads = spec->threads,
		.step_budget = spec->step_budget,
		.memory_bytes = DEVICE_BYTES,
		.per_line = true,
		/* Whichever case comes first: a student's big case comes after small ones, a sweep's comes alone. */
		.ran_before = true,
		.profile = spec->profile,
		.record = spec->record,
		.drop = spec->drop,
		.mutant = spec->mutant };

	r->device = device_start(&ds, spec->cancel_fd, &r->client_fd, e);
	if (!r->device)
		return -1;
	snprintf(r->device_name, sizeof r->device_name, "%s", device_name(r->device));
	return 0;
}

static int64_t most_waited(const struct runner *r, int64_t waited)
{
	return waited < r->spec.most_waited_ns ? waited : r->spec.most_waited_ns;
}

/* What those that run now have waited; nobody asks where nothing is left out. */
static int64_t waits_of_host(const struct runner *r)
{
	return r->host && r->spec.most_waited_ns ? proc_waited_ns(host_session_process(r->host)) : 0;
}

static int64_t waits_of_device(const struct runner *r)
{
	return r->device && r->spec.most_waited_ns ? proc_waited_ns(device_process(r->device)) : 0;
}

int64_t runner_now(const struct runner *r)
{
	return time_now_ns() - most_waited(r, r->waited_ns + waits_of_host(r) + waits_of_device(r));
}

bool runner_past(const struct runner *r, int64_t t)
{
	return time_now_ns() >= t && runner_now(r) >= t; /* runner_now() reads a good many files, and is never later */
}

static void end_host(struct runner *r)
{
	r->waited_ns += waits_of_host(r);
	if (r->host)
		host_session_end(r->host);
	r->host = NULL;
}

void runner_stop(struct runner *r)
{
	end_host(r);
	if (r->client_fd >= 0)
		close(r->client_fd);
	r->waited_ns += waits_of_device(r);
	if (r->device)
		device_stop(r->device);
	r->device = NULL;
	r->client_fd = -1;
}

int runner_restart(struct runner *r, const struct runner_spec *spec, struct err *e)
{
	int64_t waited;
	int rc;

	runner_stop(r);
	waited = r->waited_ns;
	rc = runner_start(r, spec, e);
	r->waited_ns = waited;
	return rc;
}

const char *runner_time_over(const struct runner *r, struct arena *a)
{
	return arena_printf(a,
		"the run's time of %g s is over, and solve() had not returned in this case (--time-limit changes it)",
		(double)r->spec.limit_ns / 1e9);
}

void runner_forget(struct runner *r)
{
	end_host(r);
}

static int start_host(struct runner *r, struct err *e)
{
	bool gpu = r->spec.gpu_lib != NULL;
	struct host_start hs = {
		.exe = r->spec.install->host,
		.so = r->spec.so,
		.cudart_dir = gpu ? r->spec.gpu_lib : r->spec.install->emulator_lib,
		.symbol = r->spec.symbol,
		.device_fd = -1,
		.beside = r->device ? device_process(r->device) : NULL,
		.latest = r->spec.deadline_ns ? r->spec.deadline_ns + most_waited(r, r->waited_ns) : 0,
		.most_later = r->spec.most_waited_ns - most_waited(r, r->waited_ns),
		.sandbox = gpu ? NULL : r->spec.sandbox,
		.cancel_fd = r->spec.cancel_fd,
	};

	if (!gpu && r->client_fd < 0 && device_client(r->device, &r->client_fd, e))
		return -1;
	hs.device_fd = r->client_fd;
	r->host = host_session_start(&hs, e);
	if (r->client_fd >= 0)
		close(r->client_fd); /* the child has its own */
	r->client_fd = -1;
	return r->host ? 0 : -1;
}

static void arg_for_host(struct host_arg *h, const struct case_arg *c, void *result)
{
	static const enum host_arg_kind kinds[] = { [ARG_IN] = HOST_ARG_BUFFER_IN,
		[ARG_OUT] = HOST_ARG_BUFFER_OUT,
		[ARG_INOUT] = HOST_ARG_BUFFER_INOUT,
		[ARG_VALUE] = HOST_ARG_VALUE };
	static const enum host_value_class classes[ELEM_TYPE_COUNT] = { [ELEM_INT] = HOST_VALUE_SINT,
		[ELEM_UINT] = HOST_VALUE_UINT,
		[ELEM_FLOAT] = HOST_VALUE_FLOAT,
		[ELEM_DOUBLE] = HOST_VALUE_DOUBLE,
		[ELEM_CHAR] = HOST_VALUE_SINT,
		[ELEM_LONG] = HOST_VALUE_SINT };
	static const uint32_t memories[MEMORIES] = { [MEMORY_PAGEABLE] = WIRE_PAGEABLE,
		[MEMORY_PINNED] = WIRE_PINNED,
		[MEMORY_DEVICE] = WIRE_DEVICE,
		[MEMORY_MANAGED] = WIRE_MANAGED };

	memset(h, 0, sizeof *h);
	h->kind = kinds[c->arg->kind];
	h->host_memory = c->arg->memory ? memories[c->memory] : c->arg->host ? WIRE_PAGEABLE : WIRE_DEVICE;
	h->bytes = c->bytes;
	h->cls = classes[c->arg->type];
	h->value = c->value;
	h->data = c->data;
	h->result = result;
}

/* Host words -> verdict. What the device reports goes before this. */
static void judge_host(struct arena *a, const struct host_outcome *h, struct run_outcome *o)
{
	static const enum verdict table[] = { [HOST_OK] = VERDICT_PASS,
		[HOST_LOAD_FAILED] = VERDICT_COMPILE_ERROR,
		[HOST_NO_SOLVE] = VERDICT_COMPILE_ERROR,
		[HOST_CUDA_ERROR] = VERDICT_LAUNCH_ERROR,
		[HOST_CRASHED] = VERDICT_CRASHED,
		[HOST_TIMEOUT] = VERDICT_TIMEOUT,
		[HOST_CANCELLED] = VERDICT_NOT_JUDGED,
		[HOST_BROKEN] = VERDICT_NOT_JUDGED };

	o->verdict = table[h->status];
	if (h->status != HOST_OK)
		o->message = text_of_report(a, h->message);
}

static enum verdict verdict_of_fault(const struct device_fault *f)
{
	int v = verdict_find(f->verdict ? f->verdict : "");

	return v < 0 ? VERDICT_LAUNCH_ERROR : (enum verdict)v;
}

/* On a real GPU there is no report: the CUDA error code is all there is. */
static enum verdict verdict_of_cuda_error(int code)
{
	static const struct {
		int code;
		enum verdict v;
	} rows[] = {
		{ 700, VERDICT_MEMORY_ERROR }, /* cudaErrorIllegalAddress */
		{ 716, VERDICT_MEMORY_ERROR }, /* cudaErrorMisalignedAddress */
		{ 717, VERDICT_MEMORY_ERROR }, /* cudaErrorInvalidAddressSpace */
		{ 702, VERDICT_TIMEOUT },      /* cudaErrorLaunchTimeout */
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].code == code)
			return rows[i].v;
	return VERDICT_LAUNCH_ERROR;
}

static const struct kernel_part *parts_of(struct arena *a, const struct device_kernel *from)
{
	struct kernel_part *p = arena_alloc(a, TIME_BOUND_COUNT * sizeof *p);

	for (int k = 0; k < TIME_BOUND_COUNT; k++)
		p[k] = (struct kernel_part){ time_bound_name((enum time_bound)k), from->part_us[k] };
	return p;
}

void side_add_report(struct side *s, struct arena *a, const struct device_report *rep)
{
	struct kernel_run *all = arena_alloc(a, (s->nkernels + rep->nkernels + 1) * sizeof *all);

	s->ran = true;
	s->has_counters = true;
	s->time_kind = TIME_MODELLED;
	s->time_us += rep->time_us;
	s->time_lo_us = s->time_hi_us = s->time_us;
	timeline_add_report(&s->timeline, a, rep);
	if (s->nkernels)
		memcpy(all, s->kernels, s->nkernels * sizeof *all);
	s->kernels = all;
	for (size_t i = 0; i < rep->nkernels; i++) {
		const struct device_kernel *from = &rep->kernels[i];
		struct kernel_run *k = &all[s->nkernels++];

		k->name = text_of_report(a, from->name);
		if (!k->name)
			k->name = "?";
		k->library = library_of(from->file);
		memcpy(k->grid, from->grid, sizeof k->grid);
		memcpy(k->block, from->block, sizeof k->block);
		k->launches = from->launches;
		k->regs = from->regs;
		k->regs_arch = from->regs_arch;
		k->shared_bytes = from->shared_bytes;
		k->time_us = from->time_us;
		k->limit = from->limit && *from->limit ? text_of_report(a, from->limit) : NULL;
		k->bound = k->limit ? text_of_report(a, from->bound) : NULL;
		k->resident = from->resident;
		k->parts = parts_of(a, from);
		k->nparts = TIME_BOUND_COUNT;
		k->c = from->c;
		k->has_counters = true;
		counters_add(&s->total, &from->c);
	}
	timeline_count(&s->timeline, &s->total);
}

static void take_report(struct arena *a, const struct device_report *rep, const struct memory_names *names,
	uint64_t budget, struct run_outcome *o)
{
	struct fault_words w;

	side_add_report(&o->side, a, rep);
	o->lines = rep->lines;
	o->nlines = rep->nlines;
	o->findings = findings_of_report(a, rep, names, &o->nfindings);
	o->findings_lost = rep->findings_lost;
	o->unchecked_accesses = rep->unchecked_accesses;
	for (size_t i = 0; i < o->nfindings; i++)
		if (rep->findings[i].space && !strcmp(rep->findings[i].space, "global"))
			o->findings[i].element = element_words(a, rep->findings[i].address, names);
	o->unimplemented = rep->unimplemented;
	o->nunimplemented = rep->nunimplemented;
	for (size_t i = 0; i < rep->nfaults; i++) {
		const struct device_fault *f = &rep->faults[i];

		if (f->fatal) {
			o->verdict = verdict_of_fault(f);
			fault_describe(a, f, names, &o->fault);
			o->message = o->fault.sentence;
			o->unsupported = f->verdict && !strcmp(f->verdict, DEVICE_LACKS);
			o->fault_at = f->at;
			o->fault_thread = f->has_thread;
			o->fault_address = f->address;
			o->place.kernel = text_of_report(a, f->kernel);
			o->place.file = text_of_report(a, f->at.file);
			o->place.line = f->at.line;
			/* Of a launch that its budget ended no thread is named: it was stopped somewhere. */
			if (o->verdict == VERDICT_TIMEOUT && !f->has_thread)
				o->stopped_after = budget;
			return;
		}
		if (!o->refused) {
			o->refused = true;
			o->verdict_if_wrong = verdict_of_fault(f);
			fault_describe(a, f, names, &w);
			o->unsupported = f->verdict && !strcmp(f->verdict, DEVICE_LACKS);
			o->refusal = w.sentence;
		}
	}
	o->leak = leak_words(a, rep);
}

/* free() looks for its own note in the 8 bytes before a block. What CUDA has made has none. */
static void say_freed_by_the_wrong_call(
	struct arena *a, const struct device_report *rep, uint64_t address, struct run_outcome *o)
{
	enum { NOTE = 8 };
	const struct device_block *b = block_at(rep, address + NOTE);
	const char *words = b && b->start == address + NOTE ? block_words(a, b, NULL) : NULL;

	if (words && o->message)
		o->message = arena_printf(a,
			"%s. It is right before the %llu bytes %s: were they given to free()? They are for %s()",
			o->message, (unsigned long long)b->bytes, words,
			b->call && strstr(b->call, "Host") ? "cudaFreeHost" : "cudaFree");
}

/* Host code went after an address: the device knows whether it is one of its own. */
static void say_device_pointer(
	struct arena *a, const struct device_report *rep, uint64_t address, struct run_outcome *o)
{
	const struct device_block *b = block_at(rep, address);
	const char *words = b ? block_words(a, b, NULL) : NULL;

	if (!b) {
		say_freed_by_the_wrong_call(a, rep, address, o);
		return;
	}
	if (words && o->message && !strstr(o->message, "device pointer"))
		o->message = arena_printf(a,
			"%s: it is device memory, %llu bytes into the %llu bytes %s; copy it to the host first",
			o->message, (unsigned long long)(address - b->start), (unsigned long long)b->bytes, words);
}

/* What is left of the time of the whole, in ms; at most `timeout_ms`. */
static int time_left(const struct runner *r, int timeout_ms)
{
	int64_t end = r->spec.deadline_ns, left;

	if (!end || !runner_past(r, end - (int64_t)timeout_ms * 1000000))
		return timeout_ms;
	left = (end - runner_now(r)) / 1000000;
	return left < 0 ? 0 : left < timeout_ms ? (int)left : timeout_ms;
}

static bool time_is_over(const struct runner *r)
{
	return r->spec.deadline_ns && runner_past(r, r->spec.deadline_ns);
}

static bool comes_from_host(const struct host_arg *args, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!args[i].by_judge && (args[i].kind == HOST_ARG_BUFFER_OUT || args[i].kind == HOST_ARG_BUFFER_INOUT))
			return true;
	return false;
}

/* One call of solve(), its outputs fetched. 0; -1: our own processes failed; 1: `own` has a verdict of ours, which goes
 * before the host's word. */
static int call(struct runner *r, struct arena *a, const struct case_data *d, struct host_arg *args,
	struct outputs *out, int timeout_ms, struct host_outcome *h, struct run_outcome *own, struct err *e)
{
	int64_t deadline = time_now_ns() + (int64_t)timeout_ms * 1000000;
	struct brought_values brought = { 0 };
	int rc;

	if (!host_session_begin(r->host, args, d->step->nargs, deadline, timeout_ms, h))
		return 0;
	if ((rc = handed_fill(r, a, d, args, timeout_ms, own, e)))
		return rc;
	if (!host_session_run(r->host, deadline, timeout_ms, h))
		return 0;
	rc = handed_take(r, a, d, args, out, timeout_ms, &brought, own, e);
	if (!rc && comes_from_host(args, d->step->nargs) &&
		host_session_fetch(r->host, args, d->step->nargs, timeout_ms, h))
		handed_trace(d, args, out, &brought, &own->proof);
	free(brought.v);
	return rc;
}

/* It died, under limits with which an honest program dies, too. */
static bool starved(const struct host_outcome *h, struct err *e)
{
	struct buf why;
	bool small;

	buf_init(&why);
	small = limits_too_small(&why);
	if (small)
		err_set(e, ERR_ENV, "%s; but %s", h->message, why.data);
	buf_release(&why);
	return small;
}

/* The program of the student has used up the time of the run before this case could begin: its verdict, none of the
 * machine's. */
static int not_begun(
	const struct runner *r, struct arena *a, const struct case_data *d, struct run_outcome *o, struct err *e)
{
	err_clear(e);
	o->verdict = VERDICT_TIMEOUT;
	o->message = "the run's time is over";
	o->out_of_time = true;
	o->address = arena_alloc(a, (d->step->nargs + 1) * sizeof *o->address);
	memset(o->address, 0, (d->step->nargs + 1) * sizeof *o->address);
	o->side.time_device = arena_strdup(a, r->device_name);
	return 0;
}

int runner_case(struct runner *r, struct arena *a, const struct case_data *d, struct outputs *out,
	struct host_timing *timing, int timeout_ms, struct run_outcome *o, struct err *e)
{
	struct host_outcome h;
	struct host_arg *args = xcalloc(d->step->nargs, sizeof *args);
	struct run_outcome own;
	struct buf text;
	int allowed = time_left(r, timeout_ms);
	bool fatal;
	int rc = 0;

	memset(o, 0, sizeof *o);
	memset(&own, 0, sizeof own);
	if (!r->host && (time_is_over(r) || start_host(r, e))) {
		free(args);
		return time_is_over(r) && e->kind != ERR_CANCELLED ? not_begun(r, a, d, o, e) : -1;
	}
	for (size_t i = 0; i < d->step->nargs; i++)
		arg_for_host(&args[i], &d->args[i], out->data[i]);
	memset(&h, 0, sizeof h);
	handed_choose(r, d, args);
	if (r->device)
		rc = call(r, a, d, args, out, allowed, &h, &own, e);
	else
		host_session_case(r->host, args, d->step->nargs, timing, allowed, &h);
	if (rc < 0) {
		free(args);
		return -1;
	}
	if (h.status == HOST_CANCELLED || h.status == HOST_BROKEN) {
		free(args);
		return h.status == HOST_CANCELLED ? err_set(e, ERR_CANCELLED, "stopped on request") :
						    err_set(e, ERR_ENV, "%s", h.message);
	}
	if ((h.status == HOST_CRASHED || h.status == HOST_LOAD_FAILED) && starved(&h, e)) {
		free(args);
		return -1;
	}
	judge_host(a, &h, o);
	o->proof = own.proof;
	if (rc) {
		o->verdict = own.verdict;
		o->message = own.message;
	}
	o->out_of_time = h.status == HOST_TIMEOUT && (allowed < timeout_ms || time_is_over(r));
	o->address = arena_alloc(a, (d->step->nargs + 1) * sizeof *o->address);
	for (size_t i = 0; i < d->step->nargs; i++)
		o->address[i] = args[i].address;

	buf_init(&text);
	buf_puts(&text, host_session_output(r->host));
	if (h.session_over || h.status != HOST_OK || rc) {
		/* Ended first: a kernel that still runs stops when its client has gone. */
		end_host(r);
	}
	o->side.time_device = arena_strdup(a, r->device_name);
	if (r->device) {
		struct device_report rep;
		const char *said;

		if (device_report(r->device, a, &rep, REPORT_TIMEOUT_MS, e)) {
			buf_release(&text);
			free(args);
			return -1;
		}
		if (rep.printf_output)
			buf_puts(&text, rep.printf_output);
		o->accesses = accesses_of_report(a, &rep, r->spec.record);
		o->trace = trace_of_report(a, &rep, r->spec.record);
		said = o->message;
		take_report(a, &rep, &(struct memory_names){ .d = d, .args = args }, r->spec.step_budget, o);
		/* Which of the kernels had run when it died is chance, and so is each number of theirs. */
		if (h.status == HOST_CRASHED && !o->place.kernel) {
			o->side = (struct side){ .time_device = o->side.time_device };
			o->nlines = 0;
		}
		/* Who writes to all descriptors meets the device's socket, too, or is stopped just before: by chance.
		 */
		if (h.meddled && !o->place.kernel) {
			o->verdict = VERDICT_CRASHED;
			o->message = said;
		}
		if (o->verdict == VERDICT_CRASHED && h.fault_address && !o->place.kernel)
			say_device_pointer(a, &rep, h.fault_address, o);
	} else {
		o->side.ran = h.status == HOST_OK;
		if (h.status == HOST_CUDA_ERROR)
			o->verdict = verdict_of_cuda_error(h.cuda_code);
	}
	free(args);
	/* After a refused call with no fault of a kernel, the host's word is that of the refusal, which says more. */
	fatal = o->verdict != VERDICT_PASS;
	if (fatal && h.status == HOST_CUDA_ERROR && o->refused && !o->place.kernel) {
		o->verdict = o->verdict_if_wrong;
		o->message = o->refusal;
	}
	/* A loop that waits for what a refused call was to bring has no end: the call is what to mend. */
	if (h.status == HOST_TIMEOUT && o->refused && !o->place.kernel && !o->unsupported) {
		o->verdict = o->verdict_if_wrong;
		o->message = arena_printf(a, "%s. After that %s.", o->refusal, o->message);
		o->out_of_time = false;
	}
	o->program_output = text_of_report(a, text.data);
	buf_release(&text);
	return 0;
}
