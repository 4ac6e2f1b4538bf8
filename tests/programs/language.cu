/* The language on the device: recursion, function pointers, virtual functions, malloc and free, local arrays and alloca, templates and lambdas,
 * structures by value, globals with initialisers, printf. */
#include <unistd.h>

#include "check.h"

__device__ int fibonacci(int n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__device__ int odd(int n);
__device__ __noinline__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__device__ __noinline__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }

__device__ int plus(int a, int b) { return a + b; }
__device__ int minus(int a, int b) { return a - b; }
__device__ int times(int a, int b) { return a * b; }
typedef int (*Operation)(int, int);
__device__ Operation operations[] = { plus, minus, times };

struct Shape {
	__device__ virtual ~Shape() {}
	__device__ virtual float area() const = 0;
	__device__ virtual int sides() const { return 0; }
};
struct Circle : Shape {
	float r;
	__device__ explicit Circle(float x) : r(x) {}
	__device__ float area() const override { return 3.0f * r * r; }
};
struct Box : Shape {
	float a, b;
	__device__ Box(float x, float y) : a(x), b(y) {}
	__device__ float area() const override { return a * b; }
	__device__ int sides() const override { return 4; }
};

__global__ void calls(int *out)
{
	int t = threadIdx.x;

	out[t] = fibonacci(t % 12);
	out[32 + t] = even(t) * 10 + odd(t);
	out[64 + t] = operations[t % 3](t, 7);
}

__global__ void shapes(float *out)
{
	Shape *s;

	if (threadIdx.x % 2)
		s = new Circle(threadIdx.x);
	else
		s = new Box(threadIdx.x, 2);
	out[threadIdx.x] = s->area() + 1000 * s->sides();
	delete s;
}

struct Node { int value; Node *next; };

__global__ void heap(int *out, int n)
{
	Node *list = nullptr;

	for (int i = 0; i < n; i++) {
		Node *m = (Node *)malloc(sizeof *m);

		if (!m) {
			out[threadIdx.x] = -1;
			return;
		}
		m->value = i + threadIdx.x;
		m->next = list;
		list = m;
	}
	int sum = 0;
	while (list) {
		Node *m = list;

		sum += m->value;
		list = m->next;
		free(m);
	}
	out[threadIdx.x] = sum;
}

/* Nothing is asked for, and it is given: at places that differ, which are taken back (so an H200). */
__global__ void nothing_of_heap(int *out, int n)
{
	void *a = malloc(n), *b = malloc(n);
	int *c = new int[n];
	struct Counted { int i; __device__ ~Counted() { i = 0; } };
	Counted *d = new Counted[n];

	out[threadIdx.x] = (a != nullptr) + 2 * (b != nullptr) + 4 * (c != nullptr) + 8 * (a != b) + 16 * (d != nullptr);
	free(a);
	free(b);
	delete[] c;
	delete[] d;
	free(nullptr);
}

__global__ void local(int *out, int n)
{
	int a[40];
	char *p = (char *)alloca(n + threadIdx.x);

	for (int i = 0; i < 40; i++)
		a[(i * 7 + threadIdx.x) % 40] = i;
	for (int i = 0; i < n; i++)
		p[i] = (char)(i + threadIdx.x);
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += p[n - 1 - i] * a[(i + n) % 40];
	out[threadIdx.x] = sum;
}

struct Big { int v[100]; short s; double d; };
struct Empty {};

__global__ void by_value(Big b, Empty, char c, long long l, float3 f, int *out)
{
	int sum = b.s + (int)b.d + c + (int)l + (int)(f.x + f.y + f.z);

	for (int x : b.v)
		sum += x;
	*out = sum;
}

template <class F> __global__ void apply(F f, int *out, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		out[i] = f(i);
}
struct Affine {
	int a, b;
	__device__ int operator()(int x) const { return a * x + b; }
};

