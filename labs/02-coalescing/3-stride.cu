/* Step 3: read every stride-th element, and see what the stride costs.
 *
 * out[i] = in[i * stride] for the n elements of out; `in` is just long enough
 * for the last of them. The check runs your kernel with strides 1, 2, 4, ...
 * 64 and shows the counters of all of them as a table.
 *
 * The file compiles and runs, but it ignores the stride. */

__global__ void gather(const float *in, float *out, int n, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	/* TODO: read the right element. Keep one output for each thread. */
	if (i < n)
		out[i] = in[i];
}

extern "C" void solve(const float *in, float *out, int n, int stride)
{
	int threads = 256;
	int blocks = (n + threads - 1) / threads;

	gather<<<blocks, threads>>>(in, out, n, stride);
}
