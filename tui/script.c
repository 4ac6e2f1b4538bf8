/* script: see script.h. One command a line, # begins a comment line. */
#include "tui/script.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "tui/keys.h"

static int parse_keys(struct script *s, struct script_command *c, char *words, struct err *e)
{
	size_t cap = 0;
	int *keys = NULL;
	char *save = NULL;

	for (char *w = strtok_r(words, " \t", &save); w; w = strtok_r(NULL, " \t", &save)) {
		int key = key_parse(w);

		if (key == KEYC_NONE)
			return err_at(e, ERR_USAGE, s->path, c->line, 0, "There is no key named \"%s\".", w);
		*ARENA_PUSH(&s->arena, keys, c->nkeys, cap) = key;
	}
	c->keys = keys;
	if (c->nkeys == 0)
		return err_at(e, ERR_USAGE, s->path, c->line, 0, "\"press\" needs the names of keys.");
	return 0;
}

static int parse_line(struct script *s, char *line, int number, struct err *e)
{
	static const struct {
		const char *word;
		enum script_verb verb;
	} verbs[] = {
		{ "press", SCRIPT_PRESS },
		{ "type", SCRIPT_TYPE },
		{ "wait", SCRIPT_WAIT },
		{ "dump", SCRIPT_DUMP },
		{ "size", SCRIPT_SIZE },
	};
	struct script_command *c;
	size_t n, v = 0, nverbs = sizeof verbs / sizeof *verbs;
	char *rest;

	line += strspn(line, " \t");
	n = strlen(line);
	while (n > 0 && isspace((unsigned char)line[n - 1]))
		line[--n] = '\0';
	if (n == 0 || *line == '#')
		return 0;
	n = strcspn(line, " \t");
	while (v < nverbs && (strlen(verbs[v].word) != n || strncmp(verbs[v].word, line, n) != 0))
		v++;
	if (v == nverbs)
		return err_at(e, ERR_USAGE, s->path, number, 0,
			"\"%.*s\" is no command: press, type, wait, dump, size.", (int)n, line);
	rest = line + n + strspn(line + n, " \t");
	c = ARENA_PUSH(&s->arena, s->commands, s->ncommands, s->cap);
	c->verb = verbs[v].verb;
	c->line = number;
	c->text = arena_strdup(&s->arena, rest);
	if (c->verb == SCRIPT_PRESS)
		return parse_keys(s, c, rest, e);
	if (!*rest)
		return err_at(e, ERR_USAGE, s->path, number, 0, "\"%s\" needs a text.", verbs[v].word);
	if (c->verb == SCRIPT_DUMP && (strchr(rest, '/') || *rest == '.'))
		return err_at(e, ERR_USAGE, s->path, number, 0, "A dump's name is a plain file name without a folder.");
	if (c->verb == SCRIPT_SIZE &&
		(sscanf(rest, "%dx%d", &c->cols, &c->rows) != 2 || c->cols < 1 || c->rows < 1 || c->cols > 1000 ||
			c->rows > 1000))
		return err_at(e, ERR_USAGE, s->path, number, 0, "A size is COLUMNSxROWS, for instance 80x24.");
	return 0;
}

int script_parse(struct script *s, const char *path, const char *text, struct err *e)
{
	int number = 0;

	memset(s, 0, sizeof *s);
	arena_init(&s->arena);
	s->path = arena_strdup(&s->arena, path);
	while (*text) {
		size_t n = strcspn(text, "\n");
		char *line = arena_strndup(&s->arena, text, n);

		if (parse_line(s, line, ++number, e) < 0) {
			script_release(s);
			return -1;
		}
		text += n + (text[n] == '\n');
	}
	return 0;
}

int script_load(struct script *s, const char *path, struct err *e)
{
	struct buf b;
	int rc;

	memset(s, 0, sizeof *s);
	buf_init(&b);
	rc = fs_read(path, 1 << 20, &b, e);
	if (rc == 0)
		rc = script_parse(s, path, b.data, e);
	buf_release(&b);
	return rc;
}

void script_release(struct script *s)
{
	arena_release(&s->arena);
	memset(s, 0, sizeof *s);
}
