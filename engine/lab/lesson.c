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
#include "base/literal.h"

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
		else if (!literal_in_word((char)c) && c != '-' && c < 0x80)
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

/* A picture in text: a block of code in which PICTURE_LINES lines or more are no C, CUDA or PTX. */
enum { PICTURE_LINES = 2 };
struct picture {
	char fence; /* '`' or '~' inside a fenced block */
	bool blank; /* what an indented block begins after */
	int lines;  /* of the block so far */
	bool seen;
};

/* Statements have a semicolon, launches their brackets. */
static bool is_code(const char *line, size_t n)
{
	return memchr(line, ';', n) || memmem(line, n, "<<<", 3);
}

/* True where the line stands in a fenced block or opens or closes one. */
static bool picture_line(struct picture *p, const char *line, size_t n)
{
	bool mark = n >= 3 && (!strncmp(line, "```", 3) || !strncmp(line, "~~~", 3));
	bool fenced = p->fence || mark, indented = !fenced && n > 4 && !strncmp(line, "    ", 4), empty = true;

	for (size_t i = 0; i < n; i++)
		empty &= isspace((unsigned char)line[i]) != 0;
	if (mark && (!p->fence || p->fence == *line)) {
		p->fence = p->fence ? 0 : *line;
		p->lines = 0;
	} else if (!p->fence && !empty && !(indented && (p->blank || p->lines))) {
		p->lines = 0; /* words */
	} else if (!empty && !is_code(line, n) && ++p->lines >= PICTURE_LINES) {
		p->seen = true;
	}
	p->blank = empty;
	return fenced;
}

/* A lab's lesson as it is read: where each step's part begins (0: not yet), and whether it shows a picture. */
struct parts {
	const struct lab *lab;
	const char *shown;
	struct findings *f;
	int *at;
	struct picture *pictures;
	const struct step *now; /* the part that is being read; NULL: the introduction */
};

static void check_heading(struct parts *p, int line, const char *text, size_t n)
{
	const struct lab *l = p->lab;
	const struct step *s;
	const char *rest;
	size_t nrest, hashes;
	int number;

	hashes = step_heading(text, n, &number, &rest, &nrest);
	if (!hashes)
		return;
	if (number < 1 || (size_t)number > l->nsteps) {
		lab_finding(p->f, p->shown, line, "the lab has no step '%.*s': it has %zu",
			(int)strcspn(text + hashes + 1, "\n"), text + hashes + 1, l->nsteps);
		return;
	}
	s = &l->steps[number - 1];
	if (s->lesson)
		lab_finding(
			p->f, p->shown, line, "step %d has a lesson of its own, so this part is never shown", number);
	else if (p->at[number - 1])
		lab_finding(p->f, p->shown, line, "a second part for step %d: only the first is shown", number);
	else if (hashes != 2 || strlen(s->title) != nrest || memcmp(s->title, rest, nrest))
		lab_finding(p->f, p->shown, line, "expected '## Step %d: %s', the step's title in lab.yaml", number,
			s->title);
	if (!p->at[number - 1])
		p->at[number - 1] = line;
	p->now = s;
}

static void no_picture(struct findings *f, const char *shown, int line, const struct step *s)
{
	lab_finding(f, shown, line,
		"step %d has no picture in its lesson: a block of at least %d lines that are no code, such as which "
		"lane touches what",
		s->number, PICTURE_LINES);
}

int lesson_check_steps(const struct lab *l, const char *shown, struct findings *f, struct err *e)
{
	struct parts p = { .lab = l, .shown = shown, .f = f };
	struct picture introduction = { 0 };
	struct buf text, filled;
	int rc, number = 0;

	p.at = xcalloc(l->nsteps + 1, sizeof *p.at);
	p.pictures = xcalloc(l->nsteps + 1, sizeof *p.pictures);
	buf_init(&text);
	buf_init(&filled);
	rc = fs_read(l->lesson, LESSON_MAX, &text, e);
	for (const char *line = text.data; !rc && *line;) {
		size_t n = strcspn(line, "\n");
		const char *unknown;

		number++;
		lab_fill_measured(l, line, n, &filled, &unknown);
		if (unknown)
			lab_finding(f, shown, number, "measured.yaml has no figure %.*s: `make measure` writes them",
				(int)strcspn(unknown, "\n "), unknown);
		if (!picture_line(p.now ? &p.pictures[p.now->number - 1] : &introduction, line, n))
			check_heading(&p, number, line, n);
		line += n + (line[n] == '\n');
	}
	for (size_t i = 0; !rc && i < l->nsteps; i++) {
		const struct step *s = &l->steps[i];

		if (s->lesson)
			continue;
		if (!p.at[i])
			lab_finding(f, shown, 0, "there is no part for step %zu: expected a heading '## Step %zu: %s'",
				i + 1, i + 1, s->title);
		else if (!p.pictures[i].seen)
			no_picture(f, shown, p.at[i], s);
	}
	buf_release(&text);
	buf_release(&filled);
	free(p.at);
	free(p.pictures);
	return rc;
}

int lesson_check_own(const struct step *s, const char *shown, struct findings *f, struct err *e)
{
	struct picture p = { 0 };
	struct buf text;
	int rc;

	buf_init(&text);
	rc = fs_read(s->lesson, LESSON_MAX, &text, e);
	for (const char *line = text.data; !rc && *line;) {
		size_t n = strcspn(line, "\n");

		picture_line(&p, line, n);
		line += n + (line[n] == '\n');
	}
	if (!rc && !p.seen)
		no_picture(f, shown, 0, s);
	buf_release(&text);
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
	if (!rc)
		lesson_check_figures(text.data, shown, f);
	for (const char *line = text.data; !rc && *line;) {
		size_t n = strcspn(line, "\n");

		check_line(&l, ++number, line, n);
		line += n + (line[n] == '\n');
	}
	buf_release(&text);
	return rc;
}
