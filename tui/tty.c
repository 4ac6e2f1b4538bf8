/* tty: curses set up, keys in, rows out; see tty.h. Signals and the way back to the old modes stand in restore.c. */
#define NCURSES_WIDECHAR 1
#include "tui/tty.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "tui/restore.h"
#include "report/doc/text.h"
#include "tui/tui.h"

bool tty_usable(void)
{
	const char *type = getenv("TERM");

	return type && *type && strcmp(type, "dumb") != 0 && strcmp(type, "unknown") != 0 && isatty(STDIN_FILENO) &&
		isatty(STDOUT_FILENO);
}

static void start_colors(struct tty *t)
{
	const char *no = getenv("NO_COLOR");
	bool many;

	t->color = false;
	t->palette = 0;
	if (t->headless || (no && *no) || t->colours == COLOURS_NONE || !has_colors() || start_color() == ERR)
		return;
	if (use_default_colors() == ERR || COLORS < 8)
		return;
	many = COLORS >= 256 && t->colours != COLOURS_8;
	t->color = true;
	t->palette = many ? 256 : COLORS >= 16 && t->colours != COLOURS_8 ? 16 : 0;
	for (int s = 0; s < STYLE_COUNT; s++) {
		const struct style_look *k = style_look(s);

		init_pair((short)(s + 1), many ? k->color256[t->theme] : k->color8, -1);
	}
}

static void set_modes(struct tty *t)
{
	/* Raw: Ctrl-C and Ctrl-Z are keys, so that they don't reach `make run`, which waits for us. */
	raw();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	intrflush(stdscr, FALSE);
	set_escdelay(25);
	leaveok(stdscr, FALSE);
	scrollok(stdscr, FALSE);
	curs_set(0);
	getmaxyx(stdscr, t->rows, t->cols);
}

static SCREEN *open_headless(struct tty *t)
{
	static const char *const types[] = { "xterm-256color", "xterm", "linux", "vt100", "ansi" };
	SCREEN *s = NULL;

	t->in = fopen("/dev/null", "r");
	t->out = fopen("/dev/null", "w");
	for (size_t i = 0; i < sizeof types / sizeof *types && !s && t->in && t->out; i++)
		s = newterm(types[i], t->out, t->in);
	return s;
}

/* Does the terminal tell of a mouse? (has_mouse knows only once it has been asked for.) The Linux console does not:
 * curses would load gpm's library, whose daemon already lets people select text there. */
static bool mouse_there(void)
{
	const char *prefix = tigetstr("kmous"), *type = getenv("TERM");

	if (type && !strncmp(type, "linux", 5))
		return false;
	return prefix && prefix != (char *)-1;
}

int tty_open(struct tty *t, bool headless, const struct config *c, struct err *e)
{
	memset(t, 0, sizeof *t);
	t->wake = -1;
	t->headless = headless;
	t->theme = c->theme;
	t->colours = c->colours;
	if (!headless && !tty_usable())
		return TUI_NO_TERMINAL;
	if (headless ? !setlocale(LC_CTYPE, "C.UTF-8") : !setlocale(LC_CTYPE, ""))
		setlocale(LC_CTYPE, "C");
	t->utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8") && !c->ascii;
	if (!headless && restore_begin(&t->wake, e) < 0)
		return -1;
	/* newterm, not initscr: initscr ends the process when it does not know the terminal. */
	t->screen = headless ? open_headless(t) : newterm(NULL, stdout, stdin);
	if (!t->screen) {
		if (!headless)
			restore_end();
		else
			return err_set(
				e, ERR_ENV, "No terminal description is installed (terminfo): install ncurses-base.");
		return TUI_NO_TERMINAL;
	}
	set_term(t->screen);
	set_modes(t);
	if (headless) {
		resizeterm(24, 80);
		getmaxyx(stdscr, t->rows, t->cols);
	} else {
		/* Normal attributes and colours, a cursor, plain keys, the screen that was there before. */
		static const char *const names[] = { NULL, "sgr0", "op", "cnorm", "rmkx", "rmcup", "clear" };
		const char *seq[7];

		seq[0] = mouse_there() ? "\033[?1000l\033[?1006l" : NULL;
		for (size_t i = 1; i < 7; i++) {
			seq[i] = tigetstr(names[i]);
			if (seq[i] == (char *)-1)
				seq[i] = NULL;
		}
		t->clear = !seq[5]; /* no other screen to go back to (the Linux console): leave a clean one */
		restore_arm(seq, t->clear ? 7 : 6);
	}
	start_colors(t);
	tty_mouse(t, c->mouse);
	t->italic = tigetstr("sitm") != NULL && tigetstr("sitm") != (char *)-1;
	return 0;
}

