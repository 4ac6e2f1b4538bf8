struct pair __align__(8) {
	float a, b;
};
__global__ void first(const struct pair *in, float *out)
{
	out[0] = in[0].a;
}
