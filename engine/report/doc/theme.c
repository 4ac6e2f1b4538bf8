/* theme: the table of theme.def as data, and what the 256-colour palette means. */
#include "report/doc/theme.h"

const struct style_look *style_look(enum style s)
{
	static const struct style_look looks[STYLE_COUNT] = {
#define STYLE(id, either, dark, light, c8, attrs) { { either, dark, light }, c8, attrs },
#include "report/doc/theme.def"
	};

	return &looks[s];
}

enum { COLOURS = 1 << 20, FRONT = 1 << 10 };

enum style style_of_colours(int front, int behind)
{
	return (enum style)(COLOURS + front * FRONT + behind);
}

bool style_colours(enum style s, int *front, int *behind)
{
	if ((int)s < COLOURS)
		return false;
	*front = (int)(s - COLOURS) / FRONT;
	*behind = (int)(s - COLOURS) % FRONT;
	return true;
}

/* xterm's palette: sixteen that a person may have changed, a cube of 6x6x6, then 24 greys. */
void palette_rgb(int color, int rgb[3])
{
	static const int level[6] = { 0, 95, 135, 175, 215, 255 };
	static const int first[16] = { 0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
		0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff };

	if (color < 16) {
		for (int i = 0; i < 3; i++)
			rgb[i] = first[color] >> (16 - 8 * i) & 255;
	} else if (color >= 232) {
		rgb[0] = rgb[1] = rgb[2] = 8 + 10 * (color - 232);
	} else {
		rgb[0] = level[(color - 16) / 36 % 6];
		rgb[1] = level[(color - 16) / 6 % 6];
		rgb[2] = level[(color - 16) % 6];
	}
}
