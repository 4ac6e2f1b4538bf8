// 03/2 pass
// A copy within the device takes the tail: where n is below four, no kernel runs at all.
__global__ void copy(const int4 *in, int4 *out, int fours)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < fours)
		out[i] = in[i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int fours = n / 4, tail = n % 4;
	if (fours > 0)
		copy<<<(fours + 255) / 256, 256>>>((const int4 *)in, (int4 *)out, fours);
	if (tail > 0)
		cudaMemcpyAsync(out + 4 * fours, in + 4 * fours, tail * sizeof(int), cudaMemcpyDeviceToDevice);
}
