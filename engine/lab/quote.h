/* quote: numbers that a text quotes, as {mine:sectors per load}. The text of `learned` holds them; whoever has the
 * numbers fills them in (report/learned.h). What they mean is read here alone, when a manifest is loaded and later.
 */
#ifndef LAB_QUOTE_H
#define LAB_QUOTE_H

#include "lab/lab.h"

enum quote_whose { QUOTE_MINE, QUOTE_REFERENCE, QUOTE_STARTER, QUOTE_VARIANT, QUOTE_H200, QUOTE_WHOSE_COUNT };
struct quote {
	const char *start; /* at its '{' in the text */
	size_t len;        /* up to and with its '}' */
	enum quote_whose whose;
	const struct variant *variant; /* QUOTE_VARIANT */
	int counter;                   /* or MEASURE_TIME; all but QUOTE_H200 */
	char key[64];                  /* QUOTE_H200: a key of measured.yaml, with the step's number */
};

/* The first quote in `text`: 1 with *q filled, 0 when there is none, -1 when there is one that means nothing
 * (ERR_INPUT). {h200:starter} of step 2 has the key "2.starter"; a key that begins with a digit is taken as it is. */
int quote_next(const struct step *s, const char *text, struct quote *q, struct err *e);

#endif
