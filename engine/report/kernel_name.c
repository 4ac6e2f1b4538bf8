/* kernel_name: see kernel_name.h. */
#include "report/kernel_name.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/literal.h"
#include "report/doc/text.h"

static bool part_of_word(char c)
{
	return literal_in_word(c) || c == '$' || (unsigned char)c >= 0x80;
}

/* Does a '<' or '>' at s[k] open or close a list of arguments? Not after "operator", and not in "->". */
static bool bracket(const char *s, size_t k)
{
	size_t w = k;

	if (k && s[k] == '>' && s[k - 1] == '-')
		return false;
	while (w && strchr("<>=", s[w - 1]))
		w--;
	return w < 8 || memcmp(s + w - 8, "operator", 8) != 0;
}

/* How deep lists of arguments lie in each other; -1: one ends that has not begun. A list without its end is that of a
 * name that was cut before. */
static int deepest(const char *s)
{
	int depth = 0, most = 0;

	for (size_t k = 0; s[k]; k++) {
		if (s[k] == '<' && bracket(s, k))
			most = ++depth > most ? depth : most;
		else if (s[k] == '>' && bracket(s, k) && --depth < 0)
			return -1;
	}
	return most;
}

/* Is a namespace's name of n bytes that of a version: CUB_300001_SM_800, THRUST_300001_SM_800_NS, __4, __v1? */
static bool is_version(const char *s, size_t n)
{
	size_t k = 0;

	if (n > 2 && s[0] == '_' && s[1] == '_') {
		k = s[2] == 'v' ? 3 : 2;
		while (k < n && isdigit((unsigned char)s[k]))
			k++;
		return k == n;
	}
	while (k < n && isupper((unsigned char)s[k]))
		k++;
	return k && k + 1 < n && s[k] == '_' && isdigit((unsigned char)s[k + 1]) && memchr(s + k, 'S', n - k) != NULL;
}

/* Without the namespaces of versions, or without any namespace in a list of arguments. */
static void drop_namespaces(const char *s, bool versions_only, struct buf *out)
{
	int depth = 0;

	for (size_t k = 0; s[k];) {
		size_t n = 0;

		while (part_of_word(s[k + n]))
			n++;
		if (n && s[k + n] == ':' && s[k + n + 1] == ':' &&
			(versions_only ? is_version(s + k, n) : depth > 0 && part_of_word(s[k + n + 2]))) {
			k += n + 2;
			continue;
		}
		if (!n) {
			n = 1;
			depth += s[k] == '<' && bracket(s, k);
			depth -= s[k] == '>' && bracket(s, k);
		}
		buf_add(out, s + k, n);
		k += n;
	}
}

/* With "<...>" for each list of arguments that lies in `level` - 1 others. */
static void fold_lists(const char *s, int level, struct buf *out)
{
	int depth = 0;

	for (size_t k = 0; s[k]; k++) {
		bool opens = s[k] == '<' && bracket(s, k), closes = s[k] == '>' && bracket(s, k);

		depth += opens;
		if (opens && depth == level)
			buf_puts(out, "<...");
		if (depth < level || (closes && depth == level)) {
			if (closes && out->len && out->data[out->len - 1] == ' ')
				out->data[--out->len] = '\0'; /* "> >" */
			buf_putc(out, s[k]);
		}
		depth -= closes;
	}
}

void kernel_name_words(const char *name, int most, struct buf *out)
{
	int depth = deepest(name);
	struct buf now, next;

	buf_init(&now);
	buf_init(&next);
	buf_puts(&now, name);
	for (int step = 0; text_columns(now.data) > most && depth >= 0 && step < 2 + depth; step++) {
		buf_clear(&next);
		if (step < 2)
			drop_namespaces(now.data, step == 0, &next);
		else
			fold_lists(now.data, depth - (step - 2), &next);
		buf_clear(&now);
		buf_puts(&now, next.data);
	}
	if (text_columns(now.data) > most) {
		buf_add(out, now.data, text_cut(now.data, now.len, most - 3));
		buf_puts(out, "...");
	} else {
		buf_puts(out, now.data);
	}
	buf_release(&now);
	buf_release(&next);
}
