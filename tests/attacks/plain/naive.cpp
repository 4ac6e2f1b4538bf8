/* A judge without the defences that the attacks of this folder are caught by, for their control: it is linked with the student's file and
 * believes what it sees. `naive WHAT` says PASS or FAIL, and its status is 0 for PASS; what it is naive about:
 *
 *     nothing   five calls, fresh memory and inputs, relative tolerance, NaN is wrong, errors are asked for, the answers are made afterwards and
 *               the clock runs until the device is done: what the others leave out
 *     status    a status of 0 is a pass        calls    one call only          memory   the answer of before lies in the output
 *     nan       |d| > tolerance is wrong       absolute an absolute tolerance, of small numbers
 *     loose     a tolerance for half precision errors   nobody asks for an error, and memory
 *     warm-up   three calls are looked at, and those after them are not        inputs   all calls have the same
 *     answers   they lie in memory while the student's code runs               late     they are read long after the call
 *     stream    the clock stops when the default stream is done
 */
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

#include <cuda_runtime.h>

extern "C" void solve(const float *a, const float *b, float *c, int n);

static bool right(const std::vector<float> &got, const std::vector<float> &want, const char *naive)
{
	bool ok = true;
	for (size_t i = 0; i < got.size(); i++) {
		double d = fabs((double)got[i] - want[i]), tolerance = !strcmp(naive, "loose") ? 4e-3 : 1e-6;
		if (!strcmp(naive, "absolute"))
			ok = ok && d <= 1e-3;
		else if (!strcmp(naive, "nan"))
			ok = ok && !(d > tolerance * fabs(want[i]));
		else
			ok = ok && d <= tolerance * fabs(want[i]);
	}
	return ok;
}

int main(int argc, char **argv)
{
	const char *naive = argc > 1 ? argv[1] : "nothing";
	auto about = [=](const char *what) { return !strcmp(naive, what); };
	bool old = about("memory") || about("errors"), ok = true;
	const int n = 1000;
	const float most_ms = 0.06f;
	std::vector<float> a(n), b(n), want(n), got(n);
	float *d[3], ms;
	cudaEvent_t begin, end;
	auto answer = [&] {
		for (int i = 0; i < n; i++)
			want[i] = a[i] + b[i];
	};
	for (float *&p : d)
		cudaMalloc(&p, n * sizeof(float));
	cudaEventCreate(&begin);
	cudaEventCreate(&end);
	for (int call = 0; call < (about("calls") ? 1 : 5); call++) {
		for (int i = 0; i < n; i++) {
			a[i] = (0.1f + i + (about("inputs") ? 0 : call)) * (about("absolute") ? 1e-7f : 1.0f);
			b[i] = 0.37f * a[i];
		}
		if (old || about("answers"))
			answer();
		cudaMemcpy(d[0], a.data(), n * sizeof(float), cudaMemcpyHostToDevice);
		cudaMemcpy(d[1], b.data(), n * sizeof(float), cudaMemcpyHostToDevice);
		if (old)
			cudaMemcpy(d[2], want.data(), n * sizeof(float), cudaMemcpyHostToDevice);
		else
			cudaMemset(d[2], 0x55, n * sizeof(float));
		cudaDeviceSynchronize();
		cudaEventRecord(begin);
		solve(d[0], d[1], d[2], n);
		cudaError_t e = cudaGetLastError();
		if (!about("stream"))
			cudaDeviceSynchronize();
		cudaEventRecord(end);
		cudaEventSynchronize(end);
		cudaEventElapsedTime(&ms, begin, end);
		if (about("late"))
			std::this_thread::sleep_for(std::chrono::seconds(3));
		cudaDeviceSynchronize();
		cudaMemcpy(got.data(), d[2], n * sizeof(float), cudaMemcpyDeviceToHost);
		answer();
		if (!about("warm-up") || call < 3)
			ok = ok && right(got, want, naive) && ms <= most_ms && (e == cudaSuccess || about("errors"));
	}
	puts(ok ? "PASS" : "FAIL");
	return !ok;
}
