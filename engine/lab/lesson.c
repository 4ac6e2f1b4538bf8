/* lesson: what can be said about a lesson's text without reading it: lines that fit on a screen of 80 columns, links
 * that lead somewhere. Code (indented by four, fenced or in backquotes) holds no links; its lines must fit like all
 * others.
 */
#include "lab/lesson.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"

#define COLUMNS 80
#define LESSON_MAX (256 * 1024)

struct lesson {
	struct findings *f;
	const char *file; /* as shown */
	const char *path;
	const char *text;
	char fence; /* '`' or '~' inside a fenced block */
};

/* Characters, not bytes: a lesson's pictures are made of signs that take one column each. */
static int columns(const char *line, size_t n)
{
	int count = 0;

	for (size_t i = 0; i < n; i++)
		count += ((unsigned char)line[i] & 0xc0) != 0x80;
	return count;
}

/* Is it "## Some heading" whose anchor, in GitHub's way, is this one? */
static bool has_anchor(const char *line, size_t n, const char *anchor, size_t len)
{
	size_t i = 0, k = 0;

	while (i < n && line[i] == '#')
		i++;
	if (!i || i > 6 || i == n || line[i] != ' ')
		return false;
	for (i++; i < n; i++) {
		unsigned char c = (unsigned char)line[i];

		if (c == ' ')
			c = '-';
		else if (!isalnum(c) && c != '-' && c != '_' && c < 0x80)
			continue;
		if (k == len || tolower(c) != anchor[k++])
			return false;
	}
	return k == len;
}

static bool heading_exists(const char *text, const char *anchor, size_t len)
{
	for (const char *line = text; *line;) {
		size_t n = strcspn(line, "\n");

		if (has_anchor(line, n, anchor, len))
			return true;
		line += n + (line[n] == '\n');
	}
	return false;
}

static void check_link(struct lesson *l, int line, const char *target, size_t n)
{
	const char *slash = strrchr(l->path, '/');
	char *path;

	if (n >= 8 && !strncmp(target, "https://", 8))
		return;
	if (n && *target == '#') {
		if (!heading_exists(l->text, target + 1, n - 1))
			lab_finding(
				l->f, l->file, line, "no heading of the lesson has the anchor '%.*s'", (int)n, target);
		return;
	}
	if (memchr(target, ':', n)) {
		lab_finding(l->f, l->file, line, "link '%.*s': expected https://, a file or #heading", (int)n, target);
		return;
	}
	path = xasprintf("%.*s/%.*s", (int)(slash ? slash - l->path : 1), slash ? l->path : ".",
		(int)strcspn(target, "#)"), target);
	if (!n || !fs_exists(path))
		lab_finding(l->f, l->file, line, "link '%.*s' leads to no file", (int)n, target);
	free(path);
}

static void check_links(struct lesson *l, int number, const char *line, size_t n)
{
	bool code = false;

	for (size_t i = 0; i + 1 < n; i++) {
		const char *end;

		code ^= line[i] == '`';
		if (code || line[i] != ']' || line[i + 1] != '(')
			continue;
		end = memchr(line + i, ')', n - i);
		if (end)
			check_link(l, number, line + i + 2, (size_t)(end - line) - i - 2);
	}
}

static void check_line(struct lesson *l, int number, const char *line, size_t n)
{
	int wide = columns(line, n);
	bool fence = n >= 3 && (!strncmp(line, "```", 3) || !strncmp(line, "~~~", 3));

	if (wide > COLUMNS)
		lab_finding(l->f, l->file, number, "the line has %d columns; at most %d fit", wide, COLUMNS);
	if (memchr(line, '\t', n))
		lab_finding(l->f, l->file, number, "the line has a tab: how wide it is differs from screen to screen");
	if (fence && (!l->fence || l->fence == *line))
		l->fence = l->fence ? 0 : *line;
	else if (!l->fence && !(n >= 4 && !strncmp(line, "    ", 4)))
		check_links(l, number, line, n);
}

int lesson_check(const char *path, const char *shown, struct findings *f, struct err *e)
{
	struct lesson l = { .f = f, .file = shown, .path = path };
	struct buf text;
	int rc, number = 0;

	buf_init(&text);
	rc = fs_read(path, LESSON_MAX, &text, e);
	l.text = text.data;
	for (const char *line = text.data; !rc && *line;) {
		size_t n = strcspn(line, "\n");

		check_line(&l, ++number, line, n);
		line += n + (line[n] == '\n');
	}
	buf_release(&text);
	return rc;
}
