/* What every file of this folder uses: cases by name, arrays on the device, one way to end.
 *
 * A file holds cases of one topic; its program runs the one that is named on its command line, says "answer: right" or
 * "answer: wrong" and ends with 0 or 1. A CUDA call that fails is said ("error: cudaError...") and makes the answer
 * wrong; nothing ends early, so that a tool that watches sees the program to its end. What must be found is written
 * above each case, for tests/checkers/cases.py to read:
 *
 *   // CASE name: one sentence
 *   // EXPECT memcheck KIND at MARK                          a fault: the launch is stopped there
 *   // EXPECT racecheck KIND SEVERITY between MARK and MARK  a finding; the order of the two places is left open
 *   // EXPECT initcheck uninit at MARK [from MARK]           the use, and the read
 *   // EXPECT synccheck KIND at MARK
 *   // EXPECT clean                                          nothing of severity warning or error
 *   // ADVICE words, // SAYS words                         the advice of something that is found, its message
 *   // UNSAID words                                         no advice and no message says so
 *   // ALSO TOOL...                                        these may report something too (a race makes garbage)
 *   // ANSWER right|wrong|any                                what the program itself finds (default: right when clean,
 * else any)
 *   // SOME answer right|wrong                           what the program finds in some other order of threads; //
 * EVERY: in all
 *   // EVERY found                                        what EXPECT names is found in other orders of threads, too
 *   // HARDWARE TOOL...|none|unmeasured                      which of compute-sanitizer's tools report it on an H200
 *   // LATER words                                           why it is not so yet: the case must fail ("accused: TOOL
 * ..." when it is right)
 *
 * KIND, SEVERITY and MARK may be alternatives, a|b. A place is marked on its own line by a comment, BUG and its name.
 */
#ifndef CHECKERS_CASE_H
#define CHECKERS_CASE_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

struct Case {
	const char *name;
	bool (*run)();
	Case *next;
	static Case *&first()
	{
		static Case *f;
		return f;
	}
	Case(const char *n, bool (*r)()) : name(n), run(r), next(first())
	{
		first() = this;
	}
};
#define CASE(name) \
	static bool name##_run(); \
	static Case name##_case(#name, name##_run); \
	static bool name##_run()

static bool wrong;

static inline bool said(cudaError_t e)
{
	if (e == cudaSuccess)
		return true;
	printf("error: %s\n", cudaGetErrorName(e));
	wrong = true;
	return false;
}
/* After a launch. */
static inline bool ran()
{
	bool started = said(cudaGetLastError());

	return said(cudaDeviceSynchronize()) && started;
}

/* n elements of global memory: as cudaMalloc gives them, or with the same value each, or copied. */
template <class T> struct Array {
	T *p = nullptr;
	size_t n;
	explicit Array(size_t count) : n(count)
	{
		said(cudaMalloc(&p, n * sizeof(T)));
	}
	Array(size_t count, T value) : Array(count)
	{
		put(std::vector<T>(n, value));
	}
	explicit Array(const std::vector<T> &v) : Array(v.size())
	{
		put(v);
	}
	Array(const Array &) = delete;
	~Array()
	{
		cudaFree(p);
	}
	void put(const std::vector<T> &v)
	{
		said(cudaMemcpy(p, v.data(), n * sizeof(T), cudaMemcpyHostToDevice));
	}
	std::vector<T> get() const
	{
		std::vector<T> v(n);
		if (!said(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost)))
			memset((void *)v.data(), 0x5a, n * sizeof(T));
		return v;
	}
	operator T *() const
	{
		return p;
	}
};

/* 0, 1, 2, ... */
template <class T> static std::vector<T> counting(size_t n)
{
	std::vector<T> v(n);
	for (size_t i = 0; i < n; i++)
		v[i] = (T)i;
	return v;
}
/* Small numbers without a pattern. */
template <class T> static std::vector<T> digits(size_t n)
{
	std::vector<T> v(n);
	uint32_t state = 12345;
	for (auto &e : v) {
		state = state * 1664525u + 1013904223u;
		e = (T)(state >> 28);
	}
	return v;
}

int main(int argc, char **argv)
{
	for (Case *c = Case::first(); c; c = c->next) {
		if (argc < 2)
			puts(c->name);
		else if (!strcmp(argv[1], c->name)) {
			bool right = c->run() && !wrong;
			printf("answer: %s\n", right ? "right" : "wrong");
			return !right;
		}
	}
	return argc < 2 ? 0 : 2;
}

#endif
