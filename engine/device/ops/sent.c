/* sent: see sent.h. */
#include "device/ops/sent.h"

#include "device/ops/context.h"

/* Beyond this much nothing is kept, and the judge does not believe such a program (judge/proof.c). */
enum { VALUES_MAX = 192 << 20 };

void sent_begin(struct sent *s, bool on)
{
	buf_clear(&s->values);
	s->on = on;
	s->lost = false;
}

void sent_release(struct sent *s)
{
	buf_release(&s->values);
}

void sent_keep(struct sent *s, const uint8_t *p, uint64_t bytes, uint64_t brought)
{
	struct sent_head h = { bytes, brought };

	if (!s->on || !bytes)
		return;
	if (s->values.len + sizeof h + bytes > VALUES_MAX) {
		s->lost = true;
		return;
	}
	buf_add(&s->values, &h, sizeof h);
	buf_add(&s->values, p, (size_t)bytes);
}

void sent_rows(struct context *c, uint64_t addr, uint64_t pitch, uint64_t width, uint64_t rows)
{
	bool plain = rows == 1 || pitch == width;
	uint64_t bytes = plain ? width * rows : width, brought;
	const uint8_t *p;
	bool lost;

	if (!c->sent.on)
		return;
	brought = brought_values(c->brought, &lost)->len;
	for (uint64_t r = 0; r < (plain ? 1 : rows); r++)
		if ((p = em_host_ptr(c->em, addr + r * pitch, bytes)))
			sent_keep(&c->sent, p, bytes, brought);
}
