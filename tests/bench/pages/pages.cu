/* pages: what the host's memory costs on a GPU. Prints "name bytes microseconds" lines: copies from pageable, pinned and
 * write-combined memory, the price of pinning, kernels that read mapped memory, and managed memory whose pages move
 * (on demand, by prefetch, with advice, and back to the host). The numbers of docs/virtual-clock.md, "Managed memory",
 * come from it. Medians of five, each with fresh allocations where pages are involved. */
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>

#define CHECK(e)                                                                                                       \
	do {                                                                                                           \
		cudaError_t err_ = (e);                                                                                \
		if (err_ != cudaSuccess) {                                                                             \
			fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(err_));                          \
			exit(1);                                                                                       \
		}                                                                                                      \
	} while (0)

static const size_t KB = 1024, MB = 1024 * 1024;

__global__ void sum_all(const int *x, size_t n, int *out)
{
	int sum = 0;

	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (size_t)blockDim.x)
		sum += x[i];
	if (sum == 123456789)
		*out = sum;
}

__global__ void add_one(int *x, size_t n)
{
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (size_t)blockDim.x)
		x[i]++;
}

__global__ void map_one(const int *x, int *y, size_t n)
{
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (size_t)blockDim.x)
		y[i] = x[i] + 1;
}

/* One word of each `step` bytes, by one thread each. */
__global__ void touch(int *x, size_t words, size_t step)
{
	size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;

	if (i < words)
		x[i * step / 4]++;
}

__global__ void one_by_one(int *x, size_t words, size_t step)
{
	for (size_t i = 0; i < words; i++)
		x[i * step / 4]++;
}

