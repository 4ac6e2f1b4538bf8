/* tty: curses set up, keys in; see tty.h. tty_draw.c has the rows. Signals and the way back to the old modes stand in
 * restore.c. */
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

/* Of eight colours green is too pale on white. */
static int color8(const struct tty *t, const struct style_look *k)
{
	return t->theme == THEME_LIGHT && k->color8 == COLOR_GREEN ? -1 : k->color8;
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

		init_pair((short)(s + 1), many ? k->color256[t->theme] : color8(t, k), -1);
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
