/* shown: see shown.h. */
#include "report/shown.h"

#include "report/format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct shown shown_count(double v)
{
	struct shown s = { "" };

	format_count(v, s.text, sizeof s.text);
	return s;
}

struct shown shown_counter(int counter, double v)
{
	struct shown s = { "" };

	format_counter(counter, v, s.text, sizeof s.text);
	return s;
}

struct shown shown_us(double us)
{
	struct shown s = { "" };

	format_us(us, s.text, sizeof s.text);
	return s;
}

bool side_timed(const struct side *s)
{
	return s->ran && s->time_kind != TIME_NONE && s->time_us > 0;
}

struct shown shown_side_time(const struct side *s)
{
	return side_timed(s) ? shown_us(s->time_us) : (struct shown){ "-" };
}

struct shown shown_device(const char *device)
{
	static const char suffix[] = " (emulated)";
	struct shown name = { "" };
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
