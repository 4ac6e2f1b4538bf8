/* fs.c: see fs.h. */
#include "base/fs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

int fs_write_full(int fd, const void *p, size_t n)
{
	const char *s = p;

	while (n) {
		ssize_t k = write(fd, s, n);

		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return -1;
		s += k;
		n -= (size_t)k;
	}
	return 0;
}

int fs_read_full(int fd, void *p, size_t n)
{
	char *s = p;
	size_t got = 0;

	while (got < n) {
		ssize_t k = read(fd, s + got, n - got);

		if (k < 0 && errno == EINTR)
			continue;
		if (k == 0 && got == 0)
			return 0;
		if (k <= 0)
			return -1;
		got += (size_t)k;
	}
	return 1;
}

static int read_file(const char *path, int flags, size_t max, struct buf *out, struct err *e)
{
	/* O_NONBLOCK: opening a FIFO must not wait for a writer. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags);
	struct stat st;
	size_t got = 0;

	if (fd < 0)
		return err_errno(e, "%s can't be opened", path);
	if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		close(fd);
		return err_set(e, ERR_INPUT, "%s is not a regular file", path);
	}
	for (;;) {
		ssize_t k;

		buf_reserve(out, 65536);
		k = read(fd, out->data + out->len, 65536);
		if (k < 0 && errno == EINTR)
			continue;
		if (k < 0) {
			err_errno(e, "%s can't be read", path);
			close(fd);
			return -1;
		}
		if (k == 0)
			break;
		out->len += (size_t)k;
		out->data[out->len] = '\0';
		got += (size_t)k;
		if (got > max) {
			close(fd);
			return err_set(e, ERR_INPUT, "%s is larger than %zu bytes", path, max);
		}
	}
	close(fd);
	return 0;
}

int fs_read(const char *path, size_t max, struct buf *out, struct err *e)
{
	return read_file(path, 0, max, out, e);
}

int fs_read_plain(const char *path, size_t max, struct buf *out, struct err *e)
{
	return read_file(path, O_NOFOLLOW, max, out, e);
}

const char *fs_base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static char *parent_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return xstrdup(".");
	return slash == path ? xstrdup("/") : xstrndup(path, (size_t)(slash - path));
}

int fs_write_atomic(const char *path, const void *data, size_t len, mode_t mode, struct err *e)
{
	char *tmp = xasprintf("%s.tmp-XXXXXX", path);
	char *dir;
	int fd = mkostemp(tmp, O_CLOEXEC), dfd;

	if (fd < 0) {
		err_errno(e, "%s can't be written", path);
		free(tmp);
		return -1;
	}
	if (fs_write_full(fd, data, len) || fchmod(fd, mode) || fsync(fd)) {
		err_errno(e, "%s can't be written", path);
		close(fd);
		unlink(tmp);
		free(tmp);
		return -1;
	}
	if (close(fd) || rename(tmp, path)) {
		err_errno(e, "%s can't be written", path);
		unlink(tmp);
		free(tmp);
		return -1;
	}
	free(tmp);
	dir = parent_of(path);
	dfd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	free(dir);
	if (dfd >= 0) {
		fsync(dfd); /* some file systems refuse; the rename itself has happened */
		close(dfd);
	}
	return 0;
}

int fs_copy(const char *from, const char *to, struct err *e)
{
	struct buf b;
	int rc;

	buf_init(&b);
	rc = fs_read(from, (size_t)1 << 30, &b, e);
	if (!rc)
		rc = fs_write_atomic(to, b.data, b.len, 0644, e);
	buf_release(&b);
	return rc;
}

static int mkdir_p(const char *path, mode_t last, struct err *e)
{
	char *p = xstrdup(path);

	for (char *s = p + 1; *s; s++) {
		if (*s != '/')
			continue;
		*s = '\0';
		mkdir(p, 0777); /* a failure shows at the last one */
		*s = '/';
	}
	if (mkdir(p, last) && (errno != EEXIST || !fs_is_dir(p))) {
		err_errno(e, "folder %s can't be made", path);
		free(p);
		return -1;
	}
	free(p);
	return 0;
}

int fs_mkdir_p(const char *path, struct err *e)
{
	return mkdir_p(path, 0777, e);
}

int fs_mkdir_own(const char *path, struct err *e)
{
	return mkdir_p(path, 0700, e);
}

bool fs_exists(const char *path)
{
	struct stat st;

	return !stat(path, &st);
}

bool fs_is_dir(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

bool fs_is_file(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode);
}

