/* prompt: see prompt.h. */
#include "tui/prompt.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "tui/keys.h"
#include "report/doc/text.h"

#define MAX_TEXT 60

void prompt_init(struct prompt *p)
{
	memset(p, 0, sizeof *p);
	buf_init(&p->text);
}

void prompt_close(struct prompt *p)
{
	p->kind = PROMPT_NONE;
	free(p->question);
	p->question = NULL;
	p->problem = NULL;
	buf_clear(&p->text);
}

void prompt_release(struct prompt *p)
{
	prompt_close(p);
	buf_release(&p->text);
}

void prompt_ask(struct prompt *p, enum prompt_kind kind, const char *question)
{
	prompt_close(p);
	p->kind = kind;
	p->question = xstrdup(question);
}

/* Drop the last character, with its combining marks. */
static void erase_last(struct buf *b)
{
	uint32_t cp;

	while (b->len > 0) {
		do
			b->len--;
		while (b->len > 0 && ((unsigned char)b->data[b->len] & 0xC0) == 0x80);
		text_next(b->data + b->len, 4, &cp);
		b->data[b->len] = '\0';
		if (text_char_width(cp) > 0)
			break;
	}
}

/* One word that was refused is replaced by what is typed next, as a selected one would be; of several (a row of
 * numbers) mostly one is missing. */
static void replace_refused(struct prompt *p)
{
	if (p->problem && !strpbrk(p->text.data, " ,"))
		buf_clear(&p->text);
}

enum prompt_answer prompt_key(struct prompt *p, int key)
{
	bool printable = key >= ' ' && key < 0x110000 && key != 127;
	double value;
	char utf[4];

	if (key == KEYC_ESC || key == 3)
		return PROMPT_DROPPED;
	if (p->kind == PROMPT_RESET)
		return key == 'y' || key == 'Y' ? PROMPT_DONE : PROMPT_DROPPED;
	if (key == KEYC_ENTER) {
		p->problem = NULL;
		if ((p->kind == PROMPT_PREDICT || p->kind == PROMPT_BLOCK) && p->text.len > 0 &&
			!number_read(p->text.data, &value)) {
			p->problem = NUMBER_WANTED;
			return PROMPT_MORE;
		}
		return p->text.len > 0 || p->kind == PROMPT_SEARCH ? PROMPT_DONE : PROMPT_DROPPED;
	}
	if (printable)
		replace_refused(p);
	if (key == KEYC_BACKSPACE && p->text.len > 0)
		erase_last(&p->text);
	else if (key == KEYC_BACKSPACE)
		return p->kind == PROMPT_SEARCH ? PROMPT_DROPPED : PROMPT_MORE;
	else if (key == 'U' - 64)
		buf_clear(&p->text);
	else if (printable && p->text.len < MAX_TEXT)
		buf_add(&p->text, utf, text_encode((uint32_t)key, utf));
	else
		return PROMPT_MORE;
	p->problem = NULL;
	return PROMPT_CHANGED;
}
