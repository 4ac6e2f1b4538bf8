/* advice_host: what a wrong element of an output in the host's memory is told: no thread stores there, but a copy, or a
 * call that gets its address. */
#include "job/step/advice_host.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "job/step/advice.h"
#include "job/step/excerpt.h"
#include "judge/source_handed.h"
#include "judge/source_lines.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"
#include "judge/source_setter.h"
#include "lab/elem.h"

/* What stands between the first two marks of the file: a copy, and no launch? */
static bool times_copy(const char *source)
{
	const char *begin, *end, *copy;
	char *text;
	bool yes;

	if (!source)
		return false;
	text = source_bare(source);
	begin = source_next_word(text, text, "cudaEventRecord");
	end = begin ? source_next_word(text, begin + 1, "cudaEventRecord") : NULL;
	copy = begin ? strstr(begin, "cudaMemcpy") : NULL;
	yes = end && copy && copy < end;
	for (const char *s = begin; yes && s < end; s++)
		yes = strncmp(s, "<<<", 3) != 0 && strncmp(s, "cudaLaunch", 10) != 0;
	free(text);
	return yes;
}

/* A time that solve() took itself. */
static const char *time_advice(struct result *r, const struct mismatch *m, const char *source)
{
	const double got = m->got ? strtod(m->got, NULL) : NAN, want = m->want ? strtod(m->want, NULL) : NAN;
	const bool copy = times_copy(source);
	const char *why;

	if (!isfinite(got) || !(want > 0))
		return NULL;
	if (got < 0)
		why = "A time below 0: the two events stand in the other order.";
	else if (got > want && got >= 900 * want && got <= 1100 * want)
		why = "Yours is about 1000 times that: are these microseconds?";
	else if (got > 0 && want >= 900 * got && want <= 1100 * got)
		why = "Yours is about a 1000th of that: are these seconds?";
	else if (got > want && copy)
		why = "Yours is longer. A copy from pageable memory takes longer than one from pinned memory: which "
		      "kind "
		      "of memory should this buffer be, and which is it? And does anything but the copy stand between "
		      "the two "
		      "marks?";
	else if (copy)
		why = "Yours is shorter. A copy from pinned memory takes less time than one from pageable memory: "
		      "which "
		      "kind of memory should this buffer be, and which is it? And does one mark stand before the copy, "
		      "one after "
		      "it?";
	else if (got > want)
		why = "Yours is longer: what else lies between the two marks? The host's clock also counts the wait "
		      "for "
		      "the host, and a first run is slower.";
	else
		why = "Yours is shorter: does the kernel run between the two marks? One mark stands before its launch "
		      "and one after it, both in the queue; the host's clock goes on while the kernel still waits "
		      "there.";
	return arena_printf(&r->arena, "The %s takes %s ms. %s", copy ? "copy" : "kernel", m->want, why);
}

/* The header's cudaMallocHost(&pointer, bytes) calls cudaHostAlloc(), and a message names the call that was made. */
static const char *as_written(struct arena *a, const char *message, bool both)
{
	static const char made[] = "cudaHostAlloc", by[] = "made by the ";
	const char *at = message ? strstr(message, made) : NULL, *written = "cudaMallocHost", *count;

	if (!at)
		return message;
	if (both) { /* "the 2nd cudaHostAlloc" counts the calls of either */
		count = strstr(message, by);
		if (!count || count > at)
			return message;
		written = "cudaMallocHost or cudaHostAlloc";
	}
	return arena_printf(a, "%.*s%s%s", (int)(at - message), message, written, at + strlen(made));
}

void advice_host_names(struct result *r, const char *source)
{
	bool both;

	if (!source || !strstr(source, "cudaMallocHost"))
		return;
	both = strstr(source, "cudaHostAlloc") != NULL;
	for (size_t i = 0; i < r->nnotes; i++)
		r->notes[i] = as_written(&r->arena, r->notes[i], both);
	if (r->verdict == VERDICT_GATE_FAILED)
		return;
	r->message = as_written(&r->arena, r->message, both);
	for (size_t i = 0; i < r->ncases; i++)
		r->cases[i].message = as_written(&r->arena, r->cases[i].message, both);
}

/* The only line that gives an element of the array its value, in no kernel; 0: there is none. */
static int set_on_host(const char *source, const char *array)
{
	int line = source_store_line(source, array);
	char *text = line ? source_bare(source) : NULL;
	size_t n;
	const char *here = line ? line_at(text, line, &n) : NULL;

	if (source_body_around(text, here).begin)
		line = 0;
	free(text);
	return line;
}

bool advice_host_sets(const struct result *r, const struct mismatch *m, const char *source)
{
	const struct arg *arg = m->any && r->step && m->arg ? step_arg(r->step, m->arg) : NULL;

	return arg && arg->host && set_on_host(source, m->arg) > 0;
}

