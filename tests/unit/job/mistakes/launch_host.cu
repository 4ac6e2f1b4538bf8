void add(const float *a, float *c, int n)
{
	for (int i = 0; i < n; i++)
		c[i] += a[i];
}

extern "C" void solve(const float *a, float *c, int n)
{
	add<<<1, 256>>>(a, c, n);
}
