/* theme: styles by name; what they look like stands in theme.def. */
#ifndef REPORT_THEME_H
#define REPORT_THEME_H

#include <stdbool.h>
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
const struct style_look *style_look(enum style s); /* not for a style of colours */
/* Two colours of the palette, of a character and of what is behind it: the pixels of a picture. */
#define STYLE_NO_COLOUR 256 /* behind it: the terminal's own */
enum style style_of_colours(int front, int behind);
/* False: it is a style of the table. */
bool style_colours(enum style s, int *front, int *behind);
/* Red, green and blue (0 to 255) of a colour of the 256-colour palette: of the first 16 what xterm makes of them. */
void palette_rgb(int color, int rgb[3]);

#endif
