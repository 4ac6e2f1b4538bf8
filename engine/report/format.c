/* format: numbers and times as a person reads them. A time always says of what kind it is and of which device. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/format.h"

#include "base/number.h"
#include "report/report.h"

void format_count(double v, char *dst, size_t size)
{
	number_text(v, dst, size);
}

void format_counter(int id, double v, char *dst, size_t size)
{
	if (counter_is_ratio((enum counter_id)id))
		snprintf(dst, size, "%.2f", v);
	else
		format_count(v, dst, size);
}

void format_limit(int id, double v, bool is_max, char *dst, size_t size)
{
	/* A count is whole: at most 72089.6 means at most 72089. */
	if (!counter_is_ratio((enum counter_id)id))
		v = is_max ? floor(v) : ceil(v);
	format_counter(id, v, dst, size);
}

void format_us(double us, char *dst, size_t size)
{
	const char *unit = "us";
	int decimals;

	/* The edges lie where rounding to three digits would spill over into the next unit. */
	if (us >= 999500) {
		us /= 1e6;
		unit = "s";
	} else if (us >= 999.5) {
		us /= 1000;
		unit = "ms";
	}
	decimals = us >= 99.95 ? 0 : us >= 9.995 ? 1 : 2;
	snprintf(dst, size, "%.*f %s", decimals, us, unit);
}

const char *time_kind_word(enum time_kind k)
{
	return k == TIME_MEASURED ? "measured" : k == TIME_MODELLED ? "modelled" : NULL;
}

void format_device(const char *name, enum time_kind kind, char *dst, size_t size)
{
	static const char suffix[] = " (emulated)";
	size_t n;

	snprintf(dst, size, "%s", name && *name ? name : "unknown device");
	n = strlen(dst);
	if (kind == TIME_MODELLED && n > strlen(suffix) && !strcmp(dst + n - strlen(suffix), suffix))
		dst[n - strlen(suffix)] = '\0';
}

void report_time(const struct side *s, struct buf *out)
{
	char t[48], device[160];

	if (s->time_kind == TIME_NONE || !(s->time_us > 0)) {
		buf_puts(out, "not timed");
		return;
	}
	format_us(s->time_us, t, sizeof t);
	format_device(s->time_device, s->time_kind, device, sizeof device);
	buf_printf(out, "%s (%s, %s)", t, time_kind_word(s->time_kind), device);
}
