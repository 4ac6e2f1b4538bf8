// Streams beside each other between two events of the null stream: blocking streams, others that are forked and joined
// by events, the null stream in between.
#include "probe.h"
#include <string>
__global__ void spin(int *o, int n)
{
	int v = threadIdx.x;
	for (int k = 0; k < n; k++)
		v = v * 3 + o[v & 1];
	o[threadIdx.x + 2] = v;
}
static int *o;
static cudaStream_t block[16], free_[16];
static cudaEvent_t begun, done[16];
void rows()
{
	CHECK(cudaMalloc(&o, 1 << 20));
	CHECK(cudaMemset(o, 0, 1 << 20));
	CHECK(cudaEventCreateWithFlags(&begun, cudaEventDisableTiming));
	for (int k = 0; k < 16; k++) {
		CHECK(cudaStreamCreate(&block[k]));
		CHECK(cudaStreamCreateWithFlags(&free_[k], cudaStreamNonBlocking));
		CHECK(cudaEventCreateWithFlags(&done[k], cudaEventDisableTiming));
	}
	for (int turns : { 0, 100, 1000 })
		for (int each : { 1, 2, 4 })
			for (int n : { 1, 2, 3, 4, 8 }) {
				std::string s = std::to_string(turns) + ".each" + std::to_string(each) + ".s" +
					std::to_string(n);
				row(("forks.null." + s).c_str(), [=] {
					for (int k = 0; k < n * each; k++)
						spin<<<8, 64>>>(o, turns);
				});
				row(("forks.block." + s).c_str(), [=] {
					for (int k = 0; k < n; k++)
						for (int j = 0; j < each; j++)
							spin<<<8, 64, 0, block[k]>>>(o + k * 256, turns);
				});
				row(("forks.broad." + s).c_str(), [=] {
					for (int j = 0; j < each; j++)
						for (int k = 0; k < n; k++)
							spin<<<8, 64, 0, block[k]>>>(o + k * 256, turns);
				});
				row(("forks.events." + s).c_str(), [=] {
					cudaEventRecord(begun, 0);
					for (int k = 0; k < n; k++) {
						cudaStreamWaitEvent(free_[k], begun, 0);
						for (int j = 0; j < each; j++)
							spin<<<8, 64, 0, free_[k]>>>(o + k * 256, turns);
						cudaEventRecord(done[k], free_[k]);
						cudaStreamWaitEvent(0, done[k], 0);
					}
				});
				row(("forks.between." + s).c_str(), [=] {
					for (int j = 0; j < each; j++) {
						for (int k = 0; k < n; k++)
							spin<<<8, 64, 0, block[k]>>>(o + k * 256, turns);
						spin<<<8, 64>>>(o, turns);
					}
				});
			}
}
