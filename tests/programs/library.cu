/* Modules that a program brings at run time (cudaLibrary*), launches with attributes, handles of kernels, and hints in batches: what they do, and what
 * they answer to mistakes. Codes are those of an H200 with CUDA 13.0; of cudaMemcpy3DBatchAsync they are the manual's. */
#include <unistd.h>

#include "check.h"

static const char text[] = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .global .align 4 .u32 table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
.visible .const .align 4 .f32 factor = 0f40200000;
.visible .global .attribute(.managed) .align 4 .u32 shared_count = 41;
.visible .entry scale(.param .u64 a, .param .u32 n)
{
	.reg .pred %p; .reg .b32 %r<6>; .reg .f32 %f<3>; .reg .b64 %d<4>;
	ld.param.u64 %d0, [a]; ld.param.u32 %r0, [n];
	mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %r4, %r1, %r2, %r3;
	setp.ge.s32 %p, %r4, %r0;
	@%p bra done;
	cvta.to.global.u64 %d1, %d0; mul.wide.s32 %d2, %r4, 4; add.s64 %d3, %d1, %d2;
	ld.global.f32 %f0, [%d3]; ld.const.f32 %f1, [factor]; mul.f32 %f2, %f0, %f1; st.global.f32 [%d3], %f2;
done:
	ret;
}
.visible .entry count()
{
	.reg .b32 %r<2>;
	atom.global.add.u32 %r0, [shared_count], 1;
	ret;
}
)";

/* The same as a fatbin with one plain entry of PTX. */
static std::vector<char> fatbin()
{
	struct { uint32_t magic; uint16_t version, header; uint64_t body; } head = { 0xBA55ED50u, 1, 16, 64 + sizeof text };
	struct { uint16_t kind, one; uint32_t header; uint64_t payload; uint32_t a[2]; uint16_t minor, major; uint32_t arch, name[2]; uint64_t flags, zero, plain; } entry = {
		1, 0x0101, 64, sizeof text, { 0, 0 }, 0, 8, 80, { 64, 0 }, 0x11, 0, 0 };
	std::vector<char> v(sizeof head + sizeof entry + sizeof text);

	memcpy(v.data(), &head, sizeof head);
	memcpy(v.data() + sizeof head, &entry, sizeof entry);
	memcpy(v.data() + sizeof head + sizeof entry, text, sizeof text);
	return v;
}

__global__ void mine(int *p, int v) { p[threadIdx.x] = v; }

