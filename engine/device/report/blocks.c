/* blocks: see blocks.h. */
#include "device/report/blocks.h"

#include <string.h>

struct device_block blocks_copy(struct arena *a, const struct device_block *b)
{
	struct device_block c = *b;

	c.call = arena_scrub(a, b->call);
	c.site = arena_scrub(a, b->site);
	c.freed_call = arena_scrub(a, b->freed_call);
	c.freed_site = arena_scrub(a, b->freed_site);
	return c;
}

void blocks_add(struct block_list *l, struct arena *a, const struct device_block *b)
{
	if (l->n == BLOCKS_MAX) {
		l->lost++;
		return;
	}
	*ARENA_PUSH(a, l->rows, l->n, l->cap) = blocks_copy(a, b);
}

void blocks_put(const struct device_block *b, size_t n, struct buf *out)
{
	wire_put_u32(out, (uint32_t)n);
	for (size_t i = 0; i < n; i++) {
		wire_put_u64(out, b[i].start);
		wire_put_u64(out, b[i].bytes);
		wire_put_str(out, b[i].call);
		wire_put_u32(out, b[i].ordinal);
		wire_put_str(out, b[i].site);
		wire_put_u32(out, b[i].old);
		wire_put_str(out, b[i].freed_call);
		wire_put_u32(out, b[i].freed_ordinal);
		wire_put_str(out, b[i].freed_site);
	}
}

struct device_block *blocks_read(struct wire *w, struct arena *a, size_t *n)
{
	struct device_block *b;

	*n = wire_count(w, 44);
	b = arena_alloc(a, (*n + 1) * sizeof *b);
	for (size_t i = 0; i < *n; i++) {
		b[i].start = wire_u64(w);
		b[i].bytes = wire_u64(w);
		b[i].call = wire_str(w, a);
		b[i].ordinal = wire_u32(w);
		b[i].site = wire_str(w, a);
		b[i].old = wire_u32(w) != 0;
		b[i].freed_call = wire_str(w, a);
		b[i].freed_ordinal = wire_u32(w);
		b[i].freed_site = wire_str(w, a);
	}
	return b;
}

void blocks_put_place(struct buf *out, const struct device_place *p)
{
	for (int i = 0; i < 3; i++)
		wire_put_u32(out, p->block[i]);
	for (int i = 0; i < 3; i++)
		wire_put_u32(out, p->thread[i]);
	wire_put_str(out, p->file);
	wire_put_u32(out, (uint32_t)p->line);
}

void blocks_read_place(struct wire *w, struct arena *a, struct device_place *p)
{
	for (int i = 0; i < 3; i++)
		p->block[i] = wire_u32(w);
	for (int i = 0; i < 3; i++)
		p->thread[i] = wire_u32(w);
	p->file = wire_str(w, a);
	p->line = (int)wire_u32(w);
}
