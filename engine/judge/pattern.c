/* pattern: where the wrong elements lie and what they hold, as one short sentence for the student.
 *
 * Two independent questions, each a list of recognisers tried in order: the place (a tail, rows, columns, every k-th
 * element) and the content (never written, unchanged, transposed, shifted, a constant factor). A recogniser answers
 * only when its claim is true of every element; what is true of most is not said. The sentence is "<place>: <content>",
 * or the half that is known.
 */
#include "judge/compare.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/number.h"

#define MAX_ELEMENTS (1u << 26) /* beyond this it would take longer than it helps */
#define MAX_PERIOD 4096

struct scene {
	struct arena *a;
	const struct elements *el;
	uint64_t n, wrong;
	uint64_t first, last; /* wrong elements */
	unsigned char *bad;   /* n flags */
	uint64_t rows, cols;  /* 2-D shape, else 0 */
};

typedef const char *recogniser(const struct scene *s);

/* ---- help */

static double got(const struct scene *s, uint64_t i)
{
	return element_value(s->el->type, s->el->got, i);
}

static double want(const struct scene *s, uint64_t i)
{
	return element_value(s->el->type, s->el->want, i);
}

/* Is got[i] what is wanted at j, by the rule of the comparison? */
static bool got_is_want_of(const struct scene *s, uint64_t i, uint64_t j)
{
	double tol = 0, d = fabs(got(s, i) - want(s, j));

	if (s->el->magnitude)
		tol = s->el->how->allowance * (s->el->type == ELEM_DOUBLE ? 0x1p-53 : 0x1p-24) *
			element_value(s->el->type, s->el->magnitude, j);
	return d <= tol;
}

/* "40 to 44: 5 = 45 % 8", the remainder that a block or a tile of a power of two leaves; 0 when it is none. */
static unsigned tail_block(uint64_t n, uint64_t tail, unsigned smallest)
{
	for (unsigned b = smallest; b <= 1024; b *= 2) {
		if (n > b && n % b == tail)
			return b;
	}
	return 0;
}

static const char *tail_words(const struct scene *s, const char *what, uint64_t from, uint64_t n, unsigned smallest)
{
	uint64_t tail = n - from;
	unsigned b = tail_block(n, tail, smallest);

	if (b)
		return arena_printf(s->a,
			"every %s from %" PRIu64 " on, the last %" PRIu64 " (%" PRIu64 " %% %u = %" PRIu64 ")", what,
			from, tail, n, b, tail);
	return arena_printf(
		s->a, "every %s from %" PRIu64 " on, the last %" PRIu64 " of %" PRIu64, what, from, tail, n);
}

/* "rows 3 to 5", when the `n` flags are one run that is not all of them. */
static const char *run_words(
	const struct scene *s, const char *what, const unsigned char *flag, uint64_t n, unsigned smallest)
{
	uint64_t from = 0, to;

	while (from < n && !flag[from])
		from++;
	for (to = from; to < n && flag[to]; to++)
		;
	for (uint64_t i = to; i < n; i++) {
		if (flag[i])
			return NULL;
	}
	if (from == to || (!from && to == n))
		return NULL;
	if (to - from == 1 && from && to < n)
		return arena_printf(s->a, "only %s %" PRIu64 " of %" PRIu64, what, from, n);
	if (to - from == 1)
		return arena_printf(s->a, "only the %s %s", from ? "last" : "first", what);
	if (to == n)
		return tail_words(s, what, from, n, smallest);
	if (!from)
		return arena_printf(s->a, "every %s before %" PRIu64, what, to);
	return arena_printf(s->a, "every %s from %" PRIu64 " to %" PRIu64, what, from, to - 1);
}

