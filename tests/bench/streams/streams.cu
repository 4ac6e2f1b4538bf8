/* streams: what a device profile assumes about launches, copies, events, streams and calls, measured on a real GPU. Every line that it
 * prints is "name value unit". How to run it and what became of the numbers: README.md in this folder.
 *
 *   nvcc -std=c++17 -O2 -arch=native -o streams streams.cu && ./streams          # everything that measures
 *   ./streams fault-reset | launch-bounds | destroyed | garbage-stream | ...      # one question, in a process of its own
 *
 * Host times are of CLOCK_MONOTONIC, device times of events; medians of REPEAT runs. A kernel of a given length spins on the clock of
 * its multiprocessor, so it takes the same time whoever runs beside it. */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <time.h>
#include <vector>

static const int REPEAT = 11;
static int khz;

#define CUDA(call) check(call, #call, __LINE__)
static void check(cudaError_t e, const char *what, int line)
{
	if (e == cudaSuccess)
		return;
	printf("line %d: %s: %s\n", line, what, cudaGetErrorName(e));
	exit(1);
}

static double now_us()
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

__global__ void nothing() {}
__global__ void spin(long long cycles)
{
	long long from = clock64();

	while (clock64() - from < cycles)
		;
}
__global__ void __launch_bounds__(128) bounded(int *p) { *p = threadIdx.x; }
__global__ void faulty(int *p) { *p = 1; }

static void spin_us(cudaStream_t s, double us, int blocks = 1)
{
	spin<<<blocks, 32, 0, s>>>((long long)(us * khz / 1000));
}

static double median(std::vector<double> v)
{
	std::sort(v.begin(), v.end());
	return v[v.size() / 2];
}

static double host_us(const std::function<void()> &before, const std::function<void()> &timed)
{
	std::vector<double> v;

	for (int i = 0; i < REPEAT; i++) {
		before();
		double from = now_us();
		timed();
		v.push_back(now_us() - from);
		CUDA(cudaDeviceSynchronize());
	}
	return median(v);
}

/* Of what `timed` issues to the stream. It is all issued behind a kernel that runs meanwhile, so the host's pace is not in it. */
static double device_us(cudaStream_t s, const std::function<void()> &timed, double head_us = 1000)
{
	cudaEvent_t a, b;
	std::vector<double> v;
	float ms;

	CUDA(cudaEventCreate(&a));
	CUDA(cudaEventCreate(&b));
	for (int i = 0; i < REPEAT; i++) {
		if (head_us > 0)
			spin_us(s, head_us);
		CUDA(cudaEventRecord(a, s));
		timed();
		CUDA(cudaEventRecord(b, s));
		CUDA(cudaDeviceSynchronize());
		CUDA(cudaEventElapsedTime(&ms, a, b));
		v.push_back(ms * 1000.0);
	}
	CUDA(cudaEventDestroy(a));
	CUDA(cudaEventDestroy(b));
	return median(v);
}

static void say(const std::string &name, double value, const char *unit)
{
	printf("%-44s %12.3f %s\n", name.c_str(), value, unit);
}

