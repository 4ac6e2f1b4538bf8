/* export.c: what a class handed in, as tools that look for copied work want it: OUT/LAB-STEP/STUDENT.cu, without
 * comments and without the lines that the starter has, for everybody has those. Nothing is judged. */
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "grade/internal.h"

enum { STARTER_MOST = 1 << 20 };

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The lines of a stripped text, without the blanks around them; sorted on demand. */
struct lines {
	char *text, **v;
	size_t n;
};

static struct lines lines_of(const char *text, size_t len)
{
	struct lines l = { 0 };
	struct buf b;
	char *save = NULL;

	buf_init(&b);
	strip_comments(text, len, &b);
	l.text = xstrdup(b.data ? b.data : "");
	buf_release(&b);
	l.v = xcalloc(strlen(l.text) + 1, sizeof *l.v);
	for (char *s = strtok_r(l.text, "\n", &save); s; s = strtok_r(NULL, "\n", &save)) {
		size_t n;

		s += strspn(s, " \t\r");
		for (n = strlen(s); n && strchr(" \t\r", s[n - 1]); n--)
			s[n - 1] = '\0';
		if (n)
			l.v[l.n++] = s;
	}
	return l;
}

static void lines_free(struct lines *l)
{
	free(l->v);
	free(l->text);
}

void export_own_lines(const char *text, size_t len, const char *starter, struct buf *out)
{
	struct lines mine = lines_of(text, len), theirs = lines_of(starter, strlen(starter));

	qsort(theirs.v, theirs.n, sizeof *theirs.v, by_text);
	for (size_t i = 0; i < mine.n; i++)
		if (!bsearch(&mine.v[i], theirs.v, theirs.n, sizeof *theirs.v, by_text))
			buf_printf(out, "%s\n", mine.v[i]);
	lines_free(&mine);
	lines_free(&theirs);
}

static int export_one(
	const struct class *c, const struct student *s, size_t k, const char *starter, size_t *files, struct err *e)
{
	const struct step *step = c->rq->steps[k];
	char *dir = xasprintf("%s/%s-%d", c->rq->out, step->lab->id, step->number);
	char *path = xasprintf("%s/%s.cu", dir, s->slug);
	struct buf own;
	int rc = 0;

	buf_init(&own);
	export_own_lines(s->items[k].text, s->items[k].len, starter, &own);
	if (own.len) {
		rc = fs_mkdir_p(dir, e) || fs_write_atomic(path, own.data, own.len, 0644, e) ? -1 : 0;
		*files += !rc;
	}
	buf_release(&own);
	free(path);
	free(dir);
	return rc;
}

int grade_export(const struct grade_request *rq, size_t *files, size_t *students, struct err *e)
{
	struct class c = { .rq = rq };
	int rc = entries_apart(rq, e) || fs_mkdir_p(rq->out, e) || collect(&c, e) ? -1 : 0;

	*files = 0;
	*students = c.n;
	for (size_t k = 0; k < rq->nsteps && !rc; k++) {
		struct buf starter;

		buf_init(&starter);
		rc = fs_read(rq->steps[k]->starter, STARTER_MOST, &starter, e);
		for (size_t i = 0; i < c.n && !rc; i++)
			if (c.students[i].items[k].text && !c.students[i].items[k].starter)
				rc = export_one(&c, &c.students[i], k, starter.data ? starter.data : "", files, e);
		buf_release(&starter);
	}
	collect_release(&c);
	return rc;
}
