/* keys: key -> request, from the one table keys.def; and the texts that follow from it. No curses: tty.c translates. */
#ifndef TUI_KEYS_H
#define TUI_KEYS_H

#include "base/buf.h"
#include "report/doc/doc.h"

enum request {
	REQ_NONE,
#define REQUEST(id, name, label, sentence) REQ_##id,
#include "tui/keys.def"
	REQ_COUNT
};
enum key_context {
	CTX_ANY,
	CTX_LIST,
	CTX_STEP,
	CTX_INTRO,
	CTX_HELP,
	CTX_LINES,
	CTX_CODE,
	CTX_ACCESS,
	CTX_SWEEP,
	CTX_PTX,
	CTX_TIMELINE,
	CTX_PREDICTIONS,
	CTX_HISTORY,
	CTX_DIFF,
	CTX_STEPPER,
	CTX_COUNT
};

/* A key is its character, or one of these. Control characters are themselves (Ctrl-L = 12). */
enum key_code {
	KEYC_NONE = -1,
	KEYC_TAB = 9,
	KEYC_ENTER = 13,
	KEYC_ESC = 27,
	KEYC_UP = 0x110000,
	KEYC_DOWN,
	KEYC_LEFT,
	KEYC_RIGHT,
	KEYC_PGUP,
	KEYC_PGDN,
	KEYC_HOME,
	KEYC_END,
	KEYC_BACKSPACE,
	KEYC_DELETE
};

/* "Enter", "Ctrl-L", "PgUp", "j", "é" -> the key, or KEYC_NONE. */
int key_parse(const char *name);
enum request key_request(enum key_context context, int key);
/* The footer: "e edit  r run ...", the most important first; what does not fit into `width` is left out, but never help
 * and back. */
void keys_footer(enum key_context context, struct doc *d);
/* The help screen. */
void keys_help(struct doc *d);
/* docs/keys.md. */
void keys_manual(struct buf *out);
const char *request_name(enum request r);

#endif
