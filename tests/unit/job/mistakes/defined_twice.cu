__global__ void scale(float *a) { a[0] = 1.0f; }
__global__ void scale(float *a) { a[0] = 2.0f; }