/* The sentence when flags are set at every k-th place and nowhere else, or at all places but every k-th. */
static const char *period_words(
	const struct scene *s, const char *what, const unsigned char *flag, uint64_t n, bool value)
{
	uint64_t first = 0, second, k, hits = 0;

	while (first < n && (flag[first] != 0) != value)
		first++;
	for (second = first + 1; second < n && (flag[second] != 0) != value; second++)
		;
	k = second - first;
	if (second >= n || k < 2 || k > MAX_PERIOD || first >= k)
		return NULL;
	for (uint64_t i = 0; i < n; i++) {
		if (((flag[i] != 0) == value) != (i % k == first))
			return NULL;
		hits += i % k == first;
	}
	if (hits < 4)
		return NULL;
	if (value)
		return arena_printf(s->a, "every %s whose index %% %" PRIu64 " is %" PRIu64, what, k, first);
	return arena_printf(s->a, "every %s but those whose index %% %" PRIu64 " is %" PRIu64, what, k, first);
}

/* ---- places */

/* Rows (or columns) of which every element is wrong or none is: 0/1 flags in `flag`; false when some are mixed. */
static bool lines_of(const struct scene *s, bool columns, unsigned char *flag)
{
	uint64_t nlines = columns ? s->cols : s->rows, len = columns ? s->rows : s->cols;

	for (uint64_t l = 0; l < nlines; l++) {
		uint64_t sum = 0;

		for (uint64_t k = 0; k < len; k++)
			sum += s->bad[columns ? k * s->cols + l : l * s->cols + k];
		if (sum && sum != len)
			return false;
		flag[l] = sum != 0;
	}
	return true;
}

static const char *place_lines(const struct scene *s, bool columns)
{
	uint64_t n = columns ? s->cols : s->rows;
	const char *what = columns ? "column" : "row", *words = NULL;
	unsigned char *flag;

	if (s->rows < 2 || s->cols < 2)
		return NULL;
	flag = xcalloc(n, 1);
	if (lines_of(s, columns, flag)) {
		words = run_words(s, what, flag, n, 8);
		words = words ? words : period_words(s, what, flag, n, true);
		words = words ? words : period_words(s, what, flag, n, false);
	}
	free(flag);
	return words;
}

static const char *place_rows(const struct scene *s)
{
	return place_lines(s, false);
}

static const char *place_columns(const struct scene *s)
{
	return place_lines(s, true);
}

/* Row range and column range at once: one tile, or the corner that both tails leave. */
static const char *place_rectangle(const struct scene *s)
{
	uint64_t r0, r1, c0, c1;

	if (s->rows < 2 || s->cols < 2 || s->wrong < 2)
		return NULL;
	r0 = s->first / s->cols;
	r1 = s->last / s->cols;
	c0 = s->first % s->cols;
	c1 = s->last % s->cols;
	if (c0 > c1 || (r1 - r0 + 1) * (c1 - c0 + 1) != s->wrong || r0 == r1)
		return NULL;
	for (uint64_t r = r0; r <= r1; r++) {
		for (uint64_t c = c0; c <= c1; c++) {
			if (!s->bad[r * s->cols + c])
				return NULL;
		}
	}
	return arena_printf(s->a, "rows %" PRIu64 " to %" PRIu64 " of columns %" PRIu64 " to %" PRIu64, r0, r1, c0, c1);
}

/* Everything below a row or right of a column: both edges that don't fill a tile. */
static const char *place_edges(const struct scene *s)
{
	uint64_t r = 0, c = 0;

	if (s->rows < 2 || s->cols < 2)
		return NULL;
	while (r < s->rows && !s->bad[r * s->cols])
		r++;
	while (c < s->cols && !s->bad[c])
		c++;
	if (!r || !c || r == s->rows || c == s->cols)
		return NULL;
	for (uint64_t i = 0; i < s->n; i++) {
		if ((s->bad[i] != 0) != (i / s->cols >= r || i % s->cols >= c))
			return NULL;
	}
	return arena_printf(s->a, "every row from %" PRIu64 " on and every column from %" PRIu64 " on", r, c);
}

static const char *place_off_diagonal(const struct scene *s)
{
	if (s->rows < 3 || s->rows != s->cols || s->wrong != s->n - s->rows)
		return NULL;
	for (uint64_t r = 0; r < s->rows; r++) {
		if (s->bad[r * s->cols + r])
			return NULL;
	}
	return "every element off the diagonal";
}

static const char *place_run(const struct scene *s)
{
	return run_words(s, "element", s->bad, s->n, 32);
}

