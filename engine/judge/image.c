/* image: see image.h. */
#include "judge/image.h"

#include <math.h>
#include <string.h>

#include "judge/compare.h"

const struct test_case *image_case(const struct step *s)
{
	return s->images.nshow ? step_case(s, s->images.on_case) : NULL;
}

bool image_drawn(const struct step *s, const struct test_case *tc, const struct arg *a)
{
	return s->images.drawn && image_case(s) == tc && !strcmp(s->images.drawn, a->name);
}

/* A char is a byte here: the levels of a picture go to 255. */
static double number(enum elem_type t, const void *p, size_t i)
{
	return t == ELEM_CHAR ? ((const unsigned char *)p)[i] : element_value(t, p, i);
}

static uint32_t level(double v, double white)
{
	double scaled = v / white * 255 + 0.5;

	return !(scaled >= 0) ? 0 : scaled >= 255 ? 255 : (uint32_t)scaled; /* NaN is black */
}

/* A label as a number of 32 bits; one that fits keeps its value, so 0 stays the ground. */
static uint32_t label(double v)
{
	return isfinite(v) ? (uint32_t)(long long)fmod(v, 4294967296.0) : UINT32_MAX;
}

static uint32_t pixel(const struct image_arg *im, enum elem_type t, const void *p, size_t i)
{
	if (im->kind == IMAGE_LABELS)
		return label(number(t, p, i));
	if (im->kind == IMAGE_GREY)
		return level(number(t, p, i), im->white);
	return level(number(t, p, 3 * i), im->white) << 16 | level(number(t, p, 3 * i + 1), im->white) << 8 |
		level(number(t, p, 3 * i + 2), im->white);
}

static const uint32_t *pixels(struct arena *a, const struct image_arg *im, enum elem_type t, const void *p, size_t n)
{
	uint32_t *out = arena_alloc(a, n * sizeof *out);

	for (size_t i = 0; i < n; i++)
		out[i] = pixel(im, t, p, i);
	return out;
}

/* Where every bit counts, every element does; a sum may be off by what is not seen. */
static bool differs(
	const struct step *s, const struct image *im, enum elem_type t, const void *got, const void *want, size_t i)
{
	size_t values = im->kind == IMAGE_RGB ? 3 : 1;

	if (s->compare.kind == COMPARE_SUM)
		return im->mine[i] != im->want[i];
	for (size_t k = i * values; k < (i + 1) * values; k++) {
		double a = number(t, got, k), b = number(t, want, k);

		if (a != b && !(isnan(a) && isnan(b)))
			return true;
	}
	return false;
}

static void compare(
	struct arena *a, const struct step *s, struct image *im, enum elem_type t, const void *got, const void *want)
{
	size_t n = (size_t)im->width * im->height;
	uint8_t *wrong = arena_alloc(a, n);

	for (size_t i = 0; i < n; i++) {
		wrong[i] = differs(s, im, t, got, want, i);
		im->nwrong += wrong[i];
	}
	im->wrong = wrong;
}

void image_take(struct result *r, const struct case_data *d, const struct outputs *got, const struct outputs *want)
{
	const struct images *all = &d->step->images;

	r->images = arena_alloc(&r->arena, all->nshow * sizeof *r->images);
	for (size_t i = 0; i < all->nshow; i++) {
		const struct image_arg *decl = &all->show[i];
		struct image *im = &r->images[r->nimages];
		const struct case_arg *a = NULL;
		long long w, h;
		size_t at = 0, n;

		for (size_t k = 0; k < d->step->nargs; k++)
			if (!strcmp(d->step->args[k].name, decl->of))
				a = &d->args[at = k];
		if (!a || expr_eval(decl->width, d->tc, &w, NULL) || expr_eval(decl->height, d->tc, &h, NULL))
			continue; /* the rules of the manifest keep it from here */
		*im = (struct image){
			.name = decl->name, .kind = decl->kind, .width = (uint32_t)w, .height = (uint32_t)h
		};
		n = (size_t)w * (size_t)h;
		if (a->arg->kind == ARG_IN) {
			im->mine = pixels(&r->arena, decl, a->arg->type, a->data, n);
		} else {
			im->mine = pixels(&r->arena, decl, a->arg->type, got->data[at], n);
			im->want = pixels(&r->arena, decl, a->arg->type, want->data[at], n);
			compare(&r->arena, d->step, im, a->arg->type, got->data[at], want->data[at]);
		}
		r->nimages++;
	}
}
