/* control: see control.h. Starts the device process, hands it clients, reads its reports. */
#include "device/judge/proc.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buf.h"
#include "device/report/blocks.h"
#include "device/report/findings.h"
#include "device/time/profile.h"
#include "device/report/seen.h"
#include "device/report/trace.h"
#include "device/report/timeline.h"
#include "device/wire/wire.h"
#include "device/ops/writers.h"
#include "emulator/mutants.h"
#include "emulator/syncs.h"

#define START_MS 10000
#define CLIENT_MS 10000

static int socket_pair(int fd[2], struct err *e)
{
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd))
		return err_errno(e, "cannot make a socket for the emulated device");
	return 0;
}

int device_lost(struct device_proc *d, struct err *e, const char *doing)
{
	struct buf words;

	d->dead = true;
	/* Its last words come with its end. */
	proc_wait(&d->proc, 200, -1);
	buf_init(&words);
	buf_add_scrubbed(
		&words, d->proc.out.data ? d->proc.out.data : "", d->proc.out.len < 800 ? d->proc.out.len : 800);
	while (words.len && strchr("\r\n ", words.data[words.len - 1]))
		words.data[--words.len] = '\0';
	if (d->proc.done && d->proc.exec_failed)
		err_set(e, ERR_ENV, "the emulated device could not be started: %s", strerror(d->proc.code));
	else if (d->proc.done && !d->proc.exited && (d->proc.code == SIGKILL || d->proc.code == SIGTERM))
		err_set(e, ERR_ENV,
			"the emulated device was killed while %s: the machine ran out of memory, or somebody killed "
			"it; try again",
			doing);
	else if (d->proc.done)
		err_set(e, ERR_BUG, "the emulated device ended (%s %d) while %s%s%s",
			d->proc.exited ? "exit status" : "signal", d->proc.code, doing, words.len ? ": " : "",
			words.data);
	else
		err_set(e, ERR_BUG, "the emulated device does not answer while %s", doing);
	buf_release(&words);
	return -1;
}

static int spawn(struct device_proc *d, const struct device_start *s, int client, int control, struct err *e)
{
	char threads[16], budget[24], seed[24], sample[24], memory[24];
	char *drop = s->drop ? xasprintf("%d:%d:%s", s->drop->line, s->drop->kind, s->drop->file) : NULL;
	char *mutant = s->mutant ?
		xasprintf("%d:%d:%d:%s", (int)s->mutant->kind, s->mutant->line, s->mutant->column, s->mutant->file) :
		NULL;
	char record[96];
	const char *argv[32] = { s->exe, "--control", "3", "--client", "4", "--threads", threads, "--steps", budget,
		"--seed", seed, "--sample", sample, "--memory", memory, "--profile",
		s->profile ? s->profile : profile_name(0) };
	int n = 17;
	struct proc_fd fds[] = { { control, 3 }, { client, 4 } };
	struct proc_spec spec = { .argv = argv, .fds = fds, .nfds = 2, .capture = true };
	int r;

	snprintf(threads, sizeof threads, "%d", s->threads);
	snprintf(budget, sizeof budget, "%llu", (unsigned long long)s->step_budget);
	snprintf(seed, sizeof seed, "%llu", (unsigned long long)s->schedule_seed);
	snprintf(sample, sizeof sample, "%llu", (unsigned long long)s->sample);
	if (s->per_line)
		argv[n++] = "--lines";
	if (s->ran_before)
		argv[n++] = "--ran-before";
	if (s->repeats)
		argv[n++] = "--repeats";
	if (drop) {
		argv[n++] = "--drop";
		argv[n++] = drop;
	}
	if (mutant) {
		argv[n++] = "--mutate";
		argv[n++] = mutant;
	}
	if (s->record) {
		snprintf(record, sizeof record, "%llu:%u:%d:%llu:%u:%u", (unsigned long long)s->record->block,
			s->record->warp, s->record->line, (unsigned long long)s->record->from, s->record->most,
			s->record->trace);
		argv[n++] = "--record";
		argv[n++] = record;
	}
	snprintf(memory, sizeof memory, "%llu", (unsigned long long)s->memory_bytes);
	r = proc_start(&d->proc, &spec, e);
	free(drop);
	free(mutant);
	return r;
}

struct device_proc *device_start(const struct device_start *s, int cancel_fd, int *client_fd, struct err *e)
{
	struct device_proc *d;
	struct profile profile;
	struct dc_head h;
	int control[2], client[2], r;

	if (profile_find(&profile, s->profile, e) || socket_pair(control, e))
		return NULL;
	if (socket_pair(client, e)) {
		close(control[0]);
		close(control[1]);
		return NULL;
	}
	d = xcalloc(1, sizeof *d);
	d->control = control[0];
	snprintf(d->name, sizeof d->name, "%.50s (emulated)", profile.name);
	r = spawn(d, s, client[1], control[1], e);
	close(client[1]);
	close(control[1]);
	if (r) {
		close(control[0]);
		close(client[0]);
		free(d);
		return NULL;
	}
	d->started = true;
	r = dc_receive(d->control, &h, NULL, START_MS, cancel_fd);
	if (r == 1 && h.kind == DC_READY && !h.bytes) {
		*client_fd = client[0];
		return d;
	}
	if (r == -2)
		err_set(e, ERR_CANCELLED, "cancelled");
	else
		device_lost(d, e, "it starts");
	close(client[0]);
	device_stop(d);
	return NULL;
}