static const char *place_period(const struct scene *s)
{
	const char *words = period_words(s, "element", s->bad, s->n, true);

	return words ? words : period_words(s, "element", s->bad, s->n, false);
}

static recogniser *const places[] = { place_rows, place_columns, place_rectangle, place_edges, place_off_diagonal,
	place_run, place_period };

/* ---- contents */

static bool every_bad(const struct scene *s, bool (*holds)(const struct scene *, uint64_t))
{
	for (uint64_t i = s->first; i <= s->last; i++) {
		if (s->bad[i] && !holds(s, i))
			return false;
	}
	return true;
}

static bool is_poisoned(const struct scene *s, uint64_t i)
{
	return element_poisoned(s->el, i);
}

static const char *content_unwritten(const struct scene *s)
{
	if (!every_bad(s, is_poisoned))
		return NULL;
	if (s->el->type == ELEM_FLOAT || s->el->type == ELEM_DOUBLE)
		return PATTERN_UNWRITTEN;
	return PATTERN_UNWRITTEN " (or written as all one bits)";
}

static bool is_unchanged(const struct scene *s, uint64_t i)
{
	size_t size = elem_size(s->el->type);

	return !memcmp((const char *)s->el->got + i * size, (const char *)s->el->before + i * size, size);
}

static const char *content_unchanged(const struct scene *s)
{
	return s->el->before && every_bad(s, is_unchanged) ? "the same as before the call" : NULL;
}

static bool is_zero(const struct scene *s, uint64_t i)
{
	return got(s, i) == 0;
}

static const char *content_zero(const struct scene *s)
{
	return s->wrong > 1 && every_bad(s, is_zero) ? "0" : NULL;
}

static bool is_nan(const struct scene *s, uint64_t i)
{
	return isnan(got(s, i));
}

static const char *content_nan(const struct scene *s)
{
	return s->wrong > 1 && every_bad(s, is_nan) ? "NaN" : NULL;
}

/* The output as it is, read with rows and columns exchanged, is the wanted one. */
static const char *content_transposed(const struct scene *s)
{
	if (s->rows < 2 || s->cols < 2 || s->wrong < 4)
		return NULL;
	for (uint64_t r = 0; r < s->rows; r++) {
		for (uint64_t c = 0; c < s->cols; c++) {
			if (!got_is_want_of(s, c * s->rows + r, r * s->cols + c))
				return NULL;
		}
	}
	return "rows and columns are exchanged (transposed)";
}

static bool shifted_by(const struct scene *s, int64_t by)
{
	uint64_t seen = 0;

	for (uint64_t i = 0; i < s->n; i++) {
		int64_t j = (int64_t)i + by;

		if (!s->bad[i] || j < 0 || j >= (int64_t)s->n)
			continue;
		if (!got_is_want_of(s, i, (uint64_t)j))
			return false;
		seen++;
	}
	return seen >= 4 && seen + (uint64_t)llabs(by) >= s->wrong;
}

static const char *content_shifted(const struct scene *s)
{
	if (shifted_by(s, 1))
		return "each holds what belongs one element later";
	if (shifted_by(s, -1))
		return "each holds what belongs one element earlier";
	if (s->cols > 1 && s->rows > 1 && shifted_by(s, (int64_t)s->cols))
		return "each holds what belongs one row later";
	if (s->cols > 1 && s->rows > 1 && shifted_by(s, -(int64_t)s->cols))
		return "each holds what belongs one row earlier";
	return NULL;
}

static const char *content_reversed(const struct scene *s)
{
	if (s->wrong < 4)
		return NULL;
	for (uint64_t i = 0; i < s->n; i++) {
		if (!got_is_want_of(s, i, s->n - 1 - i))
			return NULL;
	}
	return "the order is reversed";
}

/* Do the wanted values of the wrong elements differ? Else a factor or an offset says nothing. */
static bool wants_vary(const struct scene *s)
{
	for (uint64_t i = s->first; i <= s->last; i++) {
		if (s->bad[i] && want(s, i) != want(s, s->first))
			return true;
	}
	return false;
}

