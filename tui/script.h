/* script: keys from a file instead of a person, and screens into files: docs/tui-scripting.md. */
#ifndef TUI_SCRIPT_H
#define TUI_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"

enum script_verb { SCRIPT_PRESS, SCRIPT_TYPE, SCRIPT_WAIT, SCRIPT_DUMP, SCRIPT_SIZE };
struct script_command {
	enum script_verb verb;
	const char *text; /* TYPE, WAIT: text; DUMP: name */
	const int *keys;
	size_t nkeys;   /* PRESS */
	int cols, rows; /* SIZE */
	int line;
};
struct script {
	struct arena arena;
	const char *path;
	struct script_command *commands;
	size_t ncommands, cap;
	size_t at; /* the next one */
};

/* Parse a script. A wrong line is ERR_USAGE with its place. */
int script_load(struct script *s, const char *path, struct err *e);
int script_parse(struct script *s, const char *path, const char *text, struct err *e);
void script_release(struct script *s);

#endif
