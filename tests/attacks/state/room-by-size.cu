// The honest twin: keeps memory by n, and fills it in each call.
#include <map>

struct __align__(16) body {
	float x, y, z;
	float mass;
};

__global__ void weigh(const struct body *bodies, struct body *weighted, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		struct body b = bodies[i];

		b.x *= b.mass;
		b.y *= b.mass;
		b.z *= b.mass;
		weighted[i] = b;
	}
}

extern "C" void solve(const float *bodies, float *weighted, int n)
{
	static std::map<int, float *> room;
	size_t bytes = (size_t)n * sizeof(struct body);

	if (!room.count(n))
		cudaMalloc(&room[n], bytes);
	weigh<<<(n + 255) / 256, 256>>>((const struct body *)bodies, (struct body *)room[n], n);
	cudaMemcpy(weighted, room[n], bytes, cudaMemcpyDeviceToDevice);
}
