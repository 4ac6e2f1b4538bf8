/* pages: on which side each page of managed memory lies, and what moves it. A page is DP_PAGE bytes, as the driver
 * moves them. Plain data: times are virtual.c's. Internal to engine/device; only the thread that runs operations calls
 * it.
 *
 * Who touched a page? The host's side is told by the client (DP_TOUCHED). For kernels this process looks into its own
 * page table: managed memory is a file that is mapped here, the mapping is emptied before a launch (the bytes stay in
 * the file), and what is mapped after it was touched. Nothing slows the kernel down for it, and it is exact.
 *
 * Whether a page of which both sides have a copy (read mostly) was written shows in its content. */
#ifndef DEVICE_PAGES_H
#define DEVICE_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pages;
/* pagemap: a descriptor of this process's; 0 or less: none, and no kernel is seen to touch a page. */
struct pages *pages_new(int pagemap);
void pages_free(struct pages *p); /* NULL is allowed */

/* Managed memory: its address on the device, its bytes, and where it is mapped here. No page of it is anywhere yet: who
 * touches one first has it. */
void pages_add(struct pages *p, uint64_t start, uint64_t bytes, void *here);
void pages_forget(struct pages *p, uint64_t start); /* what is not known is no matter */

/* Around a launch; how many pages came from the host because the kernel touched them. */
void pages_launching(struct pages *p);
uint64_t pages_launched(struct pages *p);
/* The host has touched pages of the allocation at `start`, a bit each: how many came back for that. */
uint64_t pages_touched(struct pages *p, uint64_t start, const uint8_t *bits, uint64_t nbits);
/* [addr, addr + bytes) is to lie there: how many pages move. */
uint64_t pages_prefetch(struct pages *p, uint64_t addr, uint64_t bytes, bool to_host);
void pages_read_mostly(struct pages *p, uint64_t addr, uint64_t bytes, bool on);
/* It stays in the host's memory when a kernel touches it, who reaches it over the link. Holds for a whole allocation or
 * not at all. */
void pages_prefer_host(struct pages *p, uint64_t addr, uint64_t bytes, bool on);
/* The i-th allocation of which that was ever said: do kernels reach it over the link now? False: there are fewer. */
bool pages_far(const struct pages *p, size_t i, uint64_t *start, bool *far);

#endif
