/* wire: numbers and strings as bytes, for the report that the device sends over control. The reader never runs past its
 * end: after the first read that would, everything it gives is 0 or "" and `bad` stays set; check it once at the end.
 */
#ifndef DEVICE_WIRE_H
#define DEVICE_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"

void wire_put_u32(struct buf *b, uint32_t v);
void wire_put_u64(struct buf *b, uint64_t v);
void wire_put_f64(struct buf *b, double v);
void wire_put_str(struct buf *b, const char *s); /* NULL is sent as NULL */

struct wire {
	const uint8_t *p, *end;
	bool bad;
};
uint32_t wire_u32(struct wire *w);
uint64_t wire_u64(struct wire *w);
double wire_f64(struct wire *w);
const char *wire_str(struct wire *w, struct arena *a);
/* A count of things that take at least `each` bytes: bad when so many cannot follow. */
size_t wire_count(struct wire *w, size_t each);

#endif
