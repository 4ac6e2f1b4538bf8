/* When the nodes of a graph run on the virtual clock: what no edge puts in order runs side by side where there is room, on an H200 (beside
 * tests/bench/streams/graph.cu's times of one: within a few per cent). Kernels spin for a given time. */
#include "check.h"

__global__ void spin(long long cycles)
{
	long long begin = clock64();

	while (clock64() - begin < cycles)
		;
}

static cudaStream_t stream;
static cudaEvent_t from, to;
static char *pinned, *device;
static const size_t bytes = 8 << 20;

typedef std::vector<cudaGraphNode_t> Nodes;

static cudaGraphNode_t kernel(cudaGraph_t g, Nodes after, double us, int blocks = 1, int shared = 0)
{
	long long cycles = (long long)(us * 1980);
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

static cudaGraph_t graph()
{
	cudaGraph_t g;

	CUDA(cudaGraphCreate(&g, 0));
	return g;
}

/* Between events around its launch: `us`, and some microseconds. Frees it. */
static void takes(const char *what, cudaGraph_t g, double us)
{
	cudaGraphExec_t x;
	float ms;

	CUDA(cudaGraphInstantiate(&x, g, 0));
	CUDA(cudaDeviceSynchronize());
	CUDA(cudaEventRecord(from, stream));
	CUDA(cudaGraphLaunch(x, stream));
	CUDA(cudaEventRecord(to, stream));
	CUDA(cudaDeviceSynchronize());
	CUDA(cudaEventElapsedTime(&ms, from, to));
	if (ms * 1000 < us || ms * 1000 > us * 1.06 + 8) {
		printf("%s: %g us, not %g\n", what, ms * 1000, us);
		HOLDS(!"the right time");
	}
	CUDA(cudaGraphExecDestroy(x));
	CUDA(cudaGraphDestroy(g));
}

static void shapes()
{
	cudaGraph_t g = graph(), child;
	cudaGraphNode_t a, b, c, d;
	Nodes fan;

	a = kernel(g, {}, 10), b = kernel(g, { a }, 30), c = kernel(g, { b }, 30), d = kernel(g, { a }, 100);
	kernel(g, { c, d }, 10);
	takes("a diamond with unequal arms", g, 120);
	/* Nodes side by side begin a moment apart: 80.5 and 99.6 us on an H200. */
	for (int many = 32; many <= 128; many += 96) {
		g = graph(), fan = {};
		a = kernel(g, {}, 10);
		for (int i = 0; i < many; i++)
			fan.push_back(kernel(g, { a }, 50));
		kernel(g, fan, 10);
		takes("a fan", g, many == 32 ? 76 : 94);
	}
	g = graph(), a = NULL;
	for (int i = 0; i < 20; i++)
		a = kernel(g, a ? Nodes{ a } : Nodes{}, 10);
	takes("a chain", g, 200);
	/* Each would take the whole device, or half of it. */
	g = graph();
	kernel(g, {}, 50, 132, 40 << 10), kernel(g, {}, 50, 132 * 5, 40 << 10);
	takes("two that do not fit side by side", g, 100);
	g = graph();
	kernel(g, {}, 50, 132, 40 << 10), kernel(g, {}, 50, 132 * 4, 40 << 10);
	takes("two that do", g, 50);
	/* A child runs beside what its node runs beside, and what follows waits for all of it. */
	child = graph();
	a = kernel(child, {}, 20), kernel(child, { a }, 40), kernel(child, {}, 30);
	g = graph();
	a = kernel(g, {}, 10);
	CUDA(cudaGraphAddChildGraphNode(&b, g, &a, 1, child));
	c = kernel(g, { a }, 50);
	kernel(g, { b, c }, 10);
	takes("a child", g, 80);
	CUDA(cudaGraphDestroy(child));
	/* An empty node holds back too. */
	g = graph();
	a = kernel(g, {}, 40), b = kernel(g, {}, 10);
	Nodes both = { a, b };
	CUDA(cudaGraphAddEmptyNode(&c, g, both.data(), 2));
	kernel(g, { c }, 10), kernel(g, { c }, 30);
	takes("an empty node", g, 70);
}

static void engines()
{
	cudaGraph_t g = graph();
	cudaGraphNode_t in, out, a;

	CUDA(cudaGraphAddMemcpyNode1D(&in, g, NULL, 0, device, pinned, bytes, cudaMemcpyHostToDevice)); /* 151 us and 3.5 */
	kernel(g, {}, 150);
	takes("a copy beside a kernel", g, 154);
	g = graph();
	CUDA(cudaGraphAddMemcpyNode1D(&in, g, NULL, 0, device, pinned, bytes, cudaMemcpyHostToDevice));
	a = kernel(g, { in }, 50);
	CUDA(cudaGraphAddMemcpyNode1D(&out, g, &a, 1, pinned, device, bytes, cudaMemcpyDeviceToHost));
	takes("in, kernel, out", g, 362);
}

/* The graph waits for what its stream had before, and what comes after it waits for the graph; other streams do not. */
static void around()
{
	cudaGraph_t g = graph();
	cudaGraphExec_t x;
	cudaStream_t other;
	cudaEvent_t done;
	float ms;

	kernel(g, {}, 100), kernel(g, {}, 60);
	CUDA(cudaGraphInstantiate(&x, g, 0));
	CUDA(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
	CUDA(cudaEventCreate(&done));
	CUDA(cudaEventRecord(from, stream));
	spin<<<1, 32, 0, stream>>>(50 * 1980);
	CUDA(cudaGraphLaunch(x, stream));
	spin<<<1, 32, 0, other>>>(20 * 1980);
	CUDA(cudaEventRecord(done, other));
	CUDA(cudaGraphLaunch(x, stream));
	spin<<<1, 32, 0, stream>>>(50 * 1980);
	CUDA(cudaEventRecord(to, stream));
	CUDA(cudaDeviceSynchronize());
	CUDA(cudaEventElapsedTime(&ms, from, to));
	HOLDS(ms > 0.3 && ms < 0.312);
	CUDA(cudaEventElapsedTime(&ms, from, done));
	HOLDS(ms < 0.04);
	/* Captured: a fork and a join. */
	cudaStream_t side;
	CUDA(cudaStreamCreate(&side));
	CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	CUDA(cudaEventRecord(done, stream));
	CUDA(cudaStreamWaitEvent(side, done, 0));
	spin<<<1, 32, 0, stream>>>(80 * 1980);
	spin<<<1, 32, 0, side>>>(70 * 1980);
	CUDA(cudaEventRecord(done, side));
	CUDA(cudaStreamWaitEvent(stream, done, 0));
	CUDA(cudaStreamEndCapture(stream, &g));
	takes("a captured fork", g, 80);
}

int main()
{
	CUDA(cudaStreamCreate(&stream));
	CUDA(cudaEventCreate(&from));
	CUDA(cudaEventCreate(&to));
	CUDA(cudaMallocHost(&pinned, bytes));
	CUDA(cudaMalloc(&device, bytes));
	CUDA(cudaMemset(device, 0, bytes));
	shapes();
	engines();
	around();
	return finish();
}
