/* pages.c: see pages.h. */
#include "base/pages.h"

#include <stdint.h>
#include <sys/mman.h>

void *pages_large(void *p, size_t bytes)
{
	uintptr_t from = ((uintptr_t)p + PAGES_LARGE - 1) & ~(PAGES_LARGE - 1);
	uintptr_t to = ((uintptr_t)p + bytes) & ~(PAGES_LARGE - 1);

	if (p && from < to)
		madvise((void *)from, to - from, MADV_HUGEPAGE); /* advice: it may be refused */
	return p;
}

void pages_now(void *p, size_t bytes)
{
	const uintptr_t page = 4096, from = (uintptr_t)p & ~(page - 1),
			to = ((uintptr_t)p + bytes + page - 1) & ~(page - 1);

#ifdef MADV_POPULATE_WRITE
	if (!madvise((void *)from, to - from, MADV_POPULATE_WRITE))
		return;
#endif
	for (uintptr_t at = from; at < to; at += page) /* a Linux before 5.14 */
		__atomic_fetch_or((uint8_t *)at, 0, __ATOMIC_RELAXED);
}
