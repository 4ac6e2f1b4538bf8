/* Mistake: the second kernel is there, and nobody launches it. */

#define BLOCK 256
#define SOFT 0.01f
#define DT 0.001f /* the time of one step */

/* The pull of all heavy bodies at `me`, and in .w the potential: the sum of
 * strength / r. All threads of the block call this. */
__device__ float4 sum_of_pulls(const float4 *bodies, float4 me, int heavy)
{
	__shared__ float4 tile[BLOCK];
	float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);

	for (int first = 0; first < heavy; first += BLOCK) {
		int count = min(BLOCK, heavy - first);

		if (threadIdx.x < count)
			tile[threadIdx.x] = bodies[first + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < count; k++) {
			float4 other = tile[k];
			float dx = other.x - me.x;
			float dy = other.y - me.y;
			float dz = other.z - me.z;
			float inverse =
				rsqrtf(dx * dx + dy * dy + dz * dz + SOFT);
			float s = other.w * inverse;

			sum.w += s;
			s *= inverse * inverse;
			sum.x += s * dx;
			sum.y += s * dy;
			sum.z += s * dz;
		}
		__syncthreads();
	}
	return sum;
}

/* One step: v += DT * pull, then x += DT * v. */
__global__ void step(float4 *bodies, float4 *motion, int n, int heavy)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 me = bodies[min(i, n - 1)];
	float4 sum = sum_of_pulls(bodies, me, heavy);

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
		float4 me = bodies[i], v = motion[i];
		me.x += DT * v.x;
		me.y += DT * v.y;
		me.z += DT * v.z;
		bodies[i] = me;
	}
}


/* Given: half of the squared speed minus the potential, to motion[i].w. */
__global__ void energies(const float4 *bodies, float4 *motion, int n, int heavy)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 sum = sum_of_pulls(bodies, bodies[min(i, n - 1)], heavy);

	if (i < n) {
		float4 v = motion[i];

		v.w = 0.5f * (v.x * v.x + v.y * v.y + v.z * v.z) - sum.w;
		motion[i] = v;
	}
}

extern "C" void solve(float *bodies, float *motion, int n, int heavy, int steps)
{
	float4 *b = (float4 *)bodies;
	float4 *v = (float4 *)motion;
	int blocks = (n + BLOCK - 1) / BLOCK;

	if (blocks == 0)
		return;
	for (int s = 0; s < steps; s++) {
		step<<<blocks, BLOCK>>>(b, v, n, heavy);
	}
	energies<<<blocks, BLOCK>>>(b, v, n, heavy);
}
