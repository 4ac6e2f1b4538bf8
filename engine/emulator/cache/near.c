/* near: see near.h. */
#include "emulator/cache/near.h"
#include "emulator/core/device.h"

#define MANY 1024 /* sectors */
#define SKEWED 4  /* times its share of the sample, or one part in so many of it */

void em_load_add(struct em_load *x, const struct em_load *y)
{
	x->read += y->read;
	x->hit += y->hit;
	x->late += y->late;
	x->far += y->far;
	x->missed += y->missed;
	x->anew += y->anew;
	x->come += y->come;
	x->slid += y->slid;
	x->lines += y->lines;
	x->many += y->many;
	x->after += y->after;
	x->both += y->both;
	x->turns += y->turns;
	x->beside += y->beside;
	x->beside_both += y->beside_both;
	x->passes += y->passes;
	x->link_read += y->link_read;
	x->link_reads += y->link_reads;
}

struct em_load em_load_sample(const struct em_run *run, const struct em_cache_counts *counts, uint32_t access,
	uint64_t *requests, uint64_t *sectors)
{
	struct em_load sample = { 0 };

	*requests = *sectors = 0;
	for (int k = 0; k < run->nworkers; k++) {
		*requests += run->workers[k].memory_counts[access].global_req;
		*sectors += run->workers[k].memory_counts[access].global_sectors;
		em_load_add(&sample, &counts[k].load[access]);
	}
	return sample;
}

bool em_is_near(const struct em_run *run, const struct em_cache_counts *counts, uint32_t access)
{
	uint64_t requests, sectors;

	return !em_load_sample(run, counts, access, &requests, &sectors).read && sectors >= MANY;
}

static uint64_t part(uint64_t v, uint64_t all, uint64_t of)
{
	return (uint64_t)((unsigned __int128)v * all / of);
}

void em_near_loads(const struct em_run *run, const struct em_cache_counts *counts, const bool *past_l1,
	const struct em_l2_counts *found, struct em_near *out)
{
	const struct em_program *p = run->p;

	*out = (struct em_near){ 0 };
	for (size_t k = 0; k < p->npinst; k++) {
		const struct em_pinst *pi = &p->pinst[k];
		const struct ptx_inst *in = &p->m->ptx->funcs[pi->func].insts[pi->inst];
		struct em_load x;
		uint64_t requests, n, share;

		if (pi->access < 0 || past_l1[pi->access] || (pi->kind & (EM_K_MEM | EM_K_STORE)) != EM_K_MEM ||
			(in->space != PTX_GLOBAL && in->space != PTX_GENERIC))
			continue;
		x = em_load_sample(run, counts, (uint32_t)pi->access, &requests, &n);
		x.hit += (uint32_t)pi->access < found->loads ? found->load[pi->access].here : 0;
		share = x.read * EM_CACHE_SAMPLE;
		if (n < MANY || (share <= SKEWED * n && share >= n / SKEWED))
			continue;
		if (!x.read) {
			out->requests += requests;
			out->sectors += n;
			continue;
		}
		em_load_add(&out->sample, &x);
		em_load_add(&out->met,
			&(struct em_load){ .read = n,
				.hit = part(x.hit, n, x.read),
				.late = part(x.late, n, x.read),
				.passes = part(x.passes, n, x.read),
				.link_read = part(x.link_read, n, x.read),
				.link_reads = part(x.link_reads, n, x.read) });
	}
}
