/* clock_kit: what the tests of the virtual clock share: a clock whose ended operations are kept by name, and short ways
 * to issue. */
#ifndef CLOCK_KIT_H
#define CLOCK_KIT_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "device/time/clock.h"

enum { MOST = 4096 };
static struct {
	char name[16];
	struct clock_span span;
} rows[MOST];
static int nrows;

static inline void ended(void *user, const struct clock_span *span)
{
	(void)user;
	ck_assert_int_lt(nrows, MOST);
	if (span->tag)
		strncpy(rows[nrows].name, span->tag, sizeof rows[nrows].name - 1);
	rows[nrows++].span = *span;
}

static inline struct clock *make(uint32_t copy_engines, uint32_t queues, uint32_t kernels, bool checks)
{
	struct clock_config config = { copy_engines, queues, kernels, checks, 0, 0, 0, 0 };

	memset(rows, 0, sizeof rows);
	nrows = 0;
	return clock_new(&config, ended, NULL);
}

static inline struct clock *modern(void)
{
	return make(2, 32, 128, false);
}

static inline struct clock *fermi(void)
{
	return make(1, 1, 16, true);
}

static inline const struct clock_span *find(const char *name)
{
	for (int i = 0; i < nrows; i++)
		if (!strcmp(rows[i].name, name))
			return &rows[i].span;
	ck_abort_msg("%s has not ended", name);
	return NULL;
}

static inline struct clock_ref work(
	struct clock *c, uint32_t stream, enum clock_engine engine, int64_t ns, const char *name)
{
	return clock_issue(c,
		&(struct clock_work){ .engine = engine,
			.stream = stream,
			.ns = ns,
			.share = CLOCK_WHOLE,
			.tag = (void *)(uintptr_t)name });
}

static inline struct clock_ref small(struct clock *c, uint32_t stream, int64_t ns, uint32_t share, const char *name)
{
	return clock_issue(c,
		&(struct clock_work){ .engine = CLOCK_COMPUTE,
			.stream = stream,
			.ns = ns,
			.share = share,
			.tag = (void *)(uintptr_t)name });
}

static inline struct clock_ref event(struct clock *c, uint32_t stream, struct clock_ref after, const char *name)
{
	return clock_issue(c, &(struct clock_work){ .stream = stream, .after = after, .tag = (void *)(uintptr_t)name });
}

static inline void spans(const char *name, int64_t begin, int64_t end)
{
	const struct clock_span *s = find(name);

	ck_assert_msg(s->begin == begin && s->end == end, "%s runs from %lld to %lld, not from %lld to %lld", name,
		(long long)s->begin, (long long)s->end, (long long)begin, (long long)end);
}

#endif