/* Where the terminal has no screen of its own for us, nothing of ours is to stay between the shell's lines. */
static void wipe(struct tty *t)
{
	if (!t->clear)
		return;
	erase();
	clearok(stdscr, TRUE);
	move(0, 0);
	refresh();
}

void tty_close(struct tty *t)
{
	if (!t->screen)
		return;
	if (!t->headless) {
		if (!restore_lost()) {
			wipe(t);
			curs_set(1);
			endwin();
		}
		restore_end();
	}
	delscreen(t->screen);
	if (t->in)
		fclose(t->in);
	if (t->out)
		fclose(t->out);
	t->screen = NULL;
}

#define BUTTONS (BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED)

/* Buttons alone, at once: no dragging, no waiting for a second click. */
void tty_mouse(struct tty *t, bool on)
{
	t->mouse = on && !t->headless && mouse_there();
	if (!t->headless) {
		mouseinterval(0);
		mousemask(t->mouse ? BUTTONS : 0, NULL);
	}
}

void tty_resize(struct tty *t, int rows, int cols)
{
	resizeterm(rows, cols);
	getmaxyx(stdscr, t->rows, t->cols);
	t->resized = true;
}

static void read_size(struct tty *t)
{
	struct winsize ws;

	if (!t->headless && ioctl(STDOUT_FILENO, TIOCGWINSZ, &ws) == 0 && ws.ws_row > 0 && ws.ws_col > 0 &&
		(ws.ws_row != t->rows || ws.ws_col != t->cols))
		tty_resize(t, ws.ws_row, ws.ws_col);
}

void tty_wait(struct tty *t, struct pollfd *fds, int n, int timeout_ms)
{
	char sig[16];
	ssize_t got;

	if (t->headless) {
		poll(fds, (nfds_t)n, timeout_ms);
		return;
	}
	fds[n] = (struct pollfd){ STDIN_FILENO, POLLIN, 0 };
	fds[n + 1] = (struct pollfd){ t->wake, POLLIN, 0 };
	if (poll(fds, (nfds_t)n + 2, timeout_ms) < 0)
		for (int i = 0; i < n + 2; i++)
			fds[i].revents = 0;
	/* A terminal that has gone is "readable" for ever and yields nothing: leave instead of spinning. */
	if (fds[n].revents & (POLLERR | POLLNVAL | POLLHUP))
		t->stop = true;
	else if (fds[n].revents & POLLIN) {
		int bytes = 0;

		if (ioctl(STDIN_FILENO, FIONREAD, &bytes) < 0 || bytes == 0)
			t->stop = ++t->silent >= 5;
		else
			t->silent = 0;
	}
	while (fds[n + 1].revents && (got = read(t->wake, sig, sizeof sig)) > 0)
		for (ssize_t i = 0; i < got; i++) {
			if (sig[i] == SIGWINCH) {
				/* A window that has shrunk and grown again has its old size and has lost its text. */
				read_size(t);
				clearok(curscr, TRUE);
				t->resized = true;
			} else if (sig[i] == SIGTSTP)
				tty_suspend(t);
			else if (sig[i] == SIGCONT)
				tty_return(t);
			else {
				t->stop = true;
				t->ended_by = t->ended_by ? t->ended_by : sig[i];
			}
		}
}

/* Curses makes one key of events that come at once, and a click of a press and a release. */
static int mouse_key(struct tty *t)
{
	MEVENT ev;

	t->mouse_more = getmouse(&ev) != ERR;
	if (!t->mouse_more)
		return 0;
	t->mouse_row = ev.y;
	t->mouse_col = ev.x;
	if (ev.bstate & BUTTON1_DOUBLE_CLICKED)
		return KEYC_DOUBLE_CLICK;
	return ev.bstate & BUTTON4_PRESSED                      ? KEYC_WHEEL_UP :
		ev.bstate & BUTTON5_PRESSED                     ? KEYC_WHEEL_DOWN :
		ev.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED) ? KEYC_CLICK :
								  0;
}

