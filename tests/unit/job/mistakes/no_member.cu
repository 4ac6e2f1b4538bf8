__global__ void scale(float *a) { a[threadIdx.X] = 1.0f; }
