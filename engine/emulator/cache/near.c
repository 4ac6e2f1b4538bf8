/* near: see near.h. */
#include "emulator/cache/near.h"
#include "emulator/core/device.h"

#define MANY 1024 /* sectors */

struct em_near em_near_of(const struct em_run *run, const struct em_cache_counts *counts, uint32_t access)
{
	struct em_near n = { 0 };
	uint64_t followed = 0;

	for (int k = 0; k < run->nworkers; k++) {
		n.requests += run->workers[k].memory_counts[access].global_req;
		n.sectors += run->workers[k].memory_counts[access].global_sectors;
		followed += counts[k].load[access].read;
	}
	return followed || n.sectors < MANY ? (struct em_near){ 0 } : n;
}

struct em_near em_near_loads(const struct em_run *run, const struct em_cache_counts *counts, const bool *past_l1)
{
	const struct em_program *p = run->p;
	struct em_near all = { 0 };

	for (size_t k = 0; k < p->npinst; k++) {
		const struct em_pinst *pi = &p->pinst[k];
		const struct ptx_inst *in = &p->m->ptx->funcs[pi->func].insts[pi->inst];
		struct em_near n;

		if (pi->access < 0 || past_l1[pi->access] || (pi->kind & (EM_K_MEM | EM_K_STORE)) != EM_K_MEM ||
			(in->space != PTX_GLOBAL && in->space != PTX_GENERIC))
			continue;
		n = em_near_of(run, counts, (uint32_t)pi->access);
		all.requests += n.requests;
		all.sectors += n.sectors;
	}
	return all;
}
