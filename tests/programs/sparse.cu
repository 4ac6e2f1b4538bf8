/* Irregular ones: sparse matrix times vector (a thread and a warp per row), breadth-first search with a frontier queue, powers of a matrix. */
#include "check.h"

__global__ void spmv_thread(const int *start, const int *col, const float *val, const float *x, float *y, int n)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;

	if (r >= n)
		return;
	for (int i = start[r]; i < start[r + 1]; i++)
		s += val[i] * x[col[i]];
	y[r] = s;
}

__global__ void spmv_warp(const int *start, const int *col, const float *val, const float *x, float *y, int n)
{
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	float s = 0;

	if (r >= n)
		return;
	for (int i = start[r] + lane; i < start[r + 1]; i += 32)
		s += val[i] * x[col[i]];
	for (int d = 16; d; d /= 2)
		s += __shfl_down_sync(~0u, s, d);
	if (!lane)
		y[r] = s;
}

__global__ void expand(const int *start, const int *to, int *depth, const int *frontier, int nfrontier, int *next, int *nnext, int level)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= nfrontier)
		return;
	for (int e = start[frontier[i]]; e < start[frontier[i] + 1]; e++)
		if (atomicCAS(&depth[to[e]], -1, level) == -1)
			next[atomicAdd(nnext, 1)] = to[e];
}

__global__ void multiply(const unsigned *a, const unsigned *b, unsigned *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned s = 0;

	if (i >= n * n)
		return;
	for (int k = 0; k < n; k++)
		s += a[i / n * n + k] * b[k * n + i % n];
	c[i] = s;
}

int main()
{
	constexpr int n = 500;
	Random r(1);
	std::vector<int> start(1), col, depth(n, -1);
	std::vector<float> val, x = random_floats(n, 2);
	std::vector<double> want(n);

	for (int i = 0; i < n; i++) {
		for (int k = r.next() % (i % 50 == 0 ? 90 : 6); k; k--) {
			col.push_back(r.next() % n);
			val.push_back(r.sign());
			want[i] += (double)val.back() * x[col.back()];
		}
		start.push_back((int)col.size());
	}
	Device<int> dstart(start), dcol(col), ddepth(depth), fa(n), fb(n), count(1);
	Device<float> dval(val), dx(x), y(n);
	spmv_thread<<<(n + 127) / 128, 128>>>(dstart, dcol, dval, dx, y, n);
	near("a thread per row", y.get(), want, 1e-5);
	y.zero();
	spmv_warp<<<(n + 3) / 4, 128>>>(dstart, dcol, dval, dx, y, n);
	near("a warp per row", y.get(), want, 1e-5);

	std::vector<int> queue{ 0 };
	depth[0] = 0;
	for (size_t i = 0; i < queue.size(); i++)
		for (int e = start[queue[i]]; e < start[queue[i] + 1]; e++)
			if (depth[col[e]] < 0) {
				depth[col[e]] = depth[queue[i]] + 1;
				queue.push_back(col[e]);
			}
	int zero = 0, size = 1;
	CUDA(cudaMemcpy(ddepth, &zero, 4, cudaMemcpyHostToDevice));
	CUDA(cudaMemcpy(fa, &zero, 4, cudaMemcpyHostToDevice));
	int *from = fa, *to = fb;
	for (int level = 1; size; level++) {
		count.zero();
		expand<<<(size + 63) / 64, 64>>>(dstart, dcol, ddepth, from, size, to, count, level);
		CUDA(cudaMemcpy(&size, count, 4, cudaMemcpyDeviceToHost));
		std::swap(from, to);
	}
	same("depth", ddepth.get(), depth);

	constexpr int m = 24;
	std::vector<unsigned> a(m * m), p(m * m), t(m * m);
	for (auto &v : a)
		v = r.next();
	p = a;
	Device<unsigned> da(a), dp(a), dt(m * m);
	for (int k = 0; k < 9; k++) {
		multiply<<<(m * m + 63) / 64, 64>>>(dp, da, dt, m);
		CUDA(cudaMemcpy(dp, dt, m * m * 4, cudaMemcpyDeviceToDevice));
		for (int i = 0; i < m * m; i++) {
			t[i] = 0;
			for (int j = 0; j < m; j++)
				t[i] += p[i / m * m + j] * a[j * m + i % m];
		}
		p = t;
	}
	same("power", dp.get(), p);
	return finish();
}
