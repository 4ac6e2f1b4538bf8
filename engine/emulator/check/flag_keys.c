/* flag_keys: which flags an access meets. Flags of one and two bytes may share a word with others: each has a key of
 * its own, so that who waits for one knows nothing of what another one hands on. Libraries look at a byte by a load of
 * two, and change it by a compare-and-swap of the word: so whoever looks is told of every flag that his bytes overlap.
 */
#include "emulator/check/conflict.h"

enum { WORD = 4 };

uint64_t em_flag_key(uint64_t addr, unsigned bytes)
{
	return bytes < WORD ? addr | (uint64_t)bytes << 60 : addr & ~(uint64_t)(WORD - 1);
}

unsigned em_flag_keys(uint64_t addr, unsigned bytes, uint64_t *keys)
{
	const uint64_t word = addr & ~(uint64_t)(WORD - 1), from = bytes < WORD ? addr : word,
		       to = from + (bytes < WORD ? bytes : WORD);
	unsigned n = 0;

	keys[n++] = em_flag_key(addr, bytes);
	if (bytes < WORD)
		keys[n++] = em_flag_key(word, WORD);
	for (unsigned width = 1; width < WORD; width *= 2)
		for (uint64_t at = word; at < word + WORD; at += width)
			if (at < to && from < at + width && em_flag_key(at, width) != keys[0])
				keys[n++] = em_flag_key(at, width);
	return n;
}
