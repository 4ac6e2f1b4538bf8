/* command.c: the words of a boxed command: bubblewrap's, then warplings-box's, then the program's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/fs.h"
#include "sandbox/sandbox.h"

/* Folders of the system that compilers and programs need. None of them holds what belongs to a person. */
static const char *const landlock_read[] = { "/usr/bin", "/usr/lib", "/usr/lib64", "/usr/lib32", "/usr/libexec",
	"/usr/include", "/usr/local/bin", "/usr/local/lib", "/usr/local/include", "/bin", "/lib", "/lib64", "/lib32",
	"/etc/alternatives", "/etc/ld.so.cache", "/dev/null", "/dev/zero", "/dev/urandom", NULL };
/* Beside /usr: links into it on most systems, folders on old ones. */
static const char *const beside_usr[] = { "/bin", "/sbin", "/lib", "/lib64", "/lib32", "/libx32", NULL };
static const char *const system_files[] = { "/etc/alternatives", "/etc/ld.so.cache", NULL };

static void add(struct box_command *c, const char *word)
{
	if (c->nargv + 2 > c->cap) {
		c->cap = c->cap ? 2 * c->cap : 64;
		c->argv = xrealloc(c->argv, c->cap * sizeof *c->argv);
	}
	c->argv[c->nargv++] = word;
	c->argv[c->nargv] = NULL;
}

static void add_owned(struct box_command *c, char *word)
{
	if (c->nowned == c->cap_owned) {
		c->cap_owned = c->cap_owned ? 2 * c->cap_owned : 16;
		c->owned = xrealloc(c->owned, c->cap_owned * sizeof *c->owned);
	}
	c->owned[c->nowned++] = word;
	add(c, word);
}

static void add_all(struct box_command *c, const char *const *words)
{
	for (; *words; words++)
		add(c, *words);
}

/* What bubblewrap makes on the way to `path` would be closed to all but root. */
static void open_way(struct box_command *c, const char *path)
{
	for (const char *s = strchr(path + 1, '/'); s; s = strchr(s + 1, '/')) {
		add(c, "--perms");
		add(c, "0755");
		add(c, "--dir");
		add_owned(c, xasprintf("%.*s", (int)(s - path), path));
	}
}

static void bind(struct box_command *c, const char *how, const char *path)
{
	open_way(c, path);
	add(c, how);
	add(c, path);
	add(c, path);
}

static bool in_usr(const char *path)
{
	return !strncmp(path, "/usr", 4) && (!path[4] || path[4] == '/');
}

/* Is `path` below one of the folders that the box shows? */
static bool shown(const struct box *b, const char *path)
{
	if (in_usr(path))
		return true;
	for (size_t i = 0; b->read[i]; i++) {
		size_t n = strlen(b->read[i]);

		if (!strncmp(path, b->read[i], n) && path[n] == '/')
			return true;
	}
	return false;
}

/* The folder that may be written. Where it lies in a folder that is shown (the student's file is in /tmp, too), all
 * that is beside it, our own things, is covered, and the way to it is open: ours is closed to the box's user. */
static void add_work(const struct box *b, struct box_command *c)
{
	char *above = xstrdup(b->work), *slash = strrchr(above, '/');
	bool cover;

	if (slash && slash > above)
		*slash = '\0';
	cover = slash && slash > above && shown(b, above);
	if (cover) {
		add(c, "--size");
		add(c, "65536");
		add(c, "--perms");
		add(c, "0755");
		add(c, "--tmpfs");
		add_owned(c, above);
	} else {
		free(above);
	}
	bind(c, "--bind", b->work);
	if (cover) {
		add(c, "--remount-ro");
		add(c, above);
	}
}

