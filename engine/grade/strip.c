/* strip.c: two files that differ in comments and blanks alone are the same program. */
#include <ctype.h>
#include <string.h>

#include "grade/internal.h"

/* A line that goes on: the compiler looks over blanks between the backslash and the end of the line. */
static bool goes_on(const char *text)
{
	for (const char *s = text; (s = strchr(s, '\\')); s++)
		if (s[1 + strspn(s + 1, " \t\r\v\f")] == '\n')
			return true;
	return false;
}

/* One that no new line follows: some take it for the end of a line, some do not. */
static bool lone_return(const char *text)
{
	for (const char *s = text; (s = strchr(s, '\r')); s++)
		if (s[1] != '\n')
			return true;
	return false;
}

/* What makes blanks or lines count, or takes a comment for something else. A text that is left as it is is judged on
 * its own; of two that are taken for one and are not, somebody would get another's verdict. */
static bool delicate(const char *text)
{
	return goes_on(text) || lone_return(text) || strstr(text, "__LINE__") || strstr(text, "__builtin_LINE") ||
		strstr(text, "R\"") || strstr(text, "\?\?/") || strstr(text, "source_location") ||
		strstr(text, "#line") || strstr(text, "assert");
}

/* The end of a string or character constant that begins at s. */
static const char *constant_end(const char *s, const char *end)
{
	char quote = *s++;

	while (s < end && *s != quote && *s != '\n')
		s += *s == '\\' && s + 1 < end ? 2 : 1;
	return s < end ? s + 1 : end;
}

/* False: there is something in it of which only a compiler knows what it makes of it. */
static bool strip(const char *text, size_t n, struct buf *out)
{
	const char *s = text, *end = text + n;
	bool blank = true, line = true; /* a blank, a new line would say nothing new */

	if (memchr(text, '\0', n) || delicate(text))
		return false;
	while (s < end) {
		if (s[0] == '/' && s + 1 < end && s[1] == '/') {
			while (s < end && *s != '\n')
				s++;
		} else if (s[0] == '/' && s + 1 < end && s[1] == '*') {
			const char *close = memmem(s + 2, (size_t)(end - s - 2), "*/", 2);

			if (!close)
				return false;
			s = close + 2;
			if (!blank)
				buf_putc(out, ' ');
			blank = true;
		} else if (*s == '\'' && s > text && isalnum((unsigned char)s[-1])) {
			return false; /* 1'000: what begins here is no constant */
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
	return true;
}

void strip_comments(const char *text, size_t n, struct buf *out)
{
	size_t before = out->len;

	if (strip(text, n, out))
		return;
	out->len = before;
	buf_add(out, text, n);
}
