/* Step 4: a struct that is one word.
 *
 * A body is a place and a mass. Its weighted place, (x m, y m, z m, m), is
 * what a centre of mass is summed from. All four fields are read, all four
 * are written.
 *
 * The answers are right, but each body takes four loads and four stores. */

/* TODO: a struct of four floats may begin at any multiple of 4 bytes, as far
 * as the compiler knows. Tell it that a body always begins at a multiple of
 * 16, so that it can move a body as one word. */
struct body {
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
