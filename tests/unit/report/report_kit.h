/* What the tests of reports share: a report as text, and a look for words in it. */
#ifndef TESTS_REPORT_KIT_H
#define TESTS_REPORT_KIT_H

#include <check.h>
#include <string.h>

#include "base/buf.h"
#include "report/format.h"

/* char *text_at(int columns): what `report` (report_exec_text and its like) makes of the file's own `r` for a terminal
 * so many columns wide, without colours and UTF-8; for the caller to free. */
#define TEXT_AT(report) \
	static char *text_at(int columns) \
	{ \
		struct text_style st = { false, false, columns }; \
		struct buf b; \
		buf_init(&b); \
		report(&r, &st, &b); \
		return buf_detach(&b); \
	}

static inline void has(const char *text, const char *words)
{
	ck_assert_msg(strstr(text, words) != NULL, "no \"%s\" in:\n%s", words, text);
}

#endif
