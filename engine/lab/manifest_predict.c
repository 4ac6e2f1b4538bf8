/* manifest_predict: the questions of a step that are asked before its first run: one map, or a list of them. The keys
 * that are given say which kind it is (docs/author-guide.md).
 */
#include <string.h>

#include "counters/counters.h"
#include "lab/manifest_keys.h"

#define NKEYS(k) (sizeof(k) / sizeof(k)[0])
#define MAX_QUESTIONS 6
#define MAX_CHOICES 6

/* ---- the program that something is about */

static const char *const of_words[OF_COUNT] = { "starter", "solution", "yours", "variant" };

const char *predict_of_word(enum predict_of of)
{
	return of_words[of];
}

int read_program(struct reader *r, yaml_node_t *v, enum predict_of *of, const char **variant)
{
	const char *s;

	if (yaml_read_line(r, v, &s))
		return -1;
	*variant = NULL;
	for (int i = 0; i < OF_VARIANT; i++) {
		if (!strcmp(s, of_words[i])) {
			*of = (enum predict_of)i;
			return 0;
		}
	}
	if (strncmp(s, "variant ", 8) || !s[8])
		return yaml_expected(r, v, "starter, solution, yours or variant NAME");
	*of = OF_VARIANT;
	*variant = arena_strdup(r->arena, s + 8);
	return 0;
}

/* ---- a question */

struct draft {
	struct predict p;
	bool has_of, has_counter, row, order;
	const char *answer, *also;
};

static int read_of(struct reader *r, yaml_node_t *v, void *at)
{
	struct draft *d = at;

	d->has_of = true;
	return read_program(r, v, &d->p.of, &d->p.variant);
}

static int read_asked(struct reader *r, yaml_node_t *v, void *at)
{
	struct draft *d = at;

	d->has_counter = true;
	return read_measure(r, v, &d->p.counter);
}

static int read_tolerance(struct reader *r, yaml_node_t *v, void *at)
{
	double d;

	if (yaml_read_double(r, v, &d))
		return -1;
	if (!(d >= 0 && d <= 1))
		return yaml_expected(r, v, "a number from 0 to 1");
	*(double *)at = d;
	return 0;
}

static int read_row(struct reader *r, yaml_node_t *v, void *at)
{
	static const char *const words[] = { "sweep" };
	int i;

	((struct draft *)at)->row = true;
	return read_choice(r, v, words, NKEYS(words), &i);
}

static int read_choices(struct reader *r, yaml_node_t *v, void *at)
{
	struct predict *p = &((struct draft *)at)->p;

	p->choices = yaml_read_list(r, v, "choices", 2, MAX_CHOICES, sizeof *p->choices, yaml_read_line, &p->nchoices);
	return p->choices ? 0 : -1;
}

static int read_order(struct reader *r, yaml_node_t *v, void *at)
{
	struct draft *d = at;

	d->order = true;
	d->p.choices =
		yaml_read_list(r, v, "variants", 2, MAX_CHOICES, sizeof *d->p.choices, read_slug, &d->p.nchoices);
	return d->p.choices ? 0 : -1;
}

static int read_deciders(struct reader *r, yaml_node_t *v, void *at)
{
	struct decided_by *d = at;

	d->of = yaml_read_list(r, v, "variants", 2, MAX_CHOICES, sizeof *d->of, read_slug, &d->nof);
	return d->of ? 0 : -1;
}

static int read_within(struct reader *r, yaml_node_t *v, void *at)
{
	if (yaml_read_double(r, v, at))
		return -1;
	return *(double *)at >= 1 ? 0 : yaml_expected(r, v, "a factor of at least 1");
}

static const struct key decided_keys[] = {
	{ "counter", true, offsetof(struct decided_by, counter), read_measure },
	{ "of", true, 0, read_deciders },
	{ "within", false, offsetof(struct decided_by, within), read_within },
	{ "case", false, offsetof(struct decided_by, on_case), yaml_read_line },
};
static const struct map decided_map = { "what decides a question", decided_keys, NKEYS(decided_keys), NULL };

static int read_decided(struct reader *r, yaml_node_t *v, void *at)
{
	return yaml_read_map(r, v, &decided_map, at);
}

