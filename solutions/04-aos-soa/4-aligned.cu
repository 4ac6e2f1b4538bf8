/* Solution: a body begins at a multiple of 16 bytes, and the compiler knows.
 *
 * Then one load of 16 bytes fetches it and one store of 16 bytes writes it.
 * Fields that belong together stay together, and a warp's 32 bodies are 16
 * sectors, as in a struct of arrays. */

struct __align__(16) body {
	float x, y, z;
	float mass;
};

__global__ void weigh(const struct body *bodies, struct body *weighted, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		struct body b = bodies[i];

		b.x *= b.mass;
		b.y *= b.mass;
		b.z *= b.mass;
		weighted[i] = b;
	}
}

extern "C" void solve(const float *bodies, float *weighted, int n)
{
	int blocks = (n + 255) / 256;

	weigh<<<blocks, 256>>>((const struct body *)bodies, (struct body *)weighted, n);
}
