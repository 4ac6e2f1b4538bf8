/* number.c: see number.h. */
#include "base/number.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_DIGITS 60

void number_text(double v, char *dst, size_t size)
{
	char digits[64];
	size_t n, o = 0;

	if (!isfinite(v) || fabs(v) >= 1e18) {
		snprintf(dst, size, "%.4g", v);
		return;
	}
	if (v != floor(v)) {
		snprintf(dst, size, "%.2f", v);
		return;
	}
	n = (size_t)snprintf(digits, sizeof digits, "%.0f", fabs(v));
	if (v < 0 && o + 1 < size)
		dst[o++] = '-';
	for (size_t i = 0; i < n && o + 2 < size; i++) {
		dst[o++] = digits[i];
		if (i + 1 < n && (n - 1 - i) % 3 == 0)
			dst[o++] = ',';
	}
	if (size > 0)
		dst[o] = '\0';
}

/* A plain number, commas between digits allowed; *end is set after it. */
static bool plain_number(const char *s, const char **end, double *v)
{
	char digits[MAX_DIGITS + 4];
	size_t n = 0;
	char *stop;

	while (*s == ' ')
		s++;
	while (n < MAX_DIGITS &&
		(isdigit((unsigned char)*s) || *s == '.' || *s == ',' ||
			((*s == '-' || *s == '+') && (n == 0 || tolower((unsigned char)digits[n - 1]) == 'e')) ||
			(tolower((unsigned char)*s) == 'e' && n > 0))) {
		if (*s == ',' &&
			!(n > 0 && isdigit((unsigned char)s[1]) && isdigit((unsigned char)s[2]) &&
				isdigit((unsigned char)s[3])))
			return false;
		if (*s != ',')
			digits[n++] = *s;
		s++;
	}
	digits[n] = '\0';
	*v = strtod(digits, &stop);
	while (*s == ' ' || *s == '%')
		s++;
	*end = s;
	return n > 0 && stop != digits && !*stop && isfinite(*v);
}

bool number_read(const char *text, double *value)
{
	const char *end;
	double a, b;

	if (!plain_number(text, &end, &a))
		return false;
	if (*end == '^' || *end == '/') {
		char op = *end;

		if (!plain_number(end + 1, &end, &b) || *end)
			return false;
		a = op == '^' ? pow(a, b) : a / b;
	}
	if (*end || !isfinite(a))
		return false;
	*value = a;
	return true;
}
