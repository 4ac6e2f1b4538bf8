/* wire: see wire.h. Machine byte order: both ends are processes of one machine. */
#include "device/wire/wire.h"

#include <string.h>

#define NO_STRING UINT32_MAX

void wire_put_u32(struct buf *b, uint32_t v)
{
	buf_add(b, &v, sizeof v);
}

void wire_put_u64(struct buf *b, uint64_t v)
{
	buf_add(b, &v, sizeof v);
}

void wire_put_f64(struct buf *b, double v)
{
	buf_add(b, &v, sizeof v);
}

void wire_put_str(struct buf *b, const char *s)
{
	size_t n = s ? strlen(s) : 0;

	wire_put_u32(b, s ? (uint32_t)n : NO_STRING);
	buf_add(b, s ? s : "", n);
}

static void take(struct wire *w, void *out, size_t n)
{
	if (w->bad || (size_t)(w->end - w->p) < n) {
		w->bad = true;
		memset(out, 0, n);
		return;
	}
	memcpy(out, w->p, n);
	w->p += n;
}

uint32_t wire_u32(struct wire *w)
{
	uint32_t v;

	take(w, &v, sizeof v);
	return v;
}

uint64_t wire_u64(struct wire *w)
{
	uint64_t v;

	take(w, &v, sizeof v);
	return v;
}

double wire_f64(struct wire *w)
{
	double v;

	take(w, &v, sizeof v);
	return v;
}

const char *wire_str(struct wire *w, struct arena *a)
{
	uint32_t n = wire_u32(w);
	const char *s;

	if (w->bad)
		return "";
	if (n == NO_STRING)
		return NULL;
	if ((size_t)(w->end - w->p) < n) {
		w->bad = true;
		return "";
	}
	s = arena_strndup(a, (const char *)w->p, n);
	w->p += n;
	return s;
}

size_t wire_count(struct wire *w, size_t each)
{
	uint32_t n = wire_u32(w);

	if (w->bad || n > (size_t)(w->end - w->p) / each) {
		w->bad = true;
		return 0;
	}
	return n;
}