__device__ int table[4] = { 3, 1, 4, 1 };
__device__ const char *const words[] = { "one", "two", "three" };
__device__ int *pointer = &table[2];
__constant__ double constants[2] = { 2.5, -1.25 };

__global__ void globals(int *out)
{
	int n = 0;

	while (words[2][n])
		n++;
	out[0] = table[0] + *pointer;
	out[1] = n;
	out[2] = (int)(constants[threadIdx.x] * 4 + constants[1] * 4);
	switch (table[threadIdx.x]) {
	case 0: out[3] = 5; break;
	case 1: out[3] = 6; break;
	case 3: out[3] = 8; break;
	case 4: out[3] = 9; break;
	case 7: out[3] = 10; break;
	default: out[3] = 7;
	}
}

__global__ void __launch_bounds__(64, 2) says(int n)
{
	if (threadIdx.x == 0)
		printf("%d %s %5.2f %c %lld %x %% %p\n", n, "text", 1.5 * n, 'c', 1ll << 40, 255u, (void *)nullptr);
}

int main()
{
	Device<int> out(96), four(4);
	Device<float> area(32);
	std::vector<int> want(96), w32(32);
	std::vector<float> aw(32);
	int fib[12] = { 0, 1 };

	for (int i = 2; i < 12; i++)
		fib[i] = fib[i - 1] + fib[i - 2];
	for (int t = 0; t < 32; t++) {
		want[t] = fib[t % 12];
		want[32 + t] = t % 2 ? 1 : 10;
		want[64 + t] = t % 3 == 0 ? t + 7 : t % 3 == 1 ? t - 7 : t * 7;
		aw[t] = t % 2 ? 3.0f * t * t : 4000 + 2.0f * t;
	}
	calls<<<1, 32>>>(out);
	same("calls", out.get(), want);
	shapes<<<1, 32>>>(area);
	same("virtual functions", area.get(), aw);

	Device<int> o(32);
	heap<<<1, 32>>>(o, 10);
	for (int t = 0; t < 32; t++)
		w32[t] = 45 + 10 * t;
	same("malloc", o.get(), w32);
	nothing_of_heap<<<1, 32>>>(o, 0);
	same("malloc(0)", o.get(), std::vector<int>(32, 31));
	local<<<1, 32>>>(o, 50);
	for (int t = 0; t < 32; t++) {
		int a[40];

		for (int i = 0; i < 40; i++)
			a[(i * 7 + t) % 40] = i;
		w32[t] = 0;
		for (int i = 0; i < 50; i++)
			w32[t] += (49 - i + t) * a[(i + 50) % 40];
	}
	same("local arrays", o.get(), w32);

	Big b = {};
	int sum = 0;
	for (int i = 0; i < 100; i++)
		sum += b.v[i] = i * i;
	b.s = -5, b.d = 1e6;
	by_value<<<1, 1>>>(b, Empty(), 3, -7, make_float3(1, 2, 3), o);
	HOLDS(o.get()[0] == sum - 5 + 1000000 + 3 - 7 + 6);
	apply<<<1, 32>>>(Affine{ 3, 4 }, o.p, 32);
	for (int t = 0; t < 32; t++)
		w32[t] = 3 * t + 4;
	same("functor", o.get(), w32);
	globals<<<1, 1>>>(four);
	same("globals", four.get(), std::vector<int>{ 7, 5, 5, 8 });

	/* What the device prints comes out at the next synchronisation, after what the host has flushed. */
	char line[200] = "";
	FILE *file = tmpfile();
	fflush(stdout);
	int terminal = dup(1);
	dup2(fileno(file), 1);
	says<<<2, 64>>>(3);
	cudaError_t e = cudaDeviceSynchronize();
	fflush(stdout);
	dup2(terminal, 1);
	rewind(file);
	CUDA(e);
	for (int i = 0; i < 2; i++) {
		if (!fgets(line, sizeof line, file))
			line[0] = 0;
		expect(!strncmp(line, "3 text  4.50 c 1099511627776 ff % ", 34), "printf: %s", line);
	}
	return finish();
}
