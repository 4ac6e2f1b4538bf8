/* truth.c: see truth.h. */
#include "job/run/truth.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

void truth_init(struct truth *t, const struct step *s, uint64_t seed, bool fixed)
{
	memset(t, 0, sizeof *t);
	arena_init(&t->arena);
	pthread_mutex_init(&t->lock, NULL);
	t->seed = seed;
	t->step = fixed ? s : step_draw(&t->arena, s, seed);
}

static int make_inputs(struct truth *t, struct err *e)
{
	const struct step *s = t->step;

	if (t->data)
		return 0;
	t->data = xcalloc(s->ncases + 1, sizeof *t->data);
	for (size_t i = 0; i < s->ncases; i++)
		if (case_data_make(&t->data[i], s, &s->cases[i], t->seed, e))
			return -1;
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
	for (size_t i = 0; t->data && i < t->step->ncases; i++)
		case_data_release(&t->data[i]);
	free(t->data);
	pthread_mutex_destroy(&t->lock);
	arena_release(&t->arena);
}
