/* halved: which loops of the program the machine code takes several turns of at once (lanes/turns.h). */
#include "base/buf.h"
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"
#include "emulator/run/count.h"

void em_halved_loops(struct em_run *r)
{
	const struct em_program *p = r->p;
	const struct em_loops *loops = r->l->timing ? &r->l->timing->loops : NULL;
	bool any = false;

	if (!loops || !loops->n || !p->ncounted || r->schedule)
		return;
	r->halved = xcalloc(p->ncounted, 1);
	r->idles = xcalloc(p->ncounted, 1);
	for (size_t k = 0; k < p->ncounted; k++) {
		unsigned guarded = 0;

		r->halved[k] = (uint8_t)em_halved(p->kernel, p->counted[k].from, p->counted[k].to, loops, &guarded);
		r->idles[k] = r->halved[k] ? (uint8_t)guarded : 0;
		any |= r->halved[k] != 0;
	}
	if (any)
		return;
	free(r->halved);
	free(r->idles);
	r->halved = r->idles = NULL;
}
