/* copy_check: what is looked at before a copy of planes, or a node of a graph, is taken. The rules and their codes are
 * an H200's (tests/programs/refused_arguments.cu). */
#include "cudart/memory/memory.h"
#include "cudart/work/work.h"

static bool past(size_t at, size_t n, size_t end)
{
	return at > end || n > end - at;
}

/* One end: its rows lie `pitch` bytes apart, its planes `ysize` rows. A 0 of either is no bound where nothing is
 * counted by it. */
static cudaError_t end_shape(
	const char *what, const struct cudaPitchedPtr *p, const struct cudaPos *at, const struct cudaExtent *x)
{
	if ((x->height > 1 || x->depth > 1) && p->pitch < x->width)
		return cudart_why(cudaErrorInvalidPitchValue,
			"rows of %zu bytes do not fit the %s's pitch of %zu bytes", x->width, what, p->pitch);
	if (x->depth > 1 && p->ysize < x->height)
		return cudart_why(cudaErrorInvalidPitchValue,
			"planes of %zu rows do not fit the %s's planes of %zu rows (its ysize)", x->height, what,
			p->ysize);
	if (p->pitch && past(at->x, x->width, p->pitch))
		return cudart_why(cudaErrorInvalidValue,
			"%zu bytes of a row from byte %zu on do not fit the %s's pitch of %zu bytes", x->width, at->x,
			what, p->pitch);
	if (p->ysize && past(at->y, x->height, p->ysize))
		return cudart_why(cudaErrorInvalidValue,
			"%zu rows from row %zu on do not fit the %s's planes of %zu rows (its ysize)", x->height, at->y,
			what, p->ysize);
	return cudaSuccess;
}

/* Do rows and planes fit into the pitches? */
static cudaError_t copy_shape(const struct cudaMemcpy3DParms *p)
{
	cudaError_t e = end_shape("destination", &p->dstPtr, &p->dstPos, &p->extent);

	return e == cudaSuccess ? end_shape("source", &p->srcPtr, &p->srcPos, &p->extent) : e;
}

/* (planes * ysize + rows) * pitch + x; false: that is more than there can be. */
static bool offset_of(const struct cudaPitchedPtr *p, size_t planes, size_t rows, size_t x, uint64_t *bytes)
{
	return !__builtin_mul_overflow((uint64_t)planes, (uint64_t)p->ysize, bytes) &&
		!__builtin_add_overflow(*bytes, (uint64_t)rows, bytes) &&
		!__builtin_mul_overflow(*bytes, (uint64_t)p->pitch, bytes) &&
		!__builtin_add_overflow(*bytes, (uint64_t)x, bytes);
}

cudaError_t copy_end_inside(
	const char *what, const struct cudaPitchedPtr *p, const struct cudaPos *at, const struct cudaExtent *x)
{
	const uint64_t here = (uint64_t)(uintptr_t)p->ptr;
	uint64_t start, size, first, end;

	if (ranges_find(here, &start, &size) == DP_MEM_NONE)
		return cudaSuccess;
	size -= here - start;
	if (!offset_of(p, at->z, at->y, at->x, &first) || !offset_of(p, x->depth - 1, x->height - 1, x->width, &end) ||
		__builtin_add_overflow(first, end, &end))
		return cudart_why(cudaErrorInvalidValue, "the %s reaches beyond the end of all memory", what);
	if (end > size)
		return cudart_why(cudaErrorInvalidValue,
			"the %s reaches %llu bytes beyond its allocation of %llu bytes", what,
			(unsigned long long)(end - size), (unsigned long long)(size + (here - start)));
	return cudaSuccess;
}

cudaError_t copy_inside(const struct cudaMemcpy3DParms *p)
{
	cudaError_t e = copy_shape(p);

	if (e == cudaSuccess)
		e = copy_end_inside("destination", &p->dstPtr, &p->dstPos, &p->extent);
	return e == cudaSuccess ? copy_end_inside("source", &p->srcPtr, &p->srcPos, &p->extent) : e;
}

cudaError_t copy_node_check(const struct cudaMemcpy3DParms *p)
{
	cudaError_t e;

	if ((unsigned)p->kind > cudaMemcpyDefault)
		return cudart_why(cudaErrorInvalidMemcpyDirection, "the direction %d does not exist", (int)p->kind);
	if (!p->dstPtr.ptr || !p->srcPtr.ptr)
		return cudart_why(cudaErrorInvalidValue, "the %s is NULL", p->dstPtr.ptr ? "source" : "destination");
	if (!p->extent.width || !p->extent.height || !p->extent.depth)
		return cudaSuccess;
	e = copy_inside(p);
	return e == cudaSuccess ? copy_way(p) : e;
}
