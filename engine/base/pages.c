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
#ifdef MADV_POPULATE_WRITE
	const uintptr_t page = 4096, from = (uintptr_t)p & ~(page - 1),
			to = ((uintptr_t)p + bytes + page - 1) & ~(page - 1);

	madvise((void *)from, to - from, MADV_POPULATE_WRITE);
#else
	(void)p, (void)bytes;
#endif
}
