/* totals[day][sensor] = sum over the hours of readings[day][hour][sensor]:
 * one total for each thread, x along the sensors.
 *
 * The sum is kept in double and rounded once, so that the result can serve as
 * the exact one when a float sum in any order is compared with it.
 * `magnitude` gives the sum of the absolute values, the scale of the rounding
 * errors that are allowed. */

template <bool absolute>
__global__ void sum_rows(const float *readings, float *totals, int days,
			 int hours, int sensors)
{
	int sensor = blockIdx.x * blockDim.x + threadIdx.x;
	int day = blockIdx.y * blockDim.y + threadIdx.y;

	if (day < days && sensor < sensors) {
		double sum = 0.0;

		for (int hour = 0; hour < hours; hour++) {
			int row = day * hours + hour;
			float value = readings[row * sensors + sensor];

			sum += absolute ? fabsf(value) : value;
		}
		totals[day * sensors + sensor] = (float)sum;
	}
}

template <bool absolute>
static void launch(const float *readings, float *totals, int days, int hours,
		   int sensors)
{
	dim3 block(32, 8);
	dim3 grid((sensors + block.x - 1) / block.x,
		  (days + block.y - 1) / block.y);

	if (days > 0 && sensors > 0)
		sum_rows<absolute><<<grid, block>>>(readings, totals, days,
						    hours, sensors);
}

extern "C" void solve(const float *readings, float *totals, int days,
		      int hours, int sensors)
{
	launch<false>(readings, totals, days, hours, sensors);
}

extern "C" void magnitude(const float *readings, float *totals, int days,
			  int hours, int sensors)
{
	launch<true>(readings, totals, days, hours, sensors);
}
