__global__ void scale(float *a) { a[threadIdx.x] = 1.0f; }
extern "C" void solve(float *a, int bytes) { scale<<<1, bytes, dim3(32, 2)>>>(a); }
