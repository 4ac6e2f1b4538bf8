/* answer: see answer.h. Stored forms: a choice is its number from 1, a row is numbers with spaces between them, an
 * order is names of variants with spaces between them. */
#include "judge/answer.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"
#include "judge/prediction.h"

enum { MOST = 64 };
#define SLACK 1e-9

bool answer_wanted(const struct step *s, size_t q)
{
	return q < s->nquestions && !(q == 0 && s->has_predict);
}

/* ---- asking */

/* The cases with `sweep`, or the values of the sweep's macros. */
static size_t row_length(const struct step *s)
{
	size_t n = 0;

	if (s->has_sweep)
		return s->sweep.macros[0].nvalues * (s->sweep.nmacros > 1 ? s->sweep.macros[1].nvalues : 1);
	for (size_t i = 0; i < s->ncases; i++)
		n += s->cases[i].sweep;
	return n;
}

static void row_names(const struct step *s, struct buf *out)
{
	const struct sweep *w = &s->sweep;
	bool first = true;

	for (size_t i = 0; s->has_sweep && i < w->macros[0].nvalues; i++)
		buf_printf(out, "%s%s=%lld", i ? ", " : "", w->macros[0].name, w->macros[0].values[i]);
	for (size_t i = 0; !s->has_sweep && i < s->ncases; i++) {
		if (!s->cases[i].sweep)
			continue;
		buf_printf(out, "%s%s", first ? "" : ", ", s->cases[i].name);
		first = false;
	}
	if (s->has_sweep && w->nmacros > 1)
		buf_printf(out, ", for each the %zu values of %s", w->macros[1].nvalues, w->macros[1].name);
}

#define SHORT_CHOICE 24 /* longer ones stand on lines of their own */

void answer_ask(const struct step *s, size_t q, struct buf *out)
{
	const struct predict *p = &s->questions[q];
	bool lines = false;

	for (size_t i = 0; i < p->nchoices; i++)
		lines = lines || strlen(p->choices[i]) > SHORT_CHOICE;
	buf_puts(out, p->question);
	buf_putc(out, '\n');
	for (size_t i = 0; (p->kind == PREDICT_CHOICE || p->kind == PREDICT_ORDER) && i < p->nchoices; i++)
		buf_printf(out, "%s%zu: %s", i == 0 ? "" : lines ? "\n" : ", ", i + 1, p->choices[i]);
	if (p->kind == PREDICT_ORDER)
		buf_puts(out, " (the lowest first: 2 1 3)");
	if (p->kind == PREDICT_ROW) {
		buf_printf(out, "%zu numbers: ", row_length(s));
		row_names(s, out);
	}
}

/* ---- reading */

/* The words of a text, split at spaces and commas, in a copy. */
struct words {
	char text[400];
	char *v[MOST];
	size_t n;
};

static void split_at(struct words *w, const char *text, const char *separators)
{
	char *save = NULL;

	snprintf(w->text, sizeof w->text, "%s", text);
	w->n = 0;
	for (char *p = strtok_r(w->text, separators, &save); p && w->n < MOST; p = strtok_r(NULL, separators, &save))
		w->v[w->n++] = p;
}

static void split(struct words *w, const char *text)
{
	split_at(w, text, " ,\t");
}

static int choice_of(const struct predict *p, const char *word)
{
	char *end;
	long n = strtol(word, &end, 10);

	if (*word && !*end && n >= 1 && n <= (long)p->nchoices)
		return (int)n - 1;
	for (size_t i = 0; i < p->nchoices; i++) {
		if (!strcasecmp(word, p->choices[i]))
			return (int)i;
	}
	return -1;
}

static bool read_choice(const struct predict *p, const char *text, struct buf *out, char *problem, size_t size)
{
	int i = choice_of(p, text);

	if (i < 0) {
		snprintf(problem, size, "A number from 1 to %zu, please.", p->nchoices);
		return false;
	}
	buf_printf(out, "%d", i + 1);
	return true;
}

/* "65.536", "1.048.576": points where much of Europe has them, between the thousands. */
static bool has_points_for_commas(const char *text)
{
	size_t n = strspn(text, "0123456789");

	if (n < 1 || n > 3 || *text == '0' || text[n] != '.')
		return false;
	for (text += n; *text == '.'; text += n + 1) {
		n = strspn(text + 1, "0123456789");
		if (n != 3)
			return false;
	}
	return !*text;
}

