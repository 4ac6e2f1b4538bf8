/* collect.c: what a class handed in. A folder is walked without following a link; a file is taken when it is a regular
 * one that a manifest names. Whatever else lies there is not looked at. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "grade/internal.h"

enum { DEPTH_MOST = 8 };
static const char *const endings[] = { ".zip", ".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.bz2", ".tar.zst",
	".7z", NULL };

size_t archive_ending(const char *name)
{
	size_t n = strlen(name), best = 0;

	for (size_t i = 0; endings[i]; i++) {
		size_t k = strlen(endings[i]);

		if (n > k && !strcasecmp(name + n - k, endings[i]) && k > best)
			best = k;
	}
	return best;
}

void note_archive(struct student *s, const char *path)
{
	char **to = &s->inside_too;

	s->narchives++;
	if (!s->inside || strcmp(path, s->inside) < 0) {
		free(s->inside_too);
		s->inside_too = s->inside;
		to = &s->inside;
	} else if (s->inside_too && strcmp(path, s->inside_too) >= 0) {
		return;
	} else {
		free(s->inside_too);
	}
	*to = xstrdup(path);
}

/* How good a place is: 2 in a folder with the lab's name, 1 elsewhere, where no other lab has a file of that name; 0
 * not this step's. */
static int fits(const struct class *c, size_t step, const char *path)
{
	const struct step *s = c->rq->steps[step];
	const char *base = fs_base_name(path), *id = s->lab->id;
	size_t n = strlen(id), before = (size_t)(base - path);

	if (strcmp(base, s->file))
		return 0;
	if (before > n && !strncmp(base - 1 - n, id, n) && (before == n + 1 || base[-2 - (ptrdiff_t)n] == '/'))
		return 2;
	for (size_t i = 0; i < c->rq->nsteps; i++)
		if (i != step && !strcmp(c->rq->steps[i]->file, base))
			return 0;
	return 1;
}

bool wanted(const struct class *c, const char *path)
{
	for (size_t i = 0; i < c->rq->nsteps; i++)
		if (fits(c, i, path))
			return true;
	return false;
}

static int depth(const char *path)
{
	int n = 0;

	for (; *path; path++)
		n += *path == '/';
	return n;
}

/* Where the file that an item has so far came from. */
struct taken {
	int fit, depth;
	char *path;
};

static bool better(const struct taken *old, int fit, const char *path)
{
	int d = depth(path);

	if (!old->path || fit != old->fit)
		return !old->path || fit > old->fit;
	/* The same path again, as an archive has it that a file was added to: the later one is what unpacking leaves.
	 */
	return d != old->depth ? d < old->depth : strcmp(path, old->path) <= 0;
}

static void take(struct item *it, int fit, const char *path, const char *data, size_t len, const char *why_not)
{
	struct taken *old = it->taken;
	char *shown;

	if (old && !better(old, fit, path))
		return;
	if (!old)
		old = it->taken = xcalloc(1, sizeof *old);
	free(old->path);
	*old = (struct taken){ fit, depth(path), xstrdup(path) };
	free(it->text);
	free(it->note);
	shown = xscrub(path, strlen(path));
	it->text = data ? xcalloc(len + 1, 1) : NULL;
	if (data && len)
		memcpy(it->text, data, len);
	it->len = len;
	it->note = why_not ? xasprintf("%s: %s", shown, why_not) : NULL;
	free(shown);
}

/* A reason why a step has no file: whatever file there is goes before it. */
enum { FIT_NONE = 0 };

void plain_path(char *path)
{
	char *to = path;

	for (const char *s = path; *s;) {
		if (to == path || to[-1] == '/') {
			if (*s == '/' && to > path) {
				s++;
				continue;
			}
			if (s[0] == '.' && (s[1] == '/' || !s[1])) {
				s += s[1] ? 2 : 1;
				while (*s == '/')
					s++;
				continue;
			}
		}
		*to++ = *s++;
	}
	*to = '\0';
}

void note_link(const struct class *c, struct student *s, const char *path)
{
	const char *base = fs_base_name(path);
	bool lab = false;

	for (size_t i = 0; i < c->rq->nsteps; i++)
		if (!strcmp(base, c->rq->steps[i]->lab->id)) {
			take(&s->items[i], FIT_NONE, path, NULL, 0, "it is a link, which is not followed");
			lab = true;
		}
	if (!lab && !s->link)
		s->link = xstrdup(path);
}

