/* copies_clean.cu: copies to the host that take bytes along which mean nothing, or that were written in unusual ways. */
#include "case.h"

struct Padded { double d; int i; };

// CASE members_written: the members of structures are written one by one, the padding never, and the host copies the array
// EXPECT clean
// HARDWARE initcheck
__global__ void members(Padded *a, int n)
{
	int i = threadIdx.x;
	if (i < n) {
		a[i].d = i;
		a[i].i = i;
	}
}
CASE(members_written)
{
	Array<Padded> a(50);
	members<<<1, 64>>>(a, 50);
	bool fine = ran();
	return a.get()[49].i == 49 && fine;
}

// CASE one_structure: the same of a single structure
// EXPECT clean
// HARDWARE initcheck
CASE(one_structure)
{
	Array<Padded> a(1);
	members<<<1, 32>>>(a, 1);
	bool fine = ran();
	return a.get()[0].d == 0 && fine;
}

// CASE some_of_a_pixel: three of four bytes of each pixel
// EXPECT clean
// HARDWARE initcheck
__global__ void pixels(unsigned char *a, int n)
{
	int i = threadIdx.x;
	if (i < n)
		for (int k = 0; k < 3; k++)
			a[4 * i + k] = (unsigned char)(i + k);
}
CASE(some_of_a_pixel)
{
	Array<unsigned char> a(4 * 60);
	pixels<<<1, 64>>>(a, 60);
	bool fine = ran();
	return a.get()[4 * 59 + 2] == 61 && fine;
}

// CASE part_is_copied: only what was written is copied, from the middle of the allocation
// EXPECT clean
// HARDWARE none
__global__ void middle(int *a)
{
	a[20 + threadIdx.x] = threadIdx.x;
}
CASE(part_is_copied)
{
	Array<int> a(100);
	std::vector<int> v(64);
	middle<<<1, 64>>>(a);
	said(cudaMemcpy(v.data(), a + 20, 64 * sizeof(int), cudaMemcpyDeviceToHost));
	return ran() && v[63] == 63;
}

// CASE rows_with_gaps: of a pitched area the rows are copied, not what lies between them
// EXPECT clean
// HARDWARE none
__global__ void fill_rows(char *a, size_t pitch, int width)
{
	if ((int)threadIdx.x < width)
		((int *)(a + blockIdx.x * pitch))[threadIdx.x] = threadIdx.x;
}
CASE(rows_with_gaps)
{
	char *a;
	size_t pitch;
	std::vector<int> v(40 * 10);
	said(cudaMallocPitch(&a, &pitch, 40 * sizeof(int), 10));
	fill_rows<<<10, 64>>>(a, pitch, 40);
	said(cudaMemcpy2D(v.data(), 40 * sizeof(int), a, pitch, 40 * sizeof(int), 10, cudaMemcpyDeviceToHost));
	said(cudaFree(a));
	return ran() && v[9 * 40 + 2] == 2;
}

// CASE written_by_all_means: atomics on cleared memory, a memset, a copy from the host, a symbol, memory used anew
// EXPECT clean
// HARDWARE none
__device__ int table[16];
__global__ void count_up(int *a)
{
	atomicAdd(&a[threadIdx.x % 4], 1);
	table[3] = 7;
}
CASE(written_by_all_means)
{
	int first[16], *again;
	Array<int> a(4, 0);
	count_up<<<1, 64>>>(a);
	bool fine = ran() && a.get()[3] == 16;
	said(cudaMemcpyFromSymbol(first, table, sizeof first));
	said(cudaMalloc(&again, 4000));
	said(cudaMemset(again, 0, 4000));
	said(cudaFree(again));
	said(cudaMalloc(&again, 4000));
	said(cudaMemset(again, 1, 4000));
	std::vector<int> v(1000);
	said(cudaMemcpy(v.data(), again, 4000, cudaMemcpyDeviceToHost));
	said(cudaFree(again));
	return fine && first[3] == 7 && v[999] == 0x01010101;
}