static void use(cudaLibrary_t lib)
{
	cudaKernel_t k = nullptr, all[4] = {};
	unsigned n = 0;
	void *p = nullptr;
	size_t bytes = 0, offset = 0;
	const char *name = nullptr;

	CUDA(cudaLibraryGetKernelCount(&n, lib));
	HOLDS(n == 2);
	CUDA(cudaLibraryEnumerateKernels(all, 4, lib));
	HOLDS(all[0] && all[1] && !all[2]);
	CUDA(cudaFuncGetName(&name, (const void *)all[1]));
	HOLDS(!strcmp(name, "scale"));
	CUDA(cudaLibraryGetKernel(&k, lib, "scale"));
	HOLDS(k == all[1]);
	GIVES(cudaLibraryGetKernel(&k, lib, "nosuch"), cudaErrorSymbolNotFound);
	GIVES(cudaLibraryGetKernel(&k, lib, nullptr), cudaErrorInvalidValue);

	CUDA(cudaLibraryGetGlobal(&p, &bytes, lib, "table"));
	int table[8] = {};
	HOLDS(bytes == sizeof table);
	CUDA(cudaMemcpy(table, p, sizeof table, cudaMemcpyDeviceToHost));
	HOLDS(table[0] == 1 && table[7] == 8);
	GIVES(cudaLibraryGetGlobal(&p, &bytes, lib, "nosuch"), cudaErrorSymbolNotFound);
	CUDA(cudaLibraryGetGlobal(nullptr, &bytes, lib, "factor"));
	HOLDS(bytes == 4);
	CUDA(cudaLibraryGetGlobal(&p, nullptr, lib, "factor"));
	CUDA(cudaLibraryGetManaged(&p, &bytes, lib, "shared_count"));
	HOLDS(bytes == 4 && *(int *)p == 41);
	GIVES(cudaLibraryGetManaged(&p, &bytes, lib, "table"), cudaErrorSymbolNotFound);

	std::vector<float> v(64), want(64);
	for (int i = 0; i < 64; i++)
		v[i] = (float)i, want[i] = 6.25f * i;
	Device<float> a(v);
	int count = 64;
	void *args[] = { &a.p, &count };
	CUDA(cudaLaunchKernel((const void *)k, dim3(2), dim3(32), args, 0, 0));
	cudaLaunchConfig_t c = {};
	c.gridDim = dim3(2);
	c.blockDim = dim3(32);
	CUDA(cudaLaunchKernelExC(&c, (const void *)k, args));
	same("scaled twice", a.get(), want);
	CUDA(cudaLaunchKernel((const void *)all[0], dim3(3), dim3(5), nullptr, 0, 0));
	CUDA(cudaDeviceSynchronize());
	CUDA(cudaLibraryGetManaged(&p, &bytes, lib, "shared_count"));
	HOLDS(*(int *)p == 41 + 15);

	cudaFuncAttributes f;
	CUDA(cudaKernelSetAttributeForDevice(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 2000, 0));
	GIVES(cudaKernelSetAttributeForDevice(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 2000, 7), cudaErrorInvalidDevice);
	CUDA(cudaKernelSetAttributeForDevice(k, cudaFuncAttributePreferredSharedMemoryCarveout, 50, 0));
	CUDA(cudaFuncGetAttributes(&f, (const void *)k));
	HOLDS(f.maxDynamicSharedSizeBytes == 2000 && f.preferredShmemCarveout == 50 && f.maxThreadsPerBlock == 1024);
	CUDA(cudaFuncGetParamInfo((const void *)k, 1, &offset, &bytes));
	HOLDS(offset == 8 && bytes == 4);
}

