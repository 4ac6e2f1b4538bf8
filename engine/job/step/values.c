/* values: see values.h. */
#include "job/step/values.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "base/number.h"
#include "job/step/sweep.h"
#include "judge/verdict.h"

#define ALIKE 0.02 /* counts this close to each other are the same */

/* The correctness case with the most work: the awkward sizes were right already, and nobody waits for a big one. */
static const char *small_case(const struct result *r)
{
	const struct case_result *most = NULL;

	for (size_t i = 0; i < r->ncases; i++)
		if (!r->step->cases[i].perf && (!most || r->cases[i].student.v[CTR_INST] > most->student.v[CTR_INST]))
			most = &r->cases[i];
	return most ? most->name : NULL;
}

/* Tiles of 64 x 64 with 16 elements for each thread: with TILE=8 there is no thread. That it takes long says nothing,
 * either: there is no reference for this value. */
static bool refuses(const struct sweep_row *row)
{
	return row->verdict == VERDICT_COMPILE_ERROR || row->verdict == VERDICT_LAUNCH_ERROR ||
		row->verdict == VERDICT_TIMEOUT;
}

static const char *words_of(struct result *r, const struct sweep_report *s, size_t i)
{
	const char *words;
	struct buf b;

	buf_init(&b);
	sweep_row_words(s, &s->rows[i], &b);
	words = arena_strdup(&r->arena, b.data);
	buf_release(&b);
	return words;
}

static void value_fails(struct result *r, const struct sweep_report *s, size_t i)
{
	const struct sweep_row *row = &s->rows[i];
	const char *word = verdict_word(row->verdict), *why = row->why ? row->why : word;
	const struct test_case *tc = step_case(s->step, s->step->sweep.on_case);
	size_t length;

	if (!strncmp(why, word, strlen(word)) && why[strlen(word)] == ':')
		why += strlen(word) + 2;
	length = strlen(why);
	while (length && why[length - 1] == '.')
		length--;
	verdict_early(r, row->verdict, "Right as it stands, but not when it is compiled with -D%s: case '%s': %.*s.",
		words_of(r, s, i), tc->name, (int)length, why);
	r->advice = arena_printf(&r->arena,
		"Each number that belongs to %s has to come from it: look for one that is written out.",
		s->step->sweep.macros[0].name);
}

static void changes_nothing(struct result *r, const struct sweep_report *s, int counter)
{
	double first = counter_value(&s->rows[0].side.total, (enum counter_id)counter),
	       last = counter_value(&s->rows[1].side.total, (enum counter_id)counter);
	const struct test_case *tc = step_case(s->step, s->step->sweep.on_case);
	char a[64], b[64];

	if (fabs(first - last) > ALIKE * fmax(fabs(first), fabs(last)))
		return;
	number_text(first, a, sizeof a);
	number_text(last, b, sizeof b);
	verdict_early(r, VERDICT_GATE_FAILED,
		"%s changes nothing: %s in the case '%s' are %s when the file is compiled with -D%s, and %s with -D%s.",
		s->step->sweep.macros[0].name, counter_alias((enum counter_id)counter), tc->name, a, words_of(r, s, 0),
		b, words_of(r, s, 1));
	r->advice = arena_printf(&r->arena, "Let the code follow %s, so that one file serves all its values.",
		s->step->sweep.macros[0].name);
}

int values_judge(const struct job_request *rq, int64_t run_ns, const char *source, struct result *r, struct err *e)
{
	struct step own = *r->step;
	const struct macro *m = &r->step->sweep.macros[0];
	long long ends[2];
	struct sweep_request sr = { .root = rq->root,
		.cache = rq->cache,
		.step = &own,
		.file = rq->file,
		.profile = rq->profile,
		.seed = r->seed,
		.trusted = rq->trusted,
		.cancel_fd = rq->cancel_fd,
		.run_ns = run_ns > 0 ? run_ns : 1 };
	struct sweep_report s;
	size_t failed = SIZE_MAX; /* the row with the severest verdict, as of cases */
	int rc;

	if (!own.has_sweep || own.sweep.of != OF_YOURS || rq->mutant || rq->stop_at_first)
		return 0;
	if (own.sweep.changes < 0 && (!source || !strstr(source, m->name)))
		return 0;
	ends[0] = m->values[0];
	ends[1] = m->values[m->nvalues - 1];
	own.sweep.macros[0].values = ends;
	own.sweep.macros[0].nvalues = 2;
	if (own.sweep.nmacros > 1)
		own.sweep.macros[1].nvalues = 1;
	if (own.sweep.changes < 0)
		own.sweep.on_case = small_case(r);
	rc = sweep_run(&sr, &s, e);
	for (size_t i = 0; !rc && i < s.nrows; i++)
		if (!s.rows[i].ok && (own.sweep.changes >= 0 || !refuses(&s.rows[i])) &&
			(failed >= s.nrows || s.rows[i].verdict < s.rows[failed].verdict))
			failed = i;
	if (!rc && failed < s.nrows)
		value_fails(r, &s, failed);
	if (!rc && r->verdict == VERDICT_PASS && own.sweep.changes >= 0)
		changes_nothing(r, &s, own.sweep.changes);
	sweep_report_release(&s);
	return rc;
}
