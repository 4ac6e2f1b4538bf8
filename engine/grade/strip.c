/* strip.c: two files that differ in comments and blanks alone are the same program. */
#include <string.h>

#include "grade/internal.h"

/* What makes blanks or lines count. */
static bool delicate(const char *text)
{
	return strstr(text, "__LINE__") || strstr(text, "R\"") || strstr(text, "\\\n") || strstr(text, "\?\?/") ||
		strstr(text, "source_location") || strstr(text, "#line") || strstr(text, "assert");
}

/* The end of a string or character constant that begins at s. */
static const char *constant_end(const char *s, const char *end)
{
	char quote = *s++;

	while (s < end && *s != quote && *s != '\n')
		s += *s == '\\' && s + 1 < end ? 2 : 1;
	return s < end ? s + 1 : end;
}

void strip_comments(const char *text, size_t n, struct buf *out)
{
	const char *s = text, *end = text + n;
	bool blank = true, line = true; /* a blank, a new line would say nothing new */

	if (memchr(text, '\0', n) || delicate(text)) {
		buf_add(out, text, n);
		return;
	}
	while (s < end) {
		if (s[0] == '/' && s + 1 < end && s[1] == '/') {
			while (s < end && *s != '\n')
				s++;
		} else if (s[0] == '/' && s + 1 < end && s[1] == '*') {
			const char *close = memmem(s + 2, (size_t)(end - s - 2), "*/", 2);

			s = close ? close + 2 : end;
			if (!blank)
				buf_putc(out, ' ');
			blank = true;
		} else if (*s == '"' || *s == '\'') {
			const char *e = constant_end(s, end);

			buf_add(out, s, (size_t)(e - s));
			s = e;
			blank = line = false;
		} else if (*s == '\n') {
			if (blank && out->len && out->data[out->len - 1] == ' ')
				out->data[--out->len] = '\0';
			if (!line)
				buf_putc(out, '\n');
			blank = line = true;
			s++;
		} else if (*s == ' ' || *s == '\t' || *s == '\r') {
			if (!blank)
				buf_putc(out, ' ');
			blank = true;
			s++;
		} else {
			buf_putc(out, *s++);
			blank = line = false;
		}
	}
}
