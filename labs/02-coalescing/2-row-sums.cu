/* Step 2: add up the rows of each day; which index should be threadIdx.x?
 *
 * readings[day][hour][sensor] holds, for each day, one row an hour with a
 * value of every sensor. totals[day][sensor] is the sum over the hours of
 * that day: all rows of a day are added up into one. Each thread computes one
 * total.
 *
 * The answers are right. Now think about the 32 threads of a warp: they
 * differ in threadIdx.x. */

__global__ void sum_rows(const float *readings, float *totals, int days,
			 int hours, int sensors)
{
	/* TODO: choose which of the two the x side of the grid should be;
	 * the grid in solve() has to follow your choice. */
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
	dim3 block(32, 8);
	dim3 grid((days + block.x - 1) / block.x,
		  (sensors + block.y - 1) / block.y);

	sum_rows<<<grid, block>>>(readings, totals, days, hours, sensors);
}
