/* touched: which pages of managed memory has the program touched? On a GPU the driver learns of it by a fault; here the
 * page table says it afterwards. Managed memory is a file that is mapped: what the program touches gets an entry in
 * /proc/self/pagemap, and once that has been told to the device the entries are dropped (the bytes stay in the file).
 * No handler of ours stands in the program's way, and system calls may read and write that memory as any other.
 *
 * The device wants to know it in the order of the API calls: so it is told before each call after which it matters. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/buf.h"
#include "cudart/wire/client.h"

enum { SYSTEM_PAGE = 4096, PER_PAGE = DP_PAGE / SYSTEM_PAGE, ENTRIES = 64 * PER_PAGE };

bool touched_matters(enum dp_op op)
{
	return op == DP_LAUNCH || op == DP_SYNC || op == DP_FREE || op == DP_ADVISE || op == DP_EVENT_RECORD ||
		op == DP_GRAPH || op == DP_PROFILER;
}

/* Sets the bit of each page of which a part is mapped; are there any? */
static bool mapped_pages(int pagemap, uint64_t start, uint64_t bytes, uint8_t *bits)
{
	uint64_t entry[ENTRIES], n = bytes / SYSTEM_PAGE;
	bool any = false;

	for (uint64_t done = 0; done < n; done += ENTRIES) {
		uint64_t want = n - done < ENTRIES ? n - done : ENTRIES;

		if (pread(pagemap, entry, want * sizeof *entry,
			    (off_t)((start / SYSTEM_PAGE + done) * sizeof *entry)) != (ssize_t)(want * sizeof *entry))
			return any;
		for (uint64_t k = 0; k < want; k++)
			if (entry[k] >> 63) { /* "present" */
				uint64_t page = (done + k) / PER_PAGE;

				bits[page / 8] |= (uint8_t)(1u << page % 8);
				any = true;
			}
	}
	return any;
}

static void tell_of(int pagemap, uint64_t start, uint64_t bytes)
{
	struct dp_touched t = { start, bytes };
	struct rpc r = RPC(TOUCHED, none, t);
	size_t n = (size_t)((bytes + (uint64_t)DP_PAGE * 8 - 1) / ((uint64_t)DP_PAGE * 8));
	uint8_t *bits = xcalloc(1, n);

	if (mapped_pages(pagemap, start, bytes, bits)) {
		madvise((void *)(uintptr_t)start, (size_t)bytes, MADV_DONTNEED);
		r.flags = DP_SILENT;
		r.data = bits;
		r.ndata = n;
		rpc_run(&r);
	}
	free(bits);
}

void touched_tell(void)
{
	uint64_t start, bytes;
	int pagemap;

	if (!ranges_managed(0, &start, &bytes))
		return;
	pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	if (pagemap < 0)
		return;
	do
		tell_of(pagemap, start, bytes);
	while (ranges_managed(start + 1, &start, &bytes));
	close(pagemap);
}
