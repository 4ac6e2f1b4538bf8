__global__ void scale(long *a) { atomicAdd(a, 1L); }
