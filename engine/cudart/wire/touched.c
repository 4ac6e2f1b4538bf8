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
#include "base/pagemap.h"
#include "cudart/wire/client.h"

bool touched_matters(enum dp_op op)
{
	return op == DP_LAUNCH || op == DP_SYNC || op == DP_FREE || op == DP_ADVISE || op == DP_EVENT_RECORD ||
		op == DP_GRAPH || op == DP_PROFILER;
}

static void tell_of(int pagemap, uint64_t start, uint64_t bytes)
{
	struct dp_touched t = { start, bytes };
	struct rpc r = RPC(TOUCHED, none, t);
	size_t n = (size_t)((bytes + (uint64_t)DP_PAGE * 8 - 1) / ((uint64_t)DP_PAGE * 8));
	uint8_t *bits = xcalloc(1, n);
	void *at = (void *)(uintptr_t)start;

	if (pagemap_touched(pagemap, at, (size_t)bytes, DP_PAGE, bits)) {
		madvise(at, (size_t)bytes, MADV_DONTNEED);
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
