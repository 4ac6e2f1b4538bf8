/* Mistake: right, and better than before, but x is still the day. A warp of a
 * block of 8 x 32 threads covers 8 days and 4 sensors: 8 sectors for a load,
 * and half of each is not used. */

__global__ void sum_rows(const float *readings, float *totals, int days,
			 int hours, int sensors)
{
	int day = blockIdx.x * blockDim.x + threadIdx.x;
	int sensor = blockIdx.y * blockDim.y + threadIdx.y;

	if (day < days && sensor < sensors) {
		float sum = 0.0f;

		for (int hour = 0; hour < hours; hour++) {
			int row = day * hours + hour;

			sum += readings[row * sensors + sensor];
		}
		totals[day * sensors + sensor] = sum;
	}
}

extern "C" void solve(const float *readings, float *totals, int days,
		      int hours, int sensors)
{
	dim3 block(8, 32);
	dim3 grid((days + block.x - 1) / block.x,
		  (sensors + block.y - 1) / block.y);

	sum_rows<<<grid, block>>>(readings, totals, days, hours, sensors);
}
