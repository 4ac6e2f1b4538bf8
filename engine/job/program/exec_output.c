/* exec_output: see exec_output.h. */
#include "job/program/exec_output.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buf.h"
#include "base/literal.h"

/* What may stand after a time or a rate, as programs print them; matched without regard to case and as whole words. */
static const char *const units[] = { "ns", "us", "ms", "s", "usec", "msec", "sec", "secs", "second", "seconds",
	"milliseconds", "microseconds", "mflops", "gflops", "tflops" };

/* What may stand in front of one: "Time (ms): 0.5". */
static const char *const labels[] = { "time", "elapsed", "bandwidth", "throughput", "performance", "speedup", "latency",
	"runtime", "duration", "ns", "us", "ms", "usec", "msec", "sec", "secs", "seconds", "milliseconds",
	"microseconds", "gflops" };

/* The ends of a rate of whatever is counted, which may stand after or in front: "812.5 GB/s", "Gsamples/sec: 0.5",
 * "31.6 options per second". */
static const char *const per_time[] = { "/us", "/ms", "/s", "/sec", "/second", " per s", " per sec", " per second",
	"_per_s", "_per_sec", "_per_second" };
#define RATE_WORDS 3 /* "12.5 million new keys/second" */

static bool word(const char *p, const char *end, const char *w)
{
	size_t n = strlen(w);

	return (size_t)(end - p) >= n && !strncasecmp(p, w, n) &&
		(p + n == end || !(isalnum((unsigned char)p[n]) || p[n] == '/'));
}

/* After "Gsamples/s" or "million keys/second", if such a thing stands at p, else NULL. */
static const char *rate_end(const char *p, const char *end)
{
	for (int words = 0; words < RATE_WORDS; words++) {
		const char *q = p;

		while (q < end && isalpha((unsigned char)*q))
			q++;
		for (size_t i = 0; q > p && i < sizeof per_time / sizeof *per_time; i++)
			if (word(q, end, per_time[i]))
				return q + strlen(per_time[i]);
		if (q == p || q == end || *q != ' ')
			return NULL;
		p = q + 1;
	}
	return NULL;
}

/* After the unit, if one stands at p, else NULL. */
static const char *unit_end(const char *p, const char *end)
{
	while (p < end && strchr(" )]", *p))
		p++;
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (word(p, end, units[i]))
			return p + strlen(units[i]);
	return rate_end(p, end);
}

static bool label_precedes(const char *from, const char *to)
{
	for (const char *p = from; p < to; p++) {
		if (p > from && isalnum((unsigned char)p[-1]))
			continue;
		for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
			if (word(p, to, labels[i]))
				return true;
		if (rate_end(p, to))
			return true;
	}
	return false;
}

static const char *number_end(const char *p, const char *end, bool *fraction)
{
	while (p < end && (isdigit((unsigned char)*p) || (*p == '.' && p + 1 < end && isdigit((unsigned char)p[1])))) {
		*fraction = *fraction || *p == '.';
		p++;
	}
	if (p + 2 < end && *p == 'e' && (p[1] == '-' || p[1] == '+') && isdigit((unsigned char)p[2]))
		for (p += 2; p < end && isdigit((unsigned char)*p); p++)
			;
	return p;
}

static const char *blanks_end(const char *p, const char *end)
{
	while (p < end && *p == ' ')
		p++;
	return p;
}

bool exec_same_line(const char *a, size_t na, const char *b, size_t nb)
{
	const char *a_end = a + na, *b_end = b + nb, *since = a, *start = a;

	for (;;) {
		/* A number that takes fewer digits is padded with more blanks. */
		a = blanks_end(a, a_end);
		b = blanks_end(b, b_end);
		if (a == a_end || b == b_end)
			return a == a_end && b == b_end;
		bool inside = a > start && (literal_in_word(a[-1]) || a[-1] == '.');

		if (!inside && isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
			bool fraction = false, other = false;
			const char *x = number_end(a, a_end, &fraction), *y = number_end(b, b_end, &other);
			const char *unit_a = unit_end(x, a_end), *unit_b = unit_end(y, b_end);
			bool same = x - a == y - b && !memcmp(a, b, (size_t)(x - a));

			if (!same && !(unit_a && unit_b) && !(fraction && other && label_precedes(since, a)))
				return false;
			/* A number's own unit is no label of the next. */
			since = unit_a ? unit_a : x;
			a = x;
			b = y;
		} else if (*a++ != *b++) {
			return false;
		}
	}
}

/* ---- what kernels print */
struct line {
	const char *at;
	size_t n, taken; /* of the first of several equal ones: how many of them were found in the output */
};

static int by_text(const void *a, const void *b)
{
	const struct line *x = a, *y = b;
	int c = memcmp(x->at, y->at, x->n < y->n ? x->n : y->n);

	return c ? c : x->n < y->n ? -1 : x->n > y->n;
}

static bool next(const char **at, struct line *l)
{
	if (!**at)
		return false;
	*l = (struct line){ *at, strcspn(*at, "\n"), 0 };
	*at += l->n + ((*at)[l->n] != '\0');
	return true;
}

static struct line *sorted_lines(const char *text, size_t *n)
{
	struct line l, *lines = NULL;
	size_t cap = 0;

	for (*n = 0; next(&text, &l); lines[(*n)++] = l)
		if (*n == cap) {
			cap = cap ? 2 * cap : 64;
			lines = xrealloc(lines, cap * sizeof *lines);
		}
	if (lines)
		qsort(lines, *n, sizeof *lines, by_text);
	return lines;
}

/* The next line of an output that no kernel printed. */
static bool next_of_host(const char **at, struct line *l, struct line *printed, size_t n)
{
	while (next(at, l)) {
		size_t from = 0, to = n;

		while (from < to) {
			const size_t mid = from + (to - from) / 2;

			if (by_text(&printed[mid], l) < 0)
				from = mid + 1;
			else
				to = mid;
		}
		to = from + (from < n ? printed[from].taken : 0);
		if (from == n || to >= n || by_text(&printed[to], l))
			return true;
		printed[from].taken++;
	}
	return false;
}

bool exec_same_but_for_order(const char *a, const char *a_printed, const char *b, const char *b_printed)
{
	size_t na = 0, nb = 0;
	struct line *pa = sorted_lines(a_printed ? a_printed : "", &na),
		    *pb = sorted_lines(b_printed ? b_printed : "", &nb), x, y;
	bool same = na && na == nb, more = true;

	for (size_t i = 0; i < na && same; i++)
		same = !by_text(&pa[i], &pb[i]);
	while (same && more) {
		more = next_of_host(&a, &x, pa, na);
		same = next_of_host(&b, &y, pb, nb) == more && (!more || exec_same_line(x.at, x.n, y.at, y.n));
	}
	free(pa);
	free(pb);
	return same;
}
