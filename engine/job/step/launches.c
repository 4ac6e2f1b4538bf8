/* launches.c: see launches.h. */
#include "job/step/launches.h"

#include <string.h>

#include "report/format.h"

enum { MANY_FACTOR = 8, MANY_BASE = 50 };

/* Kernels of one file that are told apart: the first ones. */
enum { KERNELS = 16 };

bool launches_too_many(const struct side *mine, const struct side *reference, struct launches *l)
{
	struct launches each[KERNELS];
	size_t n = 0;

	memset(l, 0, sizeof *l);
	for (size_t i = 0; i < reference->nkernels; i++)
		l->reference += reference->kernels[i].launches;
	for (size_t i = 0; i < mine->nkernels; i++) {
		size_t k = 0;

		while (k < n && strcmp(each[k].kernel, mine->kernels[i].name) != 0)
			k++;
		if (k == KERNELS)
			continue;
		if (k == n)
			each[n++] = (struct launches){ .kernel = mine->kernels[i].name };
		each[k].times += mine->kernels[i].launches;
		if (each[k].times > l->times) {
			l->kernel = each[k].kernel;
			l->times = each[k].times;
		}
	}
	return l->reference && l->times >= MANY_BASE && l->times >= MANY_FACTOR * l->reference;
}

static void add_count(struct buf *b, uint64_t n)
{
	char text[48];

	format_count((double)n, text, sizeof text);
	buf_puts(b, text);
}

void launches_say(struct buf *b, const struct launches *l)
{
	buf_putc(b, '`');
	buf_add_scrubbed(b, l->kernel, strlen(l->kernel));
	buf_puts(b, "` ");
	add_count(b, l->times);
	buf_puts(b, " times, and the reference makes ");
	add_count(b, l->reference);
	buf_printf(b, " launch%s in all", l->reference == 1 ? "" : "es");
}