static double now()
{
	return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static double timed(const std::function<void()> &f)
{
	double t;

	CHECK(cudaDeviceSynchronize());
	t = now();
	f();
	CHECK(cudaDeviceSynchronize());
	return now() - t;
}

static void median(const char *name, size_t bytes, const std::function<double()> &once)
{
	double t[5];

	for (double &x : t)
		x = once();
	std::sort(t, t + 5);
	printf("%s %zu %.2f %.2f %.2f\n", name, bytes, t[2], t[0], t[4]);
	fflush(stdout);
}

static volatile int sink;

static void host_reads(const int *p, size_t bytes, size_t step)
{
	int s = 0;

	for (size_t i = 0; i < bytes / 4; i += step / 4)
		s += ((const volatile int *)p)[i];
	sink = s;
}

static void host_writes(int *p, size_t bytes, size_t step)
{
	for (size_t i = 0; i < bytes / 4; i += step / 4)
		((volatile int *)p)[i] = (int)i;
}

static void copies(int *dev, const char *kind, int *host, size_t bytes)
{
	char name[64];

	snprintf(name, sizeof name, "copy.in.%s", kind);
	median(name, bytes, [=] { return timed([=] { CHECK(cudaMemcpy(dev, host, bytes, cudaMemcpyHostToDevice)); }); });
	snprintf(name, sizeof name, "copy.out.%s", kind);
	median(name, bytes, [=] { return timed([=] { CHECK(cudaMemcpy(host, dev, bytes, cudaMemcpyDeviceToHost)); }); });
	snprintf(name, sizeof name, "host.write.%s", kind);
	median(name, bytes, [=] { return timed([=] { host_writes(host, bytes, 4); }); });
	snprintf(name, sizeof name, "host.read.%s", kind);
	if (bytes <= 16 * MB)
		median(name, bytes, [=] { return timed([=] { host_reads(host, bytes, 4); }); });
}

static void pinning(size_t bytes)
{
	median("pin.alloc", bytes, [=] {
		void *p;
		double t = timed([&] { CHECK(cudaHostAlloc(&p, bytes, cudaHostAllocDefault)); });
		CHECK(cudaFreeHost(p));
		return t;
	});
	median("pin.free", bytes, [=] {
		void *p;
		CHECK(cudaHostAlloc(&p, bytes, cudaHostAllocDefault));
		return timed([&] { CHECK(cudaFreeHost(p)); });
	});
	median("pin.register.touched", bytes, [=] {
		void *p = aligned_alloc(4096, bytes);
		memset(p, 1, bytes);
		double t = timed([&] { CHECK(cudaHostRegister(p, bytes, 0)); });
		CHECK(cudaHostUnregister(p));
		free(p);
		return t;
	});
	median("pin.register.untouched", bytes, [=] {
		void *p = aligned_alloc(4096, bytes);
		double t = timed([&] { CHECK(cudaHostRegister(p, bytes, 0)); });
		CHECK(cudaHostUnregister(p));
		free(p);
		return t;
	});
	median("pin.unregister", bytes, [=] {
		void *p = aligned_alloc(4096, bytes);
		CHECK(cudaHostRegister(p, bytes, 0));
		double t = timed([&] { CHECK(cudaHostUnregister(p)); });
		free(p);
		return t;
	});
}

static void mapped(int *dev, int *out, size_t bytes)
{
	int *h, *k;

	CHECK(cudaHostAlloc(&h, bytes, cudaHostAllocMapped));
	CHECK(cudaHostAlloc(&k, bytes, cudaHostAllocMapped));
	host_writes(h, bytes, 4);
	host_writes(k, bytes, 4);
	median("mapped.read", bytes, [=] { return timed([=] { sum_all<<<528, 256>>>(h, bytes / 4, out); }); });
	median("mapped.read.twice", bytes, [=] {
		return timed([=] {
			sum_all<<<528, 256>>>(h, bytes / 4, out);
			sum_all<<<528, 256>>>(h, bytes / 4, out);
		});
	});
	median("mapped.read.write", bytes, [=] { return timed([=] { map_one<<<528, 256>>>(h, k, bytes / 4); }); });
	median("copied.sum", bytes, [=] {
		return timed([=] {
			CHECK(cudaMemcpyAsync(dev, h, bytes, cudaMemcpyHostToDevice));
			sum_all<<<528, 256>>>(dev, bytes / 4, out);
		});
	});
	median("copied.sum.twice", bytes, [=] {
		return timed([=] {
			CHECK(cudaMemcpyAsync(dev, h, bytes, cudaMemcpyHostToDevice));
			sum_all<<<528, 256>>>(dev, bytes / 4, out);
			sum_all<<<528, 256>>>(dev, bytes / 4, out);
		});
	});
	median("copied.in.map.out", bytes, [=] {
		return timed([=] {
			CHECK(cudaMemcpyAsync(dev, h, bytes, cudaMemcpyHostToDevice));
			add_one<<<528, 256>>>(dev, bytes / 4);
			CHECK(cudaMemcpyAsync(k, dev, bytes, cudaMemcpyDeviceToHost));
		});
	});
	CHECK(cudaFreeHost(h));
	CHECK(cudaFreeHost(k));
}

/* Each gets managed memory that the host has written, and says how long one thing takes. */
static void managed(const char *name, size_t bytes, const std::function<double(int *)> &once)
{
	median(name, bytes, [=] {
		int *p;
		double t;

		CHECK(cudaMallocManaged(&p, bytes));
		host_writes(p, bytes, 4);
		t = once(p);
		CHECK(cudaFree(p));
		return t;
	});
}

static void moves(int *out, size_t bytes)
{
	cudaMemLocation device = {}, host = {};
	size_t n = bytes / 4;

	device.type = cudaMemLocationTypeDevice;
	host.type = cudaMemLocationTypeHost;
	managed("managed.kernel.first", bytes, [=](int *p) { return timed([=] { sum_all<<<528, 256>>>(p, n, out); }); });
	managed("managed.kernel.second", bytes, [=](int *p) {
		timed([=] { sum_all<<<528, 256>>>(p, n, out); });
		return timed([=] { sum_all<<<528, 256>>>(p, n, out); });
	});
	managed("managed.kernel.write", bytes, [=](int *p) { return timed([=] { add_one<<<528, 256>>>(p, n); }); });
	managed("managed.kernel.one-block", bytes, [=](int *p) { return timed([=] { sum_all<<<1, 256>>>(p, n, out); }); });
	managed("managed.host.reads-back", bytes, [=](int *p) {
		timed([=] { add_one<<<528, 256>>>(p, n); });
		return timed([=] { host_reads(p, bytes, 4); });
	});
	managed("managed.host.reads-a-word-a-page", bytes, [=](int *p) {
		timed([=] { add_one<<<528, 256>>>(p, n); });
		return timed([=] { host_reads(p, bytes, 4096); });
	});
	managed("managed.host.reads-a-word-of-64k", bytes, [=](int *p) {
		timed([=] { add_one<<<528, 256>>>(p, n); });
		return timed([=] { host_reads(p, bytes, 65536); });
	});
	managed("managed.host.writes-back", bytes, [=](int *p) {
		timed([=] { add_one<<<528, 256>>>(p, n); });
		return timed([=] { host_writes(p, bytes, 4096); });
	});
	managed("managed.host.first-word", bytes, [=](int *p) {
		timed([=] { add_one<<<528, 256>>>(p, n); });
		return timed([=] { host_reads(p, 4, 4); });
	});
	managed("managed.prefetch.in", bytes, [=](int *p) {
		return timed([=] { CHECK(cudaMemPrefetchAsync(p, bytes, device, 0, 0)); });
	});
	managed("managed.prefetch.in.again", bytes, [=](int *p) {
		timed([=] { CHECK(cudaMemPrefetchAsync(p, bytes, device, 0, 0)); });
		return timed([=] { CHECK(cudaMemPrefetchAsync(p, bytes, device, 0, 0)); });
	});
	managed("managed.prefetch.in.call", bytes, [=](int *p) {
		double t = now();
		CHECK(cudaMemPrefetchAsync(p, bytes, device, 0, 0));
		t = now() - t;
		CHECK(cudaDeviceSynchronize());
		return t;
	});
	managed("managed.prefetch.out", bytes, [=](int *p) {
		timed([=] { add_one<<<528, 256>>>(p, n); });
		return timed([=] { CHECK(cudaMemPrefetchAsync(p, bytes, host, 0, 0)); });
	});
	managed("managed.prefetch.in.kernel", bytes, [=](int *p) {
		return timed([=] {
			CHECK(cudaMemPrefetchAsync(p, bytes, device, 0, 0));
			sum_all<<<528, 256>>>(p, n, out);
		});
	});
	/* There and back, then once more by a kernel that only reads. */
	managed("managed.readmostly.first", bytes, [=](int *p) {
		CHECK(cudaMemAdvise(p, bytes, cudaMemAdviseSetReadMostly, device));
		return timed([=] { sum_all<<<528, 256>>>(p, n, out); });
	});
	managed("managed.readmostly.host-then-kernel", bytes, [=](int *p) {
		CHECK(cudaMemAdvise(p, bytes, cudaMemAdviseSetReadMostly, device));
		timed([=] { sum_all<<<528, 256>>>(p, n, out); });
		return timed([=] {
			host_reads(p, bytes, 4096);
			sum_all<<<528, 256>>>(p, n, out);
		});
	});
	managed("managed.plain.host-then-kernel", bytes, [=](int *p) {
		timed([=] { sum_all<<<528, 256>>>(p, n, out); });
		return timed([=] {
			host_reads(p, bytes, 4096);
			sum_all<<<528, 256>>>(p, n, out);
		});
	});
	managed("managed.preferred-host.kernel", bytes, [=](int *p) {
		CHECK(cudaMemAdvise(p, bytes, cudaMemAdviseSetPreferredLocation, host));
		CHECK(cudaMemAdvise(p, bytes, cudaMemAdviseSetAccessedBy, device));
		return timed([=] { sum_all<<<528, 256>>>(p, n, out); });
	});
	managed("managed.preferred-device.host-reads", bytes, [=](int *p) {
		CHECK(cudaMemAdvise(p, bytes, cudaMemAdviseSetPreferredLocation, device));
		timed([=] { add_one<<<528, 256>>>(p, n); });
		return timed([=] { host_reads(p, bytes, 4096); });
	});
	median("managed.untouched.kernel", bytes, [=] {
		int *p;
		double t;

		CHECK(cudaMallocManaged(&p, bytes));
		t = timed([=] { add_one<<<528, 256>>>(p, n); });
		CHECK(cudaFree(p));
		return t;
	});
	median("managed.alloc", bytes, [=] {
		int *p;
		double t = timed([&] { CHECK(cudaMallocManaged(&p, bytes)); });
		CHECK(cudaFree(p));
		return t;
	});
	for (size_t step : { 4 * KB, 16 * KB, 64 * KB, 256 * KB, 2 * MB }) {
		char name[64];
		size_t words = bytes / step;

		if (!words)
			continue;
		snprintf(name, sizeof name, "managed.touch.%zuK", step / KB);
		managed(name, bytes, [=](int *p) {
			return timed([=] { touch<<<(unsigned)((words + 255) / 256), 256>>>(p, words, step); });
		});
		if (words > 256)
			continue;
		snprintf(name, sizeof name, "managed.one-by-one.%zuK", step / KB);
		managed(name, bytes, [=](int *p) { return timed([=] { one_by_one<<<1, 1>>>(p, words, step); }); });
	}
}

int main()
{
	cudaDeviceProp prop;
	int *dev, *out;

	CHECK(cudaGetDeviceProperties(&prop, 0));
	printf("# %s, pageableMemoryAccess %d, concurrentManagedAccess %d\n", prop.name, prop.pageableMemoryAccess,
		prop.concurrentManagedAccess);
	printf("# name bytes median least most (us)\n");
	CHECK(cudaMalloc(&dev, 64 * MB));
	CHECK(cudaMalloc(&out, 4));
	CHECK(cudaMemset(dev, 0, 64 * MB));
	timed([=] { sum_all<<<528, 256>>>(dev, 16 * MB, out); });
	timed([=] { add_one<<<528, 256>>>(dev, 16 * MB); });
	timed([=] { map_one<<<528, 256>>>(dev, dev, 16 * MB); });
	timed([=] { touch<<<1, 256>>>(dev, 256, 64); });
	timed([=] { one_by_one<<<1, 1>>>(dev, 256, 64); });
	for (size_t bytes : { 64 * KB, 1 * MB, 4 * MB, 16 * MB, 64 * MB }) {
		int *p = (int *)aligned_alloc(4096, bytes), *pinned, *wc;

		memset(p, 0, bytes);
		CHECK(cudaHostAlloc(&pinned, bytes, 0));
		CHECK(cudaHostAlloc(&wc, bytes, cudaHostAllocWriteCombined));
		copies(dev, "pageable", p, bytes);
		copies(dev, "pinned", pinned, bytes);
		copies(dev, "combined", wc, bytes);
		free(p);
		CHECK(cudaFreeHost(pinned));
		CHECK(cudaFreeHost(wc));
		pinning(bytes);
		mapped(dev, out, bytes);
		moves(out, bytes);
	}
	return 0;
}
