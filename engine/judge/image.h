/* image: the pixels of a case's inputs and outputs that its step calls pictures, as they went into solve() and as they
 * came back from the device: what the student's file made, beside what the reference made. */
#ifndef JUDGE_IMAGE_H
#define JUDGE_IMAGE_H

#include "judge/inputs.h"
#include "judge/result.h"

/* Into r->images, in its arena. */
void image_take(struct result *r, const struct case_data *d, const struct outputs *got, const struct outputs *want);
/* The case that the step's pictures are of; NULL: it has none. */
const struct test_case *image_case(const struct step *s);
/* Was this argument drawn in this case (lab/lab.h, struct images)? */
bool image_drawn(const struct step *s, const struct test_case *tc, const struct arg *a);

#endif
