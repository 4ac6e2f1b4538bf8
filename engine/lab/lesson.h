/* lesson: what can be said about a lesson's text without reading it; part of soundness.h's checks. */
#ifndef LAB_LESSON_H
#define LAB_LESSON_H

#include <stdbool.h>

#include "lab/soundness.h"

/* Findings about the file at `path`, which is called `shown` in them: lines wider than 80 columns, tabs, links to files
 * or headings that are not there. Addresses on the web are not visited. -1 when it can't be read (ERR_ENV). */
int lesson_check(const char *path, const char *shown, struct findings *f, struct err *e);

/* Findings about its headings, as far as they are about the lab's steps: each step without a lesson of its own has one
 * part, which begins with "## Step 2: Title of the step"; no other heading begins with "Step". And about figures that
 * it quotes ({h200:KEY}) and nobody has measured, and about parts without a picture: a block of code (indented or
 * fenced) in which at least two lines are no code. */
int lesson_check_steps(const struct lab *l, const char *shown, struct findings *f, struct err *e);

/* The same of a step's lesson of its own: does it show a picture? */
int lesson_check_own(const struct step *s, const char *shown, struct findings *f, struct err *e);

/* lesson_figures.c. Findings about times that its words compare ("half the time") without a measured figure beside. */
void lesson_check_figures(const char *text, const char *shown, struct findings *f);
/* The same of a short text of the manifest, all of it: does it compare times, and quote none ("{h200:...}" or
 * "{mine:time}")? */
bool lesson_compares_times(const char *text);

#endif