/* A call of the runtime puts the value there, or a line of the host itself: no copy has to be followed. */
static const char *set_by_host(struct result *r, const struct mismatch *m, const char *source)
{
	const char *where = m->where ? m->where : m->arg, *call;
	const double got = m->got ? strtod(m->got, NULL) : NAN, want = m->want ? strtod(m->want, NULL) : NAN;
	int line = 0;

	call = source_setter(&r->arena, source, m->arg, &line);
	if (call && !strncmp(call, "cudaOccupancyMaxActive", strlen("cudaOccupancyMaxActive"))) {
		excerpt_add(r, source, r->file, line, "asks how many fit");
		return arena_printf(&r->arena,
			"Line %d asks how many blocks fit on one multiprocessor. The answer follows from what the call "
			"is told: the kernel, the threads of one block, and its bytes of dynamic shared memory. %s The "
			"launch has to get the same two numbers.",
			line,
			got < want ? "Fewer fit than expected: one of these is larger than it has to be." :
				     "More fit than expected: one of these is smaller than the block is, or ought to "
				     "be.");
	}
	if (call) {
		excerpt_add(r, source, r->file, line, arena_printf(&r->arena, "gives %s its value", where));
		return arena_printf(&r->arena, "%s comes from %s in line %d. Is each of its other arguments right?",
			where, call, line);
	}
	line = set_on_host(source, m->arg);
	if (!line)
		return NULL;
	excerpt_add(r, source, r->file, line, arena_printf(&r->arena, "sets %s", where));
	return arena_printf(&r->arena,
		"Line %d gives %s its value, in the CPU's code. Look at what stands to the right of the =. Is it a "
		"call? Then look at what that function returns.",
		line, where);
}

const char *advice_host(struct result *r, const struct mismatch *m, const char *source)
{
	const char *set;
	const struct arg *arg = r->step && m->arg ? step_arg(r->step, m->arg) : NULL;

	if (!arg || !arg->host)
		return NULL;
	if (arg->milliseconds && !m->never_written && !(m->got && strtod(m->got, NULL) == 0))
		return time_advice(r, m, source);
	if (arg->milliseconds)
		return arena_printf(&r->arena,
			"%s%s%s. A call that gets its address stores nothing where it fails: look at "
			"what cudaEventElapsedTime() returns. It needs two events that are recorded, and both have to "
			"be "
			"reached by then: wait for the second one.",
			m->never_written ? "No time came to " : "", m->where ? m->where : m->arg,
			m->never_written ? "" :
					   " is 0: a time of less than a millisecond in an int, or one that never "
					   "came");
	if (m->came && source && strstr(source, "cudaMemcpy"))
		return arena_printf(&r->arena,
			"Of the %zu bytes of %s only the first %s. Copies count bytes, and not elements: n elements "
			"are "
			"n * %zu bytes, n * sizeof(%s).",
			elem_size(arg->type), m->where ? m->where : m->arg,
			m->came == 1 ? "one came" : arena_printf(&r->arena, "%d came", m->came), elem_size(arg->type),
			elem_info(arg->type)->name);
	set = m->never_written || !source ? NULL : set_by_host(r, m, source);
	if (set)
		return set;
	if (!m->never_written)
		return arena_printf(&r->arena,
			"The host brings %s to its place. Follow it back: which copy took it, out of which buffer, and "
			"had "
			"all that the device does to that buffer been waited for by then? If so, look at the kernel.",
			m->where ? m->where : m->arg);
	return arena_printf(&r->arena,
		"Nothing came to %s, which lies in the host's memory. Which copy should bring it? Work out, in "
		"elements, where each copy begins and how many it takes, and whether the last chunk gets there. (The "
		"copies count bytes; a pointer counts elements. A call that fails copies nothing.)",
		m->where ? m->where : m->arg);
}

const char *advice_host_unset(struct result *r, const struct case_result *c, const char *source, int *line)
{
	const struct mismatch *m = &c->mismatch;

	*line = source_only_line(source, "cudaMemset");
	if (!*line || !m->arg || !m->where || !line_has(source, *line, m->arg))
		return NULL;
	if (c->empty && !m->index)
		return arena_printf(&r->arena,
			"Nothing has set %s. This case has no elements (n = 0): does solve() come to the cudaMemset() "
			"in line %d "
			"there, and how many bytes does it set then? %s has as many elements as ever.",
			m->where, *line, m->arg);
	return arena_printf(&r->arena,
		"Nothing has set %s: no thread, and not the cudaMemset() in line %d. Its third argument is a number of "
		"bytes, "
		"and not of elements: n ints are n * sizeof(int). (The second is the value.) If it takes enough: which "
		"thread "
		"should have written there?",
		m->where, *line);
}

/* Memory that solve() itself has allocated on the device. */
static struct text_advice follows_own(const struct asked *q)
{
	static const char SAID[] = " bytes made by the "; /* runner.c's */
	const char *at =
		q->c->message && strstr(q->c->message, ": it is device memory, ") ? strstr(q->c->message, SAID) : NULL;
	const size_t nth = at ? strtoul(at + strlen(SAID), NULL, 10) : 0;
	struct text_advice to = { .note = "on the CPU" };
	const char *name = nth && strstr(at, " cudaMalloc;") ?
		source_nth_allocated(&q->r->arena, q->source, "cudaMalloc", nth) :
		NULL;

