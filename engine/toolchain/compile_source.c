/* compile_source: the student's file before the compiler sees it: is it a text, what is its copy called, what does it
 * include from its own folder. */
#include "toolchain/compile_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/literal.h"

enum { SOURCE_MAX = 1 << 20 };

int compile_read_source(struct compilation *c, struct err *e)
{
	struct err mine = ERR_INIT;
	struct stat st;
	size_t blank = 0;

	if (stat(c->rq->source, &st) == 0 && !S_ISREG(st.st_mode))
		return compile_refuse(c, "%s: error: this is no regular file", c->shown_as);
	if (fs_read(c->rq->source, SOURCE_MAX, &c->source, &mine)) {
		if (mine.kind == ERR_INPUT)
			return compile_refuse(c,
				"%s: error: the file is larger than 1 MiB: a solution is a few hundred lines",
				c->shown_as);
		if (e)
			*e = mine;
		return -1;
	}
	if (memchr(c->source.data, '\0', c->source.len))
		return compile_refuse(
			c, "%s: error: this is no source text: it holds NUL bytes (a binary, or UTF-16?)", c->shown_as);
	while (blank < c->source.len && isspace((unsigned char)c->source.data[blank]))
		blank++;
	if (blank == c->source.len)
		return compile_refuse(
			c, "%s: error: the file is empty; `warplings reset` brings the starter back", c->shown_as);
	return 0;
}

void compile_choose_name(struct compilation *c)
{
	const char *s = c->shown_as;
	size_t n = strlen(s);
	bool plain = n > 3 && n < sizeof c->name && isalnum((unsigned char)s[0]) && !strcmp(s + n - 3, ".cu");

	for (size_t i = 0; plain && i < n; i++)
		plain = literal_in_word(s[i]) || s[i] == '-' || s[i] == '.';
	snprintf(c->name, sizeof c->name, "%s", plain ? s : "source.cu");
	c->renamed = !plain && n > 0 && n < sizeof c->out->name;
	for (size_t i = 0; c->renamed && i < n; i++) /* what may stand between quotes */
		c->renamed = (unsigned char)s[i] >= ' ' && s[i] != 0x7f && !strchr("\"\\", s[i]);
	snprintf(c->out->name, sizeof c->out->name, "%s", c->renamed ? s : c->name);
}

int compile_write_source(const struct compilation *c, const char *path, struct err *e)
{
	struct buf text;
	int r;

	buf_init(&text);
	if (c->renamed)
		buf_printf(&text, "#line 1 \"%s\"\n", c->shown_as);
	buf_add(&text, c->source.data, c->source.len);
	r = write_renamed(path, text.data, text.len, e);
	buf_release(&text);
	return r;
}

char *compile_source_folder(const struct compilation *c)
{
	char *real = realpath(c->rq->source, NULL), *slash = real ? strrchr(real, '/') : NULL, *link;

	if (slash)
		slash[slash == real] = '\0';
	if (!real || fs_plain_path(real))
		return real;
	link = xasprintf("%s/beside", c->dir);
	if (symlink(real, link)) {
		free(link);
		link = NULL;
	}
	free(real);
	return link;
}

bool compile_includes_beside(const struct compilation *c)
{
	static const char word[] = "include";
	const char *s = c->source.data, *end = s + c->source.len, *slash = strrchr(c->rq->source, '/');
	int folder = slash ? (int)(slash - c->rq->source) : 0;

	while ((s = memmem(s, (size_t)(end - s), word, sizeof word - 1))) {
		const char *before = s;
		size_t n;
		char *path;
		bool there;

		while (before > c->source.data && (before[-1] == ' ' || before[-1] == '\t'))
			before--;
		s += sizeof word - 1;
		if (before == c->source.data || before[-1] != '#')
			continue;
		s += strspn(s, " \t");
		if (*s != '"' && *s != '<')
			return true;
		n = strcspn(s + 1, *s == '"' ? "\"\n" : ">\n");
		path = slash ? xasprintf("%.*s/%.*s", folder, c->rq->source, (int)n, s + 1) :
			       xasprintf("%.*s", (int)n, s + 1);
		there = fs_exists(path);
		free(path);
		if (there)
			return true;
	}
	return false;
}