static const struct key predict_keys[] = {
	{ "question", true, offsetof(struct draft, p.question), yaml_read_text },
	{ "of", false, 0, read_of },
	{ "counter", false, 0, read_asked },
	{ "case", false, offsetof(struct draft, p.on_case), yaml_read_line },
	{ "all", false, offsetof(struct draft, p.all), yaml_read_bool },
	{ "tolerance", false, offsetof(struct draft, p.tolerance), read_tolerance },
	{ "choices", false, 0, read_choices },
	{ "answer", false, offsetof(struct draft, answer), yaml_read_line },
	{ "also", false, offsetof(struct draft, also), yaml_read_line },
	{ "decided_by", false, offsetof(struct draft, p.decided), read_decided },
	{ "row", false, 0, read_row },
	{ "order", false, 0, read_order },
	{ "explain", true, offsetof(struct draft, p.explain), yaml_read_text },
};
static const struct map predict_map = { "a prediction", predict_keys, NKEYS(predict_keys), NULL };

/* The index of a choice; nchoices: it is none. */
static size_t choice_of(const struct predict *p, const char *words)
{
	size_t i = 0;

	while (i < p->nchoices && strcmp(p->choices[i], words) != 0)
		i++;
	return i;
}

static int settle_choice(struct reader *r, yaml_node_t *v, struct draft *d)
{
	struct predict *p = &d->p;
	size_t decided = p->decided.nof + (p->decided.within > 0);

	if (!d->answer)
		return yaml_fail(r, v, "key 'answer' is missing in a prediction with choices");
	if (d->has_counter || d->has_of || p->on_case)
		return yaml_fail(r, v, "counter, of and case of a prediction with choices belong into decided_by");
	p->answer = choice_of(p, d->answer);
	if (p->answer == p->nchoices)
		return yaml_fail(r, v, "the answer '%.80s' is none of the choices", d->answer);
	p->also = d->also ? choice_of(p, d->also) : p->answer;
	if (p->also == p->nchoices || (d->also && (p->also == p->answer || decided)))
		return yaml_fail(r, v,
			"expected another of the choices beside the answer, in a prediction without decided_by, found "
			"also: "
			"'%.80s'",
			d->also);
	if (decided && decided != p->nchoices)
		return yaml_fail(r, v, "expected a choice for each of decided_by's %zu variants%s, found %zu choices",
			p->decided.nof, p->decided.within > 0 ? " and one, the last, for no difference" : "",
			p->nchoices);
	p->kind = PREDICT_CHOICE;
	return 0;
}

/* Which keys go with which kind. */
static int settle(struct reader *r, yaml_node_t *v, struct draft *d)
{
	struct predict *p = &d->p;

	if ((p->choices && !d->order) + d->order + (d->row || p->all) > 1)
		return yaml_fail(
			r, v, "expected at most one of the keys choices, order and row (or all) in a prediction");
	if (p->choices && !d->order)
		return settle_choice(r, v, d);
	if (d->answer || d->also || p->decided.nof)
		return yaml_fail(r, v, "answer, also and decided_by are for a prediction with choices");
	if (!d->has_counter)
		return yaml_fail(r, v, "key 'counter' is missing in a prediction");
	if (d->order) {
		if (d->has_of)
			return yaml_fail(r, v, "an order is of variants: the key 'of' is not for it");
		p->kind = PREDICT_ORDER;
		return 0;
	}
	if ((d->row || p->all) && p->on_case)
		return yaml_fail(r, v, "expected one of the keys 'case' and 'all' in a prediction, not both");
	p->kind = d->row || p->all ? PREDICT_ROW : PREDICT_NUMBER;
	if (!d->has_of && p->kind == PREDICT_NUMBER)
		return yaml_fail(r, v, "key 'of' is missing in a prediction: which program is it about?");
	if (!d->has_of)
		p->of = OF_YOURS;
	return 0;
}

static int read_question(struct reader *r, yaml_node_t *v, void *at)
{
	struct draft d = { .p = { .tolerance = 0.1, .line = yaml_line(v) } };

	if (yaml_read_map(r, v, &predict_map, &d) || settle(r, v, &d))
		return -1;
	*(struct predict *)at = d.p;
	return 0;
}

int read_predict(struct reader *r, yaml_node_t *v, void *at)
{
	struct step *s = at;

	if (v->type == YAML_SEQUENCE_NODE) {
		s->questions = yaml_read_list(
			r, v, "predictions", 1, MAX_QUESTIONS, sizeof *s->questions, read_question, &s->nquestions);
		if (!s->questions)
			return -1;
	} else {
		s->questions = arena_alloc(r->arena, sizeof *s->questions);
		s->nquestions = 1;
		if (read_question(r, v, s->questions))
			return -1;
	}
	s->has_predict = s->questions[0].kind == PREDICT_NUMBER || s->questions[0].all;
	if (s->has_predict)
		s->predict = s->questions[0];
	return 0;
}