static void libraries()
{
	cudaLibrary_t lib = nullptr;
	char path[] = "/tmp/warplings-library-XXXXXX";
	std::vector<char> image = fatbin();
	std::vector<char> copy(text, text + sizeof text);

	CUDA(cudaLibraryLoadData(&lib, copy.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
	memset(copy.data(), '#', copy.size()); /* it is the library's own by now */
	use(lib);
	CUDA(cudaLibraryUnload(lib));
	CUDA(cudaLibraryLoadData(&lib, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
	use(lib);
	CUDA(cudaLibraryUnload(lib));
	int fd = mkstemp(path);
	HOLDS(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
	close(fd);
	CUDA(cudaLibraryLoadFromFile(&lib, path, nullptr, nullptr, 0, nullptr, nullptr, 0));
	unlink(path);
	use(lib);
	CUDA(cudaLibraryUnload(lib));
	GIVES(cudaLibraryLoadFromFile(&lib, "nosuch.ptx", nullptr, nullptr, 0, nullptr, nullptr, 0), cudaErrorFileNotFound);
	GIVES(cudaLibraryLoadData(&lib, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0), cudaErrorInvalidValue);
	GIVES(cudaLibraryLoadData(nullptr, text, nullptr, nullptr, 0, nullptr, nullptr, 0), cudaErrorInvalidValue);
	GIVES(cudaLibraryUnload(nullptr), cudaErrorInvalidResourceHandle);
	/* A mistake shows when something is asked for. */
	cudaKernel_t k;
	CUDA(cudaLibraryLoadData(&lib, "this is no ptx", nullptr, nullptr, 0, nullptr, nullptr, 0));
	HOLDS(cudaLibraryGetKernel(&k, lib, "scale") != cudaSuccess);
	CUDA(cudaLibraryUnload(lib));
	cudaGetLastError();
}

static void handles()
{
	cudaKernel_t k;
	cudaFunction_t f;
	const char *name;
	int n;

	CUDA(cudaGetKernel(&k, (const void *)mine));
	CUDA(cudaFuncGetName(&name, (const void *)k));
	HOLDS(!strcmp(name, "_Z4minePii"));
	GIVES(cudaFuncGetName(nullptr, (const void *)mine), cudaErrorInvalidValue);
	GIVES(cudaFuncGetName(&name, nullptr), cudaErrorInvalidDeviceFunction);
	GIVES(cudaFuncGetName(&name, &n), cudaErrorInvalidResourceHandle);
	GIVES(cudaGetKernel(&k, &n), cudaErrorInvalidDeviceFunction);
	GIVES(cudaGetKernel(nullptr, (const void *)mine), cudaErrorInvalidValue);
	CUDA(cudaGetFuncBySymbol(&f, (const void *)mine));
	GIVES(cudaGetFuncBySymbol(&f, &n), cudaErrorInvalidDeviceFunction);
	cudaGetLastError();
}

static void attributes()
{
	static const cudaError_t of_zeros[] = { cudaSuccess, cudaSuccess, cudaSuccess, cudaErrorInvalidValue, cudaSuccess, cudaSuccess, cudaSuccess,
		cudaErrorInvalidResourceHandle, cudaSuccess, cudaSuccess, cudaSuccess, cudaErrorInvalidClusterSize, cudaErrorInvalidResourceHandle,
		cudaErrorNotSupported, cudaSuccess, cudaErrorInvalidValue, cudaSuccess, cudaErrorInvalidValue };
	Device<int> d(32);
	int v = 5;
	void *args[] = { &d.p, &v };
	cudaLaunchAttribute a;
	cudaLaunchConfig_t c = {};
	cudaEvent_t timed, plain;

	c.gridDim = dim3(1);
	c.blockDim = dim3(32);
	c.attrs = &a;
	c.numAttrs = 1;
	for (int id = 0; id < 18; id++) {
		memset(&a, 0, sizeof a);
		a.id = (cudaLaunchAttributeID)id;
		if (id == cudaLaunchAttributeClusterDimension || id == cudaLaunchAttributePreferredClusterDimension)
			a.val.clusterDim.x = a.val.clusterDim.y = a.val.clusterDim.z = 1;
		cudaError_t e = cudaLaunchKernelExC(&c, (const void *)mine, args);
		expect(e == of_zeros[id], "launch attribute %d: %s, not %s", id, cudaGetErrorName(e), cudaGetErrorName(of_zeros[id]));
		CUDA(cudaDeviceSynchronize());
		cudaGetLastError();
	}
	memset(&a, 0, sizeof a);
	a.id = cudaLaunchAttributePreferredSharedMemoryCarveout;
	a.val.sharedMemCarveout = 150;
	GIVES(cudaLaunchKernelExC(&c, (const void *)mine, args), cudaErrorInvalidValue);
	CUDA(cudaEventCreate(&timed));
	CUDA(cudaEventCreateWithFlags(&plain, cudaEventDisableTiming));
	memset(&a, 0, sizeof a);
	a.id = cudaLaunchAttributeLaunchCompletionEvent;
	a.val.launchCompletionEvent.event = timed;
	GIVES(cudaLaunchKernelExC(&c, (const void *)mine, args), cudaErrorNotSupported);
	a.val.launchCompletionEvent.event = plain;
	v = 9;
	CUDA(cudaLaunchKernelExC(&c, (const void *)mine, args));
	CUDA(cudaEventSynchronize(plain));
	HOLDS(d.get()[31] == 9);
	memset(&a, 0, sizeof a);
	a.id = cudaLaunchAttributeProgrammaticEvent;
	a.val.programmaticEvent.event = timed;
	GIVES(cudaLaunchKernelExC(&c, (const void *)mine, args), cudaErrorNotSupported);
	a.val.programmaticEvent.event = plain;
	CUDA(cudaLaunchKernelExC(&c, (const void *)mine, args));
	CUDA(cudaEventSynchronize(plain));
	GIVES(cudaEventCreateWithFlags(&plain, cudaEventInterprocess), cudaErrorInvalidValue);
	cudaGetLastError();
}

static void batches()
{
	int *m;
	size_t size = 1 << 16, first = 0;
	cudaMemLocation to = { cudaMemLocationTypeDevice, 0 };
	cudaStream_t s;
	Device<char> d(size);

	CUDA(cudaMallocManaged(&m, size));
	CUDA(cudaStreamCreate(&s));
	void *p[1] = { m };
	m[3] = 7;
	CUDA(cudaMemPrefetchBatchAsync(p, &size, 1, &to, &first, 1, 0, s));
	GIVES(cudaMemPrefetchBatchAsync(p, &size, 0, &to, &first, 1, 0, s), cudaErrorInvalidValue);
	GIVES(cudaMemPrefetchBatchAsync(p, &size, 1, &to, &first, 1, 1, s), cudaErrorInvalidValue);
	GIVES(cudaMemPrefetchBatchAsync(p, &size, 1, &to, &first, 1, 0, 0), cudaErrorInvalidValue);
	CUDA(cudaStreamSynchronize(s));
	HOLDS(m[3] == 7);
	CUDA(cudaMemDiscardAndPrefetchBatchAsync(p, &size, 1, &to, &first, 1, 0, s));
	CUDA(cudaMemDiscardBatchAsync(p, &size, 1, 0, s));
	GIVES(cudaMemDiscardBatchAsync(p, &size, 1, 1, s), cudaErrorInvalidValue);
	p[0] = d.p;
	GIVES(cudaMemDiscardBatchAsync(p, &size, 1, 0, s), cudaErrorInvalidValue);
	GIVES(cudaMemPrefetchBatchAsync(p, &size, 1, &to, &first, 1, 0, s), cudaErrorInvalidValue);
	CUDA(cudaStreamSynchronize(s));
	CUDA(cudaStreamDestroy(s));
	CUDA(cudaFree(m));

	/* Two boxes of 2 x 3 x 4 bytes: out of a larger one, and into tight memory and back into rows of 7. */
	std::vector<char> from(5 * 6 * 7), tight(24), back(7 * 3 * 4, -1);
	for (size_t i = 0; i < from.size(); i++)
		from[i] = (char)i;
	Device<char> box(from), small(24);
	cudaMemcpy3DBatchOp ops[2] = {};
	for (cudaMemcpy3DBatchOp &o : ops) {
		o.src.type = o.dst.type = cudaMemcpyOperandTypePointer;
		o.extent = make_cudaExtent(2, 3, 4);
		o.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	}
	ops[0].src.op.ptr.ptr = box.p + 1 + 5 + 30;
	ops[0].src.op.ptr.rowLength = 5;
	ops[0].src.op.ptr.layerHeight = 6;
	ops[0].dst.op.ptr.ptr = small.p;
	ops[1].src.op.ptr.ptr = small.p;
	ops[1].dst.op.ptr.ptr = back.data();
	ops[1].dst.op.ptr.rowLength = 7;
	CUDA(cudaStreamCreate(&s));
	CUDA(cudaMemcpy3DBatchAsync(2, ops, 0, s));
	CUDA(cudaStreamSynchronize(s));
	for (int z = 0; z < 4; z++)
		for (int y = 0; y < 3; y++)
			for (int x = 0; x < 7; x++)
				HOLDS(back[(z * 3 + y) * 7 + x] == (x < 2 ? from[((z + 1) * 6 + y + 1) * 5 + x + 1] : -1));
	GIVES(cudaMemcpy3DBatchAsync(2, ops, 0, 0), cudaErrorInvalidValue);
	GIVES(cudaMemcpy3DBatchAsync(0, ops, 0, s), cudaErrorInvalidValue);
	ops[1].dst.op.ptr.rowLength = 1;
	GIVES(cudaMemcpy3DBatchAsync(2, ops, 0, s), cudaErrorInvalidValue);
	CUDA(cudaStreamDestroy(s));

	unsigned can[2] = { 1, 1 };
	cudaAtomicOperation operations[2] = { cudaAtomicOperationIntegerAdd, cudaAtomicOperationCAS };
	CUDA(cudaDeviceGetHostAtomicCapabilities(can, operations, 2, 0));
	HOLDS(!can[0] && !can[1]);
	GIVES(cudaDeviceGetP2PAtomicCapabilities(can, operations, 2, 0, 0), cudaErrorInvalidDevice);
	CUDA(cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTargetCurrentDevice, cudaFlushGPUDirectRDMAWritesToOwner));
	GIVES(cudaSetDevice(1000), cudaErrorInvalidDevice);
	GIVES(cudaSetDevice(-1), cudaErrorInvalidDevice);
	cudaGetLastError();
}

int main()
{
	libraries();
	handles();
	attributes();
	batches();
	return finish();
}
