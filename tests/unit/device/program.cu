// A CUDA program of many parts for check_device_program.c: `program PART` runs one part, prints what it saw, and exits with 0 when
// that is what NVIDIA's runtime would have given. Nothing in it knows of the emulator.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

#define EXPECT(condition) do { if (!(condition)) { printf("line %d: %s (last error: %s)\n", __LINE__, #condition, \
	cudaGetErrorName(cudaPeekAtLastError())); return 1; } } while (0)
#define OK(call) EXPECT((call) == cudaSuccess)

static const int N = 1000;
__device__ int total = 5;
__constant__ float factors[4];

__global__ void add(const float *a, const float *b, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = a[i] + b[i];
}
__global__ void add_unguarded(const float *a, float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = a[i];
}
__global__ void scale(float *p, int which) { p[threadIdx.x] *= factors[which]; }
__global__ void bump(int by) { total += by; }
__global__ void spin(volatile int *flag)
{ // it asks a number, too, of which nobody knows what it will be: so no deadlock is proved
	for (unsigned long long k = 1; *flag == 0 && k != 12345;)
		k = k * 6364136223846793005ull + 1442695040888963407ull;
}
struct mixed { char c; double d; short s[3]; };
__global__ void args(char c, mixed m, int *out, short s, double d)
{
	out[0] = c; out[1] = m.c; out[2] = (int)m.d; out[3] = m.s[2]; out[4] = s; out[5] = (int)d;
}
template <typename T> __global__ void fill(T *p, T v) { p[blockIdx.x * blockDim.x + threadIdx.x] = v; }
__global__ void dynamic(int *out)
{
	extern __shared__ int s[];
	s[threadIdx.x] = threadIdx.x;
	__syncthreads();
	out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
__global__ void __launch_bounds__(64) bounded(int *p) { p[threadIdx.x] = 1; }

static int part_add()
{
	float a[N], b[N], out[N], *da, *db, *dout;

	for (int i = 0; i < N; i++) { a[i] = i; b[i] = 2 * i; out[i] = -1; }
	OK(cudaMalloc(&da, sizeof a));
	OK(cudaMalloc(&db, sizeof b));
	OK(cudaMalloc(&dout, sizeof out));
	OK(cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice));
	OK(cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice));
	add<<<(N + 255) / 256, 256>>>(da, db, dout, N);
	OK(cudaGetLastError());
	OK(cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost));
	for (int i = 0; i < N; i++)
		EXPECT(out[i] == 3.0f * i);
	OK(cudaFree(da));
	OK(cudaFree(db));
	OK(cudaFree(dout));
	return 0;
}

static int part_arguments()
{
	mixed m = { 'm', 7.5, { 1, 2, -3 } };
	int out[6], *d;

	OK(cudaMalloc(&d, sizeof out));
	args<<<1, 1>>>('c', m, d, -9, 1e9);
	OK(cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost));
	EXPECT(out[0] == 'c' && out[1] == 'm' && out[2] == 7 && out[3] == -3 && out[4] == -9 && out[5] == 1000000000);
	fill<int><<<2, 3>>>(d, 77);
	OK(cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost));
	EXPECT(out[0] == 77 && out[5] == 77);
	return 0;
}

static int part_symbols()
{
	float f[4] = { 1, 2, 3, 4 }, x[2] = { 10, 20 }, *d;
	int v = 0, *p;
	size_t size;

	OK(cudaMemcpyFromSymbol(&v, total, sizeof v));
	EXPECT(v == 5);
	bump<<<1, 1>>>(10);
	OK(cudaMemcpyFromSymbol(&v, total, sizeof v));
	EXPECT(v == 15);
	v = 100;
	OK(cudaMemcpyToSymbol(total, &v, sizeof v));
	bump<<<1, 1>>>(1);
	OK(cudaGetSymbolAddress((void **)&p, total));
	OK(cudaGetSymbolSize(&size, factors));
	EXPECT(size == 16);
	OK(cudaMemcpy(&v, p, sizeof v, cudaMemcpyDeviceToHost));
	EXPECT(v == 101);
	OK(cudaMemcpyToSymbol(factors, f, sizeof f));
	OK(cudaMalloc(&d, sizeof x));
	OK(cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice));
	scale<<<1, 2>>>(d, 2);
	OK(cudaMemcpy(x, d, sizeof x, cudaMemcpyDeviceToHost));
	EXPECT(x[0] == 30 && x[1] == 60);
	EXPECT(cudaMemcpyToSymbol(factors, f, sizeof f, 4) == cudaErrorInvalidValue);
	return 0;
}

