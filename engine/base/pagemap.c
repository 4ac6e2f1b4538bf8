/* pagemap: see pagemap.h. */
#include "base/pagemap.h"

#include <unistd.h>

enum { SYSTEM_PAGE = 4096, ENTRIES = 1024 };

bool pagemap_touched(int pagemap, const void *at, size_t bytes, size_t page, uint8_t *bits)
{
	uint64_t entry[ENTRIES], first = (uintptr_t)at / SYSTEM_PAGE;
	size_t n = bytes / SYSTEM_PAGE, each = page / SYSTEM_PAGE;
	bool any = false;

	for (size_t done = 0; done < n; done += ENTRIES) {
		size_t want = n - done < ENTRIES ? n - done : ENTRIES;

		if (pread(pagemap, entry, want * sizeof *entry, (off_t)((first + done) * sizeof *entry)) !=
			(ssize_t)(want * sizeof *entry))
			return any;
		for (size_t k = 0; k < want; k++)
			if (entry[k] >> 63) { /* "present" */
				size_t i = (done + k) / each;

				bits[i / 8] |= (uint8_t)(1u << i % 8);
				any = true;
			}
	}
	return any;
}
