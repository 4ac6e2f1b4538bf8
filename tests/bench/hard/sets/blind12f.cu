// blind12f: a fresh set of kernels that nobody had modelled when they were written. Networks that answer, statistics.
#include "blind7.h"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

const int HEADS = 6, PAGE = 16, PAIRS = 32; // a page keeps 16 tokens of 32 pairs of halves for each head
__global__ void recall_warps(const __half2 *q, const __half2 *k, const __half2 *v, const int *table, const int *length,
	float2 *out, int pages)
{ // one token looks back on all before it, whose keys and values lie in scattered pages; a token a warp and step
	int head = blockIdx.x, seq = blockIdx.y, lane = threadIdx.x % 32, warp = threadIdx.x / 32, n = length[seq];
	__shared__ float2 part[4][32];
	__shared__ float most[4], sums[4];
	float2 own = __half22float2(q[(seq * HEADS + head) * PAIRS + lane]), acc = { 0, 0 };
	float top = -1e30f, sum = 0;
	for (int t = warp; t < n; t += 4) {
		int at = ((table[seq * pages + t / PAGE] * HEADS + head) * PAGE + t % PAGE) * PAIRS + lane;
		float2 key = __half22float2(k[at]), value = __half22float2(v[at]);
		float s = own.x * key.x + own.y * key.y;
		for (int d = 16; d; d /= 2)
			s += __shfl_xor_sync(~0u, s, d);
		float now = fmaxf(top, s), old = __expf(top - now), p = __expf(s - now);
		acc.x = acc.x * old + p * value.x;
		acc.y = acc.y * old + p * value.y;
		sum = sum * old + p;
		top = now;
	}
	part[warp][lane] = acc;
	if (lane == 0)
		most[warp] = top, sums[warp] = sum;
	__syncthreads();
	if (warp)
		return;
	top = fmaxf(fmaxf(most[0], most[1]), fmaxf(most[2], most[3]));
	sum = acc.x = acc.y = 0;
	for (int k = 0; k < 4; k++) {
		float p = __expf(most[k] - top);
		sum += p * sums[k];
		acc.x += p * part[k][lane].x;
		acc.y += p * part[k][lane].y;
	}
	out[(seq * HEADS + head) * PAIRS + lane] = make_float2(acc.x / sum, acc.y / sum);
}
__global__ void recall_ahead(const __half2 *q, const __half2 *k, const __half2 *v, const int *table, const int *length,
	float *out, int pages)
{ // the same, a page a step, copied into shared memory while the one before is used
	__shared__ uint4 keys[2][128], values[2][128];
	__shared__ float score[PAGE];
	int head = blockIdx.x, seq = blockIdx.y, t = threadIdx.x, n = length[seq], all = (n + PAGE - 1) / PAGE;
	const int *pages_of = table + seq * pages;
	float2 own[4];
	for (int i = 0; i < 4; i++)
		own[i] = __half22float2(q[(seq * HEADS + head) * PAIRS + t % 8 * 4 + i]);
	auto fetch = [&](int page) {
		if (page < all) {
			int at = (pages_of[page] * HEADS + head) * PAGE * PAIRS / 4 + t;
			__pipeline_memcpy_async(&keys[page & 1][t], (const uint4 *)k + at, 16);
			__pipeline_memcpy_async(&values[page & 1][t], (const uint4 *)v + at, 16);
		}
		__pipeline_commit();
	};
	float top = -1e30f, sum = 0, acc = 0;
	fetch(0);
	for (int page = 0; page < all; page++) {
		fetch(page + 1);
		__pipeline_wait_prior(1);
		__syncthreads();
		const __half2 *key = (const __half2 *)&keys[page & 1][t];
		float s = 0;
		for (int i = 0; i < 4; i++) {
			float2 x = __half22float2(key[i]);
			s += own[i].x * x.x + own[i].y * x.y;
		}
		for (int d = 4; d; d /= 2)
			s += __shfl_xor_sync(~0u, s, d);
		if (t % 8 == 0)
			score[t / 8] = page * PAGE + t / 8 < n ? s : -1e30f;
		__syncthreads();
		if (t < 2 * PAIRS) {
			const __half *value = (const __half *)values[page & 1];
			float now = top;
			for (int i = 0; i < PAGE; i++)
				now = fmaxf(now, score[i]);
			float old = __expf(top - now);
			acc *= old, sum *= old, top = now;
			for (int i = 0; i < PAGE; i++) {
				float p = __expf(score[i] - top);
				sum += p;
				acc += p * __half2float(value[i * 2 * PAIRS + t]);
			}
		}
		__syncthreads();
	}
	if (t < 2 * PAIRS)
		out[(seq * HEADS + head) * 2 * PAIRS + t] = acc / sum;
}
__global__ void ternary_bytes(const int *weight, const int *x, int *out, int outs, int quads)
{ // weights of minus one, none and one as bytes, a row a warp, four at a time
	int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, sum = 0;
	if (r >= outs)
		return;
	for (int c = threadIdx.x % 32; c < quads; c += 32)
		sum = __dp4a(weight[r * quads + c], x[c], sum);
	sum = __reduce_add_sync(~0u, sum);
	if (threadIdx.x % 32 == 0)
		out[r] = sum;
}
__global__ void ternary_codes(const unsigned *code, const signed char *x, int *out, int outs, int columns)
{ // the same from codes of two bits, sixteen a word, a row a thread; what goes in lies in shared memory
	extern __shared__ int own[];
	for (int c = threadIdx.x; c < columns; c += blockDim.x)
		own[c] = x[c];
	__syncthreads();
	int r = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
	if (r >= outs)
		return;
	for (int i = 0; i < columns / 16; i++) {
		unsigned w = code[i * outs + r];
#pragma unroll
		for (int k = 0; k < 16; k++) {
			if (w >> 2 * k & 1)
				sum += own[i * 16 + k];
			if (w >> 2 * k & 2)
				sum -= own[i * 16 + k];
		}
	}
	out[r] = sum;
}
const int C = 8, SIDE = 98, OUT = SIDE - 2;
__constant__ float taps[C][C][9];
__global__ void patch_direct(const float *in, float *out)
{ // 3x3 taps over eight channels, as one writes it down
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, o = blockIdx.z;
	float sum = 0;
	for (int c = 0; c < C; c++)
		for (int k = 0; k < 9; k++)
			sum += taps[o][c][k] * in[(c * SIDE + y + k / 3) * SIDE + x + k % 3];
	out[(o * OUT + y) * OUT + x] = sum;
}
__global__ void taps_turned(float *turned)
{ // Winograd: nine taps become sixteen
	const float *g = taps[blockIdx.x][threadIdx.x];
	float row[4][3], *u = turned + (blockIdx.x * C + threadIdx.x) * 16;
	for (int j = 0; j < 3; j++) {
		float a = g[j], b = g[3 + j], c = g[6 + j];
		row[0][j] = a, row[1][j] = (a + b + c) / 2, row[2][j] = (a - b + c) / 2, row[3][j] = c;
	}
	for (int i = 0; i < 4; i++) {
		float a = row[i][0], b = row[i][1], c = row[i][2];
		u[4 * i] = a, u[4 * i + 1] = (a + b + c) / 2, u[4 * i + 2] = (a - b + c) / 2, u[4 * i + 3] = c;
	}
}
__global__ void patch_winograd(const float *in, const float *turned, float *out)
{ // the same with fewer products: two by two outputs a thread from four by four inputs
	__shared__ float u[C * 16];
	int t = threadIdx.y * blockDim.x + threadIdx.x, o = blockIdx.z;
	if (t < C * 16)
		u[t] = turned[o * C * 16 + t];
	__syncthreads();
	int x = (blockIdx.x * blockDim.x + threadIdx.x) * 2, y = (blockIdx.y * blockDim.y + threadIdx.y) * 2;
	float m[16] = {};
	for (int c = 0; c < C; c++) {
		float d[16];
#pragma unroll
		for (int k = 0; k < 16; k++)
			d[k] = in[(c * SIDE + y + k / 4) * SIDE + x + k % 4];
#pragma unroll
		for (int j = 0; j < 4; j++) {
			float a = d[j] - d[8 + j], b = d[4 + j] + d[8 + j], e = d[8 + j] - d[4 + j],
			      f = d[4 + j] - d[12 + j];
			d[j] = a, d[4 + j] = b, d[8 + j] = e, d[12 + j] = f;
		}
#pragma unroll
		for (int i = 0; i < 16; i += 4) {
			const float *w = u + c * 16 + i;
			m[i] += w[0] * (d[i] - d[i + 2]);
			m[i + 1] += w[1] * (d[i + 1] + d[i + 2]);
			m[i + 2] += w[2] * (d[i + 2] - d[i + 1]);
			m[i + 3] += w[3] * (d[i + 1] - d[i + 3]);
		}
	}
#pragma unroll
	for (int i = 0; i < 2; i++) {
		float r[4];
		for (int j = 0; j < 4; j++)
			r[j] = i ? m[4 + j] - m[8 + j] - m[12 + j] : m[j] + m[4 + j] + m[8 + j];
		out[(o * OUT + y + i) * OUT + x] = r[0] + r[1] + r[2];
		out[(o * OUT + y + i) * OUT + x + 1] = r[1] - r[2] - r[3];
	}
}
__device__ u64 block_sum(u64 v, u64 *part)
{
	for (int d = 16; d; d /= 2)
		v += __shfl_down_sync(~0u, v, d);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = v;
	__syncthreads();
	v = 0;
	for (int k = 0; k < blockDim.x / 32; k++)
		v += part[k];
	__syncthreads();
	return v;
}
__global__ void likely_word(const unsigned *weight, const unsigned *luck, int *out, int n)
{ // draws one of the words that make up nine tenths of all weight; a text a block, its limit by halving
	__shared__ u64 part[32], running;
	const unsigned *w = weight + blockIdx.x * n;
	u64 all = 0, kept = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		all += w[i];
	all = block_sum(all, part);
	unsigned low = 0, high = 1 << 20;
	while (high - low > 1) { // all from low on are enough, all from high on are not
		unsigned middle = (low + high) / 2;
		u64 sum = 0;
		for (int i = threadIdx.x; i < n; i += blockDim.x)
			sum += w[i] >= middle ? w[i] : 0;
		sum = block_sum(sum, part);
		if (sum * 10 >= all * 9)
			low = middle, kept = sum;
		else
			high = middle;
	}
	u64 goal = luck[blockIdx.x] % kept;
	if (threadIdx.x == 0)
		running = 0;
	__syncthreads();
	for (int i0 = 0; i0 < n; i0 += blockDim.x) {
		int i = i0 + threadIdx.x, lane = threadIdx.x % 32;
		u64 own = i < n && w[i] >= low ? w[i] : 0, sum = own;
		for (int d = 1; d < 32; d *= 2) {
			u64 left = __shfl_up_sync(~0u, sum, d);
			sum += lane >= d ? left : 0;
		}
		if (lane == 31)
			part[threadIdx.x / 32] = sum;
		__syncthreads();
		u64 before = running, total = running;
		for (int k = 0; k < blockDim.x / 32; k++) {
			before += k < threadIdx.x / 32 ? part[k] : 0;
			total += part[k];
		}
		if (before + sum > goal && before + sum - own <= goal)
			out[blockIdx.x] = i;
		__syncthreads();
		if (total > goal)
			break;
		if (threadIdx.x == 0)
			running = total;
		__syncthreads();
	}
}
const int PEOPLE = 60, TREATED = 24;
__host__ __device__ unsigned luck_of(unsigned &s)
{
	s ^= s << 13;
	s ^= s >> 17;
	return s ^= s << 5;
}
__constant__ int healed[PEOPLE];
template <bool SHARED> __global__ void chance_groups(int *more, int observed, int times)
{ // is the treated group better by chance? groups drawn anew, one a thread; who is left in a list of bytes
	extern __shared__ byte lists[];
	byte own[PEOPLE];
	int i = blockIdx.x * blockDim.x + threadIdx.x, n = blockDim.x, t = threadIdx.x, sum = 0;
	auto at = [&](int k) -> byte & { return SHARED ? lists[k * n + t] : own[k]; };
	unsigned s = (i + 1) * 2654435761u;
	for (int k = 0; k < PEOPLE; k++)
		at(k) = k;
	for (int k = 0; k < TREATED; k++) {
		int j = k + luck_of(s) % (PEOPLE - k), who = at(j);
		at(j) = at(k);
		sum += healed[who];
	}
	int count = __syncthreads_count(i < times && sum >= observed);
	if (t == 0)
		atomicAdd(more, count);
}
__host__ __device__ bool overlap(float4 a, float4 b)
{
	return a.x < b.z && b.x < a.z && a.y < b.w && b.y < a.w;
}
__global__ void rectangles_all(const float4 *box, int *count, int n)
{ // how many others each rectangle overlaps, all looked at by tiles
	__shared__ float4 tile[96];
	int i = blockIdx.x * 96 + threadIdx.x, sum = 0;
	float4 own = i < n ? box[i] : make_float4(0, 0, 0, 0);
	for (int j0 = 0; j0 < n; j0 += 96) {
		if (j0 + threadIdx.x < n)
			tile[threadIdx.x] = box[j0 + threadIdx.x];
		__syncthreads();
		for (int j = 0; j < min(96, n - j0); j++)
			sum += j0 + j != i && overlap(own, tile[j]);
		__syncthreads();
	}
	if (i < n)
		count[i] = sum;
}
__global__ void rectangles_sweep(const float4 *box, int *count, int n)
{ // the same, sorted by their left sides: on to the right until one begins behind the end
	int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
	if (i >= n)
		return;
	float4 own = box[i];
	for (int j = i + 1; j < n; j++) {
		float4 b = box[j];
		if (b.x >= own.z)
			break;
		if (overlap(own, b)) {
			sum++;
			atomicAdd(&count[j], 1);
		}
	}
	if (sum)
		atomicAdd(&count[i], sum);
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	const int SEQ = 9, LONGEST = 16, PAGES = SEQ * LONGEST, SIZE = PAGES * HEADS * PAGE * PAIRS * 2;
	std::vector<__half> q(SEQ * HEADS * PAIRS * 2), k(SIZE), v(SIZE);
	std::vector<int> table(PAGES), length(SEQ);
	std::vector<float> answer(q.size());
	for (size_t i = 0; i < q.size(); i++)
		q[i] = __float2half(f[i + 3] - 0.5f);
	for (int i = 0; i < SIZE; i++)
		k[i] = __float2half(f[i] * 2 - 1), v[i] = __float2half(f[i + 7777] - 0.5f);
	for (int p = 0; p < PAGES; p++)
		table[p] = p * 89 % PAGES; // 144 and 89 share no divisor: a shuffle
	for (int s = 0; s < SEQ; s++)
		length[s] = s == 4 ? LONGEST * PAGE : 40 + w[s] % 200;
	for (int s = 0; s < SEQ; s++)
		for (int h = 0; h < HEADS; h++) {
			double sum = 0, acc[2 * PAIRS] = {};
			for (int t = 0; t < length[s]; t++) {
				int at = ((table[s * LONGEST + t / PAGE] * HEADS + h) * PAGE + t % PAGE) * PAIRS * 2;
				double dot = 0;
				for (int d = 0; d < 2 * PAIRS; d++)
					dot += (double)__half2float(q[(s * HEADS + h) * PAIRS * 2 + d]) *
						__half2float(k[at + d]);
				sum += std::exp(dot);
				for (int d = 0; d < 2 * PAIRS; d++)
					acc[d] += std::exp(dot) * __half2float(v[at + d]);
			}
			for (int d = 0; d < 2 * PAIRS; d++)
				answer[(s * HEADS + h) * PAIRS * 2 + d] = acc[d] / sum;
		}
	__half2 *dq = (__half2 *)upload(q), *dk = (__half2 *)upload(k), *dv = (__half2 *)upload(v);
	int *dt = upload(table), *dl = upload(length);
	float *out = dev<float>(1 << 20);
	job<float>(
		"paged_recall.token_a_warp",
		[&] { recall_warps<<<dim3(HEADS, SEQ), 128>>>(dq, dk, dv, dt, dl, (float2 *)out, LONGEST); }, out,
		answer.size(), close_to(answer, 1e-3));
	job<float>(
		"paged_recall.copied_ahead",
		[&] { recall_ahead<<<dim3(HEADS, SEQ), 128>>>(dq, dk, dv, dt, dl, out, LONGEST); }, out, answer.size(),
		close_to(answer, 1e-3));
	const int OUTS = 6000, IN = 1024;
	std::vector<signed char> weight(OUTS * IN), x(IN);
	std::vector<unsigned> code(OUTS * IN / 16);
	std::vector<int> y(OUTS);
	for (int c = 0; c < IN; c++)
		x[c] = w[c + 5] >> 3;
	for (int r = 0; r < OUTS; r++)
		for (int c = 0; c < IN; c++) {
			int t = (int)(w[(r * IN + c) % 1000003] >> 5) % 3 - 1;
			weight[r * IN + c] = t;
			code[c / 16 * OUTS + r] |= (t > 0 ? 1u : t < 0 ? 2u : 0) << c % 16 * 2;
			y[r] += t * x[c];
		}
	int *dw = (int *)upload(weight), *o = (int *)out;
	unsigned *dc = upload(code);
	signed char *dx = upload(x);
	job<int>(
		"ternary.bytes_row_a_warp", [&] { ternary_bytes<<<OUTS / 6, 192>>>(dw, (int *)dx, o, OUTS, IN / 4); },
		o, OUTS, same(y));
	job<int>(
		"ternary.codes_row_a_thread",
		[&] { ternary_codes<<<(OUTS + 63) / 64, 64, IN * 4>>>(dc, dx, o, OUTS, IN); }, o, OUTS, same(y));
	std::vector<float> image(f.begin(), f.begin() + C * SIDE * SIDE), tap(C * C * 9), conv(C * OUT * OUT);
	for (int i = 0; i < C * C * 9; i++)
		tap[i] = f[i + 321] - 0.5f;
	for (int i = 0; i < C * OUT * OUT; i++)
		for (int c = 0; c < C; c++)
			for (int t = 0; t < 9; t++)
				conv[i] += tap[(i / OUT / OUT * C + c) * 9 + t] *
					image[(c * SIDE + i / OUT % OUT + t / 3) * SIDE + i % OUT + t % 3];
	CHECK(cudaMemcpyToSymbol(taps, tap.data(), tap.size() * 4));
	float *di = upload(image), *turned = dev<float>(C * C * 16);
	job<float>(
		"eight_channels.direct", [&] { patch_direct<<<dim3(OUT / 32, OUT / 8, C), dim3(32, 8)>>>(di, out); },
		out, conv.size(), close_to(conv, 1e-3));
	job<float>(
		"eight_channels.winograd",
		[&] {
			taps_turned<<<C, C>>>(turned);
			patch_winograd<<<dim3(OUT / 32, OUT / 16, C), dim3(16, 8)>>>(di, turned, out);
		},
		out, conv.size(), close_to(conv, 1e-3));
	const int TEXTS = 10, WORDS = 20000;
	std::vector<unsigned> chances(TEXTS * WORDS), luck(TEXTS);
	std::vector<int> chosen(TEXTS);
	for (int t = 0; t < TEXTS; t++) {
		u64 all = 0, kept = 0, goal, run = 0;
		std::vector<unsigned> sorted;
		for (int i = 0; i < WORDS; i++) {
			unsigned r = w[t * WORDS + i] % 1000 + 2;
			all += chances[t * WORDS + i] = 1000000 / r / (r % 17 + 1);
			sorted.push_back(chances[t * WORDS + i]);
		}
		std::sort(sorted.rbegin(), sorted.rend());
		size_t n = 0;
		while (kept * 10 < all * 9)
			kept += sorted[n++];
		unsigned limit = sorted[n - 1];
		while (n < sorted.size() && sorted[n] == limit)
			kept += sorted[n++];
		luck[t] = w[t + 31];
		goal = luck[t] % kept;
		for (int i = 0; i < WORDS; i++) {
			run += chances[t * WORDS + i] >= limit ? chances[t * WORDS + i] : 0;
			if (run > goal) {
				chosen[t] = i;
				break;
			}
		}
	}
	unsigned *dchance = upload(chances), *dluck = upload(luck);
	job<int>(
		"likely_word.text_a_block", [&] { likely_word<<<TEXTS, 640>>>(dchance, dluck, o, WORDS); }, o, TEXTS,
		same(chosen));
	const int TIMES = 30000;
	std::vector<int> heal(PEOPLE), more(1);
	int observed = 0;
	for (int p = 0; p < PEOPLE; p++) {
		heal[p] = w[p] % 100 + (p < TREATED ? 12 : 0);
		observed += p < TREATED ? heal[p] : 0;
	}
	observed = std::min(observed, TREATED * 58);
	for (int i = 0; i < TIMES; i++) {
		byte list[PEOPLE];
		int sum = 0;
		unsigned s = (i + 1) * 2654435761u;
		for (int p = 0; p < PEOPLE; p++)
			list[p] = p;
		for (int p = 0; p < TREATED; p++) {
			int j = p + luck_of(s) % (PEOPLE - p);
			sum += heal[list[j]];
			list[j] = list[p];
		}
		more[0] += sum >= observed;
	}
	CHECK(cudaMemcpyToSymbol(healed, heal.data(), PEOPLE * 4));
	auto zero = [&] { CHECK(cudaMemset(out, 0, 4 * OUTS)); };
	job<int>(
		"drawn_groups.list_local",
		[&] { chance_groups<false><<<(TIMES + 127) / 128, 128>>>(o, observed, TIMES); }, o, 1, same(more),
		zero);
	job<int>(
		"drawn_groups.list_shared",
		[&] { chance_groups<true><<<(TIMES + 127) / 128, 128, PEOPLE * 128>>>(o, observed, TIMES); }, o, 1,
		same(more), zero);
	const int BOXES = 2900;
	std::vector<float4> box(BOXES);
	std::vector<int> touch(BOXES);
	for (int i = 0; i < BOXES; i++) {
		float a = f[i], b = f[i + 9000];
		box[i] = { a, b, a + 0.002f + f[i + 50] * f[i + 60] * 0.08f, b + 0.002f + f[i + 70] * 0.05f };
	}
	std::sort(box.begin(), box.end(), [](const float4 &a, const float4 &b) { return a.x < b.x; });
	for (int i = 0; i < BOXES; i++)
		for (int j = 0; j < BOXES; j++)
			touch[i] += i != j && overlap(box[i], box[j]);
	float4 *dbox = upload(box);
	job<int>(
		"rectangles.all_pairs", [&] { rectangles_all<<<(BOXES + 95) / 96, 96>>>(dbox, o, BOXES); }, o, BOXES,
		same(touch));
	job<int>(
		"rectangles.sorted_sweep", [&] { rectangles_sweep<<<(BOXES + 63) / 64, 64>>>(dbox, o, BOXES); }, o,
		BOXES, same(touch), [&] { CHECK(cudaMemset(o, 0, BOXES * 4)); });
}