int tty_key(struct tty *t)
{
	static const struct {
		int curses, key;
	} map[] = {
		{ KEY_UP, KEYC_UP },
		{ KEY_DOWN, KEYC_DOWN },
		{ KEY_LEFT, KEYC_LEFT },
		{ KEY_RIGHT, KEYC_RIGHT },
		{ KEY_PPAGE, KEYC_PGUP },
		{ KEY_NPAGE, KEYC_PGDN },
		{ KEY_HOME, KEYC_HOME },
		{ KEY_END, KEYC_END },
		{ KEY_BACKSPACE, KEYC_BACKSPACE },
		{ KEY_DC, KEYC_DELETE },
		{ KEY_IC, KEYC_INSERT },
		{ KEY_ENTER, KEYC_ENTER },
	};
	wint_t c;
	int r;

	if (t->headless)
		return KEYC_NONE;
	if (t->mouse_more && (r = mouse_key(t)) != 0)
		return r;
	r = get_wch(&c);
	if (r == ERR)
		return KEYC_NONE;
	if (r == KEY_CODE_YES) {
		for (size_t i = 0; i < sizeof map / sizeof *map; i++)
			if (map[i].curses == (int)c)
				return map[i].key;
		if (c >= KEY_F(1) && c <= KEY_F(12))
			return KEYC_F1 + (int)(c - KEY_F(1));
		if (c == KEY_MOUSE)
			return mouse_key(t);
		if (c == KEY_RESIZE)
			read_size(t);
		return 0; /* a key without a meaning here, but more may follow it */
	}
	if (c == 127 || c == 8)
		return KEYC_BACKSPACE;
	return c == '\n' ? KEYC_ENTER : (int)c;
}

void tty_leave(struct tty *t)
{
	if (t->headless)
		return;
	wipe(t);
	curs_set(1);
	endwin();
	restore_pause();
}

void tty_return(struct tty *t)
{
	if (t->headless)
		return;
	restore_resume();
	/* The other program may have left any mode behind, and the window may have another size now. */
	refresh();
	set_modes(t);
	read_size(t);
	clearok(curscr, TRUE);
	t->resized = true;
}

void tty_suspend(struct tty *t)
{
	if (t->headless)
		return;
	tty_leave(t);
	restore_stop();
	tty_return(t);
}

/* ---- drawing */

static void set_style(const struct tty *t, enum style s)
{
	const struct style_look *k;
	attr_t a = A_NORMAL;
	int front, behind;

	if (style_colours(s, &front, &behind)) {
		int pair = alloc_pair(front, behind == STYLE_NO_COLOUR ? -1 : behind);

		attr_set(a, (short)(pair > 0 ? pair : 0), NULL);
		return;
	}
	k = style_look(s);

	if (k->attrs & ATTR_BOLD)
		a |= A_BOLD;
	if (k->attrs & ATTR_REVERSE)
		a |= A_REVERSE;
	if (k->attrs & ATTR_UNDERLINE)
		a |= A_UNDERLINE;
	if (k->attrs & ATTR_ITALIC)
		a |= t->italic ? A_ITALIC : A_UNDERLINE;
	attr_set(a, t->color ? (short)(s + 1) : 0, NULL);
}

/* Clean UTF-8 at a place, cut at the right edge. Returns the column after it. */
static int put(struct tty *t, int row, int col, const char *text, size_t n)
{
	int right = t->right && t->right < t->cols ? t->right : t->cols;
	size_t fits = col < right ? text_cut(text, n, right - col) : 0;
	int width = text_width(text, fits);
	uint32_t cp;

	if (row < 0 || row >= t->rows || col >= t->cols)
		return col;
	move(row, col);
	for (size_t i = 0; i < fits;) {
		wchar_t w;

		i += text_next(text + i, fits - i, &cp);
		w = (wchar_t)cp;
		addnwstr(&w, 1);
	}
	return col + width;
}

void tty_erase(struct tty *t)
{
	t->right = 0;
	attr_set(A_NORMAL, 0, NULL);
	erase();
}

