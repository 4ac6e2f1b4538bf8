/* Mistake: the bodies are handed to the new kernel as floats, without having
 * been taken apart: float i is no mass, but some field of body i / 7. */

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

	take_masses<<<blocks, 256>>>((const struct body *)bodies, left, n);
	for (int k = 1; k < lives; k++) {
		share /= 2.0f;
		decay<<<blocks, 256>>>(bodies, left + k * n, n, share);
	}
}
