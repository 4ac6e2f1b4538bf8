/* site: where in the program a call came from, as text for the device's report (device/protocol.h): the frames above
 * the CUDA call, innermost first, each as its offset in the object that it lies in. Offsets are the object's own
 * addresses, so that addr2line finds the line whatever the loader did. Nothing is resolved here: most sites are never
 * shown.
 */
#include "cudart/wire/client.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { FRAMES = 24, SHOWN = 8 };

/* Length of what was written, or 0 when it does not fit: a site that is cut would name another object. */
static size_t frame(char *dst, size_t size, const void *at, const void *self, bool *ours)
{
	struct link_map *map = NULL;
	char exe[1024];
	const char *name;
	Dl_info info;
	int n;

	*ours = false;
	if (!dladdr1(at, &info, (void **)&map, RTLD_DL_LINKMAP) || !map)
		return 0;
	*ours = info.dli_fbase == self;
	if (*ours)
		return 0;
	name = map->l_name;
	if (!name || !*name) { /* the program itself */
		ssize_t k = readlink("/proc/self/exe", exe, sizeof exe - 1);

		if (k <= 0)
			return 0;
		exe[k] = '\0';
		name = exe;
	}
	if (strchr(name, '\n'))
		return 0;
	n = snprintf(dst, size, "%llx %s\n", (unsigned long long)((uintptr_t)at - map->l_addr), name);
	return n > 0 && (size_t)n < size ? (size_t)n : 0;
}

/* Of frames i to n; the first is a place itself where `exact` says so. */
static size_t write_frames(char *dst, size_t size, void *const *frames, int i, int n, bool exact)
{
	Dl_info me;
	size_t len = 0;
	int shown = 0;

	if (!dladdr((void *)(uintptr_t)cudart_site, &me))
		return 0;
	for (; i < n && shown < SHOWN; i++, exact = false) {
		bool ours;
		/* One less than a return address lies in the call. */
		size_t k = frame(dst + len, size - len, (const char *)frames[i] - !exact, me.dli_fbase, &ours);

		if (!k && !ours)
			break;
		len += k;
		shown += k != 0;
	}
	return len;
}

size_t cudart_site(char *dst, size_t size)
{
	void *frames[FRAMES];

	return write_frames(dst, size, frames, 0, backtrace(frames, FRAMES), false);
}

size_t cudart_site_of(char *dst, size_t size, const void *pc)
{
	void *frames[FRAMES];
	int n = backtrace(frames, FRAMES), i = 0;

	while (i < n && frames[i] != pc)
		i++;
	return write_frames(dst, size, frames, i, n, true);
}
