/* seen: see seen.h. */
#include "report/seen.h"

void seen_case(const struct result *r, struct doc *d)
{
	struct buf b;

	if (!r || !r->seen_failed)
		return;
	buf_init(&b);
	buf_printf(&b, "Of case '%s', which failed:", r->seen_case);
	doc_wrap(d, STYLE_WARN, 0, b.data);
	buf_release(&b);
}

/* Why nothing was seen, as the second half of a sentence. */
static void reason(const struct result *r, struct buf *out)
{
	if (r->verdict == VERDICT_COMPILE_ERROR)
		buf_puts(out, "the file does not compile yet.");
	else if (r->verdict < VERDICT_GATE_FAILED)
		buf_printf(out, "the newest run ended with %s before the performance case was through.",
			verdict_word(r->verdict));
	else
		buf_puts(out, "nothing of the performance case ran on the emulator in the newest run.");
}

void seen_nothing(const struct result *r, const char *what, struct doc *d)
{
	struct buf b;

	buf_init(&b);
	buf_printf(&b, "%s: ", what);
	reason(r, &b);
	doc_wrap(d, STYLE_TEXT, 0, b.data);
	buf_release(&b);
}

void seen_access_lines(const struct access_list *l, struct buf *out)
{
	size_t before = out->len;

	for (size_t i = 0; i < l->nlines; i++) {
		bool again = false;

		for (size_t k = 0; k < i; k++)
			again = again || l->lines[k].line == l->lines[i].line;
		if (!again)
			buf_printf(out, "%s%d", out->len > before ? ", " : "", l->lines[i].line);
	}
}

void seen_no_access(const struct result *r, int line, struct buf *out)
{
	const struct access_list *l = &r->accesses;

	if (!l->n) {
		buf_puts(out, "No access to memory was seen: ");
		if (r->seen_case)
			buf_printf(out, "warp %u of block %llu makes none.", l->warp, (unsigned long long)l->block);
		else
			reason(r, out);
		return;
	}
	buf_printf(out, "Warp %u of block %llu makes no access to memory", l->warp, (unsigned long long)l->block);
	if (line)
		buf_printf(out, " in line %d", line);
	buf_puts(out, "; it does in: ");
	seen_access_lines(l, out);
	buf_putc(out, '.');
}
