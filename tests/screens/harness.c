/* harness: see harness.h. */
#include "harness.h"

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/proc.h"

#define LIMIT_NS (20 * 1000000000LL)
#define MAX_ENV 32

static int set_property(VTermProp prop, VTermValue *v, void *user)
{
	struct harness *h = user;

	if (prop == VTERM_PROP_ALTSCREEN)
		h->altscreen = v->boolean;
	else if (prop == VTERM_PROP_CURSORVISIBLE)
		h->cursor = v->boolean;
	else if (prop == VTERM_PROP_MOUSE)
		h->mouse = h->mouse || v->number != VTERM_PROP_MOUSE_NONE;
	return 1;
}

/* The bare environment with the test's own words over it. */
static void build_env(char *env[MAX_ENV], const char *const *extra)
{
	static const char *const bare[] = { "PATH=/usr/bin:/bin", "HOME=/nonexistent", "TERM=xterm-256color",
		"LC_ALL=C.UTF-8",
		/* Under a sanitizer, crashes are still ours to handle. */
		"ASAN_OPTIONS=handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_abort=0",
		"TSAN_OPTIONS=handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_abort=0", NULL };
	size_t n = 0;

	for (int pass = 0; pass < 2; pass++)
		for (const char *const *w = pass ? extra : bare; w && *w; w++) {
			size_t len = strcspn(*w, "="), i = 0;

			while (i < n && (strncmp(env[i], *w, len) != 0 || env[i][len] != '='))
				i++;
			if (!(*w)[len]) { /* remove */
				if (i < n)
					env[i] = env[--n];
				continue;
			}
			if (i == n)
				n++;
			ck_assert_uint_lt(n, MAX_ENV);
			env[i] = xstrdup(*w);
		}
	env[n] = NULL;
}

static void child(struct harness *h, const struct harness_spec *spec, const char *program, const char *root)
{
	const char *argv[32] = { program, "--root", root, "--work", h_path(h, "work") };
	char *env[MAX_ENV];
	int n = 5;

	for (const char *const *w = spec->args; w && *w && n < 31; w++)
		argv[n++] = *w;
	argv[n] = NULL;
	build_env(env, spec->env);
	if (chdir(h->dir) < 0)
		_exit(120);
	if (spec->stdin_path) {
		fclose(stdin);
		if (!fopen(spec->stdin_path, "r"))
			_exit(121);
	}
	for (int s = 1; s < 32; s++)
		signal(s, SIG_DFL);
	if (spec->under_shell) { /* the job's argv are the shell's $@ */
		argv[n] = NULL;
		memmove(argv + 4, argv, sizeof argv - 4 * sizeof *argv);
		argv[0] = "sh";
		argv[1] = "-c";
		argv[2] = "set -m; \"$@\"; echo stopped=$?; read line; fg; echo ended=$?";
		argv[3] = "sh";
		execve("/bin/sh", (char *const *)argv, env);
	} else {
		execve(program, (char *const *)argv, env);
	}
	_exit(122);
}

void h_start(struct harness *h, const struct harness_spec *spec)
{
	static const VTermScreenCallbacks callbacks = { .settermprop = set_property };
	const char *ui = getenv("SCREENS_UI");
	char *program, *root;
	struct winsize ws;

	memset(h, 0, sizeof *h);
	ck_assert_msg(ui != NULL, "SCREENS_UI names the program: run `make screens`");
	program = realpath(ui, NULL);
	root = realpath("tests/screens/root", NULL);
	ck_assert_msg(program && root, "run this at the project's root");
	h->dir = spec->dir ? spec->dir : fs_temp_dir("screens", NULL);
	ck_assert_ptr_nonnull(h->dir);
	h->rows = spec->rows ? spec->rows : 24;
	h->cols = spec->cols ? spec->cols : 80;
	buf_init(&h->raw);
	buf_init(&h->log);
	h->begun = time_now_ns();
	h->vt = vterm_new(h->rows, h->cols);
	vterm_set_utf8(h->vt, 1);
	h->screen = vterm_obtain_screen(h->vt);
	vterm_screen_enable_altscreen(h->screen, 1);
	vterm_screen_set_callbacks(h->screen, &callbacks, h);
	vterm_screen_reset(h->screen, 1);
	memset(&ws, 0, sizeof ws);
	ws.ws_row = (unsigned short)h->rows;
	ws.ws_col = (unsigned short)h->cols;
	h->pid = forkpty(&h->fd, NULL, NULL, &ws);
	ck_assert_int_ge(h->pid, 0);
	if (h->pid == 0)
		child(h, spec, program, root);
	free(program);
	free(root);
}

