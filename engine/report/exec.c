/* exec: what a program did on the emulated GPU, as text and as JSON. The text goes to stderr beside the program's own
 * words, so every line of it is about the GPU and none is needed to understand the next. */
#include "report/exec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/fault_advice.h"
#include "report/doc/text.h"
#include "report/json_run.h"
#include "report/kernel_name.h"
#include "report/page.h"
#include "report/timeline.h"

enum { MOST_KERNELS = 40 };

void exec_report_init(struct exec_report *r)
{
	memset(r, 0, sizeof *r);
	arena_init(&r->arena);
}

void exec_report_release(struct exec_report *r)
{
	arena_release(&r->arena);
	memset(r, 0, sizeof *r);
}

void exec_report_note(struct exec_report *r, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	*ARENA_PUSH(&r->arena, r->notes, r->nnotes, r->notes_cap) = arena_vprintf_scrubbed(&r->arena, fmt, ap);
	va_end(ap);
}

struct kernel_run *report_exec_merge(const struct side *s, size_t *n)
{
	struct kernel_run *rows = xcalloc(s->nkernels + 1, sizeof *rows);

	*n = 0;
	for (size_t i = 0; i < s->nkernels; i++) {
		const struct kernel_run *k = &s->kernels[i];
		struct kernel_run *to = NULL;

		for (size_t j = 0; j < *n && !to; j++)
			if (!strcmp(rows[j].name, k->name) && !memcmp(rows[j].grid, k->grid, sizeof k->grid) &&
				!memcmp(rows[j].block, k->block, sizeof k->block) &&
				rows[j].shared_bytes == k->shared_bytes)
				to = &rows[j];
		if (!to) {
			rows[(*n)++] = *k;
			continue;
		}
		if (to->launches + k->launches)
			to->time_us =
				(to->time_us * to->launches + k->time_us * k->launches) / (to->launches + k->launches);
		to->launches += k->launches;
		counters_add(&to->c, &k->c);
	}
	return rows;
}

/* ---- items "label value", two spaces apart, as many on a line as fit */
struct flow {
	struct page *p;
	int indent, at;
};

