/* number: a count as a person reads it, and as a person types it. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

/* "72,089" for a whole number, two decimals for another, "1.234e+20" for what is huge, "inf" and "nan" as they are. */
void number_text(double v, char *dst, size_t size);
/* The other way: "4", "1.5", "65,536", "2^16", "1/4", "5e3", "50%". False: it is none
 * of these ("64k" may be two numbers). */
bool number_read(const char *text, double *value);

#define NUMBER_WANTED "A number, please, such as 4, 1.5 or 2^20."

#endif