static void reap(struct harness *h, int flags)
{
	if (!h->reaped && waitpid(h->pid, &h->status, flags) == h->pid)
		h->reaped = true;
}

void h_again(struct harness *h, int signal)
{
	struct harness_spec spec = { .dir = h->dir };

	if (signal)
		kill(signal == SIGKILL ? h_ui(h) : h->pid, signal);
	else
		h_send(h, "Q");
	h_wait_end(h);
	close(h->fd);
	vterm_free(h->vt);
	buf_release(&h->raw);
	buf_release(&h->log);
	h_start(h, &spec);
}

void h_end(struct harness *h)
{
	if (!h->reaped) {
		pid_t ui = h_ui(h);

		if (ui > 0)
			kill(ui, SIGKILL);
		kill(h->pid, SIGKILL);
	}
	close(h->fd);
	reap(h, 0);
	vterm_free(h->vt);
	fs_remove_tree(h->dir, NULL);
	free(h->dir);
	buf_release(&h->raw);
	buf_release(&h->log);
}

char *h_path(const struct harness *h, const char *path)
{
	return xasprintf("%s/%s", h->dir, path);
}

/* A moment for the log, printable. */
static void note(struct harness *h, const char *what, const char *text)
{
	buf_printf(&h->log, "%6lld ms %s ", (long long)((time_now_ns() - h->begun) / 1000000), what);
	for (; *text; text++)
		if (*text >= ' ' && *text < 127)
			buf_putc(&h->log, *text);
		else
			buf_printf(&h->log, "\\%03o", (unsigned char)*text);
	buf_putc(&h->log, '\n');
}

void h_write(struct harness *h, const char *path, const char *text, bool by_rename)
{
	char *full = h_path(h, path), *other = xasprintf("%s.new~", full), *slash = strrchr(full, '/');
	FILE *f;

	*slash = '\0';
	ck_assert_int_eq(fs_mkdir_p(full, NULL), 0);
	*slash = '/';
	note(h, "write", text);
	f = fopen(by_rename ? other : full, "w");
	ck_assert_ptr_nonnull(f);
	fputs(text, f);
	fclose(f);
	if (by_rename)
		ck_assert_int_eq(rename(other, full), 0);
	free(full);
	free(other);
}

void h_send(struct harness *h, const char *bytes)
{
	note(h, "keys", bytes);
	ck_assert_int_eq(fs_write_full(h->fd, bytes, strlen(bytes)), 0);
}

void h_resize(struct harness *h, int cols, int rows)
{
	struct winsize ws;

	buf_printf(&h->log, "       size %d x %d\n", cols, rows);
	memset(&ws, 0, sizeof ws);
	ws.ws_row = (unsigned short)rows;
	ws.ws_col = (unsigned short)cols;
	h->rows = rows;
	h->cols = cols;
	vterm_set_size(h->vt, rows, cols);
	ck_assert_int_eq(ioctl(h->fd, TIOCSWINSZ, &ws), 0);
}

bool h_read(struct harness *h, int ms)
{
	struct pollfd p = { h->fd, POLLIN, 0 };
	char bytes[4096];
	ssize_t n;

	if (poll(&p, 1, ms) <= 0)
		return true;
	n = read(h->fd, bytes, sizeof bytes);
	if (n <= 0) /* EIO: nobody has the other side any more */
		return n < 0 && errno == EINTR;
	buf_add(&h->raw, bytes, (size_t)n);
	vterm_input_write(h->vt, bytes, (size_t)n);
	return true;
}