static void calls()
{
	const int n = 200;
	cudaStream_t s, t;
	cudaEvent_t e;
	char *d, *pinned;
	auto idle = [] { CUDA(cudaDeviceSynchronize()); };
	auto many = [&](const char *name, const std::function<void()> &f) { say(std::string("call ") + name, host_us(idle, [&] { for (int i = 0; i < n; i++) f(); }) / n, "us"); };

	CUDA(cudaStreamCreate(&s));
	CUDA(cudaEventCreate(&e));
	CUDA(cudaMalloc(&d, 1 << 20));
	CUDA(cudaMallocHost(&pinned, 1 << 20));
	many("launch", [&] { nothing<<<1, 32, 0, s>>>(); });
	many("launch default stream", [&] { nothing<<<1, 32>>>(); });
	many("cudaMemcpyAsync h2d pinned 4 B", [&] { CUDA(cudaMemcpyAsync(d, pinned, 4, cudaMemcpyHostToDevice, s)); });
	many("cudaMemcpyAsync d2h pinned 4 B", [&] { CUDA(cudaMemcpyAsync(pinned, d, 4, cudaMemcpyDeviceToHost, s)); });
	many("cudaMemcpyAsync d2d 4 B", [&] { CUDA(cudaMemcpyAsync(d + 512, d, 4, cudaMemcpyDeviceToDevice, s)); });
	many("cudaMemsetAsync 4 B", [&] { CUDA(cudaMemsetAsync(d, 0, 4, s)); });
	many("cudaEventRecord", [&] { CUDA(cudaEventRecord(e, s)); });
	many("cudaStreamWaitEvent", [&] { CUDA(cudaStreamWaitEvent(s, e, 0)); });
	many("cudaStreamQuery idle", [&] { cudaStreamQuery(s); });
	many("cudaEventQuery over", [&] { cudaEventQuery(e); });
	many("cudaDeviceSynchronize idle", [&] { CUDA(cudaDeviceSynchronize()); });
	many("cudaStreamSynchronize idle", [&] { CUDA(cudaStreamSynchronize(s)); });
	many("cudaGetLastError", [&] { cudaGetLastError(); });
	many("cudaStreamCreate + Destroy", [&] { CUDA(cudaStreamCreate(&t)); CUDA(cudaStreamDestroy(t)); });
	for (size_t bytes : { (size_t)4096, (size_t)1 << 20, (size_t)1 << 26 }) {
		char *p;
		std::string size = " " + std::to_string(bytes);

		say("call cudaMalloc" + size, host_us(idle, [&] { CUDA(cudaMalloc(&p, bytes)); }), "us");
		say("call cudaMalloc + Free" + size, host_us(idle, [&] { CUDA(cudaMalloc(&p, bytes)); CUDA(cudaFree(p)); }), "us");
		say("call cudaMallocHost + FreeHost" + size, host_us(idle, [&] { CUDA(cudaMallocHost(&p, bytes)); CUDA(cudaFreeHost(p)); }), "us");
	}
	/* From the end of the work to the return of the call. */
	say("synchronize after a kernel of 500 us", host_us([&] { CUDA(cudaDeviceSynchronize()); }, [&] { spin_us(s, 500); CUDA(cudaStreamSynchronize(s)); }) - 500, "us more");
}

static void launches()
{
	cudaStream_t s;

	CUDA(cudaStreamCreate(&s));
	say("events around nothing, idle", device_us(s, [] {}, 0), "us");
	say("events around nothing, queued", device_us(s, [] {}), "us");
	say("events around an empty kernel, idle", device_us(s, [&] { nothing<<<1, 32, 0, s>>>(); }, 0), "us");
	say("events around an empty kernel, queued", device_us(s, [&] { nothing<<<1, 32, 0, s>>>(); }), "us");
	for (int n : { 10, 100, 300 }) {
		say("empty kernel of " + std::to_string(n) + ", host-paced", device_us(s, [&] { for (int i = 0; i < n; i++) nothing<<<1, 32, 0, s>>>(); }, 0) / n, "us each");
		say("empty kernel of " + std::to_string(n) + ", queued", device_us(s, [&] { for (int i = 0; i < n; i++) nothing<<<1, 32, 0, s>>>(); }, 3000) / n, "us each");
	}
	say("empty kernel of 132 x 1024, queued", device_us(s, [&] { for (int i = 0; i < 100; i++) nothing<<<132, 1024, 0, s>>>(); }, 3000) / 100, "us each");
	say("kernel of 100 us", device_us(s, [&] { spin_us(s, 100); }), "us");
	auto host = [&](int n) { return device_us(s, [&, n] { for (int i = 0; i < n; i++) { CUDA(cudaLaunchHostFunc(s, [](void *) {}, NULL)); nothing<<<1, 32, 0, s>>>(); } }, 3000) / n; };
	say("host function + kernel, queued", host(20), "us each");
	cudaEvent_t a, b;
	std::vector<double> seen;
	float ms;
	CUDA(cudaEventCreate(&a));
	CUDA(cudaEventCreate(&b));
	for (int i = 0; i < 400; i++) {
		CUDA(cudaEventRecord(a, s));
		spin_us(s, 5 + i * 0.037);
		CUDA(cudaEventRecord(b, s));
		CUDA(cudaDeviceSynchronize());
		CUDA(cudaEventElapsedTime(&ms, a, b));
		seen.push_back(ms * 1000.0);
	}
	std::sort(seen.begin(), seen.end());
	double least = 1e9;
	for (size_t i = 1; i < seen.size(); i++)
		if (seen[i] - seen[i - 1] > 1e-3)
			least = std::min(least, seen[i] - seen[i - 1]);
	say("least difference of elapsed times", least * 1000, "ns");
}

