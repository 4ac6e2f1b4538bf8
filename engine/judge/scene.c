/* scene: see scene.h. */
#include "judge/scene.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/rng.h"

enum { THINGS = 8, GROUND = 100, GROUND_RISE = 250, BRIGHT = 650 };
enum thing_kind { DISC, RING, SQUARE, STRIPES, KINDS };

struct thing {
	enum thing_kind kind;
	long long x, y, r; /* centre; radius, or half of a side */
	int bright[3];
};
struct scene {
	long long width, height;
	struct thing things[THINGS];
};

struct scene *scene_new(uint64_t seed, uint64_t stream, long long width, long long height)
{
	struct scene *s = xcalloc(1, sizeof *s);
	long long side = width < height ? width : height;
	uint64_t n = 0;

	s->width = width;
	s->height = height;
	for (int i = 0; i < THINGS; i++) {
		struct thing *t = &s->things[i];

		t->kind = (enum thing_kind)(i % KINDS);
		t->x = (long long)rng_below(seed, stream, n++, (uint64_t)width + 1);
		t->y = (long long)rng_below(seed, stream, n++, (uint64_t)height + 1);
		t->r = 1 + side / 10 + (long long)rng_below(seed, stream, n++, (uint64_t)(side / 8 + 1));
		for (int c = 0; c < 3; c++) {
			int least = c ? 0 : BRIGHT;

			t->bright[c] = least + (int)rng_below(seed, stream, n++, (uint64_t)(SCENE_WHITE - least + 1));
		}
	}
	return s;
}

void scene_free(struct scene *s)
{
	free(s);
}

static int covers(const struct thing *t, long long x, long long y)
{
	long long dx = x - t->x, dy = y - t->y, square = dx * dx + dy * dy, inner = t->r / 2;
	long long bar = t->r / 4 + 1;

	switch (t->kind) {
	case DISC: return square <= t->r * t->r;
	case RING: return square <= t->r * t->r && square > inner * inner;
	case SQUARE: return llabs(dx) <= t->r && llabs(dy) <= t->r;
	default: return llabs(dx) <= t->r && llabs(dy) <= t->r && (dx + t->r) / bar % 2 == 0;
	}
}

int scene_at(const struct scene *s, long long x, long long y, int colour)
{
	int v = GROUND + (int)(GROUND_RISE * y / (s->height > 0 ? s->height : 1));

	for (int i = 0; i < THINGS; i++)
		if (covers(&s->things[i], x, y))
			v = s->things[i].bright[colour];
	return v;
}
