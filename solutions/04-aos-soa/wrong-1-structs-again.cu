/* Mistake: the arrays are read as if they were structs: three neighbours are
 * three x, not x, y and z. */

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
		float x = points[3 * i];
		float y = points[3 * i + 1];
		float z = points[3 * i + 2];

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
