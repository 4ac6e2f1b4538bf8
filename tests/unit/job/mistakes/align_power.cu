struct __align__(12) place {
	float x, y, z;
};
__global__ void first(const struct place *in, float *out)
{
	out[0] = in[0].x;
}