static void copies()
{
	const size_t most = (size_t)1 << 28;
	cudaStream_t s, t;
	char *d, *d2, *pinned, *pinned2, *pageable = (char *)malloc(most);

	CUDA(cudaStreamCreate(&s));
	CUDA(cudaStreamCreate(&t));
	CUDA(cudaMalloc(&d, most));
	CUDA(cudaMalloc(&d2, most));
	CUDA(cudaMallocHost(&pinned, most));
	CUDA(cudaMallocHost(&pinned2, most));
	memset(pageable, 1, most);
	memset(pinned, 1, most);
	memset(pinned2, 1, most);
	CUDA(cudaMemset(d, 1, most));
	auto idle = [] { CUDA(cudaDeviceSynchronize()); };
	for (size_t n : { (size_t)4, (size_t)4096, (size_t)65536, (size_t)65537, (size_t)1 << 18, (size_t)1 << 20, (size_t)1 << 22, (size_t)1 << 24, (size_t)1 << 26, most }) {
		std::string size = " " + std::to_string(n);

		say("device h2d pinned" + size, device_us(s, [&] { CUDA(cudaMemcpyAsync(d, pinned, n, cudaMemcpyHostToDevice, s)); }), "us");
		say("device d2h pinned" + size, device_us(s, [&] { CUDA(cudaMemcpyAsync(pinned, d, n, cudaMemcpyDeviceToHost, s)); }), "us");
		say("device d2d" + size, device_us(s, [&] { CUDA(cudaMemcpyAsync(d2, d, n, cudaMemcpyDeviceToDevice, s)); }), "us");
		say("device memset" + size, device_us(s, [&] { CUDA(cudaMemsetAsync(d2, 3, n, s)); }), "us");
		say("host cudaMemcpy h2d pinned" + size, host_us(idle, [&] { CUDA(cudaMemcpy(d, pinned, n, cudaMemcpyHostToDevice)); }), "us");
		say("host cudaMemcpy d2h pinned" + size, host_us(idle, [&] { CUDA(cudaMemcpy(pinned, d, n, cudaMemcpyDeviceToHost)); }), "us");
		say("host cudaMemcpy h2d pageable" + size, host_us(idle, [&] { CUDA(cudaMemcpy(d, pageable, n, cudaMemcpyHostToDevice)); }), "us");
		say("host cudaMemcpy d2h pageable" + size, host_us(idle, [&] { CUDA(cudaMemcpy(pageable, d, n, cudaMemcpyDeviceToHost)); }), "us");
		say("host cudaMemcpy d2d" + size, host_us(idle, [&] { CUDA(cudaMemcpy(d2, d, n, cudaMemcpyDeviceToDevice)); }), "us");
		say("host cudaMemset" + size, host_us(idle, [&] { CUDA(cudaMemset(d2, 0, n)); }), "us");
		say("host cudaMemcpyAsync h2d pageable, idle" + size, host_us(idle, [&] { CUDA(cudaMemcpyAsync(d, pageable, n, cudaMemcpyHostToDevice, s)); }), "us");
		say("device h2d pageable, idle" + size, device_us(s, [&] { CUDA(cudaMemcpyAsync(d, pageable, n, cudaMemcpyHostToDevice, s)); }, 0), "us");
		say("device d2h pageable, idle" + size, device_us(s, [&] { CUDA(cudaMemcpyAsync(pageable, d, n, cudaMemcpyDeviceToHost, s)); }, 0), "us");
		/* While the stream is busy for 20 ms: does the call wait for it? */
		say("busy cudaMemcpyAsync h2d pageable" + size, host_us([&] { spin_us(s, 20000); }, [&] { CUDA(cudaMemcpyAsync(d, pageable, n, cudaMemcpyHostToDevice, s)); }), "us");
		say("busy cudaMemcpyAsync d2h pageable" + size, host_us([&] { spin_us(s, 20000); }, [&] { CUDA(cudaMemcpyAsync(pageable, d, n, cudaMemcpyDeviceToHost, s)); }), "us");
		say("busy cudaMemcpyAsync h2d pinned" + size, host_us([&] { spin_us(s, 20000); }, [&] { CUDA(cudaMemcpyAsync(d, pinned, n, cudaMemcpyHostToDevice, s)); }), "us");
	}
	const size_t n = (size_t)1 << 26;
	auto both = [&](const std::function<void()> &f) { return host_us(idle, [&] { f(); CUDA(cudaDeviceSynchronize()); }); };
	say("h2d alone", both([&] { cudaMemcpyAsync(d, pinned, n, cudaMemcpyHostToDevice, s); }), "us");
	say("d2h alone", both([&] { cudaMemcpyAsync(pinned2, d2, n, cudaMemcpyDeviceToHost, t); }), "us");
	say("h2d beside d2h", both([&] { cudaMemcpyAsync(d, pinned, n, cudaMemcpyHostToDevice, s); cudaMemcpyAsync(pinned2, d2, n, cudaMemcpyDeviceToHost, t); }), "us");
	say("h2d beside h2d", both([&] { cudaMemcpyAsync(d, pinned, n, cudaMemcpyHostToDevice, s); cudaMemcpyAsync(d2, pinned2, n, cudaMemcpyHostToDevice, t); }), "us");
	say("d2h beside d2h", both([&] { cudaMemcpyAsync(pinned, d, n, cudaMemcpyDeviceToHost, s); cudaMemcpyAsync(pinned2, d2, n, cudaMemcpyDeviceToHost, t); }), "us");
	say("h2d beside a kernel of 1 ms", both([&] { cudaMemcpyAsync(d, pinned, n, cudaMemcpyHostToDevice, s); spin_us(t, 1000, 132); }), "us");
	say("d2d beside a kernel of 1 ms", both([&] { cudaMemcpyAsync(d, d2, n, cudaMemcpyDeviceToDevice, s); spin_us(t, 1000, 132); }), "us");
	say("d2d alone", both([&] { cudaMemcpyAsync(d, d2, n, cudaMemcpyDeviceToDevice, s); }), "us");
	/* Registered memory is page-locked memory. */
	CUDA(cudaHostRegister(pageable, most, 0));
	say("busy cudaMemcpyAsync h2d registered", host_us([&] { spin_us(s, 20000); }, [&] { CUDA(cudaMemcpyAsync(d, pageable, most, cudaMemcpyHostToDevice, s)); }), "us");
	CUDA(cudaHostUnregister(pageable));
	CUDA(cudaFree(d));
	CUDA(cudaFree(d2));
	CUDA(cudaFreeHost(pinned));
	CUDA(cudaFreeHost(pinned2));
	free(pageable);
}

