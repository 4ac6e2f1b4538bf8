/* written: see written.h. */
#include "judge/written.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "judge/finding.h"

const char *writer_word(enum writer w)
{
	static const char *const words[] = { [WRITER_UNKNOWN] = "unknown",
		[WRITER_NOBODY] = "nobody",
		[WRITER_HOST] = "host",
		[WRITER_KERNEL] = "kernel" };

	return words[w];
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* What the host put there is what was there before the call: the poison, or an inout's input. */
static bool untouched(const struct elements *el, uint64_t i)
{
	size_t size = elem_size(el->type);

	if (el->before)
		return !memcmp((const char *)el->got + i * size, (const char *)el->before + i * size, size);
	return element_poisoned(el, i);
}

struct group {
	struct written w;
	uint64_t first;
	unsigned char *some;
};

static struct group *group_of(struct group *g, size_t *ngroups, enum writer by, const struct writing *w)
{
	for (size_t k = 0; k < *ngroups; k++)
		if (g[k].w.by == by &&
			(by != WRITER_KERNEL ||
				(g[k].w.at.line == w->at.line && same_text(g[k].w.kernel, w->kernel) &&
					same_text(g[k].w.at.file, w->at.file))))
			return &g[k];
	if (*ngroups == 64)
		return NULL;
	g[*ngroups] =
		(struct group){ .w = { .by = by, .kernel = by == WRITER_KERNEL ? w->kernel : NULL, .at = w->at } };
	return &g[(*ngroups)++];
}

static int by_size(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	if (x->w.n != y->w.n)
		return x->w.n > y->w.n ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

/* A thread wrote the first bad element, so what its bytes look like is no sign that nobody did. */
static void see_copied_garbage(
	const struct elements *el, const uint64_t *index, const struct writing *w, struct mismatch *m)
{
	if (index[0] != (uint64_t)m->index || w[0].by != WRITER_KERNEL || !element_poisoned(el, index[0]))
		return;
	m->never_written = false;
	/* A NaN of these bits comes of no operation; -1 may. */
	m->garbage = el->type == ELEM_FLOAT || el->type == ELEM_DOUBLE;
	if (m->pattern && strstr(m->pattern, PATTERN_UNWRITTEN))
		m->pattern = NULL;
}

void written_group(struct arena *a, const struct elements *el, const uint64_t *index, const struct writing *w, size_t n,
	bool all, struct mismatch *m)
{
	struct group g[64];
	size_t ngroups = 0;

	for (size_t i = 0; i < n; i++) {
		enum writer by = w[i].by == WRITER_HOST && untouched(el, index[i]) ? WRITER_NOBODY : w[i].by;
		struct group *to = group_of(g, &ngroups, by, &w[i]);

		if (!to)
			continue;
		if (!to->w.n++) {
			to->first = index[i];
			to->some = all ? xcalloc(el->count, 1) : NULL;
		}
		if (to->some)
			to->some[index[i]] = 1;
	}
	for (size_t k = 0; k < ngroups; k++) {
		g[k].w.where = element_place(a, m->arg, el, g[k].first);
		if (all && ngroups > 1 && g[k].w.n > 1)
			g[k].w.pattern = pattern_describe_some(a, el, g[k].some, (uint64_t)g[k].w.n);
		free(g[k].some);
	}
	if (ngroups)
		qsort(g, ngroups, sizeof *g, by_size);
	if (n)
		see_copied_garbage(el, index, w, m);
	/* Nothing is known: nothing is said. */
	if (ngroups == 1 && g[0].w.by == WRITER_UNKNOWN)
		ngroups = 0;
	m->nwritten = ngroups < WRITTEN_MAX ? ngroups : WRITTEN_MAX;
	m->written = arena_alloc(a, (m->nwritten + 1) * sizeof *m->written);
	for (size_t k = 0; k < m->nwritten; k++) {
		m->written[k] = g[k].w;
		if (!all)
			m->written[k].n = 0;
	}
}

const char *written_words(struct arena *a, const struct written *w)
{
	struct buf b;
	const char *s;

	buf_init(&b);
	buf_puts(&b, w->where);
	switch (w->by) {
	case WRITER_KERNEL:
		buf_puts(&b, " was last written by ");
		thread_place_words(&w->at, &b);
		if (w->kernel)
			buf_printf(&b, ", in %s", w->kernel);
		break;
	case WRITER_HOST: buf_puts(&b, " was last written by a copy or a memset"); break;
	case WRITER_NOBODY: buf_puts(&b, " was never written"); break;
	default: buf_puts(&b, " was written by somebody who is no longer known");
	}
	if (w->n > 1)
		buf_printf(&b,
			w->by == WRITER_KERNEL ? "; that line wrote %lld of the wrong elements" :
						 "; %lld wrong elements in all",
			w->n);
	if (w->pattern)
		buf_printf(&b, " (%s)", w->pattern);
	s = arena_strdup(a, b.data);
	buf_release(&b);
	return s;
}
