/* graph: operations of captured streams, in the order in which they were captured. That order respects every dependency, and the device
 * runs in order, so the edges themselves need not be kept. */
#ifndef CUDART_GRAPH_H
#define CUDART_GRAPH_H

#include "cudart/cudart.h"

struct CUgraph_st;
struct CUgraph_st *graph_new(void);
void graph_free(struct CUgraph_st *g);
/* Adds a copy (the parameters of a launch included). */
cudaError_t graph_add(struct CUgraph_st *g, const struct work *w);

#endif