static void concurrency()
{
	std::vector<cudaStream_t> s(160);
	const double us = 1000;

	for (auto &x : s)
		CUDA(cudaStreamCreateWithFlags(&x, cudaStreamNonBlocking));
	auto took = [&](int streams, int rounds, bool depth_first) {
		return host_us([] { CUDA(cudaDeviceSynchronize()); }, [&] {
			for (int i = 0; i < streams * rounds; i++)
				spin_us(s[depth_first ? i / rounds : i % streams], us);
			CUDA(cudaDeviceSynchronize());
		}) / us;
	};
	for (int n : { 1, 2, 4, 8, 16, 32, 64, 96, 128, 129, 160 })
		say("kernels at once, " + std::to_string(n) + " streams", took(n, 1, false), "kernels long");
	for (int n : { 2, 4, 8, 9, 16, 32, 33, 64, 128 }) {
		say("two each, depth first, " + std::to_string(n) + " streams", took(n, 2, true), "kernels long");
		say("two each, breadth first, " + std::to_string(n) + " streams", took(n, 2, false), "kernels long");
	}
	for (int blocks : { 66, 132, 264, 1056, 2112, 4224, 4356 })
		say("two kernels of " + std::to_string(blocks) + " blocks", host_us([] { CUDA(cudaDeviceSynchronize()); }, [&] {
			spin_us(s[0], us, blocks);
			spin_us(s[1], us, blocks);
			CUDA(cudaDeviceSynchronize());
		}) / us, "kernels long");
}

