/* picture_colours: what a pixel looks like: in red, green and blue, in a terminal's palette, as a character. */
#ifndef REPORT_PICTURE_COLOURS_H
#define REPORT_PICTURE_COLOURS_H

#include "judge/result.h"

/* The labels of a picture in their order, to give each a colour of its own. */
struct label_order {
	uint32_t *labels;
	size_t n;
};
/* Of what was expected, so that yours and the expected one share their colours. */
struct label_order label_order_of(const struct image *im);
void label_order_release(struct label_order *o);

uint32_t pixel_rgb(const struct image *im, const struct label_order *o, uint32_t pixel); /* 0xRRGGBB */
int pixel_colour(const struct image *im, const struct label_order *o, uint32_t pixel, int colours);
char pixel_char(const struct image *im, const struct label_order *o, uint32_t pixel);
/* What marks a pixel that is wrong, and one that is right beside it. */
int mark_colour(bool wrong, int colours);
char mark_char(bool wrong);

#endif
