/* markup: what a character stands as in HTML and XML. */
#include "base/markup.h"

#include <string.h>

void buf_add_markup(struct buf *b, const char *s, bool attribute)
{
	struct buf plain;

	buf_init(&plain);
	buf_add_scrubbed(&plain, s, strlen(s));
	for (const char *p = plain.data; *p; p++) {
		switch (*p) {
		case '&': buf_puts(b, "&amp;"); break;
		case '<': buf_puts(b, "&lt;"); break;
		case '>': buf_puts(b, "&gt;"); break;
		case '"': buf_puts(b, "&quot;"); break;
		case '\'': buf_puts(b, "&#39;"); break;
		case '\n': buf_puts(b, attribute ? "&#10;" : "\n"); break;
		case '\t': buf_puts(b, attribute ? "&#9;" : "\t"); break;
		default:
			if (!strncmp(p, "\xef\xbf\xbe", 3) || !strncmp(p, "\xef\xbf\xbf", 3)) {
				buf_putc(b, '?');
				p += 2;
			} else {
				buf_putc(b, *p);
			}
		}
	}
	buf_release(&plain);
}
