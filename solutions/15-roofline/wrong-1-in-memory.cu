/* Mistake: the value goes to memory and back in each round. */

__global__ void approach(const float *x, const float *target, float *y, int n,
			 int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	float value = x[i];
	float half = 0.5f * target[i];

	(void)half;
	y[i] = value;
	for (int r = 0; r < rounds; r++)
		y[i] = 0.5f * y[i] + 0.5f * target[i];
}

extern "C" void solve(const float *x, const float *target, float *y, int n,
		      int rounds)
{
	int blocks = (n + 255) / 256;

	if (blocks > 0)
		approach<<<blocks, 256>>>(x, target, y, n, rounds);
}
