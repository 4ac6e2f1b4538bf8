/* scene: a drawn picture as an input: discs, rings, squares and stripes, bright on a dark ground, in other places for
 * each seed. Whole numbers only, so that it is the same on every machine. */
#ifndef JUDGE_SCENE_H
#define JUDGE_SCENE_H

#include <stdint.h>

enum { SCENE_WHITE = 1000 };
struct scene;
struct scene *scene_new(uint64_t seed, uint64_t stream, long long width, long long height);
void scene_free(struct scene *s);
/* How bright a point is, 0 to SCENE_WHITE, in one of its colours (0, 1, 2). The ground has at most 350, what stands on
 * it at least 650, in colour 0. */
int scene_at(const struct scene *s, long long x, long long y, int colour);

#endif
