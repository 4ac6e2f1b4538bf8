/* Another right way: a pointer for each array, as in a struct of arrays that
 * is a struct, and a grid-stride loop. */

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

struct points {
	const float *x, *y, *z;
};

__global__ void from_arrays(struct points points, float *squared, int n)
{
	int stride = gridDim.x * blockDim.x;

	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
		float x = points.x[i];
		float y = points.y[i];
		float z = points.z[i];

		squared[i] = x * x + y * y + z * z;
	}
}

extern "C" void solve(const float *points, float *squared, int n, int soa)
{
	int blocks = (n + 255) / 256;

	if (soa)
		from_arrays<<<264, 512>>>({ points, points + n, points + 2 * n }, squared, n);
	else
		from_structs<<<blocks, 256>>>((const struct point *)points, squared, n);
}