static void add_bwrap(const struct sandbox *s, const struct box *b, struct box_command *c)
{
	static const char *const begin[] = { "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts",
		"--unshare-cgroup-try", "--die-with-parent", "--ro-bind", "/usr", "/usr", NULL };
	static const char *const user[] = { "--unshare-user", "--uid", "65534", "--gid", "65534", NULL };
	static const char *const own_user[] = { "--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add",
		"CAP_SETGID", NULL };
	static const char *const devices[] = { "--proc", "/proc", "--dev", "/dev", "--size", "16777216", "--perms",
		"1777", "--tmpfs", "/dev/shm", "--remount-ro", "/dev", "--size", NULL };
	char link[256];

	add(c, s->bwrap);
	add_all(c, begin);
	if (s->userns)
		add_all(c, user);
	else if (s->uid)
		add_all(c, own_user);
	for (size_t i = 0; beside_usr[i]; i++) {
		ssize_t n = readlink(beside_usr[i], link, sizeof link - 1);

		if (n > 0) {
			link[n] = '\0';
			add(c, "--symlink");
			add_owned(c, xstrdup(link));
			add(c, beside_usr[i]);
		} else {
			bind(c, "--ro-bind-try", beside_usr[i]);
		}
	}
	for (size_t i = 0; system_files[i]; i++)
		bind(c, "--ro-bind-try", system_files[i]);
	add_all(c, devices);
	add_owned(c, xasprintf("%llu", (unsigned long long)b->tmp_bytes));
	add(c, "--perms");
	add(c, "1777");
	add(c, "--tmpfs");
	add(c, "/tmp");
	if (!b->work) { /* what is mapped from it and shared is memory that counts for nobody */
		add(c, "--dev-bind");
		add(c, "/dev/null");
		add(c, "/dev/zero");
	}
	bind(c, "--ro-bind", s->helper);
	if (s->libraries)
		bind(c, "--ro-bind", s->libraries);
	for (size_t i = 0; b->read[i]; i++)
		if (!in_usr(b->read[i]))
			bind(c, "--ro-bind-try", b->read[i]);
	for (size_t i = 0; s->hidden[i]; i++)
		if (shown(b, s->hidden[i])) {
			add(c, "--tmpfs");
			add(c, s->hidden[i]);
		}
	if (b->work)
		add_work(b, c);
	add(c, "--remount-ro"); /* else what is written there takes memory without a bound */
	add(c, "/");
	add(c, "--chdir");
	add(c, "/"); /* warplings-box goes to its folder: the folder is its user's */
	if (!b->work) {
		add(c, "--setenv");
		add(c, "TMPDIR");
		add(c, "/tmp");
		add(c, "--setenv");
		add(c, "HOME");
		add(c, "/tmp");
	}
	add(c, "--");
}

static void add_landlock(const struct sandbox *s, const struct box *b, struct box_command *c)
{
	add(c, "--landlock");
	for (size_t i = 0; landlock_read[i]; i++) {
		if (!b->work && !strcmp(landlock_read[i], "/dev/zero"))
			continue; /* as above */
		add(c, "--read");
		add(c, landlock_read[i]);
	}
	if (s->libraries) {
		add(c, "--read");
		add(c, s->libraries);
	}
	add(c, "--write");
	add(c, "/dev/null");
	for (size_t i = 0; b->read[i]; i++) {
		add(c, "--read");
		add(c, b->read[i]);
	}
	if (b->work) {
		add(c, "--write");
		add(c, b->work);
	}
}

/* The user of the next box. A folder that is closed to all but its owner can only be read as its owner. */
static unsigned user_of(struct sandbox *s, const struct box *b)
{
	struct stat st;

	if (!s->uid)
		return 0;
	for (size_t i = 0; b->read[i]; i++)
		if (!stat(b->read[i], &st) && S_ISDIR(st.st_mode) && (st.st_mode & 5) != 5)
			return st.st_uid;
	return s->uid + atomic_fetch_add(&s->next, 1) % SANDBOX_USERS;
}

int sandbox_command(
	struct sandbox *s, const struct box *b, const char *const *argv, struct box_command *out, struct err *e)
{
	unsigned uid = user_of(s, b);
	bool boxed = s->tier != SANDBOX_NONE;

	memset(out, 0, sizeof *out);
	if (boxed) {
		if (s->tier == SANDBOX_BWRAP)
			add_bwrap(s, b, out);
		add(out, s->helper);
		if (uid) {
			if (b->work && lchown(b->work, uid, uid))
				return err_errno(e, "%s can't be given to the user of a sandbox", b->work);
			add(out, "--uid");
			add_owned(out, xasprintf("%u", uid));
		}
		add(out, "--chdir");
		add(out, b->work ? b->work : s->tier == SANDBOX_BWRAP ? "/tmp" : "/");
		if (s->tier == SANDBOX_BWRAP) { /* otherwise all processes of the person would be counted */
			add(out, "--processes");
			add_owned(out, xasprintf("%u", b->processes));
		} else {
			add_landlock(s, b, out);
		}
		add(out, "--");
	}
	add_all(out, argv);
	return 0;
}

void box_command_release(struct box_command *c)
{
	for (size_t i = 0; i < c->nowned; i++)
		free(c->owned[i]);
	free(c->owned);
	free(c->argv);
	memset(c, 0, sizeof *c);
}

bool sandbox_hides_signals(const struct sandbox *s)
{
	return s && s->tier == SANDBOX_BWRAP;
}
