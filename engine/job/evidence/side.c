/* side.c: see side.h. */
#include "job/evidence/side.h"

#include "job/evidence/timeline.h"

static struct kernel_run kernel_copy(struct arena *a, const struct kernel_run *k)
{
	struct kernel_part *parts = arena_alloc(a, (k->nparts + 1) * sizeof *parts);
	struct kernel_run c = *k;

	c.name = arena_strdup(a, k->name);
	c.limit = k->limit ? arena_strdup(a, k->limit) : NULL;
	c.bound = k->bound ? arena_strdup(a, k->bound) : NULL;
	for (size_t i = 0; i < k->nparts; i++) {
		parts[i] = k->parts[i];
		parts[i].name = arena_strdup(a, k->parts[i].name);
	}
	c.parts = parts;
	return c;
}

struct side side_copy(struct arena *a, const struct side *s)
{
	struct side c = *s;

	c.time_device = s->time_device ? arena_strdup(a, s->time_device) : NULL;
	c.kernels = arena_alloc(a, (s->nkernels + 1) * sizeof *c.kernels);
	for (size_t i = 0; i < s->nkernels; i++) {
		c.kernels[i] = kernel_copy(a, &s->kernels[i]);
	}
	c.timeline = timeline_copy(a, &s->timeline);
	return c;
}
