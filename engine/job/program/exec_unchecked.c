/* exec_unchecked: the names by which checkers are switched off, for benchmarks and for the tests' own controls: a test
 * that expects a finding must fail without the checker that finds it. From words of the environment to the bits that
 * the emulator knows. */
#include "job/program/exec.h"

#include <string.h>

#include "emulator/emulator.h"

static const struct {
	const char *word;
	unsigned bits;
} checkers[] = {
	{ "race-shared", EM_CHECK_RACE_SHARED },
	{ "race-global", EM_CHECK_RACE_GLOBAL },
	{ "race-warp", EM_CHECK_RACE_WARP },
	{ "init", EM_CHECK_INIT },
	{ "sync", EM_CHECK_SYNC },
	{ "copies", EM_CHECK_COPIES },
	{ "all", EM_CHECK_ALL },
};
enum { NCHECKERS = sizeof checkers / sizeof *checkers };

int exec_unchecked(const char *words, unsigned *bits, struct err *e)
{
	*bits = 0;
	while (words && *words) {
		size_t n = strcspn(words, ","), k = 0;

		while (k < NCHECKERS && (strlen(checkers[k].word) != n || strncmp(checkers[k].word, words, n)))
			k++;
		if (k == NCHECKERS)
			return err_set(e, ERR_USAGE,
				"WARPLINGS_UNCHECKED: \"%.*s\" is no checker; there are race-shared, race-global, "
				"race-warp, init, sync, copies and all",
				n > 40 ? 40 : (int)n, words);
		*bits |= checkers[k].bits;
		words += n + (words[n] == ',');
	}
	return 0;
}
