/* recording: the committed recording (h200.bits, compressed with zstd: tests/conformance/h200.bits.zst) and the list of
 * known gaps (gaps.txt), as the replay needs them: each form of forms.txt with its record and, where the emulator does
 * not agree, the row that says so.
 *
 * gaps.txt:  OUTCOME NAME [BAD] REASON, one row for each form or, with * in NAME, for several
 *   differs      the bits differ in BAD tuples, no more and no fewer
 *   unsupported  the emulator does not load it
 *   accepted     ptxas refuses it, the emulator does not
 * A row that no form needs is as wrong as a form that needs a row and has none. */
#ifndef CONFORMANCE_RECORDING_H
#define CONFORMANCE_RECORDING_H

#include "tests/conformance/bits.h"
#include "tests/conformance/forms.h"
#include "tests/conformance/replay.h"

struct gap {
	const char *outcome, *pattern, *reason;
	size_t bad;
	size_t used; /* forms that needed it */
	int line;
};

struct gaps {
	struct arena arena;
	struct gap *v;
	size_t n, cap;
};

/* The bytes of a file, decompressed when its name ends in .zst. */
int recording_load(const char *path, struct buf *out, struct err *e);
int gaps_parse(struct gaps *g, const char *text, const char *file, struct err *e);
void gaps_release(struct gaps *g);
/* "agrees", "not-ptx", or a word of gaps.txt, "missing". */
const char *gap_word(const struct replay_result *res);
/* Whether the result is as it should be, agreement or a known gap, whose use is then noted; else *why is a sentence. */
bool gaps_expected(struct gaps *g, const struct form *f, const struct replay_result *res, char *why, size_t size);

#endif
