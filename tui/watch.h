/* watch: has the student saved the file? Editors save by renaming a new file over the old one, so the folder is
 * watched, not the file; and since inotify sees nothing of what another machine writes to a shared file system, the
 * file's identity is looked at once a second too. */
#ifndef TUI_WATCH_H
#define TUI_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct watch {
	int fd; /* inotify, or -1 */
	int wd;
	char *path, *folder, *name;
	struct watch_id {
		dev_t dev;
		ino_t ino;
		off_t size;
		int64_t mtime_ns;
	} seen;
	int64_t due_ns; /* a change was noted: judge it once things have been quiet for a moment; 0 = none */
};

void watch_init(struct watch *w);
void watch_release(struct watch *w);
/* Watch this file from its present content on; NULL watches nothing. */
void watch_file(struct watch *w, const char *path);
/* Take note of events (call when fd is readable, and now and then). `now_ns` is the monotonic clock. */
void watch_poll(struct watch *w, int64_t now_ns);
/* True once for each save, when it has settled. */
bool watch_saved(struct watch *w, int64_t now_ns);
/* The present content is known (we wrote it ourselves). */
void watch_forget(struct watch *w);

#endif
