/* registry: kernels and variables, as the program's constructors registered them. */
#ifndef CUDART_REGISTRY_REGISTRY_H
#define CUDART_REGISTRY_REGISTRY_H

#include "cudart/memory/memory.h"

/* ---- registry.c: what the program's constructors registered */
struct module;
struct function {
	const void *host; /* address of the host stub: what the program calls the kernel by */
	const char *name; /* mangled */
	struct module *module;
	unsigned generation; /* of the device's answer below; 0 = not asked yet */
	bool launched;       /* ... which took a launch of it already */
	struct dp_kernel_reply info;
	uint32_t (*params)[2];      /* offset, size */
	enum cudaFuncCache cache;   /* preferences: None, that of the device (device.c) */
	int carveout_set, carveout; /* per cent of the shared memory, -1: the default */
};
struct variable {
	const void *host;
	const char *name;
	struct module *module;
	unsigned generation;
	struct dp_range range;
	void **managed; /* where the program looks for its address, NULL for others */
	size_t size;    /* of a managed one its range is whole pages */
	void *kept;     /* a managed one's value since the last reset; NULL: there was none */
	bool restore;   /* ... which its memory has still to get */
	unsigned told;  /* generation in which variable_tell did */
	struct variable *next_managed;
};
/* Before a reset lets go of all memory: managed variables keep their values. */
void variables_keep(void);
/* library.c's modules, which no constructor registers: `fatbin` stays until module_free. A function's host may be NULL;
 * it outlives its module, whose kernels then can't be launched any more. */
struct module *module_new(const void *fatbin);
void module_free(struct module *m);
struct function *function_new(struct module *m, const void *host, const char *name);
/* Load as needed; the device's number of it. */
cudaError_t module_use(struct module *m, enum dp_call call, uint32_t *id);
/* Look up and load as needed. On failure the error that NVIDIA's runtime gives. */
cudaError_t function_get(const void *host_or_kernel, enum dp_call call, struct function **out);
/* The same, and the error where it is no kernel. */
cudaError_t function_get_or(const void *host_or_kernel, enum dp_call call, cudaError_t unknown, struct function **out);
/* Clusters of more than one block are refused, in the words that the device has for a kernel with __cluster_dims__. */
cudaError_t function_takes_cluster(const struct function *f, enum dp_call call, dim3 cluster);
cudaError_t variable_get(const void *host, enum dp_call call, struct variable **out);

/* Is `host` an address in the program's side of a __device__ variable? Then the device is told, once, before such an
 * address gets there as a pointer. */
void variable_tell(uint64_t host);

/* The address of `n` bytes at `offset` within a variable; a refusal names `call`. */
cudaError_t symbol_place(enum dp_call call, const void *symbol, size_t n, size_t offset, void **p);

#endif
