/* parts: pieces that more than one screen shows. */
#ifndef TUI_PARTS_H
#define TUI_PARTS_H

#include "tui/app.h"

/* The hints revealed so far; how many there are is never shown (students would burn through them). */
void part_hints(const struct step_state *s, struct doc *d);

/* The stars of a step, each with what it is for. */
void part_stars(const struct step_state *s, struct doc *d);

/* The step's part of the lesson, or the lab's introduction. */
void part_lesson(struct app *a, struct view *v, struct doc *d);

#endif
