/* names.c: what a submission is called: in tables and on a terminal, where a name is one line of plain text, and as a
 * file. Two submissions never have one file. */
#include <stdlib.h>
#include <string.h>

#include "base/literal.h"
#include "grade/internal.h"

char *one_line(const char *name)
{
	char *s = xscrub(name, strlen(name));

	for (char *p = s; *p; p++)
		if (*p == '\n' || *p == '\t')
			*p = '?';
	return s;
}

/* Letters, digits, '_', and '-' and dots inside stay; every other byte becomes %XX, so that two names never become one,
 * and `prove *.tap` takes no name for an option. */
char *slug_of(const char *name)
{
	static const char format[] = ".gradescope";
	const size_t n = sizeof format - 1;
	struct buf b;

	buf_init(&b);
	for (const char *s = name; *s; s++) {
		bool plain = literal_in_word(*s) || ((*s == '-' || *s == '.') && s != name);

		if (plain)
			buf_putc(&b, *s);
		else
			buf_printf(&b, "%%%02X", (unsigned char)*s);
	}
	if (b.len > 150) { /* the file's name gets an ending yet, and a file system has a limit */
		struct sha256 h;
		char hex[65];

		sha256_init(&h);
		sha256_add(&h, name, strlen(name));
		sha256_hex(&h, hex);
		b.data[100] = '\0';
		b.len = 100;
		buf_printf(&b, "%%-%.32s", hex); /* no name gives a % that is no number's: nobody else is called so */
	} else if (b.len > n && !strcmp(b.data + b.len - n, format)) {
		b.len -= n; /* its .json is another's .gradescope.json */
		buf_printf(&b, "%%2E%s", format + 1);
	}
	return buf_detach(&b);
}

const char *twin_of(char *const *names, size_t n, size_t i)
{
	const size_t len = strlen(names[i]) - archive_ending(names[i]);

	for (size_t k = 0; k < n; k++)
		if (k != i && !strncmp(names[k], names[i], len) &&
			(!names[k][len] || strlen(names[k]) - archive_ending(names[k]) == len))
			return names[k];
	return NULL;
}

/* The name of a submission: the folder's, or the archive's without its ending unless another has that, as it is or
 * without an ending. */
char *name_of(char *const *names, size_t n, size_t i)
{
	size_t cut = twin_of(names, n, i) ? 0 : archive_ending(names[i]);

	return xstrndup(names[i], strlen(names[i]) - cut);
}

static int by_shown(const void *a, const void *b)
{
	const struct student *const *x = a, *const *y = b;

	return strcmp((*x)->shown, (*y)->shown);
}

void tell_apart(struct student *all, size_t n)
{
	struct student **row = xcalloc(n + 1, sizeof *row);

	for (size_t i = 0; i < n; i++)
		row[i] = &all[i];
	qsort(row, n, sizeof *row, by_shown);
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && !by_shown(&row[i], &row[end]);)
			end++;
		for (size_t k = i; k < end && end > i + 1; k++) {
			char *both = xasprintf("%s (%s)", row[k]->shown, row[k]->slug);

			free(row[k]->shown);
			row[k]->shown = both;
		}
	}
	free(row);
}
