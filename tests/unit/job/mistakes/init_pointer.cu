__global__ void copy(const int *in, int *out)
{
	const int2 *from = in;
	out[0] = from[0].x;
}