	to.line = name ? source_host_element(q->source, name) : 0;
	if (!to.line)
		return (struct text_advice){ .line = 0 };
	to.words = arena_printf(&q->r->arena,
		"%s is an address in the GPU's memory. solve() runs on the CPU, which can't follow it: line %d must "
		"not use what lies there. Copy it to a variable of the host first, by cudaMemcpy(&variable, %s, bytes, "
		"cudaMemcpyDeviceToHost), and use the variable.",
		name, to.line, name);
	return to;
}

struct text_advice advice_host_follows(const struct asked *q)
{
	static const char SAID[] = "the device pointer of argument "; /* host/client.c's */
	const char *at = q->c->message ? strstr(q->c->message, SAID) : NULL;
	const size_t number = at ? strtoul(at + strlen(SAID), NULL, 10) : 0;
	struct text_advice to = { .note = "on the CPU" };
	const char *name;

	if (!number || !q->r->step || number > q->r->step->nargs)
		return follows_own(q);
	name = q->r->step->args[number - 1].name;
	to.line = source_host_element(q->source, name);
	to.words = arena_printf(&q->r->arena,
		"Argument %zu is %s, an address in the GPU's memory. solve() runs on the CPU, which can't follow it, "
		"so it must "
		"not use %s[i], nor memset() or memcpy() of %s. Let a kernel read and write the elements; what the "
		"host can "
		"call is cudaMemset() and cudaMemcpy().",
		number, name, name, name);
	return to;
}

struct text_advice advice_host_unawaited(const struct asked *q)
{
	struct text_advice to = { .note = "has not waited" };
	struct unawaited_read k;

	if (!source_unawaited_read(&q->r->arena, q->source, &k))
		return (struct text_advice){ .line = 0 };
	to.line = k.line;
	to.words = arena_printf(&q->r->arena,
		"Line %d reads %s on the CPU. A launch (line %d) only starts the kernel, and the host goes on at once: "
		"it may find what was there before. Wait first: cudaDeviceSynchronize() between the two.",
		k.line, k.name, k.launch);
	return to;
}

/* The host and a copy that it has not waited for: the device knows no line of the host's. */
struct text_advice advice_host_early(const struct asked *q)
{
	const struct kernel_finding *f = q->f;
	struct text_advice to = { .line = 0 };
	struct early_touch k;
	bool reads, writes;

	if (!f || !f->message || !f->name || !f->kernel || strncmp(f->kernel, "the host", 8) != 0 || !f->other_kernel ||
		strcmp(f->other_kernel, "cudaMemcpyAsync") != 0)
		return to;
	reads = !strcmp(f->name, "write after read hazard");
	writes = strcmp(f->name, "read after write hazard") != 0;
	if (!source_early_touch(&q->r->arena, q->source, reads, &k))
		return to;
	excerpt_add(q->r, q->source, q->r->file, k.touch,
		writes ? "the host writes, and has not waited" : "the host reads, and has not waited");
	to.line = k.copy;
	to.note = reads ? "only starts the copy, which reads later" : "only starts the copy, which writes later";
	to.words = arena_printf(&q->r->arena,
		"The host %s %s in line %d while the copy of line %d %s it: cudaMemcpyAsync() only starts the copy, "
		"and the host goes on at once. Wait before the host touches %s again: cudaStreamSynchronize(), or "
		"cudaEventSynchronize() of an event after the copy. Two buffers in turn let the copy go on meanwhile.",
		writes ? "overwrites" : "reads", k.buffer, k.touch, k.copy, reads ? "still reads" : "still writes",
		k.buffer);
	return to;
}

struct text_advice advice_untimed(const struct asked *q)
{
	static const char *const clocks[] = { "clock_gettime", "gettimeofday", "steady_clock", "high_resolution_clock",
		"system_clock", "omp_get_wtime", "clock" };
	static const char HOW[] =
		"Record an event before the work and one after it, wait for the second "
		"(cudaEventSynchronize), and ask for the time between the two: cudaEventElapsedTime().";
	struct text_advice to = { .note = "reads the host's clock" };
	char *text;
	bool found = false;

	if (!q->c->untimed)
		return (struct text_advice){ .line = 0 };
	text = source_bare(q->source);
	for (size_t i = 0; i < sizeof clocks / sizeof *clocks && !found; i++) {
		found = source_next_word(text, text, clocks[i]) != NULL;
		to.line = found ? source_only_line(q->source, clocks[i]) : 0;
	}
	free(text);
	to.words = found ?
		arena_printf(&q->r->arena,
			"The host's clock can't measure this: a launch returns before the kernel has run, and "
			"the time of the device is modelled here, so the two clocks have nothing to do with "
			"each other. %s",
			HOW) :
		arena_printf(&q->r->arena,
			"Each device and each size takes another time, so no number that stands in the file "
			"can be right. %s",
			HOW);
	return to;
}