static void put_cell(const VTermScreenCell *cell, struct buf *out)
{
	if (cell->chars[0] == 0)
		buf_putc(out, ' ');
	for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell->chars[i]; i++) {
		uint32_t cp = cell->chars[i];

		if (cp < 0x80)
			buf_putc(out, (char)cp);
		else if (cp < 0x800)
			buf_printf(out, "%c%c", (int)(0xC0 | cp >> 6), (int)(0x80 | (cp & 63)));
		else if (cp < 0x10000)
			buf_printf(out, "%c%c%c", (int)(0xE0 | cp >> 12), (int)(0x80 | (cp >> 6 & 63)),
				(int)(0x80 | (cp & 63)));
		else
			buf_printf(out, "%c%c%c%c", (int)(0xF0 | cp >> 18), (int)(0x80 | (cp >> 12 & 63)),
				(int)(0x80 | (cp >> 6 & 63)), (int)(0x80 | (cp & 63)));
	}
}

static void row_text(struct harness *h, int row, struct buf *out)
{
	for (int col = 0; col < h->cols;) {
		VTermScreenCell cell;

		vterm_screen_get_cell(h->screen, (VTermPos){ row, col }, &cell);
		put_cell(&cell, out);
		col += cell.width > 0 ? cell.width : 1;
	}
	while (out->len > 0 && out->data[out->len - 1] == ' ')
		out->data[--out->len] = '\0';
}

void h_text(struct harness *h, struct buf *out)
{
	for (int row = 0; row < h->rows; row++) {
		row_text(h, row, out);
		buf_putc(out, '\n');
	}
}

static void wait_text(struct harness *h, const char *text, bool there)
{
	int64_t until = time_now_ns() + LIMIT_NS;
	struct buf b;

	buf_init(&b);
	for (;;) {
		bool more;

		buf_clear(&b);
		h_text(h, &b);
		if ((strstr(b.data, text) != NULL) == there) {
			note(h, there ? "seen" : "gone", text);
			break;
		}
		more = h_read(h, 50);
		ck_assert_msg(more && time_now_ns() < until, "\"%s\" %s; the screen:\n%s\nUntil then:\n%s", text,
			there ? "did not appear" : "did not go away", b.data,
			h->log.len > 3000 ? h->log.data + h->log.len - 3000 : h->log.data);
	}
	buf_release(&b);
}

void h_wait(struct harness *h, const char *text)
{
	wait_text(h, text, true);
}

void h_wait_gone(struct harness *h, const char *text)
{
	wait_text(h, text, false);
}

int h_wait_end(struct harness *h)
{
	int64_t until = time_now_ns() + LIMIT_NS;

	while (!h->reaped) {
		bool open = h_read(h, 20);

		reap(h, open ? WNOHANG : 0);
		ck_assert_msg(time_now_ns() < until, "the program did not end");
	}
	while (h_read(h, 0) && poll(&(struct pollfd){ h->fd, POLLIN, 0 }, 1, 0) > 0)
		;
	return h->status;
}

/* Processes of the terminal's session whose parent is `parent` (0: any); the last one that was seen. The dead are none.
 */
static int processes(struct harness *h, pid_t parent, pid_t *last)
{
	DIR *d = opendir("/proc");
	struct dirent *entry;
	int n = 0;

	ck_assert_ptr_nonnull(d);
	while ((entry = readdir(d)) != NULL) {
		char *path = xasprintf("/proc/%s/stat", entry->d_name), state = 'Z';
		int ppid = 0, session = 0;
		const char *rest;
		struct buf b;

		buf_init(&b);
		if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9' && fs_read_plain(path, 4096, &b, NULL) == 0 &&
			(rest = strrchr(b.data, ')')) != NULL &&
			sscanf(rest, ") %c %d %*d %d", &state, &ppid, &session) == 3 && state != 'Z' &&
			session == h->pid && (!parent || ppid == parent)) {
			*last = (pid_t)atoi(entry->d_name);
			n++;
		}
		buf_release(&b);
		free(path);
	}
	closedir(d);
	return n;
}

pid_t h_ui(struct harness *h)
{
	pid_t ui = 0;

	return processes(h, h->pid, &ui) == 1 ? ui : 0;
}

void h_wait_alone(struct harness *h, bool but_one)
{
	int64_t until = time_now_ns() + LIMIT_NS;
	pid_t last = 0;

	while (processes(h, 0, &last) > but_one) {
		h_read(h, 20);
		ck_assert_msg(time_now_ns() < until, "process %d is left", (int)last);
	}
}

