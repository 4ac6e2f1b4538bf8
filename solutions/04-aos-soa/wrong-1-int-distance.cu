/* Mistake: an int keeps the distance, and loses its fraction. */

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
		float x = points[i];
		float y = points[n + i];
		float z = points[2 * n + i];

		int distance = x * x + y * y + z * z;

		squared[i] = distance;
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
