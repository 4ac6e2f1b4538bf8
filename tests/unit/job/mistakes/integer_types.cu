__global__ void f(int *a) { a[0] = (uint32_t)1; }
