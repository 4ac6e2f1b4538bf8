/* Mistake: neighbouring threads take neighbouring picks, and nothing keeps away those
 * with a field that no body has. */

#define FIELDS 7

__global__ void pick(
	const float *bodies, const int *picked, float *out, int n, int per_body, int per_field)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int k = i % n, field = i / n;

	if (k < n)
		out[k * FIELDS + field] = bodies[picked[k] * per_body + field * per_field];
}

extern "C" void solve(const float *bodies, const int *picked, float *out, int count, int n, int soa)
{
	int threads = FIELDS * n;
	int per_body = soa ? 1 : FIELDS;
	int per_field = soa ? count : 1;

	pick<<<(threads + 255) / 256, 256>>>(bodies, picked, out, n, per_body, per_field);
}
