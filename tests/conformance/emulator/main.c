/* Runs every kernel of ops.cu on the emulator and the same expression on the host, over all triples of edge values and
 * over random bits. main OPS.ptx: prints what differs, and a count. Both builds of the executors are run. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "base/rng.h"
#include "emulator/emulator.h"

typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned u32;
typedef long long i64;
typedef unsigned long long u64;
#include "tests/conformance/emulator/ops.h"

#define N 8192
#define OP(name, R, T, e) \
	static void h_##name(void *out, const void *va, const void *vb, const void *vc) \
	{ \
		R *o = out; \
		const T *pa = va, *pb = vb, *pc = vc; \
		for (long long i = 0; i < N; i++) { \
			T a = pa[i], b = pb[i], c = pc[i]; \
			(void)b; \
			(void)c; \
			o[i] = (R)(e); \
		} \
	}
ALL_OPS(OP)
#undef OP

static const struct {
	const char *name;
	unsigned rsize, tsize;
	bool rfloat;
	const char *type;
	void (*host)(void *, const void *, const void *, const void *);
} ops[] = {
#define OP(name, R, T, e) \
	{ "c_" #name, sizeof(R), sizeof(T), \
		_Generic((R)0, float \
			 : true, double \
			 : true, default \
			 : false), \
		#T, h_##name },
	ALL_OPS(OP)
};

static u64 edge(const char *type, u64 k)
{
	static const u32 f[] = { 0, 0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0x3fc00000, 0xc0200000, 1,
		0x807fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x4b000001,
		0x4effffff, 0x33800000, 0x42c80000, 0x4f000000 };
	static const u64 d[] = { 0, 1ull << 63, 0x3ff0000000000000, 0xbff0000000000000, 0x3fe0000000000000,
		0x4004000000000000, 1, 0x800fffffffffffff, 0x10000000000000, 0x7fefffffffffffff, 0x7ff0000000000000,
		0xfff0000000000000, 0x7ff8000000000000, 0x4330000000000001, 0x41dfffffffc00000, 0x36a0000000000001,
		0x3810000000000001, 0x47efffffffffffff, 0x3ca0000000000000, 0xc059000000000000 };
	static const u64 n[] = { 0, 1, 2, ~0ull, ~0ull - 1, 3, 7, 31, 32, 63, 127, 128, 255, 32767, 32768, 65535,
		0x7fffffff, 0x80000000, 0x7fffffffffffffff, 0x8000000000000000 };
	return !strcmp(type, "float") ? f[k] : !strcmp(type, "double") ? d[k] : n[k];
}

static bool is_nan(const void *p, unsigned size)
{
	return size == 4 ? (*(const u32 *)p & 0x7fffffff) > 0x7f800000 :
			   (*(const u64 *)p & ~(1ull << 63)) > 0x7ff0000000000000;
}

static int die(const char *what, const struct err *e)
{
	fprintf(stderr, "%s: %s\n", what, e->msg);
	return 1;
}

int main(int argc, char **argv)
{
	struct err e = ERR_INIT;
	struct buf text;
	int bad = 0, run = 0;
	buf_init(&text);
	if (argc != 2 || fs_read(argv[1], 1 << 26, &text, &e) < 0)
		return die("main OPS.ptx", &e);
	for (int base = 0; base < 2; base++) {
		struct em_config config = { .threads = 2, .force_baseline = base };
		struct em_device *d = em_device_new(&config, &e);
		struct ptx_module *x;
		if (!d || ptx_parse(text.data, text.len, &x, &e) < 0 || ptx_check(x, &e) < 0)
			return die(argv[1], &e);
		struct em_module *m = em_module_load(d, x, &e);
		uint64_t p[5] = { 0, 0, 0, 0, N };
		for (int k = 0; k < 4; k++)
			em_alloc(d, N * 8, &p[k]);
		for (size_t o = 0; o < sizeof ops / sizeof *ops; o++) {
			unsigned t = ops[o].tsize, r = ops[o].rsize, shown = 0;
			void *in[3], *out = em_host_ptr(d, p[0], N * 8), *want = xmalloc(N * 8);
			for (int k = 0; k < 3; k++) {
				in[k] = em_host_ptr(d, p[k + 1], N * 8);
				for (u64 i = 0; i < N; i++) {
					u64 v = i < 8000 ? edge(ops[o].type,
								   (k == 0                ? i :
										   k == 1 ? i / 20 :
											    i / 400) %
									   20) :
							   rng_u64(o, (u64)k, i);
					memcpy((char *)in[k] + i * t, &v, t);
				}
			}
			struct em_launch l = { .kernel = em_kernel_find(m, ops[o].name),
				.grid = { N / 256, 1, 1 },
				.block = { 256, 1, 1 },
				.params = p };
			struct em_result res;
			if (!l.kernel || em_launch(d, &l, &res, &e) < 0 || res.fault.kind) {
				printf("%s: %s%s\n", ops[o].name, e.msg, l.kernel ? res.fault.message : "");
				bad++;
				continue;
			}
			em_result_release(&res);
			ops[o].host(want, in[0], in[1], in[2]);
			for (u64 i = 0; i < N; i++) {
				const char *got = (char *)out + i * r, *exp = (char *)want + i * r;
				if (!memcmp(got, exp, r) || (ops[o].rfloat && is_nan(got, r) && is_nan(exp, r)))
					continue;
				u64 v[5] = { 0 };
				for (int k = 0; k < 3; k++)
					memcpy(&v[k], (char *)in[k] + i * t, t);
				memcpy(&v[3], got, r);
				memcpy(&v[4], exp, r);
				if (shown++ < 3)
					printf("%s%s(%#llx, %#llx, %#llx) = %#llx, not %#llx\n", ops[o].name,
						base ? " (base)" : "", v[0], v[1], v[2], v[3], v[4]);
			}
			bad += shown != 0;
			run++;
			free(want);
		}
		em_device_free(d);
	}
	printf("%d runs of operations, %d differ\n", run, bad);
	buf_release(&text);
	return bad != 0;
}
