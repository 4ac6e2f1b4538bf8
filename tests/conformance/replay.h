/* replay: the recorded forms on our emulator, compared with the recording and with the list of known gaps. */
#ifndef CONFORMANCE_REPLAY_H
#define CONFORMANCE_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emulator/emulator.h"
#include "tests/conformance/bits.h"
#include "tests/conformance/forms.h"

enum replay_outcome {
	REPLAY_AGREES,
	REPLAY_DIFFERS,     /* `bad` of `cases` tuples, the first of them as text */
	REPLAY_UNSUPPORTED, /* the emulator does not load it, or faults: text says why */
	REPLAY_NOT_PTX,     /* ptxas refused it, so there is nothing to compare with */
	REPLAY_MISSING      /* no record, or one of other operands: record again */
};

struct replay_result {
	enum replay_outcome outcome;
	bool loaded; /* our parser and decoder took it */
	size_t bad, cases;
	char text[320];
};

struct replay {
	struct em_device *device;
	uint64_t in[FORM_MAX_IN], out[FORM_MAX_OUT], scratch;
};

/* `baseline`: without AVX2, also where the CPU has it. */
int replay_init(struct replay *r, bool baseline, struct err *e);
void replay_release(struct replay *r);
/* Run `f` on the emulator: results[k][i]. 0, or -1 with a sentence in `text`; *loaded says how far it came. */
int replay_run(struct replay *r, const struct form *f, uint64_t *const results[FORM_MAX_OUT], bool *loaded, char *text,
	size_t size);
/* Run and compare with `rec` (NULL: missing). */
void replay_form(struct replay *r, const struct form *f, const struct bits_record *rec, struct replay_result *res);

#endif
