/* Step 3: copy a few bodies, picked anywhere among many.
 *
 * `count` bodies of seven floats come in one of two layouts, as in step 1:
 * field f of body b is
 *
 *     soa = 0   bodies[b * FIELDS + f]
 *     soa = 1   bodies[f * count + b]
 *
 * out[k * FIELDS + f] is to be field f of body picked[k], for n picks. The
 * kernel does that, one body in each thread, and every load and store of a
 * warp is scattered. */

#define FIELDS 7

__global__ void pick(
	const float *bodies, const int *picked, float *out, int n, int per_body, int per_field)
{
	/* TODO: one word in each thread instead of one body. Let neighbouring
	 * threads take neighbouring fields of the same body: which body and
	 * which field has thread i? How many threads does that take? */
	int k = blockIdx.x * blockDim.x + threadIdx.x;

	if (k < n) {
		int body = picked[k];

		for (int field = 0; field < FIELDS; field++)
			out[k * FIELDS + field] = bodies[body * per_body + field * per_field];
	}
}

extern "C" void solve(const float *bodies, const int *picked, float *out, int count, int n, int soa)
{
	int threads = n;
	int per_body = soa ? 1 : FIELDS;
	int per_field = soa ? count : 1;

	pick<<<(threads + 255) / 256, 256>>>(bodies, picked, out, n, per_body, per_field);
}
