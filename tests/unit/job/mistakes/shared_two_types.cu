extern __shared__ float buffer[];
__global__ void one(float *a) { buffer[0] = a[0]; }
extern __shared__ int buffer[];
