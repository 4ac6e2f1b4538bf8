/* Mistake: right, but a single thread does everything, so each load of a warp
 * brings one word and 31 lanes look on. */

__global__ void add(const float *a, const float *b, float *c, int n)
{
	for (int i = 0; i < n; i++)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add<<<1, 1>>>(a, b, c, n);
}
