/* unimplemented: a stub for every symbol of the runtime API, so that any program loads. A weak definition here yields
 * to the real one in another file. A call that is not there says so once on stderr, is named in the device's report,
 * and returns cudaErrorNotSupported. This file includes no CUDA header: the stubs' types are not the functions' (the
 * caller's arguments are ignored). */
#include "cudart/wire/unimplemented.h"

#define SYMBOL(name) \
	int name(void); \
	__attribute__((weak)) int name(void) \
	{ \
		return cudart_unimplemented(#name); \
	}
#include "cudart/wire/symbols.def"
