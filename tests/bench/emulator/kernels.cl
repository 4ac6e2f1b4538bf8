/* The algorithms of kernels.cu, a to d, in OpenCL C: what the emulator is compared with. */
kernel void vecadd(global const float *a, global const float *b, global float *c, int n)
{
	int i = get_global_id(0);
	if (i < n)
		c[i] = a[i] + b[i];
}

kernel void reduce(global const int *in, global int *out)
{
	local int s[256];
	uint t = get_local_id(0);
	s[t] = in[get_global_id(0)];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint k = get_local_size(0) / 2; k > 0; k >>= 1) {
		if (t < k)
			s[t] += s[t + k];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (t == 0)
		out[get_group_id(0)] = s[0];
}

kernel void matmul(global const float *a, global const float *b, global float *c, int n)
{
	int x = get_global_id(0), y = get_global_id(1);
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[y * n + k] * b[k * n + x];
	c[y * n + x] = sum;
}

kernel void tiled(global const float *a, global const float *b, global float *c, int n)
{
	local float ta[16][16], tb[16][16];
	int tx = get_local_id(0), ty = get_local_id(1), x = get_group_id(0) * 16 + tx, y = get_group_id(1) * 16 + ty;
	float sum = 0;
	for (int t = 0; t < n; t += 16) {
		ta[ty][tx] = a[y * n + t + tx];
		tb[ty][tx] = b[(t + ty) * n + x];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (int k = 0; k < 16; k++)
			sum += ta[ty][k] * tb[k][tx];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	c[y * n + x] = sum;
}
