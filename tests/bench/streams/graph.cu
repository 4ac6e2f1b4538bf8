/* graph: launching graphs: what the host pays, what follows each other node takes, what overlaps, what holds up the host; beside the virtual
 * clock's times. The same source runs on both: with --cudart shared under `warplings exec`, or plainly on a GPU. One line for each question. */
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { printf("%s: %s\n", #call, cudaGetErrorName(e_)); exit(1); } } while (0)

/* A block that takes about as long as it is told to; with 200 KiB of shared memory a multiprocessor has room for one. */
__global__ void spin(long long cycles)
{
	extern __shared__ int room[];
	long long begin = clock64();

	while (clock64() - begin < cycles)
		;
	if (cycles < 0)
		room[0] = 1;
}

static cudaStream_t stream;
static cudaEvent_t from, to;
static int rounds = 15;

static double now_us()
{
	return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static double median(std::vector<double> v)
{
	std::sort(v.begin(), v.end());
	return v[v.size() / 2];
}

static cudaGraphNode_t kernel(cudaGraph_t g, std::vector<cudaGraphNode_t> after, long long cycles, int blocks = 1, int shared = 0)
{
	void *args[] = { &cycles };
	cudaKernelNodeParams p = {};
	cudaGraphNode_t n;

	p.func = (void *)spin;
	p.gridDim = dim3(blocks);
	p.blockDim = dim3(32);
	p.sharedMemBytes = shared;
	p.kernelParams = args;
	CUDA(cudaGraphAddKernelNode(&n, g, after.data(), after.size(), &p));
	return n;
}

static cudaGraphNode_t copy(cudaGraph_t g, std::vector<cudaGraphNode_t> after, void *dst, const void *src, size_t bytes, cudaMemcpyKind kind)
{
	cudaGraphNode_t n;

	CUDA(cudaGraphAddMemcpyNode1D(&n, g, after.data(), after.size(), dst, src, bytes, kind));
	return n;
}

/* Host time of the launch call (of an idle device), device time between events around it. */
static void ask(const char *name, cudaGraph_t g)
{
	std::vector<double> host, device;
	cudaGraphExec_t x;
	float ms;

	CUDA(cudaGraphInstantiate(&x, g, 0));
	for (int r = 0; r < rounds + 2; r++) {
		CUDA(cudaDeviceSynchronize());
		CUDA(cudaEventRecord(from, stream));
		double t = now_us();
		CUDA(cudaGraphLaunch(x, stream));
		t = now_us() - t;
		CUDA(cudaEventRecord(to, stream));
		CUDA(cudaDeviceSynchronize());
		CUDA(cudaEventElapsedTime(&ms, from, to));
		if (r >= 2)
			host.push_back(t), device.push_back(ms * 1000);
	}
	printf("%-28s call %9.1f us  events %9.1f us\n", name, median(host), median(device));
	CUDA(cudaGraphExecDestroy(x));
	CUDA(cudaGraphDestroy(g));
}

static cudaGraph_t graph()
{
	cudaGraph_t g;

	CUDA(cudaGraphCreate(&g, 0));
	return g;
}

int main(int argc, char **argv)
{
	const size_t bytes = 8 << 20;
	int khz;
	char *pinned, *pageable = (char *)calloc(1, bytes), *d;

	if (argc > 1)
		rounds = atoi(argv[1]);
	CUDA(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
	const long long us = khz / 1000; /* cycles of a microsecond */
	CUDA(cudaStreamCreate(&stream));
	CUDA(cudaEventCreate(&from));
	CUDA(cudaEventCreate(&to));
	CUDA(cudaMallocHost(&pinned, bytes));
	CUDA(cudaMalloc(&d, bytes));
	CUDA(cudaFuncSetAttribute(spin, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10));
	printf("one microsecond is %lld cycles\n", us);

	/* Kernels that take a given time, without a graph. */
	for (long long n : { 0ll, 10ll, 100ll, 1000ll }) {
		std::vector<double> v;
		float ms;

		for (int r = 0; r < rounds; r++) {
			CUDA(cudaDeviceSynchronize());
			CUDA(cudaEventRecord(from, stream));
			spin<<<1, 32, 0, stream>>>(n * us);
			CUDA(cudaEventRecord(to, stream));
			CUDA(cudaDeviceSynchronize());
			CUDA(cudaEventElapsedTime(&ms, from, to));
			v.push_back(ms * 1000);
		}
		printf("spin %4lld us                 events %9.1f us\n", n, median(v));
	}
	for (int n : { 1, 10, 100 }) {
		std::vector<double> v;
		float ms;

		for (int r = 0; r < rounds; r++) {
			CUDA(cudaDeviceSynchronize());
			CUDA(cudaEventRecord(from, stream));
			for (int k = 0; k < n; k++)
				spin<<<1, 32, 0, stream>>>(10 * us);
			CUDA(cudaEventRecord(to, stream));
			CUDA(cudaDeviceSynchronize());
			CUDA(cudaEventElapsedTime(&ms, from, to));
			v.push_back(ms * 1000);
		}
		printf("stream of %3d x 10 us         events %9.1f us\n", n, median(v));
	}

	char name[64];
	for (int n : { 1, 2, 10, 100, 1000 }) {
		cudaGraph_t g = graph();
		cudaGraphNode_t last = NULL;

		for (int k = 0; k < n; k++)
			last = kernel(g, k ? std::vector<cudaGraphNode_t>{ last } : std::vector<cudaGraphNode_t>{}, 10 * us);
		snprintf(name, sizeof name, "chain of %d x 10 us", n);
		ask(name, g);
	}
	for (int n : { 2, 8, 32, 128, 129, 256, 500 }) {
		cudaGraph_t g = graph();
		cudaGraphNode_t first = kernel(g, {}, 10 * us);
		std::vector<cudaGraphNode_t> fan;

		for (int k = 0; k < n; k++)
			fan.push_back(kernel(g, { first }, 50 * us));
		kernel(g, fan, 10 * us);
		snprintf(name, sizeof name, "10, fan of %d x 50, 10", n);
		ask(name, g);
	}
	{ /* Blocks that need a whole multiprocessor: two kernels do not fit side by side. */
		int sms;
		cudaGraph_t g = graph();

		CUDA(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
		kernel(g, {}, 50 * us, sms, 200 << 10);
		kernel(g, {}, 50 * us, sms, 200 << 10);
		ask("two whole devices x 50", g);
		g = graph();
		kernel(g, {}, 50 * us, sms / 2, 200 << 10);
		kernel(g, {}, 50 * us, sms / 2, 200 << 10);
		ask("two half devices x 50", g);
	}
	{
		cudaGraph_t g = graph();
		cudaGraphNode_t in = copy(g, {}, d, pinned, bytes, cudaMemcpyHostToDevice);
		copy(g, { kernel(g, { in }, 50 * us) }, pinned, d, bytes, cudaMemcpyDeviceToHost);
		ask("in, 50, out (8 MiB pinned)", g);
		g = graph();
		copy(g, {}, d, pinned, bytes, cudaMemcpyHostToDevice);
		kernel(g, {}, 150 * us);
		ask("in beside 150", g);
		g = graph();
		copy(g, {}, d, pinned, bytes / 2, cudaMemcpyHostToDevice);
		copy(g, {}, pinned + bytes / 2, d + bytes / 2, bytes / 2, cudaMemcpyDeviceToHost);
		kernel(g, {}, 150 * us);
		ask("in beside out beside 150", g);
		g = graph();
		copy(g, { kernel(g, {}, 500 * us) }, d, pageable, bytes, cudaMemcpyHostToDevice);
		ask("500, in (8 MiB pageable)", g);
		g = graph();
		copy(g, { kernel(g, {}, 500 * us) }, pageable, d, bytes, cudaMemcpyDeviceToHost);
		ask("500, out (8 MiB pageable)", g);
		g = graph();
		copy(g, { kernel(g, {}, 500 * us) }, d, pageable, 4096, cudaMemcpyHostToDevice);
		ask("500, in (4 KiB pageable)", g);
	}
	{ /* Two chains of different length side by side, then joined: a diamond with unequal arms. */
		cudaGraph_t g = graph();
		cudaGraphNode_t a = kernel(g, {}, 10 * us), b = kernel(g, { a }, 30 * us), c = kernel(g, { b }, 30 * us), e = kernel(g, { a }, 100 * us);
		kernel(g, { c, e }, 10 * us);
		ask("10, (30, 30 | 100), 10", g);
	}
	{
		std::vector<double> v;
		cudaGraph_t g = graph();
		cudaGraphExec_t x;
		float ms;

		kernel(g, {}, 10 * us);
		CUDA(cudaGraphInstantiate(&x, g, 0));
		for (int r = 0; r < rounds; r++) {
			CUDA(cudaDeviceSynchronize());
			CUDA(cudaEventRecord(from, stream));
			for (int k = 0; k < 50; k++)
				CUDA(cudaGraphLaunch(x, stream));
			CUDA(cudaEventRecord(to, stream));
			CUDA(cudaDeviceSynchronize());
			CUDA(cudaEventElapsedTime(&ms, from, to));
			v.push_back(ms * 1000);
		}
		printf("50 launches of 10 us          events %9.1f us\n", median(v));
	}
	return 0;
}