static void without_points(const char *text, char *problem, size_t size)
{
	char digits[MOST] = "";
	size_t n = 0;

	for (; *text && n + 1 < sizeof digits; text++)
		if (*text != '.')
			digits[n++] = *text;
	snprintf(problem, size, "A point begins a fraction here, and this is a whole number. Do you mean %s?", digits);
}

bool answer_number(const struct predict *p, const char *text, double *v, char *problem, size_t size)
{
	const double most = 1e15; /* no kernel that anybody waits for counts so far */
	const bool whole = p->counter != MEASURE_TIME && !counter_is_ratio((enum counter_id)p->counter);

	text += strspn(text, " ");
	if (whole && has_points_for_commas(text))
		without_points(text, problem, size);
	else if (!number_read(text, v))
		snprintf(problem, size, NUMBER_WANTED);
	else if (*v < 0)
		snprintf(problem, size, "0 or more, please: nothing is counted or timed below 0.");
	else if (*v > most)
		snprintf(problem, size, "That is more than any kernel here counts. A smaller number, please.");
	else
		return true;
	return false;
}

/* The numbers of a row between separators; false: they are not as many as the row has places, or one is no number. */
static bool row_of(const struct predict *p, const struct words *w, size_t length, struct buf *out)
{
	bool good = w->n == length;
	char problem[120];
	double v = 0;

	buf_clear(out);
	for (size_t i = 0; good && i < w->n; i++) {
		good = answer_number(p, w->v[i], &v, problem, sizeof problem);
		buf_printf(out, "%s%.17g", i ? " " : "", v);
	}
	return good;
}

/* A comma may stand between two numbers, or within one: "1, 2, 4", "1,2,4" and "1,024 2,048". */
static bool read_row(
	const struct step *s, const struct predict *p, const char *text, struct buf *out, char *problem, size_t size)
{
	struct words w;
	const size_t length = row_length(s);
	double v;

	split_at(&w, text, " \t");
	for (size_t i = 0; i < w.n; i++)
		if (w.v[i][strlen(w.v[i]) - 1] == ',')
			w.v[i][strlen(w.v[i]) - 1] = '\0';
	if (row_of(p, &w, length, out))
		return true;
	split(&w, text);
	if (row_of(p, &w, length, out))
		return true;
	snprintf(problem, size, "%zu numbers, please, with spaces between them. This is %zu.", length, w.n);
	for (size_t i = 0; i < w.n; i++) {
		if (number_read(w.v[i], &v) && !answer_number(p, w.v[i], &v, problem, size))
			break;
		if (!number_read(w.v[i], &v)) {
			snprintf(problem, size, "%zu numbers, please, with spaces between them. '%.12s' is none.",
				length, w.v[i]);
			break;
		}
	}
	return false;
}

static bool read_order(const struct predict *p, const char *text, struct buf *out, char *problem, size_t size)
{
	bool seen[MOST] = { false }, good;
	struct words w;

	split(&w, text);
	good = w.n == p->nchoices;
	for (size_t i = 0; good && i < w.n; i++) {
		int c = choice_of(p, w.v[i]);

		good = c >= 0 && !seen[c];
		if (good) {
			seen[c] = true;
			buf_printf(out, "%s%s", i ? " " : "", p->choices[c]);
		}
	}
	if (!good)
		snprintf(problem, size, "Each of the %zu once, please, the lowest first.", p->nchoices);
	return good;
}

bool answer_read(const struct step *s, size_t q, const char *text, struct buf *out, char *problem, size_t size)
{
	const struct predict *p = &s->questions[q];
	double v;

	buf_clear(out);
	switch (p->kind) {
	case PREDICT_CHOICE: return read_choice(p, text, out, problem, size);
	case PREDICT_ROW: return read_row(s, p, text, out, problem, size);
	case PREDICT_ORDER: return read_order(p, text, out, problem, size);
	default:
		if (!answer_number(p, text, &v, problem, size))
			return false;
		buf_printf(out, "%.17g", v);
		return true;
	}
}

/* ---- comparing */

