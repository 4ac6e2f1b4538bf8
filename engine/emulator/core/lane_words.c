/* lane_words: see lane_words.h. */
#include "emulator/core/lane_words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/mask.h"

enum { MOST_PARTS = 4 };

static unsigned parts_of(uint32_t mask)
{
	return (unsigned)__builtin_popcount(mask & ~(mask << 1));
}

struct em_lane_words em_lane_words(uint32_t mask)
{
	struct em_lane_words w;
	unsigned parts = parts_of(mask), part = 0;
	struct mask_run run;
	size_t n;

	if (!mask || parts > MOST_PARTS) {
		if (mask)
			snprintf(w.text, sizeof w.text, "%d lanes (0x%08x)", __builtin_popcount(mask), mask);
		else
			snprintf(w.text, sizeof w.text, "no lane");
		return w;
	}
	n = (size_t)snprintf(w.text, sizeof w.text, "lane%s", mask & (mask - 1) ? "s" : "");
	for (int from = 0; mask_run_from(mask, from, &run); from = run.last + 1) {
		n += (size_t)snprintf(w.text + n, sizeof w.text - n, "%s%d",
			!part                    ? " " :
				part + 1 < parts ? ", " :
						   " and ",
			run.first);
		if (run.last > run.first)
			n += (size_t)snprintf(w.text + n, sizeof w.text - n, "-%d", run.last);
		part++;
	}
	return w;
}

struct em_lane_words em_lane_words_first(uint32_t mask)
{
	struct em_lane_words w = em_lane_words(mask);

	w.text[0] = (char)toupper((unsigned char)w.text[0]);
	return w;
}
