/* truth.c: see truth.h. */
#include "job/run/truth.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/rng.h"

void truth_init(struct truth *t, const struct step *s, uint64_t seed, bool fixed)
{
	memset(t, 0, sizeof *t);
	arena_init(&t->arena);
	pthread_mutex_init(&t->lock, NULL);
	t->seed = seed;
	t->step = fixed ? s : step_draw(&t->arena, s, seed);
}

/* Of the cases with at most that many bytes one, which the seed draws; step->ncases: there is none. */
static size_t choose_small(const struct truth *t, uint64_t most)
{
	size_t found = t->step->ncases;
	uint64_t n = 0;

	for (size_t i = 0; i < t->step->ncases; i++) {
		const struct case_data *d = &t->data[i];
		uint64_t bytes = 0;

		for (size_t k = 0; k < t->step->nargs; k++)
			bytes += d->args[k].data ? d->args[k].bytes : 0;
		if (bytes && bytes <= most && !d->tc->perf && !rng_below(t->seed, UINT64_MAX, i, ++n))
			found = i;
	}
	return found;
}

/* A case whose sizes come once more, with other values. A small one: every verdict waits for it. */
static size_t choose_other(const struct truth *t)
{
	size_t found = choose_small(t, 1 << 16);

	return found < t->step->ncases ? found : choose_small(t, 1 << 20);
}

static int make_inputs(struct truth *t, struct err *e)
{
	size_t other;

	const struct step *s = t->step;

	if (t->data)
		return 0;
	t->data = xcalloc(s->ncases + 1, sizeof *t->data);
	for (size_t i = 0; i < s->ncases; i++)
		if (case_data_make(&t->data[i], s, &s->cases[i], t->seed, e))
			return -1;
	other = choose_other(t);
	if (other < s->ncases)
		return case_data_make(
			&t->data[s->ncases], s, &s->cases[other], rng_u64(t->seed, UINT64_MAX, s->ncases), e);
	return 0;
}

int truth_start(struct truth *t, const struct reference *from, struct err *e)
{
	int rc = 0;

	pthread_mutex_lock(&t->lock);
	if (!t->made) {
		t->made = true;
		rc = make_inputs(t, e);
		t->reference = *from;
		t->reference.step = t->step;
		t->reference.data = t->data;
		t->reference.other = t->data && t->data[t->step->ncases].step;
		t->started = !rc;
		if (!rc)
			rc = reference_start(&t->reference, e);
	} else if (!t->started) {
		rc = err_set(e, ERR_ENV, "the inputs of %s could not be made", t->step->id);
	}
	pthread_mutex_unlock(&t->lock);
	return rc;
}

int truth_wait(struct truth *t, struct err *e)
{
	int rc;

	pthread_mutex_lock(&t->lock);
	if (t->started)
		reference_wait(&t->reference);
	rc = t->reference.rc;
	if (rc && e)
		*e = t->reference.err;
	pthread_mutex_unlock(&t->lock);
	return rc;
}

void truth_release(struct truth *t)
{
	if (t->started)
		reference_release(&t->reference);
	for (size_t i = 0; t->data && i <= t->step->ncases; i++)
		if (t->data[i].step)
			case_data_release(&t->data[i]);
	free(t->data);
	pthread_mutex_destroy(&t->lock);
	arena_release(&t->arena);
}