int device_serve(struct device_proc *d, int connected_fd, struct err *e)
{
	struct dc_head h;

	if (d->dead)
		return err_set(e, ERR_BUG, "the emulated device has ended");
	if (dc_send(d->control, DC_CLIENT, NULL, 0, connected_fd) ||
		dc_receive(d->control, &h, NULL, CLIENT_MS, -1) != 1 || h.kind != DC_CLIENT || h.bytes)
		return device_lost(d, e, "it takes a new client");
	return 0;
}

int device_client(struct device_proc *d, int *client_fd, struct err *e)
{
	int client[2], r;

	if (socket_pair(client, e))
		return -1;
	r = device_serve(d, client[1], e);
	close(client[1]);
	if (r) {
		close(client[0]);
		return -1;
	}
	*client_fd = client[0];
	return 0;
}

static int send_schedule(struct device_proc *d, struct dc_schedule s, struct err *e)
{
	struct dc_head h;

	if (d->dead)
		return err_set(e, ERR_BUG, "the emulated device has ended");
	if (dc_send(d->control, DC_SCHEDULE, &s, sizeof s, -1) ||
		dc_receive(d->control, &h, NULL, CLIENT_MS, -1) != 1 || h.kind != DC_SCHEDULE || h.bytes)
		return device_lost(d, e, "it takes a schedule");
	return 0;
}

int device_schedule(struct device_proc *d, uint64_t seed, unsigned unchecked, uint64_t step_budget, struct err *e)
{
	return send_schedule(
		d, (struct dc_schedule){ .seed = seed, .step_budget = step_budget, .unchecked = unchecked }, e);
}

int device_stretch(struct device_proc *d, unsigned stretch, unsigned unchecked, struct err *e)
{
	return send_schedule(d, (struct dc_schedule){ .unchecked = unchecked, .stretch = stretch }, e);
}

static void read_dim(struct wire *w, uint32_t d[3])
{
	for (int i = 0; i < 3; i++)
		d[i] = wire_u32(w);
}

static void read_counters(struct wire *w, struct counters *c)
{
	for (int i = 0; i < CTR_COUNT; i++)
		c->v[i] = wire_u64(w);
}

static void read_report(struct wire *w, struct arena *a, struct device_report *r)
{
	size_t n;

	r->nkernels = wire_count(w, sizeof(struct counters));
	r->kernels = arena_alloc(a, (r->nkernels + 1) * sizeof *r->kernels);
	for (size_t i = 0; i < r->nkernels; i++) {
		struct device_kernel *k = &r->kernels[i];

		k->name = wire_str(w, a);
		k->file = wire_str(w, a);
		read_dim(w, k->grid);
		read_dim(w, k->block);
		k->launches = wire_u32(w);
		k->regs = wire_u32(w);
		k->regs_arch = (int)wire_u32(w);
		k->shared_bytes = wire_u32(w);
		k->time_us = wire_f64(w);
		k->limit = wire_str(w, a);
		k->bound = wire_str(w, a);
		k->resident = wire_u32(w);
		for (int part = 0; part < TIME_BOUND_COUNT; part++)
			k->part_us[part] = wire_f64(w);
		read_counters(w, &k->c);
	}
	r->nfaults = wire_count(w, 76);
	r->faults = arena_alloc(a, (r->nfaults + 1) * sizeof *r->faults);
	for (size_t i = 0; i < r->nfaults; i++) {
		struct device_fault *f = &r->faults[i];

		f->verdict = wire_str(w, a);
		f->message = wire_str(w, a);
		f->kernel = wire_str(w, a);
		blocks_read_place(w, a, &f->at);
		f->has_thread = wire_u32(w) != 0;
		f->address = wire_u64(w);
		f->block = blocks_read(w, a, &n);
		if (!n)
			f->block = NULL;
		f->cuda_code = (int)wire_u32(w);
		f->fatal = wire_u32(w) != 0;
		f->count = wire_u64(w);
	}
	findings_read(w, a, r);
	r->leaks = blocks_read(w, a, &r->nleaks);
	r->allocated = blocks_read(w, a, &r->nallocated);
	r->blocks_lost = wire_u64(w);
	r->stopped = wire_u64(w);
	r->repeated = wire_u64(w);
	r->printf_lost = wire_u64(w);
	r->nlines = wire_count(w, sizeof(struct counters));
	r->lines = arena_alloc(a, (r->nlines + 1) * sizeof *r->lines);
	for (size_t i = 0; i < r->nlines; i++) {
		struct device_line *l = &r->lines[i];

		l->file = wire_str(w, a);
		l->kernel = wire_str(w, a);
		l->line = (int)wire_u32(w);
		l->times = wire_u64(w);
		read_counters(w, &l->c);
	}
	r->nunimplemented = wire_count(w, 4);
	r->unimplemented = arena_alloc(a, (r->nunimplemented + 1) * sizeof *r->unimplemented);
	for (size_t i = 0; i < r->nunimplemented; i++)
		r->unimplemented[i] = wire_str(w, a);
	timeline_read(w, a, r);
	seen_read(w, a, r);
	trace_read(w, a, &r->trace);
	r->printf_output = wire_str(w, a);
	r->printed = wire_str(w, a);
	r->time_us = wire_f64(w);
	r->truncated = wire_u32(w) != 0;
}

