/* catalogue: all labs under a root, and finding one by what a person types. A lab that can't be loaded stays in the
 * list with its error, so that the others work.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "lab/manifest.h"

/* ---- loading */

static bool is_lab_folder(const char *name)
{
	return isdigit((unsigned char)name[0]) && isdigit((unsigned char)name[1]) && name[2] == '-' &&
		is_slug(name + 3);
}

/* What a broken lab keeps: who it is, and why. */
static void lab_break(struct lab *l, const struct err *why)
{
	struct lab kept = {
		.number = l->number, .name = l->name, .id = l->id, .dir = l->dir, .manifest = l->manifest, .error = *why
	};

	*l = kept;
}

static int lab_read(struct arena *a, const char *root, struct lab *l, struct err *e)
{
	const char *path = arena_printf(a, "%s/lab.yaml", l->dir);
	struct buf text;
	int rc;

	if (!fs_exists(path))
		return err_at(e, ERR_INPUT, l->manifest, 0, 0, "the lab has no manifest; expected this file");
	buf_init(&text);
	rc = fs_read(path, MANIFEST_MAX, &text, e);
	if (!rc)
		rc = manifest_parse(a, root, l, text.data, text.len, e);
	buf_release(&text);
	return rc;
}

static void lab_load(struct arena *a, const char *root, const char *folder, struct lab *l)
{
	struct err e = ERR_INIT;

	l->id = arena_strdup(a, folder);
	l->dir = arena_printf(a, "%s/labs/%s", root, folder);
	l->manifest = arena_printf(a, "labs/%s/lab.yaml", folder);
	l->name = l->id;
	if (!is_lab_folder(folder)) {
		err_at(&e, ERR_INPUT, arena_printf(a, "labs/%s", folder), 0, 0,
			"a lab's folder is named NN-name: two digits, a dash, lower-case letters, digits and dashes");
		lab_break(l, &e);
		return;
	}
	l->number = (folder[0] - '0') * 10 + (folder[1] - '0');
	l->name = l->id + 3;
	if (lab_read(a, root, l, &e))
		lab_break(l, &e);
}

/* Folders come sorted: equal numbers are neighbours. The second of two is the broken one. */
static void numbers_unique(struct catalogue *c)
{
	for (size_t i = 1; i < c->nlabs; i++) {
		struct err e = ERR_INIT;

		if (!c->labs[i].number || c->labs[i].number != c->labs[i - 1].number)
			continue;
		err_at(&e, ERR_INPUT, c->labs[i].manifest, 0, 0,
			"its number is that of %s; expected a number of its own", c->labs[i - 1].id);
		lab_break(&c->labs[i], &e);
	}
}

int catalogue_load(struct catalogue *c, const char *root, struct err *e)
{
	char **names, *abs, *labs;
	size_t n;

	memset(c, 0, sizeof *c);
	arena_init(&c->arena);
	abs = realpath(root, NULL);
	if (!abs)
		return err_errno(e, "can't find the folder '%s'", root);
	c->root = arena_strdup(&c->arena, abs);
	free(abs);
	labs = arena_printf(&c->arena, "%s/labs", c->root);
	if (fs_list(labs, &names, &n, e)) {
		catalogue_release(c);
		return -1;
	}
	c->labs = arena_alloc(&c->arena, (n + 1) * sizeof *c->labs);
	for (size_t i = 0; i < n; i++) {
		if (fs_is_dir(arena_printf(&c->arena, "%s/%s", labs, names[i])))
			lab_load(&c->arena, c->root, names[i], &c->labs[c->nlabs++]);
	}
	fs_names_free(names, n);
	numbers_unique(c);
	return 0;
}

void catalogue_release(struct catalogue *c)
{
	arena_release(&c->arena);
	memset(c, 0, sizeof *c);
}

/* ---- finding */

/* "7" or "07" as a number; -1 when it is none. */
static int number_of(const char *s, size_t n)
{
	int v = 0;

	if (!n || n > 2)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (!isdigit((unsigned char)s[i]))
			return -1;
		v = v * 10 + (s[i] - '0');
	}
	return v;
}

static bool same(const char *s, const char *word, size_t n)
{
	return strlen(s) == n && !strncmp(s, word, n);
}

static int no_such_lab(const struct catalogue *c, const char *word, size_t n, struct err *e)
{
	struct buf b;

	buf_init(&b);
	for (size_t i = 0; i < c->nlabs; i++)
		buf_printf(&b, "%s%s", i ? ", " : "", c->labs[i].id);
	err_set(e, ERR_USAGE, "there is no lab '%.*s'; there %s %s", (int)(n < 80 ? n : 80), word,
		c->nlabs == 1 ? "is" : "are", c->nlabs ? b.data : "none");
	buf_release(&b);
	return -1;
}

static const struct lab *find_lab(const struct catalogue *c, const char *word, size_t n, struct err *e)
{
	int number = number_of(word, n);

	for (size_t i = 0; i < c->nlabs; i++) {
		const struct lab *l = &c->labs[i];

		if (!same(l->id, word, n) && !same(l->name, word, n) && (number <= 0 || l->number != number))
			continue;
		if (l->error.kind == ERR_NONE)
			return l;
		if (e)
			*e = l->error;
		return NULL;
	}
	no_such_lab(c, word, n, e);
	return NULL;
}

const struct lab *catalogue_lab(const struct catalogue *c, const char *word, struct err *e)
{
	return find_lab(c, word, strlen(word), e);
}

static void list_steps(const struct lab *l, struct buf *b)
{
	for (size_t i = 0; i < l->nsteps; i++)
		buf_printf(b, "%s%02d/%d (%s)", i ? ", " : "", l->number, l->steps[i].number, l->steps[i].name);
}

static const struct step *no_such_step(const struct lab *l, const char *word, struct err *e)
{
	struct buf b;

	buf_init(&b);
	list_steps(l, &b);
	if (word)
		err_set(e, ERR_USAGE, "lab %s has no step '%.80s'; it has %s", l->id, word, b.data);
	else
		err_set(e, ERR_USAGE, "expected a step of lab %s: one of %s", l->id, b.data);
	buf_release(&b);
	return NULL;
}

/* "1", "neighbours", "1-neighbours" or "1-neighbours.cu". */
static bool step_is(const struct step *s, const char *word)
{
	size_t n = strlen(word);

	if (number_of(word, n) == s->number || same(s->name, word, n) || same(s->file, word, n))
		return true;
	return n == strlen(s->file) - 3 && !strncmp(s->file, word, n);
}

const struct step *catalogue_step(const struct catalogue *c, const char *word, struct err *e)
{
	const char *slash = strchr(word, '/');
	const struct lab *l = find_lab(c, word, slash ? (size_t)(slash - word) : strlen(word), e);

	if (!l)
		return NULL;
	if (!slash || !slash[1])
		return no_such_step(l, NULL, e);
	for (size_t i = 0; i < l->nsteps; i++) {
		if (step_is(&l->steps[i], slash + 1))
			return &l->steps[i];
	}
	return no_such_step(l, slash + 1, e);
}
