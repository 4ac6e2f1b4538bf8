/* Mistake: right, and coalesced, but a lane moves one field, as it did for
 * the scattered bodies: four threads for each body, and the mass is loaded
 * by all four. */

__global__ void weigh(const float *bodies, float *weighted, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < 4 * n) {
		float mass = bodies[i / 4 * 4 + 3];

		weighted[i] = i % 4 == 3 ? mass : bodies[i] * mass;
	}
}

extern "C" void solve(const float *bodies, float *weighted, int n)
{
	int blocks = (4 * n + 255) / 256;

	weigh<<<blocks, 256>>>(bodies, weighted, n);
}
