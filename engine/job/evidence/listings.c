/* listings: see listings.h. */
#include "job/evidence/listings.h"

#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "device/code/fatbin.h"

enum { OBJECT_MAX = 64 << 20, ALIGNED = 8, NEWEST = 999 };

struct listing listing_of_object(struct arena *a, const char *title, const char *so)
{
	struct listing l = { .title = title };
	struct fatbin_entry best;
	struct err e = ERR_INIT;
	struct buf object, ptx;

	buf_init(&object);
	buf_init(&ptx);
	if (!fs_read(so, OBJECT_MAX, &object, &e)) {
		const uint8_t *p = (const uint8_t *)object.data;

		for (size_t at = 0; at + ALIGNED <= object.len && !ptx.len; at += ALIGNED) {
			size_t n = fatbin_size(p + at, object.len - at);

			if (n && n <= object.len - at)
				fatbin_best_ptx(p + at, n, NEWEST, NEWEST, &ptx, &best, &e);
		}
	}
	if (ptx.len)
		l = listing_of_ptx(a, title, ptx.data);
	buf_release(&ptx);
	buf_release(&object);
	return l;
}