int64_t fs_mtime_ns(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return -1;
	return (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec;
}

/* A job may have left a folder without write permission; moving and emptying one need it. What can't be mended fails in
 * the call that needs it. */
static void let_write(int at, const char *name)
{
	if (fchmodat(at, name, 0700, 0))
		return;
}

/* Empty the folder `name` in `top`: its files go, its folders move up into `top`. So no chain of folders, however long,
 * needs more than two descriptors. *n counts the names made. */
static int flatten(int top, const char *name, unsigned *n)
{
	char fresh[48];
	struct dirent *de;
	int rc = 0, fd;
	DIR *d;

	let_write(top, name);
	fd = openat(top, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	d = fd >= 0 ? fdopendir(fd) : NULL;
	if (!d) {
		if (fd >= 0)
			close(fd);
		return -1;
	}
	while (!rc && (de = readdir(d))) {
		if (!strcmp(de->d_name, ".") || !strcmp(de->d_name, ".."))
			continue;
		if (!unlinkat(fd, de->d_name, 0) || errno == ENOENT)
			continue;
		if ((errno != EISDIR && errno != EPERM) || !unlinkat(fd, de->d_name, AT_REMOVEDIR))
			continue;
		let_write(fd, de->d_name);
		do {
			snprintf(fresh, sizeof fresh, ".remove-%u", (*n)++);
			rc = renameat2(fd, de->d_name, top, fresh, RENAME_NOREPLACE);
			if (rc && errno == EINVAL) /* a file system that does not know the flag */
				rc = renameat(fd, de->d_name, top, fresh);
		} while (rc && errno == EEXIST);
	}
	closedir(d);
	return rc || unlinkat(top, name, AT_REMOVEDIR) ? -1 : 0;
}

int fs_remove_tree(const char *path, struct err *e)
{
	int top, rc = 0;
	unsigned n = 0;
	bool again = true;

	if (!unlink(path) || errno == ENOENT)
		return 0;
	if (errno != EISDIR && errno != EPERM)
		return err_errno(e, "%s can't be removed", path);
	if (!rmdir(path))
		return 0;
	chmod(path, 0700);
	top = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (top < 0)
		return err_errno(e, "%s can't be removed", path);
	while (again && !rc) {
		int copy = openat(top, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		DIR *d = copy >= 0 ? fdopendir(copy) : NULL;
		struct dirent *de;

		again = false;
		if (!d) {
			if (copy >= 0)
				close(copy);
			rc = -1;
			break;
		}
		while (!rc && (de = readdir(d))) {
			if (!strcmp(de->d_name, ".") || !strcmp(de->d_name, ".."))
				continue;
			again = true;
			if (unlinkat(top, de->d_name, 0) && errno != ENOENT)
				rc = flatten(top, de->d_name, &n);
		}
		closedir(d);
	}
	if (rc || rmdir(path))
		rc = err_errno(e, "%s can't be removed", path);
	close(top);
	return rc;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int fs_list(const char *path, char ***names, size_t *n, struct err *e)
{
	DIR *d = opendir(path);
	struct dirent *de;
	size_t cap = 0;

	*names = NULL;
	*n = 0;
	if (!d)
		return err_errno(e, "folder %s can't be read", path);
	while ((de = readdir(d))) {
		if (de->d_name[0] == '.')
			continue;
		if (*n == cap) {
			cap = cap ? cap * 2 : 16;
			*names = xrealloc(*names, cap * sizeof **names);
		}
		(*names)[(*n)++] = xstrdup(de->d_name);
	}
	closedir(d);
	if (*n)
		qsort(*names, *n, sizeof **names, by_name);
	return 0;
}

void fs_names_free(char **names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(names[i]);
	free(names);
}

bool fs_plain_path(const char *path)
{
	return path[strspn(path, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._+@=-")] == '\0';
}

const char *fs_temp_base(void)
{
	const char *base = getenv("TMPDIR");

	return base && *base && fs_plain_path(base) ? base : "/tmp";
}

void fs_temp_in_memory(void)
{
	const char *chosen = getenv("TMPDIR");
	struct statvfs v;

	if ((chosen && *chosen) || access(FS_TEMP_MEMORY, W_OK | X_OK) || statvfs(FS_TEMP_MEMORY, &v) ||
		v.f_flag & ST_NOEXEC)
		return;
	if ((uint64_t)v.f_bavail * v.f_frsize >= 1u << 30)
		setenv("TMPDIR", FS_TEMP_MEMORY, 1);
}

char *fs_temp_dir(const char *prefix, struct err *e)
{
	char *p = xasprintf("%s/%s-XXXXXX", fs_temp_base(), prefix);

	if (!mkdtemp(p)) {
		err_errno(e, "a temporary folder %s can't be made", p);
		free(p);
		return NULL;
	}
	return p;
}

char *fs_exe_dir(void)
{
	char path[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);

	if (n <= 0)
		return NULL;
	path[n] = '\0';
	return parent_of(path);
}