static void item(struct flow *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void item(struct flow *f, const char *fmt, ...)
{
	char text[160];
	va_list ap;
	int n;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	n = text_columns(text);
	if (f->at && f->at + 3 + n > f->p->width) {
		page_newline(f->p);
		f->at = 0;
	}
	if (f->indent + n > f->p->width) {
		page_spaces(f->p, f->indent);
		page_wrap(f->p, PAGE_PLAIN, f->indent, f->indent + 2, text);
		return;
	}
	page_spaces(f->p, f->at ? 3 : f->indent);
	f->at += (f->at ? 3 : f->indent) + n;
	page_text(f->p, PAGE_PLAIN, text);
}

static void flow_end(struct flow *f)
{
	if (f->at)
		page_newline(f->p);
	f->at = 0;
}

static void dim(const uint32_t d[3], char *dst, size_t size)
{
	int n = d[2] > 1 ? 3 : d[1] > 1 ? 2 : 1, k = snprintf(dst, size, "%u", d[0]);

	for (int i = 1; i < n && k > 0 && (size_t)k < size; i++)
		k += snprintf(dst + k, size - (size_t)k, " x %u", d[i]);
}

static void count_item(struct flow *f, const struct counters *c, enum counter_id id, bool always)
{
	char value[48];

	if (!counter_defined(c, id) || (!always && counter_value(c, id) <= 0))
		return;
	format_counter(id, counter_value(c, id), value, sizeof value);
	item(f, "%s %s", counter_alias(id), value);
}

/* A template's name may fill pages: here it gets two lines; JSON has all of it. */
static void kernel_name(struct page *p, const char *name)
{
	struct buf b;

	buf_init(&b);
	kernel_name_words(name, 2 * p->width - 4, &b);
	page_spaces(p, 2);
	for (const char *s = b.data; *s;) { /* names have few spaces to break at */
		char *part;
		size_t k = 0;
		int columns = 0;

		while (s[k] && columns < p->width - 2) {
			k++;
			while (((unsigned char)s[k] & 0xc0) == 0x80)
				k++;
			columns++;
		}
		part = xstrndup(s, k);
		page_text(p, PAGE_BOLD, part);
		free(part);
		s += k;
		if (*s) {
			page_newline(p);
			page_spaces(p, 2);
		}
	}
	page_newline(p);
	buf_release(&b);
}

void report_exec_kernel(struct page *p, const struct kernel_run *k)
{
	static const struct {
		enum counter_id id;
		bool always;
	} rows[] = {
		{ CTR_INST, true },
		{ CTR_ACTIVE_LANES, true },
		{ CTR_GLOBAL_LD_REQUESTS, false },
		{ CTR_LD_SECTORS_PER_REQUEST, false },
		{ CTR_GLOBAL_ST_REQUESTS, false },
		{ CTR_ST_SECTORS_PER_REQUEST, false },
		{ CTR_SHARED_LD_INST, false },
		{ CTR_SHARED_ST_INST, false },
		{ CTR_SHARED_EXCESSIVE, false },
		{ CTR_ATOMICS, false },
		{ CTR_BARRIERS, false },
		{ CTR_BRANCHES, false },
		{ CTR_DIVERGENT_BRANCHES, false },
	};
	struct flow f = { p, 4, 0 };
	char grid[48], block[48], time[48], n[48];

	kernel_name(p, k->name);
	dim(k->grid, grid, sizeof grid);
	dim(k->block, block, sizeof block);
	format_count(k->launches, n, sizeof n);
	item(&f, "%s launch%s", n, k->launches == 1 ? "" : "es");
	item(&f, "grid %s", grid);
	item(&f, "block %s", block);
	if (k->time_us > 0) {
		format_us(k->time_us, time, sizeof time);
		item(&f, "%s%s", time, k->launches == 1 ? "" : " each");
	}
	flow_end(&f);
	if (k->limit)
		item(&f, "%s", k->limit);
	flow_end(&f);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		count_item(&f, &k->c, rows[i].id, rows[i].always);
	flow_end(&f);
}

static void summary(struct page *p, const struct exec_report *r)
{
	char device[160], time[48], n[48];
	uint64_t launches = 0;
	struct buf b;

	for (size_t i = 0; i < r->side.nkernels; i++)
		launches += r->side.kernels[i].launches;
	buf_init(&b);
	format_device(r->device_name, TIME_MODELLED, device, sizeof device);
	format_us(r->side.time_us, time, sizeof time);
	format_count((double)launches, n, sizeof n);
	buf_printf(&b, "Emulated %s: ", device);
	if (launches)
		buf_printf(&b, "%s kernel launch%s, %s (modelled)", n, launches == 1 ? "" : "es", time);
	else if (r->processes)
		buf_puts(&b, r->stopped ? "no kernel ran to its end" : "no kernel was launched");
	else
		buf_puts(&b,
			"nothing called CUDA through it. A library with NVIDIA's runtime linked into it can't be seen; "
			"`--cudart shared` "
			"makes it visible");
	if (r->processes > 1)
		buf_printf(&b, ", by %d processes", r->processes);
	buf_putc(&b, '.');
	page_wrap(p, PAGE_BOLD, 0, 0, b.data);
	buf_release(&b);
}

static void paragraph(struct page *p, const char *s)
{
	page_spaces(p, 2);
	page_wrap(p, PAGE_PLAIN, 2, 2, s);
}

void report_exec_totals(const struct exec_report *r, const struct text_style *st, struct buf *out)
{
	struct kernel_run *rows;
	struct page p;
	struct buf b;
	size_t n;

	page_init(&p, st, out);
	buf_init(&b);
	summary(&p, r);
	rows = report_exec_merge(&r->side, &n);
	for (size_t i = 0; i < n && i < MOST_KERNELS; i++)
		report_exec_kernel(&p, &rows[i]);
	if (n > MOST_KERNELS) {
		buf_printf(&b, "... and %zu more kernels; --counters json lists all", n - MOST_KERNELS);
		paragraph(&p, b.data);
	}
	free(rows);
	for (size_t i = 0; i < r->nunimplemented; i++) {
		buf_clear(&b);
		buf_printf(&b, "%s was called and is not implemented by the emulated device.", r->unimplemented[i]);
		paragraph(&p, b.data);
	}
	for (size_t i = 0; i < r->nnotes; i++)
		paragraph(&p, r->notes[i]);
	report_exec_leaks(&p, r);
	if (r->truncated)
		paragraph(&p, "There was more than a report holds; the last part is missing.");
	buf_release(&b);
	page_release(&p);
}

void report_exec_text(const struct exec_report *r, const struct text_style *st, struct buf *out)
{
	report_exec_faults(r, st, out);
	report_exec_totals(r, st, out);
}

void json_exec(const struct exec_report *r, bool program, json_t *o)
{
	json_t *device = json_object(), *a = json_array();
	struct buf b;

	for (size_t i = 0; r->argv && r->argv[i]; i++)
		json_array_append_new(a, json_text(r->argv[i]));
	json_object_set_new(o, "program", program ? a : json_null());
	if (!program)
		json_decref(a);
	json_object_set_new(device, "kind", json_string("emulator"));
	json_object_set_new(device, "name", json_text(r->device_name));
	json_object_set_new(o, "device", device);
	json_object_set_new(o, "exit_status", program && r->exited ? json_integer(r->code) : json_null());
	json_object_set_new(o, "signal", !program || r->exited ? json_null() : json_integer(r->code));
	json_object_set_new(o, "processes", json_integer(r->processes));
	json_object_set_new(o, "time_us", json_number(r->side.time_us));
	json_object_set_new(o, "time_kind", json_text(time_kind_word(TIME_MODELLED)));
	json_object_set_new(o, "kernels", json_kernels(&r->side));
	json_object_set_new(o, "counters", json_counters(&r->side.total, r->side.nkernels > 0));
	a = json_array();
	for (size_t i = 0; i < r->nfaults; i++) {
		json_t *f = json_object();

		json_object_set_new(f, "message", json_text(r->faults[i].message));
		if (fault_advice(r->faults[i].message))
			json_object_set_new(f, "advice", json_text(fault_advice(r->faults[i].message)));
		json_object_set_new(f, "cuda_error", json_integer(r->faults[i].cuda_code));
		json_object_set_new(f, "fatal", json_boolean(r->faults[i].fatal));
		json_object_set_new(f, "place", json_place(&r->faults[i].place));
		json_object_set_new(f, "count", json_integer((json_int_t)r->faults[i].count));
		json_array_append_new(a, f);
	}
	json_object_set_new(o, "faults", a);
	json_object_set_new(o, "findings", json_findings(r->findings, r->nfindings));
	json_object_set_new(o, "findings_lost", json_integer((json_int_t)r->findings_lost));
	a = json_array();
	for (size_t i = 0; i < r->nleaks; i++) {
		json_t *l = json_object();

		json_object_set_new(l, "bytes", json_integer((json_int_t)r->leaks[i].bytes));
		json_object_set_new(l, "made", json_text(r->leaks[i].made));
		json_array_append_new(a, l);
	}
	json_object_set_new(o, "leaks", a);
	json_object_set_new(o, "leaks_lost", json_integer((json_int_t)r->leaks_lost));
	a = json_array();
	for (size_t i = 0; i < r->nunimplemented; i++)
		json_array_append_new(a, json_text(r->unimplemented[i]));
	json_object_set_new(o, "unimplemented", a);
	a = json_array();
	for (size_t i = 0; i < r->nnotes; i++)
		json_array_append_new(a, json_text(r->notes[i]));
	if (r->printf_lost) {
		buf_init(&b);
		report_exec_lost_text(r, &b);
		json_array_append_new(a, json_text(b.data));
		buf_release(&b);
	}
	json_object_set_new(o, "notes", a);
	json_object_set_new(o, "timeline", json_timeline(&r->side.timeline));
	json_object_set_new(o, "timeline_lost", json_integer((json_int_t)r->side.timeline.lost));
	json_object_set_new(o, "repeated", json_integer((json_int_t)r->repeated));
	json_object_set_new(o, "truncated", json_boolean(r->truncated));
}

void report_exec_json(const struct exec_report *r, struct buf *out)
{
	json_t *o = json_object();

	json_object_set_new(o, "schema", json_string("warplings.exec/1"));
	json_exec(r, true, o);
	json_out(o, out);
}
