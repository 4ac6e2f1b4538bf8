/* Where lanes that have parted come together again. What runs behind a join counts once for all of them, what runs before it once for each part: so each kernel
 * reads or writes memory of one kind on one side and of another kind on the other. A loop that goes on as long as it reads zeros
 * is one of those whose exit nvcc puts above its body, since it takes zeros to be rare. */
#define TID (blockIdx.x * blockDim.x + threadIdx.x)

/* x, and the compiler knows nothing about it. */
static __device__ int ask(int x)
{
	int r;

	asm volatile("mov.u32 %0, %1;" : "=r"(r) : "r"(x));
	return r;
}

/* The loop ends for each lane at another turn. */
extern "C" __global__ void join_exit_above(const int *m, float *b)
{
	unsigned i = TID;
	int k = (int)(i & 63);

	while (m[k] == 0 && ask(k) < 100)
		k += 3;
	b[i] = (float)k;
}
/* The same, read as volatile. */
extern "C" __global__ void join_volatile(const volatile int *m, float *b)
{
	unsigned i = TID;
	int k = (int)(i & 63);

	while (m[k] == 0 && ask(k) < 100)
		k += 3;
	b[i] = (float)k;
}
/* ... and behind it the lanes of a warp exchange what they found, with nothing but volatile to hold them together. */
extern "C" __global__ void join_exchange(const int *m, float *b)
{
	__shared__ volatile int s[256 + 16];
	unsigned i = TID, t = threadIdx.x;
	int k = (int)(i & 63), v;

	while (m[k] == 0 && ask(k) < 100)
		k += 3;
	s[t] = v = k;
	s[t] = v = v + s[t + 16];
	s[t] = v = v + s[t + 8];
	s[t] = v = v + s[t + 4];
	s[t] = v = v + s[t + 2];
	b[i] = (float)(v + s[t + 1]);
}
/* A loop around such a loop. */
extern "C" __global__ void join_exit_above_twice(const int *m, float *b)
{
	unsigned i = TID;
	int k = (int)(i & 63);

	for (int n = 0; n < 8; n++) {
		while (m[k] == 0 && ask(k) < 100)
			k += 3;
		b[i + 4096 * n] = (float)k;
		k = (k * 5 + (int)(i & 7)) & 63;
	}
}
/* Lanes leave the loop with work of their own. */
extern "C" __global__ void join_break_work(const int *m, float *b)
{
	__shared__ volatile int s[256];
	unsigned i = TID;
	int v = m[i];

#pragma unroll 1
	for (int k = 0; k < 20; k++) {
		v += m[v & 1023];
		if ((v & 15) == 7) {
			s[threadIdx.x] = v;
			v = m[k] * 5 + s[threadIdx.x ^ 1];
			break;
		}
		v ^= m[(v + k) & 1023];
	}
	b[i] = (float)v;
}
/* A loop with three ways back, which ptxas takes as three loops, one in the other. */
extern "C" __global__ void join_ways_back(const int *m, float *b)
{
	unsigned i = TID;
	int x = (int)(i & 63), v = 0;

	while (true) {
		x = m[x & 1023] + 1 + (int)(i & 1);
		if (x % 3 == 1)
			continue;
		b[i + 4096] = (float)x;
		if (x & 2)
			continue;
		v = v * 3 + m[x + 100];
		if (x & 4)
			break;
	}
	b[i] = (float)v;
}
/* A loop with several turns that end early, and something at the end of each turn. */
extern "C" __global__ void join_continue(const int *m, float *b)
{
	unsigned i = TID;
	int x = m[i], v = 0;

	for (int k = 0; k < 10; k++) {
		x = m[(x + 37 * k) & 1023];
		if (x & 1)
			continue;
		b[i + 4096] = (float)x;
		if (x & 2)
			continue;
		v = v * 3 + m[x ^ 1];
	}
	b[i] = (float)v;
}
/* What the lanes do that leave has branches of its own. */
extern "C" __global__ void join_break_branch(const int *m, float *b)
{
	__shared__ volatile int s[256];
	unsigned i = TID;
	int v = m[i];

#pragma unroll 1
	for (int k = 0; k < 20; k++) {
		v += m[v & 1023];
		if ((v & 15) == 7) {
			if (v & 64)
				v = m[k] * 5 + m[k + 7] / 3;
			else
				v = s[threadIdx.x ^ 1];
			s[threadIdx.x] = v;
			break;
		}
		v ^= m[(v + k) & 1023];
	}
	b[i] = (float)v;
}
/* The lanes that leave have ended. */
extern "C" __global__ void join_found(const int *m, float *b)
{
	unsigned i = TID;
	int v = m[i];

#pragma unroll 1
	for (int k = 0; k < 20; k++) {
		v += m[v & 1023];
		if ((v & 15) == 7) {
			((short *)b)[i + 16384] = (short)m[k];
			return;
		}
		v ^= m[(v + k) & 1023];
	}
	b[i] = (float)v;
}
/* Two ways out of a loop, each with work of its own. */
extern "C" __global__ void join_two_breaks(const int *m, float *b)
{
	__shared__ volatile int s[256];
	unsigned i = TID;
	int v = m[i];

#pragma unroll 1
	for (int k = 0; k < 20; k++) {
		v += m[v & 1023];
		if ((v & 15) == 7) {
			s[threadIdx.x] = v;
			break;
		}
		v ^= m[(v + k) & 1023];
		if ((v & 15) == 3) {
			v = s[threadIdx.x ^ 1];
			break;
		}
	}
	b[i] = (float)v;
}
/* Two conditions share the other side. */
extern "C" __global__ void join_either(const int *m, float *b)
{
	__shared__ volatile int s[256];
	unsigned i = TID;
	int x = m[i], v;

	s[threadIdx.x] = x;
	if ((x & 1) && (m[x] & 1) && m[x + 100] != 5) {
		b[i + 4096] = (float)x;
		v = m[x & 31] / 3;
	} else {
		v = s[threadIdx.x ^ 1];
		s[threadIdx.x] = v * 2;
		v += s[threadIdx.x ^ 2] % 5;
	}
	b[i] = (float)v;
}
/* One case goes on in the next. */
extern "C" __global__ void join_fall_through(const int *m, float *b)
{
	__shared__ volatile int s[256];
	unsigned i = TID;
	int x = m[i], v = 1;

	switch (x & 7) {
	case 0: v = m[x + 1] / 3;       /* and on */
	case 1: b[i + 4096] = (float)v; /* and on */
	case 2: s[threadIdx.x] = v; break;
	case 3: v = m[x + 9] % 7; break;
	case 5: v = m[x + 3] / 5; b[i + 8192] = 1; break;
	default: v = s[threadIdx.x ^ 1];
	}
	b[i] = (float)v;
}
/* Out of two loops at once. */
extern "C" __global__ void join_out_of_two(const int *m, float *b)
{
	unsigned i = TID;
	int x = m[i];

	for (int j = 0; j < 6; j++) {
		for (int k = 0; k < (x & 7) + 1; k++) {
			x = m[(x + k) & 1023];
			if (x < 40)
				goto out;
		}
		b[i + 4096] = (float)x;
		x = (x * 5 + j) & 1023;
	}
out:
	b[i] = (float)x;
}
/* Some lanes end in the middle of the loop. */
extern "C" __global__ void join_return(const int *m, float *b)
{
	unsigned i = TID;
	int x = m[i];

	for (int k = 0; k < 12; k++) {
		x = m[(x + k) & 1023];
		if (x < 60) {
			b[i + 4096] = (float)x;
			return;
		}
		if (x & 1)
			x = m[x ^ 5];
	}
	b[i] = (float)x;
}
/* A sparse product with a warp for each few rows, whose lanes exchange their sums through shared memory with nothing but volatile. m: the number of each row's
 * elements, then the elements. */
extern "C" __global__ void join_sparse(const int *m, float *b)
{
	__shared__ volatile float s[256 + 16];
	unsigned t = threadIdx.x, lane = t & 31, row = TID / 32;

	while (ask((int)row) < 64 && ask((int)row) != 1000) {
		int n = m[row];
		float v = 0;

		for (int k = (int)lane; ask(k) < n && ask(k) != 2000; k += 32)
			v += (float)(m[64 + row + k] & 15);
		s[t] = v;
		s[t] = v = v + s[t + 16];
		s[t] = v = v + s[t + 8];
		s[t] = v = v + s[t + 4];
		s[t] = v = v + s[t + 2];
		s[t] = v = v + s[t + 1];
		if (lane == 0)
			b[row] = s[t];
		row += gridDim.x * blockDim.x / 32;
	}
}