static bool measure_side(const struct side *s, int measure, double *v)
{
	*v = 0;
	if (measure == MEASURE_TIME) {
		*v = s->time_us;
		return s->ran && s->time_us > 0;
	}
	if (!s->ran || !s->has_counters || !counter_defined(&s->total, (enum counter_id)measure))
		return false;
	*v = counter_value(&s->total, (enum counter_id)measure);
	return true;
}

static bool measure_variant(const struct result *r, const char *name, const char *on_case, int measure, double *v)
{
	const struct step *s = r->step;
	const struct observed *o = result_observed(r, OF_VARIANT, name, (size_t)(step_case(s, on_case) - s->cases));

	return o && measure_side(&o->side, measure, v);
}

int answer_decided(const struct result *r, size_t q)
{
	const struct decided_by *d = &r->step->questions[q].decided;
	double lowest = 0, highest = 0, v;
	int at = -1;

	for (size_t i = 0; i < d->nof; i++) {
		if (!measure_variant(r, d->of[i], d->on_case, d->counter, &v))
			return -1;
		if (at < 0 || v < lowest) {
			lowest = v;
			at = (int)i;
		}
		highest = v > highest ? v : highest;
	}
	return d->within > 0 && highest <= d->within * lowest * (1 + SLACK) ? (int)d->nof : at;
}

static bool compare_choice(const struct result *r, size_t q, const char *stored, bool *close, struct buf *words)
{
	const struct predict *p = &r->step->questions[q];
	int said = atoi(stored) - 1, right = p->decided.nof ? answer_decided(r, q) : (int)p->answer;

	if (right < 0 || said < 0 || said >= (int)p->nchoices || right >= (int)p->nchoices)
		return false;
	*close = said == right || (!p->decided.nof && said == (int)p->also);
	if (said == right)
		buf_printf(words, "You said %s: right.", p->choices[said]);
	else if (*close)
		buf_printf(words, "You said %s: right as well. Here it is called %s.", p->choices[said],
			p->choices[right]);
	else
		buf_printf(words, "You said %s: it is %s.", p->choices[said], p->choices[right]);
	return true;
}

/* What the program of a row did in one case. */
static bool observed_in(const struct result *r, const struct predict *p, size_t tc, double *v)
{
	const struct counters *c = NULL;
	const struct observed *o = result_observed(r, p->of, p->variant, tc);

	if (p->of == OF_YOURS)
		c = result_answer_right(r) && r->cases[tc].has_counters ? &r->cases[tc].student : NULL;
	else
		c = o ? &o->c : NULL;
	if (!c || !counter_defined(c, (enum counter_id)p->counter))
		return false;
	*v = counter_value(c, (enum counter_id)p->counter);
	return true;
}

static bool near_enough(const struct predict *p, double said, double seen)
{
	return fabs(said - seen) <= (p->tolerance + SLACK) * fabs(seen);
}

/* A row: how many numbers are close, and what each of the others should have been. */
struct row_words {
	const struct predict *p;
	size_t n, good;
	struct buf missed;
};

static void row_add(struct row_words *w, double said, double seen, const char *name)
{
	char a[64], b[64];

	w->n++;
	if (near_enough(w->p, said, seen)) {
		w->good++;
		return;
	}
	number_text(said, a, sizeof a);
	number_text(seen, b, sizeof b);
	buf_printf(&w->missed, "%s %s: you said %s, it is %s", w->missed.len ? ";" : " Not close:", name, a, b);
}

static void row_tell(struct row_words *w, bool *close, struct buf *words)
{
	*close = w->good == w->n;
	buf_printf(words, "%zu of your %zu numbers are within %g %%.", w->good, w->n, w->p->tolerance * 100);
	if (w->missed.len)
		buf_printf(words, "%s.", w->missed.data);
}

static bool compare_row(const struct result *r, size_t q, const char *stored, bool *close, struct buf *words)
{
	const struct step *s = r->step;
	const struct predict *p = &s->questions[q];
	struct row_words row = { .p = p };
	bool known = true;
	struct words w;

	split(&w, stored);
	if (s->has_sweep || p->counter == MEASURE_TIME) /* its numbers come from a sweep, not from a run */
		return false;
	buf_init(&row.missed);
	for (size_t i = 0; i < s->ncases && known; i++) {
		double seen, said;

		if (!s->cases[i].sweep)
			continue;
		known = row.n < w.n && number_read(w.v[row.n], &said) && observed_in(r, p, i, &seen);
		if (known)
			row_add(&row, said, seen, s->cases[i].name);
	}
	known = known && row.n;
	if (known)
		row_tell(&row, close, words);
	buf_release(&row.missed);
	return known;
}

