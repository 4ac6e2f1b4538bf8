/* theme: styles by name; what they look like stands in theme.def. */
#ifndef REPORT_THEME_H
#define REPORT_THEME_H

#include <stdint.h>

enum style {
#define STYLE(id, either, dark, light, c8, attrs) STYLE_##id,
#include "report/doc/theme.def"
	STYLE_COUNT
};
enum style_attr { ATTR_BOLD = 1, ATTR_REVERSE = 2, ATTR_UNDERLINE = 4, ATTR_ITALIC = 8 };

/* Of which background the colours are: nobody knows, so that they are readable on both; dark; light. */
enum theme { THEME_EITHER, THEME_DARK, THEME_LIGHT, THEMES };

struct style_look {
	short color256[THEMES], color8;
	unsigned attrs;
};
const struct style_look *style_look(enum style s);
/* Red, green and blue (0 to 255) of a colour of the 256-colour palette from 16 on. */
void palette_rgb(int color, int rgb[3]);

#endif
