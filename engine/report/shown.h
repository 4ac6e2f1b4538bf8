/* shown: numbers, times and places as values, for who puts them into a sentence or a table. */
#ifndef REPORT_SHOWN_H
#define REPORT_SHOWN_H

#include <stddef.h>

#include "judge/result.h"

struct shown {
	char text[96];
};
struct shown shown_count(double v);                 /* 1,048,576; 3.25 */
struct shown shown_counter(int counter, double v);  /* a ratio with two decimals, a sum without */
struct shown shown_us(double us);                   /* three digits and a unit */
struct shown shown_side_time(const struct side *s); /* "12.3 us", or "-" when it was not timed */
const char *shown_time_kind(enum time_kind k);      /* "measured", "modelled" */
/* A device without a profile's " (emulated)", for where it is said already: by "modelled", by "on the emulator". */
struct shown shown_device(const char *name);
bool side_timed(const struct side *s);

#endif
