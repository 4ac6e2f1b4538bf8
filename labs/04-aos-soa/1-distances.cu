/* Step 1: squared distances of all points from the origin.
 *
 * The same n points come in one of two layouts, and solve() is told which:
 *
 *     soa = 0   an array of structs    x y z x y z x y z ...
 *     soa = 1   a struct of arrays     x x x ... y y y ... z z z ...
 *
 * from_structs() is ready. from_arrays() is not. */

struct point {
	float x, y, z;
};

__global__ void from_structs(const struct point *points, float *squared, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		struct point p = points[i];

		squared[i] = p.x * p.x + p.y * p.y + p.z * p.z;
	}
}

__global__ void from_arrays(const float *points, float *squared, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		/* TODO: all n x come first, then all n y, then all n z. Where
		 * are the three numbers of point i? */
		float x = 0.0f;
		float y = 0.0f;
		float z = 0.0f;

		squared[i] = x * x + y * y + z * z;
	}
}

extern "C" void solve(const float *points, float *squared, int n, int soa)
{
	int blocks = (n + 255) / 256;

	if (soa)
		from_arrays<<<blocks, 256>>>(points, squared, n);
	else
		from_structs<<<blocks, 256>>>((const struct point *)points, squared, n);
}