static const char *content_factor(const struct scene *s)
{
	double lo = INFINITY, hi = -INFINITY, slack = s->el->how->kind == COMPARE_SUM ? 1e-5 : 1e-6;

	if (s->wrong < 4 || !wants_vary(s))
		return NULL;
	for (uint64_t i = s->first; i <= s->last; i++) {
		double f;

		if (!s->bad[i])
			continue;
		f = got(s, i) / want(s, i);
		if (!isfinite(f) || f == 0)
			return NULL;
		lo = f < lo ? f : lo;
		hi = f > hi ? f : hi;
	}
	if (!(hi - lo <= slack * fabs(lo)))
		return NULL;
	if (fabs(lo + 1) <= slack)
		return "the right value with the other sign";
	if (fabs(lo - 1) < 1e-3) /* "1 times the right value": a rounding, which is no factor */
		return NULL;
	return arena_printf(s->a, "%.4g times the right value", (lo + hi) / 2);
}

static const char *content_offset(const struct scene *s)
{
	double d = got(s, s->first) - want(s, s->first);
	char by[64];

	/* Exact only: sums of rounded numbers have no constant difference. */
	if (s->wrong < 4 || s->el->how->kind != COMPARE_EXACT || !isfinite(d) || !wants_vary(s))
		return NULL;
	for (uint64_t i = s->first; i <= s->last; i++) {
		if (s->bad[i] && got(s, i) - want(s, i) != d)
			return NULL;
	}
	if (d == floor(d) && fabs(d) >= 1e6) /* as a whole number, not as 8.4215e+08 */
		number_text(fabs(d), by, sizeof by);
	else
		snprintf(by, sizeof by, "%.6g", fabs(d));
	return arena_printf(s->a, "%s too %s", by, d > 0 ? "high" : "low");
}

static bool is_whole(const struct scene *s, uint64_t i)
{
	double v = got(s, i);

	return v == floor(v) && fabs(v) < 0x1p23; /* false of NaN and infinity */
}

/* An int somewhere on the way. */
static const char *content_whole(const struct scene *s)
{
	uint64_t broken = 0;

	if (s->wrong < 4 || !every_bad(s, is_whole))
		return NULL;
	for (uint64_t i = s->first; i <= s->last; i++)
		broken += s->bad[i] && want(s, i) != floor(want(s, i));
	return broken * 2 > s->wrong ? "a whole number, where most of the right values have a fraction" : NULL;
}

static recogniser *const contents[] = { content_unwritten, content_unchanged, content_transposed, content_reversed,
	content_shifted, content_zero, content_nan, content_factor, content_offset, content_whole };

/* ---- both */

static const char *ask(recogniser *const *list, size_t n, const struct scene *s)
{
	const char *words = NULL;

	for (size_t i = 0; i < n && !words; i++)
		words = list[i](s);
	return words;
}

static void look(struct scene *s, const unsigned char *some)
{
	s->first = s->n;
	for (uint64_t i = 0; i < s->n; i++) {
		s->bad[i] = some ? some[i] : !element_ok(s->el, i);
		if (!s->bad[i])
			continue;
		s->last = i;
		s->first = s->first < i ? s->first : i;
	}
}

const char *pattern_describe(struct arena *a, const struct elements *el, uint64_t wrong)
{
	return pattern_describe_some(a, el, NULL, wrong);
}

const char *pattern_describe_some(struct arena *a, const struct elements *el, const unsigned char *some, uint64_t wrong)
{
	struct scene s = { .a = a, .el = el, .n = el->count, .wrong = wrong };
	const char *place, *content;

	if (!wrong || wrong > s.n || s.n > MAX_ELEMENTS)
		return NULL;
	if (el->ndim == 2) {
		s.rows = el->dim[0];
		s.cols = el->dim[1];
	}
	s.bad = xcalloc(s.n, 1);
	look(&s, some);
	place = wrong < s.n ? ask(places, sizeof places / sizeof places[0], &s) : NULL;
	content = ask(contents, sizeof contents / sizeof contents[0], &s);
	free(s.bad);
	if (place && content)
		return arena_printf(a, "%s: %s", place, content);
	if (content && wrong > 1)
		return arena_printf(a, "every %selement: %s", wrong == s.n ? "" : "wrong ", content);
	return place ? place : content;
}