static int part_copies()
{
	enum { W = 100, H = 37, BIG = 5 << 20 };
	unsigned char in[H][W], out[H][W + 11];
	char *d, *d2, *big, *back;
	size_t pitch;

	for (int i = 0; i < H; i++)
		for (int j = 0; j < W; j++)
			in[i][j] = (unsigned char)(i * 7 + j);
	memset(out, 0xee, sizeof out);
	OK(cudaMallocPitch(&d, &pitch, W, H));
	EXPECT(pitch >= W && pitch % 32 == 0);
	OK(cudaMemcpy2D(d, pitch, in, W, W, H, cudaMemcpyHostToDevice));
	OK(cudaMalloc(&d2, W * H));
	OK(cudaMemcpy2D(d2, W, d, pitch, W, H, cudaMemcpyDeviceToDevice));
	OK(cudaMemset2D(d2 + 5, W, 0xab, 2, H));
	OK(cudaMemcpy2D(out, W + 11, d2, W, W, H, cudaMemcpyDeviceToHost));
	for (int i = 0; i < H; i++) {
		for (int j = 0; j < W; j++)
			EXPECT(out[i][j] == (j == 5 || j == 6 ? 0xab : in[i][j]));
		for (int j = W; j < W + 11; j++)
			EXPECT(out[i][j] == 0xee);
	}
	/* Larger than one message, with an odd size and offset. */
	big = (char *)malloc(BIG);
	back = (char *)malloc(BIG);
	for (int i = 0; i < BIG; i++)
		big[i] = (char)(i * 2654435761u >> 13);
	OK(cudaMalloc(&d, BIG));
	OK(cudaMemset(d, 0, BIG));
	OK(cudaMemcpy(d + 3, big, BIG - 7, cudaMemcpyDefault));
	OK(cudaMemcpy(back, d + 3, BIG - 7, cudaMemcpyDefault));
	EXPECT(!memcmp(big, back, BIG - 7));
	OK(cudaMemcpy(back, d, 3, cudaMemcpyDeviceToHost));
	EXPECT(!back[0] && !back[2]);
	return 0;
}

static int part_shared()
{
	int out[64], *d;
	struct cudaFuncAttributes a;
	int blocks = 0;

	OK(cudaMalloc(&d, sizeof out));
	dynamic<<<1, 64, sizeof out>>>(d);
	OK(cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost));
	EXPECT(out[0] == 63 && out[63] == 0);
	/* More than 48 KB must be asked for. */
	dynamic<<<1, 64, 100000>>>(d);
	EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
	EXPECT(cudaGetLastError() == cudaSuccess);
	OK(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
	dynamic<<<1, 64, 100000>>>(d);
	OK(cudaDeviceSynchronize());
	EXPECT(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20) == cudaErrorInvalidValue);
	OK(cudaFuncGetAttributes(&a, bounded));
	EXPECT(a.maxThreadsPerBlock == 64 && a.numRegs > 0);
	OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 64, 0));
	EXPECT(blocks == 32);
	return 0;
}

