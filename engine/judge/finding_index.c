/* finding_index: races of blocks that no barrier and no atomic mends, for what is wrong is which places the threads
 * use:
 *
 *    a[i] = (a[i - 1] + a[i + 1]) / 2;              in place: each writes what others have still to read
 *    i = threadIdx.x; c[i] += b[i];                 every block has the same places */
#include <string.h>

#include "judge/finding.h"
#include "judge/finding_lines.h"

/* A race of two blocks by plain accesses, of which no more is known than that nothing orders them. */
static bool is_plain(const struct kernel_finding *f, const char *name)
{
	return f->name && !strcmp(f->name, name) && other_blocks(f) && f->gap == GAP_NONE && !f->at_atomic &&
		!f->other_atomic && f->severity != SEVERITY_INFO && !f->update && !f->turns;
}

static bool is_open(const struct kernel_finding *f, const char *name)
{
	return is_plain(f, name) && !f->meets;
}

/* What was read was garbage. */
static bool came_too_early(const struct kernel_finding *f)
{
	return f->message && strstr(f->message, "came too early");
}

static bool same_lines(
	const struct kernel_finding *f, const struct thread_place *read, const struct thread_place *write)
{
	return (at_line(&f->at, read) && at_line(&f->other, write)) ||
		(at_line(&f->at, write) && at_line(&f->other, read));
}

/* One line: each thread reads, then writes. */
static bool is_one_line(const struct kernel_finding *f)
{
	return (is_open(f, "read after write hazard") || is_open(f, "write after read hazard")) &&
		at_line(&f->at, &f->other) && !came_too_early(f);
}

/* One block reads what another one wrote, and has read what that one, or a third, writes then; and the read comes
 * before the write in the text. So each block first reads and then writes. Where one block only writes, its value is to
 * be handed on, and what is wrong is the order. */
static bool is_in_place(const struct kernel_finding *later, const struct kernel_finding *earlier)
{
	const struct thread_place *read = &later->at, *write = &later->other;

	return is_open(later, "read after write hazard") && is_open(earlier, "write after read hazard") &&
		at_line(&earlier->other, read) && at_line(&earlier->at, write) && read->file && write->file &&
		!strcmp(read->file, write->file) && read->line <= write->line &&
		memcmp(write->block, earlier->at.block, sizeof write->block) != 0 && !came_too_early(earlier);
}

/* tmp[threadIdx.x] = ...; __syncthreads(); ... = tmp[...]; in global memory: what races there is one array that each
 * block should have for itself. */
static void relate_overwritten(struct kernel_finding *f, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!is_plain(&f[i], "write after write hazard") || !f[i].all_blocks || !at_line(&f[i].at, &f[i].other))
			continue;
		for (size_t k = 0; k < n; k++) {
			const bool here =
				(is_plain(&f[k], "read after write hazard") && at_line(&f[k].other, &f[i].at)) ||
				(is_plain(&f[k], "write after read hazard") && at_line(&f[k].at, &f[i].at));

			f[k].overwritten |= here;
			f[i].overwritten |= here;
		}
	}
}

void finding_relate_index(struct kernel_finding *f, size_t n)
{
	relate_overwritten(f, n);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++) {
			if (!is_in_place(&f[i], &f[k]) && !(k == i && is_one_line(&f[i])))
				continue;
			/* Within a block, too: a barrier there would mend the smaller part. */
			for (size_t j = 0; j < n; j++)
				f[j].in_place |= f[j].name && strstr(f[j].name, "hazard") && f[j].has_other &&
					f[j].gap == GAP_NONE && !f[j].update && !f[j].host &&
					f[j].severity != SEVERITY_INFO && same_lines(&f[j], &f[i].at, &f[i].other);
		}
}

const char *finding_index_advice(const struct kernel_finding *f)
{
	if (f->host || !f->has_other || f->at_atomic || f->other_atomic || f->gap != GAP_NONE ||
		f->change == CHANGE_SWAP)
		return NULL;
	if (f->in_place)
		return "Write to another buffer than the one that is read. Blocks run in any order, and here a thread "
		       "overwrites what others may have still to read. A next step, in a launch of its own, "
		       "exchanges the two buffers. (Is it the new value that is to be read? Then read it in a second "
		       "launch.)";
	if (f->overwritten && !f->owned)
		return "Each block writes all these places, thread for thread, and so over what the other blocks have "
		       "there. Look at the index: is blockIdx in it? Let each block have a part of the array for "
		       "itself (blockIdx.x * blockDim.x + threadIdx.x), or take __shared__ memory, which each block "
		       "has for itself. (For a total that many add to: atomicAdd().)";
	if (!f->all_blocks)
		return NULL;
	if (f->severity == SEVERITY_INFO)
		return "Each block writes all these places, thread for thread, and with the same values: so no order "
		       "changes the result, but the work is done several times. Look at the index: is blockIdx in it "
		       "(blockIdx.x * blockDim.x + threadIdx.x)?";
	if (f->update && !f->owned && f->change == CHANGE_SOME)
		return "Each block changes all these places, thread for thread. If one thread alone is to change it, "
		       "follow both threads by hand: where does the index begin (is blockIdx in it?), and how far does "
		       "each turn of a loop move it (by gridDim.x * blockDim.x)? Else no barrier helps: use an atomic "
		       "(atomicAdd() for a sum, atomicMax() or atomicMin() for the largest or smallest, atomicCAS() in "
		       "a loop for anything else).";
	if (f->update && !f->owned && f->change <= CHANGE_ADD)
		return "Each block changes all these places, thread for thread. Is each block to have places of its "
		       "own? Then look at the index: is blockIdx in it (blockIdx.x * blockDim.x + threadIdx.x, and in "
		       "a loop the step gridDim.x * blockDim.x)? Or are all blocks to add to the same places? Then no "
		       "barrier helps: use an atomic (atomicAdd()).";
	return NULL;
}
