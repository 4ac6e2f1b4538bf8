/* Another right way: a block of 7 x 32 threads. A warp is a row of such a
 * block after the other, x first. */

#define FIELDS 7

__global__ void pick(
	const float *bodies, const int *picked, float *out, int n, int per_body, int per_field)
{
	int k = blockIdx.x * blockDim.y + threadIdx.y;
	int field = threadIdx.x;

	if (k < n) {
		int body = picked[k];

		out[k * FIELDS + field] = bodies[body * per_body + field * per_field];
	}
}

extern "C" void solve(const float *bodies, const int *picked, float *out, int count, int n, int soa)
{
	dim3 block(FIELDS, 32);
	int per_body = soa ? 1 : FIELDS;
	int per_field = soa ? count : 1;

	pick<<<(n + 31) / 32, block>>>(bodies, picked, out, n, per_body, per_field);
}
