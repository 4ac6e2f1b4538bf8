__global__ void scale(float *a)
{
	a[threadIdx.x] = 1.0f;
}
}