static bool updating(void)
{
	const char *update = getenv("UPDATE");

	return update && *update;
}

static char *golden_path(const char *name)
{
	return xasprintf("tests/screens/golden/%s.txt", name);
}

static void golden_read(const char *name, struct buf *want)
{
	char *path = golden_path(name);

	buf_init(want);
	ck_assert_msg(
		fs_read(path, 1 << 20, want, NULL) == 0, "%s is missing; `make screens UPDATE=1` writes it", path);
	free(path);
}

void golden_compare(const char *name, const char *text)
{
	char *path = golden_path(name);
	struct buf want;

	if (updating()) {
		ck_assert_int_eq(fs_write_atomic(path, text, strlen(text), 0644, NULL), 0);
	} else {
		golden_read(name, &want);
		size_t at = 0, line = 0; /* where the first line begins that differs */

		for (size_t i = 0; want.data[i] && want.data[i] == text[i]; i++)
			if (text[i] == '\n')
				at = i + 1, line++;
		ck_assert_msg(!strcmp(want.data, text),
			"%s differs, from line %zu on.\n---- expected\n%.1500s\n---- shown\n%.1500s", path, line + 1,
			want.data + at, text + at);
		buf_release(&want);
	}
	free(path);
}

void h_settle(struct harness *h)
{
	struct pollfd p = { h->fd, POLLIN, 0 };

	while (poll(&p, 1, 300) > 0 && h_read(h, 0))
		;
}

/* The redraw that Ctrl-L asks for comes after all that was sent before it. Sent again where it made one key with an Esc
 * before it (Alt-Ctrl-L). */
void h_drawn(struct harness *h)
{
	int64_t until = time_now_ns() + LIMIT_NS, again = 0;
	size_t from;

	h_settle(h);
	for (from = h->raw.len; !h->raw.data || !strstr(h->raw.data + from, "\033[2J");) {
		ck_assert_msg(time_now_ns() < until, "it does not answer Ctrl-L");
		if (time_now_ns() > again) {
			h_send(h, "\014");
			again = time_now_ns() + LIMIT_NS / 20;
		}
		ck_assert(h_read(h, 50));
	}
	h_settle(h);
}

/* The program may still be writing: the screen has time to become the golden one. */
void h_golden(struct harness *h, const char *name)
{
	int64_t until = time_now_ns() + LIMIT_NS;
	struct buf b, want;
	bool same = false;

	buf_init(&b);
	if (updating()) {
		h_drawn(h);
	} else {
		golden_read(name, &want);
		while (!same && time_now_ns() < until) {
			buf_clear(&b);
			h_text(h, &b);
			same = !strcmp(b.data, want.data);
			if (!same && !h_read(h, 50))
				break;
		}
		buf_release(&want);
	}
	buf_clear(&b);
	h_text(h, &b);
	golden_compare(name, b.data);
	buf_release(&b);
}

bool h_cell(struct harness *h, int row, int col, VTermScreenCell *cell)
{
	return vterm_screen_get_cell(h->screen, (VTermPos){ row, col }, cell) != 0;
}

void h_find(struct harness *h, const char *text, int *row, int *col)
{
	for (*row = 0; *row < h->rows; ++*row) {
		struct buf b;
		char *at;

		buf_init(&b);
		row_text(h, *row, &b);
		at = strstr(b.data, text);
		*col = at ? 0 : -1;
		for (const char *p = b.data; at && p < at; p++)
			*col += ((unsigned char)*p & 0xC0) != 0x80; /* columns, as long as all are narrow */
		buf_release(&b);
		if (*col >= 0)
			return;
	}
	ck_abort_msg("\"%s\" is not on the screen", text);
}

void h_open(struct harness *h, const char *lab)
{
	const char *args[] = { "--start", lab, NULL };
	struct harness_spec spec = { .args = lab ? args : NULL };

	h_start(h, &spec);
}

void h_open_with(struct harness *h, const char *word)
{
	char *text;

	h_open(h, "01/1");
	h_wait(h, "Every thread adds");
	text = xasprintf("// fake: %s\n", word);
	h_write(h, H_ADD, text, false);
	free(text);
}