// CASE unset_member: particles of which nobody has set the charge yet are moved to other places; whole and by way of a local copy
// EXPECT clean
// HARDWARE unmeasured
struct Particle { int id; int cell; double charge; double mass; };
__global__ void place(Particle *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		p[i].id = i;
		p[i].cell = i / 7;
		p[i].mass = 2 * i;
	}
}
__global__ void turn_round(const Particle *from, Particle *to, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		to[n - 1 - i] = from[i];
}
__global__ void next_cell(const Particle *from, Particle *to, const int *slot, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		Particle mine[2] = { from[i], from[n - 1 - i] };
		mine[slot[i]].cell++;
		to[i] = mine[slot[i]];
	}
}
CASE(unset_member)
{
	const int n = 1000;
	Array<Particle> a(n), b(n), c(n);
	Array<int> slot(n, 0);
	place<<<4, 256>>>(a, n);
	turn_round<<<4, 256>>>(a, b, n);
	next_cell<<<4, 256>>>(b, c, slot, n);
	Particle first;
	said(cudaMemcpy(&first, c, sizeof(int) * 2, cudaMemcpyDeviceToHost));
	return ran() && first.id == n - 1 && first.cell == (n - 1) / 7 + 1;
}

// CASE directions_named_right: pinned and managed memory, each direction as it is, or left to the addresses
// EXPECT clean
// NEVER copy-direction
// HARDWARE unmeasured
CASE(directions_named_right)
{
	int *host, *managed, *device, *other;
	const size_t bytes = 100 * sizeof(int);
	said(cudaMallocHost(&host, bytes));
	said(cudaMallocManaged(&managed, bytes));
	said(cudaMalloc(&device, bytes));
	said(cudaMalloc(&other, bytes));
	memset(host, 0, bytes);
	host[5] = 7;
	said(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice));
	said(cudaMemcpyAsync(other, device, bytes, cudaMemcpyDeviceToDevice));
	said(cudaMemcpyAsync(managed, other, bytes, cudaMemcpyDeviceToHost));
	said(cudaMemcpyAsync(other, managed, bytes, cudaMemcpyHostToDevice));
	said(cudaMemcpyAsync(managed, other, bytes, cudaMemcpyDeviceToDevice));
	said(cudaMemcpyAsync(host, managed, bytes, cudaMemcpyDefault));
	said(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost));
	bool fine = ran() && host[5] == 7;
	said(cudaFreeHost(host));
	said(cudaFree(managed));
	said(cudaFree(device));
	said(cudaFree(other));
	return fine;
}

// CASE pitched_both_ways: rows of a pitched array are set, copied and brought back; what lies between them is nobody's
// EXPECT clean
// HARDWARE unmeasured
CASE(pitched_both_ways)
{
	float *p;
	size_t pitch;
	std::vector<float> h(2000, 1.0f), back(2000);
	said(cudaMallocPitch((void **)&p, &pitch, 400, 20));
	said(cudaMemset2D(p, pitch, 0, 400, 10));
	said(cudaMemcpy2D((char *)p + 10 * pitch, pitch, h.data(), 400, 400, 10, cudaMemcpyHostToDevice));
	said(cudaMemcpy2D(back.data(), 400, p, pitch, 400, 20, cudaMemcpyDeviceToHost));
	said(cudaFree(p));
	return back[999] == 0 && back[1000] == 1;
}

// CASE variables_by_address: __device__ arrays by the addresses that the runtime gives for their names
// EXPECT clean
// HARDWARE unmeasured
__device__ int by_address[64];
__global__ void fill_by_address(int *p)
{
	p[threadIdx.x] += 3;
}
CASE(variables_by_address)
{
	int h[64], *p;
	for (int i = 0; i < 64; i++)
		h[i] = i;
	said(cudaGetSymbolAddress((void **)&p, by_address));
	said(cudaMemset(p, 0, sizeof h));
	said(cudaMemcpyToSymbol(by_address, h, 128));
	fill_by_address<<<1, 64>>>(p);
	bool fine = ran();
	said(cudaMemcpyFromSymbol(h, by_address, sizeof h));
	return fine && h[5] == 8 && h[40] == 3;
}
