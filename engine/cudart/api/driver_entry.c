/* driver_entry: asking for a function of the driver API. There is none: the answer says so in every way that a program
 * may look for, as many look at one only before they call what they got. */
#include "cudart/api/api.h"

static cudaError_t none(
	const char *call, const char *symbol, void **function, enum cudaDriverEntryPointQueryResult *status)
{
	if (!symbol || !function)
		return cudart_done_of(call, cudaErrorInvalidValue);
	*function = NULL;
	if (status)
		*status = cudaDriverEntryPointSymbolNotFound;
	return (cudaError_t)cudart_unimplemented("cudaGetDriverEntryPoint");
}

#define ENTRY(name) \
	cudaError_t name(const char *symbol, void **function, unsigned long long flags, \
		enum cudaDriverEntryPointQueryResult *status); \
	cudaError_t name(const char *symbol, void **function, unsigned long long flags, \
		enum cudaDriverEntryPointQueryResult *status) \
	{ \
		(void)flags; \
		return none(__func__, symbol, function, status); \
	}
#define BY_VERSION(name) \
	cudaError_t name(const char *symbol, void **function, unsigned version, unsigned long long flags, \
		enum cudaDriverEntryPointQueryResult *status); \
	cudaError_t name(const char *symbol, void **function, unsigned version, unsigned long long flags, \
		enum cudaDriverEntryPointQueryResult *status) \
	{ \
		(void)version, (void)flags; \
		return none(__func__, symbol, function, status); \
	}
ENTRY(cudaGetDriverEntryPoint)
ENTRY(cudaGetDriverEntryPoint_ptsz)
BY_VERSION(cudaGetDriverEntryPointByVersion) BY_VERSION(cudaGetDriverEntryPointByVersion_ptsz)
