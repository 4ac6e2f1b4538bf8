/* advice_unwritten: see advice_unwritten.h. */
#include "job/step/advice_unwritten.h"

#include <inttypes.h>
#include <string.h>

#include "base/lines.h"
#include "judge/source_handed.h"
#include "judge/source_lines.h"
#include "judge/source_shape.h"
#include "report/format.h"

enum { WARP = 32 };

/* Two threads that write one element of the array in the same line, both the same value: their index is the same.
 * NULL: there are none. */
static const struct kernel_finding *same_index(const struct case_result *c, const char *array)
{
	const size_t n = strlen(array);

	for (size_t i = 0; i < c->nfindings; i++) {
		const struct kernel_finding *f = &c->findings[i];

		if (f->severity == SEVERITY_INFO && f->element && !strncmp(f->element, array, n) &&
			f->element[n] == '[' && f->has_other && !f->at_atomic && !f->other_atomic && f->at.line > 0 &&
			f->at.line == f->other.line && f->name && !strcmp(f->name, "write after write hazard"))
			return f;
	}
	return NULL;
}

/* How many threads the kernels had, where each stores in that line once and there were fewer than elements; NULL: that
 * is not so. */
static const char *too_few(struct result *r, const struct case_result *c, const char *source)
{
	const struct mismatch *m = &c->mismatch;
	const uint64_t threads = c->has_counters ? WARP * c->student.v[CTR_WARPS] : 0;
	const int store = m->arg ? source_store_line(source, m->arg) : 0;
	char had[48], wanted[48];

	if (!threads || m->total <= 0 || !source_only_launch(source) || threads >= (uint64_t)m->total || !store ||
		source_loop(source, store, store))
		return NULL;
	format_count((double)threads, had, sizeof had);
	format_count((double)m->total, wanted, sizeof wanted);
	return arena_printf(&r->arena,
		"This case had %s threads at most, and %s has %s elements. Are there too few blocks (a division of "
		"whole "
		"numbers rounds down), or should a thread write more than one element, in a loop?",
		had, m->arg, wanted);
}

const char *advice_unwritten(
	struct result *r, const struct case_result *c, const struct written *w, const char *source, bool kept)
{
	const struct mismatch *m = &c->mismatch;
	const char *where = kept ? w->where : m->where, *few;
	const struct kernel_finding *f = m->arg ? same_index(c, m->arg) : NULL;

	where = where ? where : "it";
	if (!kept && c->empty && c->has_counters && !c->student.v[CTR_WARPS])
		return arena_printf(&r->arena,
			"No kernel ran in this case, which has no elements (n = 0), and %s has to get a value all the "
			"same. Set "
			"it outside of what is done for elements: a cudaMemset() in solve() that no if keeps away.",
			where);
	if (f)
		return arena_printf(&r->arena,
			"No thread wrote %s, and two write %s: thread (%u,%u,%u) of block (%u,%u,%u) and thread "
			"(%u,%u,%u) of "
			"block (%u,%u,%u). Their index is the same. Work it out by hand for both: which part of it "
			"should tell "
			"them apart (blockIdx, blockDim, threadIdx; .y, too, where there is one)?",
			where, f->element, f->at.thread[0], f->at.thread[1], f->at.thread[2], f->at.block[0],
			f->at.block[1], f->at.block[2], f->other.thread[0], f->other.thread[1], f->other.thread[2],
			f->other.block[0], f->other.block[1], f->other.block[2]);
	few = too_few(r, c, source);
	if (few)
		return arena_printf(&r->arena, "No thread wrote %s%s. %s", where,
			kept ? ": it is what it was before the call" : "", few);
	if (kept)
		return arena_printf(&r->arena,
			"No thread wrote %s: it is what it was before the call. Which thread should have, and does it "
			"get there? Look at the index, at the guard and at how a loop goes on.",
			where);
	return arena_printf(&r->arena,
		"No thread wrote %s. Which one should have, and does it exist? Look at the number of blocks, at the "
		"index, at "
		"the guard, and at a loop around the line: does it turn at all?",
		where);
}

const char *advice_only_set(
	struct result *r, const struct mismatch *m, const char *source, int *line, const char **note)
{
	const int launch = source_only_launch(source);
	const char *where = m->nwritten && m->written[0].where ? m->written[0].where : m->where;

	*line = source_only_line(source, "cudaMemset");
	if (!*line || !launch || *line == launch || !m->arg || !where || !line_has(source, *line, m->arg) ||
		source_calls(source, "cudaMemcpy"))
		return NULL;
	if (*line > launch) {
		*note = "after the kernel";
		return arena_printf(&r->arena,
			"The cudaMemset() in line %d comes after the launch in line %d, and clears what the kernel has "
			"stored "
			"in %s: let it come first.",
			*line, launch, where);
	}
	*note = arena_printf(&r->arena, "the last to set %s", where);
	return arena_printf(&r->arena,
		"%s still has the value that the cudaMemset() in line %d gave it: no thread has changed it. Which "
		"thread "
		"should have, and what keeps it away: a guard, the index, a loop that ends too early?",
		where, *line);
}
