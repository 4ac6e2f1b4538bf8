// blind14e: a fresh set of kernels that nobody had modelled when they were written. Texts and ledgers.
#include "blind7.h"

__global__ void spelt_counts(const int *start, const char *text, const int *rack, byte *out, int n)
{ // which words can be laid with the letters of a rack: a word a thread, its letters counted in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int count[26];
	for (int k = 0; k < 26; k++)
		count[k] = 0;
	for (int k = start[i]; k < start[i + 1]; k++)
		count[text[k] - 'a']++;
	int short_of = 0;
	for (int k = 0; k < 26; k++)
		short_of += max(0, count[k] - rack[k]);
	out[i] = short_of == 0 ? 2 : short_of == 1;
}
__global__ void spelt_packed(const int *start, const char *text, u64 low, u64 high, byte *out, int n)
{ // the same with letters packed, four bits each in two long words; words too long are not looked at
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int from = start[i], to = start[i + 1], short_of = 0;
	for (int k = from; k < to && short_of < 2; k++) {
		int c = text[k] - 'a', at = c % 13 * 4;
		u64 &left = c < 13 ? low : high;
		if (left >> at & 15)
			left -= 1ull << at;
		else
			short_of++;
	}
	out[i] = short_of == 0 ? 2 : short_of == 1;
}
__host__ __device__ bool letter(int c)
{
	return (unsigned)((c | 32) - 'a') < 26;
}
__host__ __device__ int capital(int before, int c)
{ // a letter at the start of a word is made large, any other small
	return !letter(c) ? c : letter(before) ? c | 32 : c & ~32;
}
__global__ void capitals_byte(const char *in, char *out, int n)
{ // Every Word With A Capital: a letter a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = capital(i ? in[i - 1] : ' ', in[i]);
}
__global__ void capitals_sixteen(const uint4 *in, uint4 *out, int n)
{ // the same, sixteen letters a thread; the last of the thread before comes from its lane
	int stride = gridDim.x * blockDim.x;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n + 31) / 32 * 32; i += stride) {
		uint4 v = i < n ? in[i] : make_uint4(0, 0, 0, 0);
		int before = __shfl_up_sync(~0u, v.w >> 24, 1);
		if (threadIdx.x % 32 == 0)
			before = i ? ((const byte *)in)[i * 16 - 1] : ' ';
		unsigned part[4] = { v.x, v.y, v.z, v.w };
#pragma unroll
		for (int k = 0; k < 4; k++) {
			unsigned made = 0;
#pragma unroll
			for (int b = 0; b < 32; b += 8) {
				int c = part[k] >> b & 255;
				made |= (unsigned)capital(before, c) << b;
				before = c;
			}
			part[k] = made;
		}
		if (i < n)
			out[i] = make_uint4(part[0], part[1], part[2], part[3]);
	}
}
__global__ void ledger_thread(const int *start, const int *cents, long long *out, int accounts)
{ // what is left on an account after each entry, an account a thread
	int a = blockIdx.x * blockDim.x + threadIdx.x;
	if (a >= accounts)
		return;
	long long left = 0;
	for (int k = start[a]; k < start[a + 1]; k++)
		out[k] = left += cents[k];
}
__global__ void ledger_warp(const int *start, const int *cents, long long *out, int accounts)
{ // the same, an account a warp, with sums from lane to lane
	int a = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (a >= accounts)
		return;
	long long left = 0;
	for (int first = start[a]; first < start[a + 1]; first += 32) {
		bool in = first + lane < start[a + 1];
		long long v = in ? cents[first + lane] : 0;
		for (int k = 1; k < 32; k *= 2) {
			long long other = __shfl_up_sync(~0u, v, k);
			v += lane >= k ? other : 0;
		}
		if (in)
			out[first + lane] = left + v;
		left += __shfl_sync(~0u, v, 31);
	}
}
struct Carry {
	long long sum;
	int head, pad;
};
__global__ void ledger_blocks(const byte *head, const int *cents, long long *out, Carry *carry, int *free_until, int n)
{ // the same, all entries alike: sums within a block that begin anew at each account
	__shared__ long long sum[2][256];
	__shared__ byte begun[2][256];
	__shared__ int first;
	int t = threadIdx.x, i = blockIdx.x * 256 + t, now = 0;
	if (t == 0)
		first = 256;
	sum[0][t] = i < n ? cents[i] : 0;
	begun[0][t] = i < n ? head[i] : 0;
	__syncthreads();
	if (begun[0][t])
		atomicMin(&first, t);
	for (int k = 1; k < 256; k *= 2, now ^= 1) {
		bool add = t >= k && !begun[now][t];
		sum[now ^ 1][t] = sum[now][t] + (add ? sum[now][t - k] : 0);
		begun[now ^ 1][t] = begun[now][t] | (t >= k ? begun[now][t - k] : 0);
		__syncthreads();
	}
	if (i < n)
		out[i] = sum[now][t];
	if (t == 255)
		carry[blockIdx.x] = { sum[now][t], begun[now][t], 0 };
	if (t == 0)
		free_until[blockIdx.x] = first;
}
__global__ void ledger_carry(Carry *carry, int blocks)
{ // what each block takes over from those before it, one thread
	long long left = 0;
	for (int b = 0; b < blocks; b++) {
		Carry own = carry[b];
		carry[b].sum = left;
		left = own.head ? own.sum : left + own.sum;
	}
}
__global__ void ledger_add(long long *out, const Carry *carry, const int *free_until, int n)
{ // and adds to the entries of the account that began before it
	int i = blockIdx.x * 256 + threadIdx.x;
	if (i < n && (int)threadIdx.x < free_until[blockIdx.x])
		out[i] += carry[blockIdx.x].sum;
}
__global__ void interest_double(const double *money, const double *rate, double *out, int n, int months)
{ // savings that grow month by month, with a payment each, in doubles
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double now = money[i], part = rate[i] / 12;
	for (int m = 0; m < months; m++)
		now = now * (1 + part) + 50;
	out[i] = now;
}
__host__ __device__ long long grown(long long cents, int rate, int months)
{ // the same in whole cents, rounded each month as the bank does
	for (int m = 0; m < months; m++)
		cents += (cents * rate + 60000) / 120000 + 5000;
	return cents;
}
__global__ void interest_cents(const long long *money, const int *rate, long long *out, int n, int months)
{ // an account a thread, the division by 64 bits
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = grown(money[i], rate[i], months);
}
__global__ void column_thread(const char *text, const int *start, int *out, int lines, int column)
{ // the numbers in one column of a table of text with commas: a line a thread, letter by letter
	int l = blockIdx.x * blockDim.x + threadIdx.x, commas = 0, value = 0, sign = 1;
	if (l >= lines)
		return;
	for (int k = start[l]; k < start[l + 1] && commas <= column; k++) {
		char c = text[k];
		if (c == ',')
			commas++;
		else if (commas == column) {
			if (c == '-')
				sign = -1;
			else
				value = value * 10 + c - '0';
		}
	}
	out[l] = sign * value;
}
__global__ void column_warp(const char *text, const int *start, int *out, int lines, int column)
{ // the same, a line a warp: votes say where the commas are, each lane brings its digit to its place
	int l = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, commas = 0, value = 0, sign = 1;
	if (l >= lines)
		return;
	const int power[8] = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000 };
	int end = start[l + 1];
	for (int k = start[l]; k < end && commas <= column; k += 32) {
		char c = k + lane < end ? text[k + lane] : 0;
		unsigned comma = __ballot_sync(~0u, c == ',');
		int before = commas + __popc(comma & (1u << lane) - 1);
		bool digit = before == column && c >= '0' && c <= '9';
		unsigned digits = __ballot_sync(~0u, digit);
		int above = __popc(digits >> lane) - 1;
		int part = __reduce_add_sync(~0u, digit ? (c - '0') * power[above & 7] : 0);
		value = value * power[__popc(digits) & 7] + part;
		if (__any_sync(~0u, before == column && c == '-'))
			sign = -1;
		commas += __popc(comma);
	}
	if (lane == 0)
		out[l] = sign * value;
}
__global__ void twins(const u64 *pairs, int *best, int n)
{ // for each name of a list the one most like it: bits stand for pairs of letters; a name a block
	__shared__ int most;
	if (threadIdx.x == 0)
		most = 0;
	__syncthreads();
	int i = blockIdx.x, own = 0;
	u64 a = pairs[2 * i], b = pairs[2 * i + 1];
	for (int j = threadIdx.x; j < n; j += blockDim.x) {
		u64 c = pairs[2 * j], d = pairs[2 * j + 1];
		int both = __popcll(a & c) + __popcll(b & d), any = __popcll(a | c) + __popcll(b | d);
		if (j != i && any)
			own = max(own, (both * 1000 / any) << 16 | (n - j));
	}
	atomicMax(&most, __reduce_max_sync(__activemask(), own));
	__syncthreads();
	if (threadIdx.x == 0)
		best[i] = most;
}
void rows()
{
	const int N = 80000;
	std::vector<unsigned> w = words(1 << 20);
	std::vector<int> start(N + 1), rack(26);
	std::vector<char> text;
	std::vector<byte> can(N);
	const char *common = "eeeeaaaiiiooonnnrrrtttlllssuuddggbcmpfhvwykjxqz";
	for (int k = 0; k < 11; k++)
		rack[common[w[k] % 47] - 'a']++;
	u64 low = 0, high = 0;
	for (int k = 0; k < 26; k++)
		(k < 13 ? low : high) |= (u64)rack[k] << k % 13 * 4;
	for (int i = 0; i < N; i++) {
		start[i] = text.size();
		int length = 2 + w[i] % 4 + (w[i] >> 8) % 6, short_of = 0, count[26] = { 0 };
		for (int k = 0; k < length; k++) {
			unsigned r = w[i * 12 + k + 1000];
			int c = i % 3 ? common[r % 47] - 'a' : common[w[r % 11] % 47] - 'a';
			text.push_back('a' + c);
			short_of += ++count[c] > rack[c];
		}
		can[i] = short_of == 0 ? 2 : short_of == 1;
	}
	start[N] = text.size();
	int *ds = upload(start), *dr = upload(rack);
	char *dt = upload(text);
	byte *dcan = dev<byte>(N);
	job<byte>(
		"spelt.letter_counts", [&] { spelt_counts<<<(N + 127) / 128, 128>>>(ds, dt, dr, dcan, N); }, dcan, N,
		same(can));
	job<byte>(
		"spelt.packed_rack", [&] { spelt_packed<<<(N + 95) / 96, 96>>>(ds, dt, low, high, dcan, N); }, dcan, N,
		same(can));
	const int T = 1000192;
	std::vector<char> page(T), title(T);
	for (int i = 0; i < T; i++)
		page[i] = w[i] % 6 == 0 ? " ,.\n- "[(w[i] >> 8) % 6] : "aEiortNSlcdz"[(w[i] >> 8) % 12];
	for (int i = 0; i < T; i++)
		title[i] = capital(i ? page[i - 1] : ' ', page[i]);
	char *dp = upload(page), *dtitle = dev<char>(T);
	job<char>(
		"capitals.letter_a_thread", [&] { capitals_byte<<<T / 256, 256>>>(dp, dtitle, T); }, dtitle, T,
		same(title));
	job<char>(
		"capitals.sixteen_a_thread",
		[&] { capitals_sixteen<<<90, 128>>>((uint4 *)dp, (uint4 *)dtitle, T / 16); }, dtitle, T, same(title));
	const int ACCOUNTS = 3000;
	std::vector<int> from(ACCOUNTS + 1), cents;
	std::vector<byte> head;
	std::vector<long long> left;
	for (int a = 0; a < ACCOUNTS; a++) {
		from[a] = cents.size();
		long long sum = 0;
		for (int k = 0, n = 1 + w[a] % 60 + (w[a] % 97 == 0) * 1500; k < n; k++) {
			cents.push_back((int)(w[a * 60 + k] % 2000000) - 900000);
			head.push_back(k == 0);
			left.push_back(sum += cents.back());
		}
	}
	int E = from[ACCOUNTS] = cents.size(), blocks = (E + 255) / 256;
	int *df = upload(from), *dc = upload(cents), *dfree = dev<int>(blocks);
	byte *dhead = upload(head);
	long long *dleft = dev<long long>(E);
	Carry *dcarry = dev<Carry>(blocks);
	job<long long>(
		"ledger.account_a_thread",
		[&] { ledger_thread<<<(ACCOUNTS + 63) / 64, 64>>>(df, dc, dleft, ACCOUNTS); }, dleft, E, same(left));
	job<long long>(
		"ledger.account_a_warp", [&] { ledger_warp<<<(ACCOUNTS + 5) / 6, 192>>>(df, dc, dleft, ACCOUNTS); },
		dleft, E, same(left));
	job<long long>(
		"ledger.all_entries_alike",
		[&] {
			ledger_blocks<<<blocks, 256>>>(dhead, dc, dleft, dcarry, dfree, E);
			ledger_carry<<<1, 1>>>(dcarry, blocks);
			ledger_add<<<blocks, 256>>>(dleft, dcarry, dfree, E);
		},
		dleft, E, same(left));
	const int S = 40000, MONTHS = 120;
	std::vector<double> money = double_fractions(w, S), rate(S), grew(S);
	std::vector<long long> money2(S), grew2(S);
	std::vector<int> rate2(S);
	for (int i = 0; i < S; i++) {
		money2[i] = w[i] % 1000000;
		rate2[i] = 1 + w[i + S] % 900;
		grew2[i] = grown(money2[i], rate2[i], MONTHS);
		double now = money[i] *= 10000;
		rate[i] = rate2[i] / 10000.0;
		for (int m = 0; m < MONTHS; m++)
			now = now * (1 + rate[i] / 12) + 50;
		grew[i] = now;
	}
	double *dmoney = upload(money), *drate = upload(rate), *dgrew = dev<double>(S);
	long long *dmoney2 = upload(money2), *dgrew2 = dev<long long>(S);
	int *drate2 = upload(rate2);
	job<double>(
		"interest.doubles", [&] { interest_double<<<(S + 127) / 128, 128>>>(dmoney, drate, dgrew, S, MONTHS); },
		dgrew, S, close_to(grew, 1e-9));
	job<long long>(
		"interest.whole_cents",
		[&] { interest_cents<<<(S + 127) / 128, 128>>>(dmoney2, drate2, dgrew2, S, MONTHS); }, dgrew2, S,
		same(grew2));
	const int L = 12000, COLUMN = 4;
	std::vector<char> table;
	std::vector<int> begin(L + 1), value(L);
	for (int l = 0; l < L; l++) {
		begin[l] = table.size();
		for (int c = 0; c < 8; c++) {
			unsigned r = w[l * 8 + c];
			int v = r % 7 == 0 ? 0 : (int)(r >> 4) % (r % 3 ? 1000 : 1000000) - 300;
			char field[16];
			snprintf(field, 16, c ? ",%d" : "%d", v);
			table.insert(table.end(), field, field + strlen(field));
			value[l] = c == COLUMN ? v : value[l];
		}
	}
	begin[L] = table.size();
	char *dtable = upload(table);
	int *dbegin = upload(begin), *dvalue = dev<int>(L);
	job<int>(
		"comma_column.line_a_thread",
		[&] { column_thread<<<(L + 127) / 128, 128>>>(dtable, dbegin, dvalue, L, COLUMN); }, dvalue, L,
		same(value));
	job<int>(
		"comma_column.line_a_warp",
		[&] { column_warp<<<(L + 7) / 8, 256>>>(dtable, dbegin, dvalue, L, COLUMN); }, dvalue, L, same(value));
	const int NAMES = 1400;
	std::vector<u64> pairs(2 * NAMES);
	std::vector<int> twin(NAMES);
	for (int i = 0; i < NAMES; i++)
		for (int k = 0; k < 9; k++) {
			unsigned bit = w[k * 300 + w[i * 9 + k] % 20] % 128;
			pairs[2 * i + bit / 64] |= 1ull << bit % 64;
		}
	for (int i = 0; i < NAMES; i++)
		for (int j = 0; j < NAMES; j++) {
			u64 *a = &pairs[2 * i], *b = &pairs[2 * j];
			int both = __builtin_popcountll(a[0] & b[0]) + __builtin_popcountll(a[1] & b[1]);
			int any = __builtin_popcountll(a[0] | b[0]) + __builtin_popcountll(a[1] | b[1]);
			if (j != i)
				twin[i] = std::max(twin[i], (both * 1000 / any) << 16 | (NAMES - j));
		}
	u64 *dpairs = upload(pairs);
	int *dtwin = dev<int>(NAMES);
	job<int>(
		"twin_names.name_a_block", [&] { twins<<<NAMES, 160>>>(dpairs, dtwin, NAMES); }, dtwin, NAMES,
		same(twin));
}
