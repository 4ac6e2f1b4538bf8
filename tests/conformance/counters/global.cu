// Global memory, one access pattern in each kernel: strides, offsets, widths, structures, indices, masks. Launched as kernels.txt says.

#define TID (blockIdx.x * blockDim.x + threadIdx.x)

#define COPY(name, T, FROM, TO) \
	extern "C" __global__ void name(const T *a, T *b) { unsigned i = TID; b[TO] = a[FROM]; }

COPY(copy_u8, unsigned char, i, i)
COPY(copy_u16, unsigned short, i, i)
COPY(copy_f32, float, i, i)
COPY(copy_f64, double, i, i)
COPY(copy_float2, float2, i, i)
COPY(copy_float4, float4, i, i)
COPY(copy_double2, double2, i, i)
COPY(copy_uchar4, uchar4, i, i)
COPY(copy_short2, short2, i, i)
COPY(stride2, float, 2 * i, i)
COPY(stride3, float, 3 * i, i)
COPY(stride8, float, 8 * i, i)
COPY(stride32, float, 32 * i, i)
COPY(stride2_store, float, i, 2 * i)
COPY(stride5_store, float, i, 5 * i)
COPY(stride3_u8, unsigned char, 3 * i, i)
COPY(stride3_f64, double, 3 * i, i)
COPY(stride3_float4, float4, 3 * i, i)
COPY(offset1, float, i + 1, i)
COPY(offset7, float, i + 7, i)
COPY(offset8, float, i + 8, i)
COPY(offset1_store, float, i, i + 1)
COPY(offset1_f64, double, i + 1, i)
COPY(offset3_u8, unsigned char, i + 3, i)
COPY(offset1_float4, float4, i + 1, i)
COPY(broadcast, float, 5, i)
COPY(broadcast_block, float, blockIdx.x * 3, i)
COPY(broadcast_warp, float, i / 32, i)
COPY(pairs, float, i / 2, i)
COPY(reversed, float, gridDim.x * blockDim.x - 1 - i, i)
COPY(swap_halves, float, i ^ 16, i)
COPY(swizzle, float, (i & ~31u) | (i * 11 & 31), i)
COPY(same_sector_store, float, i, i & ~7u)

struct three { float x, y, z; };
struct four { float x, y, z, w; };  // aligned to 4 bytes: no vector loads
struct mixed { char tag; double v; };

extern "C" __global__ void aos3_all(const three *a, float *b) { unsigned i = TID; b[i] = a[i].x + a[i].y + a[i].z; }
extern "C" __global__ void aos3_one(const three *a, float *b) { unsigned i = TID; b[i] = a[i].y; }
extern "C" __global__ void aos3_write(const float *a, three *b) { unsigned i = TID; b[i].x = a[i]; b[i].z = a[i] + 1; }
extern "C" __global__ void aos4_all(const four *a, float *b) { unsigned i = TID; b[i] = a[i].x * a[i].w + a[i].y * a[i].z; }
extern "C" __global__ void aos_mixed(const mixed *a, double *b) { unsigned i = TID; b[i] = a[i].v + a[i].tag; }
extern "C" __global__ void soa3(const float *x, const float *y, const float *z, float *b) { unsigned i = TID; b[i] = x[i] + y[i] + z[i]; }

extern "C" __global__ void gather(const int *at, const float *a, float *b) { unsigned i = TID; b[i] = a[at[i]]; }
extern "C" __global__ void scatter(const int *at, const float *a, float *b) { unsigned i = TID; b[at[i]] = a[i]; }
extern "C" __global__ void gather_float2(const int *at, const float2 *a, float2 *b) { unsigned i = TID; b[i] = a[at[i]]; }

extern "C" __global__ void tail(const float *a, float *b, int n)
{
	int i = TID;

	if (i < n)
		b[i] = 2 * a[i];
}
extern "C" __global__ void odd_lanes(const float *a, float *b) { unsigned i = TID; if (i & 1) b[i] = a[i]; }
extern "C" __global__ void one_lane(const float *a, float *b) { unsigned i = TID; if (i % 32 == 13) b[i] = a[i]; }
extern "C" __global__ void every_eighth(const float *a, float *b) { unsigned i = TID; if (i % 8 == 0) b[i] = a[i]; }
extern "C" __global__ void masked(const int *m, const float *a, float *b) { unsigned i = TID; if (m[i] < 3) b[i] = a[i]; }
extern "C" __global__ void two_sides(const int *m, const float *a, float *b)
{
	unsigned i = TID;

	if (m[i] < 5) {
		b[i] = a[2 * i];
		b[i + gridDim.x * blockDim.x] = a[i + 3];
	} else {
		b[i] = a[7 * i] + a[i];
	}
}
extern "C" __global__ void loop_by_lane(const float *a, float *b)
{
	unsigned i = TID;
	float s = 0;

#pragma unroll 1
	for (unsigned k = 0; k <= threadIdx.x % 7; k++)
		s += a[i * 8 + k];
	b[i] = s;
}
extern "C" __global__ void grid_stride(const float *a, float *b, int n)
{
#pragma unroll 1
	for (int i = TID; i < n; i += gridDim.x * blockDim.x)
		b[i] = a[i] + 1;
}
extern "C" __global__ void rows(const float *a, float *b, int w)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

	b[y * w + x] = a[y * w + x];
}
extern "C" __global__ void columns(const float *a, float *b, int w)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

	b[y * w + x] = a[x * w + y];
}