bool answer_sweep(const struct sweep_report *r, size_t q, const char *stored, bool *close, struct buf *words)
{
	const struct predict *p = &r->step->questions[q];
	struct row_words row = { .p = p };
	struct words w;
	struct buf name;
	bool known;

	split(&w, stored);
	known = r->step->has_sweep && r->nrows && w.n == r->nrows;
	buf_init(&row.missed);
	buf_init(&name);
	for (size_t i = 0; i < r->nrows && known; i++) {
		double seen, said;

		known = number_read(w.v[i], &said) && sweep_value(&r->rows[i], p->counter, &seen);
		if (!known)
			break;
		buf_clear(&name);
		sweep_row_words(r, &r->rows[i], &name);
		row_add(&row, said, seen, name.data);
	}
	if (known) {
		buf_printf(words, "You said %s: ", stored);
		row_tell(&row, close, words);
	}
	buf_release(&row.missed);
	buf_release(&name);
	return known;
}

/* The programs of an order, the lowest first; of equal ones, those that the manifest names first. */
static bool right_order(const struct result *r, const struct predict *p, struct buf *words)
{
	double last = -INFINITY;
	size_t from = 0; /* of those with the value `last`: not the ones that have been named */

	for (size_t done = 0; done < p->nchoices; done++) {
		double lowest = INFINITY, v;
		size_t at = p->nchoices;

		for (size_t i = 0; i < p->nchoices; i++) {
			if (!measure_variant(r, p->choices[i], p->on_case, p->counter, &v))
				return false;
			if (v < lowest && (v > last || (v == last && i >= from))) {
				lowest = v;
				at = i;
			}
		}
		if (at == p->nchoices)
			return false;
		buf_printf(words, " %s", p->choices[at]);
		last = lowest;
		from = at + 1;
	}
	return true;
}

static bool compare_order(const struct result *r, size_t q, const char *stored, bool *close, struct buf *words)
{
	const struct predict *p = &r->step->questions[q];
	double last = 0, v;
	struct words w;
	struct buf right;

	split(&w, stored);
	*close = true;
	for (size_t i = 0; i < w.n; i++) {
		if (!measure_variant(r, w.v[i], p->on_case, p->counter, &v))
			return false;
		if (i && v < last * (1 - SLACK))
			*close = false;
		last = v;
	}
	buf_init(&right);
	if (*close)
		buf_printf(words, "You said %s: right.", stored);
	else if (right_order(r, p, &right))
		buf_printf(words, "You said %s: it is%s.", stored, right.data);
	else
		buf_printf(words, "You said %s: it is another order.", stored);
	buf_release(&right);
	return w.n > 0;
}

static bool compare_number(const struct result *r, size_t q, const char *stored, bool *close, struct buf *words)
{
	const struct step *s = r->step;
	const struct predict *p = &s->questions[q];
	double said, seen;
	char a[64], b[64];

	if (!number_read(stored, &said) || !observed_in(r, p, (size_t)(step_case(s, p->on_case) - s->cases), &seen))
		return false;
	*close = near_enough(p, said, seen);
	number_text(said, a, sizeof a);
	number_text(seen, b, sizeof b);
	buf_printf(words, "You said %s for %s: it is %s, which is %s.", a, prediction_whose(p->of), b,
		*close ? "close" : "not close");
	return true;
}

bool answer_compare(const struct result *r, size_t q, const char *stored, bool *close, struct buf *words)
{
	*close = false;
	switch (r->step->questions[q].kind) {
	case PREDICT_CHOICE: return compare_choice(r, q, stored, close, words);
	case PREDICT_ROW: return compare_row(r, q, stored, close, words);
	case PREDICT_ORDER: return compare_order(r, q, stored, close, words);
	default: return compare_number(r, q, stored, close, words);
	}
}
