__global__ void scale(float *a) { a[threadIdx.x] = 1.0f; }
extern "C" void solve(float *a, cudaStream_t s) { scale<<<1, 32, s>>>(a); }
