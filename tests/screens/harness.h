/* harness: the UI in a pseudo terminal, seen through libvterm: send keys, wait for text, compare the screen with a
 * golden one.
 *
 * No sleeps: h_wait reads what the program writes until the text is there (or 20 s are over, which fails the test and
 * shows the screen). Every program runs in a folder of its own with a work/ in it, in a bare environment.
 */
#ifndef SCREENS_HARNESS_H
#define SCREENS_HARNESS_H

#include <stdbool.h>
#include <sys/types.h>
#include <vterm.h>

#include "base/buf.h"

struct harness {
	pid_t pid;
	int fd;
	int rows, cols;
	VTerm *vt;
	VTermScreen *screen;
	bool altscreen, cursor, mouse, reaped;
	int status;     /* of waitpid, once reaped */
	char *dir;      /* the program's folder; the student's files lie in dir/work */
	struct buf raw; /* every byte that the program wrote */
	struct buf log; /* what was done to it and when, a line each: for a test that fails once in a thousand runs */
	int64_t begun;  /* time_now_ns() */
};

struct harness_spec {
	int cols, rows;          /* 0: 80x24 */
	const char *const *args; /* after --root and --work; NULL = none */
	const char *const *env;  /* "K=V", added to or replacing the bare environment; "K" removes; NULL = none */
	const char *stdin_path;  /* instead of the terminal; NULL = the terminal */
	char *dir;               /* the program's folder, which is the harness's from then on; NULL = a new one */
	bool under_shell;        /* as a job of an interactive sh, which sees its stops and its end */
};

void h_start(struct harness *h, const struct harness_spec *spec);
/* The UI at a lab or step ("01/1"; NULL: where it begins), and at step 01/1 with a file that the fake job takes as
 * `word`. */
void h_open(struct harness *h, const char *lab);
void h_open_with(struct harness *h, const char *word);
#define H_ADD "work/01-warm-up/1-add.cu" /* the file of 01/1 */
/* End the program (by the key Q, or by the signal where that is not 0) and start it anew in the same folder. */
void h_again(struct harness *h, int signal);
/* Kill if needed, forget, remove the folder. */
void h_end(struct harness *h);
/* A file under the folder: write it, as an editor does when `rename` (new file, then rename over the old one); else it
 * is empty for a moment, as with other editors. */
void h_write(struct harness *h, const char *path, const char *text, bool by_rename);
char *h_path(const struct harness *h, const char *path);

/* The UI itself: h->pid is its guard (tui/guard.h). 0: there is none. */
pid_t h_ui(struct harness *h);
/* Wait until no process of the terminal's is left but h->pid (`but_one`), or none at all. */
void h_wait_alone(struct harness *h, bool but_one);

void h_send(struct harness *h, const char *bytes);
void h_resize(struct harness *h, int cols, int rows);
/* Wait until the screen shows (or does not show any more) the text. */
void h_wait(struct harness *h, const char *text);
void h_wait_gone(struct harness *h, const char *text);
/* Wait for the program's end; its status. */
int h_wait_end(struct harness *h);
/* Read what there is for at most `ms`. False at the end of the terminal. */
bool h_read(struct harness *h, int ms);
void h_text(struct harness *h, struct buf *out);
/* Until the program has been silent for a moment: only where there is nothing to wait for. */
void h_settle(struct harness *h);
/* Until the screen is what all keys so far have made of it. */
void h_drawn(struct harness *h);
/* Compare with golden/NAME.txt; with UPDATE=1 in the environment, write that instead. */
void h_golden(struct harness *h, const char *name);
void golden_compare(const char *name, const char *text);
bool h_cell(struct harness *h, int row, int col, VTermScreenCell *cell);
/* Row and column where a text begins; fails the test when it is not on the screen. */
void h_find(struct harness *h, const char *text, int *row, int *col);

#endif
