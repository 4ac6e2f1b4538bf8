// blind31b: a fresh set of kernels that nobody had modelled when they were written. Readers, small machines, packers.
#include "blind7.h"
#include <string>

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
// a line of a table, 128 bytes: fields between ';', which may stand in quotes; the sum of the numbers outside of quotes
HD void field_step(byte c, bool &quoted, int &fields, int &number, int &sum)
{
	if (c == '"')
		quoted = !quoted;
	if (!quoted && c >= '0' && c <= '9')
		number = number * 10 + c - '0';
	else if (!quoted) {
		sum += number, number = 0;
		fields += c == ';';
	}
}
__global__ void fields_thread(const byte *text, int2 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, fields = 1, number = 0, sum = 0;
	bool quoted = false;
	if (i >= n)
		return;
	for (int k = 0; k < 128; k++)
		field_step(text[i * 128 + k], quoted, fields, number, sum);
	out[i] = make_int2(fields, sum + number);
}
__global__ void fields_words(const uint4 *text, int2 *out, int n)
{ // the same, 16 bytes at a time
	int i = blockIdx.x * blockDim.x + threadIdx.x, fields = 1, number = 0, sum = 0;
	bool quoted = false;
	if (i >= n)
		return;
	for (int k = 0; k < 8; k++) {
		uint4 v = text[i * 8 + k];
		unsigned q[4] = { v.x, v.y, v.z, v.w };
#pragma unroll
		for (int j = 0; j < 16; j++)
			field_step(q[j / 4] >> j % 4 * 8, quoted, fields, number, sum);
	}
	out[i] = make_int2(fields, sum + number);
}
__global__ void fields_warp(const byte *text, int2 *out, int n)
{ // a warp has a line: 32 bytes at a time, who stands within quotes from a running parity
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31, fields = 0, sum = 0;
	if (i >= n)
		return;
	unsigned inside = 0;
	int digits[4];
	unsigned is_digit[4];
	for (int k = 0; k < 4; k++) {
		byte c = text[i * 128 + k * 32 + l];
		unsigned q = __ballot_sync(~0u, c == '"');
		bool quoted = (__popc(q & (2u << l) - 1) + inside) & 1;
		inside += __popc(q);
		fields += !quoted && c == ';';
		is_digit[k] = __ballot_sync(~0u, !quoted && c >= '0' && c <= '9');
		digits[k] = c - '0';
	}
	for (int k = 0; k < 4; k++)
		if (is_digit[k] >> l & 1) { // how many digits follow at once
			unsigned rest = ~(is_digit[k] >> l);
			int follow = __ffs(rest) - 2;
			if (l + follow == 31 && k < 3)
				follow += __ffs(~is_digit[k + 1]) - 1;
			int v = digits[k];
			for (int j = 0; j < follow; j++)
				v *= 10;
			sum += v;
		}
	fields = __reduce_add_sync(~0u, fields), sum = __reduce_add_sync(~0u, sum);
	if (l == 0)
		out[i] = make_int2(fields + 1, sum);
}
// numbers of one to five bytes, seven bits each, the highest bit says that more follow; streams of 160 bytes
__global__ void sevens_thread(const byte *in, unsigned *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, shift = 0, many = 0;
	if (i >= n)
		return;
	unsigned v = 0, h = 0;
	for (int k = 0; k < 160; k++) {
		byte c = in[i * 160 + k];
		v |= (c & 127u) << shift;
		shift += 7;
		if (c < 128) {
			h = h + v * (2 * many + 1);
			many++;
			v = shift = 0;
		}
	}
	out[i] = h;
}
__global__ void sevens_warp(const byte *in, unsigned *out, int n)
{ // the lanes whose byte ends a number look back for its beginning
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31, many = 0;
	if (i >= n)
		return;
	unsigned h = 0;
	for (int k = 0; k < 160; k += 32) {
		int at = i * 160 + k + l;
		byte c = in[at];
		unsigned ends = __ballot_sync(~0u, c < 128);
		if (c < 128) {
			int first = at;
			while (first > i * 160 && in[first - 1] >= 128)
				first--;
			unsigned v = 0;
			for (int b = at; b >= first; b--)
				v = v << 7 | in[b] & 127;
			h += v * (2 * (many + __popc(ends & (1u << l) - 1)) + 1);
		}
		many += __popc(ends);
	}
	h = __reduce_add_sync(~0u, h);
	if (l == 0)
		out[i] = h;
}
// packed text: a byte below 128 says how many plain bytes follow (one more than it), else: bits 0..4 + 3 bytes again,
// from so many bytes before as the next byte says (+ 1). Each packet gives 512 bytes
static const int PLAIN = 512, PACKED = 720;
__global__ void unpack_thread(const byte *in, byte *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const byte *p = in + i * PACKED;
	byte *o = out + i * PLAIN;
	for (int at = 0; at < PLAIN;) {
		int c = *p++;
		if (c < 128)
			for (int k = 0; k <= c; k++)
				o[at++] = *p++;
		else {
			int far = *p++ + 1;
			for (int k = 0; k < (c & 31) + 3; k++, at++)
				o[at] = o[at - far];
		}
	}
}
__global__ void unpack_warp(const byte *in, byte *out, int n)
{ // a warp has a packet, its window lies in shared memory
	__shared__ byte window[4][PLAIN];
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31;
	if (i >= n)
		return;
	byte *w = window[threadIdx.x / 32];
	const byte *p = in + i * PACKED;
	for (int at = 0; at < PLAIN;) {
		int c = p[0];
		if (c < 128) {
			for (int k = l; k <= c; k += 32)
				w[at + k] = p[1 + k];
			at += c + 1, p += c + 2;
		} else {
			int far = p[1] + 1, many = (c & 31) + 3;
			for (int k = l; k < many; k += 32)
				w[at + k] = w[at - far + k % far];
			at += many, p += 2;
		}
		__syncwarp();
	}
	for (int k = l; k < PLAIN / 4; k += 32)
		((unsigned *)out)[i * (PLAIN / 4) + k] = ((unsigned *)w)[k];
}
// sums of money, right-aligned in cells of 16 bytes: -12,345.67
HD int money_spell(long long v, byte *cell)
{
	int at = 16;
	unsigned long long u = v < 0 ? -v : v;
	for (int k = 0; k < 3 || u; k++) {
		if (k == 2)
			cell[--at] = '.';
		if (k > 2 && (k - 2) % 3 == 0)
			cell[--at] = ',';
		cell[--at] = '0' + u % 10;
		u /= 10;
	}
	if (v < 0)
		cell[--at] = '-';
	int used = 16 - at;
	while (at)
		cell[--at] = ' ';
	return used;
}
__global__ void money_bytes(const long long *in, byte *out, int n)
{ // each byte to memory as it is found
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		money_spell(in[i], out + 16 * i);
}
__global__ void money_lanes(const long long *in, byte *out, int n)
{ // a lane for each byte of a cell: it finds its own digit by a division
	__shared__ u64 ten[10];
	if (threadIdx.x == 0) {
		u64 t = 1;
		for (int k = 0; k < 10; k++, t *= 10)
			ten[k] = t;
	}
	__syncthreads();
	int t = blockIdx.x * blockDim.x + threadIdx.x, i = t / 16, r = 15 - t % 16;
	if (i >= n)
		return;
	long long v = in[i];
	u64 u = v < 0 ? -v : v;
	// from the right: 0 1 . 3 4 5 , 7 8 9 , 11 12 13
	int digit = r < 2 ? r : r < 6 ? r - 1 : r < 10 ? r - 2 : r - 3;
	bool mark = r == 2 || r == 6 || r == 10 || r == 14;
	int below = r == 14 || digit > 9 ? 9 : mark && r > 2 ? digit + 1 : digit;
	bool shown = r < 14 && digit < 10 && (digit < 3 || u >= ten[below]);
	if (r == 2)
		shown = true;
	byte c = !shown ? ' ' : mark ? (r == 2 ? '.' : ',') : '0' + u / ten[digit] % 10;
	unsigned all = __ballot_sync(~0u, shown) >> (threadIdx.x & 16) & 0xffff; // bit 15 - r
	int widest = 15 - (__ffs(all) - 1);
	if (v < 0 && r == widest + 1)
		c = '-';
	out[t] = c;
}
// a robot's program: op, register, register or number; loops and jumps; halts after so many steps
struct Order {
	byte op, a, b, c;
};
HD unsigned robot(const Order *code, int length, unsigned seed, int steps)
{
	unsigned r[8], carry = 0;
	for (int k = 0; k < 8; k++)
		r[k] = seed * (k + 1) + k;
	int at = 0;
	for (int k = 0; k < steps; k++) {
		Order o = code[at];
		at = at + 1 == length ? 0 : at + 1;
		unsigned x = r[o.b & 7], y = r[o.c & 7];
		switch (o.op) {
		case 0: r[o.a] = x + y, carry = x + y < x; break;
		case 1: r[o.a] = x - y - carry; break;
		case 2: r[o.a] = x * y + 1; break;
		case 3: r[o.a] = x ^ y >> 5; break;
		case 4: r[o.a] = o.c << 8 | o.b; break;
		case 5: r[o.a] = x << (y & 15) | x >> 17; break;
		case 6:
			if (x & 1)
				at = o.c % length;
			break;
		case 7:
			if (x < y)
				at = (at + o.a + 1) % length;
			break;
		case 8: r[o.a & 7] = r[(x ^ y) & 7]; break;
		default: r[o.a] = x / ((y & 255) + 1); break;
		}
	}
	unsigned h = carry;
	for (int k = 0; k < 8; k++)
		h = h * 33 ^ r[k];
	return h + at;
}
__constant__ Order c_code[24];
__global__ void robots_one_program(unsigned *out, int n, int length, int steps)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = robot(c_code, length, i * 2654435761u, steps);
}
__global__ void robots_own_programs(const Order *code, unsigned *out, int n, int length, int steps, int sharing)
{ // so many robots next to each other have a program together
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = robot(code + i / sharing * length, length, i * 2654435761u, steps);
}
// brackets of a long text: how deep is each place? blocks, then what comes before each, then the answers
HD int bracket(byte c)
{
	return (c == '(') - (c == ')');
}
__global__ void depth_of_pieces(const byte *text, int *sum, int n)
{
	int i = blockIdx.x * 256 + threadIdx.x, d = i < n ? bracket(text[i]) : 0;
	int ups = __syncthreads_count(d > 0), downs = __syncthreads_count(d < 0);
	if (threadIdx.x == 0)
		sum[blockIdx.x] = ups - downs;
}
__global__ void depth_of_places(const byte *text, const int *sum, short *out, int n)
{ // each block adds up all pieces before it by itself
	__shared__ int warp[8], before[8];
	int t = threadIdx.x, i = blockIdx.x * 256 + t, s = 0, c = i < n ? text[i] : 0;
	for (int b = t; b < blockIdx.x; b += 256)
		s += sum[b];
	s = __reduce_add_sync(~0u, s);
	unsigned ups = __ballot_sync(~0u, c == '('), downs = __ballot_sync(~0u, c == ')');
	if (t % 32 == 0)
		before[t / 32] = s, warp[t / 32] = __popc(ups) - __popc(downs);
	__syncthreads();
	unsigned mine = (2u << t % 32) - 1;
	int d = __popc(ups & mine) - __popc(downs & mine);
	for (int k = 0; k < 8; k++)
		d += before[k] + (k < t / 32 ? warp[k] : 0);
	if (i < n)
		out[i] = d;
}
static std::function<bool(const std::vector<int2> &)> same_pairs(const std::vector<int2> &want)
{
	return [want](const std::vector<int2> &v) { return !memcmp(v.data(), want.data(), v.size() * sizeof(int2)); };
}
static void fields(const std::vector<unsigned> &w)
{
	const int N = 8192;
	std::vector<byte> text(N * 128);
	std::vector<int2> want(N);
	for (int i = 0; i < N * 128; i++)
		text[i] = "0123456789;;;;  abcdefgh\"xyz00;;"[w[i] & 31];
	for (int i = 0; i < N; i++) { // no number longer than five digits, so that none overflows
		int run = 0;
		for (int k = 0; k < 128; k++) {
			byte &c = text[i * 128 + k];
			run = c >= '0' && c <= '9' ? run + 1 : 0;
			if (run > 5)
				c = ' ', run = 0;
		}
		bool in = false;
		int many = 1, v = 0, s = 0;
		for (int k = 0; k < 128; k++) {
			byte c = text[i * 128 + k];
			in ^= c == '"';
			if (in)
				continue;
			if (c >= '0' && c <= '9')
				v = 10 * v + c - '0';
			else
				s += v, v = 0, many += c == ';';
		}
		want[i] = make_int2(many, s + v);
	}
	byte *d = upload(text);
	int2 *o = dev<int2>(N);
	job<int2>(
		"fields_and_quotes.thread_a_line", [&] { fields_thread<<<N / 128, 128>>>(d, o, N); }, o, N,
		same_pairs(want));
	job<int2>(
		"fields_and_quotes.sixteen_bytes", [&] { fields_words<<<N / 128, 128>>>((uint4 *)d, o, N); }, o, N,
		same_pairs(want));
	job<int2>(
		"fields_and_quotes.warp_a_line", [&] { fields_warp<<<N / 8, 256>>>(d, o, N); }, o, N, same_pairs(want));
}
static void sevens(const std::vector<unsigned> &w)
{
	const int N = 8000;
	std::vector<byte> in;
	std::vector<unsigned> want(N);
	for (int i = 0, at = 0; i < N; i++) {
		for (int many = 0, left = 160; left; many++) {
			unsigned v = w[at] >> (w[at] & 31);
			at = (at + 1) % w.size();
			int length = 1;
			while (length < 5 && v >> 7 * length)
				length++;
			if (length > left)
				v = 1, length = 1;
			for (int k = 0; k < length; k++)
				in.push_back(v >> 7 * k & 127 | (k + 1 < length ? 128 : 0));
			left -= length;
			want[i] += v * (2 * many + 1);
		}
	}
	byte *d = upload(in);
	unsigned *o = dev<unsigned>(N);
	job<unsigned>(
		"numbers_of_seven_bits.thread_a_stream", [&] { sevens_thread<<<up(N, 192), 192>>>(d, o, N); }, o, N,
		same(want));
	job<unsigned>(
		"numbers_of_seven_bits.warp_a_stream", [&] { sevens_warp<<<up(N * 32, 192), 192>>>(d, o, N); }, o, N,
		same(want));
}
static void packets(const std::vector<unsigned> &w)
{
	const int N = 2048;
	std::vector<byte> in(N * PACKED), want(N * PLAIN);
	for (int i = 0, q = 0; i < N; i++) {
		byte *p = &in[i * PACKED], *o = &want[i * PLAIN];
		for (int at = 0; at < PLAIN;) {
			unsigned r = w[q++ % w.size()];
			int left = PLAIN - at, many = (r >> 8 & 31) + 3;
			if (at == 0 || r % 3 == 0 || many > left) {
				many = std::min(left, (int)(r >> 3 & 15) + 1);
				*p++ = many - 1;
				for (int k = 0; k < many; k++)
					o[at++] = *p++ = 'a' + w[q++ % w.size()] % 26;
			} else {
				int far = r >> 16 & (r & 1 ? 7 : 255);
				far = std::min(far, at - 1);
				*p++ = 128 | many - 3;
				*p++ = far;
				for (int k = 0; k < many; k++, at++)
					o[at] = o[at - far - 1];
			}
		}
	}
	byte *d = upload(in), *o = dev<byte>(N * PLAIN);
	job<byte>(
		"packets_with_echoes.thread_a_packet", [&] { unpack_thread<<<up(N, 64), 64>>>(d, o, N); }, o, N * PLAIN,
		same(want));
	job<byte>(
		"packets_with_echoes.warp_a_packet", [&] { unpack_warp<<<N / 4, 128>>>(d, o, N); }, o, N * PLAIN,
		same(want));
}
static void money(const std::vector<unsigned> &w)
{
	const int N = 60000;
	std::vector<long long> in(N);
	std::vector<byte> want(N * 16);
	for (int i = 0; i < N; i++) {
		in[i] = ((long long)w[i] << 1 | 1) % 9999999999ll >> w[i + 1] % 34;
		if (w[i + 2] & 1)
			in[i] = -in[i];
		char s[40];
		long long u = std::llabs(in[i]), whole = u / 100;
		std::string text;
		snprintf(s, 40, ".%02d", (int)(u % 100));
		text = s;
		do {
			snprintf(s, 40, whole >= 1000 ? ",%03d" : "%d", (int)(whole % 1000));
			text = s + text;
			whole /= 1000;
		} while (whole);
		if (in[i] < 0)
			text = "-" + text;
		text = std::string(16 - text.size(), ' ') + text;
		memcpy(&want[i * 16], text.data(), 16);
	}
	long long *d = upload(in);
	byte *o = dev<byte>(N * 16);
	job<byte>(
		"money_as_text.byte_by_byte", [&] { money_bytes<<<up(N, 256), 256>>>(d, o, N); }, o, N * 16,
		same(want));
	job<byte>(
		"money_as_text.lane_a_byte", [&] { money_lanes<<<N / 16, 256>>>(d, o, N); }, o, N * 16, same(want));
}
static void robots(const std::vector<unsigned> &w)
{
	const int N = 8192, L = 24, S = 100;
	std::vector<Order> code(N * L);
	for (int i = 0; i < N * L; i++)
		code[i] = { (byte)(w[i] % 10), (byte)(w[i] >> 8 & 7), (byte)(w[i] >> 11), (byte)(w[i] >> 19) };
	CHECK(cudaMemcpyToSymbol(c_code, code.data(), L * sizeof(Order)));
	Order *d = upload(code);
	unsigned *o = dev<unsigned>(N);
	const char *name[] = { "robots_orders.one_program", "robots_orders.program_a_warp",
		"robots_orders.program_each" };
	int sharing[] = { N, 32, 1 };
	for (int c = 0; c < 3; c++) {
		std::vector<unsigned> want(N);
		for (int i = 0; i < N; i++)
			want[i] = robot(&code[i / sharing[c] * L], L, i * 2654435761u, S);
		job<unsigned>(
			name[c],
			[&] {
				if (c == 0)
					robots_one_program<<<N / 64, 64>>>(o, N, L, S);
				else
					robots_own_programs<<<N / 64, 64>>>(d, o, N, L, S, sharing[c]);
			},
			o, N, same(want));
	}
}
static void brackets(const std::vector<unsigned> &w)
{
	const int N = 700001;
	std::vector<byte> text(N);
	std::vector<short> want(N);
	int depth = 0;
	for (int i = 0; i < N; i++) {
		text[i] = "ab((())c"[w[i] & 7];
		if (text[i] == ')' && depth == 0 || text[i] == '(' && depth > 900)
			text[i] = '-';
		want[i] = depth += bracket(text[i]);
	}
	byte *d = upload(text);
	int B = up(N, 256), *s = dev<int>(B);
	short *o = dev<short>(N);
	job<short>(
		"depth_of_brackets.two_launches",
		[&] {
			depth_of_pieces<<<B, 256>>>(d, s, N);
			depth_of_places<<<B, 256>>>(d, s, o, N);
		},
		o, N, same(want));
}
void rows()
{
	std::vector<unsigned> w = words(1100000);
	fields(w);
	sevens(w);
	packets(w);
	money(w);
	robots(w);
	brackets(w);
}
