/* printed: see printed.h. */
#include "emulator/core/printed.h"

#include <string.h>

#define WORTH_MOVING \
	((size_t)1 << 20) /* bytes in front that are not needed any more, before the rest is moved there \
			   */

void em_printed_init(struct em_printed *p, size_t room)
{
	*p = (struct em_printed){ .room = room };
	buf_init(&p->text);
	buf_init(&p->lengths);
}

void em_printed_release(struct em_printed *p)
{
	buf_release(&p->text);
	buf_release(&p->lengths);
}

size_t em_printed_bytes(const struct em_printed *p)
{
	return p->text.len - p->from;
}

static size_t calls(const struct em_printed *p)
{
	return p->lengths.len / sizeof(uint32_t);
}

static uint32_t length_of(const struct em_printed *p, size_t k)
{
	uint32_t n;

	memcpy(&n, p->lengths.data + k * sizeof n, sizeof n);
	return n;
}

static void move_front(struct buf *b, size_t bytes)
{
	memmove(b->data, b->data + bytes, b->len - bytes);
	b->len -= bytes;
}

bool em_printed_add(struct em_printed *p, const char *text, size_t bytes, bool always)
{
	const uint32_t n = (uint32_t)bytes;
	const uint64_t before = p->lost;

	if (!always && bytes > p->room) {
		p->lost++;
		return false;
	}
	while (!always && em_printed_bytes(p) > p->room - bytes && p->first < calls(p)) {
		p->from += length_of(p, p->first++);
		p->lost++;
	}
	if (p->from > WORTH_MOVING && p->from > p->text.len / 2) {
		move_front(&p->text, p->from);
		move_front(&p->lengths, p->first * sizeof n);
		p->from = p->first = 0;
	}
	buf_add(&p->text, text, bytes);
	buf_add(&p->lengths, (const char *)&n, sizeof n);
	return p->lost == before;
}

uint64_t em_printed_take(struct em_printed *p, struct buf *out)
{
	const uint64_t lost = p->lost;

	buf_add(out, p->text.data + p->from, em_printed_bytes(p));
	buf_clear(&p->text);
	buf_clear(&p->lengths);
	p->from = p->first = 0;
	p->lost = 0;
	return lost;
}
