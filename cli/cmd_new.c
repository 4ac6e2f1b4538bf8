/* new: a lab to begin with, whole and sound: the files of kernels/verify/new-lab with the new lab's name in them. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "cli/cli.h"

static const struct {
	const char *from, *folder, *to;
} files[] = {
	{ "lab.yaml", "labs", "lab.yaml" },
	{ "lesson.md", "labs", "lesson.md" },
	{ "starter.cu", "labs", "1-first.cu" },
	{ "solution.cu", "solutions", "1-first.cu" },
	{ "right-several-each.cu", "solutions", "right-1-several-each.cu" },
	{ "wrong-no-guard.cu", "solutions", "wrong-1-no-guard.cu" },
	{ "wrong-tail-missing.cu", "solutions", "wrong-1-tail-missing.cu" },
	{ "wrong-chunks.cu", "solutions", "wrong-1-chunks.cu" },
	{ "reference.cu", "kernels", "first.cu" },
};
enum { TEMPLATE_MAX = 1 << 20 };

static bool is_id(const char *s)
{
	if (!isdigit((unsigned char)s[0]) || !isdigit((unsigned char)s[1]) || s[2] != '-' ||
		!islower((unsigned char)s[3]))
		return false;
	for (s += 3; *s; s++)
		if (!islower((unsigned char)*s) && !isdigit((unsigned char)*s) && *s != '-')
			return false;
	return true;
}

static void fill_in(const char *text, const char *id, const char *title, struct buf *out)
{
	for (const char *s = text; *s; s++)
		if (!strncmp(s, "@ID@", 4)) {
			buf_puts(out, id);
			s += 3;
		} else if (!strncmp(s, "@TITLE@", 7)) {
			buf_puts(out, title);
			s += 6;
		} else {
			buf_putc(out, *s);
		}
}

static int write_one(struct cli *c, const char *root, const char *id, const char *title, size_t i, struct err *e)
{
	char *from = xasprintf("%s/kernels/verify/new-lab/%s", c->ws.root, files[i].from);
	char *dir = xasprintf("%s/%s/%s", root, files[i].folder, id), *to = xasprintf("%s/%s", dir, files[i].to);
	struct buf text, out;
	int rc;

	buf_init(&text);
	buf_init(&out);
	rc = fs_read(from, TEMPLATE_MAX, &text, e);
	if (!rc) {
		fill_in(text.data, id, title, &out);
		rc = fs_mkdir_p(dir, e) || fs_write_atomic(to, out.data, out.len, 0644, e) ? -1 : 0;
	}
	if (!rc) {
		buf_puts(&c->out, "    ");
		buf_add_scrubbed(&c->out, to, strlen(to));
		buf_putc(&c->out, '\n');
	}
	buf_release(&text);
	buf_release(&out);
	free(from);
	free(dir);
	free(to);
	return rc;
}

/* "20-warp-votes": "Warp votes". */
static char *title_of(const char *id)
{
	char *title = xstrdup(id + 3);

	title[0] = (char)toupper((unsigned char)title[0]);
	for (char *s = title; *s; s++)
		if (*s == '-')
			*s = ' ';
	return title;
}

/* No lab has this number yet, and no folder of this name is there. */
static int is_free(const struct cli *c, const char *root, const char *id, struct err *e)
{
	int number = (id[0] - '0') * 10 + id[1] - '0';

	for (size_t i = 0; i < c->cat.nlabs; i++)
		if (c->cat.labs[i].number == number)
			return err_set(e, ERR_USAGE, "lab %s has this number already", c->cat.labs[i].id);
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		char *dir = xasprintf("%s/%s/%s", root, files[i].folder, id);
		bool there = fs_exists(dir);

		if (there)
			err_set(e, ERR_USAGE, "%s is there already", dir);
		free(dir);
		if (there)
			return -1;
	}
	return 0;
}

enum status cmd_new(struct cli *c, const struct options *o)
{
	const char *id = o->words[0], *root;
	struct err e = ERR_INIT;
	enum status status;
	char *title;
	int rc;

	if (!is_id(id)) {
		err_set(&e, ERR_USAGE,
			"\"%s\" is no name for a lab: two digits, a dash, then lower-case letters, digits and dashes, "
			"as in "
			"20-histogram",
			id);
		return cli_error(&e);
	}
	if (c->labs) {
		char *labs = xasprintf("%s/labs", c->labs);

		rc = fs_mkdir_p(labs, &e);
		free(labs);
		if (rc)
			return cli_error(&e);
	}
	status = cli_open(c);
	if (status)
		return status;
	root = c->labs ? c->labs : c->ws.root;
	title = title_of(id);
	rc = is_free(c, root, id, &e);
	if (!rc)
		buf_puts(&c->out, "A lab with one step, which is sound as it stands:\n\n");
	for (size_t i = 0; i < sizeof files / sizeof *files && !rc; i++)
		rc = write_one(c, root, id, title, i, &e);
	free(title);
	if (rc)
		return cli_error(&e);
	buf_printf(&c->out,
		"\nNow change it (docs/authoring.md), and prove it sound after each change:\n\n    warplings verify %s",
		id);
	if (c->labs) {
		buf_puts(&c->out, " --labs ");
		buf_add_scrubbed(&c->out, c->labs, strlen(c->labs));
	}
	buf_putc(&c->out, '\n');
	return STATUS_OK;
}
