/* pictures: see pictures.h. */
#include "base/fs.h"
#include "job/step/pictures.h"

#include <string.h>

#include "device/time/profile.h"
#include "job/evidence/accesses.h"
#include "job/evidence/listings.h"
#include "job/evidence/traces.h"

void pictures_of_run(struct result *r, const char *file, const struct run_outcome *o)
{
	const char *name = fs_base_name(file);

	r->accesses = o->accesses;
	accesses_of_file(&r->accesses, name, r->file);
	r->trace = o->trace;
	trace_of_file(&r->trace, name, r->file);
}

void pictures_of_listings(struct result *r, const char *so, const struct observe *o)
{
	const struct step *s = r->step;
	const char *object;

	r->listings = arena_alloc(&r->arena, (s->nvariants + 1) * sizeof *r->listings);
	r->nlistings = 0;
	for (size_t i = 0; s->show_ptx && o && i < s->nvariants; i++)
		if ((object = observe_object(o, s->variants[i].name)))
			r->listings[r->nlistings++] = listing_of_object(&r->arena, s->variants[i].name, object);
	r->listings[r->nlistings++] = listing_of_object(&r->arena, "yours", so);
}

struct roof pictures_roof(const char *profile)
{
	struct profile p;

	if (profile_find(&p, profile, NULL))
		return (struct roof){ 0 };
	return (struct roof){ .gb_per_s = (double)p.field[DP_FIELD_DRAM_MBPS] / 1e3,
		.gflops = 2.0 * (double)p.field[DP_FIELD_SM_COUNT] * (double)p.field[DP_FIELD_SCHEDULERS_PER_SM] *
			(double)p.field[DP_FIELD_WARP_SIZE] * (double)p.field[DP_FIELD_CLOCK_KHZ] / 1e6 };
}
