/* log: see log.h. Strings live in an arena that is dropped when the log is taken. */
#include "device/report/log.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "device/report/blocks.h"
#include "device/report/findings.h"
#include "device/report/seen.h"
#include "device/report/trace.h"
#include "device/report/timeline.h"
#include "device/wire/wire.h"

struct kernel_row {
	const char *name, *file;
	struct em_dim3 grid, block;
	uint32_t launches, regs, shared;
	int regs_arch;
	double time_us, part_us[TIME_BOUND_COUNT];
	const char *limit, *bound;
	uint32_t resident;
	struct counters c;
};
struct fault_row {
	struct log_fault f;
	struct device_block block;
	uint64_t count;
};
struct line_row {
	const char *file, *kernel;
	int line;
	uint64_t times;
	struct counters c;
};

struct log {
	pthread_mutex_t lock;
	struct arena arena;
	struct kernel_row *kernels;
	size_t nkernels, kernels_cap;
	struct fault_row *faults;
	size_t nfaults, faults_cap;
	struct line_row *lines;
	size_t nlines, lines_cap;
	uint32_t *buckets;
	size_t nbuckets; /* of lines: index + 1, open addressing */
	struct finding_list findings;
	struct block_list leaks;
	struct tally {
		unsigned call;
		const char *object;
		uint32_t n;
	} * tallies;
	size_t ntallies, tallies_cap;
	uint32_t period;
	struct timeline timeline;
	struct seen_list seen;
	struct trace_copy trace;
	const char **names;
	size_t nnames, names_cap;
	uint64_t stopped, repeated;
	struct buf text;      /* that kernels printed, and the client has not taken */
	struct buf printed;   /* all of it; nothing, when it is more than there is room for */
	bool printed_lost;    /* the log had no room for it */
	uint64_t printf_lost; /* calls whose text the device had no room for */
	double time_us;
	bool truncated;
};

struct log *log_new(void)
{
	struct log *l = xcalloc(1, sizeof *l);

	pthread_mutex_init(&l->lock, NULL);
	arena_init(&l->arena);
	buf_init(&l->text);
	buf_init(&l->printed);
	return l;
}

static void forget(struct log *l)
{
	arena_release(&l->arena);
	arena_init(&l->arena);
	l->kernels = NULL;
	l->faults = NULL;
	l->lines = NULL;
	l->names = NULL;
	l->findings = (struct finding_list){ 0 };
	l->leaks = (struct block_list){ 0 };
	l->tallies = NULL;
	l->ntallies = l->tallies_cap = 0;
	l->period++;
	l->timeline = (struct timeline){ 0 };
	l->seen = (struct seen_list){ 0 };
	l->trace = (struct trace_copy){ 0 };
	l->nkernels = l->kernels_cap = l->nfaults = l->faults_cap = 0;
	l->nlines = l->lines_cap = l->nnames = l->names_cap = 0;
	l->stopped = l->repeated = l->printf_lost = 0;
	free(l->buckets);
	l->buckets = NULL;
	l->nbuckets = 0;
	buf_clear(&l->text);
	buf_clear(&l->printed);
	l->printed_lost = false;
	l->time_us = 0;
	l->truncated = false;
}

void log_free(struct log *l)
{
	if (!l)
		return;
	forget(l);
	arena_release(&l->arena);
	buf_release(&l->text);
	buf_release(&l->printed);
	pthread_mutex_destroy(&l->lock);
	free(l);
}

