/* config: see config.h. Lines: "word = value", "bind CONTEXT KEY REQUEST"; # begins a comment at a line's beginning. */
#include "tui/config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/fs.h"

void config_init(struct config *c)
{
	memset(c, 0, sizeof *c);
	c->mouse = true;
	keymap_init(&c->keys);
}

void config_release(struct config *c)
{
	keymap_release(&c->keys);
}

char *config_path(void)
{
	const char *own = getenv("WARPLINGS_CONFIG"), *xdg = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");

	if (own && *own)
		return xstrdup(own);
	if (xdg && *xdg == '/')
		return xasprintf("%s/warplings/config", xdg);
	return home && *home ? xasprintf("%s/.config/warplings/config", home) : NULL;
}

static int set(struct config *c, const char *path, int number, const char *word, const char *value, struct err *e)
{
	struct buf values, words;
	const char *last = "";
	bool known = false, found = false;

	buf_init(&values);
	buf_init(&words);
#define SETTING(w, v, statement, sentence) \
	if (strcmp(last, w)) \
		buf_printf(&words, "%s%s", words.len ? ", " : "", w); \
	last = w; \
	if (!strcmp(word, w)) { \
		known = true; \
		buf_printf(&values, "%s%s", values.len ? ", " : "", v); \
		if (!strcmp(value, v)) { \
			statement; \
			found = true; \
		} \
	}
#include "tui/config.def"
	if (!known)
		err_at(e, ERR_USAGE, path, number, 0, "There is no setting \"%s\"; there is: %s, bind.", word,
			words.data);
	else if (!found)
		err_at(e, ERR_USAGE, path, number, 0, "\"%s\" is no value of %s; there is: %s.", value, word,
			values.data);
	buf_release(&values);
	buf_release(&words);
	return found ? 0 : -1;
}

static char *next_word(char **at)
{
	char *word = *at + strspn(*at, " \t");
	size_t n = strcspn(word, " \t");

	*at = word + n + (word[n] != '\0');
	word[n] = '\0';
	return word;
}

static int parse_line(struct config *c, const char *path, int number, char *line, struct err *e)
{
	size_t n = strlen(line);
	char *word, *equals, *value, *words[3];

	while (n > 0 && isspace((unsigned char)line[n - 1]))
		line[--n] = '\0';
	line += strspn(line, " \t");
	if (!*line || *line == '#')
		return 0;
	if (!strncmp(line, "bind", 4) && (line[4] == ' ' || line[4] == '\t')) {
		line += 4;
		for (int i = 0; i < 3; i++)
			words[i] = next_word(&line);
		line += strspn(line, " \t");
		if (!*words[2] || *line)
			return err_at(e, ERR_USAGE, path, number, 0,
				"A key is bound by: bind CONTEXT KEY REQUEST, such as: bind step F5 run.");
		return keymap_bind(&c->keys, path, number, (const char *const *)words, e);
	}
	equals = strchr(line, '=');
	if (!equals)
		return err_at(
			e, ERR_USAGE, path, number, 0, "A line is \"word = value\" or \"bind CONTEXT KEY REQUEST\".");
	*equals = '\0';
	word = next_word(&line);
	value = equals + 1 + strspn(equals + 1, " \t");
	return set(c, path, number, word, value, e);
}

int config_parse(struct config *c, const char *path, const char *text, struct err *e)
{
	int number = 0, rc = 0;

	while (*text) {
		size_t n = strcspn(text, "\n");
		char *line = xstrndup(text, n);
		struct err ignored = ERR_INIT;

		if (parse_line(c, path, ++number, line, rc ? &ignored : e) < 0)
			rc = -1;
		free(line);
		text += n + (text[n] == '\n');
	}
	if (key_of(&c->keys, CTX_LIST, REQ_QUIT) || key_of(&c->keys, CTX_LIST, REQ_BACK))
		return rc;
	/* No key would leave: the built-in ones hold. */
	keymap_release(&c->keys);
	keymap_init(&c->keys);
	return rc ? rc :
		    err_at(e, ERR_USAGE, path, number, 0,
			    "With these keys nobody could leave: bind one to quit. The keys are as without this file.");
}

int config_load(struct config *c, const char *path, struct err *e)
{
	struct buf b;
	int rc = 0;

	if (!path || !fs_exists(path) || !strcmp(path, "/dev/null")) /* the usual word for none */
		return 0;
	buf_init(&b);
	rc = fs_read_plain(path, 1 << 16, &b, e);
	if (!rc)
		rc = config_parse(c, path, b.data ? b.data : "", e);
	buf_release(&b);
	return rc;
}
