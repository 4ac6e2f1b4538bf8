/* picture: see picture.h. A panel is one picture at one size: a grid of cells, each the mean of the pixels in it, or
 * for labels the one in its middle. */
#include "report/picture.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/png.h"
#include "report/doc/text.h"
#include "report/json_run.h"
#include "report/picture_colours.h"

enum { GAP = 2, MOST_ROWS = 16, NARROW = 110, PANELS = 3 * IMAGES_MAX };
enum shows { MINE, WANT, WRONG };

struct panel {
	const struct image *im;
	enum shows shows;
	struct label_order order;
	uint32_t columns, lines; /* cells */
};

/* ---- which panels, and how large */
static size_t panels_of(const struct result *r, bool wide, struct panel p[PANELS])
{
	size_t n = 0;

	/* What is wrong comes first: it is what a person looks for. */
	for (int wrong = 1; wrong >= 0; wrong--)
		for (size_t i = 0; i < r->nimages && i < IMAGES_MAX; i++) {
			const struct image *im = &r->images[i];

			if ((im->nwrong > 0) != wrong)
				continue;
			p[n++] = (struct panel){ .im = im, .shows = MINE };
			if (im->want && (wrong || wide))
				p[n++] = (struct panel){ .im = im, .shows = WANT };
			if (wrong)
				p[n++] = (struct panel){ .im = im, .shows = WRONG };
		}
	for (size_t i = 0; i < n; i++)
		p[i].order = label_order_of(p[i].im);
	return n;
}

/* As large as fits, by a whole factor where it is enlarged. */
static void fit(struct panel *p, uint32_t room)
{
	uint32_t w = p->im->width, h = p->im->height, tall = 2 * MOST_ROWS, by = room / w;

	if (by > tall / h)
		by = tall / h;
	if (by >= 1) {
		p->columns = w * by;
		p->lines = h * by;
		return;
	}
	p->columns = room < w ? room : w;
	p->lines = (uint32_t)((uint64_t)h * p->columns / w);
	if (p->lines > tall) {
		p->lines = tall;
		p->columns = (uint32_t)((uint64_t)w * tall / h);
	}
	p->lines = p->lines ? p->lines : 1;
	p->columns = p->columns ? p->columns : 1;
}

/* ---- a cell */
static uint32_t mean(const struct image *im, const uint32_t *px, uint32_t x0, uint32_t x1, uint32_t y0, uint32_t y1)
{
	uint64_t sum[3] = { 0 }, n = (uint64_t)(x1 - x0) * (y1 - y0);

	if (im->kind == IMAGE_LABELS)
		return px[(size_t)((y0 + y1 - 1) / 2) * im->width + (x0 + x1 - 1) / 2];
	for (uint32_t y = y0; y < y1; y++)
		for (uint32_t x = x0; x < x1; x++)
			for (int c = 0; c < 3; c++)
				sum[c] += px[(size_t)y * im->width + x] >> 8 * c & 255;
	return (uint32_t)(sum[2] / n << 16 | sum[1] / n << 8 | sum[0] / n);
}

static bool any_wrong(const struct image *im, uint32_t x0, uint32_t x1, uint32_t y0, uint32_t y1)
{
	for (uint32_t y = y0; y < y1; y++)
		for (uint32_t x = x0; x < x1; x++)
			if (im->wrong[(size_t)y * im->width + x])
				return true;
	return false;
}

/* `high` lines from `line` on are one cell. For WRONG: is anything in it? */
static uint32_t cell(const struct panel *p, uint32_t column, uint32_t line, uint32_t high)
{
	const struct image *im = p->im;
	uint32_t x0 = (uint32_t)((uint64_t)column * im->width / p->columns);
	uint32_t x1 = (uint32_t)(((uint64_t)column + 1) * im->width / p->columns);
	uint32_t y0 = (uint32_t)((uint64_t)line * im->height / p->lines);
	uint32_t y1 = (uint32_t)(((uint64_t)line + high) * im->height / p->lines);

	x1 = x1 > x0 ? x1 : x0 + 1;
	y1 = y1 > im->height ? im->height : y1 > y0 ? y1 : y0 + 1;
	if (p->shows == WRONG)
		return any_wrong(im, x0, x1, y0, y1);
	return mean(im, p->shows == WANT ? im->want : im->mine, x0, x1, y0, y1);
}

