/* number: a count as a person reads it. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stddef.h>

/* "72,089" for a whole number, two decimals for another, "1.234e+20" for what is huge, "inf" and "nan" as they are. */
void number_text(double v, char *dst, size_t size);

#endif
