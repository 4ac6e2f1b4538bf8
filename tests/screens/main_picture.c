/* Pictures of the real program: a script of keys (docs/tui-scripting.md) is typed into it on a pseudo terminal, and
 * what libvterm sees is written as SVG where the script says `dump`. Usage: picture PROGRAM SCRIPT FOLDER [WORD...]:
 * the words are the program's. */
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vterm.h>

#include "base/fs.h"
#include "base/proc.h"
#include "report/doc/text.h"
#include "report/doc/theme.h"
#include "tui/keys.h"
#include "tui/script.h"

#define LIMIT_NS (60 * 1000000000LL)
enum { CELL_W = 8, CELL_H = 17, PAD = 8, SILENT_MS = 700 };
#define BACK "#1b1d1e"
#define FORE "#d6d6d0"

struct picture {
	pid_t pid;
	int fd, rows, cols;
	VTerm *vt;
	VTermScreen *screen;
	const char *folder;
};

static void start(struct picture *p, char **argv)
{
	struct winsize ws = { .ws_row = (unsigned short)p->rows, .ws_col = (unsigned short)p->cols };

	p->vt = vterm_new(p->rows, p->cols);
	vterm_set_utf8(p->vt, 1);
	p->screen = vterm_obtain_screen(p->vt);
	vterm_screen_enable_altscreen(p->screen, 1);
	vterm_screen_reset(p->screen, 1);
	p->pid = forkpty(&p->fd, NULL, NULL, &ws);
	if (p->pid == 0) {
		execv(argv[0], argv);
		_exit(122);
	}
}

/* What it writes, for at most ms. False: it has ended. */
static bool take(struct picture *p, int ms)
{
	struct pollfd fd = { p->fd, POLLIN, 0 };
	char bytes[4096];
	ssize_t n;

	if (poll(&fd, 1, ms) <= 0)
		return true;
	n = read(p->fd, bytes, sizeof bytes);
	if (n > 0)
		vterm_input_write(p->vt, bytes, (size_t)n);
	return n > 0;
}

static void settle(struct picture *p)
{
	struct pollfd fd = { p->fd, POLLIN, 0 };

	while (poll(&fd, 1, SILENT_MS) > 0 && take(p, 0))
		;
}

static void cell_text(const VTermScreenCell *cell, struct buf *out)
{
	char utf[4];

	for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell->chars[i]; i++)
		buf_add(out, utf, text_encode(cell->chars[i], utf));
	if (!cell->chars[0])
		buf_putc(out, ' ');
}

static bool shows(struct picture *p, const char *words)
{
	bool found = false;

	for (int r = 0; r < p->rows && !found; r++) {
		struct buf b;

		buf_init(&b);
		for (int c = 0; c < p->cols; c++) {
			VTermScreenCell cell;

			vterm_screen_get_cell(p->screen, (VTermPos){ r, c }, &cell);
			cell_text(&cell, &b);
		}
		found = strstr(b.data, words) != NULL;
		buf_release(&b);
	}
	return found;
}

static void colour(const VTermColor *c, char out[8])
{
	int rgb[3];

	if (VTERM_COLOR_IS_DEFAULT_FG(c) || VTERM_COLOR_IS_DEFAULT_BG(c)) {
		snprintf(out, 8, "%s", FORE);
		return;
	}
	palette_rgb(c->indexed.idx, rgb);
	snprintf(out, 8, "#%02x%02x%02x", rgb[0] & 255, rgb[1] & 255, rgb[2] & 255);
}

/* How a cell looks, as attributes of SVG. */
static void look_of(const VTermScreenCell *cell, char out[64])
{
	char fore[8];

	colour(&cell->fg, fore);
	snprintf(out, 64, "fill=\"%s\"%s%s%s", cell->attrs.reverse ? BACK : fore,
		cell->attrs.bold ? " font-weight=\"bold\"" : "", cell->attrs.italic ? " font-style=\"italic\"" : "",
		cell->attrs.reverse ? "" : "");
}

/* Browsers join plain spaces whatever xml:space says: spaces that do not break stay as they are. */
static void escaped(struct buf *out, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		char c = text[i];

		if (c == '<' || c == '&')
			buf_puts(out, c == '<' ? "&lt;" : "&amp;");
		else if (c == ' ')
			buf_puts(out, "\u00a0");
		else
			buf_putc(out, c);
	}
}

/* Cells from..to - 1 of a row, which all look alike. */
static void run(struct buf *out, int row, int from, int to, const VTermScreenCell *first, const struct buf *text)
{
	char look[64], fore[8];
	size_t before, after = 0;

	look_of(first, look);
	colour(&first->fg, fore);
	if (first->attrs.reverse)
		buf_printf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
			PAD + from * CELL_W, PAD + row * CELL_H, (to - from) * CELL_W, CELL_H, fore);
	before = strspn(text->data, " ");
	if (before == text->len)
		return;
	while (text->data[text->len - 1 - after] == ' ')
		after++;
	from += (int)before;
	to -= (int)after;
	buf_printf(out, "<text x=\"%d\" y=\"%d\" textLength=\"%d\" %s>", PAD + from * CELL_W,
		PAD + row * CELL_H + CELL_H - 4, (to - from) * CELL_W, look);
	escaped(out, text->data + before, text->len - before - after);
	buf_puts(out, "</text>\n");
}

