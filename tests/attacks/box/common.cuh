/* What every program here does by right, and its answer to the question that it asks of the box. */
#include <cstdio>
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}
static void add_all(const float *a, const float *b, float *c, int n)
{
	add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
static void told(const char *what, bool done)
{
	static bool once;
	if (!once)
		printf("%s: %s\n", what, done ? "done" : "refused");
	once = true;
}
