/* picture_colours: see picture_colours.h. No label is red: red is for what is wrong. */
#include "report/picture_colours.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "report/doc/theme.h"

/* Of the 256-colour palette; neighbours in the list are far apart. */
static const int label_colours[] = { 39, 214, 46, 201, 226, 51, 99, 208, 118, 177, 229, 33, 142, 213, 43, 105, 222, 155,
	74, 139 };
/* ... and of 16: neither red. */
static const int label_colours_16[] = { 14, 11, 10, 13, 12, 6, 3, 2, 5, 4, 15 };
static const char label_chars[] = "ABCDEFGHIJKLMNOPQRSTUVWYZabcdefghijklmnopqrstuvwyz0123456789"; /* no X */
static const char ramp[] = " .:-=+*#%@";

static int by_value(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

struct label_order label_order_of(const struct image *im)
{
	size_t n = (size_t)im->width * im->height;
	struct label_order o = { 0 };

	if (im->kind != IMAGE_LABELS)
		return o;
	o.labels = xcalloc(n, sizeof *o.labels);
	memcpy(o.labels, im->want ? im->want : im->mine, n * sizeof *o.labels);
	qsort(o.labels, n, sizeof *o.labels, by_value);
	for (size_t i = 0; i < n; i++)
		if (o.labels[i] && (!o.n || o.labels[o.n - 1] != o.labels[i]))
			o.labels[o.n++] = o.labels[i];
	return o;
}

void label_order_release(struct label_order *o)
{
	free(o->labels);
	*o = (struct label_order){ 0 };
}

/* Which of `n` looks a label has; one that was not expected anywhere gets one by its value. */
static size_t look_of(const struct label_order *o, uint32_t label, size_t n)
{
	const uint32_t *at = bsearch(&label, o->labels, o->n, sizeof *o->labels, by_value);

	return (at ? (size_t)(at - o->labels) : label * 2654435761u >> 16) % n;
}

uint32_t pixel_rgb(const struct image *im, const struct label_order *o, uint32_t pixel)
{
	int rgb[3];

	if (im->kind == IMAGE_RGB)
		return pixel;
	if (im->kind == IMAGE_GREY)
		return pixel * 0x010101u;
	if (!pixel)
		return 0;
	palette_rgb(label_colours[look_of(o, pixel, sizeof label_colours / sizeof *label_colours)], rgb);
	return (uint32_t)(rgb[0] << 16 | rgb[1] << 8 | rgb[2]);
}

/* Of the cube of 6 x 6 x 6. */
static int cube(uint32_t v)
{
	return v < 48 ? 0 : v < 115 ? 1 : (int)(v - 35) / 40;
}

int pixel_colour(const struct image *im, const struct label_order *o, uint32_t pixel, int colours)
{
	static const int greys_16[] = { 0, 8, 7, 15 };
	uint32_t r = pixel >> 16 & 255, g = pixel >> 8 & 255, b = pixel & 255;
	bool many = colours >= 256;

	switch (im->kind) {
	case IMAGE_GREY:
		if (!many)
			return greys_16[pixel / 64];
		pixel = (pixel * 25 + 127) / 255;
		return pixel == 0 ? 16 : pixel == 25 ? 231 : 231 + (int)pixel;
	case IMAGE_RGB:
		if (many)
			return 16 + 36 * cube(r) + 6 * cube(g) + cube(b);
		return (r > 127) | (g > 127) << 1 | (b > 127) << 2 | (r > 191 || g > 191 || b > 191) << 3;
	default:
		if (!pixel)
			return many ? 16 : 0;
		return many ? label_colours[look_of(o, pixel, sizeof label_colours / sizeof *label_colours)] :
			      label_colours_16[look_of(o, pixel, sizeof label_colours_16 / sizeof *label_colours_16)];
	}
}

char pixel_char(const struct image *im, const struct label_order *o, uint32_t pixel)
{
	if (im->kind == IMAGE_LABELS)
		return pixel ? label_chars[look_of(o, pixel, sizeof label_chars - 1)] : '.';
	if (im->kind == IMAGE_RGB)
		pixel = (299 * (pixel >> 16 & 255) + 587 * (pixel >> 8 & 255) + 114 * (pixel & 255)) / 1000;
	return ramp[pixel * (sizeof ramp - 1) / 256];
}

int mark_colour(bool wrong, int colours)
{
	if (colours >= 256)
		return wrong ? 196 : 236;
	return wrong ? 9 : 0;
}

char mark_char(bool wrong)
{
	return wrong ? 'X' : '.';
}
