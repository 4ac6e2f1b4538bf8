/* graph_object: things of the program's that live as long as the graphs that use them: counted references, and a
 * function to end them. */
#include <stdlib.h>

#include "base/buf.h"
#include "cudart/graph/graph.h"

struct CUuserObject_st {
	void *p;
	cudaHostFn_t destroy;
	unsigned refs;
};

struct user_reference {
	struct user_reference *next;
	struct CUuserObject_st *object;
	unsigned count;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool retain(struct CUuserObject_st *o, unsigned count)
{
	bool fits;

	pthread_mutex_lock(&lock);
	fits = !__builtin_add_overflow(o->refs, count, &o->refs);
	pthread_mutex_unlock(&lock);
	return fits;
}

static bool release(struct CUuserObject_st *o, unsigned count)
{
	bool last, enough;

	pthread_mutex_lock(&lock);
	enough = count <= o->refs;
	if (enough)
		o->refs -= count;
	last = enough && !o->refs;
	pthread_mutex_unlock(&lock);
	if (last) {
		o->destroy(o->p);
		free(o);
	}
	return enough;
}

static void add(struct CUgraph_st *g, struct CUuserObject_st *o, unsigned count)
{
	struct user_reference *r = xmalloc(sizeof *r);

	*r = (struct user_reference){ g->objects, o, count };
	g->objects = r;
}

void graph_objects_share(struct CUgraph_st *to, const struct CUgraph_st *from)
{
	for (const struct user_reference *r = from->objects; r; r = r->next)
		if (r->count && retain(r->object, r->count))
			add(to, r->object, r->count);
}

void graph_objects_drop(struct CUgraph_st *g)
{
	while (g->objects) {
		struct user_reference *r = g->objects;

		g->objects = r->next;
		if (r->count)
			release(r->object, r->count);
		free(r);
	}
}

cudaError_t cudaUserObjectCreate(cudaUserObject_t *out, void *p, cudaHostFn_t destroy, unsigned refs, unsigned flags)
{
	struct CUuserObject_st *o;

	if (!out || !destroy || !refs || flags != cudaUserObjectNoDestructorSync)
		return cudart_done(cudaErrorInvalidValue);
	o = xmalloc(sizeof *o);
	*o = (struct CUuserObject_st){ p, destroy, refs };
	*out = o;
	return cudaSuccess;
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t o, unsigned count)
{
	return cudart_done(o && count && retain(o, count) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t o, unsigned count)
{
	return cudart_done(o && count && release(o, count) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t g, cudaUserObject_t o, unsigned count, unsigned flags)
{
	if (!graph_live(g) || !o || !count || flags & ~(unsigned)cudaGraphUserObjectMove)
		return cudart_done(cudaErrorInvalidValue);
	/* Moved ones were the caller's. */
	if (!(flags & cudaGraphUserObjectMove) && !retain(o, count))
		return cudart_done(cudaErrorInvalidValue);
	add(g, o, count);
	return cudaSuccess;
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t g, cudaUserObject_t o, unsigned count)
{
	const bool live = graph_live(g);
	unsigned have = 0, left = count;

	for (struct user_reference *r = live ? g->objects : NULL; r; r = r->next)
		if (r->object == o)
			have += r->count;
	if (!live || !o || !count || have < count)
		return cudart_done(cudaErrorInvalidValue);
	for (struct user_reference *r = g->objects; r && left; r = r->next)
		if (r->object == o) {
			unsigned n = r->count < left ? r->count : left;

			r->count -= n;
			left -= n;
		}
	release(o, count);
	return cudaSuccess;
}