/* The length of a name without what browsers, desktops and hurried people add to it: ".txt", ".cu", " (1)", " - Copy".
 */
static size_t stem(const char *name)
{
	size_t n = strlen(name), k;

	if (n > 4 && !strcasecmp(name + n - 4, ".txt"))
		n -= 4;
	if (n <= 3 || strncasecmp(name + n - 3, ".cu", 3) != 0)
		return 0;
	n -= 3;
	if (name[n - 1] == ')') {
		for (k = n - 1; k && isdigit((unsigned char)name[k - 1]); k--)
			;
		n = k > 1 && name[k - 1] == '(' ? k - 1 : n;
	} else if (n > 4 && !strncasecmp(name + n - 4, "copy", 4)) {
		n -= 4;
	}
	while (n && strchr(" -_", name[n - 1]))
		n--;
	return n;
}

static bool near(const char *name, const char *file)
{
	const size_t n = stem(name);
	bool same = n && n == stem(file) && strcmp(name, file) != 0;

	for (size_t i = 0; i < n && same; i++)
		same = strchr(" -_", file[i]) ? strchr(" -_", name[i]) != NULL :
						tolower((unsigned char)name[i]) == tolower((unsigned char)file[i]);
	return same;
}

bool nearly_wanted(const struct class *c, const char *path)
{
	for (size_t i = 0; i < c->rq->nsteps; i++)
		if (near(fs_base_name(path), c->rq->steps[i]->file))
			return true;
	return false;
}

void note_near(const struct class *c, struct student *s, const char *path)
{
	for (size_t i = 0; i < c->rq->nsteps; i++)
		if (near(fs_base_name(path), c->rq->steps[i]->file)) {
			char *why =
				xasprintf("it is not taken: the file of this step is called %s", c->rq->steps[i]->file);

			take(&s->items[i], FIT_NONE, path, NULL, 0, why);
			free(why);
		}
}

void note_long(const struct class *c, struct student *s, const char *end)
{
	char *shown = xasprintf("...%s", end);

	for (size_t i = 0; i < c->rq->nsteps; i++)
		if (fits(c, i, end))
			take(&s->items[i], FIT_NONE, shown, NULL, 0,
				"its path is longer than 1,000 bytes, and such a file is not taken");
	free(shown);
}

void offer(
	const struct class *c, struct student *s, const char *path, const char *data, size_t len, const char *why_not)
{
	for (size_t i = 0; i < c->rq->nsteps; i++) {
		int fit = fits(c, i, path);

		if (fit)
			take(&s->items[i], fit, path, data, len, why_not);
	}
}

static bool is_link(int dir, const char *name)
{
	struct stat st;

	return !fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) && S_ISLNK(st.st_mode);
}

/* Where students and instructor share a file system, the first name of such a file may stand in a folder that the
 * student can't read. Copies that save room (cp -l) have one owner. */
static bool is_anothers(const struct stat *file, int dir)
{
	struct stat st;

	return file->st_nlink > 1 && (fstat(dir, &st) || st.st_uid != file->st_uid);
}

static void take_file(const struct class *c, struct student *s, int dir, const char *name, const char *path)
{
	int fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	struct stat st;
	struct buf b;
	ssize_t n = 1;

	if (fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		offer(c, s, path, NULL, 0,
			fd < 0 && errno == ELOOP ? "it is a link, which is not followed" :
				fd < 0           ? "it can't be opened" :
						   "it is no regular file");
		if (fd >= 0)
			close(fd);
		return;
	}
	if (is_anothers(&st, dir)) {
		offer(c, s, path, NULL, 0, "it is a second name of a file of another user");
		close(fd);
		return;
	}
	buf_init(&b);
	while (n > 0 && b.len <= FILE_MOST) {
		buf_reserve(&b, 65536);
		n = read(fd, b.data + b.len, 65536);
		if (n > 0)
			b.len += (size_t)n;
	}
	if (b.len > FILE_MOST)
		offer(c, s, path, NULL, 0, "it is larger than 1 MiB: a solution is a few hundred lines");
	else
		offer(c, s, path, b.data, b.len, NULL);
	buf_release(&b);
	close(fd);
}

