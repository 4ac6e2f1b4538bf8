/* A judge without the defences that the attacks of this folder are caught by, for their control: it links the student's file into itself and
 * believes what it sees. `naive WHAT` says PASS or FAIL, and its status is 0 for PASS; what it is naive about:
 *
 *     nothing   two calls, fresh memory, relative tolerance, NaN is wrong, errors are asked for: what the others leave out
 *     status    a status of 0 is a pass        calls    one call only          memory  the answer of before lies in the output
 *     nan       |d| > tolerance is wrong       absolute an absolute tolerance, of small numbers
 *     loose     a tolerance for half precision errors   nobody asks for an error, and memory
 */
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

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
	bool old = !strcmp(naive, "memory") || !strcmp(naive, "errors"), ok = true;
	const int n = 1000;
	std::vector<float> a(n), b(n), want(n), got(n);
	float *d[3];
	for (int i = 0; i < n; i++) {
		a[i] = (0.1f + i) * (!strcmp(naive, "absolute") ? 1e-7f : 1.0f);
		b[i] = 0.37f * a[i];
		want[i] = a[i] + b[i];
	}
	for (float *&p : d)
		cudaMalloc(&p, n * sizeof(float));
	cudaMemcpy(d[0], a.data(), n * sizeof(float), cudaMemcpyHostToDevice);
	cudaMemcpy(d[1], b.data(), n * sizeof(float), cudaMemcpyHostToDevice);
	for (int call = 0; call < (!strcmp(naive, "calls") ? 1 : 2); call++) {
		if (old)
			cudaMemcpy(d[2], want.data(), n * sizeof(float), cudaMemcpyHostToDevice);
		else
			cudaMemset(d[2], 0x55, n * sizeof(float));
		solve(d[0], d[1], d[2], n);
		cudaError_t e = cudaGetLastError();
		cudaMemcpy(got.data(), d[2], n * sizeof(float), cudaMemcpyDeviceToHost);
		ok = ok && right(got, want, naive) && (e == cudaSuccess || !strcmp(naive, "errors"));
	}
	puts(ok ? "PASS" : "FAIL");
	return !ok;
}
