/* number.c: see number.h. */
#include "base/number.h"

#include <math.h>
#include <stdio.h>

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
