/* format: see format.h. */
#include "tui/format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct shown shown_count(double v)
{
	struct shown s = {""};
	char digits[64];
	size_t n, o = 0;

	if (!isfinite(v) || fabs(v) >= 1e18)
		snprintf(s.text, sizeof s.text, "%.4g", v);
	else if (v != floor(v))
		snprintf(s.text, sizeof s.text, "%.2f", v);
	else {
		n = (size_t)snprintf(digits, sizeof digits, "%.0f", fabs(v));
		if (v < 0)
			s.text[o++] = '-';
		for (size_t i = 0; i < n; i++) {
			s.text[o++] = digits[i];
			if (i + 1 < n && (n - 1 - i) % 3 == 0)
				s.text[o++] = ',';
		}
		s.text[o] = '\0';
	}
	return s;
}

struct shown shown_counter(int counter, double v)
{
	struct shown s = {""};

	if (counter >= 0 && counter < CTR_COUNT && !counter_is_ratio((enum counter_id)counter))
		return shown_count(v);
	snprintf(s.text, sizeof s.text, isfinite(v) && fabs(v) < 1e6 ? "%.2f" : "%.4g", v);
	return s;
}

struct shown shown_us(double us)
{
	static const struct { double below, scale; const char *unit; } units[] = {
		/* The edges lie where three digits would round up into the next unit. */
		{999.5, 1, "us"}, {999.5e3, 1e-3, "ms"}, {INFINITY, 1e-6, "s"},
	};
	struct shown s = {""};
	size_t i = 0;

	while (i < 2 && us >= units[i].below)
		i++;
	us *= units[i].scale;
	snprintf(s.text, sizeof s.text, "%.*f %s", us >= 99.95 ? 0 : us >= 9.995 ? 1 : 2, us, units[i].unit);
	return s;
}

bool side_timed(const struct side *s)
{
	return s->ran && s->time_kind != TIME_NONE && s->time_us > 0;
}

struct shown shown_side_time(const struct side *s)
{
	return side_timed(s) ? shown_us(s->time_us) : (struct shown){"-"};
}

struct shown shown_device(const char *device)
{
	static const char suffix[] = " (emulated)";
	struct shown name = {""};
	size_t n;

	snprintf(name.text, sizeof name.text, "%s", device ? device : "unknown device");
	n = strlen(name.text);
	if (n > strlen(suffix) && !strcmp(name.text + n - strlen(suffix), suffix))
		name.text[n - strlen(suffix)] = '\0';
	return name;
}

const char *shown_time_kind(enum time_kind k)
{
	return k == TIME_MEASURED ? "measured" : k == TIME_MODELLED ? "modelled" : "not timed";
}
