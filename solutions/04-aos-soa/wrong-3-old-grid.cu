/* Mistake: a thread has a word now, but there are still only as many threads
 * as picks. */

#define FIELDS 7

__global__ void pick(
	const float *bodies, const int *picked, float *out, int n, int per_body, int per_field)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n * FIELDS) {
		int body = picked[i / FIELDS];
		int field = i % FIELDS;

		out[i] = bodies[body * per_body + field * per_field];
	}
}

extern "C" void solve(const float *bodies, const int *picked, float *out, int count, int n, int soa)
{
	int threads = n;
	int per_body = soa ? 1 : FIELDS;
	int per_field = soa ? count : 1;

	pick<<<(threads + 255) / 256, 256>>>(bodies, picked, out, n, per_body, per_field);
}
