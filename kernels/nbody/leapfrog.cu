/* Steps of leapfrog: a kernel adds the pull of the heavy bodies to all
 * velocities, then another one moves all bodies. At the end the fourth float
 * of a body's motion is its energy.
 *
 * Between the two kernels lies the only barrier for a whole grid: no body
 * moves while others still look at it. `magnitude` gives the scale of the
 * rounding errors. */

#define BLOCK 256
#define SOFT 0.01f
#define DT 0.001f

/* The pull at `me`, and in .w the potential. The sum of a tile is a float,
 * tiles are added up in double. */
template <bool absolute>
__device__ float4 sum_of_pulls(const float4 *bodies, float4 me, int heavy)
{
	__shared__ float4 tile[BLOCK];
	double x = 0, y = 0, z = 0, w = 0;

	for (int first = 0; first < heavy; first += BLOCK) {
		int count = min(BLOCK, heavy - first);
		float tx = 0, ty = 0, tz = 0, tw = 0;

		if (threadIdx.x < count)
			tile[threadIdx.x] = bodies[first + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < count; k++) {
			float4 other = tile[k];
			float dx = other.x - me.x;
			float dy = other.y - me.y;
			float dz = other.z - me.z;
			float r = rsqrtf(dx * dx + dy * dy + dz * dz + SOFT);
			float s = other.w * r;
			float s3 = s * r * r;

			tw += absolute ? fabsf(s) : s;
			tx += absolute ? fabsf(s3 * dx) : s3 * dx;
			ty += absolute ? fabsf(s3 * dy) : s3 * dy;
			tz += absolute ? fabsf(s3 * dz) : s3 * dz;
		}
		__syncthreads();
		x += tx;
		y += ty;
		z += tz;
		w += tw;
	}
	return make_float4(x, y, z, absolute ? -w : w);
}

template <bool absolute>
__global__ void kick(const float4 *bodies, float4 *motion, int n, int heavy)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 sum = sum_of_pulls<absolute>(bodies, bodies[min(i, n - 1)],
					    heavy);

	if (i < n) {
		float4 v = motion[i];

		v.x += DT * sum.x;
		v.y += DT * sum.y;
		v.z += DT * sum.z;
		motion[i] = v;
	}
}

__global__ void drift(float4 *bodies, const float4 *motion, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		float4 v = motion[i];
		float4 me = bodies[i];

		me.x += DT * v.x;
		me.y += DT * v.y;
		me.z += DT * v.z;
		bodies[i] = me;
	}
}

template <bool absolute>
__global__ void energies(const float4 *bodies, float4 *motion, int n, int heavy)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 sum = sum_of_pulls<absolute>(bodies, bodies[min(i, n - 1)],
					    heavy);

	if (i < n) {
		float4 v = motion[i];

		v.w = 0.5f * (v.x * v.x + v.y * v.y + v.z * v.z) - sum.w;
		motion[i] = v;
	}
}

__global__ void make_positive(float *of, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		of[i] = fabsf(of[i]);
}

extern "C" void solve(float *bodies, float *motion, int n, int heavy, int steps)
{
	float4 *b = (float4 *)bodies;
	float4 *v = (float4 *)motion;
	int blocks = (n + BLOCK - 1) / BLOCK;

	if (blocks == 0)
		return;
	for (int s = 0; s < steps; s++) {
		kick<false><<<blocks, BLOCK>>>(b, v, n, heavy);
		drift<<<blocks, BLOCK>>>(b, v, n);
	}
	energies<false><<<blocks, BLOCK>>>(b, v, n, heavy);
}

/* The same steps, beside which the absolute values are added up. */
extern "C" void magnitude(float *bodies, float *motion, int n, int heavy,
			  int steps)
{
	size_t bytes = n * sizeof(float4);
	int blocks = (n + BLOCK - 1) / BLOCK;
	float4 *b = (float4 *)bodies;
	float4 *v = (float4 *)motion;
	float4 *places, *speeds;

	if (blocks == 0)
		return;
	cudaMalloc(&places, bytes);
	cudaMalloc(&speeds, bytes);
	cudaMemcpy(places, b, bytes, cudaMemcpyDeviceToDevice);
	cudaMemcpy(speeds, v, bytes, cudaMemcpyDeviceToDevice);
	make_positive<<<4 * blocks, BLOCK>>>(bodies, 4 * n);
	make_positive<<<4 * blocks, BLOCK>>>(motion, 4 * n);
	for (int s = 0; s < steps; s++) {
		kick<true><<<blocks, BLOCK>>>(places, v, n, heavy);
		kick<false><<<blocks, BLOCK>>>(places, speeds, n, heavy);
		drift<<<blocks, BLOCK>>>(b, v, n);
		drift<<<blocks, BLOCK>>>(places, speeds, n);
	}
	energies<true><<<blocks, BLOCK>>>(places, v, n, heavy);
	cudaFree(places);
	cudaFree(speeds);
}
