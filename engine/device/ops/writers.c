/* writers: see writers.h. */
#include "device/ops/writers.h"

#include <stdlib.h>
#include <string.h>

#include "device/wire/names.h"

enum { MAX_ROWS = 1000 };

struct row {
	int kind, line;
	const char *kernel, *file;
}; /* of the emulator's strings */
struct table {
	struct row rows[MAX_ROWS];
	size_t n;
};

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* Row 0 is "not known"; what finds no room is not known either. */
static uint32_t row_of(struct table *t, const struct row *r)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->rows[i].kind == r->kind && t->rows[i].line == r->line &&
			same_text(t->rows[i].kernel, r->kernel) && same_text(t->rows[i].file, r->file))
			return (uint32_t)i;
	if (t->n == MAX_ROWS)
		return 0;
	t->rows[t->n++] = *r;
	return (uint32_t)t->n - 1;
}

static void put_text(struct buf *out, const char *s)
{
	char *safe = xscrub(s, SIZE_MAX);

	wire_put_str(out, safe);
	free(safe);
}

static void put_rows(const struct table *t, struct buf *out)
{
	wire_put_u32(out, (uint32_t)t->n);
	for (size_t i = 0; i < t->n; i++) {
		char *name = t->rows[i].kernel ? names_kernel(t->rows[i].kernel) : NULL;

		wire_put_u32(out, (uint32_t)t->rows[i].kind);
		put_text(out, name);
		put_text(out, t->rows[i].file);
		wire_put_u32(out, (uint32_t)t->rows[i].line);
		free(name);
	}
}

void writers_answer(struct context *c, const uint64_t *addr, size_t n, struct buf *out)
{
	struct table *t = xcalloc(1, sizeof *t);
	bool mine = c && !pthread_mutex_trylock(&c->em_lock);
	struct buf elements;

	buf_init(&elements);
	t->rows[t->n++] = (struct row){ .kind = DEVICE_WRITER_UNKNOWN };
	for (size_t i = 0; i < n; i++) {
		struct em_writer w = { 0 };
		/* 0: a kernel, 1: the host, 2: nobody (emulator.h) */
		int kind = mine ? em_last_writer(c->em, addr[i], &w) : -1;
		struct row r = { .kind = kind == 0 ? DEVICE_WRITER_KERNEL :
				kind == 1          ? DEVICE_WRITER_HOST :
				kind == 2          ? DEVICE_WRITER_NOBODY :
						     DEVICE_WRITER_UNKNOWN };
		const struct em_dim3 *b = &w.place.block, *h = &w.place.thread;

		if (kind == 0) {
			r.kernel = w.kernel;
			r.file = w.place.file;
			r.line = w.place.line;
		}
		wire_put_u32(&elements, row_of(t, &r));
		buf_add(&elements, (uint32_t[6]){ b->x, b->y, b->z, h->x, h->y, h->z }, 6 * sizeof(uint32_t));
	}
	put_rows(t, out);
	buf_add(out, elements.data, elements.len);
	if (mine)
		pthread_mutex_unlock(&c->em_lock);
	buf_release(&elements);
	free(t);
}

int writers_read(struct wire *w, struct arena *a, struct device_writer *out, size_t n)
{
	size_t rows = wire_count(w, 16);
	struct device_writer *table = arena_alloc(a, (rows + 1) * sizeof *table);

	for (size_t i = 0; i < rows; i++) {
		uint32_t kind = wire_u32(w);

		table[i].kind = kind <= DEVICE_WRITER_KERNEL ? (enum device_writer_kind)kind : DEVICE_WRITER_UNKNOWN;
		table[i].kernel = wire_str(w, a);
		table[i].at.file = wire_str(w, a);
		table[i].at.line = (int)wire_u32(w);
	}
	for (size_t i = 0; i < n; i++) {
		uint32_t row = wire_u32(w);

		if (w->bad || row >= rows)
			return -1;
		out[i] = table[row];
		for (int k = 0; k < 3; k++)
			out[i].at.block[k] = wire_u32(w);
		for (int k = 0; k < 3; k++)
			out[i].at.thread[k] = wire_u32(w);
	}
	return w->bad || w->p != w->end ? -1 : 0;
}
