__global__ void scale(float *a) { a[0] = a[0] % 2; }
