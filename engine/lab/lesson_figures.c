/* lesson_figures: a comparison of times in words ("half the time", "three times as fast", "20 % slower") is a figure,
 * too, and ages as one that is written out. It has to stand beside one that was measured: {h200:KEY} in its own
 * paragraph or in the one before. Questions and headings say nothing. As with all searches for words, what is put in
 * another way is not seen.
 */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "lab/lesson.h"

enum { WORD = 24, BETWEEN = 3 };

struct reader_of_words {
	char word[BETWEEN + 2][WORD]; /* the last ones, the newest first */
	int ratio;                    /* so many words ago one said how many times; 0: none did */
	int line;                     /* of that word */
};

static bool one_of(const char *word, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcasecmp(word, list[i]))
			return true;
	return false;
}
#define ONE_OF(word, list) one_of(word, list, sizeof list / sizeof *list)

static const char *const parts[] = { "half", "third", "quarter", "tenth", "twice", "percent", "%", "double" };
static const char *const numbers[] = { "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve",
	"dozen", "hundred", "several" };
static const char *const between[] = { "of", "the", "as", "its", "their", "that", "a" };
static const char *const times[] = { "time", "fast", "faster", "slow", "slower", "long", "longer", "speed", "quick",
	"quicker" };

/* Take the next word; true where it ends a comparison of times. */
static bool take(struct reader_of_words *r, const char *word, int line)
{
	bool number = isdigit((unsigned char)r->word[0][0]) || ONE_OF(r->word[0], numbers);
	bool ratio = ONE_OF(word, parts) || (number && !strcasecmp(word, "times"));
	bool found = r->ratio && ONE_OF(word, times);

	if (ratio) {
		r->ratio = 1;
		r->line = line;
	} else if (r->ratio && (found || r->ratio > BETWEEN || !ONE_OF(word, between))) {
		r->ratio = 0;
	} else if (r->ratio) {
		r->ratio++;
	}
	memmove(r->word[1], r->word[0], sizeof r->word - sizeof *r->word);
	memcpy(r->word[0], word, WORD);
	return found;
}

/* The lines of one paragraph, [text, text + n): the line of a comparison that is no question; 0: there is none. */
static int compares_times(const char *text, size_t n, int line)
{
	struct reader_of_words r = { .ratio = 0 };
	int found = 0;

	for (size_t i = 0; i < n;) {
		char word[WORD] = "";
		size_t len = 0;

		line += text[i] == '\n';
		if (found && text[i] == '?') {
			found = 0;
		} else if (text[i] == '.' || text[i] == '?' || text[i] == '!' || text[i] == ';') {
			if (found)
				return found;
			memset(&r, 0, sizeof r);
		}
		while (i + len < n && (isalnum((unsigned char)text[i + len]) || text[i + len] == '%') &&
			len < WORD - 1) {
			word[len] = text[i + len];
			len++;
		}
		if (len && take(&r, word, line))
			found = r.line;
		i += len ? len : 1;
	}
	return found;
}

bool lesson_compares_times(const char *text)
{
	return !strstr(text, "{h200:") && !strstr(text, ":time}") && compares_times(text, strlen(text), 1);
}

static bool is_blank(const char *line, size_t n)
{
	return strspn(line, " \t\r") >= n;
}

void lesson_check_figures(const char *text, const char *shown, struct findings *f)
{
	const char *begin = NULL; /* of the paragraph that goes on */
	bool fenced = false, before = false;
	int number = 1, first = 0;

	for (const char *line = text;; number++) {
		size_t n = strcspn(line, "\n");
		bool mark = n >= 3 && (!strncmp(line, "```", 3) || !strncmp(line, "~~~", 3));
		bool words = !mark && !fenced && !is_blank(line, n) && *line != '#' && strncmp(line, "    ", 4) != 0;

		fenced ^= mark;
		if (words && !begin) {
			begin = line;
			first = number;
		} else if (!words && begin) {
			size_t len = (size_t)(line - begin);
			bool measured = memmem(begin, len, "{h200:", 6) != NULL;
			int found = measured || before ? 0 : compares_times(begin, len, first);

			if (found)
				lab_finding(f, shown, found,
					"times are compared in words, and no measured figure stands beside them: quote "
					"one ({h200:KEY}), or say it without a figure");
			before = measured;
			begin = NULL;
		}
		if (!*line)
			return;
		line += n + (line[n] == '\n');
	}
}
