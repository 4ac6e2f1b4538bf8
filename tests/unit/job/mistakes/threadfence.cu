__global__ void f(int *a) { __thread_fence(); a[0] = 1; }
