template <int N> __device__ float twice(float x) { return N * x; }
__global__ void scale(float *a, int n) { a[0] = twice<n>(a[0]); }