/* A folder that is not looked into. Takes over fd, the folder's. */
static void note_too_deep(struct student *s, int fd, const char *path)
{
	close(fd);
	if (!s->too_deep)
		s->too_deep = xstrdup(path);
}

/* `entries` counts down: a folder of millions must not hold the class up. Takes over fd. */
static void walk(const struct class *c, struct student *s, int fd, const char *path, int level, int *entries)
{
	DIR *d = fdopendir(fd);
	struct dirent *de;

	if (!d) {
		close(fd);
		return;
	}
	while ((de = readdir(d)) && --*entries > 0) {
		char *at;
		int sub;

		if (!strcmp(de->d_name, ".") || !strcmp(de->d_name, ".."))
			continue;
		at = xasprintf("%s%s%s", path, *path ? "/" : "", de->d_name);
		if (strlen(at) > PATH_MOST) {
			note_long(c, s, at + strlen(at) - PATH_MOST / 2);
			free(at);
			continue;
		}
		sub = openat(dirfd(d), de->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
		if (sub >= 0 && level >= DEPTH_MOST)
			note_too_deep(s, sub, at);
		else if (sub >= 0)
			walk(c, s, sub, at, level + 1, entries);
		else if (wanted(c, at))
			take_file(c, s, dirfd(d), de->d_name, at);
		else if (is_link(dirfd(d), de->d_name))
			note_link(c, s, at);
		else if (nearly_wanted(c, at))
			note_near(c, s, at);
		else if (!level && archive_ending(at))
			note_archive(s, at);
		free(at);
	}
	closedir(d);
}

/* What a course system makes of an upload: a folder with the student's archive in it. Takes over fd, the folder's. */
static void read_inside(const struct class *c, struct student *s, int folder)
{
	int fd = s->narchives == 1 ?
		openat(folder, s->inside, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) :
		-1;
	struct stat st;

	s->several = s->narchives > 1;
	if (fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode)) {
		/* From here on: what lies in this one. */
		free(s->inside);
		free(s->inside_too);
		s->inside = s->inside_too = NULL;
		s->narchives = 0;
		s->problem = archive_collect(c, fd, s);
	}
	if (fd >= 0)
		close(fd);
	close(folder);
}

/* Nothing was found, but there is an archive that nobody opens, a folder that nobody looks into, or a link. */
static void tell_unopened(const struct class *c, struct student *s)
{
	char *shown, *second;

	for (size_t i = 0; i < c->rq->nsteps; i++)
		if (s->items[i].taken)
			return;
	if (s->problem || (!s->narchives && !s->too_deep && !s->link))
		return;
	if (!s->narchives && !s->too_deep) {
		shown = one_line(s->link);
		s->problem = xasprintf("no file of a step is in it, but a link, which is not followed: %.200s", shown);
		free(shown);
		return;
	}
	if (!s->narchives) {
		shown = one_line(s->too_deep);
		s->problem =
			xasprintf("no file of a step is in its first %d levels of folders, and deeper ones are not "
				  "looked at: %.200s",
				DEPTH_MOST + 1, shown);
		free(shown);
		return;
	}
	shown = one_line(s->inside);
	second = s->inside_too ? one_line(s->inside_too) : NULL;
	s->problem = xasprintf("no file of a step is in it, but %s, which %s not opened: %s%s%s%s%s",
		s->narchives > 1 ? "archives" : "an archive", s->narchives > 1 ? "are" : "is", shown,
		!second                   ? "" :
			s->narchives == 2 ? " and " :
					    ", ",
		second ? second : "", s->narchives > 2 ? " and others" : "",
		s->several ? ". An archive is read where it is the only one" : "");
	free(shown);
	free(second);
}

/* As a whole: which files of so many come first is the file system's affair, and no verdict may hang on it. */
static void refuse_folder(const struct class *c, struct student *s)
{
	for (size_t i = 0; i < c->rq->nsteps; i++) {
		free(s->items[i].text);
		free(s->items[i].note);
		s->items[i].text = s->items[i].note = NULL;
	}
	s->problem = xstrdup("the folder is refused: it has more than 20,000 entries");
}

