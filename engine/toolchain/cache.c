/* cache.c: artifacts by the hash of everything that they were made from. Only ever a short cut: whatever is wrong with
 * an entry or with the folder, the file is compiled. Two programs may use one cache at once: entries come by rename and
 * are never changed. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/proc.h"
#include "toolchain/internal.h"

/* Of 20 KiB mostly. A class of objects as large as they may be would fill the disk. */
enum { CACHE_ENTRIES = 2048, ENTRY_MAX = 1 << 20, TEXT_MAX = 65536 + 65 };

static void add_text(struct sha256 *s, const char *text)
{
	sha256_add(s, text, strlen(text) + 1); /* the NUL keeps "ab" "c" apart from "a" "bc" */
}

void cache_key(char key[65], const struct toolchain *t, const char *const *flags, const char *shown_as,
	const struct buf *source)
{
	struct sha256 s;

	sha256_init(&s);
	add_text(&s, "warplings artifact 2");
	add_text(&s, t->version);
	add_text(&s, t->nvcc);
	add_text(&s, t->cxx);
	add_text(&s, t->link_library);
	for (size_t i = 0; flags[i]; i++)
		add_text(&s, flags[i]);
	add_text(&s, shown_as); /* it is in the line table */
	sha256_add(&s, source->data, source->len);
	sha256_hex(&s, key);
}

static char *entry(const char *dir, const char *key, const char *suffix)
{
	return xasprintf("%s/%s.%s", dir, key, suffix);
}

/* Temp file and rename, without the fsync of fs_write_atomic, which costs more than a hit saves: an artifact that a
 * power cut made short is noticed by cache_get (its section table lies at its end) and made again. */
int write_renamed(const char *path, const void *data, size_t len, struct err *e)
{
	char *tmp = xasprintf("%s.XXXXXX", path);
	int fd = mkostemp(tmp, O_CLOEXEC), r = -1;

	if (fd >= 0) {
		r = fs_write_full(fd, data, len) | fchmod(fd, 0755);
		r |= close(fd);
		if (!r)
			r = rename(tmp, path);
	}
	if (r)
		err_errno(e, "%s can't be written", path);
	if (r && fd >= 0)
		unlink(tmp);
	free(tmp);
	return r ? -1 : 0;
}

/* Says that this artifact and these warnings belong to this key: whatever was put in their place is not taken. */
static void seal(char hex[65], const char *key, const struct buf *artifact, const char *text, size_t len)
{
	struct sha256 s;

	sha256_init(&s);
	sha256_add(&s, key, 64);
	sha256_add(&s, artifact->data, artifact->len);
	sha256_add(&s, text, len);
	sha256_hex(&s, hex);
}

/* A file of the cache: the seal, a new line, the text. */
enum { SEAL = 65 };

static int write_sealed(const char *path, const char *key, const struct buf *artifact, const struct buf *text)
{
	struct buf b;
	char hex[65];
	int r;

	buf_init(&b);
	seal(hex, key, artifact, text->data, text->len);
	buf_printf(&b, "%s\n", hex);
	buf_add(&b, text->data, text->len);
	r = write_renamed(path, b.data, b.len, NULL);
	buf_release(&b);
	return r;
}

static bool sealed(const char *key, const struct buf *artifact, const struct buf *text)
{
	char hex[65];

	if (text->len < SEAL || text->data[SEAL - 1] != '\n')
		return false;
	seal(hex, key, artifact, text->data + SEAL, text->len - SEAL);
	return !memcmp(hex, text->data, SEAL - 1);
}

static const struct buf no_artifact = { .data = (char *)"" };

bool cache_get_text(const char *dir, const char *key, size_t most, struct buf *text)
{
	char *path = entry(dir, key, "headers");
	struct buf b;
	bool got;

	buf_init(&b);
	got = fs_read_plain(path, most, &b, NULL) == 0 && sealed(key, &no_artifact, &b);
	if (got)
		buf_add(text, b.data + SEAL, b.len - SEAL);
	buf_release(&b);
	free(path);
	return got;
}

