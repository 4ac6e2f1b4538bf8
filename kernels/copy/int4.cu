/* out[i] = in[i], four ints for each thread.
 *
 * The idea: one load and one store of 16 bytes a thread. A quarter of the
 * threads, blocks and instructions move the same bytes, so there is more on
 * its way between a multiprocessor and the memory. The n % 4 ints of the end
 * go one by one, by the first thread that has no four. in and out must begin
 * at multiples of 16 bytes, as all of cudaMalloc's do. */

__global__ void copy(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, fours = n / 4;

	if (i < fours)
		((int4 *)out)[i] = ((const int4 *)in)[i];
	else if (i == fours)
		for (int k = fours * 4; k < n; k++)
			out[k] = in[k];
}

extern "C" void solve(const int *in, int *out, int n)
{
	if (n > 0)
		copy<<<n / 4 / 256 + 1, 256>>>(in, out, n);
}
