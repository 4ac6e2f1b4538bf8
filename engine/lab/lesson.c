/* lesson: what can be said about a lesson's text without reading it: lines that fit on a screen of 80 columns, links
 * that lead somewhere. Code (indented by four, fenced or in backquotes) holds no links; its lines must fit like all
 * others.
 */
#include "lab/lesson.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

/* Characters, not bytes: a lesson's pictures are made of signs that take one column each. {h200:KEY} takes those of the
 * figure that comes in its place, "12.3 us" at most. */
static int columns(const char *line, size_t n)
{
	static const char quote[] = "{h200:";
	const char *end;
	int count = 0;

	for (size_t i = 0; i < n; i++) {
		end = n - i > sizeof quote && !strncmp(line + i, quote, sizeof quote - 1) ?
			memchr(line + i, '}', n - i) :
			NULL;
		if (end) {
			count += 7;
			i = (size_t)(end - line);
		} else {
			count += ((unsigned char)line[i] & 0xc0) != 0x80;
		}
	}
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

/* "## Step 2: rows": the number, and the rest of the line without what stands around it; 0 when the line is no heading
 * of a step, else how many '#' it has. */
static size_t step_heading(const char *line, size_t n, int *number, const char **rest, size_t *nrest)
{
	size_t hashes = strspn(line, "#"), at = hashes;
	char *end;

	while (at < n && line[at] == ' ')
		at++;
	if (!hashes || at == hashes || n - at < 5 || strncasecmp(line + at, "step ", 5))
		return 0;
	*number = (int)strtol(line + at + 5, &end, 10);
	*rest = end + (*end == ':') + (*end == ':' && end[1] == ' ');
	while (n && isspace((unsigned char)line[n - 1]))
		n--;
	*nrest = *rest < line + n ? (size_t)(line + n - *rest) : 0;
	return hashes;
}

static void check_heading(
	const struct lab *l, const char *shown, int line, const char *text, size_t n, bool *seen, struct findings *f)
{
	const struct step *s;
	const char *rest;
	size_t nrest, hashes;
	int number;

	hashes = step_heading(text, n, &number, &rest, &nrest);
	if (!hashes)
		return;
	if (number < 1 || (size_t)number > l->nsteps) {
		lab_finding(f, shown, line, "the lab has no step '%.*s': it has %zu",
			(int)strcspn(text + hashes + 1, "\n"), text + hashes + 1, l->nsteps);
		return;
	}
	s = &l->steps[number - 1];
	if (s->lesson)
		lab_finding(f, shown, line, "step %d has a lesson of its own, so this part is never shown", number);
	else if (seen[number - 1])
		lab_finding(f, shown, line, "a second part for step %d: only the first is shown", number);
	else if (hashes != 2 || strlen(s->title) != nrest || memcmp(s->title, rest, nrest))
		lab_finding(
			f, shown, line, "expected '## Step %d: %s', the step's title in lab.yaml", number, s->title);
	seen[number - 1] = true;
}

int lesson_check_steps(const struct lab *l, const char *shown, struct findings *f, struct err *e)
{
	bool *seen = xcalloc(l->nsteps + 1, sizeof *seen);
	struct buf text, filled;
	char fence = 0;
	int rc, number = 0;

	buf_init(&text);
	buf_init(&filled);
	rc = fs_read(l->lesson, LESSON_MAX, &text, e);
	for (const char *line = text.data; !rc && *line;) {
		size_t n = strcspn(line, "\n");
		bool mark = n >= 3 && (!strncmp(line, "```", 3) || !strncmp(line, "~~~", 3));

		const char *unknown;

		number++;
		lab_fill_measured(l, line, n, &filled, &unknown);
		if (unknown)
			lab_finding(f, shown, number, "measured.yaml has no figure %.*s: `make measure` writes them",
				(int)strcspn(unknown, "\n "), unknown);
		if (mark && (!fence || fence == *line))
			fence = fence ? 0 : *line;
		else if (!fence)
			check_heading(l, shown, number, line, n, seen, f);
		line += n + (line[n] == '\n');
	}
	for (size_t i = 0; !rc && i < l->nsteps; i++)
		if (!seen[i] && !l->steps[i].lesson)
			lab_finding(f, shown, 0, "there is no part for step %zu: expected a heading '## Step %zu: %s'",
				i + 1, i + 1, l->steps[i].title);
	buf_release(&text);
	buf_release(&filled);
	free(seen);
	return rc;
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
