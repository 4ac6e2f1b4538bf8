/* faults: see faults.h. */
#include "base/fs.h"
#include "job/evidence/faults.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "job/evidence/site.h"
#include "report/format.h"

static void add_scrubbed(struct buf *b, const char *s)
{
	buf_add_scrubbed(b, s, strlen(s));
}

static const char *finish(struct arena *a, struct buf *b)
{
	const char *s = arena_strdup(a, b->data);

	buf_release(b);
	return s;
}

/* ---- allocations */
static void add_ordinal(struct buf *b, uint32_t n)
{
	unsigned last = n % 10, teen = n / 10 % 10;

	buf_printf(b, "%u%s", n, teen == 1 ? "th" : last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

/* "made by the 2nd cudaMalloc at x.cu:30" */
static void add_call(struct arena *a, struct buf *b, const char *did, const char *call, uint32_t ordinal,
	const char *site, int *resolve)
{
	int none = 0;
	const char *where = site_words(a, site, resolve ? resolve : &none);

	buf_printf(b, "%s by ", did);
	if (ordinal) {
		buf_puts(b, "the ");
		add_ordinal(b, ordinal);
		buf_putc(b, ' ');
	}
	add_scrubbed(b, call);
	if (where)
		buf_printf(b, " %s", where);
}

/* The argument whose buffer holds the address, or -1. */
static int argument_at(uint64_t address, const struct memory_names *names)
{
	for (size_t i = 0; names && names->d && names->args && i < names->d->step->nargs; i++) {
		const struct host_arg *g = &names->args[i];

		if (g->kind != HOST_ARG_VALUE && g->address && address >= g->address && address - g->address < g->bytes)
			return (int)i;
	}
	return -1;
}

const char *block_words(struct arena *a, const struct device_block *b, const struct memory_names *names)
{
	int arg = argument_at(b->start, names);
	struct buf words;

	buf_init(&words);
	if (arg >= 0 && !b->freed_call) {
		buf_printf(&words, "of '%s', argument %d of solve()", names->d->step->args[arg].name, arg + 1);
		return finish(a, &words);
	}
	if (b->call)
		add_call(a, &words, "made", b->call, b->ordinal, b->site, names ? names->resolve : NULL);
	if (b->freed_call) {
		buf_puts(&words, words.len ? ", " : "");
		add_call(a, &words, "freed", b->freed_call, b->freed_ordinal, b->freed_site,
			names ? names->resolve : NULL);
	}
	if (!words.len) {
		buf_release(&words);
		return NULL;
	}
	return finish(a, &words);
}

const char *element_words(struct arena *a, uint64_t address, const struct memory_names *names)
{
	int arg = argument_at(address, names);

	if (arg < 0 || names->args[arg].host_memory)
		return NULL;
	return arena_printf(a, "%s[%" PRIu64 "]", names->d->step->args[arg].name,
		(address - names->args[arg].address) / elem_size(names->d->step->args[arg].type));
}

const struct device_block *block_at(const struct device_report *r, uint64_t address)
{
	for (size_t i = 0; i < r->nallocated; i++)
		if (address >= r->allocated[i].start && address - r->allocated[i].start < r->allocated[i].bytes)
			return &r->allocated[i];
	for (size_t i = 0; i < r->nleaks; i++)
		if (address >= r->leaks[i].start && address - r->leaks[i].start < r->leaks[i].bytes)
			return &r->leaks[i];
	return NULL;
}

/* ---- leaks */
static bool made_by_host_process(const struct device_block *b)
{
	static const char name[] = "/warplings-host";
	const char *end = b->site ? strchrnul(b->site, '\n') : NULL;
	size_t n = sizeof name - 1;

	return end && (size_t)(end - b->site) > n && !memcmp(end - n, name, n);
}

const char *leak_words(struct arena *a, const struct device_report *r)
{
	const struct device_block *first = NULL;
	uint64_t bytes = 0;
	size_t n = 0;
	char count[48];
	struct buf b;

	for (size_t i = 0; i < r->nallocated; i++) {
		if (r->allocated[i].old || made_by_host_process(&r->allocated[i]))
			continue;
		first = first ? first : &r->allocated[i];
		bytes += r->allocated[i].bytes;
		n++;
	}
	if (!n)
		return NULL;
	buf_init(&b);
	format_count((double)bytes, count, sizeof count);
	buf_printf(&b, "solve() leaks memory: %s bytes, ", count);
	if (n > 1)
		buf_printf(&b, "%zu allocations, the first ", n);
	add_call(a, &b, "made", first->call ? first->call : "a call", first->ordinal, NULL, NULL);
	return finish(a, &b);
}

/* ---- faults */
static void add_thread(struct buf *b, const struct device_fault *f)
{
	const struct device_place *p = &f->at;
	/* An access is made "by thread ..."; a loop that does not end, and a wait of many, is where a thread stands. */
	const bool of_many = (f->verdict && !strcmp(f->verdict, "timeout")) ||
		(f->message && !strncmp(f->message, "Deadlock", strlen("Deadlock")));
	const char *joint = of_many ? ", seen in" : " by";

	buf_printf(b, "%s thread (%u,%u,%u) in block (%u,%u,%u)", joint, p->thread[0], p->thread[1], p->thread[2],
		p->block[0], p->block[1], p->block[2]);
	if (p->file && *p->file && p->line > 0) {
		buf_puts(b, " at ");
		add_scrubbed(b, fs_base_name(p->file));
		buf_printf(b, ":%d", p->line);
	}
}

void fault_describe(
	struct arena *a, const struct device_fault *f, const struct memory_names *names, struct fault_words *out)
{
	const char *message = f->message && *f->message ? f->message : "a fault without a word";
	const char *rest = f->has_thread ? strstr(message, "; ") : NULL;
	const char *block = f->block ? block_words(a, f->block, names) : NULL;
	int arg = f->block ? -1 : argument_at(f->address, names);
	size_t n = rest ? (size_t)(rest - message) : strlen(message);
	struct buf b;

	buf_init(&b);
	buf_add_scrubbed(&b, message, n);
	out->what = arena_strdup(a, b.data);
	buf_clear(&b);
	if (rest)
		add_scrubbed(&b, rest + 2);
	if (block && f->has_thread)
		buf_printf(&b, " %s", block);
	else if (block) /* a refused call: its sentence has ended */
		buf_printf(&b, "the allocation was %s", block);
	if (arg >= 0 && f->address && names->args[arg].host_memory)
		buf_printf(&b, "%sit lies in '%s', argument %d of solve(), which is host memory", b.len ? "; " : "",
			names->d->step->args[arg].name, arg + 1);
	out->detail = b.len ? arena_strdup(a, b.data) : NULL;
	buf_clear(&b);
	buf_puts(&b, out->what);
	if (f->has_thread)
		add_thread(&b, f);
	if (out->detail)
		buf_printf(&b, "; %s", out->detail);
	out->sentence = finish(a, &b);
}
