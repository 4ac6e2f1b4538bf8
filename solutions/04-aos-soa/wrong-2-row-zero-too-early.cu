/* Mistake: all rows are made from row 0 of the result, and nobody ever took
 * the masses out of the structs. */

struct body {
	float x, y, z;
	float vx, vy, vz;
	float mass;
};

__global__ void take_masses(const struct body *bodies, float *left, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		left[i] = bodies[i].mass;
}

__global__ void decay(const float *mass, float *left, int n, float share)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		left[i] = share * mass[i];
}

extern "C" void solve(const float *bodies, float *left, int n, int lives)
{
	int blocks = (n + 255) / 256;
	float share = 1.0f;

	for (int k = 0; k < lives; k++) {
		decay<<<blocks, 256>>>(left, left + k * n, n, share);
		share /= 2.0f;
	}
}
