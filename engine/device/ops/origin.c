/* origin: which call of the program made an allocation, and which one freed it. The table of allocations (memory.c)
 * holds the living, a ring the newest of those that went, so that a fault can say of any address near which memory it
 * lies, who made that and who freed it.
 *
 * A site is text that the client sends along (protocol.h): kept as it is, bounded by the protocol, and scrubbed when it
 * is logged.
 */
#include "device/ops/context.h"

#include <stdlib.h>
#include <string.h>

#define MAX_FORMERS 4096u

struct origin origin_of(struct context *c, const struct op *op)
{
	struct origin o = { .call = op->head.call, .period = log_period(c->log) };
	const char *object = "";
	char *end;

	if (op->npayload) {
		o.site = xstrndup((const char *)op->payload, op->npayload);
		object = strchr(o.site, ' ');
		object = object ? object + 1 : "";
	}
	/* Of the innermost frame: the program's own calls are not counted together with a library's. */
	end = strchrnul(object, '\n');
	if (*end) {
		char *first = xstrndup(object, (size_t)(end - object));

		o.ordinal = log_ordinal(c->log, o.call, first);
		free(first);
	} else {
		o.ordinal = log_ordinal(c->log, o.call, object);
	}
	return o;
}

void origin_former(struct context *c, const struct allocation *row, struct origin freed)
{
	struct former *f;

	if (c->nformers < MAX_FORMERS) {
		c->formers = xrealloc(c->formers, (c->nformers + 1) * sizeof *c->formers);
		f = &c->formers[c->nformers++];
	} else {
		f = &c->formers[c->next_former];
		c->next_former = (c->next_former + 1) % MAX_FORMERS;
		free(f->made.site);
		free(f->freed.site);
	}
	*f = (struct former){ row->start, row->bytes, row->em_start, row->kind, row->made, freed };
}

static struct device_block block_of(
	struct context *c, uint64_t start, uint64_t bytes, const struct origin *made, const struct origin *freed)
{
	return (struct device_block){ .start = start,
		.bytes = bytes,
		.call = made->call ? dp_call_name(made->call) : NULL,
		.ordinal = made->ordinal,
		.site = made->site,
		.old = made->period != log_period(c->log),
		.freed_call = freed ? dp_call_name(freed->call) : NULL,
		.freed_ordinal = freed ? freed->ordinal : 0,
		.freed_site = freed ? freed->site : NULL };
}

/* Newest first: an address may have been given out more than once. Call with the lock held. */
static const struct former *newest(const struct context *c, uint64_t addr, bool em)
{
	for (size_t i = 0; i < c->nformers; i++) {
		const struct former *f = &c->formers[(c->next_former + c->nformers - 1 - i) % c->nformers];

		if ((em ? f->em_start : f->start) == addr)
			return f;
	}
	return NULL;
}

bool origin_freed(struct context *c, uint64_t start, struct device_block *b)
{
	const struct former *f;

	pthread_mutex_lock(&c->lock);
	f = newest(c, start, false);
	if (f)
		*b = block_of(c, f->start, f->bytes, &f->made, &f->freed);
	pthread_mutex_unlock(&c->lock);
	return f != NULL;
}

uint64_t origin_inside_former(struct context *c, uint64_t addr)
{
	uint64_t found = 0;

	pthread_mutex_lock(&c->lock);
	for (size_t i = 0; i < c->nformers && !found; i++) {
		const struct former *f = &c->formers[(c->next_former + c->nformers - 1 - i) % c->nformers];

		if (addr >= f->start && addr - f->start < f->bytes)
			found = f->em_start;
	}
	pthread_mutex_unlock(&c->lock);
	return found;
}

enum dp_memory origin_former_kind(struct context *c, uint64_t em_start)
{
	const struct former *f;
	enum dp_memory kind;

	pthread_mutex_lock(&c->lock);
	f = newest(c, em_start, true);
	kind = f ? f->kind : DP_MEM_NONE;
	pthread_mutex_unlock(&c->lock);
	return kind;
}

bool origin_block(struct context *c, uint64_t em_start, struct device_block *b)
{
	const struct former *f = NULL;
	bool found = false;

	if (!em_start)
		return false;
	pthread_mutex_lock(&c->lock);
	for (size_t i = 0; i < c->nallocations && !found; i++) {
		const struct allocation *r = &c->allocations[i];

		found = r->em_start == em_start;
		if (found)
			*b = block_of(c, r->start, r->bytes, &r->made, NULL);
	}
	f = found ? NULL : newest(c, em_start, true);
	if (f)
		*b = block_of(c, f->start, f->bytes, &f->made, &f->freed);
	pthread_mutex_unlock(&c->lock);
	return found || f;
}

struct device_block *origin_allocated(struct context *c, size_t *n)
{
	struct device_block *all;

	pthread_mutex_lock(&c->lock);
	all = xcalloc(c->nallocations + 1, sizeof *all);
	*n = 0;
	for (size_t i = 0; i < c->nallocations && *n < BLOCKS_MAX; i++) {
		const struct allocation *r = &c->allocations[i];

		if (!r->made.call)
			continue;
		all[*n] = block_of(c, r->start, r->bytes, &r->made, NULL);
		all[*n].site = r->made.site ? xstrdup(r->made.site) : NULL;
		(*n)++;
	}
	pthread_mutex_unlock(&c->lock);
	return all;
}

void origin_allocated_free(struct device_block *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free((void *)(uintptr_t)b[i].site);
	free(b);
}

void origin_log_leaks(struct context *c)
{
	size_t n;
	struct device_block *all = origin_allocated(c, &n);

	for (size_t i = 0; i < n; i++)
		log_leak(c->log, &all[i]);
	origin_allocated_free(all, n);
}

void origin_drop(struct context *c)
{
	for (size_t i = 0; i < c->nformers; i++) {
		free(c->formers[i].made.site);
		free(c->formers[i].freed.site);
	}
	free(c->formers);
	c->formers = NULL;
	c->nformers = c->next_former = 0;
}
