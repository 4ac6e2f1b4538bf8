/* Copies of a few bodies, picked anywhere among many, from both layouts (`soa`
 * is 1 or 0): one word in each thread.
 *
 * Neighbouring lanes take neighbouring fields of one body. In an array of
 * structs these lie side by side; in a struct of arrays each lies in an array
 * of its own. */

#define FIELDS 7

__global__ void pick(
	const float *bodies, const int *picked, float *out, int words, int per_body, int per_field)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < words) {
		int body = picked[i / FIELDS];
		int field = i % FIELDS;

		out[i] = bodies[body * per_body + field * per_field];
	}
}

extern "C" void solve(const float *bodies, const int *picked, float *out, int count, int n, int soa)
{
	int words = n * FIELDS;

	if (n > 0)
		pick<<<(words + 255) / 256, 256>>>(
			bodies, picked, out, words, soa ? 1 : FIELDS, soa ? count : 1);
}
