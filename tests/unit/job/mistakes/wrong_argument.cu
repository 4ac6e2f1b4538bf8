__global__ void scale(float *a, int n) { a[0] = n; }
extern "C" void solve(float *a, int n) { scale<<<1, 32>>>(n, a); }