static int part_configuration()
{
	int *d;

	OK(cudaMalloc(&d, 4096 * 4));
	fill<int><<<1, 2048>>>(d, 1);
	EXPECT(cudaPeekAtLastError() == cudaErrorInvalidValue);
	EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
	OK(cudaGetLastError());
	fill<int><<<0, 32>>>(d, 1);
	EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
	fill<int><<<dim3(1, 70000), 32>>>(d, 1);
	EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
	fill<int><<<1, dim3(1, 1, 65)>>>(d, 1);
	EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
	bounded<<<1, 128>>>(d);
	EXPECT(cudaGetLastError() != cudaSuccess);
	/* The context has survived all of it. */
	fill<int><<<1, 32>>>(d, 1);
	OK(cudaDeviceSynchronize());
	return 0;
}

static int part_bad_calls()
{
	int x = 3, *d, *e;

	OK(cudaMalloc(&d, 400));
	EXPECT(cudaMemcpy(d, &x, 4, (cudaMemcpyKind)9) == cudaErrorInvalidMemcpyDirection);
	EXPECT(cudaMemcpy(&x, d, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
	EXPECT(cudaMemcpy(d, (void *)16, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
	EXPECT(cudaMemcpy((void *)16, d, 4, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
	char *big = (char *)calloc(1, 4096);
	EXPECT(cudaMemcpy(d, big, 4096, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
	EXPECT(cudaMemset(&x, 0, 4) == cudaErrorInvalidValue);
	EXPECT(cudaFree((void *)((char *)d + 16)) == cudaErrorInvalidValue);
	OK(cudaFree(d));
	EXPECT(cudaFree(d) == cudaErrorInvalidValue);
	EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
	OK(cudaFree(0));
	EXPECT(cudaMalloc(&e, (size_t)1 << 50) == cudaErrorMemoryAllocation);
	EXPECT(cudaGetLastError() == cudaErrorMemoryAllocation);
	EXPECT(cudaStreamSynchronize((cudaStream_t)0x1234) == cudaErrorInvalidResourceHandle);
	EXPECT(cudaSetDevice(3) == cudaErrorInvalidDevice);
	/* None of it was deadly. */
	cudaGetLastError();
	OK(cudaMalloc(&d, 4));
	OK(cudaMemcpy(d, &x, 4, cudaMemcpyHostToDevice));
	return 0;
}

static int part_fault()
{
	float *a, *out;

	OK(cudaMalloc(&a, N * 4));
	OK(cudaMalloc(&out, N * 4));
	add_unguarded<<<4, 256>>>(a, out);
	cudaError_t e = cudaDeviceSynchronize();
	EXPECT(e == cudaErrorIllegalAddress);
	EXPECT(cudaGetLastError() == cudaErrorIllegalAddress);
	EXPECT(cudaMalloc(&a, 4) == cudaErrorIllegalAddress);
	EXPECT(cudaGetLastError() == cudaErrorIllegalAddress);
	EXPECT(cudaGetLastError() == cudaSuccess);
	add_unguarded<<<1, 32>>>(a, out);
	EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
	return 0;
}

static int part_host_pointer()
{
	int x[32];

	fill<int><<<1, 32>>>(x, 1);
	EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
	return 0;
}

static int part_streams()
{
	cudaStream_t s, t;
	cudaEvent_t a, b, c;
	float ms = -1, *da, *db;
	int done = 0;

	OK(cudaStreamCreate(&s));
	OK(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
	EXPECT(s != t);
	OK(cudaEventCreate(&a));
	OK(cudaEventCreate(&b));
	OK(cudaEventCreateWithFlags(&c, cudaEventDisableTiming));
	EXPECT(cudaEventElapsedTime(&ms, a, b) == cudaErrorInvalidResourceHandle);
	OK(cudaMallocAsync(&da, N * 4, s));
	OK(cudaMallocAsync(&db, N * 4, s));
	OK(cudaMemsetAsync(da, 0, N * 4, s));
	OK(cudaEventRecord(a, s));
	for (int i = 0; i < 10; i++)
		add<<<4, 256, 0, s>>>(da, da, db, N);
	OK(cudaEventRecord(b, s));
	OK(cudaEventRecord(c, s));
	OK(cudaStreamWaitEvent(t, c, 0));
	add<<<4, 256, 0, t>>>(db, db, da, N);
	OK(cudaLaunchHostFunc(t, [](void *p) { *(int *)p += 1; }, &done));
	OK(cudaStreamSynchronize(t));
	EXPECT(done == 1);
	OK(cudaEventSynchronize(b));
	OK(cudaEventQuery(b));
	OK(cudaEventElapsedTime(&ms, a, b));
	EXPECT(ms > 0.001f && ms < 100);
	EXPECT(cudaEventElapsedTime(&ms, a, c) == cudaErrorInvalidResourceHandle);
	OK(cudaFreeAsync(da, s));
	OK(cudaStreamDestroy(s));
	EXPECT(cudaStreamSynchronize(s) == cudaErrorInvalidResourceHandle);
	OK(cudaEventDestroy(a));
	return 0;
}

static int part_shared_memory_of_host()
{
	int *p, *m, *dp;
	cudaPointerAttributes at;

	OK(cudaMallocHost(&p, 4096));
	OK(cudaMallocManaged(&m, 100 * sizeof(int)));
	p[0] = 3;
	OK(cudaHostGetDevicePointer((void **)&dp, p, 0));
	fill<int><<<1, 32>>>(dp, 42);
	fill<int><<<1, 32>>>(m, 43);
	OK(cudaDeviceSynchronize());
	EXPECT(p[0] == 42 && p[31] == 42 && p[32] == 0 && m[31] == 43);
	OK(cudaPointerGetAttributes(&at, p));
	EXPECT(at.type == cudaMemoryTypeHost && at.hostPointer == p);
	OK(cudaPointerGetAttributes(&at, m));
	EXPECT(at.type == cudaMemoryTypeManaged);
	OK(cudaPointerGetAttributes(&at, &at));
	EXPECT(at.type == cudaMemoryTypeUnregistered);
	OK(cudaFreeHost(p));
	OK(cudaFree(m));
	return 0;
}

/* The host sets a flag that a running kernel waits for: launches are asynchronous. */
static int part_asynchronous()
{
	int *flag;

	OK(cudaMallocHost(&flag, 4));
	*flag = 0;
	spin<<<1, 1>>>(flag);
	OK(cudaGetLastError());
	EXPECT(cudaStreamQuery(0) == cudaErrorNotReady);
	usleep(20000);
	EXPECT(cudaStreamQuery(0) == cudaErrorNotReady);
	*(volatile int *)flag = 1;
	OK(cudaDeviceSynchronize());
	OK(cudaStreamQuery(0));
	return 0;
}

static int part_graph()
{
	cudaStream_t s, t;
	cudaEvent_t fork, join;
	cudaGraph_t g;
	cudaGraphExec_t x;
	int out[64], *d;
	size_t n = 0;

	OK(cudaMalloc(&d, sizeof out));
	OK(cudaStreamCreate(&s));
	OK(cudaStreamCreate(&t));
	OK(cudaEventCreate(&fork));
	OK(cudaEventCreate(&join));
	OK(cudaMemset(d, 0, sizeof out));
	OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	fill<int><<<1, 32, 0, s>>>(d, 1);
	OK(cudaEventRecord(fork, s));
	OK(cudaStreamWaitEvent(t, fork, 0));
	fill<int><<<1, 32, 0, t>>>(d + 32, 2);
	OK(cudaEventRecord(join, t));
	OK(cudaStreamWaitEvent(s, join, 0));
	OK(cudaMemcpyAsync(out, d, sizeof out, cudaMemcpyDeviceToHost, s));
	OK(cudaStreamEndCapture(s, &g));
	out[0] = -1;
	OK(cudaGraphGetNodes(g, NULL, &n));
	EXPECT(n == 3 && out[0] == -1);
	OK(cudaGraphInstantiate(&x, g, 0));
	for (int i = 0; i < 2; i++) {
		OK(cudaMemset(d, 0, sizeof out));
		OK(cudaGraphLaunch(x, s));
		OK(cudaStreamSynchronize(s));
		EXPECT(out[0] == 1 && out[31] == 1 && out[32] == 2 && out[63] == 2);
		memset(out, 0, sizeof out);
	}
	OK(cudaGraphExecDestroy(x));
	OK(cudaGraphDestroy(g));
	fill<int><<<1, 32, 0, t>>>(d, 9);
	OK(cudaStreamSynchronize(t));
	return 0;
}

static int part_device()
{
	struct cudaDeviceProp p;
	int n = 0, v = 0;
	size_t free_bytes, total_bytes;

	OK(cudaGetDeviceCount(&n));
	OK(cudaGetDeviceProperties(&p, 0));
	OK(cudaDeviceGetAttribute(&v, cudaDevAttrMultiProcessorCount, 0));
	OK(cudaMemGetInfo(&free_bytes, &total_bytes));
	EXPECT(n == 1 && p.major == 9 && p.multiProcessorCount == 132 && v == 132 && p.warpSize == 32);
	EXPECT(p.totalGlobalMem == total_bytes && free_bytes <= total_bytes && strstr(p.name, "emulated"));
	EXPECT(!strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument"));
	EXPECT(!strcmp(cudaGetErrorName((cudaError_t)700), "cudaErrorIllegalAddress"));
	return 0;
}

static int part_reset()
{
	int v, *d;

	bump<<<1, 1>>>(1);
	OK(cudaDeviceReset());
	OK(cudaMemcpyFromSymbol(&v, total, sizeof v));
	EXPECT(v == 5);
	OK(cudaMalloc(&d, 128));
	fill<int><<<1, 32>>>(d, 1);
	OK(cudaDeviceSynchronize());
	return 0;
}

static int part_unimplemented()
{
	cudaArray_t array;
	cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();

	EXPECT(cudaMallocArray(&array, &desc, 8, 8) == cudaErrorNotSupported);
	EXPECT(cudaMallocArray(&array, &desc, 8, 8) == cudaErrorNotSupported);
	return 0;
}

static int part_endless()
{
	int *flag;

	OK(cudaMalloc(&flag, 4));
	OK(cudaMemset(flag, 0, 4));
	spin<<<1, 32>>>(flag);
	EXPECT(cudaDeviceSynchronize() == cudaErrorLaunchTimeout);
	return 0;
}

/* Starts an endless kernel and leaves. */
static int part_leave()
{
	int *flag;

	OK(cudaMalloc(&flag, 4));
	OK(cudaMemset(flag, 0, 4));
	OK(cudaDeviceSynchronize());
	spin<<<1, 32>>>(flag);
	_exit(0);
}

static int part_many_launches()
{
	int *d, v[32];

	OK(cudaMalloc(&d, 128));
	for (int i = 0; i < 3000; i++)
		fill<int><<<1, 32>>>(d, i);
	OK(cudaMemcpy(v, d, 128, cudaMemcpyDeviceToHost));
	EXPECT(v[0] == 2999);
	return 0;
}

static const struct { const char *name; int (*run)(); } parts[] = {
	{ "add", part_add }, { "arguments", part_arguments }, { "symbols", part_symbols }, { "copies", part_copies },
	{ "shared", part_shared }, { "configuration", part_configuration }, { "bad-calls", part_bad_calls }, { "fault", part_fault },
	{ "host-pointer", part_host_pointer }, { "streams", part_streams }, { "pinned", part_shared_memory_of_host },
	{ "asynchronous", part_asynchronous }, { "graph", part_graph }, { "device", part_device }, { "reset", part_reset },
	{ "unimplemented", part_unimplemented }, { "endless", part_endless }, { "leave", part_leave }, { "many", part_many_launches },
};

int main(int argc, char **argv)
{
	for (const auto &p : parts)
		if (argc > 1 && !strcmp(p.name, argv[1]))
			return p.run();
	fprintf(stderr, "no such part\n");
	return 2;
}
