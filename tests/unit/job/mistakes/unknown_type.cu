__global__ void scale(flaot *a) { a[0] = 1.0f; }
