/* lane_words: a mask of lanes as a reader counts them. */
#ifndef EMULATOR_LANE_WORDS_H
#define EMULATOR_LANE_WORDS_H

#include <stdint.h>

struct em_lane_words {
	char text[48];
};

/* "lane 0", "lanes 0-6", "lanes 0-3, 8 and 12-31"; "16 lanes (0x55555555)" where more than four parts would stand;
 * "no lane". */
struct em_lane_words em_lane_words(uint32_t mask);
/* The same at the beginning of a sentence. */
struct em_lane_words em_lane_words_first(uint32_t mask);

#endif
