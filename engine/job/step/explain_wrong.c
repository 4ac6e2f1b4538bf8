/* explain_wrong: see explain_wrong.h. */
#include "job/step/explain_wrong.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/literal.h"
#include "base/number.h"
#include "job/step/advice.h"
#include "job/step/advice_host.h"
#include "job/step/advice_unwritten.h"
#include "job/step/excerpt.h"
#include "job/step/explain.h"
#include "judge/source_handed.h"
#include "judge/source_lines.h"
#include "judge/source_unset.h"
#include "judge/streams.h"

/* Does the element look as if something had been added to the garbage that an output starts with? */
static bool from_garbage(const struct result *r, const struct mismatch *m)
{
	const struct arg *arg = step_arg(r->step, m->arg);
	double got = m->got ? strtod(m->got, NULL) : 0, want = m->want ? strtod(m->want, NULL) : 0;

	if (!arg || arg->kind != ARG_OUT || m->never_written)
		return false;
	return arg->type == ELEM_FLOAT || arg->type == ELEM_DOUBLE ? isnan(got) && !isnan(want) : got == want - 1;
}

/* Nobody wrote the element: the line that writes others of its array, where there is but one. */
static void add_store(struct result *r, const char *source, const struct mismatch *m)
{
	int line = source_store_line(source, m->arg);

	if (line)
		excerpt_add(r, source, r->file, line,
			arena_printf(&r->arena, "writes %s, but no thread wrote %s", m->arg,
				m->where ? m->where : "that element"));
}

/* Nothing was written to the whole output. Then neither the index nor the guard is what to look at first: where there
 * was no kernel, or its stores went to other memory. */
static bool explain_untouched(struct result *r, const struct case_result *c, const char *source)
{
	const struct mismatch *m = &c->mismatch;
	int copy = source_only_line(source, "cudaMemcpy"), line;

	if (c->no_kernel) {
		excerpt_add(r, source, r->file, source_only_line(source, "solve"), "no kernel ran");
		r->advice = "No kernel ran in this case. solve() has to launch it: name<<<blocks, "
			    "threads>>>(arguments). Is "
			    "there a launch, and does solve() come to it? An if around it may keep it away from "
			    "small sizes: a division of whole numbers rounds down, so that a number of blocks may be "
			    "0.";
		return true;
	}
	if (m->nwritten != 1 || m->written[0].by != WRITER_NOBODY || m->written[0].n != m->total || !c->has_counters ||
		!c->student.v[CTR_GLOBAL_ST_REQUESTS])
		return false;
	if (!copy && source_handed_to_read(source, m->arg)) {
		line = source_repointed(source, m->arg);
		if (line)
			excerpt_add(r, source, r->file, line, "moves no byte");
		r->advice = arena_printf(&r->arena,
			"The kernel may only read %s: its parameter is const. What it stores goes to other memory, and "
			"a copy "
			"has to bring it to %s: cudaMemcpy(to, from, bytes, kind), after the kernel.%s",
			m->arg, m->arg,
			line ? arena_printf(&r->arena,
				       " (Line %d only gives the name %s to other memory: the caller's array stays as "
				       "it "
				       "was.)",
				       line, m->arg) :
			       "");
		return true;
	}
	if (!copy && source_launch_gets(source, m->arg)) {
		r->advice = arena_printf(&r->arena,
			"The launch gets %s, and no thread wrote to it. Which line of the kernel does, and which "
			"condition "
			"keeps all threads away from it?",
			m->arg);
		return true;
	}
	if (copy)
		excerpt_add(r, source, r->file, copy, arena_printf(&r->arena, "nothing came into %s", m->arg));
	r->advice = arena_printf(&r->arena,
		"The kernels did store something, and nothing of it into %s. Which array is handed to the launch? If "
		"it is "
		"memory of your own (cudaMalloc), a copy has to bring the result to %s: cudaMemcpy(to, from, bytes, "
		"kind), after the kernel.",
		m->arg, m->arg);
	return true;
}

const char *explain_unset(struct result *r, const char *source, const char **name, int *declared)
{
	*name = source_unset(&r->arena, source, declared);
	return !*name ? NULL :
			arena_printf(&r->arena,
				"%s is declared in line %d without a value, and the first thing that is done with it "
				"is to add to it. A variable starts as garbage: give it a value (= 0).",
				*name, *declared);
}

