/* host_names: the host's side of __device__ and __constant__ variables. A program's `dv` is a name for
 * cudaMemcpyToSymbol(); taken as a pointer it is an address of the program's own memory, which no device can reach. The
 * client tells of such an address before it passes it on, so that what comes of it can be explained. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/ops/context.h"
#include "device/wire/names.h"

enum { MOST = 4096 };

int op_host_name(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_range *r = (const void *)op->body;
	char *mangled;

	(void)a;
	if (!op->npayload || memchr(op->payload, 0, op->npayload) || c->nhost_names == MOST || host_name_at(c, r->addr))
		return 0;
	mangled = xmalloc(op->npayload + 1);
	memcpy(mangled, op->payload, op->npayload);
	mangled[op->npayload] = '\0';
	c->host_names = xrealloc(c->host_names, (c->nhost_names + 1) * sizeof *c->host_names);
	c->host_names[c->nhost_names++] = (struct host_name){ r->addr, r->bytes, names_kernel(mangled) };
	free(mangled);
	return 0;
}

const char *host_name_at(const struct context *c, uint64_t addr)
{
	for (size_t k = 0; k < c->nhost_names; k++)
		if (addr - c->host_names[k].start < c->host_names[k].bytes)
			return c->host_names[k].name;
	return NULL;
}

void host_name_explain(const struct context *c, uint64_t addr, char *message, size_t n)
{
	const char *name = host_name_at(c, addr);
	char *rest = name ? strstr(message, " is not device memory (a host pointer?)") : NULL;

	if (rest)
		snprintf(rest, n - (size_t)(rest - message),
			" is no device memory: the host passed the name of the device's variable %.200s as a pointer. "
			"A "
			"kernel uses the variable by its name; cudaGetSymbolAddress() gives the host a pointer to it",
			name);
}

void host_names_free(struct context *c)
{
	for (size_t k = 0; k < c->nhost_names; k++)
		free(c->host_names[k].name);
	free(c->host_names);
	c->host_names = NULL;
	c->nhost_names = 0;
}
