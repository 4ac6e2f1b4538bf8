__device__ void add(float v, float3 *sum) { sum->x += v; }
__global__ void f(float *out)
{
	float3 sum = make_float3(0, 0, 0);

	add(out[0], sum);
	out[0] = sum.x;
}
