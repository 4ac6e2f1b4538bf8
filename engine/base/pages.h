/* pages: memory in large pages. The first touch of a page costs about the same whether it has 4 KB or 2 MB, so what is
 * written from end to end is asked for in large ones; what is touched here and there is not, since all of a large page
 * is taken at once. */
#ifndef BASE_PAGES_H
#define BASE_PAGES_H

#include <stddef.h>

#define PAGES_LARGE ((size_t)2 << 20)

/* Of these bytes, which the caller has just got and not yet touched, the whole large pages are to be such. Where the
 * system has none (or does not give them away) nothing changes. Gives back `p`; NULL may be passed. */
void *pages_large(void *p, size_t bytes);

/* All pages of these bytes are about to be written: the system makes them at once, and not one by one as they are
 * touched. What they hold stays. A page that is read before it is written costs most: it is first the system's page of
 * zeros, and when that is taken away, each core that runs a thread of ours is interrupted. */
void pages_now(void *p, size_t bytes);

#endif
