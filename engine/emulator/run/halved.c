/* halved: which loops of the program the machine code takes several turns of at once (lanes/turns.h). */
#include "base/buf.h"
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"
#include "emulator/run/count.h"

uint8_t *em_halved_loops(const struct em_run *r)
{
	const struct em_program *p = r->p;
	const struct em_loops *loops = r->l->timing ? &r->l->timing->loops : NULL;
	uint8_t *out;
	bool any = false;

	if (!loops || !loops->n || !p->ncounted || r->schedule)
		return NULL;
	out = xcalloc(p->ncounted, 1);
	for (size_t k = 0; k < p->ncounted; k++) {
		out[k] = (uint8_t)em_halved(p->kernel, p->counted[k].from, p->counted[k].to, loops);
		any |= out[k] != 0;
	}
	if (!any) {
		free(out);
		return NULL;
	}
	return out;
}