static void read_submission(const struct class *c, struct student *s, const char *entry, bool archive)
{
	char *path = xasprintf("%s/%s", c->rq->dir, entry);
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY), entries = ENTRIES_MOST;
	struct stat st;

	free(path);
	if (fd < 0) {
		s->problem = xstrdup(errno == ELOOP ? "the submission is a link, which is not followed" :
						      "the submission can't be opened");
		return;
	}
	if (!fstat(fd, &st) && S_ISDIR(st.st_mode)) {
		int again = dup(fd);

		walk(c, s, fd, "", 0, &entries);
		if (entries <= 0) {
			refuse_folder(c, s);
			if (again >= 0)
				close(again);
		} else if (again >= 0) {
			read_inside(c, s, again);
		}
		return;
	}
	if (!S_ISREG(st.st_mode) || !archive)
		s->problem = xstrdup(
			"the submission is neither a folder nor an archive that is read here: zip, 7z, tar, and tar "
			"with gz, xz, bz2 or zst");
	else
		s->problem = archive_collect(c, fd, s);
	close(fd);
}

static bool same_program(const char *a, size_t na, const char *b, size_t nb)
{
	struct buf x, y;
	bool same;

	buf_init(&x);
	buf_init(&y);
	strip_comments(a, na, &x);
	strip_comments(b, nb, &y);
	same = x.len == y.len && !memcmp(x.data, y.data, x.len);
	buf_release(&x);
	buf_release(&y);
	return same;
}

/* Nothing to judge, and nothing that a compiler's words would explain. */
static bool empty_text(struct item *it, const char *file)
{
	if (it->len && (memchr(it->text, '\0', it->len) || it->text[strspn(it->text, " \t\r\n")]))
		return false;
	free(it->text);
	free(it->note);
	it->text = NULL;
	it->note = xasprintf("%s: the file is empty", file);
	return true;
}

static void settle(struct class *c, struct student *s)
{
	for (size_t i = 0; i < c->rq->nsteps; i++) {
		struct item *it = &s->items[i];
		struct buf starter;

		if (it->taken)
			free(it->taken->path);
		free(it->taken);
		it->taken = NULL;
		if (!it->text || empty_text(it, c->rq->steps[i]->file))
			continue;
		buf_init(&starter);
		it->starter = !fs_read(c->rq->steps[i]->starter, FILE_MOST, &starter, NULL) &&
			same_program(it->text, it->len, starter.data, starter.len);
		buf_release(&starter);
	}
}

/* Nobody knows whose the other one is: both are judged, and both rows say so. */
static void remark_twin(struct student *s, const char *twin)
{
	char *shown = twin ? one_line(twin) : NULL;

	if (shown)
		s->remark = xasprintf("%s lies beside it: are both of one student? Each has a row of its own", shown);
	free(shown);
}

int collect(struct class *c, struct err *e)
{
	char **names;

	if (entries_list(c, &names, &c->n, e))
		return -1;
	c->students = xcalloc(c->n + 1, sizeof *c->students);
	for (size_t i = 0; i < c->n; i++) {
		struct student *s = &c->students[i];

		s->name = name_of(names, c->n, i);
		s->shown = one_line(s->name);
		s->slug = slug_of(s->name);
		s->items = xcalloc(c->rq->nsteps, sizeof *s->items);
		remark_twin(s, twin_of(names, c->n, i));
		read_submission(c, s, names[i], archive_ending(names[i]) > 0);
		tell_unopened(c, s);
		settle(c, s);
	}
	fs_names_free(names, c->n);
	tell_apart(c->students, c->n);
	if (!c->n)
		return err_set(e, ERR_USAGE,
			"%s holds no submissions: one folder or archive for each student is expected", c->rq->dir);
	return 0;
}

void collect_release(struct class *c)
{
	for (size_t i = 0; i < c->n && c->students; i++) {
		struct student *s = &c->students[i];

		for (size_t k = 0; k < c->rq->nsteps && s->items; k++) {
			free(s->items[k].text);
			free(s->items[k].note);
		}
		free(s->items);
		free(s->name);
		free(s->shown);
		free(s->slug);
		free(s->problem);
		free(s->remark);
		free(s->inside);
		free(s->inside_too);
		free(s->too_deep);
		free(s->link);
	}
	free(c->students);
	free(c->passed_over);
	c->students = NULL;
	c->passed_over = NULL;
}
