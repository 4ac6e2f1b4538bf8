float factor = 2.0f;
__global__ void scale(float *a) { a[0] *= factor; }
