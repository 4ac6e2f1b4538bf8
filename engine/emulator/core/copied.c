/* copied: see copied.h. */
#include "emulator/core/copied.h"

#include <string.h>

#include "emulator/core/program.h"

bool em_copied_bytes(struct em_warp *w, const struct em_inst *i, int lane, uint64_t at, unsigned bytes, uint8_t *dst)
{
	const struct em_copies *c = w->t->p->copies_at ? copies_of(w, w->t->p->copies_at) : NULL;

	for (uint32_t k = c ? c->n : 0; k-- > 0;) {
		const struct em_copy *x = &c->v[k];

		if ((i && x->i != i) || !((i ? x->all : x->mask) >> lane & 1) || at < x->to[lane] ||
			at + bytes > x->to[lane] + x->bytes)
			continue;
		memcpy(dst, x->data[lane] + (at - x->to[lane]), bytes);
		return true;
	}
	return false;
}
