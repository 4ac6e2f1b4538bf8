/* pagemap: which parts of a mapping this process has touched, read off its page table (/proc/self/pagemap; Linux's
 * admin-guide/mm/pagemap.rst): no handler stands in anybody's way. */
#ifndef BASE_PAGEMAP_H
#define BASE_PAGEMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sets in `bits` the bit of each page of `page` bytes, a multiple of 4096, of which a part is mapped; `at` and `bytes`
 * are multiples of 4096, `bits` has room for one bit a page. False: there is none, or `pagemap` can't be read; what was
 * read until then counts. */
bool pagemap_touched(int pagemap, const void *at, size_t bytes, size_t page, uint8_t *bits);

#endif
