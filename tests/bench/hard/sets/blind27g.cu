// blind27g: a fresh set of kernels that nobody had modelled when they were written. Access patterns: gathers below and
// above the L2's size, bytes and shorts with strides, odd structs, bank conflicts, shifted and turned copies.
#include "blind7.h"

__host__ __device__ unsigned entry(unsigned i)
{
	i = (i ^ i >> 15) * 0x2c1b3c6du;
	return i ^ i >> 12;
}
__global__ void book_fill(unsigned *book, unsigned n)
{
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		book[i] = entry(i);
}
__global__ void book_look(const unsigned *book, unsigned size, const unsigned *ask, unsigned *out, int n)
{ // a page names the next page: four looks after each other
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned at = ask[i];
	for (int k = 0; k < 4; k++)
		at = book[at % size] + k;
	out[i] = at;
}
__global__ void book_look_many(const unsigned *book, unsigned size, const unsigned *ask, unsigned *out, int n)
{ // four looks that do not wait for each other
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned at = ask[i], sum = 0;
#pragma unroll
	for (int k = 0; k < 4; k++)
		sum += book[(at + k * 7654321u) % size];
	out[i] = sum;
}
__global__ void pixels_bytes(const byte *plane, byte *out, int n)
{ // three planes to pixels of three bytes, byte by byte
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	out[3 * i] = plane[i];
	out[3 * i + 1] = plane[n + i];
	out[3 * i + 2] = plane[2 * n + i];
}
__global__ void pixels_words(const unsigned *plane, unsigned *out, int n)
{ // four pixels a thread: three words in, three words out
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned r = plane[i], g = plane[n + i], b = plane[2 * n + i];
	out[3 * i] = (r & 255) | (g & 255) << 8 | (b & 255) << 16 | (r >> 8 & 255) << 24;
	out[3 * i + 1] = (g >> 8 & 255) | (b >> 8 & 255) << 8 | (r >> 16 & 255) << 16 | (g >> 16 & 255) << 24;
	out[3 * i + 2] = (b >> 16 & 255) | (r >> 24) << 8 | (g >> 24) << 16 | (b >> 24) << 24;
}
__global__ void speakers(const short *mono, const short *side, short *out, int n)
{ // left and right from middle and side: shorts that leave gaps, then the gaps
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int m = mono[i], s = side[i];
	out[4 * i] = m + s;
	out[4 * i + 1] = m - s;
	out[4 * i + 3] = (m + s) / 2;
	out[4 * i + 2] = (m - s) / 2;
}
__global__ void normals(const float3 *v, float3 *out, int n)
{ // unit vectors, three floats each
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float3 a = v[i];
		float s = 1 / sqrtf(a.x * a.x + a.y * a.y + a.z * a.z);
		out[i] = make_float3(a.x * s, a.y * s, a.z * s);
	}
}
static const int LONG = 7;
__device__ int ticket_value(const byte *r)
{ // a record: kind, two bytes of number, four of price, none aligned
	int number = r[1] | r[2] << 8, price = r[3] | r[4] << 8 | r[5] << 16 | r[6] << 24;
	return r[0] & 1 ? price - number : price + 3 * number;
}
__global__ void tickets_direct(const byte *r, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = ticket_value(r + i * LONG);
}
__global__ void tickets_staged(const byte *r, int *out, int n)
{ // a block's records come as words into shared memory
	__shared__ unsigned s[128 * LONG / 4];
	int first = blockIdx.x * 128, t = threadIdx.x;
	for (int k = t; k < 128 * LONG / 4; k += 128)
		s[k] = ((const unsigned *)(r + first * LONG))[k];
	__syncthreads();
	if (first + t < n)
		out[first + t] = ticket_value((const byte *)s + t * LONG);
}
template <int PAD> __global__ void table_turn_doubles(const double *in, double *out, int w, int h)
{
	__shared__ double s[32][32 + PAD];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;
	for (int k = threadIdx.y; k < 32; k += 8)
		if (x < w && y + k < h)
			s[k][threadIdx.x] = in[(y + k) * w + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32;
	for (int k = threadIdx.y; k < 32; k += 8)
		if (x < h && y + k < w)
			out[(y + k) * h + x] = s[threadIdx.x][k];
}
__global__ void picture_turn_bytes(const byte *in, byte *out, int w, int h)
{ // a tile of 64 by 64 bytes, rows of 68 so that columns lie in different banks
	__shared__ byte s[64][68];
	int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 64;
	for (int k = threadIdx.y; k < 64; k += 4)
		s[k][threadIdx.x] = in[(y + k) * w + x];
	__syncthreads();
	x = blockIdx.y * 64 + threadIdx.x, y = blockIdx.x * 64;
	for (int k = threadIdx.y; k < 64; k += 4)
		out[(y + k) * h + x] = s[threadIdx.x][k];
}
template <int STRIDE> __global__ void sheets(const byte *mark, int *out, int each)
{ // each pupil keeps a tally sheet of 16 marks in shared memory; sheets lie STRIDE words apart
	__shared__ int sheet[64 * STRIDE];
	int t = threadIdx.x;
	int *own = sheet + t * STRIDE;
	for (int k = 0; k < 16; k++)
		own[k] = 0;
	for (int k = 0; k < each; k++)
		own[mark[(blockIdx.x * each + k) * 64 + t]] += k;
	int sum = 0;
	for (int k = 0; k < 16; k++)
		sum = sum * 3 + own[k];
	out[blockIdx.x * 64 + t] = sum;
}
__global__ void film_shifted(const int *in, int *out, int n)
{ // differences to the frame after: reads one off the line
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i + 1] = in[i + 1] - in[i + 33];
}
__global__ void film_vectors(const int4 *in, int4 *out, int n)
{ // four numbers at once, mirrored within and as a whole
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int4 v = in[i];
	out[n - 1 - i] = make_int4(v.w + 1, v.z + 1, v.y + 1, v.x + 1);
}
static void books(const std::vector<unsigned> &w)
{
	const int N = 200000;
	unsigned *da = upload(std::vector<unsigned>(w.begin(), w.begin() + N)), *o = dev<unsigned>(N);
	for (unsigned size : { 500009u, 18000001u }) {
		unsigned *book = dev<unsigned>(size);
		if (size < 1000000)
			book_fill<<<528, 256>>>(book, size);
		else { // only what is asked for need be right
			std::vector<unsigned> b(size);
			for (unsigned i = 0; i < size; i++)
				b[i] = entry(i);
			CHECK(cudaMemcpy(book, b.data(), size * 4ull, cudaMemcpyHostToDevice));
		}
		std::vector<unsigned> chain(N), sum(N);
		for (int i = 0; i < N; i++) {
			unsigned at = w[i];
			for (int k = 0; k < 4; k++) {
				sum[i] += entry((w[i] + k * 7654321u) % size);
				at = entry(at % size) + k;
			}
			chain[i] = at;
		}
		job<unsigned>(
			nm("book_of_pages.%s_one_after_other", size < 1000000 ? "small" : "large"),
			[&] { book_look<<<(N + 255) / 256, 256>>>(book, size, da, o, N); }, o, N, same(chain));
		job<unsigned>(
			nm("book_of_pages.%s_four_at_once", size < 1000000 ? "small" : "large"),
			[&] { book_look_many<<<(N + 255) / 256, 256>>>(book, size, da, o, N); }, o, N, same(sum));
	}
}
static void small_things(const std::vector<unsigned> &w)
{
	const int N = 600000;
	std::vector<byte> plane(3 * N), pixel(3 * N);
	std::vector<short> mono(N), side(N), sound(4 * N);
	for (int i = 0; i < N; i++) {
		for (int c = 0; c < 3; c++)
			pixel[3 * i + c] = plane[c * N + i] = w[i] >> (8 * c);
		int m = mono[i] = (int)(w[i] % 20000) - 10000, s = side[i] = (int)(w[i + 3] % 8000) - 4000;
		sound[4 * i] = m + s, sound[4 * i + 1] = m - s;
		sound[4 * i + 2] = (m - s) / 2, sound[4 * i + 3] = (m + s) / 2;
	}
	byte *dp = upload(plane), *o = dev<byte>(3 * N);
	short *dm = upload(mono), *ds = upload(side), *os = dev<short>(4 * N);
	job<byte>(
		"planes_to_pixels.bytes", [&] { pixels_bytes<<<(N + 255) / 256, 256>>>(dp, o, N); }, o, 3 * N,
		same(pixel));
	job<byte>(
		"planes_to_pixels.words",
		[&] { pixels_words<<<(N / 4 + 127) / 128, 128>>>((unsigned *)dp, (unsigned *)o, N / 4); }, o, 3 * N,
		same(pixel));
	job<short>(
		"four_speakers.shorts_with_gaps", [&] { speakers<<<(N + 191) / 192, 192>>>(dm, ds, os, N); }, os, 4 * N,
		same(sound));
	const int R = 300000;
	std::vector<byte> record(128 * LONG * ((R + 127) / 128));
	std::vector<int> value(R);
	for (int i = 0; i < R; i++) {
		byte *r = &record[i * LONG];
		int number = w[i] % 65536, price = w[i + 1] % 100000000;
		r[0] = w[i + 2], memcpy(r + 1, &number, 2), memcpy(r + 3, &price, 4);
		value[i] = r[0] & 1 ? price - number : price + 3 * number;
	}
	byte *dr = upload(record);
	int *ov = dev<int>(R);
	job<int>(
		"seven_byte_tickets.direct", [&] { tickets_direct<<<(R + 127) / 128, 128>>>(dr, ov, R); }, ov, R,
		same(value));
	job<int>(
		"seven_byte_tickets.staged", [&] { tickets_staged<<<(R + 127) / 128, 128>>>(dr, ov, R); }, ov, R,
		same(value));
}
static void vectors(const std::vector<float> &f)
{
	const int N = 400000;
	std::vector<float> v(f.begin(), f.begin() + 3 * N), want(3 * N);
	for (int i = 0; i < N; i++) {
		v[3 * i] += 0.1f;
		double s = 0;
		for (int c = 0; c < 3; c++)
			s += (double)v[3 * i + c] * v[3 * i + c];
		for (int c = 0; c < 3; c++)
			want[3 * i + c] = v[3 * i + c] / sqrt(s);
	}
	float *dv = upload(v), *o = dev<float>(3 * N);
	job<float>(
		"unit_vectors.three_floats", [&] { normals<<<264, 256>>>((float3 *)dv, (float3 *)o, N); }, o, 3 * N,
		close_to(want));
}
static void turns(const std::vector<unsigned> &w)
{
	const int W = 900, H = 800, B = 1536, C = 768;
	std::vector<double> v = double_fractions(w, W * H), want(W * H);
	for (int i = 0; i < W * H; i++)
		want[i % W * H + i / W] = v[i];
	double *dv = upload(v), *o = dev<double>(W * H);
	dim3 grid((W + 31) / 32, (H + 31) / 32), block(32, 8);
	job<double>(
		"turned_table.doubles_tile", [&] { table_turn_doubles<0><<<grid, block>>>(dv, o, W, H); }, o, W * H,
		same(want));
	job<double>(
		"turned_table.doubles_padded", [&] { table_turn_doubles<1><<<grid, block>>>(dv, o, W, H); }, o, W * H,
		same(want));
	std::vector<byte> p(B * C), turned(B * C);
	for (int i = 0; i < B * C; i++)
		turned[i % B * C + i / B] = p[i] = w[i] >> 7;
	byte *dp = upload(p), *ob = dev<byte>(B * C);
	job<byte>(
		"turned_picture.bytes_padded",
		[&] { picture_turn_bytes<<<dim3(B / 64, C / 64), dim3(64, 4)>>>(dp, ob, B, C); }, ob, B * C,
		same(turned));
}
template <int STRIDE> static void sheet(const byte *mark, int blocks, int each, int *o, const std::vector<int> &want)
{
	job<int>(
		nm("tally_sheets.%d_words_apart", STRIDE), [&] { sheets<STRIDE><<<blocks, 64>>>(mark, o, each); }, o,
		blocks * 64, same(want));
}
static void tallies(const std::vector<unsigned> &w)
{
	const int B = 200, EACH = 50;
	std::vector<byte> mark(B * EACH * 64);
	std::vector<int> want(B * 64);
	for (int i = 0; i < B * 64; i++) {
		int sheet[16] = {};
		for (int k = 0; k < EACH; k++) { // most have the class's mark
			int at = (i / 64 * EACH + k) * 64 + i % 64;
			mark[at] = w[at] % 4 ? w[k] % 16 : w[at + 1] % 16;
			sheet[mark[at]] += k;
		}
		for (int k = 0; k < 16; k++)
			want[i] = want[i] * 3 + sheet[k];
	}
	byte *dm = upload(mark);
	int *o = dev<int>(B * 64);
	sheet<17>(dm, B, EACH, o, want);
	sheet<18>(dm, B, EACH, o, want);
	sheet<20>(dm, B, EACH, o, want);
	sheet<32>(dm, B, EACH, o, want);
}
static void films(const std::vector<unsigned> &w)
{
	const int N = 1200000;
	std::vector<int> v(w.begin(), w.begin() + N + 33), back(N), shifted(N + 1);
	for (int i = 0; i < N; i++) {
		back[N - 1 - i] = v[i] + 1;
		shifted[i + 1] = v[i + 1] - v[i + 33];
	}
	int *dv = upload(v), *o = dev<int>(N + 1), *o2 = dev<int>(N + 1);
	job<int>(
		"film.backwards_by_fours",
		[&] { film_vectors<<<(N / 4 + 255) / 256, 256>>>((int4 *)dv, (int4 *)o, N / 4); }, o, N, same(back));
	job<int>(
		"film.one_off_the_line", [&] { film_shifted<<<(N + 255) / 256, 256>>>(dv, o2, N); }, o2, N + 1,
		same(shifted));
}
void rows()
{
	std::vector<unsigned> w = words(1300000);
	std::vector<float> f = fractions(w);
	books(w);
	small_things(w);
	vectors(f);
	turns(w);
	tallies(w);
	films(w);
}
