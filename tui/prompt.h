/* prompt: a question at the foot of the screen: a prediction, a confirmation, a search. Pure: keys in, text out. */
#ifndef TUI_PROMPT_H
#define TUI_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

enum prompt_kind { PROMPT_NONE, PROMPT_PREDICT, PROMPT_ANSWER, PROMPT_RESET, PROMPT_SEARCH, PROMPT_BLOCK };
enum prompt_answer { PROMPT_MORE, PROMPT_CHANGED, PROMPT_DONE, PROMPT_DROPPED };

struct prompt {
	enum prompt_kind kind;
	char *question;      /* may be long: it is wrapped */
	struct buf text;     /* what was typed so far */
	const char *problem; /* why the last Enter was not accepted, or NULL */
};

void prompt_init(struct prompt *p);
void prompt_release(struct prompt *p);
void prompt_ask(struct prompt *p, enum prompt_kind kind, const char *question);
void prompt_close(struct prompt *p);
/* One key. DONE: Enter (or y), the text is final. DROPPED: Esc, or Enter on nothing (or anything but y). */
enum prompt_answer prompt_key(struct prompt *p, int key);

#endif
