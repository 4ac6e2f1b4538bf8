/* Another right way: C++ has a word of its own for it, alignas, and the loop
 * is a grid-stride one. */

struct alignas(16) body {
	float x, y, z;
	float mass;
};

__global__ void weigh(const struct body *bodies, struct body *weighted, int n)
{
	int stride = gridDim.x * blockDim.x;

	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
		struct body b = bodies[i];

		b.x *= b.mass;
		b.y *= b.mass;
		b.z *= b.mass;
		weighted[i] = b;
	}
}

extern "C" void solve(const float *bodies, float *weighted, int n)
{
	weigh<<<264, 128>>>((const struct body *)bodies, (struct body *)weighted, n);
}
