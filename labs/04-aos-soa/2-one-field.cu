/* Step 2: one field of seven.
 *
 * Radioactive bodies: after each half-life half of the mass is left. Row k of
 * `left` is the mass of all n bodies after k half-lives, k = 0 to lives - 1,
 * and there is one launch for each row. Row 0 is the mass itself.
 *
 * Only `mass` is used, yet every launch reads it out of the structs. The
 * answers are right; the sectors are far too many. */

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

extern "C" void solve(const float *bodies, float *left, int n, int lives)
{
	int blocks = (n + 255) / 256;
	float share = 1.0f;

	/* TODO: go to the structs only once. After the first launch there is
	 * an array that holds nothing but masses: row 0 of `left`. Write a
	 * second kernel that reads masses from an array of floats, and let it
	 * make all rows after the first. */
	for (int k = 0; k < lives; k++) {
		decay<<<blocks, 256>>>((const struct body *)bodies, left + k * n, n, share);
		share /= 2.0f;
	}
}
