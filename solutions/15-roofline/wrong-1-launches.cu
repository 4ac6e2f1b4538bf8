/* Mistake: a launch for each round, after one that only copies. */

__global__ void approach(const float *x, const float *target, float *y, int n,
			 bool copy)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	float value = x[i];
	float half = 0.5f * target[i];

	y[i] = copy ? value : 0.5f * value + half;
}

extern "C" void solve(const float *x, const float *target, float *y, int n,
		      int rounds)
{
	int blocks = (n + 255) / 256;

	if (blocks > 0)
		for (int r = 0; r <= rounds; r++)
			approach<<<blocks, 256>>>(r ? y : x, target, y, n,
						  r == 0);
}
