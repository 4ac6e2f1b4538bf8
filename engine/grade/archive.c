/* archive.c: an archive of a stranger, read with libarchive in a process of its own. That process has the archive's
 * descriptor and a pipe; it can open no file, start nothing, and has little memory and time. What it sends is checked
 * here as if the archive had sent it. An archive with a path that leads out of its folder is refused as a whole. */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/proc.h"
#include "grade/internal.h"
#include "sandbox/lock.h"

enum {
	SENT_FILE = 1,
	SENT_WHY_NOT,
	SENT_REFUSED,
	SENT_ARCHIVE,
	SENT_LINK,
	SENT_NEAR,
	SENT_LONG,
	SENT_END,
	TEXT_MOST = 400,
	WALL_MS = 60000,
	CPU_SECONDS = 20
};
#define MEMORY_MOST (1ull << 30)

struct sent {
	uint32_t kind, path_len, len;
};

/* ---- in the process that reads */

static void put(int out, uint32_t kind, const char *path, const char *data, size_t len)
{
	struct sent head = { kind, (uint32_t)strlen(path), (uint32_t)len };

	if (fs_write_full(out, &head, sizeof head) || fs_write_full(out, path, head.path_len) ||
		fs_write_full(out, data, len))
		_exit(1);
}

_Noreturn static void refuse(int out, const char *why, const char *path)
{
	char text[TEXT_MOST];

	snprintf(text, sizeof text, "the archive is refused: %s%s%.200s", why, path ? ": " : "", path ? path : "");
	put(out, SENT_REFUSED, "", text, strlen(text));
	_exit(0);
}

static bool leaves(const char *path)
{
	if (*path == '/' || *path == '\\' || (path[0] && path[1] == ':'))
		return true;
	for (const char *s = path; s && *s; s = strchr(s, '/') ? strchr(s, '/') + 1 : NULL)
		if (!strncmp(s, "..", 2) && (s[2] == '/' || !s[2]))
			return true;
	return strstr(path, "..\\") != NULL;
}

static void send_entry(struct archive *a, struct archive_entry *entry, const char *path, int out, size_t *total)
{
	struct buf b;
	ssize_t n = 1;

	/* GNU tar, told the same file twice: the second time it is a link to itself, and unpacking leaves the file. */
	if (archive_entry_hardlink(entry)) {
		char *to = xstrdup(archive_entry_hardlink(entry));
		bool itself;

		plain_path(to);
		itself = !strcmp(to, path);
		free(to);
		if (itself)
			return;
	}
	if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) ||
		archive_entry_symlink(entry)) {
		put(out, SENT_WHY_NOT, path, "it is no regular file", 21);
		return;
	}
	buf_init(&b);
	while (n > 0 && b.len <= FILE_MOST) {
		buf_reserve(&b, 65536);
		n = archive_read_data(a, b.data + b.len, 65536);
		if (n > 0)
			b.len += (size_t)n;
	}
	*total += b.len;
	if (n < 0)
		refuse(out, "it can't be read", archive_error_string(a));
	if (*total > ARCHIVE_MOST)
		refuse(out, "its files are larger than 64 MiB together", NULL);
	if (b.len > FILE_MOST)
		put(out, SENT_WHY_NOT, path, "it is larger than 1 MiB: a solution is a few hundred lines", 58);
	else
		put(out, SENT_FILE, path, b.data, b.len);
	buf_release(&b);
}

