/* unimplemented: what a call gets that this library does not have. */
#ifndef CUDART_UNIMPLEMENTED_H
#define CUDART_UNIMPLEMENTED_H

/* Names it once on stderr and in the device's report; sets and returns cudaErrorNotSupported (801). */
int cudart_unimplemented(const char *name);

#endif