static bool same_dim(struct em_dim3 a, struct em_dim3 b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

static size_t line_hash(const char *file, const char *kernel, int line)
{
	uint64_t h = 1469598103934665603u ^ (uint64_t)(uint32_t)line;

	for (const char *s = file; *s; s++)
		h = (h ^ (unsigned char)*s) * 1099511628211u;
	for (const char *s = kernel; *s; s++)
		h = (h ^ (unsigned char)*s) * 1099511628211u;
	return (size_t)(h ^ h >> 29);
}

static void grow_buckets(struct log *l)
{
	size_t n = l->nbuckets ? l->nbuckets * 2 : 256;

	free(l->buckets);
	l->buckets = xcalloc(n, sizeof *l->buckets);
	l->nbuckets = n;
	for (size_t i = 0; i < l->nlines; i++) {
		size_t at = line_hash(l->lines[i].file, l->lines[i].kernel, l->lines[i].line) & (n - 1);

		while (l->buckets[at])
			at = (at + 1) & (n - 1);
		l->buckets[at] = (uint32_t)i + 1;
	}
}

static void add_line(struct log *l, const char *kernel, const struct em_line *line)
{
	const char *file = line->file ? line->file : "";
	struct line_row *row;
	size_t at;

	if (l->nlines * 2 >= l->nbuckets)
		grow_buckets(l);
	at = line_hash(file, kernel, line->line) & (l->nbuckets - 1);
	for (; l->buckets[at]; at = (at + 1) & (l->nbuckets - 1)) {
		row = &l->lines[l->buckets[at] - 1];
		if (row->line == line->line && !strcmp(row->file, file) && !strcmp(row->kernel, kernel)) {
			counters_add(&row->c, &line->c);
			row->times += line->times;
			return;
		}
	}
	if (l->nlines >= LOG_MAX_LINES) {
		l->truncated = true;
		return;
	}
	row = ARENA_PUSH(&l->arena, l->lines, l->nlines, l->lines_cap);
	/* Kept as it is, not scrubbed: it is the key. log_take's reader scrubs what it shows. */
	row->file = arena_strdup(&l->arena, file);
	row->kernel = arena_strdup(&l->arena, kernel);
	row->line = line->line;
	row->times = line->times;
	row->c = line->c;
	l->buckets[at] = (uint32_t)l->nlines;
}

void log_kernel(struct log *l, const struct log_launch *launch)
{
	struct kernel_row *row = NULL;
	struct buf name;

	buf_init(&name);
	buf_add_scrubbed(&name, launch->name, strlen(launch->name));
	pthread_mutex_lock(&l->lock);
	l->time_us += launch->time_us;
	if (l->nkernels) {
		row = &l->kernels[l->nkernels - 1];
		if (strcmp(row->name, name.data) || strcmp(row->file, launch->file ? launch->file : "") ||
			!same_dim(row->grid, launch->grid) || !same_dim(row->block, launch->block) ||
			row->shared != launch->shared_bytes)
			row = NULL;
	}
	if (!row && l->nkernels < LOG_MAX_KERNELS) {
		row = ARENA_PUSH(&l->arena, l->kernels, l->nkernels, l->kernels_cap);
		row->name = arena_strdup(&l->arena, name.data);
		row->file = arena_strdup(&l->arena, launch->file ? launch->file : "");
		row->grid = launch->grid;
		row->block = launch->block;
		row->regs = launch->regs;
		row->regs_arch = launch->regs_arch;
		row->shared = launch->shared_bytes;
		row->resident = launch->resident;
		buf_clear(&name);
		if (launch->parts)
			time_sentence(launch->parts, &name);
		row->limit = arena_strdup(&l->arena, name.data);
		row->bound = launch->parts ? time_bound_name(launch->parts->bound) : "";
		buf_clear(&name);
		buf_puts(&name, row->name);
	}
	if (row) {
		row->launches++;
		row->time_us += launch->time_us;
		for (int k = 0; launch->parts && k < TIME_BOUND_COUNT; k++)
			row->part_us[k] += launch->parts->us[k];
		counters_add(&row->c, &launch->result->c);
	} else {
		l->truncated = true;
	}
	for (size_t i = 0; i < launch->result->nlines; i++)
		add_line(l, name.data, &launch->result->lines[i]);
	l->findings.lacked = launch->lacked;
	findings_add(&l->findings, &l->arena, name.data, launch->result);
	seen_add(&l->seen, &l->arena, name.data, launch->result);
	trace_add(&l->trace, &l->arena, name.data, launch->result);
	pthread_mutex_unlock(&l->lock);
	buf_release(&name);
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* A call is refused as one was before: a loop goes on launching what cannot be launched. Only the last few are looked
 * at, for a program may be refused in a thousand ways. NULL: it is new. */
static struct fault_row *refused_before(struct log *l, const struct log_fault *f)
{
	enum { LOOKED_AT = 16 };

	if (f->fatal || f->block || f->has_thread || f->address)
		return NULL;
	for (size_t i = l->nfaults; i > 0 && i + LOOKED_AT > l->nfaults; i--) {
		const struct log_fault *g = &l->faults[i - 1].f;

		if (!g->fatal && !g->block && g->cuda_code == f->cuda_code && same_text(g->message, f->message) &&
			same_text(g->kernel, f->kernel) && same_text(g->verdict, f->verdict))
			return &l->faults[i - 1];
	}
	return NULL;
}

bool log_again(struct log *l, int cuda_code)
{
	struct fault_row *row = NULL;

	pthread_mutex_lock(&l->lock);
	for (size_t i = l->nfaults; i > 0 && !row; i--)
		if (!l->faults[i - 1].f.fatal && l->faults[i - 1].f.cuda_code == cuda_code)
			row = &l->faults[i - 1];
	if (row)
		row->count++;
	pthread_mutex_unlock(&l->lock);
	return row;
}

void log_fault(struct log *l, const struct log_fault *f)
{
	struct fault_row *row;

	pthread_mutex_lock(&l->lock);
	row = refused_before(l, f);
	if (row) {
		row->count++;
	} else if (l->nfaults < LOG_MAX_FAULTS) {
		row = ARENA_PUSH(&l->arena, l->faults, l->nfaults, l->faults_cap);
		row->f = *f;
		row->count = 1;
		row->f.verdict = arena_scrub(&l->arena, f->verdict);
		row->f.message = arena_scrub(&l->arena, f->message);
		row->f.kernel = arena_scrub(&l->arena, f->kernel);
		row->f.at.file = arena_scrub(&l->arena, f->at.file);
		if (f->block) {
			row->block = blocks_copy(&l->arena, f->block);
			row->f.block = &row->block;
		}
	} else {
		l->truncated = true;
	}
	pthread_mutex_unlock(&l->lock);
}

void log_finding(
	struct log *l, const char *call, const struct em_finding *f, const struct device_block *block, bool lacked)
{
	pthread_mutex_lock(&l->lock);
	l->findings.lacked = lacked;
	findings_add_host(&l->findings, &l->arena, call, f, block);
	pthread_mutex_unlock(&l->lock);
}

void log_race(struct log *l, const char *name, const char *other_name, const struct em_finding *f, const char *site)
{
	char *a = xscrub(name, SIZE_MAX), *b = xscrub(other_name, SIZE_MAX);

	pthread_mutex_lock(&l->lock);
	findings_add_pair(&l->findings, &l->arena, a, b, f, site);
	pthread_mutex_unlock(&l->lock);
	free(a);
	free(b);
}

void log_leak(struct log *l, const struct device_block *b)
{
	pthread_mutex_lock(&l->lock);
	blocks_add(&l->leaks, &l->arena, b);
	pthread_mutex_unlock(&l->lock);
}

uint32_t log_ordinal(struct log *l, unsigned call, const char *object)
{
	struct tally *t = NULL;
	uint32_t n = 0;

	pthread_mutex_lock(&l->lock);
	for (size_t i = 0; i < l->ntallies && !t; i++)
		if (l->tallies[i].call == call && !strcmp(l->tallies[i].object, object))
			t = &l->tallies[i];
	if (!t && l->ntallies < LOG_MAX_TALLIES) {
		t = ARENA_PUSH(&l->arena, l->tallies, l->ntallies, l->tallies_cap);
		t->call = call;
		t->object = arena_strdup(&l->arena, object);
	}
	if (t)
		n = ++t->n;
	pthread_mutex_unlock(&l->lock);
	return n;
}

uint32_t log_period(struct log *l)
{
	uint32_t period;

	pthread_mutex_lock(&l->lock);
	period = l->period;
	pthread_mutex_unlock(&l->lock);
	return period;
}

void log_stopped(struct log *l)
{
	pthread_mutex_lock(&l->lock);
	l->stopped++;
	pthread_mutex_unlock(&l->lock);
}

void log_repeated(struct log *l)
{
	pthread_mutex_lock(&l->lock);
	l->repeated++;
	pthread_mutex_unlock(&l->lock);
}

void log_unimplemented(struct log *l, const char *name, size_t n)
{
	char word[128];

	if (n >= sizeof word)
		n = sizeof word - 1;
	memcpy(word, name, n);
	word[n] = '\0';
	pthread_mutex_lock(&l->lock);
	for (size_t i = 0; i < l->nnames; i++)
		if (!strcmp(l->names[i], word))
			goto out;
	if (l->nnames < LOG_MAX_NAMES)
		*ARENA_PUSH(&l->arena, l->names, l->nnames, l->names_cap) = arena_scrub(&l->arena, word);
	else
		l->truncated = true;
out:
	pthread_mutex_unlock(&l->lock);
}

void log_span(struct log *l, const struct timeline_row *row)
{
	pthread_mutex_lock(&l->lock);
	timeline_add(&l->timeline, &l->arena, row);
	pthread_mutex_unlock(&l->lock);
}

void log_timeline(struct log *l, bool on, int64_t now_ns)
{
	pthread_mutex_lock(&l->lock);
	if (on)
		l->timeline = (struct timeline){ .origin_ns = now_ns };
	l->timeline.stopped = !on;
	pthread_mutex_unlock(&l->lock);
}

void log_printf(struct log *l, const char *text, size_t n)
{
	pthread_mutex_lock(&l->lock);
	l->printed_lost |= n > LOG_MAX_PRINTF - l->printed.len;
	if (l->printed_lost)
		buf_clear(&l->printed);
	else
		buf_add(&l->printed, text, n);
	if (n > LOG_MAX_PRINTF - l->text.len) {
		n = LOG_MAX_PRINTF - l->text.len;
		l->truncated = true;
	}
	buf_add(&l->text, text, n);
	pthread_mutex_unlock(&l->lock);
}

void log_printf_lost(struct log *l, uint64_t calls)
{
	pthread_mutex_lock(&l->lock);
	l->printf_lost += calls;
	pthread_mutex_unlock(&l->lock);
}

void log_printf_taken(struct log *l, size_t n)
{
	pthread_mutex_lock(&l->lock);
	if (n > l->text.len)
		n = l->text.len;
	memmove(l->text.data, l->text.data + n, l->text.len - n);
	l->text.len -= n;
	if (l->text.data)
		l->text.data[l->text.len] = '\0';
	pthread_mutex_unlock(&l->lock);
}

static int by_order(const void *a, const void *b)
{
	const struct fault_row *x = a, *y = b;

	return x->f.order < y->f.order ? -1 : x->f.order > y->f.order;
}

static void put_dim(struct buf *b, struct em_dim3 d)
{
	wire_put_u32(b, d.x);
	wire_put_u32(b, d.y);
	wire_put_u32(b, d.z);
}

static void put_counters(struct buf *b, const struct counters *c)
{
	buf_add(b, c->v, sizeof c->v);
}

void log_take(struct log *l, const struct device_block *allocated, size_t nallocated, struct buf *out)
{
	struct buf text;

	pthread_mutex_lock(&l->lock);
	wire_put_u32(out, (uint32_t)l->nkernels);
	for (size_t i = 0; i < l->nkernels; i++) {
		const struct kernel_row *k = &l->kernels[i];

		wire_put_str(out, k->name);
		wire_put_str(out, k->file);
		put_dim(out, k->grid);
		put_dim(out, k->block);
		wire_put_u32(out, k->launches);
		wire_put_u32(out, k->regs);
		wire_put_u32(out, (uint32_t)k->regs_arch);
		wire_put_u32(out, k->shared);
		wire_put_f64(out, k->time_us / k->launches);
		wire_put_str(out, k->limit);
		wire_put_str(out, k->bound);
		wire_put_u32(out, k->resident);
		for (int part = 0; part < TIME_BOUND_COUNT; part++)
			wire_put_f64(out, k->part_us[part] / k->launches);
		put_counters(out, &k->c);
	}
	if (l->nfaults)
		qsort(l->faults, l->nfaults, sizeof *l->faults, by_order);
	wire_put_u32(out, (uint32_t)l->nfaults);
	for (size_t i = 0; i < l->nfaults; i++) {
		const struct log_fault *f = &l->faults[i].f;

		wire_put_str(out, f->verdict);
		wire_put_str(out, f->message);
		wire_put_str(out, f->kernel);
		blocks_put_place(out, &f->at);
		wire_put_u32(out, f->has_thread);
		wire_put_u64(out, f->address);
		blocks_put(l->faults[i].f.block ? &l->faults[i].block : NULL, l->faults[i].f.block ? 1 : 0, out);
		wire_put_u32(out, (uint32_t)f->cuda_code);
		wire_put_u32(out, f->fatal);
		wire_put_u64(out, l->faults[i].count);
	}
	findings_put(&l->findings, out);
	blocks_put(l->leaks.rows, l->leaks.n, out);
	blocks_put(allocated, nallocated, out);
	wire_put_u64(out, l->leaks.lost);
	wire_put_u64(out, l->stopped);
	wire_put_u64(out, l->repeated);
	wire_put_u64(out, l->printf_lost);
	wire_put_u32(out, (uint32_t)l->nlines);
	for (size_t i = 0; i < l->nlines; i++) {
		wire_put_str(out, l->lines[i].file);
		wire_put_str(out, l->lines[i].kernel);
		wire_put_u32(out, (uint32_t)l->lines[i].line);
		wire_put_u64(out, l->lines[i].times);
		put_counters(out, &l->lines[i].c);
	}
	wire_put_u32(out, (uint32_t)l->nnames);
	for (size_t i = 0; i < l->nnames; i++)
		wire_put_str(out, l->names[i]);
	timeline_put(&l->timeline, out);
	seen_put(&l->seen, out);
	trace_put(&l->trace, out);
	buf_init(&text);
	buf_add_scrubbed(&text, l->text.data, l->text.len);
	wire_put_str(out, text.data);
	buf_clear(&text);
	buf_add_scrubbed(&text, l->printed.data, l->printed.len);
	wire_put_str(out, text.data);
	buf_release(&text);
	wire_put_f64(out, l->time_us);
	wire_put_u32(out, l->truncated);
	forget(l);
	pthread_mutex_unlock(&l->lock);
}
