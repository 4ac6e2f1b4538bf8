__global__ void f(int *a, const char *in) { a[(uint8_t)in[0]] = 1; }