void cache_put_text(const char *dir, const char *key, const struct buf *text)
{
	char *path = entry(dir, key, "headers");

	if (fs_mkdir_p(dir, NULL) == 0)
		write_sealed(path, key, &no_artifact, text);
	free(path);
}

bool cache_get(const char *dir, const char *key, const char *out, struct buf *diagnostics)
{
	char *so = entry(dir, key, "so"), *txt = entry(dir, key, "txt");
	struct buf image, text;
	bool got;

	buf_init(&image);
	buf_init(&text);
	got = fs_read_plain(so, ENTRY_MAX, &image, NULL) == 0 && fs_read_plain(txt, TEXT_MAX, &text, NULL) == 0 &&
		sealed(key, &image, &text) && elf_find(image.data, image.len, "solve") == ELF_EXPORTED &&
		write_renamed(out, image.data, image.len, NULL) == 0;
	if (got) {
		buf_add(diagnostics, text.data + SEAL, text.len - SEAL);
		utimensat(AT_FDCWD, so, NULL, 0); /* the oldest by this go first */
	}
	buf_release(&image);
	buf_release(&text);
	free(so);
	free(txt);
	return got;
}

/* A lock of the kernel's, which ends with the process that has it. The file goes with the artifact's maker; who waited
 * on one that is gone makes the artifact again at worst. */
int cache_lock(const char *dir, const char *key, int64_t deadline, int cancel_fd, bool *waited)
{
	enum { TURN_MS = 10 };
	struct pollfd cancelled = { .fd = cancel_fd, .events = POLLIN };
	char *path = entry(dir, key, "lock");
	int fd = fs_mkdir_p(dir, NULL) ? -1 : open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0644);

	*waited = false;
	free(path);
	while (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB)) {
		*waited = errno == EWOULDBLOCK;
		if (!*waited || time_now_ns() > deadline || poll(&cancelled, 1, TURN_MS) > 0) {
			close(fd);
			return -1;
		}
	}
	return fd;
}

void cache_unlock(const char *dir, const char *key, int lock)
{
	char *path;

	if (lock < 0)
		return;
	path = entry(dir, key, "lock");
	unlink(path);
	free(path);
	close(lock);
}

struct aged {
	char *name;
	int64_t when;
};

static int by_age(const void *a, const void *b)
{
	const struct aged *x = a, *y = b;

	return (x->when > y->when) - (x->when < y->when);
}

/* Remove the oldest entries beyond three quarters of the bound, so that this is rare. */
static void shrink(const char *dir)
{
	struct aged *list;
	char **names;
	size_t n, m = 0;

	if (fs_list(dir, &names, &n, NULL))
		return;
	if (n <= CACHE_ENTRIES) { /* this is asked after each compilation: no look at each file for nothing */
		fs_names_free(names, n);
		return;
	}
	list = xcalloc(n + 1, sizeof *list);
	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(names[i]);
		char *path;

		if (len != 67 || strcmp(names[i] + 64, ".so"))
			continue;
		path = xasprintf("%s/%s", dir, names[i]);
		list[m++] = (struct aged){ names[i], fs_mtime_ns(path) };
		free(path);
	}
	if (m > CACHE_ENTRIES) {
		qsort(list, m, sizeof *list, by_age);
		for (size_t i = 0; i < m - CACHE_ENTRIES * 3 / 4; i++) {
			char *so, *txt;

			list[i].name[64] = '\0';
			so = entry(dir, list[i].name, "so");
			txt = entry(dir, list[i].name, "txt");
			unlink(so);
			unlink(txt);
			free(so);
			free(txt);
		}
	}
	free(list);
	fs_names_free(names, n);
}

void cache_put(const char *dir, const char *key, const struct buf *artifact, const struct buf *diagnostics)
{
	char *so = entry(dir, key, "so"), *txt = entry(dir, key, "txt");

	if (artifact->len <= ENTRY_MAX) {
		/* The text first: an artifact without its warnings is no entry. */
		if (fs_mkdir_p(dir, NULL) == 0 && write_sealed(txt, key, artifact, diagnostics) == 0)
			write_renamed(so, artifact->data, artifact->len, NULL);
		shrink(dir);
	}
	free(so);
	free(txt);
}