void explain_wrong(struct result *r, const struct case_result *c, const char *source)
{
	const struct mismatch *m = &c->mismatch;
	const struct written *w = m->nwritten ? &m->written[0] : NULL;
	const char *line, *unset, *note;
	int declared;
	size_t n;

	if (explain_untouched(r, c, source))
		return;
	if (!(w && w->by != WRITER_NOBODY)) {
		r->advice = advice_host(r, m, source);
		if (r->advice)
			return;
	}
	if (w && w->by == WRITER_KERNEL) {
		excerpt_add(r, source, w->at.file, w->at.line,
			arena_printf(&r->arena, "wrote %s last", w->where ? w->where : "it"));
		if (m->garbage) {
			r->advice = arena_printf(&r->arena,
				"What was written to %s comes from memory that nothing has written: outputs start as "
				"garbage. Which array does it read, and is that an input?",
				m->where ? m->where : "it");
			return;
		}
		line = line_at(source, w->at.line, &n);
		if (r->nexcerpts && line && from_garbage(r, m) && explain_updates(line, n)) {
			r->advice = arena_printf(&r->arena,
				"%s starts as garbage, and line %d adds to it although nothing has set it before: "
				"assign "
				"the value (=), or clear the array first (cudaMemset in solve()).",
				m->arg, w->at.line);
			return;
		}
		r->advice = explain_unset(r, source, &unset, &declared);
		if (r->advice) {
			excerpt_add(
				r, source, r->file, declared, arena_printf(&r->arena, "%s has no value here", unset));
			return;
		}
		if (c->schedule) {
			r->advice = arena_printf(&r->arena,
				"Thread (%u,%u,%u) of block (%u,%u,%u) wrote it there, and in the natural order of "
				"threads it is "
				"right. Does a second thread write %s, too? If not: what does this one read that "
				"another thread "
				"writes, and what makes it wait for that? (Within a block a barrier; between blocks an "
				"atomic, a "
				"flag with fences, or a second launch.)",
				w->at.thread[0], w->at.thread[1], w->at.thread[2], w->at.block[0], w->at.block[1],
				w->at.block[2], w->where ? w->where : "it");
			return;
		}
		if (c->varies) {
			r->advice = arena_printf(&r->arena,
				"%s: it matters who comes first. What does thread (%u,%u,%u) of block (%u,%u,%u) read "
				"on "
				"its way "
				"to that line that another thread writes, and what makes it wait for that? (Within a "
				"block a "
				"barrier, between blocks a second launch; a volatile or an atomic read waits for "
				"nobody.)",
				c->varies, w->at.thread[0], w->at.thread[1], w->at.thread[2], w->at.block[0],
				w->at.block[1], w->at.block[2]);
			return;
		}
		if (from_garbage(r, m) && strtod(m->got, NULL) != strtod(m->got, NULL)) {
			r->advice = arena_printf(&r->arena,
				"The value is NaN. An output starts as garbage, which is NaN when it is read as a "
				"float: does line %d read an element of an output that nothing has written yet? What "
				"should have written it before? (0 / 0 is NaN, too.)",
				w->at.line);
			return;
		}
		r->advice = arena_printf(&r->arena,
			"Follow thread (%u,%u,%u) of block (%u,%u,%u) to that line by hand: is %s the element that it "
			"should write, and how does the value come about?",
			w->at.thread[0], w->at.thread[1], w->at.thread[2], w->at.block[0], w->at.block[1],
			w->at.block[2], w->where ? w->where : "this");
	} else if (w && w->by == WRITER_HOST && (unset = advice_only_set(r, m, source, &declared, &note)) != NULL) {
		excerpt_add(r, source, r->file, declared, note);
		r->advice = unset;
	} else if (w && w->by == WRITER_HOST) {
		if (!strstr(source, "cudaMemset"))
			excerpt_add(r, source, r->file, source_only_line(source, "cudaMemcpy"),
				arena_printf(&r->arena, "wrote %s last", w->where ? w->where : "it"));
		r->advice = arena_printf(&r->arena,
			"A copy or a memset was the last to write %s. Does it come after the kernel, does it copy from "
			"what "
			"the kernel wrote, and does it take enough? cudaMemcpy() and cudaMemset() count bytes, and not "
			"elements: n floats are n * sizeof(float).",
			w->where ? w->where : "it");
	} else if (m->never_written && (unset = advice_host_unset(r, c, source, &declared)) != NULL) {
		excerpt_add(r, source, r->file, declared, arena_printf(&r->arena, "did not reach %s", m->where));
		r->advice = unset;
	} else if (m->never_written) {
		add_store(r, source, m);
		r->advice = advice_unwritten(r, c, w, source, false);
	} else if (w && w->by == WRITER_NOBODY) {
		add_store(r, source, m);
		r->advice = advice_unwritten(r, c, w, source, true);
	}
}
