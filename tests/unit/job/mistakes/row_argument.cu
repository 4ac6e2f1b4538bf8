__device__ void fill(float tile[10][34])
{
	tile[threadIdx.y][threadIdx.x] = 0.0f;
}

__global__ void clear(float *out)
{
	__shared__ float tile[8][32];

	fill(tile);
	out[threadIdx.x] = tile[0][threadIdx.x];
}
