/* Mistake: the word stands before `struct`, where it would be about variables
 * that are declared with it. There are none, so it is dropped, and the
 * compiler says so in a warning. */

__align__(16) struct body {
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
