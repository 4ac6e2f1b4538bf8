/* manifest_images: arguments of a step that are pictures, in one case: their keys, and the rules that they obey. What
 * becomes of them stands in judge/image.h and report/picture.h.
 */
#include <string.h>

#include "lab/manifest.h"
#include "lab/manifest_keys.h"

#define NKEYS(k) (sizeof(k) / sizeof(k)[0])
#define FAIL(s, line, ...) err_at(e, ERR_INPUT, (s)->lab->manifest, (line), 0, __VA_ARGS__)

static int read_image_kind(struct reader *r, yaml_node_t *v, void *at)
{
	static const char *const words[] = { [IMAGE_GREY] = "grey", [IMAGE_RGB] = "rgb", [IMAGE_LABELS] = "labels" };
	int i;

	if (read_choice(r, v, words, NKEYS(words), &i))
		return -1;
	*(enum image_kind *)at = (enum image_kind)i;
	return 0;
}

static const struct key image_keys[] = {
	{ "of", true, offsetof(struct image_arg, of), read_identifier },
	{ "name", true, offsetof(struct image_arg, name), read_slug },
	{ "kind", true, offsetof(struct image_arg, kind), read_image_kind },
	{ "width", false, offsetof(struct image_arg, width), read_expr },
	{ "height", false, offsetof(struct image_arg, height), read_expr },
	{ "white", false, offsetof(struct image_arg, white), yaml_read_double },
};
static const struct map image_map = { "a picture", image_keys, NKEYS(image_keys), NULL };

static int read_image(struct reader *r, yaml_node_t *v, void *at)
{
	struct image_arg *im = at;

	im->line = yaml_line(v);
	im->white = 255;
	return yaml_read_map(r, v, &image_map, im);
}

static int read_image_list(struct reader *r, yaml_node_t *v, void *at)
{
	struct images *im = at;

	im->show = yaml_read_list(r, v, "pictures", 1, IMAGES_MAX, sizeof *im->show, read_image, &im->nshow);
	return im->show ? 0 : -1;
}

static const struct key images_keys[] = {
	{ "case", false, offsetof(struct images, on_case), yaml_read_line },
	{ "drawn", false, offsetof(struct images, drawn), read_identifier },
	{ "show", true, 0, read_image_list },
};
static const struct map images_map = { "the pictures", images_keys, NKEYS(images_keys), NULL };

int read_images(struct reader *r, yaml_node_t *v, void *at)
{
	struct images *im = &((struct step *)at)->images;

	im->line = yaml_line(v);
	return yaml_read_map(r, v, &images_map, im);
}

/* ---- rules */

static struct arg *arg_named(const struct step *s, const char *name)
{
	for (size_t i = 0; i < s->nargs; i++)
		if (!strcmp(s->args[i].name, name))
			return &s->args[i];
	return NULL;
}

/* Sides that are not told are those of the argument's shape. */
static void default_sides(const struct arg *a, struct image_arg *im)
{
	bool rgb = im->kind == IMAGE_RGB;

	if (a->nshape != (rgb ? 3 : 2))
		return;
	im->height = im->height ? im->height : a->shape[0];
	im->width = im->width ? im->width : a->shape[1];
}

static int check_sides(const struct step *s, const struct test_case *tc, const struct arg *a,
	const struct image_arg *im, struct err *e)
{
	long long w, h, n, values = im->kind == IMAGE_RGB ? 3 : 1;

	if (expr_eval(im->width, tc, &w, e) || expr_eval(im->height, tc, &h, e) || expr_eval(a->count, tc, &n, e)) {
		struct err why = *e;

		return FAIL(s, im->line, "picture '%s': %s", im->name, why.msg);
	}
	if (w < 1 || h < 1 || w > IMAGE_PIXELS_MAX / h)
		return FAIL(s, im->line, "picture '%s': %lld x %lld pixels; expected 1 to %d in all", im->name, w, h,
			IMAGE_PIXELS_MAX);
	if (w * h * values != n)
		return FAIL(s, im->line, "picture '%s': %lld x %lld pixels take %lld elements, and '%s' has %lld",
			im->name, w, h, w * h * values, a->name, n);
	return 0;
}

static int check_drawn(const struct step *s, const struct images *im, struct err *e)
{
	const struct arg *a = arg_named(s, im->drawn);

	if (!a || (a->kind != ARG_IN && a->kind != ARG_INOUT))
		return FAIL(s, im->line, "pictures: no input is named '%s'", im->drawn);
	if ((a->fill.kind != FILL_INTEGERS && a->fill.kind != FILL_UNIFORM) || a->nshape < 2)
		return FAIL(s, im->line,
			"pictures: what is drawn needs a shape [rows, columns] and a fill {integers: [lo, hi]} or "
			"{uniform: [lo, hi]}, and '%s' has another",
			im->drawn);
	return 0;
}

int rules_check_images(const struct step *s, struct err *e)
{
	const struct images *all = &s->images;
	const struct test_case *tc = step_case(s, all->on_case);

	if (!tc)
		return FAIL(s, all->line, "pictures: no case is named '%s'", all->on_case);
	if (tc->drawn)
		return FAIL(s, all->line, "pictures: the sizes of case '%s' must be fixed", tc->name);
	if (all->drawn && check_drawn(s, all, e))
		return -1;
	for (size_t i = 0; i < all->nshow; i++) {
		struct image_arg *im = &all->show[i];
		const struct arg *a = arg_named(s, im->of);

		if (!a || a->kind == ARG_VALUE)
			return FAIL(s, im->line, "picture '%s': no buffer is named '%s'", im->name, im->of);
		for (size_t k = 0; k < i; k++)
			if (!strcmp(all->show[k].name, im->name))
				return FAIL(s, im->line, "two pictures are named '%s'", im->name);
		default_sides(a, im);
		if (!im->width || !im->height)
			return FAIL(s, im->line, "picture '%s': expected width and height, for '%s' has no shape %s",
				im->name, im->of, im->kind == IMAGE_RGB ? "[rows, columns, 3]" : "[rows, columns]");
		if (!(im->white > 0))
			return FAIL(s, im->line, "picture '%s': expected a white above 0", im->name);
		if (check_sides(s, tc, a, im, e))
			return -1;
	}
	return 0;
}