/* The bytes of the answer to a message (malloc'd), to be read from *w; NULL when there is none. */
static uint8_t *answer_of(struct device_proc *d, enum dc_kind kind, const void *body, size_t n, struct wire *w,
	int timeout_ms, struct err *e)
{
	struct dc_head h;
	uint8_t *bytes;

	if (d->dead) {
		err_set(e, ERR_BUG, "the emulated device has ended");
		return NULL;
	}
	if (dc_send(d->control, kind, body, n, -1) || dc_receive(d->control, &h, NULL, timeout_ms, -1) != 1 ||
		h.kind != kind || h.bytes > DC_MAX_REPORT) {
		device_lost(d, e, "it writes its report");
		return NULL;
	}
	bytes = xmalloc((size_t)h.bytes + 1);
	if (dc_receive_body(d->control, bytes, h.bytes, timeout_ms)) {
		free(bytes);
		device_lost(d, e, "it writes its report");
		return NULL;
	}
	*w = (struct wire){ bytes, bytes + h.bytes, false };
	return bytes;
}

static int senseless(struct device_proc *d, struct err *e)
{
	d->dead = true;
	return err_set(e, ERR_BUG, "the emulated device's report makes no sense");
}

int device_writers(struct device_proc *d, struct arena *a, const uint64_t *addr, size_t n, struct device_writer *out,
	int timeout_ms, struct err *e)
{
	struct wire w;
	uint8_t *bytes;
	int bad;

	if (n > WRITERS_MAX)
		return err_set(e, ERR_BUG, "%zu addresses are too many", n);
	bytes = answer_of(d, DC_WRITERS, addr, n * sizeof *addr, &w, timeout_ms, e);
	if (!bytes)
		return -1;
	bad = writers_read(&w, a, out, n);
	free(bytes);
	if (bad) {
		d->dead = true;
		return err_set(e, ERR_BUG, "what the emulated device says makes no sense");
	}
	return 0;
}

int device_report(struct device_proc *d, struct arena *a, struct device_report *r, int timeout_ms, struct err *e)
{
	struct wire w;
	uint8_t *bytes;

	memset(r, 0, sizeof *r);
	bytes = answer_of(d, DC_REPORT, NULL, 0, &w, timeout_ms, e);
	if (!bytes)
		return -1;
	read_report(&w, a, r);
	free(bytes);
	if (w.bad || w.p != w.end) {
		memset(r, 0, sizeof *r);
		return senseless(d, e);
	}
	return 0;
}

int device_syncs(struct device_proc *d, struct arena *a, struct device_sync **rows, size_t *n, struct err *e)
{
	struct wire w;
	uint8_t *bytes = answer_of(d, DC_SYNCS, NULL, 0, &w, CLIENT_MS, e);

	if (!bytes)
		return -1;
	*n = wire_count(&w, 24);
	*rows = arena_alloc(a, (*n + 1) * sizeof **rows);
	for (size_t i = 0; i < *n; i++) {
		struct device_sync *x = &(*rows)[i];

		x->file = wire_str(&w, a);
		x->kernel = wire_str(&w, a);
		x->line = (int)wire_u32(&w);
		x->kind = (int)wire_u32(&w);
		x->copies = wire_u32(&w);
		x->keeps = wire_u32(&w) != 0;
		w.bad |= !x->file || !x->kernel || (unsigned)x->kind >= EM_SYNC_KINDS;
	}
	free(bytes);
	if (w.bad || w.p != w.end) {
		*n = 0;
		return senseless(d, e);
	}
	return 0;
}

int device_under_way(struct device_proc *d, struct arena *a, struct device_under_way *u, struct err *e)
{
	struct wire w;
	uint8_t *bytes = answer_of(d, DC_UNDER_WAY, NULL, 0, &w, CLIENT_MS, e);

	if (!bytes)
		return -1;
	u->kernel = wire_str(&w, a);
	u->asked = wire_u64(&w);
	u->begun = wire_u64(&w);
	u->repeated = wire_u64(&w);
	u->blocks = wire_u64(&w);
	u->done = wire_u64(&w);
	free(bytes);
	return w.bad || w.p != w.end || !u->kernel ? senseless(d, e) : 0;
}

const struct proc *device_process(const struct device_proc *d)
{
	return &d->proc;
}

const char *device_name(const struct device_proc *d)
{
	return d->name;
}

void device_stop(struct device_proc *d)
{
	if (!d)
		return;
	close(d->control);
	if (d->started)
		proc_release(&d->proc);
	free(d);
}
