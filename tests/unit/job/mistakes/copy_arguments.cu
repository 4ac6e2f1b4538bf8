extern "C" void solve(int *a, int *b, int n) { cudaMemcpy(a, b, n * sizeof(int)); }
