float twice(float x) { return 2.0f * x; }
__global__ void scale(float *a) { a[0] = twice(a[0]); }
