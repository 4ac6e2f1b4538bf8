/* entries.c: which entries of the class's folder are submissions. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fs.h"
#include "grade/internal.h"

static bool same_place(const char *a, const char *b)
{
	struct stat x, y;

	return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

int entries_apart(const struct grade_request *rq, struct err *e)
{
	if (!same_place(rq->dir, rq->out))
		return 0;
	return err_set(e, ERR_USAGE,
		"-o %s is the folder of the submissions: what is written there would count as submissions. Choose "
		"another folder, as in -o results",
		rq->out);
}

/* A file that goes with a class, and that nobody hands in. An archive that can't be read here, or a program by itself,
 * is somebody's: that gets a row which says so. */
static bool is_stray(const char *path, const char *name)
{
	static const char *const names[] = { "README", "LICENSE", "Makefile", "NOTES", "TODO" };
	static const char *const endings[] = { ".txt", ".md", ".csv", ".tsv", ".html", ".htm", ".json", ".log", ".xml",
		".yaml", ".yml", ".ini", ".db", ".lock" };
	const char *dot = strrchr(name, '.');
	bool named = false;
	struct stat st;

	for (size_t i = 0; i < sizeof names / sizeof *names && !named; i++)
		named = !strcasecmp(name, names[i]);
	for (size_t i = 0; dot && i < sizeof endings / sizeof *endings && !named; i++)
		named = !strcasecmp(dot, endings[i]);
	return named && !lstat(path, &st) && S_ISREG(st.st_mode);
}

/* Is it no submission? Where it is a file, its name goes to those that were passed over. */
static bool is_none(struct class *c, const char *name)
{
	char *path = xasprintf("%s/%s", c->rq->dir, name), *all, *shown;
	bool none = same_place(path, c->rq->out);

	if (!none && is_stray(path, name)) {
		shown = one_line(name);
		all = xasprintf("%s%s%s", c->passed_over ? c->passed_over : "", c->passed_over ? ", " : "", shown);
		free(c->passed_over);
		free(shown);
		c->passed_over = all;
		none = true;
	}
	free(path);
	return none;
}

int entries_list(struct class *c, char ***names, size_t *n, struct err *e)
{
	size_t kept = 0;

	if (fs_list(c->rq->dir, names, n, e))
		return -1;
	for (size_t i = 0; i < *n; i++) {
		if (is_none(c, (*names)[i]))
			free((*names)[i]);
		else
			(*names)[kept++] = (*names)[i];
	}
	*n = kept;
	return 0;
}
