/* driver: the little of NVIDIA's driver API that the recorders need, taken from libcuda.so.1 at run time, so that they
 * build on any machine and link nothing of NVIDIA's. */
#ifndef RECORD_DRIVER_H
#define RECORD_DRIVER_H

#include <stddef.h>
#include <stdint.h>

typedef void *cu_handle;

struct driver {
	int (*init)(unsigned flags);
	int (*device_get)(int *dev, int ordinal);
	int (*device_name)(char *name, int len, int dev);
	int (*driver_version)(int *v);
	int (*primary_retain)(cu_handle *ctx, int dev);
	int (*set_current)(cu_handle ctx);
	int (*module_load)(cu_handle *m, const void *image, unsigned n, int *options, void **values);
	int (*module_unload)(cu_handle m);
	int (*get_function)(cu_handle *f, cu_handle m, const char *name);
	int (*function_attribute)(cu_handle f, int attribute, int value);
	int (*alloc)(uint64_t *p, size_t n);
	int (*release)(uint64_t p);
	int (*copy_in)(uint64_t to, const void *from, size_t n);
	int (*copy_out)(void *to, uint64_t from, size_t n);
	int (*fill)(uint64_t p, unsigned char byte, size_t n);
	int (*launch)(cu_handle f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
		unsigned shared, cu_handle stream, void **params, void **extra);
	int (*synchronize)(void);
	char name[256]; /* of device 0 */
	int version;
};

/* Opens the library and device 0. On failure prints why and ends the program: a recorder can do nothing else. */
void driver_open(struct driver *d);

#endif