void tty_limit(struct tty *t, int right)
{
	t->right = right;
}

void tty_text(struct tty *t, int row, int col, enum style s, const char *text)
{
	struct buf b;

	buf_init(&b);
	text_clean(&b, text, strlen(text), t->utf8, col);
	set_style(t, s);
	put(t, row, col, b.data, b.len);
	buf_release(&b);
}

static void fill(struct tty *t, int row, int col)
{
	int right = t->right && t->right < t->cols ? t->right : t->cols;

	move(row, col);
	for (; col < right; col++)
		addch(' ');
}

/* What does not fit is left out before the last part, which says what this screen shows. */
static void put_title(struct tty *t, int row, int room, const struct buf *title)
{
	const char *sign = t->utf8 ? " \xE2\x80\xBA " : " > ", *dots = t->utf8 ? "\xE2\x80\xA6" : "...", *last = NULL;
	int wide = text_width(title->data, title->len), tail;
	size_t fits;

	for (const char *p = title->data; p && (p = strstr(p, sign)) != NULL; p++)
		last = p;
	tail = last ? text_columns(last) + text_columns(dots) : 0;
	if (wide <= room || !last || tail >= room) {
		put(t, row, 1, title->data, text_cut(title->data, title->len, room));
		return;
	}
	fits = text_cut(title->data, (size_t)(last - title->data), room - tail);
	while (fits && title->data[fits - 1] == ' ')
		fits--;
	put(t, row, 1, title->data, fits);
	wide = 1 + text_width(title->data, fits);
	put(t, row, wide, dots, strlen(dots));
	put(t, row, wide + text_columns(dots), last, strlen(last));
}

void tty_bar(struct tty *t, int row, enum style s, const char *left, const char *right)
{
	struct buf l, r;
	int rw, col;

	buf_init(&l);
	buf_init(&r);
	text_clean(&l, left, strlen(left), t->utf8, 0);
	text_clean(&r, right, strlen(right), t->utf8, 0);
	rw = text_width(r.data, r.len);
	if (rw > t->cols / 2)
		rw = 0;
	set_style(t, s);
	fill(t, row, 0);
	col = t->cols - rw - 1;
	if (rw > 0)
		put(t, row, col, r.data, r.len);
	put_title(t, row, rw > 0 ? col - 3 : t->cols - 2, &l);
	buf_release(&l);
	buf_release(&r);
}

void tty_line(struct tty *t, int row, int col, const struct doc *d, int line, enum style over)
{
	const struct doc_line *l = &d->lines[line];

	if (over != STYLE_COUNT) {
		set_style(t, over);
		fill(t, row, col > 0 ? col - 1 : 0);
	}
	for (size_t i = 0; i < l->n; i++) {
		const struct doc_span *sp = &d->spans[l->first + i];

		if (over == STYLE_COUNT)
			set_style(t, sp->style);
		col = put(t, row, col, d->text.data + sp->off, sp->len);
	}
}

void tty_show(struct tty *t, int cursor_row, int cursor_col)
{
	if (cursor_row >= 0) {
		move(cursor_row, cursor_col < t->cols ? cursor_col : t->cols - 1);
		curs_set(1);
	} else {
		move(t->rows - 1, 0);
		curs_set(0);
	}
	refresh();
}

void tty_redraw(struct tty *t)
{
	(void)t;
	clearok(curscr, TRUE);
}

void tty_dump(struct tty *t, struct buf *out)
{
	for (int row = 0; row < t->rows; row++) {
		for (int col = 0; col < t->cols;) {
			cchar_t cell;
			wchar_t w[CCHARW_MAX + 1] = { 0 };
			attr_t a;
			short pair;
			char utf[4];
			int width;

			mvin_wch(row, col, &cell);
			getcchar(&cell, w, &a, &pair, NULL);
			for (int i = 0; w[i]; i++)
				buf_add(out, utf, text_encode((uint32_t)w[i], utf));
			width = text_char_width((uint32_t)w[0]);
			col += width > 0 ? width : 1;
		}
		while (out->len > 0 && out->data[out->len - 1] == ' ')
			out->data[--out->len] = '\0';
		buf_putc(out, '\n');
	}
}
