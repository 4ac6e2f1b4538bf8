/* written: where a wrong element came from, by asking the device that still holds the outputs. */
#ifndef JOB_WRITTEN_H
#define JOB_WRITTEN_H

#include "job/run/runner.h"

/* After runner_case and before the next one, with the checkers on: fill m->written. `file` is what a person
 * calls the judged source. Nothing is filled on a GPU, or where the process has not said where its buffers lie. -1: our
 * own processes failed. */
int written_explain(struct runner *run, struct arena *a, const struct case_data *d, const struct run_outcome *o,
	const struct outputs *got, const struct outputs *want, const struct outputs *magnitude, const char *file,
	struct mismatch *m, struct err *e);

/* The same moment, of a right answer: a note where a large output of a grid of several blocks was written by one of
 * them alone, as far as some elements tell. The modelled time takes blocks for alike, so it looks as fast as one that
 * shares. */
void written_note_one_block(
	struct runner *run, const struct case_data *d, const struct run_outcome *o, struct result *r);

#endif
