/* config: what a person may set: colours, characters, the mouse, keys. One file, read once at the start;
 * docs/config.md. Each setting has a value without a file. A line that is wrong changes nothing and is told; the others
 * hold. */
#ifndef TUI_CONFIG_H
#define TUI_CONFIG_H

#include <stdbool.h>

#include "base/err.h"
#include "report/doc/theme.h"
#include "tui/keys.h"

enum colours { COLOURS_AUTO, COLOURS_NONE, COLOURS_8, COLOURS_256 };
struct config {
	enum theme theme;
	enum colours colours;
	bool ascii, mouse;
	struct keymap keys;
};
void config_init(struct config *c);
void config_release(struct config *c);
/* The file's path, malloc'd: $WARPLINGS_CONFIG, else warplings/config in $XDG_CONFIG_HOME or ~/.config; NULL: nobody
 * says where. */
char *config_path(void);
/* A file that is not there is fine. -1: it can't be read, or has wrong lines, of which `e` names the first. */
int config_load(struct config *c, const char *path, struct err *e);
int config_parse(struct config *c, const char *path, const char *text, struct err *e);

#endif
