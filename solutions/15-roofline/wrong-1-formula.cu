/* Mistake: the end of all rounds in one formula. It is right, and it does not
 * do the work that the step is about. */

__global__ void approach(const float *x, const float *target, float *y, int n,
			 int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	float p = exp2f(-(float)rounds);
	y[i] = target[i] + (x[i] - target[i]) * p;
}
extern "C" void solve(const float *x, const float *target, float *y, int n, int rounds)
{
	int blocks = (n + 255) / 256;
	if (blocks > 0)
		approach<<<blocks, 256>>>(x, target, y, n, rounds);
}