/* Does a call wait for a kernel of 20 ms, and do two kernels around it still overlap? */
static void waits()
{
	cudaStream_t s, t, u;
	char *p = NULL, *d, *pinned, *kept = (char *)malloc(1 << 20);
	cudaEvent_t e;
	struct Question { const char *name; std::function<void()> before, call; };

	CUDA(cudaMalloc(&d, 1 << 20));
	CUDA(cudaMallocHost(&pinned, 1 << 20));
	CUDA(cudaEventCreate(&e));
	std::vector<Question> questions = {
		{ "nothing", [] {}, [] {} },
		{ "cudaMalloc 4 MiB", [] {}, [&] { CUDA(cudaMalloc(&p, 4 << 20)); } },
		{ "cudaMalloc 1 GiB", [] {}, [&] { CUDA(cudaMalloc(&p, 1 << 30)); } },
		{ "cudaFree", [&] { CUDA(cudaMalloc(&p, 4 << 20)); }, [&] { CUDA(cudaFree(p)); } },
		{ "cudaMallocHost", [] {}, [&] { CUDA(cudaMallocHost(&p, 1 << 20)); } },
		{ "cudaFreeHost", [&] { CUDA(cudaMallocHost(&p, 1 << 20)); }, [&] { CUDA(cudaFreeHost(p)); } },
		{ "cudaHostRegister", [&] { cudaHostUnregister(kept); cudaGetLastError(); }, [&] { CUDA(cudaHostRegister(kept, 1 << 20, 0)); } },
		{ "cudaHostUnregister", [&] { cudaHostUnregister(kept); CUDA(cudaHostRegister(kept, 1 << 20, 0)); }, [&] { CUDA(cudaHostUnregister(kept)); } },
		{ "cudaMallocManaged", [] {}, [&] { CUDA(cudaMallocManaged(&p, 1 << 20)); } },
		{ "cudaMemset", [] {}, [&] { CUDA(cudaMemset(d, 0, 1 << 20)); } },
		{ "cudaMemset of pinned", [] {}, [&] { CUDA(cudaMemset(pinned, 0, 1 << 20)); } },
		{ "cudaMemcpy d2d", [] {}, [&] { CUDA(cudaMemcpy(d, d + 512, 512, cudaMemcpyDeviceToDevice)); } },
		{ "cudaMemcpy h2d pinned", [] {}, [&] { CUDA(cudaMemcpy(d, pinned, 512, cudaMemcpyHostToDevice)); } },
		{ "cudaMemcpy h2d pageable 512 B", [] {}, [&] { CUDA(cudaMemcpy(d, kept, 512, cudaMemcpyHostToDevice)); } },
		{ "cudaMemcpy d2h pageable", [] {}, [&] { CUDA(cudaMemcpy(kept, d, 512, cudaMemcpyDeviceToHost)); } },
		{ "cudaMallocAsync", [] {}, [&] { CUDA(cudaMallocAsync(&p, 1 << 20, u)); } },
		{ "cudaFreeAsync", [&] { CUDA(cudaMallocAsync(&p, 1 << 20, u)); }, [&] { CUDA(cudaFreeAsync(p, u)); } },
		{ "cudaStreamCreate", [] {}, [&] { cudaStream_t x; CUDA(cudaStreamCreate(&x)); } },
		{ "cudaStreamDestroy", [] {}, [&] { cudaStream_t x; CUDA(cudaStreamCreate(&x)); CUDA(cudaStreamDestroy(x)); } },
		{ "cudaEventCreate", [] {}, [&] { cudaEvent_t x; CUDA(cudaEventCreate(&x)); } },
		{ "cudaMemGetInfo", [] {}, [&] { size_t a, b; CUDA(cudaMemGetInfo(&a, &b)); } },
		{ "cudaFuncSetAttribute", [] {}, [&] { CUDA(cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024)); } },
		{ "launch in the default stream", [] {}, [&] { nothing<<<1, 1>>>(); } },
		{ "cudaEventRecord in the default stream", [] {}, [&] { CUDA(cudaEventRecord(e)); } },
	};
	for (int non_blocking = 0; non_blocking < 2; non_blocking++) {
		unsigned flags = non_blocking ? cudaStreamNonBlocking : cudaStreamDefault;

		CUDA(cudaStreamCreateWithFlags(&s, flags));
		CUDA(cudaStreamCreateWithFlags(&t, flags));
		CUDA(cudaStreamCreateWithFlags(&u, flags));
		for (auto &q : questions) {
			std::vector<double> call, total;

			for (int i = 0; i < 3; i++) {
				q.before();
				CUDA(cudaDeviceSynchronize());
				double from = now_us();
				spin_us(s, 20000);
				double mid = now_us();
				q.call();
				call.push_back(now_us() - mid);
				spin_us(t, 20000);
				CUDA(cudaStreamSynchronize(t));
				CUDA(cudaStreamSynchronize(s));
				total.push_back(now_us() - from);
			}
			printf("%-44s call %9.1f us, both kernels %9.1f us  (%s streams)\n", q.name, median(call), median(total), non_blocking ? "non-blocking" : "blocking");
		}
	}
}