static int colour(const struct panel *p, uint32_t value, int colours)
{
	return p->shows == WRONG ? mark_colour(value, colours) : pixel_colour(p->im, &p->order, value, colours);
}

/* Two lines of cells are one of text. */
static void put_line(const struct panel *p, uint32_t line, struct doc *d)
{
	uint32_t high = p->lines - line < 2 ? 1 : 2;

	for (uint32_t c = 0; c < p->columns; c++) {
		if (d->colours) {
			int upper = colour(p, cell(p, c, line, 1), d->colours);
			int lower = high == 2 ? colour(p, cell(p, c, line + 1, 1), d->colours) : STYLE_NO_COLOUR;

			doc_put(d, style_of_colours(upper, lower), "\xE2\x96\x80");
		} else {
			uint32_t value = cell(p, c, line, high);
			char one[2] = { p->shows == WRONG ? mark_char(value) : pixel_char(p->im, &p->order, value) };

			doc_put(d, STYLE_TEXT, one);
		}
	}
}

static void title_of(const struct panel *p, struct buf *out)
{
	const struct image *im = p->im;

	buf_puts(out, im->name);
	if (p->shows == WRONG)
		buf_printf(out, ": %zu of %zu differ", im->nwrong, (size_t)im->width * im->height);
	else if (p->shows == WANT)
		buf_puts(out, ", expected");
	else if (im->want)
		buf_puts(out, ", yours");
}

/* ---- the document */
static void put_row(const struct panel *p, size_t n, uint32_t room, struct doc *d)
{
	uint32_t lines = 0;

	doc_gap(d);
	for (size_t i = 0; i < n; i++) {
		struct buf b;

		buf_init(&b);
		title_of(&p[i], &b);
		if (i)
			doc_pad(d, (int)(i * (room + GAP)));
		doc_putn(d, STYLE_STRONG, b.data, text_cut(b.data, b.len, (int)room));
		buf_release(&b);
		lines = p[i].lines > lines ? p[i].lines : lines;
	}
	doc_break(d);
	for (uint32_t line = 0; line < lines; line += 2) {
		for (size_t i = 0; i < n; i++) {
			if (i)
				doc_pad(d, (int)(i * (room + GAP)));
			if (line < p[i].lines)
				put_line(&p[i], line, d);
		}
		doc_break(d);
	}
}

static void no_pictures(const struct result *r, struct doc *d)
{
	const struct step *s = r->step;
	const struct test_case *tc = s && s->images.nshow ? step_case(s, s->images.on_case) : NULL;
	struct buf b;

	buf_init(&b);
	if (!tc)
		buf_puts(&b, "This step has no pictures.");
	else
		buf_printf(&b, "There are no pictures: case '%s' did not run to its end.", tc->name);
	doc_wrap(d, STYLE_TEXT, 0, b.data);
	buf_release(&b);
}

void picture_doc(const struct result *r, struct doc *d)
{
	bool wide = d->width >= NARROW;
	size_t per_row = wide ? 3 : 2, n;
	struct panel p[PANELS];
	uint32_t room;
	struct buf b;

	if (!r->nimages) {
		no_pictures(r, d);
		return;
	}
	n = panels_of(r, wide, p);
	per_row = n < per_row ? n : per_row;
	room = ((uint32_t)d->width - GAP * (uint32_t)(per_row - 1)) / (uint32_t)per_row;
	buf_init(&b);
	buf_printf(&b, "Case '%s', %u x %u pixels", step_case(r->step, r->step->images.on_case)->name,
		r->images[0].width, r->images[0].height);
	doc_put(d, STYLE_DIM, b.data);
	doc_break(d);
	buf_release(&b);
	for (size_t i = 0; i < n; i++)
		fit(&p[i], room);
	for (size_t i = 0; i < n; i += per_row)
		put_row(p + i, n - i < per_row ? n - i : per_row, room, d);
	for (size_t i = 0; i < n; i++)
		label_order_release(&p[i].order);
}

