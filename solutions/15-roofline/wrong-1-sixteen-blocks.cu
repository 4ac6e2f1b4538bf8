/* Mistake: 16 large blocks for all elements, on 16 multiprocessors. */

__global__ void approach(const float *x, const float *target, float *y, int n,
			 int rounds)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
	     i += gridDim.x * blockDim.x) {
		float value = x[i];
		float half = 0.5f * target[i];

		for (int r = 0; r < rounds; r++)
			value = 0.5f * value + half;
		y[i] = value;
	}
}

extern "C" void solve(const float *x, const float *target, float *y, int n,
		      int rounds)
{
	if (n > 0)
		approach<<<16, 1024>>>(x, target, y, n, rounds);
}
