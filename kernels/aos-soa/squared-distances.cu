/* Squared distances of points from the origin, from both layouts: a struct of
 * arrays (`soa` is 1) or an array of structs (0).
 *
 * All three fields of each point are used. In either layout every byte that
 * is fetched is needed. */

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

__global__ void from_arrays(const float *x, const float *y, const float *z, float *squared, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		squared[i] = x[i] * x[i] + y[i] * y[i] + z[i] * z[i];
}

extern "C" void solve(const float *points, float *squared, int n, int soa)
{
	int blocks = (n + 255) / 256;

	if (n > 0 && soa)
		from_arrays<<<blocks, 256>>>(points, points + n, points + 2 * n, squared, n);
	else if (n > 0)
		from_structs<<<blocks, 256>>>((const struct point *)points, squared, n);
}
