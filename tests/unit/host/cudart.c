/* A pretend libcudart.so.13 for check_host.c and check_gpu.c: "device memory" is malloc'd, a "kernel" is a host loop.
 * It has what warplings-host calls, sticky errors included, and hooks by which the pretend students misbehave. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

int cudaMalloc(void **p, size_t n);
int cudaFree(void *p);
int cudaMemcpy(void *to, const void *from, size_t n, int kind);
int cudaMemset(void *p, int byte, size_t n);
int cudaDeviceSynchronize(void);
int cudaGetLastError(void);
int cudaGetDeviceCount(int *n);
int cudaDeviceGetAttribute(int *value, int attribute, int device);
int cudaEventCreate(void **ev);
int cudaEventRecord(void *ev, void *stream);
int cudaEventSynchronize(void *ev);
int cudaEventElapsedTime(float *ms, void *from, void *to);
int cudaGetDeviceProperties(void *prop, int device);
int cudaDriverGetVersion(int *v);
int cudaMemGetInfo(size_t *free_bytes, size_t *total);
const char *cudaGetErrorName(int e);
const char *cudaGetErrorString(int e);
void pretend_error(int code, int sticky);

static int error, sticky;

void pretend_error(int code, int is_sticky)
{
	*(is_sticky ? &sticky : &error) = code;
}

static int state(int e)
{
	return sticky ? sticky : e;
}

int cudaMalloc(void **p, size_t n)
{
	*p = malloc(n ? n : 1);
	if (*p)
		memset(*p, 0x77, n); /* never zeros */
	return state(*p ? 0 : 2);
}

int cudaFree(void *p)
{
	free(p);
	return state(0);
}

int cudaMemcpy(void *to, const void *from, size_t n, int kind)
{
	(void)kind;
	if (!sticky)
		memcpy(to, from, n);
	return state(0);
}

int cudaMemset(void *p, int byte, size_t n)
{
	if (!sticky)
		memset(p, byte, n);
	return state(0);
}

int cudaDeviceSynchronize(void)
{
	return state(0);
}

int cudaGetLastError(void)
{
	int e = state(error);

	error = 0;
	return e;
}

int cudaGetDeviceCount(int *n)
{
	*n = getenv("CUDA_VISIBLE_DEVICES") && !*getenv("CUDA_VISIBLE_DEVICES") ? 0 : 1;
	return *n ? 0 : 100;
}

int cudaDeviceGetAttribute(int *value, int attribute, int device)
{
	(void)device;
	*value = attribute == 75 ? 9 :
		attribute == 76  ? 0 :
		attribute == 16  ? 132 :
		attribute == 38  ? 65536 :
		attribute == 36  ? 3201000 :
		attribute == 37  ? 6144 :
				   0;
	return 0;
}

struct event {
	struct timespec ts;
};

int cudaEventCreate(void **ev)
{
	*ev = calloc(1, sizeof(struct event));
	return state(0);
}

int cudaEventRecord(void *ev, void *stream)
{
	(void)stream;
	clock_gettime(CLOCK_MONOTONIC, &((struct event *)ev)->ts);
	return state(0);
}

int cudaEventSynchronize(void *ev)
{
	(void)ev;
	return state(0);
}

int cudaEventElapsedTime(float *ms, void *from, void *to)
{
	struct event *a = from, *b = to;

	*ms = (float)((double)(b->ts.tv_sec - a->ts.tv_sec) * 1e3 + (double)(b->ts.tv_nsec - a->ts.tv_nsec) / 1e6);
	return state(0);
}

int cudaGetDeviceProperties(void *prop, int device)
{
	(void)device;
	memset(prop, 0, 1008);
	strcpy(prop, "Pretend H200\033[31m");
	return 0;
}

int cudaDriverGetVersion(int *v)
{
	*v = 13000;
	return 0;
}

int cudaMemGetInfo(size_t *free_bytes, size_t *total)
{
	*free_bytes = 1 << 20;
	*total = 1 << 21;
	return 0;
}

const char *cudaGetErrorName(int e)
{
	return e == 0    ? "cudaSuccess" :
		e == 9   ? "cudaErrorInvalidConfiguration" :
		e == 100 ? "cudaErrorNoDevice" :
		e == 700 ? "cudaErrorIllegalAddress" :
			   "cudaErrorOther";
}

const char *cudaGetErrorString(int e)
{
	return e == 0    ? "no error" :
		e == 9   ? "invalid configuration argument" :
		e == 100 ? "no CUDA-capable device is detected" :
		e == 700 ? "an illegal memory access was encountered" :
			   "some other error";
}
