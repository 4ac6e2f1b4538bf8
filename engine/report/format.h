/* format: numbers and times as a person reads them, the same in the text report and on the screen. */
#ifndef REPORT_FORMAT_H
#define REPORT_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

#include "judge/result.h"

/* 1234567 -> "1,234,567"; a number that is no integer gets two decimals. */
void format_count(double v, char *dst, size_t size);
/* A counter's value, and a bound on it. */
void format_counter(int id, double v, char *dst, size_t size);
void format_limit(int id, double v, bool is_max, char *dst, size_t size);
/* "12.3 us", "4.56 ms": three digits and a unit. */
void format_us(double us, char *dst, size_t size);
const char *time_kind_word(enum time_kind k); /* "measured", "modelled", or NULL */
/* The profile's name without " (emulated)": the label says "modelled" already. */
void format_device(const char *name, enum time_kind kind, char *dst, size_t size);

#endif
