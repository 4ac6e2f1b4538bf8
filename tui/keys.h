/* keys: key -> request, from the one table keys.def; and the texts that follow from it. No curses: tty.c translates. */
#ifndef TUI_KEYS_H
#define TUI_KEYS_H

#include "base/buf.h"
#include "base/err.h"
#include "report/doc/doc.h"

enum request {
	REQ_NONE,
#define REQUEST(id, name, label, sentence) REQ_##id,
#include "tui/keys.def"
	REQ_COUNT
};
enum key_context {
#define CONTEXT(id, word, title) CTX_##id,
#include "tui/keys.def"
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
	KEYC_DELETE,
	KEYC_INSERT,
	KEYC_F1,
	KEYC_F12 = KEYC_F1 + 11,
	KEYC_CLICK, /* of the mouse (mouse.c): no names, nothing is bound to them */
	KEYC_DOUBLE_CLICK,
	KEYC_WHEEL_UP,
	KEYC_WHEEL_DOWN
};

/* "Enter", "Ctrl-L", "PgUp", "j", "é" -> the key, or KEYC_NONE. */
int key_parse(const char *name);
/* Which key means what, where: at first keys.def's, then what a person binds (config.h). */
struct binding {
	enum key_context context;
	enum request request; /* REQ_NONE: nothing */
	int key;
	char name[16]; /* of the key */
};
struct keymap {
	struct binding *v;
	size_t n;
};
void keymap_init(struct keymap *m);
void keymap_release(struct keymap *m);
/* words: a context's, a key's and a request's name. The newest binding of a request is the one shown in the footer. */
int keymap_bind(struct keymap *m, const char *path, int line, const char *const words[3], struct err *e);

enum request key_request(const struct keymap *m, enum key_context context, int key);
/* The name of the first key that makes the request in this context, or NULL. */
const char *key_of(const struct keymap *m, enum key_context context, enum request r);
/* The footer: "e edit  r run ...", the most important first; what does not fit into `width` is left out, but never help
 * and back. */
struct footer_now {
	enum request first;   /* what helps most at this moment, put after run; REQ_NONE: nothing */
	bool result;          /* a result is on the screen: Tab leads to the lesson; else to the result */
	bool dead[REQ_COUNT]; /* would lead to nothing at this moment: left out */
};
void keys_footer(const struct keymap *m, enum key_context context, struct footer_now now, struct doc *d);
/* The help screen. The keys of the context `here` come first: who asks for help wants those; CTX_ANY: none does. */
void keys_help(const struct keymap *m, enum key_context here, struct doc *d);
/* docs/keys.md. */
void keys_manual(struct buf *out);
const char *request_name(enum request r);
const char *context_name(int context); /* enum key_context */

#endif
