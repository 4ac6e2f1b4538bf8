/* Mistake: one launch more than there are rows. */

struct body {
	float x, y, z;
	float vx, vy, vz;
	float mass;
};

__global__ void decay(const struct body *bodies, float *left, int n, float share)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		left[i] = share * bodies[i].mass;
}

__global__ void scale(const float *masses, float *left, int n, float share)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		left[i] = share * masses[i];
}

extern "C" void solve(const float *bodies, float *left, int n, int lives)
{
	int blocks = (n + 255) / 256;
	float share = 1.0f;
	decay<<<blocks, 256>>>((const struct body *)bodies, left, n, 1.0f);
	for (int k = 1; k <= lives; k++) {
		share /= 2.0f;
		scale<<<blocks, 256>>>(left, left + k * n, n, share);
	}
}
