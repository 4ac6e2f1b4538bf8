/* literal: see literal.h. */
#include "base/literal.h"

#include <stddef.h>
#include <string.h>

bool literal_in_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The first `c` of [s, end), or its end. */
static const char *find(const char *s, const char *end, char c)
{
	const char *at = memchr(s, c, (size_t)(end - s));

	return at ? at : end;
}

static const char *past_comment(const char *s, const char *end)
{
	const char *at;

	if (s[1] == '/')
		return find(s, end, '\n');
	for (at = s + 2; end - at >= 2; at++)
		if (at[0] == '*' && at[1] == '/')
			return at + 2;
	return end;
}

const char *literal_past(const char *begin, const char *s, const char *end)
{
	const char *at;

	if (end - s >= 2 && s[0] == '/' && (s[1] == '/' || s[1] == '*'))
		return past_comment(s, end);
	if (s == end || (*s != '"' && *s != '\'') ||
		(*s == '\'' && s > begin && literal_in_word(s[-1]))) /* 1'000'000 */
		return s;
	for (at = s + 1; at < end && *at != '\n' && *at != *s; at++)
		at += *at == '\\' && end - at > 1;
	return at < end && *at == *s ? at + 1 : at;
}
