/* listings: see listings.h. */
#include "job/evidence/listings.h"

#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "device/code/fatbin.h"

enum { OBJECT_MAX = 64 << 20, ALIGNED = 8, NEWEST = 999 };

/* The next container of device code from byte *at of an object on; NULL: there is none. */
static const uint8_t *container(const struct buf *object, size_t *at, size_t *n)
{
	const uint8_t *p = (const uint8_t *)object->data;

	for (; *at + ALIGNED <= object->len; *at += ALIGNED) {
		*n = fatbin_size(p + *at, object->len - *at);
		if (*n && *n <= object->len - *at) {
			*at += ALIGNED;
			return p + *at - ALIGNED;
		}
	}
	return NULL;
}

/* The PTX of the object's first container that has some; empty where none has. */
static void ptx_of_object(const char *so, struct buf *ptx)
{
	struct fatbin_entry best;
	struct err e = ERR_INIT;
	struct buf object;
	const uint8_t *p;
	size_t at = 0, n;

	buf_init(&object);
	if (!fs_read(so, OBJECT_MAX, &object, &e))
		while (!ptx->len && (p = container(&object, &at, &n)))
			fatbin_best_ptx(p, n, NEWEST, NEWEST, ptx, &best, &e);
	buf_release(&object);
}

struct listing listing_of_object(struct arena *a, const char *title, const char *so)
{
	struct listing l = { .title = title };
	struct buf ptx;

	buf_init(&ptx);
	ptx_of_object(so, &ptx);
	if (ptx.len)
		l = listing_of_ptx(a, title, ptx.data);
	buf_release(&ptx);
	return l;
}

bool listing_local(const char *so)
{
	struct buf ptx;
	bool yes;

	buf_init(&ptx);
	ptx_of_object(so, &ptx);
	yes = ptx.len && listing_is_local(ptx.data);
	buf_release(&ptx);
	return yes;
}

int listing_code(const char *so, int arch, struct buf *out)
{
	struct buf object;
	const uint8_t *p;
	size_t at = 0, n;
	int found = 0;

	buf_init(&object);
	if (!fs_read(so, OBJECT_MAX, &object, NULL))
		while (!found && (p = container(&object, &at, &n))) {
			buf_clear(out);
			found = fatbin_nearest_code(p, n, arch, out);
		}
	buf_release(&object);
	return found;
}
