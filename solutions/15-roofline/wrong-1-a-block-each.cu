/* Mistake: as many blocks as there are elements. */

__global__ void approach(const float *x, const float *target, float *y, int n,
			 int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	float value = x[i];
	float half = 0.5f * target[i];

	for (int r = 0; r < rounds; r++)
		value = 0.5f * value + half;
	y[i] = value;
}

extern "C" void solve(const float *x, const float *target, float *y, int n,
		      int rounds)
{
	int blocks = n;

	if (blocks > 0)
		approach<<<blocks, 256>>>(x, target, y, n, rounds);
}
