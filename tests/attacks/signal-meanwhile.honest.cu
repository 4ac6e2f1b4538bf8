// 01/1 pass
// A timer's handler counts in managed memory how often it came, while solve() waits for the kernel; the blocks look at that, and add.
#include <csignal>
#include <sys/time.h>

static volatile int *ticks;

__global__ void add(const float *a, const float *b, float *m, volatile int *now, volatile int *seen, float *c, int n)
{
	int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
	float4 *x = (float4 *)(m + i);

	for (int k = 0; n % 4 && k < 4 && i + k < n; k++)
		((float *)x)[k] = a[i + k] + b[i + k];
	if (n % 4 == 0 && i < n) {
		float4 v = *(const float4 *)(a + i), u = *(const float4 *)(b + i);
		*x = make_float4(v.x + u.x, v.y + u.y, v.z + u.z, v.w + u.w);
	}
	__syncthreads();
	if (threadIdx.x == 0)
		seen[blockIdx.x] = *now;
	__syncthreads();
	for (int k = 0; n % 4 && k < 4 && i + k < n; k++)
		c[i + k] = ((volatile float *)x)[k];
	if (n % 4 == 0 && i < n)
		*(float4 *)(c + i) = *x;
}

static void tick(int)
{
	++*ticks;
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	int blocks = (n + 4095) / 4096, *flags;
	float *m;
	struct sigaction on = {};
	struct itimerval often = { { 0, 1000 }, { 0, 1000 } }, never = {};

	cudaMallocManaged(&m, blocks * 4096 * sizeof(float));
	cudaMallocManaged(&flags, (blocks + 1) * sizeof(int));
	cudaMemset(flags, 0, (blocks + 1) * sizeof(int));
	cudaDeviceSynchronize();
	ticks = flags;
	on.sa_handler = tick;
	on.sa_flags = SA_RESTART;
	sigaction(SIGALRM, &on, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	add<<<blocks, 1024>>>(a, b, m, flags, flags + 1, c, n);
	cudaDeviceSynchronize();
	setitimer(ITIMER_REAL, &never, NULL);
	cudaFree(m);
	cudaFree(flags);
}