void report_picture_text(const struct result *r, const struct text_style *st, struct buf *out)
{
	struct doc d;

	doc_init(&d, st->width > 0 ? st->width : 80, st->utf8);
	picture_doc(r, &d);
	doc_text(&d, out);
	doc_release(&d);
}

static json_t *json_pixels(const struct image *im, const uint32_t *px)
{
	json_t *rows = json_array();

	for (uint32_t y = 0; px && y < im->height; y++) {
		json_t *row = json_array();

		for (uint32_t x = 0; x < im->width; x++)
			json_array_append_new(row, json_integer(px[(size_t)y * im->width + x]));
		json_array_append_new(rows, row);
	}
	return rows;
}

void report_picture_json(const struct result *r, struct buf *out)
{
	static const char *const kinds[] = { [IMAGE_GREY] = "grey", [IMAGE_RGB] = "rgb", [IMAGE_LABELS] = "labels" };
	json_t *o = json_object(), *all = json_array();

	json_object_set_new(o, "schema", json_string("warplings.picture/1"));
	json_object_set_new(o, "step", json_text(r->step_id));
	for (size_t i = 0; i < r->nimages; i++) {
		const struct image *im = &r->images[i];
		json_t *one = json_object();

		json_object_set_new(one, "name", json_text(im->name));
		json_object_set_new(one, "kind", json_string(kinds[im->kind]));
		json_object_set_new(one, "width", json_integer(im->width));
		json_object_set_new(one, "height", json_integer(im->height));
		json_object_set_new(one, "differ", im->want ? json_integer((json_int_t)im->nwrong) : json_null());
		json_object_set_new(one, "pixels", json_pixels(im, im->mine));
		if (im->want)
			json_object_set_new(one, "expected", json_pixels(im, im->want));
		json_array_append_new(all, one);
	}
	json_object_set_new(o, "pictures", all);
	json_out(o, out);
}

/* ---- files */
static int write_one(const struct image *im, const uint32_t *px, const char *path, struct err *e)
{
	size_t n = (size_t)im->width * im->height;
	int channels = im->kind == IMAGE_GREY ? 1 : 3, rc;
	uint8_t *bytes = xcalloc(n, (size_t)channels);
	struct label_order order = label_order_of(im);
	struct buf png;

	for (size_t i = 0; i < n; i++) {
		uint32_t rgb = pixel_rgb(im, &order, px[i]);

		for (int c = 0; c < channels; c++)
			bytes[i * (size_t)channels + (size_t)c] = (uint8_t)(rgb >> 8 * (2 - c));
	}
	buf_init(&png);
	png_write(&png, bytes, im->width, im->height, channels);
	rc = fs_write_atomic(path, png.data, png.len, 0644, e);
	buf_release(&png);
	label_order_release(&order);
	free(bytes);
	return rc;
}

int picture_write(const struct result *r, struct buf *said, struct err *e)
{
	size_t n = strlen(r->file), cut = n > 3 && !strcmp(r->file + n - 3, ".cu") ? n - 3 : n;

	for (size_t i = 0; i < r->nimages; i++) {
		const struct image *im = &r->images[i];

		for (int expected = 0; expected <= (im->nwrong > 0); expected++) {
			char *path =
				xasprintf("%.*s.%s%s.png", (int)cut, r->file, im->name, expected ? ".expected" : "");
			int rc = write_one(im, expected ? im->want : im->mine, path, e);

			if (!rc)
				buf_printf(said, "%s\n", path);
			free(path);
			if (rc)
				return -1;
		}
	}
	return 0;
}
