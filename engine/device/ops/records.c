/* records: see records.h. */
#include "device/ops/records.h"

#include <stdlib.h>

#include "base/buf.h"

struct record *record_new(uint64_t number)
{
	struct record *r = xcalloc(1, sizeof *r);

	atomic_init(&r->users, 1);
	r->number = number;
	return r;
}

struct record *record_keep(struct record *r)
{
	if (r)
		atomic_fetch_add(&r->users, 1);
	return r;
}

void record_release(struct record *r)
{
	if (r && atomic_fetch_sub(&r->users, 1) == 1)
		free(r);
}
