/* stepper report: shared memory as a grid, a bank a column. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/stepper_parts.h"

enum { SHARED_ROWS = 8, BANK = sizeof " bank 24" - 1 };
enum { WORD = STEPPER_CELL - 2 /* columns of a word of shared memory, without its sign */ };

/* A word of shared memory; a float is rounded until it fits its column. */
static void word_text(const struct trace_word *w, char *out, size_t room)
{
	struct buf b;

	buf_init(&b);
	if (w->known)
		trace_value(w->value, w->class, 32, &b);
	else
		buf_puts(&b, ".");
	snprintf(out, room, "%s", b.data);
	buf_release(&b);
	for (int digits = 4; w->known && w->class == 'f' && strlen(out) > WORD && digits > 0; digits--) {
		float f;

		memcpy(&f, &w->value, sizeof f);
		snprintf(out, room, "%.*g", digits, (double)f);
	}
}

/* Words in lines of eight, a bank each: those that this step is about, else the first. Where one is too wide for that,
 * in lines of four. */
void stepper_shared(const struct stepper_view *v, const struct trace_row *r, struct doc *d)
{
	size_t n, from = 0, in_row = STEPPER_IN_ROW, end;
	struct trace_word *w = trace_shared(v->t, r, &n);
	char text[48];
	int cell;

	if (r->space == TRACE_SHARED && r->mask)
		from = (size_t)r->addr[__builtin_ctz(r->mask)] / 4 / TRACE_LANES * TRACE_LANES;
	if (from >= n)
		from = 0;
	end = from + SHARED_ROWS * STEPPER_IN_ROW < n ? from + SHARED_ROWS * STEPPER_IN_ROW : n;
	for (size_t i = from; i < end; i++) {
		word_text(&w[i], text, sizeof text);
		if (strlen(text) > WORD)
			in_row = STEPPER_IN_ROW / 2;
	}
	cell = in_row == STEPPER_IN_ROW ? WORD + 1 : 2 * (WORD + 1);
	while (in_row > 1 && STEPPER_LABEL + (int)in_row * cell + BANK > d->width + STEPPER_MARGIN)
		in_row /= 2;
	if (from < end) {
		static const char signs[] = "by banks; written: * by this step, ^ since the last barrier, . never";
		struct flow f;

		flow_init(&f, d->utf8);
		flow_add(&f, STYLE_DIM, signs, sizeof signs - 1);
		doc_flow(d, &f, "shared ", "       ", STYLE_STRONG);
		flow_release(&f);
	}
	for (size_t i = from; i < end; i += in_row) {
		doc_printf(d, STYLE_DIM, "%5zu: ", i);
		for (size_t k = i; k < i + in_row && k < end; k++) {
			word_text(&w[k], text, sizeof text);
			doc_printf(d,
				w[k].now           ? STYLE_STRONG :
					w[k].known ? STYLE_TEXT :
						     STYLE_DIM,
				"%*s%s", cell - 1, text,
				w[k].now           ? "*" :
					w[k].round ? "^" :
						     " ");
		}
		doc_printf(d, STYLE_DIM, " bank %zu", i % TRACE_LANES);
		doc_break(d);
	}
	free(w);
}