_Noreturn static void read_archive(const struct class *c, int fd, int out)
{
	struct rlimit memory = { MEMORY_MOST, MEMORY_MOST }, cpu = { CPU_SECONDS, CPU_SECONDS };
	struct archive *a = archive_read_new();
	struct archive_entry *entry;
	size_t total = 0, entries = 0, archives = 0;
	int r;

	/* Names that are no ASCII: libarchive gives none at all in the locale "C". */
	setlocale(LC_CTYPE, "C.UTF-8");
	setrlimit(RLIMIT_AS, &memory);
	setrlimit(RLIMIT_CPU, &cpu);
	lock_files(NULL, NULL);
	/* Without Landlock nothing but this says no to opening a file. */
	setrlimit(RLIMIT_NOFILE, &(struct rlimit){ 0, 0 });
	if (lock_privileges() || lock_calls(true))
		refuse(out, "the process that reads archives could not be locked in", NULL);
	archive_read_support_filter_gzip(a);
	archive_read_support_filter_bzip2(a);
	archive_read_support_filter_xz(a);
	archive_read_support_filter_zstd(a);
	archive_read_support_format_tar(a);
	archive_read_support_format_zip(a);
	archive_read_support_format_7zip(a);
	if (archive_read_open_fd(a, fd, 65536) != ARCHIVE_OK)
		refuse(out, "it can't be read", archive_error_string(a));
	while ((r = archive_read_next_header(a, &entry)) == ARCHIVE_OK || r == ARCHIVE_WARN) {
		const char *path = archive_entry_pathname(entry);
		char *plain;

		if (!path)
			path = archive_entry_pathname_utf8(entry);
		if (++entries > ENTRIES_MOST)
			refuse(out, "it has more than 20,000 entries", NULL);
		if (!path)
			continue;
		if (leaves(path))
			refuse(out, "a path in it leads out of its folder", path);
		plain = xstrdup(path);
		plain_path(plain);
		if (strlen(plain) > PATH_MOST) {
			if (wanted(c, plain))
				put(out, SENT_LONG, plain + strlen(plain) - PATH_MOST / 2, "", 0);
		} else if (wanted(c, plain))
			send_entry(a, entry, plain, out, &total);
		else if (archive_entry_filetype(entry) == AE_IFLNK)
			put(out, SENT_LINK, plain, "", 0);
		else if (archive_entry_filetype(entry) == AE_IFREG && nearly_wanted(c, plain))
			put(out, SENT_NEAR, plain, "", 0);
		else if (archive_ending(plain) && archives++ < 2)
			put(out, SENT_ARCHIVE, plain, "", 0);
		free(plain);
	}
	if (r != ARCHIVE_EOF)
		refuse(out, "it is damaged", archive_error_string(a));
	put(out, SENT_END, "", "", 0);
	_exit(0);
}

/* ---- in ours */

/* Bytes from the pipe until `end`; -1 when there are none any more or the time is over. */
static int get(int in, void *p, size_t n, int64_t end)
{
	char *at = p;

	while (n) {
		struct pollfd f = { in, POLLIN, 0 };
		int64_t left = (end - time_now_ns()) / 1000000;
		ssize_t k;

		if (left <= 0 || poll(&f, 1, (int)left) <= 0)
			return -1;
		k = read(in, at, n);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return -1;
		at += k;
		n -= (size_t)k;
	}
	return 0;
}

static char *receive(const struct class *c, struct student *s, int in)
{
	int64_t end = time_now_ns() + (int64_t)WALL_MS * 1000000;
	char path[PATH_MOST + 1], *data, *problem = NULL;
	struct sent head;

	for (;;) {
		if (get(in, &head, sizeof head, end) || head.path_len > PATH_MOST || head.len > FILE_MOST ||
			get(in, path, head.path_len, end))
			break;
		path[head.path_len] = '\0';
		data = xcalloc(head.len + 1, 1);
		if (get(in, data, head.len, end)) {
			free(data);
			break;
		}
		if (head.kind == SENT_FILE)
			offer(c, s, path, data, head.len, NULL);
		else if (head.kind == SENT_WHY_NOT)
			offer(c, s, path, NULL, 0, data);
		else if (head.kind == SENT_ARCHIVE)
			note_archive(s, path);
		else if (head.kind == SENT_LINK)
			note_link(c, s, path);
		else if (head.kind == SENT_NEAR)
			note_near(c, s, path);
		else if (head.kind == SENT_LONG)
			note_long(c, s, path);
		else if (head.kind == SENT_REFUSED)
			problem = xscrub(data, head.len);
		free(data);
		if (head.kind == SENT_END || problem)
			return problem;
	}
	return xstrdup("the archive is refused: reading it takes more memory or time than any submission needs");
}

char *archive_collect(const struct class *c, int fd, struct student *s)
{
	char *problem;
	int p[2];
	pid_t child;

	if (pipe2(p, O_CLOEXEC))
		return xstrdup("the archive can't be read: no pipe is to be had");
	child = fork();
	if (child == 0) {
		close(p[0]);
		read_archive(c, fd, p[1]);
	}
	close(p[1]);
	problem = child < 0 ? xstrdup("the archive can't be read: no process is to be had") : receive(c, s, p[0]);
	close(p[0]);
	if (child > 0) {
		kill(child, SIGKILL);
		while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
			;
	}
	/* Nothing of an archive that is refused is judged. */
	for (size_t i = 0; i < c->rq->nsteps && problem; i++) {
		free(s->items[i].text);
		s->items[i].text = NULL;
	}
	return problem;
}