/* ---- one question each, in a process of its own: some of them may end it */
static int question(const std::string &what)
{
	int *p = NULL;
	cudaStream_t s = NULL, t;
	cudaEvent_t e, f;
	float ms;
	auto gives = [&](const char *name, cudaError_t got) { printf("%s: %s: %d %s\n", what.c_str(), name, (int)got, cudaGetErrorName(got)); fflush(stdout); };

	CUDA(cudaMalloc(&p, 4096));
	if (what == "launch-bounds") {
		bounded<<<1, 256>>>(p);
		gives("launch beyond __launch_bounds__", cudaGetLastError());
		gives("cudaDeviceSynchronize", cudaDeviceSynchronize());
		bounded<<<1, 128>>>(p);
		gives("launch within", cudaGetLastError());
	} else if (what == "fault-reset") {
		faulty<<<1, 1>>>(NULL);
		gives("cudaDeviceSynchronize", cudaDeviceSynchronize());
		gives("cudaMalloc", cudaMalloc(&p, 4));
		gives("cudaGetLastError", cudaGetLastError());
		gives("cudaPeekAtLastError", cudaPeekAtLastError());
		gives("cudaDeviceReset", cudaDeviceReset());
		gives("cudaGetLastError", cudaGetLastError());
		gives("cudaMalloc after the reset", cudaMalloc(&p, 4));
		faulty<<<1, 1>>>(p);
		gives("launch after the reset", cudaGetLastError());
		gives("cudaDeviceSynchronize after the reset", cudaDeviceSynchronize());
	} else if (what == "destroyed-stream") {
		CUDA(cudaStreamCreate(&s));
		CUDA(cudaStreamDestroy(s));
		gives("cudaStreamQuery", cudaStreamQuery(s));
		nothing<<<1, 1, 0, s>>>();
		gives("launch", cudaGetLastError());
		gives("cudaStreamSynchronize", cudaStreamSynchronize(s));
		gives("cudaStreamDestroy", cudaStreamDestroy(s));
	} else if (what == "destroyed-event") {
		CUDA(cudaEventCreate(&e));
		CUDA(cudaEventDestroy(e));
		gives("cudaEventRecord", cudaEventRecord(e));
		gives("cudaEventQuery", cudaEventQuery(e));
		gives("cudaEventSynchronize", cudaEventSynchronize(e));
		gives("cudaStreamWaitEvent", cudaStreamWaitEvent(0, e, 0));
	} else if (what == "garbage-stream") {
		s = (cudaStream_t)0x1234560;
		gives("cudaStreamQuery", cudaStreamQuery(s));
		gives("cudaStreamSynchronize", cudaStreamSynchronize(s));
	} else if (what == "garbage-event") {
		e = (cudaEvent_t)0x1234560;
		gives("cudaEventQuery", cudaEventQuery(e));
		gives("cudaStreamWaitEvent", cudaStreamWaitEvent(0, e, 0));
	} else if (what == "null-event") {
		gives("cudaEventQuery", cudaEventQuery(NULL));
		gives("cudaStreamWaitEvent", cudaStreamWaitEvent(0, NULL, 0));
		gives("cudaEventRecord", cudaEventRecord(NULL));
	} else if (what == "never-recorded") {
		CUDA(cudaEventCreate(&e));
		CUDA(cudaEventCreate(&f));
		gives("cudaEventQuery", cudaEventQuery(e));
		gives("cudaEventSynchronize", cudaEventSynchronize(e));
		gives("cudaStreamWaitEvent", cudaStreamWaitEvent(0, e, 0));
		gives("cudaEventElapsedTime", cudaEventElapsedTime(&ms, e, f));
		CUDA(cudaStreamCreate(&s));
		CUDA(cudaEventRecord(e, s));
		spin_us(s, 50000);
		CUDA(cudaEventRecord(f, s));
		gives("cudaEventElapsedTime while it runs", cudaEventElapsedTime(&ms, e, f));
		gives("cudaEventQuery while it runs", cudaEventQuery(f));
		gives("cudaStreamQuery while it runs", cudaStreamQuery(s));
		gives("cudaStreamQuery of the default stream", cudaStreamQuery(0));
		CUDA(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
		gives("cudaStreamQuery of another stream", cudaStreamQuery(t));
		gives("cudaStreamDestroy while it runs", cudaStreamDestroy(s));
		gives("cudaEventQuery then", cudaEventQuery(f));
		gives("cudaDeviceSynchronize", cudaDeviceSynchronize());
		gives("cudaEventElapsedTime", cudaEventElapsedTime(&ms, e, f));
	} else if (what == "ipc-event") {
		/* An event of another process without its consent: its handle as bytes means nothing here. */
		cudaIpcEventHandle_t h;
		memset(&h, 0x5a, sizeof h);
		gives("cudaIpcOpenEventHandle of no handle", cudaIpcOpenEventHandle(&e, h));
		CUDA(cudaEventCreate(&e));
		gives("cudaIpcGetEventHandle of a plain event", cudaIpcGetEventHandle(&h, e));
	} else {
		printf("no such question: %s\n", what.c_str());
		return 2;
	}
	return 0;
}

int main(int argc, char **argv)
{
	cudaDeviceProp prop;

	if (argc > 1) {
		CUDA(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
		return question(argv[1]);
	}
	CUDA(cudaGetDeviceProperties(&prop, 0));
	CUDA(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
	printf("%s, %d SMs, %d kHz, %d copy engines, CUDA %d\n", prop.name, prop.multiProcessorCount, khz, prop.asyncEngineCount, CUDART_VERSION);
	spin_us(0, 300000);
	CUDA(cudaDeviceSynchronize());
	say("spin kernel of 1000 us takes", device_us(0, [] { spin_us(0, 1000); }), "us");
	calls();
	launches();
	copies();
	concurrency();
	waits();
	return 0;
}
