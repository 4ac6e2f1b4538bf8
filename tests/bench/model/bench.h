/* bench: one row = one kernel (or call) with its name, timed on whatever device libcudart leads to. On a GPU a row is
 * warmed up and measured many times with the L2 flushed before each; on the emulated one (--once) it runs once and the
 * time is the modelled one. */
#pragma once
#include <cuda_runtime.h>
#include <stdint.h>
#include <string>
#include <functional>
#include <vector>

struct bench {
	bool once = false;
	std::string prefix; // run only rows whose names begin with it
	bool wants(const char *group) const;
	// Cold: nothing of the row's data is in the caches. Warm: the row ran just before.
	void row(const char *name, const std::function<void()> &run)
	{
		time(name, run, false);
	}
	void warm(const char *name, const std::function<void()> &run)
	{
		time(name, run, true);
	}
	void time(const char *name, const std::function<void()> &run, bool warm);
};

void check(cudaError_t r, const char *what);
#define CHECK(x) check((x), #x)

// Device memory of n elements. Contents: zeros on a GPU, nothing in particular on the emulated one (no kernel here
// depends on them).
void *device_bytes(size_t bytes);
template <class T> T *device(size_t n)
{
	return (T *)device_bytes(n * sizeof(T));
}
extern bool bench_once;

// n words, the same in each run, that follow no pattern.
inline std::vector<unsigned> random_words(size_t n)
{
	std::vector<unsigned> words(n);
	unsigned long long x = 88172645463325252ull;
	for (unsigned &v : words) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		v = (unsigned)(x >> 20);
	}
	return words;
}

void rows_copy(bench &b);
void rows_access(bench &b);
void rows_matrix(bench &b);
void rows_reduce(bench &b);
void rows_compute(bench &b);
void rows_shape(bench &b);
void rows_atomic(bench &b);
void rows_link(bench &b);
void rows_transfer(bench &b);
void rows_course(bench &b);
void rows_probe(bench &b);
void rows_kind(bench &b);
void rows_blind(bench &b);
void rows_turns(bench &b);
void rows_uneven(bench &b);
void rows_together(bench &b);
void rows_constant(bench &b);
void rows_floats(bench &b);
void rows_async(bench &b);
void rows_local(bench &b);
void rows_student(bench &b);
void rows_student_course(bench &b);
void rows_student_sums(bench &b);
void rows_student_work(bench &b);
void rows_student_models(bench &b);
void rows_device(bench &b);