static void row_svg(struct picture *p, int row, struct buf *out)
{
	VTermScreenCell first = { 0 };
	struct buf text;
	int from = 0;

	buf_init(&text);
	for (int c = 0; c <= p->cols; c++) {
		VTermScreenCell cell = { 0 };
		char was[64] = "", is[64] = "";

		if (c < p->cols) {
			vterm_screen_get_cell(p->screen, (VTermPos){ row, c }, &cell);
			look_of(&cell, is);
		}
		if (c > 0)
			look_of(&first, was);
		if (c > 0 && (c == p->cols || strcmp(was, is) || cell.attrs.reverse != first.attrs.reverse)) {
			run(out, row, from, c, &first, &text);
			buf_clear(&text);
			from = c;
		}
		if (c == from)
			first = cell;
		cell_text(&cell, &text);
	}
	buf_release(&text);
}

static int write_svg(struct picture *p, const char *name, struct err *e)
{
	char *path = xasprintf("%s/%s.svg", p->folder, name);
	struct buf b;
	int rc;

	buf_init(&b);
	buf_printf(&b,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
		"font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"13\">\n"
		"<rect width=\"100%%\" height=\"100%%\" rx=\"6\" fill=\"%s\"/>\n",
		2 * PAD + p->cols * CELL_W, 2 * PAD + p->rows * CELL_H, BACK);
	for (int r = 0; r < p->rows; r++)
		row_svg(p, r, &b);
	buf_puts(&b, "</svg>\n");
	rc = fs_write_atomic(path, b.data, b.len, 0644, e);
	buf_release(&b);
	free(path);
	return rc;
}

/* A key as a terminal sends it. */
static void press(struct picture *p, int key)
{
	static const struct {
		int key;
		const char *bytes;
	} keys[] = { { KEYC_UP, "\033OA" }, { KEYC_DOWN, "\033OB" }, { KEYC_RIGHT, "\033OC" }, { KEYC_LEFT, "\033OD" },
		{ KEYC_PGUP, "\033[5~" }, { KEYC_PGDN, "\033[6~" }, { KEYC_HOME, "\033OH" }, { KEYC_END, "\033OF" },
		{ KEYC_BACKSPACE, "\177" }, { KEYC_DELETE, "\033[3~" } };
	const char *bytes = NULL;
	char utf[5] = "";

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (keys[i].key == key)
			bytes = keys[i].bytes;
	if (!bytes)
		text_encode((uint32_t)key, utf);
	fs_write_full(p->fd, bytes ? bytes : utf, strlen(bytes ? bytes : utf));
	settle(p); /* Esc and what follows it are two keys */
}

static int resize(struct picture *p, int rows, int cols)
{
	struct winsize ws = { .ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols };

	p->rows = rows;
	p->cols = cols;
	vterm_set_size(p->vt, rows, cols);
	return ioctl(p->fd, TIOCSWINSZ, &ws);
}

static int command(struct picture *p, const struct script *s, const struct script_command *c, struct err *e)
{
	int64_t until = time_now_ns() + LIMIT_NS;

	switch (c->verb) {
	case SCRIPT_PRESS:
		for (size_t i = 0; i < c->nkeys; i++)
			press(p, c->keys[i]);
		return 0;
	case SCRIPT_TYPE: fs_write_full(p->fd, c->text, strlen(c->text)); return 0;
	case SCRIPT_SIZE: return resize(p, c->rows, c->cols);
	case SCRIPT_WAIT:
		while (!shows(p, c->text))
			if (!take(p, 100) || time_now_ns() > until)
				return err_at(e, ERR_USAGE, s->path, c->line, 0, "\"%s\" did not appear.", c->text);
		return 0;
	default: settle(p); return write_svg(p, c->text, e);
	}
}

int main(int argc, char **argv)
{
	struct picture p = { .rows = 24, .cols = 80 };
	struct err e = ERR_INIT;
	struct script s;
	int rc = 0;
	char text[4096];

	if (argc < 4 || script_load(&s, argv[2], &e) < 0) {
		fprintf(stderr, "%s\n",
			argc < 4 ? "picture PROGRAM SCRIPT FOLDER [WORD...]" : err_text(&e, text, sizeof text));
		return 2;
	}
	p.folder = argv[3];
	argv[3] = argv[1];
	start(&p, argv + 3);
	for (size_t i = 0; i < s.ncommands && !rc; i++)
		rc = command(&p, &s, &s.commands[i], &e);
	if (rc)
		fprintf(stderr, "%s\n", err_text(&e, text, sizeof text));
	kill(p.pid, SIGTERM);
	waitpid(p.pid, NULL, 0);
	vterm_free(p.vt);
	script_release(&s);
	return rc ? 3 : 0;
}
